"""The notice of an upgrade: it is shown once, above no question."""

from pathlib import Path

import pytest

from engines.kit.contract import Role, Who
from engines.kit.text import ENGLISH
from engines.registry import load_engine
from firmware.views.notices import UPGRADE_VARIABLE, upgrade_notice
from firmware.views.view import Pages
from tests.contract.walk import ended_play, levels
from tests.core import core
from tests.firmware.device.bench import BACK, PUSH, Bench, bench

SET_UP_INPUTS = 15
"""More inputs than any set-up has."""
PANELS = ("4.2", "4.2-big", "2.9")
SENTENCES = {
    "ready": "Tavolino 0.2.0 is ready.",
    "damaged": "The upgrade is damaged.",
    "large": "There is no room for Tavolino 0.2.0.",
    "same": "Tavolino 0.2.0 runs already.",
    "back": "Tavolino 0.2.0 did not start well in three tries.",
}


@pytest.fixture
def notice_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the path of the service's file, which does not exist yet."""
    file = tmp_path / "notice"
    monkeypatch.setenv(UPGRADE_VARIABLE, str(file))
    return file


def is_shown(device: Bench) -> bool:
    """Return whether the notice is on the glass."""
    return "Before you go on" in device.words


def is_your_turn(device: Bench) -> bool:
    """Return whether the play is at the player's own turn."""
    return device.play.screen.role is Role.INSTRUCTION and device.play.screen.badge.who is Who.YOU


def to_next_step(device: Bench) -> None:
    """Press Next until the next step, or until a notice above it."""
    n = device.play.n
    while device.play.n == n:
        device.next()


@pytest.mark.parametrize("panel", core(PANELS))
@pytest.mark.parametrize("word", SENTENCES)
def test_the_notice_comes_when_your_turn_begins(tmp_path: Path, notice_file: Path, word: str, panel: str) -> None:
    """The notice is shown once, at the player's first turn after the set-up, and again if it changes."""
    with bench(tmp_path, panel=panel) as device:
        device.choose("wyrmspan")
        device.choose("begin")
        notice_file.write_text(f"{word} 0.2.0\n")
        device.turn(1)
        device.wait(10)
        while not is_your_turn(device):
            assert not is_shown(device)
            to_next_step(device)
        assert is_shown(device)
        assert SENTENCES[word] in device.text
        n = device.play.n
        while isinstance(device.session.top, Pages):
            device.next()
        assert device.play.n == n
        to_next_step(device)
        device.back()
        assert (device.play.n, is_shown(device)) == (n, False)
        notice_file.write_text(f"{'ready' if word == 'damaged' else word} 0.3.0\n")
        device.wait(10)
        assert not is_shown(device)
        to_next_step(device)
        assert is_shown(device)


@pytest.mark.parametrize("game", core(["burgundy", "lisboa", "pampero"]))
def test_nothing_comes_between_the_questions_of_a_turn(tmp_path: Path, notice_file: Path, game: str) -> None:
    """The notice waits until the bot's questions are answered and its turn has ended."""
    with bench(tmp_path) as device:
        device.session.begin(load_engine(game), {}, {})
        device.redraw()
        while device.play.screen.role is not Role.QUESTION or device.play.n < SET_UP_INPUTS:
            to_next_step(device)
        notice_file.write_text("ready 0.2.0\n")
        to_next_step(device)
        while not is_your_turn(device):
            assert not is_shown(device)
            to_next_step(device)
        assert is_shown(device)


def test_the_notice_is_above_the_menu_and_a_result(tmp_path: Path, notice_file: Path) -> None:
    """A player who opens the game menu sees the notice there, and one at the end of a play above the result."""
    with bench(tmp_path) as device:
        device.enter(ended_play("wyrmspan", levels("wyrmspan")[0], 1))
        notice_file.write_text("ready 0.2.0\n")
        device.back()
        assert not is_shown(device)
        to_next_step(device)
        assert is_shown(device)
        device.push()
        assert device.play.screen.role is Role.RESULT
        notice_file.write_text("ready 0.3.0\n")
        device.pause("other")
        assert is_shown(device)
        device.push()
        assert "Which game?" in device.words


def test_a_start_shows_the_step_first(tmp_path: Path, notice_file: Path) -> None:
    """After power-on the pending step is shown without the notice; without a play, the notice is above the menu."""
    notice_file.write_text("back 0.2.0\n")
    with bench(tmp_path) as device:
        assert is_shown(device)
        device.push()
        device.choose("wyrmspan")
        device.choose("begin")
    with bench(tmp_path) as device:
        assert not is_shown(device)


def test_the_first_start_and_safe_mode_come_first(tmp_path: Path, notice_file: Path) -> None:
    """The notice never covers the first start or safe mode."""
    notice_file.write_text("back 0.2.0\n")
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
def test_a_damaged_file_may_name_no_version(notice_file: Path, raw: bytes) -> None:
    """The notice of a damaged upgrade is shown even if no version can be read."""
    notice_file.write_bytes(raw)
    notice = upgrade_notice()
    assert notice is not None
    assert SENTENCES["damaged"] in ENGLISH.words(notice)


@pytest.mark.parametrize("raw", [b"", b"\n", b"else 0.2.0", b"\xff 1", b"?"])
def test_what_is_not_understood_says_nothing(notice_file: Path, raw: bytes) -> None:
    """A missing, empty or unknown file gives no notice."""
    assert upgrade_notice() is None
    notice_file.write_bytes(raw)
    assert upgrade_notice() is None


def test_a_long_file_is_not_read_whole(notice_file: Path) -> None:
    """A version is short; longer text is cut off."""
    notice_file.write_bytes(b"ready " + b"1" * 5000)
    notice = upgrade_notice()
    assert notice is not None
    assert len(ENGLISH.words(notice)) < 120


def test_there_is_no_notice_without_an_image(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the variable there is no notice, nor if the path is a folder."""
    monkeypatch.delenv(UPGRADE_VARIABLE, raising=False)
    assert upgrade_notice() is None
    monkeypatch.setenv(UPGRADE_VARIABLE, str(tmp_path))
    assert upgrade_notice() is None
