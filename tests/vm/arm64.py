"""The disk of an arm64 machine with eight pins: Debian unpacked, Tavolino in its place, without emulation.

Emulating the packages' own set-up takes half an hour, so they are only unpacked (`mmdebstrap --variant=extract`), and
the needed set-up is done from outside. `tests.vm` tests the installer itself, on other machines.
"""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.vm.image import BUILD, INSIDE, ROOT, SUITES, Disk, Suite, mirror, run

SUITE = SUITES["bookworm"]
NAME = f"{SUITE.name}-arm64"
PACKAGES = (
    *("base-files", "base-passwd", "libc-bin", "bash", "coreutils", "util-linux", "mount", "login", "passwd", "grep"),
    *("sed", "findutils", "kmod", "dbus", "udev", "systemd-sysv", "e2fsprogs", "busybox-static", "linux-image-arm64"),
    *("python3", "python3-spidev"),
)
ROOT_MODULES = ("virtio_mmio", "virtio_blk", "ext4", "crc32c_generic")
"""Kernel modules for the root."""
LATER_MODULES = ("virtio_console", "virtio-rng", "cuse")
"""Kernel modules loaded by udev and systemd."""
SIZE = "1G"
HOOK = "/usr/share/mmdebstrap/hooks/merged-usr"
OMITTED_FOLDERS = ("usr/share/doc", "usr/share/man", "usr/share/locale", "var/lib/apt", "var/cache/apt", "boot")
REVISION = "a02082"
"""A Pi 3B, for gpiozero."""
SERVICES = ("agent", "spidev", "tavolino")
ENTRY = """\
#!/opt/tavolino/current/bin/python
import sys
from firmware.__main__ import main
sys.exit(main())
"""


def disk(settings: str) -> Disk:
    """Return a fresh disk with Tavolino on it, and the settings of its builder."""
    root, image = unpack(SUITE, NAME, PACKAGES), BUILD / f"{NAME}.ext4"
    kernel, initrd = BUILD / f"{NAME}.vmlinuz", BUILD / f"{NAME}.initrd.img"
    shutil.copy(next((root / "boot").glob("vmlinuz-*")), kernel)
    modules = _modules(root)
    _initramfs(root, modules, initrd)
    for place in OMITTED_FOLDERS:
        shutil.rmtree(root / place)
    _set_up(root)
    _tavolino(root, settings)
    image.unlink(missing_ok=True)
    run("mkfs.ext4", "-q", "-d", root, image, SIZE)
    shutil.rmtree(root)
    return Disk(image, kernel, initrd)


def tree(command: list[str]) -> Path:
    """Return the device tree of a command's machine: without its own keys, and with a Pi's revision."""
    made = BUILD / f"{NAME}.dtb"
    run(*command, "-machine", f"dumpdtb={made}")
    run("fdtput", "-r", made, "/gpio-keys")
    run("fdtput", "-c", made, "/system")
    run("fdtput", "-t", "x", made, "/system", "linux,revision", REVISION)
    return made


def unpack(suite: Suite, name: str, packages: Sequence[str]) -> Path:
    """Return a fresh folder with packages of a Debian, for an arm64 computer or its emulator."""
    base, root = BUILD / f"{name}-base", BUILD / f"{name}-root"
    if not base.exists():
        BUILD.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=BUILD) as new:
            made = Path(new) / "base"
            options = ["--quiet", "--arch=arm64", "--variant=extract", f"--hook-dir={HOOK}"]
            run("mmdebstrap", *options, f"--include={','.join(packages)}", suite.name, made, mirror())
            made.rename(base)
    shutil.rmtree(root, ignore_errors=True)
    run("cp", "-a", base, root)
    for file in ("passwd", "group"):
        shutil.copy(root / f"usr/share/base-passwd/{file}.master", root / "etc" / file)
    if not (root / "usr/bin/sh").is_symlink():
        (root / "usr/bin/sh").symlink_to("bash")
    run("ldconfig", "-r", root)
    return root


def environment(folder: Path, suite: Suite, *wanted: object) -> Path:
    """Make a virtual environment for an arm64 computer, from wheels only; return its site-packages."""
    packages = folder / f"lib/python{suite.python}/site-packages"
    packages.mkdir(parents=True)
    install(packages, suite, *wanted)
    (packages / "bin").rename(folder / "bin")
    (folder / "bin/python").symlink_to("/usr/bin/python3")
    (folder / "pyvenv.cfg").write_text("home = /usr/bin\ninclude-system-site-packages = true\n")
    return packages


def install(packages: Path, suite: Suite, *wanted: object) -> None:
    """Let pip install packages for an arm64 computer into a folder, from the configured index."""
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-compile", "--target", packages]
    target = [f"--platform=manylinux_2_{n}_aarch64" for n in range(17, suite.glibc + 1)]
    target += [f"--python-version={suite.python}", "--implementation=cp", "--only-binary=:all:"]
    run(*pip, *target, *wanted)


