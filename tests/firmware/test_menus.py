"""What lies on the device, driven by its keys: menus, plays, undo, corrections, recap, and what outlives a play."""

import logging
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from display.profiles import PROFILES
from engines._template.state import CHARMS
from engines.contract import Badge, Draw, Marks, Refused, Who
from engines.registry import TEMPLATE, load_engine
from engines.text import ENGLISH, Text
from firmware import settings, taught
from firmware.chrome import Names, chrome
from firmware.dealer import dealer
from firmware.store import Store
from firmware.versions import resume
from firmware.views import Item, Menu, MenuPage
from tests.firmware.bench import BACK, NEXT, PUSH, QUIET_S, Bench, bench

STARTED = 3
"""Presses of Next through the set-up of Wyrmspan."""


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Bench]:
    """A device at its game menu."""
    with bench(tmp_path) as made:
        yield made


@pytest.fixture
def wyrmspan(device: Bench) -> Bench:
    """A device at the first turn of a play of Wyrmspan."""
    device.next(2 + STARTED)
    return device


def magpie(device: Bench, **options: Any) -> None:
    """Begin a play of the bot that is on no menu."""
    sources: Any = {source.name: "device" for source in load_engine(TEMPLATE).sources}
    device.desk.begin(load_engine(TEMPLATE), {"rounds": 1, **options}, sources)
    device.redraw()


def to_the_end(device: Bench) -> None:
    """Press Next until there is a result."""
    for _ in range(200):
        if device.play.engine.result(device.play.state):
            return
        if isinstance(ask(device), Marks):
            device.push()
        device.next()
    pytest.fail("the play does not end")


def pause(device: Bench, item: str) -> None:
    """Choose a line of the pause menu."""
    device.hold(PUSH)
    device.choose(item)


def headline(device: Bench) -> str:
    """Return the first words below the header."""
    return device.words.splitlines()[2]


def ask(device: Bench) -> Any:
    """Return the ask of the play's step."""
    return device.play.screen.ask


# --- before a play ---


def test_game_menu(device: Bench) -> None:
    """The game menu lists the games and the way off; there is nothing to go back to."""
    assert "Which game?" in device.words
    assert ("> Wyrmspan" in device.words, "Magpie" in device.words) == (True, False)
    device.signals.given.clear()
    device.back()
    assert device.signals.given == ["not_allowed"]


def test_bars(device: Bench) -> None:
    """The header says whose turn it is and where the play stands, the footer what Back and Next will do."""
    assert (device.words.splitlines()[0], device.footer) == ("Tavolino", "Wyrmspan")
    device.next()
    assert (device.words.splitlines()[0], device.footer) == ("Tavolino", "Back | 1/2 | Begin")
    device.next()
    assert (device.words.splitlines()[0], device.footer) == ("Wyrmspan | Set-up, 1/3", "Options | Done")
    device.next(STARTED)
    assert (device.words.splitlines()[0], device.footer) == ("Your turn | Round 1/4, turn 1", "Undo | My turn is done")


def test_header_in_less_room(device: Bench) -> None:
    """Where the header has no room for all, it says the most important: the place, else the turn, else the step."""
    badges = [
        (Badge(Who.BOT, Text("Round 1/4"), 3, 1, 2), ["Round 1/4, turn 3, 1/2", "Round 1/4", ""]),
        (Badge(Who.YOU, None, 3, 1, 2), ["turn 3, 1/2", "turn 3", ""]),
        (Badge(Who.TABLE, None, None, 1), ["1/1", "1/1", ""]),
        (Badge(Who.YOU, Text("Year 1/6"), Text("Summer")), ["Year 1/6, Summer", "Year 1/6", ""]),
    ]
    for badge, expected in badges:
        layout = replace(device.device.layout, screen=replace(device.device.layout.screen, badge=badge))
        bars = chrome(device.desk.top, layout, Names(Text("Game"), Text("Bot")), refusal=None, kept=True)
        assert [ENGLISH.words(text) for text in bars.right] == expected
        assert ENGLISH.words(bars.left) == {Who.BOT: "Bot", Who.YOU: "Your turn", Who.TABLE: "Game"}[badge.who]


def test_waiting_play_is_named(wyrmspan: Bench) -> None:
    """The menu says which game has a play that waits."""
    pause(wyrmspan, "other")
    assert "> Wyrmspan: go on" in wyrmspan.words
    wyrmspan.next()
    assert "Take your turn" in wyrmspan.words


