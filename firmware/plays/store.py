"""The plays of a folder, in memory and on disk. Lines that cannot be written are kept in memory and written later.

The numbers of the lines say which play was used last, since a Pi may not know the time.
"""

import logging
import shutil
from contextlib import AbstractContextManager, suppress
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from engines.kit.contract import Badge, Entry, Result
from engines.kit.play import Change, Play, SavedPlay
from firmware.errors import TavolinoError, reason
from firmware.files.disk import sync, write_unsynced, write_whole
from firmware.plays import folder as folders
from firmware.plays import snapshots
from firmware.plays.folder import ARCHIVE, COPIES, COUNTS, LIVE, SUFFIX, UNKNOWN, number_in
from firmware.plays.kept_file import KeptFile, copy_of, open_play, read_archived
from firmware.plays.losses import Loss, Losses, sentences
from firmware.plays.play_file import End, Newer, Opened, Operation, PlayFile, PutAway, is_twin
from firmware.text import Text
from hw.errors import error_words

log = logging.getLogger("tavolino.plays")

OLD_STORE = "plays.sqlite"
"""The plays of versions before 0.1.0."""
MAX_COPIES_AT_ONCE = 100
"""Files of the archive that are copied in one pause: the loop of the device waits for it."""


class Store(AbstractContextManager["Store"]):
    """All plays of a folder. `losses` are those that the player does not know yet."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.losses = Losses(folder)
        self._counts = folders.read_counts(folder)
        self._files: dict[int, KeptFile] = {}
        self._notices: list[Text] = []
        self._archive_is_copied = False
        self._read()
        self._counts.starts += 1
        self._prepare_folder()

    @property
    def notices(self) -> tuple[Text, ...]:
        """The faults found in the plays, at the start or since."""
        return (*self._notices, *sentences(self.losses.pending))

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Write what can be written."""
        self._write_all()
        for kept in self._files.values():
            kept.keep_snapshots()
        self._keep_counts()

    # --- reading ---

    def plays(self) -> tuple[PlayFile, ...]:
        """Return all plays by number, the oldest first."""
        archived = filter(None, map(self._read_archived, folders.paths(self.folder, ARCHIVE)))
        known = {kept.file.number: kept.file for kept in (*self._files.values(), *archived)}
        return tuple(known[number] for number in sorted(known))

    def live_number(self, game: str) -> int | None:
        """Return the number of the live play of a game, if there is one."""
        return max((file.number for file in self._live_files() if file.play.game == game), default=None)

    def waiting_games(self) -> dict[str, Badge | None]:
        """Return the games with a live play, the one used last first, with its badge, if known."""
        live = sorted(self._live_files(), key=lambda file: -file.used)
        return {file.play.game: self._files[file.number].badge for file in live}

    def current(self) -> int | None:
        """Return the live play that was used last: the one that power-on resumes."""
        return max(((file.used, file.number) for file in self._live_files()), default=(0, None))[1]

    def twin(self, play: Play[Any]) -> PlayFile | None:
        """Return the play of the store that began like this one and has the very same inputs; None without one."""
        end, n = f"-{play.engine.key}{SUFFIX}", play.n
        for path in folders.paths(self.folder, ARCHIVE):
            if path.name.endswith(end) and self._counts.plays.get(path.name, (0, n))[1] == n:
                kept = self._read_archived(path)
                if kept is not None and is_twin(kept.file.play, play):
                    return kept.file
        return next((file for file in self._live_files() if is_twin(file.play, play)), None)

    def load(self, number: int) -> SavedPlay:
        """Return a play, whose steps are to be copied before they are changed; TavolinoError if there is none."""
        play = self._file_of(number).play
        if play.base is not None and (step := play.steps[play.base.n]).snapshot is None:
            step.snapshot = msgspec.json.encode(play.base.state)
        return msgspec.structs.replace(play, steps=list(play.steps))

    def head_seq(self, number: int) -> int:
        """Return the number of the first line of a live play; 0 if it is not live."""
        return self._files[number].file.head_seq if number in self._files else 0

    def text(self, number: int) -> str:
        """Return the lines of a play; TavolinoError if there is none."""
        return self._file_of(number).text

    # --- writing ---

    def create(self, play: Play[Any], *, result: Result | None = None) -> int:
        """Store a new play as the live one of its game, and return its number; the one before it is put away.

        `result` is that of the play before it, if it had one: the line that ends that play follows this one's head.
        """
        number = folders.free_number(self.folder, self._files)
        file = PlayFile.from_play(play.saved(), number, self._next_seq())
        self._files[number] = KeptFile(self.folder / LIVE / file.name, file, new=True)
        self._files[number].add_change(play, None, self._next_seq)
        self._put_others_away(number, result)
        self._write_all()
        self._count_plays()
        return number

    def record(self, number: int, play: Play[Any], change: Change) -> None:
        """Store what an operation did to a play: one line, one sync."""
        self._files[number].add_change(play, change, self._next_seq)
        self._write_all()

    def draft(self, number: int) -> Entry | None:
        """Return the half-entered answer at the pending step of a live play."""
        return self._files[number].draft.entry() if number in self._files else None

    def keep_draft(self, number: int, entry: Entry) -> None:
        """Store a half-entered answer, until the step is answered or undone."""
        self._files[number].draft.enter(entry)
        self._write_all()

    def take_up(self, number: int, play: Play[Any]) -> None:
        """Store a resumed play as today's rules continue it, if it differs from the stored one."""
        if self._files[number].add_change(play, None, self._next_seq):
            self._write_all()

    def archive(self, number: int, *, result: Result | None) -> None:
        """End a play: it is over if it has a result, and put away if it has none."""
        self._end(number, result)
        self._write_all()

    def restore(self, number: int) -> None:
        """Continue a play of the archive; the live one of its game is put away.

        A power cut before all of it is done leaves one of them live, and both kept. TavolinoError if it cannot be done.
        """
        if number in self._files:
            raise TavolinoError(Text("Play {n} is in progress. Choose its game on the device.", n=number))
        path = self._path_of(number)
        try:
            kept, loss = open_play(path, self._counts.plays.get(path.name, UNKNOWN))
            if kept is None:
                raise TavolinoError(Text("Play {n} cannot be read. Nothing was changed.", n=number))
            kept.move(self.folder / LIVE)
        except Newer:
            raise TavolinoError(Text("Play {n} was written by a newer Tavolino. Install that.", n=number)) from None
        except OSError as error:
            refusal = Text("Play {n} cannot be taken up: {reason}. It stays set aside.", n=number, reason=reason(error))
            raise TavolinoError(refusal) from None
        self._files[number] = kept
        self.losses.add({path.name: loss} if loss else {})
        self._put_others_away(number)
        self._add(number, Opened())
        self._write_all()

    def choose(self, number: int) -> None:
        """Make a live play the one that was used last."""
        if self.current() != number:
            self._add(number, Opened())
            self._write_all()

    def delete(self, number: int) -> None:
        """Delete a play that is not live, and its copy; TavolinoError if that cannot be done."""
        name = self._file_of(number).name
        if number in self._files:
            raise TavolinoError(f"Play {number} goes on. Put it away on the device first.")
        try:
            (self.folder / COPIES / name).unlink(missing_ok=True)
            (self.folder / ARCHIVE / name).unlink()
            shutil.rmtree((self.folder / ARCHIVE / name).with_suffix(""), ignore_errors=True)
            self._counts.plays.pop(name, None)
        except OSError as error:
            raise TavolinoError(f"Play {number} cannot be deleted: {error.strerror}. See who owns it.") from None

    def count(self, name: str, by: int = 1) -> None:
        """Add to a counter. It is written at a later pause: a counter is not worth its own sync."""
        self._counts.counts[name] = self.counter(name) + by

    def counter(self, name: str) -> int:
        """Return the value of a counter."""
        return self._counts.counts.get(name, 0)

    def pace(self, panel: str) -> dict[str, float]:
        """Return the measured times of a panel, by point, s. Changes to it are stored with the counters."""
        return self._counts.pace.setdefault(panel, {})

    def idle(self, *, notices_seen: bool = True) -> None:
        """Do the work that can wait. `notices_seen`: the notices about the plays were on the glass."""
        self._check_files()
        if not self.is_saved:
            self._prepare_folder()
        else:
            self._write_all()
        for kept in self._files.values():
            kept.keep_snapshots()
        if notices_seen and self.losses.pending:
            with suppress(OSError):  # then it is reported again
                self._forget_losses()
        self._count_plays()
        self.back_up()

    def back_up(self) -> None:
        """Copy what is new of the plays to a second place. If that fails, the last copies stay."""
        try:
            for kept in self._files.values() if self.is_saved else ():
                kept.copy()
            if self.is_saved and not self._archive_is_copied:
                late = list(islice(filter(_copy_is_short, folders.paths(self.folder, ARCHIVE)), MAX_COPIES_AT_ONCE))
                for archived in filter(None, map(read_archived, late)):
                    archived.copy()
                self._archive_is_copied = len(late) < MAX_COPIES_AT_ONCE
        except OSError as error:
            log.warning("The plays cannot be copied: %s", error_words(error))

    # --- inside ---

    def _live_files(self) -> list[PlayFile]:
        return [kept.file for kept in self._files.values() if kept.file.live]

    def _file_of(self, number: int) -> PlayFile:
        if number in self._files:
            return self._files[number].file
        if kept := self._read_archived(self._path_of(number)):
            return kept.file
        raise TavolinoError(Text("Play {n} cannot be read. Choose another from the list.", n=number))

    def _read_archived(self, path: Path) -> KeptFile | None:
        """Return a play of the archive as far as it can be read. Its loss is reported."""
        return read_archived(path, self._counts.plays.get(path.name, UNKNOWN), self.losses.add)

    def _path_of(self, number: int) -> Path:
        for path in folders.paths(self.folder, ARCHIVE):
            if number_in(path.name) == number:
                return path
        raise TavolinoError(Text("There is no play {n}. Choose one from the list.", n=number))

    def _next_seq(self) -> int:
        self._counts.seq = 1 + max([self._counts.seq, *(kept.file.seq for kept in self._files.values())])
        return self._counts.seq

    def _add(self, number: int, operation: Operation) -> None:
        self._files[number].file.add(operation, self._next_seq())

    def _end(self, number: int, result: Result | None) -> None:
        self._check_files()
        self._add(number, PutAway() if result is None else End(result.winner, result.bot, result.you))

    def _put_others_away(self, number: int, result: Result | None = None) -> None:
        """End the other live plays of this game, since only one is live. At most one of them has a result."""
        for file in self._live_files():
            if file.number != number and file.play.game == self._files[number].file.play.game:
                self._end(file.number, result)

    def _prepare_folder(self) -> None:
        """Make the folder if need be, and find out whether it can be written."""
        try:
            (self.folder / LIVE).mkdir(parents=True, exist_ok=True)
            with suppress(FileExistsError):  # then a play that is over stays among the live ones
                (self.folder / ARCHIVE).mkdir(exist_ok=True)
            sync(self.folder)
            with suppress(IsADirectoryError):  # a folder in its place costs the counts, not the plays
                write_whole(self.folder / COUNTS, msgspec.json.encode(self._counts))
            self._writable = True
        except OSError as error:
            log.warning("Nothing is saved: %s", error_words(error))
            self._writable = False
        self._write_all()

    def _write_all(self) -> None:
        """Write everything that can be written; plays that are over move to the archive."""
        # A result is written first, so that no power cut costs it. Otherwise one play is live at any time.
        for kept in sorted(self._files.values(), key=lambda kept: (not kept.file.over, not kept.file.live)):
            try:
                self._writable |= kept.write()
            except OSError as error:
                log.warning("Play %d is not kept: %s", kept.file.number, error_words(error))
        self.is_saved = self._writable and all(kept.is_saved for kept in self._files.values())
        for number, kept in tuple(self._files.items()):
            if not kept.file.live and kept.is_saved:
                with suppress(OSError):  # then it is done at another time: its last line says that it is over
                    kept.move(self.folder / ARCHIVE)
                    self._counts.plays[kept.path.name] = kept.file.extent
                    self._counts.seq = max(self._counts.seq, kept.file.seq)
                    self._archive_is_copied = False
                    del self._files[number]
                    kept.keep_snapshots()

    def _keep_counts(self) -> None:
        with suppress(OSError):  # they count little
            write_unsynced(self.folder / COUNTS, msgspec.json.encode(self._counts))

    def _count_plays(self) -> None:
        """Store the extent of each saved play, if one has changed."""
        now = self._counts.plays | {kept.path.name: kept.file.extent for kept in self._files.values() if kept.is_saved}
        if now != self._counts.plays:
            self._counts.plays = now
            self._keep_counts()

    def _forget_losses(self) -> None:
        """Remove the traces of lost plays, since the player knows of the losses."""
        for name, loss in self.losses.pending.items():
            if loss.what in ("gone", "unreadable") and number_in(name) not in self._files:
                self._counts.plays.pop(name, None)
                places = [self.folder / part / name for part in (LIVE, ARCHIVE, COPIES)]
                (places[0].with_suffix("") / snapshots.LAST_FILE).unlink(missing_ok=True)
                for place in filter(Path.exists, places):
                    if read_archived(place) is None:
                        folders.move_to_damaged(place)
        self.losses.clear()

    def _read(self) -> None:
        """Read the live plays, also those that only have a copy. Restored ones count as used last."""
        live = self.folder / LIVE
        if live.exists() and not live.is_dir():
            self._notices.append(
                Text("{file} is not a folder. Move it away; until then nothing is kept.", file=str(live))
            )
        if (self.folder / OLD_STORE).exists():
            self._notices.append(
                Text("{file} has plays from before 0.1.0, which are not read. It is left as it is.", file=OLD_STORE)
            )
        files = {path.name for path in folders.paths(self.folder, LIVE, COPIES)}
        states = (path for path in folders.entries(self.folder, [LIVE]) if snapshots.extent(path) > UNKNOWN)
        archived = {path.name for path in folders.paths(self.folder, ARCHIVE)}
        lost: dict[str, Loss] = {}
        for name in sorted(files.union(self._counts.plays, (path.name + SUFFIX for path in states)) - archived):
            if number_in(name) and (loss := self._read_live(live / name)):
                lost[name] = loss
        self.losses.add(lost)
        for file in self._live_files():
            if (loss := lost.get(file.name)) and loss.what == "restored":
                self._add(file.number, Opened())
        for file in self._live_files():
            if file.number != self.live_number(file.play.game):
                self._add(file.number, PutAway())

    def _read_live(self, path: Path) -> Loss | None:
        """Read a live play, and return its loss."""
        file = str(path)
        try:
            kept, loss = open_play(path, self._counts.plays.get(path.name, UNKNOWN))
        except Newer:
            notice = Text("{file} was written by a newer Tavolino. Install that; the file is left as it is.", file=file)
            self._notices.append(notice)
            return None
        except OSError as error:
            notice = Text("{file} cannot be read ({reason}). It is left as it is.", file=file, reason=reason(error))
            self._notices.append(notice)
            return None
        if kept is not None and self._files.setdefault(kept.file.number, kept) is not kept:
            return Loss("unreadable", 0, kept.file.play.n, folders.damaged_path(path).name)
        return loss

    def _check_files(self) -> None:
        """Check that the files are as they were written; otherwise they are written again, and nothing is lost."""
        for number, kept in self._files.items():
            if kept.is_saved and not kept.check():
                notice = Text("Play {n} was damaged on the disk. It is repaired, and nothing is lost.", n=number)
                self._notices.append(notice)


def _copy_is_short(path: Path) -> bool:
    """Return whether the copy of a file of the archive has another length; nothing changes in such a file."""
    copy = copy_of(path)
    return not copy.is_file() or copy.stat().st_size != path.stat().st_size
