"""`python -m tests.vm [bookworm] [trixie] [--pulls N]`: install, play, pull the plug, hang, upgrade, switch off.

Wants root, debootstrap, qemu-system-x86 and mkfs.ext4. One line for each thing that held; the first that does not ends
it. What was measured stands at the end, as JSON.
"""

import argparse
import json
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.vm.image import BUILD, SUITES, Disk, Suite, disk
from tests.vm.machine import Machine, booted

TOOLS = ("debootstrap", "qemu-system-x86_64", "mkfs.ext4", "e2fsck")
PULLS = 20
KEYS = ("next", "next", "next", "turn:+1", "back")
LATEST_S = 0.4
"""The plug is pulled at most so long after a key went down,"""
UPGRADE_S = 180.0
"""or after an upgrade began, which takes about so long where the machine is emulated."""
CUTS = 4
"""Upgrades that are cut short."""
START = ("KernelTimestampMonotonic", "UserspaceTimestampMonotonic", "FinishTimestampMonotonic")
SERVICE = ("ExecMainStartTimestampMonotonic", "ActiveEnterTimestampMonotonic")


def main() -> None:
    """Try everything on each of the suites."""
    parser = argparse.ArgumentParser(prog="python -m tests.vm")
    parser.add_argument("suites", nargs="*", default=list(SUITES), choices=list(SUITES))
    parser.add_argument("--pulls", type=int, default=PULLS)
    given = parser.parse_args()
    lacking = [tool for tool in TOOLS if shutil.which(tool) is None]
    if lacking:
        sys.exit(f"{', '.join(lacking)} are missing. Install: apt-get install debootstrap qemu-system-x86 e2fsprogs")
    measured = {name: _all(SUITES[name], given.pulls) for name in given.suites}
    _say(json.dumps(measured, indent=2))


def _all(suite: Suite, pulls: int) -> dict[str, Any]:
    began = time.monotonic()
    made = disk(suite)
    _held(suite, f"installed in {time.monotonic() - began:.0f} s")
    found = _first_boot(suite, made)
    found["boots_s"] = _pull_plugs(suite, made, pulls)
    _hang(suite, made)
    _cut_upgrade(suite, made)
    _upgrade(suite, made)
    _switch_off(suite, made)
    return found


def _log(suite: Suite) -> Path:
    return BUILD / f"{suite.name}.log"


def _held(suite: Suite, what: str) -> None:
    _say(f"{suite.name:<10}{what}")


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


# --- the parts ---


def _first_boot(suite: Suite, made: Disk) -> dict[str, Any]:
    """Boot, begin a play, and say where the time of the boot went; systemd finds the unit sound and hardened."""
    with booted(made, _log(suite)) as machine:
        _well(machine)
        first = machine.hand("look")
        assert "Which game?" in first["words"], first
        machine.hand("next")
        begun = machine.hand("next")
        assert begun["n"] >= 0, begun
        assert "0.0.1" in machine.run("/opt/tavolino/current/bin/python -m pip show tavolino")
        manager = machine.run(f"systemctl show --property={','.join(START)}")
        machine.run("sync")
        score = machine.run("systemd-analyze security tavolino --no-pager | tail -1")
        found = {"boot_s": _breakdown(manager, machine.state(*SERVICE), begun["first_s"]), "exposure": score}
        machine.run("systemctl poweroff")
        machine.off()
    _held(suite, f"first boot, first play; {score}")
    return found


def _breakdown(manager: str, service: dict[str, str], first_s: float) -> dict[str, float]:
    """Return when each part of a boot was over, s since the kernel began."""
    times = dict(line.split("=") for line in manager.splitlines()) | service
    seconds = {name: int(value) / 1e6 for name, value in times.items()}
    return {
        "userspace began": seconds["UserspaceTimestampMonotonic"],
        "service began": seconds["ExecMainStartTimestampMonotonic"],
        "service ready, first refresh running": seconds["ActiveEnterTimestampMonotonic"],
        "first frame on the glass": round(first_s, 3),
        "boot finished": seconds["FinishTimestampMonotonic"],
    }


def _pull_plugs(suite: Suite, made: Disk, pulls: int) -> list[float]:
    """Pull the plug at random moments of a play; after each, everything acknowledged is there and shown."""
    chance, took = random.Random(suite.name), list[float]()  # noqa: S311 - the same keys every time
    before: dict[str, Any] | None = None
    for _ in range(pulls + 1):
        began = time.monotonic()
        with booted(made, _log(suite)) as machine:
            _well(machine)
            seen = machine.hand("look")
            took.append(round(time.monotonic() - began, 1))
            if before is not None:
                _same(before, seen)
            for _ in range(chance.randrange(1, 6)):
                seen = machine.hand(chance.choice(KEYS))
            before = seen
            machine.press(chance.choice(("next", "back")))
            time.sleep(chance.uniform(0, LATEST_S))
            machine.cut()
        _check_disk(made)
    _held(suite, f"{pulls} plugs pulled; nothing that was acknowledged is lost; boots {min(took)} to {max(took)} s")
    return took


def _same(before: dict[str, Any], after: dict[str, Any]) -> None:
    """The last acknowledged step is shown, or the one of the key that was on its way."""
    assert after["kept"], after
    if after["number"] == before["number"] and after["n"] == before["n"]:
        assert after["step"] == before["step"], (before, after)
    elif before["n"] >= 0 and after["number"] == before["number"]:
        assert abs(after["n"] - before["n"]) == 1, (before, after)


