"""The pictures of the panel test: what a wrong panel would do to them can be seen."""

import pytest
from PIL import Image, ImageChops

from display.patterns import DOT_PX, SHIFT_PX, border, checkerboard

BLACK = 0
SIZES = [(400, 300), (296, 128)]
each_size = pytest.mark.parametrize(("width", "height"), SIZES)


def ink(image: Image.Image) -> tuple[int, int, int, int]:
    """Return left, top, right and bottom of what is black."""
    box = ImageChops.invert(image.convert("L")).getbbox()
    assert box is not None
    return box


@each_size
def test_the_border_is_on_the_edge(width: int, height: int) -> None:
    """Every pixel of the four edges is black, and nothing next to them."""
    image = border(width, height)
    columns, rows = range(1, width - 1), range(1, height - 1)

    assert ((width, height), "1") == (image.size, image.mode)
    assert {BLACK} == {image.getpixel((x, y)) for x in range(width) for y in (0, height - 1)}
    assert {BLACK} == {image.getpixel((x, y)) for y in range(height) for x in (0, width - 1)}
    assert BLACK not in {image.getpixel((x, y)) for x in columns for y in (1, height - 2)}
    assert BLACK not in {image.getpixel((x, y)) for y in rows for x in (1, width - 2)}


@each_size
def test_a_shift_loses_an_edge(width: int, height: int) -> None:
    """Shifted by a byte, one of the four lines on the edge is gone."""
    for x, y in ((SHIFT_PX, 0), (-SHIFT_PX, 0), (0, SHIFT_PX), (0, -SHIFT_PX)):
        shifted = Image.new("1", (width, height), 1)
        shifted.paste(border(width, height), (x, y))
        assert (0, 0, width, height) != ink(shifted)


@each_size
def test_the_dot_is_in_one_corner(width: int, height: int) -> None:
    """Turned or mirrored in any way, the picture has its dot in another corner; the other three are empty."""
    image, first, last = border(width, height), DOT_PX[0] - 4, DOT_PX[1] + 4
    spots = [(x, y) for x in (first, width - last) for y in (first, height - last)]
    corners = [image.crop((x, y, x + last - first, y + last - first)) for x, y in spots]

    assert [True, False, False, False] == [corner.getextrema()[0] == BLACK for corner in corners]


@each_size
def test_the_checkerboard_turns_about(width: int, height: int) -> None:
    """Its inverse differs in every pixel."""
    boards = [checkerboard(width, height, inverse=inverse).convert("L") for inverse in (False, True)]

    assert ImageChops.invert(boards[0]) == boards[1]
