"""The knob: whole detents count, with any bouncing of the contacts on the way."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hw.keys import Quadrature

CYCLE = ((False, False), (True, False), (True, True), (False, True))  # clockwise


def walk(quarters: Iterable[int], *, half_step: bool = False, start: int = 0) -> list[int]:
    """Return the detents of a decoder that is shown these positions, counted in quarters."""
    a, b = CYCLE[start % 4]
    decoder = Quadrature(a=a, b=b, half_step=half_step)
    return [n for q in quarters if (n := decoder.step(*CYCLE[q % 4]))]


def with_jiggles(quarters: list[int], jiggles: list[int]) -> list[int]:
    """Return quarters, with contact n trembling back and forth jiggles[n] times when it is first moved."""
    path = [0]
    for i, q in enumerate(quarters):
        path += [q, path[-1]] * (jiggles[i % len(jiggles)] if jiggles else 0) + [q]
    return path[1:]


@pytest.mark.parametrize(
    ("quarters", "detents"),
    [
        ([1, 2, 3, 4], [1]),
        ([-1, -2, -3, -4], [-1]),
        ([1, 2, 3, 4, 5, 6, 7, 8], [1, 1]),
        ([1, 2, 3, 4, 3, 2, 1, 0], [1, -1]),
    ],
)
def test_a_cycle_is_a_detent(quarters: list[int], detents: list[int]) -> None:
    """A first is clockwise, B first is the other way, and a detent counts when it is complete."""
    assert detents == walk(quarters)


@pytest.mark.parametrize(
    "quarters", [[1, 0], [1, 2, 1, 0], [1, 2, 3, 2, 1, 0], [1, 0, -1, 0, -1, -2, -3, -2, -1, 0], [0, 0]]
)
def test_a_jiggle_is_nothing(quarters: list[int]) -> None:
    """A knob that returns to its place has not moved."""
    assert [] == walk(quarters)


def test_a_missed_quarter_is_made_good() -> None:
    """A missed quarter is counted in the direction of travel, in the middle of a detent and at its end."""
    assert [1] == walk([1, 3, 4])
    assert [-1] == walk([-1, -3, -4])
    assert [1, 1] == walk([1, 2, 3, 5, 6, 7, 8])


def test_a_lost_detent_leaves_no_trace() -> None:
    """A detent lost in the middle counts for nothing, and the next ones are whole."""
    assert [1, 1] == walk([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    assert [-1] == walk([2, 3, 4, 3, 2, 1, 0])


def test_a_knob_found_between_detents_comes_to_rest_first() -> None:
    """Turns before the start do not count."""
    assert [1] == walk([2, 3, 4, 5, 6, 7, 8], start=1)


@given(
    turns=st.lists(st.sampled_from((-1, 1)), max_size=30),
    jiggles=st.lists(st.integers(0, 3), max_size=9),
    half=st.booleans(),
)
def test_clean_detents_count_exactly(turns: list[int], jiggles: list[int], half: bool) -> None:
    """Any detents in any order, with contacts that tremble, give exactly those detents."""
    quarters_each = 2 if half else 4
    at, quarters = 0, list[int]()
    for n in turns:
        quarters += [at + n * i for i in range(1, quarters_each + 1)]
        at = quarters[-1]

    assert turns == walk(with_jiggles(quarters, jiggles), half_step=half)


@given(seen=st.lists(st.integers(0, 3), max_size=40), n=st.sampled_from((-1, 1)), half=st.booleans())
def test_any_noise_costs_no_later_detent(seen: list[int], n: int, half: bool) -> None:
    """After any noise, a knob at rest counts the next detent correctly."""
    quarters_each = 2 if half else 4
    before = walk([*seen, 0], half_step=half)
    after = walk([*seen, 0, *(n * i for i in range(1, quarters_each + 1))], half_step=half)

    assert [*before, n] == after
