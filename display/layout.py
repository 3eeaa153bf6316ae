"""Screen -> pages: where every row of text, every option and the number stand, before anything is drawn.

A layout depends on screen, profile, language and the room kept for a notice; never on what is highlighted. What does
not fit on one page becomes further pages:

    a question     stays above every page of its list, where two rows fit below it
    anything else  is read first; the list begins on the last page of the words, and goes on below the headline again

An instruction whose `pick` has a single option shows no list: the footer names it. Anything else is always listed.
A side of the table has no headline: its title stands in the header.
"""

from msgspec import Struct
from msgspec.structs import replace

from display import setting
from display import type as letters
from display.blocks import Block, Page, Part
from display.drawings import sides
from display.drawings.placing import with_drawing
from display.errors import DoesNotFit
from display.paging import Area
from display.profiles import Profile
from display.setting import YES_NO, Setter, gutter, note_pitch, options_of
from display.type import TextRow
from engines.kit.contract import Done, Role, Screen, Who, YesNo
from engines.kit.drawings import Side
from engines.kit.text import Catalogue, Text

__all__ = ["YES_NO", "Block", "Layout", "Page", "Part", "lay_out", "options_of"]


_LIST = 3
"""Notes stand apart where so many rows of the list stand above them."""


class Layout(Struct, frozen=True):
    """The pages of a screen, at least one, with what they were made of.

    `notice`: room is kept below the header. `pinned`: all lines stand on every page. `caption`: words over the options
    that begin below lines. `noted`: room (px) that is kept above the footer for what an option means.
    """

    screen: Screen
    profile: Profile
    catalogue: Catalogue
    pages: tuple[Page, ...]
    notice: bool
    pinned: bool
    caption: Text | None = None
    noted: int = 0

    def note(self, page: int, option: int) -> tuple[TextRow, ...]:
        """Return the rows that stand apart of what an option of a page means; none where it needs no words."""
        if not self.noted:
            return ()
        options = options_of(self.screen.ask)
        note = options[option].note if option in self.pages[page].options else None
        return () if note is None else Setter(self.profile, self.catalogue).note(note)

    def page_of(self, option: int) -> int | None:
        """Return the first page that lists an option; None where there is no list."""
        return next((place for place, page in enumerate(self.pages) if option in page.options), None)

    def caption_of(self, page: int) -> Text | None:
        """Return the caption, if a page has a list below something else."""
        shown = self.pages[page]
        return self.caption if shown.options and (shown.body or shown.of(Part.DRAWING)) else None


def lay_out(
    screen: Screen, profile: Profile, catalogue: Catalogue, *, notice: Text | None = None, one_each: bool = False
) -> Layout:
    """Return the layout of a screen. Raise `DoesNotFit` if the notice takes more than one row of the header's type.

    Of the profile's gaps between rows, the widest is taken that costs no page; a caption costs no row of a list. How a
    tie was broken is told only where that costs nothing but size and white.
    With `one_each` every line of what is to be done on the table has a page of its own, without ties.
    """
    if notice is not None:
        _check_notice(notice, profile, catalogue)
    if one_each and _has_actions(screen):
        screen = replace(screen, tie=None)
        return _laid_out(screen, profile, catalogue, noticed=notice is not None, one_each=True)
    told = _laid_out(screen, profile, catalogue, noticed=notice is not None)
    if screen.tie is None:
        return told
    bare = _laid_out(replace(screen, tie=None), profile, catalogue, noticed=notice is not None)
    return told if _tells_as_much(told, bare) else bare


def _laid_out(
    screen: Screen, profile: Profile, catalogue: Catalogue, *, noticed: bool, one_each: bool = False
) -> Layout:
    top = profile.header * (2 if noticed else 1) + profile.above
    bottom = profile.height - profile.footer - profile.below
    noted = _noted(screen, Setter(profile, catalogue), bottom - top)
    bottom -= noted
    if isinstance(screen.drawing, Side):
        pages = sides.pages(screen.drawing, profile, catalogue, top, bottom)
        return Layout(screen, profile, catalogue, _marked(pages), noticed, pinned=False)
    caption = setting.caption(screen)
    setter = Setter(profile, catalogue, apart=noted > 0)
    if one_each:
        sized, pages = _one_each(screen, setter, (top, bottom))
        return Layout(screen, sized, catalogue, _marked(pages), noticed, pinned=False, noted=noted)
    plain = _arranged(screen, setter, (top, bottom), profile.rule)
    if caption is not None:
        headed = _arranged(screen, setter, (top, bottom), profile.rule + setting.caption_room(profile))
        plain, caption = (headed, caption) if _listed(headed[1]) == _listed(plain[1]) else (plain, None)
    sized, pages, pinned = plain
    return Layout(
        screen, sized, catalogue, _marked(pages, pinned=pinned), noticed, pinned=pinned, caption=caption, noted=noted
    )


def _marked(pages: tuple[Page, ...], *, pinned: bool = False) -> tuple[Page, ...]:
    """Return the pages, each knowing whether it has text that must be read before the next."""
    if pinned:
        return pages
    return tuple(replace(page, has_unread_text=bool(page.body) or not (page.options or page.value)) for page in pages)


