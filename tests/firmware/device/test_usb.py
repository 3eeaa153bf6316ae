"""USB keys on a whole device: they do the same as its own keys, can be unplugged, and cost nothing if absent."""

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware.device.loop import PARTS_CHECK_S
from firmware.device.usb import ASK_AFTER_S, POLL_S
from hw.errors import UsbFailed
from tests.firmware.device.bench import BACK, TAP_S, Bench, bench
from tests.usb_pads import DOWN, ENTER, KEYBOARD, PAD, PAGE_DOWN, PAGE_UP, SPACE, UP, A

ONLY_USB = {"keys": {"set": "usb"}}
"""The settings of a build without other keys."""
UNPLUGGED, MENU = "USB keys unplugged", "Which game?"


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Bench]:
    """Yield a device with a keyboard, at its game menu."""
    with bench(tmp_path, usb=True) as made:
        made.pads.plug(KEYBOARD)
        made.wait(PARTS_CHECK_S)
        yield made


def test_a_keyboard_does_what_the_keys_do(device: Bench) -> None:
    """Arrows turn, Page Down is Next, Page Up is Back, Enter pushes or is held; the device's own keys still work."""
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
    """The light answers when Next goes down, before anything is drawn."""
    device.signals.given.clear()
    device.pads.down(SPACE)
    device.rig.pump()
    assert ["accepted"] == device.signals.given


def test_what_was_not_seen_is_not_confirmed(device: Bench) -> None:
    """A second press before its screen was seen is too early, as with the own keys."""
    device.type(SPACE, quiet=TAP_S)
    device.signals.given.clear()
    device.type(SPACE, quiet=TAP_S)
    assert ["too_early"] == device.signals.given


def test_an_arrow_that_is_held_goes_on_turning(device: Bench) -> None:
    """A held Down moves to the last row, and stops there."""
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
    """For the left hand the Next of a keyboard stays Next."""
    with bench(tmp_path, usb=True, hand="left") as device:
        device.pads.plug(KEYBOARD)
        device.wait(PARTS_CHECK_S)
        device.type(PAGE_DOWN)
        assert "begin" in device.listed


# --- they come and go ---


def test_unplugged_and_plugged_in_again(device: Bench, caplog: pytest.LogCaptureFixture) -> None:
    """The glass reports an unplugged keyboard until it is back; held keys are released, and the play continues."""
    device.pads.down(ENTER)
    device.pads.unplug()
    device.wait(3.0)
    assert UNPLUGGED == device.header
    assert "Logitech USB Keyboard (046d:c31c) is unplugged." in caplog.messages
    device.pads.plug(KEYBOARD)
    device.wait(3.0)
    assert MENU == device.header
    device.type(PAGE_DOWN)
    assert "begin" in device.listed


def test_two_keyboards_are_one_set(device: Bench) -> None:
    """Either keyboard works; an unplugged one is reported, and the other still works."""
    device.pads.plug(PAD, "event2")
    device.wait(PARTS_CHECK_S)
    device.type(DOWN)
    device.type(DOWN, port="event2")
    assert 2 == device.place.cursor.highlight
    device.pads.unplug("event2")
    device.wait(3.0)
    assert UNPLUGGED == device.header
    device.type(UP)
    assert (1, MENU) == (device.place.cursor.highlight, device.header)


def test_a_device_of_two_parts(device: Bench) -> None:
    """A device with two parts has one name; it is unplugged when its last part is gone."""
    device.pads.plug(KEYBOARD, "event2")
    device.wait(PARTS_CHECK_S)
    device.pads.unplug("event2")
    device.wait(PARTS_CHECK_S)
    assert MENU == device.header


def test_a_mouse_is_nothing(device: Bench) -> None:
    """A mouse is not read, and its absence is not reported."""
    device.pads.plug(PAD, "event2", [0x110, 0x111])
    device.wait(PARTS_CHECK_S)
    device.pads.unplug("event2")
    device.wait(PARTS_CHECK_S)
    assert MENU == device.header


def count_polls(device: Bench, seconds: float) -> int:
    """Return the number of checks of the ports in some seconds."""
    before = device.pads.looks
    device.wait(seconds)
    return device.pads.looks - before


