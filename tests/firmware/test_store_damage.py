"""A damaged file: what reads whole is saved, the rest is kept beside it, and nothing is ever raised."""

import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from firmware.connection import PAGE
from firmware.copies import BACKUP
from firmware.errors import TavolinoError
from firmware.salvage import open_file
from firmware.store import Store
from firmware.stored import SCHEMA, Stored, put, stored
from tests.firmware.conftest import Full, lock, unlock
from tests.firmware.counting import counting, new_play

FILE = "plays.sqlite"
WAL = "plays.sqlite-wal"
GAMES = ("counting", "other", "third")
WAL_HEAD, WAL_FRAME = 32, 24 + 4096


class Left:
    """A folder as a killed process leaves it: file, WAL, and the plays as they were acknowledged."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.plays: dict[int, Stored] = {}
        running = folder / "running"
        running.mkdir()
        with Store.open(running) as store:
            for place, game in enumerate((*GAMES, GAMES[0])):
                play = new_play(str(place), engine=counting(key=game))
                number = store.create(play)
                for i in range(30 + 20 * place):
                    change = play.undo() if i % 9 == 8 else play.give(i % 10)
                    store.record(number, play, change)
                self.plays[number] = stored(play)
                if place == 1:
                    store.idle()
            self.raw = {name: (running / name).read_bytes() for name in (FILE, WAL)}
        self.closed = (running / FILE).read_bytes()

    def opened(self, **files: bytes) -> Store:
        """Open a folder with this file, and this WAL if there is one."""
        folder = self.folder / "damaged"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for name, raw in files.items():
            (folder / {"file": FILE, "wal": WAL}[name]).write_bytes(raw)
        return Store.open(folder)

    def check(self, store: Store, *, older: bool = False, go_on: bool = False) -> int:
        """Each play is shown whole or not at all, and a loss is named with the file kept aside. Count those shown."""
        with store:
            shown = {info.number: store.load(info.number) for info in store.plays()}
            assert store.kept
            if not older:
                for number, shown_play in shown.items():
                    _same(shown_play, self.plays[number])
            aside = sorted(path.name for path in (self.folder / "damaged").glob("plays.damaged-*.sqlite"))
            if not older and set(shown) != set(self.plays):
                assert aside
            if aside:
                assert aside[0] in store.notices[0]
                assert f"{len(shown)} play" in store.notices[0]
            else:
                assert store.notices == ()
            if go_on:
                self._go_on(store, max(shown, default=0))
        return len(shown)

    def _go_on(self, store: Store, last: int) -> None:
        """Play on the mended store, and open it again."""
        play = new_play("after")
        number = store.create(play)
        store.record(number, play, play.give(3))
        assert number > last
        store.close()
        with Store.open(self.folder / "damaged") as again:
            assert again.notices == ()
            assert again.load(number) == stored(play)


def _same(shown: Stored, play: Stored) -> None:
    """A play is the same if nothing of it differs but that a snapshot is lost, which replaying makes good."""
    for mine, step in zip(shown.steps, play.steps, strict=True):
        assert mine.snapshot in (None, step.snapshot)
        mine.snapshot = step.snapshot
    assert shown == play


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> Left:
    """Four plays of three games, one of them archived."""
    return Left(tmp_path_factory.mktemp("left"))


def test_undamaged(left: Left) -> None:
    """The file and WAL of a killed process open as they were."""
    assert left.check(left.opened(file=left.raw[FILE], wal=left.raw[WAL]), go_on=True) == 4
    assert left.check(left.opened(file=left.closed)) == 4


@pytest.mark.parametrize("raw", [b"", b"not a database", bytes(8192), b"SQLite format 3\0"])
def test_no_database(left: Left, raw: bytes) -> None:
    """A file that is no database is kept aside, named, and replaced by an empty store."""
    assert left.check(left.opened(file=raw), go_on=True) == 0
    assert (left.folder / "damaged" / "plays.damaged-1.sqlite").read_bytes() == raw


def test_database_of_others(left: Left, tmp_path: Path) -> None:
    """A database that is no store of plays is kept aside too."""
    other = sqlite3.connect(tmp_path / "other")
    other.execute("CREATE TABLE plays (number INTEGER)")
    other.close()
    assert left.check(left.opened(file=(tmp_path / "other").read_bytes())) == 0


def test_numbered(left: Left) -> None:
    """A second damaged file does not take the first one's name."""
    left.opened(file=b"one").close()
    folder = left.folder / "damaged"
    (folder / FILE).write_bytes(b"two")
    with Store.open(folder) as store:
        assert "plays.damaged-2.sqlite" in store.notices[0]
    assert [(folder / f"plays.damaged-{k}.sqlite").read_bytes() for k in (1, 2)] == [b"one", b"two"]


