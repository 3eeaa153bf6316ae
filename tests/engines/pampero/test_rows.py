"""Rows of icons: how they are learned, how they are worded, and where they lead."""

import pytest

from tests.engines.pampero.turns import (
    AVAILABLE,
    BELOW_1,
    CHEAPEST,
    EYE,
    RB,
    TWO_MARKETS,
    Data,
    card,
    contract,
    row,
    table,
    wind,
)
from tests.rules import rule
from tests.tables.pampero import Contract, Table

FALSE = wind(BELOW_1), wind(BELOW_1)
"""Two sections that are never followed while VJ has energy."""
TWO_OF_B = {"energy": 5, "towers": {"B1": 1, "B2": 1}}
"""VJ with a tower in both sectors of zone B."""
TIED = [Contract("B1", "tourism", 3), Contract("B2", "residential", 2)]
WANTS = card("wants", contract({"kind": "contract_available", "any_of": [TWO_MARKETS]}, row("B", CHEAPEST, RB)), *FALSE)
"""The next card of the example on page 8: two market icons, behind them a residential contract, and a row of zone B."""


# --- contract rows that lead on at once -----------------------------------------------------------------------------


@rule("pampero.contract.eye", "pampero.contract.next_cards")
@pytest.mark.parametrize("icons", [[EYE], []])
def test_a_contract_row_without_an_icon_of_its_own(icons: list[Data]) -> None:
    """A row that begins with the eye, or has no icon, leaves its tie to the next card."""
    bot = table(card("first", contract(AVAILABLE, row("B", *icons)), *FALSE), WANTS, vj=TWO_OF_B)
    look = Table(contracts=TIED)
    look.turn(bot)
    assert ("B2", "residential") == (bot.state["did"]["sector"], bot.state["did"]["type"])
    assert ["contracts", "contracts"] == look.asked[:2]


@rule("pampero.contract.eye", "pampero.card.cell")
@pytest.mark.parametrize("learned", [["eye"], ["end"]])
def test_a_contract_row_is_learned_without_an_icon_of_its_own(learned: list[str]) -> None:
    """The same where the row is read from the card."""
    unknown = {"where": ["B"], "icons": "?"}
    bot = table(card("first", contract(AVAILABLE, unknown), *FALSE), WANTS, vj=TWO_OF_B)
    bot.answer("go_on", *learned)
    assert ("contracts", "available", ["B1", "B2"]) == (
        bot.key,
        bot.screen["facts"]["icon"],
        bot.screen["facts"]["sectors"],
    )
    bot.answer("several")
    assert 2 == bot.screen["facts"]["space"]


@rule("pampero.contract.zones")
def test_a_list_of_contract_rows_ends_before_one_without_an_icon() -> None:
    """Rows are one list as far as their own icons tell; a row that leads on is asked by itself."""
    first = card("first", contract(AVAILABLE, row("B1", CHEAPEST), row("B2", EYE), row("A", RB)), *FALSE)
    bot = table(first, vj={"energy": 5, "towers": {"A1": 1, "B1": 1, "B2": 1}})
    bot.answer("go_on")
    assert ("which_contract", ["B1", "cheapest"]) == (bot.key, bot.screen["facts"]["rows"])
    bot.answer("none")
    assert ("contracts", ["B2"]) == (bot.key, bot.screen["facts"]["sectors"])
    bot.answer("none")
    assert ("which_contract", ["A1", "rb"]) == (bot.key, bot.screen["facts"]["rows"][:2])
