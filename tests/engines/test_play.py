"""A play changes whole or not at all, whatever fails below it."""

import pytest
from msgspec.structs import replace

from engines.contract import Draw, Refused, Roll
from engines.play import Play
from engines.registry import MAGPIE, load_engine
from firmware.dealer import dealer
from tests.written import written


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
    assert play.engine.plain(play.state) == play.base.state
    assert play.base == change.base
