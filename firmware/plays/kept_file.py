"""A play's file in the folder: read however it was left, added to, and written whole where it cannot be added to.

    whole, or torn at its end ───────▶ gone on with; what was torn was never acknowledged
    a line that does not read ───────▶ gone on with from there, or from the copy if that has more
    shorter than a snapshot or copy ─▶ the same
    a sync that failed ──────────────▶ written whole to a new file: of this one the kernel may have dropped pages

What was found damaged is kept aside before anything is written in its place.
"""

import errno
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

from engines.contract import Entry
from engines.journal import Step
from engines.play import Play
from firmware.data import Unsynced, append, sync, write_whole
from firmware.plays import lines, snapshots
from firmware.plays.draft import Draft
from firmware.plays.play_file import Mended, PlayFile, same
from firmware.text import Text

SUFFIX = ".jsonl"
DAMAGED = "damaged"
_NAME = re.compile(r"(\d{4,9})-[\w-]+(\.\d+)?(\.jsonl)?")
_DONE = rb'"do":"(?:(input)|undo","inputs":(\d+)|\w+)'


def numbered(name: str) -> int:
    """Return the number of a play from the name of its file or of the folder of its snapshots; 0 for other names."""
    found = _NAME.fullmatch(name)
    return int(found[1]) if found else 0


def name_of(number: int, game: str) -> str:
    """Return the name of a play's file."""
    return f"{number:04}-{game}{SUFFIX}"


class KeptFile:
    """A play in memory, and so many bytes of it `written` to the disk; None where it is new there.

    `aside` is where the file that was found goes before another takes its place; `running` is the play as the device
    goes on with it; `missing` numbers the last line, where that is not in the file any more.
    """

    def __init__(self, path: Path, file: PlayFile, written: int | None = None, aside: Path | None = None) -> None:
        self.path = path
        self.file = file
        self.running: Play[Any] | None = None
        self.missing = 0
        self._new = written is None
        self._written = None if aside is not None else written
        self._aside = aside
        self._draft = Draft()
        self._snapshots: set[int] = set()
        self._snapped = 0

    @property
    def kept(self) -> bool:
        """Whether all of it is on the disk."""
        return self._written == len(self.file.raw) and self._draft.kept

    @property
    def draft(self) -> Entry | None:
        """What is half entered at the pending step."""
        return self._draft.entered(self.path.with_suffix(""), self.file.asked)

    def enter(self, entry: Entry) -> None:
        """Take over what is half entered at the pending step."""
        self._draft.enter(self.path.with_suffix(""), self.file.asked, entry)

    def write(self) -> bool:
        """Bring the disk up to what is in memory, if it is not; OSError where that cannot be."""
        if self.kept:
            return False
        if self._written != len(self.file.raw):
            self._write_lines()
        self._draft.write(self.path.with_suffix(""), self.file.asked)
        return True

    def _write_lines(self) -> None:
        if self._written is not None:
            try:
                append(self.path, self._written, bytes(self.file.raw[self._written :]))
            except (Unsynced, FileNotFoundError):
                self._written = None
        if self._written is None:
            self._write_whole()
        self._written = len(self.file.raw)

    def _write_whole(self) -> None:
        if self._aside is not None:
            keep_aside(self.path, self._aside)
            self._aside = None
        if self._new and self._is_taken():
            raise FileExistsError(errno.EEXIST, "Another play has its number", str(self.path))
        write_whole(self.path, bytes(self.file.raw))
        self._new = False

    def _is_taken(self) -> bool:
        """Return whether the disk, which may have turned up late, has another play of this number."""
        same = list(self.path.parent.glob(f"{self.file.number:04}-*.jsonl"))
        return any(path != self.path or not self.file.raw.startswith(path.read_bytes()) for path in same)

    def rewrite(self, file: PlayFile) -> None:
        """Take another file in place of this one."""
        self.file, self._written = file, None

    def is_changed(self) -> bool:
        """Return whether the file is not as it was written any more; then it is to be written whole."""
        with suppress(OSError):
            if self.path.read_bytes() == self.file.raw:
                return False
        self._written = None
        self._aside = free_place(self.path) if self.path.exists() else None
        return True

    def move(self, folder: Path) -> None:
        """Move the file with its snapshots to another folder; OSError where that cannot be."""
        place, states = folder / self.path.name, self.path.with_suffix("")
        if place.exists():
            set_aside(place)
        self.path.rename(place)
        with suppress(OSError):  # a move that the power undoes is done again
            sync(folder)
            sync(self.path.parent)
            states.rename(folder / states.name)
        self.path = place

    @property
    def steps(self) -> list[Step]:
        """The steps of the play, with all snapshots that are known."""
        play, running = self.file.play, self.running
        return running.steps if running is not None and same(play, running) else play.steps

    @property
    def badge(self) -> Any:
        """Where the play stands, in plain values, without a look at its engine; None where nothing says so."""
        running = self.running
        if running is not None and same(self.file.play, running):
            from firmware.plays import standing  # noqa: PLC0415 - not for the first frame

            with suppress(Exception):  # a step that cannot be shown
                return standing.plain(running.screen.badge)
        return snapshots.badge(self.path.with_suffix(""), self.file)

    def keep_snapshots(self) -> None:
        """Write the snapshots of the play; OSError where they cannot be written, which loses nothing."""
        if self.kept and self.file.seq != self._snapped:  # not kept, they would be ahead of it
            snapshots.keep(self.path.with_suffix(""), self.file, self.steps, self._snapshots, self.badge)
            self._snapped = self.file.seq


