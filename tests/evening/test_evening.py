"""Evenings from seeds: no law is broken, and the same seed is the same evening everywhere."""

import gc
import os
import subprocess
import sys
from functools import _lru_cache_wrapper
from pathlib import Path

import pytest

from tests.evening.__main__ import play_in_memory
from tests.evening.evening import Report
from tests.evening.plan import BOT_FILES, GAMES_PER_EVENING, Plan

ROOT = Path(__file__).parents[2]
CORE_LENGTH = 1 / 3, 60
"""Hours and presses of the evenings of the core."""
SEEDS = (8, 1)
"""One seed for each chip."""
MAX_NEW_OBJECTS = 50
"""Objects that remain after an evening."""
EVENINGS = [pytest.param(seed, marks=pytest.mark.all) for seed in range(10, 20)]
EVENINGS += [pytest.param(seed, marks=pytest.mark.long) for seed in range(1000, 1500)]
OTHER_PROCESS = """
import sys, time
now = time.time
time.time = lambda: now() + 1e8
from tests.evening.__main__ import play_in_memory
seed, hours, presses = sys.argv[1:]
print(play_in_memory(int(seed), float(hours), int(presses)).digest)
"""


@pytest.mark.parametrize(
    ("seeds", "length"), [(SEEDS, CORE_LENGTH), pytest.param((10,), (3.0, 400), marks=pytest.mark.all)]
)
def test_a_seed_is_one_evening(seeds: tuple[int, ...], length: tuple[float, int]) -> None:
    """Its log is equal, byte for byte, in processes with another hash seed, folder, day, and order."""
    assert len({Plan.of(seed).first_chip for seed in seeds}) == len(seeds)
    *_, report = [_check_evening(seed, *length) for seed in seeds]
    command = [sys.executable, "-c", OTHER_PROCESS, *map(str, (seeds[-1], *length))]
    surroundings = os.environ | {"PYTHONHASHSEED": "7"}
    done = subprocess.run(command, cwd=ROOT, env=surroundings, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == report.digest


def test_each_bot_in_a_file_has_its_evenings() -> None:
    """Seeds draw every bot file, three different games for each evening; an evening can have one game alone."""
    games = [Plan.of(seed).games for seed in range(100)]
    assert {*BOT_FILES} <= {game for drawn in games for game in drawn}
    assert {len({*drawn}) for drawn in games} == {GAMES_PER_EVENING}
    assert Plan.of(1, game=BOT_FILES[0]).games == (BOT_FILES[0],)


@pytest.mark.parametrize("seed", EVENINGS)
def test_an_evening(seed: int) -> None:
    """Three hours and some 400 presses, with all faults of the seed."""
    _check_evening(seed)


@pytest.mark.all
def test_nothing_grows() -> None:
    """An evening leaves objects only in bounded caches."""
    gc.unfreeze()  # the caches that were made before the tests began, too
    counts = []
    for _ in range(3):
        _check_evening(10)
        for one in gc.get_objects():
            if isinstance(one, _lru_cache_wrapper):
                one.cache_clear()
        gc.collect()
        counts.append(len(gc.get_objects()))
    assert counts[2] - counts[1] <= MAX_NEW_OBJECTS


def _check_evening(seed: int, hours: float = 3.0, presses: int = 400) -> Report:
    report = play_in_memory(seed, hours, presses)
    assert report.fault == "", "\n".join(report.log[-40:])
    return report
