"""Facts on the pages about building and faults: quotations of the doctor, pins, fields and examples."""

import os
import re
import shutil
import tomllib
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from firmware.device.builds import load
from firmware.doctor import checks, dialogue, examination
from hw.build import Build
from hw.events import InputLine, Key, Press, Turn
from hw.pinout import HEADER
from tests.docs.wiring import GROUND, POWER, list_fields
from tests.firmware.doctor.faulty import Defect, FaultyInstallation

EXCHANGED = InputLine.NEXT, InputLine.BACK, InputLine.A, InputLine.B

DOCS = Path(__file__).parents[2] / "docs"
BUILD = (DOCS / "build.md").read_text(encoding="utf-8")
FAULTS = (DOCS / "faults.md").read_text(encoding="utf-8")


def test_quotations_of_the_doctor_are_right(tmp_path: Path) -> None:
    """Each quotation in a column of the doctor's is part of a line that it prints."""
    lines = _doctor_lines(tmp_path)
    quoted = [quote for cell in _column(FAULTS, "the doctor says") for quote in re.findall("“(.*?)”", cell)]

    assert 15 < len(quoted)
    assert [] == [quote for quote in quoted if quote not in lines]


def test_the_example_of_another_panel_is_a_build() -> None:
    """The settings in docs/your-panel.md are allowed, and those of the glass are taken."""
    [example] = re.findall("```toml\n(.*?)```", (DOCS / "your-panel.md").read_text(encoding="utf-8"), re.DOTALL)
    settings = tomllib.loads(example)
    build = load(settings["panel"], settings["hardware"])

    assert build.panel.glass == (296, 152, 0.203)
    assert build.keys.set == "knob"


@pytest.mark.parametrize("name", ["faults.md", "silicon.md"])
def test_every_field_named_exists(name: str) -> None:
    """A field of the profile that a page names is one."""
    fields = {".".join(map(str, path)) for path, _ in list_fields(Build)}
    named = re.findall(r"`((?:panel|keys|encoder|signals)\.[a-z_.]+)[`\s]", (DOCS / name).read_text(encoding="utf-8"))
    groups = {field.rpartition(".")[0] for field in fields}

    assert named
    assert [] == [field for field in named if field not in fields | groups]


def test_the_pins_named_are_those_of_the_profiles() -> None:
    """Positions on the header and the values that exchange two parts are those of both builds."""
    for name in ("4.2", "2.9"):
        build = load(name)
        pins = build.panel.pins

        assert f"VCC at header {POWER[0]}, BUSY at {HEADER[pins.busy]};" in FAULTS
        assert (
            f"VCC at header {POWER[0]}, ground at {GROUND[0]}, BUSY at {HEADER[pins.busy]}, RST at {HEADER[pins.rst]}, "
            f"DIN at {HEADER[10]}, CLK at {HEADER[11]}, CS at {HEADER[8]}, DC at {HEADER[pins.dc]}, each"
        ) in FAULTS
        assert f"the wires of BUSY ({HEADER[pins.busy]}) and RST ({HEADER[pins.rst]})" in FAULTS
        following, back, a, b = (build.pins[line].pin for line in EXCHANGED)
        assert f"`next = {back}`, `back = {following}`" in FAULTS
        assert f"`a = {b}`, `b = {a}`" in FAULTS
    led = load("4.2").signals.led
    assert led is not None
    assert f"`led = {led}`" in BUILD
    assert f"Its wire: header {HEADER[led]}" in FAULTS
    assert f"“+”, which goes to 3.3 V, header {POWER[1]} (not" in BUILD
    assert f"to GPIO 12, header {HEADER[12]}; − to ground" in BUILD
    assert not {2, 4} & {*POWER, *GROUND, *HEADER.values()}


def test_the_values_for_a_wrong_picture_are_those_of_the_panel_test() -> None:
    """Scan order, ink, rotation and offset on the page are those that the panel test would try."""
    large, small = (dialogue.PanelSettings(load(name).panel, "fast") for name in ("4.2", "2.9"))
    scans = [one.panel.registers.scan for one in dialogue._scans(large)]

    assert f"`registers.scan = {scans[1]}`, {scans[2]} or {scans[3]} |" in FAULTS
    assert _control(dialogue._inks(large)[1]) in FAULTS
    assert _control(dialogue._with_offset(small, 0, 0)) in FAULTS
    corner = dialogue.CORNERS.index("bottom right")
    turned = [dialogue._with_dot_top_left(one, corner).panel.rotation for one in (large, small)]
    assert f'`rotation = {turned[0]}`; on 2.9" `rotation = {turned[1]}`' in FAULTS


def test_the_example_of_the_page_can_be_used() -> None:
    """The lines of settings that the page shows exchange the two contacts of the knob, in every build."""
    (example,) = re.findall(r"```toml\n(.*?)```", FAULTS, re.DOTALL)

    for name in ("4.2", "2.9"):
        usual, turned = load(name).pins, load(name, tomllib.loads(example)["hardware"]).pins
        assert (usual[InputLine.A].pin, usual[InputLine.B].pin) == (turned[InputLine.B].pin, turned[InputLine.A].pin)


def _control(settings: dialogue.PanelSettings) -> str:
    control = settings.panel.update_control
    return f"`update_control.full = {list(control.full)}` and `update_control.partial = {list(control.partial)}`"


def _doctor_lines(folder: Path) -> str:
    """Return all lines of the doctor that a test can provoke."""
    lines = []
    for defect in (None, *Defect):
        place = folder / str(defect)
        place.mkdir()
        installation = FaultyInstallation(place, "2.9" if defect is None else None, defect)
        lines += [check.line for check in examination.examine(installation)]
        installation.close()
    with closing(FaultyInstallation(folder)) as installation:
        lines.append(examination._light_check(installation, load("4.2")).line)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(examination, "user_name", lambda: "tavolino")
        patched.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=5_000_000))
        lines.append(examination.folder_check(folder).line)
        patched.setattr(os, "access", lambda *_: False)
        lines.append(examination.folder_check(folder).line)
        patched.setattr(os, "statvfs", lambda _: SimpleNamespace(f_flag=os.ST_RDONLY))
        lines.append(examination.folder_check(folder).line)
    keys = (Press(Key.NEXT, 0, 0), Press(Key.BACK, 0, 0), Turn(1, 0), Turn(-1, 0))
    lines += [checks.event_words(key, load("4.2").keys) for key in keys]
    return "\n".join((*lines, Path(dialogue.__file__).read_text(encoding="utf-8")))


def _column(page: str, head: str) -> list[str]:
    """Return the cells of the column with a name, from all tables that have it."""
    cells: list[str] = []
    at: int | None = None
    for line in page.splitlines():
        row = [cell.strip() for cell in line.split("|")[1:-1]]
        if head in row:
            at = row.index(head)
        elif not row:
            at = None
        elif at is not None:
            cells.append(row[at])
    return cells
