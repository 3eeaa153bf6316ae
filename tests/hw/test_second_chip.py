"""The driver draws correctly on a second, independent model of the chip; that model notices errors."""

import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from hw.build import PanelBuild
from hw.errors import PanelLost
from hw.panel import Mode
from tests.core import core
from tests.hw.panel_bench import Bench, build_of, each_panel, noise
from tests.hw.second_chip import SecondPanel

batches = pytest.mark.parametrize("batch", [0, 1])
KINDS = {Mode.PARTIAL: "partial", Mode.FULL: "fast", Mode.SLOW: "slow"}


def bench_of(build: PanelBuild, batch: int = 0) -> Bench:
    """Return the real driver on the second chip."""
    return Bench(build, model=SecondPanel, batch=batch)


def play(build: PanelBuild, batch: int, frames: int) -> None:
    """Draw frames in mixed modes with pauses and sleeps; each is on the glass, in the mode that was asked for."""
    bench = bench_of(build, batch)
    dice = random.Random(f"{build.driver}/{build.rotation}/{batch}")  # noqa: S311
    modes = []
    for n in range(frames):
        frame, mode = noise(build, n), dice.choice((Mode.PARTIAL, Mode.PARTIAL, Mode.FULL, Mode.SLOW))
        modes.append(Mode.FULL if not n else mode)
        bench.show(frame, modes[-1])

        assert frame == bench.sim.picture()
        assert [] == bench.chip.faults
        assert "white" == bench.chip.border

        bench.go(dice.choice((0.0, 0.1, 0.55, 2.0)))
        if dice.random() < 0.2:
            bench.panel.sleep()
    bench.panel.close()

    assert [] == bench.chip.faults
    fast = build.fast_full_temperature is not None
    assert [KINDS[mode] if fast or mode is not Mode.FULL else "slow" for mode in modes] == bench.chip.drawn


@each_panel
@pytest.mark.parametrize("batch", core([0, 1]))
@pytest.mark.parametrize("rotation", core(range(4)))
def test_random_frames(panel: str, rotation: int, batch: int) -> None:
    """In every rotation, on both batches, every frame arrives bit by bit and no byte is wrong (a slice)."""
    play(build_of(panel, rotation), batch, 8)


@pytest.mark.long
@each_panel
@batches
@pytest.mark.parametrize("rotation", range(4))
def test_many_random_frames(panel: str, rotation: int, batch: int) -> None:
    """The same with three hundred frames each."""
    play(build_of(panel, rotation), batch, 300)


# --- the second chip itself: each wrong use is one fault, or a wrong picture ---


def replace_arguments(command: int, data: bytes) -> Callable[[Bench], None]:
    """Return a function that makes the driver send other arguments with a command."""

    def spoil(bench: Bench) -> None:
        driver: Any = bench.panel._driver
        send = driver.command

        def other(one: int, arguments: bytearray | None = None, **more: Any) -> Any:
            return send(one, bytearray(data) if one == command and arguments else arguments, **more)

        driver.command = other

    return spoil


@pytest.mark.parametrize(
    ("command", "data", "fault"),
    [
        (0x3C, b"\x05", "the border flashes with a partial refresh"),
        (0x3C, b"\x80", "a full refresh that does not leave the border white"),
        (0x18, b"\x48", "the temperature of a sensor that is not there"),
        (0x10, b"\x03", "a sleep that loses RAM"),
        (0x45, b"\x01\x00\x2b\x01", "the counter (0, 0) is outside of its window"),
        (0x21, b"\x00\x00", "a full refresh with a third colour"),
        (0x21, b"\x40\x00", "a partial refresh from what is not on the glass"),
        (0x22, b"\xcc", "a refresh with a waveform of another kind, or none"),
        (0x22, b"\x34", "a refresh without clock or voltage"),
    ],
)
def test_what_is_wrong(command: int, data: bytes, fault: str) -> None:
    """A byte that a real panel would answer with a wrong picture is a fault that says so."""
    build = build_of("4.2")
    bench = bench_of(build)
    replace_arguments(command, data)(bench)
    with suppress(PanelLost):  # some of it ends at once
        bench.show(noise(build, 1), Mode.FULL)
        bench.show(noise(build, 2), Mode.PARTIAL)
        bench.panel.sleep()
        bench.go(2.0)

    assert fault in bench.chip.faults


