"""Ties are broken by icons behind icons and by rows of the next cards; known answers are not asked again."""

from typing import Any

import pytest

from tests.engines.pampero.turns import (
    ALWAYS_TRUE,
    CANNOT_PAY,
    CHEAPEST,
    CONTRACT_AVAILABLE,
    ENERGY_BELOW_1,
    EYE,
    FALSE_CARD,
    TWO_MARKETS,
    YOU_CHOOSE,
    Data,
    board,
    bot_with,
    card,
    contract,
    pairs,
    proposed_answer,
    row,
    tower,
    wind,
)
from tests.protocol_client import Outsider
from tests.rules import rule
from tests.tables.pampero import Contract, Table

DOZERS = {"icon": "you_most_dozers"}
STRUCTURES = {"icon": "you_most_structures"}
RESIDENTIAL_ICONS = {"icon": "most_icons", "type": "residential", "on": ["contract"]}
TWO_TOWERS = {"towers": {"A1": 1, "A2": 1}, "energy": 9}
TOURISM_ICONS = {"icon": "most_icons", "type": "tourism", "on": ["contract"]}


# --- icons behind icons ---


@rule("pampero.icons.secondary")
def test_an_icon_that_breaks_the_tie_needs_none_behind_it() -> None:
    """If the main icon breaks the tie, the icon behind it is not used."""
    bot = with_wind_row(RESIDENTIAL_ICONS | {"back": [TOURISM_ICONS]}, EYE)
    bot.answer(["A2"])
    assert ("A2", "wind") == (bot.state["did"]["sector"], bot.state["did"]["action"])


@rule("pampero.icons.secondary", "pampero.ruling.secondary_scope")
def test_an_icon_behind_compares_the_sectors_still_tied() -> None:
    """The icon behind compares the two sectors that tie after the main icon; if none fits, both still tie."""
    bot = with_wind_row(RESIDENTIAL_ICONS | {"back": [TOURISM_ICONS]}, EYE)
    bot.answer(["A1", "A3"])
    assert ("sectors", "tourism", ["A1", "A3"]) == (bot.key, bot.screen["facts"]["type"], bot.ids)
    bot.answer([])
    assert ("choose_sector", ["A1", "A3"], "A1") == (bot.key, bot.ids, bot.ask["likely"])


@rule("pampero.icons.line")
def test_sectors_without_his_tower() -> None:
    """The device knows the sectors with his towers, and does not ask for them."""
    bot = bot_with(
        card("first", wind(ALWAYS_TRUE, row("A", {"icon": "no_own_tower"}, YOU_CHOOSE))), vj={"towers": {"A2": 1}}
    )
    bot.answer("go_on", ["A1", "A2", "A3"])
    assert ("choose_sector", ["A1", "A3"]) == (bot.key, bot.ids)


# --- the eye of a row of sectors ---


@rule("pampero.tower.eye")
def test_the_eye_looks_at_rows_for_everywhere() -> None:
    """A row for all sectors is a row for each zone."""
    bot = with_wind_row(DOZERS, EYE, cards=[eye_target(row("*", STRUCTURES))])
    bot.answer(["A1", "A2"])
    assert ("sectors", "you_most_structures", ["A1", "A2"]) == (bot.key, bot.screen["facts"]["icon"], bot.ids)


@rule("pampero.tower.eye")
def test_the_eye_passes_a_row_where_nothing_ties() -> None:
    """A row without a tied sector changes nothing, and the next row is read."""
    bot = with_wind_row(DOZERS, EYE, cards=[eye_target(row("A3", DOZERS), row("A", STRUCTURES))])
    bot.answer(["A1", "A2"])
    assert ("sectors", ["A1", "A2"]) == (bot.key, bot.ids)


@rule("pampero.tower.eye")
def test_the_eye_goes_on_to_the_third_card() -> None:
    """The third card compares only the sectors that still tie after the second."""
    bot = with_wind_row(DOZERS, EYE, cards=[eye_target(row("A", STRUCTURES)), eye_target(row("A", RESIDENTIAL_ICONS))])
    bot.answer(["A1", "A2", "A3"], ["A2", "A3"])
    assert ("sectors", "most_icons", ["A2", "A3"]) == (bot.key, bot.screen["facts"]["icon"], bot.ids)


