"""The device of a page, without a page: its commands and its messages."""

import json
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from engines.kit.contract import Refused, Role, Who
from engines.kit.play import Play
from engines.kit.text import ENGLISH
from engines.registry import KEYS, load_engine
from firmware.data_folder import DataFolder
from firmware.emulators.device import numbered_seeds
from firmware.emulators.script import HeadlessDevice, ScriptFailed, parse
from firmware.emulators.web import chart, coverage, face
from firmware.emulators.web.chart import conditions, phase_kind, transition_label, turn_model
from firmware.emulators.web.device import WebDevice
from firmware.emulators.web.drawer import MAX_SHOWN_MISUSES, Chance, Observer, _differences
from firmware.emulators.web.messages import (
    MAX_COMMAND_CHARS,
    MAX_PLAY_CHARS,
    AskNext,
    Beside,
    Coverage,
    Covered,
    Down,
    Error,
    File,
    Give,
    Go,
    InjectFault,
    Languages,
    Load,
    Pace,
    Panel,
    Part,
    Power,
    Record,
    Save,
    Seed,
    Tour,
    Try,
    Turn,
    Up,
    WriteTest,
    decode_command,
)
from firmware.emulators.web.owner import Owner
from firmware.errors import TavolinoError
from firmware.files.disk import lock
from firmware.settings.settings import Settings
from hw.events import Key
from tests.magpie_on_menu import HOP_HEADLINE, SET_UP, SET_UP_PRESSES, TURN_HEADLINE
from tests.web_device import FIRST_LINE, SECOND_LINE, do, last_report, owned_device

pytestmark = [pytest.mark.all, pytest.mark.usefixtures("magpie_menu")]

ME, YOU = "me", "you"


@pytest.fixture
def device(tmp_path: Path) -> Iterator[WebDevice]:
    """Yield a device at its game menu, whose panel takes no time."""
    device = WebDevice(tmp_path, numbered_seeds("7"))
    device.clock.instant = True
    device.pump()
    yield device
    device.power_off()


def tap(device: WebDevice, key: str, n: int = 1) -> None:
    """Press and release a key."""
    for _ in range(n):
        device.do(Down(key), ME)  # type: ignore[arg-type]  # one of the three
        device.pump()
        device.do(Up(key), ME)  # type: ignore[arg-type]  # as above
        device.pump()


def words(device: WebDevice) -> str:
    """Return the words on the glass."""
    return face.look(device).words


def refusal(device: WebDevice, command: object) -> str:
    """Return the reason for refusing a command."""
    with pytest.raises((Refused, TavolinoError)) as error:
        device.do(command, ME)  # type: ignore[arg-type]  # any of them
    found = error.value
    return ENGLISH.words(found.text) if isinstance(found, Refused) else str(found)


def test_a_face_says_its_language(tmp_path: Path) -> None:
    """A face names the language of its words without its variant, for reading aloud; its keys are translated, too."""
    device = WebDevice(tmp_path, numbered_seeds("7"), {"language": "de-old"})
    seen = face.look(device)
    assert (seen.language, seen.labels["next"], seen.labels["back"]) == ("de", "Weiter", "Zurück")
    assert (seen.labels["push"], seen.labels["page-down"], seen.labels["holds"]) == (
        "Den Knopf drücken",
        "Bild ↓",
        "unten lassen: halten",
    )
    device.power_off()
    assert face.look(device).language == "de"


@pytest.mark.parametrize(
    ("wanted", "flags", "language"),
    [
        (["it-IT", "DE-at", "fr"], {}, "de"),
        (["it", "pseudo", ".."], {}, "en"),
        ([], {}, "en"),
        (["de"], {"language": "fr"}, "fr"),
    ],
)
def test_a_new_device_asks_in_the_language_of_the_browser(
    tmp_path: Path, wanted: list[str], flags: dict[str, str], language: str
) -> None:
    """The first question proposes the browser's first available language, or the one from the command line."""
    device = WebDevice(tmp_path, numbered_seeds("7"), flags, first_start=True)
    device.do(Languages(wanted), ME)
    device.pump()
    session = device.last_rig.session
    assert (session.settings.language, session.settings.first_start, len(session.views)) == (language, "language", 2)
    assert session.top.screen().ask.likely == language  # type: ignore[union-attr]  # it is a list
    device.power_off()


def test_a_device_in_use_keeps_its_language(device: WebDevice) -> None:
    """The chosen language stays with any browser; without power nothing changes."""
    device.do(Languages(["de"]), ME)
    assert face.look(device).language == "en"
    device.do(Power(False), ME)
    device.do(Languages(["de"]), ME)
    assert face.look(device).language == "en"


def test_a_tour_is_at_the_first_turn(device: WebDevice) -> None:
    """A tour begins at the player's turn, in a game whose bot asks a question next; the glass shows the play."""
    device.do(Tour(), ME)
    device.pump()
    play = device.last_rig.session.play
    assert play is not None
    assert (play.engine.key, play.screen.badge.who) == ("burgundy", Who.YOU)
    assert "Take your turn" in words(device)
    assert Observer(device).look().view == "PlayView"
    tap(device, "next")
    assert play.screen.role is Role.QUESTION
    tap(device, "back", 20)
    assert Observer(device).look().view != "PlayView"
    device.do(Power(False), ME)
    assert refusal(device, Tour()) == "The device has no power."


