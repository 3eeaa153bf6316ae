"""A drawing on the page of its words: right of them if both fit, else below, else it is left out.

It adds no page to read. Only a list whose first row goes on with the play may continue on a further page.
"""

from collections.abc import Iterator, Sequence
from itertools import product

from msgspec.structs import replace

from display import type as letters
from display.blocks import Block, Page
from display.drawings import FORMS, TABLE_FORMS, Form, styles
from display.drawings.pictures import Picture
from display.drawings.places import Style
from display.drawings.sides import Room, block_of
from display.paging import Area
from display.setting import Band, Setter, gutter
from display.type import Face
from engines.kit.contract import Pick, Role, Screen
from engines.kit.drawings import Drawing, Side

_WIDTH_PARTS = (0.5, 0.4, 0.3)
"""Parts of the width for a drawing beside words, at most, in order of preference."""
_MIN_ROWS = (2, 1)
"""Rows of a list below a drawing, at least, if the others are on a further page; in order of preference."""


def pages_with_drawing(screen: Screen, areas: list[Area], setter: Setter) -> tuple[tuple[Page, ...], bool] | None:
    """Return the pages of a screen with its drawing, and whether each has all the words; None if it does not fit."""
    if screen.drawing is None or isinstance(screen.drawing, Side):
        return None
    headline, _ = setter.words(screen)
    items, beside = setter.items(screen), replace(setter, gutter=gutter(setter.profile)).items(screen)
    goes_on = screen.role is Role.INSTRUCTION and isinstance(screen.ask, Pick) and bool(items)
    sheet = _Sheet(screen, screen.drawing, setter)
    ways = [*product(styles(setter.profile, setter.catalogue), dict.fromkeys((areas[0], areas[-1])))]
    for sheet.forms in (TABLE_FORMS, FORMS):
        for style, area in ways:
            for lines in sheet.lines(style, area.room_between(headline, items), area.gap):
                page = area.page(headline, lines, items)
                if page is not None:
                    return (page,), True
        for rows, (style, area) in product(_MIN_ROWS if goes_on else (), ways):
            for lines in sheet.lines(style, area.room_between(headline, beside[:rows]), area.gap):
                pages = area.flowing_pages(headline, lines, beside)
                if pages and len(pages[0].options) >= rows:
                    return pages, False
    return None


class _Sheet:
    """The lines of a screen and its drawing, in one of `forms`."""

    def __init__(self, screen: Screen, drawing: Drawing, setter: Setter) -> None:
        self.forms = FORMS
        self._screen, self._drawing, self._setter = screen, drawing, setter
        self._measure = setter.profile.width - 2 * setter.profile.margin
        self._narrow: dict[int, list[Band] | None] = {}
        self._tried: dict[tuple[Face, Sequence[Form]], list[tuple[int, int, Block | None]]] = {}

    def lines(self, style: Style, room: int, gap: int) -> Iterator[list[Band]]:
        """Yield the lines with the drawing in at most `room` px, the best first, with `gap` px below each."""
        if room < style.unit:
            return
        whole = self._lines(0) or []
        for part in _WIDTH_PARTS if whole else ():
            block = self._block(style, int(part * self._measure), room - gap)
            lines = None if block is None else self._lines(block.width + self._setter.profile.margin)
            if block is not None and lines is not None and _height(lines, gap) <= room:
                left = self._setter.profile.margin + self._measure - block.width
                high = max(block.height, _height(lines, gap) - gap)
                yield [(replace(block, x=left, height=high), *_stack_lines(lines, gap))]
        below = self._block(style, self._measure, room - _height(whole, gap) - gap)
        if below is not None:
            yield [*whole, (below,)]

    def _block(self, style: Style, width: int, height: int) -> Block | None:
        """Return the drawing. The result for a larger room is used again if it was None or fits here."""
        tried = self._tried.setdefault((style.face, self.forms), [])
        for wide, high, found in tried:
            smaller = found is None or (found.width <= width and found.height <= height)
            if wide >= width and high >= height and smaller:
                return found
        tried.append((width, height, self._new_block(style, width, height)))
        return tried[-1][2]

    def _new_block(self, style: Style, width: int, height: int) -> Block | None:
        """Return the drawing, with its top at the height of a line's capitals."""
        profile = self._setter.profile
        air = (profile.body_pitch - letters.cap_height(profile.body)) // 2
        room = Room(profile.margin, profile.margin + width, 0, height - air)
        block = block_of(self._drawing, (style,), room, self.forms)
        if block is None or block.picture is None:
            return None
        picture = Picture(block.width, block.height + air, ((0, air, block.picture),))
        return replace(block, height=picture.height, picture=picture)

    def _lines(self, beside: int) -> list[Band] | None:
        """Return the lines with room (px) beside them; None if that would break a word."""
        if beside not in self._narrow:
            setter, limit = replace(self._setter, beside=beside), self._measure - beside
            runs = map(setter.catalogue.runs, self._screen.lines)
            broken = beside and any(letters.breaks_a_word(setter.profile.body, line, limit) for line in runs)
            self._narrow[beside] = None if broken else setter.words(self._screen)[1]
        return self._narrow[beside]


def _height(bands: list[Band], gap: int) -> int:
    return sum(band[0].height + gap for band in bands)


def _stack_lines(lines: list[Band], gap: int) -> Iterator[Block]:
    """Yield the blocks of lines one below the other, from the top of their band."""
    top = 0
    for band in lines:
        yield from (replace(block, y=top) for block in band)
        top += band[0].height + gap
