"""Whole plays with the device's cards: how many inputs they take, and whether scores are in a sane window."""

from statistics import median
from time import perf_counter
from typing import Any

import pytest

from engines.contract import GO_ON, Draw, Pick, Roll
from engines.play import Play
from tests.contract.walk import SHORT, answer, begin, finished, levels, luck, over

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

CAVES = {"most_excavated": (2, 3, 4, 4), "least_excavated": (1, 1, 2, 3)}
"""How deep the caves are by round, as in the golden runs."""


@pytest.mark.parametrize("level", LEVELS)
def test_a_turn_takes_one_press(level: str) -> None:
    """From the input that ends your turn to the idle screen of the next one the median is 1 input."""
    counts = [count for seed in SHORT for count in _presses(level, seed)]
    assert 1 == median(counts)


@pytest.mark.parametrize("level", LEVELS)
def test_a_turn_without_a_question_is_one_screen(level: str) -> None:
    """Where nothing is asked, the input that ends your turn leads to the next idle screen at once."""
    for seed in SHORT:
        play = _own_turns(level, seed)
        while not over(play):
            ends = play.screen.key == "your_turn" and not play.state.passed
            play.give(_answer(play, seed))
            if ends:
                assert play.screen.key in {"your_turn", "most_excavated", "least_excavated"}


@pytest.mark.parametrize("level", LEVELS)
def test_ravel_questions_come_with_ravel_cards_alone(level: str) -> None:
    """In a whole play a cave is asked only after an R card, at most once for each, and never at other levels."""
    for seed in SHORT:
        play = _own_turns(level, seed)
        while not over(play):
            if play.screen.key.endswith("_excavated"):
                assert level.startswith("ravel")
                assert play.state.played[-1].startswith("R")
                assert play.screen.key.removesuffix("_excavated") == (
                    "least" if play.state.played[-1] == "R 2" else "most"
                )
            play.give(_answer(play, seed))


@pytest.mark.long
@pytest.mark.parametrize("level", LEVELS)
def test_scores_are_sane(level: str) -> None:
    """With you at none of each objective her score lies in the window of the sheet, give or take some points."""
    low, high = WINDOWS[level]
    for seed in range(200):
        play = _own_turns(level, seed)
        while not over(play):
            none = play.screen.key == "compare"
            play.give("none" if none else _answer(play, seed))
        total = play.engine.score(play.state)
        assert total is not None
        assert low - SLACK <= total.total <= high + SLACK, seed


@pytest.mark.long
@pytest.mark.parametrize("level", LEVELS)
def test_figures(level: str) -> None:
    """Every play ends; how long it is, and how many a second are played, is printed (-rP) and not judged."""
    began = perf_counter()
    plays = [finished("wyrmspan", ("level", level), seed) for seed in range(0, 30, 3)]
    seconds = perf_counter() - began
    assert all(over(play) for play in plays)
    told = f"{level}: {median(play.n for play in plays)} inputs, {len(plays) / seconds:.0f} plays a second"
    print(told)  # noqa: T201 - pytest keeps it for the report


def _own_turns(level: str, seed: int) -> Play[Any]:
    return begin("wyrmspan", {"level": level}, seed)


def _answer(play: Play[Any], seed: int) -> Any:
    """Press Next on instructions, say how deep the caves are in this round, and answer other questions by chance."""
    ask = play.screen.ask
    assert not isinstance(ask, Draw | Roll)
    if isinstance(ask, Pick) and ask.likely == GO_ON:
        return GO_ON
    if play.screen.key in CAVES:
        return CAVES[play.screen.key][play.state.round - 1]
    return answer(ask, luck(seed, play.n))


def _presses(level: str, seed: int) -> list[int]:
    """Return, for each of your turns that is followed by another, the inputs from its end to the next one."""
    play, counts, since = _own_turns(level, seed), [], None
    while not over(play):
        if play.screen.key == "your_turn":
            if since is not None:
                counts.append(play.n - since)
            since = play.n
        play.give(_answer(play, seed))
    return counts
