"""Whole random plays: how many one core plays a second, how many inputs that is, and how long such a play is.

Chance plays to the last round: where a report would end the play at once, it goes on instead. The answers are found
before the clock runs; what is timed is the play.
"""

import random
from collections.abc import Iterator
from statistics import median
from time import process_time
from typing import Any

from engines.play import Play
from engines.registry import GAMES, MAGPIE, load_engine
from firmware.bench.figures import Effort, Figure, Law
from firmware.bench.parts import SEED, new_play
from firmware.bot_files import OURS, TWINS
from firmware.bots import of_file
from firmware.dealer import dealer
from firmware.random_plays import over, reply

RATES = {"wyrmspan": 150.0}
RATE = 50.0
"""Plays a second, for a game that `RATES` does not name."""
INPUTS_RATE = 3_000
INPUTS = 30
"""Inputs that a play has at least, so that plays a second are plays."""


def figures(effort: Effort) -> Iterator[Figure]:
    """Yield the figures of random plays with the device's cards and dice."""
    for key in GAMES:
        plays = [list(answers(key, str(number))) for number in range(1, effort.plays + 1)]
        _seconds(key, "1", plays[0])  # so that nothing is loaded while the clock runs
        took = [_seconds(key, str(number), play) for number, play in enumerate(plays, 1)]
        inputs = [len(play) for play in plays]
        yield Figure(
            id=f"plays_per_second_{key}",
            what="complete random plays on one core; 1/s of process time",
            ours=1 / median(took),
            law=Law.AT_LEAST,
            budget=RATES.get(key, RATE),
        )
        yield Figure(
            id=f"inputs_per_second_{key}",
            what="inputs of these plays; 1/s of process time",
            ours=sum(inputs) / sum(took),
            law=Law.AT_LEAST,
            budget=INPUTS_RATE,
        )
        yield Figure(
            id=f"inputs_per_play_{key}",
            what="inputs of such a play, from set-up to the result",
            ours=median(inputs),
            law=Law.AT_LEAST,
            budget=INPUTS,
            exact=True,
        )
    yield _of_file(effort)


def _of_file(effort: Effort) -> Figure:
    """Return what a play with the Magpie of the file costs, against one with the Magpie in Python."""
    file = of_file((OURS / TWINS[0]).read_bytes(), TWINS[0])
    seeds = [str(number) for number in range(1, 4 * effort.plays + 1)]
    plays = [list(answers(MAGPIE, seed)) for seed in seeds]
    took = [
        [_given(Play(engine, {}, dealer(seed), seed=seed), values) for engine in (file, load_engine(MAGPIE))]
        for seed, values in zip(seeds, plays, strict=True)
    ]
    return Figure(
        id="play_of_a_file",
        what="a play of a bot in a file, against its twin in Python; s of process time, median",
        ours=median(one for one, _ in took[1:]),  # by the first all is loaded
        baseline=median(twin for _, twin in took[1:]),
        law=Law.TIMES_AT_MOST,
        budget=3,
    )


def answers(key: str, seed: str = SEED) -> Iterator[Any]:
    """Yield the answers of a random play up to its result."""
    play, chance = new_play(key, seed), random.Random(seed)  # noqa: S311 - the same play every time
    while not over(play):
        value = reply(play, chance)
        play.give(value)
        yield value


def _seconds(key: str, seed: str, play: list[Any]) -> float:
    began = process_time()
    return _given(new_play(key, seed), play, began)


def _given(play: Play[Any], values: list[Any], began: float | None = None) -> float:
    """Give the answers of a play; return the process time since it began, in seconds."""
    began = process_time() if began is None else began
    for value in values:
        play.give(value)
    return process_time() - began