def test_options(tmp_path: Path) -> None:
    """Options of every kind are changed, remembered over a loss of power, and used."""
    with bench(tmp_path) as device:
        device.next()
        device.choose("option.level")
        device.turn(4)
        device.next()
        assert "> Level: Ravel 2" in device.words
        device.choose("option.coin_limit")
        device.turn(1)
        device.next()
        device.choose("source.guild")
        assert "> Guild tile: mine" in device.words
        device.choose("begin")
        assert (device.play.options["level"], device.play.options["coin_limit"]) == ("ravel2", "until_last")
        assert device.play.sources == {"automa": "device", "objectives": "device", "guild": "own"}
        assert "Which guild tile?" in device.words
    with bench(tmp_path) as device:
        device.back()
        assert "Level: Ravel 2" in device.words
        device.turn(9)
        assert "Guild tile: mine" in device.words
        device.turn(-9)
        device.next()
        assert device.play.sources["guild"] == "own"


def test_a_deck_that_is_not_in_play(device: Bench) -> None:
    """Who gives a deck stands in the menus only where the options have it in play."""
    device.desk.to_options("burattino")
    device.redraw()
    deck = "Burattino cards: the device"
    assert deck not in everything(device)
    device.choose("option.card_mode")
    device.turn(3)
    device.next()
    assert deck in everything(device)
    device.choose("begin")
    pause(device, "cards")
    assert deck in device.words
    device.desk.begin(load_engine("burattino"), {"card_mode": "table"}, {})
    device.redraw()
    device.hold(PUSH)
    assert "none in this play" in everything(device)


def everything(device: Bench) -> str:
    """Return the words of all lines of the menu that is open."""
    return " ".join(ENGLISH.words(item.text) + ENGLISH.words(item.blocked or Text("")) for item in items(device))


def items(device: Bench) -> list[Any]:
    """Return the lines of the menu that is open."""
    return list(device.desk.top.screen().ask.options)  # type: ignore[union-attr]  # a menu is a list


def test_a_deck_is_taught_by_keys(tmp_path: Path) -> None:
    """Sixteen cards, four ticks each; the whole deck is offered, and kept it outlives power, play and all."""
    with bench(tmp_path) as device:
        device.desk.begin(load_engine("burattino"), {"card_mode": "taught"}, {"burattino": "device"})
        device.redraw()
        device.next(2)
        for number in range(16):
            device.push()
            for _ in range(3):
                device.turn(1)
                device.push()
            if number == 0:
                assert headline(device) == "Same card in winter?"
                device.next()
        assert headline(device) == "Keep what was learned?"
        device.next()
        assert headline(device) == "Check the deck"
    with bench(tmp_path) as device:
        assert headline(device) == "Check the deck"
        pause(device, "abandon")
        device.choose("abandon")
        assert headline(device) == "Which game?", "it is not offered again"
        device.desk.to_options("burattino")
        device.redraw()
        assert "Taught deck: taught" in everything(device)
        device.choose("begin")
        device.next(3)
        assert device.play.screen.key == "spring"
        assert [card.marks for card in device.play.state.faces] == ["ABCD"] * 16
        device.desk.to_options("burattino")
        device.redraw()
        device.choose("option.card_mode")
        device.turn(1)
        device.next()
        assert "Taught deck" not in everything(device)
        device.choose("begin")
        assert (device.play.options["card_mode"], "cards" in device.play.options) == ("house", False)


def test_options_of_the_magpie(device: Bench) -> None:
    """A number and a switch are options too; Back leaves a question of the options as it was."""
    device.desk.to_options(TEMPLATE)
    device.redraw()
    device.choose("option.rounds")
    assert "< 2 >" in device.words
    device.turn(9)
    device.next()
    assert "Rounds: 5" in device.words
    device.choose("option.tame")
    device.turn(-1)
    device.next()
    assert "Tame: it starts without a coin: on" in " ".join(device.words.split())
    device.choose("option.tie")
    device.turn(1)
    device.back()
    assert "You choose the ledge" in " ".join(device.words.split())
    device.choose("begin")
    assert (device.play.options["rounds"], device.play.options["tame"]) == (5, True)


def test_options_stay_in_sight(tmp_path: Path) -> None:
    """However words and pages change while options are switched, what is highlighted is on the glass."""
    for panel in ("4.2", "4.2-big", "2.9"):
        with bench(tmp_path / panel, panel=panel) as device:
            device.next()
            for name in ask_ids(device):
                if name.startswith("source."):
                    device.choose(name)
                    assert "mine" in next(row for row in device.words.splitlines() if row.startswith(">"))


def ask_ids(device: Bench) -> list[str]:
    """Return the ids of the list that is open."""
    return [option.id for option in device.device.layout.screen.ask.options]  # type: ignore[union-attr]


