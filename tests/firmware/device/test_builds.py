"""Builds as data: the shipped ones, the user's changes, and the refusals."""

import re
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import msgspec
import pytest
from hatchling.builders.wheel import WheelBuilder

from firmware.device import builds
from firmware.device.builds import load
from hw import build as module
from hw import pinout
from hw.build import Build, SignalPins
from hw.errors import BadProfile, HwError, PinInUse
from hw.events import InputLine
from hw.inputs import Inputs
from hw.sim.hand import mock_factory
from tests.docs.wiring import GROUND, POWER

each_build = pytest.mark.parametrize("name", module.names())


def test_the_shipped_builds() -> None:
    """The reference build has an LED; the small one has neither light nor sound."""
    reference, small = load("4.2"), load("2.9")

    assert ("ssd1683", (400, 300)) == (reference.panel.driver, reference.panel.native)
    assert ("ssd1680", (128, 296)) == (small.panel.driver, small.panel.native)
    assert (SignalPins(led=16), SignalPins()) == (reference.signals, small.signals)
    assert (0x40, 0x00) == reference.panel.update_control.full
    assert (0x00, 0x80) == small.panel.update_control.partial


@each_build
def test_a_build_shows_what_the_screens_are_drawn_for(name: str) -> None:
    """Screens have the size and pitch of the panel, in normal and in big text."""
    panel, profiles = load(name).panel, builds.profiles()
    drawn = [profile for key, profile in profiles.items() if key.removesuffix("-big") == name]

    assert not drawn[0].big
    assert {(profile.width, profile.height, profile.pitch_mm) for profile in drawn} == {panel.glass}


@pytest.mark.parametrize("room", ["display", "firmware"])
def test_no_panel_is_named(room: str) -> None:
    """Screens and device know panels only by their profiles."""
    files = [path for path in (module.FOLDER.parents[1] / room).rglob("*") if path.suffix in (".py", ".js", ".html")]
    named = re.compile("|".join(rf"[\"'>]{re.escape(name)}(-big)?[\"'<]" for name in module.names()))

    assert [] == [path.name for path in files if named.search(path.read_text("utf-8"))]
    assert files


def test_panels_with_big_text() -> None:
    """A glass that is too low has only one text size."""
    profiles = {*builds.profiles()}

    assert {"4.2-big", "4.26-hat-big", "7.5-v2-big"} <= profiles
    assert profiles.isdisjoint({"2.9-big", "2.9-v2-big", "2.13-big", "2.7-hat-big", "3.7-big"})


@each_build
def test_the_times_of_a_build_are_in_order(name: str) -> None:
    """A partial refresh is the shortest and the slow one the longest; switching the voltage takes less than any."""
    times = load(name).panel.times

    assert times.partial_s < times.full_s <= times.slow_s
    assert max(times.power_on_s, times.power_off_s) < times.partial_s


@each_build
@pytest.mark.parametrize("keys", module.KEY_SETS)
def test_any_key_set_goes_with_any_panel(name: str, keys: str) -> None:
    """Any key set can be chosen by its name: its usual pins avoid panel and light."""
    build = load(name, {"keys": {"set": keys}})

    assert module.KEY_SETS[keys] == build.pins
    assert load(name).keys.place == build.keys.place


def test_four_keys_are_those_of_the_hat() -> None:
    """From top to bottom they are on GPIO 5, 6, 13 and 19, in the order that many programs for the board use."""
    pins = load("4.2", {"keys": {"set": "four", "place": "beside"}}).pins

    lines = (InputLine.BACK, InputLine.UP, InputLine.DOWN, InputLine.NEXT)
    assert [(line, pin) for line, pin in zip(lines, (5, 6, 13, 19), strict=True)] == [
        (line, use.pin) for line, use in pins.items()
    ]


def test_pins_of_another_key_set_are_left_aside() -> None:
    """Settings that move the knob do not prevent four keys; a pin that both sets have is moved."""
    overrides = {"keys": {"set": "four", "push": 25, "back": 20}, "encoder": {"a": 17}}

    assert [20, 6, 13, 19] == [use.pin for use in load("4.2", overrides).pins.values()]


