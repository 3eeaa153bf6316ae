"""“Something is wrong”: the play as a file, and as codes decoded from the pixels of the glass."""

from pathlib import Path

import pytest

from display.layout import options_of
from engines.registry import load_engine
from firmware.authoring.random_plays import has_ended
from firmware.data_folder import DataFolder
from firmware.plays.from_outside import load_play
from tests.contract.walk import begin, levels, luck, random_options, reply
from tests.core import core
from tests.firmware.device.bench import Bench, bench

zxingcpp = pytest.importorskip("zxingcpp", reason="the environment is older than pyproject.toml: make setup")

INPUTS = 139
CODES = 6
"""The number of codes for a Lisboa play of this many inputs."""


def enter_lisboa(device: Bench) -> None:
    """Put a Lisboa play of 139 inputs with dealt outcomes on the device."""
    key = "lisboa"
    for seed in range(50):
        chance = luck("report", seed)
        play = begin(key, random_options(key, levels(key)[0], chance), seed, set())
        while not has_ended(play) and play.n < INPUTS:
            play.give(reply(play, chance))
        if play.n == INPUTS:
            device.enter(play)
            return
    raise AssertionError("no play was so long")


def decode(device: Bench) -> str:
    """Return the text that an independent decoder reads from the glass."""
    [code] = zxingcpp.read_barcodes(device.rig.sim.picture().convert("L"))
    return str(code.text)


@pytest.mark.all
@pytest.mark.parametrize("panel", ["4.2", "4.2-big"])
def test_codes_are_read_from_the_glass(tmp_path: Path, panel: str) -> None:
    """Each code is decoded from the pixels; together they are the play, which continues at its step."""
    with bench(tmp_path, panel=panel) as device:
        enter_lisboa(device)
        expected = device.play
        device.pause("report")
        device.choose("codes")
        texts = [decode(device)]
        while len(texts) < CODES:
            device.turn(1)
            texts.append(decode(device))
        assert "6/6" in texts[-1]
        assert len(set(texts)) == CODES
        device.turn(-1)
        assert decode(device) == texts[-2]
        device.next()
        device.next()
        assert "Something is wrong" in device.words
    play = load_play("\n".join(reversed(texts)).encode(), "codes.txt")
    assert (play.n, play.state) == (INPUTS, expected.state)


@pytest.mark.parametrize("panel", core(["4.2", "4.2-big", "2.9"]))
def test_a_report_is_a_file(tmp_path: Path, panel: str) -> None:
    """The file begins with the versions and the panel, then the play follows."""
    with bench(tmp_path, panel=panel) as device:
        device.choose("wyrmspan")
        device.choose("begin")
        device.next(2)
        device.pause("report")
        options = {option.id: option.blocked for option in options_of(device.layout.screen.ask)}
        assert (options["codes"] is not None) == (panel == "2.9")
        device.choose("write")
        assert "Written" in device.words
        raw = (DataFolder(tmp_path).exchange.place / "report-0001-wyrmspan.jsonl").read_bytes()
        version = load_engine("wyrmspan").version
        assert f"rules {version}, panel {panel}".encode() in raw.partition(b"\n")[0]
        assert load_play(raw, "x").n == device.play.n


@pytest.mark.all
def test_back_from_the_codes(tmp_path: Path) -> None:
    """Back goes one code back, and from the first to the menu; Push does the same as Next."""
    with bench(tmp_path) as device:
        enter_lisboa(device)
        device.pause("report")
        device.choose("codes")
        device.next()
        assert "2/6" in decode(device)
        device.back()
        assert "1/6" in decode(device)
        device.back()
        assert "codes" in device.listed
        device.choose("codes")
        device.push()
        assert "2/6" in decode(device)
