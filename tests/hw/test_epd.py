"""The real driver as the loop sees it: what it does, when, and what it costs."""

from types import SimpleNamespace

import pytest
from PIL import Image

from hw.clock import HandClock
from hw.epd import LINGER_S, EpdPanel
from hw.errors import BadFrame, PanelBusy, PinInUse
from hw.events import Edge, InputLine
from hw.packing import pack
from hw.panel import Mode
from hw.sim.epd import SimPanel
from hw.sim.hand import mock_factory
from tests.core import core
from tests.hw.panel_bench import (
    CORE_PANELS,
    FAMILIES,
    PANELS,
    Bench,
    build_of,
    each_panel,
    each_ssd16xx,
    is_asleep,
    noise,
)


@pytest.fixture(params=core(PANELS, *CORE_PANELS))
def bench(request: pytest.FixtureRequest) -> Bench:
    """Give a panel that has just been plugged in."""
    return Bench(build_of(request.param))


SEQUENCES = {"ssd16xx": (0xD4, 0xF4, 0x3C), "2.9-v2": (0xF4, 0xF4, 0x0C), "uc81xx": (0x5A, 25, 0x6E)}
"""The choice of a full, a slow and a partial refresh: bytes of 0x22, or degrees."""
TRANSFERS = {
    "4.2": (35, 36),
    "2.9": (31, 36),
    "2.7-hat": (31, 36),
    "2.9-v2": (41, 200),
    "4.26-hat": (53, 46),
    "2.13": (29, 36),
    "7.5-v2": (48, 35),
    "3.7": (20, 13),
}
"""Transfers of a partial refresh from rest, and their bytes beside the pixels."""


def make_ready(bench: Bench) -> Bench:
    """Bring a panel to a state in which it is awake, its glass known, its voltage off."""
    bench.show(noise(bench.build, "ready"), Mode.FULL)
    bench.go(2.0)
    bench.waits.clear()
    bench.edges.clear()
    return bench


def test_opening_sends_nothing_and_waits_for_nothing(bench: Bench) -> None:
    """A panel that was opened has not been reset, waited for or spoken to."""
    assert ([], 0, [], []) == (bench.waits, bench.panel.bus.transactions, bench.edges, bench.chip.updates)
    assert (False, False, None) == (bench.panel.busy, bench.panel.knows_glass, bench.panel.deadline())


