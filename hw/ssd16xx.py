"""The driver of the SSD1680, SSD1683 and SSD1677.

Command numbers are from the data sheets; the sequences are from GxEPD2 for the same panels
(`src/gdey/GxEPD2_420_GDEY042T81.cpp`, `src/gdey/GxEPD2_290_GDEY029T94.cpp`, `src/gdeq/GxEPD2_426_GDEQ0426T82.cpp`;
with a waveform of the profile `src/epd/GxEPD2_290_T94_V2.cpp`). Import this only to open a panel: the library loads
slowly.
"""

from typing import Any

from hw.driver import Driver
from hw.packing import Box, crop
from hw.panel import Mode

# 0x22 selects the parts of 0x20, bit by bit (80 clock on, 40 high voltage on, 20 read the temperature, 10 load the
# waveform for it, 08 partial, 04 drive the glass, 02 high voltage off, 01 clock off).
#
#              80 40 20 10 08 04 02 01
#     PARTIAL   x  x  x  x  x  x           FC
#     FULL      x  x     x     x           D4   the temperature is not read: 0x1A sets that of the profile
#     SLOW      x  x  x  x     x           F4
#     off       x                 x  x     83
#
#     AGAIN           x  x  x  x           3C   partial, if the voltage is on; else nothing is drawn
#
# None of them switches off at its end: that takes as long as a partial refresh, and the next frame may be waiting.
# With a waveform of the profile, a partial one neither reads the temperature nor loads another: CC and 0C.
PARTIAL, FULL, SLOW, OFF, AGAIN = 0xFC, 0xD4, 0xF4, 0x83, 0x3C
LOAD_WAVEFORM = 0x30
"""The bits that read the temperature and load the waveform for it."""
KEEP_RAM = 0x01
"""0x10 for a deep sleep that keeps RAM."""


class ChipDriver(Driver):
    """The driver of a chip of this family."""

    def __init__(self, *parts: Any) -> None:
        self._powered = False  # True while the glass should have its high voltage
        self._waveform_loaded = False  # the waveform of the profile
        super().__init__(*parts)
        load = LOAD_WAVEFORM if self._registers.waveform else 0
        self._partial, self._again = PARTIAL & ~load, AGAIN & ~load

    def hardware_reset(self) -> None:
        """Reset the chip; see `Driver.hardware_reset`."""
        self._powered = self._waveform_loaded = False
        super().hardware_reset()

    def settle(self) -> None:
        """Wait until the chip has been reset in both ways: the data sheets ask for 10 ms each. Raise PanelStuck."""
        super().settle()
        self.command(0x12)
        super().settle()

    def configure(self) -> None:
        """Set every register that all refreshes rely on. Waits for nothing."""
        last = self._height - 1
        self.send_command(0x01, last & 0xFF, last >> 8, self._registers.scan)
        self.send_command(0x11, 0x03)  # RAM is written from left to right, then down
        self.send_command(0x18, 0x80)  # the temperature sensor in the chip
        self._waveform_loaded = False
        super().configure()

    def set_ram_address(self, x: int, y: int) -> None:
        """Set where RAM is written next: `x` in bytes from the left of the picture, `y` in rows."""
        self.send_command(0x4E, *self._x_bytes(x))
        self.send_command(0x4F, y & 0xFF, y >> 8)

    def send(self, new: bytearray, old: bytearray | None = None, box: Box | None = None) -> None:
        """Write both RAMs; see `Driver.send`."""
        left, top, right, bottom = box or (0, 0, self.stride, self._height)
        last = bottom - 1
        self.send_command(0x44, *self._x_bytes(left), *self._x_bytes(right, -1))  # the window's columns
        self.send_command(0x45, top & 0xFF, top >> 8, last & 0xFF, last >> 8)  # and its rows
        for ram, pixels in ((0x26, old), (0x24, new)):
            if pixels is not None:
                self.set_ram_address(left, top)
                self.command(ram, pixels if box is None else crop(pixels, self.stride, box))

    def refresh(self, mode: Mode) -> None:
        """Begin to drive the glass; see `Driver.refresh`.

        A partial refresh never switches on a voltage that should be on: a chip that lost its power then does nothing,
        and BUSY shows it.
        """
        build, registers, partial = self._build, self._registers, mode is Mode.PARTIAL
        self.send_command(0x3C, registers.border_partial if partial else registers.border_full)
        self.send_command(0x21, *(build.update_control.partial if partial else build.update_control.full))
        if partial:
            for command in () if self._waveform_loaded else registers.waveform:
                self.send_command(*command)
            self._waveform_loaded = True
            sequence = self._again if self._powered else self._partial
        elif mode is Mode.FULL and build.fast_full_temperature is not None:
            self.send_command(0x1A, build.fast_full_temperature)
            sequence = FULL
        else:
            sequence = SLOW
        self._activate(sequence)

    def refresh_again(self) -> None:
        """Begin another partial refresh; see `Driver.refresh_again`."""
        self._activate(self._again)

    def switch_off(self) -> None:
        """Begin to switch off the high voltage; return at once."""
        self._activate(OFF)

    def power_down(self) -> None:
        """Send the chip to deep sleep; RAM is kept. BUSY then stays high until the next `power_up`."""
        self.send_command(0x10, KEEP_RAM)

    def _x_bytes(self, x: int, offset: int = 0) -> tuple[int, ...]:
        """Return the bytes of a place in a row: `x` bytes of RAM from the left, plus `offset` in the chip's unit."""
        if not self._chip.wide:
            return (self._build.x_offset // 8 + x + offset,)
        pixel = self._build.x_offset + 8 * x + offset
        return pixel & 0xFF, pixel >> 8

    def _activate(self, sequence: int) -> None:
        self._powered = sequence != OFF
        self.send_command(0x22, sequence)
        self.command(0x20)
