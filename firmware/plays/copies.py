"""Copies of the plays, in a second place: made at the first pause of a play, made longer at each later one."""

from itertools import islice
from pathlib import Path

from firmware.data import write_rest, write_whole
from firmware.plays.folder import ARCHIVE, COPIES, archived, paths
from firmware.plays.kept_file import KeptFile, content, free_place, keep_aside

MAX_AT_ONCE = 100
"""Files of the archive that are copied in one pause: the loop of the device waits for it."""


def copy(folder: Path, one: KeptFile) -> None:
    """Copy what is new of a play; a copy of which it is no continuation is kept aside. OSError where that fails."""
    path, raw = folder / COPIES / one.path.name, bytes(one.file.raw)
    old = content(path)
    if old.startswith(raw):
        return
    at = old.rfind(b"\n") + 1
    follows = at > 0 and raw.startswith(old[:at])
    if not follows:
        keep_aside(path, free_place(path))
    if not write_rest(path, raw, at if follows else None):
        write_whole(path, raw)


def copy_some(folder: Path) -> bool:
    """Copy some plays of the archive of which there is no whole copy; return whether these were all."""
    late = tuple(islice((path for path in paths(folder, ARCHIVE) if _is_short(folder, path)), MAX_AT_ONCE))
    for path in late:
        if one := archived(folder, path)[0]:
            copy(folder, one)
    return len(late) < MAX_AT_ONCE


def _is_short(folder: Path, path: Path) -> bool:
    """Return whether the copy of a file of the archive, in which nothing changes, has another length than that."""
    copied = folder / COPIES / path.name
    return not copied.is_file() or copied.stat().st_size != path.stat().st_size
