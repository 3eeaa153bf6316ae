"""Drawings fit the rooms that they claim to fit, and lose nothing when they are cut."""

from itertools import combinations
from math import dist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from display.blocks import Block
from display.drawings import picture_of, styles
from display.drawings.pictures import Area, Box, Deferred, Line, Picture, Words, in_pens
from display.drawings.rings import Ring
from display.drawings.rows import aligned_rows
from display.drawings.sides import cuts
from display.frame import Cursor, draw
from display.layout import lay_out
from display.letters import cap_height, width
from display.plain_text import as_text
from display.profiles import Profile
from engines.kit.drawings import Drawing, Grid, Legend, Row, Side, Sign, Slot, Slots, Track, describe
from engines.kit.text import ENGLISH, PSEUDO, Text, load_catalogue
from tests.core import with_examples
from tests.display.drawings import ANY_DRAWING, DRAWINGS, SIDES, a_side
from tests.display.screens import CHROME
from tests.profiles import OTHER_PROFILES, PROFILES, key_of

LANGUAGES = [ENGLISH, load_catalogue(PSEUDO)]
_profiles = pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
_pens = pytest.mark.parametrize(
    "profile", [PROFILES["4.2"], OTHER_PROFILES["4.26"], PROFILES["2.9"]], ids=["4.2", "4.26", "2.9"]
)


@_pens
@with_examples(3)
def test_a_picture_stays_in_its_rectangle(profile: Profile, examples: int) -> None:
    """A drawing has no picture, or one that is not larger than its room, with all its strokes inside."""

    @settings(max_examples=examples)
    @given(drawing=ANY_DRAWING, wide=st.integers(1, 400), high=st.integers(1, 300))
    def law(drawing: Drawing, wide: int, high: int) -> None:
        picture = picture_of(drawing, styles(profile, ENGLISH), (wide, high))
        if picture is not None:
            assert (picture.width <= wide, picture.height <= high) == (True, True)
            assert [] == outside(picture)

    law()


@pytest.mark.parametrize("wide", range(80, 201, 20))
@pytest.mark.parametrize("name", range(20, 117, 8))
def test_a_name_in_a_loop_keeps_away_from_its_places(wide: int, name: int) -> None:
    """In a flat loop its corners come near to the line long before it is as wide as the loop."""
    ring, away, high = Ring(wide, 66), 16, 20
    if ring.holds(away, (name, high)):
        assert min(dist(point, (name / 2, high / 2)) for point in ring.points(360)) > away - 0.1


@_pens
def test_a_note_of_several_rows_takes_the_room_of_all(profile: Profile) -> None:
    """Under a row that has only a note the next one begins below the tails of its letters."""
    style, wide = styles(profile, ENGLISH)[-1], profile.width // 2
    picture = picture_of(Slots((Row(3, note=Text("When Played or Once Per Round dragons")),)), (style,), (wide, 400))
    assert picture is not None
    assert [] == outside(replace(picture, height=picture.height - style.tail))


@_profiles
@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_has_a_picture(name: str, profile: Profile) -> None:
    """Every drawing of a game has a picture, if need be in parts; on 4.2" whole."""
    room = profile.width - 2 * profile.margin, profile.height - profile.header - profile.footer - profile.above - 2
    picture = picture_of(DRAWINGS[name], styles(profile, ENGLISH), room)
    parts = list(cuts(DRAWINGS[name])) if picture is None and key_of(profile) == "2.9" else []
    assert picture or any(picture_of(head, styles(profile, ENGLISH), room) for head, _ in parts)


