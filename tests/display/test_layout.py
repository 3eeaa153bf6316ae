"""A layout shows every word and every option, on as many pages as needed, and nothing overlaps."""

from collections.abc import Iterable
from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image

from display.bars import DoesNotFit
from display.frame import Cursor, draw
from display.layout import Block, Layout, Page, Part, lay_out, options_of
from display.letters import TextRow
from display.profiles import Profile
from display.typesetting import gutter, tick_size
from engines.kit.contract import Ask, Choice, Done, Draw, Marks, Number, Pick, Role, Roll, YesNo
from engines.kit.drawings import Slot, Track
from engines.kit.text import ENGLISH, Catalogue, Icon, Text, load_catalogue
from tests.core import core, with_examples
from tests.display.screens import CHROME, NOTICE, SCREENS, a_screen, choices
from tests.profiles import OTHER_PROFILES, PROFILES

_PSEUDO = load_catalogue("pseudo")
_profiles = pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
_catalogues = pytest.mark.parametrize("catalogue", [ENGLISH, _PSEUDO], ids=["en", "pseudo"])
_notices = pytest.mark.parametrize("notice", [None, NOTICE], ids=["", "notice"])

_words = st.text(st.sampled_from("abcdeëgjmMWÅ.,?"), min_size=1, max_size=12) | st.sampled_from(
    ["Ihm", "Donaudampfschifffahrtsgesellschaft", "W" * 60]
)
_sentences = st.lists(_words, max_size=30).map(" ".join)
_texts = st.builds(
    lambda words, icon: Text("{words}{icon}", words=words, icon=icon),
    _sentences,
    st.sampled_from(Icon) | st.just(""),
)
_choices = st.lists(st.tuples(_texts, st.none() | _texts, st.none() | st.sampled_from(Icon)), max_size=12).map(
    lambda rows: tuple(Choice(str(n), text, icon, blocked) for n, (text, blocked, icon) in enumerate(rows))
)
_asks: st.SearchStrategy[Ask] = st.one_of(
    st.just(Done()),
    st.just(YesNo()),
    st.builds(Pick, _choices, st.just("0")),
    st.builds(Marks, _choices, st.just(0), st.just(1)),
    st.builds(Draw, st.just("deck"), st.just(0), _choices),
    st.builds(Number, st.integers(-999, 0), st.integers(0, 9999), st.just(0), st.none() | st.integers(0, 999)),
    st.builds(Roll, st.just("die"), st.just(0), st.just(1), st.integers(2, 20)),
)


@_notices
@_catalogues
@_profiles
@pytest.mark.parametrize("name", SCREENS)
def test_every_ask_is_laid_out_whole(name: str, profile: Profile, catalogue: Catalogue, notice: Text | None) -> None:
    """Each kind of ask shows all its words and options on every profile, in the longest language, with a notice."""
    _check(lay_out(SCREENS[name][0], profile, catalogue, notice=notice))


@_profiles
@with_examples(5, 40)  # of made-up words: the screens of all games are laid out by the contract tests
def test_any_text_is_laid_out_whole(profile: Profile, examples: int) -> None:
    """For any words the layout ends and shows all of them."""

    @settings(max_examples=examples)
    @given(headline=_texts, lines=st.lists(_texts, max_size=6), ask=_asks, noticed=st.booleans())
    def law(headline: Text, lines: list[Text], ask: Ask, *, noticed: bool) -> None:
        screen = a_screen(headline, tuple(lines), ask)
        _check(lay_out(screen, profile, ENGLISH, notice=NOTICE if noticed else None))

    law()


@_profiles
def test_a_short_question_is_one_page(profile: Profile) -> None:
    """Headline, a line and Yes and No are on one page; on 2.9" the two words are side by side."""
    layout = lay_out(a_screen(Text("Is it he?"), (Text("Look."),), YesNo()), profile, ENGLISH)
    (page,) = layout.pages
    assert page.options == (0, 1)
    yes, no = page.of(Part.OPTION)
    assert (yes.y == no.y) is profile.columns


@_profiles
def test_a_list_begins_on_the_last_page_of_a_long_text(profile: Profile) -> None:
    """The text fills pages; the list begins below its end, and scrolls there."""
    layout = lay_out(SCREENS["long"][0], profile, ENGLISH)
    read = [page for page in range(len(layout.pages)) if layout.pages[page].has_unread_text]
    assert read == list(range(len(read)))
    assert not any(layout.pages[page].options for page in read[:-1])
    assert layout.page_of(0) in (read[-1], len(read))
    for page in layout.pages[len(read) :]:
        assert (page.repeats, page.body) == (True, layout.pages[read[-1]].body)
        assert page.options


