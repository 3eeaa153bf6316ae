"""Copies of the plays: their times, their use, and the files that they never replace."""

import logging
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engines.kit.text import ENGLISH
from firmware.device.loop import IDLE_S
from firmware.plays.play_file import PutAway
from firmware.plays.store import Store
from tests.firmware.conftest import FullDisk
from tests.firmware.counting import counting, new_play
from tests.firmware.device.bench import NEXT, bench
from tests.play_values import without_snapshots

RESTORED = "Play 1 was gone or cut short, and restored from the copies"
FIRST_FILE, SECOND_FILE = "0001-counting.jsonl", "0002-other.jsonl"


def _make_plays(folder: Path) -> dict[int, Any]:
    """Make two plays of two games, a copy of each, and one more input in each; return them as copied."""
    with Store(folder) as store:
        plays = {1: new_play("a"), 2: new_play("b", engine=counting(key="other"))}
        for play in plays.values():
            store.record(store.create(play), play, play.give(3))
        store.back_up()
        copied = {number: without_snapshots(play.saved()) for number, play in plays.items()}
        for number, play in plays.items():
            store.record(number, play, play.give(4))
    return copied


def _flip_bit(path: Path, *, after: int) -> None:
    """Flip a bit of a file, this many lines after its head."""
    raw = bytearray(path.read_bytes())
    lines = raw.splitlines(keepends=True)
    raw[sum(map(len, lines[: after + 1])) + 20] ^= 1
    path.write_bytes(raw)


# --- when ---


def test_at_each_pause(tmp_path: Path) -> None:
    """The first pause of a play makes its copy, and each later pause adds the missing lines."""
    copy = tmp_path / "copies" / "0001-wyrmspan.jsonl"
    with bench(tmp_path) as device:
        device.next(3)
        assert not copy.exists()
        device.wait(IDLE_S)
        first = copy.read_text()
        assert device.store.text(1) == first
        device.next()
        device.wait(IDLE_S)
        assert copy.read_text() == device.store.text(1)
        assert copy.read_text().startswith(first)
        assert copy.read_text() != first


def test_not_while_keys_are_pressed(tmp_path: Path) -> None:
    """A copy waits until no key was touched for a while."""
    with bench(tmp_path) as device:
        device.next(2)
        for _ in range(5):
            device.tap(NEXT, quiet=2)
            assert not (tmp_path / "copies").exists()
        device.wait(IDLE_S)
        assert (tmp_path / "copies").exists()


# --- what they give back ---


def test_a_play_that_is_gone(tmp_path: Path) -> None:
    """A missing play continues from its copy, is reported, and is the current one; the others do not change."""
    copied = _make_plays(tmp_path)
    (tmp_path / "plays" / FIRST_FILE).unlink()
    with Store(tmp_path) as store:
        assert [f"{RESTORED}: 2 inputs were kept, 1 can be read."] == [*map(ENGLISH.words, store.notices)]
        assert copied[1] == without_snapshots(store.load(1))
        assert 2 == store.load(2).n
        assert 1 == store.current()
        store.idle()
    with Store(tmp_path) as store:
        assert () == store.notices


@pytest.mark.parametrize("after", [-1, 0])
def test_a_play_that_is_damaged_before_its_copy_ends(tmp_path: Path, after: int) -> None:
    """The damaged line, even the head, comes from the copy and the later lines from the play: no input is lost."""
    _make_plays(tmp_path)
    _flip_bit(tmp_path / "plays" / FIRST_FILE, after=after)
    with Store(tmp_path) as store:
        assert "Play 1 was damaged: 2 inputs were kept, 2 can be read." in ENGLISH.words(store.notices[0])
        assert 2 == store.load(1).n
        assert 2 == store.current()
    assert (tmp_path / "damaged" / FIRST_FILE).exists()


def test_a_play_that_is_damaged_after_its_copy_ends(tmp_path: Path) -> None:
    """Inputs that the copy does not have are lost."""
    copied = _make_plays(tmp_path)
    _flip_bit(tmp_path / "plays" / FIRST_FILE, after=1)
    with Store(tmp_path) as store:
        assert "Play 1 was damaged: 2 inputs were kept, 1 can be read." in ENGLISH.words(store.notices[0])
        assert copied[1] == without_snapshots(store.load(1))


