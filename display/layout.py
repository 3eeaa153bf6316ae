"""Screen -> pages: the place of every row of text, every option and the number, before anything is drawn.

A layout depends on screen, profile, language and the room kept for a notice; never on the highlight. If it needs more
than one page:

    a question     stays above every page of its list, if two rows fit below it
    anything else  is read first; the list begins on the last page of the words, and continues below the headline

An instruction whose `pick` has a single option shows no list: the footer names it. Anything else is always listed.
A side of the table has no headline: its title is in the header.
"""

from msgspec import Struct
from msgspec.structs import replace

from display.bars import check_notice
from display.blocks import Block, Page, Part
from display.drawings import sides
from display.drawings.placing import pages_with_drawing
from display.letters import TextRow
from display.paging import Area
from display.profiles import Profile
from display.typesetting import YES_NO, Typesetter, gutter, note_pitch, options_of
from engines.kit.contract import Counters, Done, Role, Screen, Who
from engines.kit.drawings import Side
from engines.kit.text import Catalogue, Text

__all__ = ["YES_NO", "Block", "Layout", "Page", "Part", "lay_out", "options_of"]

MAX_BECAUSE_ROWS = 2
_MIN_SCROLLED_ROWS = 2
"""Rows of a question's list that are below its words at a time, at least."""
_MIN_LIST_ROWS = 3
"""Notes are apart from the list only if at least this many of its rows fit above them."""


class Layout(Struct, frozen=True):
    """The pages of a screen, at least one, and what they were made of.

    `notice`: room is kept for one. `pinned`: all lines are on every page. `note_room`: room (px) above the
    footer for the note of an option.
    """

    screen: Screen
    profile: Profile
    catalogue: Catalogue
    pages: tuple[Page, ...]
    notice: bool
    pinned: bool
    note_room: int = 0

    def note(self, page: int, option: int) -> tuple[TextRow, ...]:
        """Return the rows of an option's note at the foot of a page; none if it has none there."""
        if not self.note_room or option not in self.pages[page].options:
            return ()
        note = options_of(self.screen.ask)[option].note
        return () if note is None else Typesetter(self.profile, self.catalogue).note(note)

    def page_of(self, option: int) -> int | None:
        """Return the first page that lists an option; None if none does."""
        return next((place for place, page in enumerate(self.pages) if option in page.options), None)


def lay_out(
    screen: Screen, profile: Profile, catalogue: Catalogue, *, notice: Text | None = None, one_per_page: bool = False
) -> Layout:
    """Return the layout of a screen. Raise `DoesNotFit` if the notice takes more than one row of the header's type.

    The gaps between rows are the widest that cost no page. The main reason is shown if it only costs size and white.
    With `one_per_page` every order has its own page, without a reason.
    """
    if notice is not None:
        check_notice(profile, catalogue.runs(notice))
    one_per_page = one_per_page and _has_orders(screen)
    bare_screen = screen if screen.because is None else replace(screen, because=None)
    bare = _layout_of(bare_screen, profile, catalogue, has_notice=notice is not None, one_per_page=one_per_page)
    if bare_screen is screen or one_per_page:
        return bare
    full = _layout_of(screen, profile, catalogue, has_notice=notice is not None)
    return full if _because_is_free(full, bare) else bare


def _layout_of(
    screen: Screen, profile: Profile, catalogue: Catalogue, *, has_notice: bool, one_per_page: bool = False
) -> Layout:
    top, bottom = profile.top + (profile.notice if has_notice else 0), profile.bottom
    note_room = _note_room(screen, Typesetter(profile, catalogue), bottom - top)
    bottom -= note_room
    if isinstance(screen.drawing, Side):
        pages = sides.pages(screen.drawing, profile, catalogue, top, bottom)
        return Layout(screen, profile, catalogue, _with_unread(pages), has_notice, pinned=False)
    setter = Typesetter(profile, catalogue, apart=note_room > 0)
    areas = [Area(top, bottom, gap, profile.rule) for gap in profile.gaps]
    final, pages, pinned = (_arrange_orders if one_per_page else _arrange)(screen, areas, setter)
    if not pinned:
        pages = _with_unread(pages)
    return Layout(screen, final, catalogue, pages, has_notice, pinned, note_room)


def _with_unread(pages: tuple[Page, ...]) -> tuple[Page, ...]:
    """Return the pages, each knowing whether it has text that must be read before the next."""
    return tuple(
        replace(page, has_unread_text=not page.repeats and (bool(page.body) or not (page.options or page.value)))
        for page in pages
    )


def _because_is_free(full: Layout, bare: Layout) -> bool:
    """Return whether the main reason takes at most two rows and costs no page and no drawing."""
    rows = [row for block in full.pages[0].of(Part.BECAUSE) for row in block.rows]
    return _parts_by_page(full) == _parts_by_page(bare) and len(rows) <= MAX_BECAUSE_ROWS


def _parts_by_page(layout: Layout) -> list[set[Part]]:
    """Return the parts of each page, without the main reason and without pages that only continue a list."""
    pages = layout.pages[:1] if layout.pinned else [page for page in layout.pages if not page.repeats]
    return [{block.part for block in page.blocks} - {Part.BECAUSE} for page in pages]


