"""Long plays compared with short ones of the same game, and the pages that an input of a long play writes.

Both reach the same table by the same answers; the long one has many corrections, each of a value there and back. So
their costs differ only by their length.

    there and back ─▶ answer ─▶ there and back ─▶ answer ─▶ …  the same answers, stored one by one
"""

import random
from collections.abc import Iterator
from copy import copy
from functools import partial
from itertools import count, islice
from pathlib import Path
from time import process_time
from typing import Any

from msgspec.structs import replace

from engines.kit.contract import Refused
from engines.kit.play import Play
from engines.kit.versions import OtherRules, resume
from engines.registry import GAMES, load_engine
from firmware.dealer import dealer
from firmware.plays.folder import LIVE, name_of
from firmware.plays.snapshots import SNAPSHOT_INTERVAL
from firmware.plays.store import Store
from firmware.process import loading
from tests.bench.device import GAME, SEED, new_play
from tests.bench.figures import Figure, interleaved
from tests.bench.files import answers

MS = 1000
LONG_INPUTS, SHORT_INPUTS = 500, 50
"""Inputs of the compared plays."""
ANSWERS = 44
"""Answers among these inputs; the others are corrections."""
LAST_ANSWERS = SNAPSHOT_INTERVAL
"""Answers after the last correction, as many as between two snapshots."""
MIN_TRIES = 20
"""Fields tried before the next answer, or all if there are more."""
OPERATIONS = 20
"""Operations timed together, since one is too short for the clock."""
PAGE_BYTES = 4096


def figures(folder: Path, rounds: int) -> Iterator[Figure]:
    """Yield the figures of long plays. `folder` has the plays of `long_plays`."""
    for key in GAMES:
        yield from compare(folder / key, key, rounds)
    yield _pages(folder / GAME / str(LONG_INPUTS), rounds)


def long_plays(folder: Path) -> None:
    """Keep a play of each length of each game, each in its own data folder."""
    for key in GAMES:
        seed, values = _seed_and_answers(key)
        for inputs in (LONG_INPUTS, SHORT_INPUTS):
            play = _with_corrections(new_play(key, seed), values[:-LAST_ANSWERS], (inputs - ANSWERS) // 2)
            place = folder / key / str(inputs)
            place.mkdir(parents=True)
            with Store(place) as store:
                number = store.create(play)
                for value in values[-LAST_ANSWERS:]:
                    store.record(number, play, play.give(value))


def compare(folder: Path, key: str, rounds: int) -> Iterator[Figure]:
    """Compare the cost of a resume, an undo and a Why in two plays of different length."""
    long, short = folder / str(LONG_INPUTS), folder / str(SHORT_INPUTS)
    for name, take in (("resume", _resume), ("undo", _undo), ("why", _why)):
        ours, baseline = interleaved(rounds, partial(take, long), partial(take, short))
        yield Figure(
            id=f"{name}_{LONG_INPUTS}_inputs_{key}",
            what=f"{name} at {LONG_INPUTS} inputs, against {SHORT_INPUTS} with the same table: process time, ms",
            ours=ours * MS,
            baseline=baseline * MS,
            budget=1.5,
        )


def _seed_and_answers(key: str) -> tuple[str, list[Any]]:
    """Return the seed of a random play with enough answers, and these answers."""
    for seed in map(str, count(int(SEED))):
        given = list(islice(answers(key, seed), ANSWERS + 1))
        if len(given) > ANSWERS:
            return seed, given[:ANSWERS]
    raise AssertionError  # there is no end of seeds


def _with_corrections(play: Play[Any], given: list[Any], corrections: int) -> Play[Any]:
    """Give answers, and between them this many corrections there and back; more of them early, if later ones fail."""
    chance = random.Random(SEED)  # noqa: S311 - the same play every time
    remaining = corrections
    for place, value in enumerate(given):
        for _ in range(min(-(-2 * remaining // (len(given) - place)), remaining)):
            corrected = _there_and_back(play, chance)
            if corrected is None:
                break
            play, remaining = corrected, remaining - 1
        play.give(value)
    return play


def _there_and_back(play: Play[Any], chance: random.Random) -> Play[Any] | None:
    """Return a play with a random value corrected and put back, or None if that is impossible here."""
    fields = [field for field in play.engine.fields(play.state) if field.low < field.high]
    for field in chance.choices(fields, k=max(MIN_TRIES, len(fields))) if fields else ():
        tried = copy(play)
        tried.steps = list(play.steps)
        try:
            tried.correct({field.name: chance.randint(field.low, field.high)})
            tried.correct({field.name: field.value})
        except Refused:
            continue
        same_journal = {name: getattr(play.state, name) for name in play.state.JOURNAL_FIELDS}
        if replace(tried.state, **same_journal) == play.state:
            return tried
    return None


# --- what they cost ---


def _resume_current(store: Store) -> tuple[int, Play[Any]]:
    number = store.current()
    assert number is not None  # each folder has one
    stored = store.load(number)
    play = resume(load_engine(stored.game), stored, dealer(stored.seed))
    assert not isinstance(play, OtherRules)  # it was just written
    return number, play


def _resume(folder: Path) -> float:
    """Open the files of a folder and resume its play, as a start does."""
    with loading():
        began = process_time()
        store = Store(folder)
        _resume_current(store)
        took = process_time() - began
    store.close()
    return took


def _undo(folder: Path) -> float:
    """Undo the last inputs one by one, stored; then redo them."""
    with Store(folder) as store:
        number, play = _resume_current(store)
        began = process_time()
        for _ in range(OPERATIONS):
            store.record(number, play, play.undo())
        took = process_time() - began
        for _ in range(OPERATIONS):
            store.record(number, play, play.redo())
    return took / OPERATIONS


def _why(folder: Path) -> float:
    """Explain the last inputs one by one."""
    with Store(folder) as store:
        _, play = _resume_current(store)
    began = process_time()
    for n in range(play.n, play.n - OPERATIONS, -1):
        play.why(n)
    return (process_time() - began) / OPERATIONS


def _pages(folder: Path, rounds: int) -> Figure:
    """Count the pages of the play's file that an input changes."""
    with Store(folder) as store:
        number, play = _resume_current(store)
        file = folder / LIVE / name_of(number, play.engine.key)
        field = next(one for one in play.engine.fields(play.state) if one.low < one.high)

        def pages() -> int:
            before = file.stat().st_size
            store.record(number, play, play.correct({field.name: field.low + play.n % 2}))
            return (file.stat().st_size - 1) // PAGE_BYTES - before // PAGE_BYTES + 1

        most = max(pages() for _ in range(rounds))
    return Figure(id="stored_input_pages", what="pages written for a stored input", ours=most, budget=3, exact=True)
