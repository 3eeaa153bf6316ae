"""A frame is the panel's size, the same each time, and its parts keep to their places."""

from typing import Literal

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops

from display import letters, value
from display.bars import DoesNotFit, KeyMarks, _push_width, draw_hint, fit_header
from display.frame import Chrome, Cursor, draw, footer_of, header_of
from display.layout import Layout, Part, lay_out
from display.profiles import Profile
from engines.kit.contract import Done, Number, Pick, Roll
from engines.kit.text import ENGLISH, Catalogue, Text, load_catalogue
from tests.core import core
from tests.display.screens import CHROME, NOTICE, SCREENS, a_screen, choices
from tests.profiles import ALL_PROFILES, PROFILES

_SMALL = PROFILES["2.9"]
_profiles = pytest.mark.parametrize("profile", core(PROFILES.values(), _SMALL), ids=PROFILES)
_PSEUDO = load_catalogue("pseudo")
_catalogues = pytest.mark.parametrize("catalogue", core([ENGLISH, _PSEUDO], _PSEUDO), ids=["en", "pseudo"])
_screens = pytest.mark.parametrize("name", SCREENS)
_BLANK = a_screen(Text(""), (), Done())

Box = tuple[int, int, int, int]


@_screens
@_catalogues
@_profiles
def test_a_frame_is_one_bit_and_always_the_same(profile: Profile, catalogue: Catalogue, name: str) -> None:
    """Drawing a page twice gives the same picture of exactly the panel's size."""
    screen, cursor = SCREENS[name]
    layout = lay_out(screen, profile, catalogue)
    for page in range(len(layout.pages)):
        frame = draw(layout, page, cursor, CHROME)
        assert (frame.mode, frame.size) == ("1", (profile.width, profile.height))
        assert frame.tobytes() == draw(layout, page, cursor, CHROME).tobytes()


@_screens
@_catalogues
@_profiles
def test_nothing_leaves_its_place(profile: Profile, catalogue: Catalogue, name: str) -> None:
    """Nothing reaches into header, notice or footer, and the edges of the glass stay white."""
    screen, cursor = SCREENS[name]
    layout = lay_out(screen, profile, catalogue, notice=NOTICE)
    chrome = replace(CHROME, notice=NOTICE)
    for page, shown in enumerate(layout.pages):
        frame = draw(layout, page, cursor, chrome)
        bare = draw(_without_blocks(layout), page, cursor, chrome)
        changed = ImageChops.logical_xor(frame, bare).getbbox()
        assert changed is not None
        assert changed[1] >= 2 * profile.header
        assert changed[3] <= profile.height - profile.footer
        assert changed[0] >= 2
        assert changed[2] <= profile.width - 2
        assert shown.blocks


