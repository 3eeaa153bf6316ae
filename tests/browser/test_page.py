"""The page, used by a player and by a developer. The folder `pictures` has a picture of each state."""

import json
import re
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Browser

from engines.kit.contract import Role
from engines.kit.play import Play
from engines.kit.text import ENGLISH
from engines.registry import load_engine
from firmware.dealer import dealer
from firmware.device.builds import profiles
from firmware.emulators.web.messages import File, Pace, Panel, Power, Save
from firmware.plays.play_file import PlayFile
from tests.browser import picture
from tests.browser.hand import Hand, open_page
from tests.magpie_on_menu import COIN_QUESTION, HOP_HEADLINE, SET_UP, TURN_HEADLINE
from tests.web_device import FIRST_GAME_LINE, FIRST_LINE, SECOND_LINE, SEED

pytestmark = pytest.mark.all

ROOT = Path(__file__).parents[2]
WATCH_LIGHT_JS = """part => {
  const drawn = document.getElementById(part);
  window[part] = new Promise(resolve => {
    const look = () => drawn.classList.contains("lit") && resolve(part);
    new MutationObserver(look).observe(drawn, { attributes: true });
  });
}"""
"""Records whether a light goes on, which may last only a moment."""
WATCH_GREY_JS = """() => {
  const canvas = document.getElementById("glass");
  window.grey = new Promise(resolve => {
    const look = () => {
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      const some = data.some((ink, place) => place % 4 === 3 && ink !== 0 && ink !== 255);
      some ? resolve("grey") : requestAnimationFrame(look);
    };
    look();
  });
}"""
"""Records whether the glass is between two pictures, with pixels neither white nor black."""
MAX_STEPS = 200
"""More steps than a play of Wyrmspan has."""
FIRST_STEPS, LAST_STEPS = 10, 4
"""Steps made by hand in every run, at the beginning and at the end; those between are loaded."""


def check_same_glass(hand: Hand) -> None:
    """Check that the canvas equals the simulated glass, bit by bit."""
    simulated = hand.device.emulated.last_rig.sim.picture()
    drawn = hand.glass()
    assert drawn.size == simulated.size
    assert ImageChops.logical_xor(drawn, simulated).getbbox() is None


def begin(hand: Hand) -> None:
    """Begin a play with the Magpie by the keyboard, and come to the first turn."""
    for words in ("Begin", *SET_UP, TURN_HEADLINE):
        hand.press("PageDown")
        hand.wait_for_words(words)


def proposed_play() -> Play[Any]:
    """Return a play of Wyrmspan at its result, in which every proposed answer was taken."""
    play = Play(load_engine("wyrmspan"), {}, dealer(SEED), seed=SEED)
    while play.screen.role is not Role.RESULT:
        play.give(getattr(play.screen.ask, "likely", True))
    return play


# --- a play ---


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.long)])
def test_a_play_by_clicks_and_by_keyboard(player: Hand, tmp_path: Path, whole: bool) -> None:
    """Wyrmspan is chosen on the knob and played to its result, by clicks and keys in turn; each step is the glass."""
    hand, play = player, proposed_play()
    result = ENGLISH.words(play.screen.headline)
    play.undo(LAST_STEPS)
    (tmp_path / "play.jsonl").write_text(PlayFile.from_play(play.saved()).text)
    clicks = [partial(hand.page.mouse.click, *hand.middle(name)) for name in ("turn-right", "turn-left", "next")]
    keys = [partial(hand.press, key) for key in ("ArrowDown", "ArrowUp", "PageDown")]
    words = hand.words
    for turn in (clicks[0], keys[1], keys[0], clicks[1]):
        turn()
        words = hand.wait_for_change(words)
    assert FIRST_GAME_LINE in words
    names = {0: "menu", 1: "options", 8: "bot-turn"}
    ways = cycle((clicks[2], keys[2]))
    for step in range(MAX_STEPS):
        check_same_glass(hand)
        if step in names:
            hand.shoot(names[step])
        if result in words:
            break
        if step == FIRST_STEPS and not whole:
            hand.page.set_input_files("#load", tmp_path / "play.jsonl")
        else:
            next(ways)()
        words = hand.wait_for_change(words)
    hand.shoot("result")
    assert result in words


def test_undo(hand: Hand) -> None:
    """Back takes back a step, the journal shows it as undone, and Next goes forward to the same glass."""
    begin(hand)
    hand.click("open-drawer")
    hand.click("next")
    hand.wait_for_words(HOP_HEADLINE)
    there = hand.words
    hand.click("back")
    hand.wait_for_words(TURN_HEADLINE)
    hand.wait_for_text("#journal .undone", f"{TURN_HEADLINE}: My turn is done")
    hand.wait_for_text("#journal li:last-child .kind", "undone")
    hand.shoot("undone")
    hand.click("next")
    hand.wait_for_words(HOP_HEADLINE)
    assert there == hand.words
    check_same_glass(hand)