def test_the_library_never_sleeps(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither opening nor waking nor drawing runs into one of the library's own sleeps."""
    from adafruit_epd import epd, ssd1680, ssd1683, uc8179, uc8253

    def refuse(seconds: float) -> None:
        raise AssertionError(f"slept {seconds} s")

    for module in (epd, ssd1680, ssd1683, uc8179, uc8253):
        monkeypatch.setattr(module, "time", SimpleNamespace(sleep=refuse))
    fresh = Bench(bench.build)
    make_ready(fresh)
    fresh.panel.sleep()
    fresh.show(noise(fresh.build, 1), Mode.PARTIAL)
    fresh.panel.close()

    assert [] == fresh.chip.violations


def test_a_partial_refresh_waits_for_nothing(bench: Bench) -> None:
    """From the awake state no millisecond is spent waiting, voltage on or off; one look at BUSY is enough."""
    make_ready(bench)
    for n in range(3):
        bench.show(noise(bench.build, n), Mode.PARTIAL)
    bench.go(2.0)
    bench.show(noise(bench.build, 3), Mode.PARTIAL)

    assert [] == bench.waits


def test_waking_waits_for_the_resets_and_no_longer(bench: Bench) -> None:
    """The first frame, and one after a sleep, wait 12 ms for a reset, or 22 ms for the two of an SSD16xx."""
    resets = 0.012 if bench.build.driver.startswith("uc") else 0.022
    bench.panel.start(noise(bench.build, 0), Mode.FULL)

    assert resets == pytest.approx(sum(bench.waits))

    bench = make_ready(Bench(bench.build))
    bench.panel.sleep()

    assert is_asleep(bench.chip)
    assert [] == bench.waits

    bench.show(noise(bench.build, 1), Mode.PARTIAL)

    assert noise(bench.build, 1) == bench.sim.picture()
    assert resets == pytest.approx(sum(bench.waits))
    assert [] == bench.chip.violations


@each_panel
@pytest.mark.parametrize("edges", [True, False])
def test_a_partial_refresh_takes_the_wire_and_the_panel(panel: str, *, edges: bool) -> None:
    """From start to finished: time on the wire and time of the panel; at most a tenth more if the edge is lost."""
    bench = make_ready(Bench(build_of(panel)))
    times, wire, began = bench.chip.kind.times, bench.sim.spi.seconds, bench.clock.now()
    bench.panel.start(noise(bench.build, 1), Mode.PARTIAL)
    while bench.panel.busy:
        over_at = bench.sim.deadline() if edges else bench.panel.deadline()
        assert over_at is not None
        bench.clock.advance_to(over_at)
        bench.panel.poll(over_at)
    seconds, wire = bench.clock.now() - began, bench.sim.spi.seconds - wire

    assert wire + times.power_on_s + times.partial_s == pytest.approx(seconds, rel=1e-9 if edges else 0.1)


@pytest.mark.parametrize("panel", core(TRANSFERS, *CORE_PANELS))
def test_the_transfers_of_one_partial(panel: str) -> None:
    """Both RAMs, in parts of 4,096 bytes, and every register: counted, and every byte of them is due."""
    bench = make_ready(Bench(build_of(panel)))
    bus = bench.panel.bus
    transactions, size = bus.transactions, bus.bytes
    bench.show(noise(bench.build, 1), Mode.PARTIAL)
    width, height = bench.build.native
    pixels = 2 * ((width + 7) // 8) * height
    sent = bus.transactions - transactions, bus.bytes - size - pixels

    assert TRANSFERS[panel] == sent


def test_busy_is_an_edge(bench: Bench) -> None:
    """The loop hears both edges of BUSY with their times, and poll says once that the refresh is over."""
    make_ready(bench)
    bench.show(noise(bench.build, 0), Mode.PARTIAL)  # the voltage is on then
    bench.edges.clear()
    bench.panel.start(noise(bench.build, 1), Mode.PARTIAL)
    up = Edge(bench.clock.now(), InputLine.BUSY, True)

    assert ([up], True) == (bench.edges, bench.panel.busy)
    assert not bench.panel.poll(bench.clock.now())

    over_at = bench.sim.deadline()

    assert over_at is not None

    bench.clock.advance_to(over_at)
    bench.sim.poll()

    assert [up, Edge(over_at, InputLine.BUSY, False)] == bench.edges
    assert [True, False] == [bench.panel.poll(over_at), bench.panel.poll(over_at)]
    assert not bench.panel.busy


@pytest.mark.parametrize(
    ("panel", "command", "held", "driven"),
    core(
        [
            ("4.2", 0x3C, "80", "05"),
            ("2.9", 0x3C, "80", "05"),
            ("4.26-hat", 0x3C, "80", "01"),
            ("7.5-v2", 0x50, "A907", "2907"),
            ("3.7", 0x50, "D7", "97"),
        ]
    ),
)
def test_the_border_does_not_flash_in_a_partial_refresh(panel: str, command: int, held: str, driven: str) -> None:
    """The border of the glass is held in a partial refresh and follows the waveform in a full one."""
    bench = make_ready(Bench(build_of(panel)))
    bench.sent.clear()
    for mode in (Mode.PARTIAL, Mode.FULL, Mode.PARTIAL, Mode.SLOW):
        bench.show(noise(bench.build, mode), mode)

    assert [*map(bytes.fromhex, (held, driven, held, driven))] == bench.arguments(command)


@each_ssd16xx
def test_each_kind_of_refresh_reads_the_ram_in_its_way(panel: str) -> None:
    """The build's bytes of 0x21 are sent before each refresh; a slow one has those of a full one."""
    bench = make_ready(Bench(build_of(panel)))
    bench.sent.clear()
    for mode in (Mode.PARTIAL, Mode.FULL, Mode.SLOW):
        bench.show(noise(bench.build, mode), mode)

    control = bench.build.update_control
    assert [bytes(control.partial), bytes(control.full), bytes(control.full)] == bench.arguments(0x21)
    assert control.partial != control.full


def test_the_first_refresh_is_a_full_one(bench: Bench) -> None:
    """Nobody knows what is on the glass at power-on: differences to it would draw anything."""
    frame = noise(bench.build, 1)
    bench.show(frame, Mode.PARTIAL)

    assert [False] == [update.partial for update in bench.chip.updates]
    assert (frame, True, 0, 1) == (
        bench.sim.picture(),
        bench.panel.knows_glass,
        bench.panel.partials,
        bench.panel.fulls,
    )


@each_panel
def test_the_three_kinds_of_refresh(panel: str) -> None:
    """Partial, fast full and slow full send their own sequence, take their own time, and count."""
    bench = make_ready(Bench(build_of(panel)))
    times = bench.chip.kind.times
    for mode in (Mode.FULL, Mode.SLOW, Mode.PARTIAL):
        bench.show(noise(bench.build, mode), mode)
    full, slow, partial = bench.chip.updates[1:]

    assert SEQUENCES.get(panel, SEQUENCES[FAMILIES[panel]]) == (full.sequence, slow.sequence, partial.sequence)
    switched_on = times.power_on_s if FAMILIES[panel] == "ssd16xx" else 0.0  # else by a separate command
    assert switched_on + times.full_s == pytest.approx(full.seconds)
    assert (times.slow_s, times.partial_s) == (slow.seconds, partial.seconds)
    assert (3, 1) == (bench.panel.fulls, bench.panel.partials)
    assert [] == bench.chip.violations


@pytest.mark.parametrize(
    ("panel", "degrees"), core([("4.2", 0x6E), ("2.9", 0x64), ("2.7-hat", 0x64), ("4.26-hat", 0x5A), ("2.13", 0x64)])
)
def test_a_fast_full_refresh_pretends_a_temperature(panel: str, degrees: int) -> None:
    """Before a fast full refresh, and no other, 0x1A gets what GxEPD2 v1.6.0 writes to the same panel."""
    bench = make_ready(Bench(build_of(panel)))
    bench.sent.clear()
    for mode in (Mode.PARTIAL, Mode.FULL, Mode.SLOW):
        bench.show(noise(bench.build, mode), mode)

    assert [bytes((degrees,))] == bench.arguments(0x1A)


@each_panel
def test_the_pretended_temperature_belongs_to_the_panel(panel: str) -> None:
    """Another batch gets another byte by its profile alone; one that is not hot to it is drawn slowly, and right."""
    bench = make_ready(Bench(build_of(panel, fast_full_temperature=0x20)))
    bench.show(noise(bench.build, 1), Mode.FULL)
    command = {"ssd16xx": 0x1A, "uc81xx": 0xE5}[FAMILIES[panel]]

    assert {b"\x20"} == set(bench.arguments(command))
    assert noise(bench.build, 1) == bench.sim.picture()
    assert bench.chip.kind.times.slow_s <= bench.chip.updates[-1].seconds


@pytest.mark.all
@pytest.mark.parametrize("panel", PANELS)
def test_a_panel_without_a_fast_full_refresh_has_slow_ones(panel: str) -> None:
    """If the profile names no temperature, a full refresh reads the sensor, and takes its time."""
    bench = make_ready(Bench(build_of(panel, fast_full_temperature=None)))
    bench.show(noise(bench.build, 1), Mode.PARTIAL)
    bench.show(noise(bench.build, 2), Mode.FULL)

    assert noise(bench.build, 2) == bench.sim.picture()
    assert bench.chip.kind.times.slow_s <= bench.chip.updates[-1].seconds
    assert ([], []) == (bench.arguments(0x1A), bench.chip.violations)


@pytest.mark.parametrize("mode", [Mode.FULL, Mode.PARTIAL])
def test_what_a_refresh_leads_to_is_known_before(bench: Bench, mode: Mode) -> None:
    """While a refresh runs its end can be seen, and the glass is as before; then nothing is coming."""
    bench.show(noise(bench.build, "ready"), Mode.FULL)  # the voltage is on then
    before, frame = bench.sim.picture(), noise(bench.build, mode)
    bench.panel.start(frame, mode)
    coming = bench.sim.next_picture()

    assert coming is not None
    assert (before.tobytes(), frame.tobytes()) == (bench.sim.picture().tobytes(), coming.tobytes())

    bench.go(5.0)

    assert None is bench.sim.next_picture()
    assert frame.tobytes() == bench.sim.picture().tobytes()


def test_the_voltage_lingers_and_goes_off(bench: Bench) -> None:
    """Frames that follow one another need no switching on; half a second after the last one the voltage goes off."""
    make_ready(bench)

    assert not bench.chip.voltage

    bench.show(noise(bench.build, 1), Mode.PARTIAL)
    bench.go(LINGER_S - 0.01)

    assert bench.chip.voltage
    times, seconds = bench.chip.kind.times, bench.show(noise(bench.build, 2), Mode.PARTIAL)
    wire = 2 * bench.build.width * bench.build.height / bench.build.spi.clock_hz

    assert times.partial_s < seconds < times.partial_s + wire + 0.01

    bench.go(LINGER_S)

    assert (False, True, False) == (bench.chip.voltage, bench.chip.busy, bench.panel.busy)

    bench.go(bench.build.times.power_off_s)

    assert (False, None) == (bench.chip.busy, bench.panel.deadline())


def test_a_frame_that_comes_while_the_voltage_goes_off_is_drawn_then(bench: Bench) -> None:
    """Start never waits: it keeps the frame, is busy, and begins by itself when BUSY has fallen."""
    make_ready(bench)
    bench.show(noise(bench.build, 1), Mode.PARTIAL)
    bench.go(LINGER_S)
    before = bench.panel.bus.transactions
    frame = noise(bench.build, 2)
    bench.panel.start(frame, Mode.PARTIAL)

    assert (True, before) == (bench.panel.busy, bench.panel.bus.transactions)
    with pytest.raises(PanelBusy, match="still drawing"):
        bench.panel.start(frame, Mode.PARTIAL)

    shown = bench.shown
    bench.go(1.0)

    assert (frame, shown + 1, []) == (bench.sim.picture(), bench.shown, bench.waits)
    assert [] == bench.chip.violations


def test_sleep_comes_after_the_voltage_is_off(bench: Bench) -> None:
    """A panel told to sleep switches off first; told while drawing it refuses; asleep it stays asleep."""
    make_ready(bench)
    bench.panel.start(noise(bench.build, 1), Mode.PARTIAL)
    with pytest.raises(PanelBusy):
        bench.panel.sleep()
    bench.until(lambda: not bench.panel.busy)
    bench.panel.sleep()

    assert (False, False) == (bench.chip.voltage, is_asleep(bench.chip))

    bench.go(1.0)
    bench.panel.sleep()

    assert (True, None, True) == (is_asleep(bench.chip), bench.panel.deadline(), bench.panel.knows_glass)
    assert [] == bench.chip.violations


def test_a_new_frame_is_worth_more_than_sleep(bench: Bench) -> None:
    """A frame that comes while the panel goes to sleep is drawn, and the panel stays awake."""
    make_ready(bench)
    bench.show(noise(bench.build, 1), Mode.PARTIAL)
    bench.panel.sleep()
    bench.panel.start(noise(bench.build, 2), Mode.PARTIAL)
    bench.go(3.0)

    assert (noise(bench.build, 2), False) == (bench.sim.picture(), is_asleep(bench.chip))


def test_deep_sleep(bench: Bench) -> None:
    """An SSD16xx is sent into deep sleep mode 1, in which it keeps its RAM; a UC81xx needs its check code."""
    make_ready(bench)
    bench.panel.sleep()
    bench.go(1.0)

    assert (0x07, bytearray(b"\xa5")) == bench.sent[-1] or (0x10, bytearray(b"\x01")) == bench.sent[-1]
    assert is_asleep(bench.chip)


def test_sleep_of_a_panel_that_never_drew(bench: Bench) -> None:
    """There is nothing to put to sleep."""
    bench.panel.sleep()

    assert (False, 0) == (is_asleep(bench.chip), bench.panel.bus.transactions)


@pytest.mark.parametrize("when", [0.1, 0.45, 0.97, 3.0])
def test_closing_leaves_no_voltage_on_the_glass(bench: Bench, when: float) -> None:
    """A panel that is closed at any time finishes its picture, switches off, sleeps, and frees its pins."""
    make_ready(bench)
    frame = noise(bench.build, 1)
    bench.panel.start(frame, Mode.PARTIAL)
    bench.go(when)
    bench.panel.close()
    bench.panel.close()
    bench.sim.poll()

    assert (False, True, []) == (bench.chip.voltage, is_asleep(bench.chip), bench.chip.violations)
    assert frame == bench.sim.picture()

    reopened = EpdPanel(bench.build, bench.clock, bench.edges.append, factory=bench.factory, spi=bench.sim.spi)

    assert not reopened.knows_glass


def test_a_busy_panel_takes_no_frame_and_a_wrong_frame_starts_nothing(bench: Bench) -> None:
    """Both are refused with a sentence; the running refresh continues."""
    with pytest.raises(BadFrame, match="not of 10 x 10"):
        bench.panel.start(Image.new("1", (10, 10)), Mode.FULL)

    assert not bench.panel.busy

    bench.panel.start(noise(bench.build, 1), Mode.FULL)
    with pytest.raises(PanelBusy):
        bench.panel.start(noise(bench.build, 2), Mode.FULL)
    bench.go(6.0)

    assert noise(bench.build, 1) == bench.sim.picture()


@pytest.mark.parametrize("panel", core(["2.7-hat", "4.26-hat", "7.5-v2"]))
def test_the_power_of_a_hat_is_on_while_the_panel_is_open(panel: str) -> None:
    """Its pin goes high before anything is sent, and is let go of at the end."""
    bench = Bench(build_of(panel))
    pin = bench.factory.pin(18)

    assert ("output", True, 0) == (pin.function, bool(pin.state), bench.panel.bus.transactions)

    bench.panel.close()

    assert "input" == pin.function


def test_two_panels_cannot_have_the_same_pins(bench: Bench) -> None:
    """The second is refused with the pin and the part, and leaves the first one alone."""
    with pytest.raises(PinInUse, match=r"GPIO (17|27), the panel's reset, is held|GPIO 18, the panel's power, is held"):
        EpdPanel(bench.build, bench.clock, bench.edges.append, factory=bench.factory, spi=bench.sim.spi)

    assert 0 < bench.show(noise(bench.build, 1), Mode.FULL)


def test_a_sink_that_fails_ends_no_thread() -> None:
    """An error in who takes the edges stays in the panel, which draws on by its deadlines."""

    def broken(edge: Edge) -> None:
        raise ValueError(edge)

    build, clock, factory = build_of("4.2"), HandClock(), mock_factory()
    sim = SimPanel(build, clock, factory)
    panel = EpdPanel(build, clock, broken, factory=factory, spi=sim.spi, wait=clock.advance)

    assert not panel.failures

    panel.start(noise(build, 1), Mode.FULL)
    at = panel.deadline()

    assert at is not None

    clock.advance_to(at)

    assert panel.poll(at)
    assert any(isinstance(failure, ValueError) for failure in panel.failures)


def test_on_a_clock_that_goes_by_itself_nothing_sleeps() -> None:
    """There the time on the wire is added to the refresh, and reading BUSY is enough for the chip to finish."""
    clock = SimpleNamespace(time=100.0, waits=[])
    clock.now = lambda: clock.time
    build, factory = build_of("4.2"), mock_factory()
    sim = SimPanel(build, clock, factory)

    def wait(seconds: float) -> None:
        clock.waits.append(seconds)
        clock.time += seconds

    panel = EpdPanel(build, clock, lambda _: None, factory=factory, spi=sim.spi, wait=wait)
    panel.start(noise(build, 1), Mode.FULL)
    over_at = sim.deadline()

    assert over_at is not None
    assert 100 + sim.spi.seconds + 0.1 + 1.14 + sum(clock.waits) == pytest.approx(over_at, abs=1e-3)

    clock.time = over_at

    assert panel.poll(over_at)
    assert noise(build, 1) == sim.picture()


def test_rows_that_end_within_a_byte_are_filled_with_white() -> None:
    """A width that is no multiple of 8 is padded as the library does, not as Pillow does."""
    black = Image.new("1", (10, 2), 0)

    assert bytes.fromhex("00 3F 00 3F") == pack(black, 0)
    assert bytes.fromhex("3F" * 10) == pack(black, 1)
