"""How ties were broken: an instruction names the rule that took one of several candidates."""

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
from tests.engines.wyrmspan.turns import bot_with
from tests.protocol_client import Outsider
from tests.readers.harness import games, run
from tests.tables.burgundy import Table

PLAYS = 3
"""Plays of each bot, by readers who answer what their board says."""


def bot_after(bot: Outsider, *answers: Any) -> Outsider:
    """Return a bot after these answers."""
    bot.answer(*answers)
    return bot


def bot_after_sale(goods: dict[int, int]) -> Outsider:
    """Return the Automata after it has opened a round with a warehouse and these goods."""
    bot = bot_in_your_turn(state("9 cow2 bank", goods=goods, ahead="bot", first="bot", second=True, ships=1, silver=0))
    bot.answer("go_on")
    bot.until(answer_from(Table({4: "warehouse"}), 4), YOUR_TURN)
    return bot


def bot_after_objective(yours: str) -> Outsider:
    """Return the Automa after an objective."""
    return bot_after(bot_with(round=2, objectives=["5A", "8A", "3B", "1A"], coins=2, passed=True), "go_on", yours)


def bot_after_officials(*in_offices: int) -> Outsider:
    """Return Lacerda after he moved two officials, with no house left for a store."""
    stores = {"gold": 2, "tools": 2, "books": 2, "cloth": 2}
    return his_turn("builder", helper="king", off_L=list(in_offices), area=4, stores=stores)


TIE_CASES: dict[str, tuple[Callable[[], Outsider], str, Callable[[], Outsider]]] = {
    "magpie": (
        lambda: bot_after(deed("steal", tie="leftmost"), ["right", "middle"]),
        "the leftmost ledge",
        lambda: bot_after(deed("steal", tie="leftmost"), ["right"]),
    ),
    "magpie, your choice": (
        lambda: bot_after(deed("steal", tie="leftmost"), ["left", "middle"]),
        "the leftmost ledge",
        lambda: bot_after(deed("steal"), ["right", "middle"], "right"),
    ),
    "wyrmspan": (lambda: bot_after_objective("equal"), "both are first", lambda: bot_after_objective("more")),
    "burgundy": (
        lambda: bot_after_sale({1: 2, 4: 2, 6: 1}),
        "the goods with the lower number",
        lambda: bot_after_sale({1: 2, 4: 1, 6: 1}),
    ),
    "lisboa": (lambda: bot_after_officials(2, 2, 2), "the left office", lambda: bot_after_officials(2, 2, 3)),
    "pampero": (
        lambda: bot_after(with_wind_row(DOZERS, EYE), ["A2"]),
        "most of your bulldozers",
        lambda: bot_after(with_wind_row(STRUCTURES, EYE), ["A2"]),
    ),
}
"""By bot: a step that a tie decided, how a rule broke it, and a similar step without a tie that a rule broke."""


@pytest.mark.parametrize("name", TIE_CASES)
def test_an_instruction_names_the_tie_that_decided_it(name: str) -> None:
    """The instruction has the words of the rule; if a single candidate remained, or you chose, it names no tie."""
    tied, words, plain = TIE_CASES[name]
    found, without = tied().screen, plain().screen
    assert ("instruction", True) == (found["role"], f"Tie: {words}." in found["because"])
    assert ("instruction", False) == (without["role"], "Tie:" in (without["because"] or ""))


def test_burattino_has_no_tie_of_its_own() -> None:
    """All ties of Burattino are the player's choice."""
    book = load_engine("burattino").book
    assert not any(one.tie for one in book.rule)
    assert not any(one.tie for one in book.ruling)


@pytest.mark.parametrize("key", core(KEYS, MAGPIE))
def test_a_named_tie_is_among_the_reasons_of_its_step(key: str) -> None:
    """In any play a named tie had several candidates, and its rule alone broke a tie in this step."""
    for seed in range(PLAYS):
        run(games()[key], seed, _check_and_give, own=False)


def _check_and_give(play: Play[Any], value: Any) -> None:
    book = play.engine.book
    broken = {r.rule for r in play.reasons if book.find(r.rule).tie and len(r.facts.get("tied", ())) > 1}
    because = ENGLISH.words(play.screen.because or Text(""))
    if play.screen.role is not Role.INSTRUCTION:
        assert not because
    elif len(broken) == 1:
        assert because.endswith(f" Tie: {book.find(*broken).tie}.")
    else:
        assert broken or "Tie:" not in because
    play.give(value)
