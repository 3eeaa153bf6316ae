"""Whole plays with the device's cards: how many inputs they take, and whether scores are in a sane window."""

from collections.abc import Iterator
from statistics import median
from typing import Any

import pytest

from engines.kit.contract import Counters, Draw, Roll
from engines.kit.play import Play
from firmware.authoring.random_plays import has_ended
from tests.contract.walk import FOLDER_SEEDS, begin, levels, luck, moments, round_trips, usual_answer
from tests.core import core

LEVELS = [level for _, level in levels("wyrmspan")]
WINDOWS = {
    "automa1": (57, 85),
    "automa2": (73, 98),
    "automa3": (81, 113),
    "ravel1": (81, 125),
    "ravel2": (91, 144),
    "ravel3": (107, 154),
}
"""Her final scores in a thousand simulated plays a level (human usually at 0), from the fact sheet."""
SLACK = 8
"""Points by which a play of ours may leave the window."""

CAVES = {"crimson": (2, 3, 4, 4), "golden": (1, 2, 3, 4), "amethyst": (1, 1, 2, 3)}
"""Depths of the caves by round, as in the golden runs."""


@pytest.mark.parametrize("level", core(LEVELS, "ravel3"))
def test_a_turn_takes_one_press(level: str) -> None:
    """From the input that ends your turn to the idle screen of the next one the median is 1 input."""
    counts = [count for seed in FOLDER_SEEDS for count in round_trips(_moments(level, seed))]
    assert 1 == median(counts)


@pytest.mark.parametrize("level", core(LEVELS, "ravel3"))
def test_a_turn_without_a_question_is_one_screen(level: str) -> None:
    """Without a question, the input that ends your turn leads to the next idle screen at once."""
    for seed in FOLDER_SEEDS:
        play = _own_turns(level, seed)
        while not has_ended(play):
            ends = play.screen.key == "your_turn" and not play.state.passed
            play.give(_answer(play, seed))
            if ends:
                assert play.screen.key in {"your_turn", "your_caves"}


@pytest.mark.parametrize("level", core(LEVELS, "automa1", "ravel3"))
def test_ravel_questions_come_with_ravel_cards_alone(level: str) -> None:
    """In a whole play caves are asked only after an R card, those that can be deeper, and never at other levels."""
    for seed in FOLDER_SEEDS:
        for play in _moments(level, seed):
            ask = play.screen.ask
            if isinstance(ask, Counters):
                assert level.startswith("ravel")
                assert play.state.played[-1].startswith("R")
                assert [cave for cave, n in play.state.excavated.items() if n < 4] == [line.id for line in ask.lines]


@pytest.mark.long
@pytest.mark.parametrize("level", LEVELS)
def test_scores_are_sane(level: str) -> None:
    """If you have nothing of each objective, her score is within or near the range of the sheet."""
    low, high = WINDOWS[level]
    for seed in range(200):
        play = _own_turns(level, seed)
        while not has_ended(play):
            play.give("none" if play.screen.key == "compare" else _answer(play, seed))
        total = play.engine.score(play.state)
        assert total is not None
        assert low - SLACK <= total.total <= high + SLACK, seed


def _own_turns(level: str, seed: int) -> Play[Any]:
    return begin("wyrmspan", {"level": level}, seed)


def _moments(level: str, seed: int) -> Iterator[Play[Any]]:
    return moments(_own_turns(level, seed), lambda play: _answer(play, seed))


def _answer(play: Play[Any], seed: int) -> Any:
    """Return Next for instructions, the depths of the caves in this round, and random answers to other questions."""
    ask = play.screen.ask
    assert not isinstance(ask, Draw | Roll)
    if isinstance(ask, Counters):
        return {line.id: CAVES[line.id][play.state.round - 1] for line in ask.lines}
    return usual_answer(ask, luck(seed, play.n))
