"""A Raspberry Pi 3 of QEMU: a card, what its firmware would load from it, and two serial lines.

Its clock counts instructions, 500 million of all its cores together a second, so a start takes the same time however
busy the computer is that emulates it, and nothing on it runs into a time limit for that.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from tests.vm.image import run
from tests.vm.keyboard import PLUGGED
from tests.vm.machine import Machine, started

BLUETOOTH = "/soc/serial@7e201000/bluetooth"
"""What Debian's device tree has on the serial line that the tests speak on."""

WORDS = "console=ttyS1,115200 systemd.watchdog_sec=0"
"""A log; and no watchdog of the processor, which begins to bite in QEMU as soon as it is switched on."""


class Card(Struct, frozen=True):
    """A card in its file, whose size is a power of two, and what the Pi's firmware would take from it."""

    path: Path
    kernel: Path
    initrd: Path
    tree: Path
    words: str

    @property
    def port(self) -> Path:
        """Where the machine can be spoken to."""
        return self.path.with_suffix(".port")

    @property
    def monitor(self) -> Path:
        """Where QEMU can be spoken to."""
        return self.path.with_suffix(".monitor")

    @property
    def log(self) -> Path:
        """What it says on its console."""
        return self.path.with_suffix(".log")


def tree(plain: Path, made: Path) -> Path:
    """Copy a device tree whose first serial line is free for the tests."""
    made.write_bytes(plain.read_bytes())
    run("fdtput", "-r", made, BLUETOOTH)
    return made


@contextmanager
def begun(card: Card, *, leaps: bool = False, keyboard: bool = False) -> Iterator[Machine]:
    """Switch a Pi on; at the end its plug is pulled. Its clock may leap over times of rest; it may have a keyboard."""
    for place in (card.port, card.monitor):
        place.unlink(missing_ok=True)
    command = ["qemu-system-aarch64", "-M", "raspi3b", "-m", "1G", "-accel", "tcg"]
    command += ["-icount", f"shift=1,sleep={'off' if leaps else 'on'}"]
    command += ["-display", "none", "-nic", "none", "-monitor", "none"]
    command += ["-qmp", f"unix:{card.monitor},server=on,wait=off", *(PLUGGED if keyboard else [])]
    command += ["-kernel", str(card.kernel), "-initrd", str(card.initrd), "-dtb", str(card.tree)]
    command += ["-append", f"{card.words} {WORDS}"]
    command += ["-drive", f"file={card.path},if=sd,format=raw"]
    command += ["-chardev", f"socket,id=host,path={card.port},server=on,wait=off", "-serial", "chardev:host"]
    command += ["-serial", f"file:{card.log}"]
    with started(command, card.port) as machine:
        yield machine


@contextmanager
def powered(card: Card, *, leaps: bool = False, keyboard: bool = False) -> Iterator[Machine]:
    """Switch a Pi on, and wait until it can be asked something."""
    with begun(card, leaps=leaps, keyboard=keyboard) as machine:
        machine.greeted()
        yield machine
        machine.cut()
