"""Faults of panel and pins: nothing is lost, and every fault is reported."""

import logging
from typing import Any

import pytest

from firmware.device.glass import RETRY_S, SLEEP_S
from firmware.device.loop import PARTS_CHECK_S
from hw.events import Edge, InputLine
from hw.panel import Mode
from hw.sim.chip import Trouble
from tests.core import core
from tests.firmware.device.bench import BACK, NEXT, QUIET_S, Bench
from tests.hw.panel_bench import is_asleep
from tests.magpie_on_menu import HOP_HEADLINE
from tests.play_values import file_and_state

SLOW_S = 4.0
"""The duration of the refresh after a failure, s."""


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """Return the log."""
    caplog.set_level(logging.INFO)
    return caplog


TROUBLES = {
    Trouble.BUSY_DEAD: "BUSY did not rise",
    Trouble.BUSY_STUCK: "BUSY does not fall",
    Trouble.SPI_ERROR: "did not take 1 bytes (Input/output error)",
    Trouble.SPI_SHORT: "did not take 1 bytes (a short write)",
}


def _begin_trouble(device: Bench, trouble: Trouble) -> None:
    """Begin the trouble, press Next, and wait until the device notices."""
    device.rig.sim.chip.trouble = trouble
    device.tap(NEXT, quiet=0)
    device.wait(20)


@pytest.mark.parametrize("trouble", Trouble)
def test_the_play_waits_at_its_step(device: Bench, log: Any, trouble: Trouble) -> None:
    """Acknowledged inputs are stored; then keys are not allowed, and the log has the fault."""
    n = device.play.n
    _begin_trouble(device, trouble)
    before = file_and_state(device.play)
    assert device.play.journal
    assert n + 1 == device.play.n
    assert device.store.load(device.session.number).n == n + 1
    device.signals.given.clear()
    device.tap(NEXT, BACK, quiet=1)
    device.turn(1, quiet=1)
    assert ["not_allowed"] * 3 == device.signals.given
    assert before == file_and_state(device.play)
    assert TROUBLES[trouble] in log.text
    assert device.words == ""
    device.rig.sim.chip.trouble = None
    device.rig.sim.chip.violations.clear()
    device.wait(RETRY_S + SLOW_S + QUIET_S)


@pytest.mark.parametrize("trouble", Trouble)
def test_the_panel_comes_back(device: Bench, trouble: Trouble) -> None:
    """The panel is tried again every 10 s; the first successful refresh is slow, full, and of the pending step."""
    _begin_trouble(device, trouble)
    assert device.device.glass.fault is not None
    device.frames.clear()
    device.wait(3 * RETRY_S)
    assert 2 <= len(device.frames) <= 3
    device.rig.sim.chip.trouble = None
    device.rig.sim.chip.violations.clear()
    device.wait(RETRY_S + SLOW_S + QUIET_S)
    assert device.device.glass.fault is None
    assert device.frames[-1] is Mode.SLOW
    assert HOP_HEADLINE in device.words
    n = device.play.n
    device.next()
    assert n + 1 == device.play.n


def test_a_panel_that_works_says_nothing_else(device: Bench) -> None:
    """The first frame after refused keys looks as if none had been pressed."""
    _begin_trouble(device, Trouble.BUSY_STUCK)
    device.tap(NEXT, BACK, quiet=1)
    device.turn(1, quiet=1)
    device.rig.sim.chip.trouble = None
    device.rig.sim.chip.violations.clear()
    device.wait(RETRY_S + SLOW_S + QUIET_S)
    assert HOP_HEADLINE in device.words
    assert device.device.glass.shown is not None
    assert device.device.glass.shown.chrome.message == ()


@pytest.mark.all
def test_a_failure_that_lasts_is_logged_once(device: Bench, log: Any) -> None:
    """A panel that fails for an hour is logged once; a later failure is logged again."""
    _begin_trouble(device, Trouble.BUSY_DEAD)
    device.wait(3600)
    assert log.text.count("BUSY did not rise") == 1
    device.rig.sim.chip.trouble = None
    device.rig.sim.chip.violations.clear()
    device.wait(RETRY_S + SLOW_S + QUIET_S)
    _begin_trouble(device, Trouble.BUSY_DEAD)
    assert log.text.count("BUSY did not rise") == 2


def test_one_failure_is_mended_at_once(device: Bench, log: Any) -> None:
    """A single failure costs a reset and a slow refresh, and is not shown."""
    device.frames.clear()
    chip, start = device.rig.sim.chip, device.panel.start

    def start_once_in_trouble(frame: Any, mode: Mode) -> None:
        device.panel.start = start  # type: ignore[method-assign]
        chip.trouble = Trouble.BUSY_DEAD
        try:
            start(frame, mode)
        finally:
            chip.trouble = None
            chip.violations.clear()

    device.panel.start = start_once_in_trouble  # type: ignore[method-assign]
    device.next()
    device.wait(SLOW_S)
    assert HOP_HEADLINE in device.words
    assert device.signals.given[-1] == "accepted"
    assert device.frames[-1] is Mode.SLOW
    assert "BUSY did not rise" in log.text
    assert device.store.counter("refresh.panel_failures") == 1


def test_brown_out_in_a_refresh(device: Bench, log: Any) -> None:
    """A panel that loses power during a refresh is redrawn at once by a slow refresh; then it is fast again."""
    device.frames.clear()
    device.tap(NEXT, quiet=0.05)
    device.rig.sim.chip.brown_out()
    device.wait(SLOW_S + QUIET_S)
    assert "lost its power" in log.text
    assert device.frames[-1] is Mode.SLOW
    assert HOP_HEADLINE in device.words
    assert device.rig.sim.picture() == device.device.glass._frame
    device.frames.clear()
    device.next()
    assert device.frames == [Mode.PARTIAL]