@rule("pampero.tower.eye")
def test_the_eye_stays_in_its_zone() -> None:
    """After a row for two zones, the zone of the first tied sector counts."""
    bot = with_wind_row(DOZERS, EYE, where=("A1", "B1"), cards=[eye_target(row("B", STRUCTURES), row("A", STRUCTURES))])
    bot.answer(["A1", "B1"])
    assert "A1" == bot.state["did"]["sector"]


# --- sites ---


@rule("pampero.tower.again")
def test_another_tower_where_fewest_are() -> None:
    """With a tower in every sector, you choose among the sectors with fewest."""
    towers = dict.fromkeys(("A2", "A3", "B1", "B2"), 1) | {"C": 2, "A1": 2}
    bot = bot_with(card("first", tower(ALWAYS_TRUE)), facts=board(supply={"towers": 9}), vj={"towers": towers})
    bot.answer("go_on")
    assert ("choose_sector", ["A2", "A3", "B1", "B2", "none"]) == (bot.key, bot.ids)


@rule("pampero.tower.order")
def test_a_sector_that_is_full_is_not_asked_about_again() -> None:
    """A later row with a full sector leads to its other sectors."""
    bot = bot_with(card("first", tower(ALWAYS_TRUE, row("A", DOZERS), row(("A1", "B1"), DOZERS))))
    table = Table(sites={"tower": ["B1"], "wind": []})
    bot.answer("go_on")
    bot.until(table.answer, "free_site")
    assert "B1" == bot.screen["facts"]["sector"]


# --- contracts ---


@rule("pampero.contract.cheapest")
def test_the_cheapest_contract_needs_no_further_icon() -> None:
    """If one contract is cheapest, the next icons of the row are not used."""
    first = card("first", contract(CONTRACT_AVAILABLE, row("A", CHEAPEST, {"icon": "is_type", "type": "tourism"})))
    bot = bot_with(first, vj={"towers": {"A1": 1, "A2": 1}, "energy": 9})
    table = Table(contracts=[Contract("A1", "tourism", 5), Contract("A2", "commercial", 4)])
    table.turn(bot)
    assert ("commercial", False) == (bot.state["did"]["type"], "contracts" in table.asked)


@rule("pampero.contract.eye")
def test_one_contract_where_a_row_looks_needs_no_icon() -> None:
    """If one tied contract is in the sectors of a row, the icons of that row are not asked."""
    first = card("first", contract(CONTRACT_AVAILABLE, row("A", EYE)))
    bot = bot_with(first, card("second", contract(CONTRACT_AVAILABLE, row("A1", CHEAPEST))), vj=TWO_TOWERS)
    bot.answer("go_on", "several")
    assert ("contracts", ["A1"]) == (bot.key, bot.screen["facts"]["sectors"])
    bot.answer("one")
    assert ("contract_sector", "A1:tourism", 5) == (bot.key, bot.ids[0], len(bot.ids))


@rule("pampero.condition.cannot_pay")
def test_if_vj_can_pay_none_no_contract_is_asked_for() -> None:
    """After the answer that he can pay none, sections that fulfil contracts do not ask for one."""
    sections = wind(CANNOT_PAY), contract(CONTRACT_AVAILABLE), wind(ENERGY_BELOW_1)
    bot = bot_with(card("first", *sections), vj={"towers": {"A1": 1}, "wind": {"A2": 11}})
    table = Table(contracts=[Contract("A1", "tourism", 9)])
    table.turn(bot)
    assert "nothing" == bot.state["did"]["action"]
    assert ["condition"] == table.asked


@rule("pampero.condition.contract")
def test_a_contract_that_shows_no_wanted_icon_is_one_all_the_same() -> None:
    """If no contract has the wanted icons of a section, a section without wanted icons can still fulfil one."""
    wants = contract({"kind": "contract_available", "any_of": [TWO_MARKETS]})
    bot = bot_with(card("first", wants, contract(CONTRACT_AVAILABLE)), vj={"towers": {"A1": 1}, "energy": 5})
    Table(contracts=[Contract("A1", "tourism", 2)]).turn(bot)
    assert ("contract", "tourism") == (bot.state["did"]["action"], bot.state["did"]["type"])


