"""From start to the first frame, each time in a process of its own; and what such a process has loaded by then.

`tavolino bench --first-frame DIR` is that process: the device of a data folder, from the command line's first import
to the first 0x20 on the panel's bus.
"""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from statistics import median

import msgspec
from msgspec import Struct

from engines.registry import KEYS
from firmware.bench.figures import Effort, Figure, Law
from firmware.bench.parts import NullRig
from firmware.errors import TavolinoError
from firmware.process import loading
from firmware.settings import load
from hw.events import Key

MS = 1000
TIMES = 1.8
"""What a start may take of the bare imports."""
MIB = 40
PRESSES = 8
"""Keys that are pressed before memory is measured."""
BARE = "import PIL.Image, gpiozero, transitions, time; print(time.process_time())"
OURS = "import sys; from firmware.__main__ import main; sys.exit(main())"
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


def figures(folder: Path, effort: Effort, work: Path) -> Iterator[Figure]:
    """Yield what a start costs. `folder` has a play and is left as it is; `work` is a folder that is made.

    Both sides find their modules compiled, as on the device, whether this machine may write them where they are or not.
    """
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    env = clean | {"PYTHONPYCACHEPREFIX": str(work / "compiled")}
    ours, bare = [], []
    for number in range(effort.starts + 1):  # the first of each compiles
        copy = copytree(folder, work / str(number))
        ours.append(msgspec.json.decode(_run(env, OURS, "bench", "--first-frame", str(copy)), type=Started))
        bare.append(float(_run(env, BARE)))
    excess = sorted({name for one in ours for name in one.excess})
    yield Figure(
        id="start_to_first_frame",
        what="start to first frame sent, against bare imports of Pillow, gpiozero, transitions: process time, ms",
        ours=median(one.seconds for one in ours[1:]) * MS,
        baseline=median(bare[1:]) * MS,
        law=Law.TIMES_AT_MOST,
        budget=TIMES,
    )
    yield Figure(
        id="modules_not_loaded",
        what=f"modules that the device has no use for, loaded: {', '.join(excess) or 'none'}",
        ours=len(excess),
        budget=0,
        exact=True,
    )
    memory = [one.rss_mib for one in ours[1:] if one.rss_mib is not None]
    if memory:
        yield Figure(id="rss", what="memory of the running device; MiB", ours=median(memory), budget=MIB)


def _run(env: dict[str, str], code: str, *arguments: str) -> str:
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)  # noqa: S603 - this very Python
    if done.returncode:
        raise TavolinoError(f"A process of the bench ended with exit code {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def _excess(playing: str) -> tuple[str, ...]:
    others = (f"engines.{key}" for key in KEYS if key != playing)
    return tuple(name for name in (*HEAVY, *others) if name in sys.modules)


def _rss_mib() -> float | None:
    """Return the resident memory of this process, MiB; None where the system does not say so in a file."""
    try:
        status = Path("/proc/self/status").read_text("utf-8")
    except OSError:
        return None
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    return int(found[1]) / 1024 if found else None
