"""What all tests share: folders in memory, one settled course for hypothesis, and little search for garbage."""

import gc
import os
import re
import signal
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from hatch_build import compile_all

settings.register_profile(
    "tavolino",
    database=None,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("tavolino")

MEMORY = "/dev/shm"  # noqa: S108 - what is made there gets names of its own, as in any other folder for such things
ROOM = 512 * 2**20
"""Bytes; a whole run takes less than a tenth."""
ALL = re.compile(r"^pytestmark = \[?pytest\.mark\.all\b", re.MULTILINE)
"""How a module says that none of its tests belongs to the core."""


def pytest_configure(config: pytest.Config) -> None:
    """Compile the catalogues that were edited since.

    Write to memory, where there is room in which programs may run: most of the time was waiting for the disk. What a
    disk may lose is not left to chance anyway: `tests/firmware/disk.py` is a disk of its own. TMPDIR chooses.
    """
    # Tests interrupt what they start, which would not hear it where the shell ignores that, as `nohup` and `&` do.
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if not hasattr(config, "workerinput"):  # once, before the processes that share the tests begin
        compile_all()
    if "TMPDIR" not in os.environ and os.access(MEMORY, os.W_OK):
        memory = os.statvfs(MEMORY)
        if memory.f_bavail * memory.f_frsize >= ROOM and not memory.f_flag & os.ST_NOEXEC:
            os.environ["TMPDIR"] = tempfile.tempdir = MEMORY


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip modules without tests of the core if only the core is wanted: importing them takes time."""
    if collection_path.suffix != ".py" or "not all" not in config.option.markexpr:
        return None
    return ALL.search(collection_path.read_text("utf-8")) is not None or None


def pytest_collection_finish() -> None:
    """Look for garbage seldom, and never among what was imported and collected: it was a third of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)
