"""Rows of icons are learned, worded and followed."""

from typing import Any

import pytest

from tests.engines.pampero.turns import (
    ALL_LOCKED,
    ALWAYS_TRUE,
    CHEAPEST,
    CONTRACT_AVAILABLE,
    ENERGY_BELOW_1,
    EYE,
    RIGHTMOST,
    TWO_MARKETS,
    YOU_CHOOSE,
    Data,
    answer_amounts,
    bot_with,
    card,
    contract,
    row,
    tower,
    wind,
)
from tests.rules import rule
from tests.tables.pampero import Contract, Table

DOZERS = {"icon": "you_most_dozers"}

VJ_IN_ZONE_B = {"energy": 5, "towers": {"B1": 1, "B2": 1}}
"""VJ with a tower in both sectors of zone B."""
TIED_CONTRACTS = [Contract("B1", "tourism", 3), Contract("B2", "residential", 2)]
MARKETS_CARD = card(
    "wants", contract({"kind": "contract_available", "any_of": [TWO_MARKETS]}, row("B", CHEAPEST, RIGHTMOST))
)
"""The next card of the example on page 8: its condition is two market icons, else a residential contract."""


# --- contract rows that lead on at once -----------------------------------------------------------------------------


@rule("pampero.contract.eye", "pampero.contract.next_cards")
@pytest.mark.parametrize("icons", [[EYE], []])
def test_a_contract_row_without_an_icon_of_its_own(icons: list[Data]) -> None:
    """A row that begins with the eye, or has no icon, passes its tie to the next card."""
    bot = bot_with(card("first", contract(CONTRACT_AVAILABLE, row("B", *icons))), MARKETS_CARD, vj=VJ_IN_ZONE_B)
    table = Table(contracts=TIED_CONTRACTS)
    table.turn(bot)
    assert ("B2", "residential") == (bot.state["did"]["sector"], bot.state["did"]["type"])
    assert ["contracts", "contracts"] == table.asked[:2]


@rule("pampero.contract.eye", "pampero.card.cell")
@pytest.mark.parametrize("learned", [["eye"], ["end"]])
def test_a_contract_row_is_learned_without_an_icon_of_its_own(learned: list[str]) -> None:
    """A row without icons, or with the eye first, can be learned, and passes its tie to the next card."""
    unknown = {"where": ["B"], "icons": "?"}
    bot = bot_with(card("first", contract(CONTRACT_AVAILABLE, unknown)), MARKETS_CARD, vj=VJ_IN_ZONE_B)
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
    """Rows are one list up to a row that begins with the eye, which is asked by itself."""
    first = card("first", contract(CONTRACT_AVAILABLE, row("B1", CHEAPEST), row("B2", EYE), row("A", RIGHTMOST)))
    bot = bot_with(first, vj={"energy": 5, "towers": {"A1": 1, "B1": 1, "B2": 1}})
    bot.answer("go_on")
    assert ("which_contract", ["B1", "cheapest"]) == (bot.key, bot.screen["facts"]["rows"])
    bot.answer("none")
    assert ("contracts", ["B2"]) == (bot.key, bot.screen["facts"]["sectors"])
    bot.answer("none")
    assert ("which_contract", ["A1", "rb"]) == (bot.key, bot.screen["facts"]["rows"][:2])


# --- where a cell is ------------------------------------------------------------------------------------------------


@rule("pampero.card.cell", "pampero.icons.secondary")
def test_a_cell_of_an_icon_says_in_which_row_it_is() -> None:
    """A question about an icon, or the one behind it, names its row, its number and the icon."""
    unknown = {"where": ["B"], "icons": "?"}
    bot = bot_with(card("first", contract(CONTRACT_AVAILABLE, row("A", RIGHTMOST), unknown)), vj=VJ_IN_ZONE_B)
    bot.answer("go_on", "icons_at_least")
    assert ("cell_type", "Icon 1 of row 2: Icons of a type.") == (bot.key, bot.screen["lines"][1])
    bot.answer("market")
    assert ("cell_number", "Icon 1 of row 2: Icons of a type.") == (bot.key, bot.screen["lines"][1])
    bot.answer(2, "tie_1")
    assert ("cell_back", "Icon 1 of row 2: Icons of a type.") == (bot.key, bot.screen["lines"][1])
    bot.answer("is_type")
    assert ("cell_type", "Behind icon 1 of row 2: A contract type.") == (bot.key, bot.screen["lines"][1])


@rule("pampero.card.cell", "pampero.icons.secondary")
def test_a_cell_of_a_condition_names_the_condition() -> None:
    """A question about the icon that a contract must show names the condition."""
    wants = {"kind": "contract_available", "any_of": "?"}
    bot = bot_with(card("first", contract(wants)), vj=VJ_IN_ZONE_B)
    bot.answer("go_on", "is_type")
    assert ("cell_type", "The icon of its condition: A contract type.") == (bot.key, bot.screen["lines"][1])
    bot.answer("tourism")
    assert ("cell_back", "The icon of its condition: A contract type.") == (bot.key, bot.screen["lines"][1])
    bot.answer("icons_at_least")
    assert ("cell_type", "Behind the icon of its condition: Icons of a type.") == (bot.key, bot.screen["lines"][1])