def test_taught_deck(tmp_path: Path) -> None:
    """A deck that was taught is chosen in the options, embedded in the play, and chosen again the next time."""
    raw = taught.export(tmp_path, "wyrmspan", "automa", None)
    taught.import_deck(tmp_path, raw.encode(), "mine")
    with bench(tmp_path) as device:
        device.next()
        device.choose("option.cards")
        device.turn(1)
        device.next()
        assert "> Automa cards: mine" in device.words
        device.choose("begin")
        assert device.play.options["cards"]["name"] == "mine"
        assert len(device.play.options["cards"]["cards"]) > 8
    with bench(tmp_path) as device:
        assert device.play.options["cards"]["name"] == "mine"
        device.back()
        assert "Automa cards: mine" in device.words
        device.choose("option.cards")
        assert "> mine" in device.words
        device.turn(-1)
        device.next()
        device.choose("begin")
        assert "cards" not in device.play.options


def test_deck_taken_away(tmp_path: Path) -> None:
    """A deck whose file is gone can still be chosen for the next play, as the last play had it."""
    raw = taught.export(tmp_path, "wyrmspan", "automa", None)
    path = taught.import_deck(tmp_path, raw.encode(), "mine")
    with bench(tmp_path) as device:
        device.next()
        device.choose("option.cards")
        device.turn(1)
        device.next()
        device.choose("begin")
        path.unlink()
        device.back()
        device.choose("option.cards")
        assert "> mine" in device.words


# --- a play ---


def test_resumed_at_the_step(tmp_path: Path) -> None:
    """After a loss of power the device shows the very step, with what can be undone."""
    with bench(tmp_path) as device:
        device.next(2 + STARTED + 4)
        words, file = device.words, device.play.file()
    with bench(tmp_path) as device:
        assert (device.words, device.play.file()) == (words, file)
        n = device.play.n
        device.back(2)
        assert device.play.n == n - 2


def test_undo_to_the_options(wyrmspan: Bench) -> None:
    """Back takes back input after input, without a question; from the first step it leads to the options."""
    for n in range(wyrmspan.play.n, 0, -1):
        assert wyrmspan.play.n == n
        wyrmspan.back()
    assert wyrmspan.play.n == 0
    wyrmspan.back()
    assert "> Begin" in wyrmspan.words
    wyrmspan.back()
    assert "Wyrmspan: go on" in wyrmspan.words
    wyrmspan.next()
    assert (wyrmspan.play.n, len(wyrmspan.play.tail)) == (0, STARTED)


def test_forward_again(wyrmspan: Bench) -> None:
    """What was undone is highlighted and named in the footer; Next, Next, Next goes forward again."""
    wyrmspan.choose("marker")
    wyrmspan.turn(2)
    wyrmspan.next()
    wyrmspan.next(2)
    file = wyrmspan.play.file()
    wyrmspan.back(4)
    assert "> I placed a guild marker" in wyrmspan.words
    assert wyrmspan.footer == "Undo | I placed a guild marker again"
    wyrmspan.next()
    assert wyrmspan.footer == "Undo | Row 3 again"
    wyrmspan.turn(1)
    assert wyrmspan.footer == "Undo | Row 4"
    wyrmspan.turn(-1)
    wyrmspan.next()
    assert wyrmspan.footer == "Undo | My turn is done again"
    wyrmspan.next(2)
    assert wyrmspan.play.file() == file


def test_an_early_slip_is_mended(wyrmspan: Bench) -> None:
    """Another value at an undone step leaves what came after it on offer."""
    wyrmspan.choose("marker")
    wyrmspan.next(3)
    wyrmspan.back(3)
    assert "Row 1 again" in wyrmspan.footer
    wyrmspan.turn(1)
    wyrmspan.next()
    assert "My turn is done again" in wyrmspan.footer
    wyrmspan.next(2)
    assert wyrmspan.play.tail == ()


def test_done_again(device: Bench) -> None:
    """An undone “done” is named too, where the device adds “Correct a value…” to it."""
    device.next()
    device.choose("option.level")
    device.next()
    device.choose("begin")
    device.next(STARTED)
    while device.play.screen.key != "her_turn_alone":
        if device.play.screen.key == "your_turn" and not device.play.state.you_passed:
            device.choose("pass")
        else:
            device.next()
    device.next()
    device.back()
    assert device.footer == "Undo | Done again"
    device.turn(1)
    assert device.footer == "Undo | Correct a value…"


def test_undo_stops(device: Bench) -> None:
    """Where undo cannot go on, Back says so and changes nothing."""
    device.next(3)
    device.desk.keep(device.play.go_on_from_table())
    device.next()
    device.signals.given.clear()
    device.back(2)
    assert device.signals.given == ["accepted", "not_allowed"]
    assert device.play.n == 1


