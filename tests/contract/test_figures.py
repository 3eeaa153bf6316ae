"""The length of random plays of every bot, and the number of plays a second."""

from statistics import median
from time import perf_counter
from typing import Any

import pytest

from firmware.authoring.random_plays import has_ended
from tests.contract.walk import LEVELS, finished

SEEDS = range(0, 30, 3)
"""With these all cards and dice are the device's."""


@pytest.mark.long
@pytest.mark.parametrize(("key", "level"), LEVELS)
def test_figures(key: str, level: tuple[str, Any]) -> None:
    """Every play ends; how long it is, and how many a second are played, is printed (-rP) and not judged."""
    began = perf_counter()
    plays = [finished(key, level, seed) for seed in SEEDS]
    seconds = perf_counter() - began
    assert all(has_ended(play) for play in plays)
    figures = f"{key}, {level[1]}: {median(play.n for play in plays)} inputs, {len(plays) / seconds:.0f} plays a second"
    print(figures)  # noqa: T201 - pytest keeps it for the report
