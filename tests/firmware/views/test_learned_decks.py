"""Cards that a play taught: offered when the play ends, and kept at once if the deck is complete."""

from pathlib import Path

import pytest
from msgspec import to_builtins

from engines.kit.options import Embed
from engines.magpie.state import CHARMS
from engines.registry import MAGPIE, load_engine
from tests.firmware.conftest import FullDisk
from tests.firmware.device.bench import BACK, PUSH, Bench, bench
from tests.magpie_on_menu import begin_magpie, teach_charm

pytestmark = pytest.mark.usefixtures("magpie_menu")


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
        assert "Taught deck: taught" in device.row_words
        device.choose("begin")
        device.next(3)
        assert device.play.screen.key == "spring"
        assert [card.marks for card in device.play.state.faces] == ["ABCD"] * 16
        device.session.show_options(load_engine("burattino"))
        device.redraw()
        device.choose("option.card_mode")
        device.turn(1)
        device.next()
        assert "Taught deck" not in device.row_words
        device.choose("begin")
        assert (device.play.options["card_mode"], "cards" in device.play.options) == ("house", False)


@pytest.mark.parametrize("abandoned", [False, True])
def test_a_learned_deck_is_offered(at_menu: Bench, abandoned: bool) -> None:
    """What was learned is offered when a play ends or is abandoned; if kept, the next play uses it."""
    begin_magpie(at_menu)
    teach_charm(at_menu)
    worth = at_menu.play.state.worth
    if abandoned:
        at_menu.pause("abandon")
        at_menu.choose("abandon")
    else:
        at_menu.play_to_the_end()
        at_menu.choose("go_on")
    assert at_menu.headline == "Keep what you taught?"
    at_menu.next()
    assert "Which game?" in at_menu.words
    at_menu.session.show_options(load_engine(MAGPIE))
    at_menu.redraw()
    at_menu.choose("cards")
    assert "Charms: learned" in at_menu.words
    at_menu.choose("begin")
    assert at_menu.play.state.worth == worth


def test_the_printed_deck_can_be_chosen_again(at_menu: Bench) -> None:
    """A learned deck is kept beside the printed one; the player's choice of the printed one is remembered."""
    begin_magpie(at_menu)
    teach_charm(at_menu)
    at_menu.pause("abandon")
    at_menu.choose("abandon")
    at_menu.next()
    at_menu.session.show_options(load_engine(MAGPIE))
    at_menu.redraw()
    at_menu.choose("option.charms")
    at_menu.choose("begin")
    assert "charms" not in at_menu.play.options
    at_menu.back()
    at_menu.choose("cards")
    assert "Charms: printed" in at_menu.words
    at_menu.choose("option.charms")
    assert "> Charms: learned" in at_menu.words


def test_a_learned_deck_can_be_forgotten(at_menu: Bench) -> None:
    """A forgotten deck leaves nothing behind."""
    begin_magpie(at_menu)
    teach_charm(at_menu)
    at_menu.pause("abandon")
    at_menu.choose("abandon")
    at_menu.choose("forget")
    assert at_menu.session.folder.settings.recall(MAGPIE) == {}
    [charms] = [one for one in load_engine(MAGPIE).options() if isinstance(one, Embed)]
    assert at_menu.session.folder.decks.selectable(load_engine(MAGPIE), charms) == ({}, [])


# --- a whole deck ---


def test_a_whole_deck_is_kept_at_once(at_menu: Bench) -> None:
    """A deck is kept when its last face becomes known, without a question; one message says so and names Decks…."""
    _teach_whole_deck(at_menu)
    n = at_menu.play.n
    assert at_menu.headline == "Take your turn"
    assert at_menu.header == "Kept (Decks… deletes it)"
    kept = at_menu.session.folder.settings.recall(MAGPIE)
    assert "charms" in kept
    assert at_menu.session.settings.options[MAGPIE]["charms"] == kept["charms"], "the next play begins with it"
    at_menu.next()
    assert (at_menu.play.n, "Kept (" in at_menu.words) == (n + 1, False)
    at_menu.pause("abandon")
    at_menu.choose("abandon")
    assert "Which game?" in at_menu.words, "it is not offered again"


def test_a_whole_deck_that_is_deleted_stays_deleted(at_menu: Bench) -> None:
    """A deck deleted in Decks… is not kept again by a later input or its undo."""
    _teach_whole_deck(at_menu)
    at_menu.pause("decks")
    for row in ("delete", "delete"):
        at_menu.choose(row)
    at_menu.hold(PUSH)
    at_menu.back()
    n = at_menu.play.n
    at_menu.next(3)
    while at_menu.play.n > n:
        at_menu.tap(BACK)
    assert at_menu.session.folder.settings.recall(MAGPIE) == {}


def test_a_whole_deck_that_cannot_be_written(at_menu: Bench, full_disk: FullDisk) -> None:
    """If the deck cannot be written, the play continues and the player is informed."""
    with full_disk(1):
        _teach_whole_deck(at_menu)
    assert "That cannot be used" in at_menu.words


def _teach_whole_deck(device: Bench) -> None:
    """Enter the worth of the only unknown charm."""
    begin_magpie(device)
    device.next()
    charms = to_builtins(CHARMS.printed_file(MAGPIE))
    for card in charms["cards"]:
        if card["id"] != device.play.state.charm:
            card["worth"] = 4
    begin_magpie(device, charms=charms)
    teach_charm(device)
