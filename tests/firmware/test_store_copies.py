"""Copies of the store: when they are made, what they give back, and the one that is kept before a migration."""

import logging
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from firmware import connection, migrate, rescue
from firmware.copies import BACKUP, STARTS, UPTIME_S
from firmware.device import IDLE_S
from firmware.salvage import NAME
from firmware.store import Store
from firmware.stored import SCHEMA, stored
from tests.firmware.bench import bench
from tests.firmware.conftest import Full, lock
from tests.firmware.counting import counting, new_play


def _with_plays(folder: Path) -> dict[int, Any]:
    """Make a store with two plays of two games, a copy of it, and an input more in each; return them as copied."""
    with Store.open(folder) as store:
        first, second = new_play("a"), new_play("b", engine=counting(key="other"))
        for play in (first, second):
            number = store.create(play)
            store.record(number, play, play.give(3))
        store.back_up()
        copied = {number: stored(play) for number, play in ((1, first), (2, second))}
        for number, play in ((1, first), (2, second)):
            store.record(number, play, play.give(4))
    return copied


# --- when ---


def test_at_every_tenth_start(tmp_path: Path) -> None:
    """The tenth start makes a copy once it is idle; the ones before and after it make none."""
    for _ in range(STARTS - 2):
        Store.open(tmp_path).close()
    made = []
    for _ in range(3):
        with bench(tmp_path) as device:
            device.wait(IDLE_S)
        made.append((tmp_path / BACKUP).exists())
        (tmp_path / BACKUP).unlink(missing_ok=True)
    assert [False, True, False] == made


def test_after_a_day(tmp_path: Path) -> None:
    """A device that runs on makes a copy every 24 h, while nobody touches a key."""
    with bench(tmp_path) as device:
        device.clock.advance(UPTIME_S - 30)
        device.next(5)
        assert not (tmp_path / BACKUP).exists()
        device.wait(30)
        first = (tmp_path / BACKUP).stat().st_mtime_ns
        n, last = device.play.n, device.desk.number
        device.clock.advance(UPTIME_S)
        device.wait(1)
        assert first != (tmp_path / BACKUP).stat().st_mtime_ns
    (tmp_path / BACKUP).rename(tmp_path / NAME)
    (tmp_path / f"{NAME}-wal").unlink(missing_ok=True)
    with Store.open(tmp_path) as store:
        assert (store.notices, store.load(last).n) == ((), n)


# --- what it gives back ---


def test_a_lost_store(tmp_path: Path) -> None:
    """Where nothing of the file can be read the plays of the copy go on, and it is said that they are older."""
    copied = _with_plays(tmp_path)
    (tmp_path / NAME).write_bytes(b"no database")
    with Store.open(tmp_path) as store:
        expected = "0 plays were read whole and saved. From an older copy, without its last steps: play 1, 2."
        assert expected in store.notices[0]
        assert copied == {number: store.load(number) for number in copied}
        assert 2 == store.current()
    with Store.open(tmp_path) as store:
        assert () == store.notices


def test_a_lost_play(tmp_path: Path) -> None:
    """What the file still has whole is not taken from the copy; what it lost is."""
    copied = _with_plays(tmp_path)
    with sqlite3.connect(tmp_path / NAME) as db:
        db.execute("UPDATE plays SET pack = X'00' WHERE number = 1")
    db.close()
    with Store.open(tmp_path) as store:
        expected = "1 play was read whole and saved. From an older copy, without its last steps: play 1."
        assert expected in store.notices[0]
        assert copied[1] == store.load(1)
        assert copied[2].n + 1 == store.load(2).n


def test_a_copy_that_cannot_be_read(tmp_path: Path) -> None:
    """It costs nothing of what the file still has whole."""
    copied = _with_plays(tmp_path)
    with sqlite3.connect(tmp_path / NAME) as db:
        db.execute("UPDATE plays SET pack = X'00' WHERE number = 1")
    db.close()
    (tmp_path / BACKUP).unlink()
    (tmp_path / BACKUP).mkdir()
    with Store.open(tmp_path) as store:
        assert store.kept
        assert "1 play was read whole and saved. Not whole: play 1." in store.notices[0]
        assert copied[2].n + 1 == store.load(2).n


def test_an_older_play_of_the_same_game(tmp_path: Path) -> None:
    """A game keeps one play that goes on: the later one."""
    _with_plays(tmp_path)
    with Store.open(tmp_path) as store:
        number = store.create(new_play("c"))
    with sqlite3.connect(tmp_path / NAME) as db:
        db.execute("UPDATE plays SET pack = X'00' WHERE number = 1")
    db.close()
    with Store.open(tmp_path) as store:
        assert {1: False, 2: True, number: True} == {info.number: info.live for info in store.plays()}


