"""From start to the first frame, each time in a process of its own; and what such a process has loaded by then."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from statistics import median

import msgspec

from firmware.bench.figures import Effort, Figure, Law
from firmware.bench.first_frame import Started
from firmware.errors import TavolinoError

MS = 1000
TIMES = 1.8
"""What a start may take of the bare imports."""
MIB = 40
BARE = "import PIL.Image, gpiozero, transitions, time; print(time.process_time())"
OURS = "import sys; from firmware.__main__ import main; sys.exit(main())"


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
