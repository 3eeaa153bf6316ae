"""The wiring for builders is that of the profiles."""

import tomllib
from pathlib import Path

import pytest

from firmware.device.builds import load
from hw.build import SignalPins
from hw.events import InputLine
from hw.pinout import HEADER
from tests.docs import wiring
from tests.docs.wiring import WIRED

PAGE = Path(__file__).parents[2] / "docs" / wiring.NAME


def test_the_page_is_that_of_the_profiles() -> None:
    """`docs/wiring.md` is what `make docs` writes."""
    assert wiring.page() == PAGE.read_text(encoding="utf-8"), (
        "docs/wiring.md is stale: python -m tests.docs.wiring docs"
    )


def test_the_command_writes_the_page(tmp_path: Path) -> None:
    """The command writes the page into the folder that it is given."""
    wiring.main([str(tmp_path)])

    assert wiring.page() == (tmp_path / wiring.NAME).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", WIRED)
def test_every_part_has_its_row(name: str) -> None:
    """Each pin of a build is in its table once, with its place on the header."""
    build = load(name)
    text = wiring.section(name, build)
    pins = [use.pin for use in (*build.panel.pins.uses(), *build.pins.values(), *build.signals.uses())]

    assert [1] * len(pins) == [text.count(f"| GPIO {pin} | {HEADER[pin]} | ") for pin in pins]
    assert "| GPIO 8 (SPI0 CE0) | 24 | CS (ECS) of the panel |" in text


def test_a_build_lists_only_the_parts_it_has() -> None:
    """Without LED and buzzer neither is bought nor wired; with both, both are; the second chip select has its pin."""
    bare = wiring.section("x", load("2.9"))
    full = wiring.section("x", load("2.9", {"signals": {"led": 16, "buzzer": 12}, "panel": {"spi": {"device": 1}}}))

    assert not any(word in bare for word in ("LED", "buzzer"))
    assert (3, 3) == (full.count("LED"), full.count("buzzer"))
    assert "| GPIO 7 (SPI0 CE1) | 26 | CS (ECS) of the panel |" in full


def test_a_build_without_a_knob_lists_none() -> None:
    """Four keys are four buttons; USB keys have no wire; neither has a knob or its "+"."""
    four, usb = (wiring.section("x", load("2.9", {"keys": {"set": name}})) for name in ("four", "usb"))

    assert "4 push buttons that close when pressed: Back, ▲, ▼ and Next" in four
    assert "| GPIO 6 | 31 | the ▲ key |" in four
    assert not any(word in text for word in ("the knob", "encoder", "“+”") for text in (four, usb))
    assert "- 1 keypad, keyboard or pad with a knob, for USB" in usb
    assert "button" not in usb


def test_the_example_of_the_page_can_be_used() -> None:
    """The settings in the example of the page are accepted for every build, and printed as they are."""
    settings = tomllib.loads(wiring.EXAMPLE)

    for name in WIRED:
        build = load(name, settings["hardware"])
        found = build.pins[InputLine.NEXT].pin, build.encoder.half_step, build.signals
        assert (20, True, SignalPins(buzzer=12)) == found
    assert f"```toml\n{wiring.EXAMPLE}```" in wiring.page()


def test_the_settings_of_four_keys_can_be_used() -> None:
    """The page shows what any build takes, and each key with its pin and its place on the header."""
    four = load("4.2", tomllib.loads(wiring.FOUR_KEYS)["hardware"])

    assert ("four", "beside") == (four.keys.set, four.keys.place)
    assert f"```toml\n{wiring.FOUR_KEYS}```" in wiring.page()
    for use in four.pins.values():
        assert f"| GPIO {use.pin} | {HEADER[use.pin]} | {use.part} |" in wiring.page()


def test_the_page_says_that_nobody_has_tried_it() -> None:
    """The page says in bold, before any table, that it was simulated only."""
    text = wiring.page()

    assert 0 < text.index("**Nobody has yet run this on a Raspberry Pi or with a real panel**") < text.index("| Pin |")
