"""Menus, plays, undo, corrections and the end of a play, driven by keys."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from engines.kit import why
from engines.kit.contract import Badge, Draw, Marks, Pick, Who
from engines.kit.options import Embed, Source
from engines.kit.rules import RuleBook
from engines.kit.text import ENGLISH, Text
from engines.magpie.state import CHARMS
from engines.registry import GAMES, MAGPIE, load_engine
from firmware.data_folder import DataFolder
from firmware.plays.play_file import PutAway
from firmware.views import new_play
from firmware.views.chrome import Names, chrome
from firmware.views.view import Item, Menu, MenuPage
from tests.firmware.conftest import FullDisk
from tests.firmware.decks.imports import import_deck
from tests.firmware.device.bench import BACK, NEXT, PUSH, QUIET_S, Bench, bench
from tests.magpie_on_menu import COIN_QUESTION, SET_UP_PRESSES, TURN_HEADLINE
from tests.play_values import file_and_state

pytestmark = pytest.mark.usefixtures("magpie_menu")


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Bench]:
    """A device at its game menu."""
    with bench(tmp_path) as made:
        yield made


@pytest.fixture
def playing(device: Bench) -> Bench:
    """A device at your first turn of a play with the Magpie."""
    device.next(2 + SET_UP_PRESSES)
    return device


def begin_magpie(device: Bench, **options: Any) -> None:
    """Begin a play with the Magpie, of one round by default, with its usual options."""
    sources: Any = {source.name: "device" for source in load_engine(MAGPIE).sources}
    device.session.begin(load_engine(MAGPIE), {"rounds": 1, **options}, sources)
    device.redraw()


def ask(device: Bench) -> Any:
    """Return the ask of the current step."""
    return device.play.screen.ask


# --- before a play ---


def test_game_menu(device: Bench) -> None:
    """The game menu lists the games and power off; Back is not allowed."""
    assert "Which game?" in device.words
    assert "> The Magpie" in device.words
    assert device.listed == [MAGPIE, *GAMES, "bots", "settings", "off"]
    device.signals.given.clear()
    device.back()
    assert device.signals.given == ["not_allowed"]


def test_bars(device: Bench) -> None:
    """The header has whose turn it is and the position in the play, the footer the effects of Back and Next."""
    assert (device.header, device.footer) == ("Which game?", "The Magpie")
    device.next()
    assert (device.header, device.footer) == ("Tavolino", "Back | Begin")
    device.next()
    assert (device.header, device.footer) == ("The Magpie | Set-up, 1/2", "Options | (Why?) | Done")
    device.next(SET_UP_PRESSES)
    assert (device.header, device.footer) == (
        "Your turn | Round 1/2, turn 1",
        "Undo | (Why?) | My turn is done",
    )


def test_header_in_less_room(device: Bench) -> None:
    """If the header has no room for all, it has the most important: the place, else the turn, else the step."""
    badges = [
        (Badge(Who.BOT, Text("Round 1/4"), 3, 1, 2), ["Round 1/4, turn 3, 1/2", "Round 1/4", ""]),
        (Badge(Who.YOU, None, 3, 1, 2), ["turn 3, 1/2", "turn 3", ""]),
        (Badge(Who.TABLE, None, None, 1), ["1/1", "1/1", ""]),
        (Badge(Who.YOU, Text("Year 1/6"), Text("Summer")), ["Year 1/6, Summer", "Year 1/6", ""]),
    ]
    device.session.top.title = None
    for badge, expected in badges:
        layout = replace(device.layout, screen=replace(device.layout.screen, badge=badge))
        bars = chrome(device.session.top, layout, Names(Text("Game"), Text("Bot")), message=None)
        assert [ENGLISH.words(text) for text in bars.right] == expected
        assert ENGLISH.words(bars.left) == {Who.BOT: "Bot", Who.YOU: "Your turn", Who.TABLE: "Game"}[badge.who]


def test_waiting_play_is_named(playing: Bench) -> None:
    """The menu names the game with a waiting play."""
    playing.pause("other")
    assert "> The Magpie: Round 1/2, your turn" in playing.words
    playing.next()
    assert TURN_HEADLINE in playing.words


def test_options(tmp_path: Path) -> None:
    """Options of every kind can be changed, are remembered after a power cut, and are used."""
    with bench(tmp_path) as device:
        device.next()
        device.choose("option.tie")
        assert "> Ledges that tie: The leftmost" in device.text
        device.choose("option.rounds")
        device.turn(2)
        device.next()
        device.choose("source.charms")
        assert "> Charms: me" in device.words
        device.choose("begin")
        assert (device.play.options["tie"], device.play.options["rounds"]) == ("leftmost", 4)
        assert device.play.sources == {"deeds": "device", "charms": "own", "hop": "device", "luck": "device"}
        device.next()
        assert "Which charm?" in device.words
    with bench(tmp_path) as device:
        device.back(2)
        assert "Rounds: 4" in device.words
        device.choose("cards")
        assert "Charms: me" in device.words
        device.choose("begin")
        assert device.play.sources["charms"] == "own"


def test_a_deck_that_is_not_in_play(device: Bench) -> None:
    """The dealer of a deck is in the menus only if the options put the deck in play."""
    device.session.show_options(load_engine("burattino"))
    device.redraw()
    deck = "Burattino cards: the device"
    assert "cards" not in device.listed
    device.choose("option.card_mode")
    device.turn(3)
    device.next()
    assert deck in row_words(device)
    device.choose("begin")
    device.pause("more")
    assert deck in row_words(device)
    device.session.begin(load_engine("burattino"), {"card_mode": "table"}, {})
    device.redraw()
    device.pause("more")
    assert "none in this play" in row_words(device)


def row_words(device: Bench) -> str:
    """Return the words of all lines of the open menu."""
    return " ".join(ENGLISH.words(item.text) + ENGLISH.words(item.blocked or Text("")) for item in rows(device))


def rows(device: Bench) -> list[Any]:
    """Return the lines of the open menu."""
    return list(device.session.top.screen().ask.options)  # type: ignore[union-attr]  # a menu is a list


@pytest.mark.all
def test_a_deck_is_taught_by_keys(tmp_path: Path) -> None:
    """Sixteen cards take four presses each; the whole deck is kept after power cuts and after its play."""
    with bench(tmp_path) as device:
        device.session.begin(load_engine("burattino"), {"card_mode": "taught"}, {"burattino": "device"})
        device.redraw()
        device.next(3)
        for number in range(16):
            device.push(4)
            if number == 0:
                assert device.headline == "Are both seasons right?"
                device.next()
        assert device.headline == "Check the deck"
        assert device.header == "Kept (Decks… deletes it)"
    with bench(tmp_path) as device:
        assert device.headline == "Check the deck"
        device.pause("abandon")
        device.choose("abandon")
        assert "Which game?" in device.words, "it is not offered again"
        device.session.show_options(load_engine("burattino"))
        device.redraw()
        device.choose("cards")
        assert "Taught deck: taught" in row_words(device)
        device.choose("begin")
        device.next(3)
        assert device.play.screen.key == "spring"
        assert [card.marks for card in device.play.state.faces] == ["ABCD"] * 16
        device.session.show_options(load_engine("burattino"))
        device.redraw()
        device.choose("option.card_mode")
        device.turn(1)
        device.next()
        assert "Taught deck" not in row_words(device)
        device.choose("begin")
        assert (device.play.options["card_mode"], "cards" in device.play.options) == ("house", False)


def test_options_of_the_magpie(device: Bench) -> None:
    """A number and a switch are options, too; Back leaves an option unchanged."""
    device.session.show_options(load_engine(MAGPIE))
    device.redraw()
    device.choose("option.rounds")
    assert "< 2 >" in device.words
    device.turn(9)
    device.next()
    assert "Rounds: 5" in device.words
    device.choose("option.tame")
    assert "Tame: on" in device.words
    assert "Easier: it starts without a coin." in device.words
    device.choose("option.rounds")
    device.turn(-1)
    device.back()
    assert "Rounds: 5" in device.words
    device.choose("begin")
    assert (device.play.options["rounds"], device.play.options["tame"]) == (5, True)


def test_options_stay_in_sight(tmp_path: Path) -> None:
    """While options are switched, the highlighted row is always on the glass."""
    for panel in ("4.2", "4.2-big", "2.9"):
        with bench(tmp_path / panel, panel=panel) as device:
            device.next()
            device.choose("cards")
            for name in device.listed:
                if name.startswith("source."):
                    device.choose(name)
                    assert ": me" in next(row for row in device.words.splitlines() if row.startswith(">"))


def test_taught_deck(tmp_path: Path) -> None:
    """A taught deck is chosen in the options, embedded in the play, and chosen again the next time."""
    raw = DataFolder(tmp_path).decks.export(MAGPIE, "charms", None)
    import_deck(tmp_path, raw.encode(), "mine")
    with bench(tmp_path) as device:
        device.next()
        device.choose("option.charms")
        assert "> Charms: mine" in device.words
        device.choose("begin")
        assert device.play.options["charms"]["name"] == "mine"
        assert len(device.play.options["charms"]["cards"]) > 2
    with bench(tmp_path) as device:
        assert device.play.options["charms"]["name"] == "mine"
        device.back()
        device.choose("cards")
        assert "Charms: mine" in device.words
        device.choose("option.charms")
        assert "> Charms: printed" in device.words
        device.choose("begin")
        assert "charms" not in device.play.options


def test_deck_taken_away(tmp_path: Path) -> None:
    """A deck whose file is gone can still be chosen, as in the last play."""
    raw = DataFolder(tmp_path).decks.export(MAGPIE, "charms", None)
    path = import_deck(tmp_path, raw.encode(), "mine")
    with bench(tmp_path) as device:
        device.next()
        device.choose("option.charms")
        device.choose("begin")
        path.unlink()
        device.back()
        device.choose("option.charms")
        assert "> Charms: printed" in device.words
        device.choose("option.charms")
        assert "> Charms: mine" in device.words


# --- a play ---


def test_resumed_at_the_step(tmp_path: Path) -> None:
    """After a power cut the device shows the same step, with its undo."""
    with bench(tmp_path) as device:
        device.next(2 + SET_UP_PRESSES + 4)
        words, file = device.words, file_and_state(device.play)
    with bench(tmp_path) as device:
        assert (device.words, file_and_state(device.play)) == (words, file)
        n = device.play.n
        device.back(2)
        assert device.play.n == n - 2


def test_undo_to_the_options(playing: Bench) -> None:
    """Back undoes input after input without a question; from the first step it leads to the options."""
    for n in range(playing.play.n, 0, -1):
        assert playing.play.n == n
        playing.back()
    assert playing.play.n == 0
    playing.back()
    assert "> Begin" in playing.words
    playing.back()
    assert "The Magpie: Set-up" in playing.words
    playing.next()
    assert (playing.play.n, len(playing.play.redo_stack)) == (0, SET_UP_PRESSES)


@pytest.mark.parametrize("look", [False, True])
def test_the_same_options_keep_the_set_up(tmp_path: Path, look: bool) -> None:
    """After undoing to the first step, Begin with unchanged options continues the same play with the same seed."""
    with _bench_at_first_step(tmp_path) as device:
        before, number, seed = file_and_state(device.play), device.session.number, device.play.seed
        device.back()
        if look:
            for choice in (1, -1):  # to another number, and back
                device.choose("option.rounds")
                device.turn(choice)
                device.next()
        device.choose("begin")
        assert (file_and_state(device.play), device.session.number) == (before, number)
        device.next(SET_UP_PRESSES)
        assert device.play.redo_stack == ()
    with bench(tmp_path) as device:
        assert (device.play.seed, device.session.number) == (seed, number)


@pytest.mark.parametrize("option", ["option.rounds", "source.deeds"])
def test_other_options_begin_another_play_after_asking(tmp_path: Path, option: str) -> None:
    """With other options or cards, the device asks before it puts the play away; Next and Back keep it."""
    with _bench_at_first_step(tmp_path) as device:
        before, number = file_and_state(device.play), device.session.number
        device.back()
        _change_option(device, option)
        device.choose("begin")
        assert device.headline == "Set this play aside?"
        device.back()
        device.choose("begin")
        assert "> Keep the set-up" in device.words
        device.next()
        assert (file_and_state(device.play), device.session.number) == (before, number)
        device.back()
        _change_option(device, option)
        device.choose("begin")
        device.choose("anew")
        assert (device.play.n, device.session.number) == (0, number + 1)
        assert not next(info for info in device.store.plays() if info.number == number).live


def test_a_play_without_inputs_is_put_away_without_a_question(device: Bench) -> None:
    """If no input would be lost, other options begin another play at once."""
    device.next(2)
    number = device.session.number
    device.back()
    _change_option(device, "option.rounds")
    device.choose("begin")
    assert (device.play.n, device.session.number) == (0, number + 1)


@pytest.mark.all
def test_house_rules_have_a_row_of_their_own(device: Bench) -> None:
    """House rules have their own row, apart from the options of the game."""
    device.session.show_options(load_engine("burgundy"))
    device.redraw()
    assert {"house", "option.crane"} <= {*device.listed}
    assert "option.box_sale" not in device.listed
    device.choose("house")
    assert {"option.box_sale", "option.mine_income"} <= {*device.listed}


def test_a_list_of_one_row_is_that_row(device: Bench) -> None:
    """A single house rule or deck is a row of the options; a game with only the printed deck has none."""
    device.session.show_options(load_engine(MAGPIE))
    device.redraw()
    assert device.listed == ["begin", "option.rounds", "option.tame", "option.tie", "cards"]
    device.choose("cards")
    assert not [name for name in device.listed if name.startswith("option.")]


def test_a_deck_with_unknown_faces_stays_in_its_hands() -> None:
    """The dealer of a deck with unknown faces cannot change, and the row gives the reason."""
    sources = [Source("x", Text("Cards"), "deck", known=known) for known in (True, False)]
    rows = [new_play.source_row("source.x", one, "own", lambda: None) for one in sources]
    assert [row.blocked for row in rows] == [None, Text("faces unknown")]


def test_a_power_cut_in_the_options_keeps_the_set_up(tmp_path: Path) -> None:
    """Until another play begins, power-on shows the first step of this one, with its redo."""
    with _bench_at_first_step(tmp_path) as device:
        before = file_and_state(device.play)
        device.back()
        _change_option(device, "option.rounds")
        device.choose("begin")
    with bench(tmp_path) as device:
        assert file_and_state(device.play) == before


@contextmanager
def _bench_at_first_step(tmp_path: Path) -> Iterator[Bench]:
    """Yield a device with a play whose inputs were all undone."""
    with bench(tmp_path) as device:
        device.next(2 + SET_UP_PRESSES)
        device.back(SET_UP_PRESSES)
        yield device


def _change_option(device: Bench, option: str) -> None:
    """Choose another value of an option; a source changes at once."""
    device.choose(option)
    if option.startswith("option."):
        device.turn(4)
        device.next()


def test_redo(playing: Bench) -> None:
    """Undone inputs are highlighted and named in the footer; Next redoes them one by one."""
    playing.next()
    playing.choose("buy")
    playing.next(3)
    file = file_and_state(playing.play)
    playing.back(4)
    assert "> I buy a trinket for 2" in playing.words
    assert playing.footer.endswith("| I buy a trinket for 2 again")
    playing.turn(-1)
    assert playing.footer.endswith("| My turn is done")
    playing.turn(1)
    playing.next()
    assert playing.footer.endswith("| My turn is done again")
    playing.next()
    assert playing.footer == "Undo | No again"
    playing.next(2)
    assert file_and_state(playing.play) == file


def test_an_early_slip_is_mended(playing: Bench) -> None:
    """Another value at an undone step keeps the redo of the later ones."""
    playing.back()
    playing.turn(1)
    playing.next(2)
    playing.back(2)
    assert playing.footer == "Undo | 4 again"
    playing.turn(-1)
    playing.next()
    assert "My turn is done again" in playing.footer
    playing.next()
    assert playing.play.redo_stack == ()


def test_done_again(device: Bench) -> None:
    """An undone “done” is named, too, even beside the row “Correct a value…”."""
    begin_magpie(device)
    while device.play.screen.key != "stolen":
        if isinstance(ask(device), Marks):
            device.push()
        device.next()
    device.next()
    device.back()
    assert device.footer == "Undo | (Why?) | Done again"
    device.turn(2)
    assert device.footer == "Undo | (Why?) | Correct a value…"


def test_an_early_end_is_the_last_row(device: Bench) -> None:
    """The row that may end a play is last and apart, after the device's own row."""
    device.session.begin(load_engine("burattino"), {"card_mode": "house"}, {"burattino": "device"})
    device.redraw()
    device.next(3)
    rows = device.session.top.screen().ask
    assert isinstance(rows, Pick)
    assert ["events", "device.correct", "did_it"] == [row.id for row in rows.options[-3:]]


