"""USB keys on a whole device: they do what its own keys do, come and go, and cost nothing where there are none."""

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware.device.loop import PARTS_CHECK_S
from firmware.device.usb import LOOK_S, WAIT_S
from hw.errors import UsbFailed
from tests.firmware.device.bench import BACK, PUSH, TAP_S, Bench, bench
from tests.usb_pads import DOWN, ENTER, KEYBOARD, PAD, PAGE_DOWN, PAGE_UP, SPACE, UP, A

ALONE = {"keys": {"set": "usb"}}
"""The settings of a build that has no other keys."""
UNPLUGGED, MENU = "USB keys unplugged", "Which game?"


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Bench]:
    """A device at the menu of the games, with a keyboard."""
    with bench(tmp_path, usb=True) as made:
        made.pads.plug(KEYBOARD)
        made.wait(PARTS_CHECK_S)
        yield made


def header(device: Bench) -> str:
    """Return the header."""
    return device.words.splitlines()[0]


def test_a_keyboard_does_what_the_keys_do(device: Bench) -> None:
    """Its arrows turn, Page Down is Next, Page Up is Back, Enter pushes and is held; own keys go on beside it."""
    device.type(DOWN)
    assert 1 == device.place.cursor.highlight
    device.type(UP, PAGE_DOWN)
    assert "begin" in device.listed
    device.back()
    assert "Which game?" in device.words
    device.turn(1)
    device.type(ENTER, PAGE_UP)
    assert "Which game?" in device.words
    device.pads.down(ENTER)
    device.wait(0.7)
    device.pads.up(ENTER)
    assert "settings" in device.listed


def test_the_light_answers_at_once(device: Bench) -> None:
    """When Next goes down, and before anything is drawn."""
    device.signals.given.clear()
    device.pads.down(SPACE)
    device.rig.pump()
    assert ["accepted"] == device.signals.given


def test_what_was_not_seen_is_not_confirmed(device: Bench) -> None:
    """As with the own keys: the second press comes before its screen does."""
    device.type(SPACE, quiet=TAP_S)
    device.signals.given.clear()
    device.type(SPACE, quiet=TAP_S)
    assert ["too_early"] == device.signals.given


def test_an_arrow_that_is_held_goes_on_turning(device: Bench) -> None:
    """Down goes on to the last row, and ends there."""
    device.pads.down(DOWN)
    device.wait(0.55)
    assert 1 == device.place.cursor.highlight
    device.wait(0.1)
    assert 2 == device.place.cursor.highlight
    device.wait(5.0)
    device.pads.up(DOWN)
    device.wait(5.0)
    assert len(device.listed) - 1 == device.place.cursor.highlight


def test_a_keyboard_is_not_turned_round(tmp_path: Path) -> None:
    """Its Next stays Next for the left hand."""
    with bench(tmp_path, usb=True, hand="left") as device:
        device.pads.plug(KEYBOARD)
        device.wait(PARTS_CHECK_S)
        device.type(PAGE_DOWN)
        assert "begin" in device.listed


# --- they come and go ---


def test_unplugged_and_plugged_in_again(device: Bench, caplog: pytest.LogCaptureFixture) -> None:
    """The glass says so until it is there again; what was held is let go of, and the play goes on."""
    device.pads.down(ENTER)
    device.pads.unplug()
    device.wait(3.0)
    assert UNPLUGGED == header(device)
    assert "Logitech USB Keyboard (046d:c31c) is unplugged." in caplog.messages
    device.pads.plug(KEYBOARD)
    device.wait(3.0)
    assert MENU == header(device)
    device.type(PAGE_DOWN)
    assert "begin" in device.listed


def test_two_keyboards_are_one_set(device: Bench) -> None:
    """Either one works; one that is unplugged is said, and the other goes on."""
    device.pads.plug(PAD, "event2")
    device.wait(PARTS_CHECK_S)
    device.type(DOWN)
    device.type(DOWN, port="event2")
    assert 2 == device.place.cursor.highlight
    device.pads.unplug("event2")
    device.wait(3.0)
    assert UNPLUGGED == header(device)
    device.type(UP)
    assert (1, MENU) == (device.place.cursor.highlight, header(device))


def test_a_device_of_two_parts(device: Bench) -> None:
    """It has one name; only when the last part is gone it is unplugged."""
    device.pads.plug(KEYBOARD, "event2")
    device.wait(PARTS_CHECK_S)
    device.pads.unplug("event2")
    device.wait(PARTS_CHECK_S)
    assert MENU == header(device)


def test_a_mouse_is_nothing(device: Bench) -> None:
    """It is not read, and nobody misses it."""
    device.pads.plug(PAD, "event2", [0x110, 0x111])
    device.wait(PARTS_CHECK_S)
    device.pads.unplug("event2")
    device.wait(PARTS_CHECK_S)
    assert MENU == header(device)


