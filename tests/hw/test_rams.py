"""Only what differs travels, and what is on the glass is what whole frames would have drawn."""

import random
from collections.abc import Iterator
from math import ceil
from typing import Any

import pytest
from msgspec import Struct
from PIL import Image, ImageChops, ImageDraw

from hw.build import PanelBuild
from hw.bus import MAX_TRANSFER_BYTES
from hw.errors import PanelLost
from hw.packing import Box, difference_boxes
from hw.panel import Mode
from hw.rams import MAX_SYNC_BYTES
from hw.sim.chip import Misuse
from hw.sim.epd import SimPanel
from tests.core import core
from tests.hw.panel_bench import CORE_PANELS, FAMILIES, PANELS, Bench, build_of, each_panel, noise
from tests.hw.second_chip import SecondPanel

chips = pytest.mark.parametrize("model", [SimPanel, SecondPanel])

CORE_SEQUENCES, LONG_SEQUENCES, SEQUENCES_PER_TEST = 15, 10_000, 250
"""Random sequences in every run, in the long one, and in one of its tests."""
LARGE_EVERY = 100
"""One sequence in this many has a glass of real size; others have a small one on the same chip."""
STEPS_PER_SEQUENCE = 6
UNPOWERED = {
    Misuse.NO_VOLTAGE,
    "the temperature of a sensor that is not there",
    "a refresh without clock or voltage",
    "12000 bytes of a picture are missing",  # of 800 x 600, which a UC8179 has after power-on
    "59680 bytes of a picture are missing",
}
"""The notes of the chips on a partial refresh that must do nothing if they lost their power and their registers."""


class Step(Struct, frozen=True):
    """A frame that is drawn, how, at which share of the refresh the power is lost, and what comes after it."""

    frame: Image.Image
    mode: Mode
    lost: float | None
    pause: float
    sleeps: bool
    lost_after: bool


def steps(build: PanelBuild, dice: random.Random) -> Iterator[Step]:
    """Yield frames with mixed changes, in mixed modes, with mixed pauses, sleeps and losses of power."""
    frame = noise(build, dice.random())
    for _ in range(STEPS_PER_SEQUENCE):
        frame = changed_frame(frame, build, dice)
        yield Step(
            frame,
            dice.choice((Mode.PARTIAL,) * 8 + (Mode.FULL, Mode.SLOW)),
            dice.random() if dice.random() < 0.08 else None,
            dice.choice((0.0, 0.0, 0.1, 0.3, 0.3, 0.55, 2.0)),
            dice.random() < 0.1,
            dice.random() < 0.1,
        )