def test_undo_stops(device: Bench) -> None:
    """If undo is impossible, Back signals it and changes nothing."""
    device.next(3)
    device.session.commit(device.play.replace({}))
    device.next()
    device.signals.given.clear()
    device.back(2)
    assert device.signals.given == ["accepted", "not_allowed"]
    assert device.play.n == 1


def test_why_of_an_instruction(playing: Bench) -> None:
    """Push lists the reasons; Next opens the rule of a row with its place, and closes it again."""
    playing.next()
    playing.push()
    assert playing.words.startswith("Why?\n")
    links = [one.reason for one in why.explain(playing.play.engine.book, playing.play.why()).rows]
    assert len(links) > 1
    for n, reason in enumerate(links):
        playing.turn(n - playing.place.cursor.highlight)
        playing.next()
        found = playing.play.engine.book.find(reason.rule)
        words = playing.text
        assert found.statement in words
        assert f"“{found.heading}”, The Magpie’s book." in words
        playing.back()
        assert playing.footer == "Back | (Close) | The rule"
    playing.next(2)
    assert "My turn is done" in playing.words


def test_push_closes_why(playing: Bench) -> None:
    """Push opens and closes Why, also from a rule."""
    playing.next()
    playing.push(2)
    assert "My turn is done" in playing.words
    playing.push()
    playing.next()
    playing.push()
    assert "My turn is done" in playing.words


