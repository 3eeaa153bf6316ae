"""The pictures of `engines.kit.text.Icon`, drawn by code in one bit, at any size; 16, 24 and 32 px are in use.

Each is described on a grid of 24 units. Corners are moved to whole pixels first. Shapes are drawn eight times as large,
then reduced to one bit: strokes are even and curves round, without dithering.

The colours of game pieces are hatches: one bit has no red or blue, so a colour is a word and a pattern. Their lines are
2 pens on a lattice of 4 or 6, so a hatch reads the same at every size.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from engines.kit.text import Icon

DICE: Final = (Icon.DIE_1, Icon.DIE_2, Icon.DIE_3, Icon.DIE_4, Icon.DIE_5, Icon.DIE_6)
"""The faces of a die by their pips, from one."""

_GRID_UNITS = 24
_BASELINE_UNIT = 22
_OVERSAMPLING = 8
_Point = tuple[float, float]


@lru_cache(maxsize=64)
def picture(icon: Icon, size: int, pen: int = 1) -> Image.Image:
    """Return the mask (mode "1", 1 = ink) of an icon, `size` px wide and high; `pen` px are the unit of hatches."""
    if icon in HATCHES:
        return swatch(icon, size, pen)
    drawn = _Pen(size)
    if icon in DICE:
        _die(drawn, DICE.index(icon) + 1)
    else:
        _PICTURES[icon](drawn)
    return drawn.reduce()


def baseline(size: int) -> int:
    """Return the distance (px) from an icon's top to the baseline of letters: dice and frames end there."""
    return int(_BASELINE_UNIT * size / _GRID_UNITS + 0.5)