def test_wal_without_its_file(left: Left) -> None:
    """A WAL whose file is gone is kept aside, not played into a new file."""
    assert left.check(left.opened(wal=left.raw[WAL])) == 0
    assert (left.folder / "damaged" / "plays.damaged-1.sqlite-wal").read_bytes() == left.raw[WAL]


def test_torn_wal(left: Left) -> None:
    """A WAL that ends in the middle of a write is normal: what was written before is there, and nothing is said."""
    raw = left.raw[WAL]
    for cut in (*range(0, len(raw), len(raw) // 20), len(raw) - 1):
        store = left.opened(file=left.raw[FILE], wal=raw[:cut])
        assert store.notices == ()
        left.check(store, older=True)


def test_one_bad_row(left: Left, tmp_path: Path) -> None:
    """A row that SQLite finds in order but whose CRC is wrong costs its play, and only that."""
    path = tmp_path / "one"
    path.write_bytes(left.closed)
    db = sqlite3.connect(path, isolation_level=None)
    (number,) = db.execute("SELECT play FROM ops WHERE seq > 65536 LIMIT 1").fetchone()
    db.execute("UPDATE ops SET body = X'5b5d' WHERE play = ? AND seq = (SELECT max(seq) - 3 FROM ops)", (number,))
    db.execute("UPDATE ops SET seq = seq + 1 WHERE play = ? AND seq > 65550", (number,))
    db.execute("PRAGMA journal_mode = DELETE")
    db.close()
    store = left.opened(file=path.read_bytes())
    assert f"Not whole: play {number}." in store.notices[0]
    assert left.check(store, go_on=True) == 3


def test_altered_row(left: Left, tmp_path: Path) -> None:
    """A row that reads well but is not as it was written costs its play: an answer is never another one."""
    path = tmp_path / "one"
    path.write_bytes(left.closed)
    db = sqlite3.connect(path, isolation_level=None)
    rows = db.execute("SELECT play, slot, body FROM ops WHERE seq > 65536 ORDER BY play, seq").fetchall()
    play, slot, body = next(row for row in rows if b'"counting.say",3' in row[2])
    altered = body.replace(b'"counting.say",3', b'"counting.say",4')
    db.execute("UPDATE ops SET body = ? WHERE play = ? AND slot = ?", (altered, play, slot))
    db.close()
    store = left.opened(file=path.read_bytes())
    assert f"Not whole: play {play}." in store.notices[0]
    assert left.check(store) == 3


def test_a_row_of_others(left: Left, tmp_path: Path) -> None:
    """A row that is as it was written, but says what no Tavolino of this format says, costs its play alone."""
    path = tmp_path / "one"
    path.write_bytes(left.closed)
    db = sqlite3.connect(path, isolation_level=None)
    number, seq, info, packed, _ = db.execute("SELECT * FROM plays WHERE number = 1").fetchone()
    put(db, "plays", number, seq, info.replace(b'"winner":null', b'"winner":"nobody"'), packed)
    db.close()
    store = left.opened(file=path.read_bytes())
    assert "Not whole: play 1." in store.notices[0]
    assert left.check(store, go_on=True) == 3


def test_lost_end(left: Left, tmp_path: Path) -> None:
    """A play whose last operations are gone is not shown as if it had ended before them."""
    path = tmp_path / "one"
    path.write_bytes(left.closed)
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("DELETE FROM ops WHERE play = 4 AND seq > 65576")
    db.execute("DELETE FROM states WHERE play = 4 AND seq > 65576")
    db.close()
    store = left.opened(file=path.read_bytes())
    assert "Not whole: play 4." in store.notices[0]
    assert left.check(store, go_on=True) == 3


@pytest.mark.parametrize("place", range(12))
def test_truncated(left: Left, place: int) -> None:
    """A file cut anywhere loses only plays that it names, with and without its WAL."""
    cut = random.Random(place).randrange(len(left.closed))  # noqa: S311 - the same places every time
    left.check(left.opened(file=left.closed[:cut]), go_on=True)


def test_truncated_by_little(left: Left) -> None:
    """A file that lacks its last page keeps the plays that are not on it."""
    assert left.check(left.opened(file=left.closed[:-4096])) == 3


@pytest.mark.long
def test_truncated_everywhere(left: Left) -> None:
    """The same for many more places, around the ends of pages above all."""
    size = len(left.closed)
    for cut in sorted({*range(0, size, 997), *(page + by for page in range(0, size, 4096) for by in (-1, 0, 1))}):
        if 0 <= cut < size:
            left.check(left.opened(file=left.closed[:cut]))


def _flipped(raw: bytes, seed: int) -> bytes:
    chance = random.Random(seed)  # noqa: S311 - the same places every time
    flipped = bytearray(raw)
    flipped[chance.randrange(len(raw))] ^= 1 << chance.randrange(8)
    return bytes(flipped)


@pytest.mark.parametrize("seed", range(20))
def test_bit_flip(left: Left, seed: int) -> None:
    """One flipped bit never shows a play other than it was."""
    left.check(left.opened(file=_flipped(left.closed, seed)))


@pytest.mark.long
def test_bit_flips(left: Left) -> None:
    """The same for many bits, every bit of the header among them."""
    for byte in range(100):
        for bit in range(8):
            flipped = bytearray(left.closed)
            flipped[byte] ^= 1 << bit
            left.check(left.opened(file=bytes(flipped)))
    for seed in range(1000, 4000):
        left.check(left.opened(file=_flipped(left.closed, seed)))


@pytest.mark.parametrize("byte", [18, 19, 31, 63])
@pytest.mark.parametrize("bits", [(0, 3, 7), pytest.param((1, 2, 4, 5, 6), marks=pytest.mark.long)], ids=str)
def test_header_flip(left: Left, byte: int, bits: tuple[int, ...]) -> None:
    """No bit of the file's head is trusted blindly; the head alone costs no play."""
    for bit in bits:
        flipped = bytearray(left.closed)
        flipped[byte] ^= 1 << bit
        assert left.check(left.opened(file=bytes(flipped))) == 4


def _last_end(raw: bytes) -> int:
    """Return where the last transaction of a WAL begins."""
    frames = range(WAL_HEAD, len(raw), WAL_FRAME)
    ends = [at + WAL_FRAME for at in frames if any(raw[at + 4 : at + 8])]  # the pages of the file stand at an end only
    assert ends[-1] == len(raw)
    return ends[-2]


@pytest.mark.parametrize("seeds", [range(5), pytest.param(range(1000), marks=pytest.mark.long)], ids=len)
def test_wal_flip(left: Left, seeds: range) -> None:
    """A flipped bit in the WAL ends it there: older plays, but whole ones; it is said where an acknowledged input went.

    A flip in the last transaction looks like a loss of power in it: then that one input is gone.
    """
    raw, folder = left.raw[WAL], left.folder / "damaged"
    inputs = {number: play.n for number, play in left.plays.items()}
    for seed in seeds:
        flipped = _flipped(raw, seed)
        place = next(i for i, (a, b) in enumerate(zip(raw, flipped, strict=True)) if a != b)
        with left.opened(file=left.raw[FILE], wal=flipped) as store:
            assert store.kept
            for info in store.plays():
                store.load(info.number)
            same = inputs == {info.number: info.inputs for info in store.plays()}
            said = [notice for notice in store.notices if "some cannot be read" in notice]
            assert said or same or place >= _last_end(raw), f"bit of byte {place}"
            assert bool(said) == (folder / "plays.damaged-1.sqlite").exists()
            if said:
                assert (folder / "plays.damaged-1.sqlite-wal").read_bytes() == flipped


def _lost(left: Left, folder: Path) -> None:
    """Leave a folder with a WAL that breaks off before its last inputs."""
    (folder / FILE).write_bytes(left.raw[FILE])
    raw = bytearray(left.raw[WAL])
    raw[len(raw) * 7 // 8] ^= 1
    (folder / WAL).write_bytes(raw)


def test_wal_loss_is_said_once(left: Left, tmp_path: Path) -> None:
    """What the WAL has lost is set aside and said at one start, even if the power goes before the store is closed."""
    _lost(left, tmp_path)
    with Store.open(tmp_path) as store:
        assert "plays.damaged-1.sqlite" in store.notices[0]
        after = tmp_path / "after"
        after.mkdir()
        for name in FILE, WAL:
            shutil.copyfile(tmp_path / name, after / name)
    with Store.open(after) as store:
        assert store.notices == ()


def test_wal_loss_on_a_read_only_disk(left: Left, plain_folder: Path) -> None:
    """What the WAL has lost is said even where the file can only be written later."""
    _lost(left, plain_folder)
    lock(plain_folder)
    with Store.open(plain_folder) as store:
        assert not store.kept
        unlock(plain_folder)
        store.idle()
        assert store.kept
        assert "some cannot be read" in store.notices[-1]
        assert "plays.damaged-1.sqlite" in store.notices[-1]


@pytest.mark.parametrize("version", [SCHEMA + 1, SCHEMA + 98])
def test_newer_store(left: Left, tmp_path: Path, version: int) -> None:
    """A store of a newer version is refused with a sentence and left alone."""
    path = tmp_path / "one"
    path.write_bytes(left.closed)
    db = sqlite3.connect(path)
    db.execute(f"PRAGMA user_version = {version}")
    db.close()
    raw = path.read_bytes()
    with pytest.raises(TavolinoError, match="written by a newer Tavolino"):
        left.opened(file=raw)
    assert [path.name for path in (left.folder / "damaged").iterdir()] == [FILE]


def test_damaged_and_read_only(left: Left, plain_folder: Path) -> None:
    """Of a damaged file that cannot be moved, what reads whole is shown and the file is named."""
    (plain_folder / FILE).write_bytes(left.closed[:-4096])
    lock(plain_folder)
    with Store.open(plain_folder) as store:
        assert not store.kept
        assert str(plain_folder / FILE) in store.notices[0]
        for info in store.plays():
            _same(store.load(info.number), left.plays[info.number])


def test_damaged_and_full(left: Left, full_disk: Full) -> None:
    """A damaged file on a full disk stays where it is; what reads whole is shown."""
    folder = left.folder / "damaged"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / FILE).write_bytes(left.closed[: -4096 * 2])
    with full_disk(4096), Store.open(folder) as store:
        assert not store.kept
        assert str(folder / FILE) in store.notices[0]
        for info in store.plays():
            _same(store.load(info.number), left.plays[info.number])
    left.check(Store.open(folder))


def test_damaged_and_nowhere_to_read_it(tmp_path: Path, full_disk: Full) -> None:
    """Where even the memory is full in which a damaged file would be read, it is named and left as it is."""
    path = tmp_path / FILE
    path.write_bytes(b"?" * PAGE)
    with full_disk(PAGE), Store.open(tmp_path) as store:
        assert not store.kept
        assert str(path) in store.notices[0]
    assert path.read_bytes() == b"?" * PAGE


def test_older_copy_of_a_newer_version(left: Left) -> None:
    """A copy that a newer version made, or that seems so, does not keep a damaged store from being mended."""
    left.opened(file=left.closed).close()
    folder = left.folder / "damaged"
    shutil.copyfile(folder / FILE, folder / BACKUP)
    with closing(sqlite3.connect(folder / BACKUP)) as copy:
        copy.execute(f"PRAGMA user_version = {SCHEMA + 98}")
    (folder / FILE).write_bytes(left.closed[: -4096 * 2])
    left.check(Store.open(folder))


def test_mending_cut_short(left: Left) -> None:
    """When the power goes while a mended store is moved into place, the next start moves it."""
    folder = left.folder / "damaged"
    left.opened(file=b"damaged", wal=b"wal").close()
    (folder / FILE).rename(folder / "plays.new.sqlite")
    (folder / "plays.damaged-1.sqlite").rename(folder / FILE)
    with Store.open(folder) as store:
        assert store.kept
        (notice,) = store.notices
    assert "plays.damaged-1.sqlite" in notice
    assert (folder / "plays.damaged-1.sqlite").read_bytes() == b"damaged"


def test_mended_and_cut_short(tmp_path: Path) -> None:
    """When the power goes as soon as a mended store is in its place, the next start says it, and says it once."""
    (tmp_path / FILE).write_bytes(b"damaged")
    open_file(tmp_path).db.close()
    with Store.open(tmp_path) as store:
        assert "is mended" in store.notices[0]
    with Store.open(tmp_path) as store:
        assert store.notices == ()


def _overwritten(path: Path, store: Store) -> None:
    """Another program writes over all pages but the first, and none of them is in memory."""
    store._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    store._db.execute("PRAGMA shrink_memory")
    with path.open("r+b") as file:
        file.seek(PAGE)
        file.write(b"?" * (path.stat().st_size - PAGE))


def _table_gone(path: Path, _: Store) -> None:
    """Another program takes a table away."""
    with closing(sqlite3.connect(path)) as other:
        other.execute("DROP TABLE ops")


def _table_elsewhere(path: Path, _: Store) -> None:
    """A table is said to begin where there is nothing."""
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("PRAGMA writable_schema = ON")
        other.execute("UPDATE sqlite_schema SET rootpage = 9999 WHERE name = 'ops'")
        other.execute("PRAGMA schema_version = 77")


def test_a_state_without_a_body(tmp_path: Path) -> None:
    """A row that says it holds nothing is written over like any other."""
    play = new_play()
    with Store.open(tmp_path) as store:
        number = store.create(play)
        with closing(sqlite3.connect(tmp_path / FILE)) as other, other:
            other.execute("UPDATE states SET body = NULL WHERE slot = 0")
        store.record(number, play, play.give(1))
        assert store.kept
    with Store.open(tmp_path) as store:
        assert store.notices == ()
        assert store.load(number) == stored(play)


@pytest.mark.parametrize("table", ["ops", "states"])
def test_rows_that_are_gone(tmp_path: Path, table: str) -> None:
    """Where slots of a play are missing they are made anew: at most one input waits for the next to be kept."""
    play = new_play()
    with Store.open(tmp_path) as store:
        number = store.create(play)
        with closing(sqlite3.connect(tmp_path / FILE)) as other, other:
            other.execute(f"DELETE FROM {table}")  # noqa: S608
        for value in range(1, 9):
            store.record(number, play, play.give(value))
            assert store.kept is (value > 1)
    with Store.open(tmp_path) as store:
        assert store.notices == ()
        assert store.load(number) == stored(play)


@pytest.mark.parametrize("damage", [_overwritten, _table_gone, _table_elsewhere])
def test_damaged_in_the_middle_of_a_run(tmp_path: Path, damage: Callable[[Path, Store], None]) -> None:
    """A file that breaks while a play goes on is mended with the next input, and the play is kept whole."""
    path, play = tmp_path / FILE, new_play()
    with Store.open(tmp_path) as store:
        number = store.create(play)
        store.record(number, play, play.give(1))
        damage(path, store)
        for value in 2, 3:
            store.record(number, play, play.give(value))
            assert store.kept
            assert "plays.damaged-1.sqlite" in store.notices[0]
            assert store.load(number) == stored(play)
        other = store.create(new_play("b", engine=counting(key="other")))
    with Store.open(tmp_path) as store:
        assert store.notices == ()
        assert store.load(number) == stored(play)
        assert store.current() == other


def test_damaged_when_read_and_read_only(plain_folder: Path) -> None:
    """Where a file breaks that cannot be written any more either, nothing is said to be kept until it can be."""
    path, play = plain_folder / FILE, new_play()
    with Store.open(plain_folder) as store:
        lost = store.create(new_play("a"))
        _overwritten(path, store)
        lock(plain_folder)
        with pytest.raises(TavolinoError):
            store.load(lost)
        number = store.create(play)
        assert not store.kept
        unlock(plain_folder)
        store.record(number, play, play.give(1))
        assert store.kept
    with Store.open(plain_folder) as store:
        assert store.load(number) == stored(play)


def test_an_older_copy_is_not_gone_on_with(tmp_path: Path) -> None:
    """A play that comes back from an older copy, with as many inputs, is written whole: the next one is of another."""
    play = new_play()
    with Store.open(tmp_path) as store:
        number, other = store.create(play), store.create(new_play("b", engine=counting(key="other")))
        for value in 1, 2:
            store.record(number, play, play.give(value))
        store.back_up()
        store.record(number, play, play.undo(1))
        store.record(number, play, play.give(3))
        _overwritten(tmp_path / FILE, store)
        store.choose(other)
        assert "From an older copy" in store.notices[0]
        store.record(number, play, play.give(4))
        assert store.load(number) == stored(play)
    with Store.open(tmp_path) as store:
        assert store.load(number) == stored(play)


def test_newer_store_in_the_middle_of_a_run(tmp_path: Path) -> None:
    """A file that is of a newer version when it is to be mended is named and left alone, and the play goes on."""
    play = new_play()
    with Store.open(tmp_path) as store:
        number = store.create(play)
        with closing(sqlite3.connect(tmp_path / FILE)) as other:
            other.execute(f"PRAGMA user_version = {SCHEMA + 98}")
            other.execute("DROP TABLE ops")
        for value in 1, 2:
            store.record(number, play, play.give(value))
            assert not store.kept
            assert "written by a newer Tavolino" in store.notices[0]
            assert store.load(number) == stored(play)
            store.idle()
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


def test_unreadable_for_a_while(plain_folder: Path) -> None:
    """A file that breaks and cannot be read just then is taken up again once it can be, with all its plays."""
    path, play = plain_folder / FILE, new_play()
    with Store.open(plain_folder) as store:
        other = store.create(new_play("b", engine=counting(key="other")))
        number = store.create(play)
        whole = path.read_bytes(), path.with_name(WAL).read_bytes()
        _overwritten(path, store)
        path.chmod(0)
        store.record(number, play, play.give(1))
        assert not store.kept
        assert "cannot be read" in store.notices[0]
        path.chmod(0o666)
        for name, raw in zip((FILE, WAL), whole, strict=True):
            (plain_folder / name).write_bytes(raw)
        store.record(number, play, play.give(2))
        assert store.kept
        assert [other, number] == [info.number for info in store.plays()]
        assert store.load(number) == stored(play)
    with Store.open(plain_folder) as store:
        assert store.load(number) == stored(play)
        store.load(other)


def test_damaged_again_and_again(tmp_path: Path) -> None:
    """A card that goes on failing is not filled with damaged files: the next start mends it again."""
    path, play = tmp_path / FILE, new_play()
    with Store.open(tmp_path) as store:
        number = store.create(play)
        for value, kept in (1, True), (2, False), (3, False):
            _overwritten(path, store)
            store.record(number, play, play.give(value))
            assert store.kept is kept
            assert store.load(number) == stored(play)
    assert ["plays.damaged-1.sqlite"] == [found.name for found in tmp_path.glob("plays.damaged-*.sqlite")]
    with Store.open(tmp_path) as store:
        assert store.kept
        assert "plays.damaged-2.sqlite" in store.notices[0]


@pytest.mark.parametrize("seeds", [range(8), pytest.param(range(8, 600), marks=pytest.mark.long)], ids=len)
def test_flipped_in_the_middle_of_a_run(tmp_path: Path, seeds: range) -> None:
    """Whatever bits flip under an open file: the open play is whole afterwards, or the next start says what is not."""
    for seed in seeds:
        chance, folder, play = random.Random(seed), tmp_path / str(seed), new_play()  # noqa: S311
        folder.mkdir()
        with Store.open(folder) as store:
            store.create(new_play("b", engine=counting(key="other")))
            number = store.create(play)
            for value in range(chance.randrange(1, 90)):
                store.record(number, play, play.give(value % 10))
            for value in range(4):
                store._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                store._db.execute("PRAGMA shrink_memory")
                if value == 0:
                    _flip(folder / FILE, chance)
                store.record(number, play, play.give(value))
                if chance.random() < 0.5:
                    store.idle()
                if store.notices:
                    store.rewrite(number, play)  # as the device does
            assert store.kept
        with Store.open(folder) as store:
            shown = {info.number for info in store.plays()}
            assert number in shown or store.notices
            if number in shown:
                _same(store.load(number), stored(play))


def _flip(path: Path, chance: random.Random) -> None:
    """Flip bits of a file in its place."""
    raw = bytearray(path.read_bytes())
    for _ in range(chance.choice((1, 3, 40))):
        raw[chance.randrange(len(raw))] ^= 1 << chance.randrange(8)
    with path.open("r+b") as file:
        file.write(raw)


def test_words_that_cannot_be_decoded(left: Left) -> None:
    """What SQLite says of a damaged name may be no UTF-8."""
    damaged = left.closed.replace(b"tablestates", b"table\xf3tates", 1)
    assert damaged != left.closed
    assert left.check(left.opened(file=damaged)) == 4


def test_a_page_of_another_table(left: Left) -> None:
    """A table that begins where another does shows rows that are in order, but not its own."""
    at = left.closed.index(b"tableplaysplays") + len(b"tableplaysplays")
    for page in range(1, 40):
        damaged = bytearray(left.closed)
        damaged[at] = page
        left.check(left.opened(file=bytes(damaged)))
