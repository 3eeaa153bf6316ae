"""One number that was measured, and what it may be."""

from collections.abc import Callable, Iterator
from statistics import median

from msgspec import Struct

MARGIN = 2
"""By how much the short form lets a ratio miss its budget: it measures little, but shows what broke."""
SHORT, FULL = 5, 15
"""How often the short form and the full one measure everything."""


class Figure(Struct, frozen=True, kw_only=True):
    """A number that is at most its budget; with a baseline, its ratio to it is.

    `exact`: it is counted, or taken on the virtual clock, so it is the same on every machine.
    """

    id: str
    what: str
    ours: float
    baseline: float | None = None
    budget: float
    exact: bool = False

    @property
    def value(self) -> float:
        """What the budget limits: the ratio to the baseline if there is one, else the number."""
        return self.ours if self.baseline is None else self.ours / self.baseline

    @property
    def ok(self) -> bool:
        """Whether the budget is kept."""
        return self.value <= self.budget

    @property
    def acceptable(self) -> bool:
        """Whether the short form passes: counts must be exact, ratios have a margin, times always pass."""
        if self.exact:
            return self.ok
        return self.baseline is None or self.value <= self.budget * MARGIN


def interleaved(rounds: int, *takes: Callable[[], float]) -> Iterator[float]:
    """Yield the median of each of several measurements, taken in turn: a busy machine slows all of them.

    Each is taken once before, so that nothing is loaded or compiled while the clock runs.
    """
    for take in takes:
        take()
    found = [[take() for take in takes] for _ in range(rounds)]
    yield from (median(values) for values in zip(*found, strict=True))
