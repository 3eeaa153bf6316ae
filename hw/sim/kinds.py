"""The kinds of chips that can be simulated, with the glass on them."""

from msgspec import Struct

from hw.build import PanelBuild, Times
from hw.chips import CHIPS

MIN_HOT_DEGREES = {"ssd1683": 0x6E, "ssd1680": 0x64, "ssd1677": 0x5A, "uc8179": 0x5A, "uc8253": 0x5A}
"""The lowest temperature with which the authors of GxEPD2 got the fast full refresh of every batch, by driver."""


class ChipKind(Struct, frozen=True):
    """A chip and the glass on it.

    Attributes:
        name: for sentences.
        ram_width: pixels in a row of RAM (sources).
        ram_height: rows of RAM (gates).
        width, height: of the glass, in pixels.
        first_source: the source that the glass's first column hangs on; it depends on the batch.
        ping_pong: whether the chip swaps its RAMs after a partial refresh unless 0x37 says otherwise; also the batch.
        min_hot_degrees: from this temperature on the fast waveform, that of a hot panel, is loaded; also the batch.
        has_partial: whether the panel's memory has a waveform for a partial refresh.
        wide: whether a place in a row is counted in pixels, in two bytes.
        mirrored: whether the glass has its first row of RAM at the bottom.
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
    min_hot_degrees: int = 0x64
    has_partial: bool = True
    wide: bool = False
    mirrored: bool = False

    @property
    def stride(self) -> int:
        """Bytes in a row of the glass."""
        return (self.width + 7) // 8

    @property
    def all_pixels(self) -> int:
        """A number with a 1 for every pixel of the glass, and for those that only fill a row's last byte."""
        return (1 << 8 * self.stride * self.height) - 1


def kind_of(build: PanelBuild, *, ping_pong: bool = False, first_source: int | None = None) -> ChipKind:
    """Return the chip of a panel; see `SimPanel`."""
    chip = CHIPS[build.driver]
    if first_source is None:
        first_source = build.x_offset + (8 if build.update_control.partial[1] & 0x80 else 0)
    return ChipKind(
        build.driver.upper(),
        chip.sources,
        chip.gates,
        *build.native,
        build.times,
        first_source,
        ping_pong,
        MIN_HOT_DEGREES[build.driver],
        not build.registers.waveform,
        chip.wide,
        build.mirrored,
    )
