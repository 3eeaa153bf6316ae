"""Words that a bot file brings along: its own tables translate them."""

from typing import Any

from engines.text import Text


def own(words: str, /, plural: str | None = None, **values: Any) -> Text:
    """Return a sentence of a file as a `Text`."""
    return Text(words, plural=plural, **values)
