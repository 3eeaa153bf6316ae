"""What is counted and measured through all plays: a small file that costs little if it is lost."""

from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from firmware.plays.kept_file import Seen

NAME = "counts.json"


class Counts(Struct):
    """What is counted and measured, and the last number of a line: the plays that have it may be in the archive.

    `plays` has the last line of each play, and its inputs, by the name of its file.
    """

    starts: int = 0
    seq: int = 0
    counts: dict[str, int] = {}
    pace: dict[str, dict[str, float]] = {}
    plays: dict[str, Seen] = {}


def read(folder: Path) -> Counts:
    """Return what was counted; nothing where that cannot be read."""
    with suppress(OSError, msgspec.MsgspecError):
        return msgspec.json.decode((folder / NAME).read_bytes(), type=Counts)
    return Counts()


def measured(folder: Path, panel: str) -> dict[str, float]:
    """Return what was measured of a kind of panel, by point, s, where no store is open."""
    return read(folder).pace.get(panel, {})
