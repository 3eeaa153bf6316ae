"""A play changes whole or not at all, whatever fails below it."""

from typing import Any

import pytest
from msgspec.structs import replace

from engines.kit.contract import Draw, Entry, Refused, Roll
from engines.kit.engine import Engine
from engines.kit.play import Play
from engines.registry import MAGPIE, load_engine
from firmware.dealer import dealer
from tests.play_values import written


def test_a_dealer_that_fails_changes_nothing() -> None:
    """A source that is switched while its card is open stays the player's if the dealer cannot give the card."""
    good = dealer("1")
    broken = False

    def deal(ask: Draw | Roll) -> str | int:
        if broken:
            raise OSError("no dealer")
        return good(ask)

    play = Play(load_engine(MAGPIE), {}, deal, seed="1", sources={"charms": "own"})
    play.give(True)
    before, broken = written(play), True
    with pytest.raises(OSError, match="no dealer"):
        play.use("charms", "device")

    assert before == written(play)
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


def test_undo_stops_behind_what_was_dealt_to_a_set_state() -> None:
    """A card that the device gives right after the state was set belongs to where undo stops."""
    play = Play(load_engine(MAGPIE), {}, dealer("1"), seed="1", sources={"charms": "own"})
    play.give(True)
    play.replace({"coins": 2})
    change = play.use("charms", "device")
    assert not isinstance(play.screen.ask, Draw)
    assert play.base is not None
    assert play.engine.plain_state(play.state) == play.base.state
    assert play.base == change.base


def test_what_is_offered_is_tried_once_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
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
