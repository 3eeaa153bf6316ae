"""The common part of the drivers of both families of chips.

They are Adafruit's drivers, made fast through their public methods: bytes are sent in bulk, frames are packed, and both
RAMs are kept right for a partial refresh. No method waits longer than the chip needs, and none waits for a refresh.
Import this only to open a panel: the library loads slowly.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from adafruit_epd.epd import Adafruit_EPD

from hw.build import PanelBuild
from hw.bus import Bus
from hw.chips import CHIPS
from hw.errors import PanelStuck
from hw.packing import Box
from hw.panel import Mode
from hw.pin import KernelChipSelect, Pin

RESET_S = 0.002
"""Time for which RST is low, s, as in Waveshare's drivers; the library takes 0.1 s."""
SETTLE_S = 0.01
"""The data sheets' pause after each kind of reset."""
MAX_RESET_S = 0.05
"""The chip is busy at most this long after a reset, s."""
RESET_POLL_S = 0.001
"""Between two polls of BUSY after a reset, s."""


class Driver(Adafruit_EPD):  # type: ignore[misc]  # the library has no types
    """The driver of a chip.

    Args:
        build: size, offset and registers of the panel.
        bus: its bus; set to the clock of the build.
        pins: D/C, RST and BUSY; the constructor opens them.
        sleep: waits for some seconds.

    """

    has_switch = False
    """Whether `switch_on` must have switched on the high voltage before a refresh; else the refresh does it."""

    def __init__(self, build: PanelBuild, bus: Bus, pins: tuple[Pin, Pin, Pin], sleep: Callable[[float], None]) -> None:
        self._open = False
        self._sleep = sleep
        self._build = build
        self._chip = CHIPS[build.driver]
        self._registers = build.registers
        self.stride = (build.native[0] + 7) // 8
        dc, rst, busy = pins
        wires = {"cs_pin": KernelChipSelect(), "dc_pin": dc, "rst_pin": rst, "busy_pin": busy, "sramcs_pin": None}
        super().__init__(*build.native, bus, **wires)
        self._single_byte_tx = False  # some classes would make 30,000 transfers; the chips take bytes in bulk
        bus.configure(baudrate=build.spi.clock_hz)
        self._open = True

    @property
    def is_busy(self) -> bool:
        """True while the chip is busy."""
        return bool(self._busy.value)

    def hardware_reset(self) -> None:
        """Pull RST low for 2 ms: wakes the chip, ends what it does, takes the voltage off the glass."""
        if not self._open:  # the library's constructor resets; here the first `power_up` does
            return
        self._rst.value = False
        self._sleep(RESET_S)
        self._rst.value = True

    def busy_wait(self) -> None:
        """Wait at most 50 ms until the chip is not busy. Raise PanelStuck if it stays so.

        Only for resets, which the chip does in 10 ms.
        """
        for _ in range(round(MAX_RESET_S / RESET_POLL_S)):
            if not self.is_busy:
                return
            self._sleep(RESET_POLL_S)
        level = "low" if self._chip.busy_low else "high"
        raise PanelStuck(
            f"The panel's BUSY (GPIO {self._busy.use.pin}) stays {level} after a reset. "
            "Check the wires of BUSY and RST, and the panel's power."
        )

    def power_up(self) -> None:
        """Reset the chip and set its registers. Takes at least 12 ms. Raise PanelStuck.

        The caller waits, but only after a long pause or an error, or before a slow refresh, and the LED has already
        answered the key.
        """
        self.hardware_reset()
        self.settle()
        self.configure()

    def settle(self) -> None:
        """Wait until a reset is over. Raise PanelStuck."""
        self._sleep(SETTLE_S)
        self.busy_wait()

    def configure(self) -> None:
        """Set every register that all refreshes rely on. Waits for nothing."""
        for command in self._registers.init:
            self.send_command(*command)

    def needs_reset(self, mode: Mode) -> bool:  # noqa: ARG002 - a family may need it
        """Return whether `power_up` must come before such a refresh, with the voltage off."""
        return False

    def send_command(self, command: int, *data: int) -> None:
        """Send a command with its bytes."""
        self.command(command, bytearray(data) if data else None)

    def full_base(self, new: bytearray) -> bytearray:
        """Return the picture that the second RAM must hold for a full refresh."""
        return new

    def send(self, new: bytearray, old: bytearray | None = None, box: Box | None = None) -> None:
        """Write both RAMs: the new picture and the one on the glass; None: the second RAM has that already.

        A partial refresh drives the pixels that differ between the two. Some batches swap or copy the RAMs afterwards
        and some do not, so both RAMs are written wherever the pictures differ.

        Args:
            new, old: whole frames, packed.
            box: the part of them that is written; None: all.

        """
        raise NotImplementedError

    def switch_on(self) -> None:
        """Begin to switch on the high voltage; return at once. Only with `has_switch`."""
        raise NotImplementedError

    def refresh(self, mode: Mode) -> None:
        """Begin to drive the glass; return at once. Afterwards the high voltage stays on."""
        raise NotImplementedError

    def refresh_again(self) -> None:
        """Begin another partial refresh right after one; return at once.

        All registers are as they were. A chip that lost its power has neither clock nor voltage, and must not get them
        here: its RAM could hold anything.
        """
        raise NotImplementedError

    def switch_off(self) -> None:
        """Begin to switch off the high voltage; return at once."""
        raise NotImplementedError

    def power_down(self) -> None:
        """Send the chip to deep sleep, until the next `power_up`."""
        raise NotImplementedError


def open_driver(build: PanelBuild, bus: Bus, pins: tuple[Pin, Pin, Pin], sleep: Callable[[float], None]) -> Driver:
    """Return the driver of a panel's chip, and load no other's. Raise PinInUse, PinFailed or BusFailed."""
    chip = CHIPS[build.driver]
    family = import_module(f"hw.{chip.family}")
    module, _, name = chip.base.partition(".")
    library: Any = import_module(f"adafruit_epd.{module}")
    driver: type[Driver] = type(build.driver.upper(), (family.ChipDriver, getattr(library, name)), {})
    return driver(build, bus, pins, sleep)
