"""The player's position in a screen: page, highlight, number, ticks; and how the keys move it. Pure.

Words come before what is chosen below them: turning first reads on, then moves in the list or changes the number. Of
counters it moves over the lines, and changes the number of the one that is entered.

    text 1 ─▶ text 2 and option 0 ─▶ option 1 ─▶ … (clamped; a long list takes its page along)
"""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from display.frame import Cursor
from display.layout import Layout, options_of
from display.value import MAX_PLAIN_VALUES
from engines.kit.contract import (
    GO_ON,
    Ask,
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
    YesNo,
)

NOWHERE = -1
"""The highlight while nothing is chosen yet."""


class Position(Struct, frozen=True):
    """A page of a layout, and the cursor. `seen` are the lines of counters whose numbers were on the glass."""

    page: int = 0
    cursor: Cursor = Cursor()
    seen: frozenset[int] = frozenset()


def start_position(ask: Ask, offered: Entry | None = None) -> Position:
    """Return the position at which a step begins: its likeliest answer, or the one undone here."""
    return Position(0, cursor_at(ask, likely_answer(ask) if offered is None else offered.value))


def likely_answer(ask: Ask) -> Any:
    """Return the answer that an ask highlights first; None if it highlights none."""
    match ask:
        case Done():
            return True
        case YesNo() | Pick() | Number() | Marks():
            return ask.likely
        case Counters():
            return {line.id: line.likely for line in ask.lines}
        case Roll():
            return ask.low
        case Draw():
            return ask.remaining[0].id


def cursor_at(ask: Ask, value: Any) -> Cursor:
    """Return the cursor at an answer."""
    match ask:
        case YesNo():
            return Cursor(highlight=NOWHERE if value is None else 0 if value else 1)
        case Number() | Roll():
            return Cursor(number=value)
        case Marks():
            return Cursor(ticks=tuple(value))
        case Counters():
            return Cursor(counts=tuple(value[line.id] for line in ask.lines))
        case Pick() | Draw():
            return Cursor(highlight=[option.id for option in options_of(ask)].index(_id_in_list(ask, value)))
    return Cursor()


def _id_in_list(ask: Ask, value: Any) -> Any:
    """Return the id under which a value is listed: of cards with the same words only one is."""
    if not isinstance(ask, Draw):
        return value
    text = next(card.text for card in ask.remaining if card.id == value)
    return next(card.id for card in options_of(ask) if card.text == text)


def value_at(ask: Ask, cursor: Cursor) -> Any:
    """Return the answer at the cursor."""
    match ask:
        case Done():
            return True
        case YesNo():
            return None if cursor.highlight == NOWHERE else cursor.highlight == 0
        case Number() | Roll():
            return cursor.number
        case Marks():
            return list(cursor.ticks)
        case Counters():
            return {line.id: n for line, n in zip(ask.lines, cursor.counts, strict=True)}
        case Pick() | Draw():
            return options_of(ask)[cursor.highlight].id


def turn(layout: Layout, place: Position, n: int) -> Position:
    """Return the place after the knob moved by `n` detents; it stops at both ends."""
    for _ in range(abs(n)):
        place = _turn_by_one(layout, place, 1 if n > 0 else -1)
    return place


def read_on(layout: Layout, place: Position) -> Position | None:
    """Return the place one page on; None if Next takes the highlighted answer.

    It does so on the page with the highlight. It also does on the last page of text of an instruction or a result, if
    the first row is highlighted: the footer names that row, so a list without room below costs no press. Counters are
    answered all together, so Next first leads to those that were not on the glass.
    """
    if (unseen := _first_unseen_line(layout, place)) is not None:
        return Position(layout.page_of(unseen) or 0, replace(place.cursor, highlight=unseen, entered=False), place.seen)
    page = place.page + 1
    if page == len(layout.pages) or is_on_choice(layout, place):
        return None
    only_list_follows = not layout.pages[place.page].options and not layout.pages[page].has_unread_text
    if only_list_follows and layout.screen.role is not Role.QUESTION and is_go_on(layout.screen.ask, place.cursor):
        return None
    return _at_page(layout, place, page)


def answer_place(layout: Layout, place: Position) -> Position:
    """Return the place on the page on which Next takes the highlighted answer, or on the page of the list or number."""
    while not is_on_choice(layout, place) and (further := read_on(layout, place)) is not None:
        place = further
    return place


def read_back(layout: Layout, place: Position) -> Position | None:
    """Return the place one page of text back, from a list or number too; None on the first page.

    From inside a line of counters it leads to their list, and from counters or marks back page by page.
    """
    if place.cursor.entered:
        return replace(place, cursor=replace(place.cursor, entered=False))
    by_page = isinstance(layout.screen.ask, Counters | Marks)
    page = next((page for page in reversed(range(place.page)) if by_page or layout.pages[page].has_unread_text), None)
    if page is None:
        return None
    options = () if layout.pages[page].has_unread_text else layout.pages[page].options
    return replace(place, page=page, cursor=replace(place.cursor, highlight=options[0]) if options else place.cursor)


def clamp_to_layout(layout: Layout, place: Position) -> Position:
    """Return the place in a changed layout: a page that exists; in a list, the page with its highlight.

    If lines fill the first page, that page is read first.
    """
    highlight = min(place.cursor.highlight, max(len(options_of(layout.screen.ask)) - 1, 0))
    # Lines that were seen in another layout do not count.
    unseen = Position(place.page, replace(place.cursor, highlight=highlight))
    return _at_page(layout, unseen, min(place.page, len(layout.pages) - 1))


def opens_parts(layout: Layout, place: Position) -> bool:
    """Return whether Push opens the lines of a total: only where its number can be changed."""
    ask = layout.screen.ask
    return isinstance(ask, Number) and bool(ask.parts) and is_on_choice(layout, place)


