"""Icons and hatches exist, fill their square, and can be distinguished at every size in use."""

from itertools import combinations, pairwise

import pytest
from PIL import Image, ImageChops

from display.icons import HATCHES, baseline, picture
from display.letters import Face, length
from display.paint import BLACK, WHITE, draw_row
from display.profiles import Profile
from engines.kit.text import Icon
from tests.core import core
from tests.profiles import PROFILES

START_X = 10
FACES = tuple(
    dict.fromkeys(face for one in PROFILES.values() for face in (one.body, *(s.body for s in one.larger_sizes)))
)
"""The faces of lines, which have icons among their words."""

_sizes = pytest.mark.parametrize("size", [16, 24, 32])


@_sizes
def test_every_icon_is_drawn(size: int) -> None:
    """Each member of the vocabulary has a mask of the asked size that nearly fills its height or width."""
    for icon in Icon:
        mask = picture(icon, size)
        assert (mask.mode, mask.size) == ("1", (size, size))
        box = mask.getbbox()
        assert box is not None
        assert max(box[2] - box[0], box[3] - box[1]) >= size * 3 // 4


@_sizes
def test_no_two_symbols_look_alike(size: int) -> None:
    """Any two differ in at least a twentieth of the square; dice, and the empty square that is like a die, in a pip."""
    squares = {icon for icon in Icon if icon.value.startswith("die")} | {Icon.HATCH_EMPTY}
    for one, other in combinations(Icon, 2):
        least = 4 if {one, other} <= squares else size * size // 20
        assert _differing(picture(one, size), picture(other, size)) >= least


@pytest.mark.parametrize("hatch", HATCHES)
def test_a_hatch_on_a_highlighted_row_is_the_same(hatch: Icon) -> None:
    """A colour keeps its pattern where words are white on black, or a solid square would look like an empty one."""
    face = PROFILES["4.2"].body
    pictures = []
    for paper, ink in ((WHITE, BLACK), (BLACK, WHITE)):
        image = Image.new("1", (40, 40), paper)
        draw_row(image, face, (hatch,), (0, 30), ink)
        top = 30 - baseline(face.icon)
        pictures.append(image.crop((1, top, 1 + face.icon, top + face.icon)))
    plain, highlighted = pictures
    assert plain.tobytes() == highlighted.tobytes()


@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
@pytest.mark.parametrize("icon", [Icon.HATCH_EMPTY, Icon.FLAG, Icon.MARKER])
def test_strokes_are_as_wide_as_stems(profile: Profile, icon: Icon) -> None:
    """An icon is as bold as the letters beside it; the smallest may be a pixel finer, or its corners would fill."""
    size = profile.body.icon
    stem, stroke = _stem_width(profile.body, "l"), _first_run(picture(icon, size).crop((0, size * 3 // 5, size, size)))
    assert stem - (size < 24) <= stroke <= stem


def test_a_die_has_its_pips() -> None:
    """Each face leaves out the ink of one more pip than the one before."""
    inks = [_ink(picture(icon, 32)) for icon in Icon if icon.value.startswith("die")]
    pips = {fewer - more for fewer, more in pairwise(inks)}
    assert len(inks) == 6
    assert len(pips) == 1
    assert pips.pop() > 0


def _differing(one: Image.Image, other: Image.Image) -> int:
    return _ink(ImageChops.logical_xor(one, other))


def _ink(mask: Image.Image) -> int:
    return mask.histogram()[255]


_faces = pytest.mark.parametrize("face", FACES, ids=lambda face: f"{face.weight}-{face.size}")


@_faces
@pytest.mark.parametrize("icon", [Icon.DIE_1, Icon.BOT, Icon.CARD, Icon.TROPHY, Icon.STEPS, *HATCHES])
def test_an_icon_stands_on_the_line_of_its_letters(face: Face, icon: Icon) -> None:
    """An icon with feet ends on the same line as a letter with feet."""
    assert _ink_box(face, "H")[3] == _ink_box(face, icon)[3]


@_faces
@pytest.mark.parametrize("icon", core(Icon, *list(Icon)[::3]))
def test_an_icon_stands_as_far_from_words_as_they_do(face: Face, icon: Icon) -> None:
    """The white on both sides of an icon equals that between two words, within a third of it, or 3 px."""
    letter = _ink_box(face, "H")
    words = _ink_box(face, "H H")[2] - letter[2] - (letter[2] - letter[0])
    box = picture(icon, face.icon).getbbox()
    assert box is not None
    right = _ink_box(face, icon, " H")[2] - (letter[2] - letter[0]) - (START_X + 1 + box[2])
    left = START_X + length(face, "H ") + 1 + box[0] - letter[2]
    for gap in (left, right):
        assert abs(gap - words) <= max(words / 3, 3)


def _ink_box(face: Face, *row: str | Icon) -> tuple[int, int, int, int]:
    """Return the box of the ink of a row that is set at x = `START_X`."""
    image = Image.new("1", (200, 100), WHITE)
    draw_row(image, face, row, (START_X, 60))
    box = ImageChops.invert(image.convert("L")).getbbox()
    assert box is not None
    return box


def _stem_width(face: Face, letter: str) -> int:
    """Return how wide a letter that is one stem is drawn, px."""
    image = Image.new("1", (60, 60), BLACK)
    draw_row(image, face, (letter,), (10, 40), WHITE)
    return _first_run(image.crop((0, 30, 60, 31)))


def _first_run(mask: Image.Image) -> int:
    """Return how many pixels of the top row are ink before the next paper."""
    row = [bool(mask.getpixel((x, 0))) for x in range(mask.width)]
    start = row.index(True)
    return row.index(False, start) - start


@pytest.mark.parametrize("hatch", HATCHES)
def test_a_hatch_is_as_coarse_as_the_pen(hatch: Icon) -> None:
    """If lines are two pixels wide, so are those of a hatch, and each dot is two pixels high."""
    face = Face("Semibold", 44, 48, pen=2)
    image = Image.new("1", (60, 60), 1)
    draw_row(image, face, (hatch,), (0, 50))
    inside = image.crop((13, 50 - baseline(48) + 12, 37, 50 - baseline(48) + 36))
    assert inside.resize((12, 12), Image.Resampling.NEAREST).resize((24, 24), Image.Resampling.NEAREST) == inside