def test_why_of_an_instruction(wyrmspan: Bench) -> None:
    """Push on an instruction shows facts, rule and place; Push or the last Next closes it."""
    wyrmspan.next()
    wyrmspan.push()
    assert headline(wyrmspan) == "Why?"
    rules = {reason.rule for reason in wyrmspan.play.why()}
    pages = []
    for _ in wyrmspan.device.layout.pages:
        pages += wyrmspan.words.splitlines()[1:-2]
        wyrmspan.turn(1)
    words = " ".join(" ".join(pages).split())
    for rule in rules:
        found = wyrmspan.play.engine.book.find(rule)
        assert f"{found.statement} (“{found.heading}”)" in words
    assert words.endswith("Wyrmspan Automa rulebook.")
    wyrmspan.push()
    assert "My turn is done" in wyrmspan.words


def test_why_of_a_question(wyrmspan: Bench) -> None:
    """On a question Why is the first line of the pause menu."""
    wyrmspan.choose("marker")
    wyrmspan.hold(PUSH)
    assert "> Why this?" in wyrmspan.words
    wyrmspan.next()
    assert headline(wyrmspan) == "Why?"
    wyrmspan.back()
    assert "Your marker: which row?" in wyrmspan.words


# --- the pause menu ---


def test_pause_is_one(wyrmspan: Bench) -> None:
    """Holding Push leads to the one pause menu from everywhere, and from itself nowhere else."""
    for _ in range(3):
        wyrmspan.hold(PUSH)
    assert len(wyrmspan.desk.views) == 2
    wyrmspan.choose("correct")
    wyrmspan.next()
    wyrmspan.hold(PUSH)
    assert (headline(wyrmspan), len(wyrmspan.desk.views)) == ("Pause", 2)
    wyrmspan.back()
    assert "Take your turn" in wyrmspan.words


def test_pause_without_a_play(device: Bench) -> None:
    """Without a play there is only the way off."""
    device.hold(PUSH)
    assert ask_ids(device) == ["off"]
    device.back()
    assert "Which game?" in device.words


def test_score(wyrmspan: Bench) -> None:
    """The score is shown as it stands."""
    pause(wyrmspan, "score")
    assert headline(wyrmspan) == "The Automa: 0"
    wyrmspan.back()
    assert headline(wyrmspan) == "Pause"


def test_correction_from_the_instruction(wyrmspan: Bench) -> None:
    """A value is corrected from the bot's instruction, and the step shows what follows."""
    wyrmspan.next()
    wyrmspan.choose("device.correct")
    wyrmspan.choose("p")
    before = wyrmspan.place.cursor.number
    wyrmspan.turn(1)
    wyrmspan.next()
    assert wyrmspan.play.state.p % 12 == (before + 1) % 12
    assert len(wyrmspan.desk.views) == 1
    wyrmspan.back()
    assert wyrmspan.footer.endswith("Correct it again")
    wyrmspan.next()
    assert wyrmspan.play.state.p % 12 == (before + 1) % 12


def test_correction_again_only_untouched(wyrmspan: Bench) -> None:
    """Who turns away from an undone correction takes what he turned to."""
    pause(wyrmspan, "correct")
    wyrmspan.choose("dragons")
    wyrmspan.turn(3)
    wyrmspan.next()
    assert wyrmspan.play.state.dragons == 3
    wyrmspan.back()
    wyrmspan.turn(2)
    assert wyrmspan.footer == "Undo | I placed a guild marker"
    wyrmspan.next()
    assert wyrmspan.play.screen.key == "your_marker"


def test_correction_of_nothing(wyrmspan: Bench) -> None:
    """To correct a value to what it is is a step like any other: taken back, it is offered, on an equal screen."""
    pause(wyrmspan, "correct")
    wyrmspan.choose("dragons")
    wyrmspan.next()
    assert wyrmspan.play.n == STARTED + 1
    wyrmspan.turn(1)
    wyrmspan.back()
    assert wyrmspan.play.n == STARTED
    assert "> My turn is done" in wyrmspan.words
    assert wyrmspan.footer == "Undo | Correct it again"


def test_a_correction_is_confirmed(wyrmspan: Bench) -> None:
    """Where the corrected value stands on no screen, the footer says once that it was taken."""
    pause(wyrmspan, "correct")
    wyrmspan.choose("dragons")
    wyrmspan.turn(1)
    wyrmspan.next()
    assert "Corrected" in wyrmspan.footer
    wyrmspan.turn(1)
    assert "Corrected" not in wyrmspan.footer


def test_refused_correction(wyrmspan: Bench) -> None:
    """A correction that cannot be says so, leaves the question open and the play as it was."""
    pause(wyrmspan, "correct")
    wyrmspan.choose("space_3")
    wyrmspan.turn(1)
    before = wyrmspan.play.file()
    wyrmspan.signals.given.clear()
    wyrmspan.next()
    assert wyrmspan.signals.given == ["not_allowed"]
    assert wyrmspan.play.file() == before
    assert "Guild row 5: on the 3" in wyrmspan.words
    wyrmspan.back(3)
    assert "Take your turn" in wyrmspan.words


