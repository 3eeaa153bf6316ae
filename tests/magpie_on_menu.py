"""The Magpie as the first line of the menu: tests of the device depend on its words, not on those of a game."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from engines.registry import GAMES, MAGPIE, load_engine
from firmware.views import new_play

SET_UP = ("Lay out your ledges", "What is it worth?")
"""The steps of its set-up if the device deals, by their first words."""
SET_UP_PRESSES = len(SET_UP)
"""Presses of Next from its first step to your first turn."""
TURN_HEADLINE = "Take your turn"
"""The headline of your first turn."""
HOP_HEADLINE = "Magpie: Hop"
"""The headline after its first turn with the seed 7; the next step is `COIN_QUESTION`."""
COIN_QUESTION = "Do you show a shiny coin?"


@contextmanager
def magpie_first() -> Iterator[None]:
    """Make the Magpie the first line of the menu during the context."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(new_play, "GAMES", {MAGPIE: load_engine(MAGPIE).title, **GAMES})
        yield
