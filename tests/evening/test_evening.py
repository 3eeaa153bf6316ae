"""Evenings from seeds: no law is broken, and the same seed is the same evening everywhere."""

import gc
import os
import subprocess
import sys
from functools import _lru_cache_wrapper
from pathlib import Path

import pytest

from tests.evening.__main__ import played
from tests.evening.evening import Told
from tests.evening.plan import GAMES, OURS, Plan

ROOT = Path(__file__).parents[2]
SHORT = 1 / 3, 60
"""Hours and presses of the evenings of the core."""
SEEDS = (8, 1)
"""One on each chip."""
A_FEW = 50
"""Objects that the process itself may take up."""
EVENINGS = [pytest.param(seed, marks=pytest.mark.all) for seed in range(10, 20)]
EVENINGS += [pytest.param(seed, marks=pytest.mark.long) for seed in range(1000, 1500)]
ELSEWHERE = """
import sys, time
now = time.time
time.time = lambda: now() + 1e8
from tests.evening.__main__ import played
seed, hours, presses = sys.argv[1:]
print(played(int(seed), float(hours), int(presses)).digest)
"""


@pytest.mark.parametrize(("seeds", "length"), [(SEEDS, SHORT), pytest.param((10,), (3.0, 400), marks=pytest.mark.all)])
def test_a_seed_is_one_evening(seeds: tuple[int, ...], length: tuple[float, int]) -> None:
    """Its log is equal, byte for byte, in processes with another hash seed, folder, day, and order."""
    assert len({Plan.of(seed).first_chip for seed in seeds}) == len(seeds)
    *_, here = [_holds(seed, *length) for seed in seeds]
    there = [sys.executable, "-c", ELSEWHERE, *map(str, (seeds[-1], *length))]
    surroundings = os.environ | {"PYTHONHASHSEED": "7"}
    told = subprocess.run(there, cwd=ROOT, env=surroundings, capture_output=True, text=True, check=True)
    assert told.stdout.strip() == here.digest


def test_each_bot_in_a_file_has_its_evenings() -> None:
    """The seeds draw every file, and another one leaves most evenings as they were; an evening can have one alone."""
    games = [Plan.of(seed).games for seed in range(100)]
    assert {*OURS} <= {game for drawn in games for game in drawn}
    assert {len({*drawn}) for drawn in games} == {GAMES}
    assert Plan.of(1, game=OURS[0]).games == (OURS[0],)


@pytest.mark.parametrize("seed", EVENINGS)
def test_an_evening(seed: int) -> None:
    """Three hours and some 400 presses, with all faults of the seed."""
    _holds(seed)


@pytest.mark.all
def test_nothing_grows() -> None:
    """An evening leaves no object behind, but in caches that are bounded."""
    gc.unfreeze()  # the caches that were made before the tests began, too
    held = []
    for _ in range(3):
        _holds(10)
        for one in gc.get_objects():
            if isinstance(one, _lru_cache_wrapper):
                one.cache_clear()
        gc.collect()
        held.append(len(gc.get_objects()))
    assert held[2] - held[1] <= A_FEW


def _holds(seed: int, hours: float = 3.0, presses: int = 400) -> Told:
    told = played(seed, hours, presses)
    assert told.fault == "", "\n".join(told.log[-40:])
    return told