def test_own_cards_in_play(wyrmspan: Bench) -> None:
    """The player takes her deck over in play, sees what is still in it, and gives it back; no input is made."""
    wyrmspan.next()
    n, left = wyrmspan.play.n, wyrmspan.play.state.left
    pause(wyrmspan, "cards")
    wyrmspan.choose("automa")
    assert headline(wyrmspan) == "Still in your deck"
    assert all(card in wyrmspan.words for card in left)
    wyrmspan.next()
    assert (wyrmspan.play.n, wyrmspan.play.sources["automa"]) == (n, "own")
    wyrmspan.next()
    assert isinstance(ask(wyrmspan), Draw)
    pause(wyrmspan, "cards")
    wyrmspan.choose("automa")
    assert wyrmspan.play.screen.key == "your_turn"
    assert wyrmspan.play.n == n + 1


def test_own_die_shows_no_cards(device: Bench) -> None:
    """At the switch of a die there are no cards to show."""
    magpie(device)
    pause(device, "cards")
    device.choose("hop")
    assert (device.play.sources["hop"], len(device.desk.views)) == ("own", 1)


def test_abandon(wyrmspan: Bench) -> None:
    """To give a play up takes a second choice, with Keep playing highlighted; the play is put away, not deleted."""
    pause(wyrmspan, "abandon")
    assert "> Keep playing" in wyrmspan.words
    wyrmspan.next()
    assert "Take your turn" in wyrmspan.words
    pause(wyrmspan, "abandon")
    wyrmspan.choose("abandon")
    assert "> Wyrmspan\n" in wyrmspan.words
    (info,) = wyrmspan.store.plays()
    assert (info.abandoned, info.inputs) == (True, STARTED)
    assert wyrmspan.store.load(info.number).n == STARTED


def test_power_off(tmp_path: Path) -> None:
    """After power off the pending step stays on the glass, as it was before the menu."""
    with bench(tmp_path) as device:
        device.next(2 + STARTED)
        glass = device.rig.sim.picture()
        pause(device, "off")
        assert device.device.over
        assert device.rig.sim.picture().tobytes() == glass.tobytes()
    with bench(tmp_path) as device:
        assert "Take your turn" in device.words


# --- recap ---


def test_recap(wyrmspan: Bench) -> None:
    """Hold Back lists the steps of this turn; Next goes back to one, with the rest as what was undone."""
    wyrmspan.choose("marker")
    wyrmspan.next()
    wyrmspan.hold(BACK)
    assert headline(wyrmspan) == "Back to which step?"
    assert "> Your marker: which row? Row 1" in " ".join(wyrmspan.words.split())
    wyrmspan.turn(1)
    wyrmspan.next()
    assert wyrmspan.play.n == STARTED
    assert wyrmspan.footer == "Undo | I placed a guild marker again"


def test_recap_explains(wyrmspan: Bench) -> None:
    """Why of an earlier step: highlight it, hold Push, and press."""
    wyrmspan.next()
    wyrmspan.choose("marker")
    wyrmspan.next()
    wyrmspan.hold(BACK)
    wyrmspan.turn(2)
    wyrmspan.hold(PUSH)
    wyrmspan.next()
    expected = wyrmspan.play.why(STARTED + 1)
    assert expected != wyrmspan.play.why()
    assert headline(wyrmspan) == "Why?"
    words = " ".join(wyrmspan.words.split())
    statement = wyrmspan.play.engine.book.find(expected[0].rule).statement
    assert statement.split(";")[0][:30] in words
    wyrmspan.back(2)
    assert "Take your turn" in wyrmspan.words or "Move her" in wyrmspan.words


def test_recap_of_nothing(device: Bench) -> None:
    """At the first step there is nothing to recap; in a menu Hold Back does nothing."""
    device.hold(BACK)
    assert device.signals.given[-1] == "not_allowed"
    device.next(2)
    device.hold(BACK)
    assert "Nothing was done yet." in device.words
    device.next()
    assert device.play.n == 0


def test_recap_is_of_the_step(wyrmspan: Bench) -> None:
    """Hold Back recaps the play's step; in a menu above it, it does nothing."""
    wyrmspan.hold(PUSH)
    wyrmspan.signals.given.clear()
    wyrmspan.hold(BACK)
    assert (headline(wyrmspan), wyrmspan.signals.given) == ("Pause", ["not_allowed"])


# --- the end of a play ---


def test_result_is_put_away(device: Bench) -> None:
    """At the result Back still takes back; Next puts the play away and shows the menu."""
    magpie(device)
    to_the_end(device)
    n = device.play.n
    device.back()
    assert device.play.n == n - 1
    device.next()
    assert device.play.n == n
    device.next()
    assert "Keep what was learned?" in device.words
    device.back()
    assert "Which game?" in device.words
    (info,) = device.store.plays()
    assert (info.over, info.live, device.store.current()) == (True, False, None)


