"""`python -m tests.vm [MACHINE]... [--pulls N]`: install, play, cut the power, upgrade, uninstall.

bookworm, trixie   small machines for the installer
pins               arm64, with the kernel's own pins; panel and hand are outside
four               the same with four keys, as on the 2.7" HAT, instead of the knob
pi3                the image of `make image` on an emulated Raspberry Pi 3
start              the time of its start there, compared with a plain installation

It needs root and some tools, which it names if they are missing. It prints one line for each check that passed; the
first failure ends it. The measurements follow at the end, as JSON.
"""

import argparse
import json
import random
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from msgspec import Struct

from tests.vm import pi3, pins, starts
from tests.vm.checks import (
    check_disks,
    check_unchanged,
    check_well,
    console,
    documented_command,
    play_answer,
    pull_plugs,
    report,
    say,
    turn_to,
)
from tests.vm.image import SUITES, Disk, Suite, disk, want
from tests.vm.look_after import look_after
from tests.vm.machine import Machine, boot
from tests.vm.read_only import read_only

TOOLS = ("debootstrap", "qemu-system-x86_64", "mkfs.ext4", "e2fsck", "debugfs")
PACKAGES = "debootstrap qemu-system-x86 e2fsprogs"
PULLS = 20
UPGRADE_S = 180.0
"""The latest power cut after the start of an upgrade, s: about its duration on an emulated machine."""
CUTS = 4
"""Upgrades that are cut."""


class Machines(Struct, frozen=True):
    """Machines of one kind: their tools and packages, and their test."""

    tools: Sequence[str]
    packages: str
    test: Callable[[int], dict[str, Any]]


PI = (pi3.TOOLS, pi3.PACKAGES)
OTHER_MACHINES = {
    "pins": Machines(pins.TOOLS, pins.PACKAGES, partial(pins.pins, "knob")),
    "four": Machines(pins.TOOLS, pins.PACKAGES, partial(pins.pins, "four")),
    "pi3": Machines(*PI, pi3.pi3),
    "start": Machines((*PI[0], "mmdebstrap"), f"{PI[1]} mmdebstrap qemu-user-static", lambda _: starts.start()),
}
ALL_MACHINES = (*SUITES, *OTHER_MACHINES)


def main() -> None:
    """Test each of the machines."""
    names, pulls = parse_arguments(sys.argv[1:])
    machines = {
        name: OTHER_MACHINES[name] if name in OTHER_MACHINES else _installed_machines(SUITES[name]) for name in names
    }
    for kind in machines.values():
        want(kind.tools, kind.packages)
    say(json.dumps({name: kind.test(pulls) for name, kind in machines.items()}, indent=2))


def _installed_machines(suite: Suite) -> Machines:
    return Machines(TOOLS, PACKAGES, partial(_all, suite))


def parse_arguments(arguments: Sequence[str]) -> tuple[list[str], int]:
    """Return the requested machines, all if none is named, and the number of power cuts."""
    parser = argparse.ArgumentParser(prog="python -m tests.vm")
    parser.add_argument("suites", nargs="*", metavar="|".join(ALL_MACHINES))
    parser.add_argument("--pulls", type=int, default=PULLS)
    given = parser.parse_args(arguments)
    if not set(ALL_MACHINES) >= set(given.suites):  # `choices` would refuse an empty list
        parser.error(f"there are {', '.join(ALL_MACHINES)}")
    return given.suites or list(ALL_MACHINES), given.pulls


def _all(suite: Suite, pulls: int) -> dict[str, Any]:
    began = time.monotonic()
    made = disk(suite)
    report(suite, f"installed in {time.monotonic() - began:.0f} s")
    measurements = _first_boot(suite, made)
    measurements["boots_s"] = pull_plugs(suite, lambda: boot(made, console(suite)), lambda: check_disks(made), pulls)
    _hang(suite, made)
    _cut_upgrade(suite, made)
    _upgrade(suite, made)
    _switch_off(suite, made)
    read_only(suite, made)
    look_after(suite, made)
    return measurements


# --- the parts ---


def _first_boot(suite: Suite, made: Disk) -> dict[str, Any]:
    """Boot, begin a play, and measure the parts of the boot; systemd checks that the unit is hardened."""
    with boot(made, console(suite)) as machine:
        check_well(machine)
        first = machine.hand("look")
        assert "Which language?" in first["words"], first
        assert "Which game?" in machine.hand("back")["words"]
        machine.hand("next")
        begun = machine.hand("next")
        assert begun["n"] >= 0, begun
        assert "0.0.1" in machine.run("/opt/tavolino/current/bin/python -m pip show tavolino")
        machine.run("sync")
        score = machine.run("systemd-analyze security tavolino --no-pager | tail -1")
        measurements = {"boot_s": starts.breakdown(machine, begun["first_s"]), "exposure": score}
        machine.run("systemctl poweroff")
        machine.off()
    report(suite, f"first boot, first play; {score}")
    return measurements


