"""A place of a board as a picture: a box or a disc with its text or icon, and what lies on it."""

from collections.abc import Sequence
from functools import lru_cache

from display import type as letters
from display.drawings.pictures import Area, Box, Line, Picture, Placed, centred, words
from display.paint import BLACK, WHITE
from display.type import Face, TextRow
from engines.kit.drawings import Label, Mark, Slot
from engines.kit.text import Catalogue, Text

ROUND = 5
"""Radius (px) of the corners of a place that stands alone."""
_ALIKE = 3
"""Places of which none needs more than so many units are all as wide as the widest."""


class Hand:
    """How a drawing is drawn: the face of its words, their language, and distances (px), which its capitals make."""

    __slots__ = ("capital", "catalogue", "face", "gap", "pad", "sign", "unit")

    def __init__(self, face: Face, catalogue: Catalogue) -> None:
        """`unit`: the side of a place; `pad`: within its edge; `gap`: between things; `sign`: what lies on a place."""
        self.face = face
        self.catalogue = catalogue
        self.capital = letters.capital(face)
        self.pad = max(self.capital * 2 // 5, 5)
        self.unit = (max(self.capital + 2 * self.pad, face.icon + 4) + 1) // 2 * 2
        self.gap = max(self.capital // 3, 4)
        self.sign = self.capital // 2 * 2

    def row(self, label: Label | None) -> TextRow:
        """Return a label as a row of type."""
        return () if label is None else _row(self.catalogue, label)

    def wide(self, label: Label | None) -> int:
        """Return the width (px) of a label in one row."""
        return letters.width(self.face, self.row(label))

    def words(self, label: Label, limit: int) -> list[Picture]:
        """Return a label in as many rows as it takes."""
        return [words(self.face, row) for row in letters.wrap(self.face, self.row(label), limit)]

    @property
    def tails(self) -> Picture:
        """Return the room below words that nothing else stands below, but for the distance of two things."""
        return Picture(0, max(letters.reach(self.face)[1] - self.gap, 0))


@lru_cache(maxsize=256)
def _row(catalogue: Catalogue, label: Label) -> TextRow:
    return catalogue.runs(label) if isinstance(label, Text) else (str(label),)


def cells(hand: Hand, slots: Sequence[Slot], grown: int = 0, corner: int = ROUND) -> list[Picture]:
    """Return places as pictures of one height, and of one width, `grown` if they can be, where none is much wider."""
    wide = [width(hand, slot) for slot in slots]
    if wide and max(wide) <= _ALIKE * hand.unit:
        wide = [max(*wide, grown)] * len(wide)
    tall = any(map(is_tall, slots))
    return [cell(hand, slot, one, tall=tall, corner=corner) for slot, one in zip(slots, wide, strict=True)]


def width(hand: Hand, slot: Slot) -> int:
    """Return the least width (px) of a place."""
    return max(hand.unit, letters.width(hand.face, _written(hand, slot)) + 2 * hand.pad)


def is_tall(slot: Slot) -> bool:
    """Return whether something lies on a place that has something written on it: then it lies below."""
    return slot.mark is not None and is_written(slot)


def is_written(slot: Slot) -> bool:
    """Return whether a place has a text or an icon."""
    return slot.text is not None or slot.icon is not None


def cell(hand: Hand, slot: Slot, wide: int, *, tall: bool = False, corner: int = ROUND) -> Picture:
    """Return a place `wide` px wide, in a row of tall ones or not; that of the bot's piece is dark.

    `corner` is the radius of its corners; half of its width makes it a disc.
    """
    row = _written(hand, slot)
    high = wide if 2 * corner == wide else hand.unit + (hand.sign + hand.pad - 2 if tall else 0)
    dark = slot.mark is Mark.TOKEN and bool(row)
    parts: list[Placed] = [
        (0, 0, Box(wide, high, corner, fill="black" if dark else "shade" if slot.shaded else "white"))
    ]
    if row:
        written = words(hand.face, row, WHITE if dark else BLACK, clear=slot.shaded and not dark)
        parts.append(centred(written, wide, hand.unit if tall else high))
    if slot.mark is not None and (tall or not row):
        parts += _marked(hand, slot, wide, high, dark=dark) if row else _alone(slot, wide, high, corner)
    return Picture(wide, high, tuple(parts))


def sign(mark: Mark, size: int, *, ink: int = BLACK, up: bool = False) -> Picture:
    """Return what lies on a place, `size` px. The arrow points left, to what stands before it, or `up`."""
    return Picture(size, size, (_arrow(size, ink, up=up),) if mark is Mark.NEXT else _SIGNS[mark](size, ink))


def _written(hand: Hand, slot: Slot) -> TextRow:
    """Return what is written on a place: its icon, its text, or both."""
    text = hand.row(slot.text)
    if slot.icon is None:
        return text
    return (slot.icon, " ", *text) if text else (slot.icon,)


def _marked(hand: Hand, slot: Slot, wide: int, high: int, *, dark: bool) -> list[Placed]:
    """Return what lies below the text of a place."""
    assert slot.mark is not None  # there is something
    left, top = (wide - hand.sign) // 2, high - hand.sign - hand.pad
    return [
        *_cleared(slot, left, top, hand.sign),
        (left, top, sign(slot.mark, hand.sign, ink=WHITE if dark else BLACK, up=True)),
    ]


def _alone(slot: Slot, wide: int, high: int, corner: int) -> list[Placed]:
    """Return what lies on a place without a text. A place that is locked is crossed out as a whole."""
    if slot.mark is Mark.LOCKED:
        near = corner * 3 // 10 + 1
        far, low = wide - 1 - near, high - 1 - near
        return [(0, 0, Line(((near, near), (far, low)))), (0, 0, Line(((near, low), (far, near))))]
    assert slot.mark is not None  # there is something
    size = max((min(wide, high) - (14 if slot.shaded else 8)) // 2 * 2, 8)
    left, top = (wide - size) // 2, (high - size) // 2
    return [*_cleared(slot, left, top, size), (left, top, sign(slot.mark, size, up=True))]


def _cleared(slot: Slot, left: int, top: int, size: int) -> list[Placed]:
    """Return a white disc below what lies on a shade."""
    return [(left - 2, top - 2, Box(size + 4, size + 4, size // 2 + 2, line=0))] if slot.shaded else []


def _disc(size: int, ink: int) -> tuple[Placed, ...]:
    return ((0, 0, Box(size, size, size // 2, 1, "white" if ink == WHITE else "black")),)


def _ring(size: int, _ink: int) -> tuple[Placed, ...]:
    return ((0, 0, Box(size, size, size // 2, 3)),)


def _small_ring(size: int, _ink: int) -> tuple[Placed, ...]:
    small = max(size * 5 // 8 // 2 * 2, 6)
    away = (size - small) // 2
    return ((away, away, Box(small, small, small // 2)),)


def _cross(size: int, ink: int) -> tuple[Placed, ...]:
    far = size - 2
    return (0, 0, Line(((1, 1), (far, far)), 3, ink)), (0, 0, Line(((1, far), (far, 1)), 3, ink))


def _tick(size: int, ink: int) -> tuple[Placed, ...]:
    corners = (0, size // 2), (size * 3 // 8, size - 3), (size - 1, size // 8)
    return ((0, 0, Line(corners, 3, ink)),)


def _arrow(size: int, ink: int, *, up: bool) -> Placed:
    far, half = size - 1, size // 2
    points = ((0, far - 2), (far, far - 2), (half, 2)) if up else ((far - 2, 0), (far - 2, far), (2, half))
    return (0, 0, Area(points, ink))


_SIGNS = {Mark.TOKEN: _disc, Mark.YOURS: _ring, Mark.WAS: _small_ring, Mark.LOCKED: _cross, Mark.TICK: _tick}
