"""How a tie was broken that decided an instruction: told where more than one was left and a rule took one."""

from collections.abc import Callable
from typing import Any

import pytest

from engines.kit.contract import Role
from engines.kit.play import Play
from engines.kit.text import ENGLISH, Text
from engines.registry import KEYS, MAGPIE, load_engine
from tests.core import core
from tests.engines.burgundy.turns import YOUR_TURN, answer_from, bot_in_your_turn, state
from tests.engines.lisboa.turns import his_turn
from tests.engines.magpie.plays import deed
from tests.engines.pampero.test_ties import DOZERS, STRUCTURES, with_wind_row
from tests.engines.pampero.turns import EYE
from tests.engines.wyrmspan.turns import table
from tests.protocol_client import Outsider
from tests.readers.harness import games, run
from tests.tables.burgundy import Table

PLAYS = 3
"""Plays of each bot, by readers who answer what their board says."""


def after(bot: Outsider, *answers: Any) -> Outsider:
    """Return a bot that has got answers."""
    bot.answer(*answers)
    return bot


def sold(goods: dict[int, int]) -> Outsider:
    """Return the Automata after it has opened a round with a warehouse and these goods."""
    bot = bot_in_your_turn(state("9 cow2 bank", goods=goods, ahead="bot", first="bot", second=True, ships=1, silver=0))
    bot.answer("go_on")
    bot.until(answer_from(Table({4: "warehouse"}), 4), YOUR_TURN)
    return bot


def scored(yours: str) -> Outsider:
    """Return the Automa after an objective."""
    return after(table(round=2, objectives=["5A", "8A", "3B", "1A"], coins=2, passed=True), "go_on", yours)


def officials(*in_offices: int) -> Outsider:
    """Return Lacerda after he moved two officials, with no house left for a store."""
    stores = {"gold": 2, "tools": 2, "books": 2, "cloth": 2}
    return his_turn("builder", helper="king", off_L=list(in_offices), area=4, stores=stores)


TOLD: dict[str, tuple[Callable[[], Outsider], str, Callable[[], Outsider]]] = {
    "magpie": (
        lambda: after(deed("steal", tie="leftmost"), ["right", "middle"]),
        "the leftmost ledge",
        lambda: after(deed("steal", tie="leftmost"), ["right"]),
    ),
    "magpie, your choice": (
        lambda: after(deed("steal", tie="leftmost"), ["left", "middle"]),
        "the leftmost ledge",
        lambda: after(deed("steal"), ["right", "middle"], "right"),
    ),
    "wyrmspan": (lambda: scored("equal"), "both are first", lambda: scored("more")),
    "burgundy": (
        lambda: sold({1: 2, 4: 2, 6: 1}),
        "the goods with the lower number",
        lambda: sold({1: 2, 4: 1, 6: 1}),
    ),
    "lisboa": (lambda: officials(2, 2, 2), "the left office", lambda: officials(2, 2, 3)),
    "pampero": (
        lambda: after(with_wind_row(DOZERS, EYE), ["A2"]),
        "most of your bulldozers",
        lambda: after(with_wind_row(STRUCTURES, EYE), ["A2"]),
    ),
}
"""By bot: a step that a tie decided, how it was broken; and the like without a tie that a rule broke."""


@pytest.mark.parametrize("name", TOLD)
def test_a_tie_is_told_where_one_was_broken(name: str) -> None:
    """The instruction says by what, in the words of the rule; where one alone was left, or you chose, it says none."""
    tied, words, plain = TOLD[name]
    found, without = tied().screen, plain().screen
    assert ("instruction", True) == (found["role"], f"Tie: {words}." in found["because"])
    assert ("instruction", False) == (without["role"], "Tie:" in (without["because"] or ""))


def test_burattino_has_no_tie_of_its_own() -> None:
    """All ties of Burattino are the player's choice."""
    book = load_engine("burattino").book
    assert not any(one.tie for one in book.rule)
    assert not any(one.tie for one in book.ruling)


@pytest.mark.parametrize("key", core(KEYS, MAGPIE))
def test_a_told_tie_is_among_the_reasons_of_its_step(key: str) -> None:
    """In any play: it is that of the only rule among them that broke a tie, and of more than one candidate."""
    for seed in range(PLAYS):
        run(games()[key], seed, _checked, own=False)


def _checked(play: Play[Any], value: Any) -> None:
    book = play.engine.book
    broken = {r.rule for r in play.reasons if book.find(r.rule).tie and len(r.facts.get("tied", ())) > 1}
    told = ENGLISH.words(play.screen.because or Text(""))
    if play.screen.role is not Role.INSTRUCTION:
        assert not told
    elif len(broken) == 1:
        assert told.endswith(f" Tie: {book.find(*broken).tie}.")
    else:
        assert broken or "Tie:" not in told
    play.give(value)
