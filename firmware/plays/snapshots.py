"""Snapshots of a play beside its file, so that little has to be replayed: one every 25 inputs, and the last one.

    plays/0042-wyrmspan/every.jsonl, last.json

Each is a line (`lines.py`) and names the rules, and the line of the play after which it was taken. Under the same
rules they can be made again, so they are not synced, and an unreadable one is ignored. The last one also has the number
of inputs, and the line after which it was taken.
"""

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Raw, Struct

from engines.kit.contract import Badge, Who
from engines.kit.text import Text
from firmware.files.disk import write_unsynced
from firmware.plays import lines
from firmware.plays.folder import UNKNOWN, Extent
from firmware.plays.play_file import PlayFile

SNAPSHOT_INTERVAL = 25
"""Inputs from one snapshot to the next."""
INTERVAL_FILE, LAST_FILE = "every.jsonl", "last.json"


class Snapshot(Struct, frozen=True):
    """The state after input `n`, the link of the line that made that step, and its badge in plain values."""

    n: int
    version: int | str
    chain: int
    state: Raw
    badge: Any = None


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Snapshot).decode


def keep(folder: Path, file: PlayFile, badge: Badge | None) -> None:
    """Write the missing snapshots of a play, the last with the `badge` of its step; OSError if that fails."""
    if extent(folder) == file.extent:
        return
    folder.mkdir(exist_ok=True)
    every = [n for n in range(0, file.play.n + 1, SNAPSHOT_INTERVAL) if file.play.steps[n].snapshot]
    kept = [(one.chain, one.version) for _, one in _read(folder / INTERVAL_FILE)]
    if kept != [(file.step_links[n], file.play.version) for n in every]:
        _write(folder / INTERVAL_FILE, file, every)
    _write(folder / LAST_FILE, file, [file.play.n], badge)
    if extent(folder)[0] > file.seq:  # it is of lines that the play no longer has
        (folder / LAST_FILE).unlink()


def extent(folder: Path) -> Extent:
    """Return the extent of a play when its last snapshot was taken."""
    return next(((seq, last.n) for seq, last in _read(folder / LAST_FILE)), UNKNOWN)


def load(folder: Path, file: PlayFile) -> Badge | None:
    """Give a play the snapshots that fit its lines; return the badge in the last of them, if it has one."""
    badge = None
    for _, snapshot in (*_read(folder / INTERVAL_FILE), *_read(folder / LAST_FILE)):
        n = snapshot.n
        if n <= file.play.n and file.step_links[n] == snapshot.chain:
            badge = badge_of(snapshot.badge) if n == file.play.n else None
            if file.play.version == snapshot.version:
                file.play.steps[n].snapshot = bytes(snapshot.state)
    return badge


def _write(path: Path, file: PlayFile, places: Iterable[int], badge: Badge | None = None) -> None:
    raw, chain = b"", 0
    for n in places:
        if state := file.play.steps[n].snapshot:
            snapshot = Snapshot(n, file.play.version, file.step_links[n], Raw(state), badge and plain_badge(badge))
            line = lines.encode(file.seq, chain, _encode(snapshot))
            raw, chain = raw + line.raw, line.chain
    if raw:
        write_unsynced(path, raw)


def _read(path: Path) -> list[tuple[int, Snapshot]]:
    with suppress(OSError, msgspec.MsgspecError):
        return [(line.seq, _decode(line.body)) for line in lines.read(path.read_bytes())]
    return []


def plain_badge(badge: Badge) -> Any:
    """Return a badge in plain values, so that a list can show it without loading an engine."""
    parts = (badge.who, badge.place, badge.turn)
    return msgspec.to_builtins(parts, enc_hook=lambda text: {name: getattr(text, name) for name in Text.__slots__})


def badge_of(values: Any) -> Badge | None:
    """Return the badge of plain values; None if they are none."""
    try:
        who, place, turn = values
        return Badge(Who(who), _text(place), _text(turn))
    except (TypeError, ValueError, KeyError, AttributeError):
        return None


def _text(value: Any) -> Any:
    match value:
        case dict():
            values = {name: _text(one) for name, one in value["values"].items()}
            return Text(value["one"], plural=value["plural"], **values)
        case list():
            return tuple(map(_text, value))
    return value
