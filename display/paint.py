"""Rows of words and icons, arrows and boxes on a mode "1" image, where 1 is white and 0 is ink."""

from typing import Final

from PIL import Image, ImageDraw

from display import letters
from display.icons import HATCHES, baseline, picture
from display.letters import Face, TextRow
from engines.kit.text import Icon

WHITE: Final = 1
BLACK: Final = 0


def draw_row(image: Image.Image, face: Face, row: TextRow, pen: tuple[int, int], ink: int = BLACK) -> None:
    """Set a row. `pen` (px) is the start of its first letter on the baseline."""
    x, y = pen
    space = letters.length(face, " ")
    for run in row:
        if isinstance(run, Icon):
            _draw_icon(image, run, face, (x + 1, y - baseline(face.icon)), ink)
            x += face.icon + 2
            continue
        for place, word in enumerate(run.split(" ")):
            x += space if place else 0
            _draw_word(image, face, word, (x, y), ink)
            x += letters.length(face, word)


def _draw_icon(image: Image.Image, icon: Icon, face: Face, corner: tuple[int, int], ink: int) -> None:
    """Draw an icon. A hatch stays black on white on a black row too: inverted it would be another colour's."""
    size = face.icon
    if icon in HATCHES:
        image.paste(WHITE, (*corner, corner[0] + size, corner[1] + size))
        ink = BLACK
    image.paste(ink, corner, picture(icon, size, face.pen))


def _draw_word(image: Image.Image, face: Face, word: str, pen: tuple[int, int], ink: int) -> None:
    stamp = letters.stamp(face, word) if word else None
    if stamp is not None:
        image.paste(ink, (pen[0] + stamp.left, pen[1] + stamp.top), stamp.mask)


def draw_centred(image: Image.Image, face: Face, row: TextRow, middle: int, base: int, ink: int = BLACK) -> None:
    """Set a row around x = `middle` (px) on the baseline `base` (px)."""
    draw_row(image, face, row, (middle - letters.width(face, row) // 2, base), ink)


def draw_arrow(image: Image.Image, left: int, middle: int, size: int, *, more: bool) -> None:
    """Draw a triangle that points left or right, `size` px high and half as wide from `left` around `middle` (px)."""
    half = size // 2
    tip, back = (left + half, left) if more else (left, left + half)
    corners = [(tip, middle), (back, middle - half), (back, middle + half)]
    ImageDraw.Draw(image).polygon(corners, fill=BLACK)


def draw_upright_arrow(image: Image.Image, left: int, middle: int, size: int, *, more: bool) -> None:
    """Draw a triangle that points down or up, in the middle of the room of `draw_arrow`; half as high as wide."""
    half, centre = size // 2, left + size // 4
    tip, back = middle - half // 2, middle + half - half // 2
    if not more:
        tip, back = back, tip
    corners = [(centre, tip), (centre - half, back), (centre + half, back)]
    ImageDraw.Draw(image).polygon(corners, fill=BLACK)


def draw_order(image: Image.Image, margin: int, base: int, size: int) -> None:
    """Draw the mark of an order in the margin (px) before its first row, whose letters are `size` px high."""
    half, wide = size // 3, margin // 2 - 1
    left, middle = (margin - wide) // 2 - 1, base - size // 2
    ImageDraw.Draw(image).polygon([(left, middle - half), (left, middle + half), (left + wide, middle)], fill=BLACK)


def draw_more(image: Image.Image, left: int, top: int, size: int, *, below: bool) -> None:
    """Draw a triangle `size` px wide and two thirds as high that points up, or down if `below`."""
    half, high = size // 2, size * 2 // 3
    tip, back = (top + high - 1, top) if below else (top, top + high - 1)
    ImageDraw.Draw(image).polygon([(left + half, tip), (left, back), (left + 2 * half, back)], fill=BLACK)


def draw_tick_box(image: Image.Image, left: int, top: int, size: int, ticked: bool, ink: int, pen: int) -> None:
    """Draw a check box of `size` px."""
    draw = ImageDraw.Draw(image)
    draw.rectangle((left, top, left + size - 1, top + size - 1), outline=ink, width=2 * pen)
    if ticked:
        a, b, c = (size // 4, size // 2), (size * 2 // 5, size * 7 // 10), (size * 3 // 4, size // 4)
        wide = 3 if size // pen > 17 else 2  # noqa: PLR2004 - as heavy as the letters
        draw.line([(left + x, top + y) for x, y in (a, b, c)], fill=ink, width=wide * pen)
