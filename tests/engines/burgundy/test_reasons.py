"""Why: each choice of a turn has a reason with its rule, its facts and its outcome."""

from typing import Any

import pytest

from tests.engines.burgundy.automata import clockwise
from tests.engines.burgundy.turns import turn
from tests.rules import rule
from tests.tables.burgundy import Table

REASONS: dict[str, tuple[Table, str, dict[str, Any], dict[str, Any], dict[str, Any]]] = {
    "turn.die": (Table({2: "bank"}), "2", {}, {"die": 1}, {"start": 1}),
    "turn.active": (Table({2: "bank"}), "2", {}, {"white": 3}, {"active": "left"}),
    "search.order": (
        Table({2: "bank"}),
        "2",
        {},
        {"depots": clockwise(1), "colours": ["brown", "light_green", "yellow"]},
        {"colour": "brown"},
    ),
    "search.reserve": (Table(), "2", {"reserve": "knowledge pig2"}, {"item": 3}, {"colour": "light_green"}),
    "search.wild": (Table(hidden="bank"), "2 bank", {"reserve": "wild"}, {"place": "left"}, {"item": 2}),
    "search.market": (Table(market="mine"), "2", {}, {"black_market": "tile"}, {"colour": "wild"}),
    "search.silver": (Table(), "2", {}, {"black_market": "empty"}, {"silver": 2}),
    "place.mark": (Table({1: "knowledge"}), "2", {}, {"colour": "yellow", "place": "left", "card": "2"}, {"item": 4}),
    "bonus.castle": (Table({1: "castle"}), "8", {}, {"white": 3}, {"start": 3}),
    "bonus.livestock": (
        Table({1: "cow4"}),
        "2",
        {"duchy": "cow2 pig3"},
        {"species": "cow", "animals": 4},
        {"vp": 6},
    ),
    "bonus.ship": (Table({1: "ship"}, goods={4: [2, 2]}), "3", {}, {"depots": clockwise(3)}, {"taken": ["2", "2"]}),
    "bonus.ship_step": (Table({1: "ship"}), "3", {"ships": 1}, {}, {"ships": 2}),
    "bonus.placement": (
        Table({1: "city_hall"}),
        "2",
        {"reserve": "pig2 knowledge bank bank knowledge"},
        {"place": "left", "most": 2, "tied": ["brown", "yellow"]},
        {"colour": "brown"},
    ),
    "bonus.remaining": (
        Table({1: "church", 2: "mine"}),
        "2",
        {},
        {"building": "church", "depots": clockwise(3)},
        {"colour": "gray"},
    ),
    "sale.most": (
        Table({1: "warehouse"}),
        "2",
        {"goods": {2: 3, 5: 3}},
        {"tiles": 3, "tied": ["2", "5"]},
        {"goods": "2", "silver": 1, "vp": 6},
    ),
    "sale.box": (Table({1: "mine"}), "8 castle", {}, {"card": "8", "item": 2}, {}),
    "card.points": (Table({1: "mine"}), "1 . pig2 knowledge", {}, {"card": "1", "difficulty": "medium"}, {"vp": 12}),
    "card.wild": (
        Table({1: "mine"}, hidden="bank"),
        "1 . pig2 wild",
        {},
        {"card": "1", "n": 1, "of": 1},
        {"colour": "brown"},
    ),
    "colour.complete": (
        Table({1: "mine"}),
        "1 . pig2 knowledge",
        {"duchy": "mine mine"},
        {"colour": "gray", "tiles": 3},
        {"vp": 5},
    ),
    "purchase.tile": (
        Table({1: "bank"}, market="mine"),
        "2",
        {"reserve": "ship"},
        {"silver": 3, "owned": ["blue"]},
        {"bought": "gray"},
    ),
}
"""By rule: the table, the left card and fields of the state; then facts and outcome of the reason."""