def _worth(device: Bench) -> None:
    """Say what a charm is worth, so that something was learned."""
    while device.play.screen.key != "charm_worth":
        device.next()
    device.next()


@pytest.mark.parametrize("abandoned", [False, True])
def test_learned_is_offered(device: Bench, abandoned: bool) -> None:
    """What was learned is offered when the play ends and when it is abandoned; kept, it serves the next play."""
    magpie(device)
    _worth(device)
    worth = device.play.state.worth
    if abandoned:
        pause(device, "abandon")
        device.choose("abandon")
    else:
        to_the_end(device)
        device.next()
    assert headline(device) == "Keep what was learned?"
    device.next()
    assert "Which game?" in device.words
    device.desk.to_options(TEMPLATE)
    device.redraw()
    assert "Charms: learned" in device.words
    device.choose("option.charms")
    assert "> learned" in device.words
    device.next()
    device.choose("begin")
    assert device.play.state.worth == worth


@pytest.mark.parametrize("kept", [True, False])
def test_a_whole_deck_is_offered_at_once(device: Bench, kept: bool) -> None:
    """A deck is offered when its last face becomes known, above the play; kept, it is not offered at the end again."""
    magpie(device)
    device.next()
    charms = to_builtins(CHARMS.file(TEMPLATE))
    for card in charms["cards"]:
        if card["id"] != device.play.state.charm:
            card["worth"] = 4
    magpie(device, charms=charms)
    _worth(device)
    n = device.play.n
    assert headline(device) == "Keep what was learned?"
    device.choose("keep" if kept else "forget")
    assert device.play.n == n
    assert headline(device) == "Take your turn"
    assert bool(settings.remembered(device.desk.folder, TEMPLATE)) == kept
    device.back()
    device.next()
    assert (headline(device) == "Keep what was learned?") == (not kept)
    pause(device, "abandon")
    device.choose("abandon")
    assert (headline(device) == "Keep what was learned?") == (not kept)


def test_learned_can_be_left(device: Bench) -> None:
    """A learned deck is kept beside the printed one: who chooses the printed one finds it chosen the next time."""
    magpie(device)
    _worth(device)
    pause(device, "abandon")
    device.choose("abandon")
    device.next()
    device.desk.to_options(TEMPLATE)
    device.redraw()
    device.choose("option.charms")
    device.turn(-1)
    device.next()
    device.choose("begin")
    assert "charms" not in device.play.options
    device.back()
    assert "Charms: printed" in device.words
    device.choose("option.charms")
    device.turn(1)
    assert "> learned" in device.words


def test_learned_can_be_forgotten(device: Bench) -> None:
    """Forgotten, it leaves nothing behind."""
    magpie(device)
    _worth(device)
    pause(device, "abandon")
    device.choose("abandon")
    device.choose("forget")
    assert settings.remembered(device.desk.folder, TEMPLATE) == {}
    assert device.desk.decks(load_engine(TEMPLATE), load_engine(TEMPLATE).options()[-1]) == ({}, [])  # type: ignore[arg-type]


def test_a_deck_file_that_cannot_be_used(device: Bench, caplog: pytest.LogCaptureFixture) -> None:
    """Where a deck is chosen a bad file is named, on the panel and in the log; the others can be chosen."""
    folder = device.desk.folder / "decks" / TEMPLATE / "charms"
    folder.mkdir(parents=True)
    (folder / "bad.toml").write_text("cards = 3")
    device.device.act(lambda: device.desk.to_options(TEMPLATE))
    device.wait(QUIET_S)
    device.choose("option.charms")
    assert "That cannot be used" in device.words
    assert "bad.toml" in caplog.text
    device.back()
    assert "> printed" in device.words


# --- what was found at the start ---


@pytest.fixture
def upgraded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    """A device whose play was begun under rules that allowed its second input, which those of today do not."""
    engine = load_engine("wyrmspan")
    with bench(tmp_path) as device:
        device.next(2 + STARTED + 2)
    fire = type(engine)._fire

    def fired(self: Any, trigger: str) -> None:
        if self._turn.phase.value == "place_pieces":
            raise Refused(Text("Not under these rules."))
        fire(self, trigger)

    monkeypatch.setattr(engine, "version", engine.version + 1)
    monkeypatch.setattr(type(engine), "_fire", fired)
    with bench(tmp_path) as made:
        yield made


