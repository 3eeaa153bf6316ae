"""The driver draws the same as Adafruit's own library, bit by bit, on both chips in all rotations."""

import random
from types import SimpleNamespace
from typing import Any

import pytest
from PIL import Image

from hw.build import PanelBuild
from hw.bus import Bus
from hw.clock import HandClock
from hw.panel import Mode
from hw.pin import KernelChipSelect, Pin
from hw.pinout import Use
from hw.sim.epd import SimPanel, SimSpi
from hw.sim.hand import mock_factory
from tests.core import core
from tests.hw.panel_bench import Bench, build_of, each_panel, noise

rotations = pytest.mark.parametrize("rotation", range(4))
SELECT = Use(8, "the panel's chip select")


class LibraryPanel:
    """Adafruit's driver as it is shipped, on a simulated chip. Its sleeps move the clock."""

    def __init__(self, build: PanelBuild, monkeypatch: pytest.MonkeyPatch, *, own_select: bool = False) -> None:
        from adafruit_epd import epd, ssd1680, ssd1683, uc8179, uc8253

        clock, factory = HandClock(), mock_factory()
        for module in (epd, ssd1680, ssd1683, uc8179, uc8253):
            monkeypatch.setattr(module, "time", SimpleNamespace(sleep=clock.advance))
        self.sim = SimPanel(build, clock, factory)
        spi: Any = self.sim.spi
        if own_select:
            data, cs = factory.pin(build.pins.dc), factory.pin(SELECT.pin)
            spi = SimSpi(self.sim.chip, lambda: bool(data.state), clock, lambda: bool(cs.state))
        self.bus = Bus(spi, "the simulated bus")
        dc, rst, busy = (Pin(use, factory) for use in build.pins.uses()[:3])
        chip = {
            "ssd1680": ssd1680.Adafruit_SSD1680,
            "ssd1683": ssd1683.Adafruit_SSD1683,
            "uc8179": uc8179.Adafruit_UC8179,
            "uc8253": uc8253.Adafruit_UC8253_Mono,
        }[build.driver]
        select = Pin(SELECT, factory) if own_select else KernelChipSelect()
        pins = {"cs_pin": select, "dc_pin": dc, "rst_pin": rst, "busy_pin": busy, "sramcs_pin": None}
        self.driver = chip(*build.native, self.bus, **pins)
        self.driver.rotation = build.rotation
        if build.driver.startswith("uc"):  # the new picture is the second buffer; of the UC8179 it is inverted
            inverted = build.driver == "uc8253"
            self.driver.set_black_buffer(1, inverted)
            self.driver.set_color_buffer(1, inverted)

    def show(self, frame: Image.Image) -> None:
        """Draw a frame as the library's users do."""
        self.driver.image(frame.convert("L"))
        self.driver.display()


def in_long_run(*values: Any) -> Any:
    """Return values for `make test-long`: the library sends each byte of the large panel as a separate transfer."""
    return pytest.param(*values, marks=pytest.mark.long)


def build_from_s0(panel: str, rotation: int) -> PanelBuild:
    """Return a panel whose sources begin at S0, as the library assumes."""
    build = build_of(panel)
    control = type(build.update_control)((0x40, 0), (0, 0))
    return build_of(panel, rotation, update_control=control)


