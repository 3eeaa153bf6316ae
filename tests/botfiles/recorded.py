"""Turns recorded from open solo helpers, and plays of a bot in a file that take their cards, dice and answers.

`recorded/<game>.json`: one object with `game`, `source` (the repository), `commit`, `plays`, `turns`, and what else the
test of the game describes; it has no sentence of the helper. A turn names its play as `p`.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from copy import copy
from pathlib import Path
from typing import Any, Self

from engines.botfile.bot import Bot
from engines.kit.contract import Role
from engines.kit.play import Play
from engines.kit.text import ENGLISH
from firmware.authoring.random_plays import fork
from tests.contract.walk import begin, engine

FOLDER = Path(__file__).parent / "recorded"
MAX_INPUTS = 200
"""Inputs from one point of a play to the next."""


def bot_file(game: str) -> Bot:
    """Return the file of a game's bot, as it was read."""
    bot: Bot = engine(game).file  # type: ignore[attr-defined]  # it is the engine of a file
    return bot


def load_record(game: str) -> dict[str, Any]:
    """Return the record of a game."""
    record: dict[str, Any] = json.loads((FOLDER / f"{game}.json").read_bytes())
    assert record["commit"], "the helper's commit is missing"
    return record


def recorded_plays(game: str) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """Yield each recorded play with its turns."""
    record, turns = load_record(game), defaultdict(list)
    for turn in record["turns"]:
        turns[turn["p"]].append(turn)
    for play in record["plays"]:
        yield play, turns[play["p"]]


class FedPlay:
    """A play of a bot in a file that takes recorded cards, dice and answers."""

    def __init__(self, game: str, options: dict[str, Any]) -> None:
        sources = {source.name for source in engine(game).sources}
        self.play: Play[Any] = begin(game, options, 1, sources)

    @property
    def values(self) -> dict[str, Any]:
        """Return the present values of the play."""
        values: dict[str, Any] = self.play.state.values
        return values

    @property
    def key(self) -> str:
        """The key of the screen."""
        return self.play.screen.key

    def fork(self) -> Self:
        """Return a copy of the play that continues separately."""
        other = copy(self)
        other.play = fork(self.play)
        return other

    def set(self, **values: Any) -> None:
        """Set values that are not recorded."""
        self.play.replace({"values": {**self.values, **values}})

    def until(self, stop: str | Callable[[], bool], answers: dict[str, Any]) -> list[str]:
        """Answer up to the screen with a key, or until a condition holds; return the lines shown on the way.

        Answers are by the key of the screen: a value, a list of values to be used up, or a function for the value.
        """
        given = {key: list(answer) if isinstance(answer, list) else answer for key, answer in answers.items()}
        told: list[str] = []
        first = self.play.screen
        for _ in range(MAX_INPUTS):
            screen = self.play.screen
            if (screen.key == stop) if isinstance(stop, str) else stop():
                return told + self.lines
            assert screen.key in given, f"nothing is recorded for {screen.key}: {self.headline}"
            if screen is not first:
                orders = [ENGLISH.words(order.text) for order in screen.orders]
                told += [self.headline, *self.lines] if screen.role is Role.INSTRUCTION else orders
            answer = given[screen.key]
            self.play.give(answer.pop(0) if isinstance(answer, list) else answer() if callable(answer) else answer)
        raise AssertionError(f"{stop} is not reached")

    @property
    def headline(self) -> str:
        """The headline of the screen."""
        return ENGLISH.words(self.play.screen.headline)

    @property
    def lines(self) -> list[str]:
        """The lines of the screen."""
        return [ENGLISH.words(line) for line in self.play.screen.lines]


class PassingPlay(FedPlay):
    """A play in which the player passes in recorded turns: `human` of the record has their numbers, round by round."""

    def __init__(self, game: str, options: dict[str, Any], recorded: dict[str, Any]) -> None:
        super().__init__(game, options)
        self.recorded = recorded
        self.your_rounds: list[int] = []
        """The rounds of the player's turns so far."""

    def your_answer(self, r: int) -> str:
        """Return the answer to the player's turn; before the round `r` he always passes."""
        now = self.values["round"]
        self.your_rounds.append(now)
        return "pass" if now < r or self.your_rounds.count(now) == self.recorded["human"][now - 1] else "go_on"
