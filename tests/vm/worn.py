"""A full card, and a worn one: the play continues in memory, says so, and is kept as soon as possible."""

from typing import Any

from tests.vm import card as cards
from tests.vm.checks import passed, playing
from tests.vm.image import Suite
from tests.vm.machine import Machine
from tests.vm.pi import Card, powered

PLAYS = "/var/lib/tavolino"
FILL = f"dd if=/dev/zero of={PLAYS}/filler bs=64k; dd if=/dev/zero of={PLAYS}/rest bs=512; sync"
MAX_PRESSES = 200
"""More inputs than fit the last block of a play's file."""


def full(suite: Suite, made: Card) -> None:
    """On a full card nothing is kept until there is room; then everything is, including the inputs in between."""
    with powered(made) as machine:
        playing(machine)
        machine.ask(FILL)
        n = _unkept(machine)
        machine.run(f"rm {PLAYS}/filler {PLAYS}/rest; sync")
        before = _kept(machine)
        machine.cut()
    cards.sound(made)
    _there(made, before)
    passed(suite, f"a full card: “Nothing is saved” after {n} presses; with room again all was written")


def worn(suite: Suite, made: Card) -> None:
    """On a card that went read-only after an error nothing is kept until the next start repairs it."""
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
    passed(suite, f"a worn card: “Nothing is saved” after {n} presses; the next start mended it, at the step last kept")


def _unkept(machine: Machine) -> int:
    """Play until the device says that nothing is kept; return the number of presses."""
    for n in range(MAX_PRESSES):
        seen = machine.hand("next")
        if not seen["kept"]:
            assert "Nothing is saved" in seen["words"], seen
            return n + 1
    raise AssertionError(f"all of it was kept: {seen}")


def _kept(machine: Machine) -> dict[str, Any]:
    """Play until the device keeps the play again; return its answer."""
    for _ in range(MAX_PRESSES):
        seen = machine.hand("next")
        if seen["kept"] and "Nothing is saved" not in seen["words"]:
            return seen
    raise AssertionError(f"nothing is kept yet: {seen}")


def _there(made: Card, before: dict[str, Any]) -> None:
    """Check that the next start shows the step."""
    with powered(made) as machine:
        after = machine.hand("look")
        assert (before["number"], before["n"], before["step"]) == (after["number"], after["n"], after["step"]), after