def test_panels_beside_the_device(device: WebDevice) -> None:
    """Each panel beside the device shows the same as the device with that panel, step by step."""
    assert face.look(device).beside == ()
    device.last_rig.session.change_settings(hints=False)
    device.do(Tour(), ME)
    for n in range(5):
        device.do(Beside(["2.9", "4.2-big", "4.2", "7"]), ME)
        device.pump()
        beside = {one.panel: one for one in face.look(device).beside}
        assert [*beside] == ["2.9", "4.2-big"]
        for panel, one in beside.items():
            device.do(Panel(panel), ME)
            device.pump()
            seen = face.look(device)
            assert (seen.width, seen.height, seen.pitch_mm) == (one.width, one.height, one.pitch_mm)
            assert seen.glass == one.glass, (n, panel)
        device.do(Panel("4.2"), ME)
        device.pump()
        tap(device, "next")
    device.do(Beside([]), ME)
    assert face.look(device).beside == ()


def test_panels_beside_the_device_show_its_page(device: WebDevice) -> None:
    """A panel beside the device turns its pages with it, and shows its highlight."""
    device.do(Beside(["2.9"]), ME)
    seen = []
    for _ in range(3):
        device.pump()
        seen.append(face.look(device).beside[0].glass)
        device.do(Turn(1), ME)
    assert len(set(seen)) == len(seen)
    device.do(Power(False), ME)
    assert [one.panel for one in face.look(device).beside] == ["2.9"]


# --- messages ---


@pytest.mark.parametrize(
    ("message", "command"),
    [
        ('{"do":"down","key":"next"}', Down("next")),
        ('{"do":"turn","by":-3}', Turn(-3)),
        ('{"do":"fault","fault":null}', InjectFault(None)),
        ('{"do":"load","file":"text"}', Load("text")),
    ],
)
def test_a_message_is_a_command(message: str, command: object) -> None:
    """A message of a page is decoded as a typed value."""
    assert decode_command(message) == command


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        (None, "A message is text, not bytes."),
        ("", "The message is no command: "),
        ("[" * 100_000, "The message is no command: "),
        ('{"x":' + "[" * 100_000, "The message is no command: "),
        ('{"do":"down"}', "The message is no command: Object missing required field `key`."),
        ('{"do":"down","key":"fire"}', "The message is no command: Invalid enum value 'fire' - at `$.key`."),
        ('{"do":"turn","by":21}', "The message is no command: Expected `int` <= 20 - at `$.by`."),
        ('{"do":"save","to":"/etc"}', "The message is no command: Object contains unknown field `to`."),
        ('{"do":"reboot"}', "The message is no command: Invalid value 'reboot' - at `$.do`."),
        (f'{{"do":"save"{" " * MAX_COMMAND_CHARS}}}', "The message is too long: 4109 characters; 4096 are allowed."),
        ("x" * (MAX_PLAY_CHARS + 1), "The message is too long: 1048577 characters; 1048576 are allowed."),
    ],
)
def test_what_is_no_command(message: str | None, sentence: str) -> None:
    """Any other message is refused with one sentence."""
    with pytest.raises(TavolinoError) as error:
        decode_command(message)
    assert str(error.value).startswith(sentence)


def test_a_long_play_is_a_command() -> None:
    """A message with a play file may be longer than others."""
    assert decode_command(json.dumps({"do": "load", "file": "x" * MAX_COMMAND_CHARS})) == Load("x" * MAX_COMMAND_CHARS)


# --- keys ---


def test_instant(device: WebDevice) -> None:
    """If the panel takes no time, every key counts at once, and its effect is on the glass at once."""
    tap(device, "next", 2 + SET_UP_PRESSES)
    assert TURN_HEADLINE in words(device)
    seen = face.look(device)
    assert (seen.refresh, seen.signal.number, seen.signal.name) == (None, 2 + SET_UP_PRESSES, "accepted")
    assert seen.instant


def test_the_panels_own_pace(device: WebDevice) -> None:
    """At the panel's own pace a refresh is reported with its new picture, and a key before its end is too early."""
    device.do(Pace(False), ME)
    for _ in range(9):  # a machine that stalls during a refresh does not see it
        tap(device, "next")
        seen = face.look(device)
        if seen.refresh is not None:
            break
    assert seen.refresh is not None
    assert (seen.refresh.full, seen.refresh.glass == seen.glass, seen.words) == (False, False, words(device))
    for _ in "down", "up":  # until the contact is settled
        device.clock.leap(0.05)
        device.pump()
    tap(device, "next")
    assert face.look(device).signal.name == "too-early"
    device.clock.leap(seen.refresh.seconds + 1)
    device.pump()
    after = face.look(device)
    assert (after.refresh, after.glass) == (None, seen.refresh.glass)


def test_turn(device: WebDevice) -> None:
    """The knob turns by the given number of detents."""
    device.do(Turn(1), ME)
    device.pump()
    assert SECOND_LINE in words(device)
    device.do(Turn(-1), ME)
    device.pump()
    assert FIRST_LINE in words(device)


