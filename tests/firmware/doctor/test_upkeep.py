"""The doctor's upkeep of a panel: its pace is shown and measured, and a stained panel is wiped."""

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from display.refresh import Refresh
from firmware import cli
from firmware.device.builds import build_of
from firmware.doctor import checks, examination, upkeep
from firmware.doctor.checks import Check
from firmware.doctor.installation import Installation
from firmware.doctor.upkeep import WIPE_PASSES
from firmware.plays.folder import read_counts
from firmware.plays.store import Store
from firmware.settings.settings import Settings
from hw.build import Times
from hw.sim.chip import Trouble
from hw.sim.epd import SimPanel
from tests.firmware.doctor.faulty import Defect, FaultyInstallation
from tests.hw.panel_bench import is_asleep

pytestmark = pytest.mark.all

each_panel = pytest.mark.parametrize("panel", ["4.2", "2.9"])


class PacedInstallation(FaultyInstallation):
    """A panel whose times are a fraction of its profile's."""

    def __init__(self, folder: Path, panel: str = "4.2", ratio: float = 1.0, defect: Defect | None = None) -> None:
        super().__init__(folder, panel, defect)
        build = build_of(Settings(panel)).panel
        times = build.times
        self.times = replace(times, **{name: ratio * getattr(times, name) for name in times.__struct_fields__})
        self.sim: Any = SimPanel(build, self.clock, self._factory, times=self.times)

    @property
    def chip(self) -> Any:
        """Return the chip of the panel."""
        return self.sim.chip


def checks_by_name(installation: FaultyInstallation) -> dict[str, Check]:
    """Return the checks of the plain doctor, by name."""
    return {check.name: check for check in examination.examine(installation)}


# --- pace ---


@each_panel
@pytest.mark.parametrize("ratio", [0.3, 0.5, 1.0, 1.5, 2.0])
def test_the_pace_is_measured_anew(tmp_path: Path, panel: str, ratio: float) -> None:
    """Old times are dropped; each refresh is measured from rest and with the voltage on, and kept."""
    with Store(tmp_path) as store:
        store.pace(panel).update({"partial.cold": 9.0, "off": 9.0})
    installation = PacedInstallation(tmp_path, panel, ratio)
    said, check, _ = upkeep.measure(installation)
    known, times = read_counts(tmp_path).pace.get(panel, {}), installation.times

    assert isinstance(said, str)
    assert "18 refreshes, about " in said
    assert isinstance(check, Check)
    assert check.ok
    assert {
        "partial": times.partial_s,
        "full": times.full_s,
        "slow": times.slow_s,
        "off": times.power_off_s,
        "partial.cold": times.power_on_s + times.partial_s,
        "full.cold": times.power_on_s + times.full_s,
        "slow.cold": times.power_on_s + times.slow_s,
    } == pytest.approx(known, abs=0.03)
    assert (True, False) == (is_asleep(installation.chip), installation.chip.voltage)


def test_the_time_that_is_said_is_the_time_it_takes(tmp_path: Path) -> None:
    """The announced time is right within two seconds for a panel with its profile's times."""
    installation = PacedInstallation(tmp_path)
    said, _, _ = upkeep.measure(installation)

    assert isinstance(said, str)
    assert int(said.split("about ")[1].split(" s")[0]) == pytest.approx(installation.clock.now(), abs=2)


def test_the_pace_is_shown_beside_the_profile(tmp_path: Path) -> None:
    """The plain doctor shows the known times beside the profile's, or the command that measures them."""
    assert "`tavolino doctor --speed`" in checks_by_name(PacedInstallation(tmp_path))["pace"].found
    list(upkeep.measure(PacedInstallation(tmp_path, ratio=1.5)))
    pace = checks_by_name(PacedInstallation(tmp_path, ratio=1.5))["pace"]

    assert pace.ok
    assert "partial refresh 0.55 s (0.36), from rest 0.70 s (0.46)" in pace.found
    assert "voltage off 0.4" in pace.found


