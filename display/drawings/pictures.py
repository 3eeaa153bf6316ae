"""Pictures as values: boxes, lines, areas and words with their places, and pictures made of pictures.

All lengths are pens: the finest line of a panel, a whole number of pixels. A picture knows its size before anything is
drawn, so the layout knows whether it fits. Round lines are drawn as one filled shape in another, which one bit shows
evenly.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import accumulate
from typing import Any, Literal, TypeAlias

from msgspec import Struct
from PIL import Image, ImageChops, ImageDraw

from display import letters
from display.letters import Face, TextRow
from display.paint import BLACK, WHITE, draw_row

Point: TypeAlias = tuple[int, int]

_HALO = tuple((x, y) for x in range(-2, 3) for y in range(-2, 3) if abs(x) + abs(y) in (1, 3))
"""Offsets (pens) at which letters are painted in white first, so that a tint does not touch them."""


class Box(Struct, frozen=True):
    """A rectangle with round corners, a disc if the radius is half a side, with a line of width `line` inside."""

    width: int
    height: int
    radius: int = 0
    line: int = 2
    fill: Literal["white", "black", "shade"] = "white"


class Area(Struct, frozen=True):
    """A filled polygon."""

    points: tuple[Point, ...]


class Line(Struct, frozen=True):
    """A stroke through points."""

    points: tuple[Point, ...]
    width: int = 2


class Words(Struct, frozen=True):
    """A row of type, placed by its start on the baseline. `clear`: with white around its letters."""

    face: Face
    row: TextRow
    ink: int = BLACK
    clear: bool = False


class Deferred(Struct, frozen=True):
    """A picture that takes time to make, so it is made only when it is painted."""

    make: Callable[..., "Picture"]
    args: tuple[Any, ...]


class Picture(Struct, frozen=True):
    """A rectangle and its parts, each with its place from the top left corner, in order of painting."""

    width: int
    height: int
    parts: tuple["Placed", ...] = ()


Placed: TypeAlias = tuple[int, int, "Box | Area | Line | Words | Picture | Deferred"]


def column_of(pictures: Iterable[Picture], gap: int) -> Picture:
    """Return pictures one below the other, `gap` pens apart."""
    shown = tuple(pictures)
    tops = [*accumulate((one.height + gap for one in shown), initial=0)]
    parts = tuple((0, top, one) for top, one in zip(tops, shown, strict=False))
    return Picture(max((one.width for one in shown), default=0), tops[-1] - gap if shown else 0, parts)


def row_of(pictures: Iterable[Picture], gap: int) -> Picture:
    """Return pictures side by side, `gap` pens apart; with a negative gap neighbours share a line."""
    shown = tuple(pictures)
    lefts = [*accumulate((one.width + gap for one in shown), initial=0)]
    parts = tuple((left, 0, one) for left, one in zip(lefts, shown, strict=False))
    return Picture(lefts[-1] - gap if shown else 0, max((one.height for one in shown), default=0), parts)


def centre(picture: Picture, width: int, height: int) -> Placed:
    """Return a picture placed in the middle of a rectangle."""
    return ((width - picture.width) // 2, (height - picture.height) // 2, picture)


def words(face: Face, row: TextRow, ink: int = BLACK, *, clear: bool = False) -> Picture:
    """Return a row of type as a picture as high as its capitals, or its icons."""
    capital = in_pens(face, letters.cap_height(face))
    return Picture(in_pens(face, letters.width(face, row)), capital, ((0, capital, Words(face, row, ink, clear)),))


def in_pens(face: Face, pixels: int) -> int:
    """Return how many pens of a face hold some pixels."""
    return -(-pixels // face.pen)


def paint(image: Image.Image, picture: Picture, x: int, y: int, pen: int) -> None:
    """Paint a picture with its left top corner at a place (px), its pen `pen` px wide."""
    draw = ImageDraw.Draw(image)
    for left, top, part in picture.parts:
        at = x + left * pen, y + top * pen
        match part:
            case Picture():
                paint(image, part, *at, pen)
            case Deferred():
                paint(image, part.make(*part.args), *at, pen)
            case Words():
                _paint_words(image, part, at)
            case Box():
                _paint_box(image, draw, part, at, pen)
            case Line():
                draw.line(_points(part.points, at, pen), fill=BLACK, width=part.width * pen)
            case Area():
                draw.polygon(_points(part.points, at, pen), fill=BLACK)


def _points(points: tuple[Point, ...], at: Point, pen: int) -> list[Point]:
    return [(at[0] + x * pen, at[1] + y * pen) for x, y in points]


def _paint_words(image: Image.Image, words: Words, at: Point) -> None:
    for x, y in _HALO if words.clear else ():
        draw_row(image, words.face, words.row, (at[0] + x * words.face.pen, at[1] + y * words.face.pen), WHITE)
    draw_row(image, words.face, words.row, at, words.ink)


def _paint_box(image: Image.Image, draw: ImageDraw.ImageDraw, box: Box, at: Point, pen: int) -> None:
    (x, y), line, width, height = at, box.line * pen, box.width * pen, box.height * pen
    _fill(draw, (x, y, x + width - 1, y + height - 1), box.radius * pen, BLACK)
    if box.fill == "black":
        return
    inside = width - 2 * line, height - 2 * line
    radius = max(box.radius * pen - line, 0)
    _fill(draw, (x + line, y + line, x + line + inside[0] - 1, y + line + inside[1] - 1), radius, WHITE)
    if box.fill == "shade":
        image.paste(BLACK, (x + line, y + line), _shade(*inside, radius, pen))


def _fill(draw: ImageDraw.ImageDraw, corners: tuple[int, int, int, int], radius: int, ink: int) -> None:
    if 2 * radius >= corners[2] - corners[0] + 1:
        draw.ellipse(corners, fill=ink)
    else:
        draw.rounded_rectangle(corners, radius, fill=ink)


@lru_cache(maxsize=32)
def _shade(width: int, height: int, radius: int, pen: int) -> Image.Image:
    """Return a tint, which no colour of a piece has, as a mask in the shape of a box (px)."""
    lines, shape = (Image.new("1", (width, height), 0) for _ in range(2))
    lines.putdata([int((x // pen + y // pen) % 2 == 0) for y in range(height) for x in range(width)])
    _fill(ImageDraw.Draw(shape), (0, 0, width - 1, height - 1), radius, 1)
    return ImageChops.logical_and(lines, shape)
