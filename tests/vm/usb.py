"""USB keys on the image: a keyboard is learned at the first start, plays a turn, is unplugged and plugged in again."""

from collections.abc import Callable
from typing import Any

from tests.vm import card as cards
from tests.vm.checks import report
from tests.vm.image import Suite
from tests.vm.keyboard import Keyboard
from tests.vm.machine import Machine
from tests.vm.pi import boot_pi

LETTERS = {
    "Press the key for Next": "n",
    "Press the key for Back": "b",
    "Turn left": "l",
    "Turn right": "r",
    "Push": "p",
    "Press a key for the menu": "m",
}
"""The key that is learned, by screen."""
READ = "ls -l /proc/[0-9]*/fd | grep /dev/input/event"
HOLD_MS = 900
MAX_LOOKS = 60
INPUTS = 3


def usb(suite: Suite, look: Callable[[Machine, str], None]) -> None:
    """Test a keyboard on a fresh card; `look` saves a picture under a name."""
    card = cards.fresh_card(f"{suite.name}-usb")
    with boot_pi(card, keyboard=True) as machine:
        keyboard = Keyboard(card.monitor)
        machine.until(READ)
        assert machine.run("stat -c '%G %a' /dev/input/event*") == "input 660"
        _learn(machine, keyboard, look)
        _play(machine, keyboard, look)
        _unplug(machine, keyboard, look)
        before = machine.hand("look")["words"]
        _press(machine, keyboard, "n", lambda after: after["words"] != before)
        assert machine.state("NRestarts") == {"NRestarts": "0"}
        machine.run("systemctl is-active tavolino-usb && ! journalctl -u tavolino-usb --no-pager | grep -i denied")
        log = machine.run("journalctl -u tavolino --no-pager")
        assert "Traceback" not in log, log
        machine.run("sync")
    with boot_pi(card, keyboard=True) as machine:
        keyboard, before = Keyboard(card.monitor), machine.hand("look")
        machine.until(READ)
        assert before["n"] - 1 == _press(machine, keyboard, "b", lambda after: after["n"] != before["n"])["n"]
    report(
        suite, f"a USB keyboard: learned, {INPUTS} inputs played, unplugged and plugged in again, known after a start"
    )


def _learn(machine: Machine, keyboard: Keyboard, look: Callable[[Machine, str], None]) -> None:
    """Go through the first start by standard keys, and learn letters at its end."""
    seen = machine.hand("look")
    while "USB keys" not in seen["words"]:
        before = seen["words"]
        assert "Which game?" not in before, before
        seen = _press(machine, keyboard, "pgdn", lambda after: after["words"] != before)  # noqa: B023 - called at once
    look(machine, "usb")
    _press(machine, keyboard, "down", _says("> Learn its keys"))
    keyboard.press("pgdn")
    for headline, letter in LETTERS.items():
        _wait(machine, _says(headline))
        look(machine, f"learn-{letter}")
        keyboard.press(letter)
    _wait(machine, _says("Keys learned"))
    look(machine, "learned")
    assert machine.run("cat /var/lib/tavolino/settings.toml").count("usb_keys") == 1


def _play(machine: Machine, keyboard: Keyboard, look: Callable[[Machine, str], None]) -> None:
    """Play a turn by the learned keys, undo one input, and repeat it by the button."""
    seen = machine.hand("look")
    while seen["n"] < INPUTS:
        before = seen["words"]
        seen = _press(machine, keyboard, "n", lambda after: after["words"] != before)  # noqa: B023 - called at once
    look(machine, "played")
    n = seen["n"]
    for key, name in (("l", "left"), ("p", "push")):
        for pressed in (key, "b"):
            before = machine.hand("look")["words"]
            _press(machine, keyboard, pressed, lambda after: after["words"] != before)  # noqa: B023 - called at once
            look(machine, f"{name}-{pressed}")
    for key, ms in (("p", HOLD_MS), ("m", 100)):
        _press(machine, keyboard, key, _says("Other game"), ms)
        _press(machine, keyboard, "r", _says("> Other game"))
        look(machine, "menu")
        seen = _press(machine, keyboard, "b", lambda after: "Other game" not in after["words"])
    assert seen["n"] == n, seen
    seen = _press(machine, keyboard, "b", lambda after: after["n"] != n)
    assert seen["n"] == n - 1, seen
    while seen["n"] != n:
        seen = machine.hand("next")  # the button beside it


def _unplug(machine: Machine, keyboard: Keyboard, look: Callable[[Machine, str], None]) -> None:
    """The glass reports the unplugged keyboard until it is plugged in again."""
    keyboard.unplug()
    _wait(machine, _says("USB keys unplugged"))
    look(machine, "unplugged")
    keyboard.plug()
    _wait(machine, lambda seen: "USB keys unplugged" not in seen["words"])
    look(machine, "plugged-again")


def _says(words: str) -> Callable[[dict[str, Any]], bool]:
    return lambda seen: words in seen["words"]


def _press(
    machine: Machine, keyboard: Keyboard, key: str, holds: Callable[[dict[str, Any]], bool], ms: int = 100
) -> dict[str, Any]:
    """Press a key, and wait until a condition holds."""
    keyboard.press(key, ms)
    return _wait(machine, holds)


def _wait(machine: Machine, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Return the device's answer once a condition holds, after it was on the glass long enough to be seen."""
    seen: dict[str, Any] = {}
    for _ in range(MAX_LOOKS):
        seen = machine.hand("look")
        if holds(seen):
            return machine.hand("look")
    raise AssertionError(seen["words"])
