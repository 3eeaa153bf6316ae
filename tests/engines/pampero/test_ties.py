"""How ties are broken: by icons behind icons and rows of the next cards; known answers are not asked again."""

from typing import Any

import pytest

from tests.engines.pampero.turns import (
    ALWAYS,
    AVAILABLE,
    BELOW_1,
    CANNOT_PAY,
    CHEAPEST,
    EYE,
    NEVER,
    TWO_MARKETS,
    YOU_CHOOSE,
    Data,
    board,
    card,
    contract,
    pairs,
    proposed,
    row,
    table,
    tower,
    wind,
)
from tests.protocol_client import Outsider
from tests.rules import rule
from tests.tables.pampero import Contract, Table

OTHERS = (wind(BELOW_1), wind(BELOW_1))
"""Sections that are never followed."""
DOZERS = {"icon": "you_most_dozers"}
STRUCTURES = {"icon": "you_most_structures"}
ICONS = {"icon": "most_icons", "type": "residential", "on": ["contract"]}
TWO_TOWERS = {"towers": {"A1": 1, "A2": 1}, "energy": 9}
BEHIND = {"icon": "most_icons", "type": "tourism", "on": ["contract"]}


# --- icons behind icons ---


@rule("pampero.icons.secondary")
def test_an_icon_that_tells_needs_none_behind_it() -> None:
    """If the main icon leaves one sector the icon behind it is not used."""
    bot = builds(ICONS | {"back": [BEHIND]}, EYE)
    bot.answer(["A2"])
    assert ("A2", "wind") == (bot.state["did"]["sector"], bot.state["did"]["action"])


@rule("pampero.icons.secondary", "pampero.ruling.secondary_scope")
def test_an_icon_behind_looks_at_those_that_are_left() -> None:
    """Of three sectors the main icon leaves two: the one behind it looks at those, and leaves both if none fits."""
    bot = builds(ICONS | {"back": [BEHIND]}, EYE)
    bot.answer(["A1", "A3"])
    assert ("sectors", "tourism", ["A1", "A3"]) == (bot.key, bot.screen["facts"]["type"], bot.ids)
    bot.answer([])
    assert ("choose_sector", ["A1", "A3"], "A1") == (bot.key, bot.ids, bot.ask["likely"])


@rule("pampero.icons.line")
def test_sectors_without_his_tower() -> None:
    """Sectors with his towers are known, and are not asked."""
    bot = table(
        card("first", wind(ALWAYS, row("A", {"icon": "no_own_tower"}, YOU_CHOOSE)), *OTHERS), vj={"towers": {"A2": 1}}
    )
    bot.answer("go_on", ["A1", "A2", "A3"])
    assert ("choose_sector", ["A1", "A3"]) == (bot.key, bot.ids)


# --- the eye of a row of sectors ---


@rule("pampero.tower.eye")
def test_the_eye_looks_at_rows_for_everywhere() -> None:
    """A row that names all sectors is one of every zone."""
    bot = builds(DOZERS, EYE, cards=[looked_at(row("*", STRUCTURES))])
    bot.answer(["A1", "A2"])
    assert ("sectors", "you_most_structures", ["A1", "A2"]) == (bot.key, bot.screen["facts"]["icon"], bot.ids)


@rule("pampero.tower.eye")
def test_the_eye_passes_a_row_where_nothing_ties() -> None:
    """A row that names none of the tied sectors changes nothing, and the next one is looked at."""
    bot = builds(DOZERS, EYE, cards=[looked_at(row("A3", DOZERS), row("A", STRUCTURES))])
    bot.answer(["A1", "A2"])
    assert ("sectors", ["A1", "A2"]) == (bot.key, bot.ids)


@rule("pampero.tower.eye")
def test_the_eye_takes_what_is_left_to_the_third_card() -> None:
    """The third card looks only at the sectors that the second card leaves tied."""
    bot = builds(DOZERS, EYE, cards=[looked_at(row("A", STRUCTURES)), looked_at(row("A", ICONS))])
    bot.answer(["A1", "A2", "A3"], ["A2", "A3"])
    assert ("sectors", "most_icons", ["A2", "A3"]) == (bot.key, bot.screen["facts"]["icon"], bot.ids)


