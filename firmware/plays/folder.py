"""The folder of the plays: where its files are, what is found in it at a start, and the copies."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import count, islice
from pathlib import Path
from types import MappingProxyType

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engines.kit.options import Options
from firmware.errors import reason
from firmware.files.disk import write_rest, write_whole
from firmware.plays import snapshots
from firmware.plays.kept_file import (
    DAMAGED,
    NEVER,
    SUFFIX,
    KeptFile,
    Loss,
    Seen,
    content,
    free_place,
    keep_aside,
    numbered,
    opened,
)
from firmware.plays.play_file import Newer
from firmware.text import Text

LIVE, ARCHIVE, COPIES = "plays", "archive", "copies"
COUNTS = "counts.json"
BEFORE = "plays.sqlite"
"""The plays of versions before 0.1.0."""
MAX_NUMBER = 999_999
"""No device has more plays: the number in the name of a file that says more is not counted on from."""


MAX_COPIES_AT_ONCE = 100
"""Files of the archive that are copied in one pause: the loop of the device waits for it."""


class Counts(Struct):
    """What is counted and measured, and the last number of a line: the plays that have it may be in the archive.

    `plays` has the last line of each play, and its inputs, by the name of its file.
    """

    starts: int = 0
    seq: int = 0
    counts: dict[str, int] = {}
    pace: dict[str, dict[str, float]] = {}
    plays: dict[str, Seen] = {}


class Found(Struct):
    """What was found: live plays by their numbers; what was lost, by the names of files; sentences."""

    files: dict[int, KeptFile] = {}
    losses: dict[str, Loss] = {}
    notices: list[Text] = []


def found(folder: Path, seen: dict[str, Seen]) -> Found:
    """Return the live plays of a folder, those among them that only a copy has. Nothing is written.

    `seen` is what the counters know of all plays.
    """
    all_found = Found()
    if (folder / LIVE).exists() and not (folder / LIVE).is_dir():
        moved = Text("{file} is not a folder. Move it away; until then nothing is kept.", file=str(folder / LIVE))
        all_found.notices.append(moved)
    if (folder / BEFORE).exists():
        before = Text("{file} has plays of before 0.1.0, which are not read. It is left as it is.", file=BEFORE)
        all_found.notices.append(before)
    files = {path.name for path in paths(folder, LIVE, COPIES)}
    states = {f"{path.name}{SUFFIX}" for path in _named(folder, [LIVE]) if snapshots.seen(path) > NEVER}
    archived = {path.name for path in paths(folder, ARCHIVE)}
    for name in sorted((files | states | seen.keys()) - archived):
        if numbered(name):
            _read(folder, name, seen.get(name, NEVER), all_found)
    return all_found


def _read(folder: Path, name: str, seen: Seen, into: Found) -> None:
    path = folder / LIVE / name
    try:
        one, loss = opened(path, folder / COPIES / name, seen)
    except Newer:
        newer = Text("{file} was written by a newer Tavolino. Install that; the file is left as it is.", file=str(path))
        into.notices.append(newer)
        return
    except OSError as error:
        left = Text("{file} cannot be read ({reason}). It is left as it is.", file=str(path), reason=reason(error))
        into.notices.append(left)
        return
    if one is not None and into.files.setdefault(one.file.number, one) is not one:
        loss = Loss("unreadable", 0, one.file.play.n, free_place(path).name)
    if loss is not None:
        into.losses[name] = loss


def archived(
    folder: Path, path: Path, seen: Mapping[str, Seen] = MappingProxyType({})
) -> tuple[KeptFile | None, Loss | None]:
    """Return what can be read of a play of the archive and its copy, and what was lost of it. Nothing is written."""
    try:
        one, loss = opened(path, folder / COPIES / path.name, seen.get(path.name, NEVER))
    except (OSError, Newer):
        return None, None
    return one, replace(loss, aside="") if one and loss else loss


def options_of_plays(folder: Path, game: str) -> Iterator[Options]:
    """Yield the options of the plays of a game, those of the newest play first."""
    for path in sorted(paths(folder, LIVE, ARCHIVE), reverse=True):
        if path.name.endswith(f"-{game}{SUFFIX}") and (kept := archived(folder, path)[0]) is not None:
            yield kept.file.play.options


def paths(folder: Path, *parts: str) -> list[Path]:
    """Return the files that are called like a play in parts of the folder, by name."""
    return sorted((path for path in _named(folder, parts) if path.suffix == SUFFIX), key=lambda path: path.name)


def _named(folder: Path, parts: Iterable[str]) -> Iterator[Path]:
    """Yield what is called like a play; nothing of a part that cannot be read."""
    for part in parts:
        with suppress(OSError):
            yield from (path for path in (folder / part).iterdir() if numbered(path.name))


def last_archived(folder: Path) -> str | None:
    """Return the game of the newest play of the archive; None where that is empty."""
    names = [path.stem for path in paths(folder, ARCHIVE) if numbered(path.name) <= MAX_NUMBER]
    return names[-1].partition("-")[2] if names else None


def free_number(folder: Path, used: Iterable[int] = ()) -> int:
    """Return the number of the next play: no file has it, whatever has become of its play, nor is it `used`."""
    taken = {numbered(path.name) for path in _named(folder, (LIVE, ARCHIVE, COPIES, DAMAGED))}.union(used)
    last = max((number for number in taken if number <= MAX_NUMBER), default=0)
    return next(number for number in count(last + 1) if number not in taken)


def read_counts(folder: Path) -> Counts:
    """Return what was counted; nothing where that cannot be read."""
    with suppress(OSError, msgspec.MsgspecError):
        return msgspec.json.decode((folder / COUNTS).read_bytes(), type=Counts)
    return Counts()


def measured(folder: Path, panel: str) -> dict[str, float]:
    """Return what was measured of a kind of panel, by point, s, where no store is open."""
    return read_counts(folder).pace.get(panel, {})


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
    late = tuple(islice((path for path in paths(folder, ARCHIVE) if _is_short(folder, path)), MAX_COPIES_AT_ONCE))
    for path in late:
        if one := archived(folder, path)[0]:
            copy(folder, one)
    return len(late) < MAX_COPIES_AT_ONCE


def _is_short(folder: Path, path: Path) -> bool:
    """Return whether the copy of a file of the archive, in which nothing changes, has another length than that."""
    copied = folder / COPIES / path.name
    return not copied.is_file() or copied.stat().st_size != path.stat().st_size