def looks(device: Bench, seconds: float) -> int:
    """Return how often the ports are looked at for some seconds."""
    before = device.pads.looks
    device.wait(seconds)
    return device.pads.looks - before


def test_how_often_it_is_looked_at(device: Bench) -> None:
    """Whenever the device is awake anyway; each second for a minute while a keyboard is missing."""
    device.wait(60.0)  # the panel sleeps
    assert looks(device, 60.0) <= 60 / PARTS_CHECK_S + 2
    device.pads.unplug()
    device.wait(2.0)
    assert looks(device, 40.0) >= 40 / LOOK_S
    device.wait(60.0)
    assert looks(device, 60.0) <= 60 / PARTS_CHECK_S + 2


@pytest.mark.parametrize("settings", [{"hardware": ALONE}, {"usb_keys": {KEYBOARD: {"next": A}}}])
def test_what_is_expected_after_the_start(settings: dict[str, Any], tmp_path: Path) -> None:
    """The kernel finds it late, and it is read within a second."""
    with bench(tmp_path, usb=True, **settings) as device:
        device.wait(10.0)
        device.pads.plug(KEYBOARD)
        device.wait(LOOK_S)
        device.type(DOWN)
        assert 1 == device.place.cursor.highlight


# --- no other keys ---


def test_a_device_without_any_keys_asks_for_some(tmp_path: Path) -> None:
    """Not at once, since the kernel finds them late; the question is gone when they are there."""
    with bench(tmp_path, usb=True, hardware=ALONE) as device:
        assert MENU == header(device)
        device.wait(WAIT_S + PARTS_CHECK_S)
        assert "Plug in the USB keys" == header(device)
        device.pads.plug()
        device.wait(PARTS_CHECK_S + 3.0)
        assert MENU == header(device)


def test_a_strange_key_begins_to_learn(tmp_path: Path) -> None:
    """A pad whose keys send letters could never come to the settings; a keyboard that was used can."""
    with bench(tmp_path, usb=True, hardware=ALONE) as device:
        device.pads.plug()
        device.pads.plug(KEYBOARD, "event2")
        device.wait(PARTS_CHECK_S)
        device.type(DOWN, A, port="event2")
        assert "Which game?" in device.words
        device.type(A)
        assert "Press the key for Next" in device.words
        assert "The key Esc ends this." in device.words
        assert "Press a key" == device.footer


def test_a_strange_key_beside_other_keys_does_nothing(device: Bench) -> None:
    """It can be learned in the settings."""
    device.type(A)
    assert "Which game?" in device.words


# --- faults ---


def test_a_device_that_cannot_be_read(device: Bench, caplog: pytest.LogCaptureFixture) -> None:
    """The glass says where to look, the log says what to do, once; the own keys go on."""
    sentence = "/dev/input/event3 cannot be read: this user may not. Put it into the group input."
    device.pads.failures = (UsbFailed(sentence),)
    device.wait(PARTS_CHECK_S + 3.0)
    assert "USB keys: see the log" == header(device)
    device.wait(PARTS_CHECK_S)
    assert 1 == caplog.messages.count(sentence)
    device.turn(1)
    assert (1, MENU) == (device.place.cursor.highlight, header(device))


def test_nothing_that_is_typed_is_logged(device: Bench, caplog: pytest.LogCaptureFixture) -> None:
    """Not even where a key ends in an error of ours."""

    def fails(*_: object) -> None:
        raise ZeroDivisionError

    device.hold(PUSH)
    device.choose("settings")
    device.choose("usb_keys")
    device.session.top.learn = fails  # type: ignore[assignment, method-assign]
    with caplog.at_level(logging.DEBUG):
        device.type(A)
    [record] = [one for one in caplog.records if one.name == "tavolino.keys"]
    assert "UsbEdge(046d:c31c) on device.learn_keys" == record.getMessage()


def test_what_is_loaded_with_the_first_device(tmp_path: Path) -> None:
    """As long as the kernel has no input device, nothing of USB keys is there; then the first one works."""
    with bench(tmp_path, usb=True, on=False) as device:
        find, device.rig._find_usb = device.rig._find_usb, lambda: None  # type: ignore[assignment]
        device.wait(60.0)
        assert (None, ()) == (device.device._usb, device.session.usb_devices)
        device.rig._find_usb = find
        device.wait(PARTS_CHECK_S)
        device.pads.plug(KEYBOARD)
        device.wait(LOOK_S)
        device.type(DOWN)
        assert 1 == device.place.cursor.highlight


def test_a_device_without_ports(tmp_path: Path) -> None:
    """An emulator has none: there is nothing to learn."""
    with bench(tmp_path) as device:
        device.hold(PUSH)
        device.choose("settings")
        assert "usb_keys" not in device.listed
        device.tap(BACK)
