"""Ellipses with points at equal distances, for the places of a loop."""

import math
from bisect import bisect_left
from functools import lru_cache
from itertools import accumulate, pairwise

from msgspec import Struct

_MIN_GAP = 5
"""Distance (pens) of two places of a loop, at least."""
_STEPS = 360
"""Points by which an ellipse is measured."""
_QUARTER = tuple((math.cos(angle), math.sin(angle)) for angle in (math.tau * step / _STEPS for step in range(91)))
"""Points of a quarter of a circle."""


class Ring(Struct, frozen=True):
    """An ellipse `wide` and `high` (pens)."""

    wide: int
    high: int

    @property
    def circumference(self) -> float:
        """The circumference (pens), after Ramanujan."""
        a, b = self.wide / 2, self.high / 2
        return math.pi * (3 * (a + b) - math.sqrt((3 * a + b) * (a + 3 * b)))

    def holds(self, away: int, room: tuple[int, int]) -> bool:
        """Return whether a rectangle fits into the middle, `away` pens from the line."""
        a, b, x, y = self.wide / 2, self.high / 2, room[0] / 2, room[1] / 2
        inside = (x * b) ** 2 + (y * a) ** 2 < (a * b) ** 2
        return inside and all(math.hypot(a * c - x, b * s - y) >= away for c, s in _QUARTER)

    @lru_cache(maxsize=16)  # noqa: B019 - rings are few, and have no owner
    def points(self, n: int, away: int = 0) -> list[tuple[float, float]]:
        """Return `n` points from the middle (pens), clockwise from the top, all moved `away` pens to the inside."""
        angles = [math.tau * step / _STEPS for step in range(_STEPS + 1)]
        line = [(self.wide / 2 * math.sin(angle), -self.high / 2 * math.cos(angle)) for angle in angles]
        lengths = [0.0, *accumulate(math.dist(start, end) for start, end in pairwise(line))]
        steps = [bisect_left(lengths, lengths[-1] * place / n - _MIN_GAP / _STEPS) for place in range(n)]
        return [self._inside(angles[step], away) for step in steps]

    def _inside(self, angle: float, away: int) -> tuple[float, float]:
        """Return a point of the line, moved at right angles to it."""
        x, y = math.sin(angle), -math.cos(angle)
        across, along = self.high * x, self.wide * y
        length = math.hypot(across, along) or 1
        return self.wide / 2 * x - away * across / length, self.high / 2 * y - away * along / length


@lru_cache(maxsize=64)
def smallest_ring(n: int, side: int, limit: tuple[int, int], away: int, room: tuple[int, int]) -> Ring | None:
    """Return the smallest ring for `n` places of `side` pens that has a rectangle inside; a circle if it can be.

    `limit` are its greatest width and height; None if it had to be larger or flatter, or the places would touch.
    """
    largest = Ring(*limit)
    if min(limit) < 2 * side or largest.circumference < n * (side + _MIN_GAP) or not largest.holds(away, room):
        return None
    ideal = n * (side + max(_MIN_GAP, side * 2 // 5))

    def is_large_enough(wide: int) -> bool:
        ring = Ring(min(wide, limit[0]), min(wide, limit[1]))
        return min(ring.wide, ring.high) >= 2 * side and ring.circumference >= ideal - n and ring.holds(away, room)

    wide = bisect_left(range(max(limit)), True, key=is_large_enough)
    return Ring(min(wide, limit[0]), min(wide, limit[1]))
