"""A board of places: names of the columns above, of the rows at the left, and neighbours that share their lines."""

from collections.abc import Iterable

from display.drawings import places
from display.drawings.pictures import Picture, Placed, beside, stacked, words
from display.drawings.places import Hand
from engines.kit.drawings import Grid, Label, Row
from engines.kit.text import Text

_GROWN = 1.5
"""Places grow to so many units at most, where there is room."""


def picture(grid: Grid, hand: Hand, width: int) -> Picture:
    """Return the board, with its notes behind the rows if they fit there, else below it."""
    slots = [slot for row in grid.rows for slot in row.slots]
    least = max([*(places.width(hand, slot) for slot in slots), *(hand.wide(one) + 4 for one in grid.columns)])
    left = max(hand.wide(row.label) for row in grid.rows) + hand.gap
    notes = [row for row in grid.rows if row.note is not None]
    behind = max((hand.wide(row.note) for row in notes), default=-hand.gap) + hand.gap
    fits = left + len(grid.columns) * (least - 2) + 2 + behind <= width
    room = (width - left - (behind if fits else 0) - 2) // len(grid.columns) + 2
    wide = max(least, min(room, int(_GROWN * hand.unit)))
    tall = any(map(places.is_tall, slots))
    rows = [_row(hand, row, wide, left, tall=tall, noted=fits) for row in grid.rows]
    board = [_heads(hand, grid.columns, wide, left), stacked(rows, -2)]
    if fits or not notes:
        return stacked(board, hand.gap)
    below = (line for row in notes for line in hand.words(_said(row), width))
    return stacked([*board, *below, hand.tails], hand.gap)


def _heads(hand: Hand, columns: Iterable[Label], wide: int, left: int) -> Picture:
    """Return the names of the columns, each over the middle of its places."""
    names = [words(hand.face, hand.row(label)) for label in columns]
    places_ = tuple((left + n * (wide - 2) + (wide - name.width) // 2, 0, name) for n, name in enumerate(names))
    return Picture(left + len(names) * (wide - 2) + 2, hand.capital, places_)


def _row(hand: Hand, row: Row, wide: int, left: int, *, tall: bool, noted: bool) -> Picture:
    cells = beside((places.cell(hand, slot, wide, tall=tall, corner=0) for slot in row.slots), -2)
    middle = (cells.height - hand.capital) // 2
    name = words(hand.face, hand.row(row.label))
    parts: list[Placed] = [(left - hand.gap - name.width, middle, name), (left, 0, cells)]
    used = left + cells.width
    if noted and row.note is not None:
        note = words(hand.face, hand.row(row.note))
        parts.append((used + hand.gap, middle, note))
        used += hand.gap + note.width
    return Picture(used, cells.height, tuple(parts))


def _said(row: Row) -> Text:
    return Text("{label}: {note}", label=row.label, note=row.note or "")
