"""Both models of each chip agree: on every board, the same frames are on both glasses."""

import random

import pytest

from hw.panel import Mode
from tests.core import core
from tests.hw.panel_bench import Bench, build_of, each_panel, noise
from tests.hw.second_chip import SecondPanel


@pytest.mark.parametrize("frames", core([8, 1000]))
@each_panel
def test_both_chips_agree(panel: str, frames: int) -> None:
    """On each board a thousand random frames are on both glasses, bit by bit, and neither chip has a complaint."""
    dice = random.Random(panel)  # noqa: S311
    for rotation in range(4):
        build = build_of(panel, rotation)
        first, second = Bench(build, ping_pong=rotation % 2 == 1), Bench(build, model=SecondPanel, batch=rotation // 2)
        for n in range(frames // 4):
            frame, mode = noise(build, n), dice.choice((Mode.PARTIAL, Mode.PARTIAL, Mode.FULL, Mode.SLOW))
            pause, sleeps = dice.choice((0.0, 0.1, 0.55, 2.0)), dice.random() < 0.1
            for bench in (first, second):
                bench.show(frame, mode)
                bench.go(pause)
                if sleeps:
                    bench.panel.sleep()

            assert frame == first.sim.picture() == second.sim.picture()

        assert ([], []) == (first.chip.violations, second.chip.faults)
