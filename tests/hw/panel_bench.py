"""A real driver on a simulated panel, with a loop that moves the clock by hand."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image

from firmware.device.builds import load
from hw.build import PanelBuild, names
from hw.chips import CHIPS
from hw.clock import HandClock
from hw.epd import EpdPanel
from hw.events import Edge
from hw.panel import Mode
from hw.sim.epd import SimPanel
from hw.sim.hand import mock_factory
from tests.core import core

PANELS = names()
FAMILIES = {name: CHIPS[load(name).panel.driver].family for name in PANELS}
SSD16XX, UC81XX = ([name for name, one in FAMILIES.items() if one == family] for family in ("ssd16xx", "uc81xx"))
CORE_PANELS = ("4.2", "2.9", "3.7")
"""A panel of each family, and the two that the first devices had."""
each_panel = pytest.mark.parametrize("panel", core(PANELS, *CORE_PANELS))
each_ssd16xx = pytest.mark.parametrize("panel", core(SSD16XX, *CORE_PANELS))
each_uc81xx = pytest.mark.parametrize("panel", core(UC81XX, *CORE_PANELS))


class AnyBuild(PanelBuild, frozen=True):
    """A panel that may be mounted in any way, also in those that no game is drawn for."""

    def __post_init__(self) -> None:
        """Refuse nothing."""


def build_of(panel: str, rotation: int | None = None, **values: Any) -> PanelBuild:
    """Return the panel of a shipped profile, mounted as it is there or with another rotation."""
    shipped = load(panel).panel
    fields = {name: getattr(shipped, name) for name in shipped.__struct_fields__}
    build = AnyBuild(**fields | values)
    if rotation is None:
        return build
    width, height = build.native
    wide = (height, width) if rotation % 2 else (width, height)
    return replace(build, rotation=rotation, width=wide[0], height=wide[1])


def noise(build: PanelBuild, seed: object) -> Image.Image:
    """Return a frame that is different for every seed, and has no symmetry."""
    length = (build.width + 7) // 8 * build.height
    return Image.frombytes("1", (build.width, build.height), random.Random(str(seed)).randbytes(length))  # noqa: S311


def is_asleep(chip: Any) -> bool:
    """Return whether a chip is in deep sleep."""
    found: bool = chip.asleep
    return found


class Bench:
    """One panel on the table.

    `model` makes the simulated one, of which `batch` says more.
    `rams` are the commands that write the picture and the second RAM.
    `waits` are the seconds for which the driver kept its caller waiting; `sent` are commands and what followed each.
    """

    def __init__(self, build: PanelBuild, model: Callable[..., Any] = SimPanel, **batch: Any) -> None:
        self.build = build
        self.clock = HandClock(5.0)
        self.edges: list[Edge] = []
        self.waits: list[float] = []
        self.shown = 0
        self.factory = mock_factory()
        self.sim = model(build, self.clock, self.factory, **batch)
        self.chip = self.sim.chip
        self.rams = (0x13, 0x10) if build.driver.startswith("uc") else (0x24, 0x26)
        self.sent: list[tuple[int, bytearray]] = []
        self._listen()
        self.panel = EpdPanel(
            build, self.clock, self.edges.append, factory=self.factory, spi=self.sim.spi, wait=self._wait
        )

    def show(self, frame: Image.Image, mode: Mode) -> float:
        """Draw a frame; return the seconds from start to the poll that said it was over."""
        began, shown = self.clock.now(), self.shown
        self.panel.start(frame, mode)
        self.until(lambda: self.shown > shown)
        return self.clock.now() - began

    def go(self, seconds: float) -> None:
        """Let time go by, and poll whenever something is due."""
        end = self.clock.now() + seconds
        self.until(lambda: min(self.due(), default=end + 1) > end)
        self.clock.advance_to(max(end, self.clock.now()))  # what was sent took its time on the wire

    def arguments(self, command: int) -> list[bytes]:
        """Return what followed each use of a command, in order."""
        return [bytes(data) for one, data in self.sent if one == command]

    def _listen(self) -> None:
        """Note what reaches the chip."""
        receive = self.chip.receive

        def note_and_receive(data: bytes, *, dc: bool, **wires: Any) -> None:
            if dc:
                self.sent[-1][1].extend(data)
            else:
                self.sent += [(command, bytearray()) for command in data]
            receive(data, dc=dc, **wires)

        self.chip.receive = note_and_receive

    def until(self, over: Callable[[], bool]) -> None:
        """Let time go by until something is so; poll whenever something is due."""
        while not over():
            self.clock.advance_to(max(min(self.due()), self.clock.now()))
            self.sim.poll()
            self.shown += self.panel.poll(self.clock.now())

    def due(self) -> list[float]:
        """Return when the panel or the chip is due, s."""
        return [at for at in (self.panel.deadline(), self.sim.deadline()) if at is not None]

    def _wait(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.clock.advance(seconds)
