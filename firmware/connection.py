"""A connection to the store's file, and whether what it shows is as it was written."""

import sqlite3
import tempfile
import zlib
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

import msgspec
from msgspec import Struct

from firmware.errors import TavolinoError
from firmware.migrate import format_of, noted_format
from firmware.stored import SCHEMA, TABLES, PlayInfo, Torn, read_play, sound

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
            blame(Path(path), error)
        raise
    return db


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
    return Contents(plays, meta_of(db))


def _check_version(db: sqlite3.Connection) -> None:
    version = format_of(db)
    if version > SCHEMA and not ((version ^ SCHEMA).bit_count() == 1 and noted_format(db) == SCHEMA):
        raise TavolinoError(
            f"The store of plays was written by a newer Tavolino (its format is {version}, this one knows {SCHEMA}). "
            "Install the newer version, or choose another folder with --data."
        )
    if version != SCHEMA:
        raise Damaged


def is_damage(error: Exception) -> bool:
    """Return whether an error says that a file that was in order when it was opened is so no more."""
    return isinstance(error, UnicodeDecodeError) or _code(error) in DAMAGE


def blame(path: Path, error: Exception) -> NoReturn:
    """Raise `Damaged` where the file is at fault, the error itself where the disk is."""
    code = _code(error)
    if code not in ENVIRONMENT or (code == sqlite3.SQLITE_READONLY and _writable(path)):
        raise Damaged from error
    raise error


def _code(error: Exception) -> int:
    """Return what SQLite calls an error, without its details; 0 where it was not SQLite that raised it."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def _writable(path: Path) -> bool:
    try:
        path.open("r+b").close()
        tempfile.TemporaryFile(dir=path.parent).close()
    except OSError:
        return False
    return True


def meta_of(db: sqlite3.Connection) -> dict[str, int]:
    """Return what can be read of the counters."""
    found: dict[str, int] = {}
    with suppress(*UNREADABLE):
        found.update((row[0], row[1]) for row in db.execute("SELECT * FROM meta") if sound("meta", row))
    return found
