"""Hatches for the colours of game pieces: one bit has no red or blue, so a colour is a word and a pattern.

Lines are 2 px on a lattice of 4 or 6 px, so a hatch reads the same at every size.
"""

from collections.abc import Callable
from typing import Final

from PIL import Image, ImageDraw

from engines.text import Icon


def swatch(hatch: Icon, size: int) -> Image.Image:
    """Return the mask (mode "1", 1 = ink) of a framed square, `size` px wide and high, filled with one of `HATCHES`."""
    inked, middle = _INKED[hatch], size // 2
    mask = Image.new("1", (size, size), 0)
    mask.putdata([int(inked(x - middle, y - middle)) for y in range(size) for x in range(size)])
    draw = ImageDraw.Draw(mask)
    edge, stroke = (size + 4) // 12, size // 8
    draw.rectangle((0, 0, size - 1, size - 1), outline=0, width=edge + stroke + 1)
    draw.rectangle((edge, edge, size - 1 - edge, size - 1 - edge), outline=1, width=stroke)
    return mask


# Each tells whether a pixel is ink, counted from the middle of the square.
_INKED: Final[dict[Icon, Callable[[int, int], bool]]] = {
    Icon.HATCH_SOLID: lambda _x, _y: True,
    Icon.HATCH_HORIZONTAL: lambda _x, y: y % 4 in (3, 0),
    Icon.HATCH_DIAGONAL: lambda x, y: (x + y) % 6 in (0, 1, 2),
    Icon.HATCH_DOTS: lambda x, y: x % 4 in (3, 0) and y % 4 in (3, 0),
    Icon.HATCH_CROSS: lambda x, y: (x + y + 1) % 8 in (0, 1) or (x - y) % 8 in (0, 1),
    Icon.HATCH_EMPTY: lambda _x, _y: False,
}

HATCHES: Final = tuple(_INKED)
