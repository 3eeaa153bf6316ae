"""The settings on the device: each one applies at once and after a power cut."""

import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

from display.frame import draw
from engines.kit.contract import Choice, Done, Number, Pick, Role
from engines.kit.options import Choose, Count, Switch
from engines.kit.text import ENGLISH, Text
from firmware.data_folder import DataFolder
from firmware.settings.preferences import PREFERENCES, Preference, allowed_values
from firmware.settings.settings import Settings
from firmware.views.settings import offered_preferences
from tests.firmware.conftest import FullDisk
from tests.firmware.device.bench import BACK, NEXT, PUSH, Bench, bench, mark_hints_shown


def set_preference(device: Bench, name: str, value: str) -> None:
    """Choose a value of a listed setting; one with two values changes at once."""
    device.choose(name)
    if name not in device.listed:
        device.choose(value)


def settings_values(folder: Path) -> dict[str, object]:
    """Return the values in `settings.toml`."""
    return tomllib.loads((folder / "settings.toml").read_text("utf-8"))


def values(one: Preference) -> tuple[object, ...]:
    """Return all values of a preference."""
    match one:
        case Choose():
            return tuple(choice.id for choice in one.choices)
        case Count():
            return tuple(range(one.low, one.high + 1))
        case Switch():
            return (False, True)


# --- the table ---


@pytest.mark.parametrize("one", PREFERENCES, ids=lambda one: one.name)
def test_the_table_is_what_the_file_allows(one: Preference, tmp_path: Path) -> None:
    """Each value of the table can be read from the file, and both have the same default."""
    for value in values(one):
        DataFolder(tmp_path).settings.change(**{one.name: value})
        assert getattr(DataFolder(tmp_path).settings.load(), one.name) == value
    assert getattr(Settings(), one.name) == one.default


def test_a_sentence_for_each_field() -> None:
    """Every field of the file has a sentence with its allowed values."""
    assert all(allowed_values(field) for field in Settings.__struct_fields__)


# --- at once ---


def test_hand(tmp_path: Path) -> None:
    """The left hand turns the picture by 180 degrees and swaps the buttons, at once and after a power cut."""
    with bench(tmp_path) as device:
        device.pause("settings")
        set_preference(device, "hand", "left")
        assert "Hand on the knob: left" in device.words
        assert_turned(device)
        device.back(2)
        assert "Which game?" in device.words
    with bench(tmp_path) as again:
        assert_turned(again)
        again.hand.turned = False  # by the pins: the button that was Back
        again.hand.down(BACK)
        again.wait(1)
        again.hand.up(BACK)
        assert "Begin" in again.words


def assert_turned(device: Bench) -> None:
    """Check that the glass is drawn upside down, so that it is upright for a left-handed player."""
    drawn, shown = device.device.glass._frame, device.device.glass.shown
    assert drawn is not None
    assert shown is not None
    rotation = device.rig.build.panel.rotation
    assert device.rig.sim.chip.glass.picture(rotation).tobytes() == drawn.tobytes()
    upright = draw(device.layout, device.place.page, device.place.cursor, shown.chrome)
    assert device.rig.sim.picture().tobytes() == upright.tobytes() != drawn.tobytes()


def test_a_button_that_is_down_while_the_buttons_swap_means_nothing(tmp_path: Path) -> None:
    """Next, held while the hand is chosen, is released as Back without going back."""
    with bench(tmp_path) as device:
        device.pause("settings")
        device.choose("hand")
        device.turn(1)
        device.hand.down(NEXT)
        device.wait(2)
        device.hand.up(NEXT)
        device.wait(3)
        assert "Hand on the knob: left" in device.words
        device.back()
        assert "Pause" in device.words


def test_text_size(tmp_path: Path) -> None:
    """Big text is laid out at once, with the panel of the build."""
    with bench(tmp_path) as device:
        device.pause("settings")
        set_preference(device, "text", "big")
        assert (device.layout.profile.big, device.session.profile.big) == (True, True)
        assert settings_values(tmp_path)["text"] == "big"


def test_the_small_panel_has_one_size(tmp_path: Path) -> None:
    """On 2.9 inches there is no row for text size, nor for signals without their part."""
    with bench(tmp_path, panel="2.9") as device:
        names = [one.name for one in offered_preferences(device.session)]
        assert ("text" in names, "signals" in names) == (False, False)
        device.pause("settings")
        set_preference(device, "hints", "off")
        assert settings_values(tmp_path) == {"hints": False}


def test_signals(tmp_path: Path) -> None:
    """A light that is switched off stays dark; words replace its signals."""
    with bench(tmp_path) as device:
        device.device.feedback.signals = device.rig.lights
        (one,) = (one for one in offered_preferences(device.session) if one.name == "signals")
        assert isinstance(one, Choose)
        assert [choice.id for choice in one.choices] == ["all", "none"]
        device.pause("settings")
        set_preference(device, "signals", "none")
        played = device.rig.lights.played
        device.back(2)
        device.tap(NEXT, quiet=0.01)
        device.tap(NEXT, quiet=0.01)
        assert (device.rig.lights.played, device.rig.lights.present) == (played, False)
        assert device.device.feedback.message == Text("Too early")


@pytest.mark.parametrize(("hold", "held"), [("short", True), ("normal", False)])
def test_hold(tmp_path: Path, hold: str, held: bool) -> None:
    """Half a second is a hold with the short setting, and a push otherwise."""
    with bench(tmp_path) as device:
        device.pause("settings")
        set_preference(device, "hold", hold)
        device.back(2)
        device.hand.down(PUSH)
        device.wait(0.5)
        device.hand.up(PUSH)
        device.wait(3)
        assert ("Pause" in device.words) == held


