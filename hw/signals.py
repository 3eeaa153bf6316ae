"""Signals by LED and buzzer: the answer to a key at once, before the panel has drawn anything.

Three patterns on gpiozero's pins, played by the loop.
"""

import contextlib
from typing import Any, TypeAlias

from hw.build import SignalPins
from hw.clock import Clock
from hw.errors import HwError
from hw.pinout import Use, cannot_open, cannot_use

Pattern: TypeAlias = tuple[float, ...]
"""Seconds on, off, on, …; it begins and ends with on."""

ACCEPTED: Pattern = (0.030,)
"""One short flash: the key did something."""
TOO_EARLY: Pattern = (0.030, 0.090, 0.030)  # the pause is long enough for an eye to count two
"""Two short flashes: the picture that the key answers was not on the glass yet."""
NOT_ALLOWED: Pattern = (0.250,)
"""One long flash: the key does nothing here."""


class Signals:
    """LED and buzzer, if the build has them; both play the same pattern.

    `play` starts a signal and returns at once, with the pin already high; the loop does the rest with `tick`. A
    part that cannot be opened, or fails later, is not used, and its error is added to `failures`. Without any part the
    signals are silent. `played` counts the signals, `pattern` is the last one, `lit` is true while the parts are on.

    A part of a pattern that begins late is played for its whole time: a busy loop stretches a pattern, but never merges
    two flashes.

    Args:
        pins: of the parts, each from its pin to ground; none if the build has neither.
        clock: stamps the beginning of a signal.
        factory: gpiozero pin factory; None: gpiozero's default.

    """

    def __init__(self, pins: SignalPins, clock: Clock, factory: Any = None) -> None:
        self.failures: list[HwError] = []
        self.played = 0
        self.pattern: Pattern = ()
        self.lit = False
        self._clock = clock
        self._remaining: Pattern = ()
        self._due = 0.0
        self._pins = pins
        self._muted: set[int | None] = set()
        self._outputs: dict[Use, Any] = {}
        for use in pins.uses():
            try:
                from gpiozero import DigitalOutputDevice

                # Its `blink` would start a thread; `on` and `off` do not.
                self._outputs[use] = DigitalOutputDevice(use.pin, pin_factory=factory)
            except Exception as error:  # noqa: BLE001 - a pin library may raise anything; a light is not worth a play
                self.failures.append(cannot_open(error, use))

    @property
    def present(self) -> bool:
        """True if the player can notice a signal; otherwise words must give the reason of a refused key."""
        return any(use.pin not in self._muted for use in self._outputs)

    def allow(self, *, light: bool, sound: bool) -> None:
        """Use only these parts from now on."""
        self._muted = {None if light else self._pins.led, None if sound else self._pins.buzzer}
        self._drive()

    def play(self, pattern: Pattern) -> None:
        """Start a signal, which ends the one before; the parts are on when this returns."""
        if self.present:
            self.played, self.pattern = self.played + 1, pattern
            self.lit, self._remaining = True, pattern[1:]
            self._due = self._clock.now() + pattern[0]
            self._drive()

    def deadline(self) -> float | None:
        """Return the time at which `tick` must be called next, in clock seconds; None: nothing is being played."""
        return self._due if self.lit or self._remaining else None

    def tick(self, now: float) -> None:
        """Switch on or off what is due at the time `now`."""
        due = self.deadline()
        if due is None or now < due:
            return
        self.lit = not self.lit
        if self._remaining:
            self._due, self._remaining = now + self._remaining[0], self._remaining[1:]
        self._drive()

    def close(self) -> None:
        """Fall silent and release the pins. May be called twice."""
        self.lit, self._remaining = False, ()
        while self._outputs:
            _release(self._outputs.popitem()[1])

    def _drive(self) -> None:
        for use, output in tuple(self._outputs.items()):
            try:
                (output.on if self.lit and use.pin not in self._muted else output.off)()
            except Exception as error:  # noqa: BLE001 - as above
                self.failures.append(cannot_use(error, use, "switched"))
                _release(self._outputs.pop(use))


def _release(output: Any) -> None:
    with contextlib.suppress(Exception):  # a pin that fails cannot be let go of in any better way
        output.close()