def put_installation(root: Path, suite: Suite, services: Sequence[str], drop_in: Path) -> Path:
    """Put the installer's files in their places, with an environment of the same wheels; return its packages.

    The services start with the system; the drop-in has the differences of this machine.
    """
    units = root / "etc/systemd/system"
    for line in (ROOT / "systemd/files").read_text().splitlines():
        source, target = line.split()
        (root / target[1:]).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "systemd" / source, root / target[1:])
    (units / "tavolino.service.d").mkdir()
    shutil.copy(drop_in, units / "tavolino.service.d")
    made = root / "opt/tavolino/env.arm64"
    packages = environment(made, suite, "--require-hashes", "--requirement", ROOT / "systemd/requirements.txt")
    with tempfile.TemporaryDirectory() as folder:
        run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT)
        install(packages, suite, "--no-deps", *Path(folder).glob("*.whl"))
    (made / "bin/tavolino").write_text(ENTRY)
    (made / "bin/tavolino").chmod(0o755)
    (made.parent / "current").symlink_to(made.name)
    run("systemd-sysusers", f"--root={root}")
    (units / "multi-user.target.wants").mkdir(exist_ok=True)
    for service in services:
        (units / f"multi-user.target.wants/{service}.service").symlink_to(f"/etc/systemd/system/{service}.service")
    return packages


def _modules(root: Path) -> list[Path]:
    """Remove the kernel modules that the machine does not need; return those for its root, in order."""
    folder = next((root / "usr/lib/modules").iterdir())
    run("depmod", "-b", root, folder.name)
    needs = dict(line.split(":") for line in (folder / "modules.dep").read_text().splitlines())
    paths = {Path(path).stem: path for path in needs}

    def wanted(names: tuple[str, ...]) -> list[str]:
        found = [path for name in names for path in (*reversed(needs[paths[name]].split()), paths[name])]
        return list(dict.fromkeys(found))

    for path in set(needs) - {*wanted(ROOT_MODULES), *wanted(LATER_MODULES)}:
        (folder / path).unlink()
    run("depmod", "-b", root, folder.name)
    return [folder / path for path in wanted(ROOT_MODULES)]


def _initramfs(root: Path, modules: list[Path], image: Path) -> None:
    """Pack the initramfs."""
    with tempfile.TemporaryDirectory() as folder:
        first = Path(folder)
        for name in ("bin", "dev", "root"):
            (first / name).mkdir()
        shutil.copy(root / "usr/bin/busybox", first / "bin/busybox")
        shutil.copy(INSIDE / "first", first / "init")
        (first / "init").chmod(0o755)
        for module in modules:
            shutil.copy(module, first)
        (first / "modules").write_text("\n".join(module.name for module in modules))
        files = "\n".join(str(path.relative_to(first)) for path in first.rglob("*"))
        with image.open("wb") as packed:
            words = ["cpio", "--quiet", "-o", "-H", "newc", "-R", "0:0"]
            subprocess.run(words, cwd=first, input=files.encode(), stdout=packed, check=True)


def _set_up(root: Path) -> None:
    """Do the needed part of the packages' own set-up."""
    (root / "etc/fstab").write_text("/dev/vda / ext4 defaults,noatime 0 1\n")
    (root / "etc/machine-id").write_text("7" * 32 + "\n")
    (root / "etc/hostname").write_text("tavolino\n")
    (root / "etc/modules-load.d/cuse.conf").write_text("cuse\n")
    shutil.copytree(INSIDE, root / "opt/inside", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(INSIDE / "spidev.rules", root / "etc/udev/rules.d/61-spidev.rules")
    for unit in ("agent.service", "spidev.service"):
        shutil.copy(INSIDE / unit, root / "etc/systemd/system")


def _tavolino(root: Path, settings: str) -> None:
    """Install Tavolino, and the settings of its builder."""
    packages = put_installation(root, SUITE, SERVICES, INSIDE / "eight.conf")
    for place in (packages, root / f"usr/lib/python{SUITE.python}", root / "usr/lib/python3/dist-packages"):
        # Files of packages that Python 3 cannot compile are not needed here.
        command = [sys.executable, "-m", "compileall", "-q", "-s", root, "-p", "/", place]
        subprocess.run([str(word) for word in command], stdout=subprocess.DEVNULL, check=False)
    data = root / "var/lib/tavolino"
    data.mkdir(mode=0o700)
    (data / "settings.toml").write_text(settings)
    owner = next(
        line.split(":") for line in (root / "etc/passwd").read_text().splitlines() if line.startswith("tavolino:")
    )
    run("chown", "-R", f"{owner[2]}:{owner[3]}", data)
    (root / "etc/systemd/system/default.target").symlink_to("/lib/systemd/system/multi-user.target")
