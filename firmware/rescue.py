"""Reading what is left of a damaged file: every play that reads whole, the others from the last copy."""

import shutil
import sqlite3
import tempfile
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from firmware.connection import PAGE, UNREADABLE, Contents, Damaged, checked, connect, meta_of
from firmware.data import memory_folder
from firmware.errors import TavolinoError
from firmware.migrate import migrate
from firmware.stored import CREATE, FIRST, SCHEMA, PlayInfo, pack, put, put_play, read_play, sound, transaction
from firmware.wal import wal_of

Packed = Mapping[int, tuple[PlayInfo, bytes]]
"""Plays by their numbers, packed."""
NOTHING: Packed = MappingProxyType({})


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


def rescued_from(source: Path, held: Packed = NOTHING) -> Rescued:
    """Read all plays that read whole; those that are `held` in memory need not be read.

    The source stays as it is: a copy, in memory if possible, is opened. OSError, `Damaged` or sqlite3.Error where there
    is no room for that.
    """
    with tempfile.TemporaryDirectory(dir=memory_folder()) as folder:
        copy = Path(folder) / source.name
        for old, new in ((source, copy), (wal_of(source), wal_of(copy))):
            if old.exists():
                shutil.copyfile(old, new)
        rescued = _read(copy)
        if rescued.damaged:
            _renew_head(copy)
            rescued = max(rescued, _read(copy), key=lambda one: len(one.plays))
    rescued.plays |= held
    rescued.lost = tuple(number for number in rescued.lost if number not in held)
    return rescued


def completed(rescued: Rescued, backup: Path) -> Rescued:
    """Add the plays that a damaged file has lost, as they were when its last copy was made.

    A game has one play that goes on: a copied one is put away where a later one of its game was saved.
    """
    if not backup.exists():
        return rescued
    try:
        copy = rescued_from(backup)
    except (OSError, Damaged, TavolinoError, sqlite3.Error):  # what was saved is not lost with it
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


def fill(db: sqlite3.Connection, rescued: Rescued) -> None:
    """Make what was read into a new store."""
    db.executescript(CREATE)
    rescued.meta["schema"] = SCHEMA
    with transaction(db):
        for info, packed in rescued.plays.values():
            put_play(db, info, FIRST, packed)
        for name, value in rescued.meta.items():
            put(db, "meta", name, value)


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
    meta = meta_of(db)
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