def test_hold_takes_its_time(device: WebDevice) -> None:
    """A hold takes its time with any panel: an earlier release is a press."""
    tap(device, "next")
    device.do(Down("push"), ME)
    device.pump()
    assert "Pause" not in words(device)
    device.clock.leap(0.6)
    device.pump()
    assert "Pause" in words(device)


@pytest.mark.all
def test_nothing_is_leapt_over_in_a_hold(device: WebDevice, monkeypatch: pytest.MonkeyPatch) -> None:
    """No time is skipped during a hold, even if something is drawn meanwhile."""
    device.do(Down("back"), ME)
    device.pump()
    leap, leaps = device.clock.leap, list[float]()
    monkeypatch.setattr(device.clock, "leap", leaps.append)
    device.do(Turn(1), ME)
    assert device.rig is not None
    for _ in range(11):
        leap(0.05)
        if device._is_held(device.rig):
            device.pump()
    assert (SECOND_LINE in words(device), leaps) == (True, [])


def test_four_keys_of_a_page(tmp_path: Path) -> None:
    """The page has arrows as keys, both together push, and turning does nothing."""
    device = WebDevice(tmp_path, numbered_seeds("7"), {"hardware": {"keys": {"set": "four", "place": "beside"}}})
    device.clock.instant = True
    device.pump()
    seen = face.look(device)
    assert (seen.keys, seen.keys_beside, seen.labels["tour-menu"]) == (
        "four",
        True,
        "Hold ▲ and ▼ down together until the menu opens.",
    )
    tap(device, "down")
    before = words(device)
    device.do(Turn(1), ME)
    device.pump()
    assert words(device) == before
    tap(device, "down")
    assert words(device) != before
    tap(device, "up")
    assert words(device) == before
    device.do(Down("push"), ME)
    device.pump()
    device.clock.leap(0.7)
    device.pump()
    assert ("Pause" in words(device), face.look(device).down) == (True, ("push",))
    device.power_off()


def test_a_key_that_is_not_there_is_none(device: WebDevice) -> None:
    """On a knob device the arrow keys do nothing."""
    before = words(device)
    tap(device, "down")
    assert (words(device), device.keys_down()) == (before, ())


def test_fingers_of_two(device: WebDevice) -> None:
    """A key is down as long as anyone holds it."""
    for who in (ME, YOU, YOU):
        device.do(Down("back"), who)
    device.do(Up("back"), ME)
    assert device.keys_down() == (Key.BACK,)
    device.do(Up("back"), ME)
    assert device.keys_down() == (Key.BACK,)
    device.release_keys(YOU)
    assert device.keys_down() == ()


def test_a_finger_on_a_key_that_is_down_presses_nothing(device: WebDevice, monkeypatch: pytest.MonkeyPatch) -> None:
    """A contact closes once, even if another finger presses the same key."""
    assert device.rig is not None
    pressed: list[Key] = []
    monkeypatch.setattr(device.rig.hand, "down", pressed.append)
    for who in (ME, YOU):
        device.do(Down("back"), who)
    assert pressed == [Key.BACK]


@pytest.mark.all
def test_the_other_way_round(tmp_path: Path) -> None:
    """For the left hand the device is turned round, and so is its picture on the page."""
    turned = []
    for hand in ("right", "left"):
        device = WebDevice(tmp_path, numbered_seeds("7"), {"hand": hand})
        turned.append(face.look(device).turned)
        device.power_off()
    assert turned == [False, True]


# --- the plug ---


def test_power_cut(device: WebDevice) -> None:
    """Without power the glass stays, and nothing else works; with power the same step continues."""
    tap(device, "next", 2 + SET_UP_PRESSES)
    before = face.look(device)
    device.do(Down("push"), ME)
    device.do(Power(False), ME)
    dark = face.look(device)
    assert (dark.on, dark.glass, dark.down, device.wait_s) == (False, before.glass, (), None)
    for command in (Down("next"), Turn(1), Go(0), Save(), InjectFault("brown-out")):
        assert refusal(device, command) == "The device has no power."
    device.do(Up("push"), ME)
    device.do(Power(True), ME)
    assert face.look(device).glass == before.glass
    device.pump()
    assert "Hold Back: where were we?" in words(device)
    assert TURN_HEADLINE in words(device)
    tap(device, "next")
    assert HOP_HEADLINE in words(device)


def test_power_twice(device: WebDevice) -> None:
    """Repeating a power command changes nothing."""
    rig = device.rig
    device.do(Power(True), ME)
    assert device.rig is rig
    device.do(Power(False), ME)
    device.do(Power(False), ME)


def test_power_off_in_the_menu(device: WebDevice) -> None:
    """Power off in the device's menu switches the power off."""
    device.do(Turn(len(KEYS) + 2), ME)
    device.pump()
    tap(device, "next")
    assert device.rig is None