def test_power_cut(hand: Hand) -> None:
    """Without power the step stays on the glass and keys do nothing; with power the play continues at that step."""
    begin(hand)
    before = hand.glass()
    hand.click("power")
    hand.wait_for_words("The device has no power.", TURN_HEADLINE)
    hand.click("next")
    hand.page.uncheck("#instant")
    hand.device.wait_until(lambda: not hand.device.face["instant"])  # so the key was answered
    hand.device.do(Pace(instant=True))
    hand.page.locator("#instant:checked").wait_for()
    assert hand.page.text_content("#said") == "The device has no power."
    assert not hand.page.is_visible("#toast")
    assert ImageChops.logical_xor(before, hand.glass()).getbbox() is None
    hand.shoot("no-power")
    hand.click("power")
    hand.page.wait_for_function("() => !document.getElementById('words').textContent.includes('no power')")
    assert ("", False) == (hand.page.text_content("#said"), hand.page.is_visible("#toast"))
    check_same_glass(hand)
    hand.press("PageDown")
    hand.wait_for_words(HOP_HEADLINE)


def test_panels(hand: Hand) -> None:
    """With another panel or text size the same step is on the new glass, in a case of its size."""
    begin(hand)
    for panel, size in (("2.9", (296, 128)), ("4.2-big", (400, 300)), ("4.2", (400, 300))):
        hand.page.select_option("#panel", panel)
        hand.device.wait_until(lambda panel=panel: hand.device.face["panel"] == panel)  # type: ignore[misc]  # this one
        hand.page.wait_for_function("width => glass.width === width * glass.dataset.times", arg=size[0])
        hand.wait_for_words(TURN_HEADLINE)
        assert hand.glass().size == size
        check_same_glass(hand)
        hand.shoot(f"panel-{panel}")


@pytest.mark.parametrize(("width", "height"), [(1280, 740), (844, 390)])
def test_every_panel(browser: Browser, hand: Hand, width: int, height: int) -> None:
    """The glass of each panel is drawn bit by bit, and all keys are visible below or beside it."""
    begin(hand)
    with open_page(browser, hand.device, viewport={"width": width, "height": height}) as visitor:
        for panel in profiles():
            hand.device.do(Panel(panel))
            visitor.page.locator(f"#panel:has(option[value='{panel}']:checked)").wait_for()
            check_same_glass(visitor)
            push = "push" if visitor.page.locator("#push").is_visible() else "both"
            for key in ("glass", "back", push, "next"):
                box = visitor.page.locator(f"#{key}").bounding_box()
                assert box is not None
                assert 0 <= box["x"] <= box["x"] + box["width"] <= width, (panel, key)
                assert 0 <= box["y"] <= box["y"] + box["height"] <= height, (panel, key)
            if panel in ("2.13", "7.5-v2"):
                visitor.shoot(f"every-panel-{panel}-{width}x{height}")


def test_the_language_of_the_glass(hand: Hand, tmp_path: Path) -> None:
    """The words of the glass, and the keys, have their language as an attribute for screen readers."""
    (tmp_path / "german").mkdir()
    (tmp_path / "german" / "settings.toml").write_text('language = "de"\n')
    hand.restart_with(tmp_path / "german", "Welches Spiel?")
    assert ["de"] * 5 == [
        hand.page.get_attribute(part, "lang") for part in ("#words", "#text", "#next > *", "#push", ".help .back")
    ]
    tree = hand.page.locator("body").aria_snapshot()
    for name in (
        'button "Weiter"',
        'button "Zurück"',
        'button "Den Knopf drücken"',
        "Bild ↓ Leertaste Weiter",
        "Enter drücken",
        "unten lassen: halten",
    ):
        assert name in tree


def top(hand: Hand, part: str) -> float:
    """Return the top of a part of the page, px."""
    box = hand.page.locator(part).bounding_box()
    assert box is not None
    return box["y"]


def test_settings(hand: Hand) -> None:
    """Settings of the device apply to the page: the size of text; for the left hand the case, picture and buttons."""
    assert top(hand, "#glass") < top(hand, "#next")
    hand.page.hover("#push")
    hand.page.mouse.down()
    hand.wait_for_words("> History")
    hand.page.mouse.up()
    for keys, words in (
        ("ArrowRight", "> Clear the glass"),
        ("ArrowRight", "> Settings…"),
        ("PageDown", "> Language"),
        ("ArrowRight", "> Hand on the knob: right"),
        ("PageDown", "> Hand on the knob: left"),
        ("ArrowRight", "> Text size: normal"),
        ("PageDown", "> Text size: big"),
    ):
        hand.press(keys)
        hand.wait_for_words(words)
    assert hand.page.input_value("#panel") == "4.2-big"
    check_same_glass(hand)
    hand.shoot("settings")
    assert top(hand, "#next") < top(hand, "#glass") < top(hand, ".rim")
    hand.click("back")
    hand.wait_for_words("Pause")
    hand.click("power")
    hand.wait_for_words("The device has no power.")
    hand.click("power")
    hand.wait_for_words("Which game?")
    assert hand.device.face["panel"] == "4.2-big"
    hand.click("next")
    hand.wait_for_words("Begin")


# --- keys ---


