"""A device at its game menu or in a play, folders without write permission, and a full disk."""

import os
import resource
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Protocol

import pytest

from tests.firmware.device.bench import Bench, bench
from tests.magpie_on_menu import SET_UP_PRESSES, magpie_first

NOBODY = 65534


class FullDisk(Protocol):
    """Limits the size of files."""

    def __call__(self, limit: int) -> AbstractContextManager[None]:
        """Return a context in which files cannot grow beyond `limit` bytes."""


@pytest.fixture
def magpie_menu() -> Iterator[None]:
    """Put the Magpie first in the menu."""
    with magpie_first():
        yield


@pytest.fixture
def at_menu(tmp_path: Path) -> Iterator[Bench]:
    """A device at its game menu."""
    with bench(tmp_path) as made:
        yield made


@pytest.fixture
def device(tmp_path: Path, magpie_menu: None) -> Iterator[Bench]:  # noqa: ARG001 - it is there while the device is
    """A device in a play with the Magpie, at your first turn."""
    with bench(tmp_path) as made:
        made.next(2 + SET_UP_PRESSES)
        yield made


@pytest.fixture
def full_disk() -> FullDisk:
    """Return a limit on file sizes: a write beyond it fails as on a full disk."""

    @contextmanager
    def limited(limit: int) -> Iterator[None]:
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, hard))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))

    return limited


@pytest.fixture
def plain_folder() -> Iterator[Path]:
    """Yield a folder with enforced permissions; if the tests run as root, they continue as nobody."""
    folder = Path(tempfile.mkdtemp())
    root = os.geteuid() == 0
    if root:
        os.chown(folder, NOBODY, NOBODY)
        os.seteuid(NOBODY)
    try:
        yield folder
    finally:
        if root:
            os.seteuid(0)
        folder.chmod(0o777)
        shutil.rmtree(folder)
