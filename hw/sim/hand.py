"""A hand that presses the keys of a device without hardware, by driving the pins of gpiozero's mock factory."""

from typing import Any

from hw.events import InputLine, Key
from hw.inputs import Pins
from hw.keys import SWAPPED_KEYS

_BOUNCE_COUNT = 3


def mock_factory() -> Any:
    """Return a new pin factory for one device and its hand.

    gpiozero's global factory is not changed, so that one process can have several devices.
    """
    from gpiozero.pins.mock import MockFactory

    from hw.sim.wires import ShortPin

    return MockFactory(pin_class=ShortPin)


class Hand:
    """Moves the contacts behind the pins of one `Inputs`, now and in the calling thread.

    `turned`: the device is turned round, so that the Next button of the player is the other one.

    Args:
        pins: the contacts of those inputs.
        factory: their mock factory.

    """

    def __init__(self, pins: Pins, factory: Any) -> None:
        self.turned = False
        self._pressed: dict[Key, tuple[InputLine, ...]] = {}  # under each finger: a device may be turned meanwhile
        self._pins: dict[InputLine, Any] = {line: factory.pin(use.pin) for line, use in pins.items()}

    @property
    def keys(self) -> tuple[Key, ...]:
        """The keys that can be pressed: none if all are on USB."""
        return tuple(key for key in Key if self._lines(key))

    @property
    def has_knob(self) -> bool:
        """True if there is a knob to turn; else ▲ and ▼ are pressed."""
        return InputLine.A in self._pins

    @property
    def up_is_more(self) -> bool:
        """Whether ▲ makes a number greater; a knob does so if it is turned to the right."""
        return not self.has_knob

    def down(self, key: Key) -> None:
        """Press the key and keep it down; for a Push without a knob both ▲ and ▼."""
        self._pressed[key] = self._lines(key)
        for line in self._pressed[key]:
            self._close(line)

    def up(self, key: Key) -> None:
        """Let the key go."""
        for line in self._pressed.pop(key, self._lines(key)):
            self._open(line)

    def bounce(self, key: Key) -> None:
        """Let the key's contacts open and close a few times, as after a press or a release; they end as they were."""
        for line in self._pressed.get(key, self._lines(key)):
            there, back = (self._close, self._open) if self._pins[line].state else (self._open, self._close)
            for _ in range(_BOUNCE_COUNT):
                there(line)
                back(line)

    def begin_turn(self, way: int) -> None:
        """Turn the knob by one detent, clockwise if `way` is positive; without a knob, press ▼ or ▲."""
        if self.has_knob:
            self.detent(1 if way > 0 else -1)
        else:
            self.down(Key.DOWN if way > 0 else Key.UP)

    def end_turn(self, way: int) -> None:
        """Let ▼ or ▲ go, if there is no knob."""
        if not self.has_knob:
            self.up(Key.DOWN if way > 0 else Key.UP)

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

    def _lines(self, key: Key) -> tuple[InputLine, ...]:
        lines: tuple[InputLine, ...] = (InputLine((SWAPPED_KEYS.get(key, key) if self.turned else key).value),)
        if key is Key.PUSH and not self.has_knob:
            lines = (InputLine.UP, InputLine.DOWN)
        return tuple(line for line in lines if line in self._pins)
