"""Sentences with values, turned into words only when they are drawn.

    Text("Take {n} cube", plural="Take {n} cubes", n=3)

A screen is made of `Text`, never of words, so a change of language changes a whole play, its history included.
"""

import gettext
import re
from collections.abc import Container, Iterable
from copy import copy
from enum import Enum
from functools import lru_cache, reduce
from pathlib import Path
from string import Formatter
from typing import TypeAlias

_MAX_WORD_LETTERS = 255
"""The most letters of a word in a sentence; names of files may be so long."""
_MAX_SENTENCE_LETTERS = 1000
"""The most letters of a sentence; lists of allowed values are not cut."""
_LONG_WORD = re.compile(rf"\S{{{_MAX_WORD_LETTERS + 1},}}")

SOFT_HYPHEN = "\u00ad"
"""A place to break a long word. It is drawn only at the end of a row, and is not part of the words."""
PSEUDO = "pseudo"
"""The made-up language that is 40 % longer than English and full of accents: it keeps layouts honest."""


class Icon(Enum):
    """Pictures that a line or an option may show, with one meaning each; `display` draws them.

    A hatch is the colour of a piece, always beside its word, since one bit has no red or blue.
    """

    BOT = "bot"
    CARD = "card"
    CAVE = "cave"
    COIN = "coin"
    DIE_1 = "die_1"
    DIE_2 = "die_2"
    DIE_3 = "die_3"
    DIE_4 = "die_4"
    DIE_5 = "die_5"
    DIE_6 = "die_6"
    DRAGON = "dragon"
    FLAG = "flag"
    HATCH_CROSS = "hatch_cross"
    HATCH_DIAGONAL = "hatch_diagonal"
    HATCH_DOTS = "hatch_dots"
    HATCH_EMPTY = "hatch_empty"
    HATCH_HORIZONTAL = "hatch_horizontal"
    HATCH_SOLID = "hatch_solid"
    MARKER = "marker"
    REFRESH = "refresh"
    STEPS = "steps"
    TROPHY = "trophy"
    WARNING = "warning"
    YOU = "you"


_UNTRANSLATED = ("", ", ")
"""Sentences that are the same in every language."""

Value: TypeAlias = "int | str | Text | Icon | tuple[Value, ...]"
"""A value of a sentence. The catalogue joins a tuple."""


class Text:
    """One sentence: a literal in English, its plural if it counts something (by the value `n`), and its values.

    >>> ENGLISH.words(Text("Take {n} cube", plural="Take {n} cubes", n=3))
    'Take 3 cubes'

    A value can be a sentence itself, and a tuple is joined:

    >>> Text("Discard the {card}.", card=Text("crane"))
    Text('Discard the crane.')
    >>> Text("Left: {cards}.", cards=("A1", "A2"))
    Text('Left: A1, A2.')

    Two texts are equal if their English and their values are equal:

    >>> Text("{n} left", n=2) == Text("{n} left", n=2)
    True
    """

    __slots__ = ("one", "plural", "values")
    of_device = False
    """True for a sentence of the device; a game may use the same English with another translation."""

    def __init__(self, one: str, /, *, plural: str | None = None, **values: "Value") -> None:
        self.one = one
        self.plural = plural
        self.values = values

    def __eq__(self, other: object) -> bool:
        mine = (self.one, self.plural, self.values)
        return isinstance(other, Text) and mine == (other.one, other.plural, other.values)

    def __hash__(self) -> int:
        return hash((self.one, self.plural, frozenset(self.values.items())))

    def __repr__(self) -> str:
        return f"Text({ENGLISH.words(self)!r})"


def shorten(words: str) -> str:
    """Return words, some of them from outside, cut in the middle to a readable length.

    >>> len(shorten("x" * 9_999)) <= 255
    True
    """
    return _cut(_LONG_WORD.sub(lambda word: _cut(word[0], _MAX_WORD_LETTERS), words), _MAX_SENTENCE_LETTERS)


def _cut(words: str, most: int) -> str:
    return words if len(words) <= most else f"{words[: most // 2]}…{words[-most // 4 :]}"


class Sentence(Exception):
    """An error with one sentence in any language; as a string it is English, for logs and the terminal.

    An error that no panel shows is made of a string.
    """

    def __init__(self, text: Text | str) -> None:
        self.text = _shorten_values(text if isinstance(text, Text) else Text("{sentence}", sentence=text))
        super().__init__(shorten(ENGLISH.words(self.text)))


def _shorten_values(text: Text) -> Text:
    """Return a sentence whose values from outside are short enough to be read."""
    text = copy(text)
    text.values = {name: _bounded_value(value) for name, value in text.values.items()}
    return text


def _bounded_value(value: Value) -> Value:
    if isinstance(value, tuple):
        return tuple(map(_bounded_value, value))
    return _shorten_values(value) if isinstance(value, Text) else shorten(value) if isinstance(value, str) else value


def sentences(texts: tuple[Text, ...]) -> Text:
    """Return sentences, at least one, as a text that says them one after the other.

    >>> sentences((Text("Take a card."), Text("Move on.")))
    Text('Take a card. Move on.')
    """
    return reduce(lambda first, second: Text("{first} {second}", first=first, second=second), texts)


