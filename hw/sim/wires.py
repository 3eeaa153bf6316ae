"""Mock pins of gpiozero that end at a simulated chip. Loads gpiozero."""

from typing import TYPE_CHECKING, Any

from gpiozero.pins.mock import MockPin

if TYPE_CHECKING:  # the device without a panel has no chip
    from hw.sim.chip import Chip

MAX_STATES = 100
"""The last levels that a pin remembers."""


class ShortPin(MockPin):  # type: ignore[misc]  # gpiozero has no types
    """A pin that remembers its last levels only: gpiozero's own keeps all, and a device may run for weeks."""

    def _change_state(self, value: bool) -> bool:
        changed: bool = super()._change_state(value)
        del self.states[:-MAX_STATES]
        return changed


class ResetPin(ShortPin):
    """A wire to RST. Breakouts pull it up, so it is high until something drives it."""

    def __init__(self, factory: Any, info: Any) -> None:
        super().__init__(factory, info)
        self.chip: Chip | None = None
        self._state = True

    def _change_state(self, value: bool) -> bool:
        changed: bool = super()._change_state(value)
        if changed and self.chip is not None:
            self.chip.reset(value)
        return changed


class BusyPin(ShortPin):
    """A wire from BUSY. The chip drives it against any pull; reading it lets the chip's time go by."""

    def __init__(self, factory: Any, info: Any) -> None:
        super().__init__(factory, info)
        self.chip: Chip | None = None
        self.low = False
        """True if the level is low while the chip is busy."""

    def show(self, busy: bool) -> None:
        """Take from the chip whether it is busy."""
        if busy is not self.low:
            self.drive_high()
        else:
            self.drive_low()

    def _set_pull(self, value: str) -> None:
        self._pull = value
        if self.chip is not None:
            self.show(self.chip.busy)

    def _get_state(self) -> bool:
        if self.chip is not None:
            self.chip.poll()
        return bool(self._state)


class FreePin(MockPin):  # type: ignore[misc]  # as above
    """An output that costs nothing: it keeps no history."""

    def _set_state(self, value: bool) -> None:
        self._state = value
