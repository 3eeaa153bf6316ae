"""The shortest evening that still fails: moves are left out in ever smaller groups, as delta debugging does."""

from collections.abc import Callable

from tests.evening.evening import Told

Play = Callable[[list[int]], Told]
"""Plays the moves of these numbers."""


def shrunk(told: Told, play: Play) -> Told:
    """Return an evening with the same kind of fault from which no single move can be left out."""
    parts = 2
    while len(told.moves) > 1:
        moves = told.moves
        size = -(-len(moves) // parts)
        groups = [moves[at : at + size] for at in range(0, len(moves), size)]
        for group in groups:
            shorter = play([move for move in moves if move not in set(group)])
            if shorter.fault and shorter.kind == told.kind:
                told, parts = shorter, max(parts - 1, 2)
                break
        else:
            if size == 1:
                break
            parts = min(parts * 2, len(moves))
    return told
