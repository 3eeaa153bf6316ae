"""Scripts of the headless device: their words, their errors, and the committed script."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from firmware.data_folder import DataFolder
from firmware.emulators import script
from firmware.emulators.device import numbered_seeds
from firmware.emulators.script import VALUE_PATTERNS, WORD_FORMS, ScriptFailed, Word, parse
from firmware.errors import TavolinoError
from tests.play_script import play_script

pytestmark = pytest.mark.usefixtures("magpie_menu")

SCRIPTS = Path(__file__).parents[2] / "scripts"

Play = Callable[..., Path]


@pytest.fixture
def play(tmp_path: Path) -> Play:
    """Return a function that plays a script on its own data folder and returns the folder of its pictures."""

    def played(text: str, **how: Any) -> Path:
        return play_script(tmp_path, text, **how)

    return played


# --- words ---


def test_parse() -> None:
    """Words are on lines, with values; quotation marks hold a value together, and # begins a comment."""
    text = 'next back # and so on\n\nturn:-3 hold:push expect:"two words" expect:one_word\nwait:0.5 power:cut'
    expected = [
        Word(1, "next"),
        Word(1, "back"),
        Word(3, "turn", "-3"),
        Word(3, "hold", "push"),
        Word(3, "expect", "two words"),
        Word(3, "expect", "one_word"),
        Word(4, "wait", "0.5"),
        Word(4, "power", "cut"),
    ]
    assert expected == parse(text, "keys.txt")


def test_an_expected_text_goes_on() -> None:
    """The text of an expect reaches to the next word of a script, or to the end of its line."""
    words = parse("expect:Take your turn next expect:Move her\nback", "keys")
    assert [("expect", "Take your turn"), ("next", ""), ("expect", "Move her"), ("back", "")] == [
        (word.name, word.value) for word in words
    ]


@pytest.mark.parametrize(
    "word",
    [
        "jump",
        "Next",
        "next:3",
        "turn",
        "turn:",
        "turn:x",
        "turn:+-3",
        "turn:3.5",
        "turn:99999",
        "hold:next",
        "hold",
        "wait:",
        "wait:.",
        "wait:-1",
        "wait:٣",
        "shot:",
        "shot:../up",
        "shot:a/b",
        "expect:",
        "power:off",
        "power",
    ],
)
def test_unknown_word(word: str) -> None:
    """An unknown word is named with its line, and the known words are listed."""
    with pytest.raises(TavolinoError) as raised:
        parse(f"next\nnext {word}", "keys.txt")
    assert str(raised.value).startswith(f"keys.txt, line 2: {word!r} is no word of a script. There are: next, back, ")
    assert {word.partition(":")[0] for word in re.split(", | and ", WORD_FORMS)} == VALUE_PATTERNS.keys()


def test_open_quotation() -> None:
    """An unclosed quotation is named with its line."""
    with pytest.raises(TavolinoError, match=r"^keys\.txt, line 2: No closing quotation\. Close the quotation\.$"):
        parse('next\nexpect:"two words\nnext', "keys.txt")


# --- what they do ---


def test_expect(play: Play) -> None:
    """Words on the glass are found, with spaces or with _ for them."""
    play('expect:"The Magpie: new" expect:The_Magpie:_new expect:The_Magpie')


def test_expect_fails(play: Play) -> None:
    """Missing words give the line, the expectation, and all words on the glass."""
    with pytest.raises(ScriptFailed) as raised:
        play("next\n\nexpect:Lisboa")
    first, *rest = str(raised.value).splitlines()
    assert first == "Line 3: expect:Lisboa is not on the glass, which says:"
    assert rest[0] == "Tavolino"
    assert "> Begin" in rest


def test_keys(play: Play) -> None:
    """Every key has the same effect as on the device."""
    play("turn:+9 expect:>_Power_off turn:-9 expect:>_The_Magpie push expect:Begin back expect:Which_game?")
    play("hold:push expect:Pause back next next next next next hold:back expect:Steps_so_far")


def test_a_script_of_four_keys(play: Play, tmp_path: Path) -> None:
    """Turns become presses of ▼ or ▲, a push both keys: the same script works on a list."""
    (tmp_path / "data").mkdir()
    DataFolder(tmp_path / "data").settings.choose(hardware={"keys": {"set": "four"}})
    play("turn:+9 expect:>_Power_off turn:-9 expect:>_The_Magpie push expect:Begin back expect:Which_game?")
    play("hold:push expect:Pause back next next next next next hold:back expect:Steps_so_far")


def test_a_build_without_keys_on_pins(play: Play) -> None:
    """Such a script can wait, expect and take pictures; an impossible key gives one sentence."""
    play("wait:1 expect:Which_game? shot:menu", panel="2.13")
    with pytest.raises(TavolinoError, match=r"^Line 2: turn cannot be done: this build has USB keys alone"):
        play("wait:1\nturn:+1", panel="2.13")


def test_wait(play: Play) -> None:
    """Waiting passes virtual time: after a day the glass is cleaned."""
    play("wait:90000 expect:Wyrmspan")


def test_shots(play: Play) -> None:
    """A shot is a picture of the glass in the panel's size."""
    frames = play("shot:menu next shot:options.1", panel="2.9")
    assert ["menu.png", "options.1.png"] == sorted(path.name for path in frames.iterdir())
    with Image.open(frames / "menu.png") as menu:
        assert (menu.size, menu.mode) == ((296, 128), "1")


def test_power(play: Play) -> None:
    """Without power the glass can be read, but no key works; with power the device continues at its step."""
    play("next next power:cut expect:Lay_out shot:dark power:on expect:Lay_out next expect:What_is_it_worth")
    with pytest.raises(TavolinoError, match=r"^Line 2: next without power\. Put power:on before it\.$"):
        play("power:cut\nnext")


def test_settings_outlive_the_power(play: Play) -> None:
    """The last options are kept after a power cut, as on a device."""
    begin = "next turn:+1 next turn:+3 next expect:Rounds: 5 turn:-9 next"
    play(f"{begin}\npower:cut power:on back\nexpect:Rounds: 5")


def test_power_off(play: Play) -> None:
    """A device switched off in its menu has no power."""
    with pytest.raises(TavolinoError, match=r"^Line 1: next without power"):
        play("hold:push turn:+9 next expect:Switched_off next")


def test_frames_cannot_be_written(play: Play, tmp_path: Path) -> None:
    """If the folder for pictures cannot be made, one sentence says so."""
    (tmp_path / "frames").write_text("")
    with pytest.raises(TavolinoError, match=r"menu\.png cannot be written: .*\. Choose another --frames\.$"):
        play("shot:menu")


def test_seeds() -> None:
    """Each play of a run has its own seed, the same in every run."""
    seeds = numbered_seeds("7")
    assert ["7", "7-2", "7-3"] == [seeds(), seeds(), seeds()]


def test_never_over(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    """A script that never reaches a result ends with a sentence."""
    monkeypatch.setattr(script, "MAX_REPETITIONS", 3)
    with pytest.raises(TavolinoError, match=r"^No play came to its result in 3 repetitions of the script\.$"):
        play("turn:+1", until_over=True)


# --- the committed one ---


def test_power_cuts(play: Play) -> None:
    """With or without a power cut the glass is the same, and the device continues at its step."""
    frames = play((SCRIPTS / "power.txt").read_text())
    shots = sorted(frames.iterdir())
    assert ["after.png", "before.png", "without.png"] == [shot.name for shot in shots]
    assert len({shot.read_bytes() for shot in shots}) == 1
