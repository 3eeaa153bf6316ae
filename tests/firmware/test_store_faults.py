"""A disk that cannot be written: the play goes on, and is written whole once it can be."""

import sqlite3
from pathlib import Path

import pytest

from engines.contract import Result
from engines.text import Text
from firmware.store import Store
from firmware.stored import stored
from tests.firmware.conftest import Full, lock, unlock
from tests.firmware.counting import counting, new_play


def test_full_disk(tmp_path: Path, full_disk: Full) -> None:
    """On a full disk an input is not kept and nothing is raised; the next one that can be written keeps all."""
    play = new_play()
    with Store.open(tmp_path) as store:
        number = store.create(play)
        store.record(number, play, play.give(1))
        with full_disk((tmp_path / "plays.sqlite-wal").stat().st_size):
            for i in range(40):
                store.record(number, play, play.give(i % 10))
                assert not store.kept
                assert store.load(number) == stored(play)
        assert not store.kept
        store.record(number, play, play.undo(3))
        assert store.kept
        store.record(number, play, play.give(7))
    with Store.open(tmp_path) as store:
        assert store.notices == ()
        assert store.load(number) == stored(play)


def test_full_disk_at_its_end(tmp_path: Path, full_disk: Full) -> None:
    """What could not be written before the power went is missing, and the rest is whole."""
    play = new_play()
    with Store.open(tmp_path) as store:
        number = store.create(play)
        store.record(number, play, play.give(1))
        before = stored(play)
        with full_disk((tmp_path / "plays.sqlite-wal").stat().st_size):
            store.record(number, play, play.give(2))
            store._db.close()  # the process ends here
    with Store.open(tmp_path) as store:
        assert store.load(number) == before


def test_full_database(tmp_path: Path) -> None:
    """A new play that does not fit any more is held in memory, beside those on the disk, until it does."""
    first, second, other = new_play("a"), new_play("b"), new_play("c", engine=counting(key="other"))
    with Store.open(tmp_path) as store:
        one = store.create(first)
        (pages,) = store._db.execute("PRAGMA page_count").fetchone()
        store._db.execute(f"PRAGMA max_page_count = {pages}")
        two, three = store.create(other), store.create(second)
        assert (one, two, three) == (1, 2, 3)
        assert not store.kept
        store.archive(two, result=Result("you", None, None, Text("You win.")))
        assert [info.live for info in store.plays()] == [False, False, True]
        assert [store.load(number) for number in (one, two, three)] == [stored(first), stored(other), stored(second)]
        store._db.execute("PRAGMA max_page_count = 100000")
        store.idle()
        assert store.kept
    with Store.open(tmp_path) as store:
        assert [info.live for info in store.plays()] == [False, False, True]
        assert [store.load(number) for number in (one, two, three)] == [stored(first), stored(other), stored(second)]
        assert store.current() == three


