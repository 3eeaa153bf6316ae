"""The wheel's dependencies on a Raspberry Pi: 64-bit ARM, with the Python of Raspberry Pi OS bookworm and trixie."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
INSTALL = (ROOT / "systemd" / "install.sh").read_text()
GLIBC = {"3.11": 36, "3.13": 41}
"""The C library that comes with each Python: 2.36 in bookworm, 2.41 in trixie."""
FROM_APT = {"lgpio", "spidev"}
"""What has no wheel for one of the two."""


def _platforms(minor: int) -> list[str]:
    names = ["manylinux2014_aarch64", *(f"manylinux_2_{n}_aarch64" for n in range(17, minor + 1))]
    return [f"--platform={name}" for name in names]


def _resolves(python: str, constraint: Path, *wanted: str) -> subprocess.CompletedProcess[str]:
    """Ask pip what it would install on such a Pi, from wheels alone."""
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--quiet", "--ignore-installed", "--report=-"]
    target = ["--target=unused", f"--python-version={python}", "--implementation=cp", "--only-binary=:all:"]
    pinned = ["--constraint", str(constraint)]
    words = [*command, *target, *_platforms(GLIBC[python]), *pinned, *wanted]
    return subprocess.run(words, capture_output=True, text=True, check=False)


def test_what_has_no_wheel_comes_from_apt() -> None:
    """The installer brings each of these from the system, before pip looks for it."""
    named = {name for name in FROM_APT if f"python3-{name}" in INSTALL}
    assert named == FROM_APT
    assert INSTALL.index("  packages\n") < INSTALL.index("  environment\n")


@pytest.mark.long
@pytest.mark.parametrize("python", GLIBC)
def test_every_other_dependency_has_a_wheel(python: str) -> None:
    """Pip finds a wheel for each, with what they need themselves, at the versions that the installer pins."""
    wanted = [one for one in PROJECT["dependencies"] if Requirement(one).name not in FROM_APT]
    done = _resolves(python, ROOT / "systemd" / "constraints.txt", *wanted)
    assert 0 == done.returncode, done.stderr
    found = {one["metadata"]["name"].lower(): one["download_info"]["url"] for one in json.loads(done.stdout)["install"]}
    assert all(url.endswith(".whl") for url in found.values())
    assert {"pillow", "gpiozero", "transitions", "msgspec"} <= set(found)


@pytest.mark.long
def test_nothing_comes_from_apt_without_need() -> None:
    """For each that comes from apt there is a Python of the two without a wheel that would do."""
    extra = PROJECT["optional-dependencies"]["device"]
    wanted = {Requirement(one).name: one for one in (*PROJECT["dependencies"], *extra)}
    for name in FROM_APT:
        assert any(_resolves(python, ROOT / "systemd" / "constraints.txt", wanted[name]).returncode for python in GLIBC)
