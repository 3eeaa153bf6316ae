"""Hatches for the colours of game pieces: one bit has no red or blue, so a colour is a word and a pattern.

Lines are 2 px on a lattice of 4 or 6 px, so a hatch reads the same at every size.
"""

from collections.abc import Callable
from enum import Enum
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw


class Hatch(Enum):
    """The patterns, told apart at arm's length."""

    SOLID = "solid"
    HORIZONTAL = "horizontal"
    DIAGONAL = "diagonal"
    DOTS = "dots"
    CROSS = "cross"
    EMPTY = "empty"


@lru_cache(maxsize=32)
def swatch(hatch: Hatch, size: int) -> Image.Image:
    """Return the mask (mode "1", 1 = ink) of a framed square, `size` px wide and high, filled with a hatch."""
    inked, middle = _INKED[hatch], size // 2
    mask = Image.new("1", (size, size), 0)
    mask.putdata([int(inked(x - middle, y - middle)) for y in range(size) for x in range(size)])
    draw = ImageDraw.Draw(mask)
    draw.rectangle((0, 0, size - 1, size - 1), outline=0, width=4)
    draw.rectangle((1, 1, size - 2, size - 2), outline=1, width=2)
    return mask


# Each tells whether a pixel is ink, counted from the middle of the square.
_INKED: Final[dict[Hatch, Callable[[int, int], bool]]] = {
    Hatch.SOLID: lambda _x, _y: True,
    Hatch.HORIZONTAL: lambda _x, y: y % 4 in (3, 0),
    Hatch.DIAGONAL: lambda x, y: (x + y) % 6 in (0, 1, 2),
    Hatch.DOTS: lambda x, y: x % 4 in (3, 0) and y % 4 in (3, 0),
    Hatch.CROSS: lambda x, y: (x + y + 1) % 8 in (0, 1) or (x - y) % 8 in (0, 1),
    Hatch.EMPTY: lambda _x, _y: False,
}