@_profiles
@with_examples(2, 10)
def test_a_side_of_anything_fits(profile: Profile, examples: int) -> None:
    """All parts are on the pages, in any language; each is inside the glass, and none covers another."""

    @settings(max_examples=examples)
    @given(parts=st.lists(st.one_of(ANY_DRAWING, st.text("Abc ", min_size=1, max_size=200)), min_size=1, max_size=4))
    def law(parts: list[Drawing | str]) -> None:
        texts = [Text("{words}", words=part) if isinstance(part, str) else part for part in parts]
        for catalogue in LANGUAGES:
            layout = lay_out(a_side(*texts), profile, catalogue)
            for page in layout.pages:
                assert page.blocks
                assert all(on_the_glass(block, profile) for block in page.blocks)
                assert [] == [pair for pair in combinations(page.blocks, 2) if overlap(*pair)]
            draw(layout, 0, Cursor(), CHROME)

    law()


NARROW = Slots((Row("Points", note=17), Row("Hand", note=3)))


def test_lines_beside_a_narrow_drawing() -> None:
    """A line that is not higher is at its right, two margins away; the next line is below it, at the left margin."""
    (page,) = lay_out(a_side(NARROW, Text("Silver: 2."), Text("No goods.")), PROFILES["4.2"], ENGLISH).pages
    (drawing, beside, below), margin = page.blocks, PROFILES["4.2"].margin
    assert (drawing.x + drawing.width + 2 * margin, drawing.y) == (beside.x, beside.y)
    assert (margin, True) == (below.x, below.y >= drawing.y + drawing.height)


def test_a_long_word_is_below_a_narrow_drawing() -> None:
    """The word is not broken to fit beside it."""
    drawing = replace(NARROW, rows=(Row("Points of the city", note=17), Row("Hand", note=3)))
    (page,) = lay_out(a_side(drawing, Text("Schifffahrtsgesellschaft")), PROFILES["4.2"], ENGLISH).pages
    assert [(), (("Schifffahrtsgesellschaft",),)] == [block.rows for block in page.blocks]


def test_a_line_of_several_pages_is_whole() -> None:
    """Its pages have all its words, in their order."""
    words = " ".join(f"word{n}" for n in range(150))
    pages = lay_out(a_side(Text("{words}", words=words)), PROFILES["2.9"], ENGLISH).pages
    rows = ["".join(map(str, row)).strip() for page in pages for block in page.blocks for row in block.rows]
    assert words == " ".join(rows)
    assert len(pages) > 1


def test_what_cannot_be_drawn_is_said() -> None:
    """A track that is too long for the glass is replaced by its sentences, in their order."""
    track = Track("Path", tuple(Slot(n) for n in range(300)), at=5, moved=3)
    (page,) = lay_out(a_side(track), PROFILES["2.9"], ENGLISH).pages
    rows = ["".join(map(str, row)) for block in page.blocks for row in block.rows]
    assert [ENGLISH.words(sentence) for sentence in describe(track)] == rows


def test_a_board_is_not_cut_at_the_end_of_a_page() -> None:
    """If less than half of a page remains, a board that fits on the next page whole is there."""
    board = Grid(tuple("ABCDE"), tuple(Row(n, (Slot(),) * 5) for n in range(5)))
    pages = lay_out(a_side(*[Text("Line {n}.", n=n) for n in range(5)], board), PROFILES["4.2"], ENGLISH).pages
    assert [[None] * 5, [board]] == [[block.drawing for block in page.blocks] for page in pages]


@_profiles
@pytest.mark.parametrize("name", SIDES)
def test_a_side_is_read_as_it_is_drawn(name: str, profile: Profile) -> None:
    """In a terminal each drawing has its sentences, and each part of a cut drawing its own."""
    shown = SIDES[name]
    assert isinstance(shown.drawing, Side)
    layout = lay_out(shown, profile, ENGLISH)
    pages = "\n".join(as_text(layout, page, Cursor(), CHROME, ENGLISH) for page in range(len(layout.pages)))
    words = {word.strip(".,:()") for sentence in describe(shown.drawing) for word in ENGLISH.words(sentence).split()}
    assert words <= {word.strip(".,:()") for word in pages.split()}


@with_examples(8)
def test_cutting_loses_nothing(examples: int) -> None:
    """Both parts together have the places of the whole, and neither is empty."""

    @settings(max_examples=examples)
    @given(ANY_DRAWING)
    def law(drawing: Drawing) -> None:
        for head, rest in cuts(drawing):
            assert sorted(places(drawing)) == sorted(places(head) + places(rest))

    law()


