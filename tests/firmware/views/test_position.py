"""The position in a screen after each key, for every ask and profile: the rules of the Interaction table."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from display.frame import Cursor
from display.layout import Layout, lay_out, options_of
from engines.kit.contract import (
    GO_ON,
    Ask,
    Badge,
    Choice,
    Counter,
    Counters,
    Done,
    Draw,
    Entry,
    Marks,
    Number,
    Pick,
    Role,
    Roll,
    Screen,
    Who,
    YesNo,
)
from engines.kit.text import ENGLISH, Text
from firmware.views.position import (
    NOWHERE,
    Position,
    clamp_to_layout,
    is_on_choice,
    likely_answer,
    note_seen_lines,
    read_back,
    read_on,
    start_position,
    toggle_entry,
    toggle_tick,
    turn,
    value_at,
)
from tests.core import with_examples
from tests.display.screens import choices
from tests.profiles import PROFILES

LONG_TEXT = tuple(f"A line of text that takes a whole row of any panel, number {n}." for n in range(12))
LEDGES = choices("left", "middle", "right")
DOZENS = choices(*(f"Option number {n}" for n in range(24)))

every_profile = pytest.mark.parametrize("profile", PROFILES)


def layout_of(ask: Ask, profile: str, *lines: str, role: Role = Role.QUESTION) -> Layout:
    """Return the pages of a screen."""
    texts = tuple(Text("{line}", line=line) for line in lines)
    screen = Screen("place", role, Text("Headline"), texts, Badge(Who.BOT), ask, {})
    return lay_out(screen, PROFILES[profile], ENGLISH)


def start(layout: Layout, offered: Entry | None = None) -> Position:
    """Return the first position of a step."""
    return clamp_to_layout(layout, start_position(layout.screen.ask, offered))


# --- pages ---


@every_profile
def test_next_reads_all_pages_then_takes(profile: str) -> None:
    """Next goes through the pages of a text; on the last it gives the answer."""
    layout = layout_of(Done(), profile, *LONG_TEXT)
    assert len(layout.pages) > 1
    place, pages = start(layout), [0]
    while (further := read_on(layout, place)) is not None:
        place = further
        pages.append(place.page)
    assert pages == list(range(len(layout.pages)))


@every_profile
def test_back_goes_to_the_page_before(profile: str) -> None:
    """Back goes through the pages in reverse; on the first it is for the play."""
    layout = layout_of(Done(), profile, *LONG_TEXT)
    place = turn(layout, start(layout), 99)
    pages = [place.page]
    while (before := read_back(layout, place)) is not None:
        place = before
        pages.append(place.page)
    assert pages == list(reversed(range(len(layout.pages))))


@every_profile
@pytest.mark.parametrize("role", [Role.INSTRUCTION, Role.RESULT, Role.QUESTION])
def test_turning_pages_clamps(profile: str, role: Role) -> None:
    """The knob turns the pages of a text and stops at both ends."""
    layout = layout_of(Done(), profile, *LONG_TEXT, role=role)
    last = len(layout.pages) - 1
    assert turn(layout, start(layout), -1).page == 0
    assert turn(layout, start(layout), 1).page == 1
    assert turn(layout, start(layout), last + 5).page == last
    assert turn(layout, turn(layout, start(layout), last), -1).page == last - 1


@every_profile
def test_question_is_reached_before_it_is_answered(profile: str) -> None:
    """On a question Next turns every page of text up to the list."""
    layout = layout_of(Pick(LEDGES, "left"), profile, *LONG_TEXT)
    place = start(layout)
    while (further := read_on(layout, place)) is not None:
        place = further
    assert layout.pages[place.page].options


@every_profile
def test_instruction_goes_on_from_its_last_text(profile: str) -> None:
    """On the last text page of an instruction Next continues the play, with or without the row on that page."""
    ask = Pick((Choice(GO_ON, Text("Done")), Choice("pass", Text("I pass"))), GO_ON)
    begun = set()
    for n in range(16):
        layout = layout_of(ask, profile, *LONG_TEXT, *["More."] * n, role=Role.INSTRUCTION)
        texts = [page for page in range(len(layout.pages)) if layout.pages[page].has_unread_text]
        for page in texts[:-1]:
            assert read_on(layout, Position(page)) == Position(page + 1)
        assert read_on(layout, Position(texts[-1])) is None
        begun.add(bool(layout.pages[texts[-1]].options))
    assert begun == {True, False}


@every_profile
def test_another_highlighted_row_is_shown_first(profile: str) -> None:
    """If another row than going on is highlighted, Next shows the list before it gives the answer."""
    ask = Pick((Choice(GO_ON, Text("Done")), Choice("pass", Text("I pass"))), GO_ON)
    for n in range(len(LONG_TEXT)):
        layout = layout_of(ask, profile, *LONG_TEXT[:n], role=Role.INSTRUCTION)
        place = clamp_to_layout(layout, Position(0, Cursor(highlight=1)))
        while (further := read_on(layout, place)) is not None:
            place = further
        assert 1 in layout.pages[place.page].options


# --- lists ---


@every_profile
def test_turning_reads_on_then_moves_in_the_list(profile: str) -> None:
    """The knob first turns the pages of text, then moves the highlight; the other way it does the reverse."""
    layout = layout_of(Pick(LEDGES, "left"), profile, *LONG_TEXT)
    listed = layout.page_of(0) or 0
    assert turn(layout, start(layout), listed) == Position(listed, Cursor(highlight=0))
    there = turn(layout, start(layout), listed + 2)
    assert (there.cursor.highlight, 2 in layout.pages[there.page].options) == (2, True)
    back = turn(layout, there, -3)
    assert (back.cursor.highlight, listed - back.page) in ((0, 0), (0, 1))  # where the last page repeats the first row
    assert turn(layout, back, -1).page == back.page - 1


@every_profile
def test_lists_clamp(profile: str) -> None:
    """The highlight stops at both ends of a list."""
    layout = layout_of(Pick(LEDGES, "middle"), profile)
    assert start(layout).cursor.highlight == 1
    assert turn(layout, start(layout), -9).cursor.highlight == 0
    assert turn(layout, start(layout), 9).cursor.highlight == 2


@every_profile
@pytest.mark.parametrize("ask", [Pick(DOZENS, DOZENS[0].id), Marks(DOZENS, 0, 9), Draw("deck", 0, DOZENS)])
def test_long_list_takes_its_page_along(profile: str, ask: Ask) -> None:
    """In a list of several pages every option is reached in order, and is on the shown page."""
    layout = layout_of(ask, profile)
    assert len(layout.pages) > 2
    place = start(layout)
    for n in range(len(DOZENS)):
        assert (place.cursor.highlight, n in layout.pages[place.page].options) == (n, True)
        place = turn(layout, place, 1)
    assert turn(layout, place, -99) == start(layout)


@every_profile
def test_long_list_opens_at_its_highlight(profile: str) -> None:
    """A list whose likeliest option is on a later page opens there, so Next can give it at once."""
    layout = layout_of(Pick(DOZENS, DOZENS[20].id), profile)
    assert 20 in layout.pages[start(layout).page].options
    assert start(layout).page > 0


@every_profile
def test_lines_that_stand_once_are_read_first(profile: str) -> None:
    """A list below a text opens on the page of the text; Next and the knob lead to its highlight."""
    layout = layout_of(Pick(DOZENS, DOZENS[20].id), profile, *LONG_TEXT)
    assert start(layout).page == 0
    *_, last = (page for page in range(len(layout.pages)) if layout.pages[page].has_unread_text)
    for place in (read_on(layout, replace(start(layout), page=last)), turn(layout, start(layout), last + 1)):
        assert place is not None
        assert (place.cursor.highlight, 20 in layout.pages[place.page].options) == (20, True)


@every_profile
def test_a_pinned_question_opens_at_its_highlight(profile: str) -> None:
    """A list with its question on each page opens at the likeliest option; there Back is for the play."""
    layout = layout_of(Pick(DOZENS, DOZENS[20].id), profile, "Look.")
    assert 20 in layout.pages[start(layout).page].options
    assert read_on(layout, start(layout)) is None
    assert read_back(layout, start(layout)) is None


@every_profile
def test_back_from_a_list_is_the_text(profile: str) -> None:
    """Back leads from any page of a list to the last page of text, or without text to the play."""
    layout = layout_of(Pick(DOZENS, DOZENS[20].id), profile, *LONG_TEXT)
    place = turn(layout, start(layout), 99)
    before = read_back(layout, place)
    assert before is not None
    assert (
        layout.pages[before.page].has_unread_text,
        layout.pages[before.page + 1].has_unread_text,
        is_on_choice(layout, before),
    ) == (
        True,
        False,
        False,
    )
    alone = layout_of(Pick(DOZENS, DOZENS[20].id), profile)
    assert read_back(alone, turn(alone, start(alone), 99)) is None


@every_profile
def test_highlight_survives_a_look_at_the_text(profile: str) -> None:
    """A highlight survives going back to the text and on again."""
    layout = layout_of(Pick(DOZENS, DOZENS[0].id), profile, *LONG_TEXT)
    there = Position(layout.page_of(20) or 0, Cursor(highlight=20))
    before = read_back(layout, there)
    assert before is not None
    assert turn(layout, before, 1) == there
    assert read_on(layout, before) == there


# --- numbers, yes or no, dice ---


@every_profile
def test_numbers(profile: str) -> None:
    """A number starts at the likeliest value, moves by one per detent and stops at its bounds."""
    layout = layout_of(Number(2, 7, 5), profile)
    numbers = [turn(layout, start(layout), n).cursor.number for n in (-9, -1, 0, 1, 9)]
    assert [2, 4, 5, 6, 7] == numbers
    assert value_at(layout.screen.ask, turn(layout, start(layout), 1).cursor) == 6


@every_profile
def test_number_below_a_text(profile: str) -> None:
    """Below a long text the number has its own page; Back leads to the text and keeps the number."""
    layout = layout_of(Number(2, 7, 5), profile, *LONG_TEXT)
    last = len(layout.pages) - 1
    place = turn(layout, start(layout), last + 2)
    assert place == Position(last, Cursor(number=7))
    assert read_back(layout, place) == Position(last - 1, Cursor(number=7))


@every_profile
@pytest.mark.parametrize(("likely", "highlight"), [(True, 0), (False, 1)])
def test_yes_no(profile: str, likely: bool, highlight: int) -> None:
    """Yes comes before No, and the likely one is highlighted."""
    layout = layout_of(YesNo(likely), profile)
    assert start(layout).cursor.highlight == highlight
    assert value_at(layout.screen.ask, start(layout).cursor) is likely
    assert value_at(layout.screen.ask, turn(layout, start(layout), -9).cursor) is True
    assert value_at(layout.screen.ask, turn(layout, start(layout), 9).cursor) is False


@every_profile
@pytest.mark.parametrize("lines", [(), ("Look.",), LONG_TEXT], ids=len)
def test_no_likely_answer(profile: str, lines: tuple[str, ...]) -> None:
    """If neither answer is likely, none is highlighted and none can be given until the knob is turned."""
    layout = layout_of(YesNo(None), profile, *lines)
    place = start(layout)
    while (further := read_on(layout, place)) is not None:
        place = further
    values = [value_at(layout.screen.ask, turn(layout, place, n).cursor) for n in (0, 1, 2, 9)]
    assert values == [None, True, False, False]


def test_die_starts_low() -> None:
    """A die of the player's own starts at its lowest face."""
    assert likely_answer(Roll("die", 0, 1, 6)) == 1


