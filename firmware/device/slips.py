"""What a push turns by mistake: turning and pushing share one shaft.

a slip        pushed            a slip
──┬────────────────▼──────▲───────────────────────┬──▶
│   NEAR_S       down   let go      NEAR_S      │
"""

from firmware.views.position import Position
from firmware.views.view import View
from hw.events import Hold, Press

NEAR_S = 0.06
"""A detent so near to a push, before or after it, is a slip, s; a hand that means to turn takes longer."""


class Slips:
    """Remembers where the knob stood before its last detents, and when it was pushed."""

    def __init__(self) -> None:
        self._before: list[tuple[float, View, Position]] = []
        self._let_go = -NEAR_S

    def follows_a_push(self, at: float) -> bool:
        """Return whether a detent at a time, s, comes so soon after a push that it means nothing."""
        return 0 <= at - self._let_go < NEAR_S

    def turned(self, at: float, view: View, before: Position) -> None:
        """Remember where a view stood before a detent."""
        self._before = [one for one in self._before if at - one[0] < 1.0] + [(at, view, before)]

    def pushed(self, event: Press | Hold, view: View) -> Position | None:
        """Return where a view stood before the detents that a push made; None: it made none."""
        self._let_go = event.at
        slips = [place for at, turned, place in self._before if at > event.down_at - NEAR_S and turned is view]
        self._before = []
        return slips[0] if slips else None