def test_hold(hand: Hand) -> None:
    """The knob held opens the pause menu, by the mouse and by the keyboard; a short push of it asks why."""
    begin(hand)
    hand.press("Enter")
    hand.wait_for_words("Why?")
    hand.press("PageUp")
    hand.wait_for_words(TURN_HEADLINE)
    hand.page.hover("#push")
    hand.page.mouse.down()
    hand.wait_for_words("Pause")
    assert "down" in (hand.page.get_attribute("#push", "class") or "")
    hand.page.mouse.up()
    hand.shoot("pause")
    hand.press("PageUp")
    hand.wait_for_words(TURN_HEADLINE)
    hand.page.keyboard.down("Backspace")
    hand.wait_for_words("Steps so far")
    hand.page.keyboard.up("Backspace")


def test_the_knob(hand: Hand) -> None:
    """The wheel or a dragging finger turns the knob; a finger that rests on it pushes."""
    hand.page.hover("#push")
    hand.page.mouse.wheel(0, 45)
    hand.wait_for_words(SECOND_LINE)
    hand.page.mouse.wheel(0, -45)
    hand.wait_for_words(FIRST_LINE)
    x, y = hand.middle("push")
    hand.page.mouse.move(x + 50, y)
    hand.page.mouse.down()
    hand.page.mouse.move(x + 45, y + 22)
    hand.page.mouse.up()
    hand.wait_for_words(SECOND_LINE)
    hand.press("ArrowLeft")
    hand.wait_for_words(FIRST_LINE)
    hand.click("push")
    hand.wait_for_words("> Begin")


# --- light, sound and the panel's pace ---


def test_light_and_buzzer(hand: Hand, tmp_path: Path) -> None:
    """A build's LED and buzzer are drawn if it has them, and both answer a key that counts."""
    (tmp_path / "settings.toml").write_text("[hardware.signals]\nbuzzer = 12\n")
    assert not hand.page.is_visible("#buzzer")
    hand.device.do(Power(False))
    hand.device.do(Power(True))
    hand.page.locator("#buzzer").wait_for()
    for part in ("led", "buzzer"):
        hand.page.evaluate(WATCH_LIGHT_JS, part)
    hand.press("PageDown")
    assert ["led", "buzzer"] == [hand.page.evaluate(f"window.{part}") for part in ("led", "buzzer")]


def test_a_refresh_looks_like_e_ink(hand: Hand) -> None:
    """At the panel's own pace pixels change gradually, and a key is too early; the final picture is the glass."""
    hand.page.uncheck("#instant")
    hand.device.wait_until(lambda: not hand.device.face["instant"])
    hand.page.evaluate(WATCH_GREY_JS)
    hand.press("PageDown")
    hand.press("Enter")
    hand.page.get_by_text("Too early").wait_for()
    assert hand.page.evaluate("window.grey") == "grey"
    hand.wait_for_words("> Begin")
    check_same_glass(hand)


def test_less_motion(hand: Hand) -> None:
    """With less motion the new picture appears at once."""
    hand.page.emulate_media(reduced_motion="reduce")
    hand.device.do(Pace(False))
    hand.press("PageDown")
    while "> Begin" not in hand.words:
        assert hand.glass() is not None
    check_same_glass(hand)
    hand.page.emulate_media(reduced_motion="no-preference")


# --- the drawer ---


def test_the_drawer(hand: Hand) -> None:
    """Screen, reasons, journal, state, machine and bus are those of the device; the journal jumps."""
    begin(hand)
    hand.press("PageDown")
    hand.wait_for_words(HOP_HEADLINE)
    hand.click("open-drawer")
    inside = hand.device.drawer
    play = inside["play"]
    for what, data in {"#screen": inside["screen"], "#state": play["state"]}.items():
        hand.wait_for_text(what, json.dumps(data, indent=2, ensure_ascii=False))
    hand.wait_for_count("#reasons li", len(play["reasons"]))
    hand.wait_for_count("#journal li", 1 + play["n"])
    hand.wait_for_count(".phase.lit[data-phase=your_turn]")
    hand.wait_for_text("#ways", re.compile("^your_turn: "))
    hand.wait_for_text("#bus", re.compile(f"bytes{inside['bus']['bytes']:,}"))
    hand.shoot("drawer")
    hand.page.locator("#machine").scroll_into_view_if_needed()
    hand.shoot("drawer-machine")
    hand.page.get_by_role("button", name=SET_UP[0]).click()
    hand.wait_for_words(SET_UP[1])
    hand.wait_for_count(".phase.lit[data-phase=charm_worth]")
    check_same_glass(hand)


