"""The folder of the plays: the names of its parts and files, its counts, and the places of damaged files."""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

import msgspec
from msgspec import Struct

from firmware.files.disk import write_whole

LIVE, ARCHIVE, COPIES, DAMAGED = "plays", "archive", "copies", "damaged"
COUNTS = "counts.json"
SUFFIX = ".jsonl"
MAX_PLAY_NUMBER = 999_999
"""The highest number of a play. A higher one in the name of a file is ignored."""
_NAME = re.compile(r"(\d{4,9})-[\w-]+(\.\d+)?(\.jsonl)?")

Extent = tuple[int, int]
"""The extent of a play: the number of its last line, and the number of its inputs."""
UNKNOWN: Extent = (0, 0)


class Counts(Struct):
    """Counters and measurements, and the last number of a line, since its play may be in the archive.

    `plays` has the extent of each play by the name of its file, `pace` the times by panel and point, s.
    """

    starts: int = 0
    seq: int = 0
    counts: dict[str, int] = {}
    pace: dict[str, dict[str, float]] = {}
    plays: dict[str, Extent] = {}


def read_counts(folder: Path) -> Counts:
    """Return the counts of a folder; all 0 if they cannot be read."""
    with suppress(OSError, msgspec.MsgspecError):
        return msgspec.json.decode((folder / COUNTS).read_bytes(), type=Counts)
    return Counts()


def name_of(number: int, game: str) -> str:
    """Return the name of a play's file."""
    return f"{number:04}-{game}{SUFFIX}"


def number_in(name: str) -> int:
    """Return the number of a play from the name of its file or its folder of snapshots; 0 for other names."""
    found = _NAME.fullmatch(name)
    return int(found[1]) if found else 0


def entries(folder: Path, parts: Iterable[str]) -> Iterator[Path]:
    """Yield the files and folders of plays in parts of the folder; none of a part that cannot be read."""
    for part in parts:
        with suppress(OSError):
            yield from (path for path in (folder / part).iterdir() if number_in(path.name))


def paths(folder: Path, *parts: str) -> list[Path]:
    """Return the files with the name of a play in parts of the folder, sorted by name."""
    return sorted((path for path in entries(folder, parts) if path.suffix == SUFFIX), key=lambda path: path.name)


def archived_games(folder: Path) -> list[str]:
    """Return the games of the plays in the archive, once each, the newest first."""
    names = [path.stem for path in paths(folder, ARCHIVE) if number_in(path.name) <= MAX_PLAY_NUMBER]
    return list(dict.fromkeys(name.partition("-")[2] for name in reversed(names)))


def free_number(folder: Path, used: Iterable[int] = ()) -> int:
    """Return a number for the next play: not among those `used`, and no file has it, not even a damaged one."""
    taken = {number_in(path.name) for path in entries(folder, (LIVE, ARCHIVE, COPIES, DAMAGED))}.union(used)
    last = max((number for number in taken if number <= MAX_PLAY_NUMBER), default=0)
    return next(number for number in count(last + 1) if number not in taken)


def content(path: Path) -> bytes:
    """Return the content of a file; nothing if there is none."""
    return path.read_bytes() if path.is_file() else b""


def damaged_path(path: Path) -> Path:
    """Return the path for a damaged file or folder: a free one, or the one that already has this content."""
    folder, k = path.parent.parent / DAMAGED, 1
    while (damaged := folder / f"{path.stem}{f'.{k}' if k > 1 else ''}{SUFFIX}").exists():
        if path.is_file() and content(damaged) == path.read_bytes():
            break
        k += 1
    return damaged


def move_to_damaged(path: Path) -> None:
    """Move a damaged file or folder away; OSError if that cannot be."""
    damaged = damaged_path(path)
    damaged.parent.mkdir(exist_ok=True)
    path.rename(damaged)


def preserve_damaged(path: Path) -> None:
    """Copy a damaged file, or move a folder away, before another takes its place; OSError if that cannot be."""
    if path.is_dir():
        move_to_damaged(path)
    elif path.exists():
        write_whole(damaged_path(path), path.read_bytes())
