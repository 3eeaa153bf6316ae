"""The plays, on disk before they are shown.

What a play list shows, the play used last and the counters are small and stand in memory too; the file is written
through. Where it cannot be written the play goes on: what changed is held, packed, and written whole as soon as a
write succeeds again.
"""

import logging
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

from msgspec.structs import replace

from engines.contract import Result
from engines.play import Change, Play
from firmware.connection import FAILED, UNREADABLE, Damaged, checked, is_damage
from firmware.copies import BACKUP, copy_to
from firmware.errors import TavolinoError
from firmware.salvage import Opened, open_file, opened
from firmware.stored import (
    FIRST,
    Head,
    PlayInfo,
    Stored,
    follows,
    operation,
    pack,
    put,
    put_change,
    put_play,
    read_play,
    stored,
    transaction,
    unpack,
)

log = logging.getLogger("tavolino.store")

REPACK = 64
"""A live play with so many operations since it was packed is packed when idle, so that it opens fast."""
CHECKPOINT = 25
"""So many transactions are worth a checkpoint when idle."""


class Store:
    """All plays of a folder. `notices` are sentences about what was found wrong with them, at the start or since."""

    def __init__(self, folder: Path, found: Opened) -> None:
        self.folder = folder
        self.kept = found.writable
        self.notices = found.notices
        self._writable = found.writable
        self._db = found.db
        self._infos = found.contents.plays
        self._read = frozenset(self._infos)
        self._meta = found.contents.meta
        self._heads: dict[int, Head] = {}
        self._held: dict[int, bytes] = {}
        self._written = 0
        self._mended = False

    @classmethod
    def open(cls, folder: Path) -> Self:
        """Open the store of a folder; TavolinoError where a newer Tavolino wrote it, nothing else."""
        return cls(folder, opened(folder))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Write what can be written, and let go of the file. Damage that shows now is for the next start to mend."""
        self._mended = True
        if self.kept:
            self._pack_long()
        self._keep_meta()
        self._db.close()

    # --- reading ---

    def plays(self) -> tuple[PlayInfo, ...]:
        """Return all plays by number, the oldest first."""
        return tuple(self._infos[number] for number in sorted(self._infos))

    def live(self, game: str) -> int | None:
        """Return the play of a game that goes on."""
        return max((info.number for info in self._infos.values() if info.live and info.game == game), default=None)

    def current(self) -> int | None:
        """Return the live play that was used last: the one that power-on resumes."""
        number = self._meta.get("current", 0)
        return number if number in self._infos and self._infos[number].live else None

    def load(self, number: int) -> Stored:
        """Return a play, after mending if need be; TavolinoError where there is none or it does not read whole."""
        if number not in self._infos:
            raise TavolinoError(f"There is no play {number}. Choose one of the list.")
        if number in self._held:
            return unpack(self._held[number])
        try:
            _, seq, packed, play = read_play(self._db, number)
        except UNREADABLE:
            if self._may_mend:
                self._mend()
                return self.load(number)
            raise TavolinoError(
                f"Play {number} cannot be read whole. Start Tavolino again: it saves what can be saved."
            ) from None
        if number not in self._heads:
            self._heads[number] = _head(play, seq, packed)
        return play

    # --- writing ---

    def create(self, play: Play[Any]) -> int:
        """Keep a new play as the live one of its game; the one before it is archived as abandoned."""
        plays = []
        before = self.live(play.engine.key)
        if before is not None:
            with suppress(TavolinoError):
                plays.append((self._ended(before, None), self.load(before)))
        number = max([self._meta.get("last", 0), *self._infos]) + 1
        self._meta |= {"last": number, "current": number}
        plays.append((PlayInfo(number, play.engine.key, play.engine.version), stored(play)))
        self._whole(*plays)
        return number

    def record(self, number: int, play: Play[Any], change: Change) -> None:
        """Keep what an operation did to a play, in one transaction with one sync.

        Where another file was opened since, it may hold another play of that number: then the play is written whole.
        """
        head = self._heads.get(number)
        if head is None or not self.kept or not follows(head, play, change):
            self.rewrite(number, play)
            return
        seq, op = head.seq + 1, operation(head, play, change)
        self._heads[number] = Head(seq, head.packed, play.n, head.version, play.tail, play.base, play.sources)
        self._infos[number] = replace(self._infos[number], inputs=play.n)
        self._meta["current"] = number

        def write(db: sqlite3.Connection) -> None:
            put_change(db, number, seq, op, change.n, change.snapshot)

        self._keep(write, lambda: {number: stored(play)})

    def rewrite(self, number: int, play: Play[Any]) -> None:
        """Keep a play whole as it is now, whatever was written of it: after other rules, for one."""
        self._head(number)
        self._whole((PlayInfo(number, play.engine.key, play.engine.version), stored(play)))

    def archive(self, number: int, *, result: Result | None, play: Play[Any] | None = None) -> None:
        """End a play: over where it has a result, abandoned where it has none. It stays in the list.

        `play` is it as it stands in memory: then it need not be read.
        """
        whole = stored(play) if play else self.load(number)
        self._whole((self._ended(number, result), whole))

    def choose(self, number: int) -> None:
        """Make a live play the one that was used last."""
        if self._meta.get("current") != number:
            self._meta["current"] = number
            self._keep_meta()

    # --- counters ---

    def count(self, name: str, by: int = 1) -> None:
        """Count something. Written with the next idle time: a counter is not worth a sync of its own."""
        self._meta[f"count.{name}"] = self.counter(name) + by

    def counter(self, name: str) -> int:
        """Return how often something was counted; 0 where it never was."""
        return self._meta.get(f"count.{name}", 0)

    def idle(self) -> None:
        """Do what can wait: try a disk again, pack long plays, move the WAL into the file."""
        if not self.kept:
            self._try_again()
        elif self._written >= CHECKPOINT:
            self._pack_long()
            with suppress(*FAILED):  # nothing is lost: the WAL is as good as the file
                self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._keep_meta()  # and the head of the new WAL is synced before the next input
            self._written = 0

    # --- a copy ---

    @property
    def starts(self) -> int:
        """How often this store was opened, this time included."""
        return self._meta.get("starts", 0)

    def back_up(self) -> None:
        """Copy the file beside itself, if it reads whole. Where that fails the last copy stays."""
        if not self.kept:
            return
        try:
            checked(self._db)
            copy_to(self._db, self.folder / BACKUP)
        except (OSError, Damaged, TavolinoError, *UNREADABLE) as error:
            log.warning("The plays cannot be copied: %r", error)

    # --- inside ---

    def _head(self, number: int) -> Head | None:
        with suppress(TavolinoError):
            self.load(number)
        return self._heads.get(number)

    def _ended(self, number: int, result: Result | None) -> PlayInfo:
        winner = result.winner if result else None
        return replace(self._infos[number], live=False, over=result is not None, winner=winner)

    def _whole(self, *plays: tuple[PlayInfo, Stored]) -> None:
        """Keep plays packed; operations are written after that."""
        for info, play in plays:
            number = info.number
            seq = self._heads[number].seq + 1 if number in self._heads else FIRST
            self._heads[number] = _head(play, seq, seq)
            self._infos[number] = replace(info, inputs=play.n)

        def write(db: sqlite3.Connection) -> None:
            for info, play in plays:
                put_play(db, self._infos[info.number], self._heads[info.number].seq, pack(play))
            self._put_meta(db)

        self._keep(write, lambda: {info.number: play for info, play in plays})

    def _pack_long(self) -> None:
        long = [n for n, head in self._heads.items() if self._infos[n].live and head.seq - head.packed >= REPACK]
        for number in long:
            with suppress(TavolinoError):  # a lost one is written whole with its next input
                play = self.load(number)
                self._whole((self._infos[number], play))

    def _keep_meta(self) -> None:
        self._keep(self._put_meta, dict)

    def _put_meta(self, db: sqlite3.Connection) -> None:
        for name, value in self._meta.items():
            put(db, "meta", name, value)

    def _keep(self, write: Callable[[sqlite3.Connection], None], whole: Callable[[], dict[int, Stored]]) -> None:
        """Write in one transaction. Where that fails, hold the plays that it was about.

        They are written with what is kept next, and at once where the file is damaged, since it is mended for that.
        """
        fault: Exception | None = None
        if self.kept:
            try:
                with transaction(self._db):
                    write(self._db)
            except FAILED as error:
                self.kept, fault = False, error
            else:
                self._written += 1
                return
        self._hold(whole())
        if fault is None or is_damage(fault):
            self._try_again()

    def _hold(self, plays: dict[int, Stored]) -> None:
        self._held |= {number: pack(play) for number, play in plays.items()}

    def _try_again(self) -> None:
        """Write all that is held. Where the file turns out to be damaged, it is mended first."""
        found = None
        try:
            if not self._writable:
                found = self._file()
            db = found.db if found else self._db
            with transaction(db):
                for number, packed in self._held.items():
                    put_play(db, self._infos[number], self._heads[number].seq, packed)
                self._put_meta(db)
        except (OSError, Damaged, TavolinoError, *FAILED) as error:
            if found:
                found.db.close()
            elif self._may_mend and is_damage(error):
                self._mend()
            return
        if found:
            self._db.close()
            self._use(found)
        self.kept = True
        self._held.clear()

    @property
    def _may_mend(self) -> bool:
        """Once: on a card that goes on failing, damaged files would fill it."""
        return self._writable and not self._mended

    def _mend(self) -> None:
        """Open the store again, as at a start."""
        self._mended, self.kept = True, False
        self._db.close()  # before its file is moved: SQLite would take the log of the new one away with it
        try:
            found = opened(self.folder, {n: (self._infos[n], packed) for n, packed in self._held.items()})
        except TavolinoError as error:  # it is of a newer one: what is held stays so
            self.notices = (str(error),)
            return
        self.notices = found.notices
        self._read = self._read.union(self._infos, found.contents.plays)
        self._use(found)
        self._try_again()

    def _use(self, found: Opened) -> None:
        """Go on with another file: of what is not held, it says itself what there is, and how far it was written."""
        self._db, self._writable = found.db, found.writable
        self._meta = found.contents.meta | self._meta
        self._infos = found.contents.plays | {number: self._infos[number] for number in self._held}
        self._heads = {number: self._heads[number] for number in self._held}

    def _file(self) -> Opened:
        """Open the file, which is not ours yet. One with plays that were never read is left alone."""
        found = open_file(self.folder)
        self.notices += found.notices
        if self._read.issuperset(found.contents.plays):
            return found
        found.db.close()
        raise Damaged


def _head(play: Stored, seq: int, packed: int) -> Head:
    return Head(seq, packed, play.n, play.version, play.tail, play.base, play.sources)