def test_the_journal_keeps_its_place(hand: Hand) -> None:
    """Rows keep their place and the focus; undone ones and corrections are marked, and can be filtered."""
    begin(hand)
    hand.click("open-drawer")
    hand.page.get_by_role("button", name=SET_UP[0]).focus()
    row = hand.page.evaluate_handle("document.activeElement")
    hand.press("Enter")
    hand.wait_for_words(SET_UP[1])
    hand.wait_for_count("#journal .undone", hand.device.drawer["play"]["journal"][-1]["n"] - 1)
    assert hand.page.evaluate("row => row === document.activeElement", row)
    hand.shoot("journal")
    hand.page.fill("#filter", "undone")
    undone = hand.page.locator("#journal li:visible")
    assert undone.count() == hand.page.locator("#journal .undone").count() > 0
    assert SET_UP[1] in undone.first.inner_text()
    hand.page.fill("#filter", "no such thing")
    hand.wait_for_count("#journal li:visible", 0)
    hand.page.fill("#filter", "")
    hand.wait_for_count("#journal li:visible", 1 + len(hand.device.drawer["play"]["journal"]))
    shown = hand.page.locator("#changes").inner_text()
    assert all(one["path"] in shown for one in hand.device.drawer["play"]["changes"])


def test_the_next_card_is_chosen(hand: Hand) -> None:
    """The next card of a deck is asked for, and chosen in the drawer or on the glass; the keyboard focus stays."""
    begin(hand)
    hand.click("open-drawer")
    deeds = hand.page.get_by_role("button", name="Choose the next of Magpie’s deeds")
    deeds.focus()
    for pressed in ("true", "false", "true"):
        hand.press("Enter")
        hand.page.locator(f"[data-source=deeds] [aria-pressed={pressed}]").wait_for()
    hand.click("next")
    hand.wait_for_words("Which deed?")
    hand.page.get_by_role("button", name="Steal").focus()
    hand.shoot("chance")
    hand.press("Enter")
    hand.wait_for_words("most trinkets")
    hand.wait_for_count("[data-source=deeds] .outcomes button", 0)
    assert deeds.evaluate("button => button === document.activeElement")
    hand.wait_for_text("#journal [aria-current]", "4Which deed? Stealown card")
    hand.click("back")
    hand.wait_for_words("> Steal")
    hand.click("back")
    hand.wait_for_words(TURN_HEADLINE)
    hand.click("next")
    hand.wait_for_words("> Steal")
    check_same_glass(hand)


def test_what_the_play_reached(hand: Hand) -> None:
    """Rules, phases and cards that the play reached are lit, and counted; nothing is computed while nobody looks."""
    begin(hand)
    hand.click("open-drawer")
    assert hand.device.emulated._covered._seen == []
    hand.click("reached > summary")
    hand.wait_for_text("#parts [data-kind=Phases] summary", "Phases: 4 of 14")
    hand.wait_for_count(".phase.reached", 4)
    hand.page.locator("#parts summary", has_text="Rules").click()
    hand.press("PageDown")
    hand.wait_for_words(HOP_HEADLINE)
    hand.wait_for_text("#parts [data-kind=Phases] summary", "Phases: 9 of 14")
    hand.wait_for_count(".phase.reached", 9)
    hand.page.locator("#parts .reached", has_text="magpie.hop.path").wait_for()
    hand.page.locator("#reached").scroll_into_view_if_needed()
    hand.shoot("reached")
    hand.page.reload()
    hand.page.wait_for_selector("html[data-ready]")
    hand.page.locator("#journal [aria-current]").wait_for()
    hand.click("reached > summary")
    hand.wait_for_count(".phase.reached", 9)
    hand.click("reached > summary")
    hand.wait_for_count(".phase.reached", 0)


DROP_FILE_JS = """([name, text]) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], name));
  const dropped = { dataTransfer, bubbles: true, cancelable: true };
  document.getElementById("glass").dispatchEvent(new DragEvent("drop", dropped));
}"""
"""Drops a file on the page."""


def test_files_that_are_dropped(hand: Hand, tmp_path: Path) -> None:
    """A bot file that is dropped on the page is tried, and a play file is continued."""
    begin(hand)
    play = hand.device.do(Save())
    assert isinstance(play, File)
    crow = 'format = 1\nkey = "crow"\ntitle = "The Crow"\nplay = [{ your_turn = "Caw" }]\n'
    hand.page.evaluate(DROP_FILE_JS, ["crow.toml", crow])
    hand.wait_for_words("Begin")
    hand.press("PageDown")
    hand.wait_for_words("Caw")
    hand.page.evaluate(DROP_FILE_JS, ["play.jsonl", play.file])
    hand.wait_for_words(TURN_HEADLINE)
    hand.page.evaluate(DROP_FILE_JS, ["crow.toml", "format = 1"])
    hand.page.get_by_role("alert").get_by_text("crow.toml").wait_for()
    hand.click("open-drawer")
    (tmp_path / "crow.toml").write_text(crow)
    hand.page.set_input_files("#load", tmp_path / "crow.toml")
    hand.wait_for_words("Caw")


def test_record(hand: Hand, tmp_path: Path) -> None:
    """Record begins on a fresh device and saves the keys as a script; a play is saved as a test. The own play stays."""
    begin(hand)
    hand.click("open-drawer")
    with hand.page.expect_download() as download:
        hand.click("test")
    assert download.value.suggested_filename == "test_magpie.py"
    hand.click("record")
    hand.wait_for_words(FIRST_LINE)
    hand.page.get_by_role("button", name="Stop, and save the script").wait_for()
    hand.click("next")
    hand.wait_for_words("Begin")
    hand.shoot("record")
    hand.page.select_option("#panel", "2.9")
    hand.page.get_by_role("alert").get_by_text("Keys are recorded").wait_for()
    with hand.page.expect_download() as download:
        hand.click("record")
    download.value.save_as(tmp_path / "keys.txt")
    assert "\nnext 'expect:> Begin'" in (tmp_path / "keys.txt").read_text()
    hand.wait_for_words(TURN_HEADLINE)
    hand.page.get_by_role("button", name="Record", exact=True).wait_for()