# --- marks ---


def _tick(layout: Layout, place: Position) -> Position:
    ask = layout.screen.ask
    assert isinstance(ask, Marks)
    return toggle_tick(layout, ask, place)


def test_ticks() -> None:
    """A tick can be set and removed; ticks keep the player's order."""
    layout = layout_of(Marks(LEDGES, 1, 3, ("left",)), "4.2")
    place = start(layout)
    assert place.cursor.ticks == ("left",)
    place = _tick(layout, turn(layout, place, 2))
    assert value_at(layout.screen.ask, place.cursor) == ["left", "right"]
    place = _tick(layout, turn(layout, place, -2))
    assert (value_at(layout.screen.ask, place.cursor), place.cursor.highlight) == (["right"], 0)


@every_profile
def test_a_tick_moves_on(profile: str) -> None:
    """With advancing marks a tick moves the highlight to the next row, up to the last; removing one does not."""
    layout = layout_of(Marks(DOZENS, 0, len(DOZENS), advance=True), profile)
    place = start(layout)
    for n in range(len(DOZENS)):
        assert (place.cursor.highlight, len(place.cursor.ticks)) == (n, n)
        assert n in layout.pages[place.page].options
        place = _tick(layout, place)
    assert (place.cursor.highlight, len(place.cursor.ticks)) == (len(DOZENS) - 1, len(DOZENS))
    assert _tick(layout, turn(layout, place, -3)).cursor.highlight == len(DOZENS) - 4


