"""A full card, and a worn one: the play continues in memory, says so, and is kept as soon as possible."""

from typing import Any

from tests.vm import card as cards
from tests.vm.checks import play_answer, report
from tests.vm.image import Suite
from tests.vm.machine import Machine
from tests.vm.pi import Card, boot_pi

PLAYS = "/var/lib/tavolino"
FILL = f"dd if=/dev/zero of={PLAYS}/filler bs=64k; dd if=/dev/zero of={PLAYS}/rest bs=512; sync"
MAX_PRESSES = 200
"""More inputs than fit the last block of a play's file."""


def full(suite: Suite, made: Card) -> None:
    """On a full card nothing is kept until there is room; then everything is, including the inputs in between."""
    with boot_pi(made) as machine:
        play_answer(machine)
        machine.ask(FILL)
        n = _play_until_unkept(machine)
        machine.run(f"rm {PLAYS}/filler {PLAYS}/rest; sync")
        before = _play_until_kept(machine)
        machine.cut()
    cards.check_file_systems(made)
    _check_step(made, before)
    report(suite, f"a full card: “Nothing is saved” after {n} presses; with room again all was written")


def worn(suite: Suite, made: Card) -> None:
    """On a card that went read-only after an error nothing is kept until the next start repairs it."""
    with boot_pi(made) as machine:
        before = play_answer(machine)
        machine.run("echo 1 >/sys/fs/ext4/$(sed 's,.*/,,' /run/tavolino-card/card)p4/trigger_fs_error")
        machine.run("dmesg | grep -q 'Remounting filesystem read-only'")
        n = _play_until_unkept(machine)
        seen = machine.hand("next")
        assert "Nothing is saved" in seen["words"], seen
        machine.cut()
    with boot_pi(made) as machine:
        after = machine.hand("look")
        assert (before["number"], before["n"], before["step"]) == (after["number"], after["n"], after["step"]), after
        machine.run("grep -q 'contains a file system with errors' /run/tavolino-card/check")
        before = _play_until_kept(machine)
        machine.cut()
    cards.check_file_systems(made)
    _check_step(made, before)
    report(suite, f"a worn card: “Nothing is saved” after {n} presses; the next start mended it, at the step last kept")


def _play_until_unkept(machine: Machine) -> int:
    """Play until the device says that nothing is kept; return the number of presses."""
    for n in range(MAX_PRESSES):
        seen = machine.hand("next")
        if not seen["kept"]:
            assert "Nothing is saved" in seen["words"], seen
            return n + 1
    raise AssertionError(f"all of it was kept: {seen}")


def _play_until_kept(machine: Machine) -> dict[str, Any]:
    """Play until the device keeps the play again; return its answer."""
    for _ in range(MAX_PRESSES):
        seen = machine.hand("next")
        if seen["kept"] and "Nothing is saved" not in seen["words"]:
            return seen
    raise AssertionError(f"nothing is kept yet: {seen}")


def _check_step(made: Card, before: dict[str, Any]) -> None:
    """Check that the next start shows the step."""
    with boot_pi(made) as machine:
        after = machine.hand("look")
        assert (before["number"], before["n"], before["step"]) == (after["number"], after["n"], after["step"]), after