def test_a_panel_is_judged_by_its_own_pace(tmp_path: Path) -> None:
    """A panel three times as fast as its profile seems to lose power, until it is measured."""
    assert not checks_by_name(PacedInstallation(tmp_path, ratio=0.3))["panel"].ok
    list(upkeep.measure(PacedInstallation(tmp_path, ratio=0.3)))

    assert checks_by_name(PacedInstallation(tmp_path, ratio=0.3))["panel"].ok


def test_a_panel_with_a_switch_of_its_own_is_measured_in_two_rounds(tmp_path: Path) -> None:
    """The start of its voltage is a separate measurement, and no refresh begins from rest."""
    installation = PacedInstallation(tmp_path, "3.7")
    list(upkeep.measure(installation))

    assert {"partial", "full", "slow", "on", "off"} == set(read_counts(tmp_path).pace["3.7"])
    with Store(tmp_path) as store:
        assert store.counter("refresh.full") <= 10


def test_what_is_drawn_is_counted(tmp_path: Path) -> None:
    """The doctor's refreshes count as refreshes of the panel."""
    list(upkeep.measure(PacedInstallation(tmp_path)))
    with Store(tmp_path) as store:
        assert [8, 10] == [store.counter(f"refresh.{kind.value}") for kind in (Refresh.PARTIAL, Refresh.FULL)]


