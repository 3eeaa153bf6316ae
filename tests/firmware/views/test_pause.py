"""The pause menu: its rows, score, reminders, remaining cards, the dealers of a play, and abandoning it."""

from typing import Any

import pytest

from engines.kit.contract import Draw
from engines.kit.rules import RuleBook
from engines.kit.text import ENGLISH
from engines.registry import load_engine
from firmware.plays.play_file import PutAway
from tests.firmware.device.bench import PUSH, Bench
from tests.magpie_on_menu import COIN_QUESTION, SET_UP_PRESSES, TURN_HEADLINE, begin_magpie

pytestmark = pytest.mark.usefixtures("magpie_menu")


def test_there_is_one_pause_menu(device: Bench) -> None:
    """Holding Push opens the pause menu everywhere, but never a second one."""
    for _ in range(3):
        device.hold(PUSH)
    assert len(device.session.views) == 2
    device.choose("correct")
    device.next()
    device.hold(PUSH)
    assert (device.headline, len(device.session.views)) == ("Pause", 2)
    device.back()
    assert TURN_HEADLINE in device.words


def test_pause_is_short(device: Bench) -> None:
    """The pause menu has at most 7 rows, power off last; the rest is under “More”, in two groups."""
    device.hold(PUSH)
    assert device.listed == ["why", "other", "correct", "side", "recap", "more", "off"]
    device.choose("recap")
    assert device.headline == "Steps so far"
    device.back()
    device.choose("more")
    assert ["rules", "score", "left", "cards", "report", "abandon"] == device.listed[:6]
    assert ["history", "clear", "settings", "files", "decks"] == device.listed[6:]
    groups = {option.id: ENGLISH.words(option.group) for option in device.rows if option.group is not None}
    assert {"rules": "This play:", "history": "The device:"} == groups


def test_nothing_to_go_back_to(at_menu: Bench) -> None:
    """At the first step the row of undo says that there is no earlier one."""
    at_menu.next(2)
    at_menu.hold(PUSH)
    assert "Undo to…No earlier steps here" in at_menu.row_words


def test_pause_without_a_play(at_menu: Bench) -> None:
    """Without a play the menu has the rows of the device only."""
    at_menu.hold(PUSH)
    assert at_menu.listed == ["history", "clear", "settings", "files", "decks", "off"]
    at_menu.back()
    assert "Which game?" in at_menu.words


def test_score(device: Bench) -> None:
    """The menu shows the current score."""
    device.pause("score")
    assert device.headline == "The Magpie: 4"
    device.back()
    assert device.headline == "More"


def test_rules_for_you(at_menu: Bench) -> None:
    """The page has the reminders of this step first, then those of the whole play."""
    begin_magpie(at_menu, tame=False)
    at_menu.pause("rules")
    first = "Put 3 trinkets on each of your ledges and take 8 coins. The Magpie has one, or none if tame."
    always = "You need not show a shiny coin, but whoever asks must be told the truth."
    assert at_menu.words.split("\n\n")[1:-1] == [f"Rules for you\n{first}\n{always}"]
    at_menu.back(3)
    at_menu.next()
    while at_menu.play.screen.key != "your_turn":
        at_menu.next()
    at_menu.pause("rules")
    assert "Put trinkets that you find" in at_menu.words
    assert "Put 3 trinkets" not in at_menu.words
    assert "tame" not in at_menu.words


def test_rules_for_you_of_an_option(at_menu: Bench) -> None:
    """A reminder of an option appears only with its value."""
    begin_magpie(at_menu, tame=True)
    while at_menu.play.screen.key != "your_turn":
        at_menu.next()
    at_menu.pause("rules")
    assert "A tame Magpie may be stroked" in at_menu.words


@pytest.mark.parametrize(
    ("ruling", "number", "there"), [("each_round", 4, True), ("until_last", 3, True), ("until_last", 4, False)]
)
def test_rules_for_you_of_a_round(at_menu: Bench, ruling: str, number: int, there: bool) -> None:
    """A reminder appears only in the rounds in which it applies."""
    wyrmspan = load_engine("wyrmspan")
    sources: Any = {source.name: "device" for source in wyrmspan.sources}
    at_menu.session.begin(wyrmspan, {"level": "ravel1", "coin_limit": ruling}, sources)
    at_menu.redraw()
    at_menu.session.commit(at_menu.play.replace({"at": "your_turn", "round": number}))
    at_menu.redraw()
    at_menu.pause("rules")
    assert there == any("two coins" in ENGLISH.words(line) for line in at_menu.session.top.screen().lines)


def test_no_rules_for_you(device: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """A step without reminders is described as such."""
    monkeypatch.setattr(RuleBook, "reminders", lambda *_: ())
    device.pause("rules")
    assert "None at this step." in device.words


def test_cards_left(at_menu: Bench) -> None:
    """The remaining cards of each deck are one step from the pause menu, with their number."""
    begin_magpie(at_menu)
    while at_menu.play.screen.key != "your_turn":
        at_menu.next()
    at_menu.next()
    at_menu.pause("left")
    left = [ENGLISH.words(one.text) for one in at_menu.play.engine.remaining_cards(at_menu.play.state, "deeds")]
    assert f"Magpie’s deeds, {len(left)}: {', '.join(left)}." in at_menu.text
    assert (0 < len(left) < 4, "Charms: none." in at_menu.words) == (True, True)


def test_own_cards_in_play(device: Bench) -> None:
    """The player takes over a deck during a play, sees its remaining cards, and gives it back; neither is an input.

    The row changes in place, and names the new dealer.
    """
    device.next()
    n, left = device.play.n, device.play.engine.remaining_cards(device.play.state, "deeds")
    device.pause("cards")
    assert "> Magpie’s deeds: the device" in device.words
    device.choose("deeds")
    assert device.headline == "Still in your deck"
    assert all(ENGLISH.words(card.text) in device.words for card in left)
    device.next()
    assert "> Magpie’s deeds: me" in device.words
    assert (device.play.n, device.play.sources["deeds"]) == (n, "own")
    device.back(3)
    device.next()
    assert isinstance(device.play.screen.ask, Draw)
    device.pause("cards")
    device.choose("deeds")
    assert "> Magpie’s deeds: the device" in device.words
    device.back(3)
    assert COIN_QUESTION in device.words
    assert device.play.n == n + 1


def test_own_die_shows_no_cards(at_menu: Bench) -> None:
    """The source of a die has no cards to show: its row changes in place, both ways, and is kept each time."""
    begin_magpie(at_menu)
    at_menu.pause("cards")
    for owner, word in (("own", "me"), ("device", "the device"), ("own", "me")):
        at_menu.choose("hop")
        assert f"> Hop die: {word}" in at_menu.words
        stored = at_menu.store.load(at_menu.session.number)
        assert owner == at_menu.play.sources["hop"] == stored.sources["hop"]
    at_menu.back(3)
    assert len(at_menu.session.views) == 1


def test_abandon(device: Bench) -> None:
    """Abandoning needs a second choice, with “Keep playing” highlighted; the play is set aside, not deleted."""
    device.pause("abandon")
    assert "> Keep playing" in device.words
    device.next()
    assert TURN_HEADLINE in device.words
    device.pause("abandon")
    device.choose("abandon")
    device.choose("forget")
    assert "> The Magpie: new\n" in device.words
    (info,) = device.store.plays()
    assert (isinstance(info.ended, PutAway), info.play.n) == (True, SET_UP_PRESSES)
    assert device.store.load(info.number).n == SET_UP_PRESSES
