"""A push that turns the knob a little takes the old highlight; an intended turn counts."""

import random

import pytest

from engines.kit.contract import Marks, Number
from firmware.device.keys import SLIP_S
from tests.display.screens import choices
from tests.firmware.device.bench import PUSH, QUIET_S, Bench

GAP_S = SLIP_S / 4


def pushed(device: Bench, *, before: int = 0, during: int = 0, after: int = 0, gap: float = GAP_S) -> None:
    """Push the knob, with detents before, during and after it; `gap`, s, separates them from the push."""
    device.turn(before, every=gap, quiet=0)
    device.hand.down(PUSH)
    device.wait(0.05)
    device.turn(during, every=0, quiet=0.05)
    device.hand.up(PUSH)
    device.wait(gap)
    device.turn(after, every=0, quiet=QUIET_S)


@pytest.mark.parametrize("slip", ["before", "during", "after"])
@pytest.mark.parametrize("way", [-1, 1])
def test_a_slip_moves_nothing(device: Bench, slip: str, way: int) -> None:
    """The number on the glass is taken, whichever way the knob slipped."""
    asked = device.show(Number(0, 9, 4))
    pushed(device, **{slip: way})
    assert asked.taken == [4]
    assert device.place.cursor.number == 4


def test_a_tick_stays_where_it_was_made(device: Bench) -> None:
    """The highlight stays on the ticked box."""
    device.show(Marks(choices("a", "b", "c"), 0, 3))
    device.turn(1)
    pushed(device, before=1, during=-1, after=1)
    assert (device.place.cursor.highlight, device.place.cursor.ticks) == (1, ("b",))
    assert "> [x] b" in device.words


def test_a_turn_is_a_turn(device: Bench) -> None:
    """A detent a tenth of a second from the push counts; its result must be seen as usual."""
    device.show(Marks(choices("a", "b", "c"), 0, 3))
    pushed(device, before=1, after=1, gap=0.1)
    assert (device.place.cursor.highlight, device.place.cursor.ticks) == (2, ("b",))


def test_any_slips_move_nothing(device: Bench) -> None:
    """However the knob trembles around a push, the highlighted number is taken."""
    dice = random.Random("slips")  # noqa: S311
    for _ in range(40):
        asked = device.show(Number(0, 9, dice.randrange(10)))
        pushed(device, before=dice.randint(-2, 2), during=dice.randint(-2, 2), after=dice.randint(-2, 2), gap=GAP_S)
        assert asked.taken == [asked.ask.likely]  # type: ignore[union-attr]  # it is a number