def test_locked_by_another_program(tmp_path: Path) -> None:
    """While another program holds the file nothing is kept; when it lets go, everything is."""
    play = new_play()
    with Store.open(tmp_path) as store:
        number = store.create(play)
        store._db.execute("PRAGMA busy_timeout = 0")
        other = sqlite3.connect(tmp_path / "plays.sqlite", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        store.record(number, play, play.give(1))
        assert not store.kept
        other.execute("ROLLBACK")
        other.close()
        store.record(number, play, play.give(2))
        assert store.kept
    with Store.open(tmp_path) as store:
        assert store.load(number) == stored(play)


@pytest.mark.parametrize("wal", [False, True])
def test_read_only(plain_folder: Path, wal: bool) -> None:
    """Plays of a folder that cannot be written are read, with what stands in the WAL; they are kept once it can be."""
    play = new_play()
    store = Store.open(plain_folder)
    number = store.create(play)
    store.record(number, play, play.give(5))
    left = {path.name: path.read_bytes() for path in plain_folder.iterdir()}
    store.close()
    if wal:
        for name, raw in left.items():
            (plain_folder / name).write_bytes(raw)
    lock(plain_folder)
    before = {path: path.read_bytes() for path in plain_folder.iterdir()}
    with Store.open(plain_folder) as store:
        assert (store.kept, store.notices, store.current()) == (False, (), number)
        assert store.load(number) == stored(play)
        store.record(number, play, play.give(6))
        assert not store.kept
        assert store.load(number) == stored(play)
        assert {path: path.read_bytes() for path in plain_folder.iterdir()} == before
        unlock(plain_folder)
        store.record(number, play, play.give(7))
        assert store.kept
    with Store.open(plain_folder) as store:
        assert store.load(number) == stored(play)


def test_read_only_for_a_while(plain_folder: Path) -> None:
    """Once the file can be written, what stood in it does not come after the inputs of meanwhile, in any play."""
    first, second = new_play("a"), new_play("b", engine=counting(key="other"))
    with Store.open(plain_folder) as store:
        one, two = store.create(first), store.create(second)
        for i in range(10):
            store.record(one, first, first.give(i))
            store.record(two, second, second.give(i))
    lock(plain_folder)
    with Store.open(plain_folder) as store:
        assert store.load(two) == stored(second)
        store.record(one, first, first.undo(2))
        assert not store.kept
        unlock(plain_folder)
        store.record(one, first, first.give(7))
        assert store.kept
        store.record(two, second, second.give(7))
        assert (store.load(one), store.load(two)) == (stored(first), stored(second))
    with Store.open(plain_folder) as store:
        assert store.notices == ()
        assert (store.load(one), store.load(two)) == (stored(first), stored(second))


def test_read_only_file(plain_folder: Path) -> None:
    """A file that cannot be written in a folder that can be is read, and is no damage."""
    play = new_play()
    with Store.open(plain_folder) as store:
        number = store.create(play)
    (plain_folder / "plays.sqlite").chmod(0o444)
    with Store.open(plain_folder) as store:
        assert (store.kept, store.notices) == (False, ())
        assert store.load(number) == stored(play)


def test_unreadable(plain_folder: Path) -> None:
    """Plays that cannot even be read are named, and never overwritten by others that would have their numbers."""
    theirs = new_play("theirs")
    with Store.open(plain_folder) as store:
        store.create(theirs)
    file = plain_folder / "plays.sqlite"
    file.chmod(0)
    with Store.open(plain_folder) as store:
        assert not store.kept
        assert str(file) in store.notices[0]
        play = new_play("other")
        number = store.create(play)
        file.chmod(0o666)
        store.record(number, play, play.give(1))
        assert not store.kept
        assert store.load(number) == stored(play)
    with Store.open(plain_folder) as store:
        assert store.load(number) == stored(theirs)


def test_no_folder(plain_folder: Path) -> None:
    """A folder that cannot be made keeps nothing; plays go on, and are kept once there is one."""
    folder = plain_folder / "missing"
    plain_folder.chmod(0o555)
    play = new_play()
    with Store.open(folder) as store:
        assert (store.kept, store.notices, store.plays()) == (False, (), ())
        number = store.create(play)
        store.record(number, play, play.give(5))
        assert (store.live("counting"), store.current()) == (number, number)
        plain_folder.chmod(0o777)
        folder.mkdir()
        store.record(number, play, play.give(6))
        assert store.kept
    with Store.open(folder) as store:
        assert store.load(number) == stored(play)


def test_other_plays_turn_up(plain_folder: Path) -> None:
    """A disk that turns up late, with plays that were not read, is left as it is: its numbers are not ours."""
    theirs, ours = new_play("theirs"), new_play("ours")
    with Store.open(plain_folder) as store:
        number = store.create(theirs)
    late = plain_folder / "plays.sqlite"
    late.rename(plain_folder / "late")
    plain_folder.chmod(0o555)
    with Store.open(plain_folder) as store:
        assert store.create(ours) == number
        plain_folder.chmod(0o777)
        (plain_folder / "late").rename(late)
        store.record(number, ours, ours.give(1))
        assert not store.kept
        assert store.load(number) == stored(ours)
    with Store.open(plain_folder) as store:
        assert store.load(number) == stored(theirs)


def test_folder_is_a_file(tmp_path: Path) -> None:
    """Even a data folder that is a file stops nobody."""
    (tmp_path / "data").write_text("")
    with Store.open(tmp_path / "data") as store:
        assert not store.kept
        assert store.create(new_play()) == 1