@rule("pampero.tower.eye")
def test_the_eye_stays_in_its_zone() -> None:
    """Of a row that names two zones the first of the tied sectors says whose rows are looked at."""
    bot = builds(DOZERS, EYE, where=("A1", "B1"), cards=[looked_at(row("B", STRUCTURES), row("A", STRUCTURES))])
    bot.answer(["A1", "B1"])
    assert "A1" == bot.state["did"]["sector"]


# --- sites ---


@rule("pampero.tower.again")
def test_another_tower_where_fewest_are() -> None:
    """With a tower in every sector the next one goes where he has fewest, by your choice."""
    towers = dict.fromkeys(("A2", "A3", "B1", "B2"), 1) | {"C": 2, "A1": 2}
    bot = table(card("first", tower(ALWAYS), *OTHERS), facts=board(supply={"towers": 9}), vj={"towers": towers})
    bot.answer("go_on")
    assert ("choose_sector", ["A2", "A3", "B1", "B2", "none"]) == (bot.key, bot.ids)


@rule("pampero.tower.order")
def test_a_sector_that_is_full_is_not_asked_about_again() -> None:
    """A row further down that names a full sector too leads to the others that it names."""
    bot = table(card("first", tower(ALWAYS, row("A", DOZERS), row(("A1", "B1"), DOZERS)), *OTHERS))
    look = Table(sites={"tower": ["B1"], "wind": []})
    bot.answer("go_on")
    bot.until(look.answer, "free_site")
    assert "B1" == bot.screen["facts"]["sector"]


# --- contracts ---


@rule("pampero.contract.cheapest")
def test_the_cheapest_contract_needs_no_further_icon() -> None:
    """If one contract is cheapest, the further icons of the row are not used."""
    first = card("first", contract(AVAILABLE, row("A", CHEAPEST, {"icon": "is_type", "type": "tourism"})), *OTHERS)
    bot = table(first, vj={"towers": {"A1": 1, "A2": 1}, "energy": 9})
    look = Table(contracts=[Contract("A1", "tourism", 5), Contract("A2", "commercial", 4)])
    look.turn(bot)
    assert ("commercial", False) == (bot.state["did"]["type"], "contracts" in look.asked)


@rule("pampero.contract.eye")
def test_one_contract_where_a_row_looks_needs_no_icon() -> None:
    """If just one of the tied contracts is in the sectors of a row, the icons of that row are not asked about."""
    first = card("first", contract(AVAILABLE, row("A", EYE)), *OTHERS)
    bot = table(first, card("second", contract(AVAILABLE, row("A1", CHEAPEST)), *OTHERS), vj=TWO_TOWERS)
    bot.answer("go_on", "several")
    assert ("contracts", ["A1"]) == (bot.key, bot.screen["facts"]["sectors"])
    bot.answer("one")
    assert ("contract_sector", "A1:tourism", 5) == (bot.key, bot.ids[0], len(bot.ids))


@rule("pampero.condition.cannot_pay")
def test_who_can_pay_nothing_looks_for_no_contract() -> None:
    """Once it is said that he can pay for none, no section that fulfils contracts asks for one."""
    sections = wind(CANNOT_PAY), contract(AVAILABLE), wind(BELOW_1)
    bot = table(card("first", *sections), vj={"towers": {"A1": 1}, "wind": {"A2": 11}})
    look = Table(contracts=[Contract("A1", "tourism", 9)])
    look.turn(bot)
    assert "nothing" == bot.state["did"]["action"]
    assert ["condition"] == look.asked


@rule("pampero.condition.contract")
def test_a_contract_that_shows_no_wanted_icon_is_one_all_the_same() -> None:
    """If no contract has the icons that one section wants, a section that wants none can still be followed."""
    wants = contract({"kind": "contract_available", "any_of": [TWO_MARKETS]})
    bot = table(card("first", wants, contract(AVAILABLE), wind(BELOW_1)), vj={"towers": {"A1": 1}, "energy": 5})
    Table(contracts=[Contract("A1", "tourism", 2)]).turn(bot)
    assert ("contract", "tourism") == (bot.state["did"]["action"], bot.state["did"]["type"])