def test_why_of_a_question(playing: Bench) -> None:
    """On a question Why is the first row of the pause menu."""
    playing.next(2)
    playing.hold(PUSH)
    assert "> Why this?" in playing.words
    playing.next()
    assert playing.words.startswith("Why?\n")
    assert "> It wants a toll if you show a shiny coin." in playing.words
    playing.back()
    assert COIN_QUESTION in playing.words


# --- the pause menu ---


def test_there_is_one_pause_menu(playing: Bench) -> None:
    """Holding Push opens the pause menu everywhere, but never a second one."""
    for _ in range(3):
        playing.hold(PUSH)
    assert len(playing.session.views) == 2
    playing.choose("correct")
    playing.next()
    playing.hold(PUSH)
    assert (playing.headline, len(playing.session.views)) == ("Pause", 2)
    playing.back()
    assert TURN_HEADLINE in playing.words


def test_pause_is_short(playing: Bench) -> None:
    """The pause menu has at most 7 rows, power off last; the rest is under “More”, in two groups."""
    playing.hold(PUSH)
    assert playing.listed == ["why", "other", "correct", "side", "recap", "more", "off"]
    playing.choose("recap")
    assert playing.headline == "Steps so far"
    playing.back()
    playing.choose("more")
    assert ["rules", "score", "left", "cards", "report", "abandon"] == playing.listed[:6]
    assert ["history", "clear", "settings", "files", "decks"] == playing.listed[6:]
    groups = {option.id: ENGLISH.words(option.group) for option in rows(playing) if option.group is not None}
    assert {"rules": "This play:", "history": "The device:"} == groups