def _check_disk(made: Disk) -> None:
    """A copy of the disk is whole once its journal was replayed: nothing wants to be repaired by hand."""
    copy = made.path.with_suffix(".copy")
    subprocess.run(["cp", "--sparse=always", str(made.path), str(copy)], check=True)
    for words, well in ((["-fp"], (0, 1)), (["-fn"], (0,))):
        done = subprocess.run(["e2fsck", *words, str(copy)], capture_output=True, text=True, check=False)
        assert done.returncode in well, done.stdout + done.stderr
    copy.unlink()


def _hang(suite: Suite, made: Disk) -> None:
    """A loop that hangs and a process that is stopped are started again at the same step; twice in a row, safely."""
    with booted(made, _log(suite)) as machine:
        _well(machine)
        before = _playing(machine)
        _ended(machine, lambda: machine.hand("hang"))
        _unchanged(before, machine.hand("look"))
        machine.until("test ! -s /run/tavolino/crashes")  # it has gone well for a minute
        _held(suite, "a loop that hung was started again at the same step")
        for _ in range(2):
            _ended(machine, lambda: machine.run("systemctl kill --signal=STOP --kill-whom=main tavolino"))
            after = machine.hand("look")
            if "Safe mode" in after["words"]:
                after = machine.hand("next")
            _unchanged(before, after)
        log = machine.run("journalctl -u tavolino --no-pager")
        assert "Watchdog timeout" in log, log
        assert "in pump" in log, log
        assert "Safe mode" in log, log
        machine.run("systemctl poweroff")
        machine.off()
    _held(suite, "a process that was stopped was started again, the second time in safe mode; the log names the place")


def _ended(machine: Machine, end: Callable[[], object]) -> None:
    """Do what the watchdog ends the service for, and wait until it is well again."""
    starts = int(machine.state("NRestarts")["NRestarts"])
    end()
    machine.until(f'test "$(systemctl show tavolino --property=NRestarts --value)" = {starts + 1}')
    _well(machine)


def _unchanged(before: dict[str, Any], after: dict[str, Any]) -> None:
    """The same step of the same play is shown."""
    names = ("number", "n", "step")
    assert [before[name] for name in names] == [after[name] for name in names], (before, after)


def _playing(machine: Machine) -> dict[str, Any]:
    """Return what is on the glass in a play; begin one if there is none."""
    for _ in range(5):
        seen = machine.hand("look")
        if seen["n"] >= 1:
            break
        machine.hand("next")
    return machine.hand("next")


def _cut_upgrade(suite: Suite, made: Disk) -> None:
    """The plug is pulled while the upgrade goes on: the step is there, under the older version or the newer one."""
    chance = random.Random(suite.name)  # noqa: S311 - the same moments every time
    before: dict[str, Any] | None = None
    for _ in range(CUTS + 1):
        with booted(made, _log(suite)) as machine:
            _well(machine)
            seen = _playing(machine) if before is None else machine.hand("look")
            before = before or seen
            _unchanged(before, seen)
            machine.start("bash /root/today/systemd/install.sh")
            time.sleep(chance.uniform(0, UPGRADE_S))
            machine.cut()
        _check_disk(made)
    _held(suite, f"{CUTS} plugs pulled while it was upgraded: the same step each time")


def _upgrade(suite: Suite, made: Disk) -> None:
    """The checkout of today over the older one: the play goes on under newer rules, settings stay. Twice is once."""
    with booted(made, _log(suite)) as machine:
        _well(machine)
        before = _playing(machine)
        settings = machine.run("cat /var/lib/tavolino/settings.toml")
        for _ in range(2):
            machine.run("bash /root/today/systemd/install.sh 2>&1")
            _well(machine)
            after = machine.hand("look")
            _unchanged(before, after)
            assert settings == machine.run("cat /var/lib/tavolino/settings.toml")
        assert "0.0.1" not in machine.run("/opt/tavolino/current/bin/python -m pip show tavolino")
        machine.run("bash /root/today/systemd/uninstall.sh")
        machine.run("test ! -e /opt/tavolino && test ! -e /etc/systemd/system/tavolino.service")
        machine.run("test -s /var/lib/tavolino/plays.sqlite")
        machine.run("bash /root/today/systemd/install.sh 2>&1")
        machine.run("mkdir -p /etc/systemd/system/tavolino.service.d")
        machine.run("cp /opt/inside/simulated.conf /etc/systemd/system/tavolino.service.d/")
        machine.run("systemctl daemon-reload && systemctl reset-failed tavolino; systemctl restart tavolino")
        _well(machine)
        after = machine.hand("look")
        _unchanged(before, after)
        machine.run("systemctl poweroff")
        machine.off()
    _held(suite, "upgraded twice, taken away and installed again: the same step, the same settings")


def _switch_off(suite: Suite, made: Disk) -> None:
    """“Power off” of the device, by its own user, switches the machine off."""
    with booted(made, _log(suite)) as machine:
        _well(machine)
        for _ in range(9):
            seen = machine.hand("look")
            if "> Power off" in seen["words"]:
                break
            machine.hand("hold:push" if "Pause" not in seen["words"] else "turn:+1")
        machine.press("next")
        machine.off()
    _held(suite, "“Power off” switched the machine off")


def _well(machine: Machine) -> None:
    """The service is up, its watchdog armed, and its panel was never misused."""
    machine.until("systemctl is-active tavolino")
    state = machine.state("WatchdogUSec", "Type", "User")
    assert state == {"WatchdogUSec": "20s", "Type": "notify", "User": "tavolino"}, state
    machine.until("test -S /run/tavolino/hand")
    assert machine.hand("look")["faults"] == 0
    machine.run("systemctl show tavolino --property=WatchdogTimestampMonotonic --value | grep -qv '^0$'")


if __name__ == "__main__":
    main()