def _hang(suite: Suite, made: Disk) -> None:
    """A hanging loop and a stopped process are restarted at the same step; after two in a row in safe mode."""
    with boot(made, console(suite)) as machine:
        check_well(machine)
        before = play_answer(machine)
        _end_by_watchdog(machine, lambda: machine.hand("hang"))
        check_unchanged(before, machine.hand("look"))
        machine.until("test ! -s /run/tavolino/crashes")  # a minute without a crash
        report(suite, "a loop that hung was started again at the same step")
        for _ in range(2):
            _end_by_watchdog(machine, lambda: machine.run("systemctl kill --signal=STOP --kill-whom=main tavolino"))
            after = machine.hand("look")
            if "Safe mode" in after["words"]:
                after = machine.hand("next")
            check_unchanged(before, after)
        log = machine.run("journalctl -u tavolino --no-pager")
        assert "Watchdog timeout" in log, log
        assert "It hung in the loop." in log, log
        assert "in pump" in log, log
        assert "Safe mode" in log, log
        machine.run("systemctl poweroff")
        machine.off()
    report(suite, "a process that was stopped was started again, the second time in safe mode; the log names the place")


def _end_by_watchdog(machine: Machine, end: Callable[[], object]) -> None:
    """Do something that makes the watchdog end the service, and wait until it is well again."""
    starts = int(machine.state("NRestarts")["NRestarts"])
    end()
    machine.until(f'test "$(systemctl show tavolino --property=NRestarts --value)" = {starts + 1}')
    check_well(machine)


def _cut_upgrade(suite: Suite, made: Disk) -> None:
    """A power cut during an upgrade keeps the step, under the older or the newer version."""
    chance = random.Random(suite.name)  # noqa: S311 - the same moments every time
    before: dict[str, Any] | None = None
    for _ in range(CUTS + 1):
        with boot(made, console(suite)) as machine:
            check_well(machine)
            seen = play_answer(machine) if before is None else machine.hand("look")
            before = before or seen
            check_unchanged(before, seen)
            machine.start(documented_command("sudo make install"))
            time.sleep(chance.uniform(0, UPGRADE_S))
            machine.cut()
        check_disks(made)
    report(suite, f"{CUTS} plugs pulled while it was upgraded: the same step each time")


def _upgrade(suite: Suite, made: Disk) -> None:
    """An upgrade of the older version continues the play under newer rules and keeps the settings, even twice."""
    with boot(made, console(suite)) as machine:
        check_well(machine)
        before = play_answer(machine)
        settings = machine.run("cat /var/lib/tavolino/settings.toml")
        for _ in range(2):
            machine.run(documented_command("sudo make install"))
            check_well(machine)
            after = machine.hand("look")
            check_unchanged(before, after)
            assert settings == machine.run("cat /var/lib/tavolino/settings.toml")
        assert "0.0.1" not in machine.run("/opt/tavolino/current/bin/python -m pip show tavolino")
        machine.run(documented_command("sudo make uninstall"))
        machine.run("test ! -e /opt/tavolino && test ! -e /etc/systemd/system/tavolino.service")
        machine.run("ls /var/lib/tavolino/plays/*.jsonl")
        machine.run(documented_command("sudo make install"))
        machine.run("mkdir -p /etc/systemd/system/tavolino.service.d")
        machine.run("cp /opt/inside/simulated.conf /etc/systemd/system/tavolino.service.d/")
        machine.run("systemctl daemon-reload && systemctl reset-failed tavolino; systemctl restart tavolino")
        check_well(machine)
        after = machine.hand("look")
        check_unchanged(before, after)
        machine.run("systemctl poweroff")
        machine.off()
    report(suite, "upgraded twice, taken away and installed again: the same step, the same settings")


def _switch_off(suite: Suite, made: Disk) -> None:
    """“Power off” of the device, as its own user, switches the machine off."""
    with boot(made, console(suite)) as machine:
        check_well(machine)
        machine.hand("hold:push")
        turn_to(machine, "Power off")
        machine.press("next")
        machine.off()
    report(suite, "“Power off” switched the machine off")


if __name__ == "__main__":
    main()
