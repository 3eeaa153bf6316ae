"""A play on the device, by the keys: resume, redo, Why, corrections, power off, and its result."""

from pathlib import Path

import pytest

from engines.kit import why
from engines.kit.contract import Marks, Pick
from engines.kit.text import Text
from engines.registry import load_engine
from tests.firmware.device.bench import NEXT, PUSH, QUIET_S, Bench, bench
from tests.magpie_on_menu import COIN_QUESTION, SET_UP_PRESSES, TURN_HEADLINE, begin_magpie
from tests.play_values import file_and_state

pytestmark = pytest.mark.usefixtures("magpie_menu")


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


def test_tap_is_no_hold(device: Bench) -> None:
    """A held Next does nothing."""
    device.hand.down(NEXT)
    device.wait(3)
    device.hand.up(NEXT)
    device.wait(QUIET_S)
    assert device.play.n == SET_UP_PRESSES + 1


def test_an_early_end_is_the_last_row(at_menu: Bench) -> None:
    """The row that may end a play is last and apart, after the device's own row."""
    at_menu.session.begin(load_engine("burattino"), {"card_mode": "house"}, {"burattino": "device"})
    at_menu.redraw()
    at_menu.next(3)
    rows = at_menu.session.top.screen().ask
    assert isinstance(rows, Pick)
    assert ["events", "device.correct", "did_it"] == [row.id for row in rows.options[-3:]]


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


def test_result_is_put_away(at_menu: Bench) -> None:
    """At the result Back still undoes; Done puts the play away and shows the menu."""
    begin_magpie(at_menu)
    at_menu.play_to_the_end()
    n = at_menu.play.n
    at_menu.back()
    assert at_menu.play.n == n - 1
    at_menu.next()
    assert at_menu.play.n == n
    at_menu.choose("go_on")
    assert "Keep what you taught?" in at_menu.words
    at_menu.back()
    assert (at_menu.play.n, at_menu.footer.endswith("Done")) == (n, True)
    at_menu.next()
    at_menu.choose("forget")
    assert "Which game?" in at_menu.words
    (info,) = at_menu.store.plays()
    assert (info.over, info.live, at_menu.store.current()) == (True, False, None)


# --- redo ---


def test_redo(device: Bench) -> None:
    """Undone inputs are highlighted and named in the footer; Next redoes them one by one."""
    device.next()
    device.choose("buy")
    device.next(3)
    file = file_and_state(device.play)
    device.back(4)
    assert "> I buy a trinket for 2" in device.words
    assert device.footer.endswith("| I buy a trinket for 2 again")
    device.turn(-1)
    assert device.footer.endswith("| My turn is done")
    device.turn(1)
    device.next()
    assert device.footer.endswith("| My turn is done again")
    device.next()
    assert device.footer == "Undo | No again"
    device.next(2)
    assert file_and_state(device.play) == file


def test_an_early_slip_is_mended(device: Bench) -> None:
    """Another value at an undone step keeps the redo of the later ones."""
    device.back()
    device.turn(1)
    device.next(2)
    device.back(2)
    assert device.footer == "Undo | 4 again"
    device.turn(-1)
    device.next()
    assert "My turn is done again" in device.footer
    device.next()
    assert device.play.redo_stack == ()


def test_done_again(at_menu: Bench) -> None:
    """An undone “done” is named, too, even beside the row “Correct a value…”."""
    begin_magpie(at_menu)
    while at_menu.play.screen.key != "stolen":
        if isinstance(at_menu.play.screen.ask, Marks):
            at_menu.push()
        at_menu.next()
    at_menu.next()
    at_menu.back()
    assert at_menu.footer == "Undo | (Why?) | Done again"
    at_menu.turn(2)
    assert at_menu.footer == "Undo | (Why?) | Correct a value…"


