"""The driver of the UC8179 and UC8253.

Command numbers are from the data sheets; the sequences are from GxEPD2 for the same panels
(`src/gdey/GxEPD2_750_GDEY075T7.cpp`, `src/gdey/GxEPD2_370_GDEY037T03.cpp`) and of Waveshare
(`RaspberryPi_JetsonNano/python/lib/waveshare_epd/epd7in5_V2.py`). Import this only to open a panel: the library loads
slowly.
"""

from hw.driver import Driver
from hw.packing import Box, crop
from hw.panel import Mode

# The chip's memory has a waveform for each range of temperatures. Those of the two hottest ranges are the short full
# one and the partial one. They are chosen by a temperature that is not read but pretended (E0 02, E5). Only a reset
# makes the chip read its sensor again, which the slow refresh needs.
#
#     mode      before 12
#     PARTIAL   50 border   E0 02   E5 6E
#     FULL      50 border   E0 02   E5 of the profile
#     SLOW      50 border
PARTIAL_TEMPERATURE = 0x6E
INVERTED = bytes(range(0xFF, -1, -1))
"""Each byte with its pixels inverted."""


class ChipDriver(Driver):
    """The driver of a chip of this family."""

    has_switch = True
    _pretends = False  # since the last reset

    def hardware_reset(self) -> None:
        """Reset the chip; see `Driver.hardware_reset`."""
        self._pretends = False
        super().hardware_reset()

    def configure(self) -> None:
        """Set every register that all refreshes rely on. Waits for nothing."""
        super().configure()
        if self._chip.wide:  # a panel of a narrow one has its size in its memory
            self.send_command(0x61, *(8 * self.stride).to_bytes(2), *self._height.to_bytes(2))

    def needs_reset(self, mode: Mode) -> bool:
        """Return whether the chip pretends a temperature that such a refresh must read."""
        return self._pretends and self._temperature(mode) is None

    def full_base(self, new: bytearray) -> bytearray:
        """Return the inverted picture: then a full refresh drives every pixel, as in Waveshare's driver."""
        return new.translate(INVERTED)

    def send(self, new: bytearray, old: bytearray | None = None, box: Box | None = None) -> None:
        """Write both RAMs; see `Driver.send`."""
        if box is not None:
            self.command(0x91)
            self.send_command(0x90, *self._window(box), 0x01)
        for ram, pixels in ((0x10, old), (0x13, new)):
            if pixels is not None:
                self.command(ram, pixels if box is None else crop(pixels, self.stride, box))
        if box is not None:
            self.command(0x92)  # a refresh is one of the whole glass: "better image" (GxEPD2)

    def switch_on(self) -> None:
        """Begin to switch on the high voltage; return at once."""
        self.command(0x04)

    def refresh(self, mode: Mode) -> None:
        """Begin to drive the glass; see `Driver.refresh`."""
        registers, partial = self._registers, mode is Mode.PARTIAL
        self.send_command(0x50, registers.border_partial if partial else registers.border_full, *self._chip.interval)
        degrees = self._temperature(mode)
        if degrees is not None:
            self.send_command(0xE0, 0x02)
            self.send_command(0xE5, degrees)
            self._pretends = True
        self.command(0x12)

    def refresh_again(self) -> None:
        """Begin another partial refresh; see `Driver.refresh_again`."""
        self.command(0x12)

    def switch_off(self) -> None:
        """Begin to switch off the high voltage; return at once."""
        self.command(0x02)

    def power_down(self) -> None:
        """Send the chip to deep sleep, which may lose RAM, until the next `power_up`."""
        self.send_command(0x07, 0xA5)

    def _window(self, box: Box) -> tuple[int, ...]:
        """Return the first and last column and row of a box, px, high bytes first."""
        left, top, right, bottom = box
        across = (8 * left).to_bytes(1 + self._chip.wide), (8 * right - 1).to_bytes(1 + self._chip.wide)
        return (*across[0], *across[1], *top.to_bytes(2), *(bottom - 1).to_bytes(2))

    def _temperature(self, mode: Mode) -> int | None:
        """Return the degrees that are pretended for a refresh; None: those that the chip reads."""
        return {Mode.PARTIAL: PARTIAL_TEMPERATURE, Mode.FULL: self._build.fast_full_temperature}.get(mode)
