"""A card that is full, and one that is worn: the play goes on in memory, says so, and is kept as soon as it can be."""

from typing import Any

from tests.vm import card as cards
from tests.vm.held import held, playing
from tests.vm.image import Suite
from tests.vm.machine import Machine
from tests.vm.pi import Card, powered

PLAYS = "/var/lib/tavolino"
FILL = f"dd if=/dev/zero of={PLAYS}/filler bs=64k; dd if=/dev/zero of={PLAYS}/rest bs=512; sync"
ENDLESS = 200
"""So many inputs do not fit the block that the file of a play has begun."""


def full(suite: Suite, made: Card) -> None:
    """A full card: nothing is kept until there is room; then all of it is, what came meanwhile too."""
    with powered(made) as machine:
        playing(machine)
        machine.ask(FILL)
        n = _unkept(machine)
        machine.run(f"rm {PLAYS}/filler {PLAYS}/rest; sync")
        before = _kept(machine)
        machine.cut()
    cards.sound(made)
    _there(made, before)
    held(suite, f"a full card: “Nothing is saved” after {n} presses; with room again all was written")


def worn(suite: Suite, made: Card) -> None:
    """A card whose file system went read-only after an error: nothing is kept until the next start mends it."""
    with powered(made) as machine:
        before = playing(machine)
        machine.run("echo 1 >/sys/fs/ext4/$(sed 's,.*/,,' /run/tavolino-card/card)p4/trigger_fs_error")
        machine.run("dmesg | grep -q 'Remounting filesystem read-only'")
        n = _unkept(machine)
        seen = machine.hand("next")
        assert "Nothing is saved" in seen["words"], seen
        machine.cut()
    with powered(made) as machine:
        after = machine.hand("look")
        assert (before["number"], before["n"], before["step"]) == (after["number"], after["n"], after["step"]), after
        machine.run("grep -q 'contains a file system with errors' /run/tavolino-card/check")
        before = _kept(machine)
        machine.cut()
    cards.sound(made)
    _there(made, before)
    held(suite, f"a worn card: “Nothing is saved” after {n} presses; the next start mended it, at the step last kept")


def _unkept(machine: Machine) -> int:
    """Play until the device says that nothing is kept; return after how many presses that was."""
    for n in range(ENDLESS):
        seen = machine.hand("next")
        if not seen["kept"]:
            assert "Nothing is saved" in seen["words"], seen
            return n + 1
    raise AssertionError(f"all of it was kept: {seen}")


def _kept(machine: Machine) -> dict[str, Any]:
    """Play until the device keeps what was played; return what is on the glass."""
    for _ in range(ENDLESS):
        seen = machine.hand("next")
        if seen["kept"] and "Nothing is saved" not in seen["words"]:
            return seen
    raise AssertionError(f"nothing is kept yet: {seen}")


def _there(made: Card, before: dict[str, Any]) -> None:
    """The step is shown at the next start."""
    with powered(made) as machine:
        after = machine.hand("look")
        assert (before["number"], before["n"], before["step"]) == (after["number"], after["n"], after["step"]), after
