"""Rows of places with their names and notes: one by one, as a board, or as a legend of signs."""

from collections.abc import Iterable
from functools import lru_cache

from display.drawings import places
from display.drawings.pictures import Box, Picture, Placed, column_of, row_of, words
from display.drawings.places import Style
from engines.kit.drawings import Grid, Label, Legend, Row, Sign, Slots
from engines.kit.text import Text

_MAX_NAME_PART = 0.45
"""Part of the width that names at the left take, at most."""
_MAX_PLACE_UNITS = 1.5
"""Side of a place, in units of the style, at most, if there is room."""

_NOTHING = "–"
"""The note of a row that has neither places nor a note."""


def aligned_rows(slots: Slots, style: Style, width: int) -> Picture:
    """Return the rows one below the other, with their names at the left, or above if that is lower."""
    column = max(style.label_width(row.label) for row in slots.rows) + 2 * style.gap
    above = column_of((_name_above(style, row, width) for row in slots.rows), 2 * style.gap)
    if column > _MAX_NAME_PART * width:
        return above
    left = column_of((_name_left(style, row, width, column) for row in slots.rows), style.gap)
    return left if left.width <= width and (left.height <= above.height or above.width > width) else above


def flowing_rows(slots: Slots, style: Style, width: int) -> Picture:
    """Return the rows one after the other, as in a paragraph."""
    rows = [_name_left(style, row, width, style.label_width(row.label) + style.gap) for row in slots.rows]
    return _flow(rows, width, 3 * style.gap)