def test_the_rest_must_be_ticked() -> None:
    """Advancing marks of a fixed number tick the rows below together with the first one that makes them certain."""
    layout = layout_of(Marks(LEDGES, 2, 2, advance=True), "4.2")
    place = _tick(layout, turn(layout, start(layout), 1))
    assert value_at(layout.screen.ask, place.cursor) == ["middle", "right"]
    assert _tick(layout, start(layout)).cursor.ticks == ("left",)
    for ask in (Marks(LEDGES, 2, 2), Marks(LEDGES, 1, 2, advance=True)):
        layout = layout_of(ask, "4.2")
        assert _tick(layout, turn(layout, start(layout), 1)).cursor.ticks == ("middle",)


def test_what_is_not_in_sight_is_not_ticked() -> None:
    """Options on another page are ticked only by the player, even if they are certain."""
    layout = layout_of(Marks(DOZENS, 12, 12, advance=True), "2.9")
    place = _tick(layout, turn(layout, start(layout), len(DOZENS) - 12))
    assert len(place.cursor.ticks) == 1


# --- counters ---

GOODS = Counters(tuple(Counter(f"n{n}", Text("Goods of colour {n}", n=n), 0, n + 1, 1) for n in range(9)))


def _counts(place: Position) -> tuple[int, ...]:
    return place.cursor.counts


