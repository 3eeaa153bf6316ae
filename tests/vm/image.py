"""Disks for the machines: Debian from apt's own mirror, and Tavolino installed by its own installer."""

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from zlib import crc32

from msgspec import Struct

ROOT = Path(__file__).parents[2]
INSIDE = Path(__file__).parent / "inside"
BUILD = ROOT / "build" / "vm"
SIZE = "3G"
PACKAGES = "systemd-sysv,udev,dbus,kmod,e2fsprogs,sudo,make,parted,python3,python3-venv,linux-image-cloud-amd64"
BOUND_FOLDERS = ("/proc", "/sys", "/dev")


class Suite(Struct, frozen=True):
    """A Debian, its Python, and the minor version of its C library."""

    name: str
    python: str
    glibc: int


SUITES = {suite.name: suite for suite in (Suite("bookworm", "3.11", 36), Suite("trixie", "3.13", 41))}


class Disk(Struct, frozen=True):
    """The disk of a machine, and its kernel."""

    path: Path
    kernel: Path
    initrd: Path
    plays: Path | None = None
    """A second disk."""


def disk(suite: Suite) -> Disk:
    """Return a fresh disk with an older Tavolino installed, and the present checkout beside it."""
    base, root, image = _base(suite), BUILD / f"{suite.name}-root", BUILD / f"{suite.name}.ext4"
    shutil.rmtree(root, ignore_errors=True)
    run("cp", "-a", base, root)
    _fill(suite, root)
    with _bind_system(root):
        shutil.copy("/etc/resolv.conf", root / "etc" / "resolv.conf")
        _inside(root, "make", "-C", "/root/older", "install")
        # The machine has no network, so apt downloads packages for later now.
        later = ("overlayroot", "busybox")
        _inside(root, "apt-get", "install", "-y", "-q", "--no-install-recommends", "--download-only", *later)
        _inside(root, "systemctl", "enable", "--quiet", "agent")
    image.unlink(missing_ok=True)
    run("mkfs.ext4", "-q", "-d", root, image, SIZE)
    kernel, initrd = (_copy_from_boot(suite, root, name) for name in ("vmlinuz", "initrd.img"))
    shutil.rmtree(root)
    return Disk(image, kernel, initrd)


def _copy_from_boot(suite: Suite, root: Path, name: str) -> Path:
    """Return a copy of a file in the boot folder of a machine."""
    found = next((root / "boot").glob(f"{name}-*"))
    kept: Path = BUILD / f"{suite.name}.{name}"
    shutil.copy(found, kept)
    return kept


def _base(suite: Suite) -> Path:
    """Return a plain Debian, made once."""
    base = BUILD / f"{suite.name}-base"
    if not base.exists():
        BUILD.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=BUILD) as new:
            made = Path(new) / "base"
            run("debootstrap", "--variant=minbase", f"--include={PACKAGES}", suite.name, made, mirror())
            made.rename(base)
    return base


def want(tools: Sequence[str], packages: str) -> None:
    """Exit with a sentence if a tool from these packages is missing."""
    lacking = [tool for tool in tools if shutil.which(tool) is None]
    if lacking:
        sys.exit(f"{', '.join(lacking)}: not found. Install: apt-get install {packages}")


def checkout(folder: Path) -> None:
    """Copy every file of this checkout that git knows, in its present state."""
    files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.split(b"\0")
    for name in (Path(one.decode()) for one in files if one):
        if (ROOT / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)


def mirror() -> str:
    """Return the first mirror in apt's configuration."""
    command = ["apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()[0]


def _fill(suite: Suite, root: Path) -> None:
    """Add the checkout, an older one, the wheels of both, and the program that plays."""
    today, older = root / "root" / "today", root / "root" / "older"
    checkout(today)
    shutil.rmtree(today / "tests")
    shutil.copytree(today, older)
    _age(older)
    shutil.copytree(INSIDE, root / "opt" / "inside")
    (root / "etc" / "fstab").write_text("/dev/vda / ext4 defaults,noatime 0 1\n")
    units = root / "etc" / "systemd" / "system"
    shutil.copy(INSIDE / "agent.service", units)
    (units / "tavolino.service.d").mkdir()
    shutil.copy(INSIDE / "simulated.conf", units / "tavolino.service.d")
    _wheels(suite, root / "root" / "wheels")


def _age(folder: Path) -> None:
    """Turn a checkout into an earlier version, with earlier rules of the first game."""
    for path, old, new in (
        (folder / "pyproject.toml", r'^version = ".*"$', 'version = "0.0.1"'),
        (folder / "engines" / "wyrmspan" / "__init__.py", r"VERSION = \d+", "VERSION = 0"),
    ):
        text, n = re.subn(old, new, path.read_text(), count=1, flags=re.MULTILINE)
        assert n == 1, f"{path.name} has no version"
        path.write_text(text)


def _wheels(suite: Suite, folder: Path) -> None:
    """Download every wheel for the installer from pip's configured index, since the machine has no network."""
    lock = ROOT / "systemd" / "requirements.txt"
    wheels = BUILD / f"wheels-{suite.python}-{crc32(lock.read_bytes()):08x}"
    if not wheels.exists():
        platforms = [f"--platform=manylinux_2_{n}_x86_64" for n in range(17, 37)]
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--only-binary=:all:", "--dest", str(wheels)]
        locked = ["--require-hashes", "--requirement", str(lock)]
        run(*command, *platforms, f"--python-version={suite.python}", *locked)
    shutil.copytree(wheels, folder)
    pip = folder.parents[1] / "etc" / "pip.conf"
    pip.write_text("[global]\nno-index = true\nfind-links = /root/wheels\n")


@contextmanager
def _bind_system(root: Path) -> Iterator[None]:
    """Let commands run inside a folder as in a system, without starting services."""
    (root / "usr/sbin/policy-rc.d").write_text("#!/bin/sh\nexit 101\n")
    (root / "usr/sbin/policy-rc.d").chmod(0o755)
    bound: list[Path] = []
    try:
        for place in BOUND_FOLDERS:
            run("mount", "--bind", place, root / place[1:])
            bound.append(root / place[1:])
        yield
    finally:
        for mounted in reversed(bound):
            run("umount", mounted)
        (root / "usr/sbin/policy-rc.d").unlink()


def _inside(root: Path, *words: str) -> None:
    run("chroot", root, "env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND=noninteractive", *words)


def run(*words: object) -> None:
    """Run a command; raise CalledProcessError if it fails."""
    subprocess.run([str(word) for word in words], check=True, stdin=subprocess.DEVNULL)
