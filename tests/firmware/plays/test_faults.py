"""A disk that cannot be written: the play continues, and is written whole as soon as possible."""

from pathlib import Path
from shutil import copytree

import pytest

from engines.kit.contract import Result
from engines.kit.text import ENGLISH, Text
from firmware.plays.store import Store
from tests.firmware.conftest import FullDisk
from tests.firmware.counting import counting, new_play
from tests.play_values import without_snapshots

FILE = "plays/0001-counting.jsonl"


def test_full_disk(tmp_path: Path, full_disk: FullDisk) -> None:
    """On a full disk an input is not kept and nothing is raised; the next successful write keeps all inputs."""
    play = new_play()
    with Store(tmp_path) as store:
        number = store.create(play)
        store.record(number, play, play.give(1))
        with full_disk((tmp_path / FILE).stat().st_size + 7):
            for i in range(40):
                store.record(number, play, play.give(i % 10))
                assert not store.is_saved
                assert without_snapshots(store.load(number)) == without_snapshots(play.saved())
        assert not store.is_saved
        store.record(number, play, play.undo(3))
        assert store.is_saved
        store.record(number, play, play.give(7))
    with Store(tmp_path) as store:
        assert store.notices == ()
        assert without_snapshots(store.load(number)) == without_snapshots(play.saved())


def test_full_disk_at_its_end(tmp_path: Path, full_disk: FullDisk) -> None:
    """Inputs not written before a power cut are missing without a notice; the rest is undamaged."""
    play = new_play()
    with Store(tmp_path) as store:
        number = store.create(play)
        store.record(number, play, play.give(1))
        store.idle()
        before = without_snapshots(play.saved())
        with full_disk((tmp_path / FILE).stat().st_size + 7):
            store.record(number, play, play.give(2))
            store.idle()
            assert not store.is_saved
            copytree(tmp_path, tmp_path / "left")
    with Store(tmp_path / "left") as store:
        assert () == store.notices
        assert without_snapshots(store.load(number)) == before


def test_full_disk_when_the_power_is_switched_off(tmp_path: Path, full_disk: FullDisk) -> None:
    """No snapshot is written of an unwritten input, since the next start would miss it."""
    play = new_play()
    store = Store(tmp_path)
    number = store.create(play)
    for value in range(9):
        store.record(number, play, play.give(value))
    with full_disk((tmp_path / FILE).stat().st_size + 7):
        store.record(number, play, play.give(2))
        store.close()
    with Store(tmp_path) as store:
        assert (() == store.notices, store.load(number).n) == (True, 9)


def test_full_disk_with_several_plays(tmp_path: Path, full_disk: FullDisk) -> None:
    """New plays that do not fit are held in memory, beside those on the disk, until they fit."""
    first, second, other = new_play("a"), new_play("b"), new_play("c", engine=counting(key="other"))
    with Store(tmp_path) as store:
        one = store.create(first)
        with full_disk(1):
            two, three = store.create(other), store.create(second)
            assert (one, two, three) == (1, 2, 3)
            assert not store.is_saved
            store.archive(two, result=Result("you", None, None, Text("You win.")))
            assert [info.live for info in store.plays()] == [False, False, True]
            for number, play in ((one, first), (two, other), (three, second)):
                assert without_snapshots(store.load(number)) == without_snapshots(play.saved())
        store.idle()
        assert store.is_saved
    with Store(tmp_path) as store:
        assert [info.live for info in store.plays()] == [False, False, True]
        for number, play in ((one, first), (two, other), (three, second)):
            assert without_snapshots(store.load(number)) == without_snapshots(play.saved())
        assert store.current() == three


