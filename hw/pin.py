"""gpiozero's pins in the shape that Adafruit's panel drivers need: an object with `direction` and `value`."""

from collections.abc import Callable
from typing import Any

from hw.pinout import Use, cannot_open, cannot_use


class Pin:
    """One wire. It is opened when its direction is set, as the driver does in its constructor.

    An input is pulled to its inactive level, so it is not active if nothing is plugged in.

    Args:
        use: the pin's BCM number and the part's name, for sentences.
        factory: gpiozero pin factory; None: gpiozero's default.
        initial: the level of an output when it is opened.
        active_low: True if an input is active when it is low.

    `changed` takes the edges of an input, gpiozero's ticks and whether it is active now, in a thread of gpiozero; it
    must only pass them on.

    """

    def __init__(self, use: Use, factory: Any = None, *, initial: bool = False, active_low: bool = False) -> None:
        self.use = use
        self.changed: Callable[[float, bool], None] | None = None
        self.failure: Exception | None = None  # the last error of `changed`: edges were lost
        self._factory = factory
        self._initial = initial
        self._active_low = active_low
        self._direction: Any = None
        self._device: Any = None
        self._written: bool | None = None

    @property
    def direction(self) -> Any:
        """`digitalio.Direction.INPUT` or `.OUTPUT`; None: not open."""
        return self._direction

    @direction.setter
    def direction(self, direction: Any) -> None:
        """Open the pin. Raise PinInUse or PinFailed."""
        from digitalio import Direction

        self.close()
        try:
            from gpiozero import InputDevice, OutputDevice

            if direction is Direction.OUTPUT:
                self._device = OutputDevice(self.use.pin, initial_value=self._initial, pin_factory=self._factory)
                self._written = self._initial
            else:
                self._device = InputDevice(self.use.pin, pull_up=self._active_low, pin_factory=self._factory)
                self._device.pin.when_changed = self._report
        except Exception as error:
            raise cannot_open(error, self.use) from error
        self._direction = direction

    @property
    def value(self) -> bool:
        """True if the wire is active. Raise PinFailed if the pin library cannot read it."""
        try:
            return bool(self._device.pin.state) is not self._active_low
        except Exception as error:
            raise cannot_use(error, self.use, "read") from error

    @value.setter
    def value(self, level: bool) -> None:
        """Drive the wire. Raise PinFailed if the pin library cannot.

        The driver writes the level of D/C up to twice a byte. The same level is not written again: a write is a system
        call on the Pi.
        """
        if level is self._written:
            return
        self._written = None  # after an error the level is unknown
        try:
            self._device.pin.state = level
        except Exception as error:
            raise cannot_use(error, self.use, "driven") from error
        self._written = level

    def close(self) -> None:
        """Release the pin. May be called twice."""
        if self._device is not None:
            self._device.close()
        self._device = self._direction = self._written = None

    def _report(self, ticks: float, level: bool) -> None:
        # As in `hw.inputs`: an exception here would end the one thread of the pin library, and with it every key.
        try:
            if self.changed is not None:
                self.changed(ticks, bool(level) is not self._active_low)
        except Exception as error:  # noqa: BLE001 - see above; the loop can look at it
            self.failure = error


class KernelChipSelect:
    """The chip select, which the kernel drives with each transfer: the driver's writes have no effect."""

    direction: Any = None
    value: bool = True
