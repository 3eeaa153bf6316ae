"""The plays of a folder, in memory and on disk. What cannot be written is held, and written with the next that can be.

Which play is current follows from the numbers of the lines, since a Pi may not know the time.
"""

import logging
import shutil
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import msgspec

from engines.contract import Badge, Entry, Result
from engines.journal import Change, Step
from engines.play import Play
from firmware.data import sync, write_whole
from firmware.errors import TavolinoError, reason
from firmware.plays import copies, counts
from firmware.plays import folder as folders
from firmware.plays.folder import ARCHIVE, LIVE, OLDER
from firmware.plays.kept_file import SUFFIX, KeptFile, anew, name_of, numbered, opened, sentences, set_aside
from firmware.plays.play_file import (
    End,
    Mended,
    Newer,
    Opened,
    Operation,
    PlayFile,
    PlayInfo,
    PutAway,
    Stored,
    Told,
    operation_of,
    same,
    stored,
    taken_up,
)
from firmware.plays.snapshots import EVERY
from firmware.text import Text
from hw.errors import error_words

if TYPE_CHECKING:
    from firmware.plays import older

log = logging.getLogger("tavolino.plays")


class Store:
    """All plays of a folder. `notices` are sentences about what was found wrong with them, at the start or since."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.kept = True
        self.notices: tuple[Text, ...] = ()
        self._counts = counts.read(folder)
        self._since = 0
        found, old = folders.found(folder), None
        if (folder / OLDER).exists():
            from firmware.plays import older  # noqa: PLC0415 - only the store that there was before needs it

            old = older.found(folder)
        self._files, self._strange = found.files, found.strange
        self._counts.seq = max([self._counts.seq, *(max(one.file.seq, one.missing) for one in self._files.values())])
        if old is not None:
            self._take_over(old)
        self._mend(found.lost)
        self._counts.starts += 1
        self.notices = (*found.notices, *self._mended(), *(old.notices if old else ()))
        self._settle()
        if old is not None and self.kept:
            old.taken_over(folder)

    @classmethod
    def open(cls, folder: Path) -> Self:
        """Open the plays of a folder, whatever has become of them."""
        return cls(folder)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Write what can be written."""
        self._write_all()
        self._since = EVERY
        self._keep_what_can_wait()

    # --- reading ---

    def plays(self) -> tuple[PlayInfo, ...]:
        """Return all plays by number, the oldest first."""
        known = {number: PlayInfo.of(one.file) for number, one in self._files.items()}
        for path in folders.paths(self.folder, ARCHIVE):
            if (file := folders.archived(self.folder, path)) is not None:
                known[file.number] = PlayInfo.of(file)
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
        from firmware.plays import standing  # noqa: PLC0415 - not for the first frame

        number = self.live(game)
        return None if number is None else standing.badge_of(self._files[number].badge)

    def load(self, number: int) -> Stored:
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
        number = max([folders.free_number(self.folder), *(n + 1 for n in self._files)])
        self._begin(number, stored(play)).running = play
        if before is not None:
            self._add(before, PutAway())
        self._write_all()
        return number

    def record(self, number: int, play: Play[Any], change: Change) -> None:
        """Keep what an operation did to a play: one line, one sync."""
        one = self._files[number]
        operation = operation_of(one.file.play, play, change)
        if operation is not None:
            self._follow(one, operation, play)
        one.running = play
        self._since += 1
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
        path = self._archived(number)
        try:
            one, lost = opened(path, self.folder / copies.FOLDER / path.name)
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
        self._counts.seq = max(self._counts.seq, one.file.seq, one.missing)
        if lost is not None:
            self._add(number, lost)
            self.notices += sentences({number: lost})
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
            (self.folder / copies.FOLDER / name).unlink(missing_ok=True)
            (self.folder / ARCHIVE / name).unlink()
            shutil.rmtree((self.folder / ARCHIVE / name).with_suffix(""), ignore_errors=True)
        except OSError as error:
            raise TavolinoError(f"Play {number} cannot be deleted: {error.strerror}. See who owns it.") from None

    # --- counters ---

    @property
    def starts(self) -> int:
        """How often these plays were opened, this time included."""
        return self._counts.starts

    def count(self, name: str, by: int = 1) -> None:
        """Count something. Written with a later pause: a counter is not worth a sync of its own."""
        self._counts.counts[name] = self.counter(name) + by

    def counter(self, name: str) -> int:
        """Return how often something was counted; 0 where it never was."""
        return self._counts.counts.get(name, 0)

    def pace(self, panel: str) -> dict[str, float]:
        """Return what was measured of a kind of panel, by point, s. What is changed there is kept with the counters."""
        return self._counts.pace.setdefault(panel, {})

    # --- what can wait ---

    def idle(self) -> None:
        """Do what can wait: try a disk again, look whether files are as they were written, keep snapshots."""
        self._note_told()
        self._look()
        if not self.kept:
            self._settle()
        else:
            self._write_all()
            self._keep_what_can_wait()

    def back_up(self) -> None:
        """Copy every play to a second place. Where that fails the last copies stay."""
        if not self.kept:
            return
        try:
            for one in self._files.values():
                copies.copy(self.folder, one.path.name, bytes(one.file.raw))
            files = (path for path in folders.paths(self.folder, ARCHIVE) if path.suffix == SUFFIX)
            late = (path for path in files if copies.is_short(self.folder, path))
            for path in islice(late, copies.MOST):
                if file := folders.archived(self.folder, path):
                    copies.copy(self.folder, path.name, bytes(file.raw))
        except OSError as error:
            log.warning("The plays cannot be copied: %s", error_words(error))

    # --- inside ---

    def _live(self) -> list[PlayFile]:
        return [one.file for one in self._files.values() if one.file.ended is None]

    def _found(self, number: int) -> PlayFile:
        if number in self._files:
            return self._files[number].file
        if file := folders.archived(self.folder, self._archived(number)):
            return file
        raise TavolinoError(Text("Play {n} cannot be read. Choose another of the list.", n=number))

    def _archived(self, number: int) -> Path:
        for path in folders.paths(self.folder, ARCHIVE):
            if numbered(path.name) == number and path.suffix == SUFFIX:
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
            one.rewrite(PlayFile.of(stored(play), one.file.number, self._next()))
            self._counts.seq = one.file.seq

    def _settle(self) -> None:
        """Make the folder if need be, and find out whether it can be written."""
        try:
            (self.folder / LIVE).mkdir(parents=True, exist_ok=True)
            with suppress(FileExistsError):  # then what is over stays among those that go on
                (self.folder / ARCHIVE).mkdir(exist_ok=True)
            sync(self.folder)
            self._keep_counts()
            self._writable = True
        except OSError as error:
            log.warning("Nothing is kept: %s", error_words(error))
            self._writable = False
        self._write_all()

    def _write_all(self) -> None:
        """Write what is not written yet, as far as that can be; what is over moves to the archive."""
        for one in sorted(self._files.values(), key=lambda one: one.file.ended is not None):  # one goes on at any time
            try:
                self._writable |= one.write()
            except OSError as error:
                log.warning("Play %d is not kept: %s", one.file.number, error_words(error))
        self.kept = self._writable and all(one.kept for one in self._files.values())
        for number, one in tuple(self._files.items()):
            if one.file.ended is not None and one.kept:
                with suppress(OSError):  # then it is done at another time: its last line says that it is over
                    one.move(self.folder / ARCHIVE)
                    del self._files[number]
                    one.keep_snapshots()

    def _keep_what_can_wait(self) -> None:
        with suppress(OSError):  # it can be made again, or counts little
            for one in self._files.values():
                one.keep_snapshots()
            if self._since >= EVERY:
                self._keep_counts()

    def _keep_counts(self) -> None:
        with suppress(IsADirectoryError):  # a folder in its place costs the counts, not the plays
            write_whole(self.folder / counts.NAME, msgspec.json.encode(self._counts))
        self._since = 0

    def _mend(self, lost: list[tuple[KeptFile, Mended]]) -> None:
        """Note in the plays what was lost of them; put away what the power kept from being put away."""
        for one, mended in lost:
            if mended.copied and one.file.ended is None:
                one.file.add(Opened(), self._next())
            one.file.add(mended, self._next())
        for file in self._live():
            if file.number != self.live(file.play.game):
                self._add(file.number, PutAway())

    def _take_over(self, old: "older.Found") -> None:
        """Take over the plays of an older store; the one that was used last stays so."""
        there = {path.name for part in (LIVE, ARCHIVE) for path in folders.paths(self.folder, part)}
        for number, (play, ended) in sorted(old.plays.items()):
            if name_of(number, play.game) not in there:
                self._begin(number, play)
                if ended is not None:
                    self._add(number, ended)
        current = old.meta.get("current")
        if current in self._files and self.current() != current:
            self._add(current, Opened())
        self._counts.starts = old.meta.get("starts", 0)
        self._counts.counts = {name[6:]: value for name, value in old.meta.items() if name.startswith("count.")}

    def _begin(self, number: int, play: Stored) -> KeptFile:
        """Begin the file of a play that is new here."""
        file = PlayFile.of(play, number, self._next())
        self._counts.seq = file.seq
        file.play.steps[-1].snapshot = play.steps[-1].snapshot
        one = self._files[number] = KeptFile(self.folder / LIVE / name_of(number, play.game), file)
        return one

    def _mended(self) -> tuple[Text, ...]:
        """Say what was mended: now, or before the power went."""
        mended = {n: one.file.last for n, one in sorted(self._files.items()) if isinstance(one.file.last, Mended)}
        return sentences(mended)

    def _note_told(self) -> None:
        """Whoever plays has seen the notices: they are not said again."""
        for one in self._files.values():
            if isinstance(one.file.last, Mended):
                one.file.add(Told(), self._next())
        for path in self._strange:
            with suppress(OSError):
                set_aside(path)
        self._strange = []

    def _look(self) -> None:
        """Look whether the files are as they were written; where not, they are written again, and nothing is lost."""
        for number, one in self._files.items():
            if one.kept and one.is_changed():
                self.notices += (anew(number),)
