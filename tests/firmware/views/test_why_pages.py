"""Why of the Automa's first turn fits a bounded number of pages on every panel."""

from collections.abc import Iterator
from typing import Any

import pytest

from display.layout import lay_out
from engines.kit.contract import Pick, Role, Who
from engines.kit.play import Play
from engines.kit.text import ENGLISH
from firmware.views.position import clamp_to_layout
from firmware.views.view import View
from firmware.views.why import MORE, why_step
from tests.contract.walk import begin, levels, luck, moments, random_options, usual_answer
from tests.core import core
from tests.profiles import PROFILES

BOUNDS = {"4.2": 2, "4.2-big": 4, "2.9": 5}
"""The most pages of the chain and of the rule behind any row."""
SEEDS = range(10)


class OpeningHost:
    """A host that remembers the view opened last."""

    view: View

    def open(self, view: View) -> None:
        """Remember the view."""
        self.view = view

    def close(self, n: int = 1) -> None:
        """Do nothing: there is only one view."""


@pytest.mark.parametrize("profile", core(PROFILES, "2.9"))
def test_the_first_turn_in_one_look(profile: str) -> None:
    """Why of each step of the Automa's first turn has at most this many pages."""
    plays = [play for level in levels("wyrmspan") for seed in SEEDS for play in first_turn(level, seed)]
    assert len(plays) >= len(levels("wyrmspan")) * len(SEEDS)
    assert max(most_pages(play, profile) for play in plays) <= BOUNDS[profile]


def first_turn(level: tuple[str, Any], seed: int) -> Iterator[Play[Any]]:
    """Yield a play at each step between the player's first two turns."""
    chance = luck("why", level, seed)
    play = begin("wyrmspan", random_options("wyrmspan", level, chance), seed)
    idle = 0
    for now in moments(play, lambda played: usual_answer(played.screen.ask, chance)):
        if idle:
            yield now
        idle += now.screen.role is Role.INSTRUCTION and now.screen.badge.who is Who.YOU
        if idle > 1:
            return


def most_pages(play: Play[Any], profile: str) -> int:
    """Return the pages of the chain, plus the most pages of a rule behind its rows."""
    host = OpeningHost()
    view = why_step(host, play, play.n)  # type: ignore[arg-type]  # it only opens and closes
    shown = lay_out(view.screen(), PROFILES[profile], ENGLISH)
    ask = shown.screen.ask
    assert isinstance(ask, Pick)  # something followed
    opened = clamp_to_layout(shown, view.place)
    assert opened.cursor.highlight in shown.pages[opened.page].options
    behind = []
    for row in ask.options:
        if row.id != MORE:
            view.take(row.id)
            behind.append(len(lay_out(host.view.screen(), PROFILES[profile], ENGLISH).pages))
    return len(shown.pages) + max(behind)


def test_only_a_question_is_explained_as_one() -> None:
    """A step of a bot file that names the rule of an instruction is not explained as a question."""
    play = begin("ark-nova", {}, 1)
    for now in moments(play, lambda played: usual_answer(played.screen.ask, luck("why"))):
        if now.screen.key == "your_turn" and now.n > 1:
            break
    assert (Role.INSTRUCTION, None) == (play.screen.role, play.screen.rule)
    host = OpeningHost()
    view = why_step(host, play, play.n)  # type: ignore[arg-type]  # it only opens and closes
    assert "This question" not in str(view.screen())
