"""Signals by LED and buzzer: what the device says at once, before the panel has drawn anything.

Three patterns on gpiozero's pins, played by the loop.
"""

import contextlib
from collections.abc import Iterable
from typing import Any, TypeAlias

from hw.build import SignalPins
from hw.clock import Clock
from hw.errors import HwError
from hw.pinout import Use, cannot_open, cannot_use

Pattern: TypeAlias = tuple[float, ...]
"""Seconds on, off, on, …; it begins and ends with on."""

ACCEPTED: Pattern = (0.030,)
TOO_EARLY: Pattern = (0.030, 0.090, 0.030)  # the pause is long enough for an eye to count two
NOT_ALLOWED: Pattern = (0.250,)


class Player:
    """Plays one pattern at a time. Pure: the clock is passed in with every call.

    A part that begins late is played for its whole time: a busy loop stretches a pattern, and never merges two flashes.
    """

    def __init__(self) -> None:
        self.on = False
        self._remaining: Pattern = ()
        self._due = 0.0

    def start(self, pattern: Pattern, now: float) -> None:
        """Play a pattern from the start, whatever was being played."""
        self.on = True
        self._remaining = pattern[1:]
        self._due = now + pattern[0]

    def deadline(self) -> float | None:
        """Return the time of the next change; None: nothing is being played."""
        return self._due if self.on or self._remaining else None

    def tick(self, now: float) -> bool:
        """Make the change that is due at the time `now`; return whether there was one."""
        due = self.deadline()
        if due is None or now < due:
            return False
        self.on = not self.on
        if self._remaining:
            self._due, self._remaining = now + self._remaining[0], self._remaining[1:]
        return True


class Signals:
    """LED and buzzer, or whichever the build has; both play the same pattern.

    Each call starts its signal and returns at once, with the pin already high; the loop does the rest with `tick`. A
    part that cannot be opened, or fails later, is left out, and its error is added to `failures`. Without any part the
    signals are silent. `played` counts the signals given, `pattern` is the last of them.

    Args:
        pins: where the parts are, each from its pin to ground; none, where the build has neither.
        clock: stamps the beginning of a signal.
        factory: gpiozero pin factory; None: gpiozero's default.

    """

    def __init__(self, pins: SignalPins, clock: Clock, factory: Any = None) -> None:
        self.failures: list[HwError] = []
        self.played = 0
        self.pattern: Pattern = ()
        self._clock = clock
        self._player = Player()
        self._pins = pins
        self._muted: set[int | None] = set()
        self._outputs: dict[Use, Any] = {}
        self._open(pins.uses(), factory)

    @property
    def present(self) -> bool:
        """Whether the player can notice a signal; otherwise words must give the reason of a refused key."""
        return any(use.pin not in self._muted for use in self._outputs)

    @property
    def lit(self) -> bool:
        """Whether the parts are on."""
        return self._player.on

    def allow(self, *, light: bool, sound: bool) -> None:
        """Use only these parts from now on."""
        self._muted = {None if light else self._pins.led, None if sound else self._pins.buzzer}
        self._drive()

    def accepted(self) -> None:
        """Flash once, shortly: the key did something."""
        self._play(ACCEPTED)

    def too_early(self) -> None:
        """Flash twice, shortly: what the key answers had not been on the glass."""
        self._play(TOO_EARLY)

    def not_allowed(self) -> None:
        """Flash once, for long: the key does nothing here."""
        self._play(NOT_ALLOWED)

    def deadline(self) -> float | None:
        """Return the time at which `tick` must be called next, in clock seconds; None: nothing is being played."""
        return self._player.deadline()

    def tick(self, now: float) -> None:
        """Switch on or off what is due at the time `now`."""
        if self._player.tick(now):
            self._drive()

    def close(self) -> None:
        """Fall silent and release the pins. May be called twice."""
        self._player = Player()
        while self._outputs:
            _release(self._outputs.popitem()[1])

    def _open(self, uses: Iterable[Use], factory: Any) -> None:
        for use in uses:
            try:
                from gpiozero import DigitalOutputDevice

                # Its `blink` would start a thread; `on` and `off` do not.
                self._outputs[use] = DigitalOutputDevice(use.pin, pin_factory=factory)
            except Exception as error:  # noqa: BLE001 - a pin library may raise anything; a light is not worth a play
                self.failures.append(cannot_open(error, use))

    def _play(self, pattern: Pattern) -> None:
        if self.present:
            self.played, self.pattern = self.played + 1, pattern
            self._player.start(pattern, self._clock.now())
            self._drive()

    def _drive(self) -> None:
        for use, output in tuple(self._outputs.items()):
            try:
                (output.on if self._player.on and use.pin not in self._muted else output.off)()
            except Exception as error:  # noqa: BLE001 - as above
                self.failures.append(cannot_use(error, use, "switched"))
                _release(self._outputs.pop(use))


def _release(output: Any) -> None:
    with contextlib.suppress(Exception):  # a pin that fails cannot be let go of in any better way
        output.close()
