"""The process of a measured start: `python -m tests.bench.first_frame DIR` loads the modules of the device.

It is the device of a data folder, from the command line's first import to the first 0x20 on the panel's bus. It prints
one JSON object.
"""

import re
import sys
import time
from pathlib import Path

from firmware.process import loading

PRESSES = 8
"""Key presses before memory is measured."""
UNUSED = ("starlette", "uvicorn", "websockets", "asyncio", "numpy", "board", "sqlite3", "transitions.extensions")
"""Modules that the device does not need."""


def main(folder: Path) -> None:
    """Start the device of a folder on parts that cost nothing, send its first frame, and play a little.

    The process time includes the start of the interpreter.
    """
    with loading():  # as `tavolino run` does
        import msgspec

        from engines.registry import KEYS
        from firmware import cli  # noqa: F401 - the command line is loaded first
        from firmware.data_folder import DataFolder
        from hw.events import Key
        from tests.bench.device import NullRig

        rig = NullRig(folder, DataFolder(folder).settings.load())
    rig.device.pump()
    seconds = time.process_time()
    if not rig.panel.busy or rig.session.play is None:
        sys.exit(f"The device of {folder} did not send the pending step of a play.")
    others = {f"engines.{key}" for key in (*KEYS, "botfile")} - {f"engines.{rig.session.play.engine.key}"}
    rig.settle()
    for _ in range(PRESSES):
        rig.press(Key.NEXT)
        rig.let_go(Key.NEXT)
    unused = sorted({*UNUSED, *others} & {*sys.modules})
    print(msgspec.json.encode({"seconds": seconds, "unused": unused, "rss_mib": _rss_mib()}).decode())
    rig.close()


def _rss_mib() -> float:
    """Return the resident memory of this process, MiB."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path("/proc/self/status").read_text("utf-8"))
    assert found is not None
    return int(found[1]) / 1024


if __name__ == "__main__":
    main(Path(sys.argv[1]))
