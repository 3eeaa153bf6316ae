"""Evenings from seeds: no law is broken, and the same seed is the same evening everywhere."""

import gc
import os
import subprocess
import sys
from functools import _lru_cache_wrapper
from pathlib import Path

import pytest

from tests.evening.__main__ import played
from tests.evening.plan import Plan

pytestmark = pytest.mark.all

ROOT = Path(__file__).parents[2]
SHORT_HOURS, SHORT_PRESSES = 1 / 3, 60
SEEDS = (3, 4)
"""One on each chip."""
A_FEW = 50
"""Objects that the process itself may take up."""
FEW, MANY = range(10, 20), range(1000, 1500)
ANOTHER_DAY = "import time; now = time.time; time.time = lambda: now() + 1e8"
PLAY = f"""
import sys
from tests.evening.__main__ import played
print([played(int(seed), {SHORT_HOURS}, {SHORT_PRESSES}).digest for seed in sys.argv[1:]])
"""


def test_a_seed_is_one_evening() -> None:
    """Its log is equal, byte for byte, in processes with another hash seed, folder, day, and order."""
    assert {Plan.of(seed).first_chip for seed in SEEDS} == {True, False}
    here = [_short(seed) for seed in SEEDS]
    there = [sys.executable, "-c", ANOTHER_DAY + PLAY, *map(str, reversed(SEEDS))]
    told = subprocess.run(
        there, cwd=ROOT, env=os.environ | {"PYTHONHASHSEED": "7"}, capture_output=True, text=True, check=True
    )
    assert told.stdout.strip() == str(here[::-1])


def _short(seed: int) -> str:
    told = played(seed, SHORT_HOURS, SHORT_PRESSES)
    assert told.fault == "", "\n".join(told.log)
    assert told.presses >= SHORT_PRESSES
    return told.digest


@pytest.mark.parametrize("seed", FEW)
def test_an_evening(seed: int) -> None:
    """Three hours and some 400 presses, with all faults of the seed."""
    _holds(seed)


def test_nothing_grows() -> None:
    """An evening leaves no object behind, but in caches that are bounded."""
    gc.unfreeze()  # the caches that were made before the tests began, too
    held = []
    for _ in range(3):
        _holds(FEW[0])
        for one in gc.get_objects():
            if isinstance(one, _lru_cache_wrapper):
                one.cache_clear()
        gc.collect()
        held.append(len(gc.get_objects()))
    assert held[2] - held[1] <= A_FEW


@pytest.mark.long
@pytest.mark.parametrize("seed", MANY)
def test_many_evenings(seed: int) -> None:
    """The same for five hundred."""
    _holds(seed)


def _holds(seed: int) -> None:
    told = played(seed, 3, 400)
    assert told.fault == "", "\n".join(told.log[-40:])
