"""When the glass gets a fast partial refresh and when a full one, which flashes and clears what remains. Pure.

Full: nobody knows what is on the glass; something new begins (a play, a round); after a number of partial refreshes,
at the next change of step, never while the knob turns; after 30 also within a step, at the first pause; after a day,
at a pause too.

Charge: a partial refresh drives only the pixels that change, to black and to white by turns; a full one drives each
pixel both ways. So between two full refreshes a pixel's drives to black and to white differ by one at most, and over
any time by no more than the full refreshes of that time, and one.
"""

from enum import Enum

LATEST = 30
"""Partial refreshes after which a pause within a step is used too."""
PAUSE_S = 1.0
DAY_S = 24 * 3600.0


class Refresh(Enum):
    """How the glass is redrawn."""

    PARTIAL = "partial"
    FULL = "full"


class Policy:
    """Counts refreshes and chooses the next. `every`: partial refreshes before a full one, 4 to 20."""

    def __init__(self, every: int = 8) -> None:
        self.every = every
        self._partials = 0
        self._full_at: float | None = None

    def choose(self, *, fresh: bool, new_step: bool) -> Refresh:
        """Return how to draw the next frame: of something new, of another step, or of the same one."""
        if self._full_at is None or fresh or (new_step and self._partials >= self.every):
            return Refresh.FULL
        return Refresh.PARTIAL

    def forget(self) -> None:
        """Nobody knows any more what is on the glass: the next refresh is a full one."""
        self._full_at = None

    def done(self, refresh: Refresh, now: float) -> None:
        """Count a refresh that has finished at the time `now`, s."""
        if refresh is Refresh.FULL:
            self._partials = 0
            self._full_at = now
        else:
            self._partials += 1

    def due(self, quiet_since: float) -> float | None:
        """Return when the same frame should be drawn in full, if no key was touched after `quiet_since`, s."""
        if self._full_at is None:
            return None
        pause = quiet_since + PAUSE_S
        return pause if self._partials >= LATEST else max(self._full_at + DAY_S, pause)
