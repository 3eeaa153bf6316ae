"""A play's file in the folder: read however it was left, added to, and written whole where it cannot be added to.

    file, then copy ─▶ the lines that follow each other ─▶ the play
    its number of inputs, what snapshot and counters know of them ─▶ what was lost of it

    torn at its end, or followed by NULs ─▶ gone on with; what was torn was never acknowledged
    a line that was damaged, or is missing ▶ the lines after it come from the copy, if that has it
    a sync that failed ──────────────────▶ written whole to a new file: of this one the kernel may have dropped pages

What was found damaged is kept aside before anything is written in its place.
"""

import errno
import re
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

from engines.kit.contract import Entry
from engines.kit.play import Play, Step
from firmware.files.disk import sync, write_rest, write_whole
from firmware.plays import lines, snapshots
from firmware.plays.draft import Draft
from firmware.plays.play_file import PlayFile, inputs_after, same
from firmware.text import Text

SUFFIX = ".jsonl"
DAMAGED = "damaged"
_NAME = re.compile(r"(\d{4,9})-[\w-]+(\.\d+)?(\.jsonl)?")
Seen = tuple[int, int]
"""A line of a play that was there once, by its number, and the inputs that the play had then."""
NEVER: Seen = (0, 0)


class Loss(Struct, frozen=True, omit_defaults=True):
    """What happened to a play: so many inputs are `left` of those that it `had`; None if nothing says how many.

    `aside` is the name under which the file that was found is kept.
    """

    what: Literal["damaged", "restored", "unreadable", "gone"]
    left: int
    had: int | None = None
    aside: str = ""


def numbered(name: str) -> int:
    """Return the number of a play from the name of its file or of the folder of its snapshots; 0 for other names."""
    found = _NAME.fullmatch(name)
    return int(found[1]) if found else 0


def name_of(number: int, game: str) -> str:
    """Return the name of a play's file."""
    return f"{number:04}-{game}{SUFFIX}"


class KeptFile:
    """A play in memory, and so many bytes of it `written` to the disk; None: it is to be written whole.

    `new`: nothing may have its name. `aside` is where the file that was found goes before another takes its place;
    `running` is the play as the device goes on with it, `last` the last line that is known.
    """

    def __init__(
        self, path: Path, file: PlayFile, written: int | None = None, *, new: bool = False, aside: Path | None = None
    ) -> None:
        self.path = path
        self.file = file
        self.running: Play[Any] | None = None
        self.last = file.seq
        self._new = new
        self._written = written
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

    @property
    def seen(self) -> Seen:
        """Its last line, and its inputs."""
        return self.file.seq, self.file.play.n

    def write(self) -> bool:
        """Bring the disk up to what is in memory, if it is not; OSError if that cannot be."""
        if self.kept:
            return False
        if self._written != len(self.file.raw) and not write_rest(self.path, self.file.raw, self._written):
            self._written = None
            self._write_whole()
        self._written = len(self.file.raw)
        self._draft.write(self.path.with_suffix(""), self.file.asked)
        return True

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

    def replace_file(self, file: PlayFile) -> None:
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
            with suppress(Exception):  # a step that cannot be shown
                return snapshots.plain(running.screen.badge)
        return snapshots.badge(self.path.with_suffix(""), self.file)

    def keep_snapshots(self) -> None:
        """Write the snapshots of the play; OSError where they cannot be written, which loses nothing."""
        if self.kept and self.file.seq != self._snapped:  # not kept, they would be ahead of it
            snapshots.keep(self.path.with_suffix(""), self.file, self.steps, self._snapshots, self.badge)
            self._snapped = self.file.seq


def opened(path: Path, copy: Path, seen: Seen = NEVER) -> tuple[KeptFile | None, Loss | None]:
    """Return a play and what was lost of it, if anything; no play if neither file nor copy has one.

    `seen` is what the counters know of it.

    Raises:
        Newer: it is of a format that is not known here.
        OSError: it cannot be read.

    """
    raw, copied, states = content(path), b"", path.with_suffix("")
    with suppress(OSError):
        copied = content(copy)
    file = _read(path, raw, copied)
    seen = max(seen, snapshots.fit(states, file))
    if file is None:
        return None, _nothing_left(path, copy, seen)
    loss = _loss(path, raw, file, seen)
    if loss is not None and loss.aside:
        one = KeptFile(path, file, aside=path.parent.parent / DAMAGED / loss.aside)
    else:
        begin = min(len(raw), len(file.raw))
        one = KeptFile(path, file, begin if raw[:begin] == file.raw[:begin] else None)
    one.last = max(one.last, seen[0])
    return one, loss


def _read(path: Path, raw: bytes, copied: bytes) -> PlayFile | None:
    """Return what can be read of a file and its copy; None if that is nothing, or the play of another name."""
    file = PlayFile.read(raw)
    if file is None or len(file.raw) < max(len(raw), len(copied)):
        file = PlayFile.read(raw, copied, raw)
    if file is not None and not _is_named(file, path):
        file = PlayFile.read(copied)
    return file if file is not None and _is_named(file, path) else None


def _is_named(file: PlayFile, path: Path) -> bool:
    return name_of(file.number, file.play.game) == path.name


def _loss(path: Path, raw: bytes, file: PlayFile, seen: Seen) -> Loss | None:
    """Return what was lost of a play that was found so, and read so; None if nothing was."""
    if raw == file.raw and seen[0] <= file.seq:
        return None
    kept, found = set(bytes(file.raw).splitlines(keepends=True)), raw.rstrip(b"\0").splitlines(keepends=True)
    if found and lines.unfinished(found[-1]):
        del found[-1]
    restored, damaged = not kept.issubset(found), path.is_dir() or not kept.issuperset(found)
    if not damaged and not restored and seen[0] <= file.seq:
        return None
    damaged = damaged or raw.endswith(b"\0")
    aside = free_place(path).name if damaged else ""
    had = _inputs(found, kept, max(seen, (file.seq, file.play.n)))
    return Loss("restored" if restored and not damaged else "damaged", file.play.n, had, aside)


def _inputs(found: list[bytes], kept: set[bytes], last: Seen) -> int:
    """Return how many inputs a play had: after the last line that is known, and by those that come after it."""
    known = (place for place, raw in enumerate(found, 1) if raw in kept or raw.split(b",")[1:2] == [b"%d" % last[0]])
    return inputs_after(last[1], found[max(known, default=len(found)) :])


def _nothing_left(path: Path, copy: Path, seen: Seen) -> Loss | None:
    """Return what was lost where neither file nor copy can be read; None if there never was a play."""
    had = None if seen == NEVER else seen[1]
    for place in (path, copy):
        if place.exists():
            return Loss("unreadable", 0, had, free_place(place).name)
    return None if had is None else Loss("gone", 0, had)


def rewritten(number: int) -> Text:
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


def content(path: Path) -> bytes:
    """Return what a file holds; nothing if there is none."""
    return path.read_bytes() if path.is_file() else b""


def _same(place: Path, path: Path) -> bool:
    return place.is_file() and path.is_file() and place.read_bytes() == path.read_bytes()
