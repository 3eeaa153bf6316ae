"""Emblems as masks: of their rows, or of an initial if there are none."""

from functools import lru_cache

from PIL import Image, ImageDraw

from display import letters
from display.letters import Face
from display.paint import BLACK, WHITE, draw_centred
from engines.kit.contract import Emblem
from engines.kit.emblem import INK, SIZES, rows_of

TAVOLINO = Emblem("T", folder="display")
"""The mark of the device: a bot at a little table."""
_INITIAL = {24: Face("Bold", 21, 16), 48: Face("Bold", 47, 32)}


@lru_cache(maxsize=16)
def picture(emblem: Emblem, size: int) -> Image.Image:
    """Return the mask (mode "1", 1 = ink) of an emblem, `size` px wide and high."""
    rows = rows_of(emblem, size)
    if not rows:
        mask = _initial(emblem.initial, max(one for one in SIZES if one <= size))
    else:
        mask = Image.new("1", (len(rows), len(rows)))
        mask.putdata([int(sign == INK) for row in rows for sign in row])
    if mask.width == size:
        return mask
    grown = mask.convert("L").resize((size, size), Image.Resampling.BICUBIC)
    return grown.point([255 if level > 127 else 0 for level in range(256)], "1")  # noqa: PLR2004 - half of 255


def draw_emblem(image: Image.Image, emblem: Emblem, size: int, corner: tuple[int, int]) -> None:
    """Draw an emblem, black on white on a black row too: inverted it would be another picture."""
    (x, y), edge = corner, size // 24
    plate = (x - edge, y - edge, x + size - 1 + edge, y + size - 1 + edge)
    ImageDraw.Draw(image).rounded_rectangle(plate, 2 * edge, fill=WHITE)
    image.paste(BLACK, corner, picture(emblem, size))


def _initial(initial: str, size: int) -> Image.Image:
    """Return the mask of a square of ink with a white letter."""
    face, mask = _INITIAL[size], Image.new("1", (size, size), 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, size - 1, size - 1), size // 6, fill=1)
    draw_centred(mask, face, (initial,), size // 2, (size + letters.cap_height(face)) // 2, 0)
    return mask