def test_how_often_it_is_looked_at(device: Bench) -> None:
    """The ports are checked whenever the device is awake; for a minute after unplugging, every second."""
    device.wait(60.0)  # the panel sleeps
    assert count_polls(device, 60.0) <= 60 / PARTS_CHECK_S + 2
    device.pads.unplug()
    device.wait(2.0)
    assert count_polls(device, 40.0) >= 40 / POLL_S
    device.wait(60.0)
    assert count_polls(device, 60.0) <= 60 / PARTS_CHECK_S + 2


@pytest.mark.parametrize("settings", [{"hardware": ONLY_USB}, {"usb_keys": {KEYBOARD: {"next": A}}}])
def test_what_is_expected_after_the_start(settings: dict[str, Any], tmp_path: Path) -> None:
    """A keyboard that the kernel finds late is read within a second."""
    with bench(tmp_path, usb=True, **settings) as device:
        device.wait(10.0)
        device.pads.plug(KEYBOARD)
        device.wait(POLL_S)
        device.type(DOWN)
        assert 1 == device.place.cursor.highlight


# --- no other keys ---


def test_a_device_without_any_keys_asks_for_some(tmp_path: Path) -> None:
    """The device asks for keys after a while, since the kernel finds them late; with keys the question disappears."""
    with bench(tmp_path, usb=True, hardware=ONLY_USB) as device:
        assert MENU == device.header
        device.wait(ASK_AFTER_S + PARTS_CHECK_S)
        assert "Plug in the USB keys" == device.header
        device.pads.plug()
        device.wait(PARTS_CHECK_S + 3.0)
        assert MENU == device.header


def test_a_strange_key_begins_to_learn(tmp_path: Path) -> None:
    """On a build without other keys an unknown key opens the learning; after keys that work, it does not."""
    with bench(tmp_path, usb=True, hardware=ONLY_USB) as device:
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
    """Beside other keys an unknown key does nothing."""
    device.type(A)
    assert "Which game?" in device.words


# --- faults ---


def test_a_device_that_cannot_be_read(device: Bench, caplog: pytest.LogCaptureFixture) -> None:
    """The glass points to the log, which explains the fault once; the own keys still work."""
    sentence = "/dev/input/event3 cannot be read: this user may not. Put it into the group input."
    device.pads.failures = (UsbFailed(sentence),)
    device.wait(PARTS_CHECK_S + 3.0)
    assert "USB keys: see the log" == device.header
    device.wait(PARTS_CHECK_S)
    assert 1 == caplog.messages.count(sentence)
    device.turn(1)
    assert (1, MENU) == (device.place.cursor.highlight, device.header)


def test_nothing_that_is_typed_is_logged(device: Bench, caplog: pytest.LogCaptureFixture) -> None:
    """Even if a key ends in an error of ours, the log does not have the key."""

    def fails(*_: object) -> None:
        raise ZeroDivisionError

    device.pause("settings")
    device.choose("usb_keys")
    device.session.top.learn = fails  # type: ignore[assignment, method-assign]
    with caplog.at_level(logging.DEBUG):
        device.type(A)
    [record] = [one for one in caplog.records if one.name == "tavolino.keys"]
    assert "UsbEdge(046d:c31c) on device.learn_keys" == record.getMessage()


def test_what_is_loaded_with_the_first_device(tmp_path: Path) -> None:
    """Without an input device USB keys are not loaded; the first device loads them and works."""
    with bench(tmp_path, usb=True, on=False) as device:
        find, device.rig._find_usb = device.rig._find_usb, lambda: None  # type: ignore[assignment]
        device.wait(60.0)
        assert (None, ()) == (device.device._usb, device.session.usb_devices)
        device.rig._find_usb = find
        device.wait(PARTS_CHECK_S)
        device.pads.plug(KEYBOARD)
        device.wait(POLL_S)
        device.type(DOWN)
        assert 1 == device.place.cursor.highlight


def test_a_device_without_ports(tmp_path: Path) -> None:
    """An emulator has no ports: the settings have no row for USB keys."""
    with bench(tmp_path) as device:
        device.pause("settings")
        assert "usb_keys" not in device.listed
        device.tap(BACK)
