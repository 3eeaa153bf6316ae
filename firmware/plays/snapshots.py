"""States of a play beside its file, so that little has to be replayed: one for every 25 inputs, and the last.

    plays/0042-wyrmspan/every.jsonl, last.json

Each is a line (`lines.py`) and names the rules, and the line of the play after which it was taken. Under the same
rules they can be made again, so they are not synced; one that does not read is as good as none. A last one that is
ahead of its play says that lines are missing.
"""

import zlib
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Raw, Struct

from engines.journal import Step
from firmware.plays import lines
from firmware.plays.play_file import PlayFile

EVERY = 25
STATES, LAST = "every.jsonl", "last.json"


class Snapshot(Struct, frozen=True):
    """The state after input `n`, and the link of the line that made that step.

    It vouches for the lines that there were: so many bytes, with this CRC-32, need not be checked one by one again.
    `badge` says where the play stood, as `standing.py` writes it.
    """

    n: int
    version: int | str
    chain: int
    state: Raw
    size: int = 0
    crc: int = 0
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


def badge(folder: Path, file: PlayFile) -> Any:
    """Return where a play stands, as its last snapshot has it; None where that does not say."""
    last = next((last for _, last in _read(folder / LAST)), None)
    fits = last is not None and last.n == file.play.n and file.made[last.n] == last.chain
    return last.badge if last is not None and fits else None


def sound(folder: Path, raw: bytes) -> int:
    """Return how many bytes of a play's file are as they were when its last snapshot was taken."""
    return max((last.size for _, last in _read(folder / LAST) if zlib.crc32(raw[: last.size]) == last.crc), default=0)


def fit(folder: Path, file: PlayFile) -> tuple[int, int]:
    """Give a play its snapshots; return number and inputs of a line that is missing, and was the last: (0, 0) if none.

    A snapshot fits if the step is still the one that its line made.
    """
    play, missing = file.play, (0, 0)
    for name in (STATES, LAST):
        for seq, snapshot in _read(folder / name):
            n = snapshot.n
            if n <= play.n and (file.made[n], play.version) == (snapshot.chain, snapshot.version):
                play.steps[n].snapshot = bytes(snapshot.state)
            if name == LAST and seq > file.seq:
                missing = seq, n
    return missing


def _write(path: Path, file: PlayFile, steps: list[Step], places: Iterable[int], badge: Any = None) -> None:
    raw, chain, crc = b"", 0, zlib.crc32(file.raw)
    for n in places:
        if state := steps[n].snapshot:
            snapshot = Snapshot(n, file.play.version, file.made[n], Raw(state), len(file.raw), crc, badge)
            line, chain = lines.written(file.seq, chain, _encode(snapshot))
            raw += line
    if raw:
        new = path.with_name(f".{path.name}.new")
        new.write_bytes(raw)
        new.replace(path)


def _read(path: Path) -> list[tuple[int, Snapshot]]:
    with suppress(OSError, msgspec.MsgspecError):
        return [(line.seq, _decode(line.body)) for line in lines.read(path.read_bytes())]
    return []