def test_two_keys_on_one_pin_are_refused() -> None:
    """The sentence names the pin and both keys, even if one of them is on its usual pin."""
    with pytest.raises(PinInUse, match=r"GPIO 13 is given to the ▲ key and to the ▼ key\."):
        load("4.2", {"keys": {"set": "four", "up": 13}})


def test_inputs_open_the_pins_of_a_build() -> None:
    """Keys and knob are opened on the pins of the build, also on pins that another build uses for its panel."""
    build = load("4.2", {"panel": {"pins": {"dc": 5}}, "keys": {"next": 25}, "encoder": {"b": 2}})
    inputs = Inputs(list[Any]().append, None, build.pins, mock_factory())  # type: ignore[arg-type]  # no edge comes
    opened = [device.pin.info.name for device in inputs._devices.values()]
    inputs.close()

    assert ["GPIO25", "GPIO6", "GPIO13", "GPIO19", "GPIO2"] == opened


def test_the_users_values_replace_single_fields() -> None:
    """The user's values replace single fields in any table; all others stay."""
    overrides = {"panel": {"x_offset": 8, "times": {"partial_s": 1}}, "signals": {"buzzer": 20}}
    build = load("2.9", overrides)
    small = load("2.9")

    assert (8, 1.0, 1.72) == (build.panel.x_offset, build.panel.times.partial_s, build.panel.times.full_s)
    assert SignalPins(buzzer=20) == build.signals
    assert (small.keys, small.panel.pins) == (build.keys, build.panel.pins)
    assert small.pins == load("2.9", {"keys": {"next": 5}}).pins
    assert small == load("2.9", {})


def test_a_part_of_a_build_can_be_left_out() -> None:
    """The value "none" removes the LED of the reference build."""
    assert SignalPins() == load("4.2", {"signals": {"led": "none"}}).signals


REFUSALS: list[tuple[dict[str, Any], str]] = [
    ({"keys": {"next": 28}}, "keys.next cannot be 28. Allowed: 0 to 27."),
    ({"keys": {"next": -1}}, "keys.next cannot be -1. Allowed: 0 to 27."),
    ({"keys": {"next": "5"}}, 'keys.next cannot be "5". Allowed: 0 to 27.'),
    ({"keys": {"next": "none"}}, 'keys.next cannot be "none". Allowed: 0 to 27.'),
    ({"keys": {"next": {"pin": 5}}}, 'keys.next cannot be {"pin":5}. Allowed: 0 to 27.'),
    ({"keys": {"nxt": 5}}, "keys.nxt is no field. Allowed: set, place, next, back, push, up, down."),
    ({"keys": 5}, "keys cannot be 5. Allowed: a table of set, place, next, back, push, up, down."),
    ({"keys": {"set": "five"}}, 'keys.set cannot be "five". Allowed: "four", "knob", "usb".'),
    ({"keys": {"place": "above"}}, 'keys.place cannot be "above". Allowed: "below", "beside".'),
    ({"buttons": {}}, "buttons is no field. Allowed: title, panel, keys, encoder, signals."),
    ({"signals": {"led": "off"}}, 'signals.led cannot be "off". Allowed: 0 to 27, "none".'),
    ({"encoder": {"half_step": 1}}, "encoder.half_step cannot be 1. Allowed: true, false."),
    ({"panel": {"driver": "il0373"}}, 'panel.driver cannot be "il0373". Allowed: "ssd1677", "ssd1680", "ssd1683", '),
    ({"panel": {"rotation": 90}}, "panel.rotation cannot be 90. Allowed: 0, 1, 2, 3."),
    ({"panel": {"x_offset": 4}}, "panel.x_offset cannot be 4. Allowed: 0, 8."),
    ({"panel": {"spi": {"bus": 1}}}, "panel.spi.bus cannot be 1. Allowed: 0."),
    ({"panel": {"spi": {"clock_hz": 10}}}, "panel.spi.clock_hz cannot be 10. Allowed: 100000 to 20000000."),
    ({"panel": {"pins": {"dc": True}}}, "panel.pins.dc cannot be true. Allowed: 0 to 27."),
    ({"panel": {"times": {"full_s": 0}}}, "panel.times.full_s cannot be 0. Allowed: 0.01 to 60."),
    ({"panel": {"times": {"full_s": float("nan")}}}, "panel.times.full_s cannot be nan. Allowed: 0.01 to 60."),
    ({"panel": {"part": 5}}, 'panel.part cannot be 5. Allowed: "words".'),
    (
        {"panel": {"update_control": {"full": [0, 256]}}},
        "panel.update_control.full cannot be [0,256]. Allowed: [0 to 255, 0 to 255].",
    ),
]


