"""The place of a drawing on the page of its words: always the same, or none."""

from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from display.blocks import Part
from display.drawings.pictures import Box, Deferred, Picture, Words
from display.frame import Cursor, draw
from display.layout import Layout, lay_out
from display.letters import width
from display.plain_text import as_text
from display.profiles import Profile
from engines.kit.contract import Done, Pick, Role, Screen
from engines.kit.drawings import Card, Cards, Drawing, Grid, Mark, Row, Slot, Track
from engines.kit.text import ENGLISH, Icon, Text
from tests.contract.layouts import words_of, words_on_pages
from tests.core import core
from tests.display.drawings import ANY_DRAWING, REPORTS, screen_after_move
from tests.display.screens import CHROME, SCREENS
from tests.display.test_drawings import on_the_glass, overlap
from tests.profiles import PROFILES, key_of

_profiles = pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)


def layout_of(screen: Screen, profile: str = "4.2") -> Layout:
    """Return a layout in English."""
    return lay_out(screen, PROFILES[profile], ENGLISH)


def test_beside_the_words() -> None:
    """It ends at the right margin below the headline; lines are narrower, and the list scrolls below both."""
    profile, layout = PROFILES["4.2"], layout_of(screen_after_move("1 coin on objective 1."))
    for page in layout.pages:
        (drawing,), lines, rows = page.of(Part.DRAWING), page.of(Part.LINE), page.of(Part.OPTION)
        assert (drawing.y, drawing.x + drawing.width) == (lines[0].y, profile.width - profile.margin)
        assert drawing.width <= profile.picture_share * profile.width
        assert max(line.indent + width(line.face, row) for line in lines for row in line.rows) < drawing.x
        assert all(len(line.rows) > 1 for line in lines)
        assert drawing.y + drawing.height <= rows[0].y
    assert set(range(len(REPORTS))) == {index for page in layout.pages for index in page.options}


def test_it_has_one_size() -> None:
    """A drawing has the same size on all pages, with any words and rows."""
    shown = [
        layout_of(screen_after_move(*["Move it."] * lines, reports=reports)).pages[0].of(Part.DRAWING)
        for lines in range(1, 7)
        for reports in range(1, 4)
    ]
    assert 1 == len({(block.x, block.width, block.picture) for blocks in shown for block in blocks})


def test_the_main_reason_is_above_it() -> None:
    """The small line takes the whole width below the headline, and costs a row of the list at most."""
    screen = replace(screen_after_move("1 coin."), because=Text("Because: Card 4 gives 1 step in round 1."))
    page, bare = layout_of(screen).pages[0], layout_of(replace(screen, because=None)).pages[0]
    (reason,), (drawing,) = page.of(Part.BECAUSE), page.of(Part.DRAWING)
    assert 1 == len(reason.rows)
    assert drawing.y == reason.y + reason.height
    assert bare.of(Part.DRAWING)[0].picture == drawing.picture


def test_words_keep_a_margin_from_the_drawing_beside_them() -> None:
    """Rows that are as long as they can be end a margin before its room."""
    profile = PROFILES["4.2"]
    page = layout_of(screen_after_move("a b c d e f g h i j k l m n o p q r s t u v w x y z")).pages[0]
    (line,) = page.of(Part.LINE)
    ends = max(line.x + line.indent + width(line.face, ("".join(map(str, row)).strip(),)) for row in line.rows)
    begins = profile.width - profile.margin - int(profile.picture_share * (profile.width - 2 * profile.margin))
    assert begins - 3 * profile.margin < ends <= begins - profile.margin


def test_a_word_is_not_broken_to_make_room() -> None:
    """A drawing is omitted if a word is too long to be beside it."""
    (page,) = layout_of(screen_after_move("Schifffahrtsgesellschaft", reports=1)).pages
    assert not page.of(Part.DRAWING)
    assert (("Schifffahrtsgesellschaft",),) == page.of(Part.LINE)[0].rows


def test_what_is_too_wide_is_left_out() -> None:
    """A drawing is never smaller to fit; all of it is a turn to the left."""
    columns = ("Treasury", "Minister", "Builder", "Cardinal")
    wide = Grid(columns, (Row("Officials", tuple(Slot(n) for n in range(len(columns)))),))
    (page,) = layout_of(screen_after_move("Put his workers on B and E.", reports=1, drawing=wide)).pages
    assert not page.of(Part.DRAWING)