class _Pen:
    """A pen on a fine canvas, in units of a 24th of the icon; its strokes have the width of letter stems."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.stroke = size // 8
        self._canvas = Image.new("L", (size * _OVERSAMPLING, size * _OVERSAMPLING), 0)
        self._draw = ImageDraw.Draw(self._canvas)

    def reduce(self) -> Image.Image:
        """Return the picture: a pixel is ink if half of it is."""
        small = self._canvas.reduce(_OVERSAMPLING)
        return small.point([255 if level > 127 else 0 for level in range(256)], "1")  # noqa: PLR2004 - half of 255

    def line(self, *points: _Point, closed: bool = False) -> None:
        """Draw a stroke through points, with round ends and corners."""
        spots = [self._centre(point) for point in points]
        ring = [*spots, spots[0]] if closed else spots
        self._draw.line(ring, fill=255, width=self.stroke * _OVERSAMPLING)
        reach = self.stroke * _OVERSAMPLING / 2
        for x, y in spots:
            self._draw.ellipse((x - reach, y - reach, x + reach - 1, y + reach - 1), fill=255)

    def area(self, *points: _Point, ink: int = 255) -> None:
        """Fill a polygon."""
        self._draw.polygon([self._edge(point) for point in points], fill=ink)

    def box(self, left: float, top: float, right: float, bottom: float, ink: int = 255) -> None:
        """Fill a rectangle."""
        self._draw.rectangle(self._corners(left, top, right, bottom), fill=ink)

    def frame(self, left: float, top: float, right: float, bottom: float, fill: int | None = None) -> None:
        """Draw a rectangle with round corners, its stroke inside."""
        corners, stroke = self._corners(left, top, right, bottom), self.stroke * _OVERSAMPLING
        self._draw.rounded_rectangle(corners, stroke * 3 // 2, fill=fill, outline=255, width=stroke)

    def disc(self, x: float, y: float, radius: float, ink: int = 255) -> None:
        """Fill a circle."""
        self._draw.ellipse(self._corners(x - radius, y - radius, x + radius, y + radius), fill=ink)

    def ring(self, x: float, y: float, radius: float, start: int = 0, end: int = 360) -> None:
        """Draw a circle, or an arc of it clockwise from `start` to `end` (degrees, 0 at the right), stroke inside."""
        corners = self._corners(x - radius, y - radius, x + radius, y + radius)
        self._draw.arc(corners, start, end, fill=255, width=self.stroke * _OVERSAMPLING)

    def _corners(self, left: float, top: float, right: float, bottom: float) -> tuple[int, int, int, int]:
        """Return the first and the last pixels of a rectangle."""
        (x, y), (x2, y2) = self._edge((left, top)), self._edge((right, bottom))
        return x, y, x2 - 1, y2 - 1

    def _edge(self, point: _Point) -> tuple[int, int]:
        """Return the corner between pixels that is nearest to a point."""
        x, y = (int(unit * self.size / _GRID_UNITS + 0.5) * _OVERSAMPLING for unit in point)
        return x, y

    def _centre(self, point: _Point) -> _Point:
        """Return the nearest point at which a stroke covers whole pixels."""
        shift = self.stroke % 2 * _OVERSAMPLING / 2
        x, y = self._edge(point)
        return x - shift, y - shift


def _die(pen: _Pen, pips: int) -> None:
    """Draw a black die with white pips: a frame as strong as stems would leave them no room."""
    pen.frame(2, 2, 22, 22, fill=255)
    unit = _GRID_UNITS / pen.size
    radius, step = max(pen.size // 10, 1) * unit, round(pen.size * 0.22) * unit
    near, middle, far = 12 - step, 12.0, 12 + step
    corners: Sequence[_Point] = ((near, near), (far, far), (far, near), (near, far), (near, middle), (far, middle))
    spots = [*corners[: pips // 2 * 2], *([(middle, middle)] if pips % 2 else [])]
    for x, y in spots:
        pen.disc(x, y, radius, ink=0)


def _bot(pen: _Pen) -> None:
    pen.line((12, 8), (12, 4))
    pen.disc(12, 3.5, 2)
    pen.frame(2, 8, 22, 22)
    pen.box(4, 10, 20, 20)
    pen.box(6, 12, 10, 15, ink=0)
    pen.box(14, 12, 18, 15, ink=0)
    pen.box(8, 18, 16, 20, ink=0)


def _card(pen: _Pen) -> None:
    pen.frame(4, 2, 20, 22)
    pen.area((12, 7), (16, 12), (12, 17), (8, 12))


def _cave(pen: _Pen) -> None:
    pen.disc(12, 12, 10)
    pen.box(2, 12, 22, 21)
    pen.box(0, 21, 24, 24, ink=0)
    pen.disc(12, 14, 5, ink=0)
    pen.box(7, 14, 17, 24, ink=0)


def _coin(pen: _Pen) -> None:
    pen.disc(12, 12, 10)
    pen.box(11, 7, 13, 17, ink=0)


def _dragon(pen: _Pen) -> None:
    left = ((12, 4), (10, 1), (9, 6), (11, 9), (6, 5), (0, 9), (3, 11), (2, 15), (6, 14), (8, 17), (10, 15), (11, 19))
    tail = ((9, 20), (12, 24))
    right = tuple((_GRID_UNITS - x, y) for x, y in reversed((*left[1:], tail[0])))
    pen.area(*left, *tail, *right)


def _flag(pen: _Pen) -> None:
    pen.line((5, 3), (5, 22))
    pen.area((5, 2), (22, 7.5), (5, 13))


def _marker(pen: _Pen) -> None:
    pen.line((12, 3), (20, 7), (20, 17), (12, 21), (4, 17), (4, 7), closed=True)
    pen.line((4, 7), (12, 11), (20, 7))
    pen.line((12, 11), (12, 21))


def _refresh(pen: _Pen) -> None:
    pen.ring(12, 12, 9, 20, 310)
    pen.area((15, 9), (23, 9), (21, 1))


def _steps(pen: _Pen) -> None:
    pen.area((2, 22), (2, 17), (9, 17), (9, 11), (16, 11), (16, 5), (22, 5), (22, 22))


def _trophy(pen: _Pen) -> None:
    pen.ring(6.5, 7, 4.5)
    pen.ring(17.5, 7, 4.5)
    pen.area((6, 2), (18, 2), (17, 10), (14, 14), (10, 14), (7, 10))
    pen.box(11, 13, 13, 19)
    pen.box(7, 19, 17, 22)


def _warning(pen: _Pen) -> None:
    pen.line((12, 3), (22, 21), (2, 21), closed=True)
    pen.line((12, 10), (12, 14))
    pen.disc(12, 17.5, 1.5)


def _you(pen: _Pen) -> None:
    pen.disc(12, 7, 5)
    pen.disc(12, 22, 9)
    pen.box(0, 22, 24, 24, ink=0)


_PICTURES: Final[dict[Icon, Callable[[_Pen], None]]] = {
    Icon.BOT: _bot,
    Icon.CARD: _card,
    Icon.CAVE: _cave,
    Icon.COIN: _coin,
    Icon.DRAGON: _dragon,
    Icon.FLAG: _flag,
    Icon.MARKER: _marker,
    Icon.REFRESH: _refresh,
    Icon.STEPS: _steps,
    Icon.TROPHY: _trophy,
    Icon.WARNING: _warning,
    Icon.YOU: _you,
}


def swatch(hatch: Icon, size: int, pen: int) -> Image.Image:
    """Return the mask (mode "1", 1 = ink) of a framed square, `size` px wide and high, filled with one of `HATCHES`."""
    inked, middle = _HATCH_INK[hatch], size // 2
    mask = Image.new("1", (size, size), 0)
    units = [(at - middle) // pen for at in range(size)]
    mask.putdata([int(inked(x, y)) for y in units for x in units])
    draw = ImageDraw.Draw(mask)
    edge, stroke = (size + 4) // 12, size // 8
    draw.rectangle((0, 0, size - 1, size - 1), outline=0, width=edge + stroke + 1)
    draw.rectangle((edge, edge, size - 1 - edge, size - 1 - edge), outline=1, width=stroke)
    return mask


# Each returns whether a pixel is ink; coordinates are from the middle of the square.
_HATCH_INK: Final[dict[Icon, Callable[[int, int], bool]]] = {
    Icon.HATCH_SOLID: lambda _x, _y: True,
    Icon.HATCH_HORIZONTAL: lambda _x, y: y % 4 in (3, 0),
    Icon.HATCH_DIAGONAL: lambda x, y: (x + y) % 6 in (0, 1, 2),
    Icon.HATCH_DOTS: lambda x, y: x % 4 in (3, 0) and y % 4 in (3, 0),
    Icon.HATCH_CROSS: lambda x, y: (x + y + 1) % 8 in (0, 1) or (x - y) % 8 in (0, 1),
    Icon.HATCH_EMPTY: lambda _x, _y: False,
}

HATCHES: Final = tuple(_HATCH_INK)
