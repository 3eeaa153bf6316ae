"""The Magpie in front of the games on the menu: tests of the device lean on its words, not on a game's."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from engines.registry import GAMES, MAGPIE, load_engine
from firmware.views import new_play

SET_UP = ("Lay out your ledges", "What is it worth?")
"""The steps of its set-up where the device deals, by their first words."""
STARTED = len(SET_UP)
"""Presses of Next from its first step to your first turn."""
TURN = "Take your turn"
"""What is said there,"""
DID = "Magpie: Hop"
"""and after its first turn with the seed 7. What follows that turn is a question, """
ASKED = "Do you show a shiny coin?"


@contextmanager
def magpie_first() -> Iterator[None]:
    """Return the time during which the Magpie is the first line of the menu."""
    with pytest.MonkeyPatch.context() as shelf:
        shelf.setattr(new_play, "GAMES", {MAGPIE: load_engine(MAGPIE).title, **GAMES})
        yield
