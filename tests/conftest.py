"""Configuration of all tests: temporary folders in memory, a fixed profile for hypothesis, less garbage collection."""

import gc
import os
import re
import signal
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from hatch_build import compile_all
from tests.costs import Function, functions_of

settings.register_profile(
    "tavolino",
    database=None,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("tavolino")

MEMORY_FOLDER = "/dev/shm"  # noqa: S108 - names are unique there, as in any other temporary folder
MIN_FREE_BYTES = 512 * 2**20
"""Bytes; a whole run takes less than a tenth."""
CORE_MARKS = "not all and not long"
"""The marks of `make test`."""
ALL_MARK = re.compile(r"^pytestmark = \[?pytest\.mark\.all\b", re.MULTILINE)
"""The mark of a module without tests of the core."""
COLLECTED = pytest.StashKey[set[Function]]()
"""The functions that were collected, before marks selected some."""


def pytest_configure(config: pytest.Config) -> None:
    """Compile edited catalogues.

    Temporary files go to memory if it has room and allows programs to run: tests mostly waited for the disk. Losses of
    a disk are simulated by `tests/firmware/disk.py` in any case. TMPDIR overrides the folder.
    """
    # Tests interrupt the processes they start; `nohup` and `&` would make these ignore the signals.
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if not hasattr(config, "workerinput"):  # once, before the processes that share the tests begin
        compile_all()
    if "TMPDIR" not in os.environ and os.access(MEMORY_FOLDER, os.W_OK):
        memory = os.statvfs(MEMORY_FOLDER)
        if memory.f_bavail * memory.f_frsize >= MIN_FREE_BYTES and not memory.f_flag & os.ST_NOEXEC:
            os.environ["TMPDIR"] = tempfile.tempdir = MEMORY_FOLDER


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip modules and folders without tests of the core if only the core is wanted: importing them takes time."""
    if not _core_only(config):
        return None
    modules = collection_path.rglob("test_*.py") if collection_path.is_dir() else (collection_path,)
    return all(path.suffix == ".py" and ALL_MARK.search(path.read_text("utf-8")) for path in modules) or None


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(collector: pytest.Collector, obj: object) -> list[pytest.Item] | None:
    """Make no items of functions outside the core if only the core is wanted: there are thousands."""
    marks = {mark.name for mark in getattr(obj, "pytestmark", ())}
    return [] if marks & {"all", "long"} and _core_only(collector.config) else None


def memory_folder() -> str | None:
    """Return the folder in memory for temporary files, or None if there is none that can be written to."""
    return MEMORY_FOLDER if os.access(MEMORY_FOLDER, os.W_OK) else None


def _core_only(config: pytest.Config) -> bool:
    return bool(config.option.markexpr == CORE_MARKS)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the collected functions for the check of the costs of tests."""
    config.stash[COLLECTED] = functions_of(items)


def pytest_collection_finish() -> None:
    """Collect garbage rarely, and never among imported modules and items: it took a third of the time."""
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)
