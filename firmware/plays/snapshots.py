"""States of a play beside its file, so that little has to be replayed: one for every 25 inputs, and the last.

    plays/0042-wyrmspan/25.json, 50.json, last.json

Each is one line (`lines.py`) and names the rules, and the line of the play after which it was taken. Under the same
rules they can be made again, so they are not synced; one that does not read is as good as none. One that is ahead of
its play says that lines are missing.
"""

from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Raw, Struct

from engines.journal import Step
from firmware.plays import lines
from firmware.plays.play_file import PlayFile

EVERY = 25
LAST = "last"


class Snapshot(Struct, frozen=True):
    """The state after input `n`, and the link of the line that made that step."""

    n: int
    version: int
    chain: int
    state: Raw


def keep(folder: Path, file: PlayFile, steps: list[Step], kept: set[int]) -> None:
    """Write the snapshots of a play, whose steps these are too; those in `kept` are there, by their links.

    Raises:
        OSError: they cannot be written, which loses nothing.

    """
    for n in {*range(0, len(steps), EVERY), len(steps) - 1}:
        state, chain = steps[n].snapshot, file.made[n]
        names = {LAST: n == file.play.n, str(n): n % EVERY == 0 and chain not in kept}
        for name in (name for name, wanted in names.items() if wanted and state):
            folder.mkdir(exist_ok=True)
            snapshot = Snapshot(n, file.play.version, chain, Raw(state))
            new = folder / f".{name}.new"
            new.write_bytes(lines.written(file.seq, 0, msgspec.json.encode(snapshot))[0])
            new.replace(folder / f"{name}.json")
        kept.add(chain)


def fit(folder: Path, file: PlayFile) -> tuple[int, int]:
    """Give a play its snapshots; return number and inputs of a line that is missing, and was the last: (0, 0) if none.

    A snapshot fits if the step is still the one that its line made.
    """
    play, missing = file.play, (0, 0)
    for path in folder.glob("*.json"):
        if (found := _read(path)) is None:
            continue
        seq, snapshot = found
        n = snapshot.n
        if n <= play.n and (file.made[n], play.version) == (snapshot.chain, snapshot.version):
            play.steps[n].snapshot = bytes(snapshot.state)
        if path.stem == LAST and seq > file.seq:
            missing = seq, n
    return missing


def _read(path: Path) -> tuple[int, Snapshot] | None:
    with suppress(OSError, msgspec.MsgspecError):
        raw = path.read_bytes()
        match lines.read(raw):
            case [line] if line.end == len(raw):
                return line.seq, msgspec.json.decode(line.body, type=Snapshot)
    return None
