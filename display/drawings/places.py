"""A place of a board as a picture: a box or a disc with its text or icon, and its mark."""

from collections.abc import Sequence
from functools import lru_cache

from display import letters
from display.drawings.pictures import Area, Box, Line, Picture, Placed, centre, in_pens, words
from display.letters import Face, TextRow
from display.paint import BLACK, WHITE
from engines.kit.drawings import Label, Mark, Slot
from engines.kit.text import Catalogue, Text

CORNER = 5
"""Radius (pens) of the corners of a single place."""
_MAX_EQUAL_UNITS = 3
"""Places are all as wide as the widest, if that needs at most this many units."""


class Style:
    """The style of a drawing: face and language of its words, and the distances (pens) that follow from the face."""

    __slots__ = ("capital", "catalogue", "face", "gap", "icon", "mark_size", "pad", "tail", "unit")

    def __init__(self, face: Face, catalogue: Catalogue) -> None:
        """`unit`: the side of a place; `pad`: inside its edge; `gap`: between things; `mark_size`: of a mark."""
        self.face = face
        self.catalogue = catalogue
        self.capital = in_pens(face, letters.cap_height(face))
        self.icon = in_pens(face, face.icon)
        self.tail = in_pens(face, letters.reach(face)[1])
        self.pad = max(self.capital * 2 // 5, 5)
        self.unit = (max(self.capital + 2 * self.pad, self.icon + 4) + 1) // 2 * 2
        self.gap = max(self.capital // 3, 4)
        self.mark_size = self.capital // 2 * 2

    def row(self, label: Label | None) -> TextRow:
        """Return a label as a row of type."""
        return () if label is None else _row(self.catalogue, label)

    def label_width(self, label: Label | None) -> int:
        """Return the width of a label in one row."""
        return self.row_width(self.row(label))

    def row_width(self, row: TextRow) -> int:
        """Return the width of a row of type."""
        return in_pens(self.face, letters.width(self.face, row))

    def wrap(self, row: TextRow, limit: int) -> tuple[TextRow, ...]:
        """Return the rows of a text that is `limit` wide."""
        return letters.wrap(self.face, row, limit * self.face.pen)

    def breaks_a_word(self, row: TextRow, limit: int) -> bool:
        """Return whether `wrap` would break a word."""
        return letters.breaks_a_word(self.face, row, limit * self.face.pen)

    def words(self, label: Label, limit: int) -> list[Picture]:
        """Return a label in as many rows as it takes."""
        return [words(self.face, row) for row in self.wrap(self.row(label), limit)]

    @property
    def tails(self) -> Picture:
        """The room below the last words for their tails, as far as a gap would not hold them."""
        return Picture(0, max(self.tail - self.gap, 0))


@lru_cache(maxsize=256)
def _row(catalogue: Catalogue, label: Label) -> TextRow:
    return catalogue.runs(label) if isinstance(label, Text) else (str(label),)


def cells(style: Style, slots: Sequence[Slot], least: int = 0, corner: int = CORNER) -> list[Picture]:
    """Return places as pictures of one height; of one width, at least `least`, unless one is much wider."""
    wide = [min_width(style, slot) for slot in slots]
    if wide and max(wide) <= _MAX_EQUAL_UNITS * style.unit:
        wide = [max(*wide, least)] * len(wide)
    tall = any(map(has_mark_below, slots))
    return [cell(style, slot, one, tall=tall, corner=corner) for slot, one in zip(slots, wide, strict=True)]


def min_width(style: Style, slot: Slot) -> int:
    """Return the least width (pens) of a place."""
    return max(style.unit, text_width(style, slot) + 2 * style.pad)


def has_mark_below(slot: Slot) -> bool:
    """Return whether a place has both words and a mark, which is then below them."""
    return slot.mark is not None and is_written(slot)


def is_written(slot: Slot) -> bool:
    """Return whether a place has a text or an icon."""
    return slot.text is not None or slot.icon is not None


def cell(style: Style, slot: Slot, wide: int, *, tall: bool = False, corner: int = CORNER) -> Picture:
    """Return a place of width `wide`; `tall` if its row has tall ones. The bot's piece is dark if it has a text.

    `corner` is the radius of its corners; half of its width makes it a disc, which the bot's piece fills.
    """
    row = _text(style, slot)
    high = wide if 2 * corner == wide else style.unit + (style.mark_size + style.pad - 2 if tall else 0)
    dark = slot.mark is Mark.TOKEN and (bool(row) or 2 * corner == wide)
    parts: list[Placed] = [
        (0, 0, Box(wide, high, corner, fill="black" if dark else "shade" if slot.shaded else "white"))
    ]
    if row:
        written = words(style.face, row, WHITE if dark else BLACK, clear=slot.shaded and not dark)
        parts.append(centre(written, wide, style.unit if tall else high))
    if slot.mark is Mark.LOCKED and not row:
        parts += _cross(wide, high, corner)
    elif slot.mark is not None and (tall or not (row or dark)):
        size = style.mark_size if row else max((min(wide, high) - (14 if slot.shaded else 8)) // 2 * 2, 8)
        left, top = (wide - size) // 2, high - size - style.pad if row else (high - size) // 2
        if slot.shaded:
            parts.append((left - 2, top - 2, Box(size + 4, size + 4, size // 2 + 2, line=0)))
        parts.append((left, top, mark_picture(slot.mark, size, light=dark, up=True)))
    return Picture(wide, high, tuple(parts))


def mark_picture(mark: Mark, size: int, *, light: bool = False, up: bool = False) -> Picture:
    """Return a mark, `size` pens; the token is `light` on a dark place. The arrow points left, to its line, or `up`."""
    parts: tuple[Placed, ...]
    far, half = size - 1, size // 2
    match mark:
        case Mark.TOKEN:
            parts = ((0, 0, Box(size, size, half, 1, "white" if light else "black")),)
        case Mark.YOURS:
            parts = ((1, 1, Box(size - 2, size - 2, half - 1, min(3, size // 4))),)
        case Mark.WAS:
            small = max((size + 2) // 4 * 2, 6)
            away = (size - small) // 2
            parts = ((away, away, Box(small, small, small // 2, fill="black")),)
        case Mark.LOCKED:
            low = size - 2
            parts = (0, 0, Line(((1, 1), (low, low)), 3)), (0, 0, Line(((1, low), (low, 1)), 3))
        case Mark.TICK:
            parts = ((0, 0, Line(((0, half), (size * 3 // 8, size - 3), (far, size // 8)), 3)),)
        case Mark.NEXT if up:
            parts = ((0, 0, Area(((0, far - 2), (far, far - 2), (half, 2)))),)
        case Mark.NEXT:
            parts = ((0, 0, Area(((far - 2, 0), (far - 2, far), (2, half)))),)
    return Picture(size, size, parts)


def _cross(wide: int, high: int, corner: int) -> tuple[Placed, ...]:
    """Return a cross over a whole place."""
    near = corner * 3 // 10 + 1
    far, low = wide - 1 - near, high - 1 - near
    return (0, 0, Line(((near, near), (far, low)))), (0, 0, Line(((near, low), (far, near))))


def text_width(style: Style, slot: Slot) -> int:
    """Return the width (pens) of what is written on a place."""
    return style.row_width(_text(style, slot))


def _text(style: Style, slot: Slot) -> TextRow:
    """Return the words of a place: its icon, its text, or both."""
    text = style.row(slot.text)
    if slot.icon is None:
        return text
    return (slot.icon, " ", *text) if text else (slot.icon,)
