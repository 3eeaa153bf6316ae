"""The whole device of a data folder: on the parts of its build, or on simulated ones.

Rig         keys, knob, LED and panel on gpiozero's pins and the kernel's SPI
Simulated   the same on gpiozero's mock factory, with a hand on the keys and a chip behind the bus
"""

import os
import time
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

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
from hw.events import AnyEdge
from hw.inputs import Inputs
from hw.signals import Signals

if TYPE_CHECKING:
    from hw.usb import UsbPorts

POLL_S = 0.02
"""Time between polls of the panel while it shows a last sentence, s."""
RESOLUTION_S = 1e-6
"""The least by which a clock moved by hand moves, s, so that a loop comes to its end."""


AnyRig = TypeVar("AnyRig", bound="Rig")


UsbSocket: TypeAlias = Callable[[Callable[[AnyEdge], None], Clock], Any]
"""Returns the ports of USB keys, whose edges the function takes, or None."""


class Sockets(Struct, frozen=True):
    """The connections of the parts.

    `factory` makes gpiozero's pins and `spi` is the panel's bus; None: those of a Pi. `wait` waits for some seconds.
    `usb` returns the ports of USB keys as soon as there are any; None: there never are.
    """

    factory: Any = None
    spi: SpiDevice | None = None
    wait: Callable[[float], None] = time.sleep
    usb: UsbSocket | None = None


def usb_ports(sink: Callable[[AnyEdge], None], clock: Clock) -> "UsbPorts | None":
    """Return the ports of USB keys; None, and nothing is loaded, while the kernel has no input device at all."""
    with suppress(OSError), os.scandir("/dev/input") as nodes:
        if any(node.name.startswith("event") for node in nodes):
            from hw.usb import UsbPorts

            return UsbPorts(sink, clock)
    return None


PI = Sockets(usb=usb_ports)
CONSOLE = Path("/run/tavolino-card/console")
"""Exists if the card asks for a console."""


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
        edges: SimpleQueue[AnyEdge] = SimpleQueue()
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
                self._show_last_sentence(error, wait)
                raise
            self.usb: UsbPorts | None = None
            self._find_usb = sockets.usb and partial(sockets.usb, edges.put, clock)
            usb, half_step = self._find_usb and self._usb_ports, self.build.encoder.half_step
            self.device.connect(
                Parts(self.lights, self.inputs.level, self._failures, half_step, usb, console=CONSOLE.exists())
            )
            self._opened = opened.pop_all()

    def pump(self) -> None:
        """Let the device do what is due."""
        self.device.pump()

    def deadline(self) -> float:
        """Return when to pump at the latest, s."""
        return self.device.deadline()

    def run(self, on_turn: Callable[[float, float], None] = lambda _began, _ended: None) -> None:
        """Pump until the power goes off, on a clock that goes by itself; `on_turn` gets the times of each turn, s."""
        while True:
            began = self.clock.now()
            self.pump()
            if self.device.over:
                return
            on_turn(began, self.clock.now())
            self.device.wait(self.deadline())

    def _show_last_sentence(self, error: HwError, wait: Callable[[float], None]) -> None:
        """Leave a sentence on the glass before this process ends."""
        self.device.complain(TavolinoError(str(error)))
        while not self.device.glass.is_settled:
            wait(POLL_S)
            self.device.pump()

    def _usb_ports(self) -> "UsbPorts | None":
        if self.usb is None and self._find_usb is not None:
            self.usb = self._find_usb()
        return self.usb

    def _failures(self) -> tuple[Exception, ...]:
        usb = () if self.usb is None else self.usb.failures
        found = (self.inputs.failure, *self.panel.failures, *self.lights.failures, *usb)
        return tuple(failure for failure in found if failure is not None)

    def close(self) -> None:
        """Release pins, bus, USB keys, store and folder. The picture stays on the glass."""
        if self.usb is not None:
            self.usb.close()
        self._opened.close()


class Simulated(Rig):
    """A device without a Pi: `hand` presses its keys, `sim` is its panel as a thing on the table.

    `times` are those of the panel; None: as they were measured. It has no USB keys but those of `usb`, as in `Sockets`.
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
        usb: UsbSocket | None = None,
    ) -> None:
        from hw.sim.epd import SimPanel
        from hw.sim.hand import Hand, mock_factory

        factory, build = mock_factory(), build_of(settings)
        self.sim = SimPanel(build.panel, clock, factory, times=times)
        sockets = Sockets(factory, self.sim.spi, self._wait, usb)
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

    def run_until(self, clock: HandClock, until: float) -> None:
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
    """Return the device that `make` makes from the settings of a folder, or those that a PC wrote on the card.

    If they cannot be used, it has the last usable settings and reports the fault, since an empty panel would not help.
    A new folder begins with the first start.
    """
    try:
        settings, fault = current_settings(folder), None
        build_of(settings)
    except (TavolinoError, HwError) as error:
        settings, fault = folder.settings.load_last(), error
    rig = make(replace(settings, **folder.settings.first_start()))
    if fault is None:
        folder.settings.keep_last()
    else:
        words = fault.text if isinstance(fault, TavolinoError) else Text("{sentence}", sentence=str(fault))
        rig.device.complain(TavolinoError(Text("{wrong} Until then the last settings that worked hold.", wrong=words)))
    return rig


def current_settings(folder: DataFolder) -> Settings:
    """Return the settings of a folder, with those that a PC wrote on the card.

    Raises:
        TavolinoError, HwError: they cannot be used.

    """
    card = os.environ.get("TAVOLINO_EXCHANGE")
    if card:
        from firmware.settings.from_card import import_settings

        imported = import_settings(folder.settings, Path(card), build_of)
        if imported is not None:
            return imported
    return folder.settings.load()
