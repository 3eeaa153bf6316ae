"""Chooses between a fast partial refresh and a full one, which flashes and removes ghosting. Pure.

Full: if the picture on the glass is unknown; when something new begins (a play, a round); after a number of partial
refreshes, at the next change of step, never while the knob turns; after 30 also within a step, at the first pause;
after a day, also at a pause.

Charge: a partial refresh drives only the pixels that change, alternately to black and to white; a full one drives each
pixel both ways. So between two full refreshes a pixel's drives to black and to white differ by at most 1. Over any time
they differ by at most the number of full refreshes, plus 1.
"""

from enum import Enum

MAX_PARTIALS = 30
"""Partial refreshes before a pause within a step is used, too."""
MIN_PAUSE_S = 1.0
MAX_AGE_S = 24 * 3600.0
"""The age of the last full refresh at which the next pause is used."""


class Refresh(Enum):
    """The kind of a refresh."""

    PARTIAL = "partial"
    FULL = "full"


class Policy:
    """Counts refreshes and chooses the next. `every`: partial refreshes before a full one, 4 to 20."""

    def __init__(self, every: int = 8) -> None:
        self.every = every
        self._partials = 0
        self._full_at: float | None = None

    def choose(self, *, fresh: bool, new_step: bool) -> Refresh:
        """Return how to draw the next frame: of something new (`fresh`), of another step, or of the same one."""
        if self._full_at is None or fresh or (new_step and self._partials >= self.every):
            return Refresh.FULL
        return Refresh.PARTIAL

    def forget(self) -> None:
        """Make the next refresh a full one: the picture on the glass is unknown."""
        self._full_at = None

    def count(self, refresh: Refresh, now: float) -> None:
        """Count a refresh that has finished at the time `now`, s."""
        if refresh is Refresh.FULL:
            self._partials = 0
            self._full_at = now
        else:
            self._partials += 1

    def full_at(self, quiet_since: float) -> float | None:
        """Return when to draw the same frame in full, if no key is touched after `quiet_since`, s."""
        if self._full_at is None:
            return None
        pause = quiet_since + MIN_PAUSE_S
        return pause if self._partials >= MAX_PARTIALS else max(self._full_at + MAX_AGE_S, pause)