def test_a_long_legend_is_whole() -> None:
    """Its pages have all signs, in their order."""
    signs = tuple(Sign(Slot(f"{n}"), Text("meaning {n}", n=n)) for n in range(40))
    pages = lay_out(a_side(Legend(signs)), PROFILES["2.9"], ENGLISH).pages
    drawn = [block.drawing for page in pages for block in page.blocks]
    assert list(signs) == [sign for one in drawn if isinstance(one, Legend) for sign in one.signs]
    assert len(pages) > 1


def test_a_legend_has_columns_before_smaller_letters() -> None:
    """On a wide glass all its signs are in the largest face, although they do not fit below each other."""
    signs = tuple(Sign(Slot(f"{n}"), Text("meaning {n}", n=n)) for n in range(11))
    ((block,),) = (page.blocks for page in lay_out(a_side(Legend(signs)), OTHER_PROFILES["7.5"], ENGLISH).pages)
    assert OTHER_PROFILES["7.5"].drawing_faces[0] == block.face


def test_an_empty_row_has_a_dash_below_its_name() -> None:
    """If there is room beside the name, the dash is there."""
    below = aligned_rows(Slots((Row("What it has bought", ()),)), styles(PROFILES["2.9"], ENGLISH)[0], 100)
    beside = aligned_rows(Slots((Row("Has", ()),)), styles(PROFILES["2.9"], ENGLISH)[0], 200)
    assert ("–" in repr(below), "–" in repr(beside)) == (True, True)
    assert below.height > beside.height


def test_a_board_cut_between_columns() -> None:
    """Each part has the names of its columns, and the last part the notes."""
    board = Grid(("A", "B", "C"), (Row(1, (Slot("a"), Slot("b"), Slot("c")), "hot"),))
    two, one = Grid(("A", "B"), (Row(1, (Slot("a"), Slot("b"))),)), Grid(("C",), (Row(1, (Slot("c"),), "hot"),))
    assert (two, one) == next(cuts(board))


def places(drawing: object) -> list[str]:
    """Return every place and note that a drawing has."""
    found = [repr(slot) for row in getattr(drawing, "rows", ()) for slot in (*row.slots, row.note) if slot is not None]
    return found + [repr(slot) for card in getattr(drawing, "cards", ()) for slot in card.items]


def outside(picture: Picture, left: int = 0, top: int = 0, room: tuple[int, int] | None = None) -> list[object]:
    """Return the strokes of a picture that are not within its edges; a halo, and the tails of letters, may be."""
    room = room or (picture.width, picture.height)
    found: list[object] = []
    for right, below, part in picture.parts:
        x, y = left + right, top + below
        match part:
            case Picture() | Deferred():
                found += outside(part.make(*part.args) if isinstance(part, Deferred) else part, x, y, room)
                continue
            case Box(width=wide, height=high):
                corners = [(x, y), (x + wide, y + high)]
            case Words():
                face = part.face
                up, wide = in_pens(face, cap_height(face)), in_pens(face, width(face, part.row))
                corners = [(x, y - up), (x + wide, y)]
            case Line() | Area():
                corners = [(x + a, y + b) for a, b in part.points]
        if not all(0 <= a <= room[0] and 0 <= b <= room[1] for a, b in corners):
            found.append((part, corners, room))
    return found


def on_the_glass(block: Block, profile: Profile) -> bool:
    """Return whether a block is between header and footer, and between the margins."""
    right, low = profile.width - profile.margin, profile.height - profile.footer
    across = profile.margin <= block.x and block.x + block.width <= right
    return across and profile.header <= block.y and block.y + block.height <= low


def overlap(one: Block, other: Block) -> bool:
    """Return whether two blocks share a pixel."""
    across = one.x < other.x + other.width and other.x < one.x + one.width
    return across and one.y < other.y + other.height and other.y < one.y + one.height
