"""Copies of the plays, in a second place. Where the copy is longer than a play that begins it, the copy is restored."""

from pathlib import Path

from firmware.data import write_whole
from firmware.plays.kept_file import free_place, keep_aside

FOLDER = "copies"
STARTS = 10
"""How many starts there are between copies,"""
UPTIME_S = 24 * 3600.0
"""and how long the device runs between them at most, s."""
MOST = 100
"""So many files of the archive are copied in one go: the loop of the device waits for it."""


def copy(folder: Path, name: str, raw: bytes) -> None:
    """Copy the file of a play; a copy of which it is no continuation is kept aside. OSError where that fails."""
    path = folder / FOLDER / name
    old = b"" if path.is_dir() or not path.exists() else path.read_bytes()
    if old.startswith(raw):
        return
    if path.exists() and not (old and raw.startswith(old)):
        keep_aside(path, free_place(path))
    write_whole(path, raw)


def is_short(folder: Path, path: Path) -> bool:
    """Return whether the copy of a file of the archive, in which nothing changes, has another length than that."""
    copied = folder / FOLDER / path.name
    return not copied.is_file() or copied.stat().st_size != path.stat().st_size