def test_nothing_to_go_back_to(device: Bench) -> None:
    """At the first step the row of undo says that there is no earlier one."""
    device.next(2)
    device.hold(PUSH)
    assert "Undo to…No earlier steps here" in row_words(device)


def test_pause_without_a_play(device: Bench) -> None:
    """Without a play the menu has the rows of the device only."""
    device.hold(PUSH)
    assert device.listed == ["history", "clear", "settings", "files", "decks", "off"]
    device.back()
    assert "Which game?" in device.words


def test_score(playing: Bench) -> None:
    """The menu shows the current score."""
    playing.pause("score")
    assert playing.headline == "The Magpie: 4"
    playing.back()
    assert playing.headline == "More"


def test_rules_for_you(device: Bench) -> None:
    """The page has the reminders of this step first, then those of the whole play."""
    begin_magpie(device, tame=False)
    device.pause("rules")
    first = "Put 3 trinkets on each of your ledges and take 8 coins. The Magpie has one, or none if tame."
    always = "You need not show a shiny coin, but whoever asks must be told the truth."
    assert device.words.split("\n\n")[1:-1] == [f"Rules for you\n{first}\n{always}"]
    device.back(3)
    device.next()
    while device.play.screen.key != "your_turn":
        device.next()
    device.pause("rules")
    assert "Put trinkets that you find" in device.words
    assert "Put 3 trinkets" not in device.words
    assert "tame" not in device.words


