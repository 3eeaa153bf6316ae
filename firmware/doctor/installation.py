"""The installation that is examined: this computer with the parts of its build, or simulated ones."""

from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue

from msgspec.structs import replace

from firmware.data_folder import DataFolder
from firmware.device.rig import PI, Sockets
from hw import computer
from hw.build import Build
from hw.clock import Clock, HandClock, SystemClock
from hw.computer import Computer
from hw.epd import EpdPanel
from hw.events import Edge
from hw.inputs import Inputs
from hw.signals import Signals
from hw.sim.epd import SimPanel
from hw.sim.hand import mock_factory


class Installation:
    """This computer. `panel` is the key of its panel; None: as in its settings."""

    def __init__(self, folder: DataFolder, panel: str | None = None, sockets: Sockets = PI) -> None:
        self.folder = folder
        self.panel_key = panel
        self.clock: Clock = SystemClock()
        self.sockets = sockets

    def computer(self, build: Build) -> Computer:
        """Return the access to devices and libraries."""
        return computer.inspect(build.panel.spi)

    def inputs(self, build: Build, sink: Callable[[Edge], None]) -> Inputs:
        """Return the open keys and knob. HwError if they cannot be opened."""
        return Inputs(sink, self.clock, build.pins, self.sockets.factory)

    def lights(self, build: Build) -> Signals:
        """Return LED and buzzer, open; `failures` are the errors of those that could not be opened."""
        return Signals(build.signals, self.clock, self.sockets.factory)

    def panel(self, build: Build, known: dict[str, float] | None = None) -> EpdPanel:
        """Return the open panel; `known` is its pace as measured. HwError if it cannot be opened."""
        factory, spi, wait = self.sockets.factory, self.sockets.spi, self.sockets.wait
        return EpdPanel(build.panel, self.clock, lambda _: None, factory=factory, spi=spi, wait=wait, known=known)

    def next_edge(self, edges: SimpleQueue[Edge], until: float | None) -> Edge | None:
        """Wait for an edge, at most until a time, s; return None if none came."""
        with suppress(Empty):
            return edges.get(timeout=None if until is None else max(until - self.clock.now(), 0))
        return None


class SimulatedInstallation(Installation):
    """A simulated Pi, on a clock moved by hand, so that nothing takes real time."""

    def __init__(self, folder: DataFolder, panel: str | None = None) -> None:
        super().__init__(folder, panel, Sockets(mock_factory(), wait=self.wait))
        self.clock: HandClock = HandClock()
        self.sim: SimPanel | None = None

    def computer(self, build: Build) -> Computer:  # noqa: ARG002 - as that of a real one
        """Return those of a Pi on which all is well."""
        return Computer()

    def panel(self, build: Build, known: dict[str, float] | None = None) -> EpdPanel:
        """Return the real driver on a simulated chip."""
        if self.sim is None:
            self.sim = SimPanel(build.panel, self.clock, self.sockets.factory)
        self.sockets = replace(self.sockets, spi=self.sim.spi)
        return super().panel(build, known)

    def wait(self, seconds: float) -> None:
        """Move the clock, which moves the chip."""
        self.clock.advance(seconds)
        if self.sim is not None:
            self.sim.poll()