def test_panel(device: WebDevice) -> None:
    """Another panel is another device with the same plays."""
    tap(device, "next", 2 + SET_UP_PRESSES)
    for panel, size in (("2.9", (296, 128)), ("4.2-big", (400, 300)), ("4.2", (400, 300))):
        device.do(Panel(panel), ME)
        device.pump()
        seen = face.look(device)
        assert ((seen.width, seen.height), seen.panel) == (size, panel)
        assert TURN_HEADLINE in seen.words
    device.do(Power(False), ME)
    device.do(Panel("2.9"), ME)
    assert not face.look(device).on
    device.do(Power(True), ME)
    assert face.look(device).panel == "2.9"


def test_a_panel_of_the_same_size_has_a_glass_of_its_own(device: WebDevice) -> None:
    """A panel of the same size that is mounted the other way round does not inherit the picture."""
    seen = []
    for before in ("2.9", "4.26-hat"):
        for panel in (before, "7.5-v2"):
            device.do(Panel(panel), ME)
            device.pump()
        seen.append(face.look(device).glass)
    assert seen[0] == seen[1]


def test_typed_and_chosen(tmp_path: Path) -> None:
    """An option applies until something else is chosen on the device, also after a power cut."""
    flags = {"language": "de", "panel": "2.9"}
    device = WebDevice(tmp_path, flags=flags)
    for language in ("de", "fr"):
        assert device.rig is not None
        if language == "fr":
            device.rig.session.change_settings(language=language)
        device.power_off()
        device.power_on()
        assert (device.last_rig.session.settings.language, device.last_rig.session.settings.panel) == (language, "2.9")
    device.power_off()
    assert DataFolder(tmp_path).settings.load() == Settings(language="fr")


def test_panel_that_cannot_be(device: WebDevice, tmp_path: Path) -> None:
    """A panel that the settings do not allow leaves the device unchanged."""
    tap(device, "next", 2 + SET_UP_PRESSES)
    (tmp_path / "settings.toml").write_text('[hardware.panel]\ndriver = "ssd1683"\nx_offset = 8\n')
    assert "need 408 x 300 px of the chip" in _failure(device, Panel("4.2"))
    assert "There is no hardware profile" in _failure(device, Panel("7"))
    device.pump()
    seen = face.look(device)
    assert (seen.on, seen.panel, TURN_HEADLINE in seen.words) == (True, "4.2", True)


def _failure(device: WebDevice, command: Panel) -> str:
    from hw.errors import HwError

    with pytest.raises(HwError) as error:
        device.do(command, ME)
    return str(error.value)


# --- faults ---


@pytest.mark.parametrize("fault", ["busy-stuck", "busy-dead", "spi-error"])
def test_faults(device: WebDevice, fault: str) -> None:
    """While the panel is broken, keys are not allowed, even after a power cut; then the step is shown again."""
    device.do(InjectFault(fault), ME)  # type: ignore[arg-type]  # one of them
    device.do(Power(False), ME)
    device.do(Power(True), ME)
    _leap(device, 30)
    tap(device, "next")
    assert face.look(device).signal.name == "not-allowed"
    device.do(InjectFault(None), ME)
    _leap(device, 30)
    tap(device, "next")
    assert "Begin" in words(device)


def test_a_full_disk(device: WebDevice) -> None:
    """On a full disk the play continues and every screen says so; a power cut loses only the later inputs."""
    device.last_rig.session.change_settings(hints=False)
    tap(device, "next", 2 + SET_UP_PRESSES)
    device.do(InjectFault("disk-full"), ME)
    tap(device, "next")
    assert "Nothing is saved" in words(device)
    device.do(Power(False), ME)
    device.do(Power(True), ME)
    device.pump()
    assert TURN_HEADLINE in words(device)
    tap(device, "next")
    device.do(InjectFault(None), ME)
    tap(device, "next")
    after = words(device)
    assert "Nothing is saved" not in after
    device.do(Power(False), ME)
    device.do(Power(True), ME)
    device.pump()
    assert words(device).splitlines()[1:] == after.splitlines()[1:]


def test_a_stuck_key(device: WebDevice) -> None:
    """A stuck key counts once, also at power-on; releasing it has no effect."""
    device.do(InjectFault("next-stuck"), ME)
    device.pump()
    assert "Begin" in words(device)
    tap(device, "next", 2)
    device.do(Power(False), ME)
    device.do(Power(True), ME)
    device.pump()
    assert device.keys_down() == (Key.NEXT,)
    assert (face.look(device).fault, face.look(device).down) == ("next-stuck", ("next",))
    device.do(InjectFault(None), ME)
    assert device.keys_down() == ()


def test_brown_out(device: WebDevice) -> None:
    """After a brown-out of the panel the device continues."""
    device.do(InjectFault("brown-out"), ME)
    assert face.look(device).fault is None
    tap(device, "next", 2)
    _leap(device, 30)
    assert SET_UP[0] in words(device)


def _leap(device: WebDevice, seconds: float) -> None:
    until = device.clock.now() + seconds
    while device.clock.now() < until:
        device.clock.leap(0.25)
        device.pump()


# --- plays ---


