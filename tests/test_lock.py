"""The lock of the installer: each file from pip by its hash, for both processors and both Pythons of a device."""

import re
import subprocess
import sys
import tomllib
import zipfile
from email.parser import BytesParser
from pathlib import Path
from typing import NamedTuple

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
DEVICE = PROJECT["project"]["optional-dependencies"]
INSTALL = (ROOT / "systemd" / "install.sh").read_text()
LOCK = ROOT / "systemd" / "requirements.txt"
LINES = [line for line in LOCK.read_text().replace("\\\n", " ").splitlines() if not line.startswith("#")]
"""One for each package, with its hashes."""
LOCKED = {one.name: one for one in (Requirement(line.partition(" --hash")[0]) for line in LINES)}
FROM_APT = {"spidev"}
"""Packages without a wheel for one of the targets."""


class Target(NamedTuple):
    """A processor and a Python, with the C library that comes with it: 2.36 in bookworm, 2.41 in trixie."""

    machine: str
    python: str
    glibc: int

    def ignores(self, line: Requirement) -> bool:
        """Return whether a requirement is for other computers only."""
        names = {"platform_machine": self.machine, "sys_platform": "linux", "platform_system": "Linux", "extra": ""}
        names |= {"python_version": self.python, "python_full_version": f"{self.python}.2", "os_name": "posix"}
        names |= {"implementation_name": "cpython", "platform_python_implementation": "CPython"}
        return line.marker is not None and not line.marker.evaluate(names)

    def pip_options(self) -> list[str]:
        """Return the options with which pip chooses only wheels for this target."""
        names = ["manylinux2014", *(f"manylinux_2_{n}" for n in range(17, self.glibc + 1))]
        platforms = [f"--platform={name}_{self.machine}" for name in names]
        return ["--only-binary=:all:", "--implementation=cp", f"--python-version={self.python}", *platforms]


TARGETS = [
    Target(machine, python, glibc)
    for machine in ("x86_64", "aarch64")
    for python, glibc in (("3.11", 36), ("3.13", 41))
]
targets = pytest.mark.parametrize("target", TARGETS, ids=lambda target: f"{target.machine}-{target.python}")


def download(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Let pip download something, from the index that it is configured for."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--dest", str(folder)]
    return subprocess.run([*command, *words], capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def registry(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Skip the test if pip reaches nothing to download from."""
    done = download(tmp_path_factory.mktemp("probe"), "--no-deps", "pip")
    if done.returncode:
        pytest.skip(f"pip cannot download anything here: {done.stderr.strip().splitlines()[-1]}")


@targets
def test_the_lock_is_whole(target: Target) -> None:
    """The project's needs, the libraries of the pins and the build tools are locked at suitable versions."""
    for line in (*PROJECT["project"]["dependencies"], *DEVICE["pins"], *PROJECT["build-system"]["requires"]):
        wanted = Requirement(line)
        locked = LOCKED[wanted.name]
        [pin] = locked.specifier
        assert "==" == pin.operator
        assert Version(pin.version) in wanted.specifier
        assert not target.ignores(locked)


def test_unlocked_packages_come_from_apt() -> None:
    """Packages that a device needs and the lock lacks are installed by apt, before pip runs."""
    not_locked = {Requirement(line).name for line in DEVICE["device"]} - {"tavolino"}
    assert (FROM_APT, set()) == (not_locked, not_locked & LOCKED.keys())
    assert not_locked == {name for name in not_locked if f"python3-{name}" in INSTALL}
    assert INSTALL.index("  packages\n") < INSTALL.index("  environment\n")


def test_every_file_has_its_hash() -> None:
    """Each line is a package at one version and hashes of SHA-256; no place to download from is named."""
    for line in LINES:
        name, *hashes = re.split(r"\s+--hash=", line.strip())
        assert re.fullmatch(r"[a-z0-9-]+==[\w.]+( ; [\w.=!<>' ]+)?", name)
        assert hashes
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", one) for one in hashes)
    assert not re.search(r"://|index|find-links|trusted", LOCK.read_text())


@pytest.mark.long
@pytest.mark.usefixtures("registry")
@targets
def test_pip_accepts_the_lock(target: Target, tmp_path: Path) -> None:
    """Pip downloads a wheel for each line, of that hash, and what these need in turn is in the lock."""
    done = download(tmp_path, "--require-hashes", "--requirement", str(LOCK), *target.pip_options())
    assert 0 == done.returncode, done.stderr
    wheels = list(tmp_path.iterdir())
    assert sorted(LOCKED) == sorted(canonicalize_name(wheel.name.split("-")[0]) for wheel in wheels)
    # Pip itself decides by the computer it runs on which lines are for others.
    for line in (line for wheel in wheels for line in requirements_of(wheel) if not target.ignores(line)):
        [pin] = LOCKED[canonicalize_name(line.name)].specifier
        assert Version(pin.version) in line.specifier


@pytest.mark.long
@pytest.mark.usefixtures("registry")
def test_pip_refuses_another_file(tmp_path: Path) -> None:
    """A file that is not the one that was locked is not installed."""
    false = tmp_path / "requirements.txt"
    false.write_text(re.sub(r"sha256:[0-9a-f]{64}", f"sha256:{'0' * 64}", LOCK.read_text()))
    done = download(tmp_path, "--require-hashes", "--requirement", str(false), *TARGETS[0].pip_options())
    assert "DO NOT MATCH THE HASHES" in done.stderr


@pytest.mark.long
@pytest.mark.usefixtures("registry")
def test_nothing_comes_from_apt_without_need(tmp_path: Path) -> None:
    """Each package from apt has no wheel for one of the targets."""
    for line in (line for line in DEVICE["device"] if Requirement(line).name in FROM_APT):
        assert any(download(tmp_path, "--no-deps", line, *target.pip_options()).returncode for target in TARGETS)


def requirements_of(wheel: Path) -> list[Requirement]:
    """Return the requirements that a wheel declares."""
    with zipfile.ZipFile(wheel) as file:
        [name] = [name for name in file.namelist() if re.fullmatch(r"[^/]+\.dist-info/METADATA", name)]
        return [Requirement(line) for line in BytesParser().parsebytes(file.read(name)).get_all("Requires-Dist", [])]
