"""A play's file in the folder: read in any condition, added to, and written whole if it cannot be added to.

    file, then copy ─▶ the lines that follow each other ─▶ the play
    its extent by the file, its snapshots and the counts ─▶ the loss

    torn at its end, or followed by NULs ─▶ continued; the torn line was never acknowledged
    a damaged or missing line ───────────▶ this line and those after it come from the copy, if it has them
    a sync that failed ──────────────────▶ written whole to a new file: the kernel may have dropped pages of this one

A damaged file is kept aside before anything is written in its place.
"""

import errno
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from engines.kit.options import Options
from engines.kit.play import Change, Play
from firmware.files.disk import sync, write_rest, write_whole
from firmware.plays import lines, snapshots
from firmware.plays.draft import Draft
from firmware.plays.folder import (
    ARCHIVE,
    COPIES,
    LIVE,
    SUFFIX,
    UNKNOWN,
    Extent,
    content,
    damaged_path,
    move_to_damaged,
    paths,
    preserve_damaged,
)
from firmware.plays.losses import Loss
from firmware.plays.play_file import Newer, PlayFile, count_inputs, is_same, operation_of


class KeptFile:
    """A play with its file. `written` is the number of bytes on the disk; None if it has to be written whole.

    A `new` file must not replace another play, since the disk may have been mounted late. A `damaged` file is kept
    aside first. `badge` is the badge of the last step, if known.
    """

    def __init__(
        self, path: Path, file: PlayFile, written: int | None = None, *, new: bool = False, damaged: bool = False
    ) -> None:
        self.path, self.file = path, file
        self.badge = snapshots.load(self.states, file)
        self._written, self._is_new, self._is_damaged = written, new, damaged
        self.draft = Draft(self.states, file.pending_link)

    @property
    def states(self) -> Path:
        """The folder of its snapshots and its draft."""
        return self.path.with_suffix("")

    @property
    def is_saved(self) -> bool:
        """True if all of it is on the disk."""
        return self._written == len(self.file.raw) and self.draft.is_saved

    def add_change(self, play: Play[Any], change: Change | None, next_seq: Callable[[], int]) -> bool:
        """Add the operation by which a change, or today's rules, led to a play; return whether there was one.

        The file is written whole if an earlier operation is missing in it.
        """
        operation = operation_of(self.file.play, play, change)
        if operation is not None:
            with suppress(ValueError):
                self.file.add(operation, next_seq())
        if not is_same(self.file.play, play):
            self.file, self._written = PlayFile.from_play(play.saved(), self.file.number, next_seq()), None
        for step, known in zip(self.file.play.steps, play.steps, strict=True):
            step.snapshot = known.snapshot
        self.badge, self.draft.link = play.screen.badge, self.file.pending_link
        return operation is not None

    def write(self) -> bool:
        """Write what the disk does not have yet; return whether there was anything. OSError if that fails."""
        if self.is_saved:
            return False
        raw = self.file.raw
        if self._written != len(raw) and not write_rest(self.path, raw, self._written):
            self._written = None
            if self._is_damaged:
                preserve_damaged(self.path)
                self._is_damaged = False
            same_number = self.path.parent.glob(f"{self.file.number:04}-*.jsonl") if self._is_new else ()
            if any(path != self.path or not raw.startswith(path.read_bytes()) for path in same_number):
                raise FileExistsError(errno.EEXIST, "Another play has its number", str(self.path))
            write_whole(self.path, bytes(raw))
            self._is_new = False
        self._written = len(raw)
        self.draft.write()
        return True

    def check(self) -> bool:
        """Return whether the file is as it was written; otherwise it is to be written whole."""
        with suppress(OSError):
            if self.path.read_bytes() == self.file.raw:
                return True
        self._written, self._is_damaged = None, True
        return False

    def move(self, folder: Path) -> None:
        """Move the file with its snapshots to another folder; OSError if that cannot be."""
        place, states = folder / self.path.name, self.states
        if place.exists():
            move_to_damaged(place)
        self.path.rename(place)
        with suppress(OSError):  # a move that the power undoes is done again
            sync(folder)
            sync(self.path.parent)
            states.rename(folder / states.name)
        self.path = place
        self.draft.folder = self.states

    def copy(self) -> None:
        """Copy what is new. A copy that the play does not continue is kept aside. OSError if that fails."""
        path, raw = copy_of(self.path), bytes(self.file.raw)
        old = content(path)
        if old.startswith(raw):
            return
        end = old.rfind(b"\n") + 1
        follows = end > 0 and raw.startswith(old[:end])
        if not follows:
            preserve_damaged(path)
        if not write_rest(path, raw, end if follows else None):
            write_whole(path, raw)

    def keep_snapshots(self) -> None:
        """Write the snapshots of the play, if all of it is on the disk: otherwise they would be ahead of it."""
        if self.is_saved:
            with suppress(OSError):  # they can be made again
                snapshots.keep(self.states, self.file, self.badge)


