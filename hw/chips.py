"""The chips of panels, as a table of their differences."""

from msgspec import Struct


class Chip(Struct, frozen=True):
    """A chip of a panel.

    Attributes:
        family: the module of its driver, in `hw`.
        sources, gates: the width and height that it can drive, px, in its own orientation.
        base: module and class of Adafruit's library that the driver derives from, or the nearest one.
        wide: True if x is counted in pixels and has two bytes; else x has one byte, and is counted in bytes of RAM, or
            (UC81xx) in pixels.
        interval: the second byte of the border command (0x50, UC81xx).

    """

    family: str
    sources: int
    gates: int
    base: str
    wide: bool = False
    interval: bytes = b""

    @property
    def busy_low(self) -> bool:
        """True if BUSY is low while the chip works."""
        return self.family == "uc81xx"


CHIPS = {
    "ssd1680": Chip("ssd16xx", 176, 296, "ssd1680.Adafruit_SSD1680"),
    "ssd1683": Chip("ssd16xx", 400, 300, "ssd1683.Adafruit_SSD1683"),
    "ssd1677": Chip("ssd16xx", 960, 680, "ssd1683.Adafruit_SSD1683", wide=True),  # the library has no class for it
    "uc8179": Chip("uc81xx", 800, 600, "uc8179.Adafruit_UC8179", wide=True, interval=b"\x07"),
    "uc8253": Chip("uc81xx", 240, 480, "uc8253.Adafruit_UC8253_Mono"),
}
