"""Plays: long ones against short ones, what one input writes, and random ones from set-up to the result."""

import random
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from engines.contract import Ask, Draw, Marks, Number, Pick, Roll, YesNo
from engines.play import Play
from engines.registry import GAMES, load_engine
from firmware import connection, salvage
from firmware.bench.figures import Effort, Figure, Law, interleaved
from firmware.bench.parts import SEED, InMemory, new_play
from firmware.dealer import dealer
from firmware.store import Store
from firmware.versions import OtherRules, resume

MS = 1000
LONG, BRIEF = 500, 50
"""Inputs of the plays that are compared."""
SINCE = 40
"""Inputs of them that came after the play was packed, as after some turns without a pause."""
ANSWERS = 30
"""Inputs of them that are answers. A play of a game has about fifty; the others are corrections, inputs as well."""
TIMES = 1.5
PAGES = 3
FRAME = 24
"""Bytes that the WAL adds to a page."""
RATES = {"wyrmspan": 50.0}
RATE = 20.0
"""Random plays a second, for a game that `RATES` does not name."""


def figures(folder: Path, effort: Effort) -> Iterator[Figure]:
    """Yield what can be said of plays. `folder` has those that `long_plays` keeps."""
    yield from _lengths(folder, effort.operations)
    yield _pages(folder / str(LONG), effort.operations)
    for key in GAMES:
        yield _rate(key, effort.plays)


def long_plays(folder: Path) -> None:
    """Keep a play of each length in a data folder of its own, named after its inputs."""
    for inputs in (LONG, BRIEF):
        place = folder / str(inputs)
        place.mkdir(parents=True)
        with Store.open(place) as store:
            play, chance = new_play(), random.Random(SEED)  # noqa: S311 - the same play every time
            while play.n < inputs - SINCE:
                _input(play, chance)
            number = store.create(play)
            while play.n < inputs:
                store.record(number, play, _input(play, chance))


def _input(play: Play[Any], chance: random.Random) -> Any:
    if play.n < ANSWERS:
        return play.give(answer(play.screen.ask, chance))
    field = next(one for one in play.engine.fields(play.state) if one.low < one.high)
    return play.correct({field.name: field.low + play.n % 2})


def answer(ask: Ask, chance: random.Random) -> Any:
    """Return an answer that is allowed, by chance."""
    match ask:
        case Pick():
            return chance.choice([one.id for one in ask.options if one.blocked is None])
        case Number() | Roll():
            return chance.randint(ask.low, ask.high)
        case Marks():
            ids = [one.id for one in ask.options if one.blocked is None]
            return chance.sample(ids, chance.randint(ask.low, min(ask.high, len(ids))))
        case Draw():
            return chance.choice(ask.left).id
        case YesNo():
            return chance.random() < 1 / 2
        case _:
            return True


# --- long plays ---


def _lengths(folder: Path, n: int) -> Iterator[Figure]:
    """Compare the two plays, each from a store of its own whose disk is left out, right after it was resumed."""
    with closing(InMemory.open(folder / str(LONG))) as long, closing(InMemory.open(folder / str(BRIEF))) as brief:
        for name, operation in (("undo", _undo), ("resume", _resume), ("why", _why)):
            ours, baseline = interleaved(n, _timed(long, operation), _timed(brief, operation))
            yield Figure(
                id=f"{name}_{LONG}_inputs",
                what=f"{name} at {LONG} inputs, against {BRIEF}: process time, ms",
                ours=ours * MS,
                baseline=baseline * MS,
                law=Law.TIMES_AT_MOST,
                budget=TIMES,
            )


def _timed(store: Store, operation: Callable[[Store], float]) -> Callable[[], float]:
    return lambda: operation(store)


def _resumed(store: Store) -> tuple[int, Play[Any]]:
    number = store.current()
    assert number is not None  # there is one in each folder
    stored = store.load(number)
    play = resume(load_engine(stored.game), stored, dealer(stored.seed))
    assert not isinstance(play, OtherRules)  # it was written a moment ago
    return number, play


def _resume(store: Store) -> float:
    began = process_time()
    _resumed(store)
    return process_time() - began


def _undo(store: Store) -> float:
    """Take the last input back and keep that; then put everything as it was."""
    number, play = _resumed(store)
    began = process_time()
    store.record(number, play, play.undo())
    took = process_time() - began
    store.record(number, play, play.take())
    return took


def _why(store: Store) -> float:
    _, play = _resumed(store)
    began = process_time()
    play.why(play.n)
    return process_time() - began


def _pages(folder: Path, n: int) -> Figure:
    """Count the pages that the WAL gains by an input; checkpoints come when the device is idle."""
    wal = folder / f"{salvage.NAME}-wal"
    page = connection.PAGE + FRAME
    chance = random.Random(SEED)  # noqa: S311 - the same inputs every time
    with Store.open(folder) as store:
        number, play = _resumed(store)

        def pages() -> int:
            before = wal.stat().st_size
            store.record(number, play, _input(play, chance))
            return -(-(wal.stat().st_size - before) // page)

        pages()  # after the first, the WAL has its head
        most = max(pages() for _ in range(n))
    return Figure(
        id="stored_input_pages", what="pages written for one stored input", ours=most, budget=PAGES, exact=True
    )


# --- random plays ---


def _rate(key: str, n: int) -> Figure:
    """Play whole games by chance, with the device's cards and dice."""
    chance = random.Random(SEED)  # noqa: S311 - the same plays every time
    seconds = islice(_seconds(key, chance), 1, n + 1)
    return Figure(
        id=f"plays_per_second_{key}",
        what="complete random plays on one core; 1/s of process time",
        ours=1 / median(seconds),
        law=Law.AT_LEAST,
        budget=RATES.get(key, RATE),
    )


def _seconds(key: str, chance: random.Random) -> Iterator[float]:
    number = 0
    while True:
        number += 1
        began = process_time()
        play = Play(load_engine(key), {}, dealer(str(number)), seed=str(number))
        while play.engine.result(play.state) is None:
            play.give(answer(play.screen.ask, chance))
        yield process_time() - began
