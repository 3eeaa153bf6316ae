"""Counts every pixel's drives to black and to white, refresh by refresh.

Counts of all pixels are kept as planes of bits, the lowest first, so that a refresh costs a few operations on large
numbers: that is quick enough for hours of play.
"""

from collections.abc import Callable
from typing import Any

from hw.sim.chip import Chip
from tests.hw.second_base import SecondChip


class Charge:
    """The drives of one glass. A partial refresh drives some pixels one way, a full one all of them both ways."""

    def __init__(self) -> None:
        self.fulls = 0
        self.partials = 0
        self.driven_twice = 0
        """Pixels that partial refreshes drove to the same colour twice, with no full refresh in between."""
        self._counts: dict[bool, list[int]] = {True: [], False: []}  # to white, to black
        self._last = {True: 0, False: 0}

    def partial(self, new: int, driven: int) -> None:
        """Count a partial refresh: bits of what is shown, 1 is white, and of what is driven."""
        self.partials += 1
        for white in (True, False):
            to = driven & (new if white else ~new)
            self.driven_twice += (to & self._last[white]).bit_count()
            self._last[white] = self._last[white] & ~driven | to
            _add(self._counts[white], to)

    def full(self) -> None:
        """Count a full refresh, which drives each pixel as often to black as to white."""
        self.fulls += 1
        self._last = {True: 0, False: 0}

    @property
    def worst(self) -> int:
        """The largest difference between the drives of a pixel to black and to white."""
        return max((abs(n) for n in _differences(*self._counts.values())), default=0)


def watch_first(chip: Chip) -> Charge:
    """Return the charge of the glass of a chip of `hw.sim`, from now on."""
    charge, finish = Charge(), chip._finish

    def count_and_finish(drawing: Any) -> None:
        if drawing.partial:
            charge.partial(drawing.pixels, drawing.driven)
        else:
            charge.full()
        finish(drawing)

    chip._finish = count_and_finish  # type: ignore[method-assign]
    return charge


def watch_second(chip: SecondChip) -> Charge:
    """Return the charge of the glass of a second chip, from now on."""
    charge = Charge()
    end: Callable[..., None] = chip._end_partial
    end_full: Callable[..., None] = chip._end_full

    def count_and_end(new: list[int], old: list[int]) -> None:
        shown, before = _whole(new), _whole(old)
        charge.partial(shown, shown ^ before)
        end(new, old)

    def count_and_end_full(new: list[int], second: list[int], kind: str) -> None:
        charge.full()
        end_full(new, second, kind)

    chip._end_partial, chip._end_full = count_and_end, count_and_end_full  # type: ignore[method-assign]
    return charge


def _whole(rows: list[int]) -> int:
    """Return rows as one number."""
    return int.from_bytes(b"".join(row.to_bytes(100) for row in rows))


def _add(planes: list[int], ones: int) -> None:
    """Add one to the counts of some pixels."""
    for n, plane in enumerate(planes):
        planes[n], ones = plane ^ ones, plane & ones
    if ones:
        planes.append(ones)


def _differences(one: list[int], other: list[int]) -> set[int]:
    """Return every difference between the two counts of a pixel."""
    wide = max((plane.bit_length() for plane in (*one, *other)), default=0)
    found = {0: (1 << wide) - 1}  # pixels by their difference so far
    for sign, planes in ((1, one), (-1, other)):
        for n, plane in enumerate(planes):
            now: dict[int, int] = {}
            for difference, pixels in found.items():
                for bit, those in ((1, pixels & plane), (0, pixels & ~plane)):
                    if those:
                        now[difference + sign * bit * (1 << n)] = now.get(difference + sign * bit * (1 << n), 0) | those
            found = now
    return set(found)