@pytest.mark.parametrize(
    ("panel", "rotation"),
    [
        *core(("2.9", turns) for turns in range(4)),
        *(pytest.param(one, 1, marks=pytest.mark.all) for one in ("4.2", "2.7-hat", "2.9-v2", "2.13", "7.5-v2", "3.7")),
        *(in_long_run(one, n) for one in ("4.2", "7.5-v2", "3.7") for n in (0, 2, 3)),
    ],
)
def test_the_glass_is_the_librarys(panel: str, rotation: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The library's image() and display() draw a frame without a fault; ours draws the same, partial and full."""
    build = build_from_s0(panel, rotation)
    frame = noise(build, (panel, rotation))
    library = LibraryPanel(build, monkeypatch)
    library.show(frame)

    assert [] == library.sim.chip.violations
    assert frame == library.sim.picture()

    for mode in Mode:
        bench = Bench(build)
        bench.show(noise(build, "another"), Mode.FULL)
        bench.show(frame, mode)

        assert library.sim.chip.glass.picture() == bench.chip.glass.picture()
        assert [] == bench.chip.violations


@pytest.mark.parametrize("panel", ["2.9", in_long_run("4.2")])
def test_the_chip_listens_to_its_select(panel: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The library with its own chip select, as on its boards, also draws without a fault."""
    build = build_from_s0(panel, 1)
    library = LibraryPanel(build, monkeypatch, own_select=True)
    frame = noise(build, 1)
    library.show(frame)

    assert ([], frame) == (library.sim.chip.violations, library.sim.picture())


@pytest.mark.all
def test_the_library_needs_a_thousand_times_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """One display() of the SSD1683's class is 30,034 transfers; one partial of ours is 35."""
    build = build_from_s0("4.2", 0)
    library = LibraryPanel(build, monkeypatch)
    library.show(Image.new("1", (400, 300), 1))
    bench = Bench(build)
    bench.show(noise(build, 1), Mode.FULL)
    before = bench.panel.bus.transactions
    bench.show(noise(build, 2), Mode.PARTIAL)

    assert (30_034, 35) == (library.bus.transactions, bench.panel.bus.transactions - before)


def draw_random_frames(panel: str, rotation: int, frames: int, *, ping_pong: bool) -> None:
    """Draw frames in mixed modes with mixed pauses; each must be on the glass, none may be a misuse."""
    build = build_of(panel, rotation)
    bench = Bench(build, ping_pong=ping_pong)
    dice = random.Random(f"{panel}/{rotation}/{ping_pong}")  # noqa: S311
    for n in range(frames):
        frame = noise(build, n)
        bench.show(frame, dice.choice((Mode.PARTIAL, Mode.PARTIAL, Mode.PARTIAL, Mode.FULL, Mode.SLOW)))

        assert frame == bench.sim.picture()

        bench.go(dice.choice((0.0, 0.1, 0.55, 2.0)))
        if dice.random() < 0.1:
            bench.panel.sleep()

    assert [] == bench.chip.violations
    assert frames == bench.panel.partials + bench.panel.fulls == len(bench.chip.updates)


@each_panel
@pytest.mark.parametrize("rotation", core(range(4)))
@pytest.mark.parametrize("ping_pong", [False, True])
def test_random_frames_arrive(panel: str, rotation: int, *, ping_pong: bool) -> None:
    """Every frame is bit-exact and no use is a misuse, for every batch's handling of its RAMs (a slice)."""
    draw_random_frames(panel, rotation, 12, ping_pong=ping_pong)


@pytest.mark.long
@each_panel
@rotations
@pytest.mark.parametrize("ping_pong", [False, True])
def test_a_thousand_random_frames_arrive(panel: str, rotation: int, *, ping_pong: bool) -> None:
    """Every frame is bit-exact and no use is a misuse, for every batch's handling of its RAMs."""
    draw_random_frames(panel, rotation, 1000, ping_pong=ping_pong)


@pytest.mark.parametrize(("ping_pong", "right"), [(False, False), (True, True)])
def test_why_both_rams_are_written(ping_pong: bool, right: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the new frame alone, the picture is right only on chips that swap their RAMs."""
    build = build_of("4.2")
    bench = Bench(build, ping_pong=ping_pong)
    bench.show(noise(build, "start"), Mode.FULL)

    driver = bench.panel._driver
    send = driver.send
    monkeypatch.setattr(driver, "send", lambda new, *_old_and_box: send(new))
    for n in range(4):
        bench.show(noise(build, n), Mode.PARTIAL)

    assert right == (noise(build, 3) == bench.sim.picture())


@pytest.mark.parametrize(
    ("x_offset", "source", "first", "moved"),
    [(0, 0x80, 8, 0), (8, 0x00, 8, 0), (0, 0x00, 0, 0), (0, 0x80, 0, 8), (0, 0x00, 8, -8)],
)
def test_the_offset_of_a_batch(x_offset: int, source: int, first: int, moved: int) -> None:
    """A panel on S8 is right with the register or with the offset; the wrong setting moves the picture by 8 pixels."""
    control = type(build_of("2.9").update_control)((0x40, source), (0, source))
    build = build_of("2.9", 0, x_offset=x_offset, update_control=control)
    bench = Bench(build, first_source=first)
    frame = noise(build, "offset")
    bench.show(noise(build, "before"), Mode.FULL)
    bench.show(frame, Mode.PARTIAL)
    seen = bench.sim.picture()
    width, height = build.native

    assert frame.crop((max(-moved, 0), 0, width - max(moved, 0), height)) == seen.crop(
        (max(moved, 0), 0, width - max(-moved, 0), height)
    )
    assert [] == bench.chip.violations
    assert (frame == seen) == (moved == 0)