@every_profile
def test_counters(profile: str) -> None:
    """Turning moves over the lines; in an entered line it changes only its number, within its bounds."""
    layout = layout_of(GOODS, profile)
    place = turn(layout, start(layout), 2)
    assert (place.cursor.highlight, _counts(place)) == (2, (1,) * 9)
    inside = turn(layout, toggle_entry(place), 9)
    assert (inside.cursor.highlight, _counts(inside)) == (2, (1, 1, 3, 1, 1, 1, 1, 1, 1))
    assert _counts(turn(layout, inside, -9)) == (1, 1, 0, 1, 1, 1, 1, 1, 1)
    outside = read_back(layout, inside)
    assert outside == toggle_entry(inside)
    assert read_back(layout, toggle_entry(inside)) is None
    assert value_at(GOODS, inside.cursor) == {line.id: 3 if line.id == "n2" else 1 for line in GOODS.lines}


@every_profile
@pytest.mark.parametrize("ask", [GOODS, Marks(DOZENS, 0, 9)])
def test_back_goes_through_what_is_entered(profile: str, ask: Ask) -> None:
    """In lines or ticks Back goes page by page, as Next does; before the first page it is for the play."""
    layout = layout_of(ask, profile, *LONG_TEXT)
    place = turn(layout, start(layout), 99)
    pages = [place.page]
    while (before := read_back(layout, place)) is not None:
        place = before
        pages.append(place.page)
        assert layout.pages[place.page].has_unread_text or place.cursor.highlight in layout.pages[place.page].options
    assert pages == list(reversed(range(len(layout.pages))))


