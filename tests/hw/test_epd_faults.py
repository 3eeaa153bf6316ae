"""Every fault of the panel has a sentence, a defined end, and a way back."""

import pytest
from msgspec.structs import replace

from hw.errors import BusFailed, PanelFailed, PanelLost, PanelQuick, PanelStuck
from hw.panel import Mode
from hw.sim.chip import Trouble
from tests.core import core
from tests.hw.panel_bench import CORE_PANELS, PANELS, Bench, build_of, each_ssd16xx, each_uc81xx, is_asleep, noise


def bench_at_rest(panel: str) -> Bench:
    """Return a panel that has shown a frame and rests."""
    bench = Bench(build_of(panel))
    bench.show(noise(bench.build, "before"), Mode.FULL)
    bench.go(2.0)
    bench.waits.clear()
    return bench


@pytest.fixture(params=core(PANELS, *CORE_PANELS))
def bench(request: pytest.FixtureRequest) -> Bench:
    """Give a panel that has shown a frame and rests."""
    return bench_at_rest(request.param)


def check_failed(bench: Bench) -> None:
    """Assert that a panel after an error is at rest, without voltage, and knows nothing."""
    assert (False, False, None) == (bench.panel.busy, bench.panel.knows_glass, bench.panel.deadline())
    assert not bench.chip.voltage


def poll_until_off(bench: Bench) -> None:
    """Poll at the edge of BUSY that was just seen, and until the voltage is off."""
    bench.shown += bench.panel.poll(bench.clock.now())
    bench.go(2.0)


def check_recovery(bench: Bench) -> None:
    """Assert that without the trouble the next frame is drawn in full, and nothing was a misuse."""
    bench.chip.trouble = None
    frame = noise(bench.build, "after")
    bench.show(frame, Mode.PARTIAL)

    assert (frame, False) == (bench.sim.picture(), bench.chip.updates[-1].partial)

    bench.show(noise(bench.build, "on"), Mode.PARTIAL)

    assert (noise(bench.build, "on"), True) == (bench.sim.picture(), bench.chip.updates[-1].partial)
    assert [] == bench.chip.violations


def test_busy_that_never_falls(bench: Bench) -> None:
    """It is looked at again and again, a cold panel being slow, and then it is said to be stuck."""
    bench.chip.trouble = Trouble.BUSY_STUCK
    began = bench.clock.now()
    bench.panel.start(noise(bench.build, 1), Mode.PARTIAL)
    with pytest.raises(PanelStuck, match=r"BUSY does not (fall|rise)"):
        bench.go(60.0)

    assert 1.0 < bench.clock.now() - began < 4.0
    check_failed(bench)

    with pytest.raises(PanelStuck, match=r"stays (high|low) after a reset"):
        bench.panel.start(noise(bench.build, 2), Mode.PARTIAL)

    assert sum(bench.waits) < 0.1
    check_failed(bench)
    check_recovery(bench)


def test_a_slow_panel_is_not_stuck(bench: Bench) -> None:
    """BUSY that falls late, as in the cold, is noticed within 50 ms even without its edge."""
    bench.panel.start(noise(bench.build, 1), Mode.PARTIAL)
    bench.until(lambda: bench.chip.drawing)
    bench.chip.trouble = Trouble.BUSY_STUCK
    bench.go(0.9)
    bench.chip.trouble = None
    shown = bench.shown
    bench.go(0.05)

    assert (shown + 1, True) == (bench.shown, bench.panel.knows_glass)


def test_busy_that_never_rises(bench: Bench) -> None:
    """Start says at once that the panel is missing or miswired."""
    bench.chip.trouble = Trouble.BUSY_DEAD
    with pytest.raises(PanelStuck, match=r"BUSY did not (rise|fall): it is missing or miswired\. Check its plug"):
        bench.panel.start(noise(bench.build, 1), Mode.PARTIAL)

    assert sum(bench.waits) < 0.01
    check_failed(bench)
    check_recovery(bench)


