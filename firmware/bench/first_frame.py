"""The process that a start is measured in, `tavolino bench --first-frame DIR`: it loads what the device loads.

It is the device of a data folder, from the command line's first import to the first 0x20 on the panel's bus.
"""

import re
import sys
import time
from pathlib import Path

from msgspec import Struct

from engines.registry import KEYS
from firmware.bench.parts import NullRig
from firmware.errors import TavolinoError
from firmware.process import loading
from firmware.settings import load
from hw.events import Key

PRESSES = 8
"""Keys that are pressed before memory is measured."""
HEAVY = ("starlette", "uvicorn", "websockets", "asyncio", "numpy", "board", "sqlite3", "transitions.extensions")
"""Modules that nothing on the device needs."""


class Started(Struct, frozen=True):
    """What a device says of its start: process time up to the first frame, s; modules it should not have; memory."""

    seconds: float
    excess: tuple[str, ...]
    rss_mib: float | None


def first_frame(folder: Path) -> Started:
    """Start the device of a folder on parts that cost nothing, send its first frame, and play a little.

    The process time of this process is counted from its very beginning, the interpreter's own start included.
    """
    with loading():  # as `tavolino run` does
        rig = NullRig(folder, load(folder))
    rig.device.pump()
    seconds = time.process_time()
    if not rig.panel.busy or rig.session.play is None:
        raise TavolinoError(f"The device of {folder} did not send the pending step of a play. Look at its log.")
    playing = rig.session.play.engine.key
    rig.settle()
    for _ in range(PRESSES):
        rig.press(Key.NEXT)
        rig.let_go(Key.NEXT)
    started = Started(seconds, _excess(playing), _rss_mib())
    rig.close()
    return started


def _excess(playing: str) -> tuple[str, ...]:
    others = (f"engines.{key}" for key in (*KEYS, "botfile") if key != playing)
    return tuple(name for name in (*HEAVY, *others) if name in sys.modules)


def _rss_mib() -> float | None:
    """Return the resident memory of this process, MiB; None where the system does not say so in a file."""
    try:
        status = Path("/proc/self/status").read_text("utf-8")
    except OSError:
        return None
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    return int(found[1]) / 1024 if found else None