def test_play_files(hand: Hand, tmp_path: Path) -> None:
    """A play is saved to a file and loaded from it; any other file is refused with a sentence."""
    begin(hand)
    hand.click("open-drawer")
    with hand.page.expect_download() as download:
        hand.click("save")
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert "0001-magpie.jsonl" == file.name
    assert '"seed":"7"' in file.read_text()
    hand.press("PageDown")
    hand.page.locator("body").press("PageDown")
    hand.wait_for_words(COIN_QUESTION)
    hand.page.set_input_files("#load", file)
    hand.wait_for_words(TURN_HEADLINE)
    (tmp_path / "none.json").write_text("{}")
    hand.page.set_input_files("#load", tmp_path / "none.json")
    hand.page.get_by_role("alert").get_by_text("The file is no play file, or one from before 0.1.0").wait_for()
    (tmp_path / "none.txt").write_text("none")
    hand.page.set_input_files("#load", tmp_path / "none.txt")
    hand.page.get_by_role("alert").get_by_text("The file is no play file: line 1").wait_for()
    hand.shoot("refused")


def test_seed_and_faults(hand: Hand) -> None:
    """The seed of the next play can be set; with a broken panel keys are refused until it is repaired."""
    hand.click("open-drawer")
    hand.page.fill("#next-seed", "magic")
    hand.page.get_by_role("button", name="Set", exact=True).click()
    hand.device.wait_until(lambda: hand.device.drawer["next_seed"] == "magic")
    hand.click("next")
    hand.wait_for_words("> Begin")
    hand.click("next")
    hand.wait_for_words(SET_UP[0])
    hand.page.locator("#seed", has_text="magic").wait_for()
    hand.page.select_option("#fault", "spi-error")
    hand.device.wait_until(lambda: hand.device.face["fault"] == "spi-error")
    hand.click("next")
    hand.page.wait_for_function("() => document.getElementById('words').textContent === ''")
    hand.click("next")
    hand.page.get_by_text("Not now", exact=True).wait_for()
    hand.shoot("fault")
    step = hand.device.drawer["screen"]["headline"]
    hand.page.select_option("#fault", "")
    hand.device.wait_until(lambda: hand.device.face["fault"] is None)
    hand.click("power")
    hand.wait_for_words("no power")
    hand.click("power")
    hand.wait_for_words(step)


# --- who looks, and with what ---


def test_a_phone_beside_it(browser: Browser, hand: Hand) -> None:
    """A phone shows the whole device within reach of a thumb; if it disconnects during a hold, the key is released."""
    settings = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2}
    with open_page(browser, hand.device, **settings, has_touch=True, is_mobile=True) as phone:
        phone.page.tap("#next")
        hand.wait_for_words("> Begin")
        hand.press("PageDown")
        for page in hand, phone:
            page.wait_for_words(SET_UP[0])
            check_same_glass(page)
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390
        for key in ("next", "back", "push"):
            box = phone.page.locator(f"#{key}").bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 44
            assert box["y"] + box["height"] <= 844
        phone.shoot("phone")
        phone.page.hover("#back")
        phone.page.mouse.down()
        hand.device.wait_until(lambda: hand.device.face["down"] == ["back"])
    hand.device.wait_until(lambda: hand.device.face["down"] == [])


SMALL_TARGETS_JS = """() => [...document.querySelectorAll("button, select, input, summary, label")]
  .filter(one => one.offsetParent)
  .map(one => [one.id || one.textContent.trim(), one.getBoundingClientRect()])
  .filter(([, box]) => Math.min(box.width, box.height) < 24).map(([name]) => name)"""
"""Returns the elements of the page that are too small for a finger."""


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1280, 800), (390, 844), (320, 640)])
def test_every_window(browser: Browser, hand: Hand, width: int, height: int) -> None:
    """The device fills the window in one direction; keys and switches are explained, and large enough, everywhere."""
    with open_page(browser, hand.device, viewport={"width": width, "height": height}) as other:
        check_same_glass(other)
        other.shoot(f"window-{width}x{height}")
        box = other.page.locator("#case").bounding_box()
        assert box is not None
        filled = max(box["width"] / (width - 16), box["height"] / (height - 165))
        assert filled >= 0.93
        assert box["y"] + box["height"] <= height
        assert other.page.evaluate("document.documentElement.scrollWidth") <= width
        for words in ("Page Down", "Enter", "Instant: the panel draws in no time", "Unplugged: the glass keeps"):
            assert words in other.page.inner_text("main")
        assert other.page.evaluate(SMALL_TARGETS_JS) == []
        other.click("open-drawer")
        assert other.page.evaluate(SMALL_TARGETS_JS) == []


