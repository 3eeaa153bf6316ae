"""The parts of a start, and the image's start compared with a plain installation on the same emulated Pi."""

from statistics import median
from typing import Any

from tests.vm import card as cards
from tests.vm import plain
from tests.vm.checks import report
from tests.vm.image import Suite
from tests.vm.machine import Machine
from tests.vm.pi import Card, boot_pi

START = Suite("start", "3.13", 41)
STARTS = 3
MANAGER = ("UserspaceTimestampMonotonic", "FinishTimestampMonotonic")
SERVICE = ("ExecMainStartTimestampMonotonic", "ActiveEnterTimestampMonotonic")
INIT = "dmesg | sed -n 's/^\\[ *\\([0-9.]*\\)\\] Run .*init as init process/\\1/p'"


def start() -> dict[str, Any]:
    """Start the image and a plain installation in turn, several times; return their times, s."""
    image, other = cards.fresh_card(START.name), plain.card()
    for card in (image, other):
        _start_times(card)  # the first start creates files for the later ones
    taken = [(_start_times(image), _start_times(other)) for _ in range(STARTS)]
    of_image, of_plain = ([pair[n] for pair in taken] for n in range(2))
    found = {"image": _medians(of_image), "plain": _medians(of_plain)}
    ratio = found["image"]["first frame on the glass"] / found["plain"]["first frame on the glass"]
    report(START, f"the first frame of the image comes after {ratio:.0%} of the time of a plain installation")
    return found | {"ratio": round(ratio, 2)}


def measure(card: Card) -> dict[str, float]:
    """Return the times of the image alone, s."""
    return _medians([_start_times(card) for _ in range(STARTS)])


def breakdown(machine: Machine, first_s: float) -> dict[str, float]:
    """Return the end of each part of a boot, s since the kernel began."""
    manager = machine.run(f"systemctl show --property={','.join(MANAGER)}")
    times = dict(line.split("=") for line in manager.splitlines()) | machine.state(*SERVICE)
    seconds = {name: int(value) / 1e6 for name, value in times.items()}
    return {
        "first program began": float(machine.run(INIT)),
        "systemd began": seconds["UserspaceTimestampMonotonic"],
        "service began": seconds["ExecMainStartTimestampMonotonic"],
        "service ready, first refresh running": seconds["ActiveEnterTimestampMonotonic"],
        "first frame on the glass": round(first_s, 3),
        "boot finished": seconds["FinishTimestampMonotonic"],
    }


def _start_times(card: Card) -> dict[str, float]:
    with boot_pi(card, leaps=True) as machine:
        first_s = machine.hand("look")["first_s"]
        machine.until("! systemctl is-system-running | grep -E 'starting|initializing'")
        times = breakdown(machine, first_s)
        machine.start("systemctl poweroff")
        machine.off()
    return times


def _medians(taken: list[dict[str, float]]) -> dict[str, float]:
    return {name: round(median(times[name] for times in taken), 2) for name in taken[0]}