def test_a_play_that_is_no_play_any_more(tmp_path: Path) -> None:
    """If the file is no play, everything comes from the copy; inputs that it does not have are reported."""
    copied = _make_plays(tmp_path)
    for damage in (b"", b"no play", bytes(4096), (tmp_path / "plays" / SECOND_FILE).read_bytes()):
        (tmp_path / "plays" / FIRST_FILE).write_bytes(damage)
        with Store(tmp_path) as store:
            assert "2 inputs were kept, 1 can be read" in ENGLISH.words(store.notices[0])
            assert copied[1] == without_snapshots(store.load(1))


@pytest.mark.parametrize("lines", [1, 2])
def test_a_play_that_begins_its_copy(tmp_path: Path, lines: int) -> None:
    """An outdated file is replaced by its copy, which begins with it and has more."""
    _make_plays(tmp_path)
    path = tmp_path / "plays" / FIRST_FILE
    with Store(tmp_path) as store:
        store.back_up()
        whole = without_snapshots(store.load(1))
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:lines]))
    with Store(tmp_path) as store:
        assert [f"{RESTORED}: 2 inputs were kept, 2 can be read."] == [*map(ENGLISH.words, store.notices)]
        assert whole == without_snapshots(store.load(1))


def test_a_copy_that_is_damaged(tmp_path: Path) -> None:
    """The readable part of a copy is used; an unreadable copy loses nothing."""
    _make_plays(tmp_path)
    with Store(tmp_path) as store:
        store.back_up()
    _flip_bit(tmp_path / "copies" / FIRST_FILE, after=1)
    (tmp_path / "copies" / SECOND_FILE).write_bytes(b"no play")
    (tmp_path / "plays" / FIRST_FILE).unlink()
    with Store(tmp_path) as store:
        assert 1 == store.load(1).n
        assert 2 == store.load(2).n
        store.back_up()
        assert (tmp_path / "copies" / SECOND_FILE).read_text() == store.text(2)
        assert b"no play" == (tmp_path / "damaged" / SECOND_FILE).read_bytes()


def test_an_archived_play(tmp_path: Path) -> None:
    """A play missing from the archive is restored there; one damaged there is read from its copy."""
    _make_plays(tmp_path)
    with Store(tmp_path) as store:
        store.archive(1, result=None)
        store.archive(2, result=None)
        store.back_up()
    (tmp_path / "archive" / FIRST_FILE).unlink()
    _flip_bit(tmp_path / "archive" / SECOND_FILE, after=0)
    with Store(tmp_path) as store:
        assert [f"{RESTORED}: 2 inputs were kept, 2 can be read."] == [*map(ENGLISH.words, store.notices)]
        assert [(1, True, 2), (2, True, 2)] == [
            (info.number, isinstance(info.ended, PutAway), info.play.n) for info in store.plays()
        ]
        assert (tmp_path / "archive" / FIRST_FILE).exists()
        assert [] == list((tmp_path / "plays").glob("*.jsonl"))


def test_an_older_play_of_the_same_game(tmp_path: Path) -> None:
    """A game has one live play: a restored one is archived if there is a later one."""
    _make_plays(tmp_path)
    with Store(tmp_path) as store:
        number = store.create(new_play("c"))
    (tmp_path / "archive" / FIRST_FILE).unlink()
    with Store(tmp_path) as store:
        assert {1: False, 2: True, number: True} == {info.number: info.live for info in store.plays()}


# --- what they never replace ---


def test_where_play_and_copy_differ(tmp_path: Path) -> None:
    """The play wins, and the copy is set aside."""
    _make_plays(tmp_path)
    other = new_play("z")
    with Store(tmp_path / "other") as store:
        number = store.create(other)
        for value in range(9):
            store.record(number, other, other.give(value))
    copy = tmp_path / "copies" / FIRST_FILE
    shutil.copyfile(tmp_path / "other" / "plays" / FIRST_FILE, copy)
    different = copy.read_bytes()
    with Store(tmp_path) as store:
        assert () == store.notices
        assert 2 == store.load(1).n
        store.back_up()
        assert store.text(1) == copy.read_text()
    assert different == (tmp_path / "damaged" / FIRST_FILE).read_bytes()