TOUR = (
    ("it is your turn", "next"),
    ("This was the bot’s turn", "push"),
    ("These are its reasons", "back"),
    ("your second turn", "next"),
    ("takes back one step", "back"),
    ("what you took back", "next"),
    ("Turn the knob to the left", "turn-left"),
    ("its side of the table", "back"),
    ("your third turn", "next"),
)
"""Words of each sentence of the guide, in order, and the first key that it marks."""


def wait_for_coach(hand: Hand, words: str) -> None:
    """Wait until the guide says something."""
    hand.page.locator("#coach-says", has_text=words).wait_for()


def follow_coach(hand: Hand, key: str) -> str:
    """Click a key that leads to another step or view; return the words of the guide there."""
    step = hand.page.get_attribute("#coach", "data-step")
    hand.click(key)
    hand.page.wait_for_function("step => document.getElementById('coach').dataset.step !== step", arg=step)
    return hand.page.inner_text("#coach-says")


@pytest.mark.parametrize(("width", "height"), [(1280, 740), (844, 390), (390, 844)])
def test_three_turns(browser: Browser, hand: Hand, width: int, height: int) -> None:
    """The guide names each key when it is needed, waits while the bot asks something, and ends in the menu."""
    with open_page(browser, hand.device, viewport={"width": width, "height": height}) as visitor:
        visitor.click("tour")
        for place, (words, key) in enumerate(TOUR):
            wait_for_coach(visitor, words)
            assert visitor.page.text_content("#coach-at") == f"{place + 1}/11"
            visitor.page.locator(f"#{key}.wanted").wait_for()
            box = visitor.page.locator(f"#{key}").bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= height
            if place == 1:
                visitor.shoot(f"tour-{width}x{height}")
            said = follow_coach(visitor, key)
            while words in said or "It asks only" in said or "Turn the knob to a row" in said:
                said = follow_coach(visitor, "next")
        wait_for_coach(visitor, "Hold the knob down")
        visitor.page.keyboard.down("Enter")
        wait_for_coach(visitor, "Everything else is here")
        visitor.page.keyboard.up("Enter")
        visitor.press("PageUp")
        visitor.page.locator("#coach").wait_for(state="hidden")
        assert visitor.page.locator(".wanted").count() == 0


@pytest.mark.parametrize(("width", "height"), [(844, 390), (640, 370), (1024, 500)])
@pytest.mark.parametrize("panel", ["4.2", "2.9"])
def test_a_low_window(browser: Browser, hand: Hand, width: int, height: int, panel: str) -> None:
    """On a phone in landscape, and in a window at 200 %, glass and keys are all visible."""
    hand.device.do(Panel(panel))
    hand.wait_for_words(FIRST_LINE)
    with open_page(browser, hand.device, viewport={"width": width, "height": height}, device_scale_factor=2) as low:
        check_same_glass(low)
        low.shoot(f"low-{width}x{height}-{panel}")
        for key in ("glass", "back", "push", "next", "turn-left", "turn-right"):
            box = low.page.locator(f"#{key}").bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= (24 if "turn" in key else 44)
            assert 0 <= box["x"] <= box["x"] + box["width"] <= width
            assert 0 <= box["y"] <= box["y"] + box["height"] <= height
        assert low.page.evaluate("document.documentElement.scrollWidth") <= width
        assert low.page.evaluate(SMALL_TARGETS_JS) == []


def test_words_for_fingers(browser: Browser, hand: Hand) -> None:
    """The help explains fingers on a touch screen, and on any other the keyboard, with Space and Backspace."""
    assert "Space" in hand.page.inner_text("main")
    assert "Backspace" in hand.page.inner_text("main")
    assert "Tap" not in hand.page.inner_text("main")
    with open_page(
        browser, hand.device, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    ) as phone:
        assert "Tap a key to press it." in phone.page.inner_text("main")
        assert "Page Down" not in phone.page.inner_text("main")
        phone.shoot("touch")


def test_the_language_of_the_browser(browser: Browser, hand: Hand) -> None:
    """A new device and its page speak the language of the browser."""
    hand.device.emulated._folder.settings.change(first_start="language")
    hand.device.do(Power(False))
    hand.device.do(Power(True))
    with open_page(browser, hand.device, locale="de-AT") as german:
        german.wait_for_words("Welche Sprache?", "> Deutsch")
        german.page.get_by_role("button", name="Stecker ziehen").wait_for()
        assert german.page.evaluate("document.documentElement.lang") == "de"
        german.shoot("german")
    hand.device.emulated._folder.settings.change(language="en")


def test_a_picture_of_the_glass(hand: Hand, tmp_path: Path) -> None:
    """One click saves the glass as a PNG, pixel by pixel."""
    with hand.page.expect_download() as download:
        hand.click("picture")
    assert download.value.suggested_filename == "tavolino-4.2.png"
    download.value.save_as(tmp_path / "glass.png")
    with Image.open(tmp_path / "glass.png") as saved:
        assert ImageChops.logical_xor(saved.convert("1"), hand.glass()).getbbox() is None


