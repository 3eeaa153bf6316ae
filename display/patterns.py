"""Test pictures: is the whole glass driven, is the picture in its place, is anything grey? Pure."""

from PIL import Image, ImageDraw

from display import letters
from display.letters import Face
from display.paint import BLACK, WHITE, draw_centred

FACE = Face("Semibold", 17, 16)
SHIFT_PX = 8
"""A chip addresses columns by the byte, so a wrong offset is a shift of 8 pixels."""
SQUARE_PX = 16
DOT_PX = (16, 36)
"""Start and end of the dot, px from the left and from the top."""


def border(width: int, height: int) -> Image.Image:
    """Return a line of one pixel around the glass, one 8 px inside of it, a dot top left, a circle, and the size.

    A shift by 8 pixels loses a line on one edge; the dot shows a turn or a mirror image; rows in another order tear the
    circle.
    """
    image, draw = _blank(width, height)
    draw.rectangle((0, 0, width - 1, height - 1), outline=BLACK)
    draw.rectangle((SHIFT_PX, SHIFT_PX, width - 1 - SHIFT_PX, height - 1 - SHIFT_PX), outline=BLACK)
    draw.ellipse((DOT_PX[0], DOT_PX[0], DOT_PX[1], DOT_PX[1]), fill=BLACK)
    radius = height // 2 - SHIFT_PX - 4
    draw.ellipse((width // 2 - radius, height // 2 - radius, width // 2 + radius, height // 2 + radius), outline=BLACK)
    rows, pitch = (f"{width} × {height}", "Test"), FACE.size + 6
    base = (height - pitch * len(rows)) // 2 + letters.baseline(FACE, pitch)
    for n, row in enumerate(rows):
        draw_centred(image, FACE, (row,), width // 2, base + n * pitch)
    return image


def checkerboard(width: int, height: int, *, inverse: bool = False) -> Image.Image:
    """Return squares of 16 px, the first one black, or white if inverse."""
    image, draw = _blank(width, height)
    for top in range(0, height, SQUARE_PX):
        for left in range(0, width, SQUARE_PX):
            if (left + top) // SQUARE_PX % 2 == int(inverse):
                draw.rectangle((left, top, left + SQUARE_PX - 1, top + SQUARE_PX - 1), fill=BLACK)
    return image


def _blank(width: int, height: int) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("1", (width, height), WHITE)
    return image, ImageDraw.Draw(image)
