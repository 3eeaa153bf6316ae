"""The charge of the pixels: over any hour of play their drives to black and to white differ as the policy says."""

import random
from contextlib import closing
from pathlib import Path

import pytest

from hw.events import Key
from tests.firmware.device.bench import mark_hints_shown
from tests.hw.charge import Charge, watch_first, watch_second
from tests.hw.second_chip import SecondPanel
from tests.hw.sweep import CHIPS, PANELS, Device

pytestmark = pytest.mark.all

HOUR_S = 3600.0
KEYS = (*[Key.NEXT] * 8, Key.BACK, Key.PUSH)
each_chip = pytest.mark.parametrize("chip", CHIPS)
each_panel = pytest.mark.parametrize("panel", PANELS)


def charge_after_play(folder: Path, panel: str, chip: str, seed: int, seconds: float) -> Charge:
    """Return the charge of a panel after some time of random keys, with pauses of any length from a hurry to a meal."""
    mark_hints_shown(folder)
    dice = random.Random(f"{panel}/{seed}")  # noqa: S311
    with closing(Device(folder, panel, chip, 1.0, "fast")) as device:
        second = isinstance(device.sim, SecondPanel)
        charge = watch_second(device.sim.chip) if second else watch_first(device.sim.chip)
        while device.clock.now() < seconds:
            if dice.random() < 0.3:
                device.hand.detent(dice.choice((-1, 1, 1, 2)))
            else:
                key = dice.choice(KEYS)
                device.hand.down(key)
                device.work(dice.choice((0.1, 0.1, 0.1, 0.7)))
                device.hand.up(key)
            device.work(dice.choice((0.2, 0.6, 1.5, 4.0, 15.0)))
        assert device.draws or device.panel.busy
    return charge


def check_bounds(charge: Charge) -> None:
    """Assert that nothing was driven twice the same way, and that the difference is in the bounds of the policy."""
    assert charge.partials > charge.fulls > 0
    assert 0 == charge.driven_twice
    assert charge.worst <= charge.fulls + 1


@each_chip
@each_panel
def test_some_minutes_of_play(tmp_path: Path, panel: str, chip: str) -> None:
    """No pixel is driven twice to one colour between two full refreshes, so each of these costs one drive at most."""
    check_bounds(charge_after_play(tmp_path, panel, chip, 1, 120))


@pytest.mark.long
@each_chip
@each_panel
@pytest.mark.parametrize("seed", range(5))
def test_an_hour_of_play(tmp_path: Path, panel: str, chip: str, seed: int) -> None:
    """The same over an hour."""
    check_bounds(charge_after_play(tmp_path, panel, chip, seed, HOUR_S))


def test_the_counts_are_right() -> None:
    """By hand: of three pixels one goes to black once, one there and back, one there twice and then once more."""
    charge = Charge()
    charge.partial(0b000, 0b111)
    charge.partial(0b010, 0b110)
    assert (1, 1) == (charge.driven_twice, charge.worst - 1)
    charge.full()
    charge.partial(0b000, 0b100)
    assert (1, 3, 1, 3) == (charge.driven_twice, charge.worst, charge.fulls, charge.partials)
