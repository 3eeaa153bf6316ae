"""The whole device of a data folder: on the parts of its build, or on simulated ones.

Rig         keys, knob, LED and panel on gpiozero's pins and the kernel's SPI
Simulated   the same on gpiozero's mock factory, with a hand on the keys and a chip behind the bus
"""

import os
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from firmware.data_folder import DataFolder
from firmware.dealer import new_seed
from firmware.device.builds import build_of
from firmware.device.loop import Device, Parts
from firmware.device.session import Session
from firmware.errors import TavolinoError
from firmware.settings.settings import Settings
from firmware.text import Text
from hw.build import Times
from hw.bus import SpiDevice
from hw.clock import Clock, HandClock, LeapClock
from hw.epd import EpdPanel
from hw.errors import HwError
from hw.events import Edge
from hw.inputs import Inputs
from hw.signals import Signals

POLL_S = 0.02
"""How often the panel is polled while it shows a last sentence, s."""
RESOLUTION_S = 1e-6
"""The least by which a clock moved by hand moves, s, so that a loop comes to its end."""


AnyRig = TypeVar("AnyRig", bound="Rig")


class Sockets(Struct, frozen=True):
    """What the parts are plugged into; the defaults are those of a Pi.

    `factory` makes gpiozero's pins and `spi` is the panel's bus; None: their own. `wait` waits for some seconds.
    """

    factory: Any = None
    spi: SpiDevice | None = None
    wait: Callable[[float], None] = time.sleep


PI = Sockets()


class Rig:
    """The device of a data folder with everything it needs. Close it to let go of the folder.

    The first refresh runs as soon as there is something to show: light and keys are opened while it does.

    `trouble` is the reason for safe mode.

    Raises:
        TavolinoError: another process has the folder, or a newer Tavolino wrote it.
        HwError: a pin or the bus cannot be opened, or the build cannot be used.

    """

    def __init__(
        self,
        folder: DataFolder,
        settings: Settings,
        clock: Clock,
        seeds: Callable[[], str] = new_seed,
        trouble: str | None = None,
        *,
        sockets: Sockets = PI,
    ) -> None:
        self.build = build_of(settings)
        self.clock = clock
        factory, wait = sockets.factory, sockets.wait
        edges: SimpleQueue[Edge] = SimpleQueue()
        with ExitStack() as opened:  # if a later part cannot be opened, the earlier ones are let go of
            opened.enter_context(folder.open())
            known = folder.plays.pace(settings.panel)
            panel = EpdPanel(
                self.build.panel, clock, edges.put, factory=factory, spi=sockets.spi, wait=wait, known=known
            )
            self.panel = opened.enter_context(closing(panel))
            self.session = Session(folder, settings, self.build, seeds, trouble)
            pins = self.build.signals
            parts = (("light", pins.led), ("sound", pins.buzzer))
            self.session.signals = tuple(name for name, pin in parts if pin is not None)
            self.device = Device(self.session, self.panel, edges, clock)
            self.device.pump()
            self.lights = opened.enter_context(closing(Signals(self.build.signals, clock, factory)))
            try:
                self.inputs = opened.enter_context(closing(Inputs(edges.put, clock, self.build.pins, factory)))
            except HwError as error:
                self._show_last(error, wait)
                raise
            half_step = self.build.encoder.half_step
            self.device.connect(Parts(self.lights, self.inputs.level, self._failures, half_step=half_step))
            self._opened = opened.pop_all()

    def pump(self) -> None:
        """Let the device do what is due."""
        self.device.pump()

    def deadline(self) -> float:
        """Return when to pump at the latest, s."""
        return self.device.deadline()

    def run(self, turned: Callable[[float, float], None] = lambda _began, _ended: None) -> None:
        """Pump until the power goes off, on a clock that goes by itself; `turned` gets the times of each turn, s."""
        while True:
            began = self.clock.now()
            self.pump()
            if self.device.over:
                return
            turned(began, self.clock.now())
            self.device.wait(self.deadline())

    def _show_last(self, error: HwError, wait: Callable[[float], None]) -> None:
        """Leave a sentence on the glass before this process ends."""
        self.device.complain(TavolinoError(str(error)))
        while not self.device.glass.is_settled:
            wait(POLL_S)
            self.device.pump()

    def _failures(self) -> tuple[Exception, ...]:
        found = (self.inputs.failure, *self.panel.failures, *self.lights.failures)
        return tuple(failure for failure in found if failure is not None)

    def close(self) -> None:
        """Let go of pins, bus, store and folder. What is on the glass stays."""
        self._opened.close()


class Simulated(Rig):
    """A device without a Pi: `hand` presses its keys, `sim` is its panel as a thing on the table.

    `times` are those of the panel; None: as they were measured.
    """

    def __init__(
        self,
        folder: DataFolder,
        settings: Settings,
        clock: Clock,
        seeds: Callable[[], str] = new_seed,
        trouble: str | None = None,
        *,
        times: Times | None = None,
    ) -> None:
        from hw.sim.epd import SimPanel
        from hw.sim.hand import Hand, mock_factory

        factory, build = mock_factory(), build_of(settings)
        self.sim = SimPanel(build.panel, clock, factory, times=times)
        sockets = Sockets(factory, self.sim.spi, self._wait)
        super().__init__(folder, settings, clock, seeds, trouble, sockets=sockets)
        self.hand = Hand(build.pins, factory)
        self.hand.turned = self.sim.turned = self.session.settings.hand == "left"

    def pump(self) -> None:
        """Let the simulated panel and the device do what is due."""
        self.sim.poll()
        self.device.pump()
        self.hand.turned = self.sim.turned = self.session.settings.hand == "left"

    def deadline(self) -> float:
        """Return when to pump at the latest, s."""
        return min(at for at in (self.sim.deadline(), self.device.deadline()) if at is not None)

    def go_on(self, clock: HandClock, until: float) -> None:
        """Let the device work until a time on a clock moved by hand, s."""
        while True:
            self.pump()
            due = self.deadline()
            if due > until:
                break
            clock.advance_to(max(due, clock.now() + RESOLUTION_S))
        clock.advance_to(max(until, clock.now()))
        self.pump()

    def cut(self) -> None:
        """Pull the plug: a refresh stops halfway, and nothing is put in order."""
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


def open_rig(folder: DataFolder, make: Callable[[Settings], AnyRig]) -> AnyRig:
    """Return the device that `make` makes of the settings of a folder, and of those that a PC wrote on the card.

    If they cannot be used, it has the last settings that could, and says what is wrong: an empty panel would help
    nobody. In a new folder they begin the first start.
    """
    try:
        settings, wrong = current_settings(folder), None
        build_of(settings)
    except (TavolinoError, HwError) as error:
        settings, wrong = folder.settings.load_last(), error
    made = make(replace(settings, **folder.settings.first_start()))
    if wrong is None:
        folder.settings.keep_last()
    else:
        said = wrong.text if isinstance(wrong, TavolinoError) else Text("{sentence}", sentence=str(wrong))
        made.device.complain(TavolinoError(Text("{wrong} Until then the last settings that worked hold.", wrong=said)))
    return made


def current_settings(folder: DataFolder) -> Settings:
    """Return the settings of a folder, with those that a PC wrote on the card.

    Raises:
        TavolinoError, HwError: they cannot be used.

    """
    card = os.environ.get("TAVOLINO_EXCHANGE")
    if card:
        from firmware.settings.from_card import take_in

        taken = take_in(folder.settings, Path(card), build_of)
        if taken is not None:
            return taken
    return folder.settings.load()