@_profiles
def test_turning_changes_only_what_is_turned(profile: Profile) -> None:
    """Moving the highlight redraws the two options; a tick only its box; a number only its control."""
    marks = lay_out(SCREENS["marks"][0], profile, ENGLISH)
    first, second = marks.pages[0].of(Part.OPTION)[:2]
    both = (0, first.y, profile.width, second.y + second.height)
    assert _within(_difference(marks, 0, Cursor(0), Cursor(1)), both)
    ticked = _difference(marks, 0, Cursor(0), Cursor(0, ticks=("Depot 2",)))
    assert _within(ticked, (0, second.y, second.indent, second.y + second.height))
    number = lay_out(SCREENS["number"][0], profile, ENGLISH)
    page = len(number.pages) - 1
    control = number.pages[page].of(Part.VALUE)[0]
    turned = _difference(number, page, Cursor(number=9), Cursor(number=10))
    assert _within(turned, (profile.width // 4, control.y, profile.width * 3 // 4, control.y + control.height))


@_profiles
def test_two_cursors_never_look_alike(profile: Profile) -> None:
    """Every highlight, tick and number can be told from its neighbour."""
    for name, one, other in (
        ("yes_no", Cursor(0), Cursor(1)),
        ("blocked", Cursor(1), Cursor(2)),
        ("number", Cursor(number=0), Cursor(number=1)),
        ("minus", Cursor(number=7), Cursor(number=8)),
        ("roll", Cursor(number=1), Cursor(number=6)),
        ("marks", Cursor(ticks=()), Cursor(ticks=("Depot 1",))),
    ):
        layout = lay_out(SCREENS[name][0], profile, ENGLISH)
        assert any(_difference(layout, page, one, other) for page in range(len(layout.pages)))


@_profiles
def test_large_numbers_fit(profile: Profile) -> None:
    """A sum of numbers of three digits is drawn whole."""
    for ask in (Number(0, 999, 0, minus_from=999), Number(-99, 9999, 0), Roll("d", 0, 1, 20)):
        layout = lay_out(a_screen(Text("How many?"), (), ask), profile, ENGLISH)
        box = _difference(layout, 0, Cursor(number=ask.low), Cursor(number=ask.high))
        assert box is not None
        assert _within(box, (profile.margin // 2, 0, profile.width - profile.margin // 2, profile.height))


@_profiles
@pytest.mark.parametrize("line", ["", "Count them.", "Count all that are left on the board."])
@pytest.mark.parametrize("ask", [Number(0, 21, 0), Number(0, 999, 0)])
def test_a_wide_number_says_its_bounds(profile: Profile, ask: Number, line: str) -> None:
    """The bounds of a number are beside or below it, also below a text."""
    layout = lay_out(a_screen(Text("How many?"), (Text("{line}", line=line),) if line else (), ask), profile, ENGLISH)
    further = replace(layout, screen=replace(layout.screen, ask=replace(ask, high=ask.high - 1)))
    page, cursor = len(layout.pages) - 1, Cursor(number=1)
    assert draw(layout, page, cursor, CHROME).tobytes() != draw(further, page, cursor, CHROME).tobytes()


@_profiles
def test_arrows_say_where_a_number_can_go(profile: Profile) -> None:
    """At its lowest a number has no arrow down, at its highest none up; between them it has both."""
    layout = lay_out(a_screen(Text("How many?"), (), Number(4, 6, 5)), profile, ENGLISH)
    frames = [draw(layout, 0, Cursor(number=number), CHROME) for number in (4, 5, 6)]
    half, digit = profile.width // 2, letters.length(profile.number_faces[0], "8")
    (low_down, low_up), (down, up), (high_down, high_up) = (
        (_ink(frame, 0, half - digit), _ink(frame, half + digit, profile.width)) for frame in frames
    )
    assert (low_down < down, low_up == up) == (True, True)
    assert (high_down == down, high_up < up) == (True, True)


@_profiles
def test_a_number_stays_in_its_block(profile: Profile) -> None:
    """Below a text the control is small enough for the remaining room."""
    lines = (Text("One line after the other."),) * 12
    layout = lay_out(a_screen(Text("How many?"), lines, Number(-9, 99, 5)), profile, ENGLISH)
    blocks = [block for page in layout.pages for block in page.of(Part.VALUE)]
    for block in [*blocks, replace(blocks[0], height=letters.cap_height(profile.number_faces[-1]) * 8 // 5)]:
        assert value._largest_control(profile, block, Number(-9, 99, 5)).height <= block.height


def test_a_number_below_0_has_a_minus() -> None:
    """It is the typographer's, as wide as a digit."""
    assert value.digits(-12) == "−12"


@_profiles
def test_words_of_the_header_stand_apart(profile: Profile) -> None:
    """Two texts that would fit only if they touched do not fit."""
    room = profile.width - 2 * profile.margin
    left = "n" * (room // letters.length(profile.bar, "n") - 4)
    right = "n" * 4
    with pytest.raises(DoesNotFit, match="header"):
        fit_header(profile, (left,), [(right,)], None)
    assert fit_header(profile, (left,), [(right,), ()], None) == 1


@_profiles
def test_the_longest_footer_that_fits_is_drawn(profile: Profile) -> None:
    """The footer takes the first candidate that fits in one row; if none does, that is an error."""
    layout = lay_out(_BLANK, profile, ENGLISH)
    long, short = Text("Next will do this and that and a lot more after it"), Text("Next")
    words = ENGLISH.runs(short)
    assert footer_of(layout, 0, replace(CHROME, footer=(long, short)))[1] == words
    assert footer_of(layout, 0, replace(CHROME, footer=(short, long)))[1] == words
    for row in ("City hall: places a tile, as always and ever", "City hall (2 coins at most, as always and ever)"):
        assert footer_of(layout, 0, replace(CHROME, footer=(Text(row), short)))[1] == ("City hall",)
    for footer in ((long,), ()):
        with pytest.raises(DoesNotFit, match="footer"):
            draw(layout, 0, Cursor(), replace(CHROME, footer=footer))


@_profiles
def test_words_around_the_page_are_never_cut(profile: Profile) -> None:
    """A header wider than the panel and a notice without room are errors, not cut."""
    layout = lay_out(_BLANK, profile, ENGLISH)
    wide = Text("Somebody with a name that is longer than the panel is wide")
    with pytest.raises(DoesNotFit, match="header"):
        draw(layout, 0, Cursor(), replace(CHROME, left=wide))
    with pytest.raises(DoesNotFit, match="keeps no room"):
        draw(layout, 0, Cursor(), replace(CHROME, notice=NOTICE))


@_profiles
def test_letters_of_the_bars_are_whole(profile: Profile) -> None:
    """Accents and tails in header, notice and footer leave all their ink inside the bar."""
    layout = lay_out(_BLANK, profile, ENGLISH, notice=NOTICE)
    word, blank = Text("Égjpqy"), Text("")
    bare = replace(CHROME, left=blank, back=blank, notice=blank)
    mask = letters.stamp(profile.bar, ENGLISH.words(word))
    assert mask is not None
    for chrome in (replace(bare, left=word), replace(bare, back=word), replace(bare, notice=word)):
        changed = ImageChops.logical_xor(draw(layout, 0, Cursor(), chrome), draw(layout, 0, Cursor(), bare))
        assert changed.histogram()[255] >= mask.mask.histogram()[255] - 2


def test_marks_on_capitals_have_air_on_the_glass() -> None:
    """On 2.9" nothing is within two pixels above dots and accents, and a highlighted last row keeps off the footer."""
    profile, words = PROFILES["2.9"], choices("Égpqy", "Ägpqy Ôgpqy", "Àgpqy Ügpqy")
    layout = lay_out(a_screen(Text("Êgpqy"), (), Pick(words, "none")), profile, ENGLISH)
    chrome = replace(CHROME, left=Text("Ôgpqy"), back=Text("Égpqy"), footer=(Text("Ügpqy"),))
    footer = profile.height - profile.footer
    for highlight in range(len(words)):
        frame = draw(layout, 0, Cursor(highlight), chrome)
        for block in layout.pages[0].blocks:
            above = frame.crop((profile.margin, block.y, profile.width - profile.margin, block.y + letters.MIN_AIR_PX))
            assert above.getextrema() in ((0, 0), (1, 1)), block.rows
        assert frame.crop((0, 0, profile.width // 2, letters.MIN_AIR_PX)).getextrema() == (0, 0)
        assert frame.crop((0, footer - letters.MIN_AIR_PX, profile.width, footer)).getextrema() == (1, 1)
        inside = draw(layout, 0, Cursor(highlight), replace(chrome, back=Text(""), footer=(Text("."),)))
        changed = ImageChops.logical_xor(frame, inside).getbbox()
        assert changed is not None
        assert changed[1] > footer + letters.MIN_AIR_PX


def test_marks_on_a_caption_have_air() -> None:
    """The marks on the name of a group of rows have air, too."""
    profile = PROFILES["2.9"]
    rows = tuple(replace(one, group=Text("Égpqy")) if n == 1 else one for n, one in enumerate(choices("gpy", "gpy")))
    layout = lay_out(a_screen(Text("A"), (), Pick(rows, "none")), profile, ENGLISH)
    first, second = layout.pages[0].of(Part.OPTION)
    frame = draw(layout, 0, Cursor(0), CHROME)
    assert second.y == first.y + first.height
    assert frame.crop((0, second.y, profile.width, second.y + letters.MIN_AIR_PX)).getextrema() == (1, 1)
    assert frame.crop((0, second.y, profile.width, second.y + second.lead)).getextrema() == (0, 1)


def _without_blocks(layout: Layout) -> Layout:
    """Return a layout with as many pages and nothing on them."""
    return replace(layout, pages=tuple(replace(page, blocks=()) for page in layout.pages))


def _difference(layout: Layout, page: int, one: Cursor, other: Cursor) -> Box | None:
    chrome: Chrome = CHROME
    return ImageChops.logical_xor(draw(layout, page, one, chrome), draw(layout, page, other, chrome)).getbbox()


def _ink(frame: Image.Image, left: int, right: int) -> int:
    return frame.crop((left, 0, right, frame.height)).histogram()[0]


def _within(inner: Box | None, outer: Box) -> bool:
    return (
        inner is not None
        and inner[0] >= outer[0]
        and inner[1] >= outer[1]
        and inner[2] <= outer[2]
        and inner[3] <= outer[3]
    )


def test_white_is_one() -> None:
    """An empty place of a frame is 1, as the panel needs it."""
    frame = draw(lay_out(_BLANK, PROFILES["4.2"], ENGLISH), 0, Cursor(), CHROME)
    assert isinstance(frame, Image.Image)
    assert frame.getpixel((200, 150)) in (1, 255)
    assert frame.tobytes()[150 * 50 + 25] == 0xFF


def test_a_wide_hint_is_in_smaller_type() -> None:
    """A hint that is wider than the glass in the type of bars stays within its frame."""
    image = Image.new("1", (_SMALL.width, _SMALL.height), 1)
    row = ("Turn to choose, then press Next again",)
    assert letters.width(_SMALL.bar, row) > _SMALL.width > letters.width(_SMALL.small, row)
    draw_hint(image, _SMALL, row, 40)
    inside = image.crop((2, 42, _SMALL.margin, 40 + _SMALL.header - 2))
    assert inside.getextrema() == (1, 1)


# --- the keys that there are ---


@pytest.mark.parametrize("profile", ALL_PROFILES.values(), ids=ALL_PROFILES)
def test_four_keys_take_no_more_room_than_a_knob(profile: Profile) -> None:
    """Words that fit a footer beside the mark of a knob also fit beside ▲ and ▼."""
    for push in ((), ("Why?",)):
        knob, pair = (_push_width(profile, push, KeyMarks(pair=pair)) for pair in (False, True))
        assert pair <= knob


@_profiles
@pytest.mark.parametrize("edge", ["left", "right"])
def test_back_is_named_at_its_key(profile: Profile, edge: Literal["left", "right"]) -> None:
    """Beside the header, in words if there is room, else by its mark; a header that fits alone always fits."""
    layout, keys = lay_out(_BLANK, profile, ENGLISH), KeyMarks(pair=True, edge=edge)
    who = Text("n" * ((profile.width - 2 * profile.margin) // letters.length(profile.small, "n")))
    found: list[object] = []
    for n in range(len(who.one), 0, -1):
        chrome = replace(CHROME, left=Text(who.one[:n]), right=(Text(""),), back=Text("Undo"), keys=keys)
        found += [back for back in [header_of(layout, chrome)[2]] if back not in found[-1:]]
        draw(layout, 0, Cursor(), chrome)
    assert found[0] is None
    assert [one for one in found if one is not None][:2] == [(), ("Undo",)]


@_profiles
def test_keys_beside_the_glass_are_mirrored(profile: Profile) -> None:
    """For the left hand the same marks are at the other edge, the words of Back and Next next to them."""
    layout = lay_out(_BLANK, profile, ENGLISH)
    bare = replace(CHROME, left=Text(""), right=(Text(""),), back=Text(""), footer=(Text("Done"),), push=None)
    boxes = []
    for edge in ("left", "right"):
        chrome = replace(bare, keys=KeyMarks(edge=edge))
        changed = ImageChops.logical_xor(
            draw(layout, 0, Cursor(), replace(chrome, back=Text("Undo"))), draw(layout, 0, Cursor(), chrome)
        )
        boxes.append(changed.getbbox())
    (left, right) = boxes
    assert left is not None
    assert right is not None
    assert left[2] < profile.width // 2 < right[0]
    assert max(left[3], right[3]) <= profile.header


@_profiles
def test_a_message_keeps_the_mark_of_back(profile: Profile) -> None:
    """A message is said whole, in a header that still shows where Back is."""
    layout = lay_out(_BLANK, profile, ENGLISH)
    chrome = replace(CHROME, message=(Text("Lasts until power-off"), Text("No")), keys=KeyMarks(edge="left"))
    _, said, back = header_of(layout, replace(chrome, back=Text("n" * 30)))
    assert (said.one, back) == ("Lasts until power-off", ())


@pytest.mark.parametrize("screen", ["number", "counters_entered"])
def test_a_number_has_the_arrows_of_its_keys(screen: str) -> None:
    """Left is less and right is more; with ▲ and ▼ the arrow for less points down, the one for more up."""
    drawn, cursor = SCREENS[screen]
    layout = lay_out(drawn, PROFILES["4.2"], ENGLISH)
    page = len(layout.pages) - 1 if screen == "number" else 0
    sideways, upright = (
        draw(layout, page, cursor, replace(CHROME, keys=KeyMarks(pair=pair))) for pair in (False, True)
    )
    changed = ImageChops.logical_xor(sideways, upright).getbbox()
    assert changed is not None
    assert changed[3] - changed[1] < 40
