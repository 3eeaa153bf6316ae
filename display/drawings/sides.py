"""A bot's side of the table -> pages: drawings as large as possible without another page, and lines between them.

The next parts use the room at the right of a narrow drawing. A drawing that is taller than a page is cut, or described
in words if it cannot be cut.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, product
from typing import TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from display import letters
from display.blocks import Block, Page, Part
from display.drawings import FORMS, TABLE_FORMS, Form, best_form, picture_of, styles
from display.drawings.figures import MIN_MODULE, QUIET_MODULES
from display.drawings.places import Style
from display.letters import Face, TextRow
from display.profiles import Profile
from engines.kit.drawings import Cards, Drawing, Grid, Legend, Row, Side, Slots, describe
from engines.kit.text import Catalogue, Text

T = TypeVar("T")

_HEADER_GAP_PX = 2
"""Room (px) between the header and the first part below it."""
_MAX_NARROW_PART = 0.6
"""A drawing has something beside it if it takes less than this part of the width."""


class Room(Struct, frozen=True):
    """A rectangle (px) in which parts are set from the top."""

    left: int
    right: int
    top: int
    bottom: int

    @property
    def width(self) -> int:
        """The width (px)."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """The height (px)."""
        return self.bottom - self.top


_NOWHERE = Room(0, 0, 0, 0)


def pages(side: Side, profile: Profile, catalogue: Catalogue, top: int, bottom: int) -> tuple[Page, ...]:
    """Return the pages of a side, at least one, between two heights (px): the fewest, each as large as it can be."""
    room = Room(profile.margin, profile.width - profile.margin, top + _HEADER_GAP_PX, bottom)
    all_styles = styles(profile, catalogue)
    sizes = [all_styles[largest:] for largest in range(len(all_styles))]
    papers = (_Paper(profile, catalogue, room, size).fill(side.parts) for size in sizes)
    return tuple(_enlarge(sheet, profile, catalogue, room, sizes) for sheet in min(papers, key=len))


def max_modules(profile: Profile) -> int:
    """Return the side of the largest code that fits on a page, in modules."""
    return (profile.bottom - profile.top - _HEADER_GAP_PX) // (MIN_MODULE * profile.pen) - 2 * QUIET_MODULES


_Sheet: TypeAlias = list[tuple[Block, Drawing | Text | None]]
"""The blocks of a page, each with its part; None: a piece of a line."""


def _enlarge(
    sheet: _Sheet, profile: Profile, catalogue: Catalogue, room: Room, sizes: Sequence[tuple[Style, ...]]
) -> Page:
    """Return a page with the same parts, as large as they can be."""
    parts = [part for _, part in sheet if part is not None]
    papers = (_Paper(profile, catalogue, room, size).fill(parts) for size in sizes if len(parts) == len(sheet))
    larger = next((sheets[0] for sheets in papers if len(sheets) == 1), sheet)
    return Page(tuple(block for block, _ in larger))


def block_of(drawing: Drawing, styles: Sequence[Style], room: Room, forms: Sequence[Form] = FORMS) -> Block | None:
    """Return a drawing as a block at the top left of a room; None if it does not fit."""
    face = styles[0].face
    picture = picture_of(drawing, styles, (room.width // face.pen, room.height // face.pen), forms)
    if picture is None:
        return None
    width, height = picture.width * face.pen, picture.height * face.pen
    block = Block(Part.DRAWING, face, (), 0, 0, width, height, room.left, room.top)
    return replace(block, drawing=drawing, picture=picture)


class _Paper:
    """Sets parts on pages one after the other, each in the largest of some styles that fits."""

    def __init__(self, profile: Profile, catalogue: Catalogue, room: Room, styles: tuple[Style, ...]) -> None:
        self._profile, self._catalogue, self._styles = profile, catalogue, styles
        self._face = styles[0].face
        self._page_room = room
        self._styles_by_drawing: dict[Drawing, tuple[Style, ...]] = {}
        self._sheets: list[_Sheet] = []
        self._begin_page()

    def fill(self, parts: Sequence[Drawing | Text]) -> list[_Sheet]:
        """Return the pages with all parts on them."""
        waiting = [*reversed(parts)]
        while waiting:
            part = waiting.pop()
            if isinstance(part, Text):
                self._set_line(part)
            else:
                waiting += reversed(self._set_drawing(part))
        return self._sheets

    def _begin_page(self) -> None:
        self._sheets.append([])
        self._main, self._beside = self._page_room, _NOWHERE

    def _set_drawing(self, drawing: Drawing) -> Sequence[Drawing | Text]:
        """Set a drawing, and return its parts that remain."""
        if self._set_if_fits(drawing, self._beside) or self._set_if_fits(drawing, self._main):
            return ()
        begun, half_full = bool(self._sheets[-1]), 2 * self._main.height < self._page_room.height
        if not half_full:
            for head, rest in cuts(drawing):
                if self._set_if_fits(head, self._main):
                    return (rest,)
        if begun:
            self._begin_page()
            return (drawing,)
        return describe(drawing)

    def _set_if_fits(self, drawing: Drawing, room: Room) -> bool:
        """Set a drawing in a room if it fits there; return whether it does."""
        block = block_of(drawing, self._styles_of(drawing), room)
        if block is not None:
            self._put(block, drawing, room)
        return block is not None

    def _styles_of(self, drawing: Drawing) -> tuple[Style, ...]:
        """Return the largest style in which a drawing fits on a page, the same in every room of it; else all styles."""
        if drawing not in self._styles_by_drawing:
            ways = product((*(FORMS[:n] for n in range(1, len(TABLE_FORMS) + 1)), FORMS), self._styles)
            room = self._page_room.width // self._face.pen, self._page_room.height // self._face.pen
            fitting = ((style,) for forms, style in ways if best_form(drawing, (style,), room, forms))
            self._styles_by_drawing[drawing] = next(fitting, self._styles)
        return self._styles_by_drawing[drawing]

    def _put(self, block: Block, part: Drawing | Text | None, room: Room) -> None:
        """Add a block to the page; the next parts have the room beside it or below it."""
        self._sheets[-1].append((block, part))
        below = block.y + block.height + self._profile.gaps[0]
        if room is self._beside:
            self._beside = replace(room, top=below)
            return
        self._main = replace(room, top=below)
        self._beside = _NOWHERE
        if block.width < _MAX_NARROW_PART * room.width:
            left = room.left + block.width + 2 * self._profile.margin
            self._beside = Room(left, room.right, block.y, block.y + block.height)

    def _set_line(self, text: Text) -> None:
        """Set a line in as many rows as it takes, on one page if it fits."""
        face, runs = self._face, self._catalogue.runs(text)
        for room in (self._beside, self._main):
            rows = () if letters.breaks_a_word(face, runs, room.width) else letters.wrap(face, runs, room.width)
            if rows and self._set_rows(rows, text, room):
                return
        if self._sheets[-1]:
            self._begin_page()
        rows, most = letters.wrap(face, runs, self._page_room.width), self._page_room.height // _pitch(face)
        for start in range(0, len(rows), most):
            if start:
                self._begin_page()
            self._set_rows(rows[start : start + most], text if len(rows) <= most else None, self._main)

    def _set_rows(self, rows: tuple[TextRow, ...], part: Text | None, room: Room) -> bool:
        """Set rows of a line in a room if they fit there; return whether they do."""
        face, pitch = self._face, _pitch(self._face)
        high = pitch * len(rows)
        if high > room.height:
            return False
        self._put(Block(Part.LINE, face, rows, pitch, 0, room.width, high, room.left, room.top), part, room)
        return True


def _pitch(face: Face) -> int:
    return sum(letters.reach(face))


def cuts(drawing: Drawing) -> Iterator[tuple[Drawing, Drawing]]:
    """Return all ways to cut a drawing in two, the one with the largest head first; none for a track."""
    match drawing:
        case Slots(rows=(row, *others)):
            whole = ((Slots(head), Slots(rest)) for head, rest in _halves(drawing.rows))
            inside = ((Slots((head,)), Slots((rest, *others))) for head, rest in _row_cuts(row))
            return chain(whole, inside)
        case Cards(cards=(card, *others)):
            whole_cards = ((Cards(head), Cards(rest)) for head, rest in _halves(drawing.cards))
            items = ((replace(card, items=head), replace(card, items=rest)) for head, rest in _halves(card.items))
            return chain(whole_cards, ((Cards((head,)), Cards((rest, *others))) for head, rest in items))
        case Grid():
            rows = ((Grid(drawing.columns, head), Grid(drawing.columns, rest)) for head, rest in _halves(drawing.rows))
            return chain(rows, _between_columns(drawing))
        case Legend():
            return ((Legend(head), Legend(rest)) for head, rest in _halves(drawing.signs))
    return iter(())


def _halves(things: tuple[T, ...]) -> Iterator[tuple[tuple[T, ...], tuple[T, ...]]]:
    return ((things[:n], things[n:]) for n in range(len(things) - 1, 0, -1))


def _row_cuts(row: Row) -> Iterator[tuple[Row, Row]]:
    """Yield a row cut before its note, or between two places."""
    if row.slots and row.note is not None:
        yield replace(row, note=None), replace(row, slots=())
    for head, rest in _halves(row.slots):
        yield replace(row, slots=head, note=None), replace(row, slots=rest)


def _between_columns(grid: Grid) -> Iterator[tuple[Grid, Grid]]:
    """Yield a board cut between two columns; its notes are with the last."""
    for n in range(len(grid.columns) - 1, 0, -1):
        heads = tuple(replace(row, slots=row.slots[:n], note=None) for row in grid.rows)
        rests = tuple(replace(row, slots=row.slots[n:]) for row in grid.rows)
        yield Grid(grid.columns[:n], heads), Grid(grid.columns[n:], rests)
