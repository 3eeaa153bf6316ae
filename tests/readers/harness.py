"""Plays of readers: after every turn, the reader's table must equal the engine's state."""

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

import pytest

from engines.kit.play import Play
from engines.registry import KEYS
from firmware.authoring.random_plays import MAX_INPUTS, has_ended
from firmware.dealer import dealer
from tests.contract.walk import engine, luck
from tests.readers.reader import Reader
from tests.readers.words import as_value, read_screen


class Game(NamedTuple):
    """A game with a reader: his class, and the function that returns what must be on his table, by name."""

    player: type[Reader]
    engine_table: Callable[[Any], dict[str, Any]]


def games() -> dict[str, Game]:
    """Return every game that has a reader, by its key."""
    modules = {key: f"tests.readers.{key}" for key in KEYS}
    modules_of_readers = {key: import_module(name) for key, name in modules.items() if find_spec(name)}
    return {key: Game(module.Player, module.engine_table) for key, module in modules_of_readers.items()}


Give = Callable[[Play[Any], Any], None]


def give(play: Play[Any], value: Any) -> None:
    """Give an answer to a play directly, without keys."""
    play.give(value)


def run(game: Game, seed: int, by: Give = give, *, own: bool = True) -> Play[Any]:
    """Let a reader play to the end, and return the play. A failure names the seed, the screen and the difference.

    Unless `own`, all cards and dice that the device can give are the device's.
    """
    chosen, his = game.player.play(seed)
    bot = engine(game.player.KEY)
    play = Play(bot, chosen, dealer(str(seed)), seed=str(seed), sources=dict.fromkeys(his if own else (), "own"))
    reader = game.player(luck("player", bot.key, seed), play.options)
    for _ in range(MAX_INPUTS):
        try:
            if _step(game, reader, play, by):
                return play
        except Exception as error:
            seen = read_screen(play)
            error.add_note(f"seed {seed}, input {play.n}: {seen.who}, {seen.where}: {seen.headline} {seen.lines}")
            raise
    pytest.fail(f"the play has not ended after {MAX_INPUTS} inputs")


def _step(game: Game, reader: Reader, play: Play[Any], by: Give) -> bool:
    """Let him read a screen and answer it; return whether it was the last."""
    seen = read_screen(play)
    reader.read(seen)
    if seen.yours or has_ended(play):
        _compare(reader.table(), game.engine_table(play.state))
    if not has_ended(play):
        by(play, as_value(play.screen.ask, reader.answer(seen)))
        return False
    return True


def _compare(table: dict[str, Any], expected: dict[str, Any]) -> None:
    assert set(table) == set(expected), f"only one of reader and engine has: {set(table) ^ set(expected)}"
    unlike = differences(table, expected)
    assert not unlike, "; ".join(unlike)


def differences(table: dict[str, Any], expected: dict[str, Any]) -> list[str]:
    """Return a line for each thing that a reader's table has in another way than the engine."""
    return [
        f"{name}: {table.get(name)} on the table, {value} in the engine"
        for name, value in expected.items()
        if table.get(name) != value
    ]
