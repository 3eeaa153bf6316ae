"""The plays of a folder, in memory and on disk. What cannot be written is held, and written with the next that can be.

Which play is current follows from the numbers of the lines, since a Pi may not know the time.
"""

import logging
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

import msgspec

from engines.kit.contract import Badge, Entry, Result
from engines.kit.play import Change, Play, SavedPlay, Step
from firmware.errors import TavolinoError, reason
from firmware.files.disk import sync, write_unsynced, write_whole
from firmware.plays import folder as folders
from firmware.plays import snapshots
from firmware.plays.folder import ARCHIVE, COPIES, COUNTS, LIVE
from firmware.plays.kept_file import NEVER, KeptFile, Loss, name_of, numbered, opened, rewritten, set_aside
from firmware.plays.losses import Losses, sentences
from firmware.plays.play_file import (
    End,
    Newer,
    Opened,
    Operation,
    PlayFile,
    PutAway,
    operation_of,
    same,
    taken_up,
)
from firmware.text import Text
from hw.errors import error_words

log = logging.getLogger("tavolino.plays")


class Store:
    """All plays of a folder. `losses` are what the player does not know yet."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.kept = True
        self._counts = folders.read_counts(folder)
        self.losses = Losses(folder)
        found = folders.found(folder, self._counts.plays)
        self._files = found.files
        self._notices = tuple(found.notices)
        self._archive_is_copied = False
        self._counts.seq = max([self._counts.seq, *(one.last for one in self._files.values())])
        self._mend(found.losses)
        self._counts.starts += 1
        self._settle()

    @property
    def notices(self) -> tuple[Text, ...]:
        """What was found wrong with the plays, at the start or since."""
        return (*self._notices, *sentences(self.losses.untold))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Write what can be written."""
        self._write_all()
        self._keep_snapshots()
        self._keep_counts()

    # --- reading ---

    def plays(self) -> tuple[PlayFile, ...]:
        """Return all plays by number, the oldest first."""
        archived = filter(None, map(self._archived, folders.paths(self.folder, ARCHIVE)))
        known = {one.file.number: one.file for one in (*self._files.values(), *archived)}
        return tuple(known[number] for number in sorted(known))

    def live(self, game: str) -> int | None:
        """Return the play of a game that goes on."""
        return max((file.number for file in self._live() if file.play.game == game), default=None)

    def waiting(self) -> list[str]:
        """Return the games of which a play goes on, the one used last first."""
        return [file.play.game for file in sorted(self._live(), key=lambda file: -file.used)]

    def current(self) -> int | None:
        """Return the live play that was used last: the one that power-on resumes."""
        return max(((file.used, file.number) for file in self._live()), default=(0, None))[1]

    def badge(self, game: str) -> Badge | None:
        """Return where the live play of a game stands; None where nothing says so."""
        number = self.live(game)
        return None if number is None else snapshots.badge_of(self._files[number].badge)

    def load(self, number: int) -> SavedPlay:
        """Return a play, whose steps are copied before they are gone on with; TavolinoError where there is none."""
        play = self._found(number).play
        steps = list(self._files[number].steps if number in self._files else play.steps)
        if play.base is not None and (step := steps[play.base.n]).snapshot is None:
            steps[play.base.n] = Step(step.entry, step.outcomes, msgspec.json.encode(play.base.state))
        return msgspec.structs.replace(play, steps=steps)

    def text(self, number: int) -> str:
        """Return the lines of a play; TavolinoError where there is none."""
        return self._found(number).text

    # --- writing ---

    def create(self, play: Play[Any]) -> int:
        """Keep a new play as the live one of its game; the one before it is put away."""
        before = self.live(play.engine.key)
        number = folders.free_number(self.folder, self._files)
        saved = play.saved()
        file = PlayFile.of(saved, number, self._next())
        self._counts.seq = file.seq
        file.play.steps[-1].snapshot = saved.steps[-1].snapshot
        one = KeptFile(self.folder / LIVE / name_of(number, saved.game), file, new=True)
        self._files[number], one.running = one, play
        if before is not None:
            self._add(before, PutAway())
        self._write_all()
        self._count_plays()
        return number

    def record(self, number: int, play: Play[Any], change: Change) -> None:
        """Keep what an operation did to a play: one line, one sync."""
        one = self._files[number]
        operation = operation_of(one.file.play, play, change)
        if operation is not None:
            self._follow(one, operation, play)
        one.running = play
        self._write_all()

    def draft(self, number: int) -> Entry | None:
        """Return what is half entered at the pending step of a play that goes on."""
        return self._files[number].draft if number in self._files else None

    def keep_draft(self, number: int, entry: Entry) -> None:
        """Keep what is half entered, until the step is answered or undone."""
        self._files[number].enter(entry)
        self._write_all()

    def take_up(self, number: int, play: Play[Any]) -> None:
        """Keep a play that was resumed as it goes on under the rules of today, if it differs from what is stored."""
        one = self._files[number]
        if not same(one.file.play, play):
            self._follow(one, taken_up(play), play)
            self._write_all()
        one.running = play

    def archive(self, number: int, *, result: Result | None) -> None:
        """End a play: over where it has a result, put away where it has none. It stays in the list."""
        self._look()
        self._add(number, PutAway() if result is None else End(result.winner, result.bot, result.you))
        self._write_all()

    def restore(self, number: int) -> None:
        """Let a play of the archive go on where it stood; the live one of its game is put away.

        A power cut before all of it is done leaves the one or the other live, and both kept.

        Raises:
            TavolinoError: there is no such play, it cannot be read, or the disk cannot be written.

        """
        if number in self._files:
            raise TavolinoError(Text("Play {n} goes on. Choose its game on the device.", n=number))
        path = self._path_of(number)
        try:
            one, loss = opened(path, self.folder / COPIES / path.name, self._counts.plays.get(path.name, NEVER))
            if one is None:
                raise TavolinoError(Text("Play {n} cannot be read. Nothing was changed.", n=number))
            before = self.live(one.file.play.game)
            one.move(self.folder / LIVE)
        except Newer:
            raise TavolinoError(Text("Play {n} was written by a newer Tavolino. Install that.", n=number)) from None
        except OSError as error:
            stays = Text("Play {n} cannot be taken up: {reason}. It stays put away.", n=number, reason=reason(error))
            raise TavolinoError(stays) from None
        self._files[number] = one
        self._counts.seq = max(self._counts.seq, one.last)
        self.losses.add({path.name: loss} if loss else {})
        if before is not None:
            self._add(before, PutAway())
        self._add(number, Opened())
        self._write_all()

    def choose(self, number: int) -> None:
        """Make a live play the one that was used last."""
        if self.current() != number:
            self._add(number, Opened())
            self._write_all()

    def delete(self, number: int) -> None:
        """Delete a play that does not go on, and its copy; TavolinoError where that cannot be."""
        name = name_of(number, self._found(number).play.game)
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
        """Count something. Written with a later pause: a counter is not worth a sync of its own."""
        self._counts.counts[name] = self.counter(name) + by

    def counter(self, name: str) -> int:
        """Return how often something was counted; 0 where it never was."""
        return self._counts.counts.get(name, 0)

    def pace(self, panel: str) -> dict[str, float]:
        """Return what was measured of a kind of panel, by point, s. What is changed there is kept with the counters."""
        return self._counts.pace.setdefault(panel, {})

    def idle(self, *, told: bool = True) -> None:
        """Do what can wait. `told`: what was found wrong with the plays was on the glass."""
        self._look()
        if not self.kept:
            self._settle()
        else:
            self._write_all()
        self._keep_snapshots()
        if told and self.losses.untold:
            with suppress(OSError):  # then it is told again
                self._forget_losses()
        self._count_plays()
        self.back_up()

    def back_up(self) -> None:
        """Copy what is new of the plays to a second place. Where that fails the last copies stay."""
        try:
            for one in self._files.values() if self.kept else ():
                folders.copy(self.folder, one)
            if self.kept and not self._archive_is_copied:
                self._archive_is_copied = folders.copy_some(self.folder)
        except OSError as error:
            log.warning("The plays cannot be copied: %s", error_words(error))

    # --- inside ---

    def _live(self) -> list[PlayFile]:
        return [one.file for one in self._files.values() if one.file.live]

    def _found(self, number: int) -> PlayFile:
        if number in self._files:
            return self._files[number].file
        if one := self._archived(self._path_of(number)):
            return one.file
        raise TavolinoError(Text("Play {n} cannot be read. Choose another of the list.", n=number))

    def _archived(self, path: Path) -> KeptFile | None:
        """Return what can be read of a play of the archive. What was lost of it is told."""
        one, loss = folders.archived(self.folder, path, self._counts.plays)
        self.losses.add({path.name: loss} if loss else {})
        return one

    def _path_of(self, number: int) -> Path:
        for path in folders.paths(self.folder, ARCHIVE):
            if numbered(path.name) == number:
                return path
        raise TavolinoError(Text("There is no play {n}. Choose one of the list.", n=number))

    def _next(self) -> int:
        self._counts.seq += 1
        return self._counts.seq

    def _add(self, number: int, operation: Operation) -> None:
        self._files[number].file.add(operation, self._next())

    def _follow(self, one: KeptFile, operation: Operation, play: Play[Any]) -> None:
        """Add what was done to a play; where something before it is missing, the play is written whole."""
        with suppress(ValueError):
            one.file.add(operation, self._next())
        if not same(one.file.play, play):
            one.replace_file(PlayFile.of(play.saved(), one.file.number, self._next()))
            self._counts.seq = one.file.seq

    def _settle(self) -> None:
        """Make the folder if need be, and find out whether it can be written."""
        try:
            (self.folder / LIVE).mkdir(parents=True, exist_ok=True)
            with suppress(FileExistsError):  # then what is over stays among those that go on
                (self.folder / ARCHIVE).mkdir(exist_ok=True)
            sync(self.folder)
            with suppress(IsADirectoryError):  # a folder in its place costs the counts, not the plays
                write_whole(self.folder / COUNTS, msgspec.json.encode(self._counts))
            self._writable = True
        except OSError as error:
            log.warning("Nothing is kept: %s", error_words(error))
            self._writable = False
        self._write_all()

    def _write_all(self) -> None:
        """Write what is not written yet, as far as that can be; what is over moves to the archive."""
        for one in sorted(self._files.values(), key=lambda one: not one.file.live):  # one goes on at any time
            try:
                self._writable |= one.write()
            except OSError as error:
                log.warning("Play %d is not kept: %s", one.file.number, error_words(error))
        self.kept = self._writable and all(one.kept for one in self._files.values())
        for number, one in tuple(self._files.items()):
            if not one.file.live and one.kept:
                with suppress(OSError):  # then it is done at another time: its last line says that it is over
                    one.move(self.folder / ARCHIVE)
                    self._counts.plays[one.path.name] = one.seen
                    self._archive_is_copied = False
                    del self._files[number]
                    one.keep_snapshots()

    def _keep_snapshots(self) -> None:
        for one in self._files.values():
            with suppress(OSError):  # it can be made again
                one.keep_snapshots()

    def _keep_counts(self) -> None:
        with suppress(OSError):  # they count little
            write_unsynced(self.folder / COUNTS, msgspec.json.encode(self._counts))

    def _count_plays(self) -> None:
        """Keep the number of inputs of each play that is kept, if it is another than before."""
        now = self._counts.plays | {one.path.name: one.seen for one in self._files.values() if one.kept}
        if now != self._counts.plays:
            self._counts.plays = now
            self._keep_counts()

    def _forget_losses(self) -> None:
        """Take away what says that plays were lost: the player knows it."""
        for name, loss in self.losses.untold.items():
            if loss.what in ("gone", "unreadable") and numbered(name) not in self._files:
                self._counts.plays.pop(name, None)
                places = [self.folder / part / name for part in (LIVE, ARCHIVE, COPIES)]
                (places[0].with_suffix("") / snapshots.LAST).unlink(missing_ok=True)
                for place in filter(Path.exists, places):
                    if (found := folders.archived(self.folder, place)[1]) and found.what == "unreadable":
                        set_aside(place)
        self.losses.clear()

    def _mend(self, found: dict[str, Loss]) -> None:
        """Tell what was lost; what was restored is used last. Put away what the power kept from being put away."""
        self.losses.add(found)
        for file in self._live():
            if (loss := found.get(name_of(file.number, file.play.game))) and loss.what == "restored":
                file.add(Opened(), self._next())
        for file in self._live():
            if file.number != self.live(file.play.game):
                self._add(file.number, PutAway())

    def _look(self) -> None:
        """Look whether the files are as they were written; where not, they are written again, and nothing is lost."""
        for number, one in self._files.items():
            if one.kept and one.is_changed():
                self._notices += (rewritten(number),)