def test_busy_that_does_not_rise_when_the_voltage_goes_off(bench: Bench) -> None:
    """A panel that was unplugged between two frames is noticed by the poll that switches off."""
    bench.show(noise(bench.build, 1), Mode.PARTIAL)
    bench.chip.trouble = Trouble.BUSY_DEAD
    with pytest.raises(PanelStuck, match=r"did not (rise|fall)"):
        bench.go(1.0)

    check_failed(bench)
    check_recovery(bench)


def test_an_spi_error(bench: Bench) -> None:
    """The kernel's error becomes a sentence with the device and the cure."""
    bench.chip.trouble = Trouble.SPI_ERROR
    with pytest.raises(BusFailed, match=r"/dev/spidev0\.0 did not take 1 bytes \(Input/output error\)"):
        bench.panel.start(noise(bench.build, 1), Mode.PARTIAL)

    check_failed(bench)
    check_recovery(bench)


def test_a_brown_out_in_the_middle_of_a_refresh(bench: Bench) -> None:
    """The chip is reset, its RAMs are lost, the glass is half-way; the poll says so and the next frame mends it."""
    before, frame = noise(bench.build, "before"), noise(bench.build, 1)
    bench.panel.start(frame, Mode.PARTIAL)
    bench.until(lambda: bench.chip.drawing)
    bench.go(0.11)
    bench.chip.brown_out()

    assert bench.sim.picture() != frame
    assert bench.sim.picture() != before
    with pytest.raises(PanelLost, match="lost its power or was reset"):
        bench.panel.poll(bench.clock.now())

    check_failed(bench)
    check_recovery(bench)


@pytest.mark.parametrize("mode", core(Mode))
def test_a_brown_out_at_any_time(bench: Bench, mode: Mode) -> None:
    """BUSY that falls too soon says so, or else a voltage that is not there to be switched off."""
    seconds = bench.build.times.power_on_s + bench.build.times.refresh_s(mode)
    for part in range(1, 20):
        bench.panel.start(noise(bench.build, part), mode)
        bench.go(part / 20 * seconds)
        bench.chip.brown_out()
        with pytest.raises(PanelLost, match="lost its power or was reset"):
            poll_until_off(bench)

        check_failed(bench)
        bench.show(noise(bench.build, "after"), Mode.FULL)
        bench.go(2.0)

        assert (noise(bench.build, "after"), True) == (bench.sim.picture(), bench.panel.knows_glass)


@pytest.mark.parametrize("stalled", [0.3, 5.0])
@pytest.mark.parametrize("command", ["refresh", "switch_off"])
def test_a_machine_that_stalls_is_no_brown_out(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, command: str, stalled: float
) -> None:
    """However long the process sleeps after a command, BUSY that fell meanwhile is the end and not a loss of power."""
    driver = bench.panel._driver
    sent = getattr(driver, command)

    def slowly(*arguments: Mode) -> None:
        sent(*arguments)
        for _ in range(int(stalled / 0.01)):
            bench.clock.advance(0.01)
            bench.sim.poll()

    monkeypatch.setattr(driver, command, slowly)
    bench.show(noise(bench.build, 1), Mode.PARTIAL)
    bench.go(2.0)

    assert (noise(bench.build, 1), True) == (bench.sim.picture(), bench.panel.knows_glass)


def test_a_brown_out_that_busy_does_not_show(bench: Bench) -> None:
    """If the chip has so little to switch off that BUSY does not rise, its state is unknown, too."""
    bench.show(noise(bench.build, 1), Mode.PARTIAL)
    bench.chip.brown_out()
    bench.chip.trouble = Trouble.BUSY_DEAD
    with pytest.raises(PanelStuck, match=r"did not (rise|fall)"):
        bench.go(1.0)

    check_failed(bench)
    check_recovery(bench)


def make_quick(bench: Bench, **times: float) -> None:
    """Let the panel be faster than its profile from now on; without times, as it was made."""
    bench.chip.kind = replace(bench.chip.kind, times=replace(bench.build.times, **times))


def loses_power(bench: Bench, mode: Mode = Mode.PARTIAL) -> bool:
    """Draw, and let the voltage go off; return whether the panel seems to have lost its power."""
    try:
        bench.show(noise(bench.build, bench.clock.now()), mode)
        bench.go(2.0)
    except PanelLost:
        check_failed(bench)
        return True
    return False


