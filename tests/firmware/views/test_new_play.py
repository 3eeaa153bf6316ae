"""The options of a new play: house rules, decks and dealers; and those of a play left at its first step."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from engines.kit.options import Source
from engines.kit.text import Text
from engines.registry import MAGPIE, load_engine
from firmware.data_folder import DataFolder
from firmware.views import new_play
from tests.firmware.decks.imports import import_deck
from tests.firmware.device.bench import QUIET_S, Bench, bench
from tests.magpie_on_menu import SET_UP_PRESSES
from tests.play_values import file_and_state

pytestmark = pytest.mark.usefixtures("magpie_menu")


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


def test_options_of_the_magpie(at_menu: Bench) -> None:
    """A number and a switch are options, too; Back leaves an option unchanged."""
    at_menu.session.show_options(load_engine(MAGPIE))
    at_menu.redraw()
    at_menu.choose("option.rounds")
    assert "< 2 >" in at_menu.words
    at_menu.turn(9)
    at_menu.next()
    assert "Rounds: 5" in at_menu.words
    at_menu.choose("option.tame")
    assert "Tame: on" in at_menu.words
    assert "Easier: it starts without a coin." in at_menu.words
    at_menu.choose("option.rounds")
    at_menu.turn(-1)
    at_menu.back()
    assert "Rounds: 5" in at_menu.words
    at_menu.choose("begin")
    assert (at_menu.play.options["rounds"], at_menu.play.options["tame"]) == (5, True)


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


def test_a_deck_that_is_not_in_play(at_menu: Bench) -> None:
    """The dealer of a deck is in the menus only if the options put the deck in play."""
    at_menu.session.show_options(load_engine("burattino"))
    at_menu.redraw()
    deck = "Burattino cards: the device"
    assert deck not in at_menu.row_words
    at_menu.choose("option.card_mode")
    at_menu.turn(3)
    at_menu.next()
    assert deck in at_menu.row_words
    at_menu.choose("begin")
    at_menu.pause("more")
    assert deck in at_menu.row_words
    at_menu.session.begin(load_engine("burattino"), {"card_mode": "table"}, {})
    at_menu.redraw()
    at_menu.pause("more")
    assert "none in this play" in at_menu.row_words


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


def test_a_deck_file_that_cannot_be_used(at_menu: Bench, caplog: pytest.LogCaptureFixture) -> None:
    """A bad deck file is named on the panel and in the log when decks are chosen; the others can be chosen."""
    folder = at_menu.session.folder.path / "decks" / MAGPIE / "charms"
    folder.mkdir(parents=True)
    (folder / "bad.toml").write_text("cards = 3")
    at_menu.device.act(lambda: at_menu.session.show_options(load_engine(MAGPIE)))
    at_menu.wait(QUIET_S)
    at_menu.choose("option.charms")
    assert "That cannot be used" in at_menu.words
    assert "bad.toml" in caplog.text
    at_menu.back()
    assert "> printed" in at_menu.words


def test_a_deck_with_unknown_faces_stays_in_its_hands() -> None:
    """The dealer of a deck with unknown faces cannot change, and the row gives the reason."""
    sources = [Source("x", Text("Cards"), "deck", known=known) for known in (True, False)]
    rows = [new_play.source_row("source.x", one, "own", lambda: None) for one in sources]
    assert [row.blocked for row in rows] == [None, Text("faces unknown")]


@pytest.mark.all
def test_house_rules_have_a_row_of_their_own(at_menu: Bench) -> None:
    """House rules have their own row, apart from the options of the game."""
    at_menu.session.show_options(load_engine("burgundy"))
    at_menu.redraw()
    assert {"house", "option.crane"} <= {*at_menu.listed}
    assert "option.box_sale" not in at_menu.listed
    at_menu.choose("house")
    assert {"option.box_sale", "option.mine_income"} <= {*at_menu.listed}


def test_a_list_of_one_row_is_that_row(at_menu: Bench) -> None:
    """A single house rule or deck is a row of the options; a game with only the printed deck has none."""
    at_menu.session.show_options(load_engine(MAGPIE))
    at_menu.redraw()
    assert at_menu.listed == ["begin", "option.rounds", "option.tame", "option.tie", "cards"]
    at_menu.choose("cards")
    assert not [name for name in at_menu.listed if name.startswith("option.")]


# --- a play left at its first step ---


def test_undo_to_the_options(device: Bench) -> None:
    """Back undoes input after input without a question; from the first step it leads to the options."""
    for n in range(device.play.n, 0, -1):
        assert device.play.n == n
        device.back()
    assert device.play.n == 0
    device.back()
    assert "> Begin" in device.words
    device.back()
    assert "The Magpie: Set-up" in device.words
    device.next()
    assert (device.play.n, len(device.play.redo_stack)) == (0, SET_UP_PRESSES)


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


def test_a_play_without_inputs_is_put_away_without_a_question(at_menu: Bench) -> None:
    """If no input would be lost, other options begin another play at once."""
    at_menu.next(2)
    number = at_menu.session.number
    at_menu.back()
    _change_option(at_menu, "option.rounds")
    at_menu.choose("begin")
    assert (at_menu.play.n, at_menu.session.number) == (0, number + 1)


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