def test_a_pace_that_no_panel_can_have(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Times too short for any panel are reported, and not kept."""

    def measure(_installation: Any, panel: Any, _build: Any) -> None:
        panel.pace.known.update({"full.cold": 1.4, "partial": 0.05})

    monkeypatch.setattr(upkeep, "_measure_pace", measure)
    *_, check = upkeep.measure(PacedInstallation(tmp_path))
    assert isinstance(check, Check)
    assert (False, True) == (check.ok, "sooner than any panel can be" in check.found)
    assert {} == read_counts(tmp_path).pace.get("4.2", {})


# --- speed ---


@pytest.mark.parametrize("hand", ["left", "right"])
@pytest.mark.parametrize(("panel", "ms"), [("4.2", 24), ("2.9", 8)])
def test_a_key_is_timed(tmp_path: Path, panel: str, ms: int, hand: str) -> None:
    """On a virtual clock only the two pictures on the wire take time; the memory is that of the process."""
    (tmp_path / "settings.toml").write_text(f'panel = "{panel}"\nhand = "{hand}"')
    *_, check = upkeep.measure(PacedInstallation(tmp_path, panel))

    assert isinstance(check, Check)
    found = re.fullmatch(r"(\d+) ms from a key to the start of its refresh; (\d+) MiB used", check.found)
    assert found
    assert ms == int(found[1])
    assert 20 < int(found[2])


def test_no_play_of_the_player_is_touched(tmp_path: Path) -> None:
    """The measured play is in its own temporary folder, with the panel's pace."""
    found = list(upkeep.measure(PacedInstallation(tmp_path, ratio=0.3)))

    assert [True, True] == [one.ok for one in found if isinstance(one, Check)]
    with Store(tmp_path) as store:
        assert () == store.plays()


def test_a_panel_that_does_not_draw_what_a_key_led_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cable that comes off after the measurement of the pace is reported, and ends it."""
    installation = PacedInstallation(tmp_path)
    pace_check = checks.pace_check

    def unplugged(known: dict[str, float], times: Times) -> Check:
        installation.chip.trouble = Trouble.BUSY_STUCK
        return pace_check(known, times)

    monkeypatch.setattr(checks, "pace_check", unplugged)
    *_, check = upkeep.measure(installation)

    assert isinstance(check, Check)
    assert (False, "panel") == (check.ok, check.name)


# --- the wipe ---


@each_panel
def test_a_wipe(tmp_path: Path, panel: str) -> None:
    """Half of the passes are black, half white, each a slow refresh; the end is white and at rest; all are counted."""
    installation = PacedInstallation(tmp_path, panel)
    said, *passes, check = upkeep.wipe(installation)
    updates = installation.chip.updates

    assert isinstance(said, str)
    assert f"{WIPE_PASSES} passes" in said
    minutes, seconds = (int(word.split()[-1]) for word in said.split("about ")[1].split(" s")[0].split(" min "))
    assert 60 * minutes + seconds == pytest.approx(installation.clock.now(), rel=0.05)
    assert [f"{n} of {WIPE_PASSES}: {'white' if n % 2 == 0 else 'black'}" for n in range(1, WIPE_PASSES + 1)] == passes
    assert [(0xF4, False)] * WIPE_PASSES == [(update.sequence, update.partial) for update in updates]
    assert (255, 255) == installation.sim.picture().getextrema()
    assert ([], True, False) == (installation.chip.violations, is_asleep(installation.chip), installation.chip.voltage)
    assert isinstance(check, Check)
    assert f"{WIPE_PASSES} full refreshes in its life" in check.found
    assert "slow" in read_counts(tmp_path).pace.get(panel, {})  # it waited until the voltage was off
    with Store(tmp_path) as store:
        assert WIPE_PASSES == store.counter("refresh.full")


def test_a_wipe_that_is_given_up(tmp_path: Path) -> None:
    """Ctrl-C ends it in order: no voltage remains on the glass, and the passes are counted."""
    installation = PacedInstallation(tmp_path)
    found = upkeep.wipe(installation)
    for _ in range(3):
        next(found)
    with pytest.raises(KeyboardInterrupt):
        found.throw(KeyboardInterrupt())  # type: ignore[attr-defined]

    assert (True, False) == (is_asleep(installation.chip), installation.chip.voltage)
    with Store(tmp_path) as store:
        assert 2 == store.counter("refresh.full")


# --- what cannot be ---


@pytest.mark.parametrize("what", [upkeep.measure, upkeep.wipe])
@pytest.mark.parametrize(
    ("defect", "name"),
    [
        (Defect.NO_SPI, "SPI device"),
        (Defect.BAD_SETTINGS, "settings"),
        (Defect.BUSY_DEAD, "panel"),
        (Defect.BROWN_OUT, "panel"),
        (Defect.SECOND, "store"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, what: Any, defect: Defect, name: str) -> None:
    """Each ends soon with the failed check."""
    installation = FaultyInstallation(tmp_path, None, defect)
    found = [one for one in what(installation) if isinstance(one, Check)]
    installation.close()

    assert [(name, False)] == [(check.name, check.ok) for check in found]
    assert installation.clock.now() < 60


@pytest.mark.parametrize("what", [upkeep.measure, upkeep.wipe])
def test_a_damaged_store_is_told_of(tmp_path: Path, what: Any) -> None:
    """A damaged store is reported, since opening repairs it."""
    found = [one for one in what(FaultyInstallation(tmp_path, None, Defect.DAMAGED_STORE)) if isinstance(one, Check)]

    assert [("store", False), True] == [(found[0].name, found[0].ok), found[1].ok]


# --- the command ---


@pytest.mark.parametrize("what", ["speed", "wipe"])
def test_the_commands(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Both commands run by name, on the parts of this computer."""
    asked: list[Installation] = []

    def done(name: str, installation: Installation) -> Iterator[str]:
        asked.append(installation)
        yield f"{name} is done"

    monkeypatch.setattr(upkeep, "measure", partial(done, "speed"))
    monkeypatch.setattr(upkeep, "wipe", partial(done, "wipe"))

    assert 0 == cli.main(["doctor", f"--{what}", "--data", str(tmp_path)])
    assert [f"{what} is done"] == capsys.readouterr().out.splitlines()
    assert [tmp_path] == [installation.folder.path for installation in asked]
