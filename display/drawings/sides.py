"""A bot's side of the table -> pages: drawings as large as they can be at no further page, and lines between them.

What is narrow leaves room at its right, where the next parts stand if they fit. What is taller than a page is cut; what
cannot be cut is said.
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from display import type as letters
from display.blocks import Block, Page, Part
from display.drawings import drawn, hands
from display.drawings.cuts import cuts
from display.drawings.places import Hand
from display.profiles import Profile
from display.type import Face, TextRow
from engines.drawings import Drawing, Side, said
from engines.text import Catalogue, Text

_AIR = 2
"""Room (px) between the header and what stands below it."""
_NARROW = 0.6
"""A drawing that takes less of the width has something beside it."""


class Room(Struct, frozen=True):
    """A rectangle (px) in which parts are set from the top."""

    left: int
    right: int
    top: int
    bottom: int

    @property
    def width(self) -> int:
        """Return its width (px)."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """Return its height (px)."""
        return self.bottom - self.top


_NOWHERE = Room(0, 0, 0, 0)


def pages(side: Side, profile: Profile, catalogue: Catalogue, top: int, bottom: int) -> tuple[Page, ...]:
    """Return the pages of a side, at least one, between two heights (px): the fewest, and of these the largest."""
    room = Room(profile.margin, profile.width - profile.margin, top + _AIR, bottom)
    all_hands = hands(profile, catalogue)
    ways = (_Paper(profile, catalogue, room, all_hands[largest:]).filled(side) for largest in range(len(all_hands)))
    return min(ways, key=len)


def block_of(drawing: Drawing, hands: Sequence[Hand], room: Room, *, alike: bool = False) -> Block | None:
    """Return a drawing as a block at the top left of a room; None where it does not fit."""
    picture = drawn(drawing, hands, (room.width, room.height), alike=alike)
    if picture is None:
        return None
    block = Block(Part.DRAWING, hands[0].face, (), 0, 0, picture.width, picture.height, room.left, room.top)
    return replace(block, drawing=drawing, picture=picture)


class _Paper:
    """Sets parts on pages one after the other, in the largest of some faces that each of them can have."""

    def __init__(self, profile: Profile, catalogue: Catalogue, room: Room, hands: tuple[Hand, ...]) -> None:
        self._profile, self._catalogue, self._hands = profile, catalogue, hands
        self._face = hands[0].face
        self._whole = room
        self._found: dict[int, tuple[Drawing, tuple[Hand, ...]]] = {}
        self._pages: list[list[Block]] = []
        self._turn()

    def filled(self, side: Side) -> tuple[Page, ...]:
        """Return the pages with all parts on them."""
        waiting = [*reversed(side.parts)]
        while waiting:
            part = waiting.pop()
            if isinstance(part, Text):
                self._line(part)
            else:
                waiting += reversed(self._drawing(part))
        return tuple(Page(tuple(blocks)) for blocks in self._pages)

    def _turn(self) -> None:
        """Begin a page."""
        self._pages.append([])
        self._main, self._beside = self._whole, _NOWHERE

    def _drawing(self, drawing: Drawing) -> Sequence[Drawing | Text]:
        """Set a drawing, and return what is still to be set of it."""
        if self._fits(drawing, self._beside) or self._fits(drawing, self._main):
            return ()
        begun, half_full = bool(self._pages[-1]), 2 * self._main.height < self._whole.height
        if not half_full:
            for head, rest in cuts(drawing):
                if self._fits(head, self._main):
                    return (rest,)
        if begun:
            self._turn()
            return (drawing,)
        return said(drawing)

    def _fits(self, drawing: Drawing, room: Room) -> bool:
        """Set a drawing in a room if it fits there."""
        block = block_of(drawing, self._sizes(drawing), room)
        if block is not None:
            self._put(block, room)
        return block is not None

    def _sizes(self, drawing: Drawing) -> tuple[Hand, ...]:
        """Return the largest size that fits on a page, as all drawings of a side have one; else any smaller one."""
        if id(drawing) not in self._found:
            fits = ((hand,) for hand in self._hands if block_of(drawing, (hand,), self._whole))
            self._found[id(drawing)] = drawing, next(fits, self._hands)
        return self._found[id(drawing)][1]

    def _put(self, block: Block, room: Room) -> None:
        """Take a block to the page; what is below it, or beside it, is left for others."""
        self._pages[-1].append(block)
        below = block.y + block.height + self._profile.gaps[0]
        if room is self._beside:
            self._beside = replace(room, top=below)
            return
        self._main = replace(room, top=below)
        self._beside = _NOWHERE
        if block.width < _NARROW * room.width:
            left = room.left + block.width + 2 * self._profile.margin
            self._beside = Room(left, room.right, block.y, block.y + block.height)

    def _line(self, text: Text) -> None:
        """Set a line in as many rows as it takes, on one page if it fits on one."""
        face, runs = self._face, self._catalogue.runs(text)
        for room in (self._beside, self._main):
            if not letters.breaks_a_word(face, runs, room.width) and self._rows(
                letters.wrap(face, runs, room.width), room
            ):
                return
        if self._pages[-1]:
            self._turn()
        rows, most = letters.wrap(face, runs, self._whole.width), self._whole.height // _pitch(face)
        for start in range(0, len(rows), most):
            if start:
                self._turn()
            self._rows(rows[start : start + most], self._main)

    def _rows(self, rows: tuple[TextRow, ...], room: Room) -> bool:
        """Set rows of a line in a room if they fit there."""
        face, pitch = self._face, _pitch(self._face)
        high = pitch * len(rows)
        if high > room.height:
            return False
        self._put(Block(Part.LINE, face, rows, pitch, 0, room.width, high, room.left, room.top), room)
        return True


def _pitch(face: Face) -> int:
    return sum(letters.reach(face))