def test_other_rules(upgraded: Bench) -> None:
    """After other rules the player goes on from the table as it is, where undo stops; he may choose later."""
    assert headline(upgraded) == "Go on from where?"
    upgraded.hold(BACK)
    upgraded.hold(PUSH)
    assert ask_ids(upgraded) == ["off"]
    upgraded.back(2)
    assert "> Wyrmspan: go on" in upgraded.words
    upgraded.next()
    assert "> From your table as it is" in upgraded.words
    upgraded.next()
    assert (upgraded.play.n, upgraded.play.screen.key) == (STARTED + 2, "your_turn")
    upgraded.back()
    assert upgraded.signals.given[-1] == "not_allowed"


def test_other_rules_from_a_step(upgraded: Bench) -> None:
    """From the last step that fits, what came after it is on offer."""
    upgraded.turn(1)
    assert "> From step 1" in upgraded.words
    upgraded.next()
    assert (upgraded.play.n, len(upgraded.play.tail)) == (1, STARTED + 1)
    assert "Place her pieces" in upgraded.words


def test_damaged_store(tmp_path: Path) -> None:
    """What was found of a damaged store is shown before the play, once."""
    with bench(tmp_path) as device:
        device.next(2 + STARTED)
    file = tmp_path / "plays.sqlite"
    raw = bytearray(file.read_bytes())
    raw[:16] = b"no sqlite at all"
    file.write_bytes(raw)
    with bench(tmp_path) as device:
        assert headline(device) == "Before you go on"
        assert "1 play was read whole and saved." in " ".join(device.words.split())
        device.push()
        assert "Take your turn" in device.words


def test_store_damaged_in_a_play(tmp_path: Path) -> None:
    """A store that breaks in the middle of a play is mended with the next key, which counts; the player is told."""
    with bench(tmp_path) as device:
        device.next(2 + STARTED)
        with closing(sqlite3.connect(tmp_path / "plays.sqlite")) as other:
            other.execute("DROP TABLE ops")
        n = device.play.n
        device.next()
        assert headline(device) == "Before you go on"
        assert "Nothing is kept" not in device.words
        assert "1 play was read whole and saved." in " ".join(device.words.split())
        device.push()
        assert "Move her" in device.words
        assert device.play.n == n + 1
    with bench(tmp_path) as device:
        assert "Move her" in device.words


def test_store_damaged_when_a_play_is_put_away(tmp_path: Path) -> None:
    """What is put away is the play as it stands on the device, whatever is left of it in the file."""
    with bench(tmp_path) as device:
        device.next(2 + STARTED)
        device.store.back_up()
        device.next()
        n = device.play.n
        with closing(sqlite3.connect(tmp_path / "plays.sqlite")) as other:
            other.execute("DROP TABLE ops")
        device.device.act(device.desk.archive)
        (info,) = device.store.plays()
        assert (info.abandoned, info.inputs) == (True, n)
        assert device.store.load(info.number).n == n


def test_damaged_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A play that cannot be read says so at the start and when it is chosen, and does not keep its game closed."""
    with bench(tmp_path) as device:
        device.next(2 + STARTED)

    def unreadable(*_: object) -> None:
        raise sqlite3.DatabaseError("malformed")

    with monkeypatch.context() as damaged:
        damaged.setattr("firmware.store.read_play", unreadable)
        with bench(tmp_path) as device:
            assert "cannot be read whole" in " ".join(device.words.split())
            device.push()
            device.next()
            assert "cannot be read whole" in " ".join(device.words.split())
            device.push()
            assert "> Begin" in device.words
            device.next()
            assert device.play.n == 0
            assert device.store.live("wyrmspan") == device.desk.number == 2


def test_unknown_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A play of a game that this version does not have is named, and the menu is there."""
    with bench(tmp_path) as device:
        magpie(device)
    with monkeypatch.context() as older:
        older.setattr("firmware.desk.TEMPLATE", "another")
        with bench(tmp_path) as device:
            assert "Play 1 is of _template" in " ".join(device.words.split())
            device.push()
            assert "Which game?" in device.words
    with bench(tmp_path) as device:
        assert "Lay out your ledges" in device.words


def test_damaged_memory(tmp_path: Path) -> None:
    """A file of learned values that cannot be read is named, and the game can be played all the same."""
    with bench(tmp_path) as device:
        (tmp_path / "remembered").mkdir()
        (tmp_path / "remembered" / "wyrmspan.toml").write_text("not = toml = at all")
        device.next()
        assert headline(device) == "That cannot be used"
        device.push()
        device.next()
        assert device.play.n == 0


# --- a disk that cannot be written ---


def test_nothing_is_kept(tmp_path: Path) -> None:
    """Without a data folder the play goes on in memory, and every screen says so."""
    folder = tmp_path / "data"
    folder.write_text("a file in place of the folder")
    with bench(folder) as device:
        seen = 0
        for _ in range(12):
            assert "Nothing is kept" in device.words
            seen += 1
            device.next()
        for key in (PUSH, BACK):
            device.hold(key)
            assert "Nothing is kept" in device.words
            device.back()
        assert (seen, device.play.n) == (12, 9)
        device.back(3)
        assert device.play.n == 6


