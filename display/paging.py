"""Blocks -> pages: one page if all fits, else the text first and the list or the number after it."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from display.blocks import Block, Page, Part
from display.setting import Band


class Area(Struct, frozen=True):
    """The room for blocks on every page, from `top` to `bottom` (px), with `gap` px below each line and list row.

    `rule` px stand between a text and the list below it.
    """

    top: int
    bottom: int
    gap: int
    rule: int

    def pages(self, headline: Block, texts: list[Band], items: list[Band]) -> tuple[Page, ...]:
        """Return the pages, at least one. Every list page begins with the headline; of a text, the first does."""
        head: Band = (headline,)
        texts = [self._with_gap(band) for band in texts]
        items = [self._with_gap(band) for band in items]
        rule = self.rule if texts and items else 0
        if _height([head, *texts, *items]) + rule <= self._room:
            return (self._single([head, *texts], items, rule),)
        text = self._filled(head, texts, repeated=False) if texts else []
        return (*text, *self._filled(head, items, repeated=True))

    @property
    def _room(self) -> int:
        return self.bottom - self.top

    def _with_gap(self, band: Band) -> Band:
        return tuple(
            block if block.part is Part.VALUE else replace(block, height=block.height + self.gap) for block in band
        )

    def _single(self, above: list[Band], items: list[Band], rule: int) -> Page:
        """Set a list below lines at the foot, clear of the footer if it can be; else right below the headline."""
        below = self.top + _height(above)
        if rule and items[0][0].part is Part.OPTION:
            spare = self.bottom - below - rule - _height(items)
            below = self.bottom - _height(items) - min(spare, rule // 2)
        return Page((*_stacked(above, self.top), *self._stretched(_stacked(items, below))))

    def _filled(self, head: Band, bands: list[Band], *, repeated: bool) -> list[Page]:
        """Fill pages from the top. A block taller than a page continues on the next."""
        pages: list[Page] = []
        waiting = bands[::-1]
        while waiting:
            page = [head] if repeated or not pages else []
            room = self._room - _height(page)
            if waiting[-1][0].height > room:
                waiting += reversed(_cut(waiting.pop(), room, self.gap))
            while waiting and waiting[-1][0].height <= room:
                room -= waiting[-1][0].height
                page.append(waiting.pop())
            pages.append(Page(tuple(self._stretched(_stacked(page, self.top)))))
        return pages

    def _stretched(self, blocks: Iterable[Block]) -> list[Block]:
        """Give a number all the room down to the footer."""
        return [replace(block, height=self.bottom - block.y) if block.part is Part.VALUE else block for block in blocks]


def _height(bands: list[Band]) -> int:
    return sum(band[0].height for band in bands)


def _cut(band: Band, room: int, gap: int) -> list[Band]:
    """Cut a block that is alone on its page after the rows that `room` px hold; a number just gets smaller."""
    (block,) = band
    if block.part is Part.VALUE:
        return [(replace(block, height=room),)]
    rows, below = len(block.rows), () if block.beside else block.reason
    fit = max((room - gap) // block.pitch, 1)
    if fit < rows:
        head = replace(block, rows=block.rows[:fit], reason=(), beside=False)
        tail = replace(block, icon=None, rows=block.rows[fit:])
    else:
        head = replace(block, reason=below[: fit - rows])
        tail = replace(block, icon=None, rows=(), reason=below[fit - rows :])
    height = fit * block.pitch + gap
    return [(replace(head, height=height),), (replace(tail, height=block.height + gap - height),)]


def _stacked(bands: list[Band], top: int) -> list[Block]:
    """Give each band its place, one below the other."""
    placed = []
    for band in bands:
        placed += [replace(block, y=top) for block in band]
        top += band[0].height
    return placed