def test_undo_stops(at_menu: Bench) -> None:
    """If undo is impossible, Back signals it and changes nothing."""
    at_menu.next(3)
    at_menu.session.commit(at_menu.play.replace({}))
    at_menu.next()
    at_menu.signals.given.clear()
    at_menu.back(2)
    assert at_menu.signals.given == ["accepted", "not_allowed"]
    assert at_menu.play.n == 1


# --- Why ---


def test_why_of_an_instruction(device: Bench) -> None:
    """Push lists the reasons; Next opens the rule of a row with its place, and closes it again."""
    device.next()
    device.push()
    assert device.words.startswith("Why?\n")
    links = [one.reason for one in why.explain(device.play.engine.book, device.play.why()).rows]
    assert len(links) > 1
    for n, reason in enumerate(links):
        device.turn(n - device.place.cursor.highlight)
        device.next()
        found = device.play.engine.book.find(reason.rule)
        words = device.text
        assert found.statement in words
        assert f"“{found.heading}”, The Magpie’s book." in words
        device.back()
        assert device.footer == "Back | (Close) | The rule"
    device.next(2)
    assert "My turn is done" in device.words


def test_push_closes_why(device: Bench) -> None:
    """Push opens and closes Why, also from a rule."""
    device.next()
    device.push(2)
    assert "My turn is done" in device.words
    device.push()
    device.next()
    device.push()
    assert "My turn is done" in device.words


def test_why_of_a_question(device: Bench) -> None:
    """On a question Why is the first row of the pause menu."""
    device.next(2)
    device.hold(PUSH)
    assert "> Why this?" in device.words
    device.next()
    assert device.words.startswith("Why?\n")
    assert "> It wants a toll if you show a shiny coin." in device.words
    device.back()
    assert COIN_QUESTION in device.words


# --- corrections ---


def test_correction_from_the_instruction(device: Bench) -> None:
    """A value is corrected from the bot's instruction, and the step is computed again."""
    device.next()
    device.choose("device.correct")
    device.choose("coins")
    before = device.place.cursor.number
    device.turn(1)
    device.next()
    assert device.play.state.coins == before + 1
    assert len(device.session.views) == 1
    device.back()
    assert device.play.state.coins == before
    assert f"> Again: Its coins {before + 1}" in device.words
    device.next()
    assert device.play.state.coins == before + 1


def test_an_undone_correction_is_a_row(device: Bench) -> None:
    """Another row than the undone correction drops the correction."""
    device.next()
    device.pause("correct")
    device.choose("trinkets")
    device.turn(3)
    device.next()
    assert device.play.state.trinkets == 4
    device.back()
    device.turn(2)
    assert device.footer.endswith(" | I buy a trinket for 2")
    device.next()
    assert (device.play.state.trinkets, device.play.redo_stack) == (0, ())


def test_correction_of_nothing(device: Bench) -> None:
    """Correcting a value to itself is a step like any other: after undo it is offered again."""
    device.pause("correct")
    device.choose("coins")
    device.next()
    assert device.play.n == SET_UP_PRESSES + 1
    device.turn(1)
    device.back()
    assert device.play.n == SET_UP_PRESSES
    assert "> Again: Its coins 1" in device.words
    assert device.footer == "Undo | (Why?) | Again: Its coins 1"


def test_a_correction_is_confirmed(device: Bench) -> None:
    """If no screen shows the corrected value, one message confirms the correction."""
    device.pause("correct")
    device.choose("coins")
    device.turn(1)
    device.next()
    assert "Corrected" in device.words
    device.turn(1)
    assert "Corrected" not in device.words


def test_refused_correction(device: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """An impossible correction is refused with a reason; the question stays open and the play is unchanged."""
    monkeypatch.setattr(type(device.play.engine), "broken_laws", lambda *_: (Text("So many coins there are not."),))
    device.pause("correct")
    device.choose("coins")
    device.turn(1)
    before = file_and_state(device.play)
    device.signals.given.clear()
    device.next()
    assert device.signals.given == ["not_allowed"]
    assert file_and_state(device.play) == before
    assert "So many coins there are not." in device.words
    device.back(3)
    assert TURN_HEADLINE in device.words