@every_profile
def test_next_leads_to_every_line(profile: str) -> None:
    """Next gives the numbers after every line was shown with its number; before, it goes to the next page of lines."""
    layout = layout_of(GOODS, profile, *LONG_TEXT)
    place = start(layout)
    shown: list[int] = []
    while (after := read_on(layout, place)) is not None:
        assert (after.page > place.page, after.cursor.entered) == (True, False)
        place = note_seen_lines(layout, after, after)
        shown += layout.pages[place.page].options
    assert list(dict.fromkeys(shown)) == list(range(9))
    assert place.seen == frozenset(range(9))


def test_a_number_that_the_glass_does_not_show_is_not_seen() -> None:
    """A line is seen together with its number; if the number changes, it must be seen again."""
    layout = layout_of(GOODS, "2.9")
    place = start(layout)
    lines = len(layout.pages[0].options)
    changed = turn(layout, toggle_entry(place), -1)
    assert note_seen_lines(layout, changed, place).seen == frozenset(range(1, lines))
    assert note_seen_lines(layout, changed, changed).seen == frozenset(range(lines))
    assert note_seen_lines(layout, note_seen_lines(layout, place, place), changed).seen == frozenset(range(1, lines))


# --- what was undone ---


@pytest.mark.parametrize(
    ("ask", "value"),
    [
        (Done(), True),
        (YesNo(), True),
        (Pick(LEDGES, "left"), "right"),
        (Number(0, 9, 3), 7),
        (Marks(LEDGES, 0, 3), ["right", "left"]),
        (GOODS, {line.id: line.high for line in GOODS.lines}),
        (Draw("deck", 0, LEDGES), "middle"),
        (Roll("die", 0, 1, 6), 4),
    ],
)
def test_undone_value_comes_first(ask: Ask, value: Any) -> None:
    """An undone step begins at its old value."""
    assert value_at(ask, start_position(ask, Entry("answer", "place", value, "player")).cursor) == value


def test_cards_that_read_alike_are_one_row() -> None:
    """Own cards with the same text are one row, also if another one of them was undone."""
    owl, fox = (Text("{card}", card=card) for card in ("Owl", "Fox"))
    ask = Draw("deck", 0, (Choice("owl_1", owl), Choice("owl_2", owl), Choice("fox", fox)))
    assert [card.id for card in options_of(ask)] == ["owl_1", "fox"]
    assert value_at(ask, start_position(ask, Entry("answer", "place", "owl_2", "player")).cursor) == "owl_1"


# --- a layout that became another ---


@every_profile
def test_a_place_in_another_layout(profile: str) -> None:
    """When a list changes its pages, the highlight stays in sight and the page exists."""
    long, short = layout_of(Pick(DOZENS, DOZENS[0].id), profile), layout_of(Pick(LEDGES, "left"), profile)
    place = turn(long, start(long), 20)
    assert clamp_to_layout(short, place) == Position(0, Cursor(highlight=2))
    assert clamp_to_layout(long, Position(0, place.cursor)) == place
    assert clamp_to_layout(layout_of(Done(), profile), Position(5, Cursor())) == Position(0, Cursor())


# --- any screen, any keys ---

_words = st.lists(st.sampled_from(["a", "dragon", "guild marker", "Donaudampfschiff"]), min_size=1, max_size=12)
_lines = st.lists(_words.map(" ".join), max_size=8)


