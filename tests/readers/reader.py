"""The base class of readers: a table, and a player who does on it what the words say."""

import random
import re
from collections.abc import Callable
from typing import Any, ClassVar

from tests.contract.walk import levels, luck, random_options
from tests.readers.words import Seen

Table = dict[str, Callable[..., Any] | None]


class Unknown(AssertionError):
    """A sentence that no table of a reader knows."""


class Reader:
    """The base of all readers: it carries out each sentence that it sees, and reports an unknown one."""

    KEY: ClassVar[str]
    PHRASES: ClassVar[Table] = {}
    CHECKS: ClassVar[Table] = {}
    ANSWERS: ClassVar[Table] = {}
    REPORTS: ClassVar[Table] = {}
    DRAWN: ClassVar[Table] = {}
    """The sentences of drawings; a reader without any ignores drawings."""

    seen: Seen
    """The screen that he reads now."""

    def __init__(self, chance: random.Random, chosen: dict[str, Any]) -> None:
        self.chance = chance
        self.options = chosen
        self._played = False

    @classmethod
    def play(cls, seed: int) -> tuple[dict[str, Any], set[str]]:
        """Return the options of a play, and the names of the decks and dice that are the player's own."""
        chance = luck("reader", cls.KEY, seed)
        return random_options(cls.KEY, chance.choice(levels(cls.KEY)), chance), set()

    def table(self) -> dict[str, Any]:
        """Return the things on his table, by name."""
        raise NotImplementedError

    def your_turn(self) -> None:
        """Play his own turn, by the rules that he knows; it may change his board as he likes."""

    def read(self, seen: Seen) -> None:
        """Do what a screen says. `Unknown` names a sentence that he does not know."""
        self.seen = seen
        for sentence in (*seen.lines, seen.headline):
            if sentence == seen.headline and _match(self.ANSWERS, sentence):
                continue
            if found := _match(self.CHECKS, sentence):
                _call(self, *found)
                continue
            found = _match(self.PHRASES | COMMON_PHRASES, sentence) or self._unknown(sentence, "PHRASES")
            _call(self, *found)
        for sentence in seen.drawn if self.DRAWN else ():
            _call(self, *(_match(self.DRAWN, sentence) or self._unknown(sentence, "DRAWN")))

    def answer(self, seen: Seen) -> Any:
        """Return what he answers, in words."""
        if seen.yours and not self._played:
            self._played = True
            self.your_turn()
        answer = self._answer(seen)
        if seen.whose == "table" or (seen.yours and answer == seen.next):
            self._played = False
        return answer

    def sometimes(self, share: float = 0.3) -> bool:
        """Return whether he feels like it."""
        return self.chance.random() < share

    def random_row(self) -> str:
        """Return a row of the screen by chance, such as a card that he draws."""
        return self.chance.choice(self.seen.rows)

    def random_number(self) -> int:
        """Return a number within the bounds of the screen by chance, such as a roll of his own die."""
        assert self.seen.bounds is not None
        return self.chance.randint(*self.seen.bounds)

    def _answer(self, seen: Seen) -> Any:
        if found := _match(self.ANSWERS, seen.headline):
            return _call(self, *found)
        if seen.asks:
            self._unknown(seen.headline, "ANSWERS")
        others = [row for row in seen.rows if row != seen.next]
        known = [(row, _match(self.REPORTS, row) or self._unknown(row, "REPORTS")) for row in others]
        self.chance.shuffle(known)
        return next((row for row, found in known if row not in seen.blocked and _call(self, *found)), seen.next)

    def _unknown(self, sentence: str, table: str) -> Any:
        file = f"tests/readers/{self.KEY}.py"
        raise Unknown(f"the reader does not know “{sentence}” (on “{self.seen.headline}”): {table} in {file}")


COMMON_PHRASES: Table = {r"(?:Margin: \d+\.)? ?(?:You: .+\.)?": None, r"Nothing else to do\.": None}
"""Sentences of every game: of its result, and of an instruction without new orders."""
Match = tuple[Callable[..., Any] | None, tuple[int | str, ...]]


def _match(table: Table, sentence: str) -> Match | None:
    for pattern, action in table.items():
        if match := re.fullmatch(pattern, sentence):
            return action, tuple(int(one) if one.isdecimal() else one for one in match.groups() if one is not None)
    return None


def _call(reader: Reader, action: Callable[..., Any] | None, arguments: tuple[int | str, ...]) -> Any:
    return None if action is None else action(reader, *arguments)
