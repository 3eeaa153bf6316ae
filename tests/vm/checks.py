"""Checks for every machine, and their reports."""

import random
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from tests.vm.image import BUILD, ROOT, Disk, Suite
from tests.vm.machine import Machine

PAGES = "".join((ROOT / f"docs/{name}.md").read_text() for name in ("install", "settings", "upkeep"))
KEYS = ("next", "next", "next", "turn:+1", "back")
MAX_CUT_S = 0.4
"""The latest power cut after a key press, s."""
PLAYS_AT_MIB = 128
"""The begin of the plays' partition on its disk, MiB."""


def report(suite: Suite, what: str) -> None:
    """Report a passed check."""
    say(f"{suite.name:<10}{what}")


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def console(suite: Suite) -> Path:
    """Return the log of the machines' console."""
    return BUILD / f"{suite.name}.log"


def documented_command(command: str) -> str:
    """Return a command for the present checkout; AssertionError if no page of docs/ has it."""
    assert f"`{command}`" in PAGES or f"\n{command}\n" in PAGES, command
    return f"cd /root/today; {command}"


def check_well(machine: Machine) -> None:
    """Check that the service is up, its watchdog armed, and its panel never misused."""
    machine.until("systemctl is-active tavolino")
    state = machine.state("WatchdogUSec", "Type", "User")
    assert state == {"WatchdogUSec": "20s", "Type": "notify", "User": "tavolino"}, state
    machine.until("test -S /run/tavolino/hand")
    assert machine.hand("look")["faults"] == 0
    machine.run("systemctl show tavolino --property=WatchdogTimestampMonotonic --value | grep -qv '^0$'")


def play_answer(machine: Machine) -> dict[str, Any]:
    """Return the device's answer in a play; begin one if there is none."""
    for _ in range(5):
        seen = machine.hand("look")
        if seen["n"] >= 1:
            break
        machine.hand("next")
    return machine.hand("next")


def turn_to(machine: Machine, line: str) -> None:
    """Turn until a line is highlighted: first down, then up."""
    for order in ("turn:+1", "turn:-1"):
        words = ""
        seen = machine.hand("look")
        while words != seen["words"]:
            words = seen["words"]
            if f"> {line}" in words:
                return
            seen = machine.hand(order)
    raise AssertionError(f"{line} cannot be found: {words}")


def check_unchanged(before: dict[str, Any], after: dict[str, Any]) -> None:
    """Check that the same step of the same play is shown."""
    names = ("number", "n", "step")
    assert [before[name] for name in names] == [after[name] for name in names], (before, after)


def pull_plugs(
    suite: Suite, on: Callable[[], AbstractContextManager[Machine]], check: Callable[[], None], pulls: int
) -> list[float]:
    """Cut the power at random moments of a play; after each cut every acknowledged input is there and shown.

    `on` switches the machine on, `check` examines its disks without it. Return the time of each boot, s.
    """
    chance, times = random.Random(suite.name), list[float]()  # noqa: S311 - the same keys every time
    before: dict[str, Any] | None = None
    last = ""
    for _ in range(pulls + 1):
        began = time.monotonic()
        with on() as machine:
            check_well(machine)
            seen = machine.hand("look")
            times.append(round(time.monotonic() - began, 1))
            if before is not None:
                _check_same_step(before, last, seen)
            for _ in range(chance.randrange(1, 6)):
                seen = machine.hand(chance.choice(KEYS))
            before, last = seen, chance.choice(("next", "back"))
            machine.press(last)
            time.sleep(chance.uniform(0, MAX_CUT_S))
            machine.cut()
        check()
    report(suite, f"{pulls} plugs pulled; nothing that was acknowledged is lost; boots {min(times)} to {max(times)} s")
    return times


def _check_same_step(before: dict[str, Any], key: str, after: dict[str, Any]) -> None:
    """Check that the last acknowledged step is shown, or the one after the last key."""
    assert after["kept"], after
    if before["n"] < 0 or (before["over"] and key == "next"):
        return  # there was no play to lose, or the key may have put it away
    assert after["number"] == before["number"], (before, after)
    if after["n"] == before["n"]:
        assert after["step"] == before["step"], (before, after)
    else:
        assert after["n"] - before["n"] == {"next": 1, "back": -1}[key], (before, key, after)


def check_disks(made: Disk) -> None:
    """Check that a copy of each disk needs no repair by hand after replaying its journal."""
    check_disk(made.path, 0)
    if made.plays is not None:
        check_disk(made.plays, PLAYS_AT_MIB)


def check_disk(path: Path, begin_mib: int) -> None:
    """Check the file system that begins at this place of a disk, after replaying its journal."""
    copy = path.with_suffix(".copy")
    words = [f"if={path}", f"of={copy}", "bs=1M", f"skip={begin_mib}", "conv=sparse", "status=none"]
    subprocess.run(["dd", *words], check=True)
    for options, codes in ((["-fp"], (0, 1)), (["-fn"], (0,))):
        done = subprocess.run(["e2fsck", *options, str(copy)], capture_output=True, text=True, check=False)
        assert done.returncode in codes, done.stdout + done.stderr
    copy.unlink()
