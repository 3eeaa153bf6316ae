"""From start to the first frame, each time in a new process; and the modules loaded by then."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from statistics import median

import msgspec
from msgspec import Struct

from tests.bench.figures import Figure

MS = 1000
BARE_IMPORTS = ("-c", "import PIL.Image, gpiozero, transitions, time; print(time.process_time())")


class Started(Struct, frozen=True):
    """A start: process time up to the first frame, s; unneeded modules; memory."""

    seconds: float
    unused: tuple[str, ...]
    rss_mib: float


def figures(folder: Path, rounds: int, work: Path) -> Iterator[Figure]:
    """Yield the cost of a start. `folder` has a play and is not changed; `work` is a folder that is made.

    Both sides use compiled modules, as on the device, even if this machine may not write beside them.
    """
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    env = clean | {"PYTHONPYCACHEPREFIX": str(work / "compiled")}
    ours, bare_s = [], []
    for number in range(rounds + 1):  # the first of each compiles
        copy = copytree(folder, work / str(number))
        ours.append(msgspec.json.decode(run(env, "-m", "tests.bench.first_frame", str(copy)), type=Started))
        bare_s.append(float(run(env, *BARE_IMPORTS)))
    unused = sorted({name for one in ours for name in one.unused})
    yield Figure(
        id="start_to_first_frame",
        what="start to first frame sent, against bare imports of Pillow, gpiozero, transitions: process time, ms",
        ours=median(one.seconds for one in ours[1:]) * MS,
        baseline=median(bare_s[1:]) * MS,
        budget=1.8,
    )
    yield Figure(
        id="unused_modules",
        what=f"modules loaded that the device does not need: {', '.join(unused) or 'none'}",
        ours=len(unused),
        budget=0,
        exact=True,
    )
    yield Figure(
        id="memory", what="memory of the running device, MiB", ours=median(one.rss_mib for one in ours[1:]), budget=42
    )


def run(env: dict[str, str], *arguments: str) -> str:
    """Return the output of a process of this Python; end the bench if it fails."""
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, *arguments], env=env, cwd=root, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"A process of the bench ended with exit code {done.returncode}: {done.stderr.strip()}")
    return done.stdout
