"""Opening the store's file, whatever has become of it.

    file as it was left ──────────────▶ open it
    no file ──────────────────────────▶ make one
    of an older format ───────────────▶ keep a copy of it, and bring it up to today's
    damaged (no database, torn, flipped) ▶ copy what reads whole into a new file, the rest from the last copy;
                                           keep the damaged one beside it
    cannot be written ────────────────▶ read a copy of it into memory

A new file is made under another name and moved into place, so an empty `plays.sqlite` is damage, not a beginning.
"""

import shutil
import sqlite3
import tempfile
import zlib
from contextlib import closing, suppress
from pathlib import Path
from typing import NoReturn

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from firmware.copies import BACKUP
from firmware.data import memory_folder, sync
from firmware.errors import TavolinoError
from firmware.migrate import format_of, migrate, noted_format
from firmware.stored import (
    CREATE,
    FIRST,
    SCHEMA,
    TABLES,
    PlayInfo,
    Torn,
    pack,
    put,
    put_play,
    read_play,
    sound,
    transaction,
)
from firmware.wal import has_lost, wal_of

NAME = "plays.sqlite"
READY = "plays.new.sqlite"
"""A whole new store that waits to be moved into place."""
PAGE = 4096
CHECKPOINT_PAGES = 4000
"""Nobody was ever idle for so many pages: then an input pays for the checkpoint."""
ENVIRONMENT = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_READONLY,
}
"""What SQLite says where the disk, not the file, is at fault."""
DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR}
"""What SQLite says of a file that broke while it was open; an error, where a table is missing."""
FAILED = (sqlite3.Error, UnicodeDecodeError)
"""What a call of SQLite can end in: of a damaged file it may say what is no UTF-8."""
UNREADABLE = (Torn, *FAILED, zlib.error, msgspec.MsgspecError, MemoryError)
"""What reading a damaged file can end in."""


class Damaged(Exception):
    """The file is no store, or not all of it reads as it was written."""


class Contents(Struct):
    """What a store holds, without the plays themselves."""

    plays: dict[int, PlayInfo]
    meta: dict[str, int]


class Rescued(Struct):
    """What was read out of a file: plays with their packs, and the numbers of those that do not read whole.

    `copied` are the numbers of those that come from the last copy of the file.
    """

    plays: dict[int, tuple[PlayInfo, bytes]]
    meta: dict[str, int]
    lost: tuple[int, ...] = ()
    damaged: bool = False
    copied: tuple[int, ...] = ()

    @property
    def contents(self) -> Contents:
        """What a store made of it holds."""
        return Contents({number: info for number, (info, _) in self.plays.items()}, self.meta)

    @property
    def sentence(self) -> str:
        """How much of a damaged file was read."""
        n = len(self.plays) - len(self.copied)
        saved = f"{n} {'play was' if n == 1 else 'plays were'} read whole and saved."
        lost = f" Not whole: play {_listed(self.lost)}." if self.lost else ""
        copied = f" From an older copy, without its last steps: play {_listed(self.copied)}." if self.copied else ""
        return f"{saved}{lost}{copied}"


def _listed(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers))


class Opened(Struct, frozen=True):
    """An open store. `writable`: `db` is the file; otherwise it is in memory."""

    db: sqlite3.Connection
    contents: Contents
    notices: tuple[str, ...] = ()
    writable: bool = True


def opened(folder: Path) -> Opened:
    """Open the store of a folder; TavolinoError only where a newer Tavolino wrote it."""
    try:
        return open_file(folder)
    except (OSError, sqlite3.Error):
        return _open_copy(folder / NAME)


def open_file(folder: Path) -> Opened:
    """Open the file, made or mended first if need be; OSError or sqlite3.Error where it cannot be written."""
    path = folder / NAME
    notices: tuple[str, ...] = ()
    if (folder / READY).exists():  # the power went while a new store was moved into place
        mended = path.exists()
        kept = _replace(folder)
        if mended:
            notices = (f"The store of plays was damaged, and is mended. The damaged file is kept as {kept}.",)
    if not path.exists() and not wal_of(path).exists():
        _make(folder, Rescued({}, {}))
        _replace(folder)
    try:
        return _connected(path, notices)
    except Damaged:
        rescued = _completed(_rescued(path), folder / BACKUP)
    _make(folder, rescued)
    notice = f"The store of plays was damaged. {rescued.sentence} The damaged file is kept as {_replace(folder)}."
    return _connected(path, (notice,))


