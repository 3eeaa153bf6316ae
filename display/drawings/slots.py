"""Rows of places: the name at the left or above, then the places in as many rows as they take, and the note."""

from functools import lru_cache

from display.drawings import places
from display.drawings.pictures import Picture, beside, stacked, words
from display.drawings.places import Hand
from engines.kit.drawings import Row, Slots

_LEFT = 0.45
"""Part of the width that names at the left may take."""
_GROWN = 1.5
"""Places grow to so many units at most, where there is room."""


def aligned(slots: Slots, hand: Hand, width: int) -> Picture:
    """Return the rows one below the other, with their names at the left, or above if that is lower."""
    column = max(hand.wide(row.label) for row in slots.rows) + 2 * hand.gap
    above = stacked((_below(hand, row, width) for row in slots.rows), 2 * hand.gap)
    if column > _LEFT * width:
        return above
    left = stacked((_behind(hand, row, width, column) for row in slots.rows), hand.gap)
    return left if left.width <= width and (left.height <= above.height or above.width > width) else above


def flowing(slots: Slots, hand: Hand, width: int) -> Picture:
    """Return the rows one behind the other, as words are set."""
    rows = [_behind(hand, row, width, hand.wide(row.label) + hand.gap) for row in slots.rows]
    return _flowed(rows, width, 3 * hand.gap)


@lru_cache(maxsize=512)
def _behind(hand: Hand, row: Row, width: int, column: int) -> Picture:
    """Return a row with its name in a column of so many px."""
    name = words(hand.face, hand.row(row.label))
    if row.slots:
        held = _cells(hand, row, width - column)
        parts = (0, (hand.unit - name.height) // 2, name), (column, 0, held)
        return _noted(hand, row, Picture(column + held.width, held.height, parts), width)
    note = hand.words("–" if row.note is None else row.note, max(width - column, 1))
    held, top = stacked([*note, *([hand.tails] if len(note) > 1 else [])], hand.gap), (hand.unit - hand.capital) // 2
    return Picture(column + held.width, max(top + held.height, hand.unit), ((0, top, name), (column, top, held)))


@lru_cache(maxsize=512)
def _below(hand: Hand, row: Row, width: int) -> Picture:
    """Return a row with its name above it."""
    return stacked([*hand.words(row.label, width), _noted(hand, row, _cells(hand, row, width), width)], hand.gap)


def _cells(hand: Hand, row: Row, width: int) -> Picture:
    """Return the places of a row, larger where there is room; of two rows or more about as many in each."""
    n = len(row.slots)
    grown = min((width + hand.gap) // max(n, 1) - hand.gap, int(_GROWN * hand.unit))
    cells = places.cells(hand, row.slots, grown)
    if len({cell.width for cell in cells}) == 1:
        most = max((width + hand.gap) // (cells[0].width + hand.gap), 1)
        in_row = -(-n // -(-n // most))
        width = in_row * (cells[0].width + hand.gap)
    return _flowed(cells, width, hand.gap)


def _noted(hand: Hand, row: Row, cells: Picture, width: int) -> Picture:
    """Return places with their note, behind them where it is one row and fits there, else below."""
    note = [] if row.note is None else hand.words(row.note, width)
    left = cells.width + 2 * hand.gap
    if not note:
        return cells
    if not row.slots or len(note) > 1 or left + note[0].width > width:
        return stacked([*([cells] if row.slots else []), *note, hand.tails], hand.gap)
    top = (hand.unit - hand.capital) // 2
    return Picture(left + note[0].width, cells.height, ((0, 0, cells), (left, top, note[0])))


def _flowed(pictures: list[Picture], width: int, gap: int) -> Picture:
    """Return pictures side by side, in as many rows as they take."""
    rows: list[list[Picture]] = [[]]
    used = 0
    for picture in pictures:
        if rows[-1] and used + gap + picture.width > width:
            rows.append([])
            used = 0
        used += picture.width + (gap if rows[-1] else 0)
        rows[-1].append(picture)
    return stacked((beside(row, gap) for row in rows), min(gap, places.ROUND))