def test_rules_for_you_of_an_option(device: Bench) -> None:
    """A reminder of an option appears only with its value."""
    begin_magpie(device, tame=True)
    while device.play.screen.key != "your_turn":
        device.next()
    device.pause("rules")
    assert "A tame Magpie may be stroked" in device.words


@pytest.mark.parametrize(
    ("ruling", "number", "there"), [("each_round", 4, True), ("until_last", 3, True), ("until_last", 4, False)]
)
def test_rules_for_you_of_a_round(device: Bench, ruling: str, number: int, there: bool) -> None:
    """A reminder appears only in the rounds in which it applies."""
    wyrmspan = load_engine("wyrmspan")
    sources: Any = {source.name: "device" for source in wyrmspan.sources}
    device.session.begin(wyrmspan, {"level": "ravel1", "coin_limit": ruling}, sources)
    device.redraw()
    device.session.commit(device.play.replace({"at": "your_turn", "round": number}))
    device.redraw()
    device.pause("rules")
    assert there == any("two coins" in ENGLISH.words(line) for line in device.session.top.screen().lines)


def test_no_rules_for_you(playing: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """A step without reminders is described as such."""
    monkeypatch.setattr(RuleBook, "reminders", lambda *_: ())
    playing.pause("rules")
    assert "None at this step." in playing.words


def test_cards_left(device: Bench) -> None:
    """The remaining cards of each deck are one step from the pause menu, with their number."""
    begin_magpie(device)
    while device.play.screen.key != "your_turn":
        device.next()
    device.next()
    device.pause("left")
    left = [ENGLISH.words(one.text) for one in device.play.engine.remaining_cards(device.play.state, "deeds")]
    assert f"Magpie’s deeds, {len(left)}: {', '.join(left)}." in device.text
    assert (0 < len(left) < 4, "Charms: none." in device.words) == (True, True)


def test_correction_from_the_instruction(playing: Bench) -> None:
    """A value is corrected from the bot's instruction, and the step is computed again."""
    playing.next()
    playing.choose("device.correct")
    playing.choose("coins")
    before = playing.place.cursor.number
    playing.turn(1)
    playing.next()
    assert playing.play.state.coins == before + 1
    assert len(playing.session.views) == 1
    playing.back()
    assert playing.play.state.coins == before
    assert f"> Again: Its coins {before + 1}" in playing.words
    playing.next()
    assert playing.play.state.coins == before + 1


def test_an_undone_correction_is_a_row(playing: Bench) -> None:
    """Another row than the undone correction drops the correction."""
    playing.next()
    playing.pause("correct")
    playing.choose("trinkets")
    playing.turn(3)
    playing.next()
    assert playing.play.state.trinkets == 4
    playing.back()
    playing.turn(2)
    assert playing.footer.endswith(" | I buy a trinket for 2")
    playing.next()
    assert (playing.play.state.trinkets, playing.play.redo_stack) == (0, ())


def test_correction_of_nothing(playing: Bench) -> None:
    """Correcting a value to itself is a step like any other: after undo it is offered again."""
    playing.pause("correct")
    playing.choose("coins")
    playing.next()
    assert playing.play.n == SET_UP_PRESSES + 1
    playing.turn(1)
    playing.back()
    assert playing.play.n == SET_UP_PRESSES
    assert "> Again: Its coins 1" in playing.words
    assert playing.footer == "Undo | (Why?) | Again: Its coins 1"


def test_a_correction_is_confirmed(playing: Bench) -> None:
    """If no screen shows the corrected value, one message confirms the correction."""
    playing.pause("correct")
    playing.choose("coins")
    playing.turn(1)
    playing.next()
    assert "Corrected" in playing.words
    playing.turn(1)
    assert "Corrected" not in playing.words


def test_refused_correction(playing: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """An impossible correction is refused with a reason; the question stays open and the play is unchanged."""
    monkeypatch.setattr(type(playing.play.engine), "broken_laws", lambda *_: (Text("So many coins there are not."),))
    playing.pause("correct")
    playing.choose("coins")
    playing.turn(1)
    before = file_and_state(playing.play)
    playing.signals.given.clear()
    playing.next()
    assert playing.signals.given == ["not_allowed"]
    assert file_and_state(playing.play) == before
    assert "So many coins there are not." in playing.words
    playing.back(3)
    assert TURN_HEADLINE in playing.words


def test_own_cards_in_play(playing: Bench) -> None:
    """The player takes over a deck during a play, sees its remaining cards, and gives it back; neither is an input.

    The row changes in place, and names the new dealer.
    """
    playing.next()
    n, left = playing.play.n, playing.play.engine.remaining_cards(playing.play.state, "deeds")
    playing.pause("cards")
    assert "> Magpie’s deeds: the device" in playing.words
    playing.choose("deeds")
    assert playing.headline == "Still in your deck"
    assert all(ENGLISH.words(card.text) in playing.words for card in left)
    playing.next()
    assert "> Magpie’s deeds: me" in playing.words
    assert (playing.play.n, playing.play.sources["deeds"]) == (n, "own")
    playing.back(3)
    playing.next()
    assert isinstance(ask(playing), Draw)
    playing.pause("cards")
    playing.choose("deeds")
    assert "> Magpie’s deeds: the device" in playing.words
    playing.back(3)
    assert COIN_QUESTION in playing.words
    assert playing.play.n == n + 1


def test_own_die_shows_no_cards(device: Bench) -> None:
    """The source of a die has no cards to show: its row changes in place, both ways, and is kept each time."""
    begin_magpie(device)
    device.pause("cards")
    for owner, word in (("own", "me"), ("device", "the device"), ("own", "me")):
        device.choose("hop")
        assert f"> Hop die: {word}" in device.words
        stored = device.store.load(device.session.number)
        assert owner == device.play.sources["hop"] == stored.sources["hop"]
    device.back(3)
    assert len(device.session.views) == 1


def test_abandon(playing: Bench) -> None:
    """Abandoning needs a second choice, with “Keep playing” highlighted; the play is set aside, not deleted."""
    playing.pause("abandon")
    assert "> Keep playing" in playing.words
    playing.next()
    assert TURN_HEADLINE in playing.words
    playing.pause("abandon")
    playing.choose("abandon")
    playing.choose("forget")
    assert "> The Magpie: new\n" in playing.words
    (info,) = playing.store.plays()
    assert (isinstance(info.ended, PutAway), info.play.n) == (True, SET_UP_PRESSES)
    assert playing.store.load(info.number).n == SET_UP_PRESSES


def test_power_off(tmp_path: Path) -> None:
    """After power off the text stays on the glass; a band with the position replaces rows and footer."""
    with bench(tmp_path) as device:
        device.next(2 + SET_UP_PRESSES)
        glass, words = device.rig.sim.picture(), device.words.splitlines()
        rows = words.index("> My turn is done")
        device.pause("off")
        assert device.device.over
        band = "The Magpie: Round 1/2, your turn | Switched off"
        assert [*words[:rows], band] == device.words.splitlines()
        read = device.layout.pages[0].blocks[-1]
        above = (0, 0, glass.width, read.y + read.height)
        assert device.rig.sim.picture().crop(above).tobytes() == glass.crop(above).tobytes()
    with bench(tmp_path) as device:
        assert TURN_HEADLINE in device.words


def test_power_off_without_a_play(device: Bench) -> None:
    """Without a play the mark of the device fills the glass."""
    device.choose("off")
    assert (device.device.over, device.words) == (True, "Switched off")
    glass = device.rig.sim.picture()
    ink = [x for x in range(glass.width) for y in range(glass.height) if not glass.getpixel((x, y))]
    assert max(ink) - min(ink) > glass.height * 2 // 3


# --- the end of a play ---


def test_result_is_put_away(device: Bench) -> None:
    """At the result Back still undoes; Done puts the play away and shows the menu."""
    begin_magpie(device)
    device.play_to_the_end()
    n = device.play.n
    device.back()
    assert device.play.n == n - 1
    device.next()
    assert device.play.n == n
    device.choose("go_on")
    assert "Keep what you taught?" in device.words
    device.back()
    assert (device.play.n, device.footer.endswith("Done")) == (n, True)
    device.next()
    device.choose("forget")
    assert "Which game?" in device.words
    (info,) = device.store.plays()
    assert (info.over, info.live, device.store.current()) == (True, False, None)


def teach_charm(device: Bench) -> None:
    """Enter the worth of a charm, so that something is learned."""
    while device.play.screen.key != "charm_worth":
        device.next()
    device.next()


def _teach_whole_deck(device: Bench) -> None:
    """Enter the worth of the only unknown charm."""
    begin_magpie(device)
    device.next()
    charms = to_builtins(CHARMS.file(MAGPIE))
    for card in charms["cards"]:
        if card["id"] != device.play.state.charm:
            card["worth"] = 4
    begin_magpie(device, charms=charms)
    teach_charm(device)


@pytest.mark.parametrize("abandoned", [False, True])
def test_a_learned_deck_is_offered(device: Bench, abandoned: bool) -> None:
    """What was learned is offered when a play ends or is abandoned; if kept, the next play uses it."""
    begin_magpie(device)
    teach_charm(device)
    worth = device.play.state.worth
    if abandoned:
        device.pause("abandon")
        device.choose("abandon")
    else:
        device.play_to_the_end()
        device.choose("go_on")
    assert device.headline == "Keep what you taught?"
    device.next()
    assert "Which game?" in device.words
    device.session.show_options(load_engine(MAGPIE))
    device.redraw()
    device.choose("cards")
    assert "Charms: learned" in device.words
    device.choose("begin")
    assert device.play.state.worth == worth


def test_a_whole_deck_is_kept_at_once(device: Bench) -> None:
    """A deck is kept when its last face becomes known, without a question; one message says so and names Decks…."""
    _teach_whole_deck(device)
    n = device.play.n
    assert device.headline == "Take your turn"
    assert device.header == "Kept (Decks… deletes it)"
    kept = device.session.folder.settings.recall(MAGPIE)
    assert "charms" in kept
    assert device.session.settings.options[MAGPIE]["charms"] == kept["charms"], "the next play begins with it"
    device.next()
    assert (device.play.n, "Kept (" in device.words) == (n + 1, False)
    device.pause("abandon")
    device.choose("abandon")
    assert "Which game?" in device.words, "it is not offered again"


def test_a_whole_deck_that_is_deleted_stays_deleted(device: Bench) -> None:
    """A deck deleted in Decks… is not kept again by a later input or its undo."""
    _teach_whole_deck(device)
    device.pause("decks")
    for row in ("delete", "delete"):
        device.choose(row)
    device.hold(PUSH)
    device.back()
    n = device.play.n
    device.next(3)
    while device.play.n > n:
        device.tap(BACK)
    assert device.session.folder.settings.recall(MAGPIE) == {}


def test_a_whole_deck_that_cannot_be_written(device: Bench, full_disk: FullDisk) -> None:
    """If the deck cannot be written, the play continues and the player is informed."""
    with full_disk(1):
        _teach_whole_deck(device)
    assert "That cannot be used" in device.words


def test_the_printed_deck_can_be_chosen_again(device: Bench) -> None:
    """A learned deck is kept beside the printed one; the player's choice of the printed one is remembered."""
    begin_magpie(device)
    teach_charm(device)
    device.pause("abandon")
    device.choose("abandon")
    device.next()
    device.session.show_options(load_engine(MAGPIE))
    device.redraw()
    device.choose("option.charms")
    device.choose("begin")
    assert "charms" not in device.play.options
    device.back()
    device.choose("cards")
    assert "Charms: printed" in device.words
    device.choose("option.charms")
    assert "> Charms: learned" in device.words


def test_a_learned_deck_can_be_forgotten(device: Bench) -> None:
    """A forgotten deck leaves nothing behind."""
    begin_magpie(device)
    teach_charm(device)
    device.pause("abandon")
    device.choose("abandon")
    device.choose("forget")
    assert device.session.folder.settings.recall(MAGPIE) == {}
    [charms] = [one for one in load_engine(MAGPIE).options() if isinstance(one, Embed)]
    assert device.session.folder.decks.selectable(load_engine(MAGPIE), charms) == ({}, [])


def test_a_deck_file_that_cannot_be_used(device: Bench, caplog: pytest.LogCaptureFixture) -> None:
    """A bad deck file is named on the panel and in the log when decks are chosen; the others can be chosen."""
    folder = device.session.folder.path / "decks" / MAGPIE / "charms"
    folder.mkdir(parents=True)
    (folder / "bad.toml").write_text("cards = 3")
    device.device.act(lambda: device.session.show_options(load_engine(MAGPIE)))
    device.wait(QUIET_S)
    device.choose("option.charms")
    assert "That cannot be used" in device.words
    assert "bad.toml" in caplog.text
    device.back()
    assert "> printed" in device.words


# --- menus as data ---


def test_blocked_lines(device: Bench) -> None:
    """A blocked line of a menu cannot be chosen, and is not highlighted first."""
    done: list[str] = []
    items = [
        Item("a", Text("a"), lambda: done.append("a"), Text("not now")),
        Item("b", Text("b"), lambda: done.append("b")),
    ]
    menu = Menu(lambda: MenuPage("m", Text("Menu"), items), device.session.close)
    device.session.open(menu)
    device.redraw()
    assert "> b" in device.words
    device.turn(-1)
    device.next()
    assert (done, device.signals.given[-1]) == ([], "not_allowed")
    device.turn(1)
    device.next()
    assert done == ["b"]


def test_tap_is_no_hold(playing: Bench) -> None:
    """A held Next does nothing."""
    playing.hand.down(NEXT)
    playing.wait(3)
    playing.hand.up(NEXT)
    playing.wait(QUIET_S)
    assert playing.play.n == SET_UP_PRESSES + 1
