"""Wyrmspan on the device, by its keys, from the menu to the result."""

from pathlib import Path

import pytest

from engines.registry import load_engine
from firmware.emulators.script import parse
from firmware.plays.store import Store
from tests.play_script import play_script

SCRIPTS = Path(__file__).parents[2] / "scripts"
LEVELS = [choice.id for choice in load_engine("wyrmspan").options()[0].choices]  # type: ignore[union-attr]


@pytest.mark.all
def test_every_key_of_a_play(tmp_path: Path) -> None:
    """The committed script finds all that it expects, and takes all its pictures."""
    text = (SCRIPTS / "whole_play.txt").read_text()
    frames = play_script(tmp_path, text)
    shots = [word.value for word in parse(text, "whole_play") if word.name == "shot"]
    assert sorted(f"{shot}.png" for shot in shots) == sorted(path.name for path in frames.iterdir())


@pytest.mark.parametrize("level", range(len(LEVELS)), ids=LEVELS)
def test_levels(tmp_path: Path, level: int) -> None:
    """Every level is chosen by the knob."""
    play_script(tmp_path, f"next turn:+1 next turn:+{level} next turn:-1 next")
    with Store(tmp_path / "data") as store:
        assert store.load(1).options["level"] == LEVELS[level]


@pytest.mark.all
@pytest.mark.parametrize(
    "level", [pytest.param(n, id=name, marks=[pytest.mark.long] * (n not in (0, 4))) for n, name in enumerate(LEVELS)]
)
def test_until_over(tmp_path: Path, level: int) -> None:
    """Next alone plays every level to its result."""
    play_script(tmp_path, f"next turn:+1 next turn:+{level} next turn:-1 next")
    play_script(tmp_path, (SCRIPTS / "until_over.txt").read_text(), until_over=True)
    play_script(tmp_path, 'turn:+2 next expect:"Which game?"')
    with Store(tmp_path / "data") as store:
        (info,) = store.plays()
        assert (info.over, store.load(info.number).options["level"]) == (True, LEVELS[level])
