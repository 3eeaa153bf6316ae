"""The modules that this package loads when it is imported."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.all


def loaded_by(modules: str) -> list[str]:
    """Return the top-level names that a fresh interpreter has loaded after importing these modules."""
    code = (
        f"import os, sys, {modules}; print(os.environ['BLINKA_OS_AGNOSTIC'], *{{m.split('.')[0] for m in sys.modules}})"
    )
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()


def test_importing_the_parts_loads_no_pin_library() -> None:
    """The pin library is loaded when a part is made, and Blinka's switch is set before anything else."""
    agnostic, *loaded = loaded_by(
        "hw.bus, hw.clock, hw.epd, hw.inputs, hw.keys, hw.panel, hw.pin, hw.build, hw.signals, hw.sim.epd, hw.sim.hand"
    )

    assert agnostic == "1"
    assert {"gpiozero", "adafruit_epd", "digitalio", "spidev", "asyncio"}.isdisjoint(loaded)
    assert {"hw", "msgspec"} <= set(loaded)


def test_a_panel_loads_no_board() -> None:
    """An open panel needs Adafruit's drivers and gpiozero, but neither a board nor a library of real pins."""
    opened = (
        "hw.clock as c, hw.epd as p, hw.build as f, msgspec as m, tomllib as t, "
        "hw.sim.epd as s, hw.sim.hand as h; "
        "shipped = t.loads((f.FOLDER / '4.2.toml').read_text()); "
        "clock, pins, build = c.HandClock(), h.mock_factory(), m.convert(shipped, f.Build).panel; "
        "p.EpdPanel(build, clock, print, factory=pins, spi=s.SimPanel(build, clock, pins).spi)"
    )
    loaded = set(loaded_by(opened))

    assert {"adafruit_epd", "digitalio", "gpiozero"} <= loaded
    assert {"board", "microcontroller", "lgpio", "RPi", "gpiod", "numpy"}.isdisjoint(loaded)
