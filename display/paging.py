"""Blocks -> pages: one if all fits; else a question is above each page of its list, or the end of a text above it."""

from collections.abc import Iterable, Iterator
from itertools import accumulate, product, takewhile

from msgspec import Struct
from msgspec.structs import replace

from display.blocks import Block, Page, Part
from display.typesetting import Band


class Area(Struct, frozen=True):
    """The room for blocks on every page, from `top` to `bottom` (px), with `gap` px below each line and list row.

    `rule` px are between a text and the list below it.
    """

    top: int
    bottom: int
    gap: int
    rule: int

    def page(self, headline: Block, texts: list[Band], items: list[Band]) -> Page | None:
        """Return everything on one page; None if it does not fit. A list below lines is at the foot."""
        above, items = [(headline,), *map(self._with_gap, texts)], [*map(self._with_gap, items)]
        rule = self.rule if texts and items else 0
        if _height([*above, *items]) + rule > self._room:
            return None
        below = self.top + _height(above)
        if rule and items[0][0].part is Part.OPTION:
            spare = self.bottom - below - rule - _height(items)
            below = self.bottom - _height(items) - min(spare, rule // 2)
        return Page((*_stack(above, self.top), *self._stretch(_stack(items, below))))

    def pinned_pages(self, headline: Block, texts: list[Band], items: list[Band], least: int) -> tuple[Page, ...]:
        """Return the pages of a list, each below headline and lines; none if not `least` rows fit there."""
        above, items = [(headline,), *map(self._with_gap, texts)], [*map(self._with_gap, items)]
        room = self._room - _height(above) - (self.rule if texts else 0)
        if len(items) < least or _least_room(items, least) > room:
            return ()
        return tuple(self._compose(above, rows) for rows in _distribute(items, room))

    def flowing_pages(
        self, headline: Block, texts: list[Band], items: list[Band], rows: Iterable[int]
    ) -> Iterator[tuple[Page, ...]]:
        """Yield ways to set a text on pages and its list below the last of them, or on separate pages.

        `rows` are the numbers of list rows to try, at least, below the text; 0: separate pages. In one way only lines
        longer than a page are cut, in another also lines that would leave half of a page white. A way has no pages if
        the gap is so wide that a row does not fit below the headline.
        """
        texts, items = [*map(self._with_gap, texts)], [*map(self._with_gap, items)]
        tallest = max((band[0].pitch for band in texts), default=headline.height)
        whole, cut = (self._text_pages(headline, texts, cuts=cuts) for cuts in (False, True))
        for least, pages in product(rows, [whole] if whole == cut else [whole, cut]):
            needed = self.rule + _least_room(items, least) if items else 0
            if (items and not least) or needed + tallest > self._room:
                yield self._listed_apart(pages, headline, items)
            else:
                yield self._above_list(pages, headline, items, needed)

    def _text_pages(self, headline: Block, texts: list[Band], *, cuts: bool) -> list[list[Band]]:
        """Return the bands of each page of a text."""
        pages: list[list[Band]] = [[(headline,)]]
        while texts:
            texts = self._fill(pages[-1], texts, cuts=cuts)
            pages += [[]] if texts else []
        return pages

    def _above_list(self, pages: list[list[Band]], headline: Block, items: list[Band], needed: int) -> tuple[Page, ...]:
        """Return the pages of a text, of which the last leaves the `needed` room (px) for a list, and that list."""
        pages = [*map(list, pages)]
        while _height(pages[-1]) + needed > self._room:
            parts = [band[0].part for band in pages[-1]]
            if parts == [Part.HEADLINE, Part.LINE] or (len(parts) == 1 and parts != [Part.LINE]):  # only lines are cut
                return self._listed_apart(pages, headline, items)
            pages += [self._take_last(pages[-1], self._room - needed)]
        rows = _distribute(items, self._room - _height(pages[-1]) - self.rule)
        texts = [(page, list[Band]()) for page in pages[:-1]]
        composed = (self._compose(*both) for both in (*texts, *((pages[-1], listed) for listed in rows or [[]])))
        return self._above_footer([replace(page, repeats=n >= len(pages)) for n, page in enumerate(composed)])

    def _listed_apart(self, pages: list[list[Band]], headline: Block, items: list[Band]) -> tuple[Page, ...]:
        """Return pages of text, and separate pages of a list with tall rows."""
        room = self._room - headline.height
        rest = [part for band in items for part in _split(band, room, self.gap)]
        listed = [self._compose([(headline,)], rows) for rows in _distribute(rest, room)]
        texts = pages if len(pages) > 1 or len(pages[0]) > 1 else []
        return self._above_footer([*(self._compose(page, []) for page in texts), *listed])

    def _above_footer(self, pages: list[Page]) -> tuple[Page, ...]:
        """Return the pages; none if something reaches into the footer."""
        below = max(block.y + block.height for page in pages for block in page.blocks)
        return tuple(pages) if below <= self.bottom else ()

    def _take_last(self, page: list[Band], room: int) -> list[Band]:
        """Take the last line from a page, or the end of it that fits `room` px, for the next page."""
        band = page.pop()
        if band[0].height <= room or band[0].part is not Part.LINE:
            return [band]
        *kept, last = _cut(band, band[0].height - room + band[0].pitch, self.gap)
        page += kept
        return [last]

    def is_half_white(self, page: Page) -> bool:
        """Return whether the blocks of a page cover less than half of it."""
        return sum({block.y: block.height for block in page.blocks}.values()) * 2 < self._room

    @property
    def _room(self) -> int:
        return self.bottom - self.top

    def _with_gap(self, band: Band) -> Band:
        return tuple(
            block if block.part is Part.VALUE else replace(block, height=block.height + self.gap) for block in band
        )

    def _fill(self, page: list[Band], waiting: list[Band], *, cuts: bool) -> list[Band]:
        """Add bands to a page as far as they fit; return the rest.

        A line is cut only if half of the page would stay white.
        """
        fits = _count_fitting(waiting, self._room - _height(page))
        page += waiting[:fits]
        rest, room = waiting[fits:], self._room - _height(page)
        if rest and (not fits or (cuts and room * 2 > self._room)):
            first, *others = _cut(rest[0], room, self.gap)
            page.append(first)
            rest = [*others, *rest[1:]]
        return rest

    def _compose(self, above: list[Band], items: list[Band]) -> Page:
        """Return a page with a list, or a number, right below the text."""
        lines = any(band[0].part is not Part.HEADLINE for band in above)
        below = self.top + _height(above) + (self.rule if lines and items else 0)
        return Page((*_stack(above, self.top), *self._stretch(_stack(items, below))))

    def _stretch(self, blocks: Iterable[Block]) -> list[Block]:
        """Give a number all the room above the footer."""
        return [replace(block, height=self.bottom - block.y) if block.part is Part.VALUE else block for block in blocks]


def _height(bands: list[Band]) -> int:
    return sum(band[0].height for band in bands)


def _count_fitting(bands: list[Band], room: int) -> int:
    """Return how many of the bands fit in a room (px), one below the other."""
    heights = accumulate(band[0].height for band in bands)
    return sum(1 for _ in takewhile(lambda height: height <= room, heights))


def _distribute(items: list[Band], room: int, begun: int = 0) -> list[list[Band]]:
    """Return the rows of each page, at most `room` px in all; the last page is filled up from before."""
    pages = []
    while begun < len(items):
        end = begun + max(_count_fitting(items[begun:], room), 1)
        while end == len(items) and begun and _height(items[begun - 1 :]) <= room:
            begun -= 1
        pages.append(items[begun:end])
        begun = end
    return pages


def _least_room(items: list[Band], least: int) -> int:
    """Return the height (px) in which any `least` rows of a list that follow each other fit."""
    least = min(least, len(items))
    return max(_height(items[place : place + least]) for place in range(len(items) - least + 1))


def _split(band: Band, room: int, gap: int) -> list[Band]:
    """Return a row that is taller than `room` px in several parts."""
    parts = [band]
    while len(band) == 1 and parts[-1][0].height > room:
        parts += _cut(parts.pop(), room, gap)
    return parts


def _cut(band: Band, room: int, gap: int) -> list[Band]:
    """Cut a block after the rows that `room` px hold; a number just gets smaller."""
    (block,) = band
    if block.part is Part.VALUE:
        return [(replace(block, height=room),)]
    rows, below = len(block.rows), () if block.beside else block.reason
    fit = max((room - gap - block.lead) // block.pitch, 1)
    if fit < rows:
        head = replace(block, rows=block.rows[:fit], reason=(), beside=False)
        tail = replace(block, icon=None, rows=block.rows[fit:], caption=(), lead=0, marked=False)
    else:
        head = replace(block, reason=below[: fit - rows])
        tail = replace(block, icon=None, rows=(), reason=below[fit - rows :], caption=(), lead=0)
    height = block.lead + fit * block.pitch + gap
    return [(replace(head, height=height),), (replace(tail, height=block.height + gap - height),)]


def _stack(bands: list[Band], top: int) -> list[Block]:
    """Place bands one below the other; within a band each block keeps its place."""
    placed = []
    for band in bands:
        placed += [replace(block, y=top + block.y) for block in band]
        top += band[0].height
    return placed