@rule("pampero.contract.next_cards")
def test_without_an_eye_no_condition_is_looked_at() -> None:
    """The icons that the next card's condition wants break no tie; only its rows do."""
    wants = contract(
        {"kind": "contract_available", "any_of": [TWO_MARKETS]}, row("A", {"icon": "is_type", "type": "tourism"})
    )
    first = card("first", contract(AVAILABLE, row("A", {"icon": "cheapest"})), *OTHERS)
    bot = table(first, card("second", wants, *OTHERS), vj={"towers": {"A1": 1}, "energy": 5})
    look = Table(contracts=[Contract("A1", "tourism", 2), Contract("A1", "commercial", 2, {"market": 2})])
    look.turn(bot)
    assert ("tourism", 1) == (bot.state["did"]["type"], look.asked.count("contracts"))


@rule("pampero.contract.effect")
def test_the_bounds_of_an_effect() -> None:
    """An income marker goes no further than its last space."""
    spaces = dict.fromkeys(("tourism", "industrial", "commercial", "residential"), 6)
    vj = {"towers": {"A1": 1}, "energy": 5, "income": {"tourism": 4}}
    bot = table(card("first", contract(AVAILABLE), *OTHERS), facts=board(income={"last_space": spaces}), vj=vj)
    bot.answer("go_on")
    bot.until(Table(contracts=[Contract("A1", "tourism", 2)]).answer, "contract_effect")
    assert {"steps": (0, 2, 1), "network": (0, 4, 0)}.items() <= {
        line["id"]: (line["low"], line["high"], line["likely"]) for line in bot.ask["lines"]
    }.items()


@rule("pampero.contract.effect")
@pytest.mark.parametrize(("unlocked", "left", "moved"), [(3, 2, 1), (1, 0, 1), (0, 0, 0), ("?", "?", 1)])
def test_a_contract_takes_an_unlocked_transformer(unlocked: Any, left: Any, moved: int) -> None:
    """The transformer of a contract comes from those that are unlocked, as far as they are counted."""
    bot = table(
        card("first", contract(AVAILABLE), *OTHERS),
        vj={"towers": {"A1": 1}, "energy": 5, "unlocked_transformers": unlocked},
    )
    Table(contracts=[Contract("A1", "tourism", 2)]).turn(bot)
    vj = bot.state["vj"]
    assert (left, moved) == (vj["unlocked_transformers"], vj["transformers"].get("A1", 0))


# --- which card is next ---


@rule("pampero.read.wrap", "pampero.read.next_card")
def test_the_next_card_is_the_one_below() -> None:
    """From the second card it goes on to the third, and only then around to the first."""
    acts = card("one", wind(ALWAYS, row("A", YOU_CHOOSE)), *OTHERS)
    cards = acts, NEVER, acts | {"id": "three", "title": "three"}
    bot = table(*cards, majority=pairs((2, 0), (0, 1), (2, 0)))
    Table().turn(bot)
    assert 3 == bot.state["did"]["space"]


def builds(*icons: Data, where: Any = "A", cards: list[Data] | None = None) -> Outsider:
    """Return a bot that builds a wind farm by a row with these icons, at the first question about them."""
    bot = table(
        card("first", wind(ALWAYS, row(where, *icons)), *OTHERS), *(named(n, one) for n, one in enumerate(cards or ()))
    )
    bot.answer("go_on")
    bot.until(proposed, "sectors")
    return bot


def looked_at(*rows: Data) -> Data:
    """Return a card whose tower section is only looked at by the eye."""
    return card("next", tower(BELOW_1, *rows), *OTHERS)


def named(n: int, cells: Data) -> Data:
    """Return a card by a name of its own."""
    return {**cells, "id": f"next{n}", "title": f"next{n}"}
