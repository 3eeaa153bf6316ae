"""Places a drawing beside the words of its page: always at the right below the headline, always in the same room.

It adds no page to read: if words and drawing do not fit on one page, the drawing is omitted. The rows of a list may
scroll below.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from display import letters
from display.blocks import Block, Page
from display.drawings import styles
from display.drawings.pictures import Picture
from display.drawings.sides import Room, block_of
from display.paging import Area
from display.typesetting import Band, Typesetter, gutter
from engines.kit.contract import Role, Screen
from engines.kit.drawings import Drawing, Side


def pages_with_drawing(screen: Screen, areas: list[Area], setter: Typesetter) -> tuple[tuple[Page, ...], bool] | None:
    """Return the pages of a screen with its drawing, and whether each has all the words; None if it does not fit."""
    if screen.drawing is None or isinstance(screen.drawing, Side):
        return None
    block = _block(screen.drawing, setter)
    if block is None:
        return None
    headline, _ = setter.words(replace(screen, lines=(), because=None))
    items, scrolled = setter.items(screen), replace(setter, gutter=gutter(setter.profile)).items(screen)
    for area in (areas[0], areas[-1]):
        lines = _lines(screen, setter, block, area.gap)
        if lines is None:
            return None
        page = area.page(headline, lines, items)
        if page is not None:
            return (page,), True
        pages = area.pinned_pages(headline, lines, scrolled, 2 if screen.role is Role.QUESTION else 1)
        if pages:
            return pages, True
    return None


def _block(drawing: Drawing, setter: Typesetter) -> Block | None:
    """Return the drawing in the room that the panel has for it, with its top at the height of a line's capitals."""
    profile = setter.profile
    width = int(profile.picture_share * (profile.width - 2 * profile.margin))
    pen = profile.pen
    air = (profile.body_pitch - letters.cap_height(profile.body)) // 2 // pen
    room = Room(profile.margin, profile.margin + width, 0, profile.picture_height - air * pen)
    block = block_of(drawing, styles(profile, setter.catalogue), room)
    if block is None or block.picture is None:
        return None
    picture = Picture(block.picture.width, block.picture.height + air, ((0, air, block.picture),))
    right = profile.width - profile.margin
    return replace(block, x=right - block.width, height=picture.height * pen, picture=picture)


def _lines(screen: Screen, setter: Typesetter, block: Block, gap: int) -> list[Band] | None:
    """Return the lines left of the drawing, below the main reason; None if that would break a word."""
    profile = setter.profile
    narrow = replace(setter, beside=int(profile.picture_share * (profile.width - 2 * profile.margin)) + profile.margin)
    limit = profile.width - 2 * profile.margin - narrow.beside
    if any(letters.breaks_a_word(profile.body, setter.catalogue.runs(line), limit) for line in screen.lines):
        return None
    _, reason = setter.words(replace(screen, lines=()))
    _, lines = narrow.words(replace(screen, because=None))
    height = sum(band[0].height + gap for band in lines) - gap
    return [*reason, (replace(block, height=max(block.height, height)), *_stack_lines(lines, gap))]


def _stack_lines(lines: list[Band], gap: int) -> Iterator[Block]:
    """Yield the blocks of lines one below the other, from the top of their band."""
    top = 0
    for band in lines:
        yield from (replace(block, y=top) for block in band)
        top += band[0].height + gap
