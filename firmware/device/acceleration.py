"""How far a detent moves a wide number: further while the knob is turned fast."""

FAST, FAST_S = 5, 0.25
"""So many detents one way within so many seconds are fast."""
FAR, FURTHER = 5, 10
"""How far each moves: the first of a fast turn, as many as make it fast, and those after them."""


class Acceleration:
    """Counts the detents of a number. The clock is that of the events."""

    def __init__(self) -> None:
        self._way = 0
        self._times: list[float] = []  # of the last detents that way, s
        self._run = 0  # how many of them were fast

    def moved(self, n: int, at: float) -> int:
        """Return how far `n` detents at the time `at`, s, move a number; the sign is the way."""
        way = 1 if n > 0 else -1
        if way != self._way:
            self._way, self._times, self._run = way, [], 0
        return way * sum(self._one(at) for _ in range(abs(n)))

    def _one(self, at: float) -> int:
        self._times = [*self._times[1 - FAST :], at]
        if len(self._times) < FAST or at - self._times[0] > FAST_S:
            self._run = 0
            return 1
        self._run += 1
        return FAR if self._run <= FAST else FURTHER
