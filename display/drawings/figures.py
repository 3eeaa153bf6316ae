"""Bars and codes: pictures without places, as large as the height of their room allows."""

from itertools import groupby

from display.drawings.pictures import Box, Deferred, Picture, Placed, column_of, words
from display.drawings.places import Style
from engines.kit.drawings import Bars, Code
from engines.kit.text import Icon

_MAX_BAR_UNITS = 4
"""Height of bars, in units of the style, at most."""
_MIN_BAR = 5
"""Height (pens) of a bar, at least: a draw is seen, and a hollow bar has an inside."""
QUIET_MODULES = 4
"""White around a code, in modules."""
MIN_MODULE = 3
"""The smallest module (pens) that a phone reads from the glass."""


def bars(bars: Bars, style: Style, width: int, height: int) -> Picture:
    """Return bars filled above a line and hollow below it, each with its number and its mark below."""
    name = style.words(bars.label, width)
    wide = max(style.unit, *(style.label_width(bar.label) + style.gap for bar in bars.bars))
    below = [_spread([words(style.face, style.row(bar.label)) for bar in bars.bars], wide)]
    if any(bar.marked for bar in bars.bars):
        sign = words(style.face, (Icon.REFRESH,))
        below.append(_spread([sign if bar.marked else Picture(0, 0) for bar in bars.bars], wide))
    taken = sum(row.height + style.gap for row in (*name, *below))
    plot = _plot(bars, wide, max(min(_MAX_BAR_UNITS * style.unit, height - taken), style.unit))
    return column_of([*name, plot, *below], style.gap)


def _plot(bars: Bars, wide: int, high: int) -> Picture:
    values = [bar.value for bar in bars.bars]
    top, low = max(*values, 0), min(*values, 0)
    scale = (high - 2 * _MIN_BAR) / max(top - low, 1)
    line, thick = _MIN_BAR + round(top * scale), wide // 2
    parts: list[Placed] = []
    for n, value in enumerate(values):
        tall = max(round(abs(value) * scale), _MIN_BAR)
        fill = Box(thick, tall, fill="black") if value >= 0 else Box(thick, tall)
        parts.append((n * wide + (wide - thick) // 2, line - tall if value >= 0 else line, fill))
    return Picture(len(values) * wide, high, (*parts, (0, line - 1, Box(len(values) * wide, 2, fill="black"))))


def _spread(pictures: list[Picture], wide: int) -> Picture:
    """Return pictures side by side, each in the middle of its bar's room; empty ones are left out."""
    placed = tuple((n * wide + (wide - one.width) // 2, 0, one) for n, one in enumerate(pictures) if one.width)
    return Picture(wide * len(pictures), max((one.height for *_, one in placed), default=0), placed)


def code(code: Code, width: int, height: int) -> Picture:
    """Return a code as large as it fits into a width and a height (pens), whole pixels to a module."""
    modules = len(code.rows) + 2 * QUIET_MODULES
    side = max(min(width, height) // modules, MIN_MODULE)
    white = QUIET_MODULES * side
    return Picture(modules * side, modules * side, ((white, white, Deferred(_modules, (code.rows, side))),))


def _modules(rows: tuple[str, ...], side: int) -> Picture:
    parts: list[Placed] = []
    for y, row in enumerate(rows):
        x = 0
        for module, run in groupby(row):
            n = len(list(run))
            if module == "1":
                parts.append((x * side, y * side, Box(n * side, side, fill="black")))
            x += n
    return Picture(len(rows) * side, len(rows) * side, tuple(parts))