def _files(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def _make_read_only(folder: Path) -> None:
    for path in (*folder.rglob("*"), folder):
        path.chmod(0o555 if path.is_dir() else 0o444)


def _make_writable(folder: Path) -> None:
    folder.chmod(0o777)
    for path in sorted(folder.rglob("*")):
        path.chmod(0o777 if path.is_dir() else 0o666)


def test_read_only(plain_folder: Path) -> None:
    """Plays in a read-only folder are read and not changed; new inputs are kept as soon as they can be."""
    play = new_play()
    with Store(plain_folder) as store:
        number = store.create(play)
        store.record(number, play, play.give(5))
    _make_read_only(plain_folder)
    before = _files(plain_folder)
    with Store(plain_folder) as store:
        assert (store.is_saved, store.notices, store.current()) == (False, (), number)
        assert without_snapshots(store.load(number)) == without_snapshots(play.saved())
        store.record(number, play, play.give(6))
        assert not store.is_saved
        assert without_snapshots(store.load(number)) == without_snapshots(play.saved())
        assert _files(plain_folder) == before
        _make_writable(plain_folder)
        store.record(number, play, play.give(7))
        assert store.is_saved
    with Store(plain_folder) as store:
        assert without_snapshots(store.load(number)) == without_snapshots(play.saved())


def test_read_only_for_a_while(plain_folder: Path) -> None:
    """When the files become writable, their old inputs do not follow the new ones, in any play."""
    first, second = new_play("a"), new_play("b", engine=counting(key="other"))
    with Store(plain_folder) as store:
        one, two = store.create(first), store.create(second)
        for i in range(10):
            store.record(one, first, first.give(i))
            store.record(two, second, second.give(i))
    _make_read_only(plain_folder)
    with Store(plain_folder) as store:
        store.record(one, first, first.undo(2))
        assert not store.is_saved
        _make_writable(plain_folder)
        store.record(one, first, first.give(7))
        assert store.is_saved
        store.record(two, second, second.give(7))
    with Store(plain_folder) as store:
        assert store.notices == ()
        assert without_snapshots(store.load(one)) == without_snapshots(first.saved())
        assert without_snapshots(store.load(two)) == without_snapshots(second.saved())


def test_damaged_and_read_only(plain_folder: Path) -> None:
    """If a damaged file cannot be moved, its readable part continues and the loss is reported; repair follows later."""
    play = new_play()
    with Store(plain_folder) as store:
        number = store.create(play)
        for value in (1, 2, 3):
            store.record(number, play, play.give(value))
    path = plain_folder / FILE
    damaged = path.read_bytes()[:-9] + b"?" * 9
    path.write_bytes(damaged)
    _make_read_only(plain_folder)
    with Store(plain_folder) as store:
        assert not store.is_saved
        assert "Play 1 was damaged: 3 inputs were kept, 2 can be read." in ENGLISH.words(store.notices[0])
        assert 2 == store.load(number).n
        assert damaged == path.read_bytes()
        _make_writable(plain_folder)
        store.idle()
        assert store.is_saved
    assert damaged == (plain_folder / "damaged" / path.name).read_bytes()
    with Store(plain_folder) as store:
        assert () == store.notices


def test_damaged_and_full(tmp_path: Path, full_disk: FullDisk) -> None:
    """A damaged file on a full disk stays in its place; its readable part continues in memory."""
    play = new_play()
    with Store(tmp_path) as store:
        number = store.create(play)
        for value in (1, 2, 3):
            store.record(number, play, play.give(value))
    path = tmp_path / FILE
    damaged = path.read_bytes()[:-9] + b"?" * 9
    path.write_bytes(damaged)
    with full_disk(1), Store(tmp_path) as store:
        assert not store.is_saved
        assert 2 == store.load(number).n
    assert damaged == path.read_bytes()


def test_unreadable(plain_folder: Path) -> None:
    """An unreadable play is named and left unchanged; its number is not used again."""
    theirs = new_play("theirs")
    with Store(plain_folder) as store:
        store.create(theirs)
    file = plain_folder / FILE
    file.chmod(0)
    with Store(plain_folder) as store:
        assert f"{file} cannot be read (Permission denied). It is left as it is." in ENGLISH.words(store.notices[0])
        play = new_play("other")
        assert 2 == store.create(play)
        store.idle()
        assert store.is_saved
    file.chmod(0o666)
    with Store(plain_folder) as store:
        assert without_snapshots(store.load(1)) == without_snapshots(theirs.saved())


def test_no_folder(plain_folder: Path) -> None:
    """Without a folder nothing is kept; plays continue, and are kept as soon as there is one."""
    folder = plain_folder / "missing"
    plain_folder.chmod(0o555)
    play = new_play()
    with Store(folder) as store:
        assert (store.is_saved, store.notices, store.plays()) == (False, (), ())
        number = store.create(play)
        store.record(number, play, play.give(5))
        assert (store.live_number("counting"), store.current()) == (number, number)
        assert not store.is_saved
        plain_folder.chmod(0o777)
        folder.mkdir()
        store.record(number, play, play.give(6))
        assert store.is_saved
    with Store(folder) as store:
        assert without_snapshots(store.load(number)) == without_snapshots(play.saved())


@pytest.mark.parametrize("game", ["counting", "other"])
def test_other_plays_turn_up(plain_folder: Path, game: str) -> None:
    """A disk that appears late with other plays is left unchanged; their numbers are not ours."""
    theirs, ours = new_play("theirs", engine=counting(key=game)), new_play("ours")
    with Store(plain_folder) as store:
        number = store.create(theirs)
    (plain_folder / "plays").rename(plain_folder / "late")
    plain_folder.chmod(0o555)
    with Store(plain_folder) as store:
        assert store.create(ours) == number
        plain_folder.chmod(0o777)
        (plain_folder / "late").rename(plain_folder / "plays")
        store.record(number, ours, ours.give(1))
        assert not store.is_saved
        assert without_snapshots(store.load(number)) == without_snapshots(ours.saved())
    with Store(plain_folder) as store:
        assert without_snapshots(store.load(number)) == without_snapshots(theirs.saved())


def test_folder_is_a_file(tmp_path: Path) -> None:
    """Even a data folder that is a file causes no error."""
    (tmp_path / "data").write_text("")
    with Store(tmp_path / "data") as store:
        assert not store.is_saved
        assert store.create(new_play()) == 1