@lru_cache(maxsize=512)
def _name_left(style: Style, row: Row, width: int, column: int) -> Picture:
    """Return a row with its name at the left, in a column of `column` pens."""
    name = words(style.face, style.row(row.label))
    if row.slots:
        cells = _cells(style, row, width - column)
        parts = (0, (style.unit - name.height) // 2, name), (column, 0, cells)
        return _with_note(style, row, Picture(column + cells.width, cells.height, parts), width)
    lines = style.words(_NOTHING if row.note is None else row.note, max(width - column, 1))
    note = column_of([*lines, *([style.tails] if len(lines) > 1 else [])], style.gap)
    top = (style.unit - style.capital) // 2
    return Picture(column + note.width, max(top + note.height, style.unit), ((0, top, name), (column, top, note)))


@lru_cache(maxsize=512)
def _name_above(style: Style, row: Row, width: int) -> Picture:
    """Return a row with its name above it."""
    cells = _with_note(style, row, _cells(style, row, width), width)
    return column_of([*style.words(row.label, width), cells], style.gap)


def _cells(style: Style, row: Row, width: int) -> Picture:
    """Return the places of a row, larger if there is room, spread evenly over as many rows as they take."""
    n = len(row.slots)
    least = min((width + style.gap) // max(n, 1) - style.gap, int(_MAX_PLACE_UNITS * style.unit))
    cells = places.cells(style, row.slots, least)
    if len({cell.width for cell in cells}) == 1:
        most = max((width + style.gap) // (cells[0].width + style.gap), 1)
        in_row = -(-n // -(-n // most))
        width = in_row * (cells[0].width + style.gap)
    return _flow(cells, width, style.gap)


def _with_note(style: Style, row: Row, cells: Picture, width: int) -> Picture:
    """Return places with their note, behind them if it fits there in one row, else below."""
    text = _NOTHING if row.note is None and not row.slots else row.note
    note = [] if text is None else style.words(text, width)
    left = cells.width + 2 * style.gap
    if not note:
        return cells
    if not row.slots or len(note) > 1 or left + note[0].width > width:
        return column_of([*([cells] if row.slots else []), *note, style.tails], style.gap)
    top = (style.unit - style.capital) // 2
    return Picture(left + note[0].width, cells.height, ((0, 0, cells), (left, top, note[0])))


def _flow(pictures: list[Picture], width: int, gap: int) -> Picture:
    """Return pictures side by side, in as many rows as they take."""
    rows: list[list[Picture]] = [[]]
    used = 0
    for picture in pictures:
        if rows[-1] and used + gap + picture.width > width:
            rows.append([])
            used = 0
        used += picture.width + (gap if rows[-1] else 0)
        rows[-1].append(picture)
    return column_of((row_of(row, gap) for row in rows), min(gap, places.CORNER))


def board(grid: Grid, style: Style, width: int) -> Picture:
    """Return the board, with its notes behind the rows if they fit there, else below it."""
    slots = [slot for row in grid.rows for slot in row.slots]
    names = (style.label_width(name) + 4 for name in grid.columns)
    least = max(*(places.min_width(style, slot) for slot in slots), *names)
    left = max(style.label_width(row.label) for row in grid.rows) + style.gap
    notes = [row for row in grid.rows if row.note is not None]
    behind = max((style.label_width(row.note) for row in notes), default=-style.gap) + style.gap
    fits = left + len(grid.columns) * (least - 2) + 2 + behind <= width
    room = (width - left - (behind if fits else 0) - 2) // len(grid.columns) + 2
    wide = max(least, min(room, int(_MAX_PLACE_UNITS * style.unit)))
    tall = any(map(places.has_mark_below, slots))
    rows = [_board_row(style, row, wide, left, tall=tall, noted=fits) for row in grid.rows]
    board = [_column_names(style, grid.columns, wide, left), column_of(rows, -2)]
    if fits or not notes:
        return column_of(board, style.gap)
    texts = (Text("{label}: {note}", label=row.label, note=row.note or "") for row in notes)
    below = (line for text in texts for line in style.words(text, width))
    return column_of([*board, *below, style.tails], style.gap)


def _column_names(style: Style, columns: Iterable[Label], wide: int, left: int) -> Picture:
    """Return the names of the columns, each over the middle of its places."""
    names = [words(style.face, style.row(label)) for label in columns]
    parts = tuple((left + n * (wide - 2) + (wide - name.width) // 2, 0, name) for n, name in enumerate(names))
    return Picture(left + len(names) * (wide - 2) + 2, style.capital, parts)


def _board_row(style: Style, row: Row, wide: int, left: int, *, tall: bool, noted: bool) -> Picture:
    cells = row_of((places.cell(style, slot, wide, tall=tall, corner=0) for slot in row.slots), -2)
    middle = (cells.height - style.capital) // 2
    name = words(style.face, style.row(row.label))
    parts: list[Placed] = [(left - style.gap - name.width, middle, name), (left, 0, cells)]
    used = left + cells.width
    if noted and row.note is not None:
        note = words(style.face, style.row(row.note))
        parts.append((used + style.gap, middle, note))
        used += style.gap + note.width
    return Picture(used, cells.height, tuple(parts))


def legend(legend: Legend, style: Style, width: int, height: int) -> Picture | None:
    """Return each sign with its meaning, in two columns if one is too high; None if a word would be broken."""
    single = _legend_columns(legend, style, width, 1)
    return single if single is not None and single.height <= height else _legend_columns(legend, style, width, 2)


def _legend_columns(legend: Legend, style: Style, width: int, columns: int) -> Picture | None:
    wide = (width + 3 * style.gap) // columns - 3 * style.gap
    glyphs = [_glyph(style, sign) for sign in legend.signs]
    left = max(style.unit, *(glyph.width for glyph in glyphs)) + 2 * style.gap
    limit = wide - left
    rows = [style.row(sign.words) for sign in legend.signs]
    if limit < style.unit or any(style.breaks_a_word(row, limit) for row in rows):
        return None
    lines = [
        _legend_line(style, glyph, left, style.words(sign.words, limit), wide)
        for glyph, sign in zip(glyphs, legend.signs, strict=True)
    ]
    high = -(-len(lines) // columns)
    return row_of((column_of(lines[start : start + high], 4) for start in range(0, len(lines), high)), 3 * style.gap)


def _legend_line(style: Style, glyph: Picture, left: int, meaning: list[Picture], wide: int) -> Picture:
    """Return a sign in a room of `left` pens, and the rows of its meaning beside it."""
    text, unit = column_of([*meaning, style.tails], style.gap), style.unit
    top = (unit - style.capital) // 2
    parts = ((left - 2 * style.gap - glyph.width) // 2, (unit - glyph.height) // 2, glyph), (left, top, text)
    return Picture(wide, max(unit, top + text.height), parts)


def _glyph(style: Style, sign: Sign) -> Picture:
    """Return a sign as it is drawn; pieces and icons without a place around them."""
    slot, unit = sign.slot, style.unit
    if sign.active:
        return Picture(unit, unit, ((0, 0, Box(unit, unit, 5, 4)), (0, 0, Box(unit, unit // 2, 5, fill="black"))))
    if slot.icon is not None:
        return words(style.face, (slot.icon,))
    if slot.mark is not None and slot.text is None:
        return places.mark_picture(slot.mark, unit - 8, up=True)
    return places.cell(style, slot, places.min_width(style, slot))
