"""A panel is judged by its own pace, once it is known."""

import pytest

from firmware.device.builds import load
from hw.clock import HandClock
from hw.errors import PanelLost
from hw.pace import MIN_S, OFF, Pace, refresh_point
from hw.panel import Mode
from tests.hw.panel_bench import SSD16XX, Bench, build_of, each_panel, noise

PARTIAL = refresh_point(Mode.PARTIAL, cold=False)


@pytest.fixture
def pace() -> Pace:
    """The pace of a panel that is just plugged in."""
    return Pace(load("4.2").panel.times, {})


def measure(pace: Pace, *seconds: float, off: float = 0.27) -> None:
    """Let partial refreshes take these times, each with a voltage that goes off after it."""
    for one in seconds:
        pace.record(PARTIAL, one)
        pace.record(OFF, off)


def test_a_third_of_what_the_profile_says_is_believed_at_first(pace: Pace) -> None:
    """Waveforms differ between batches, and with the temperature."""
    assert (0.36, 0.126) == pytest.approx((pace.expected_s(PARTIAL), pace.min_s(PARTIAL)))
    assert 0.46 == pytest.approx(pace.expected_s(refresh_point(Mode.PARTIAL, cold=True)))


def test_two_that_agree_are_its_own(pace: Pace) -> None:
    """One alone may be a slip, and two that differ are none."""
    measure(pace, 0.5, 0.7)
    assert 0.36 == pace.expected_s(PARTIAL)
    measure(pace, 0.72)
    assert (0.71, 0.568) == pytest.approx((pace.expected_s(PARTIAL), pace.min_s(PARTIAL)))
    assert {PARTIAL, OFF} == set(pace.known)


def test_later_ones_move_it_slowly(pace: Pace) -> None:
    """As a room warms up; one that is off does little."""
    measure(pace, 0.4, 0.4, 0.8)
    assert 0.45 == pytest.approx(pace.expected_s(PARTIAL))


@each_panel
def test_a_loop_that_looks_late_makes_no_panel_slow(panel: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time of a refresh ends with the edge of BUSY, by the kernel's clock, not when a busy machine reads it."""
    bench = Bench(build_of(panel))
    monkeypatch.setattr(HandClock, "time_of", lambda _, ticks: ticks)
    monkeypatch.setattr("gpiozero.pins.mock.monotonic", bench.clock.now)
    bench.show(noise(bench.build, 0), Mode.FULL)
    for n in range(1, 4):
        bench.panel.start(noise(bench.build, n), Mode.PARTIAL)
        bench.until(lambda: bench.chip.drawing)
        bench.clock.advance_to(min(bench.due()))
        bench.sim.poll()
        bench.clock.advance(0.2)

        assert bench.panel.poll(bench.clock.now())

        bench.go(2.0)
    times, cold = bench.build.times, panel in SSD16XX  # which switch the voltage on by the same command
    seconds = times.partial_s + (times.power_on_s if cold else 0.0)
    assert seconds == pytest.approx(bench.panel.pace.known[refresh_point(Mode.PARTIAL, cold=cold)], abs=0.01)


def test_what_may_have_been_cut_short_is_not_learned(pace: Pace) -> None:
    """A refresh without a voltage behind it that goes off says nothing of the panel."""
    for _ in range(3):
        pace.record(PARTIAL, 0.25)
        pace.drop_unconfirmed()
    measure(pace, 0.36)
    assert PARTIAL not in pace.known


def test_no_panel_is_faster_than_its_particles(pace: Pace) -> None:
    """However fast it seems, below this BUSY means a reset."""
    measure(pace, 0.05, 0.05, off=0.001)
    assert (MIN_S["partial"], MIN_S[OFF]) == (pace.min_s(PARTIAL), pace.min_s(OFF))


@pytest.mark.parametrize(
    ("point", "part", "least"),
    [("partial", 0.8, 0.1), ("full.cold", 0.8, 0.3), ("slow", 0.5, 0.5), (OFF, 0.5, 0.01)],
)
def test_how_soon_a_panel_can_be_done(point: str, part: float, least: float) -> None:
    """Not before some part of its own pace, and never sooner than any panel of its kind."""
    times = load("4.2").panel.times
    assert part * 2 == pytest.approx(Pace(times, {point: 2.0}).min_s(point))
    assert least == pytest.approx(Pace(times, {point: 0.001}).min_s(point))


@each_panel
@pytest.mark.parametrize("part", [0.55, 1.0, 2.0])
def test_a_loss_of_power_is_judged_by_the_panels_own_pace(panel: str, part: float) -> None:
    """A refresh that ends at 0.7 of this panel's own time is a loss of power, for any profile."""
    build = build_of(panel)
    times = build.times
    own = type(times)(*(part * getattr(times, name) for name in times.__struct_fields__))
    bench = Bench(build, times=own)
    for n in range(4):
        bench.show(noise(bench.build, n), Mode.PARTIAL)
        bench.go(3.0)
    bench.panel.start(noise(bench.build, "cut"), Mode.PARTIAL)
    bench.go(0.7 * (own.power_on_s + own.partial_s))
    bench.chip.brown_out()
    with pytest.raises(PanelLost, match="stopped in the middle"):
        bench.panel.poll(bench.clock.now())