def _tells_as_much(told: Layout, bare: Layout) -> bool:
    """Return whether words on how a tie was broken stand in one row and cost no page, no drawing and no caption."""
    rows = [row for block in told.pages[0].of(Part.TIE) for row in block.rows]
    return len(rows) == 1 and told.caption == bare.caption and _kinds(told) == _kinds(bare)


def _kinds(layout: Layout) -> list[set[Part]]:
    """Return what stands on each page: words, a drawing, a list."""
    return [{block.part for block in page.blocks} - {Part.TIE} for page in layout.pages]


def _arranged(
    screen: Screen, setter: Setter, ends: tuple[int, int], rule: int
) -> tuple[Profile, tuple[Page, ...], bool]:
    """Return the profile in the size that is taken, the pages, and whether each has all the words."""
    profile = setter.profile
    areas = [Area(*ends, gap, rule) for gap in profile.gaps]
    if _in_one_look(screen):
        for larger in profile.sized():
            page = _single(screen, areas[:2], replace(setter, profile=larger))
            if page is not None:
                return larger, (page,), True
    return profile, *(with_drawing(screen, areas, setter) or _paged(screen, areas, setter))


def _has_actions(screen: Screen) -> bool:
    """Return whether the lines of a screen are what is to be done, one after the other."""
    return screen.role is Role.INSTRUCTION and screen.badge.who is not Who.YOU and len(screen.lines) > 1


def _one_each(screen: Screen, setter: Setter, ends: tuple[int, int]) -> tuple[Profile, tuple[Page, ...]]:
    """Return the profile in the largest size in which each line takes a page, and the pages; the last has the list."""
    *first, last = _actions(screen, setter.catalogue)
    parts = [*(replace(screen, lines=lines, ask=Done()) for lines in first), replace(screen, lines=last)]
    profile = setter.profile
    areas = [Area(*ends, gap, profile.rule) for gap in profile.gaps]
    for larger in profile.sized() if screen.drawing is None else ():
        pages = [_single(part, areas[:2], replace(setter, profile=larger)) for part in parts]
        if None not in pages:
            return larger, tuple(page for page in pages if page is not None)
    laid = [(with_drawing(part, areas, setter) or _paged(part, areas, setter))[0] for part in parts]
    return profile, tuple(page for pages in laid for page in pages)


def _actions(screen: Screen, catalogue: Catalogue) -> list[tuple[Text, ...]]:
    """Return the lines of each action: what ends with a colon goes on in the next."""
    actions: list[tuple[Text, ...]] = []
    goes_on = False
    for line in screen.lines:
        actions.append((*actions.pop(), line) if goes_on else (line,))
        goes_on = catalogue.words(line).endswith(":")
    return actions


def _in_one_look(screen: Screen) -> bool:
    """Return whether a screen is set as large as it stays on one page: what is done, not what is looked through."""
    return screen.drawing is None and (screen.role is not Role.QUESTION or isinstance(screen.ask, YesNo))


def _single(screen: Screen, areas: list[Area], setter: Setter) -> Page | None:
    """Return the page if there is only one and its headline is set as one."""
    headline, texts = setter.words(screen)
    if headline.face != setter.profile.headline:
        return None
    items = setter.items(screen)
    return next(filter(None, (area.page(headline, texts, items) for area in areas)), None)


def _paged(screen: Screen, areas: list[Area], setter: Setter) -> tuple[tuple[Page, ...], bool]:
    """Return the pages, and whether each has all the words."""
    headline, texts = setter.words(screen)
    items = setter.items(screen)
    single = next(filter(None, (area.page(headline, texts, items) for area in areas)), None)
    if single is not None:
        return (single,), True
    items = replace(setter, gutter=gutter(setter.profile)).items(screen)
    if screen.role is Role.QUESTION:
        pinned = list(filter(None, (area.pinned(headline, texts, items) for area in areas)))
        if pinned:
            return min(pinned, key=len), True
    flowing = filter(None, (area.flowing(headline, texts, items) for area in areas))
    return min(flowing, key=_cost), False


def _noted(screen: Screen, setter: Setter, room: int) -> int:
    """Return the height (px) of the longest of the notes and a rule over it, to stand apart.

    0 where that would leave a list too few of `room` px: then each note stands below its row.
    """
    notes = [setter.note(option.note) for option in options_of(screen.ask) if option.note is not None]
    profile = setter.profile
    taken = max(map(len, notes), default=0) * note_pitch(profile) + profile.rule // 2
    least = profile.headline_pitch + _LIST * (profile.body_pitch + profile.gaps[-1])
    return taken if notes and room - taken >= least else 0


def _cost(pages: tuple[Page, ...]) -> tuple[int, int, int]:
    """Return how many pages are to be read before the list, how many there are, and how many options are in parts."""
    listed = {(block.index, block.rows, block.reason) for page in pages for block in page.of(Part.OPTION)}
    return sum(bool(page.body) for page in pages), len(pages), len(listed) - len({index for index, *_ in listed})


def _listed(pages: tuple[Page, ...]) -> list[tuple[int, ...]]:
    """Return what each page lists."""
    return [page.options for page in pages]


def _check_notice(notice: Text, profile: Profile, catalogue: Catalogue) -> None:
    wide = letters.width(profile.bar, catalogue.runs(notice))
    if wide > profile.width - 2 * profile.margin:
        raise DoesNotFit(f"the notice {catalogue.words(notice)!r} is wider than a row of the panel {profile.key}")
