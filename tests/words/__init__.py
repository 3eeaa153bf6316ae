"""The words of all languages: extracted from code and data, merged into the catalogues, checked on the glass.

`python -m tests.words` is `make words`; docs/translate.md explains it to translators.
"""

COMPLETE: dict[str, tuple[str, ...]] = {
    "de": ("device", "shared", "wyrmspan", "burgundy", "burattino", "lisboa", "pampero", "magpie"),
    "fr": ("device", "shared", "wyrmspan", "burgundy", "burattino", "lisboa", "pampero", "magpie"),
}
"""The languages that have every word, and of which catalogues: "device", "shared" or the key of a game.

Tests hold them to it.
"""