def test_full_refreshes(tmp_path: Path) -> None:
    """The panel does a full refresh of the chosen kind after the chosen number of changes."""
    with bench(tmp_path) as device:
        device.pause("settings")
        set_preference(device, "full_refresh", "slow")
        device.wait(5)
        device.choose("full_refresh_after")
        device.wait(5)
        device.turn(-4)
        device.next()
        assert (device.device.glass._policy.every, device.device.glass._full.name) == (4, "SLOW")
        assert settings_values(tmp_path) == {"full_refresh": "slow", "full_refresh_after": 4}


def test_acceleration(tmp_path: Path) -> None:
    """Without acceleration a fast turn moves a wide number by one per detent."""
    with bench(tmp_path, acceleration=False) as device:
        device.show(Number(0, 200, 0))
        device.turn(12, every=0.02)
        assert device.place.cursor.number == 12


def test_hints_off(tmp_path: Path) -> None:
    """Without hints there are no first-time captions, and no hint about holding the knob."""
    with bench(tmp_path, new=True, hints=False) as device:
        device.show(Pick((Choice("a", Text("{n}", n=1)), Choice("b", Text("{n}", n=2))), "a"))
        assert device.header == "Tavolino"


def test_who_deals(tmp_path: Path) -> None:
    """The chosen dealer is the default of every later play, whatever the last one had."""
    with bench(tmp_path) as device:
        device.choose("wyrmspan")
        device.choose("begin")
        assert set(device.play.sources.values()) == {"device"}
        device.pause("settings")
        set_preference(device, "deals", "own")
        device.back(2)
        device.session.archive()
        device.redraw()
        device.choose("wyrmspan")
        device.choose("begin")
        assert set(device.play.sources.values()) == {"own"}


def test_one_action_per_page(tmp_path: Path) -> None:
    """Each line of an instruction is a page; Next turns them, then does the same as usual."""
    with bench(tmp_path) as device:
        device.choose("wyrmspan")
        device.choose("begin")
        lines = device.session.top.screen().lines
        assert len(lines) > 1
        device.pause("settings")
        set_preference(device, "one_action_per_page", "on")
        device.back(3)
        seen, step = [], device.play.n
        for line in lines:
            assert device.play.n == step
            seen.append(device.text)
            assert " ".join(ENGLISH.words(line).split()) in seen[-1]
            device.next()
        assert (len(set(seen)), device.play.n) == (len(lines), step + 1)


def test_the_language_changes_the_whole_play(tmp_path: Path) -> None:
    """A play on the glass changes to the other language at once; its steps are redrawn by one full refresh."""
    with bench(tmp_path) as device:
        device.choose("wyrmspan")
        device.choose("begin")
        english = device.words
        device.session.change_settings(language="pseudo")
        device.redraw()
        assert device.words != english
        device.pause("settings")
        device.choose("language")
        assert {"en", "pseudo"} <= set(device.listed)
        device.choose("en")
        device.back(3)
        assert device.words == english
        assert settings_values(tmp_path)["language"] == "en"


def test_an_older_box_is_a_language(tmp_path: Path) -> None:
    """The words of the older box are an entry in the list of languages, and apply at once and later."""
    crane = Text("Crane")
    with bench(tmp_path, language="de") as device:
        device.choose("burgundy")
        device.choose("begin")
        assert device.session.catalogue.words(crane) == "Kran"
        device.pause("settings")
        set_preference(device, "language", "de-old")
        assert "Sprache: Deutsch (Burgund, ältere Schachtel)" in device.text
    with bench(tmp_path) as device:
        assert device.session.catalogue.words(crane) == "Park"
        device.pause("settings")
        set_preference(device, "language", "de")
        assert device.session.catalogue.words(crane) == "Kran"


def test_what_ends_with_a_colon_goes_on(tmp_path: Path) -> None:
    """A line that ends with a colon is on the same page as the next line."""
    with bench(tmp_path, one_action_per_page=True) as device:
        device.show(Done(), "Take these:", "two cubes.", "Turn the card.", role=Role.INSTRUCTION)
        assert len(device.layout.pages) == 2
        assert "two cubes." in device.words


def test_the_version_can_be_read(tmp_path: Path) -> None:
    """The last row has the version of Tavolino, also without a play."""
    with bench(tmp_path) as device:
        device.pause("settings")
        device.choose("about")
        assert f"Version {version('tavolino')}" in device.words
        device.back()
        assert device.listed[-1] == "about"


# --- the file ---


def test_a_wrong_value_beside_it_is_kept(tmp_path: Path) -> None:
    """A choice is written into a file with a wrong value, which stays; the last good settings do not change."""
    mark_hints_shown(tmp_path)
    (tmp_path / "settings.last.toml").write_text("hints = true\n")
    (tmp_path / "settings.toml").write_text('panel = "7.5"\n')
    DataFolder(tmp_path).settings.choose(hand="left")
    assert settings_values(tmp_path) == {"panel": "7.5", "hand": "left"}
    assert (tmp_path / "settings.last.toml").read_text() == "hints = true\n"


def test_the_latest_choice_survives_a_spoilt_file(tmp_path: Path) -> None:
    """The last good settings include the latest choice."""
    DataFolder(tmp_path).settings.choose(language="pseudo")
    assert DataFolder(tmp_path).settings.load_last().language == "pseudo"


def test_a_full_disk(tmp_path: Path, full_disk: FullDisk) -> None:
    """If a choice cannot be written, it lasts until power-off, and the header says so."""
    with bench(tmp_path) as device:
        device.pause("settings")
        with full_disk(1):
            device.choose("hand")
        assert device.header == "Lasts until power-off"
        assert device.session.settings.hand == "left"
        assert not (tmp_path / "settings.toml").exists()
