"""The first start: eight steps, each answer kept; then the game menu, or the view below."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from firmware.data_folder import DataFolder
from firmware.views.first_start import STEPS
from tests.core import core
from tests.firmware.conftest import FullDisk
from tests.firmware.device.bench import BACK, Bench, bench, mark_hints_shown
from tests.play_script import play_script

HEADLINES = {
    "language": "Which language?",
    "hand": "Hand on the knob",
    "text": "Text size",
    "reading": "Can you read it?",
    "next": "The button Next",
    "back": "The button Back",
    "knob": "The knob",
    "usb": "USB keys",
    "": "Which game?",
}


def new_device(folder: Path, **values: Any) -> Any:
    """Return the device of a new folder, with the first start that `run` and `emulate` use."""
    mark_hints_shown(folder)
    return bench(folder, **DataFolder(folder).settings.first_start() | values)


def step_on_glass(device: Bench) -> str:
    """Return the step shown on the glass."""
    return next(step for step, headline in HEADLINES.items() if headline in device.words.splitlines())


def settings_values(folder: Path) -> dict[str, Any]:
    """Return the values in `settings.toml`."""
    return tomllib.loads((folder / "settings.toml").read_text("utf-8"))


def test_next_through_all_steps(tmp_path: Path) -> None:
    """Pressing Next through all steps leads to the game menu; the first start never appears again."""
    with new_device(tmp_path, usb=True) as device:
        device.pads.plug()
        seen = []
        for _ in STEPS:
            seen.append(step_on_glass(device))
            while step_on_glass(device) == seen[-1]:
                device.next()
        assert (tuple(seen), step_on_glass(device)) == (STEPS, "")
    assert settings_values(tmp_path)["first_start"] == ""
    with new_device(tmp_path) as device:
        assert step_on_glass(device) == ""


def test_the_small_panel_has_one_size_of_text(tmp_path: Path) -> None:
    """On 2.9 inches the text size is not asked, forwards or backwards."""
    with new_device(tmp_path, panel="2.9") as device:
        device.choose("en")
        device.choose("right")
        assert "Can you read it?" in device.words
        assert "Bigger" not in device.words
        device.back()
        assert step_on_glass(device) == "hand"


def test_answers(tmp_path: Path) -> None:
    """The left hand and big text apply from the next step on, and are kept."""
    with new_device(tmp_path) as device:
        device.choose("en")
        device.choose("left")
        assert device.hand.turned
        device.choose("big")
        assert (device.session.profile.big, step_on_glass(device)) == (True, "reading")
        assert device.listed == ["well"]
    assert settings_values(tmp_path) == {"language": "en", "hand": "left", "text": "big", "first_start": "reading"}


def test_reading(tmp_path: Path) -> None:
    """A player who cannot read it well gets bigger text and is asked again; each corner of the glass has a dot."""
    with new_device(tmp_path) as device:
        device.next(3)
        glass = device.rig.sim.picture()
        assert dots(glass) == {(0, 255), (255, 0)}
        device.choose("bigger")
        assert (step_on_glass(device), device.session.profile.big) == ("reading", True)
        device.choose("well")
        assert step_on_glass(device) == "next"
        assert dots(device.rig.sim.picture()) != dots(glass)


def dots(glass: Image.Image) -> set[tuple[Any, Any]]:
    """Return the colours in the corners and beside them."""
    width, height = glass.size
    corners = [(x, y) for x in (0, width - 1) for y in (0, height - 1)]
    inner = {0: 4, width - 1: width - 5}
    return {(glass.getpixel((inner[x], y)), glass.getpixel((x, y))) for x, y in corners}


@pytest.mark.parametrize("step", STEPS)
def test_a_power_cut(tmp_path: Path, step: str) -> None:
    """After a power cut it continues at its step, with the answers given."""
    DataFolder(tmp_path).settings.choose(language="en", first_start=step)
    with new_device(tmp_path) as device:
        assert step_on_glass(device) == step
    assert DataFolder(tmp_path).settings.load().first_start == step


def test_back(tmp_path: Path) -> None:
    """Back leads a step back; on the first step it skips the rest for good."""
    with new_device(tmp_path) as device:
        device.next(2)
        device.back(2)
        assert (step_on_glass(device), device.footer.split()[0]) == ("language", "Skip")
        device.back()
        assert step_on_glass(device) == ""
    with new_device(tmp_path) as device:
        assert step_on_glass(device) == ""


def test_first_start_again(tmp_path: Path) -> None:
    """“First start again” in the settings repeats all steps and returns to the settings; the play stays."""
    with bench(tmp_path) as device:
        device.choose("wyrmspan")
        device.choose("begin")
        play = device.play
        device.pause("settings")
        device.choose("first_start")
        assert step_on_glass(device) == "language"
        while "Settings" not in device.words.splitlines():
            device.next()
        device.tap(BACK, BACK)
        assert device.session.play is play
        assert device.session.settings.first_start == ""


def test_a_power_cut_in_a_second_first_start(tmp_path: Path) -> None:
    """The play is below it, and appears when it is over."""
    with bench(tmp_path) as device:
        device.choose("wyrmspan")
        device.choose("begin")
        words = device.words
        device.session.change_settings(first_start="knob")
    with new_device(tmp_path) as device:
        assert step_on_glass(device) == "knob"
        while "The knob" in device.words:
            device.next()
        assert device.words == words


def test_safe_mode_comes_first(tmp_path: Path) -> None:
    """After a crash, safe mode comes before the first start."""
    with new_device(tmp_path, trouble="It crashed.") as device:
        assert "Safe mode" in device.words


def test_a_full_disk(tmp_path: Path, full_disk: FullDisk) -> None:
    """If nothing can be kept, it continues and says so."""
    with new_device(tmp_path) as device, full_disk(1):
        device.next()
        assert (step_on_glass(device), device.header) == ("hand", "Lasts until power-off")


# --- which start is the first ---


@pytest.mark.parametrize(
    "name", ["settings.toml", "settings.last.toml", "plays/0001-x.jsonl", "archive/0001-x.jsonl", "plays.sqlite"]
)
def test_a_folder_that_was_used(tmp_path: Path, name: str) -> None:
    """If there are settings or plays of any version, there is no first start."""
    assert DataFolder(tmp_path).settings.first_start() == {"first_start": "language"}
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("")
    assert DataFolder(tmp_path).settings.first_start() == {}


def test_a_folder_that_cannot_be_written(plain_folder: Path) -> None:
    """A read-only folder has no first start, since it would be repeated each time."""
    plain_folder.chmod(0o555)
    try:
        assert DataFolder(plain_folder).settings.first_start() == {}
    finally:
        plain_folder.chmod(0o755)


@pytest.mark.parametrize("panel", core(["4.2", "4.2-big", "2.9"]))
def test_by_a_script(tmp_path: Path, panel: str) -> None:
    """A headless script goes through it in German, with a power cut after each answer."""
    (tmp_path / "data").mkdir()
    DataFolder(tmp_path / "data").settings.choose(first_start="language", hints=False)
    cut = "power:cut power:on wait:2"
    text = "" if panel == "2.9" else f"expect:Schriftgröße next {cut}"
    play_script(
        tmp_path,
        f"""
        expect:Which_language? turn:+1 expect:Deutsch next {cut}
        expect:Hand_am_Drehknopf turn:+1 expect:links next {cut} {text}
        expect:Gut_zu_lesen? hold:push expect:Einstellungen back expect:Gut_zu_lesen? next {cut}
        expect:Die_Taste_Weiter
        """,
        panel=panel,
    )
    kept = settings_values(tmp_path / "data")
    assert (kept["language"], kept["hand"], kept["first_start"]) == ("de", "left", "next")
