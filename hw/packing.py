"""Packs frames for the panel's chip, whole or only the parts that differ."""

from itertools import groupby
from typing import TypeAlias

from PIL import Image, ImageChops

Box: TypeAlias = tuple[int, int, int, int]
"""A part of a packed frame: left, top, right, bottom; in bytes across, in rows down; the last two are excluded."""
MIN_SAVING = 5
"""A box is split in two if that saves at least one byte in this many: a second box needs its own commands."""

# A highlight that moves in a list changes two bars of the picture, and words at its foot:
#
#     ┌──────────────┐         ┌──────────────┐
#     │██████████████│         │ one box      │
#     │██████████████│   ──▶   │              │        A panel that is mounted upright has them side by side.
#     │              │         └──────────────┘
#     │              │              ┌─────────┐
#     │         words│              │ another │
#     └──────────────┘              └─────────┘


TURNS = {
    (0, False): None,
    (1, False): Image.Transpose.ROTATE_270,
    (2, False): Image.Transpose.ROTATE_180,
    (3, False): Image.Transpose.ROTATE_90,
    (0, True): Image.Transpose.FLIP_TOP_BOTTOM,
    (1, True): Image.Transpose.TRANSVERSE,
    (2, True): Image.Transpose.FLIP_LEFT_RIGHT,
    (3, True): Image.Transpose.TRANSPOSE,
}
"""The transposition of a frame for each rotation; a mirrored frame then has its last row first."""


def pack(frame: Image.Image, rotation: int, *, mirrored: bool = False) -> bytearray:
    """Return a frame for the chip: turned to its rows, 8 pixels a byte, the left one in the highest bit, 1 is white.

    Args:
        frame: mode "1", as the player sees it.
        rotation: 0 to 3, as Adafruit counts; the library turns its frames the same way, pixel by pixel.
        mirrored: True if the chip's first row is the last one of the glass.

    """
    turn = TURNS[rotation, mirrored]
    native = frame if turn is None else frame.transpose(turn)
    if native.width % 8:  # Pillow fills the last byte of a row with black, the chip's rows end in white
        wide = Image.new("1", (native.width + 7 & ~7, native.height), 1)
        wide.paste(native)
        native = wide
    return bytearray(native.tobytes())


def difference_boxes(stride: int, frame: bytearray, *others: bytearray) -> tuple[Box, ...]:
    """Return none, one or two boxes that contain every byte of a packed frame in which others differ.

    Args:
        stride: bytes in a row.
        frame: packed.
        others: packed, of the same size.

    """
    grid = _grid(frame, stride)
    difference, *more = (ImageChops.difference(grid, _grid(other, stride)) for other in others)
    for another in more:
        difference = ImageChops.lighter(difference, another)
    box = difference.getbbox()
    return () if box is None else _split(difference, box)


def area(boxes: tuple[Box, ...]) -> int:
    """Return the number of bytes in some boxes."""
    return sum((right - left) * (bottom - top) for left, top, right, bottom in boxes)


def crop(pixels: bytearray, stride: int, box: Box) -> bytearray:
    """Return the part of a packed frame that is in a box, row after row."""
    return bytearray(_grid(pixels, stride).crop(box).tobytes())


def upper_part(box: Box, size: int) -> Box:
    """Return the first rows of a box, perhaps none, that have at most `size` bytes together."""
    left, top, right, bottom = box
    return left, top, right, min(bottom, top + size // (right - left))


def with_part(pixels: bytearray, other: bytearray, stride: int, box: Box) -> bytearray:
    """Return a packed frame with another one's pixels in a box."""
    grid = _grid(pixels, stride).copy()
    grid.paste(_grid(other, stride).crop(box), box)
    return bytearray(grid.tobytes())


def _grid(pixels: bytearray, stride: int) -> Image.Image:
    """Return packed pixels as a picture of whole bytes: Pillow compares and cuts them faster than Python does."""
    return Image.frombuffer("L", (stride, len(pixels) // stride), pixels, "raw", "L", 0, 1)


def _split(different: Image.Image, box: Box) -> tuple[Box, ...]:
    """Return the boxes on both sides of the largest gap, or the box if that saves too little."""
    left, top, right, bottom = box
    inside = different.crop(box)
    across, down = map(_longest_gap, inside.getprojection())
    if (across[1] - across[0]) * (bottom - top) > (down[1] - down[0]) * (right - left):
        parts = (left, top, left + across[0], bottom), (left + across[1], top, right, bottom)
    else:
        parts = (left, top, right, top + down[0]), (left, top + down[1], right, bottom)
    boxes = tuple(_shrink(different, part) for part in parts)
    return boxes if MIN_SAVING * area(boxes) <= (MIN_SAVING - 1) * area((box,)) else (box,)


def _longest_gap(marks: list[int]) -> tuple[int, int]:
    """Return start and end of the longest run without a mark; the first and the last are marked."""
    longest, at = (0, 0), 0
    for marked, run in groupby(marks):
        end = at + len(list(run))
        if not marked and end - at > longest[1] - longest[0]:
            longest = at, end
        at = end
    return longest


def _shrink(different: Image.Image, part: Box) -> Box:
    """Return the smallest box of all that differs in a part."""
    left, top, right, bottom = different.crop(part).getbbox() or (0, 0, 0, 0)
    return part[0] + left, part[1] + top, part[0] + right, part[1] + bottom
