"""A hand on the contacts and on the BUSY line of a machine that runs in another thread, in real time."""

import time
from collections.abc import Callable
from threading import Condition

from hw.build import Build
from hw.events import InputLine
from tests.hw.second_base import SecondChip

QUARTER_S = 0.0002
"""Time between the moves of the knob's two contacts, s: a quick hand."""


class Contacts:
    """The keys, the knob and the panel of a build.

    `chip` is the chip of the panel; `changed` is notified of everything that happens on the machine.
    """

    quarter_s = QUARTER_S

    def __init__(self, build: Build, chip: SecondChip) -> None:
        self.build = build
        self.changed = Condition()
        self.chip = chip
        self.chip.busy_changed = self._drive_busy
        self._stuck: bool | None = None

    def contact(self, pin: int, *, closed: bool) -> None:
        """Close a contact to ground, against the pull-up, or open it."""
        raise NotImplementedError

    def stick(self, level: bool | None) -> None:
        """Hold BUSY at a level, or (None) release it to the chip."""
        with self.changed:
            self._stuck = level
            self.chip.busy_changed(self.chip.level)

    def _drive_busy(self, level: bool) -> None:
        self._drive(self.build.panel.pins.busy, level if self._stuck is None else self._stuck)

    def _drive(self, line: int, level: bool) -> None:
        """Set the level of a line from outside."""
        raise NotImplementedError

    def until(self, holds: Callable[[], bool], seconds: float = 60.0) -> None:
        """Wait until a condition holds; fail after some seconds."""
        end = time.monotonic() + seconds
        with self.changed:
            while not holds():
                assert self.changed.wait(min(end - time.monotonic(), 0.05)) or time.monotonic() < end, self

    def press(self, *pins: int, seconds: float = 0.06) -> None:
        """Press a key, or some together, with a bounce at each end, and let go."""
        for closed in (True, False):
            for level in (closed, not closed, closed):
                for pin in pins:
                    self.contact(pin, closed=level)
            time.sleep(seconds)

    def push(self, seconds: float = 0.06) -> None:
        """Push the knob, or press ▲ and ▼ together."""
        knob = self.build.keys.has_knob
        lines = (InputLine.PUSH,) if knob else (InputLine.UP, InputLine.DOWN)
        self.press(*(self.build.pins[line].pin for line in lines), seconds=seconds)

    def turn(self, n: int) -> None:
        """Turn the knob by some detents, as quickly as a hand can, or press ▲ or ▼ as often."""
        if not self.build.keys.has_knob:
            for _ in range(abs(n)):
                self.press(self.build.pins[InputLine.DOWN if n > 0 else InputLine.UP].pin)
            return
        first, second = self.build.pins[InputLine.A].pin, self.build.pins[InputLine.B].pin
        if n < 0:
            first, second = second, first
        for _ in range(abs(n)):
            for pin, closed in ((first, True), (second, True), (first, False), (second, False)):
                self.contact(pin, closed=closed)
                time.sleep(self.quarter_s)