@rule("pampero.card.cell")
def test_an_amount_of_money_says_of_which_zone_it_is() -> None:
    """The question for the number beside a printed symbol names its zone."""
    bot = bot_with(card("first", tower(ALWAYS_TRUE, row("C", YOU_CHOOSE), printed="?")))
    bot.answer("go_on", True, "money")
    assert ("cell_number", "Card 1, section 1, zone C.") == (bot.key, bot.screen["lines"][-1])


# --- words ----------------------------------------------------------------------------------------------------------


@rule("pampero.icons.line", "pampero.ruling.market_icon")
@pytest.mark.parametrize(
    ("icon", "words"),
    [
        (RIGHTMOST, "most residential icons on contracts and connection tiles"),
        ({"icon": "most_icons", "type": "market", "on": ["contract"]}, "most market icons on contracts"),
        ({"icon": "most_icons", "type": "solar", "on": ["connection"]}, "most solar icons on connection tiles"),
    ],
)
def test_an_icon_that_names_a_type_in_a_list_of_sectors(icon: Data, words: str) -> None:
    """The type of the icons is named, and the pieces that show them."""
    bot = bot_with(card("first", tower(ALWAYS_TRUE, row("B", icon, YOU_CHOOSE))))
    bot.answer("go_on")
    assert f"A tower on a free site: 1. {words}, 2. of these one you choose." == bot.screen["lines"][0]
    bot = bot_with(card("first", tower(ALWAYS_TRUE, row("B", icon, EYE))))
    bot.answer("go_on")
    assert words.removeprefix("most ").capitalize() + "." in bot.screen["lines"]


@rule("pampero.icons.line", "pampero.icons.secondary")
def test_an_icon_that_names_a_type_in_a_list_of_contracts() -> None:
    """A contract has a type, or shows a number of icons of a type."""
    bot = bot_with(card("first", contract(CONTRACT_AVAILABLE, row("B", TWO_MARKETS, RIGHTMOST))), vj=VJ_IN_ZONE_B)
    bot.answer("go_on")
    assert "a contract with 2 market icons, of these any residential contract." in bot.screen["lines"][0]


# --- you choose: first among those tied, then anywhere ---------------------------------------------------------------


@rule("pampero.wind.you_choose", "pampero.ruling.missing_row")
@pytest.mark.parametrize("section", [wind, tower])
@pytest.mark.parametrize("icons", [[DOZERS, YOU_CHOOSE], [EYE, YOU_CHOOSE]])
def test_without_a_site_in_its_rows_you_choose_from_the_whole_board(section: Any, icons: list[Data]) -> None:
    """If no sector of its rows has a free site, a section with “you choose” lets you choose any other sector."""
    table = Table(sites={"wind": ["B2"], "tower": ["B2"]})
    bot = bot_with(card("first", section(ALWAYS_TRUE, row("A1", *icons), row("C", DOZERS))))
    bot.answer("go_on")
    bot.until(table.answer, "choose_sector")
    assert ["A2", "A3", "B1", "B2", "none"] == bot.ids
    assert "Choose any free site of the board." in bot.screen["lines"]
    bot.answer(table.answer(bot))
    assert "B2" == bot.state["did"]["sector"]
    assert "pampero.wind.you_choose" in bot.rules()


@rule("pampero.wind.you_choose", "pampero.card.cell")
@pytest.mark.parametrize(("learned", "key"), [(["eye", "you_choose"], "choose_sector"), (["eye", "end"], "your_turn")])
def test_the_rest_of_a_row_is_learned_to_know_whether_you_choose(learned: list[str], key: str) -> None:
    """A row whose sectors are full is learned to its end, since “you choose” may be its last icon."""
    bot = bot_with(card("first", wind(ALWAYS_TRUE, {"where": ["A1"], "icons": "?"})))
    bot.answer("go_on", False, *learned)
    assert key == bot.key
    if key == "choose_sector":
        bot.answer("C")
        [known] = bot.state["cards"][0]["card"]["section"][0]["row"]
        assert learned == [icon["icon"] for icon in known["icons"]]


@rule("pampero.wind.you_choose", "pampero.card.cell")
def test_a_row_that_may_let_you_choose_is_read_at_the_table() -> None:
    """In digital mode, if a line ends in "?", the printed card may lead to any sector."""
    bot = bot_with(card("first", wind(ALWAYS_TRUE, row("A1", DOZERS, {"icon": "?"}))), mode="digital")
    bot.answer("go_on", False)
    assert ("row_sector", ["A2", "A3", "B1", "B2", "C", "none"]) == (bot.key, bot.ids)
    bot.answer("none")
    assert "nothing" == bot.state["did"]["action"]