def test_go(device: WebDevice) -> None:
    """Jumping to an input undoes the later ones; jumping forward redoes them."""
    tap(device, "next", 8)
    there = face.look(device).glass
    observer = Observer(device)
    assert observer.look().play is not None
    device.do(Go(1), ME)
    device.pump()
    inside = observer.look().play
    assert inside is not None
    assert [(line.n, line.undone) for line in inside.journal] == [(1, False), *((n, True) for n in range(2, 7))]
    device.do(Go(6), ME)
    device.pump()
    assert face.look(device).glass == there
    assert refusal(device, Go(7)) == "Nothing undone is offered here."


def test_go_nowhere(device: WebDevice) -> None:
    """Without a play there is nothing to go to or to save."""
    assert refusal(device, Go(0)) == refusal(device, Save()) == "There is no play on the device."


def test_save_and_load(device: WebDevice) -> None:
    """A saved play file is loaded at the same step, and the play before it is kept."""
    tap(device, "next", 8)
    saved = device.do(Save(), ME)
    assert isinstance(saved, File)
    there = face.look(device).glass
    tap(device, "next", 3)
    device.do(Load(saved.file), ME)
    device.pump()
    assert (saved.name, face.look(device).glass) == ("0001-magpie.jsonl", there)
    assert device.rig is not None
    assert [info.live for info in device.rig.session.folder.plays.plays()] == [False, True]


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        ("1", "The file is no play file: line 1 was changed."),
        ('{"format":"tavolino-play-1","game":"lisboa"}', "The file is no play file, or one from before 0.1.0."),
    ],
)
def test_load_what_is_no_play(device: WebDevice, file: str, sentence: str) -> None:
    """A file that is no play is refused with the faulty line, and the play is unchanged."""
    tap(device, "next", 2 + SET_UP_PRESSES)
    assert refusal(device, Load(file)).startswith(sentence)
    assert TURN_HEADLINE in words(device)


def test_seed(device: WebDevice) -> None:
    """The next new play uses the given seed, the one after it another."""
    assert Observer(device).look().next_seed is None
    device.do(Seed("magic"), ME)
    assert Observer(device).look().next_seed == "magic"
    tap(device, "next", 2)
    inside = Observer(device).look()
    assert inside.play is not None
    assert (inside.play.seed, inside.next_seed) == ("magic", None)
    assert device._next_seed() == "magic-2"


# --- inside ---


def test_drawer(device: WebDevice) -> None:
    """The drawer has the screen as data, and the play's journal, reasons, phase, state and score."""
    observer = Observer(device)
    assert (observer.look().play, observer.look().screen["key"]) == (None, "device.games")
    tap(device, "next", 4 + SET_UP_PRESSES)
    found = observer.look()
    inside = found.play
    assert inside is not None
    assert (inside.game, inside.title, inside.n, inside.at) == ("magpie", "The Magpie", 2 + SET_UP_PRESSES, "toll")
    assert [line.text for line in inside.journal][-1] == f"{HOP_HEADLINE}: My turn is done"
    assert inside.reasons[0]["rule"].startswith("magpie.")
    assert inside.state["at"] == inside.at
    assert inside.score is not None
    assert found.screen["headline"] in words(device)


def test_differences(device: WebDevice) -> None:
    """The drawer lists what the last input changed in the state, at any depth; the first step has no changes."""
    before = {"coins": 1, "deck": ["a", "b"], "gone": 2, "row": [1, 2], "side": {"x": 0, "y": 0}}
    after = {"coins": 1, "deck": ["a"], "row": [1, 3], "side": {"x": 0, "y": 5}}
    found = [(one.path, one.before, one.after) for one in _differences(before, after)]
    assert found == [("deck", ["a", "b"], ["a"]), ("gone", 2, None), ("row[1]", 2, 3), ("side.y", 0, 5)]
    observer = Observer(device)
    tap(device, "next", 2)
    first = observer.look().play
    tap(device, "next", SET_UP_PRESSES)
    later = observer.look().play
    assert first is not None
    assert later is not None
    assert first.changes == ()
    assert "at" in {one.path for one in later.changes}
    assert [one.after for one in later.changes if one.path == "at"] == [later.at]


def test_words_of_undone_inputs(device: WebDevice) -> None:
    """Undone inputs keep their words, also in a loaded play; a correction names its value."""
    observer = Observer(device)
    tap(device, "next", 4 + SET_UP_PRESSES)
    play = device.last_rig.session.play
    assert play is not None
    field = next(field for field in play.engine.fields(play.state) if not field.choices)
    device.last_rig.session.commit(play.correct({field.name: field.high}))
    device.pump()
    inside = observer.look().play
    assert inside is not None
    done = [(line.n, line.kind, line.text) for line in inside.journal]
    assert done[-1][1:] == ("correct", f"Corrected: {ENGLISH.words(field.label)} {field.high}")
    device.do(Go(0), ME)
    for each in (observer, Observer(device)):
        inside = each.look().play
        assert inside is not None
        assert [(line.n, line.kind, line.text) for line in inside.journal] == done
        assert all(line.undone for line in inside.journal)


CROW = (
    'format = 1\nkey = "crow"\ntitle = "The Crow"\nplay = [{ your_turn = "Caw" }, { yes_no = "Loud?", as = "loud" }]\n'
)
"""A bot that asks a question after each turn."""


