"""Random plays of a bot file: their card sources, and the screens that are checked."""

from typing import Any

import pytest

from display.bars import DoesNotFit, KeyMarks, fit_face, fit_footer
from display.profiles import Profile
from engines.botfile import load
from engines.kit.play import Play
from engines.kit.text import ENGLISH
from firmware.authoring.examine import examine
from firmware.authoring.fits import MAX_SIMILAR_SCREENS, FitChecker, extreme_profiles
from firmware.dealer import dealer
from firmware.device.builds import profiles
from tests.engines.botfile.small import SMALL, changed

ROUNDS = 5


def test_of_three_plays_one_is_with_own_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each card that the player draws is one more input."""
    plays: list[Play[Any]] = []

    def begin(*args: Any, **kwargs: Any) -> Play[Any]:
        plays.append(Play(*args, **kwargs))
        return plays[-1]

    monkeypatch.setattr(f"{examine.__module__}.Play", begin)
    raw = changed('start = "2 if hard else 0"', "start = 0").replace(b'{ tell = "Give it a coin", id = "take" }', b"")
    examine(load(raw, "crow.toml"), range(1, 7), {"en": ENGLISH})
    assert ["3", "6"] == [play.seed for play in plays if play.n >= 2 * ROUNDS]


def test_screens_of_one_sort_are_looked_at_three_times() -> None:
    """A repeated step is checked three times, since names and numbers alone seldom make a row too wide."""
    engine = load(SMALL.encode(), "crow.toml")
    play = Play(engine, {}, dealer("7"), seed="7")
    checker = FitChecker(engine, {"en": ENGLISH})
    looked = []
    for _ in range(MAX_SIMILAR_SCREENS + 2):
        checker.check(play)
        looked.append(checker.screens)
    assert [1, 2, 3, 3, 3] == looked


def test_what_fits_the_lowest_panel_fits_all() -> None:
    """A footer has the least room on the panel with the fewest letters per row, for any letters."""
    least, most = extreme_profiles()
    assert (least.width, most.width) == (min(one.width for one in profiles().values()), 800)
    for letters in ("n", "W", "i", "Wo ist 8 ", "Où ça ? "):
        fitting = [n for n in range(1, 200) if _fits(least, (letters * n)[:n])]
        assert all(_fits(one, (letters * max(fitting))[: max(fitting)]) for one in profiles().values())


def _fits(profile: Profile, words: str) -> bool:
    """Return whether a footer has room for these words beside Back, if necessary in the smaller face."""
    try:
        fit_face(profile, lambda one: fit_footer(one, ("Back",), "10/10", [(words,)], KeyMarks(), why=True))
    except DoesNotFit:
        return False
    return True