def test_three_in_a_row_at_one_point_are_believed(bench: Bench) -> None:
    """Refreshes that go well in between do not count: the voltage goes off too soon three times, and then it may."""
    make_quick(bench, power_off_s=0.15 * bench.build.times.power_off_s)

    assert [True, True, False, False, False] == [loses_power(bench) for _ in range(5)]

    (failure,) = bench.panel.failures

    assert isinstance(failure, PanelQuick)
    assert "done too soon with switching the voltage off three times in a row" in str(failure)

    bench.show(noise(bench.build, "last"), Mode.PARTIAL)
    bench.panel.close()

    assert (True, noise(bench.build, "last")) == (is_asleep(bench.chip), bench.sim.picture())


def test_a_refresh_that_does_nothing_is_never_believed(bench: Bench) -> None:
    """Power that is lost again and again is no pace: BUSY that falls at once has always lost its voltage."""
    for n in range(5):
        bench.show(noise(bench.build, n), Mode.FULL)
        bench.chip.brown_out()
        with pytest.raises(PanelLost, match="stopped in the middle"):
            bench.show(noise(bench.build, "on"), Mode.PARTIAL)

    assert not bench.panel.failures


def test_a_panel_that_is_believed_must_draw(bench: Bench) -> None:
    """On a panel that is accepted as fast, a refresh that does nothing is still a loss of power."""
    make_quick(bench, partial_s=0.11)
    for _ in range(2):
        bench.show(noise(bench.build, "full"), Mode.FULL)
        with pytest.raises(PanelLost):
            bench.show(noise(bench.build, "on"), Mode.PARTIAL)
    bench.show(noise(bench.build, "full"), Mode.FULL)
    bench.show(noise(bench.build, "on"), Mode.PARTIAL)

    assert bench.panel.failures

    bench.chip.brown_out()
    with pytest.raises(PanelLost, match="stopped in the middle"):
        bench.show(noise(bench.build, "off"), Mode.PARTIAL)


def test_once_in_time_and_the_count_begins_again(bench: Bench) -> None:
    """Two losses of power, and two later ones, are four losses of power."""
    for _ in range(2):
        make_quick(bench, power_off_s=0.15 * bench.build.times.power_off_s)

        assert [True, True] == [loses_power(bench), loses_power(bench)]

        make_quick(bench)

        assert not loses_power(bench)
    assert not bench.panel.failures


@each_ssd16xx
def test_a_refresh_counts_for_its_own_point(panel: str) -> None:
    """Full refreshes, and partial ones that find the voltage on, are in time; one that does not is counted on."""
    bench = bench_at_rest(panel)
    for _ in range(2):
        assert not loses_power(bench)  # its own pace is known then
    make_quick(bench, power_on_s=0.001, partial_s=0.8 * bench.build.times.partial_s)
    for _ in range(2):
        assert loses_power(bench)
        assert not loses_power(bench, Mode.FULL)

        bench.show(noise(bench.build, "voltage on"), Mode.FULL)
        for n in range(3):
            bench.show(noise(bench.build, n), Mode.PARTIAL)
        bench.go(2.0)
    assert [False, False] == [loses_power(bench), loses_power(bench)]
    assert ["done too soon with a partial refresh" in str(failure) for failure in bench.panel.failures] == [True]


@each_uc81xx
def test_a_voltage_that_is_on_at_once(panel: str) -> None:
    """A voltage that is on at once is no fault: charge may remain from the refresh before."""
    bench = bench_at_rest(panel)
    make_quick(bench, power_on_s=0.002)

    assert [False] * 4 == [loses_power(bench) for _ in range(4)]
    assert not bench.panel.failures


