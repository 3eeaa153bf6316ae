"""Whole plays of a bot file, compared with the same plays of its twin in Python."""

import random
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from engines.kit.play import Play
from engines.registry import MAGPIE, load_engine
from firmware.authoring.random_plays import has_ended, reply
from firmware.bots.engines import bot_of_file
from firmware.dealer import dealer
from tests.bench.device import SEED, new_play
from tests.bench.figures import Figure

TWIN = Path(__file__).parents[1] / "botfiles/magpie.toml"


def figures(rounds: int) -> Iterator[Figure]:
    """Yield the cost of a play with the Magpie's file, compared with the Magpie in Python."""
    engines = bot_of_file(TWIN.read_bytes(), TWIN.name), load_engine(MAGPIE)
    times = []
    for seed in map(str, range(2 * rounds + 1)):
        values = list(answers(MAGPIE, seed))
        times.append([_play_s(Play(engine, {}, dealer(seed), seed=seed), values) for engine in engines])
    ours, twin = (median(times) * 1000 for times in zip(*times[1:], strict=True))  # the first play loads everything
    what = "a play of a bot in a file, against its twin in Python: process time, ms"
    yield Figure(id="play_of_a_file", what=what, ours=ours, baseline=twin, budget=3)


def answers(key: str, seed: str = SEED) -> Iterator[Any]:
    """Yield the answers of a random play up to its result."""
    play, chance = new_play(key, seed), random.Random(seed)  # noqa: S311 - the same play every time
    while not has_ended(play):
        value = reply(play, chance)
        play.give(value)
        yield value


def _play_s(play: Play[Any], values: list[Any]) -> float:
    """Give the answers of a play; return the process time, s."""
    began = process_time()
    for value in values:
        play.give(value)
    return process_time() - began
