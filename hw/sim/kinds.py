"""The chips that can be simulated, and the commands that they take."""

from msgspec import Struct

from hw.build import Times

SOFT_RESET, ACTIVATE = 0x12, 0x20
NEW, SECOND = 0x24, 0x26  # the commands that write the RAMs
RAM = (NEW, SECOND)
LEFT_THEN_DOWN = b"\x03"

# Command: fewest and most bytes of arguments. RAM takes what its window holds.
ARGUMENTS = {
    0x01: (3, 3), 0x03: (1, 1), 0x04: (3, 3), 0x0C: (4, 4), 0x10: (1, 1), 0x11: (1, 1), 0x12: (0, 0), 0x18: (1, 1),
    0x1A: (1, 2), 0x20: (0, 0), 0x21: (1, 2), 0x22: (1, 1), 0x2C: (1, 1), 0x32: (153, 233), 0x37: (10, 10),
    0x3C: (1, 1), 0x3F: (1, 1), 0x44: (2, 2), 0x45: (4, 4), 0x4E: (1, 1), 0x4F: (2, 2), 0x7F: (0, 0),
}  # fmt: skip

HOT = {"ssd1683": 0x6E, "ssd1680": 0x64}
"""The lowest temperature by which the authors of GxEPD2 got the fast full refresh of every batch, by driver."""

TIMES = {
    "ssd1683": Times(partial_s=0.358, full_s=1.14, slow_s=4.0, power_on_s=0.096, power_off_s=0.268),
    "ssd1680": Times(partial_s=0.362, full_s=1.715, slow_s=3.15, power_on_s=0.096, power_off_s=0.14),
}
"""What they measured on a panel of each driver, to the millisecond; the slow refresh of the SSD1683 is an estimate.

They are no profile's: a driver is tested against a panel, not against what it thinks of one.
"""


class ChipKind(Struct, frozen=True):
    """A chip and the glass on it.

    Attributes:
        name: for sentences.
        ram_width: pixels in a row of RAM (sources).
        ram_height: rows of RAM (gates).
        width, height: of the glass, in pixels.
        first_source: the source that the glass's first column hangs on; it depends on the batch.
        ping_pong: whether the chip swaps its RAMs after a partial refresh unless 0x37 says otherwise; also the batch.
        hot: from this temperature (degrees) on the waveform of a hot panel is loaded, the fast one; also the batch.
        times: how long things take.

    """

    name: str
    ram_width: int
    ram_height: int
    width: int
    height: int
    times: Times
    first_source: int = 0
    ping_pong: bool = False
    hot: int = 0x64

    def registers(self) -> dict[int, bytes]:
        """Return the registers after a reset, as far as they matter here, by command."""
        rows = self.ram_height - 1
        return {0x01: bytes((rows & 0xFF, rows >> 8, 0)), 0x21: b"\x00\x00", 0x22: b"\xff", 0x3C: b"\xc0"}

    @property
    def stride(self) -> int:
        """Bytes in a row of the glass."""
        return (self.width + 7) // 8

    @property
    def all_pixels(self) -> int:
        """A number with a 1 for every pixel of the glass, and for those that only fill a row's last byte."""
        return (1 << 8 * self.stride * self.height) - 1
