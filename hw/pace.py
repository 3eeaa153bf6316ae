"""The pace of one panel: measured while it draws, and its standard from then on.

Waveforms come from the panel's own memory and depend on batch and temperature, so no figures hold for every panel. At
first a panel must take at least a third of the profile's time. Two measurements in a row that agree become its own
pace; later ones move it slowly, as a room warms up. A measurement counts once the voltage after it has gone off as it
should, since a panel that lost its power has no voltage to switch off.
"""

from hw.build import Times
from hw.panel import Mode

ON, OFF = "on", "off"
"""The points for switching the voltage on (by a separate command) and off; `refresh_point` names those of refreshes."""
MIN_RATIO = {"partial": 0.8, "full": 0.8, "slow": 0.5, OFF: 0.5}
"""BUSY that falls before this part of the panel's own pace means that the chip was reset. A cold panel is slower."""
UNKNOWN_MIN_RATIO = 0.35
"""The same part of the profile's time, while the panel's own is unknown: it may be twice as fast, and warm."""
MIN_S = {"partial": 0.1, "full": 0.3, "slow": 0.5, ON: 0.0, OFF: 0.01}
"""No panel is faster than this, s: particles need time to move. The voltage may be on at once."""
AGREE_RATIO = 0.1
"""Two measurements that differ by at most this part agree."""
SMOOTHING = 8
"""A later measurement counts for one part in this many."""


def refresh_point(mode: Mode, *, cold: bool) -> str:
    """Return the name of a refresh's point; a cold one begins by switching the voltage on."""
    return f"{mode.value}.cold" if cold else mode.value


class Pace:
    """The pace of one panel.

    Args:
        times: those of its profile.
        known: its own times by point, s, as far as they were measured; kept up to date.

    """

    def __init__(self, times: Times, known: dict[str, float]) -> None:
        self.known = known
        self._times = times
        self._first: dict[str, float] = {}  # measured once
        self._unconfirmed: list[tuple[str, float]] = []  # until the voltage has gone off

    def expected_s(self, point: str) -> float:
        """Return how long the panel should take, s."""
        return self.known.get(point, self._nominal(point))

    def min_s(self, point: str) -> float:
        """Return how long the panel takes at least, s."""
        work = point.partition(".")[0]
        own = self.known.get(point)
        part = UNKNOWN_MIN_RATIO * self._nominal(point) if own is None else MIN_RATIO[work] * own
        return max(part, MIN_S[work])

    def record(self, point: str, seconds: float) -> None:
        """Note how long a refresh took, or switching the voltage off."""
        self._unconfirmed.append((point, seconds))
        if point == OFF:
            for measured in self._unconfirmed:
                self._learn(*measured)
            self._unconfirmed.clear()

    def drop_unconfirmed(self) -> None:
        """Drop the measurements since the voltage last went off: the panel may have lost its power."""
        self._unconfirmed.clear()

    def _learn(self, point: str, seconds: float) -> None:
        own, first = self.known.get(point), self._first.get(point)
        if own is not None:
            self.known[point] = own + (seconds - own) / SMOOTHING
        elif first is not None and abs(seconds - first) <= AGREE_RATIO * first:
            self.known[point] = (seconds + first) / 2
        else:
            self._first[point] = seconds

    def _nominal(self, point: str) -> float:
        """Return the time of the profile, s."""
        work, _, cold = point.partition(".")
        if work in (ON, OFF):
            return self._times.power_on_s if work == ON else self._times.power_off_s
        return self._times.refresh_s(Mode(work)) + (self._times.power_on_s if cold else 0.0)
