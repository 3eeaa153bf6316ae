"""A play changes whole or not at all, whatever fails below it."""

import pytest

from engines.contract import Draw, Roll
from engines.play import Play
from engines.registry import TEMPLATE, load_engine
from firmware.dealer import dealer


def test_a_dealer_that_fails_changes_nothing() -> None:
    """A source that is switched while its card is open stays the player's if the dealer cannot give the card."""
    good = dealer("1")
    broken = False

    def deal(ask: Draw | Roll) -> str | int:
        if broken:
            raise OSError("no dealer")
        return good(ask)

    play = Play(load_engine(TEMPLATE), {}, deal, seed="1", sources={"charms": "own"})
    play.give(True)
    before, broken = play.file(), True
    with pytest.raises(OSError, match="no dealer"):
        play.use("charms", "device")

    assert before == play.file()
    assert isinstance(play.screen.ask, Draw)