@_profiles
def test_a_question_stays_above_its_list(profile: Profile) -> None:
    """Headline and lines are on every page of a list; of an instruction they are read once, and its list scrolls."""
    names = choices(*(f"Card {n}" for n in range(40)))
    line = (Text("Look."),)
    layout = lay_out(a_screen(Text("Which card?"), line, Draw("deck", 0, names)), profile, ENGLISH)
    first, *others = layout.pages
    assert len(others) > 3
    assert not any(page.has_unread_text for page in layout.pages), "it is read on the page of the highlighted row"
    for page in layout.pages:
        assert (_headline(page), page.body, len(page.options) >= 2) == (_headline(first), (("Look.",),), True)
    instruction = lay_out(a_screen(Text("Move"), line, Pick(names, "Card 0"), Role.INSTRUCTION), profile, ENGLISH)
    assert [page.has_unread_text for page in instruction.pages] == [True] + [False] * (len(instruction.pages) - 1)
    assert all(page.body == (("Look.",),) for page in instruction.pages)
    assert all(page.options for page in instruction.pages)


@_profiles
def test_the_last_page_of_a_list_is_filled(profile: Profile) -> None:
    """The last page has as many rows as the others, some of them repeated; no other page repeats rows."""
    for n in range(8, 40):
        names = choices(*(f"Card {place}" for place in range(n)))
        layout = lay_out(a_screen(Text("Which?"), (), Draw("deck", 0, names)), profile, ENGLISH)
        *full, last = (page.options for page in layout.pages)
        assert {len(last)} == {len(page) for page in full}
        assert list(range(len(full) * len(last))) == [index for page in full for index in page]


@_profiles
def test_a_mark_says_that_there_are_more_rows(profile: Profile) -> None:
    """Beside a list of several pages a triangle points to the rows before and after; one page needs no room for it."""
    names = choices(*(f"Card {place}" for place in range(40)))
    layout = lay_out(a_screen(Text("Which?"), (), Draw("deck", 0, names)), profile, ENGLISH)
    left = profile.width - profile.margin // 2 - gutter(profile)
    marks = [_marks(draw(layout, page, Cursor(0), CHROME), profile, left) for page in range(len(layout.pages))]
    assert marks == [(False, True), *[(True, True)] * (len(marks) - 2), (True, False)]
    assert all(
        block.width == profile.width - gutter(profile) for page in layout.pages for block in page.of(Part.OPTION)
    )
    (page,) = lay_out(a_screen(Text("Which?"), (), Draw("deck", 0, names[:2])), profile, ENGLISH).pages
    assert {block.width for block in page.of(Part.OPTION)} == {profile.width}


def _marks(frame: Image.Image, profile: Profile, left: int) -> tuple[bool, bool]:
    """Return whether there is ink right of a list in the upper and in the lower half of the frame."""
    top, middle, bottom = profile.header, profile.height // 2, profile.height - profile.footer
    upper, lower = (frame.crop((left, first, profile.width, last)) for first, last in ((top, middle), (middle, bottom)))
    return upper.histogram()[0] > 0, lower.histogram()[0] > 0


@_profiles
def test_every_page_of_a_long_list_has_the_headline(profile: Profile) -> None:
    """A list of forty spans pages, each under the headline, in order."""
    names = choices(*(f"Card {n}" for n in range(40)))
    layout = lay_out(a_screen(Text("Which card?"), (), Draw("deck", 0, names)), profile, ENGLISH)
    assert len(layout.pages) > 3
    assert all(_headline(page) for page in layout.pages)
    assert list(dict.fromkeys(index for page in layout.pages for index in page.options)) == list(range(40))
    assert [layout.page_of(index) for index in layout.pages[1].options] == [1] * len(layout.pages[1].options)