@pytest.mark.parametrize(
    ("panel", "command", "data", "fault"),
    [
        ("4.26-hat", 0x44, b"\x01\x00\x1f\x03", "pixel 1 is in the middle of a byte"),
        ("4.26-hat", 0x44, b"\x00\x00\x1e\x03", "pixel 798 is in the middle of a byte"),
        ("4.26-hat", 0x0C, b"\xae\xc7\xc3\xc0", "0C has too few arguments"),
        ("2.9-v2", 0x2C, b"", "2C has too few arguments"),
        ("2.9-v2", 0x22, b"\xfc", "a waveform that the panel's memory does not have"),
        ("7.5-v2", 0x50, b"\x29\x07", "the border flashes with a partial refresh"),
        ("7.5-v2", 0x50, b"\xa9\x07", "a full refresh that does not leave the border white"),
        ("7.5-v2", 0x61, b"\x03\x20\x01\xdf", "a picture of 800 x 479 pixels"),
        ("7.5-v2", 0x00, b"\x0f", "a refresh with the panel set to 0F"),
        ("7.5-v2", 0xE5, b"\x5a", "a full refresh that leaves pixels as they are"),
        ("3.7", 0x00, b"\x3f\x0d", "a refresh with the panel set to 3F"),
        ("3.7", 0x50, b"\x97", "the border flashes with a partial refresh"),
        ("3.7", 0x13, bytes(99), "12381 bytes of a picture are missing"),
        ("3.7", 0x13, bytes(12481), "more bytes than the window holds"),
    ],
)
def test_what_is_wrong_on_other_panels(panel: str, command: int, data: bytes, fault: str) -> None:
    """The same of the other chips."""
    build = build_of(panel)
    bench = bench_of(build)
    replace_arguments(command, data)(bench)
    with suppress(PanelLost):
        bench.show(noise(build, 1), Mode.FULL)
        bench.show(noise(build, 2), Mode.PARTIAL)
        bench.panel.sleep()
        bench.go(2.0)

    assert fault in bench.chip.faults


@pytest.mark.parametrize(
    ("command", "data"),
    [(0x01, b"\x2b\x01\x01"), (0x01, b"\x2b\x01\x02"), (0x01, b"\x2b\x01\x04"), (0x11, b"\x02"), (0x11, b"\x07")],
)
def test_another_order(command: int, data: bytes) -> None:
    """A scan or a counter in another order draws another picture."""
    build = build_of("4.2")
    bench = bench_of(build)
    replace_arguments(command, data)(bench)
    bench.show(noise(build, 1), Mode.FULL)

    assert noise(build, 1) != bench.sim.picture()


@pytest.mark.parametrize(("degrees", "kind"), [(0x6E, "fast"), (0x64, "slow"), (0x50, "slow"), (0xEE, "slow")])
def test_a_temperature_that_is_not_hot_enough(degrees: int, kind: str) -> None:
    """The panel of 2024 takes its fast waveform from 0x6E on; a byte of 0x80 or more is a frost."""
    build = build_of("4.2", fast_full_temperature=degrees)
    bench = bench_of(build)
    bench.show(noise(build, 1), Mode.FULL)

    assert [kind] == bench.chip.drawn


def test_a_write_that_is_too_fast() -> None:
    """The data sheets allow writes at up to 20 MHz."""
    build = build_of("4.2")
    bench = bench_of(build)
    bench.sim.spi.max_speed_hz = 20_000_001
    bench.show(noise(build, 1), Mode.FULL)

    assert "a write at 20000001 Hz" in bench.chip.faults