def is_go_on(ask: Ask, cursor: Cursor) -> bool:
    """Return whether the highlighted answer is that the instruction was done."""
    return isinstance(ask, Done) or (isinstance(ask, Pick) and ask.options[cursor.highlight].id == GO_ON)


def toggle_tick(layout: Layout, ask: Marks, place: Position) -> Position:
    """Return the place with the highlighted option ticked or unticked; if the ask advances, a tick moves one on."""
    cursor = place.cursor
    option = ask.options[cursor.highlight]
    if option.id in cursor.ticks:
        return replace(place, cursor=replace(cursor, ticks=tuple(tick for tick in cursor.ticks if tick != option.id)))
    ticks = (*cursor.ticks, option.id)
    if not ask.advance:
        return replace(place, cursor=replace(cursor, ticks=ticks))
    highlight = min(cursor.highlight + 1, len(ask.options) - 1)
    ticks = (*ticks, *_forced_ticks(layout, ask, place, ticks))
    page = _page_with_option(layout, place.page, highlight)
    return replace(place, page=page, cursor=replace(cursor, highlight=highlight, ticks=ticks))


def _forced_ticks(layout: Layout, ask: Marks, place: Position, ticks: tuple[str, ...]) -> tuple[str, ...]:
    """Return the options below the highlight if all of them must be ticked, and all are on this page."""
    below = range(place.cursor.highlight + 1, len(ask.options))
    free = tuple(ask.options[n].id for n in below if ask.options[n].blocked is None and ask.options[n].id not in ticks)
    needed = ask.low == ask.high == len(ticks) + len(free)
    return free if needed and set(below) <= set(layout.pages[place.page].options) else ()


def toggle_entry(place: Position) -> Position:
    """Return the place inside the highlighted line of counters, or out of it again."""
    return replace(place, cursor=replace(place.cursor, entered=not place.cursor.entered))


def has_entered(before: Position, place: Position) -> bool:
    """Return whether a key closed a line of counters, ticked or unticked."""
    return before.cursor.entered > place.cursor.entered or before.cursor.ticks != place.cursor.ticks


def note_seen_lines(layout: Layout, place: Position, shown: Position) -> Position:
    """Return the place, noting which lines of counters on its page are on the glass with their present numbers."""
    if not isinstance(layout.screen.ask, Counters):
        return place
    on_page = frozenset(layout.pages[place.page].options)
    seen = frozenset(n for n in on_page if shown.cursor.counts[n] == place.cursor.counts[n])
    return replace(place, seen=place.seen - on_page | seen)


def _first_unseen_line(layout: Layout, place: Position) -> int | None:
    """Return the first line of counters on another page that was not seen with its number; None on a page of text."""
    on_page = layout.pages[place.page].options
    if not isinstance(layout.screen.ask, Counters) or not on_page:
        return None
    lines = range(len(layout.screen.ask.lines))
    return next((n for n in lines if n not in on_page and n not in place.seen), None)


def is_on_choice(layout: Layout, place: Position) -> bool:
    """Return whether keys act on the list or number of the page, rather than on text to be read first."""
    page = layout.pages[place.page]
    is_read = not page.has_unread_text or max(place.cursor.highlight, 0) in page.options
    return page.value or (bool(page.options) and is_read)


def changes_number(layout: Layout, place: Position) -> bool:
    """Return whether turning changes a number, alone on its page or in a line of counters."""
    return layout.pages[place.page].value or place.cursor.entered


def has_wide_range(layout: Layout, place: Position) -> bool:
    """Return whether turning changes a number of so many values that fast turning takes larger steps."""
    ask, cursor = layout.screen.ask, place.cursor
    bounds = ask.lines[cursor.highlight] if isinstance(ask, Counters) and cursor.entered else ask
    is_wide = isinstance(bounds, Number | Roll | Counter) and bounds.high - bounds.low > MAX_PLAIN_VALUES
    return is_wide and changes_number(layout, place)


def _turn_by_one(layout: Layout, place: Position, direction: int) -> Position:
    ask, cursor = layout.screen.ask, place.cursor
    if not is_on_choice(layout, place):
        page = place.page + direction
        return _at_page(layout, place, page) if 0 <= page < len(layout.pages) else place
    if isinstance(ask, Number | Roll):
        number = min(max(cursor.number + direction, ask.low), ask.high)
        return replace(place, cursor=replace(cursor, number=number))
    if isinstance(ask, Counters) and cursor.entered:
        return replace(place, cursor=replace(cursor, counts=_next_counts(ask, cursor, direction)))
    highlight = cursor.highlight + direction
    if highlight < 0:
        return read_back(layout, place) or place
    if highlight == len(options_of(ask)):
        return place
    page = _page_with_option(layout, place.page, highlight)
    return replace(place, page=page, cursor=replace(cursor, highlight=highlight))


def _next_counts(ask: Counters, cursor: Cursor, direction: int) -> tuple[int, ...]:
    line, n = ask.lines[cursor.highlight], cursor.counts[cursor.highlight]
    counts = list(cursor.counts)
    counts[cursor.highlight] = min(max(n + direction, line.low), line.high)
    return tuple(counts)


def _at_page(layout: Layout, place: Position, page: int) -> Position:
    """Go to a page; a list opens at its highlight, unless there is text to read before it."""
    if layout.pages[page].options and not layout.pages[page].has_unread_text:
        page = _page_with_option(layout, page, max(place.cursor.highlight, 0))
    return replace(place, page=page)


def _page_with_option(layout: Layout, page: int, option: int) -> int:
    """Return the page if it lists an option, else the first that does."""
    return page if option in layout.pages[page].options else layout.page_of(option) or 0