def test_guides_to_read(browser: Browser, hand: Hand) -> None:
    """The page links to the guides; every guide and picture that they name exists."""
    missing: list[str] = []
    with open_page(browser, hand.device) as reader:
        reader.page.on("response", lambda answer: missing.extend([] if answer.ok else [answer.url]))
        for words, heading in (("What it is", "Tavolino"), ("How to build one", "Building one")):
            reader.page.get_by_role("link", name=words).click()
            reader.page.wait_for_selector("html[data-ready] main h1")
            assert reader.page.inner_text("h1") == heading
            links = reader.page.eval_on_selector_all("main a", "all => all.map(one => one.href)")
            inside = {link for link in links if link.startswith(reader.device.address)}
            assert inside
            for link in inside:
                target = link.replace("read.html?", "guide/").partition("#")[0]
                assert reader.page.request.get(target).ok, link
            reader.shoot(f"guide-{heading.split()[0]}")
            reader.page.go_back()
    assert missing == []


def test_true_size(hand: Hand) -> None:
    """Once a bank card was held to the screen, the glass has its true size, also after the page is opened again."""
    hand.click("view")
    hand.page.check("#true-size")
    hand.page.locator("#card").wait_for()
    hand.page.locator("#card-size").fill("5")
    card = hand.page.locator("#card-frame").bounding_box()
    assert card is not None
    assert (round(card["width"]), round(card["height"])) == (428, 270)
    hand.shoot("bank-card")
    hand.click("card-done")
    for _ in range(2):
        hand.page.wait_for_function("() => document.getElementById('glass').clientWidth > 400")
        box = hand.page.locator("#glass").bounding_box()
        assert box is not None
        pitch_mm = hand.device.face["pitch_mm"]
        assert box["width"] == pytest.approx(5 * 400 * pitch_mm, abs=0.1)
        assert box["height"] == pytest.approx(5 * 300 * pitch_mm, abs=0.1)
        check_same_glass(hand)
        hand.page.reload()
        hand.page.wait_for_selector("html[data-ready]")
    hand.click("view")
    hand.page.uncheck("#true-size")
    hand.page.evaluate("localStorage.clear()")
    hand.click("view")
    assert hand.page.eval_on_selector("#glass", "glass => glass.clientWidth") == 400


@pytest.mark.parametrize(("width", "height"), [(844, 390), (390, 844)])
def test_true_size_in_a_small_window(browser: Browser, hand: Hand, width: int, height: int) -> None:
    """A device that is larger than the window can be scrolled to all of it."""
    with open_page(browser, hand.device, viewport={"width": width, "height": height}) as small:
        small.page.evaluate("Object.assign(localStorage, { 'true-size': 'yes', 'dots-per-mm': '6' })")
        small.page.reload()
        small.page.wait_for_selector("html[data-ready]")
        box = small.page.locator("#case").bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= small.page.evaluate("document.documentElement.scrollWidth")
        small.shoot(f"true-size-{width}x{height}")
        small.click("next")
        small.wait_for_words("> Begin")


@pytest.mark.parametrize(("width", "height"), [(1280, 740), (844, 390), (390, 844)])
def test_three_panels(browser: Browser, hand: Hand, width: int, height: int) -> None:
    """Two other panels can be beside the device, or below it on a phone in portrait: the same step, the same scale."""
    with open_page(browser, hand.device, viewport={"width": width, "height": height}) as visitor:
        visitor.click("view")
        for panel in ("2.9", "4.2-big"):
            visitor.page.check(f"#others input[value='{panel}']")
        visitor.wait_for_count(".other", 2)
        names = visitor.page.locator("#others label").all_inner_texts()
        assert not any(name.endswith("-big") for name in names)
        visitor.shoot(f"view-{width}x{height}")
        visitor.press("Escape")
        visitor.wait_for_count("#view[open]", 0)
        visitor.shoot(f"three-panels-{width}x{height}")
        visitor.page.wait_for_function("() => document.querySelectorAll('.other canvas')[1].offsetWidth > 100")
        sizes = visitor.page.eval_on_selector_all("#glass, .other canvas", "all => all.map(one => one.clientWidth)")
        tops = visitor.page.eval_on_selector_all(".other", "all => all.map(one => one.getBoundingClientRect().top)")
        bottom = visitor.page.eval_on_selector("#case", "one => one.getBoundingClientRect().bottom")
        assert all(top < bottom for top in tops) == (width > height)
        panels = [hand.device.face, *hand.device.face["beside"]]
        scales = [wide / (one["pitch_mm"] * one["width"]) for wide, one in zip(sizes, panels, strict=True)]
        assert max(scales) - min(scales) < 0.02 * max(scales)
        assert visitor.page.evaluate("document.documentElement.scrollWidth") <= width
        visitor.click("view")
        for panel in ("2.9", "4.2-big"):
            visitor.page.uncheck(f"#others input[value='{panel}']")
        visitor.wait_for_count(".other", 0)
        visitor.page.mouse.click(2, height - 2)
        visitor.wait_for_count("#view[open]", 0)