@pytest.mark.parametrize(
    ("overrides", "sentence"), REFUSALS, ids=[sentence.partition(" ")[0] for _, sentence in REFUSALS]
)
def test_a_value_that_is_not_allowed_is_named(overrides: dict[str, Any], sentence: str) -> None:
    """One sentence names the file, the field, the value and the allowed values."""
    with pytest.raises(BadProfile, match=f"^settings.toml: hardware.{re.escape(sentence)}"):
        load("4.2", overrides)


def test_overrides_that_are_no_table_are_refused() -> None:
    """`hardware = 5` in the settings is refused with the tables that it can have."""
    with pytest.raises(BadProfile, match=r"^mine\.toml: hardware cannot be 5\. Allowed: a table of title, panel, keys"):
        load("4.2", 5, "mine.toml")  # type: ignore[arg-type]


def test_a_profile_that_does_not_exist_is_named() -> None:
    """The sentence lists the existing names; a path is no name."""
    for name in ("big", "../profiles/2.9"):
        with pytest.raises(BadProfile, match=f'no hardware profile "{name}". There are: {", ".join(module.names())}.'):
            load(name)


@pytest.mark.parametrize(
    ("overrides", "sentence"),
    [
        ({"rotation": 1}, 'need 300 x 400 px of the chip. Allowed for the driver "ssd1683": 400 x 300.'),
        ({"driver": "ssd1680"}, 'need 400 x 300 px of the chip. Allowed for the driver "ssd1680": 176 x 296.'),
        ({"x_offset": 8}, 'need 408 x 300 px of the chip. Allowed for the driver "ssd1683": 400 x 300.'),
    ],
)
def test_a_panel_that_its_chip_cannot_drive_is_refused(overrides: dict[str, Any], sentence: str) -> None:
    """Size, rotation, offset and driver must match."""
    with pytest.raises(BadProfile, match=f"^settings.toml, \\[hardware\\]: .*{re.escape(sentence)}"):
        load("4.2", {"panel": overrides})


@pytest.mark.parametrize(
    ("overrides", "field"),
    [
        ({"update_control": {"full": [0, 0]}}, "update_control"),
        ({"x_offset": 8, "rotation": 0, "width": 224, "height": 400}, "x_offset"),
        ({"registers": {"scan": 2}}, "registers.scan"),
        ({"registers": {"waveform": [[0x32, 0]]}}, "registers.waveform"),
    ],
)
def test_what_only_the_other_chips_have_is_refused(overrides: dict[str, Any], field: str) -> None:
    """A value that the chip cannot use is refused with its name."""
    with pytest.raises(BadProfile, match=f'panel.{field} has no use with the driver "uc8253". Take it out.'):
        load("3.7", {"panel": overrides})


@pytest.mark.parametrize(
    ("registers", "sentence"),
    [
        ({"init": [[]]}, "panel.registers.init.0 cannot be []. Allowed: a list."),
        ({"init": [[256]]}, "panel.registers.init.0.0 cannot be 256. Allowed: 0 to 255."),
        ({"init": 5}, "panel.registers.init cannot be 5. Allowed: a list."),
    ],
)
def test_commands_are_lists_of_bytes(registers: dict[str, Any], sentence: str) -> None:
    """Each command has at least its own byte."""
    with pytest.raises(BadProfile, match=f"^settings.toml: hardware.{re.escape(sentence)}"):
        load("3.7", {"panel": {"registers": registers}})


@pytest.mark.parametrize(
    ("overrides", "first", "second"),
    [
        ({"keys": {"back": 5}}, "the Next button", "the Back button"),
        ({"keys": {"next": 24}}, "the panel's busy", "the Next button"),
        ({"signals": {"led": 26}}, "the knob's B", "the LED"),
        ({"signals": {"buzzer": 16}}, "the LED", "the buzzer"),
        ({"panel": {"pins": {"rst": 25}}}, "the panel's data/command", "the panel's reset"),
    ],
)
def test_two_uses_of_a_pin_are_refused_with_both_names(overrides: dict[str, Any], first: str, second: str) -> None:
    """The sentence names the file, the pin and both parts."""
    with pytest.raises(
        PinInUse, match=rf"^settings.toml, \[hardware\]: GPIO \d+ is given to {first} and to {second}\."
    ):
        load("4.2", overrides)