@st.composite
def _options(draw: st.DrawFn) -> tuple[Choice, ...]:
    n = draw(st.integers(1, 20))
    texts = draw(st.lists(_words.map(" ".join), min_size=n, max_size=n))
    blocked = draw(st.lists(st.booleans(), min_size=n, max_size=n))
    ids = [GO_ON, *(f"o{n}" for n in range(1, n))]
    return tuple(
        Choice(name, Text("{t}", t=text), blocked=Text("needs 4, has 3") if stop and name != GO_ON else None)
        for name, text, stop in zip(ids, texts, blocked, strict=True)
    )


@st.composite
def _asks(draw: st.DrawFn) -> Ask:
    options = draw(_options())
    low = draw(st.integers(0, 5))
    asks: list[Ask] = [
        Done(),
        YesNo(draw(st.sampled_from([True, False, None]))),
        Pick(options, GO_ON),
        Number(low, low + 9, low + 3),
        Number(0, 9, 4, minus_from=9),
        Marks(options, 0, len(options), advance=draw(st.booleans())),
        Counters(tuple(Counter(one.id, one.text, 0, 9, 3) for one in options)),
        Draw("deck", 0, options),
        Roll("die", 0, 1, 6),
    ]
    return draw(st.sampled_from(asks))


_layouts = st.builds(
    lambda ask, profile, lines, role: layout_of(ask, profile, *lines, role=role),
    _asks(),
    st.sampled_from(sorted(PROFILES)),
    _lines,
    st.sampled_from(Role),
)
_keys = st.lists(st.one_of(st.integers(-30, 30), st.sampled_from(["next", "back", "enter"])), max_size=12)


def _is_in_screen(layout: Layout, place: Position) -> bool:
    """Return whether the position exists, and its list shows the highlighted row."""
    ask, cursor = layout.screen.ask, place.cursor
    page = layout.pages[place.page] if 0 <= place.page < len(layout.pages) else None
    number = cursor.number in range(ask.low, ask.high + 1) if isinstance(ask, Number | Roll) else cursor.number == 0
    nothing = cursor.highlight == NOWHERE and isinstance(ask, YesNo) and ask.likely is None
    highlight = nothing or cursor.highlight in range(max(len(options_of(ask)), 1))
    listed = page is not None and (
        nothing or not page.options or layout.pages[place.page].has_unread_text or cursor.highlight in page.options
    )
    return listed and number and highlight


@with_examples(20)
def test_any_keys_on_any_screen(examples: int) -> None:
    """Any keys stay in the screen; a few presses of Next lead to an answer, of Back to the play."""

    @settings(max_examples=examples)
    @given(_layouts, _keys)
    def check(layout: Layout, keys: list[Any]) -> None:
        _check_keys(layout, keys)

    check()


def _check_keys(layout: Layout, keys: list[Any]) -> None:
    place = start(layout)
    for key in keys:
        assert _is_in_screen(layout, place)
        if isinstance(key, int):
            place = turn(layout, place, key)
        elif key == "enter":
            place = (
                toggle_entry(place)
                if isinstance(layout.screen.ask, Counters) and is_on_choice(layout, place)
                else place
            )
        else:
            place = (read_on if key == "next" else read_back)(layout, place) or place
    on = back = place
    for _ in (*layout.pages, "out of a line"):
        on = note_seen_lines(layout, on, on)
        on = read_on(layout, on) or on
        back = read_back(layout, back) or back
        assert _is_in_screen(layout, on)
        assert _is_in_screen(layout, back)
    assert read_on(layout, note_seen_lines(layout, on, on)) is None
    assert read_back(layout, back) is None
    assert back.page == 0 or layout.pinned or not layout.pages[0].has_unread_text
    assert value_at(layout.screen.ask, on.cursor) == value_at(layout.screen.ask, place.cursor)