def opened(path: Path, copy: Path) -> tuple[KeptFile | None, Mended | None]:
    """Return a play and what was lost of it, if anything; no play where neither file nor copy has one.

    Raises:
        Newer: it is of a format that is not known here.
        OSError: it cannot be read.

    """
    raw = b"" if path.is_dir() or not path.exists() else path.read_bytes()
    file = _named(path, raw, snapshots.sound(path.with_suffix(""), raw))
    better = _better(path, copy, file)
    end = len(file.raw) if file else 0
    damaged = path.exists() and (file is None or not (end == len(raw) or lines.unfinished(raw[end:])))
    last, n = snapshots.fit(path.with_suffix(""), file) if file else (0, 0)
    if (taken := better or file) is None:
        return None, None
    aside = free_place(path) if damaged else None
    kept = KeptFile(path, taken, end, aside)
    kept.missing = last
    if not (damaged or better or last):
        return kept, None
    inputs = max(taken.play.n, _inputs(raw[end:], file.play.n if file else -1, last, n))
    return kept, Mended(inputs, taken.play.n, better is not None, aside.name if aside else "")


def sentences(mended: dict[int, Mended]) -> tuple[Text, ...]:
    """Say what was lost of plays, and what became of them."""
    gone = [number for number, lost in mended.items() if lost.copied and not lost.file]
    restored = Text(
        "Play {numbers} was gone or cut short, and restored from the copies.",
        plural="{n} plays were gone or cut short, and restored from the copies: {numbers}.",
        n=len(gone),
        numbers=tuple(map(str, gone)),
    )
    damaged = (_damaged(number, lost) for number, lost in mended.items() if number not in gone)
    return (*([restored] if gone else []), *damaged)


def _damaged(number: int, lost: Mended) -> Text:
    kept = Text("{n} input was kept", plural="{n} inputs were kept", n=lost.kept)
    rest = Text("its copy has {n}", n=lost.read) if lost.copied else Text("{n} can be read", n=lost.read)
    said = Text(
        "Play {number} was damaged: {kept}, {rest}. It goes on from there.", number=number, kept=kept, rest=rest
    )
    if not lost.file:
        return said
    return Text("{said} What was found is kept as {place}.", said=said, place=f"{DAMAGED}/{lost.file}")


def anew(number: int) -> Text:
    """Say what became of a play whose file was damaged while it was in memory."""
    return Text("Play {n} was damaged on the disk. It is written anew, and nothing is lost.", n=number)


def free_place(path: Path) -> Path:
    """Return a name for a damaged file that no other has, unless it is the same one."""
    folder, k = path.parent.parent / DAMAGED, 1
    while (place := folder / f"{path.stem}{f'.{k}' if k > 1 else ''}{SUFFIX}").exists() and not _same(place, path):
        k += 1
    return place


def keep_aside(path: Path, place: Path) -> None:
    """Keep a file or folder as it was found; OSError where that cannot be."""
    if path.is_dir():
        set_aside(path)
    elif path.exists():
        write_whole(place, path.read_bytes())


def set_aside(path: Path) -> None:
    """Move a file or folder away, as it was found; OSError where that cannot be."""
    place = free_place(path)
    place.parent.mkdir(exist_ok=True)
    path.rename(place)


# --- inside ---------------------------------------------------------------------------------------------------------


def _named(path: Path, raw: bytes, sound: int = 0) -> PlayFile | None:
    """Return what can be read of a file; None where that is nothing, or the play of another name."""
    file = PlayFile.read(raw, sound)
    return file if file and name_of(file.number, file.play.game) == path.name else None


def _better(path: Path, copy: Path, file: PlayFile | None) -> PlayFile | None:
    """Return the copy of a play if it has all that can be read of it, and more."""
    with suppress(OSError):
        raw, begin = copy.read_bytes(), file.raw if file else b""
        if len(raw) > len(begin) and raw.startswith(begin):
            found = _named(path, raw)
            return found if found and len(found.raw) > len(begin) else None
    return None


def _inputs(rest: bytes, n: int, last: int, at_last: int) -> int:
    """Return how many inputs a play had: as many as a state knows of, and what can be made of the lines after it.

    `rest` follows after input `n`, -1 where that is the head; after line `last`, if there is one, there were `at_last`.
    """
    if last:
        found = re.search(rb"^\[\d+,%d,.*\n" % last, rest, re.MULTILINE)
        rest, n = rest[found.end() :] if found else b"", at_last
    for line in rest.splitlines():
        done = re.search(_DONE, line)
        n += 1 if done is None or done[1] else -int(done[2] or 0)
    return n


def _same(place: Path, path: Path) -> bool:
    return place.is_file() and path.is_file() and place.read_bytes() == path.read_bytes()
