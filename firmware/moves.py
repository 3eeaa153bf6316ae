"""Where the player stands in a screen: page, highlight, number, ticks; and how the keys move that. Pure.

Pages come before what is chosen on them: turning first reads on, then moves in the list or changes the number.

    text 1 ─▶ text 2 ─▶ list: option 0 ─▶ option 1 ─▶ … (clamped; a long list takes its page along)
"""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from display.frame import Cursor
from display.layout import Layout, options_of
from engines.contract import GO_ON, Ask, Done, Draw, Entry, Marks, Number, Pick, Role, Roll, YesNo


class Place(Struct, frozen=True):
    """A page of a layout, and the cursor."""

    page: int = 0
    cursor: Cursor = Cursor()


def begin(ask: Ask, offered: Entry | None = None) -> Place:
    """Return where a step begins: at its likeliest answer, or at the one that was undone here."""
    value = likeliest(ask) if offered is None or offered.kind == "correct" else offered.value
    return Place(0, at_value(ask, value))


def likeliest(ask: Ask) -> Any:
    """Return the answer that an ask highlights first."""
    match ask:
        case Done():
            return True
        case YesNo() | Pick() | Number() | Marks():
            return ask.likely
        case Roll():
            return ask.low
        case Draw():
            return ask.left[0].id


def at_value(ask: Ask, value: Any) -> Cursor:
    """Return the cursor that stands at an answer."""
    match ask:
        case YesNo():
            return Cursor(highlight=0 if value else 1)
        case Number() | Roll():
            return Cursor(number=value)
        case Marks():
            return Cursor(ticks=tuple(value))
        case Pick() | Draw():
            return Cursor(highlight=[option.id for option in options_of(ask)].index(value))
    return Cursor()


def value_at(ask: Ask, cursor: Cursor) -> Any:
    """Return the answer where the cursor stands."""
    match ask:
        case Done():
            return True
        case YesNo():
            return cursor.highlight == 0
        case Number() | Roll():
            return cursor.number
        case Marks():
            return list(cursor.ticks)
        case Pick() | Draw():
            return options_of(ask)[cursor.highlight].id


def turned(layout: Layout, place: Place, n: int) -> Place:
    """Return the place after the knob moved by `n` detents; it stops at both ends."""
    for _ in range(abs(n)):
        place = _step(layout, place, 1 if n > 0 else -1)
    return place


def read_on(layout: Layout, place: Place) -> Place | None:
    """Return the place one page on; None where Next takes what is highlighted.

    That is on the last page, on one with something to choose, and on an instruction's last page of text while going
    on is highlighted: the footer says so, so that a list which found no room below costs no press.
    """
    page = place.page + 1
    if page == len(layout.pages) or chooses(layout, place.page):
        return None
    if chooses(layout, page) and layout.screen.role is Role.INSTRUCTION and goes_on(layout.screen.ask, place.cursor):
        return None
    return _onto(layout, place, page)


def read_back(layout: Layout, place: Place) -> Place | None:
    """Return the place one page of text back, from a list or number too; None on the first page."""
    texts = [page for page in range(len(layout.pages)) if not chooses(layout, page) and page < place.page]
    return replace(place, page=texts[-1]) if texts else None


def settled(layout: Layout, place: Place) -> Place:
    """Return the place in a layout that may be another than before: a page that exists, a list where its highlight is.

    A list that begins on the first page opens there too, wherever it is highlighted.
    """
    highlight = min(place.cursor.highlight, max(len(options_of(layout.screen.ask)) - 1, 0))
    there = replace(place, cursor=replace(place.cursor, highlight=highlight))
    return _onto(layout, there, min(place.page, len(layout.pages) - 1))


def goes_on(ask: Ask, cursor: Cursor) -> bool:
    """Return whether what is highlighted is that the instruction was done."""
    return isinstance(ask, Done) or (isinstance(ask, Pick) and ask.options[cursor.highlight].id == GO_ON)


def ticked(ask: Marks, cursor: Cursor) -> Cursor:
    """Return the cursor with the highlighted option ticked or unticked."""
    option = ask.options[cursor.highlight]
    if option.id in cursor.ticks:
        return replace(cursor, ticks=tuple(tick for tick in cursor.ticks if tick != option.id))
    return replace(cursor, ticks=(*cursor.ticks, option.id))


def chooses(layout: Layout, page: int) -> bool:
    """Return whether a page lists options or shows the number."""
    return bool(layout.pages[page].options) or layout.pages[page].value


def _step(layout: Layout, place: Place, way: int) -> Place:
    ask, cursor = layout.screen.ask, place.cursor
    if not chooses(layout, place.page):
        page = place.page + way
        return _onto(layout, place, page) if 0 <= page < len(layout.pages) else place
    if isinstance(ask, Number | Roll):
        number = min(max(cursor.number + way, ask.low), ask.high)
        return replace(place, cursor=replace(cursor, number=number))
    highlight = cursor.highlight + way
    if highlight < 0:
        return read_back(layout, place) or place
    if highlight == len(options_of(ask)):
        return place
    return Place(layout.page_of(highlight) or 0, replace(cursor, highlight=highlight))


def _onto(layout: Layout, place: Place, page: int) -> Place:
    """Go to a page; a list opens where its highlight is."""
    if layout.pages[page].options:
        page = layout.page_of(place.cursor.highlight) or page
    return replace(place, page=page)
