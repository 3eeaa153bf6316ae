"""Drawings cut in two, where one is too large for its place: between rows, cards, items, places or columns."""

from collections.abc import Iterator
from itertools import chain
from typing import TypeVar

from msgspec.structs import replace

from engines.kit.drawings import Cards, Drawing, Grid, Row, Slots

T = TypeVar("T")


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
    """Yield a board cut between two columns; its notes stand with the last."""
    for n in range(len(grid.columns) - 1, 0, -1):
        heads = tuple(replace(row, slots=row.slots[:n], note=None) for row in grid.rows)
        rests = tuple(replace(row, slots=row.slots[n:]) for row in grid.rows)
        yield Grid(grid.columns[:n], heads), Grid(grid.columns[n:], rests)
