"""A panel with other times than its profile: it is drawn, reported once, and not refreshed without end."""

import logging
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from firmware.device.builds import build_of
from firmware.device.glass import MAX_RETRIES, RETRIES_WINDOW_S
from firmware.settings.settings import Settings
from hw.build import Times
from hw.panel import Mode
from tests.firmware.device.bench import NEXT, Bench, bench

pytestmark = pytest.mark.all

MESSAGE = "Fast panel: see the log"
PANELS = ("4.2", "2.9")
QUICK_PANELS = {
    "4.2, off": ("4.2", {"power_off_s": 0.08}),
    "2.9, off": ("2.9", {"power_off_s": 0.045}),
    "4.2, cold": ("4.2", {"power_on_s": 0.02, "partial_s": 0.12}),
    "2.9, cold": ("2.9", {"power_on_s": 0.02, "partial_s": 0.12}),
    "4.2, cold alone": ("4.2", {"power_on_s": 0.001, "partial_s": 0.15}),
}
"""Panels about three times as fast as their profile: when the voltage goes off; in a partial refresh that begins
without voltage; or only there, since the same refresh is on time with the voltage on."""
each_panel = pytest.mark.parametrize(("panel", "quick"), QUICK_PANELS.values(), ids=QUICK_PANELS)


@pytest.fixture(autouse=True)
def log(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """Return the log."""
    caplog.set_level(logging.INFO)
    return caplog


def times_of(panel: Any) -> Times:
    """Return the times in a panel's profile."""
    return build_of(Settings(panel)).panel.times


def changed_times(panel: str, **times: float) -> Times:
    """Return the times of a panel, with some replaced."""
    return replace(times_of(panel), **times)


def count_full_refreshes(device: Bench) -> int:
    """Return the number of full refreshes so far."""
    return sum(not update.partial for update in device.rig.sim.chip.updates)


@each_panel
def test_a_quick_panel_is_not_flashed_for_ever(tmp_path: Path, panel: str, quick: dict[str, float]) -> None:
    """After one key and ten minutes of rest: at most three unwanted full refreshes, and a correct picture."""
    with bench(tmp_path, panel=panel, times=changed_times(panel, **quick)) as device:
        asked = 1  # the first picture
        device.next()
        device.wait(600)
        assert count_full_refreshes(device) - asked <= MAX_RETRIES
        assert device.device.glass.fault is None
        assert device.rig.sim.picture() == device.device.glass._frame
        before = count_full_refreshes(device)
        device.wait(600)
        assert count_full_refreshes(device) == before


@each_panel
def test_a_quick_panel_becomes_a_fast_one(tmp_path: Path, log: Any, panel: str, quick: dict[str, float]) -> None:
    """After three quick refreshes at one point the panel is believed, reported once, and drawn by partial refreshes."""
    with bench(tmp_path, panel=panel, times=changed_times(panel, **quick), full_refresh_after=20) as device:
        words = list[str]()
        for _ in range(6):
            device.tap(NEXT, quiet=8.0)
            words.append(device.words)
        assert MESSAGE in "\n".join(words)
        assert log.text.count("three times in a row") == 1
        device.frames.clear()
        device.tap(*[NEXT] * 4, quiet=8.0)
        assert Mode.PARTIAL in device.frames
        assert Mode.SLOW not in device.frames
        assert MESSAGE not in device.words
        assert device.rig.sim.picture() == device.device.glass._frame


@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize("part", [0.55, 0.7, 0.85, 1.0, 1.2, 1.5, 2.0])
def test_a_panel_has_its_own_pace(tmp_path: Path, log: Any, panel: str, part: float) -> None:
    """A pace from half to double of the profile is not suspected; it is kept for the next start."""
    times = times_of(panel)
    scaled = {name: part * getattr(times, name) for name in times.__struct_fields__}
    with bench(tmp_path, panel=panel, times=changed_times(panel, **scaled), full_refresh_after=20) as device:
        for _ in range(5):
            device.tap(NEXT, quiet=8.0)
        assert Mode.SLOW not in device.frames  # a slow refresh follows a failure
        assert "lost its power" not in log.text
        known = device.rig.session.folder.plays.pace(panel)
    assert known["off"] == pytest.approx(scaled["power_off_s"], abs=0.02)
    assert known["partial.cold"] == pytest.approx(scaled["power_on_s"] + scaled["partial_s"], abs=0.02)
    with bench(tmp_path, panel=panel, times=changed_times(panel, **scaled)) as device:
        assert device.rig.session.folder.plays.pace(panel) == pytest.approx(known, abs=0.001)


@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize("part", [0.1, 0.3, 0.5, 0.7, 0.9, 1.3, 3.0, 10.0])
def test_no_panel_flashes_for_ever(tmp_path: Path, panel: str, part: float) -> None:
    """With any times there are at most three unwanted full refreshes in ten minutes."""
    times = times_of(panel)
    scaled = {name: part * getattr(times, name) for name in times.__struct_fields__}
    with bench(tmp_path, panel=panel, times=changed_times(panel, **scaled)) as device:
        device.next()
        device.wait(60)  # the key allows one more
        asked = count_full_refreshes(device)
        device.wait(30 * 60)
        flashes = [update.at for update in device.rig.sim.chip.updates if not update.partial][asked:]
        for first, fourth in zip(flashes, flashes[MAX_RETRIES:], strict=False):
            assert fourth - first >= RETRIES_WINDOW_S
        device.rig.sim.chip.violations.clear()


def test_a_key_pays_for_another_try(tmp_path: Path) -> None:
    """If the panel may not be drawn on for a while, a key allows another try within ten seconds."""
    usual = times_of("4.2")
    slow = {name: 10 * getattr(usual, name) for name in usual.__struct_fields__}
    with bench(tmp_path, times=Times(**slow)) as device:
        device.wait(120)
        assert device.device.glass.fault is not None
        before = count_full_refreshes(device)
        device.wait(60)
        assert count_full_refreshes(device) == before
        device.tap(NEXT, quiet=0)
        assert device.signals.given[-1] == "not_allowed"
        device.rig.sim.chip.kind = replace(device.rig.sim.chip.kind, times=usual)
        device.wait(20)
        assert device.device.glass.fault is None
        assert device.rig.sim.picture() == device.device.glass._frame


def test_a_weak_supply_is_still_one(tmp_path: Path, log: Any) -> None:
    """A panel with the usual times that loses power now and then is redrawn each time."""
    with bench(tmp_path) as device:
        for _ in range(5):
            device.tap(NEXT, quiet=0.1)
            device.rig.sim.chip.brown_out()
            device.wait(8)
            assert device.rig.sim.picture() == device.device.glass._frame
            device.tap(NEXT, quiet=8)
        assert log.text.count("lost its power") == 5
        assert "three times in a row" not in log.text