def test_a_bot_that_is_dropped(device: WebDevice) -> None:
    """A bot file is tried at once; the changed file continues at the same step; a bad one changes nothing."""
    device.do(Try("crow.toml", CROW), ME)
    device.pump()
    tap(device, "next", 2)
    play = device.last_rig.session.play
    assert play is not None
    assert (play.engine.key, play.n) == ("crow", 1)
    assert "Loud?" in words(device)
    device.do(Try("crow.toml", CROW.replace("Loud?", "Quiet?")), ME)
    device.pump()
    assert "Quiet?" in words(device)
    assert refusal(device, Try("crow.toml", "format = 1")).startswith("crow.toml")
    assert refusal(device, Try("crow.toml", CROW.replace("crow", "lisboa"))).startswith("crow.toml: the key lisboa")
    assert "Quiet?" in words(device)
    device.do(Power(False), ME)
    assert refusal(device, Try("crow.toml", CROW)) == "The device has no power."


def test_recorded_keys_are_a_script(device: WebDevice, tmp_path: Path) -> None:
    """Keys recorded on a fresh device are a script that leads a headless one to the same words."""
    own = words(device)
    device.do(Record(True), ME)
    device.pump()
    assert Observer(device).look().recording
    for by in (2, -1):
        device.do(Turn(by), ME)
        device.pump()
    tap(device, "next", 4)
    device.do(Down("push"), ME)
    device.pump()
    _leap(device, device.last_rig.device.hold_s + 0.1)
    device.do(Up("push"), ME)
    device.pump()
    tap(device, "back", 2)
    tap(device, "push")
    device.do(Power(False), ME)
    device.do(Power(True), ME)
    device.pump()
    there = words(device)
    assert refusal(device, Panel("2.9")).startswith("Keys are recorded")
    found = device.do(Record(False), ME)
    device.pump()
    assert isinstance(found, File)
    assert words(device) == own
    assert device.do(Record(False), ME) is None
    for word in ("turn:+2 ", "turn:-1 ", "next ", "hold:push ", "back ", "push ", "power:cut", "power:on", "--seed 7"):
        assert word in found.file
    assert found.file.count("expect:") >= 9
    headless = HeadlessDevice(tmp_path / "headless", numbered_seeds("7"), {"panel": "4.2"})
    headless.run(parse(found.file, "keys.txt"), tmp_path)
    assert headless.last_rig.device.words() == there
    headless.power_off()
    wrong = found.file.replace("turn:-1", "turn:+1")
    headless = HeadlessDevice(tmp_path / "wrong", numbered_seeds("7"), {"panel": "4.2"})
    with pytest.raises(ScriptFailed):
        headless.run(parse(wrong, "keys.txt"), tmp_path)
    headless.power_off()


def test_a_play_is_a_test(device: WebDevice) -> None:
    """The play so far, with its corrections, becomes a test that fails if changed. Some plays are refused."""
    assert refusal(device, WriteTest()) == "There is no play on the device."
    tap(device, "next", 4 + SET_UP_PRESSES)
    session = device.last_rig.session
    play = session.play
    assert play is not None
    field = next(field for field in play.engine.fields(play.state) if not field.choices)
    session.commit(play.correct({field.name: field.high}))
    found = device.do(WriteTest(), ME)
    assert isinstance(found, File)
    assert found.name == "test_magpie.py"
    for text, holds in ((found.file, True), (found.file.replace(TURN_HEADLINE, "Take no turn"), False)):
        names: dict[str, Any] = {}
        exec(compile(text, found.name, "exec"), names)  # noqa: S102 - it was written here
        with nullcontext() if holds else pytest.raises(AssertionError):
            names["test_the_recorded_play"]()
    session.commit(play.replace({field.name: field.low}))
    assert refusal(device, WriteTest()).startswith("The inputs of this play do not repeat it")


def test_the_next_card_is_chosen(device: WebDevice) -> None:
    """One draw is asked with its possible cards. It is repeated after undo, and in a test of the play."""
    assert refusal(device, AskNext("deeds")) == "There is no play on the device."
    tap(device, "next", 2 + SET_UP_PRESSES)
    observer = Observer(device)
    rows = _sources(observer)
    assert [(one.source, one.owner, one.is_next, one.outcomes) for one in rows.values()] == [
        (name, "device", False, ()) for name in ("deeds", "charms", "hop", "luck")
    ]
    assert refusal(device, Give("deeds", "toll")).startswith("The play does not ask for this")
    for source in ("luck", "", "deeds"):
        device.do(AskNext(source), ME)
        assert [one.source for one in _sources(observer).values() if one.is_next] == [source] * (source != "")
    tap(device, "next")
    assert "Which deed?" in words(device)
    deeds = (("hop", "Hop"), ("steal", "Steal"), ("toll", "Toll"), ("hoard", "Hoard"))
    assert {name: one.outcomes for name, one in _sources(observer).items() if one.outcomes} == {"deeds": deeds}
    assert refusal(device, Give("deeds", "waltz")).startswith('"waltz" is not among the cards left')
    assert refusal(device, Give("charms", "key")).startswith("The play does not ask for this")
    device.do(Give("deeds", "toll"), ME)
    device.pump()
    play = device.last_rig.session.play
    assert play is not None
    assert [step.entry.kind for step in play.steps[-2:] if step.entry] == ["answer", "draw"]
    assert (play.state.at.value, play.sources["deeds"], _sources(observer)["deeds"].outcomes) == ("toll", "device", ())
    there = play.engine.encode(play.state)
    device.do(Power(False), ME)
    device.do(Power(True), ME)
    device.do(Go(SET_UP_PRESSES), ME)
    device.do(Go(SET_UP_PRESSES + 2), ME)
    resumed = device.last_rig.session.play
    assert resumed is not None
    assert resumed.engine.encode(resumed.state) == there
    found = device.do(WriteTest(), ME)
    assert isinstance(found, File)
    names: dict[str, Any] = {}
    exec(compile(found.file, found.name, "exec"), names)  # noqa: S102 - it was written here
    names["test_the_recorded_play"]()
    device.do(Record(True), ME)
    device.pump()
    assert refusal(device, AskNext("deeds")).startswith("Keys are recorded")
    device.do(Record(False), ME)