def test_it_sleeps_and_wakes(device: Bench) -> None:
    """After 45 s without a key the chip sleeps; the next key wakes it, and the glass is correct."""
    device.wait(SLEEP_S + 1)
    assert is_asleep(device.rig.sim.chip)
    device.next()
    assert HOP_HEADLINE in device.words
    assert device.rig.sim.picture() == device.device.glass._frame


def test_refreshes_are_counted(device: Bench) -> None:
    """The store counts refreshes by kind, for the diagnostics."""
    partial, full = device.store.counter("refresh.partial"), device.store.counter("refresh.full")
    assert (device.panel.partials, device.panel.fulls) == (partial, full)
    device.next()
    assert device.store.counter("refresh.partial") == partial + 1


def _lose_an_edge(device: Bench) -> None:
    """Press Next while the receiver of edges raises."""
    sink = device.rig.inputs._sink

    def fails(_: Edge) -> None:
        raise OSError("no queue")

    device.rig.inputs._sink = fails
    device.hand.down(NEXT)
    device.rig.inputs._sink = sink


def test_lost_edges_are_said(device: Bench, log: Any) -> None:
    """An exception in a thread of gpiozero is logged once and signalled as “not allowed”; keys still work."""
    _lose_an_edge(device)
    device.signals.given.clear()
    device.wait(1)
    assert device.signals.given == ["not_allowed"]
    assert log.text.count("an edge was lost") == 1
    device.hand.up(NEXT)
    device.wait(QUIET_S)
    n = device.play.n
    device.next()
    assert n + 1 == device.play.n


def test_a_lost_edge_is_said_soon(device: Bench, log: Any) -> None:
    """A lost edge wakes nothing, but a resting device checks its parts every 5 s."""
    device.wait(SLEEP_S + 20)
    _lose_an_edge(device)
    due = device.device.deadline()
    assert device.clock.now() < due <= device.clock.now() + PARTS_CHECK_S
    device.clock.advance_to(due)
    device.device.pump()
    assert log.text.count("an edge was lost") == 1


class DeadPin:
    """A pin whose library lost its chip: every use of it fails."""

    def __getattr__(self, name: str) -> Any:
        """Fail at any read or call."""
        raise OSError(f"bad handle: {name}")

    def __setattr__(self, name: str, value: object) -> None:
        """Fail at any write."""
        raise OSError(f"bad handle: {name}")


PANEL_PINS = {"driven": 0, "read": 2}  # D/C and BUSY, among the pins of the panel


@pytest.mark.parametrize("quiet", core([0.2, 0.0, 0.6, 1.2, QUIET_S]))
@pytest.mark.parametrize("verb", PANEL_PINS)
def test_a_pin_of_the_panel_that_fails(device: Bench, log: Any, verb: str, quiet: float) -> None:
    """In any phase of a refresh the play waits, the log names the pin, and the device recovers with the pin."""
    n = device.play.n
    device.tap(NEXT, quiet=quiet)
    opened = device.panel._pins[PANEL_PINS[verb]]._device
    pin, opened._pin = opened._pin, DeadPin()
    device.tap(NEXT, quiet=0)
    device.wait(20)
    assert device.device.glass.fault is not None
    assert f"cannot be {verb} any more" in log.text
    stored = device.store.load(device.session.number).n
    assert n < stored == device.play.n
    opened._pin = pin
    device.wait(RETRY_S + SLOW_S + QUIET_S)
    assert device.device.glass.fault is None
    assert device.rig.sim.picture() == device.device.glass._frame
    device.next()
    assert stored + 1 == device.play.n
    device.rig.sim.chip.violations.clear()


def test_a_key_that_cannot_be_read(device: Bench, log: Any) -> None:
    """The edges of an unreadable key suffice: every press counts once, and the log reports the fault once."""
    n = device.play.n
    opened = device.rig.inputs._devices[InputLine.NEXT]
    pin, opened._pin = opened._pin, DeadPin()
    device.signals.given.clear()
    device.next(2)
    assert n + 2 == device.play.n
    assert device.signals.given == ["accepted"] * 2
    assert log.text.count("the Next button, cannot be read any more") == 1
    opened._pin = pin


def test_a_light_that_fails_is_said(device: Bench, log: Any) -> None:
    """The log reports it once; the play continues without the light."""
    n, lights = device.play.n, device.rig.lights
    device.device.feedback.signals = lights
    opened = next(iter(lights._outputs.values()))
    pin, opened._pin = opened._pin, DeadPin()
    device.next(2)
    assert n + 2 == device.play.n
    opened._pin = pin
    assert log.text.count("the LED, cannot be switched any more") == 1


def test_every_failure_is_said(device: Bench, log: Any) -> None:
    """If several parts fail, each is reported once."""
    device.rig.inputs.failure = OSError("the first")
    device.panel._pins[2].failure = OSError("the second")
    device.wait(1)
    device.next()
    for words in ("the first", "the second"):
        assert log.text.count(words) == 1


def test_busy_that_falls_unseen(device: Bench) -> None:
    """If the falling edge of BUSY is lost, the deadline replaces it."""
    device.panel._pins[2].changed = None
    device.next()
    assert HOP_HEADLINE in device.words
