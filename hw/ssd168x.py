"""Adafruit's drivers of the SSD1683 and the SSD1680, made fast through their public methods.

Unlike the library, it sends bytes in bulk, takes frames packed, and keeps both RAMs right for a partial refresh; no
method waits longer than the chip needs, and none waits for a refresh. Command numbers are those of the data sheets;
the sequences are those that GxEPD2 uses for the same panels (`src/gdey/GxEPD2_420_GDEY042T81.cpp`,
`GxEPD2_290_GDEY029T94.cpp`). Import this only to open a panel: the library loads slowly.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from adafruit_epd.epd import Adafruit_EPD

from hw.build import PanelBuild
from hw.bus import Bus
from hw.errors import PanelStuck
from hw.packing import Box, crop
from hw.panel import Mode
from hw.pin import KernelSelect, Pin

RESET_S = 0.002
"""How long RST is low, s; Waveshare's drivers do the same, the library takes 0.1 s."""
SETTLE_S = 0.01
"""The data sheets' pause after each kind of reset."""
MAX_RESET_S = 0.05
"""BUSY falls at most this long after a reset, s."""
RESET_POLL_S = 0.001
"""Between two polls of BUSY after a reset, s."""

# 0x22 says what 0x20 does, bit by bit (HARDWARE: 80 clock on, 40 high voltage on, 20 read the temperature, 10 load the
# waveform for it, 08 partial, 04 drive the glass, 02 high voltage off, 01 clock off).
#
#              80 40 20 10 08 04 02 01
#     PARTIAL   x  x  x  x  x  x           FC
#     FULL      x  x     x     x           D4   the temperature is not read but pretended: 0x1A, of the profile
#     SLOW      x  x  x  x     x           F4
#     off       x                 x  x     83   of the profile
#
#     AGAIN           x  x  x  x           3C   a partial one if the voltage is on, and none if it is not
#
# None of them switches off at its end: that takes as long as a partial refresh, and the next frame may be waiting.
SEQUENCE = {Mode.PARTIAL: 0xFC, Mode.FULL: 0xD4, Mode.SLOW: 0xF4}
AGAIN = 0x3C


