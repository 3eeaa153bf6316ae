"""Signals are seen and heard, or known to be absent; the real gpiozero code, on mock pins."""

from collections.abc import Iterator
from threading import enumerate as threads
from typing import Any

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from hw.build import SignalPins
from hw.clock import HandClock
from hw.errors import PinFailed, PinInUse
from hw.signals import ACCEPTED, NOT_ALLOWED, TOO_EARLY, Pattern, Signals

MS = 0.001


def give_all(signals: Signals) -> bool:
    """Give every signal once; return whether anybody could notice."""
    signals.play(ACCEPTED)
    signals.play(TOO_EARLY)
    signals.play(NOT_ALLOWED)
    signals.tick(0.0)
    signals.close()
    return signals.present


def test_no_signals_are_silent_and_say_so() -> None:
    """A build without light and sound takes every call, is not present and has nothing due."""
    signals = Signals(SignalPins(), HandClock())

    assert not give_all(signals)
    assert None is signals.deadline()


class Rig:
    """An LED on GPIO 16 and a buzzer on GPIO 20, on a clock moved by hand."""

    def __init__(self) -> None:
        self.clock = HandClock(8.0)
        self.factory = MockFactory()
        self.lights = Signals(SignalPins(led=16, buzzer=20), self.clock, self.factory)

    def levels(self) -> tuple[bool, bool]:
        """Return the states of both pins."""
        return self.factory.pin(16).state, self.factory.pin(20).state

    def play_out(self, signal: Pattern) -> list[tuple[int, bool]]:
        """Give a signal and play it to its end; return the time, in ms since the call, and the level of each change."""
        start = self.clock.now()
        self.lights.play(signal)
        changes = [(0, self.factory.pin(16).state)]
        while (due := self.lights.deadline()) is not None:
            self.lights.tick(due - MS)  # too early for a change
            self.clock.advance_to(due)
            self.lights.tick(due)
            changes.append((round((due - start) / MS), self.factory.pin(16).state))
            assert changes[-1][1] == self.factory.pin(20).state
        return changes


@pytest.fixture
def rig() -> Iterator[Rig]:
    """Give new lights, and close them."""
    rig = Rig()
    yield rig
    rig.lights.close()


def test_each_signal_has_its_own_pattern(rig: Rig) -> None:
    """Accepted is one short flash, too early two, not allowed a long one; LED and buzzer change together."""
    assert rig.lights.present
    assert (False, False) == rig.levels()
    assert [(0, True), (30, False)] == rig.play_out(ACCEPTED)
    assert [(0, True), (30, False), (120, True), (150, False)] == rig.play_out(TOO_EARLY)
    assert [(0, True), (250, False)] == rig.play_out(NOT_ALLOWED)
    assert (False, False) == rig.levels()


@pytest.mark.parametrize("signal", [ACCEPTED, TOO_EARLY, NOT_ALLOWED])
def test_the_pin_is_high_when_the_call_returns(rig: Rig, signal: Pattern) -> None:
    """No time passes on any clock between the call and the light."""
    rig.lights.play(signal)

    assert (True, True) == rig.levels()
    assert rig.clock.now() == 8.0


def test_the_pins_move_as_often_as_the_pattern_says(rig: Rig) -> None:
    """The mock pin itself saw low, high, low, high, low."""
    rig.play_out(TOO_EARLY)
    pin: MockPin = rig.factory.pin(16)

    pin.assert_states([False, True, False, True, False])


def test_the_newest_signal_wins(rig: Rig) -> None:
    """A signal given during another one replaces it, and nothing of the old one is played."""
    rig.lights.play(NOT_ALLOWED)
    rig.clock.advance(0.1)

    assert [(0, True), (30, False)] == rig.play_out(ACCEPTED)
    rig.clock.advance(1.0)
    rig.lights.tick(rig.clock.now())
    assert (False, False) == rig.levels()


