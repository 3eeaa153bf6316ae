"""Time comes from one place and never runs backwards."""

import pytest

from hw.clock import HandClock, LeapClock, SystemClock


def test_a_hand_clock_moves_only_by_hand() -> None:
    """The time is what was set, by steps or at once."""
    clock = HandClock(10.0)
    clock.advance(0.5)

    assert 10.5 == clock.now()

    clock.advance_to(12.0)

    assert 12.0 == clock.now()


def test_a_hand_clock_may_stand_still() -> None:
    """Moving by nothing is no error: two events can have the same time."""
    clock = HandClock(1.0)
    clock.advance(0.0)
    clock.advance_to(1.0)

    assert 1.0 == clock.now()


def test_a_hand_clock_never_goes_back() -> None:
    """Going back is refused, and the time stays."""
    clock = HandClock(2.0)

    with pytest.raises(ValueError, match=r"is at 2\.0 s and cannot go back to 1\.5 s"):
        clock.advance_to(1.5)
    with pytest.raises(ValueError, match="cannot go back"):
        clock.advance(-0.1)
    assert 2.0 == clock.now()


def test_the_system_clock_is_monotonic() -> None:
    """Two looks at the clock are in order."""
    clock = SystemClock()
    first, second = clock.now(), clock.now()

    assert first <= second


def test_a_leap_clock_leaps_over_what_others_wait_for() -> None:
    """Skipped time has passed; while the clock is instant, waits pass at once."""
    clock = LeapClock()
    before = clock.now()
    clock.leap(1000.0)
    clock.instant = True
    clock.wait(1000.0)

    assert before + 2000.0 <= clock.now() < before + 2900.0


def test_a_leap_clock_can_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """While it is not, it waits for its seconds."""
    slept: list[float] = []
    monkeypatch.setattr("time.sleep", slept.append)
    LeapClock().wait(0.01)

    assert [0.01] == slept


def test_what_time_an_edge_has(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel's seconds are those of the machine's clock, leapt over or not; a hand clock says what it says."""
    clock = LeapClock()
    clock.leap(100.0)

    assert [5.0, 105.0, 7.0] == [SystemClock().time_of(5.0), clock.time_of(5.0), HandClock(7.0).time_of(5.0)]

    monkeypatch.setattr("time.monotonic", lambda: 5.0)

    assert [5.0, 105.0] == [SystemClock().now(), clock.now()]