@_profiles
def test_letters_stand_side_by_side(profile: Profile) -> None:
    """Eight letters are two rows of four on one page, in their order; with a longer word each has its own row."""
    short, longer = choices(*"ABCDEFGH"), choices(*"ABCDEFG", "Cavern")
    for asks in (lambda some: Marks(some, 4, 4), lambda some: Pick(some, "A"), lambda some: Draw("deck", 0, some)):
        (page,) = lay_out(a_screen(Text("Card 16 of 16?"), (), asks(short)), profile, ENGLISH).pages
        rows = page.of(Part.OPTION)
        assert page.options == tuple(range(8))
        assert [block.x for block in rows] == [profile.width // 4 * n for n in (0, 1, 2, 3)] * 2
        assert {block.y for block in rows[:4]}.isdisjoint(block.y for block in rows[4:])
        pages = lay_out(a_screen(Text("Which?"), (), asks(longer)), profile, ENGLISH).pages
        assert {block.x for page in pages for block in page.of(Part.OPTION)} == {0}


@_profiles
def test_each_letter_has_its_box(profile: Profile) -> None:
    """Each letter of a row has a box to tick on its left, not only the first."""
    layout = lay_out(a_screen(Text("Which?"), (), Marks(choices(*"ABCDEFGH"), 4, 4)), profile, ENGLISH)
    frame = draw(layout, 0, Cursor(), CHROME)
    for block in layout.pages[0].of(Part.OPTION)[1:]:
        left = block.x + profile.margin
        box = frame.crop((left, block.y, left + tick_size(profile), block.y + block.height))
        assert box.getextrema()[0] == 0, "there is ink"


@_profiles
def test_an_instruction_without_reports_is_no_list(profile: Profile) -> None:
    """If nothing can be reported, the text is alone; a question lists even a single option, card or mark."""
    one = choices("Only this")
    for ask, role, expected in (
        (Done(), Role.INSTRUCTION, ()),
        (Pick(one, "Only this"), Role.INSTRUCTION, ()),
        (Pick(one, "Only this"), Role.QUESTION, (0,)),
        (Draw("deck", 0, one), Role.QUESTION, (0,)),
        (Marks(one, 0, 1), Role.QUESTION, (0,)),
    ):
        layout = lay_out(a_screen(Text("Go on"), (), ask, role), profile, ENGLISH)
        assert [page.options for page in layout.pages] == [expected]
        assert layout.page_of(0) == (0 if expected else None)


def test_a_number_has_a_page() -> None:
    """The number control is on exactly one page, the last, and reaches down to the footer."""
    for name in ("number", "minus", "roll"):
        for profile in PROFILES.values():
            pages = lay_out(SCREENS[name][0], profile, _PSEUDO, notice=NOTICE).pages
            assert [page.value for page in pages] == [False] * (len(pages) - 1) + [True]
            block = pages[-1].of(Part.VALUE)[0]
            assert block.y + block.height == profile.height - profile.footer - profile.below


def test_a_headline_takes_two_rows_or_a_smaller_face() -> None:
    """On 4.2" a headline is set in two rows, then in the body's face; on 2.9" in the body's face at once."""
    two, three = (
        Text("Move his explorer to the red cavern"),
        Text("Move his explorer to the red cavern of the northern coast"),
    )
    for key, text, face, rows in (
        ("4.2", two, "headline", 2),
        ("4.2", three, "body", 2),
        ("2.9", two, "body", 2),
        ("2.9", Text("Short"), "headline", 1),
        ("4.2-big", Text("Contemporaneamente"), "body", 1),
    ):
        profile = PROFILES[key]
        (block,) = lay_out(a_screen(text, (), Done()), profile, ENGLISH).pages[0].of(Part.HEADLINE)
        assert (block.face, len(block.rows)) == (getattr(profile, face), rows)


@_profiles
def test_type_does_not_jump(profile: Profile) -> None:
    """A screen with few words has the same type as all others; only orders on separate pages may be larger."""
    for n, role in product(range(14), (Role.INSTRUCTION, Role.QUESTION)):
        screen = a_screen(Text("Go"), (Text("Look."),) * n, Done(), role)
        assert lay_out(screen, profile, ENGLISH).profile == profile
    orders = a_screen(Text("Go"), (Text("Look."),) * 3, Done(), Role.INSTRUCTION)
    assert lay_out(orders, profile, ENGLISH, one_per_page=True).profile.body.size > profile.body.size


@pytest.mark.parametrize("profile", core(PROFILES.values()), ids=PROFILES)
def test_no_gap_would_be_read_in_fewer_pages(profile: Profile) -> None:
    """Of the gaps between rows one is taken with which the words of an instruction need the fewest pages."""
    for n in range(1, 16):
        for rows in range(2, 9):
            ask = Pick(choices(*map(str, range(rows))), "0")
            screen = a_screen(Text("Hop"), (Text("Move it."),) * n, ask, Role.INSTRUCTION)
            with_each = [lay_out(screen, replace(profile, gaps=(gap,)), ENGLISH) for gap in profile.gaps]
            assert _pages_to_read(lay_out(screen, profile, ENGLISH)) == min(map(_pages_to_read, with_each))


def test_big_text_is_never_smaller() -> None:
    """Every face of big text is at least as large as the usual one."""
    big = PROFILES["4.2-big"]
    assert min(one.body.size for one in (big, *big.larger_profiles())) == 35
    assert min(one.headline.size for one in (big, *big.larger_profiles())) == 47


def test_a_reason_stands_behind_a_short_option() -> None:
    """The reason of a blocked option is at the end of its row if it fits, else in rows below."""
    for profile in PROFILES.values():
        for reason, beside in ((Text("no"), True), (Text("he has not got enough of them"), False)):
            options = (*choices("Go on"), Choice("b", Text("Buy it"), blocked=reason))
            (page,) = lay_out(a_screen(Text("Turn"), (), Pick(options, "Go on")), profile, ENGLISH).pages
            block = page.of(Part.OPTION)[1]
            assert block.beside is beside
            assert _join(block.reason) == ENGLISH.words(reason)


def test_rows_have_air_where_it_costs_no_page() -> None:
    """Few lines have wide gaps; as many as just fit have narrow ones, still on one page."""
    profile = PROFILES["4.2"]
    few = lay_out(a_screen(Text("Head"), (Text("One"),) * 3, Done()), profile, ENGLISH).pages
    many = lay_out(a_screen(Text("Head"), (Text("One"),) * 7, Done()), profile, ENGLISH).pages
    assert [len(few), len(many)] == [1, 1]
    assert few[0].blocks[1].height > many[0].blocks[1].height


def test_a_notice_longer_than_a_row_is_refused() -> None:
    """A notice is never cut: one that does not fit a row is an error."""
    with pytest.raises(DoesNotFit, match="wider than a row"):
        lay_out(SCREENS["yes_no"][0], PROFILES["2.9"], ENGLISH, notice=Text("Nothing at all is kept " * 3))


def _check(layout: Layout) -> None:
    _check_words(layout)
    _check_options(layout)
    for page in layout.pages:
        _check_places(layout, page)


def _check_words(layout: Layout) -> None:
    """The headline and the lines are there, letter by letter and in order."""
    words, screen = layout.catalogue.words, layout.screen
    pages = layout.pages[:1] if layout.pinned else [page for page in layout.pages if not page.repeats]
    shown = _join(_headline(layout.pages[0])) + "".join(_join(page.body) for page in pages)
    wanted = "".join(map(words, (screen.headline, *screen.lines)))
    assert shown.replace(" ", "") == wanted.replace(" ", "")


def _check_options(layout: Layout) -> None:
    """Every option is there, whole, unless it alone is taller than a page; only the last page repeats some."""
    options = options_of(layout.screen.ask)
    reports_nothing = isinstance(layout.screen.ask, Pick) and layout.screen.role is Role.INSTRUCTION
    listed = [] if reports_nothing and len(options) == 1 else list(range(len(options)))
    blocks = [block for page in layout.pages for block in page.of(Part.OPTION)]
    assert list(dict.fromkeys(block.index for block in blocks)) == listed
    for index in listed:
        *before, last = ([block for block in page.of(Part.OPTION) if block.index == index] for page in layout.pages)
        parts = [block for page in before for block in page]
        parts = parts if parts and _words_of(parts) == _expected_words(layout, options[index]) else [*parts, *last]
        assert len(parts) == 1 or sum(part.height for part in parts) > _room(layout) - layout.pages[-1].blocks[0].height
        assert _words_of(parts) == _expected_words(layout, options[index])
    assert sum(page.value for page in layout.pages) == isinstance(layout.screen.ask, Number | Roll)


def _words_of(parts: list[Block]) -> tuple[str, str]:
    """Return the words and the reason of an option in its parts."""
    return _join(row for part in parts for row in part.rows), _join(row for part in parts for row in part.reason)


def _expected_words(layout: Layout, option: Choice) -> tuple[str, str]:
    """Return the words that an option should have, and its reason, or the progress of a game's play."""
    words, further = layout.catalogue.words, option.blocked or (option.note if option.emblem else None)
    return words(option.text), words(further) if further else ""


def _check_places(layout: Layout, page: Page) -> None:
    """Blocks lie between header and footer, one below the other or side by side, with room for their rows."""
    profile = layout.profile
    assert page.blocks
    assert page.blocks[0].y > _ceiling(layout)
    assert max(block.y + block.height for block in page.blocks) <= profile.height - profile.footer
    for first, second in pairwise(page.blocks):
        assert first.y + first.height <= second.y or (first.y == second.y and first.x + first.width <= second.x)
    for block in page.blocks:
        assert 0 <= block.x < block.x + block.width <= profile.width
        assert _rows(block) * block.pitch <= block.height or block.part is Part.VALUE


def _rows(block: Block) -> int:
    return len(block.rows) + (0 if block.beside else len(block.reason))


def _ceiling(layout: Layout) -> int:
    return layout.profile.header * (2 if layout.notice else 1) - 1


def _room(layout: Layout) -> int:
    profile = layout.profile
    return profile.height - profile.footer - profile.below - profile.above - _ceiling(layout) - 1


def _headline(page: Page) -> tuple[TextRow, ...]:
    """Return the rows of the headline; none on the later pages of a long text."""
    return tuple(row for block in page.of(Part.HEADLINE) for row in block.rows)


def _join(rows: Iterable[TextRow]) -> str:
    return " ".join("".join(run for row in rows for run in row if isinstance(run, str)).split())


def _pages_to_read(layout: Layout) -> int:
    return sum(bool(page.body) and not page.repeats for page in layout.pages)


BECAUSE = Text("Because: the leftmost.")


@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
def test_the_main_reason_is_below_the_headline(profile: Profile) -> None:
    """It is right below the headline, in at most two rows, if that costs no page and no drawing, else nowhere."""
    short, lines = a_screen(Text("Go"), (), Done()), tuple(Text("Move it.") for _ in range(12))
    for count in range(len(lines)):
        bare = replace(short, lines=lines[:count])
        alone, pages = (lay_out(one, profile, ENGLISH).pages for one in (bare, replace(bare, because=BECAUSE)))
        assert len(alone) == len(pages)
        head, *rest = pages[0].blocks
        if found := pages[0].of(Part.BECAUSE):
            assert rest[0] == found[0]
            assert (head.y + head.height, ("Because: the leftmost.",)) == (found[0].y, found[0].rows[0])
        assert found or count, "there is room for it on an empty page"
    wide = replace(
        short, because=Text("Because: the leftmost of them all, and then the topmost of the leftmost of " * 3)
    )
    assert not lay_out(wide, profile, ENGLISH).pages[0].of(Part.BECAUSE)


def test_a_list_goes_on_below_the_same_order() -> None:
    """With each order on its own page, the last page of a list has nothing new to read."""
    orders = Text("Move it."), Text("Put her marker in guild row 5, on the leftmost free space.")
    rows = Pick(choices("Done", "Correct a value…"), "")
    drawing = Track(Text("Guild"), tuple(Slot() for _ in range(12)), at=0, loop=True)
    screen = replace(a_screen(Text("Card 1"), orders, rows, Role.INSTRUCTION), drawing=drawing)
    layout = lay_out(screen, OTHER_PROFILES["4.26"], ENGLISH, one_per_page=True)
    assert [(), (0,), (1,)] == [page.options for page in layout.pages]
    assert [True, True, False] == [page.has_unread_text for page in layout.pages]


def test_a_reason_above_a_list_on_a_low_panel() -> None:
    """Its two rows leave no room for the tallest row of the list: the layout comes to an end all the same."""
    rows = Pick(choices("My turn is done", "A card", "A worker", "A tile", "It is above 15 reputation"), "")
    reason = Text("Because: The die chose the partner zoo in Australia.")
    screen = replace(a_screen(Text("Association, slot 3"), (), rows, Role.INSTRUCTION), because=reason)
    _check(lay_out(screen, OTHER_PROFILES["2.13"], ENGLISH))


def test_an_option_is_not_cut_where_closer_rows_keep_it_whole() -> None:
    """On the small panel a row and the two rows of its note are on one page, below a row of the page before."""
    note = Text("What this one changes is said in two rows of small letters.")
    rows = (
        Choice("a", Text("Begin")),
        Choice("b", Text("Level: easy"), note=note),
        Choice("c", Text("Cards and dice…")),
    )
    pages = lay_out(a_screen(Text("Wyrmspan"), (), Pick(rows, "a")), PROFILES["2.9"], ENGLISH).pages
    assert [2] == [len(block.reason) for page in pages for block in page.of(Part.OPTION) if block.index == 1]