@pytest.mark.parametrize("lines", range(1, 7))
@pytest.mark.parametrize("mark", [None, Mark.TICK])
def test_no_word_of_a_card_is_broken_beside_words(lines: int, mark: Mark | None) -> None:
    """A card whose words are too wide there is smaller, is below, or is omitted."""
    names = "Knowledge", "Boarding house", "Watchtower"
    card = Card("Left card 4", 21, tuple(Slot(name, Icon.HATCH_DOTS if mark else None, mark) for name in names))
    page, *_ = layout_of(screen_after_move(*["Lay the tile on item 3."] * lines, drawing=Cards((card,)))).pages
    for block in page.of(Part.DRAWING):
        assert block.picture is not None
        assert {"Knowledge", "Boarding", "Watchtower"} <= {*_words_in(block.picture)}


def _words_in(picture: Picture) -> Iterator[str]:
    """Yield the words in a picture."""
    for _, _, part in picture.parts:
        if isinstance(part, Picture):
            yield from _words_in(part)
        elif isinstance(part, Words):
            yield from "".join(run for run in part.row if isinstance(run, str)).split()


@_profiles
@pytest.mark.parametrize("lines", [1, 5])
def test_it_costs_no_page_to_read(profile: Profile, lines: int) -> None:
    """The row that continues is on the same page with a drawing as without it; otherwise the drawing is omitted."""
    screen = screen_after_move(*["She takes the leftmost card of the display."] * lines)
    plain, drawn = layout_of(replace(screen, drawing=None), key_of(profile)), layout_of(screen, key_of(profile))
    assert plain.page_of(0) == drawn.page_of(0)
    shown = [page for page in drawn.pages if page.of(Part.DRAWING)]
    assert shown in ([], [*drawn.pages])
    assert lines == 1 or not shown or key_of(profile) == "4.2"


def test_rows_give_way_to_it() -> None:
    """The rows below it scroll; of a question at least two are visible at a time, else it is omitted."""
    for lines in range(1, 7):
        instruction = screen_after_move(*["1 coin."] * lines)
        for screen, least in ((instruction, 1), (replace(instruction, role=Role.QUESTION), 2)):
            for page in layout_of(screen).pages:
                assert not page.of(Part.DRAWING) or len(page.options) >= least


def test_it_is_read_behind_the_lines() -> None:
    """In a terminal the sentences of the drawing follow the lines."""
    layout = layout_of(screen_after_move("1 coin on objective 1."))
    words = as_text(layout, 0, Cursor(), CHROME, ENGLISH).splitlines()
    assert words.index("1 coin on objective 1.") + 1 == words.index("Guild: at 8 of 12.")


def test_a_loop_is_a_loop_or_nothing_at_all_where_it_could_be_one() -> None:
    """A loop with more rows below is rather drawn without its name than in rows of places."""
    track = Track(Text("The Guild of Dragons"), (Slot(),) * 12, 3, loop=True)
    (drawing,) = layout_of(screen_after_move("1 coin.", "2 coins.", drawing=track)).pages[0].of(Part.DRAWING)
    assert drawing.picture is not None
    assert 12 == sum(box.radius == box.width // 2 == box.height // 2 > 8 for box in boxes(drawing.picture))


def boxes(picture: Picture) -> Iterator[Box]:
    """Yield every box of a picture."""
    for *_, part in picture.parts:
        if isinstance(part, Picture | Deferred):
            yield from boxes(part.make(*part.args) if isinstance(part, Deferred) else part)
        elif isinstance(part, Box):
            yield part


@pytest.mark.parametrize("profile", core(PROFILES.values(), PROFILES["2.9"]), ids=PROFILES)
@pytest.mark.parametrize("name", core(SCREENS, "idle", "marks"))
@settings(max_examples=15)
@given(drawing=ANY_DRAWING, instructs=st.booleans())
def test_any_drawing_on_any_screen(name: str, profile: Profile, drawing: Drawing, *, instructs: bool) -> None:
    """No word is lost, nothing overlaps, and nothing is outside the glass."""
    screen, cursor = SCREENS[name]
    if instructs and isinstance(screen.ask, Pick | Done):
        screen = replace(screen, role=Role.INSTRUCTION)
    screen = replace(screen, drawing=drawing)
    layout = lay_out(screen, profile, ENGLISH)
    assert words_of(screen, ENGLISH) == words_on_pages(layout)
    for page in layout.pages:
        drawings = page.of(Part.DRAWING)
        assert all(on_the_glass(block, profile) for block in drawings)
        others = [block for block in page.blocks if block.part is not Part.LINE and block.height]
        assert [] == [pair for pair in combinations(others, 2) if set(pair) & set(drawings) and overlap(*pair)]
        for block in drawings:
            rows = [line for line in page.of(Part.LINE) if overlap(block, replace(line, width=block.x - line.x))]
            assert [] == rows
    draw(layout, 0, cursor, CHROME)
