"""Learning the keys of USB devices: any key of any device, with a way out at each step; nothing else is kept."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from display.letters import width
from display.profiles import Profile
from engines.kit.contract import Refused
from engines.kit.text import ENGLISH, PSEUDO
from firmware.data_folder import DataFolder
from firmware.device.feedback import USB_FAILED
from firmware.device.loop import PARTS_CHECK_S
from firmware.device.usb import PLUG_IN, UNPLUGGED
from firmware.languages import catalogue
from firmware.text import Text
from firmware.views.chrome import Names
from firmware.views.usb_keys import FORGOTTEN, LEARNED, PROMPTS, TAKEN_KEYS, LearnKeys, usb_keys
from hw.usb_keys import ROLES
from tests.contract.layouts import Glass, faults
from tests.firmware.device.bench import NEXT, PUSH, TAP_S, Bench, bench
from tests.profiles import PROFILES
from tests.usb_pads import ENTER, ESC, F13, KEYBOARD, MUTE, PAD, SPACE, VOLUME_DOWN, VOLUME_UP, A, B

HEADLINES = {role: ENGLISH.words(headline) for role, (headline, _) in PROMPTS.items()}
KEYS = (A, B, VOLUME_DOWN, VOLUME_UP, MUTE, F13)
LEARNED_KEYS = {PAD: dict(zip(ROLES, KEYS, strict=True))}


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Bench]:
    """Yield a device with a pad, at the first step of learning its keys."""
    with bench(tmp_path, usb=True) as made:
        begin_learning(made)
        yield made


def begin_learning(device: Bench, *ports: str) -> None:
    """Plug in a pad, and begin to learn its keys."""
    for port in ports or ("event1",):
        device.pads.plug(PAD, port)
    device.wait(PARTS_CHECK_S)
    device.pause("settings")
    device.choose("usb_keys")
    if "learn" in device.listed:
        device.choose("learn")


def asked_role(device: Bench) -> str | None:
    """Return the role of the key that is asked for."""
    return next((role for role, words in HEADLINES.items() if words in device.words.splitlines()), None)


def learned_keys(folder: Path) -> dict[str, Any]:
    """Return the learned keys in `settings.toml`."""
    path = folder / "settings.toml"
    found: dict[str, Any] = tomllib.loads(path.read_text()).get("usb_keys", {}) if path.exists() else {}
    return found


def test_any_key_is_learned(device: Bench, tmp_path: Path) -> None:
    """Letters, volume keys and F13 can be Next, Back, turns, Push and menu, at once and after a power cut."""
    for role, key in zip(ROLES, KEYS, strict=True):
        assert role == asked_role(device)
        device.type(key)
    assert "Keys learned" in device.words
    assert LEARNED_KEYS == learned_keys(tmp_path)
    device.type(B)
    assert "settings" in device.listed
    device.close()
    device.close = lambda: None  # type: ignore[method-assign]
    with bench(tmp_path, usb=True) as again:
        again.pads.plug(PAD)
        again.wait(PARTS_CHECK_S)
        again.type(VOLUME_UP)
        assert 1 == again.place.cursor.highlight
        again.type(VOLUME_DOWN, A)
        assert "begin" in again.listed
        again.type(B, F13)
        assert "settings" in again.listed


def test_the_first_start_offers_it(tmp_path: Path) -> None:
    """If a USB device is plugged in, the first start ends with the choice of usual or learned keys."""
    for answer in ("usual", "learn"):
        with bench(tmp_path, usb=True, first_start="knob") as device:
            device.pads.plug(PAD)
            device.wait(PARTS_CHECK_S)
            device.next()
            assert "USB keys" in device.words
            device.choose(answer)
            assert ("next" if answer == "learn" else None) == asked_role(device)
    assert "" == DataFolder(tmp_path).settings.load().first_start


def test_the_first_start_without_anything_plugged_in(tmp_path: Path) -> None:
    """Without a USB device it ends with the knob; after a power cut at the USB question, that is still asked."""
    for step, words in (("knob", "Which game?"), ("usb", "Usual keys")):
        with bench(tmp_path, usb=True, first_start=step) as device:
            device.next(1 if step == "knob" else 0)
            assert words in device.words
            device.next(1 if step == "usb" else 0)
            assert "Which game?" in device.words


def test_the_same_key_twice(device: Bench, tmp_path: Path) -> None:
    """A key pressed twice is named with its use, with a hint about unprogrammed pads, and is not learned again."""
    device.type(A, A)
    assert "This key is Next" == device.header
    assert "until they are programmed on a PC" in device.words
    assert "back" == asked_role(device)
    device.type(B)
    assert ("left", False) == (asked_role(device), "programmed" in device.words)
    device.next(4)
    assert {PAD: {"next": A, "back": B}} == learned_keys(tmp_path)


@pytest.mark.parametrize("n", range(1, 5))
def test_each_key_is_known_again(device: Bench, n: int) -> None:
    """A key that is already learned is named by its use."""
    device.type(*KEYS[:n], KEYS[n - 1])
    role = {"next": "is Next", "back": "is Back", "left": "turns left", "right": "turns right"}[ROLES[n - 1]]
    assert f"This key {role}" == device.header


def test_next_leaves_out_the_last_key(device: Bench, tmp_path: Path) -> None:
    """Next skips the last key, for a pad without a sixth."""
    device.type(*KEYS[:5], A)
    assert asked_role(device) is None
    assert {PAD: dict(zip(ROLES[:5], KEYS, strict=False))} == learned_keys(tmp_path)


def test_a_knob_that_turns_on(device: Bench) -> None:
    """Further clicks of a turning knob arrive before the next screen was seen, and are ignored silently."""
    device.type(A, B)
    device.signals.given.clear()
    device.type(*[VOLUME_DOWN] * 4, quiet=TAP_S)
    device.wait(3.0)
    assert "right" == asked_role(device)
    assert ["accepted"] == device.signals.given


def test_two_keys_at_once(device: Bench) -> None:
    """The second of two keys pressed together is not learned."""
    device.pads.down(A)
    device.pads.down(B)
    device.wait(3.0)
    assert "back" == asked_role(device)
    device.type(B)
    assert "left" == asked_role(device)


def test_keys_of_several_devices(tmp_path: Path) -> None:
    """Each key may be on a different device."""
    with bench(tmp_path, usb=True) as device:
        device.pads.plug(KEYBOARD, "event2")
        begin_learning(device)
        device.type(A)
        device.type(A, port="event2")
        device.next(4)
    assert {PAD: {"next": A}, KEYBOARD: {"back": A}} == learned_keys(tmp_path)


# --- ways out ---


def test_the_own_keys_lead_out(device: Bench, tmp_path: Path) -> None:
    """Back asks for the previous key again, and leaves at the first; nothing is kept."""
    device.type(A, B)
    device.back()
    assert "back" == asked_role(device)
    device.type(B)
    device.back(3)
    assert (None, {}) == (asked_role(device), learned_keys(tmp_path))
    assert "usb_keys" in device.listed


def test_escape_leads_out(device: Bench, tmp_path: Path) -> None:
    """Escape leaves and is never learned."""
    device.type(A, ESC)
    assert (None, {}) == (asked_role(device), learned_keys(tmp_path))


def test_the_pause_menu_leads_out(device: Bench) -> None:
    """While the pause menu is open, the keys of a keyboard work as usual."""
    device.type(A)
    device.hold(PUSH)
    device.type(VOLUME_UP)
    assert "settings" in device.listed


def test_nothing_pressed_nothing_kept(device: Bench, tmp_path: Path) -> None:
    """Pressing Next through all steps changes nothing, and shows no message."""
    device.next(len(ROLES))
    assert (None, {}) == (asked_role(device), learned_keys(tmp_path))
    assert "Keys learned" not in device.words


def test_nothing_else_that_is_typed_is_kept(device: Bench, tmp_path: Path) -> None:
    """Only learned keys are written, no other key typed during or before learning."""
    device.type(A, ESC)
    device.type(SPACE, ENTER)
    assert [] == [path for path in tmp_path.rglob("*.toml") if path.read_text()]


# --- later ---


def test_learning_again_changes_what_is_pressed(device: Bench, tmp_path: Path) -> None:
    """A skipped key stays; a key with a new use loses its old one."""
    device.type(*KEYS)
    begin_learning(device)
    device.tap(NEXT)
    device.type(A)
    device.next(4)
    assert {
        PAD: {"back": A, **{role: key for role, key in LEARNED_KEYS[PAD].items() if role not in ("next", "back")}}
    } == (learned_keys(tmp_path))


def test_forgetting(device: Bench, tmp_path: Path) -> None:
    """After forgetting, the usual keys remain."""
    device.type(*KEYS)
    device.choose("usb_keys")
    device.choose("forget")
    assert "Keys forgotten" in device.words
    assert {} == learned_keys(tmp_path)
    device.type(A)
    assert "settings" not in device.words
    assert "usb_keys" in device.listed


def test_nothing_is_plugged_in(tmp_path: Path) -> None:
    """The screen asks for a USB device until one is plugged in, and notices it within a second."""
    with bench(tmp_path, usb=True) as device:
        device.pause("settings")
        device.choose("usb_keys")
        assert "Plug in a USB keyboard or pad." in device.words
        device.pads.plug()
        device.wait(3.0)
        assert "Plug in" not in device.words
        device.type(A)
        assert "back" == asked_role(device)


# --- on the glass ---


@pytest.mark.all
@pytest.mark.parametrize("language", ["en", "de", "fr", PSEUDO])
@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
def test_screens_and_messages_fit(profile: Profile, language: str, tmp_path: Path) -> None:
    """Every screen fits by the laws of all screens, and every message fits the header."""
    words = catalogue(language)
    room = profile.width - 2 * profile.margin
    face = profile.small if language == PSEUDO else profile.bar
    messages = (*TAKEN_KEYS.values(), LEARNED, FORGOTTEN, UNPLUGGED, PLUG_IN, USB_FAILED)
    assert [] == [text for text in messages if width(face, words.runs(text)) > room]
    glass, names = Glass(profile, language, words), Names(Text("Tavolino"), Text("Tavolino"))
    for n, keys in enumerate(({}, {"keys": {"set": "usb"}})):
        with bench(tmp_path / str(n), usb=True, hardware=keys) as device:
            view = LearnKeys(device.session)
            for code in KEYS[:-1]:
                assert [] == list(faults(view, names, [glass]))
                view.learn(PAD, code)
                if code != A:
                    with pytest.raises(Refused):
                        view.learn(PAD, code)
                assert [] == list(faults(view, names, [glass]))
            assert [] == list(faults(usb_keys(device.session), names, [glass]))