@rule("pampero.wind.you_choose")
def test_a_board_without_a_free_site() -> None:
    """If no site is free anywhere, the section is impossible, and each section asks once."""
    bot = bot_with(card("first", wind(ALWAYS_TRUE, row("A", YOU_CHOOSE)), wind(ALWAYS_TRUE, row("B", YOU_CHOOSE))))
    bot.answer("go_on", "none", "none")
    assert ("your_turn", "nothing") == (bot.key, bot.state["did"]["action"])


@rule("pampero.card.cell", "pampero.icons.secondary")
def test_types_that_a_file_leaves_open_are_asked() -> None:
    """A file may lack the type of an icon behind another one, or of a wanted icon."""
    behind = CHEAPEST | {"back": [{"icon": "is_type", "type": "?"}]}
    bot = bot_with(card("first", contract(CONTRACT_AVAILABLE, row("B", behind))), vj=VJ_IN_ZONE_B)
    bot.answer("go_on")
    assert ("cell_type", "Behind icon 1 of row 1: A contract type.") == (bot.key, bot.screen["lines"][1])
    bot.answer("tourism")
    assert "the cheapest contract, of these any tourism contract." in bot.screen["lines"][0]
    wants = {"kind": "contract_available", "any_of": behind["back"]}
    bot = bot_with(card("first", contract(wants, row("B", CHEAPEST))), vj=VJ_IN_ZONE_B)
    bot.answer("go_on")
    assert ("cell_type", "The icon of its condition: A contract type.") == (bot.key, bot.screen["lines"][1])


# --- sections whose place is unknown ----------------------------------------------------------------------------------


def unplaced(*sections: Data) -> Data:
    """Return a card without places of its sections; the missing sections are unknown, as on the network card."""
    blank = {"action": "?", "condition": {"kind": "?"}}
    return card("first") | {"section": [*sections, *[blank] * (3 - len(sections))]}


@rule("pampero.card.cell", "pampero.read.sections")
def test_the_condition_of_a_section_comes_before_its_action() -> None:
    """A condition that no known section has belongs to an unknown one, whose action is asked if it is true."""
    bot = bot_with(unplaced(tower(ALL_LOCKED)), vj={"energy": 5})
    bot.answer("go_on")
    assert ("cell_condition", 1) == (bot.key, bot.screen["facts"]["section"])
    bot.answer("energy_lt", 3)
    assert ("cell_condition", 2) == (bot.key, bot.screen["facts"]["section"])
    bot.answer("energy_lt", 8)
    assert ("cell_action", 2) == (bot.key, bot.screen["facts"]["section"])
    bot.answer("wind", "*", "you_choose", ["A1"])
    assert "your_turn" == bot.key
    known = bot.state["cards"][0]["card"]["section"]
    assert [("?", "tower"), (1, "?"), (2, "wind")] == [
        (one.get("position", "?"), one.get("action", "?")) for one in known
    ]


@rule("pampero.card.cell", "pampero.condition.locked")
def test_a_known_section_is_found_by_its_condition_and_its_action() -> None:
    """If a known section has the condition, and an unknown one may have it, too, the action identifies the section."""
    bot = bot_with(unplaced(tower(ALL_LOCKED)), vj={"energy": 5})
    bot.answer("go_on", "all_transformers_locked")
    assert ("cell_action", 1) == (bot.key, bot.screen["facts"]["section"])
    bot.answer("tower")
    assert ("site", "tower") == (bot.key, bot.screen["facts"]["action"])


@rule("pampero.card.cell")
def test_a_condition_alone_can_say_which_section_it_is() -> None:
    """If only the places of the sections are unknown, no action is asked."""
    bot = bot_with(unplaced(wind(ENERGY_BELOW_1), tower(ALL_LOCKED), contract(CONTRACT_AVAILABLE)), vj={"energy": 5})
    bot.answer("go_on", "energy_lt", "all_transformers_locked")
    assert ("site", "tower") == (bot.key, bot.screen["facts"]["action"])


@rule("pampero.card.cell", "pampero.condition.other")
def test_a_section_without_a_place_is_read_at_the_table() -> None:
    """In digital mode its condition is read, and only if it is true its action is asked; then its place is known."""
    bot = bot_with(unplaced(tower(ALL_LOCKED)), mode="digital", vj={"energy": 5})
    bot.answer("go_on")
    assert ("first_true", ["1_1", "1_2", "1_3", "none"]) == (bot.key, bot.ids)
    bot.answer("1_2")
    assert ("cell_action", 2) == (bot.key, bot.screen["facts"]["section"])
    bot.answer("tower", "A1")
    answer_amounts(bot)
    bot.answer("go_on")
    assert ("condition", 1) == (bot.key, bot.screen["facts"]["section"]), "section 2 is his tower, and none is locked"
    bot.answer(True)
    assert ("cell_action", 1) == (bot.key, bot.screen["facts"]["section"])
