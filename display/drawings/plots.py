"""Numbers as bars side by side: filled above a line, hollow below it, each with its number and its mark below."""

from display.drawings.pictures import Box, Picture, Placed, stacked, words
from display.drawings.places import Hand, sign
from engines.kit.drawings import Bars, Mark

_HIGH = 4
"""So many units high at most."""
_LEAST = 5
"""Least height (px) of a bar: a draw is seen, and a hollow one has an inside."""


def picture(bars: Bars, hand: Hand, width: int, height: int) -> Picture:
    """Return the bars in what room their name, their numbers and their marks leave."""
    name = hand.words(bars.label, width)
    below = [_numbers(bars, hand, wide := _wide(bars, hand)), *_marks(bars, hand, wide)]
    taken = sum(row.height + hand.gap for row in (*name, *below))
    plot = _plot(bars, wide, max(min(_HIGH * hand.unit, height - taken), hand.unit))
    return stacked([*name, plot, *below], hand.gap)


def _wide(bars: Bars, hand: Hand) -> int:
    """Return the room (px) of a bar from side to side."""
    return max(hand.unit, *(hand.wide(bar.label) + hand.gap for bar in bars.bars))


def _plot(bars: Bars, wide: int, high: int) -> Picture:
    values = [bar.value for bar in bars.bars]
    top, low = max(*values, 0), min(*values, 0)
    scale = (high - 2 * _LEAST) / max(top - low, 1)
    line, thick = _LEAST + round(top * scale), wide // 2
    parts: list[Placed] = []
    for n, value in enumerate(values):
        tall = max(round(abs(value) * scale), _LEAST)
        fill = Box(thick, tall, fill="black") if value >= 0 else Box(thick, tall)
        parts.append((n * wide + (wide - thick) // 2, line - tall if value >= 0 else line, fill))
    return Picture(len(values) * wide, high, (*parts, (0, line - 1, Box(len(values) * wide, 2, fill="black"))))


def _numbers(bars: Bars, hand: Hand, wide: int) -> Picture:
    rows = [words(hand.face, hand.row(bar.label)) for bar in bars.bars]
    placed = tuple((n * wide + (wide - row.width) // 2, 0, row) for n, row in enumerate(rows) if row.width)
    return Picture(wide * len(rows), hand.capital if placed else 0, placed)


def _marks(bars: Bars, hand: Hand, wide: int) -> list[Picture]:
    ring, size = sign(Mark.YOURS, hand.sign), hand.sign
    placed = tuple((n * wide + (wide - size) // 2, 0, ring) for n, bar in enumerate(bars.bars) if bar.marked)
    return [Picture(wide * len(bars.bars), size, placed)] if placed else []
