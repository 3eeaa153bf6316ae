"""The card of a plain installation, for comparison with the image's start: an ordinary Debian with Tavolino.

Debian is made once and kept in `build/vm/trixie-arm64-base`; its packages' set-up is emulated, which takes a while.
"""

import shutil
import tempfile
from pathlib import Path

from tests.vm.arm64 import put_installation
from tests.vm.image import BUILD, INSIDE, SUITES, mirror, run
from tests.vm.pi import Card, tree

SUITE = SUITES["trixie"]
NAME = f"{SUITE.name}-arm64"
PACKAGES = (
    *("systemd-sysv", "udev", "dbus", "kmod", "e2fsprogs", "polkitd", "python3", "python3-spidev", "mount", "login"),
    "linux-image-arm64",
)
SIZE = "2G"


def card() -> Card:
    """Return a fresh card."""
    base, root, image = _base(), BUILD / "plain-root", BUILD / "plain.img"
    kernel, initrd = BUILD / "plain.vmlinuz", BUILD / "plain.initrd.img"
    shutil.rmtree(root, ignore_errors=True)
    run("cp", "-ax", base, root)
    shutil.copy(next((root / "boot").glob("vmlinuz-*")), kernel)
    shutil.copy(next((root / "boot").glob("initrd.img-*")), initrd)
    made = tree(next((root / "usr/lib").glob("linux-image-*/broadcom/bcm2837-rpi-3-b.dtb")), BUILD / "plain.dtb")
    (root / "etc/fstab").write_text("/dev/mmcblk0 / ext4 defaults,noatime 0 1\n")
    shutil.copytree(INSIDE, root / "boot/firmware/inside", ignore=shutil.ignore_patterns("__pycache__"))
    packages = put_installation(root, SUITE, ("tavolino",), INSIDE / "service.conf")
    # as pip does on the device, with its Python
    run("chroot", root, "python3", "-m", "compileall", "-q", f"/{packages.relative_to(root)}")
    image.unlink(missing_ok=True)
    run("mkfs.ext4", "-q", "-d", root, image, SIZE)
    shutil.rmtree(root)
    return Card(image, kernel, initrd, made, "root=/dev/mmcblk0 rootwait quiet")


def _base() -> Path:
    base = BUILD / f"{NAME}-base"
    if not base.exists():
        BUILD.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=BUILD) as new:
            made = Path(new) / "base"
            run("mmdebstrap", "--quiet", "--arch=arm64", f"--include={','.join(PACKAGES)}", SUITE.name, made, mirror())
            made.rename(base)
    return base
