"""Plays as they were kept before, in a database of SQLite. Here until version 1.0.

    plays.sqlite ──▶ plays/0001-wyrmspan.jsonl …, then plays.sqlite is renamed

Nothing of the old file is changed: a copy of it is opened. Cut short anywhere, the next start does it again.
"""

import shutil
import sqlite3
import tempfile
import zlib
from collections.abc import Iterable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from engines.contract import Entry
from engines.journal import Base, Owner, Step
from firmware.data import memory_folder, sync
from firmware.plays.folder import OLDER
from firmware.plays.play_file import End, PutAway, Stored, Winner
from firmware.text import Text

BACKUP = "plays.backup.sqlite"
TAKEN = ".taken-over"
"""What is added to the names of files that were taken over."""


class Found(Struct):
    """What a database has: plays by their numbers, with how they ended; `whole` if all of it could be read."""

    plays: dict[int, tuple[Stored, PutAway | End | None]] = {}
    meta: dict[str, int] = {}
    whole: bool = False

    @property
    def notices(self) -> tuple[Text, ...]:
        """What is to be said of it."""
        sentence = Text(
            "{file} of an older Tavolino cannot be read whole. It stays as {kept}.", file=OLDER, kept=OLDER + TAKEN
        )
        return () if self.whole else (sentence,)

    def taken_over(self, folder: Path) -> None:
        """Rename the files, so that they are not taken over again."""
        with suppress(OSError):  # then they are: what is there already stays as it is
            for path in folder.glob("plays.*sqlite*"):
                if not path.name.endswith(TAKEN):
                    path.rename(path.with_name(path.name + TAKEN))
            sync(folder)


def found(folder: Path) -> Found:
    """Return the plays of an older store, those that do not read whole from its backup."""
    store, backup = _read(folder / OLDER), _read(folder / BACKUP)
    return Found(backup.plays | store.plays, backup.meta | store.meta, store.whole)


# --- the database ---------------------------------------------------------------------------------------------------


class _Op(Struct, array_like=True):
    place: int
    dropped: int
    entries: tuple[Entry, ...]
    tail: tuple[int, int, tuple[Entry, ...]]
    base: Base | None = None
    sources: dict[str, Owner] | None = None


class _Info(Struct):
    live: bool
    over: bool
    winner: Winner


def _read(path: Path) -> Found:
    """Read a copy of a database, with its log."""
    unreadable = (sqlite3.Error, UnicodeDecodeError, zlib.error, msgspec.MsgspecError, LookupError, OSError)
    store = Found()
    with tempfile.TemporaryDirectory(dir=memory_folder()) as folder, suppress(*unreadable):
        for old in (path, path.with_name(f"{path.name}-wal")):
            if old.exists():
                shutil.copyfile(old, Path(folder) / old.name)
        with closing(sqlite3.connect(Path(folder) / path.name)) as db:
            store.meta |= {row[0]: row[1] for row in _sound(db.execute("SELECT * FROM meta"))}
            plays = db.execute("SELECT * FROM plays").fetchall()
            for number, seq, info, packed in _sound(plays):
                with suppress(*unreadable):
                    ops = _sound(db.execute("SELECT * FROM ops WHERE play = ?", (number,)))
                    states = _sound(db.execute("SELECT * FROM states WHERE play = ?", (number,)))
                    store.plays[number] = _play(seq, info, packed, ops, states)
            store.whole = len(store.plays) == len(plays)
    return store


def _sound(rows: Iterable[Sequence[Any]]) -> list[Sequence[Any]]:
    """Return the rows whose CRC is right, without it."""
    encode = msgspec.msgpack.encode
    return [row[:-1] for row in rows if row[-1] == zlib.crc32(encode(tuple(row[:-1]))).to_bytes(4)]


def _play(
    seq: int, info: bytes, packed: bytes, ops: list[Sequence[Any]], states: list[Sequence[Any]]
) -> tuple[Stored, PutAway | End | None]:
    """Return a play as of its pack, and what was done to it after that."""
    play, ended = msgspec.msgpack.decode(zlib.decompress(packed), type=Stored), msgspec.json.decode(info, type=_Info)
    if not ended.live:
        return play, End(ended.winner) if ended.over else PutAway()
    later = sorted((at, body) for _, _, at, body in ops if at > seq)
    last = max((at for _, _, at, _ in (*ops, *states)), default=seq)
    if [at for at, _ in later] != list(range(seq + 1, max(last, seq) + 1)):
        raise LookupError(last)
    for _, body in later:
        _fold(play, msgspec.json.decode(body, type=_Op))
    for _, _, at, body in sorted(states, key=lambda row: row[2]):
        if at > seq and (n := int.from_bytes(body[:4])) <= play.n:
            play.steps[n].snapshot = zlib.decompressobj().decompress(body[4:])
    return play, None


def _fold(play: Stored, op: _Op) -> None:
    end = len(play.steps) - op.dropped
    before = (*(step.entry for step in play.steps[end:] if step.entry is not None), *play.tail)
    del play.steps[end:]
    front, back, between = op.tail
    play.tail = (*before[:front], *between, *before[len(before) - back :])
    play.base, play.sources = op.base or play.base, op.sources or play.sources
    if op.entries and op.place == 0:
        play.steps.append(Step(op.entries[0], list(op.entries[1:])))
    elif op.entries or op.base:
        step = play.steps[-1]
        play.steps[-1] = Step(step.entry, [*step.outcomes, *op.entries])
