"""Early ends of a panel's work: a loss of power, or a panel that is faster than its profile.

The chip sends no byte back, so BUSY is the only sign of what happened to a refresh. A refresh that ends too soon was
interrupted by a reset. A panel that always ends too soon at the same point is fast and does not lose its power: from
then on early ends are accepted there, unless nothing was drawn at all.
"""

from collections import Counter

from hw.errors import PanelLost, PanelQuick
from hw.pace import MIN_S, OFF, ON, Pace

MAX_EARLY_ENDS = 3
"""BUSY that ends too soon this often in a row at one point is accepted there."""


class EarlyEnds:
    """The judge of how long a panel took; points are those of `hw.pace`."""

    def __init__(self, pace: Pace) -> None:
        self.accepted: dict[str, PanelQuick] = {}
        """The kinds of work at which an early end is accepted."""
        self._pace = pace
        self._counts = Counter[str]()  # in a row, by point

    def judge(self, point: str, seconds: float) -> None:
        """Raise PanelLost if work ended too soon. If it always does at this point, accept it from now on."""
        if self.in_time(point, seconds):
            del self._counts[point]  # and of no other point
            self._pace.record(point, seconds)
            return
        self._pace.drop_unconfirmed()
        at_once = _ended_at_once(point, seconds)
        self._counts[point] += not at_once
        if at_once or self._counts[point] < MAX_EARLY_ENDS:
            fault = "had no voltage left to switch off" if point == OFF else "stopped in the middle of a refresh"
            raise PanelLost(f"The panel {fault}: it lost its power or was reset. Check its supply and its plug.")
        work = _work(point)
        words = "switching the voltage off" if work == OFF else f"a {work} refresh"
        self.accepted[work] = PanelQuick(
            f"The panel was done too soon with {words} three times in a row; that is accepted from now on. "
            "Set panel.times to the times that it takes; if remains of old pictures stay, check its supply and plug."
        )

    def in_time(self, point: str, seconds: float) -> bool:
        """Return whether work did not end too soon, or early ends are accepted there."""
        if point == ON:  # says nothing: a voltage that was lost meanwhile is missed by the refresh that follows
            return True
        accepted = _work(point) in self.accepted and not _ended_at_once(point, seconds)
        return accepted or seconds >= self._pace.min_s(point)


def _work(point: str) -> str:
    """Return the kind of work at a point, cold or not."""
    return point.partition(".")[0]


def _ended_at_once(point: str, seconds: float) -> bool:
    """Return whether a refresh ended sooner than any panel can draw: then there was no voltage."""
    return point != OFF and seconds < MIN_S[_work(point)]
