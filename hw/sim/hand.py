"""A hand that presses the keys of a device without hardware, by driving the pins of gpiozero's mock factory."""

from typing import Any

from hw.events import InputLine, Key
from hw.inputs import Pins
from hw.keys import SWAPPED_KEYS

_BOUNCE_COUNT = 3


def mock_factory() -> Any:
    """Return a fresh pin factory, to be given to one device and its hand.

    gpiozero's global factory is left alone: several devices can live in one process.
    """
    from gpiozero.pins.mock import MockFactory

    from hw.sim.wires import ShortPin

    return MockFactory(pin_class=ShortPin)


class Hand:
    """Moves the contacts behind the pins of one `Inputs`, now and in the calling thread.

    `turned`: the device is turned round, so that the Next button of the player is the other one.

    Args:
        pins: the pins of those inputs.
        factory: their mock factory.

    """

    def __init__(self, pins: Pins, factory: Any) -> None:
        lines = (InputLine.NEXT, InputLine.BACK, InputLine.PUSH, InputLine.A, InputLine.B)
        self.turned = False
        self._pressed: dict[Key, InputLine] = {}  # the line under each finger: a device may be turned round meanwhile
        self._pins: dict[InputLine, Any] = {line: factory.pin(pins.of(line)) for line in lines}

    def down(self, key: Key) -> None:
        """Press the key and keep it down."""
        self._pressed[key] = self._line(key)
        self._close(self._pressed[key])

    def up(self, key: Key) -> None:
        """Let the key go."""
        self._open(self._pressed.pop(key, self._line(key)))

    def bounce(self, key: Key) -> None:
        """Let the key's contact open and close a few times, as after a press or a release; it ends as it was."""
        line = self._pressed.get(key, self._line(key))
        there, back = (self._close, self._open) if self._pins[line].state else (self._open, self._close)
        for _ in range(_BOUNCE_COUNT):
            there(line)
            back(line)

    def detent(self, n: int) -> None:
        """Turn the knob by `n` detents, clockwise if positive."""
        first, second = (InputLine.A, InputLine.B) if n > 0 else (InputLine.B, InputLine.A)
        for _ in range(abs(n)):
            self._close(first)
            self._close(second)
            self._open(first)
            self._open(second)

    def _close(self, line: InputLine) -> None:
        self._pins[line].drive_low()  # to ground, against the pull-up

    def _open(self, line: InputLine) -> None:
        self._pins[line].drive_high()

    def _line(self, key: Key) -> InputLine:
        return InputLine((SWAPPED_KEYS.get(key, key) if self.turned else key).value)
