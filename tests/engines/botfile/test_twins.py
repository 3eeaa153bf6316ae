"""The Magpie as a file and the Magpie in Python are one bot: step by step, through the words of the protocol."""

import random
from typing import Any

import pytest

from engines.botfile import load
from engines.kit.play import Play
from engines.kit.text import ENGLISH
from engines.registry import load_engine
from firmware import as_json
from firmware.authoring.random_plays import answer
from firmware.dealer import dealer
from tests.contract.walk import TWIN_FILES
from tests.core import core

FILE = TWIN_FILES["magpie"]
MAX_LINES = 150
"""Lines that the twin may have."""
SCREEN_FIELDS = ("key", "role", "headline", "lines", "badge", "ask")
"""Fields of a screen that must be equal. Facts are for programs, and a file has none."""
VALUES = ("coins", "trinkets", "purse", "round")


def _player_view(play: Play[Any], values: Any) -> Any:
    """Return everything that a player sees at a step."""
    engine, state = play.engine, play.state
    screen = as_json.screen(play.screen, ENGLISH)
    score, result = engine.score(state), engine.result(state)
    return (
        {name: screen[name] for name in SCREEN_FIELDS},
        None if score is None else as_json.score(score, ENGLISH),
        None if result is None else as_json.result(result, ENGLISH),
        play.dealt,
        [values(name) for name in VALUES],
    )


def _play_both(seed: int) -> int:
    """Play both with the same random answers, with undos; return the number of steps."""
    chance = random.Random(seed)  # noqa: S311 - the same play every time
    options = {
        "rounds": chance.randint(1, 5),
        "tame": chance.random() < 1 / 2,
        "tie": chance.choice(["you", "leftmost"]),
    }
    python, file = (
        Play(engine, options, dealer(str(seed)), seed=str(seed))
        for engine in (load_engine("magpie"), load(FILE.read_bytes(), FILE.name))
    )
    for step in range(1_000):
        view = _player_view(python, lambda name: getattr(python.state, name))
        assert view == _player_view(file, lambda name: file.state.values[name]), f"seed {seed}, step {step}"
        if python.engine.result(python.state) is not None:
            return step
        if python.n and chance.random() < 1 / 10:
            k = chance.randint(1, min(5, python.n))
            python.undo(k)
            file.undo(k)
        else:
            value = answer(python.screen.ask, chance)
            python.give(value)
            file.give(value)
    raise AssertionError("the play does not end")


def test_the_twin_is_short() -> None:
    """A bot in a file takes an evening: the whole Magpie is at most 150 lines."""
    assert len(FILE.read_text("utf-8").splitlines()) <= MAX_LINES


@pytest.mark.parametrize("seed", core(range(20), *range(4)))
def test_equal_plays(seed: int) -> None:
    """The same answers lead to the same words, numbers, cards and verdict, at every step."""
    assert _play_both(seed)


@pytest.mark.long
def test_equal_plays_long() -> None:
    """A thousand random plays are equal step by step."""
    assert sum(_play_both(seed) for seed in range(1_000)) > 40_000
