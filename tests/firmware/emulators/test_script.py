"""HeadlessDevice scripts: their words, what they say when they fail, and the committed one."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from firmware.data_folder import DataFolder
from firmware.emulators import script
from firmware.emulators.device import numbered_seeds
from firmware.emulators.script import FORMS, VALUE_PATTERNS, ScriptFailed, Word, parse
from firmware.errors import TavolinoError
from tests.scripted import scripted

pytestmark = pytest.mark.usefixtures("shelf")

SCRIPTS = Path(__file__).parents[2] / "scripts"

Play = Callable[..., Path]


@pytest.fixture
def play(tmp_path: Path) -> Play:
    """Plays a script on a data folder of its own; returns the folder of its pictures."""

    def played(text: str, **how: Any) -> Path:
        return scripted(tmp_path, text, **how)

    return played


# --- words ---


def test_parse() -> None:
    """Words stand on lines, with values; quotation marks hold words together, and # begins a comment."""
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
    """The text of an expect goes on to the next word of a script, or to the end of its line, not beyond."""
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
    """A word that is none is named with its line, and with the words that there are."""
    with pytest.raises(TavolinoError) as raised:
        parse(f"next\nnext {word}", "keys.txt")
    assert str(raised.value).startswith(f"keys.txt, line 2: {word!r} is no word of a script. There are: next, back, ")
    assert {word.partition(":")[0] for word in re.split(", | and ", FORMS)} == VALUE_PATTERNS.keys()


def test_open_quotation() -> None:
    """A quotation that is not closed is named with its line."""
    with pytest.raises(TavolinoError, match=r"^keys\.txt, line 2: No closing quotation\. Close the quotation\.$"):
        parse('next\nexpect:"two words\nnext', "keys.txt")


# --- what they do ---


def test_expect(play: Play) -> None:
    """What is on the glass is found, with its spaces or with _ for them."""
    play('expect:"The Magpie: new" expect:The_Magpie:_new expect:The_Magpie')


def test_expect_fails(play: Play) -> None:
    """What is not there fails with the line, the word, and all that is there."""
    with pytest.raises(ScriptFailed) as raised:
        play("next\n\nexpect:Lisboa")
    first, *rest = str(raised.value).splitlines()
    assert first == "Line 3: expect:Lisboa is not on the glass, which says:"
    assert rest[0] == "Tavolino"
    assert "> Begin" in rest


def test_keys(play: Play) -> None:
    """Every key does on the device what it does under a hand."""
    play("turn:+9 expect:>_Power_off turn:-9 expect:>_The_Magpie push expect:Begin back expect:Which_game?")
    play("hold:push expect:Pause back next next next next next hold:back expect:Steps_so_far")


def test_a_script_of_four_keys(play: Play, tmp_path: Path) -> None:
    """A turn is ▼ or ▲ as often, a push is both: a script means the same on a list."""
    (tmp_path / "data").mkdir()
    DataFolder(tmp_path / "data").settings.choose(hardware={"keys": {"set": "four"}})
    play("turn:+9 expect:>_Power_off turn:-9 expect:>_The_Magpie push expect:Begin back expect:Which_game?")
    play("hold:push expect:Pause back next next next next next hold:back expect:Steps_so_far")


def test_a_build_without_keys_on_pins(play: Play) -> None:
    """A script waits and looks there; a key that it cannot press is one sentence."""
    play("wait:1 expect:Which_game? shot:menu", panel="2.13")
    with pytest.raises(TavolinoError, match=r"^Line 2: turn cannot be done: this build has USB keys alone"):
        play("wait:1\nturn:+1", panel="2.13")


def test_wait(play: Play) -> None:
    """Waiting lets the virtual time go by: after a day the glass is cleaned."""
    play("wait:90000 expect:Wyrmspan")


def test_shots(play: Play) -> None:
    """A shot is the glass as a picture of the panel's own size."""
    frames = play("shot:menu next shot:options.1", panel="2.9")
    assert ["menu.png", "options.1.png"] == sorted(path.name for path in frames.iterdir())
    with Image.open(frames / "menu.png") as menu:
        assert (menu.size, menu.mode) == ((296, 128), "1")


def test_power(play: Play) -> None:
    """Without power the glass can be read, but no key works; the plug put back, the device goes on where it was."""
    play("next next power:cut expect:Lay_out shot:dark power:on expect:Lay_out next expect:What_is_it_worth")
    with pytest.raises(TavolinoError, match=r"^Line 2: next without power\. Put power:on before it\.$"):
        play("power:cut\nnext")


def test_settings_outlive_the_power(play: Play) -> None:
    """The options used last are there after the plug was pulled, as they are on a device."""
    begin = "next turn:+1 next turn:+3 next expect:Rounds: 5 turn:-9 next"
    play(f"{begin}\npower:cut power:on back\nexpect:Rounds: 5")


def test_power_off(play: Play) -> None:
    """Who switches the device off by its menu has no power any more."""
    with pytest.raises(TavolinoError, match=r"^Line 1: next without power"):
        play("hold:push turn:+9 next expect:Switched_off next")


def test_frames_cannot_be_written(play: Play, tmp_path: Path) -> None:
    """A folder for pictures that cannot be made is one sentence."""
    (tmp_path / "frames").write_text("")
    with pytest.raises(TavolinoError, match=r"menu\.png cannot be written: .*\. Choose another --frames\.$"):
        play("shot:menu")


def test_seeds() -> None:
    """The plays of a run have seeds of their own, the same ones every time."""
    seeds = numbered_seeds("7")
    assert ["7", "7-2", "7-3"] == [seeds(), seeds(), seeds()]


def test_never_over(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    """A script that never comes to a result ends with a sentence."""
    monkeypatch.setattr(script, "MAX_REPETITIONS", 3)
    with pytest.raises(TavolinoError, match=r"^No play came to its result in 3 repetitions of the script\.$"):
        play("turn:+1", until_over=True)


# --- the committed one ---


def test_power_cuts(play: Play) -> None:
    """The plug pulled or not, the glass shows the same, and the device goes on where it was."""
    frames = play((SCRIPTS / "power.txt").read_text())
    shots = sorted(frames.iterdir())
    assert ["after.png", "before.png", "without.png"] == [shot.name for shot in shots]
    assert len({shot.read_bytes() for shot in shots}) == 1