def test_the_next_roll_is_chosen(device: WebDevice) -> None:
    """The numbers of a die are offered."""
    tap(device, "next", 2 + SET_UP_PRESSES)
    device.do(AskNext("hop"), ME)
    tap(device, "next")
    observer = Observer(device)
    assert _sources(observer)["hop"].outcomes == tuple((n, str(n)) for n in range(1, 7))
    device.do(Give("hop", 6), ME)
    device.pump()
    assert "Move the Magpie 6 steps" in words(device)


def _sources(observer: Observer) -> dict[str, Chance]:
    """Return the drawer's entries of all decks and dice."""
    inside = observer.look().play
    assert inside is not None
    return {one.source: one for one in inside.chance}


def _reached_ids(device: WebDevice) -> dict[str, list[str]]:
    """Return the ids of the reached parts, by kind."""
    found = device.do(Coverage(), ME)
    assert isinstance(found, Covered)
    return {kind: [one.id for one in parts if one.reached] for kind, parts in found.parts.items()}


def test_what_a_play_reached(device: WebDevice, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules, phases and cards are marked when the play reaches them, until undo; each step is replayed once."""
    assert refusal(device, Coverage()) == "There is no play on the device."
    tap(device, "next", 2 + SET_UP_PRESSES)
    before = _reached_ids(device)
    assert before["Phases"] == ["lay_out", "charm", "charm_worth", "your_turn"]
    assert (before["Magpie’s deeds"], len(before["Charms"])) == ([], 1)
    assert {"magpie.setup.ledges", "magpie.setup.charm", "magpie.you.shine"} <= {*before["Rules"]}
    assert "magpie.turn.deed" not in before["Rules"]
    tap(device, "next")
    after = _reached_ids(device)
    assert after["Magpie’s deeds"] == ["hop"]
    assert {*after["Phases"]} - {*before["Phases"]} == {"begin", "deed", "hop", "luck", "effect"}
    assert {"magpie.turn.deed", "magpie.hop.path"} <= {*after["Rules"]} - {*before["Rules"]}
    replayed = list[int]()
    real = coverage._replay

    def noted(play: Play[Any], n: int) -> Any:
        replayed.append(n)
        return real(play, n)

    monkeypatch.setattr(coverage, "_replay", noted)
    tap(device, "back")
    assert _reached_ids(device) == before
    tap(device, "next")
    assert _reached_ids(device) == after
    assert replayed == [1 + SET_UP_PRESSES]


def test_what_a_play_of_a_file_reached(device: WebDevice) -> None:
    """The steps of a bot file are marked by their lines, for the current play only."""
    file = CROW.replace("}, {", "},\n{")
    device.do(Try("crow.toml", file), ME)
    device.pump()
    tap(device, "next")
    found = device.do(Coverage(), ME)
    assert isinstance(found, Covered)
    assert found.parts["Steps"] == [
        Part("line 4", 'play = [{ your_turn = "Caw" },', reached=True),
        Part("line 5", '{ yes_no = "Loud?", as = "loud" }]', reached=False),
    ]
    tap(device, "next")
    assert _reached_ids(device)["Steps"] == ["line 4", "line 5"]
    device.do(Go(0), ME)
    device.do(Power(False), ME)
    device.do(Power(True), ME)
    assert _reached_ids(device)["Steps"] == ["line 4"]


def test_coverage_starts_at_a_state_that_was_set(device: WebDevice) -> None:
    """Steps before a set state are not counted."""
    tap(device, "next", 3 + SET_UP_PRESSES)
    play = device.last_rig.session.play
    assert play is not None
    play.replace({"coins": 2})
    found = _reached_ids(device)
    assert (found["Phases"], found["Magpie’s deeds"]) == ([play.state.at.value], [])


def test_bus(device: WebDevice) -> None:
    """The bus reports kind, bytes and BUSY time of the last refresh; misuses are named."""
    observer = Observer(device)
    full = observer.look().bus
    tap(device, "next")
    partial = observer.look().bus
    assert (full.refresh, full.fulls, round(full.busy_s, 2)) == ("full", 1, 1.24)
    assert (partial.refresh, partial.partials) == ("partial", 1)
    assert device.rig is not None
    sent = device.rig.panel.bus
    both = (full.bytes + partial.bytes, full.transactions + partial.transactions)
    assert both == (sent.bytes, sent.transactions)
    assert min(full.bytes, partial.bytes) > 30_000
    for command in range(0xE0, 0xE7):
        device.rig.sim.chip.receive(bytes([command]), dc=False)
    found = observer.look().bus
    assert (found.misused, len(found.misuses)) == (7, MAX_SHOWN_MISUSES)
    assert "a command that the chip does not have (command E6" in found.misuses[-1]


@pytest.mark.all
def test_the_bus_of_another_panel(device: WebDevice) -> None:
    """After a change of panel the counts restart: the first refresh is full, with the bytes of the small panel."""
    observer = Observer(device)
    observer.look()
    device.do(Panel("2.9"), ME)
    device.pump()
    found = observer.look().bus
    assert (found.refresh, found.fulls, found.bytes) == ("full", 1, 9511)


@pytest.mark.parametrize("game", KEYS)
def test_chart(game: str) -> None:
    """A diagram has every phase once and every transition, as valid XML; edges of one lane do not overlap."""
    engine = load_engine(game)
    drawn = ET.fromstring(chart.draw(engine))  # noqa: S314 - ours
    space = "{http://www.w3.org/2000/svg}"
    phases = [group.get("data-phase") for group in drawn.iter(f"{space}g")]
    ways = {(way.get("data-from"), way.get("data-to")): way.get("data-on") or "" for way in drawn.iter(f"{space}path")}
    turn = turn_model(engine)
    assert phases == [phase.value for phase in turn.phases]
    for row in turn.transitions:
        assert row["trigger"] in ways[row["source"].value, row["dest"].value]
    taken = [(way.lane, row) for way in chart._lanes(chart._ways(engine)) for row in way.rows]
    assert len(taken) == len(set(taken))


def test_what_a_phase_does() -> None:
    """A phase asks, passes by itself, or decides."""
    engine = load_engine("magpie")
    turn = turn_model(engine)
    done = {phase.value: phase_kind(engine, turn, phase) for phase in turn.phases}
    assert (done["your_turn"], done["begin"], done["steal"]) == ("asks", "passes", "decides")


def test_guards() -> None:
    """A transition has its trigger and its conditions; the remaining one is "else", an only one has no label."""
    turn = turn_model(load_engine("magpie"))
    labels = [transition_label(turn, row) for row in turn.transitions[:4]]
    assert labels == ["go_on", "answered [worth_known]", "answered [else]", "answered"]
    assert conditions(turn, {"conditions": "known", "unless": ["done", "gone"]}) == ["known", "not done", "not gone"]


def test_a_chart_escapes_signs() -> None:
    """Any text in a diagram is escaped for XML."""
    assert ET.fromstring(f"<text>{chart._escape('a < b & c')}</text>").text == "a < b & c"  # noqa: S314 - ours


# --- the owner ---


def test_owner_tells(tmp_path: Path) -> None:
    """The newest message of each kind is kept; a refused command is answered in words and changes nothing."""
    with owned_device(tmp_path) as (owner, _):
        before = owner.newest["face"]
        assert do(owner, Go(3), ME) == Error("There is no play on the device.")
        assert isinstance(do(owner, Load("1"), ME), Error)
        assert owner.newest["face"] is before  # no new message
        assert last_report(owner, "drawer")["kind"] == "drawer"


def test_owner_that_is_left(tmp_path: Path) -> None:
    """A page that leaves releases its keys."""
    with owned_device(tmp_path) as (owner, _):
        do(owner, Down("back"), YOU)
        assert last_report(owner, "face")["down"] == ["back"]
        do(owner, None, YOU)
        assert last_report(owner, "face")["down"] == []


def test_owner_that_cannot_start(tmp_path: Path) -> None:
    """An error at the start of the device is raised by the starting call."""
    owner = Owner(lambda: WebDevice(tmp_path))
    with lock(tmp_path), pytest.raises(TavolinoError, match="Another Tavolino runs on"), owner:
        pass


def test_owner_that_fails(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """An error of ours ends the thread, is logged and available as `failure`; the store is closed."""
    with owned_device(tmp_path) as (owner, emulated):
        emulated.pump = lambda: 1 / 0  # type: ignore[method-assign,assignment]
        owner.submit(Pace(True), ME)
        owner._thread.join()
        assert isinstance(owner.failure, ZeroDivisionError)
    assert "the device has failed" in caplog.text
    with lock(tmp_path) as held:
        assert held


def test_what_is_told_is_json(device: WebDevice) -> None:
    """The picture of a face is encoded bit by bit."""
    from base64 import b64decode

    from firmware.emulators.web.messages import encode_message

    found = json.loads(encode_message(face.look(device)))
    assert b64decode(found["glass"]) == device.last_rig.sim.picture().tobytes()
    assert (found["kind"], found["width"], found["led"], found["buzzer"]) == ("face", 400, True, False)
