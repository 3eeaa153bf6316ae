"""A Raspberry Pi 3 of QEMU: a card, the files that its firmware would load, and two serial lines.

Its clock counts instructions, 500 million a second of all cores together, so a start takes the same time on a busy
computer, and nothing on the Pi reaches a time limit because of that.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from tests.vm.image import run
from tests.vm.keyboard import PLUGGED
from tests.vm.machine import Machine, start_machine

BLUETOOTH = "/soc/serial@7e201000/bluetooth"
"""The node of Debian's device tree on the serial line of the tests."""

WORDS = "console=ttyS1,115200 systemd.watchdog_sec=0"
"""A log; and no hardware watchdog, which in QEMU fires as soon as it is switched on."""


class Card(Struct, frozen=True):
    """The file of a card, whose size is a power of two, and the files that the Pi's firmware would load."""

    path: Path
    kernel: Path
    initrd: Path
    tree: Path
    words: str

    @property
    def port(self) -> Path:
        """Return the path of the port to the machine."""
        return self.path.with_suffix(".port")

    @property
    def monitor(self) -> Path:
        """Return the path of the port to QEMU."""
        return self.path.with_suffix(".monitor")

    @property
    def log(self) -> Path:
        """Return the path of the console's log."""
        return self.path.with_suffix(".log")


def tree(plain: Path, made: Path) -> Path:
    """Copy a device tree, and free its first serial line for the tests."""
    made.write_bytes(plain.read_bytes())
    run("fdtput", "-r", made, BLUETOOTH)
    return made


@contextmanager
def switch_on(card: Card, *, leaps: bool = False, keyboard: bool = False) -> Iterator[Machine]:
    """Switch a Pi on; its power is cut at the end. With `leaps` its clock skips times of rest."""
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
    with start_machine(command, card.port) as machine:
        yield machine


@contextmanager
def boot_pi(card: Card, *, leaps: bool = False, keyboard: bool = False) -> Iterator[Machine]:
    """Switch a Pi on, and wait until it answers."""
    with switch_on(card, leaps=leaps, keyboard=keyboard) as machine:
        machine.wait_for_greeting()
        yield machine
        machine.cut()