@pytest.mark.parametrize("name", REASONS)
@rule(
    "burgundy.turn.die",
    "burgundy.turn.active",
    "burgundy.search.order",
    "burgundy.place.mark",
    "burgundy.bonus.placement",
    "burgundy.sale.most",
    "burgundy.purchase.tile",
)
def test_the_reason_of_a_choice(name: str) -> None:
    """The first reason with the rule has these facts and this outcome."""
    table, left, fields, facts, outcome = REASONS[name]
    done = turn(table, left, white=3, die=1, **fields)
    assert (facts, outcome) == done.reasons(name)[0]


@pytest.mark.parametrize(
    ("name", "table", "left", "fields", "options"),
    [
        ("ruling.clockwise", Table({1: "bank"}), "2", {}, {}),
        ("ruling.top_left", Table({1: "bank"}), "2", {}, {}),
        ("ruling.newest", Table(), "2", {"reserve": "bank"}, {}),
        ("ruling.other_card", Table({1: "castle"}), "8 castle mine . ship", {}, {}),
        ("ruling.card_8", Table({1: "castle"}), "8 castle mine", {}, {}),
        ("ruling.placement_fits", Table({1: "city_hall"}), "2", {"reserve": "ship"}, {}),
        ("ruling.wild_no_bonus", Table(hidden="bank"), "2", {"reserve": "wild"}, {}),
        ("ruling.wild_colourless", Table({1: "city_hall"}, hidden="bank"), "2", {"reserve": "wild"}, {}),
        ("ruling.new_wild", Table(market="bank"), "2", {}, {}),
        ("ruling.own_depot_first", Table({1: "ship"}), "3", {}, {}),
        ("ruling.no_goods", Table({1: "ship"}), "3", {}, {}),
        ("ruling.by_colour", Table({1: "bank"}, market="mine"), "2", {}, {}),
        ("ruling.white_castle_depot", Table({1: "white_castle"}), "2", {}, {"white_castle": True}),
        ("ruling.box_sale", Table({1: "mine"}), "8 castle", {}, {}),
        ("ruling.remaining_order", Table({1: "church"}), "2", {}, {}),
        ("ruling.two_points", Table({1: "warehouse"}), "2", {}, {}),
        ("ruling.bonus_gone", Table({1: "mine"}, bonus={"gray": []}), "1 . pig2 knowledge", {"duchy": "mine mine"}, {}),
        ("ruling.duchy_only", Table({1: "mine"}), "1 . pig2 knowledge", {"duchy": "mine mine"}, {}),
        ("sale.nothing", Table({1: "warehouse"}), "2", {"goods": {}}, {}),
        ("sale.trade_routes", Table({1: "warehouse"}), "2", {}, {"trade_routes": True}),
        ("bonus.crane", Table({1: "crane"}), "2", {}, {"crane": True}),
        ("general.yellow", Table({1: "knowledge"}), "2", {}, {}),
        ("card.duchy", Table({1: "mine"}), "1 . pig2 knowledge", {}, {}),
        ("card.next", Table({1: "mine"}), "1 . pig2 knowledge", {}, {}),
    ],
)
@rule("burgundy.ruling.other_card", "burgundy.ruling.two_points", "burgundy.sale.trade_routes", "burgundy.bonus.crane")
def test_a_rule_is_a_reason_of_the_turn_it_decides(
    name: str, table: Table, left: str, fields: dict[str, Any], options: dict[str, Any]
) -> None:
    """Rules and rulings are reasons of the turn in which they matter."""
    assert turn(table, left, white=3, die=1, options=options, **fields).reasons(name)


@rule("burgundy.search.order")
@pytest.mark.parametrize(("tile", "times"), [("bank", 2), ("knowledge", 1)])
def test_the_reason_of_a_search_is_repeated_after_the_details(tile: str, times: int) -> None:
    """The reason of the search is given again after the question which building it was."""
    assert times == len(turn(Table({1: tile}), "2", white=3, die=1).reasons("search.order"))
