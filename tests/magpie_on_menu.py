"""The Magpie as the first line of the menu: tests of the device depend on its words, not on those of a game."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from engines.registry import GAMES, MAGPIE, load_engine
from firmware.views import new_play

if TYPE_CHECKING:
    from tests.firmware.device.bench import Bench

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


def begin_magpie(device: "Bench", **options: Any) -> None:
    """Begin a play with the Magpie, of one round by default, with its usual options."""
    sources: Any = {source.name: "device" for source in load_engine(MAGPIE).sources}
    device.session.begin(load_engine(MAGPIE), {"rounds": 1, **options}, sources)
    device.redraw()


def teach_charm(device: "Bench") -> None:
    """Enter the worth of a charm, so that something is learned."""
    while device.play.screen.key != "charm_worth":
        device.next()
    device.next()
