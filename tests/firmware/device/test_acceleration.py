"""A wide number moves further when it is turned faster; lists and narrow numbers never do."""

from itertools import accumulate

import pytest

from engines.kit.contract import Counter, Counters, Marks, Number
from engines.kit.text import Text
from firmware.device.keys import FAST_S, Acceleration
from tests.display.screens import choices
from tests.firmware.device.bench import Bench

FAST_GAP_S = FAST_S / 5
SLOW_GAP_S = FAST_S


def _moves(gap: float, *detents: int) -> list[int]:
    """Return the distance of each detent, one every `gap` s."""
    acceleration = Acceleration()
    return [acceleration.distance(n, place * gap) for place, n in enumerate(detents)]


def test_fast_detents_move_further() -> None:
    """The fifth to ninth detent of a fast turn move by 5 each, later ones by 10."""
    assert _moves(FAST_GAP_S, *[1] * 11) == [1] * 4 + [5] * 5 + [10] * 2
    assert _moves(FAST_GAP_S, *[-1] * 10) == [-1] * 4 + [-5] * 5 + [-10]


def test_slow_detents_move_by_one() -> None:
    """Five detents in more than a quarter of a second move by one each."""
    assert _moves(SLOW_GAP_S, *[1] * 12) == [1] * 12
    assert _moves(FAST_S / 4 + 0.001, *[1] * 12) == [1] * 12


def test_a_turn_back_and_a_pause_begin_again() -> None:
    """A change of direction or a pause resets the acceleration."""
    assert _moves(FAST_GAP_S, *[1] * 6, -1, -1) == [1] * 4 + [5] * 2 + [-1, -1]
    acceleration = Acceleration()
    assert [acceleration.distance(1, 0.01 * n) for n in range(6)] == [1] * 4 + [5] * 2
    assert acceleration.distance(1, 1.0) == 1


def test_detents_of_one_event_count() -> None:
    """Detents of one event are fast if there are enough of them."""
    assert Acceleration().distance(7, 0.0) == 4 + 3 * 5
    assert Acceleration().distance(-5, 0.0) == -9


def _values_while_turning(device: Bench, detents: int) -> list[int]:
    """Turn fast; return the number or the highlight after each detent."""
    seen = []
    for _ in range(detents):
        device.turn(1, every=0.02, quiet=0)
        cursor = device.place.cursor
        seen.append(cursor.counts[0] if cursor.entered else cursor.number or cursor.highlight)
    device.wait(1)
    return seen


def test_wide_numbers_accelerate(device: Bench) -> None:
    """On the device a wide number takes large steps up to its end; a narrow one and a list move one by one."""
    steps = list(accumulate([1] * 4 + [5] * 5 + [10] * 3))
    device.show(Number(0, 200, 0))
    assert _values_while_turning(device, 12) == steps
    device.show(Number(0, 21, 0))
    assert _values_while_turning(device, 12)[-3:] == [21] * 3
    device.show(Number(0, 20, 0))
    assert _values_while_turning(device, 12) == list(range(1, 13))
    device.show(Marks(choices(*map(str, range(40))), 0, 40))
    assert _values_while_turning(device, 12) == list(range(1, 13))


@pytest.mark.parametrize(("high", "last"), [(20, 12), (200, 59)])
def test_an_entered_line_accelerates_if_it_is_wide(device: Bench, high: int, last: int) -> None:
    """A number in a line of counters accelerates like any number."""
    device.show(Counters((Counter("a", Text("A"), 0, high, 0),)))
    device.push()
    assert _values_while_turning(device, 12)[-1] == last