def test_a_longer_copy_stays(tmp_path: Path) -> None:
    """A copy that continues the play is not shortened, since a start would use it."""
    _make_plays(tmp_path)
    with Store(tmp_path) as store:
        longer = store.text(1) + "more"
        (tmp_path / "copies" / FIRST_FILE).write_text(longer)
        store.back_up()
    assert longer == (tmp_path / "copies" / FIRST_FILE).read_text()


@pytest.mark.parametrize("breaks", [lambda path: path.unlink(), lambda path: path.write_bytes(b"no play")])
def test_no_copy_of_damage(tmp_path: Path, breaks: Callable[[Path], None]) -> None:
    """If the file of an open play is damaged, its copy is still complete."""
    _make_plays(tmp_path)
    with Store(tmp_path) as store:
        breaks(tmp_path / "plays" / FIRST_FILE)
        store.back_up()
        assert store.text(1) == (tmp_path / "copies" / FIRST_FILE).read_text()


def test_a_copy_on_a_full_disk(tmp_path: Path, full_disk: FullDisk, caplog: pytest.LogCaptureFixture) -> None:
    """A copy that cannot be written keeps its old content, and the play continues."""
    caplog.set_level(logging.WARNING)
    _make_plays(tmp_path)
    before = {path: path.read_bytes() for path in (tmp_path / "copies").iterdir()}
    with Store(tmp_path) as store:
        with full_disk(50):
            store.back_up()
        assert store.is_saved
    assert before == {path: path.read_bytes() for path in (tmp_path / "copies").iterdir()}
    assert "The plays cannot be copied" in caplog.text


# --- attacks that an older store did not survive ---


def test_the_plays_are_missing_and_their_copies_are_there(tmp_path: Path) -> None:
    """All 53 plays are restored and reported; the next copy does not empty the copies."""
    with Store(tmp_path) as store:
        for number in range(53):
            store.create(new_play(str(number)))
        store.back_up()
        before = [(info.number, info.live, info.play.n) for info in store.plays()]
    copies = {path.name: path.read_bytes() for path in (tmp_path / "copies").iterdir()}
    for name in ("plays", "archive"):
        shutil.rmtree(tmp_path / name)
    with Store(tmp_path) as store:
        said = "53 plays were gone or cut short, and restored from the copies: 1, 2, 3, 4,"
        assert said in ENGLISH.words(store.notices[0])
        assert before == [(info.number, info.live, info.play.n) for info in store.plays()]
        store.back_up()
    for name, raw in copies.items():
        assert (tmp_path / "copies" / name).read_bytes().startswith(raw)


@pytest.mark.parametrize("filler", [b"\0", b"\xff"])
@pytest.mark.parametrize("copied", [True, False])
def test_the_first_sector_is_lost(tmp_path: Path, filler: bytes, copied: bool) -> None:
    """The damage is reported and the file kept; with a copy, even a shorter one, no input is lost."""
    play = new_play()
    with Store(tmp_path) as store:
        number = store.create(play)
        for value in range(29):
            store.record(number, play, play.give(value % 10))
            if value == 10 and copied:
                store.back_up()
    path = tmp_path / "plays" / FIRST_FILE
    damaged = filler * 512 + path.read_bytes()[512:]
    path.write_bytes(damaged)
    with Store(tmp_path) as store:
        what = "Play 1 was damaged" if copied else f"{FIRST_FILE} cannot be read as a play, and has no copy"
        assert f"{what}: 29 inputs were kept, {29 if copied else 0} can be read." in ENGLISH.words(store.notices[0])
        assert ([29] if copied else []) == [info.play.n for info in store.plays()]
        store.idle()
    assert damaged == (tmp_path / "damaged" / FIRST_FILE).read_bytes()
