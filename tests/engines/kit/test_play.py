"""A play changes completely or not at all, even if code below it fails."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from engines.kit.contract import Draw, Entry, Refused, Roll
from engines.kit.engine import Engine
from engines.kit.play import Play
from engines.registry import MAGPIE, load_engine
from firmware.authoring.random_plays import reply
from firmware.dealer import dealer
from tests.play_values import file_and_state


def test_a_dealer_that_fails_changes_nothing() -> None:
    """A source that is switched while its card is open stays the player's if the dealer cannot give the card."""
    working_dealer = dealer("1")
    broken = False

    def deal(ask: Draw | Roll) -> str | int:
        if broken:
            raise OSError("no dealer")
        return working_dealer(ask)

    play = Play(load_engine(MAGPIE), {}, deal, seed="1", sources={"charms": "own"})
    play.give(True)
    before, broken = file_and_state(play), True
    with pytest.raises(OSError, match="no dealer"):
        play.use("charms", "device")

    assert before == file_and_state(play)
    assert isinstance(play.screen.ask, Draw)


def test_a_deck_whose_cards_are_unknown_stays_the_players(monkeypatch: pytest.MonkeyPatch) -> None:
    """The device deals from no deck that it does not know, neither from the start nor later."""
    engine = load_engine(MAGPIE)
    monkeypatch.setattr(engine, "sources", tuple(replace(one, known=one.name != "charms") for one in engine.sources))
    play = Play(engine, {}, dealer("1"), seed="1")
    assert "own" == play.sources["charms"]
    with pytest.raises(Refused, match="does not know the cards"):
        play.use("charms", "device")
    with pytest.raises(Refused, match="does not know the cards"):
        Play(engine, {}, dealer("1"), seed="1", sources={"charms": "device"})


def test_undo_stops_after_cards_dealt_to_a_set_state() -> None:
    """A card that the device gives right after the state was set is kept by undo."""
    play = Play(load_engine(MAGPIE), {}, dealer("1"), seed="1", sources={"charms": "own"})
    play.give(True)
    play.replace({"coins": 2})
    change = play.use("charms", "device")
    assert not isinstance(play.screen.ask, Draw)
    assert play.base is not None
    assert play.engine.plain_state(play.state) == play.base.state
    assert play.base == change.base


def test_the_offered_input_is_tried_once_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """An undone correction is applied once to see whether it would hold, however often a step is drawn."""
    play = Play(load_engine(MAGPIE), {}, dealer("1"), seed="1")
    play.give(True)
    field = next(one for one in play.engine.fields(play.state) if one.high > one.low and not one.choices)
    play.correct({field.name: field.high})
    play.undo()
    apply, tried = Engine.apply, list[Entry]()

    def noted(engine: Engine[Any], state: Any, entry: Entry) -> Any:
        tried.append(entry)
        return apply(engine, state, entry)

    monkeypatch.setattr(Engine, "apply", noted)
    for _ in range(3):
        assert play.offered == Entry("correct", play.screen.key, {field.name: field.high}, "player")
    assert 1 == len(tried)
    play.discard_redo()
    assert play.offered is None


def play_at_your_turn(**sources: Any) -> Play[Any]:
    """Return a play of the Magpie at the first turn of the player."""
    play = Play(load_engine(MAGPIE), {}, dealer("1"), seed="1", sources=sources)
    while play.screen.key != "your_turn":
        _reply(play)
    return play


def test_the_next_card_can_be_asked_for() -> None:
    """One draw is answered by the player; the device deals on from the cards that remain, in the order of its seed."""
    dealt, play = play_at_your_turn(), play_at_your_turn()
    dealt.give("go_on")
    first = dealt.dealt[0]
    play.ask_next = "deeds"
    play.give("go_on")
    ask = play.screen.ask
    assert isinstance(ask, Draw)
    assert (ask.deck, play.sources["deeds"], first.source) == ("deeds", "device", "deeds")
    play.give(next(card.id for card in ask.remaining if card.id != first.value))
    while not any(one.source == "deeds" for one in play.dealt):
        _reply(play)
    assert first in play.dealt


def test_only_the_source_that_is_named_is_asked_for() -> None:
    """Other decks and dice are dealt until the named one comes up."""
    play = play_at_your_turn()
    play.ask_next = "luck"
    while not isinstance(play.screen.ask, Roll):
        assert play.ask_next == "luck"
        _reply(play)
    assert (play.screen.ask.die, play.ask_next) == ("luck", "")


def test_a_card_that_was_asked_for_comes_again() -> None:
    """Undo and forward, save and load, and a new play with the same inputs lead to the same card."""
    play = play_at_your_turn()
    play.ask_next = "deeds"
    play.give("go_on")
    assert isinstance(play.screen.ask, Draw)
    play.give(play.screen.ask.remaining[-1].id)
    _reply(play)
    end, inputs = file_and_state(play), tuple(step.entry for step in play.steps if step.entry is not None)
    for k in range(1, play.n + 1):
        play.undo(k)
        again = Play.restore(play.engine, dealer("1"), play.saved())
        for one in (play, again):
            for _ in range(k):
                one.redo()
            assert file_and_state(one) == end, k
    fresh = Play(play.engine, {}, dealer("1"), seed="1")
    fresh.redo_stack = inputs
    for _ in inputs:
        fresh.redo()
    assert file_and_state(fresh) == end


def test_cards_of_a_deck_that_changed_hands_come_again() -> None:
    """An undone outcome of the player is offered again, whoever deals now; at its draw a switch deals at once."""
    play = play_at_your_turn(deeds="own")
    play.give("go_on")
    play.give("toll")
    play.use("deeds", "device")
    play.undo(2)
    play.redo()
    assert play.offered == Entry("draw", "deed", "toll", "player")
    play.use("deeds", "own")
    play.use("deeds", "device")
    assert play.dealt[0].source == "deeds"


def _reply(play: Play[Any]) -> None:
    play.give(reply(play, Random(1)))  # noqa: S311 - the same each time
