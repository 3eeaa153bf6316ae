"""The whole device of a data folder: on the parts of its build, or on simulated ones.

Rig         keys, knob, LED and panel on gpiozero's pins and the kernel's SPI
Simulated   the same on gpiozero's mock factory, with a hand on the keys and a chip behind the bus
"""

import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from display.profiles import PROFILES
from engines import registry
from engines.text import Catalogue, load_catalogue
from firmware.data import Lock
from firmware.dealer import new_seed
from firmware.desk import Desk
from firmware.device import Device, Parts
from firmware.settings import NAME, Settings
from firmware.store import Store
from hw import profile as profiles
from hw.bus import SpiDevice
from hw.clock import Clock, HandClock, LeapClock
from hw.errors import BadProfile
from hw.events import Edge
from hw.inputs import Inputs
from hw.light import Lights
from hw.panels import open_panel

BUILDS = {"4.2": "reference", "4.2-big": "reference", "2.9": "small"}
"""The build that has the panel of a setting,"""
KINDS = {"4.2": "4.2", "4.2-big": "4.2", "2.9": "2.9"}
"""and the kind of that panel."""
RESOLUTION_S = 1e-6
"""The hand-moved clock never stands still before a deadline, so that a loop comes to its end."""


class Rig:
    """The device of a data folder with everything it needs. Close it to let go of the folder.

    `factory` and `spi` are gpiozero's pin factory and the panel's SPI device, where they are not the Pi's own; `wait`
    waits for some seconds while the panel's chip wakes; `store` opens the plays of the folder.

    Raises:
        TavolinoError: another process has the folder, or a newer Tavolino wrote it.
        HwError: a pin or the bus cannot be opened, or the build cannot be used.

    """

    def __init__(
        self,
        folder: Path,
        settings: Settings,
        clock: Clock,
        seeds: Callable[[], str] = new_seed,
        *,
        factory: Any = None,
        spi: SpiDevice | None = None,
        wait: Callable[[float], None] = time.sleep,
        store: Callable[[Path], Store] = Store.open,
    ) -> None:
        self.build = build_of(settings)
        self.clock = clock
        edges: SimpleQueue[Edge] = SimpleQueue()
        with ExitStack() as opened:  # what was opened is let go of again if a later part cannot be
            opened.enter_context(Lock(folder))
            self.store = opened.enter_context(store(folder))
            self.lights = opened.enter_context(closing(Lights(self.build.signals, clock, factory)))
            panel = open_panel(self.build.panel, clock, edges.put, factory=factory, spi=spi, wait=wait)
            self.panel = opened.enter_context(closing(panel))
            self.inputs = opened.enter_context(closing(Inputs(edges.put, clock, self.build.pins, factory)))
            self.desk = Desk(self.store, folder, settings, seeds)
            parts = Parts(
                self.panel,
                self.lights,
                edges,
                self.inputs.level,
                self._failures,
                half_step=self.build.encoder.half_step,
            )
            profile = PROFILES[settings.panel]
            self.device = Device(self.desk, parts, clock, profile, catalogue(settings.language))
            self._opened = opened.pop_all()

    def _failures(self) -> tuple[Exception, ...]:
        found = (self.inputs.failure, self.panel.failure, *self.lights.failures)
        return tuple(failure for failure in found if failure is not None)

    def close(self) -> None:
        """Let go of pins, bus, store and folder. What is on the glass stays."""
        self._opened.close()


class Simulated(Rig):
    """A device without a Pi: `hand` presses its keys, `sim` is its panel as a thing on the table."""

    def __init__(self, folder: Path, settings: Settings, clock: Clock, seeds: Callable[[], str] = new_seed) -> None:
        from hw.sim.epd import SimPanel  # noqa: PLC0415 - the device on a Pi never loads what is simulated
        from hw.sim.hand import Hand, mock_factory  # noqa: PLC0415 - as above

        factory, build = mock_factory(), build_of(settings)
        self.sim = SimPanel(build.panel, clock, factory)
        super().__init__(folder, settings, clock, seeds, factory=factory, spi=self.sim.spi, wait=self._wait)
        self.hand = Hand(build.pins, factory)

    def pump(self) -> None:
        """Let the simulated panel and the device do what is due."""
        self.sim.poll()
        self.device.pump()

    def deadline(self) -> float | None:
        """Return when to pump at the latest, s."""
        return min((at for at in (self.sim.deadline(), self.device.deadline()) if at is not None), default=None)

    def go_on(self, clock: HandClock, until: float) -> None:
        """Let the device work until a time on a clock moved by hand, s."""
        while True:
            self.pump()
            due = self.deadline()
            if due is None or due > until:
                break
            clock.advance_to(max(due, clock.now() + RESOLUTION_S))
        clock.advance_to(max(until, clock.now()))
        self.pump()

    def cut(self) -> None:
        """Pull the plug: a refresh stops where it is, and nothing is put in order."""
        self.sim.chip.brown_out()
        self.close()

    def _wait(self, seconds: float) -> None:
        if isinstance(self.clock, HandClock):
            self.clock.advance(seconds)
        elif isinstance(self.clock, LeapClock):
            self.clock.wait(seconds)
        else:
            time.sleep(seconds)
        self.sim.poll()


def build_of(settings: Settings) -> profiles.Profile:
    """Return the build of the settings, with what the user changed of it.

    Raises:
        HwError: a value that is not allowed, or a panel of another kind than the screens are drawn for.

    """
    build = profiles.load(BUILDS[settings.panel], settings.hardware, NAME)
    kind, wanted = build.panel.kind, KINDS[settings.panel]
    if kind != wanted:
        raise BadProfile(
            f'{NAME}: {profiles.TABLE}.panel.kind cannot be "{kind}" while panel is "{settings.panel}". '
            f'Allowed: "{wanted}". Correct one of the two.'
        )
    return build


def catalogue(language: str) -> Catalogue:
    """Return the catalogue of a language: the device's own sentences first, then those of each game."""
    games = Path(registry.__file__).parent
    device = ("tavolino", Path(__file__).parent / "locale")
    return load_catalogue(language, device, *((key, games / key / "locale") for key in registry.GAMES))
