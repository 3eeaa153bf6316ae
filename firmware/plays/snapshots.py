"""States of a play beside its file, so that little has to be replayed: one for every 25 inputs, and the last.

    plays/0042-wyrmspan/every.jsonl, last.json

Each is a line (`lines.py`) and names the rules, and the line of the play after which it was taken. Under the same
rules they can be made again, so they are not synced; one that does not read is as good as none. The last one also says
how many inputs there were, and after which line.
"""

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Raw, Struct

from engines.kit.contract import Badge, Who
from engines.kit.play import Step
from engines.kit.text import Text
from firmware.files.disk import write_unsynced
from firmware.plays import lines
from firmware.plays.play_file import PlayFile

EVERY = 25
STATES, LAST = "every.jsonl", "last.json"


class Snapshot(Struct, frozen=True):
    """The state after input `n`, and the link of the line that made that step.

    `badge` says where the play stood, in plain values.
    """

    n: int
    version: int | str
    chain: int
    state: Raw
    badge: Any = None


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Snapshot).decode


def keep(folder: Path, file: PlayFile, steps: list[Step], kept: set[int], badge: Any = None) -> None:
    """Write the snapshots of a play, whose steps these are too; those in `kept` are there, by their links.

    `badge` says where the play stands after the last.

    Raises:
        OSError: they cannot be written, which loses nothing.

    """
    folder.mkdir(exist_ok=True)
    every = range(0, len(steps), EVERY)
    links = {file.made[n] for n in every}
    if not links <= kept:
        _write(folder / STATES, file, steps, every)
        kept |= links
    _write(folder / LAST, file, steps, [len(steps) - 1], badge)
    if seen(folder)[0] > file.seq:  # it knows of lines that the play has no more
        (folder / LAST).unlink()


def badge(folder: Path, file: PlayFile) -> Any:
    """Return where a play stands, as its last snapshot has it; None where that does not say."""
    last = next((last for _, last in _read(folder / LAST)), None)
    fits = last is not None and last.n == file.play.n and file.made[last.n] == last.chain
    return last.badge if last is not None and fits else None


def seen(folder: Path) -> tuple[int, int]:
    """Return the last line of the play when its last snapshot was taken, and its inputs; (0, 0) if there is none."""
    return next(((seq, last.n) for seq, last in _read(folder / LAST)), (0, 0))


def fit(folder: Path, file: PlayFile | None) -> tuple[int, int]:
    """Give a play its snapshots, and return what it was when the last was taken: as `seen`.

    One fits if the step is still the one that its line made.
    """
    last = _read(folder / LAST)
    if file is not None:
        for _, snapshot in (*_read(folder / STATES), *last):
            n = snapshot.n
            if n <= file.play.n and (file.made[n], file.play.version) == (snapshot.chain, snapshot.version):
                file.play.steps[n].snapshot = bytes(snapshot.state)
    return next(((seq, one.n) for seq, one in last), (0, 0))


def _write(path: Path, file: PlayFile, steps: list[Step], places: Iterable[int], badge: Any = None) -> None:
    raw, chain = b"", 0
    for n in places:
        if state := steps[n].snapshot:
            snapshot = Snapshot(n, file.play.version, file.made[n], Raw(state), badge)
            line, chain = lines.written(file.seq, chain, _encode(snapshot))
            raw += line
    if raw:
        write_unsynced(path, raw)


def _read(path: Path) -> list[tuple[int, Snapshot]]:
    with suppress(OSError, msgspec.MsgspecError):
        return [(line.seq, _decode(line.body)) for line in lines.read(path.read_bytes())]
    return []


# --- badges ---------------------------------------------------------------------------------------------------------


def plain(badge: Badge) -> Any:
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