class Catalogue:
    """One language. Makes words, or runs of words and icons, of a `Text`.

    Games and the `device` have separate translations, and neither falls back to the other.
    A translation may need a value in a form that English lacks: `{card:dat}` is replaced by the value's words in the
    context "dat", or by its usual words if there are none. Sentences of games that are in `english` stay English, with
    all their values.
    """

    def __init__(
        self,
        translations: gettext.NullTranslations | None = None,
        device: gettext.NullTranslations | None = None,
        english: Container[str] = (),
    ) -> None:
        self._translations = translations or gettext.NullTranslations()
        self._device = device or self._translations
        self._english = english

    def behind(self, first: gettext.NullTranslations, english: Container[str] = ()) -> "Catalogue":
        """Return a catalogue that prefers other translations of the game."""
        first.add_fallback(self._translations)
        return Catalogue(first, self._device, english)

    def words(self, text: Text) -> str:
        """Return the sentence as one string without icons, which are always beside their words.

        >>> ENGLISH.words(Text("{icon} Take {n} coin", icon=Icon.COIN, plural="{icon} Take {n} coins", n=1))
        'Take 1 coin'
        """
        words = "".join(run for run in self.runs(text) if isinstance(run, str))
        return " ".join(words.replace(SOFT_HYPHEN, "").split())

    def runs(self, text: Text) -> tuple[str | Icon, ...]:
        """Return the sentence as strings and icons, in reading order, for a painter.

        >>> ENGLISH.runs(Text("Take {icon}!", icon=Icon.COIN))
        ('Take ', <Icon.COIN: 'coin'>, '!')
        """
        runs: list[str | Icon] = []
        self._append_sentence(text, runs)
        return tuple(runs)

    def _append_sentence(self, text: Text, runs: list[str | Icon], form: str = "") -> None:
        if text.one in self._english and not text.of_device:
            ENGLISH._append_sentence(text, runs)
            return
        sentence, formed = self._form_of(text, form) if form else (self._sentence(text), True)
        for literal, name, wanted in _pieces(sentence):
            _append_words(literal, runs)
            if name is not None:
                self._append_value(text.values[name], runs, wanted or ("" if formed else form))

    def _translations_of(self, text: Text) -> gettext.NullTranslations:
        return self._device if text.of_device else self._translations

    def _sentence(self, text: Text) -> str:
        if not text.one:  # gettext has the head of its file under no words
            return ""
        translations = self._translations_of(text)
        if text.plural is None:
            return translations.gettext(text.one)
        return translations.ngettext(text.one, text.plural, _count(text))

    def _form_of(self, text: Text, form: str) -> tuple[str, bool]:
        """Return the sentence in a form, and whether it has this form; if not, its values may have it."""
        translations = self._translations_of(text)
        if text.plural is None:
            found = translations.pgettext(form, text.one)
        else:
            found = translations.npgettext(form, text.one, text.plural, _count(text))
        return (self._sentence(text), False) if found in (text.one, text.plural) else (found, True)

    def _append_value(self, value: "Value", runs: list[str | Icon], form: str) -> None:
        if isinstance(value, Text):
            self._append_sentence(value, runs, form)
        elif isinstance(value, tuple):
            for place, part in enumerate(value):
                if place:
                    _append_words(self._translations.gettext(", "), runs)
                self._append_value(part, runs, form)
        elif isinstance(value, Icon):
            runs.append(value)
        else:
            _append_words(str(value), runs)


def _count(text: Text) -> int:
    count = text.values["n"]
    if not isinstance(count, int):
        raise TypeError(f"the value n of {text.one!r} counts, so it must be an int, not {count!r}")
    return count


@lru_cache(maxsize=1024)
def _pieces(sentence: str) -> tuple[tuple[str, str | None, str], ...]:
    """Cut a sentence at its values: the words before each, its name, and its form; at the end the name is None."""
    return tuple((literal, name, form or "") for literal, name, form, _ in Formatter().parse(sentence))


def load_catalogue(language: str, *files: Path, device: Iterable[Path] = ()) -> Catalogue:
    """Return the catalogue of a language from compiled gettext files; one that is missing has no words.

    The first file with a sentence is used; a sentence that no file has stays English. `device` are the files of the
    device's sentences, if they are separate.
    """
    if language == PSEUDO:
        return Catalogue(_PseudoTranslations())
    return Catalogue(_load(*files), _load(*device) if device else None)


def _load(*files: Path) -> gettext.NullTranslations:
    """Return the translations of files; each is the fallback of the one before it."""
    found = gettext.NullTranslations()
    for file in reversed(files):
        if file.exists():
            with file.open("rb") as compiled:
                one = gettext.GNUTranslations(compiled)
            one.add_fallback(found)
            found = one
    return found


class _PseudoTranslations(gettext.NullTranslations):
    """English in disguise: accents on every vowel, and each sentence at least 40 % longer."""

    def gettext(self, message: str) -> str:
        return message if message in _UNTRANSLATED else _disguise(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


@lru_cache(maxsize=1024)
def _disguise(message: str) -> str:
    pieces = []
    for literal, name, _ in _pieces(message):
        pieces.append(literal.translate(_ACCENTS))
        if name is not None:
            pieces.append("{" + name + "}")
    longer = -(-len(message) * 2 // 5)
    return "".join(pieces) + " " + ("öäëï " * longer)[: max(longer - 1, 1)].rstrip()


_ACCENTS = str.maketrans("aeiouyAEIOUYcnsz", "áëîøüýÅÉÌÓÛŸçñšž")


def _append_words(words: str, runs: list[str | Icon]) -> None:
    """Append words to the last run, so that equal sentences make equal runs, whatever their nesting."""
    if runs and isinstance(runs[-1], str):
        runs[-1] += words
    elif words:
        runs.append(words)


ENGLISH = Catalogue()
"""The sentences as the code has them."""