def test_by_ear_and_by_tab(hand: Hand) -> None:
    """Everything has a name, Tab goes through it in order, and the words of the glass are a live region."""
    tree = hand.page.locator("body").aria_snapshot()
    for name in ('button "Next"', 'button "Back"', 'button "Push the knob"', 'combobox "Panel"', 'switch "Instant"'):
        assert name in tree
    assert "polite" == hand.page.get_attribute("#words", "aria-live")
    hand.page.reload()
    hand.page.wait_for_selector("html[data-ready]")
    order = []
    for _ in range(17):
        hand.press("Tab")
        order.append(hand.page.evaluate("document.activeElement.id || document.activeElement.className"))
    keys = ["back", "turn-left", "push", "turn-right", "next"]
    guides = ["label what-it-is", "label how-to-play", "label build-one", "label own-bot"]
    bar = ["skip", "tour", "panel", "instant", "power", "label view-menu", "picture", "open-drawer"]
    assert [*bar, *keys, *guides] == order
    hand.press("Shift+Tab", len(guides))
    hand.press("Enter")
    hand.wait_for_words("> Begin")
    hand.press("ArrowDown")
    hand.wait_for_words("> Rounds")


def test_looks(hand: Hand) -> None:
    """High contrast, dark and forced colours: the same page, and the same glass."""
    begin(hand)
    hand.click("open-drawer")
    usual: dict[str, Any] = {"contrast": "no-preference", "color_scheme": "light", "forced_colors": "none"}
    dark_forced = {"forced_colors": "active", "color_scheme": "dark"}
    for look in ({"contrast": "more"}, {"color_scheme": "dark"}, {"forced_colors": "active"}, dark_forced):
        hand.page.emulate_media(**(usual | look))
        hand.shoot("-".join(("look", *look, *look.values())))
        check_same_glass(hand)
    hand.page.emulate_media(**usual)


def test_no_foreign_script(hand: Hand) -> None:
    """Script that is injected into the page does not run, and nothing can be fetched from elsewhere."""
    hand.page.evaluate("""() => {
      const script = document.createElement("script");
      script.textContent = "window.foreign = 1";
      document.head.append(script);
    }""")
    fetched = "() => fetch('http://127.0.0.1:9/').then(() => 'came', () => 'refused')"
    assert hand.page.evaluate("() => window.foreign ?? 'blocked'") == "blocked"
    assert hand.page.evaluate(fetched) == "refused"
    assert all("Content Security Policy" in error for error in hand.errors)
    hand.errors.clear()
    hand.foreign_urls.clear()


def test_the_server_comes_back(hand: Hand) -> None:
    """A page that loses its connection reports it, releases its keys, and continues when it is back."""
    device, alert = hand.device, hand.page.get_by_role("alert")
    hand.page.keyboard.down("PageUp")
    device.wait_until(lambda: device.face["down"] == ["back"])
    device.stop()
    alert.get_by_text("The device cannot be reached.").wait_for()
    device.wait_until(lambda: device.face["down"] == [])
    hand.shoot("not-reached")
    device.start()
    alert.wait_for(state="hidden")
    hand.page.keyboard.up("PageUp")
    hand.press("PageDown")
    hand.wait_for_words("> Begin")
    hand.errors.clear()  # the browser's own complaints


RECONNECT_WAITS_JS = """async () => {
  const { Link } = await import("/link.js");
  const { WebSocket, setTimeout } = window;
  const waits = [], sockets = [], later = [];
  window.WebSocket = class extends EventTarget { constructor() { super(); sockets.push(this); } };
  window.setTimeout = (does, ms) => { waits.push(ms); later.push(does); };
  try {
    new Link().open();
    for (let n = 0; n < 9; n += 1) {
      if (n === 7) sockets.at(-1).dispatchEvent(new Event("open"));
      sockets.at(-1).dispatchEvent(new Event("close"));
      later.pop()();
    }
  } finally { Object.assign(window, { WebSocket, setTimeout }); }
  return waits;
}"""
"""Returns the waits of a page before each attempt to reach the device again, ms."""


def test_a_device_that_is_gone_is_not_asked_for_ever(hand: Hand) -> None:
    """Each try waits twice as long as the one before, at most ten seconds; a connection resets it."""
    assert [400, 800, 1600, 3200, 6400, 10_000, 10_000, 400, 800] == hand.page.evaluate(RECONNECT_WAITS_JS)


# --- the guide ---


def test_the_picture_of_the_page(player: Hand) -> None:
    """The picture in the guide shows the page as it is now: its glass is the same, bit by bit."""
    shown = "docs/" + (ROOT / "docs/emulator.md").read_text().partition("![")[2].partition("](")[2].partition(")")[0]
    box = picture.stage(player)
    with Image.open(ROOT / shown) as kept:
        size = kept.size
        glass = kept.convert("L").crop(box).point(lambda shade: 255 * (shade > 128)).convert("1")
    assert ("docs/page.png", (1280, 740)) == (shown, size)
    stale = ImageChops.logical_xor(glass, player.glass()).getbbox()
    assert stale is None, "docs/page.png is stale: run `make docs`, and look at what changed"
