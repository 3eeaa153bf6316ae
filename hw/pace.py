"""How long this very panel takes: measured while it draws, and what it is judged by from then on.

Waveforms come from the panel's own memory and depend on the batch and on the temperature, so nobody's figures hold for
every panel. At first a third of the profile's is believed; two measurements in a row that agree are this panel's own
pace; later ones move it slowly, as a room warms up. A refresh counts only when the voltage behind it goes off as it
should: one that a loss of power cut short has none.
"""

from hw.build import Times
from hw.panel import Mode

OFF = "off"
"""The point at which the voltage goes off. Those of refreshes are named by `refresh`."""
SOONEST = {"partial": 0.8, "full": 0.8, "slow": 0.5, OFF: 0.5}
"""BUSY that falls before this part of the panel's own pace means that the chip was reset. A cold panel is later."""
STRANGE = 0.35
"""The same of the profile's figure, where the panel's own is not known yet: a panel may be twice as fast, and warm."""
LEAST_S = {"partial": 0.1, "full": 0.3, "slow": 0.5, OFF: 0.01}
"""No panel is as fast as this, s: particles need their time to move."""
AGREE, SLOWLY = 0.1, 8
"""Two measurements that differ by less than this part agree; a later one counts for one part in so many."""


def refresh(mode: Mode, *, cold: bool) -> str:
    """Return the point of a refresh; a cold one begins by switching the voltage on."""
    return f"{mode.value}.cold" if cold else mode.value


class Pace:
    """The pace of one panel.

    Args:
        times: what its profile says.
        known: its own, by point, s, as far as it was measured; kept up to date.

    """

    def __init__(self, times: Times, known: dict[str, float]) -> None:
        self.known = known
        self._times = times
        self._once: dict[str, float] = {}  # measured once
        self._open: list[tuple[str, float]] = []  # until the voltage has gone off

    def expected(self, point: str) -> float:
        """Return how long the panel should take, s."""
        return self.known.get(point, self._said(point))

    def soonest(self, point: str) -> float:
        """Return how long the panel takes at least, s."""
        what = point.partition(".")[0]
        own = self.known.get(point)
        part = STRANGE * self._said(point) if own is None else SOONEST[what] * own
        return max(part, LEAST_S[what])

    def took(self, point: str, seconds: float) -> None:
        """Note how long a refresh took, or the voltage to go off."""
        self._open.append((point, seconds))
        if point == OFF:
            for measured in self._open:
                self._learn(*measured)
            self._open.clear()

    def lost(self) -> None:
        """Forget what was measured since the voltage went off last: the panel may have lost its power."""
        self._open.clear()

    def _learn(self, point: str, seconds: float) -> None:
        own, once = self.known.get(point), self._once.get(point)
        if own is not None:
            self.known[point] = own + (seconds - own) / SLOWLY
        elif once is not None and abs(seconds - once) <= AGREE * once:
            self.known[point] = (seconds + once) / 2
        else:
            self._once[point] = seconds

    def _said(self, point: str) -> float:
        """Return what the profile says, s."""
        what, _, cold = point.partition(".")
        if what == OFF:
            return self._times.power_off_s
        return self._times.refresh_s(Mode(what)) + (self._times.power_on_s if cold else 0.0)