def _connected(path: Path, notices: tuple[str, ...]) -> Opened:
    path.touch()
    if path.stat().st_size == 0:
        raise Damaged  # before SQLite throws its WAL away
    db = connect(path)
    try:
        migrate(db, path.parent)
        contents = checked(db)
        if has_lost(path, PAGE):  # before anything is written over it
            lost = "The store of plays was damaged: of the last inputs some cannot be read, and are taken back."
            notices = (*notices, f"{lost} The damaged file is kept as {_set_aside(path)}.")
        contents.meta["starts"] = contents.meta.get("starts", 0) + 1
        with transaction(db):  # shows that it can be written, and syncs the head of the WAL before the first input
            put(db, "meta", "starts", contents.meta["starts"])
    except BaseException as error:
        db.close()
        if isinstance(error, (*FAILED, MemoryError)):
            _blame(path, error)
        raise
    return Opened(db, contents, notices)


def is_damage(error: Exception) -> bool:
    """Return whether an error says that a file that was in order when it was opened is so no more."""
    return isinstance(error, UnicodeDecodeError) or getattr(error, "sqlite_errorcode", 0) & 0xFF in DAMAGE


def _blame(path: Path, error: Exception) -> NoReturn:
    """Raise `Damaged` where the file is at fault, the error itself where the disk is."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code not in ENVIRONMENT or (code == sqlite3.SQLITE_READONLY and _writable(path)):
        raise Damaged from error
    raise error


def _writable(path: Path) -> bool:
    try:
        path.open("r+b").close()
        tempfile.TemporaryFile(dir=path.parent).close()
    except OSError:
        return False
    return True


def connect(path: Path | str) -> sqlite3.Connection:
    """Return a connection that syncs every transaction and leaves checkpoints to `idle`."""
    db = sqlite3.connect(path, timeout=0.25, isolation_level=None)
    try:
        db.text_factory = lambda raw: raw.decode(errors="replace")
        db.execute(f"PRAGMA page_size = {PAGE}")
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
    except FAILED as error:
        db.close()
        if path != ":memory:":
            _blame(Path(path), error)
        raise
    return db


# --- looking --------------------------------------------------------------------------------------------------------


def checked(db: sqlite3.Connection) -> Contents:
    """Return what the store holds; `Damaged` unless every row is as it was written."""
    _check_version(db)
    if db.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
        raise Damaged
    if not all(sound(table, row) for table in TABLES for row in db.execute(f"SELECT * FROM {table}")):  # noqa: S608
        raise Damaged
    try:
        infos = [msgspec.json.decode(raw, type=PlayInfo) for (raw,) in db.execute("SELECT info FROM plays")]
        plays = {info.number: read_play(db, info.number)[0] if info.live else info for info in infos}
    except UNREADABLE as error:
        raise Damaged from error
    return Contents(plays, _meta(db))


def _check_version(db: sqlite3.Connection) -> None:
    version = format_of(db)
    if version > SCHEMA and not ((version ^ SCHEMA).bit_count() == 1 and noted_format(db) == SCHEMA):
        raise TavolinoError(
            f"The store of plays was written by a newer Tavolino (its format is {version}, this one knows {SCHEMA}). "
            "Install the newer version, or choose another folder with --data."
        )
    if version != SCHEMA:
        raise Damaged


# --- making and mending ---------------------------------------------------------------------------------------------


def _make(folder: Path, rescued: Rescued) -> None:
    """Make a whole new store beside the old one."""
    path = folder / "plays.tmp.sqlite"
    for old in (path, wal_of(path)):
        old.unlink(missing_ok=True)
    with closing(connect(path)) as db:
        _fill(db, rescued)
    path.rename(folder / READY)
    sync(folder)


def _fill(db: sqlite3.Connection, rescued: Rescued) -> None:
    db.executescript(CREATE)
    rescued.meta["schema"] = SCHEMA
    with transaction(db):
        for info, packed in rescued.plays.values():
            put_play(db, info, FIRST, packed)
        for name, value in rescued.meta.items():
            put(db, "meta", name, value)


def _replace(folder: Path) -> Path:
    """Move the old file aside, its WAL first, and the new one into place. Cut short anywhere, it can be done again."""
    path, kept = folder / NAME, _free(folder)
    for old, new in ((wal_of(path), wal_of(kept)), (path, kept)):
        if old.exists():
            old.rename(new)
    Path(f"{path}-shm").unlink(missing_ok=True)
    (folder / READY).rename(path)
    sync(folder)
    return kept


def _set_aside(path: Path) -> Path:
    """Copy a file with its WAL, which stays in use."""
    kept = _free(path.parent)
    shutil.copyfile(wal_of(path), wal_of(kept))
    shutil.copyfile(path, kept)
    sync(path.parent)
    return kept


def _free(folder: Path) -> Path:
    """Return a name for a damaged file that no other has."""
    k = 1
    while (kept := folder / f"plays.damaged-{k}.sqlite").exists():
        k += 1
    return kept


def _open_copy(path: Path) -> Opened:
    """Read a file that cannot be written into memory."""
    notices: tuple[str, ...] = ()
    try:
        rescued = _rescued(path) if path.exists() else Rescued({}, {})
        if rescued.damaged:
            rescued = _completed(rescued, path.with_name(BACKUP))
    except OSError as error:
        rescued = Rescued({}, {})
        notices = (f"The plays in {path} cannot be read ({error.strerror or error}). They are left as they are.",)
    if rescued.damaged:
        notices = (f"The store of plays is damaged. {rescued.sentence} The damaged file {path} cannot be written.",)
    db = connect(":memory:")
    _fill(db, rescued)
    return Opened(db, rescued.contents, notices, writable=False)


# --- reading what is left -------------------------------------------------------------------------------------------


def _rescued(source: Path) -> Rescued:
    """Read all plays that read whole. The source stays as it is: a copy, in memory if possible, is opened."""
    with tempfile.TemporaryDirectory(dir=memory_folder()) as folder:
        copy = Path(folder) / NAME
        for old, new in ((source, copy), (wal_of(source), wal_of(copy))):
            if old.exists():
                shutil.copyfile(old, new)
        rescued = _read(copy)
        if rescued.damaged:
            _renew_head(copy)
            rescued = max(rescued, _read(copy), key=lambda one: len(one.plays))
        return rescued


def _completed(rescued: Rescued, backup: Path) -> Rescued:
    """Add the plays that a damaged file has lost, as they were when its last copy was made.

    A game has one play that goes on: a copied one is put away where a later one of its game was saved.
    """
    if not backup.exists():
        return rescued
    try:
        copy = _rescued(backup)
    except OSError:  # what was saved is not lost with it
        return rescued
    games = [(info.game, number) for number, (info, _) in rescued.plays.items()]
    copied = tuple(sorted(copy.plays.keys() - rescued.plays.keys()))
    for number in copied:
        info, packed = copy.plays[number]
        later = any(game == info.game and other > number for game, other in games)
        rescued.plays[number] = (replace(info, live=False) if later else info, packed)
    rescued.lost = tuple(number for number in rescued.lost if number not in copied)
    rescued.copied = copied
    rescued.meta = copy.meta | rescued.meta
    return rescued


def _read(copy: Path) -> Rescued:
    try:
        with closing(connect(copy)) as db:
            migrate(db, copy.parent)
            return _read_whole(db)
    except (Damaged, *UNREADABLE):
        return Rescued({}, {}, damaged=True)


def _renew_head(copy: Path) -> None:
    """Give a file the first page of a new store: it is the same in all, and names the pages that there are."""
    new = copy.with_name("new.sqlite")
    with closing(connect(new)) as db:
        db.executescript(CREATE)
    head, raw = new.read_bytes()[:PAGE], copy.read_bytes()
    pages = max(len(raw) // PAGE, 1)
    counts = pages.to_bytes(4) + bytes(8)  # so many pages, none of them free
    copy.write_bytes(head[:28] + counts + head[40:] + raw[PAGE : pages * PAGE])


def _read_whole(db: sqlite3.Connection) -> Rescued:
    try:
        contents = checked(db)
        return Rescued({number: _packed(db, number) for number in contents.plays}, contents.meta)
    except (Damaged, *UNREADABLE):
        pass
    plays: dict[int, tuple[PlayInfo, bytes]] = {}
    numbers = _numbers(db)
    for number in numbers:
        with suppress(*UNREADABLE):
            plays[number] = _packed(db, number)
    meta = _meta(db)
    meta["last"] = max([meta.get("last", 0), *numbers])
    return Rescued(plays, meta, tuple(number for number in numbers if number not in plays), damaged=True)


def _packed(db: sqlite3.Connection, number: int) -> tuple[PlayInfo, bytes]:
    info, _, _, play = read_play(db, number)
    return info, pack(play)


def _numbers(db: sqlite3.Connection) -> list[int]:
    """Return the numbers of all plays of which a row is sound, read from both ends of the tables."""
    found: set[int] = set()
    for table, column in (("plays", "number"), ("ops", "play"), ("states", "play")):
        for order in ("ASC", "DESC"):
            with suppress(*UNREADABLE):
                rows = db.execute(f"SELECT * FROM {table} ORDER BY {column} {order}")  # noqa: S608 - our tables
                found.update(row[0] for row in rows if sound(table, row))
    return sorted(found)


def _meta(db: sqlite3.Connection) -> dict[str, int]:
    found: dict[str, int] = {}
    with suppress(*UNREADABLE):
        found.update((row[0], row[1]) for row in db.execute("SELECT * FROM meta") if sound("meta", row))
    return found
