"""A step that cannot be drawn: the device reports it, loses nothing, and offers a way out that can be drawn."""

import logging
from pathlib import Path
from typing import Any

import pytest

from display.bars import DoesNotFit
from display.frame import draw
from display.layout import Layout
from engines.kit.contract import Screen
from firmware.device.loop import IDLE_S
from firmware.views.play_view import PlayView
from tests.firmware.device.bench import BACK, PUSH, Bench, bench
from tests.profiles import PROFILES

MESSAGE = "This step cannot be shown"


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """Return the log of errors."""
    caplog.set_level(logging.ERROR)
    return caplog


def _fails(*_: Any) -> Any:
    raise ValueError("a builder")


def _break_drawing(patch: pytest.MonkeyPatch, unfit: Screen) -> None:
    """Make drawing a screen fail."""

    def drawn(layout: Layout, *around: Any) -> Any:
        if layout.screen == unfit:
            raise DoesNotFit("the footer")
        return draw(layout, *around)

    patch.setattr("firmware.device.frames.draw", drawn)


def test_a_screen_that_raises(device: Bench, log: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its input is stored; the device reports and logs the error, and continues as soon as the step can be shown."""
    words, n = device.words, device.play.n
    with monkeypatch.context() as broken:
        broken.setattr(PlayView, "screen", _fails)
        device.redraw()
        assert MESSAGE in device.words
        assert (["not_allowed"], 1) == (device.signals.given[-1:], len(log.records))
        device.next()  # tries again
        assert MESSAGE in device.words
        device.wait(60)
    assert 2 == len(log.records)
    device.next()
    assert (words, n) == (device.words, device.play.n)


def test_a_screen_that_raises_at_power_on(tmp_path: Path, log: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A restart does not repeat the error endlessly: the play can be put away and another one begun."""
    with bench(tmp_path) as device:
        device.next(5)
        number = device.session.number
    monkeypatch.setattr(PlayView, "screen", _fails)
    with bench(tmp_path) as device:
        assert MESSAGE in device.words
        assert 1 == len(log.records)
        device.back()
        assert MESSAGE in device.words
        device.choose("abandon")
        assert "Which game?" in device.words
        assert [(number, False)] == [(info.number, info.live) for info in device.store.plays()]
        monkeypatch.undo()
        device.next(2)
        assert number + 1 == device.session.number
        assert 0 == device.play.n


def test_an_engine_that_raises_at_power_on(tmp_path: Path, log: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a play cannot even be resumed, another game can be chosen, and the play stays."""
    with bench(tmp_path) as device:
        device.next(7)
        n = device.play.n
    monkeypatch.setattr("firmware.device.session.resume", _fails)
    with bench(tmp_path) as device:
        assert MESSAGE in device.words
        device.choose("other")
        assert "Round 1/4, your turn" in device.words
        device.next()
        assert MESSAGE in device.words
        assert 2 == len(log.records)
    monkeypatch.undo()
    with bench(tmp_path) as device:
        assert n == device.play.n


def test_a_drawing_that_raises(device: Bench, log: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the words around a step do not fit, the player can go back to the previous step."""
    device.next()
    unfit = device.layout.screen
    device.back()
    before, n = device.words, device.play.n
    _break_drawing(monkeypatch, unfit)
    device.next()
    assert MESSAGE in device.words
    assert ["not_allowed"] == device.signals.given[-1:]
    assert 1 == len(log.records)
    assert n + 1 == device.store.load(device.session.number).n
    device.choose("undo")
    assert n == device.play.n
    assert before == device.words


def test_the_pause_menu_is_there(device: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pause menu does not need the play's screen, and returns to the way out."""
    with monkeypatch.context() as broken:
        broken.setattr(PlayView, "screen", _fails)
        device.redraw()
    device.hold(PUSH)
    assert "Power off" in device.words
    device.tap(BACK)
    assert MESSAGE in device.words


@pytest.mark.parametrize("panel", PROFILES)
def test_the_way_out_can_be_drawn(tmp_path: Path, panel: str, log: Any) -> None:
    """The way out fits every panel, with a play and without one."""
    with bench(tmp_path, panel=panel) as device:
        for _ in range(2):
            device.session.show_way_out()
            device.redraw()
            assert MESSAGE in device.words
            device.back()
            device.next(2)
    assert [] == log.records


def test_the_store_cannot_tidy_up(device: Bench, log: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A failure of idle work is signalled and logged once, and the play continues."""
    n = device.play.n
    with monkeypatch.context() as broken:
        broken.setattr(device.store, "idle", _fails)
        device.next()
        device.wait(IDLE_S)
    assert ["not_allowed"] == device.signals.given[-1:]
    assert 1 == len(log.records)
    device.next()
    assert n + 2 == device.play.n