def open_play(path: Path, known: Extent = UNKNOWN) -> tuple[KeptFile | None, Loss | None]:
    """Return a play and its loss, if it has one; no play if neither file nor copy can be read as one.

    `known` is its extent by the counts. Raises `Newer`; OSError if it cannot be read.
    """
    raw, copied = content(path), b""
    with suppress(OSError):
        copied = content(copy_of(path))
    known = max(known, snapshots.extent(path.with_suffix("")))
    ended = lines.with_last_end(raw)
    file = _read(path, ended, copied)
    if file is None:
        return None, _total_loss(path, known)
    loss, end = _loss(path, ended, file, known), min(len(raw), len(file.raw))
    if loss is not None and loss.aside:
        return KeptFile(path, file, damaged=True), loss
    return KeptFile(path, file, end if raw[:end] == file.raw[:end] else None), loss


def read_archived(
    path: Path, known: Extent = UNKNOWN, on_loss: Callable[[dict[str, Loss]], object] = lambda _: None
) -> KeptFile | None:
    """Return a play of the archive as far as it or its copy can be read; `on_loss` gets its loss."""
    try:
        kept, loss = open_play(path, known)
    except (OSError, Newer):
        return None
    if loss is not None:
        on_loss({path.name: replace(loss, aside="") if kept else loss})
    return kept


def options_of_plays(folder: Path, game: str) -> Iterator[Options]:
    """Yield the options of the plays of a game, those of the newest play first."""
    for path in sorted(paths(folder, LIVE, ARCHIVE), reverse=True):
        if path.name.endswith(f"-{game}{SUFFIX}") and (kept := read_archived(path)) is not None:
            yield kept.file.play.options


def copy_of(path: Path) -> Path:
    """Return the path of the copy of a play."""
    return path.parent.parent / COPIES / path.name


def _read(path: Path, raw: bytes, copied: bytes) -> PlayFile | None:
    """Return the play of a file and its copy, as far as it can be read; None if there is none, or another play."""
    file = PlayFile.read(raw)
    if file is None or len(file.raw) < max(len(raw), len(copied)):
        file = PlayFile.read(raw, copied, raw)
    if file is not None and file.name != path.name:
        file = PlayFile.read(copied)
    return file if file is not None and file.name == path.name else None


def _loss(path: Path, raw: bytes, file: PlayFile, known: Extent) -> Loss | None:
    """Return the loss of a play: `raw` was found, and `file` could be read. None if nothing is lost."""
    missing = known[0] > file.seq
    if raw == file.raw and not missing:
        return None
    kept, found = set(bytes(file.raw).splitlines(keepends=True)), raw.rstrip(b"\0").splitlines(keepends=True)
    if found and lines.is_unfinished(found[-1]):
        del found[-1]
    restored, damaged = not kept.issubset(found), path.is_dir() or not kept.issuperset(found)
    if not (restored or damaged or missing):
        return None
    damaged = damaged or raw.endswith(b"\0")
    seq, inputs = max(known, file.extent)
    ends = (n for n, line in enumerate(found, 1) if line in kept or line.split(b",")[1:2] == [b"%d" % seq])
    had = count_inputs(inputs, found[max(ends, default=len(found)) :])
    aside = damaged_path(path).name if damaged else ""
    return Loss("restored" if restored and not damaged else "damaged", file.play.n, had, aside)


def _total_loss(path: Path, known: Extent) -> Loss | None:
    """Return the loss if neither file nor copy can be read; None if there never was a play."""
    had = None if known == UNKNOWN else known[1]
    for place in (path, copy_of(path)):
        if place.exists():
            return Loss("unreadable", 0, had, damaged_path(place).name)
    return None if had is None else Loss("gone", 0, had)
