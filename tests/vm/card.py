"""The card of `make image` for the emulated Pi: an unpacked and enlarged copy, with files added to its partitions."""

import json
import shutil
import subprocess
import tempfile
from hashlib import sha256
from pathlib import Path

from tests.vm.checks import check_disk
from tests.vm.image import BUILD, INSIDE, ROOT, run
from tests.vm.pi import Card, tree

IMAGES = ROOT / "build" / "image"
BOOT, FILES, PLAYS, RECORD, ROOT_A = 1, 2, 4, 5, 6
"""Partitions: the one that a Pi boots from, the one for a PC, the plays, the record of roots, the first root."""
SECTOR = 512


def image() -> Path:
    """Return the packed image; it is made if there is none."""
    if not list(IMAGES.glob("*.img.xz")):
        run("make", "-C", ROOT, "image")
    return max(IMAGES.glob("*.img.xz"))


def own_upgrade() -> Path:
    """Return the upgrade to the image's version."""
    return max(IMAGES.glob("*.upgrade"))


def fresh_card(name: str) -> Card:
    """Return a card just after writing the image, with the files of the tests."""
    path = BUILD / f"{name}.img"
    with path.open("wb") as unpacked:
        subprocess.run(["xz", "-dc", str(image())], stdout=unpacked, check=True)
    path.open("r+b").truncate(1 << path.stat().st_size.bit_length())
    with tempfile.TemporaryDirectory(dir=BUILD) as folder:
        plain = copy_out(path, "bcm2837-rpi-3-b.dtb", Path(folder))
        made = tree(plain, path.with_suffix(".dtb"))
        words = copy_out(path, "cmdline.txt", Path(folder)).read_text().strip()
    kernel, initrd = copy_out(path, "vmlinuz", BUILD), copy_out(path, "initramfs.img", BUILD)
    put_on(path, INSIDE / "service.conf")
    put_programs(path, "device.py", "agent.py")
    return Card(path, kernel, initrd, made, words)


def copy_out(card: Path, name: str, folder: Path) -> Path:
    """Copy a file from the boot partition."""
    run("mcopy", "-n", "-i", _place(card, BOOT), f"::{name}", folder / name)
    return folder / name


def put_on(card: Path, file: Path, name: str = "") -> None:
    """Copy a file to the boot partition, under its name or another."""
    run("mcopy", "-o", "-i", _place(card, BOOT), file, f"::{name}")


def delete_file(card: Path, name: str) -> None:
    """Delete a file from the boot partition."""
    run("mdel", "-i", _place(card, BOOT), f"::{name}")


def list_files(card: Path, folder: str) -> str:
    """Return the names of the files in a folder of the partition for a PC, one per line."""
    command = ["mdir", "-b", "-i", _place(card, FILES), f"::{folder}"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def put_programs(card: Path, *names: str) -> None:
    """Put programs for the inside of a machine into its folder there."""
    run("mmd", "-D", "s", "-i", _place(card, BOOT), "::inside")
    run("mcopy", "-o", "-i", _place(card, BOOT), *(INSIDE / name for name in names), "::inside")


def check_file_systems(card: Card) -> None:
    """Check that the plays' file system is undamaged after replaying its journal, and the others as they are."""
    check_disk(card.path, partition(card.path, PLAYS)[0] // 2**20)
    for number in (BOOT, FILES):
        begin, size = partition(card.path, number)
        copy = card.path.with_suffix(".copy")
        with card.path.open("rb") as whole, copy.open("wb") as part:
            whole.seek(begin)
            part.write(whole.read(size))
        done = subprocess.run(["fsck.fat", "-n", str(copy)], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        copy.unlink()


def partition(card: Path, number: int) -> tuple[int, int]:
    """Return the begin of a partition, and its size, bytes."""
    output = subprocess.run(["sfdisk", "--json", str(card)], capture_output=True, text=True, check=True).stdout
    table = json.loads(output)["partitiontable"]["partitions"]
    (one,) = (one for one in table if one["node"] == f"{card}{number}")
    return one["start"] * SECTOR, one["size"] * SECTOR


def _place(card: Path, number: int) -> str:
    return f"{card}@@{partition(card, number)[0]}"


def upgrade(name: str, version: str, *, broken: bool = False) -> Path:
    """Return an upgrade to another version: the root of the image with that version in its os-release."""
    file = BUILD / f"{name}.upgrade"
    with tempfile.TemporaryDirectory(dir=BUILD) as folder:
        root, squashed = Path(folder) / "root", Path(folder) / "root.squashfs"
        run("unsquashfs", "-quiet", "-no-progress", "-offset", SECTOR, "-dest", root, own_upgrade())
        os_release = root / "usr/lib/os-release"
        lines = [line for line in os_release.read_text().splitlines() if not line.startswith("IMAGE_VERSION=")]
        os_release.write_text("\n".join([*lines, f"IMAGE_VERSION={version}", ""]))
        if broken:
            shutil.rmtree(root / "opt/tavolino")
        run("mksquashfs", root, squashed, "-quiet", "-no-progress", "-comp", "zstd", "-Xcompression-level", 3)
        content = squashed.read_bytes()
        head = f"tavolino {version} {len(content)} {sha256(content).hexdigest()}".ljust(SECTOR - 1) + "\n"
        file.write_bytes(head.encode() + content)
    return file
