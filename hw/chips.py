"""The chips of panels that can be driven, as a table of what differs between them."""

from msgspec import Struct


class Chip(Struct, frozen=True):
    """A chip of a panel.

    Attributes:
        family: the module of its driver, in `hw`.
        sources, gates: the width and height that it can drive, px, in its own orientation.
        base: module and class of Adafruit's library that the driver derives from, or the nearest one.
        wide: whether a place in a row is a pixel, in two bytes; else it is one byte: of RAM, or (UC81xx) of a pixel.
        interval: what follows the byte of the border (0x50, UC81xx).

    """

    family: str
    sources: int
    gates: int
    base: str
    wide: bool = False
    interval: bytes = b""

    @property
    def busy_low(self) -> bool:
        """Whether BUSY is low while the chip works."""
        return self.family == "uc81xx"


CHIPS = {
    "ssd1680": Chip("ssd16xx", 176, 296, "ssd1680.Adafruit_SSD1680"),
    "ssd1683": Chip("ssd16xx", 400, 300, "ssd1683.Adafruit_SSD1683"),
    "ssd1677": Chip("ssd16xx", 960, 680, "ssd1683.Adafruit_SSD1683", wide=True),  # there is no class of its own
    "uc8179": Chip("uc81xx", 800, 600, "uc8179.Adafruit_UC8179", wide=True, interval=b"\x07"),
    "uc8253": Chip("uc81xx", 240, 480, "uc8253.Adafruit_UC8253_Mono"),
}
