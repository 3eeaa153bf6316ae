"""Random plays of a bot file: whose cards they are with, and at which of their screens it is looked."""

from typing import Any

import pytest

from engines.botfile import load
from engines.kit.play import Play
from engines.kit.text import ENGLISH
from firmware.authoring.examine import examine
from firmware.authoring.fits import MAX_ALIKE, Fits
from firmware.dealer import dealer
from tests.engines.botfile.small import SMALL, changed

ROUNDS = 5


def test_of_three_plays_one_is_with_own_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each card that the player turns up is an input more."""
    plays: list[Play[Any]] = []

    def begun(*args: Any, **kwargs: Any) -> Play[Any]:
        plays.append(Play(*args, **kwargs))
        return plays[-1]

    monkeypatch.setattr(f"{examine.__module__}.Play", begun)
    raw = changed('start = "2 if hard else 0"', "start = 0").replace(b'{ tell = "Give it a coin", id = "take" }', b"")
    examine(load(raw, "crow.toml"), range(1, 7), {"en": ENGLISH})
    assert ["3", "6"] == [play.seed for play in plays if play.n >= 2 * ROUNDS]


def test_screens_of_one_sort_are_looked_at_three_times() -> None:
    """However often a step comes up: what differs in names and numbers alone is seldom wider than a row."""
    engine = load(SMALL.encode(), "crow.toml")
    play = Play(engine, {}, dealer("7"), seed="7")
    fits = Fits(engine, {"en": ENGLISH})
    looked = []
    for _ in range(MAX_ALIKE + 2):
        fits.look(play)
        looked.append(fits.looked)
    assert [1, 2, 3, 3, 3] == looked
