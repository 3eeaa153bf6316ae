"""The pictures of the panel test: what a wrong panel would do to them can be seen."""

import pytest
from PIL import Image, ImageChops

from display.patterns import STEP, border, checkerboard, offset, plates

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

    assert {BLACK} == {image.getpixel((x, y)) for x in range(width) for y in (0, height - 1)}
    assert {BLACK} == {image.getpixel((x, y)) for y in range(height) for x in (0, width - 1)}
    assert BLACK not in {image.getpixel((x, y)) for x in columns for y in (1, height - 2)}
    assert BLACK not in {image.getpixel((x, y)) for y in rows for x in (1, width - 2)}


@each_size
@pytest.mark.parametrize("back", [False, True])
def test_the_stairs_touch_every_edge(width: int, height: int, *, back: bool) -> None:
    """Each of the four stairs begins on its edge; shifted by a byte, one of them has lost that."""
    image = offset(width, height, "words", back=back)

    assert (0, 0, width, height) == ink(image)
    for x, y in ((STEP, 0), (-STEP, 0), (0, STEP), (0, -STEP)):
        shifted = Image.new("1", image.size, 1)
        shifted.paste(image, (x, y))
        assert (0, 0, width, height) != ink(shifted)


@each_size
def test_the_two_stairs_share_no_place(width: int, height: int) -> None:
    """A partial refresh drives what differs: so every stair moves, and is double where the refresh is shifted."""
    one, other = offset(width, height, ""), offset(width, height, "", back=True)
    top = [[x for x in range(width) if image.getpixel((x, 0)) == BLACK] for image in (one, other)]

    assert set(top[0]).isdisjoint(top[1])


@each_size
def test_the_checkerboard_turns_about(width: int, height: int) -> None:
    """Its inverse is black where it is white, pixel by pixel."""
    boards = [checkerboard(width, height, inverse=inverse).convert("L") for inverse in (False, True)]

    assert ImageChops.invert(boards[0]) == boards[1]


@each_size
def test_every_picture_fits_its_glass(width: int, height: int) -> None:
    """Size and mode are those of the panel; each has a name of its own and says what to look for."""
    found = plates(width, height)

    assert {((width, height), "1")} == {(plate.frame.size, plate.frame.mode) for plate in found}
    assert len(found) == len({plate.name for plate in found})
    assert all(plate.look for plate in found)
