"""The device tells what became of an upgrade: once, between two steps, and in the way of nothing."""

from pathlib import Path

import pytest

from engines.kit.text import ENGLISH
from firmware.views.notices import UPGRADE_VARIABLE, upgrade_notice
from firmware.views.view import Pages
from tests.core import core
from tests.firmware.device.bench import BACK, PUSH, bench

PANELS = ("4.2", "4.2-big", "2.9")
SAID = {
    "ready": "Tavolino 0.2.0 is ready.",
    "damaged": "The upgrade is damaged.",
    "large": "There is no room for Tavolino 0.2.0.",
    "same": "Tavolino 0.2.0 runs already.",
    "back": "Tavolino 0.2.0 did not start well in three tries.",
}


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return where the service writes; there is nothing yet."""
    file = tmp_path / "told"
    monkeypatch.setenv(UPGRADE_VARIABLE, str(file))
    return file


@pytest.mark.parametrize("panel", core(PANELS))
@pytest.mark.parametrize("word", SAID)
def test_it_is_said_before_the_next_step(tmp_path: Path, told: Path, word: str, panel: str) -> None:
    """The step that is on the glass stays; above the next one it is said, once, and again where it changes."""
    with bench(tmp_path, panel=panel) as device:
        device.choose("wyrmspan")
        device.choose("begin")
        told.write_text(f"{word} 0.2.0\n")
        step = device.play.screen
        device.turn(1)
        device.wait(10)
        assert "Before you go on" not in device.words
        device.next()
        while device.play.screen == step:
            device.next()
        assert "Before you go on" in device.words
        assert SAID[word] in " ".join(device.words.split())
        n = device.play.n
        while isinstance(device.device.session.top, Pages):
            device.next()
        assert device.play.n == n
        device.back()
        assert "Before you go on" not in device.words
        told.write_text(f"{'ready' if word == 'damaged' else word} 0.3.0\n")
        while device.play.n < n:
            device.next()
        assert "Before you go on" in device.words


def test_the_first_start_and_safe_mode_come_first(tmp_path: Path, told: Path) -> None:
    """Neither the question for the language nor the reason of safe mode has it above itself."""
    told.write_text("back 0.2.0\n")
    with bench(tmp_path / "new", first_start="language") as device:
        assert "Which language?" in device.words
        device.next()
        assert "Hand on the knob" in device.words
    with bench(tmp_path / "crashed", trouble="it crashed") as device:
        assert "Safe mode" in device.words
        device.turn(1)
        device.hold(PUSH)
        device.tap(BACK)
        assert "Safe mode" in device.words


@pytest.mark.parametrize("raw", [b"damaged", b"damaged \xff\n", b"damaged ? $(x)\n", b"damaged " + b"1" * 500])
def test_a_damaged_file_may_name_no_version(told: Path, raw: bytes) -> None:
    """It is told, whatever stands in its head."""
    told.write_bytes(raw)
    said = upgrade_notice()
    assert said is not None
    assert SAID["damaged"] in ENGLISH.words(said)


@pytest.mark.parametrize("raw", [b"", b"\n", b"else 0.2.0", b"\xff 1", b"?"])
def test_what_is_not_understood_says_nothing(told: Path, raw: bytes) -> None:
    """A file that is empty or of another kind says nothing, nor does one that is not there."""
    assert upgrade_notice() is None
    told.write_bytes(raw)
    assert upgrade_notice() is None


def test_a_long_file_is_not_read_whole(told: Path) -> None:
    """A version is short; whatever follows is not shown."""
    told.write_bytes(b"ready " + b"1" * 5000)
    said = upgrade_notice()
    assert said is not None
    assert len(ENGLISH.words(said)) < 120


def test_it_is_not_looked_for_where_there_is_no_image(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the variable nothing is said; where the place is a folder neither."""
    monkeypatch.delenv(UPGRADE_VARIABLE, raising=False)
    assert upgrade_notice() is None
    monkeypatch.setenv(UPGRADE_VARIABLE, str(tmp_path))
    assert upgrade_notice() is None