@each_uc81xx
def test_power_lost_while_the_voltage_goes_on(panel: str) -> None:
    """At any moment of it the loss is noticed: at once, or by a refresh that finds no voltage."""
    bench = bench_at_rest(panel)
    for part in range(1, 20):
        bench.panel.start(noise(bench.build, part), Mode.PARTIAL)
        bench.go(part / 20 * bench.build.times.power_on_s)
        bench.chip.brown_out()
        with pytest.raises(PanelLost, match="stopped in the middle"):
            poll_until_off(bench)

        check_failed(bench)
        bench.show(noise(bench.build, "after"), Mode.FULL)
        bench.go(2.0)

        assert noise(bench.build, "after") == bench.sim.picture()


def test_a_panel_believed_at_one_point_is_judged_at_the_others(bench: Bench) -> None:
    """If only its fast switching off is accepted, an interrupted refresh is still a loss of power."""
    make_quick(bench, power_off_s=0.15 * bench.build.times.power_off_s)
    for _ in range(3):
        loses_power(bench)
    for _ in range(2):
        bench.panel.start(noise(bench.build, 1), Mode.PARTIAL)
        bench.until(lambda: bench.chip.drawing)
        bench.go(0.11)
        bench.chip.brown_out()
        with pytest.raises(PanelLost, match="stopped in the middle"):
            bench.panel.poll(bench.clock.now())

        assert not loses_power(bench)


def test_a_brown_out_at_rest_harms_nothing(bench: Bench) -> None:
    """Nobody notices; the next partial refresh sets all registers and both RAMs, and is right."""
    bench.chip.brown_out()
    bench.show(noise(bench.build, 1), Mode.PARTIAL)

    assert (noise(bench.build, 1), []) == (bench.sim.picture(), bench.chip.violations)


def test_a_late_loop_is_no_brown_out(bench: Bench) -> None:
    """A loop that took the time before it did something long still polls a refresh that went well."""
    bench.panel.start(noise(bench.build, 1), Mode.PARTIAL)
    bench.until(lambda: bench.chip.drawing)
    stale = bench.clock.now()
    bench.clock.advance(0.6)
    bench.sim.poll()

    assert bench.panel.poll(stale)


def test_a_frame_that_waits_is_dropped_with_the_error(bench: Bench) -> None:
    """If the panel fails while a frame waits for the voltage to go off, nothing remains to run."""
    bench.show(noise(bench.build, 1), Mode.PARTIAL)
    bench.go(0.5)
    bench.panel.start(noise(bench.build, 2), Mode.PARTIAL)
    bench.chip.trouble = Trouble.SPI_ERROR
    with pytest.raises(BusFailed):
        bench.go(1.0)

    check_failed(bench)
    check_recovery(bench)


@pytest.mark.parametrize("at", core([0.01, 0.2, 0.45, 0.6, 1.05, 1.2, 3.0], 0.2, 1.05))
@pytest.mark.parametrize("trouble", [None, *Trouble])
def test_a_broken_panel_can_be_closed(bench: Bench, trouble: Trouble | None, at: float) -> None:
    """In any phase closing gives up on it after a while, says nothing, and leaves no voltage on the glass."""
    bench.panel.start(noise(bench.build, 1), Mode.PARTIAL)
    bench.go(at)
    bench.chip.trouble = trouble
    bench.panel.close()

    assert sum(bench.waits) < 10
    assert (False, False, False) == (bench.panel.busy, bench.panel.knows_glass, bench.chip.voltage)
    assert is_asleep(bench.chip) or trouble is not None


@pytest.mark.parametrize("pin", [0, 2], ids=["dc", "busy"])
@pytest.mark.parametrize("at", [0.01, 0.6])
def test_a_panel_whose_pin_failed_can_be_closed(bench: Bench, pin: int, at: float) -> None:
    """The reset needs neither D/C nor BUSY."""
    bench.panel.start(noise(bench.build, 1), Mode.PARTIAL)
    bench.go(at)
    wire = bench.panel._pins[pin]
    opened, wire._device, wire._written = wire._device, None, None
    bench.panel.close()
    opened.close()

    assert not bench.chip.voltage


def test_every_failure_is_one_kind() -> None:
    """The loop catches one class for all that a retry may cure."""
    assert all(issubclass(error, PanelFailed) for error in (PanelStuck, PanelLost, BusFailed))
