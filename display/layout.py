"""Screen -> pages: where every row of text, every option and the number stand, before anything is drawn.

A layout depends on screen, profile, language and the room kept for a notice; never on what is highlighted. What does
not fit on one page becomes further pages: the text first, then the list or the number under the headline again.

An instruction whose `pick` has a single option shows no list: the footer names it. Anything else is always listed.
A side of the table has no headline: its title stands in the header.
"""

from msgspec import Struct

from display import type as letters
from display.blocks import Block, Page, Part
from display.drawings import sides
from display.errors import DoesNotFit
from display.paging import Area
from display.profiles import Profile
from display.setting import YES_NO, Setter, options_of
from engines.contract import Screen
from engines.drawings import Side
from engines.text import Catalogue, Text

__all__ = ["YES_NO", "Block", "Layout", "Page", "Part", "lay_out", "options_of"]


class Layout(Struct, frozen=True):
    """The pages of a screen, at least one, with what they were made of. `notice`: room is kept below the header."""

    screen: Screen
    profile: Profile
    catalogue: Catalogue
    pages: tuple[Page, ...]
    notice: bool

    def page_of(self, option: int) -> int | None:
        """Return the page that lists an option, the first if it is taller than a page; None where there is no list."""
        return next((place for place, page in enumerate(self.pages) if option in page.options), None)


def lay_out(screen: Screen, profile: Profile, catalogue: Catalogue, *, notice: Text | None = None) -> Layout:
    """Return the layout of a screen. Raise `DoesNotFit` if the notice takes more than one row of the header's type.

    Of the profile's gaps between rows, the widest is taken that costs no page.
    """
    if notice is not None:
        _check_notice(notice, profile, catalogue)
    top = profile.header * (1 if notice is None else 2) + profile.above
    bottom = profile.height - profile.footer - profile.below
    if isinstance(screen.drawing, Side):
        pages = sides.pages(screen.drawing, profile, catalogue, top, bottom)
        return Layout(screen, profile, catalogue, pages, notice is not None)
    setter = Setter(profile, catalogue)
    headline, rest = setter.headline(screen.headline)
    texts = [*rest, *map(setter.line, screen.lines)]
    items = setter.items(screen)
    areas = (Area(top, bottom, gap, profile.rule) for gap in profile.gaps)
    pages = min((area.pages(headline, texts, items) for area in areas), key=len)
    return Layout(screen, profile, catalogue, pages, notice is not None)


def _check_notice(notice: Text, profile: Profile, catalogue: Catalogue) -> None:
    wide = letters.width(profile.bar, catalogue.runs(notice))
    if wide > profile.width - 2 * profile.margin:
        raise DoesNotFit(f"the notice {catalogue.words(notice)!r} is wider than a row of the panel {profile.key}")