@pytest.mark.parametrize("pin", [7, 8, 9, 10, 11])
def test_the_pins_of_the_bus_are_refused_with_the_reason(pin: int) -> None:
    """The kernel uses SPI0 with both chip selects, and the sentence says so."""
    with pytest.raises(PinInUse, match=rf"GPIO {pin} cannot be the buzzer: it is SPI0 \w+, .*\. Choose another pin\."):
        load("4.2", {"signals": {"buzzer": pin}})


@pytest.mark.parametrize(
    ("overrides", "hint"),
    [
        ({"keys": {"next": 29}}, "If 29 is its place on the header, write 5."),
        ({"signals": {"led": 36}}, "If 36 is its place on the header, write 16."),
        ({"panel": {"pins": {"busy": 40}}}, "If 40 is its place on the header, write 21."),
        ({"keys": {"next": 11}}, "If 11 is its place on the header, write 17."),
        ({"signals": {"led": 39}}, ""),  # ground
        ({"signals": {"led": 9}}, ""),
        ({"encoder": {"a": "29"}}, ""),
        ({"panel": {"rotation": 29}}, ""),
    ],
)
def test_a_place_on_the_header_is_recognised(overrides: dict[str, Any], hint: str) -> None:
    """For a position on the header the sentence gives its GPIO number; other values get no hint."""
    with pytest.raises(HwError) as caught:
        load("4.2", overrides)
    *_, last = re.split(r"(?<=\.) ", str(caught.value))
    assert (hint or last) == last
    assert bool(hint) == ("header" in str(caught.value))


def test_a_profile_of_our_own_that_is_wrong_names_its_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A missing field and a wrong value of a profile are reported with the profile's file."""
    text = (module.FOLDER / "2.9.toml").read_text(encoding="utf-8")
    (tmp_path / "short.toml").write_text(text.replace("rst = 17\n", ""))
    (tmp_path / "wrong.toml").write_text(text.replace("rst = 17", "rst = 99"))
    (tmp_path / "twice.toml").write_text(text.replace("rst = 17", "rst = 25"))
    monkeypatch.setattr(module, "FOLDER", tmp_path)
    monkeypatch.setattr(builds, "FOLDER", tmp_path)

    assert {
        "short": "profiles/short.toml: panel.pins.rst is missing. Add it.",
        "wrong": "profiles/wrong.toml: panel.pins.rst cannot be 99. Allowed: 0 to 27. Correct it or take it out.",
        "twice": "profiles/twice.toml: GPIO 25 is given to the panel's data/command and to the panel's reset. "
        "Give each a pin of its own.",
    } == {name: refusal(name) for name in module.names()}
    assert "profiles/wrong.toml" in refusal("wrong", {"panel": {"pins": {"dc": 3}}})


def refusal(name: str, overrides: dict[str, Any] | None = None) -> str:
    """Return the sentence that refuses a profile."""
    with pytest.raises(HwError) as caught:
        load(name, overrides)
    return str(caught.value)


def test_every_pin_has_its_place_on_the_header() -> None:
    """GPIO 0 to 27, power and ground have different places on the 40-pin header; the two 5 V pins are left out."""
    places = [*pinout.HEADER.values(), *POWER, *GROUND]

    assert list(range(28)) == sorted(pinout.HEADER)
    assert {2, 4} == set(range(1, 41)) - set(places)
    assert len(places) == len(set(places))


@each_build
def test_a_profile_goes_through_its_own_words(name: str) -> None:
    """A profile is the same after writing and reading it."""
    build = load(name)

    assert build == msgspec.convert(msgspec.to_builtins(build), Build)


@pytest.mark.all
def test_the_wheel_has_the_profiles(tmp_path: Path) -> None:
    """The installed package has every profile of the folder."""
    root = Path(module.__file__).parents[1]
    wheel = next(WheelBuilder(str(root)).build(directory=str(tmp_path), versions=["standard"]))

    assert {f"hw/profiles/{name}.toml" for name in module.names()} <= set(ZipFile(wheel).namelist())