def test_a_late_tick_stretches_a_pattern() -> None:
    """Two flashes stay two, with the whole pause between them, when the loop comes after the end of both."""
    rig, seen = Rig(), []
    rig.lights.play(TOO_EARLY)
    for now in (8.2, 8.2, 8.29, 8.4):
        rig.lights.tick(now)
        seen.append((rig.lights.lit, rig.lights.deadline()))

    assert [
        (False, pytest.approx(8.29)),
        (False, pytest.approx(8.29)),
        (True, pytest.approx(8.32)),
        (False, None),
    ] == seen


def test_the_patterns_differ_by_eye() -> None:
    """Two flashes have a pause of at least 60 ms, and a long one is five times a short one or more."""
    assert (0.030, 0.250) == (ACCEPTED[0], NOT_ALLOWED[0])
    assert TOO_EARLY[1] >= 2 * TOO_EARLY[0]
    assert NOT_ALLOWED[0] >= 5 * ACCEPTED[0]


def test_no_thread_plays_the_patterns(rig: Rig) -> None:
    """The loop plays them; gpiozero is given no reason to start a thread."""
    before = set(threads())
    rig.lights.play(TOO_EARLY)

    assert before == set(threads())


def test_closed_lights_are_dark_and_free() -> None:
    """Closing in the middle of a pattern lets go of the pins; later calls do nothing."""
    rig = Rig()
    rig.lights.play(NOT_ALLOWED)
    rig.lights.close()
    rig.lights.close()
    rig.lights.play(ACCEPTED)
    gpiozero.LED(16, pin_factory=rig.factory).close()

    assert not rig.lights.present
    assert None is rig.lights.deadline()


def test_the_last_signal_is_known(rig: Rig) -> None:
    """Signals are counted, and the last one is kept by its pattern."""
    for signal in (ACCEPTED, TOO_EARLY):
        rig.lights.play(signal)

    assert (2, TOO_EARLY) == (rig.lights.played, rig.lights.pattern)


def test_a_build_without_parts_is_not_present() -> None:
    """Without pins nothing is opened, nothing is wrong and nothing is due."""
    lights = Signals(SignalPins(), HandClock(), MockFactory())
    lights.play(ACCEPTED)

    assert (False, [], None) == (lights.present, lights.failures, lights.deadline())
    assert 0 == lights.played


def test_a_part_that_cannot_be_opened_is_named_and_left_out() -> None:
    """An LED whose pin is held gives a sentence; the buzzer still works, and so the lights are present."""
    factory = MockFactory()
    with gpiozero.LED(16, pin_factory=factory):
        lights = Signals(SignalPins(led=16, buzzer=20), HandClock(), factory)
        lights.play(ACCEPTED)

        assert [PinInUse] == [type(failure) for failure in lights.failures]
        assert str(lights.failures[0]).startswith("GPIO 16, the LED, is held by another program or part (")
        assert (True, False, True) == (lights.present, factory.pin(16).state, factory.pin(20).state)
        lights.close()


class NoPins(MockFactory):  # type: ignore[misc]  # gpiozero carries no types
    """A machine without pins."""

    def pin(self, *_: object, **__: object) -> Any:
        """Fail as a pin library does."""
        raise OSError("can not open gpiochip")


def test_a_machine_without_pins_goes_on_without_lights() -> None:
    """Both parts are named, and nothing is raised, then or later."""
    lights = Signals(SignalPins(led=16, buzzer=20), HandClock(), NoPins())

    assert not give_all(lights)
    assert [PinFailed, PinFailed] == [type(failure) for failure in lights.failures]
    assert "GPIO 20, the buzzer, cannot be opened" in str(lights.failures[1])


def test_a_part_that_fails_later_is_left_out(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pin that fails while it is driven is named and no longer used; the other part continues."""
    monkeypatch.setattr(rig.factory.pin(16), "_set_state", broken)
    rig.lights.play(ACCEPTED)
    rig.lights.play(NOT_ALLOWED)

    assert ["GPIO 16, the LED, cannot be switched any more"] == [
        str(failure).partition(" (")[0] for failure in rig.lights.failures
    ]
    assert rig.lights.present
    assert rig.factory.pin(20).state


def broken(_: object) -> None:
    """Fail as a pin library does whose chip has gone."""
    raise OSError("bad handle")
