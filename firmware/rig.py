"""A whole device on simulated parts: real gpiozero on its mock factory, a hand that presses, a panel in memory."""

from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue

from display.profiles import PROFILES
from engines import registry
from engines.text import Catalogue, load_catalogue
from firmware.data import Lock
from firmware.dealer import new_seed
from firmware.desk import Desk
from firmware.device import Device
from firmware.settings import Settings
from firmware.store import Store
from hw.clock import Clock, HandClock
from hw.events import Edge
from hw.inputs import Inputs, Pins
from hw.panel import PANELS, MemoryPanel
from hw.signals import NoSignals
from hw.sim.hand import Hand, mock_factory

RESOLUTION_S = 1e-6
"""The hand-moved clock never stands still before a deadline, so that a loop comes to its end."""


class Rig:
    """The device of a data folder with everything it needs. Close it to let go of the folder."""

    def __init__(self, folder: Path, settings: Settings, clock: Clock, seeds: Callable[[], str] = new_seed) -> None:
        profile = PROFILES[settings.panel]
        self.clock = clock
        self.panel = MemoryPanel(PANELS[settings.panel.removesuffix("-big")], clock)
        self._lock = Lock(folder)
        self._lock.__enter__()
        self.store = Store.open(folder)
        pins, factory = Pins(), mock_factory()
        edges: SimpleQueue[Edge] = SimpleQueue()
        self.inputs = Inputs(edges.put, clock, pins, factory)
        self.hand = Hand(pins, factory)
        self.desk = Desk(self.store, folder, settings, seeds)
        self.device = Device(
            self.desk,
            self.panel,
            edges,
            self.inputs.level,
            clock,
            profile,
            catalogue(settings.language),
            NoSignals(),
        )

    def close(self) -> None:
        """Let go of pins, store and folder. What is on the glass stays."""
        self.inputs.close()
        self.panel.close()
        self.store.close()
        self._lock.__exit__(None, None, None)

    def go_on(self, clock: HandClock, until: float) -> None:
        """Let the device work until a time on a clock moved by hand, s."""
        while True:
            self.device.pump()
            due = self.device.deadline()
            if due is None or due > until:
                break
            clock.advance_to(max(due, clock.now() + RESOLUTION_S))
        clock.advance_to(max(until, clock.now()))
        self.device.pump()


def catalogue(language: str) -> Catalogue:
    """Return the catalogue of a language: the device's own sentences first, then those of each game."""
    games = Path(registry.__file__).parent
    domains = [
        ("tavolino", Path(__file__).parent / "locale"),
        *((key, games / key / "locale") for key in registry.GAMES),
    ]
    return load_catalogue(language, *domains)
