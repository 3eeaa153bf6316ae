"""The words of all languages: taken from the code and its data, brought into the catalogues, looked at on the glass.

`python -m tests.words` is `make words`; docs/translate.md says what a translator does with it.
"""

COMPLETE: dict[str, tuple[str, ...]] = {
    "de": ("device", "shared", "wyrmspan", "burgundy", "burattino", "lisboa", "pampero", "magpie"),
    "fr": ("device", "shared", "wyrmspan", "burgundy", "burattino", "lisboa", "pampero", "magpie"),
}
"""The languages that have every word, and of which catalogues: "device", "shared" or the key of a game.

Tests hold them to it.
"""
