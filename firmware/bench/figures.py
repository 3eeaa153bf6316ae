"""One number that was measured, what it is compared with, and what it may be."""

from collections.abc import Callable, Iterator
from enum import Enum
from statistics import median

from msgspec import Struct

MARGIN = 2
"""By how much a ratio may miss its budget in the short form, which measures little but shows when something broke."""


class Law(Enum):
    """What a budget limits."""

    AT_MOST = "at most"
    AT_LEAST = "at least"
    TIMES_AT_MOST = "at most, times the baseline"
    TIMES_LESS = "at least, times less than the baseline"


class Figure(Struct, frozen=True, kw_only=True):
    """A number. `exact`: it is counted, or taken on the virtual clock, so that it is the same on every machine."""

    id: str
    what: str
    ours: float
    baseline: float | None = None
    law: Law = Law.AT_MOST
    budget: float | None = None
    exact: bool = False

    @property
    def ratio(self) -> float | None:
        """How many times the baseline this is; or, where less is what counts, how many times less."""
        if not self.baseline:
            return None
        return self.baseline / self.ours if self.law is Law.TIMES_LESS else self.ours / self.baseline

    @property
    def ok(self) -> bool:
        """Whether the budget is kept; yes where there is none."""
        return self._kept(1)

    @property
    def sound(self) -> bool:
        """Whether the short form lets it pass: counts must be exact, ratios have a margin, times always pass."""
        if self.exact:
            return self.ok
        return self.ratio is None or self._kept(MARGIN)

    def _kept(self, margin: float) -> bool:
        if self.budget is None:
            return True
        value = self.ratio if self.law in (Law.TIMES_AT_MOST, Law.TIMES_LESS) else self.ours
        assert value is not None  # a limit against a baseline has one
        if self.law in (Law.AT_LEAST, Law.TIMES_LESS):
            return value * margin >= self.budget
        return value <= self.budget * margin


class ReportRow(Struct, frozen=True):
    """A figure as it is printed and written."""

    id: str
    what: str
    ours: float
    baseline: float | None
    ratio: float | None
    budget: float | None
    ok: bool


class Effort(Struct, frozen=True):
    """How often things are measured: presses of a key, starts, operations on long plays, random plays."""

    keys: int
    starts: int
    operations: int
    plays: int


FULL = Effort(keys=15, starts=9, operations=21, plays=40)
SHORT = Effort(keys=5, starts=3, operations=7, plays=5)


def row(figure: Figure) -> ReportRow:
    """Return a figure with its ratio, rounded."""
    numbers = (figure.ours, figure.baseline, figure.ratio)
    ours, baseline, ratio = (None if number is None else round(number, 3) for number in numbers)
    assert ours is not None
    return ReportRow(figure.id, figure.what, ours, baseline, ratio, figure.budget, figure.ok)


def interleaved(n: int, *takes: Callable[[], float]) -> Iterator[float]:
    """Yield the median of each of several measurements, taken in turn: what slows the machine down slows all of them.

    Each is taken once before, so that nothing is loaded or compiled while the clock runs.
    """
    for take in takes:
        take()
    rounds = [[take() for take in takes] for _ in range(n)]
    yield from (median(values) for values in zip(*rounds, strict=True))