@rule("pampero.contract.next_cards")
def test_without_an_eye_no_condition_is_looked_at() -> None:
    """Without an eye, the rows of the next card break the tie, not the wanted icons of its condition."""
    wants = contract(
        {"kind": "contract_available", "any_of": [TWO_MARKETS]}, row("A", {"icon": "is_type", "type": "tourism"})
    )
    first = card("first", contract(CONTRACT_AVAILABLE, row("A", {"icon": "cheapest"})))
    bot = bot_with(first, card("second", wants), vj={"towers": {"A1": 1}, "energy": 5})
    table = Table(contracts=[Contract("A1", "tourism", 2), Contract("A1", "commercial", 2, {"market": 2})])
    table.turn(bot)
    assert ("tourism", 1) == (bot.state["did"]["type"], table.asked.count("contracts"))


@rule("pampero.contract.effect")
def test_the_bounds_of_an_effect() -> None:
    """An income marker goes no further than its last space."""
    spaces = dict.fromkeys(("tourism", "industrial", "commercial", "residential"), 6)
    vj = {"towers": {"A1": 1}, "energy": 5, "income": {"tourism": 4}}
    bot = bot_with(card("first", contract(CONTRACT_AVAILABLE)), facts=board(income={"last_space": spaces}), vj=vj)
    bot.answer("go_on")
    bot.until(Table(contracts=[Contract("A1", "tourism", 2)]).answer, "contract_effect")
    assert {"steps": (0, 2, 1), "network": (0, 4, 0)}.items() <= {
        line["id"]: (line["low"], line["high"], line["likely"]) for line in bot.ask["lines"]
    }.items()


@rule("pampero.contract.effect")
@pytest.mark.parametrize(("unlocked", "left", "moved"), [(3, 2, 1), (1, 0, 1), (0, 0, 0), ("?", "?", 1)])
def test_a_contract_takes_an_unlocked_transformer(unlocked: Any, left: Any, moved: int) -> None:
    """A contract moves an unlocked transformer, and lowers their number if it is known."""
    bot = bot_with(
        card("first", contract(CONTRACT_AVAILABLE)),
        vj={"towers": {"A1": 1}, "energy": 5, "unlocked_transformers": unlocked},
    )
    Table(contracts=[Contract("A1", "tourism", 2)]).turn(bot)
    vj = bot.state["vj"]
    assert (left, moved) == (vj["unlocked_transformers"], vj["transformers"].get("A1", 0))


# --- which card is next ---


@rule("pampero.read.wrap", "pampero.read.next_card")
def test_the_next_card_is_the_one_below() -> None:
    """After the second card comes the third, and only then the first."""
    acts = card("one", wind(ALWAYS_TRUE, row("A", YOU_CHOOSE)))
    cards = acts, FALSE_CARD, acts | {"id": "three", "title": "three"}
    bot = bot_with(*cards, majority=pairs((2, 0), (0, 1), (2, 0)))
    Table().turn(bot)
    assert 3 == bot.state["did"]["space"]


def with_wind_row(*icons: Data, where: Any = "A", cards: list[Data] | None = None) -> Outsider:
    """Return a bot that builds a wind farm by a row with these icons, at the first question for sectors."""
    bot = bot_with(
        card("first", wind(ALWAYS_TRUE, row(where, *icons))), *(numbered(n, one) for n, one in enumerate(cards or ()))
    )
    bot.answer("go_on")
    bot.until(proposed_answer, "sectors")
    return bot


def eye_target(*rows: Data) -> Data:
    """Return a card with a false tower section with these rows, to which the eye can lead."""
    return card("next", tower(ENERGY_BELOW_1, *rows))


def numbered(n: int, cells: Data) -> Data:
    """Return a card with the n-th name."""
    return {**cells, "id": f"next{n}", "title": f"next{n}"}
