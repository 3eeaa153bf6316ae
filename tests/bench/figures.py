"""A measured number and its budget."""

from collections.abc import Callable, Iterator
from statistics import median

from msgspec import Struct

MARGIN = 2
"""The factor by which the short form lets a ratio miss its budget: it measures little, but shows large losses."""
SHORT_ROUNDS, FULL_ROUNDS = 5, 15
"""The number of measurements in the short form and in the full one."""


class Figure(Struct, frozen=True, kw_only=True):
    """A number limited by its budget; with a baseline, their ratio is limited.

    `exact`: counted, or measured on the virtual clock, so it is the same on every machine.
    """

    id: str
    what: str
    ours: float
    baseline: float | None = None
    budget: float
    exact: bool = False

    @property
    def value(self) -> float:
        """Return the limited number: the ratio to the baseline if there is one, else the number itself."""
        return self.ours if self.baseline is None else self.ours / self.baseline

    @property
    def ok(self) -> bool:
        """Return whether the budget is kept."""
        return self.value <= self.budget

    @property
    def acceptable(self) -> bool:
        """Return whether the short form passes: counts must be exact, ratios have a margin, times always pass."""
        if self.exact:
            return self.ok
        return self.baseline is None or self.value <= self.budget * MARGIN


def interleaved(rounds: int, *takes: Callable[[], float]) -> Iterator[float]:
    """Yield the median of each of several measurements, taken in turn, so that a busy machine slows all of them.

    Each is taken once before, so that nothing is loaded or compiled while the clock runs.
    """
    for take in takes:
        take()
    found = [[take() for take in takes] for _ in range(rounds)]
    yield from (median(values) for values in zip(*found, strict=True))
