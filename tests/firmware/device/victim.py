"""For each line on standard input, a folder and a seed, a process that plays there: `-m tests.firmware.device.victim`.

The process presses random keys of the simulated device on a virtual clock, and never ends by itself. It prints its
process id, then after each acknowledged input, as JSON: the play, its inputs, its pending step, and the inputs that the
next key gives. It is forked from a loaded process, so a thousand of them are cheap.
"""

import json
import os
import random
import sys
from pathlib import Path

from engines.registry import GAMES, load_engine
from firmware.data_folder import DataFolder
from firmware.device.rig import Simulated
from firmware.settings.settings import Settings
from hw.clock import HandClock
from hw.events import Key

TAP_S, QUIET_S = 0.08, 2.0
MAX_INPUTS = {Key.NEXT: 1, Key.BACK: -1, None: 0}
"""The most inputs that a key gives; None is a turn of the knob."""


def main() -> None:
    """Fork a victim for each line; print an empty line when it has ended."""
    for key in GAMES:
        load_engine(key)
    for line in sys.stdin:
        folder, seed = line.split()
        child = os.fork()
        if child == 0:
            _play(Path(folder), int(seed))
        os.waitpid(child, 0)
        _print()


def _play(folder: Path, seed: int) -> None:
    _print(os.getpid())
    clock, chance = HandClock(), random.Random(seed)  # noqa: S311 - the same keys every time
    rig = Simulated(DataFolder(folder), Settings(), clock, lambda: str(seed))

    def wait(seconds: float) -> None:
        rig.run_until(clock, clock.now() + seconds)

    while True:
        _report(rig, 0)
        wait(QUIET_S)
        key = chance.choices(tuple(MAX_INPUTS), (12, 2, 3))[0]
        _report(rig, MAX_INPUTS[key])
        if key is None:
            rig.hand.detent(chance.choice((1, 1, -1)))
            continue
        rig.hand.down(key)
        wait(TAP_S)
        rig.hand.up(key)
        wait(0)


def _report(rig: Simulated, more: int) -> None:
    play = rig.session.play
    if play is not None:
        _print([rig.session.number, play.n, step(rig), more])


def _print(*values: object) -> None:
    sys.stdout.write("".join(map(json.dumps, values)) + "\n")
    sys.stdout.flush()


def step(rig: Simulated) -> str:
    """Return the pending step of the play, with its whole text, under any view."""
    assert rig.session.play is not None  # it has a step
    return repr(rig.session.play.screen)


if __name__ == "__main__":
    main()