def changed_frame(frame: Image.Image, build: PanelBuild, dice: random.Random) -> Image.Image:
    """Return a frame that differs from another one in some bars, or everywhere, or nowhere."""
    kind = dice.random()
    if kind < 0.2:
        return noise(build, kind)
    bars = Image.new("1", frame.size, 0)
    for _ in range(dice.choice((0, 1, 2, 2, 3))):
        (left, right), (top, bottom) = (sorted(dice.choices(range(length), k=2)) for length in frame.size)
        ImageDraw.Draw(bars).rectangle((left, top, right, min(bottom, top + frame.height // 5)), fill=1)
    return ImageChops.logical_xor(frame, bars)


def draw(bench: Bench, step: Step) -> None:
    """Draw a frame; if the panel says that it lost its power, draw it again in full, as the device does."""
    panel = bench.panel
    try:
        panel.start(step.frame, step.mode)
        if step.lost is not None:
            bench.until(lambda: panel._waiting is None)
            bench.go(step.lost * (bench.sim.deadline() - bench.clock.now()))
            lose_power(bench)
        bench.until(lambda: not panel.busy)  # and no longer: the next frame may follow at once
    except PanelLost:
        bench.show(step.frame, Mode.FULL)


def lose_power(bench: Bench) -> None:
    """Take the power away; the loop hears the edge of BUSY, if there is one."""
    busy = bench.chip.busy
    bench.chip.brown_out()
    if busy:
        bench.shown += bench.panel.poll(bench.clock.now())


def rest(bench: Bench, step: Step) -> None:
    """Let the pause go by, the power be lost, or the chip sleep."""
    try:
        if step.sleeps:
            bench.panel.sleep()
        if step.pause:
            bench.go(step.pause)
        if step.lost_after:
            lose_power(bench)
    except PanelLost:
        bench.show(step.frame, Mode.FULL)


def faults(bench: Bench) -> set[Any]:
    """Return what the chip says was wrong."""
    if isinstance(bench.sim, SimPanel):
        return {violation.what for violation in bench.chip.violations}
    return set(bench.chip.faults)


def is_shown(bench: Bench, frame: Image.Image) -> bool:
    """Return whether a frame is on the glass."""
    return bench.chip.glass is not None and frame == bench.sim.picture()


def small_build(panel: str, rotation: int | None = None) -> PanelBuild:
    """Return a small glass on the chip of a panel; on a UC81xx its rows have whole bytes."""
    width, height = (60, 36) if FAMILIES[panel] == "ssd16xx" else (64, 40)
    return build_of(panel, rotation, width=width, height=height)


def parts_written(bench: Bench) -> int:
    """Return how often a RAM was written, but not the whole of it."""
    size = bench.panel._driver.stride * bench.build.native[1]
    return sum(command in bench.rams and len(data) < size for command, data in bench.sent)


def play(seed: int) -> int:
    """Draw one random sequence on both chips, in both ways; return how often not all was written.

    A refresh that was cut short late may be missed, but only while the voltage should be on.
    """
    dice = random.Random(seed)  # noqa: S311
    panel, rotation, swaps = dice.choice(PANELS), dice.randrange(4), dice.randrange(2)
    build = build_of(panel, rotation) if seed % LARGE_EVERY == 0 else small_build(panel, rotation)
    parted = (Bench(build, ping_pong=bool(swaps)), Bench(build, model=SecondPanel, batch=swaps))
    whole = (Bench(build, ping_pong=bool(swaps)), Bench(build, model=SecondPanel, batch=swaps))
    for bench in whole:
        bench.panel._rams._partial_writes = False
    lost = False
    for step in steps(build, dice):
        lost = lost or step.lost_after or step.lost is not None
        for bench in parted + whole:
            draw(bench, step)

            assert step.lost is not None or is_shown(bench, step.frame), seed

            rest(bench, step)

            assert bench.panel.deadline() is not None or is_shown(bench, step.frame), seed
    for bench in parted + whole:
        assert faults(bench) <= (UNPOWERED if lost else set()), seed
    assert not any(parts_written(bench) for bench in whole), seed
    return sum(map(parts_written, parted))


@pytest.mark.parametrize("seeds", core([range(1, 5), range(CORE_SEQUENCES)]))
def test_random_sequences(seeds: range) -> None:
    """On both chips, in every rotation, through sleeps and losses of power, each frame is bit-exact (a slice)."""
    assert len(seeds) < sum(play(seed) for seed in seeds)


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, LONG_SEQUENCES, SEQUENCES_PER_TEST))
def test_ten_thousand_random_sequences(first: int) -> None:
    """The same, ten thousand times."""
    assert SEQUENCES_PER_TEST < sum(play(seed) for seed in range(first, first + SEQUENCES_PER_TEST))


@pytest.mark.parametrize("model", core([SimPanel, SecondPanel]))
@each_panel
@pytest.mark.parametrize("failed", core([False, True]))
@pytest.mark.parametrize("first", core([Mode.FULL, Mode.SLOW, Mode.PARTIAL]))
def test_power_lost_at_every_share_of_a_refresh(panel: str, model: Any, first: Mode, *, failed: bool) -> None:
    """However late a refresh was cut short, the partial one that follows at once finds no voltage, and says so."""
    bench = Bench(small_build(panel), model=model)
    frames = [noise(bench.build, n) for n in range(3)]
    for share in range(1, 20):
        bench.show(frames[0], Mode.FULL)
        if failed:
            bench.panel._rams.forget()
            bench.show(frames[0], Mode.FULL)
        draw(bench, Step(frames[1], first, share / 20, 0.0, sleeps=False, lost_after=False))
        draw(bench, Step(frames[2], Mode.PARTIAL, None, 0.0, sleeps=False, lost_after=False))

        assert is_shown(bench, frames[2])

    assert faults(bench) <= UNPOWERED


# --- what travels ---


@pytest.fixture(params=core(PANELS, *CORE_PANELS))
def bench(request: pytest.FixtureRequest) -> Bench:
    """Give a panel whose voltage is still on after a partial refresh, with nothing left to do."""
    return bench_with_voltage(request.param)


def bench_with_voltage(panel: str) -> Bench:
    """Return a panel whose voltage is still on after a partial refresh, with nothing left to do."""
    bench = Bench(build_of(panel))
    bench.show(noise(bench.build, "full"), Mode.FULL)
    bench.show(frame_after_move(bench), Mode.PARTIAL)
    bench.go(0.1)
    bench.sent.clear()
    return bench


def frame_after_move(bench: Bench) -> Image.Image:
    """Return what is on the glass with two bars and a word of it turned over, as if a highlight had moved."""
    frame = bench.sim.picture()
    wide, high = frame.size
    bars = Image.new("1", frame.size, 0)
    ImageDraw.Draw(bars).rectangle((8, high // 4, wide - 9, high // 2), fill=1)
    ImageDraw.Draw(bars).rectangle((wide - 40, high - 8, wide - 9, high - 1), fill=1)
    return ImageChops.logical_xor(frame, bars)


def take_writes(bench: Bench) -> list[tuple[int, int]]:
    """Return which RAMs were written and with how many bytes, and forget it."""
    found = [(command, len(data)) for command, data in bench.sent if command in bench.rams]
    bench.sent.clear()
    return found


def size_of(bench: Bench) -> int:
    """Return the bytes of a frame."""
    width, height = bench.build.native
    return (width + 7) // 8 * height


def test_only_what_differs_is_written(bench: Bench) -> None:
    """Before a refresh the new RAM gets two boxes of it; after the refresh both RAMs get the same boxes."""
    frame, (new, second) = frame_after_move(bench), bench.rams
    bench.panel.start(frame, Mode.PARTIAL)
    before = take_writes(bench)

    assert [new, new] == [ram for ram, _ in before]
    assert sum(size for _, size in before) * 3 < size_of(bench)

    bench.until(lambda: not bench.panel.busy)
    bench.go(0.05)
    after = take_writes(bench)

    assert frame == bench.sim.picture()
    assert 2 * sum(size for _, size in before) == sum(size for _, size in after)
    assert [second, new] * (len(after) // 2) == [ram for ram, _ in after]
    assert bench.panel.deadline() is not None
    assert bench.chip.voltage


COMMANDS = {"ssd16xx": {0x44, 0x45, 0x4E, 0x4F, 0x24, 0x22, 0x20}, "uc81xx": {0x90, 0x91, 0x92, 0x13, 0x12}}
"""The window, the RAM, and the refresh."""


@each_panel
def test_registers_are_not_set_again(panel: str) -> None:
    """Between two partial refreshes only the window, the counter and the sequence are sent."""
    bench = bench_with_voltage(panel)
    bench.show(frame_after_move(bench), Mode.PARTIAL)

    assert COMMANDS[FAMILIES[panel]] == {command for command, _ in bench.sent}


@each_panel
@pytest.mark.parametrize("swaps", [False, True])
def test_a_frame_that_follows_at_once_is_written_to_both(panel: str, *, swaps: bool) -> None:
    """If the RAMs are not synced yet, both get all differences between three frames, whether or not they swap."""
    bench = Bench(build_of(panel), ping_pong=swaps)
    bench.show(noise(bench.build, "full"), Mode.FULL)
    bench.show(frame_after_move(bench), Mode.PARTIAL)
    take_writes(bench)
    frame = bench.sim.picture()
    frame.paste(0, (0, 0, 64, 8))
    bench.show(frame, Mode.PARTIAL)

    assert {*bench.rams} == {ram for ram, _ in take_writes(bench)}
    assert frame == bench.sim.picture()
    assert [] == bench.chip.violations


def test_the_same_frame_sends_none_of_it(bench: Bench) -> None:
    """A refresh without a change runs, since its end is awaited, and writes nothing."""
    bench.show(bench.sim.picture(), Mode.PARTIAL)
    bench.go(0.1)

    assert [] == take_writes(bench)


@pytest.mark.parametrize("why", ["rest", "sleep", "full", "slow", "error"])
def test_a_whole_frame_where_ram_may_be_lost(bench: Bench, why: str) -> None:
    """After rest, sleep, an error and a full refresh both RAMs are written whole; only at rest the voltage is off."""
    frame = bench.sim.picture()
    if why in ("full", "slow"):
        bench.show(frame, Mode(why))
    elif why == "error":
        bench.panel._forget()
        bench.show(frame, Mode.FULL)
    elif why == "sleep":
        bench.panel.sleep()
    if why in ("rest", "sleep"):
        bench.go(2.0)
    take_writes(bench)
    bench.show(frame_after_move(bench), Mode.PARTIAL)

    sequence, (new, second) = bench.arguments(0x22), bench.rams

    assert not sequence or sequence[-1] in ({b"\xfc", b"\xcc"} if why in ("rest", "sleep") else {b"\x3c", b"\x0c"})
    assert [(second, size_of(bench)), (new, size_of(bench))] == take_writes(bench)


def test_a_key_does_not_wait_for_large_changes(bench: Bench) -> None:
    """After a change of the whole glass both RAMs are synced in parts; between two of them a frame may come."""
    step = noise(bench.build, "another step")
    bench.show(step, Mode.PARTIAL)
    take_writes(bench)
    parts = []
    while not bench.panel._rams.synced:
        bench.panel.poll(bench.clock.now())
        parts.append(sum(size for _, size in take_writes(bench)) // 2)

    assert size_of(bench) * 0.99 < sum(parts) <= size_of(bench)
    assert max(parts) <= MAX_SYNC_BYTES
    assert all(MAX_SYNC_BYTES // 2 < size for size in parts[:-1])

    bench.show(noise(bench.build, "a third"), Mode.PARTIAL)
    bench.panel.poll(bench.clock.now())  # one part
    take_writes(bench)
    bench.show(step, Mode.PARTIAL)

    assert step == bench.sim.picture()
    assert {*bench.rams} >= {ram for ram, _ in take_writes(bench)}
    assert [] == bench.chip.violations


def test_power_lost_while_the_voltage_is_on(bench: Bench) -> None:
    """Random content of RAM does not reach the glass: the refresh does nothing, which is noticed at once."""
    before = bench.sim.picture()
    bench.chip.brown_out()
    with pytest.raises(PanelLost, match="stopped in the middle"):
        bench.show(frame_after_move(bench), Mode.PARTIAL)

    assert before == bench.sim.picture()
    assert not bench.panel.knows_glass


def test_a_panel_that_failed_gets_whole_frames(bench: Bench) -> None:
    """It may fail again: from then on nothing is believed of its RAM."""
    bench.chip.brown_out()
    with pytest.raises(PanelLost):
        bench.show(frame_after_move(bench), Mode.PARTIAL)
    bench.show(noise(bench.build, 1), Mode.FULL)
    bench.show(noise(bench.build, 2), Mode.PARTIAL)
    take_writes(bench)
    for _ in range(2):
        bench.go(0.1)
        frame = frame_after_move(bench)
        bench.show(frame, Mode.PARTIAL)

        assert frame == bench.sim.picture()
        assert [(ram, size_of(bench)) for ram in reversed(bench.rams)] == take_writes(bench)


@pytest.mark.parametrize("panel", core(PANELS, "4.2"))
@pytest.mark.parametrize("at_once", core([False, True]))
def test_the_most_transfers(panel: str, *, at_once: bool) -> None:
    """However the changes lie, before a refresh there are at most 32 beside the parts of both RAMs: forty of 4.2"."""
    dice = random.Random(panel)  # noqa: S311
    build = build_of(panel)
    bench = Bench(build)
    frame = noise(build, 0)
    bench.show(frame, Mode.FULL)
    most = 0
    for _ in range(40):
        bench.show(frame := changed_frame(frame, build, dice), Mode.PARTIAL)
        bench.go(0.0 if at_once else 0.1)
        before = bench.panel.bus.transactions
        bench.panel.start(frame := changed_frame(frame, build, dice), Mode.PARTIAL)
        most = max(most, bench.panel.bus.transactions - before)
        bench.go(0.5)

    assert most <= 32 + 2 * ceil(size_of(bench) / MAX_TRANSFER_BYTES)
    assert most <= 40 or size_of(bench) > 15_000


# --- boxes ---


def contains(box: Box, at: tuple[int, int]) -> bool:
    """Return whether a byte is in a box."""
    left, top, right, bottom = box
    return left <= at[0] < right and top <= at[1] < bottom


@pytest.mark.parametrize(
    ("marks", "boxes"),
    [
        ([], ()),
        ([(3, 2)], ((3, 2, 4, 3),)),
        ([(0, 0), (9, 9)], ((0, 0, 1, 1), (9, 9, 10, 10))),
        ([(0, 0), (9, 2), (9, 8), (4, 9)], ((0, 0, 10, 3), (4, 8, 10, 10))),
        ([(0, 0), (2, 9), (8, 9), (9, 4)], ((0, 0, 3, 10), (8, 4, 10, 10))),
        ([(x, y) for x in (0, 9) for y in (0, 4, 6, 8, 9)], ((0, 0, 1, 10), (9, 0, 10, 10))),
        ([(x, 0) for x in range(10)] + [(x, y) for x in (0, 9) for y in (4, 6, 8, 9)], ((0, 0, 10, 1), (0, 4, 10, 10))),
        ([(x, 0) for x in range(10)] + [(x, y) for x in (0, 9) for y in (2, 5, 7, 9)], ((0, 0, 10, 3), (0, 5, 10, 10))),
        ([(n, n) for n in range(10)], ((0, 0, 10, 10),)),
        ([(x, 0) for x in range(10)] + [(x, y) for x in (0, 9) for y in (3, 5, 7, 9)], ((0, 0, 10, 1), (0, 3, 10, 10))),
        ([(x, 0) for x in range(10)] + [(x, y) for x in (0, 9) for y in (2, 4, 6, 8, 9)], ((0, 0, 10, 10),)),
    ],
)
def test_boxes(marks: list[tuple[int, int]], boxes: tuple[Box, ...]) -> None:
    """Differences are in one box, or in two if the largest gap is a fifth of it, in either direction."""
    frame, other = bytearray(100), bytearray(100)
    for x, y in marks:
        other[10 * y + x] = 1

    assert boxes == difference_boxes(10, frame, other)
    assert boxes == difference_boxes(10, other, frame, other)


@pytest.mark.parametrize("seed", range(20))
def test_every_difference_is_in_a_box(seed: int) -> None:
    """Each byte that any other frame has otherwise is in a box, and no box holds another's."""
    dice = random.Random(seed)  # noqa: S311
    frames = [bytearray(16 * 30) for _ in range(3)]
    for frame in frames[1:]:
        for _ in range(dice.randrange(6)):
            frame[dice.randrange(len(frame))] = dice.randrange(256)
    boxes = difference_boxes(16, *frames)

    for at, values in enumerate(zip(*frames, strict=True)):
        held = [box for box in boxes if contains(box, (at % 16, at // 16))]

        assert len(held) <= 1
        assert held or len(set(values)) == 1