class Ssd168x(Adafruit_EPD):  # type: ignore[misc]  # the library has no types
    """The driver of both chips.

    Args:
        build: size, offset and registers of the panel.
        bus: its bus; set to the clock of the build.
        pins: D/C, RST and BUSY; the constructor opens them.
        sleep: waits for some seconds.

    """

    def __init__(self, build: PanelBuild, bus: Bus, pins: tuple[Pin, Pin, Pin], sleep: Callable[[float], None]) -> None:
        self._open = False
        self._powered = False  # whether the glass should have its high voltage
        self._sleep = sleep
        self._control = build.update_control
        self._hot = build.fast_full_temperature
        self._registers = build.registers
        self._first = build.x_offset // 8
        self.stride = (build.native[0] + 7) // 8
        dc, rst, busy = pins
        wires = {"cs_pin": KernelSelect(), "dc_pin": dc, "rst_pin": rst, "busy_pin": busy, "sramcs_pin": None}
        super().__init__(*build.native, bus, **wires)
        self._single_byte_tx = False  # the SSD1683's class would make 30,000 transfers; the chip takes it in bulk
        bus.configure(baudrate=build.spi.clock_hz)
        self._open = True

    @property
    def is_busy(self) -> bool:
        """Whether the chip is at work, or asleep."""
        return bool(self._busy.value)

    def hardware_reset(self) -> None:
        """Pull RST low for 2 ms: wakes the chip, ends what it does, takes the voltage off the glass."""
        if not self._open:  # the library's constructor resets; here the first `power_up` does
            return
        self._powered = False
        self._rst.value = False
        self._sleep(RESET_S)
        self._rst.value = True

    def busy_wait(self) -> None:
        """Wait at most 50 ms for BUSY to fall. Raise PanelStuck if it does not.

        Only for resets, which the chip does in 10 ms.
        """
        for _ in range(round(MAX_RESET_S / RESET_POLL_S)):
            if not self.is_busy:
                return
            self._sleep(RESET_POLL_S)
        raise PanelStuck(
            f"The panel's BUSY (GPIO {self._busy.use.pin}) stays high after a reset. "
            "Check the wires of BUSY and RST, and the panel's power."
        )

    def power_up(self) -> None:
        """Reset the chip in both ways and set its registers. Takes 22 ms or a little more. Raise PanelStuck.

        The data sheets ask for both resets, 10 ms each. It is done in place: only after a long pause or an error, and
        by then the LED has answered the key.
        """
        self.hardware_reset()
        self._sleep(SETTLE_S)
        self.busy_wait()
        self.command(0x12)
        self._sleep(SETTLE_S)
        self.busy_wait()
        self.configure()

    def configure(self) -> None:
        """Set every register that all refreshes rely on. Waits for nothing."""
        last = self._height - 1
        self.command(0x01, bytearray((last & 0xFF, last >> 8, self._registers.scan)))
        self.command(0x11, bytearray((0x03,)))  # RAM is written from left to right, then down
        self.command(0x18, bytearray((0x80,)))  # the temperature sensor in the chip

    def set_ram_address(self, x: int, y: int) -> None:
        """Set where RAM is written next: `x` in bytes from the left of the picture, `y` in rows."""
        self.command(0x4E, bytearray((self._first + x,)))
        self.command(0x4F, bytearray((y & 0xFF, y >> 8)))

    def send(self, new: bytearray, old: bytearray | None = None, box: Box | None = None) -> None:
        """Write both RAMs: the new picture and the one on the glass; None: the second RAM has that already.

        A partial refresh drives the pixels that differ between the two. Some batches swap the two RAMs afterwards and
        some do not, so neither is relied on where they differ.

        Args:
            new, old: whole frames, packed.
            box: the part of them that is written; None: all.

        """
        left, top, right, bottom = box or (0, 0, self.stride, self._height)
        last = bottom - 1
        self.command(0x44, bytearray((self._first + left, self._first + right - 1)))  # the window's columns, in bytes
        self.command(0x45, bytearray((top & 0xFF, top >> 8, last & 0xFF, last >> 8)))  # and its rows
        for ram, pixels in ((0x26, old), (0x24, new)):
            if pixels is not None:
                self.set_ram_address(left, top)
                self.command(ram, pixels if box is None else crop(pixels, self.stride, box))

    def refresh(self, mode: Mode) -> None:
        """Begin to drive the glass; return at once. Afterwards the high voltage stays on.

        A partial refresh does not switch on what is on: a chip that lost its power then does nothing, and BUSY says so.
        """
        registers, partial = self._registers, mode is Mode.PARTIAL
        self.command(0x3C, bytearray((registers.border_partial if partial else registers.border_full,)))
        self.command(0x21, bytearray(self._control.partial if partial else self._control.full))
        if mode is Mode.FULL:
            self.command(0x1A, bytearray((self._hot,)))
        self._activate(AGAIN if partial and self._powered else SEQUENCE[mode])

    def refresh_again(self) -> None:
        """Begin another partial refresh right after one; return at once.

        All registers are as they were. A chip that lost its power has neither clock nor voltage, and is given none: its
        RAM could hold anything, and must not come onto the glass.
        """
        self._activate(AGAIN)

    def switch_off(self) -> None:
        """Begin to switch off the high voltage; return at once."""
        self._activate(self._registers.switch_off)

    def power_down(self) -> None:
        """Send the chip to deep sleep; RAM is kept. BUSY then stays high until the next `power_up`."""
        self.command(0x10, bytearray((self._registers.sleep,)))

    def _activate(self, sequence: int) -> None:
        self._powered = sequence != self._registers.switch_off
        self.command(0x22, bytearray((sequence,)))
        self.command(0x20)


def driver(chip: str) -> type[Ssd168x]:
    """Return the driver of a chip ("ssd1683": 400 sources, 300 gates; "ssd1680": 176, 296), and load no other's."""
    library: Any = import_module(f"adafruit_epd.{chip}")
    return type(chip.upper(), (Ssd168x, getattr(library, f"Adafruit_{chip.upper()}")), {})
