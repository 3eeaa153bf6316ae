"""The length of random plays of every bot, and their number a second."""

from statistics import median
from time import perf_counter
from typing import Any

import pytest

from firmware.authoring.random_plays import has_ended
from tests.contract.walk import LEVELS, ended_play

SEEDS = range(0, 30, 3)
"""Seeds with which the device deals all cards and dice."""


@pytest.mark.long
@pytest.mark.parametrize(("key", "level"), LEVELS)
def test_play_lengths(key: str, level: tuple[str, Any]) -> None:
    """Every play ends. Its length and the plays a second are printed (-rP) and have no limits."""
    began = perf_counter()
    plays = [ended_play(key, level, seed) for seed in SEEDS]
    seconds = perf_counter() - began
    assert all(has_ended(play) for play in plays)
    figures = f"{key}, {level[1]}: {median(play.n for play in plays)} inputs, {len(plays) / seconds:.0f} plays a second"
    print(figures)  # noqa: T201 - pytest keeps it for the report
