"""Finds the line of a key or an item in a TOML text, since the parser does not return it.

The text is read again only if it has a fault.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from engines.kit.faults import Path

_TOKENS = re.compile(
    r"""(?P<comment>\#[^\n]*)|(?P<long>\"{3}(?:\\.|[^\\])*?\"{3,5}|'{3}.*?'{3,5})"""
    r"""|(?P<string>"(?:\\.|[^"\\\n])*"|'[^'\n]*')|(?P<word>[A-Za-z0-9_+:-]+)|(?P<mark>[][{},.=\n])""",
    re.DOTALL,
)

_MARKS = tuple("[]{},.=\n")
"""Strings that equal one of these keep their quotes, so that they are not read as marks."""


def line_of(text: str, path: Path) -> int:
    """Return the line, from 1, of a path of keys and places, or of the nearest part around it."""
    places = _places(text)
    while path and path not in places:
        path = path[:-1]
    return places.get(path, 1)


@lru_cache(maxsize=1)
def _places(text: str) -> dict[Path, int]:
    try:
        return _Reader(text).places
    except IndexError:  # the text ends in the middle: it is no TOML
        return {}


class _Reader:
    """Goes through a text token by token; `places` has the line of every key and item."""

    def __init__(self, text: str) -> None:
        self.places: dict[Path, int] = {}
        self._items: dict[Path, int] = {}
        self._tokens = [*_tokens(text), ("\n", 0)]
        self._at = 0
        head: Path = ()
        while self._at < len(self._tokens):
            if self._next() == "\n":
                self._at += 1
            elif self._next() == "[":
                head = self._header()
            else:
                self._pair(head)

    def _next(self) -> str:
        return self._tokens[self._at][0]

    def _note(self, path: Path) -> None:
        for end in range(1, len(path) + 1):
            self.places.setdefault(path[:end], self._tokens[self._at][1])

    def _key(self, path: Path, end: str, *, item: bool = False) -> Path:
        """Read the parts of a key up to a sign. Of an array of tables the last one is entered, or a new `item`."""
        while self._next() != end:
            if self._next() != ".":
                path = (*path, self._next())
                if item and self._tokens[self._at + 1][0] == end:
                    self._items[path] = self._items.get(path, -1) + 1
                path = (*path, self._items[path]) if path in self._items else path
                self._note(path)
            self._at += 1
        self._at += 1
        return path

    def _header(self) -> Path:
        self._at += 1
        many = self._next() == "["
        self._at += many
        path = self._key((), "]", item=many)
        self._at += many
        return path

    def _pair(self, head: Path) -> None:
        self._value(self._key(head, "="))

    def _value(self, path: Path) -> None:
        opened = self._next()
        if opened not in ("[", "{"):
            while self._next() not in (",", "]", "}", "\n"):  # a number may have a point
                self._at += 1
            return
        self._at += 1
        place = 0
        while self._next() not in ("]", "}"):
            if self._next() in ("\n", ","):
                place += self._next() == ","
                self._at += 1
            elif opened == "{":
                self._pair(path)
            else:
                self._note((*path, place))
                self._value((*path, place))
        self._at += 1


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    """Yield the tokens of a text with their lines, without comments and the quotes around keys."""
    line = end = 0
    for match in _TOKENS.finditer(text):
        line += text.count("\n", end, match.start())
        end = match.start()
        if match.lastgroup in {"mark", "word"}:
            yield match[0], line + 1
        elif match.lastgroup != "comment":
            words = match[0].strip("\"'") or "''"
            yield (f"'{words}'" if words in _MARKS else words), line + 1