def test_full_disk_and_back(tmp_path: Path) -> None:
    """When the disk is full every screen says so from then on; when there is room again all is kept."""
    with bench(tmp_path) as device:
        device.next(2)
        db = device.store._db
        (pages,) = db.execute("PRAGMA page_count").fetchone()
        db.execute(f"PRAGMA max_page_count = {pages}")
        presses = 0
        while device.store.kept:
            device.next()
            presses += 1
            assert presses < 2000
        assert "Nothing is kept" in device.words
        device.next()
        assert "Nothing is kept" in device.words
        db.execute("PRAGMA max_page_count = 100000")
        device.next()
        assert "Nothing is kept" not in device.words
        file = device.play.file()
    with Store.open(tmp_path) as store:
        number = store.current()
        assert number is not None
        stored = store.load(number)
    play = resume(load_engine("wyrmspan"), stored, lambda _: 1)
    assert play.file() == file  # type: ignore[union-attr]


def test_kept_again_while_idle(tmp_path: Path) -> None:
    """If the disk is back while nobody touches a key, the screen stops saying that nothing is kept."""
    folder = tmp_path / "data"
    folder.write_text("")
    with bench(folder) as device:
        device.next(3)
        folder.unlink()
        folder.mkdir()
        device.wait(10)
        assert "Nothing is kept" not in device.words


def test_learned_cannot_be_kept(tmp_path: Path) -> None:
    """What was learned and cannot be written is said in a sentence; the player decides again."""
    folder = tmp_path / "data"
    folder.write_text("")
    with bench(folder) as device:
        magpie(device)
        _worth(device)
        pause(device, "abandon")
        device.choose("abandon")
        device.next()
        assert "cannot be" in " ".join(device.words.split())
        device.push()
        assert "Keep what was learned?" in device.words


# --- menus as data ---


def test_blocked_lines(device: Bench) -> None:
    """A blocked line of a menu cannot be chosen, and is not where the menu begins."""
    done: list[str] = []
    items = [
        Item("a", Text("a"), lambda: done.append("a"), Text("not now")),
        Item("b", Text("b"), lambda: done.append("b")),
    ]
    menu = Menu(lambda: MenuPage("m", Text("Menu"), items), device.desk.close)
    device.desk.open(menu)
    device.redraw()
    assert "> b" in device.words
    device.turn(-1)
    device.next()
    assert (done, device.signals.given[-1]) == ([], "not_allowed")
    device.turn(1)
    device.next()
    assert done == ["b"]


def test_tap_is_no_hold(wyrmspan: Bench) -> None:
    """Next does nothing when it is held."""
    wyrmspan.hand.down(NEXT)
    wyrmspan.wait(3)
    wyrmspan.hand.up(NEXT)
    wyrmspan.wait(QUIET_S)
    assert wyrmspan.play.n == STARTED + 1


# --- any keys ---


def _any_keys(folder: Path, seed: int) -> None:
    """Press whatever comes, now and then pull the plug; what is kept is always what is played."""
    chance = random.Random(seed)  # noqa: S311 - the same keys every time
    panel = chance.choice(sorted(PROFILES))
    for _ in range(3):
        with bench(folder, panel=panel) as device:
            for _ in range(60):
                match chance.randrange(10):
                    case 0 | 1 | 2 | 3:
                        device.next()
                    case 4:
                        device.back()
                    case 5:
                        device.push()
                    case 6:
                        device.hold(chance.choice([PUSH, BACK]))
                    case _:
                        device.turn(chance.choice([-4, -1, 1, 1, 2, 6]))
                if device.device.over:
                    break
                shown = device.device.shown
                assert shown is not None
                assert (shown.step, shown.place) == (device.device._step, device.place)
            _is_kept(device)


def _is_kept(device: Bench) -> None:
    """Check that the store has the play as it is on the device."""
    if device.desk.play is not None:
        stored = device.store.load(device.desk.number)
        play = resume(device.play.engine, stored, dealer(stored.seed))
        assert play.file() == device.play.file()  # type: ignore[union-attr]


@pytest.mark.parametrize("seed", range(2))
def test_any_keys(tmp_path: Path, caplog: pytest.LogCaptureFixture, seed: int) -> None:
    """Whatever is pressed, nothing goes wrong, the glass shows where the player stands, and all of it is kept."""
    with caplog.at_level(logging.WARNING):
        _any_keys(tmp_path, seed)
    assert caplog.records == []


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 82))
def test_any_keys_long(tmp_path: Path, caplog: pytest.LogCaptureFixture, seed: int) -> None:
    """The same with many other keys."""
    with caplog.at_level(logging.WARNING):
        _any_keys(tmp_path, seed)
    assert caplog.records == []
