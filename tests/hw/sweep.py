"""Counts unasked full refreshes of panels with any times at any temperature.

`python -m tests.hw.sweep` prints the table. Each cell is the worst ten minutes of half an hour after a few presses, in
a room that cools or warms on the way: full refreshes beyond those of a panel that keeps the times of its profile.
"""

import logging
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from firmware.data_folder import DataFolder
from firmware.device.builds import build_of
from firmware.device.rig import Rig, Simulated, Sockets
from firmware.settings.settings import Settings
from hw.build import Times
from hw.clock import HandClock
from hw.events import Key
from hw.sim.epd import SimPanel
from hw.sim.hand import Hand, mock_factory
from tests.firmware.device.bench import mark_hints_shown
from tests.hw.second_base import WAVEFORM_LENGTHS, batches_of
from tests.hw.second_chip import SecondPanel

PANELS = ("4.2", "2.9")
CHIPS = ("first", "second")
TIME_FACTORS = (0.5, 0.6, 0.7, 0.85, 1.0, 1.2, 1.5, 2.0)
"""The times of a panel, as parts of those that others measured."""
ROOMS = ((-5, -5), (0, 25), (10, 10), (25, 25), (25, 5), (40, 40))
"""Degrees at power-on and half an hour later."""
MAX_UNASKED = 3
WINDOW_S, LENGTH_S, STEP_S = 600.0, 1800.0, 60.0
LAG_S = 15.0
"""A slow panel flashes this much later than one that keeps its times, s."""
PRESSES = 6


class Cell(Struct, frozen=True):
    """The result of a panel: unasked full refreshes in its worst ten minutes, and whether it draws at the end."""

    unasked: int
    draws: bool


class Device(Simulated):
    """A device with a panel of either chip, whose times are some part of those of others."""

    def __init__(self, folder: Path, panel: str, chip: str, part: float, full: str) -> None:
        settings, self._part = Settings(panel, full_refresh=full), part  # type: ignore[arg-type]
        clock, factory, build = HandClock(), mock_factory(), build_of(settings)
        self.sim: Any
        if chip == "first":
            self.sim = SimPanel(build.panel, clock, factory, times=scaled(build.panel.times, part))
        else:
            batch = batches_of(build.panel)[0]
            names = ("partial_s", "fast_s", "slow_s", "on_s", "off_s")
            slower = replace(batch, **{name: part * getattr(batch, name) for name in names})
            self.sim = SecondPanel(build.panel, clock, factory, batch=slower)
        Rig.__init__(
            self, DataFolder(folder), settings, clock, lambda: "7", sockets=Sockets(factory, self.sim.spi, self._wait)
        )
        self.hand = Hand(build.pins, factory)
        self._times = build.panel.times

    def warm(self, degrees: int) -> None:
        """Set the temperature of the room."""
        if isinstance(self.sim, SecondPanel):
            self.sim.chip.degrees = degrees
            return
        factor = next((factor for warmth, factor in WAVEFORM_LENGTHS if degrees in warmth), 1.0)
        times = scaled(self._times, self._part)
        # the fast refresh pretends its temperature
        times = replace(times, partial_s=factor * times.partial_s, slow_s=factor * times.slow_s)
        self.sim.chip.kind = replace(self.sim.chip.kind, times=times)

    def work(self, seconds: float) -> None:
        """Let the device work."""
        assert isinstance(self.clock, HandClock)
        self.run_until(self.clock, self.clock.now() + seconds)

    def press(self) -> None:
        """Press Next, and let the device work for 10 s."""
        self.hand.down(Key.NEXT)
        self.work(0.1)
        self.hand.up(Key.NEXT)
        self.work(9.9)

    @property
    def fulls(self) -> list[float]:
        """When the panel began to flash, s."""
        if isinstance(self.sim, SecondPanel):
            return [at for at, kind in self.sim.chip.begun if kind != "partial"]
        return [update.at for update in self.sim.chip.updates if not update.partial]

    @property
    def draws(self) -> bool:
        """Return whether the glass shows the device's newest frame."""
        glass = self.device.glass
        return glass.fault is None and self.sim.picture() == glass._frame


def scaled(times: Times, part: float) -> Times:
    """Return some part of all times."""
    return Times(*(part * getattr(times, name) for name in times.__struct_fields__))


@cache
def flashes(panel: str, chip: str, part: float, room: tuple[int, int], full: str = "fast") -> tuple[list[float], bool]:
    """Return when a panel flashed, s, and whether it draws at the end."""
    first, last = room
    with TemporaryDirectory() as folder:
        mark_hints_shown(Path(folder))
        with closing(Device(Path(folder), panel, chip, part, full)) as device:
            device.warm(first)
            device.work(10.0)
            for _ in range(PRESSES):
                device.press()
            for n in range(round(LENGTH_S / STEP_S)):
                device.warm(round(first + (last - first) * n * STEP_S / LENGTH_S))
                device.work(STEP_S)
            device.press()
            device.work(LAG_S)  # a slow refresh of a slow panel lasts longer than a press
            return device.fulls, device.draws


def cell(panel: str, chip: str, part: float, room: tuple[int, int], full: str = "fast") -> Cell:
    """Return the result of a panel in a room."""
    nominal, _ = flashes(panel, "first", 1.0, (25, 25), full)
    found, draws = flashes(panel, chip, part, room, full)
    worst = max(count_within(found, at, WINDOW_S) - count_within(nominal, at - LAG_S, LAG_S + WINDOW_S) for at in found)
    return Cell(max(worst, 0), draws)


def count_within(times: Sequence[float], began: float, seconds: float) -> int:
    """Return how many times are within some seconds from a time on."""
    return sum(began <= at < began + seconds for at in times)


def table() -> Iterator[str]:
    """Yield the table, row by row."""
    rooms = [f"{first}°" if first == last else f"{first}→{last}°" for first, last in ROOMS]
    for panel in PANELS:
        for chip in CHIPS:
            for full in ("fast", "slow"):
                yield f'{panel}", {chip} chip, {full} full refresh'
                yield f"{'part':>8}" + "".join(f"{room:>9}" for room in rooms)
                for part in TIME_FACTORS:
                    cells = [cell(panel, chip, part, room, full) for room in ROOMS]
                    yield f"{part:>8}" + "".join(f"{one.unasked}{' ' if one.draws else '!'}".rjust(9) for one in cells)


def main() -> None:
    """Print the table; ! marks a panel that does not draw at the end."""
    logging.disable()
    for row in table():
        sys.stdout.write(f"{row}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
