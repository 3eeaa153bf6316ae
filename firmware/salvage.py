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
from contextlib import closing
from pathlib import Path

from msgspec import Struct

from firmware.connection import FAILED, PAGE, Contents, Damaged, blame, checked, connect
from firmware.copies import BACKUP
from firmware.data import sync
from firmware.migrate import migrate
from firmware.rescue import NOTHING, Packed, Rescued, completed, fill, rescued_from
from firmware.stored import put, transaction
from firmware.wal import has_lost, wal_of

NAME = "plays.sqlite"
READY = "plays.new.sqlite"
"""A whole new store that waits to be moved into place."""
UNTOLD = "untold"
"""Set in a mended store until something is kept in it: the power may go before it is said that it was damaged."""


class Opened(Struct, frozen=True):
    """An open store. `writable`: `db` is the file; otherwise it is in memory."""

    db: sqlite3.Connection
    contents: Contents
    notices: tuple[str, ...] = ()
    writable: bool = True


def opened(folder: Path, held: Packed = NOTHING) -> Opened:
    """Open the store of a folder; TavolinoError only where a newer Tavolino wrote it.

    Plays that are `held` in memory are whole, whatever has become of them in the file.
    """
    try:
        return open_file(folder, held)
    except (OSError, Damaged, sqlite3.Error):
        return _open_copy(folder / NAME, held)


def open_file(folder: Path, held: Packed = NOTHING) -> Opened:
    """Open the file, made or mended first if need be; OSError or sqlite3.Error where it cannot be written.

    `Damaged` where a mended one is not as it was written.
    """
    path = folder / NAME
    notices: tuple[str, ...] = ()
    if (folder / READY).exists():  # the power went while a new store was moved into place
        mended = path.exists()
        kept = _replace(folder)
        if mended:
            notices = (f"The store of plays was damaged, and is mended. The damaged file is kept as {kept.name}.",)
    if not path.exists() and not wal_of(path).exists():
        _make(folder, Rescued({}, {}))
        _replace(folder)
    try:
        return _connected(path, notices)
    except Damaged:
        rescued = completed(rescued_from(path, held), folder / BACKUP)
    rescued.meta[UNTOLD] = 1
    _make(folder, rescued)
    notice = f"The store of plays was damaged. {rescued.sentence} The damaged file is kept as {_replace(folder).name}."
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
            notices = (*notices, f"{lost} The damaged file is kept as {_set_aside(path).name}.")
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # or the next start would find it again
        if contents.meta.get(UNTOLD):
            notices = notices or ("The store of plays was damaged, and is mended. The damaged file is kept beside it.",)
            contents.meta[UNTOLD] = 0  # is written with what is kept next
        contents.meta["starts"] = contents.meta.get("starts", 0) + 1
        with transaction(db):  # shows that it can be written, and syncs the head of the WAL before the first input
            put(db, "meta", "starts", contents.meta["starts"])
    except BaseException as error:
        db.close()
        if isinstance(error, (*FAILED, MemoryError)):
            blame(path, error)
        raise
    return Opened(db, contents, notices)


# --- making and mending ---------------------------------------------------------------------------------------------


def _make(folder: Path, rescued: Rescued) -> None:
    """Make a whole new store beside the old one."""
    path = folder / "plays.tmp.sqlite"
    for old in (path, wal_of(path)):
        old.unlink(missing_ok=True)
    with closing(connect(path)) as db:
        fill(db, rescued)
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # closing does it too, and does not say where it fails
    path.rename(folder / READY)
    sync(folder)


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


def _open_copy(path: Path, held: Packed) -> Opened:
    """Read a file that cannot be written into memory."""
    notices: tuple[str, ...] = ()
    try:
        rescued = rescued_from(path, held) if path.exists() else Rescued({}, {})
        if rescued.damaged:
            rescued = completed(rescued, path.with_name(BACKUP))
    except (OSError, Damaged, sqlite3.Error) as error:
        rescued = Rescued({}, {})
        reason = getattr(error, "strerror", None) or error.__cause__ or error
        notices = (f"The plays in {path} cannot be read ({reason}). They are left as they are.",)
    if rescued.damaged:
        notices = (f"The store of plays is damaged. {rescued.sentence} The damaged file {path} cannot be written.",)
    rescued.meta.pop(UNTOLD, None)  # it is said when the file is opened
    db = connect(":memory:")
    fill(db, rescued)
    return Opened(db, rescued.contents, notices, writable=False)
