"""Words that a bot file brings along: its own tables translate them."""

import gettext
from collections.abc import Callable
from functools import lru_cache
from string import Formatter
from typing import Any

from engines.kit.text import Text

PRONOUNS = {
    "it": (Text("What it has"), Text("It has nothing on the table."), Text("Its last turn")),
    "he": (Text("What he has"), Text("He has nothing on the table."), Text("His last turn")),
    "she": (Text("What she has"), Text("She has nothing on the table."), Text("Her last turn")),
    "they": (Text("What they have"), Text("They have nothing on the table."), Text("Their last turn")),
}
"""The device's own sentences about a bot, by its pronoun: title of its side, an empty side, headline of the end."""
_DEFAULTS = (
    Text("The bot"),
    Text("The solo rules"),
    Text("My turn is done"),
    Text("What do you have?"),
    Text("{bot_name} wins, {bot} to {you}.", bot_name="Automa", bot=99, you=99),
    Text("You win, {you} to {bot}.", bot=99, you=99),
    Text("A tie at {you}.", you=99),
    Text("{bot_name} has {bot}.", bot_name="Automa", bot=99),
)
YOUR_TOTAL = Text("Your total").one
"""What Why calls the total that the player entered."""
DEFAULT_SENTENCES = frozenset(text.one for texts in (_DEFAULTS, *PRONOUNS.values()) for text in texts)
"""The default sentences of fields: the device has words for them in each language."""


def file_text(words: str, /, plural: str | None = None, **values: Any) -> Text:
    """Return a sentence of a file; only its own tables translate it."""
    return Text(words, plural=plural, **values)


class FileTranslations(gettext.NullTranslations):
    """The words of a file in one language; sentences without words are left to its fallback.

    A sentence that counts has its forms as a list, in the order of the language. `"Hop:dat"` has the word for
    `{card:dat}` in a sentence. Words with a value that their sentence lacks are ignored.
    """

    def __init__(self, words: dict[str, str | list[str]]) -> None:
        super().__init__()
        self._words = words
        self._plural: Callable[[int], int] = lambda n: int(n != 1)

    def add_fallback(self, fallback: gettext.NullTranslations) -> None:
        """Use its words for sentences that this has none for, and its plural forms."""
        super().add_fallback(fallback)
        self._plural = getattr(fallback, "plural", self._plural)

    def gettext(self, message: str) -> str:  # noqa: D102
        return self._translation(message, message) or super().gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:  # noqa: D102
        return self._translation(msgid1, msgid1 + msgid2 + "{n}", n) or super().ngettext(msgid1, msgid2, n)

    def pgettext(self, context: str, message: str) -> str:  # noqa: D102
        return self._translation(f"{message}:{context}", message) or super().pgettext(context, message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:  # noqa: D102
        found = self._translation(f"{msgid1}:{context}", msgid1 + msgid2 + "{n}", n)
        return found or super().npgettext(context, msgid1, msgid2, n)

    def _translation(self, key: str, sentence: str, n: int = 1) -> str:
        words = self._words.get(key) or ""
        if not isinstance(words, str):
            words = words[min(self._plural(n), len(words) - 1)]
        return words if names_in(words) <= names_in(sentence) else ""


def is_worded(forms: str | list[str] | None) -> bool:
    """Return whether a table of words has all forms of a sentence."""
    return bool(forms) and all(forms or ())


@lru_cache(maxsize=1024)
def names_in(sentence: str) -> frozenset[str]:
    """Return the names of the values in a sentence; `ValueError` if a brace is open."""
    return frozenset(name for _, name, _, _ in Formatter().parse(sentence) if name is not None)
