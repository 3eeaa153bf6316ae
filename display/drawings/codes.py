"""A code for cameras, in modules of at least 3 px, with the white around it that it needs."""

from itertools import groupby

from display.drawings.pictures import Box, Later, Picture, Placed
from engines.kit.drawings import Code

QUIET = 4
"""White around a code, in modules."""
LEAST = 3
"""The smallest module that a phone reads from the glass, px."""


def picture(code: Code, width: int, height: int) -> Picture:
    """Return a code as large as it fits into so much width and height (px), whole pixels to a module."""
    modules = len(code.rows) + 2 * QUIET
    side = max(min(width, height) // modules, LEAST)
    return Picture(modules * side, modules * side, ((QUIET * side, QUIET * side, Later(_modules, (code.rows, side))),))


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
