"""Test pictures: is the whole glass driven, does the picture sit where it belongs, does anything remain? Pure."""

from msgspec import Struct
from PIL import Image, ImageDraw

from display import type as letters
from display.paint import BLACK, WHITE, draw_centred
from display.refresh import Refresh
from display.type import Face

WORDS = Face("Semibold", 17, 16)
NUMBERS = Face("Semibold", 15, 16)
STEP = 8
"""A chip addresses columns by the byte, so a wrong offset is a shift of 8 pixels."""
STEPS = 4
STAIR = 19
"""Length of one stair, px: room for its number."""
SQUARE = 16


class Plate(Struct, frozen=True):
    """A picture, how to draw it, and what must be seen then."""

    name: str
    frame: Image.Image
    refresh: Refresh
    look: str


def plates(width: int, height: int) -> tuple[Plate, ...]:
    """Return the pictures of a panel test, in order, for a glass of this size, px."""
    board, white = checkerboard(width, height), Image.new("1", (width, height), WHITE)
    return (
        Plate("border", border(width, height), Refresh.FULL, "a thin line on each of the four edges; words upright"),
        Plate(
            "offset-full",
            offset(width, height, "Full refresh"),
            Refresh.FULL,
            "the stairs on each edge begin with 0, on the edge itself; if one begins with 8, or behind a strip of "
            "8 pixels, change panel.x_offset or the second byte of panel.update_control.full",
        ),
        Plate(
            "offset-partial",
            offset(width, height, "Partial refresh", back=True),
            Refresh.PARTIAL,
            "the stairs go the other way and begin with 0 on the edge as before; if something moved or is double, "
            "change the second byte of panel.update_control.partial",
        ),
        Plate("checkerboard", board, Refresh.FULL, "even squares, black as black and white as white"),
        Plate("inverse", checkerboard(width, height, inverse=True), Refresh.PARTIAL, "the same, changed about"),
        Plate(
            "ghosts",
            white,
            Refresh.PARTIAL,
            "white; faint squares are what partial refreshes leave. If they disturb, lower full_refresh_after",
        ),
        Plate("white", white, Refresh.FULL, "white without a trace"),
    )


def border(width: int, height: int) -> Image.Image:
    """Return a line of one pixel around the glass, one 8 px inside of it, and the size in words."""
    image, draw = _blank(width, height)
    draw.rectangle((0, 0, width - 1, height - 1), outline=BLACK)
    draw.rectangle((STEP, STEP, width - 1 - STEP, height - 1 - STEP), outline=BLACK)
    _say(image, (f"{width} × {height}", "This side up"))
    return image


def offset(width: int, height: int, words: str, *, back: bool = False) -> Image.Image:
    """Return stairs that go in from the middle of each edge by 8 px, each stair with its distance to the edge.

    They go in to the right and downwards, or `back`.

    A picture that is shifted by 8 pixels has lost its stair 0 on one edge, and has a strip before it on the other.
    """
    image, draw = _blank(width, height)
    for n in range(STEPS):
        away = (STEPS - 1 - n if back else n) * STEP
        along_x, along_y = (side // 2 - STEPS * STAIR // 2 + n * STAIR for side in (width, height))
        columns, rows = (along_x, along_x + STAIR - 1), (along_y, along_y + STAIR - 1)
        draw.rectangle((away, rows[0], away + 1, rows[1]), fill=BLACK)
        draw.rectangle((width - 2 - away, rows[0], width - 1 - away, rows[1]), fill=BLACK)
        draw.rectangle((columns[0], away, columns[1], away + 1), fill=BLACK)
        draw.rectangle((columns[0], height - 2 - away, columns[1], height - 1 - away), fill=BLACK)
        _number(image, away, (away + 13, sum(rows) // 2))
        _number(image, away, (width - 13 - away, sum(rows) // 2))
        _number(image, away, (sum(columns) // 2, away + 10))
        _number(image, away, (sum(columns) // 2, height - 9 - away))
    _say(image, (words,))
    return image


def checkerboard(width: int, height: int, *, inverse: bool = False) -> Image.Image:
    """Return squares of 16 px, the first one black, or white where it is the inverse."""
    image, draw = _blank(width, height)
    for top in range(0, height, SQUARE):
        for left in range(0, width, SQUARE):
            if (left + top) // SQUARE % 2 == int(inverse):
                draw.rectangle((left, top, left + SQUARE - 1, top + SQUARE - 1), fill=BLACK)
    return image


def _blank(width: int, height: int) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("1", (width, height), WHITE)
    return image, ImageDraw.Draw(image)


def _say(image: Image.Image, rows: tuple[str, ...]) -> None:
    """Set words around the middle of the glass."""
    pitch = WORDS.size + 6
    base = (image.height - pitch * len(rows)) // 2 + letters.baseline(WORDS, pitch)
    for n, row in enumerate(rows):
        draw_centred(image, WORDS, (row,), image.width // 2, base + n * pitch)


def _number(image: Image.Image, n: int, middle: tuple[int, int]) -> None:
    draw_centred(image, NUMBERS, (str(n),), middle[0], middle[1] + letters.capital(NUMBERS) // 2)