def test_a_copy_on_a_full_disk(tmp_path: Path, full_disk: Full, caplog: pytest.LogCaptureFixture) -> None:
    """A copy that cannot be written leaves the last one as it was, and the play goes on."""
    caplog.set_level(logging.WARNING)
    _with_plays(tmp_path)
    before = (tmp_path / BACKUP).read_bytes()
    with Store.open(tmp_path) as store:
        with full_disk(4096):
            store.back_up()
        assert store.kept
    assert before == (tmp_path / BACKUP).read_bytes()
    assert [] == list(tmp_path.glob("*.new*"))
    assert "The plays cannot be copied" in caplog.text


def test_no_copy_of_damage(tmp_path: Path) -> None:
    """A store that was damaged since it was opened does not take the place of a good copy."""
    _with_plays(tmp_path)
    before = (tmp_path / BACKUP).read_bytes()
    with Store.open(tmp_path) as store:
        store._db.execute("UPDATE plays SET pack = X'00' WHERE number = 1")
        store.back_up()
    assert before == (tmp_path / BACKUP).read_bytes()


# --- migration ---


@pytest.fixture
def tomorrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """The Tavolino of tomorrow: its format has one column more."""

    def step(db: sqlite3.Connection) -> None:
        db.execute("ALTER TABLE meta RENAME COLUMN value TO number")
        db.execute("ALTER TABLE meta RENAME COLUMN number TO value")
        db.execute("CREATE TABLE more (name TEXT)")

    for module in (connection, migrate, rescue):
        monkeypatch.setattr(module, "SCHEMA", SCHEMA + 1)
    monkeypatch.setitem(migrate.STEPS, SCHEMA, step)


def _older(folder: Path) -> dict[int, Any]:
    with Store.open(folder) as store:
        play = new_play()
        number = store.create(play)
        store.record(number, play, play.give(3))
    return {number: stored(play)}


def test_migration(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """A store of an older format is brought up to today's with all its plays; a copy of the older one is kept."""
    plays = _older(tmp_path)
    request.getfixturevalue("tomorrow")
    for _ in range(2):
        with Store.open(tmp_path) as store:
            assert () == store.notices
            assert plays == {number: store.load(number) for number in plays}
            assert [] == store._db.execute("SELECT * FROM more").fetchall()
            assert SCHEMA + 1 == migrate.format_of(store._db) == migrate.noted_format(store._db)
    with sqlite3.connect(tmp_path / f"plays.format-{SCHEMA}.sqlite") as copy:
        assert SCHEMA == migrate.format_of(copy)
    copy.close()


def test_migration_cut_short(tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A migration that does not come to its end has changed nothing, and the next start does it."""
    plays = _older(tmp_path)
    request.getfixturevalue("tomorrow")
    whole = migrate.STEPS[SCHEMA]

    def cut(db: sqlite3.Connection) -> None:
        whole(db)
        raise KeyboardInterrupt

    monkeypatch.setitem(migrate.STEPS, SCHEMA, cut)
    with pytest.raises(KeyboardInterrupt):
        Store.open(tmp_path)
    monkeypatch.setitem(migrate.STEPS, SCHEMA, whole)
    with Store.open(tmp_path) as store:
        assert plays == {number: store.load(number) for number in plays}


def test_migration_on_a_full_disk(tmp_path: Path, request: pytest.FixtureRequest, full_disk: Full) -> None:
    """Where no copy can be kept nothing is migrated: the plays are read in memory, and nothing is kept."""
    plays = _older(tmp_path)
    before = (tmp_path / NAME).read_bytes()
    request.getfixturevalue("tomorrow")
    with full_disk(4096), Store.open(tmp_path) as store:
        assert not store.kept
    assert before == (tmp_path / NAME).read_bytes()
    with Store.open(tmp_path) as store:
        assert plays == {number: store.load(number) for number in plays}


def test_migration_of_a_read_only_store(plain_folder: Path, request: pytest.FixtureRequest) -> None:
    """An older store that cannot be written is migrated in memory: no damage is said, and the file stays."""
    plays = _older(plain_folder)
    lock(plain_folder)
    request.getfixturevalue("tomorrow")
    with Store.open(plain_folder) as store:
        assert (False, ()) == (store.kept, store.notices)
        assert plays == {number: store.load(number) for number in plays}
