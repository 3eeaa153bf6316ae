"""Plays with random answers, each fixed by its seed; the same ends in the same order from any number of processes."""

import random
import signal
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import cache
from multiprocessing import get_context

from msgspec import Struct

from engines.options import Options
from engines.play import Play
from engines.turn import EngineError
from firmware.bots import named
from firmware.dealer import dealer
from firmware.errors import TavolinoError
from firmware.random_plays import ENDLESS, over, reply

TOGETHER = 8
"""So many plays are handed to a process at a time."""


class Task(Struct, frozen=True):
    """A play to be played: GAME of the command line, its options, and the seed of cards, dice and answers."""

    game: str
    options: Options
    seed: int


class End(Struct, frozen=True):
    """How a play ended: the bot's score where it has one, the number of inputs, and who won, if anybody."""

    seed: int
    bot: int | None
    inputs: int
    winner: str | None


def ends(tasks: Sequence[Task], jobs: int) -> Generator[End, None, None]:
    """Yield the end of each play, in the order of the tasks, from so many processes; close it to end them."""
    if jobs == 1:
        yield from map(_end, tasks)
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that no process outlives this one
    pool = ProcessPoolExecutor(jobs, get_context("spawn"))
    try:
        with _held_up(signal.SIGINT):
            found = pool.map(_end, tasks, chunksize=TOGETHER)
        yield from found
    except BrokenProcessPool:
        raise TavolinoError("A process was ended from outside. Try again, with fewer --jobs.") from None
    finally:
        pool.shutdown(cancel_futures=True)
        signal.signal(signal.SIGTERM, before)


def _end(task: Task) -> End:
    engine, seed = _bot(task.game), str(task.seed)
    chance = random.Random(seed)  # noqa: S311 - the same play every time
    play = Play(engine, task.options, dealer(seed), seed=seed)
    try:
        while not over(play) and play.n < ENDLESS:
            play.give(reply(play, chance))
    except EngineError as error:
        raise TavolinoError(f"Seed {task.seed} failed after {play.n} inputs: {error}") from error
    result = engine.result(play.state)
    if result is None:
        raise TavolinoError(f"Seed {task.seed} has not ended after {play.n} inputs, at step {play.screen.key}.")
    return End(task.seed, result.bot, play.n, result.winner)


_bot = cache(named)
"""A bot is made once in each process."""


@contextmanager
def _held_up(number: signal.Signals) -> Iterator[None]:
    """Hold up a signal until this is left. Processes that begin here inherit that, and never get it: Ctrl-C."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {number})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
