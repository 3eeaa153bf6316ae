"""The real store on a disk that fails, is full, read-only or slow, loses power, or lies about its syncs."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.firmware.plays.disk_cases import CASES

HERE = Path(__file__).parent
RANDOM_CASES = [name for name in CASES if "any_call" in name or "lies" in name or "while" in name]

wants_cc = pytest.mark.skipif(shutil.which("cc") is None, reason="the layer under the store needs a C compiler")
pytestmark = [pytest.mark.all, wants_cc]


@pytest.fixture(scope="module")
def layer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the compiled layer."""
    library = tmp_path_factory.mktemp("layer") / "disk.so"
    command = ["cc", "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", str(library), str(HERE / "disk.c"), "-ldl"]
    subprocess.run(command, check=True)
    return library


def _errors_of(layer: Path, rounds: int, *cases: str) -> dict[str, str]:
    """Run some cases, in memory if possible, and return their errors."""
    shared = Path("/dev/shm")  # noqa: S108 - a folder of our own is made in it
    with TemporaryDirectory(dir=shared if shared.is_dir() else None) as folder:
        command = [sys.executable, "-m", "tests.firmware.plays.disk_cases", folder, str(rounds), *cases]
        done = subprocess.run(command, env=os.environ | {"LD_PRELOAD": str(layer)}, stdout=subprocess.PIPE, check=True)
    found: dict[str, str] = json.loads(done.stdout)
    return found


@pytest.fixture(scope="module")
def found(layer: Path) -> dict[str, str]:
    """Return the errors of all cases at a few random moments, from one process."""
    return _errors_of(layer, 25, *CASES)


@pytest.mark.parametrize("case", CASES)
def test_a_bad_disk(case: str, found: dict[str, str]) -> None:
    """The case passes."""
    assert "" == found[case], found[case]


@pytest.mark.long
@pytest.mark.parametrize("case", RANDOM_CASES)
@pytest.mark.parametrize("seed", range(5))
def test_a_bad_disk_at_many_moments(case: str, layer: Path, seed: int) -> None:
    """The case passes at every call that can fail, and for a thousand power cuts, different for each seed."""
    assert {case: ""} == _errors_of(layer, 1000 + seed, case)