def _arrange(screen: Screen, areas: list[Area], setter: Typesetter) -> tuple[Profile, tuple[Page, ...], bool]:
    """Return the profile, the pages, and whether each has all the words."""
    return setter.profile, *(pages_with_drawing(screen, areas, setter) or _pages_of(screen, areas, setter))


def _has_orders(screen: Screen) -> bool:
    """Return whether the lines of a screen are several orders."""
    return screen.role is Role.INSTRUCTION and screen.badge.who is not Who.YOU and len(screen.lines) > 1


def _arrange_orders(screen: Screen, areas: list[Area], setter: Typesetter) -> tuple[Profile, tuple[Page, ...], bool]:
    """Return a profile and pages as `_arrange` does, with each order on its own page, and the list on the last."""
    *first, last = _orders(screen, setter.catalogue)
    parts = [*(replace(screen, lines=lines, ask=Done()) for lines in first), replace(screen, lines=last)]
    profile = setter.profile
    for larger in profile.larger_profiles() if screen.drawing is None else ():
        pages = [_single_page(part, areas[:2], replace(setter, profile=larger)) for part in parts]
        if None not in pages:
            return larger, tuple(page for page in pages if page is not None), False
    laid_out = [pages_with_drawing(part, areas, setter) or _pages_of(part, areas, setter) for part in parts]
    all_pages = [
        replace(page, repeats=page.repeats or (pinned and n > 0))
        for pages, pinned in laid_out
        for n, page in enumerate(pages)
    ]
    return profile, tuple(all_pages), False


def _orders(screen: Screen, catalogue: Catalogue) -> list[tuple[Text, ...]]:
    """Return the lines of each order: after a line that ends with a colon, the next line is part of the same order."""
    orders: list[tuple[Text, ...]] = []
    continues = False
    for line in screen.lines:
        orders.append((*orders.pop(), line) if continues else (line,))
        continues = catalogue.words(line).endswith(":")
    return orders


def _single_page(screen: Screen, areas: list[Area], setter: Typesetter) -> Page | None:
    """Return the only page; None if there are more or its headline is in the face of the body."""
    headline, texts = setter.words(screen)
    if headline.face != setter.profile.headline:
        return None
    items = setter.items(screen)
    return next(filter(None, (area.page(headline, texts, items) for area in areas)), None)


def _pages_of(screen: Screen, areas: list[Area], setter: Typesetter) -> tuple[tuple[Page, ...], bool]:
    """Return the pages, and whether each has all the words."""
    headline, texts = setter.words(screen)
    items = setter.items(screen)
    single = next(filter(None, (area.page(headline, texts, items) for area in areas)), None)
    if single is not None:
        return (single,), True
    items = replace(setter, gutter=gutter(setter.profile)).items(screen)
    if screen.role is Role.QUESTION:
        pinned = list(filter(None, (area.pinned_pages(headline, texts, items, _MIN_SCROLLED_ROWS) for area in areas)))
        if pinned:
            return min(pinned, key=len), True
    rows = (*range(_MIN_SCROLLED_ROWS if screen.role is Role.QUESTION else 1, 0, -1), 0) if items else (0,)
    flowing = [pages for area in areas for pages in area.flowing_pages(headline, texts, items, rows) if pages]
    if not flowing:  # the headline is so high that no row fits below it
        profile = replace(setter.profile, headline_rows=setter.profile.headline_rows - 1)
        return _pages_of(screen, areas, replace(setter, profile=profile))
    return min(flowing, key=lambda pages: _cost(screen, pages, areas[0])), False


def _note_room(screen: Screen, setter: Typesetter, room: int) -> int:
    """Return the height (px) of the longest note with a rule over it.

    0 if that would leave too little of `room` px for a list: then each note is below its option.
    """
    options = options_of(screen.ask)
    notes = [setter.note(option.note) for option in options if option.note is not None and option.emblem is None]
    profile = setter.profile
    taken = max(map(len, notes), default=0) * note_pitch(profile) + profile.rule // 2
    least = profile.headline_pitch + _MIN_LIST_ROWS * (profile.body_pitch + profile.gaps[-1])
    return taken if notes and room - taken >= least else 0


def _cost(screen: Screen, pages: tuple[Page, ...], area: Area) -> tuple[int, ...]:
    """Return the cost of pages as numbers; fewer are better, and the first is compared first.

    These are the presses to read them, half white pages, 1 if the list is apart from the text, the parts of lines, cut
    options, and all pages. Reading a question ends with the first page of its list, and counters with the last page;
    of an instruction only the text is read, since the footer names the first row.
    """
    read = [page for page in pages if page.of(Part.LINE) and not page.repeats]
    apart = bool(read) and not read[-1].options and any(page.options for page in pages)
    presses = len(read) + (screen.role is Role.QUESTION and apart)
    white = sum(area.is_half_white(page) for page in pages[:-1])
    listed = {(block.index, block.rows, block.reason) for page in pages for block in page.of(Part.OPTION)}
    cut = len(listed) - len({index for index, *_ in listed})
    parts = sum(len(page.of(Part.LINE)) for page in read)
    return len(pages) if isinstance(screen.ask, Counters) else presses, white, apart, parts, cut, len(pages)
