"""The store as it is used: created, recorded, chosen, archived, opened again."""

from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from engines.contract import Result
from engines.text import Text
from firmware.errors import TavolinoError
from firmware.store import Store
from firmware.stored import stored
from tests.firmware.counting import counting, new_play

FRAME = 4096 + 24
"""Bytes that one page takes in the WAL."""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store in an empty folder."""
    with Store.open(tmp_path) as store:
        yield store


def test_empty(store: Store) -> None:
    """A new store is kept, says nothing and holds nothing."""
    assert (store.kept, store.notices, store.plays(), store.current()) == (True, (), (), None)


def test_created_whole(tmp_path: Path) -> None:
    """A new play is there after a restart, with what was dealt before the first input."""
    play = new_play()
    with Store.open(tmp_path) as store:
        number = store.create(play)
    with Store.open(tmp_path) as store:
        assert (store.current(), store.live("counting"), store.live("other")) == (number, number, None)
        loaded = store.load(number)
        assert loaded == stored(play)
        assert loaded.steps[0].outcomes
        assert loaded.steps[0].snapshot == play.steps[0].snapshot


def test_operations(tmp_path: Path) -> None:
    """Inputs, undo, corrections, sources, a replaced state: each is there after a restart."""
    play = new_play()
    with Store.open(tmp_path) as store:
        number = store.create(play)
    operations: tuple[Callable[[], Any], ...] = (
        lambda: play.give(3),
        lambda: play.give(4),
        lambda: play.correct({"count": 77}),
        lambda: play.undo(2),
        lambda: play.give(9),
        play.take,
        lambda: play.use("die", "own"),
        lambda: play.give(1),
        lambda: play.give(6),
        lambda: play.use("die", "device"),
        lambda: play.replace({"count": 5}),
        lambda: play.give(2),
        play.undo,
    )
    for operate in operations:
        change = operate()
        with Store.open(tmp_path) as store:
            store.record(number, play, change)
        with Store.open(tmp_path) as store:
            assert store.load(number) == stored(play)


def test_snapshots(store: Store) -> None:
    """One state is kept every 25 inputs, and the last."""
    play = new_play()
    number = store.create(play)
    for i in range(60):
        store.record(number, play, play.give(i % 10))
    loaded = store.load(number)
    assert [n for n, step in enumerate(loaded.steps) if step.snapshot is not None] == [0, 25, 50, 60]
    store.record(number, play, play.undo(12))
    assert [n for n, step in enumerate(store.load(number).steps) if step.snapshot is not None] == [0, 25, 48]


@pytest.mark.parametrize("size", [0, 50, 150])
def test_pages(store: Store, tmp_path: Path, size: int) -> None:
    """One stored input writes at most 3 pages, be it given, undone, taken or mended, its state small or large."""
    bulk = {"seen": {sha256(bytes([i])).hexdigest()[:16]: i for i in range(size)}}
    play = new_play(engine=counting(extra=bulk))
    store.create(new_play(engine=counting(key="before")))
    number = store.create(play)
    store.create(new_play(engine=counting(key="after")))
    store.choose(number)
    wal = tmp_path / "plays.sqlite-wal"
    for i in range(400):
        before = wal.stat().st_size
        change = play.undo(1 + i % 2) if i % 7 == 6 else play.take() if play.offered and i % 3 else play.give(i % 10)
        store.record(number, play, change)
        assert 0 < wal.stat().st_size - before <= 3 * FRAME
    assert store.load(number) == stored(play)


def test_more_operations_than_slots(tmp_path: Path) -> None:
    """A play that never saw an idle moment is written whole when its slots are used up, and goes on."""
    play = new_play()
    with Store.open(tmp_path) as store:
        number = store.create(play)
        for i in range(530):
            store.record(number, play, play.give(i % 10))
    with Store.open(tmp_path) as store:
        assert store.load(number) == stored(play)
        assert store.plays()[0].inputs == 530


def test_idle_packs(tmp_path: Path) -> None:
    """Idle time empties the WAL and packs the play; both change nothing that is read."""
    play = new_play()
    with Store.open(tmp_path) as store:
        number = store.create(play)
        for i in range(100):
            store.record(number, play, play.give(i % 10))
        store.idle()
        assert (tmp_path / "plays.sqlite-wal").stat().st_size <= 2 * FRAME
        assert store._heads[number].packed == store._heads[number].seq
        store.record(number, play, play.give(1))
        assert store.load(number) == stored(play)
    with Store.open(tmp_path) as store:
        assert store.load(number) == stored(play)


def test_idle_without_work(store: Store, tmp_path: Path) -> None:
    """Idle time writes nothing when there is little to do."""
    store.create(new_play())
    before = (tmp_path / "plays.sqlite-wal").stat().st_size
    for _ in range(100):
        store.idle()
    assert (tmp_path / "plays.sqlite-wal").stat().st_size == before


def test_second_play_archives(tmp_path: Path) -> None:
    """A new play of a game makes the one before abandoned; it stays in the list and can be read."""
    first, second = new_play("a"), new_play("b")
    with Store.open(tmp_path) as store:
        one = store.create(first)
        store.record(one, first, first.give(4))
        two = store.create(second)
        assert two == one + 1
        assert store.live("counting") == two
    with Store.open(tmp_path) as store:
        old, new = store.plays()
        assert (old.abandoned, old.over, old.live, old.inputs) == (True, False, False, 1)
        assert (new.abandoned, new.live) == (False, True)
        assert store.load(one) == stored(first)


def test_other_games(tmp_path: Path) -> None:
    """Each game has a live play of its own; the one chosen or recorded last is the current one."""
    one, other = new_play(), new_play(engine=counting(key="other"))
    with Store.open(tmp_path) as store:
        first, second = store.create(one), store.create(other)
        assert (store.live("counting"), store.live("other"), store.current()) == (first, second, second)
        store.choose(first)
    with Store.open(tmp_path) as store:
        assert store.current() == first
        assert [store.load(first).game, store.load(second).game] == ["counting", "other"]


def test_archived_with_result(tmp_path: Path) -> None:
    """A play that is over has its winner in the list, and is no longer resumed; its number is not used again."""
    play = new_play()
    with Store.open(tmp_path) as store:
        number = store.create(play)
        store.record(number, play, play.give(4))
        store.archive(number, result=Result("bot", 9, 7, Text("The bot wins.")))
        assert (store.current(), store.live("counting")) == (None, None)
    with Store.open(tmp_path) as store:
        (info,) = store.plays()
        assert (info.over, info.abandoned, info.winner, info.inputs, info.version) == (True, False, "bot", 1, 1)
        assert store.load(number) == stored(play)
        assert store.create(new_play()) == number + 1


def test_rewritten(tmp_path: Path) -> None:
    """A play that goes on by other rules is kept whole with their version."""
    play = new_play()
    with Store.open(tmp_path) as store:
        number = store.create(play)
        for i in range(30):
            store.record(number, play, play.give(i % 10))
        newer = new_play("c", engine=counting(2))
        store.rewrite(number, newer)
        store.record(number, newer, newer.give(5))
    with Store.open(tmp_path) as store:
        assert store.load(number) == stored(newer)
        assert (store.plays()[0].version, store.plays()[0].inputs) == (2, 1)


def test_missed_change(store: Store) -> None:
    """A change that does not follow what is written makes the play be written whole."""
    play = new_play()
    number = store.create(play)
    play.give(1)
    store.record(number, play, play.give(2))
    assert store.load(number) == stored(play)


def test_loaded_play_is_private(store: Store) -> None:
    """What is loaded can be changed without changing the store."""
    number = store.create(new_play())
    store.load(number).steps.clear()
    assert store.load(number).steps


def test_no_such_play(store: Store) -> None:
    """A number that was never given is refused with a sentence."""
    with pytest.raises(TavolinoError, match="There is no play 7"):
        store.load(7)


def test_counters(tmp_path: Path) -> None:
    """Counters add up over restarts."""
    with Store.open(tmp_path) as store:
        store.count("full", 3)
        store.count("full")
    with Store.open(tmp_path) as store:
        assert (store.counter("full"), store.counter("partial")) == (4, 0)


def test_reading_is_lazy(tmp_path: Path) -> None:
    """Opening a long play reads a pack and the operations of a few dozen inputs, however long it is."""
    rows = []
    for inputs in (50, 300):
        play = new_play()
        folder = tmp_path / str(inputs)
        folder.mkdir()
        with Store.open(folder) as store:
            number = store.create(play)
            for i in range(inputs):
                store.record(number, play, play.give(i % 10))
                store.idle()
            rows.append(store._heads[number].seq - store._heads[number].packed)
    assert max(rows) < 100
