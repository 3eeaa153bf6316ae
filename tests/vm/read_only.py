"""A card that is never written to, made as docs/install.md says, and the way back."""

import subprocess
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from tests.vm.checks import (
    PLAYS_AT_MIB,
    check_disks,
    check_unchanged,
    check_well,
    console,
    documented_command,
    play_answer,
    pull_plugs,
    report,
)
from tests.vm.image import Disk, Suite
from tests.vm.machine import Machine, boot

PULLS = 3
SIZE = 256 * 1024 * 1024
"""The size of the second disk, bytes."""
MAX_CHECK_SECTORS = 16
"""The most sectors that the disk check at a start writes before the disk is read-only: two blocks, as measured."""
PARTITION = "parted --script /dev/vdb mklabel msdos mkpart primary fat32 1MiB 16MiB mkpart primary ext4 16MiB 64MiB"
"""The second disk replaces a card with a system, which is smaller here."""
CARD = """\
sudo parted /dev/sdX resizepart 2 8GiB
sudo parted /dev/sdX mkpart primary ext4 8GiB 100%
sudo e2fsck -fp /dev/sdX2
sudo resize2fs /dev/sdX2
sudo mkfs.ext4 -L tavolino /dev/sdX3"""
BACK_TO_WRITABLE = """\
sudo overlayroot-chroot
rm /etc/overlayroot.local.conf
exit
sudo reboot"""


def read_only(suite: Suite, made: Disk) -> None:
    """Make a copy of a machine read-only, cut its power, remove and restore its plays, and make it writable again."""
    card, before = _make(suite, _with_two_disks(made))
    _never_written(suite, card, before)
    pull_plugs(suite, lambda: boot(card, console(suite)), lambda: check_disks(card), PULLS)
    _without_plays(suite, card)
    _written_again(suite, card)
    check_disks(card)


def _with_two_disks(made: Disk) -> Disk:
    card, plays = made.path.with_suffix(".card"), made.path.with_suffix(".plays")
    subprocess.run(["cp", "--sparse=always", str(made.path), str(card)], check=True)
    plays.unlink(missing_ok=True)
    with plays.open("wb") as file:
        file.truncate(SIZE)
    return replace(made, path=card, plays=plays)


def _make(suite: Suite, card: Disk) -> tuple[Disk, dict[str, Any]]:
    """Move the plays of a machine to a partition; return its new disk, and the device's last answer."""
    with boot(card, console(suite)) as machine:
        check_well(machine)
        before = play_answer(machine)
        machine.run(f"{PARTITION} && mkfs.ext4 -q /dev/vdb2")
        machine.run(_lines(documented_command(CARD).replace("sdX", "vdb").replace("8GiB", f"{PLAYS_AT_MIB}MiB")))
        machine.run(documented_command("sudo make install ARGS=--read-only"))
        check_well(machine)
        _check_kept(before, machine.hand("look"))
        before = machine.hand("next")
        initrd = machine.run("ls /boot/initrd.img-*")
        _reboot(machine, documented_command("sudo reboot"))
    report(suite, "the plays moved to a partition, and the system became read-only")
    return replace(card, initrd=_copy_initramfs(card, initrd)), before


def _lines(lines: str) -> str:
    """Return lines as a script that stops at the first failure."""
    return f"bash -es <<'END'\n{lines}\nEND\n"


def _reboot(machine: Machine, command: str) -> None:
    """Run a command that ends in a reboot; QEMU ends with the machine."""
    machine.start(command)
    machine.off()


def _copy_initramfs(card: Disk, initrd: str) -> Path:
    """Return a copy of the initramfs that a machine has made for its next boot."""
    taken = card.path.with_suffix(".card.initrd.img")
    subprocess.run(["debugfs", "-R", f"dump {initrd} {taken}", str(card.path)], check=True, capture_output=True)
    return taken


def _check_kept(before: dict[str, Any], after: dict[str, Any]) -> None:
    check_unchanged(before, after)
    assert after["kept"], after


def _never_written(suite: Suite, card: Disk, before: dict[str, Any]) -> None:
    """Only plays are written: other files are gone at the next boot, and the installer refuses."""
    for _ in range(2):
        with boot(card, console(suite)) as machine:
            check_well(machine)
            assert machine.run("findmnt -no FSTYPE /") == "overlay"
            assert machine.run("findmnt -no SOURCE /var/lib/tavolino") == "/dev/vdb3"
            _check_kept(before, machine.hand("look"))
            machine.run("test ! -e /root/written && touch /root/written && sync")
            code, _, errors = machine.ask(documented_command("sudo make install"))
            assert (code, "The card is read-only." in errors) == (2, True), errors
            system, plays = _sectors_written(machine, "vda"), _sectors_written(machine, "vdb")
            assert system <= MAX_CHECK_SECTORS, system
            before = machine.hand("next")
            assert (system, True) == (_sectors_written(machine, "vda"), _sectors_written(machine, "vdb") > plays)
            machine.cut()
        check_disks(card)
    report(suite, "not a sector of the system was written after its check; its files were as before, the play went on")


def _sectors_written(machine: Machine, disk: str) -> int:
    """Return the sectors of a disk written since the start."""
    return int(machine.run(f"awk '{{print $7}}' /sys/block/{disk}/stat"))


def _without_plays(suite: Suite, card: Disk) -> None:
    """Without the partition the device continues, and every screen says that nothing is kept; then all is as before."""
    with boot(card, console(suite)) as machine:
        check_well(machine)
        before = play_answer(machine)
        machine.run("systemctl poweroff")
        machine.off()
    with boot(replace(card, plays=None), console(suite)) as machine:
        check_well(machine)
        for order in ("look", "next", "next", "next"):
            seen = machine.hand(order)
            assert ("Nothing is saved" in seen["words"], seen["kept"]) == (True, False), seen
        assert seen["n"] >= 1, seen
        machine.cut()
    with boot(card, console(suite)) as machine:
        check_well(machine)
        _check_kept(before, machine.hand("look"))
        machine.cut()
    report(suite, "without their partition nothing was kept and every screen said so; with it the plays were back")


def _written_again(suite: Suite, card: Disk) -> None:
    """The documented way back makes the system writable, the installer works, and can make it read-only again."""
    with boot(card, console(suite)) as machine:
        check_well(machine)
        before = machine.hand("look")
        _reboot(machine, _lines(documented_command(BACK_TO_WRITABLE)))
    with boot(card, console(suite)) as machine:
        check_well(machine)
        _check_kept(before, machine.hand("look"))
        machine.run("test ! -e /root/written && touch /root/written")
        machine.run(documented_command("sudo make install ARGS=--read-only"))
        check_well(machine)
        _check_kept(before, machine.hand("look"))
        _reboot(machine, documented_command("sudo reboot"))
    with boot(card, console(suite)) as machine:
        check_well(machine)
        assert machine.run("test -e /root/written && findmnt -no FSTYPE /") == "overlay"
        _check_kept(before, machine.hand("look"))
        machine.cut()
    report(suite, "written to again by the way back, upgraded, and made read-only again")
