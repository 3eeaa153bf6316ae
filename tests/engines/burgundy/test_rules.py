"""The rules of the Automata without a worked example: taking and placing tiles, and their bonuses."""

from typing import Any

import pytest

from tests.engines.burgundy.automata import clockwise
from tests.engines.burgundy.turns import Turn, bot_in_your_turn, play_turn, state, turn
from tests.rules import rule
from tests.tables.burgundy import DEPOTS, Table, tiles

EXPANSIONS = {"crane": True, "white_castle": True}
Goods = dict[int, int]
"""Numbers of goods by type."""


# --- the search ---


@rule("burgundy.turn.active", "burgundy.turn.white", "burgundy.ruling.white_value")
@pytest.mark.parametrize("white", DEPOTS)
def test_the_active_card(white: int) -> None:
    """At a white die of 1 to 4 the left card is active, at 5 and 6 the right one, for the whole turn."""
    done = turn(Table({3: "knowledge bank"}), "2", "9", white=white, die=3)
    assert (("2 bank", "9") if white <= 4 else ("2", "9 . bank")) == (done.left, done.right)


@rule("burgundy.search.order", "burgundy.turn.die", "burgundy.ruling.clockwise", "burgundy.general.yellow")
@pytest.mark.parametrize("die", DEPOTS)
def test_the_order_of_depots(die: int) -> None:
    """It searches clockwise from the depot of its die on, up to the last depot."""
    order = clockwise(die)
    done = turn(Table({order[-1]: "knowledge"}), "2", white=1, die=die)
    assert ("2 . . . knowledge", order) == (done.left, done.facts("search")[0]["depots"])


@rule("burgundy.search.order")
def test_each_open_colour_is_named_once() -> None:
    """Two open items of a colour are one row of the list, and filled items have no row; "none" is always a row."""
    done = turn(Table(), "4 . castle", white=1, die=1)
    assert [["brown", "yellow", "gray", "none"]] == done.ids("search")
    assert ["brown", "yellow", "gray"] == done.facts("search")[0]["colours"]


@rule("burgundy.place.mark")
def test_the_topmost_open_item_of_a_colour() -> None:
    """A tile goes on the first open item of its colour."""
    assert "4 bank" == turn(Table({1: "bank"}), "4", white=1, die=1).left
    assert "4 bank . . . bank" == turn(Table({1: "bank"}), "4 bank", white=1, die=1).left


@rule("burgundy.general.duplicates")
def test_duplicate_buildings() -> None:
    """Two of a building may lie on one card and in the duchy."""
    done = turn(Table({1: "bank bank"}), "2 bank", white=1, die=1, duchy="bank bank")
    assert ("2 bank bank", (0, 3)) == (done.left, done.vp_silver)


@rule("burgundy.ruling.top_left")
def test_the_top_left_tile_of_a_depot() -> None:
    """Of two buildings in a depot the first is taken."""
    done = turn(Table({1: "knowledge watchtower bank"}), "2", white=1, die=1)
    assert ("2 watchtower", (4, 1)) == (done.left, done.vp_silver)


# --- the reserve, wild tiles, the black market ---


@rule("burgundy.search.reserve")
def test_the_reserve_by_the_order_of_items() -> None:
    """If no depot has a fitting tile, the reserve is searched by the items from the top, without a question."""
    done = turn(Table({1: "castle"}), "2", white=1, die=1, reserve="knowledge pig2 boarding_house mine")
    assert ("2 boarding_house", "knowledge pig2 mine", (2, 1)) == (done.left, done.reserve, done.vp_silver)
    assert ["search"] == done.questions


@rule("burgundy.ruling.newest")
def test_the_newest_tile_of_a_colour() -> None:
    """Of two buildings in the reserve the newest is placed."""
    done = turn(Table(), "2", white=1, die=1, reserve="watchtower boarding_house knowledge")
    assert ("2 boarding_house", "watchtower knowledge", (2, 1)) == (done.left, done.reserve, done.vp_silver)


@rule("burgundy.search.reserve", "burgundy.bonus.livestock")
def test_livestock_from_the_reserve_is_known() -> None:
    """Livestock from the reserve scores like any other, and is not asked for again."""
    done = turn(Table(), "1 mine", "3 . . pig3", white=1, die=1, reserve="cow2 pig4", duchy="pig2 cow3")
    assert ("1 mine pig4", "cow2", (9, 1)) == (done.left, done.reserve, done.vp_silver)
    assert ["search"] == done.questions


@rule("burgundy.search.reserve", "burgundy.bonus.castle")
def test_a_castle_from_the_reserve() -> None:
    """A castle from the reserve brings another tile, from the depot of the white die on."""
    done = turn(Table({2: "knowledge"}), "8 . mine castle ship", "2", white=2, die=5, reserve="castle")
    assert ("2 . . . knowledge", "", (18, 1)) == (done.left, done.reserve, done.vp_silver)
    assert [clockwise(5), clockwise(2)] == [facts["depots"] for facts in done.facts("search")]
    assert "8 castle mine" == turn(Table(), "8", white=2, die=5, reserve="castle mine").left


@rule("burgundy.search.wild")
def test_a_wild_tile_comes_last() -> None:
    """A tile of the reserve that fits is placed before a wild tile."""
    done = turn(Table(), "2", white=1, die=1, reserve="wild knowledge")
    assert ("2 . . . knowledge", "wild") == (done.left, done.reserve)


@rule("burgundy.ruling.wild_no_bonus")
def test_a_wild_tile_has_no_bonus() -> None:
    """A wild tile on a castle's item takes no other tile, and one on livestock's item scores nothing."""
    table = Table({1: "knowledge"}, market="bank", hidden="bank")
    done = turn(table, "8", white=1, die=1, reserve="wild")
    assert ("8 wild", "", (0, 1)) == (done.left, done.reserve, done.vp_silver)
    done = turn(Table(hidden="pig3"), "9", white=1, die=1, reserve="wild", duchy="pig4")
    assert ("9 wild", (0, 1)) == (done.left, done.vp_silver)


@rule("burgundy.bonus.livestock")
def test_wild_tiles_on_a_card_are_no_livestock() -> None:
    """A face-down tile of any kind belongs to no pasture."""
    table = Table({1: "pig2"}, hidden="pig4 pig4")
    done = turn(table, "2 wild", "9 wild", white=1, die=1, duchy="pig3")
    assert ("2 wild . pig2", (5, 1)) == (done.left, done.vp_silver)


@rule("burgundy.search.market", "burgundy.ruling.new_wild")
def test_a_new_wild_tile_ends_the_search() -> None:
    """A wild tile from the black market goes to the reserve, and is not placed in the same turn."""
    done = turn(Table(market="bank knowledge"), "2", white=1, die=1, silver=0)
    assert ("2", "wild", (0, 0)) == (done.left, done.reserve, done.vp_silver)
    assert ["search", "market_wild"] == done.questions


@rule("burgundy.ruling.wild_colourless")
def test_a_purchase_follows_a_new_wild_tile() -> None:
    """With two silver it buys another tile; the new wild tile has no colour that it owns."""
    table = Table(market="bank church knowledge")
    done = turn(table, "2", white=1, die=1, silver=2)
    assert ("wild church", (0, 0)) == (done.reserve, done.vp_silver)
    assert [] == done.facts("purchase")[0]["owned"]


@rule("burgundy.search.silver")
def test_nothing_is_asked_of_an_empty_market() -> None:
    """After the answer that the black market is empty, no purchase is asked."""
    done = turn(Table(), "2", white=1, die=1, silver=3)
    assert (0, 5) == done.vp_silver
    assert ["search", "market_wild"] == done.questions


# --- castles ---


@rule("burgundy.bonus.castle")
def test_castles_one_after_the_other() -> None:
    """Each castle of a chain takes another tile, from the depot of the white die on."""
    table = Table({1: "castle", 3: "castle", 4: "mine ship"})
    done = turn(table, "8", white=3, die=1)
    assert "8 castle mine castle" == done.left
    assert [clockwise(1), clockwise(3), clockwise(3)] == [facts["depots"] for facts in done.facts("search")]


@rule("burgundy.ruling.other_card")
def test_a_castle_that_fills_the_active_card() -> None:
    """Its chain continues on the other card, from the depot of the white die on."""
    table = Table({1: "castle", 2: "ship", 4: "bank"})
    done = turn(table, "4 bank . knowledge mine bank", "6", white=2, die=1)
    assert ("6 ship", ["dark_green"]) == (done.left, done.facts("search")[0]["colours"])
    assert ["blue", "yellow", "brown"] == done.facts("search")[1]["colours"]
    assert (21 + 2, 2) == done.vp_silver


@rule("burgundy.ruling.other_card")
def test_a_castle_that_fills_the_right_card() -> None:
    """If the right card is active and full, the chain continues on the left one."""
    table = Table({1: "castle", 5: "knowledge"})
    done = turn(table, "2", "8 castle mine . ship", white=5, die=1)
    assert ("2 . . . knowledge", (18, 1)) == (done.left, done.vp_silver)
    assert "8" != done.right[0]


@rule("burgundy.bonus.castle")
def test_a_chain_takes_from_the_reserve_and_wild_tiles() -> None:
    """A chain is a whole search: the reserve, then a wild tile, then the black market, then silver."""
    assert "8 castle mine" == turn(Table({1: "castle"}), "8", white=1, die=1, reserve="wild mine").left
    assert "8 castle wild" == turn(Table({1: "castle"}, hidden="bank"), "8", white=1, die=1, reserve="wild").left
    assert "wild" == turn(Table({1: "castle"}, market="mine"), "8", white=1, die=1).reserve
    assert (0, 3) == turn(Table({1: "castle"}), "8", white=1, die=1).vp_silver


@rule("burgundy.ruling.other_card", "burgundy.search.market")
def test_a_wild_tile_stays_when_both_cards_are_full() -> None:
    """A wild tile cannot be placed on a full card: the chain turns to the black market."""
    table = Table({2: "castle", 4: "castle"}, market="mine", hidden="bank")
    left, right = "4 bank . knowledge mine church", "8 castle mine . ship"
    done = turn(table, left, right, white=4, die=2, reserve="wild")
    assert ((39, 1), "wild wild") == (done.vp_silver, done.reserve)


# --- livestock ---


@rule("burgundy.bonus.livestock", "burgundy.tile.livestock")
def test_the_pasture() -> None:
    """The same species in the duchy and on both cards counts; other species and the reserve do not."""
    done = turn(
        Table({1: "pig3"}),
        "2",
        "7 . . . pig2",
        white=1,
        die=1,
        duchy="pig4 pig2 cow3 sheep4",
        reserve="pig4",
    )
    assert (3 + 2 + 4 + 2, 1) == done.vp_silver
    assert ["search", "livestock"] == done.questions
    assert [[f"{species}{n}" for species in ("chicken", "sheep", "cow", "pig") for n in (2, 3, 4)]] == done.ids(
        "livestock"
    )


@rule("burgundy.bonus.livestock", "burgundy.ruling.card_8=livestock")
def test_the_pasture_has_tiles_of_the_same_card() -> None:
    """Livestock on other items of the active card counts; by the house rule card 8 may have livestock."""
    options = {"card_8": "livestock"}
    done = turn(Table({1: "cow2"}), "8 castle mine", "9 cow4", white=1, die=1, options=options)
    assert ("8 castle mine cow2", (6, 1)) == (done.left, done.vp_silver)


# --- ships ---


@rule("burgundy.bonus.ship")
def test_a_ship_from_the_fullest_depot() -> None:
    """A ship takes all goods of the depot with most of them, and no others."""
    table = Table({1: "ship"}, goods={4: [6, 6, 2], 1: [1, 1], 5: [5]})
    done = turn(table, "3", white=1, die=1, goods={})
    assert ("3 ship", {6: 2, 2: 1}, 1) == (done.left, done.goods, done.state["ships"])


@rule("burgundy.ruling.own_depot_first")
def test_a_tie_of_ships_starts_with_the_white_die() -> None:
    """The depot of the white die itself comes first."""
    table = Table({2: "ship"}, goods={2: [1], 3: [2], 4: [3], 1: [4]})
    assert {3: 1} == turn(table, "3", white=4, die=2, goods={}).goods


@rule("burgundy.bonus.ship")
def test_there_are_seven_goods_of_a_type() -> None:
    """A type is listed if the bot lacks tiles of it, and counted up to the number that it lacks."""
    bot = bot_in_your_turn(state("3", white=1, goods={1: 7, 2: 6, 3: 2}))
    bot.answer("go_on", 1, "blue")
    assert [*"23456", "several"] == bot.ids
    bot.answer(["2", "3", "4", "several"])
    counted = {line["id"]: (line["low"], line["high"], line["likely"]) for line in bot.ask["lines"]}
    assert {"3": (1, 5, 1), "4": (1, 7, 1)} == counted
    assert bot.refusal(answer={"3": 6, "4": 1})
    bot.answer({"3": 5, "4": 1})
    assert {1: 7, 2: 7, 3: 7, 4: 1} == Turn(bot, []).goods


@rule("burgundy.bonus.ship")
@pytest.mark.parametrize(
    ("have", "answers", "goods"),
    [
        ({}, [[]], {}),
        ({}, [["2", "5"]], {2: 1, 5: 1}),
        ({}, [["5", "several"], 3], {5: 3}),
        ({2: 6}, [["2", "5", "several"], 2], {2: 7, 5: 2}),
        ({2: 6}, [["2", "several"]], {2: 7}),
        ({}, [["several"], {**dict.fromkeys("12346", 0), "5": 2}], {5: 2}),
        (dict.fromkeys(range(1, 7), 6), [["1"]], {1: 7, **dict.fromkeys(range(2, 7), 6)}),
    ],
    ids=str,
)
def test_types_are_counted_only_if_there_are_several(have: Goods, answers: list[Any], goods: Goods) -> None:
    """A single repeated type is a number from 2 on; if no type is ticked with it, all are counted."""
    bot = bot_in_your_turn(state("3", white=1, goods=have))
    bot.answer("go_on", 1, "blue", *answers)
    assert ("lead", goods) == (bot.key, Turn(bot, []).goods)


@rule("burgundy.bonus.ship", "burgundy.ruling.no_goods")
def test_no_goods_are_asked_if_it_has_all() -> None:
    """If the bot has all seven tiles of every type, the goods of a depot are not asked."""
    done = turn(Table({1: "ship"}), "3", white=1, die=1, goods=dict.fromkeys(range(1, 7), 7))
    assert (["search", "lead"], 1) == (done.questions, done.state["ships"])


@rule("burgundy.bonus.ship_step", "burgundy.ruling.no_goods")
def test_a_ship_without_goods() -> None:
    """A ship without goods moves on the turn order track, too."""
    done = turn(Table({1: "ship"}), "3", white=1, die=1)
    assert (1, dict.fromkeys(range(1, 7), 1)) == (done.state["ships"], done.goods)


@rule("burgundy.bonus.ship")
def test_a_ship_from_the_reserve() -> None:
    """A ship from the reserve has its bonus, and the goods are asked."""
    done = turn(Table(goods={6: [2, 2]}), "3", white=1, die=1, goods={}, reserve="ship", ships=2)
    assert ("3 ship", {2: 2}, 3) == (done.left, done.goods, done.state["ships"])


# --- buildings ---


@rule("burgundy.bonus.silver", "burgundy.bonus.worker", "burgundy.bonus.points", "burgundy.bonus.shipping")
@pytest.mark.parametrize(
    ("building", "vp", "silver"),
    [("bank", 0, 3), ("boarding_house", 2, 1), ("watchtower", 4, 1), ("warehouse", 2, 2), ("city_hall", 0, 1)],
)
def test_the_simple_buildings(building: str, vp: int, silver: int) -> None:
    """Buildings bring silver, points, or a sale; a city hall without a reserve brings nothing."""
    done = turn(Table({1: building}), "2", white=1, die=1)
    assert (f"2 {building}", (vp, silver)) == (done.left, done.vp_silver)


@rule("burgundy.bonus.silver", "burgundy.purchase.tile")
def test_a_bank_pays_for_a_purchase() -> None:
    """The silver of a turn can pay for the purchase at its end."""
    done = turn(Table({1: "bank"}, market="ship"), "2", white=1, die=1, silver=0)
    assert ("ship", (0, 0)) == (done.reserve, done.vp_silver)


@rule("burgundy.sale.nothing", "burgundy.sale.trade_routes", "burgundy.ruling.two_points")
@pytest.mark.parametrize("goods", [{}, {3: 1}])
def test_a_sale_needs_goods(goods: dict[int, int]) -> None:
    """Without goods a warehouse brings no silver, and no point of the trade routes."""
    options = {"trade_routes": True}
    done = turn(Table({1: "warehouse"}), "2", white=1, die=1, goods=goods, options=options)
    assert ((3, 2) if goods else (0, 1), {}) == (done.vp_silver, done.goods)


@rule("burgundy.tile.building", "burgundy.ruling.expansions", "burgundy.bonus.crane")
@pytest.mark.parametrize("option", [False, True])
def test_building_types(option: bool) -> None:
    """Crane and white castle can be named even without their options, since the table is right."""
    options = {"crane": option, "white_castle": option}
    done = turn(Table({1: "crane knowledge"}), "2", white=1, die=1, options=options)
    assert (10, "2 crane . . knowledge") == (len(done.ids("building")[0]), done.left)


# --- the city hall ---


@rule("burgundy.bonus.placement")
def test_a_city_hall_places_what_it_has_most_of() -> None:
    """It places the colour it has most of, not the one for the highest item; then comes the bonus."""
    done = turn(Table({1: "city_hall"}), "2", white=1, die=1, reserve="knowledge pig3 knowledge")
    assert ("2 city_hall . . knowledge", "knowledge pig3") == (done.left, done.reserve)
    done = turn(Table({1: "city_hall"}), "2", white=1, die=1, reserve="pig3 pig2 knowledge", duchy="pig4")
    assert ("2 city_hall . pig2", (6, 1)) == (done.left, done.vp_silver)


@rule("burgundy.ruling.placement_fits", "burgundy.ruling.wild_colourless")
def test_a_city_hall_without_a_tile_that_fits() -> None:
    """If the active card has an open item, the other card is not used; wild tiles have no colour."""
    table = Table({1: "city_hall"}, hidden="bank bank")
    done = turn(table, "2", "6", white=1, die=1, reserve="ship wild wild mine")
    assert ("2 city_hall", "6", "ship wild wild mine") == (done.left, done.right, done.reserve)


@rule("burgundy.bonus.placement", "burgundy.ruling.other_card")
def test_a_city_hall_that_fills_the_active_card() -> None:
    """A city hall that fills the active card places on the other one."""
    done = turn(Table({1: "city_hall"}), "2 bank . pig2 knowledge", "6", white=1, die=1, reserve="knowledge ship ship")
    assert ("6 ship", "knowledge ship", 18 + 2) == (done.left, done.reserve, done.vp_silver[0])


@rule("burgundy.bonus.placement")
def test_a_city_hall_places_a_castle() -> None:
    """A castle placed by a city hall brings another tile, from the depot of the white die on."""
    table = Table({2: "city_hall", 4: "mine", 1: "knowledge"})
    done = turn(table, "4", white=4, die=2, reserve="castle castle")
    assert ("4 city_hall castle . mine", "castle") == (done.left, done.reserve)


@rule("burgundy.bonus.placement", "burgundy.ruling.newest")
def test_a_city_hall_places_a_city_hall() -> None:
    """The newest tile is a city hall: it is placed, and places another tile."""
    done = turn(Table({1: "city_hall"}), "2", white=1, die=1, reserve="bank city_hall knowledge")
    assert ("2 city_hall city_hall . knowledge", "bank") == (done.left, done.reserve)


# --- carpenter, church, market ---


@rule("burgundy.bonus.remaining", "burgundy.ruling.remaining_order=depot_first")
@pytest.mark.parametrize(
    ("building", "depots", "taken"),
    [
        ("church", {3: "bank", 4: "knowledge mine castle"}, "castle"),
        ("church", {2: "castle", 6: "knowledge mine"}, "mine"),
        ("church", {3: "bank ship pig2"}, ""),
        ("market", {3: "pig2 ship"}, "ship"),
        ("market", {3: "cow4 pig2", 4: "ship"}, "cow4"),
        ("carpenter", {2: "bank", 3: "mine bank", 4: "market"}, "bank"),
        ("carpenter", {3: "mine market church"}, "market"),
    ],
)
def test_what_the_three_buildings_take(building: str, depots: dict[int, str], taken: str) -> None:
    """They take one tile from the nearest depot with their colours: of the first colour, then the top left one."""
    table = Table({**depots, 1: building})
    done = turn(table, "2", white=3, die=1)
    assert (f"2 {building}", taken, (0, 1)) == (done.left, done.reserve, done.vp_silver)
    assert clockwise(3) == done.facts("remaining")[0]["depots"]


@rule("burgundy.ruling.remaining_order=colour_first")
@pytest.mark.parametrize(
    ("building", "depots", "taken"),
    [
        ("church", {3: "knowledge", 4: "mine", 2: "castle"}, "castle"),
        ("church", {3: "knowledge", 2: "mine"}, "mine"),
        ("market", {3: "pig2", 2: "ship"}, "ship"),
        ("market", {3: "mine", 2: "pig2"}, "pig2"),
    ],
)
def test_the_house_rule_of_colours_first(building: str, depots: dict[int, str], taken: str) -> None:
    """By the house rule all depots are searched for the first colour before the next one."""
    done = turn(Table({**depots, 1: building}), "2", white=3, die=1, options={"remaining_order": "colour_first"})
    assert taken == done.reserve


@rule("burgundy.bonus.remaining")
def test_a_tile_taken_to_the_reserve_has_no_bonus() -> None:
    """Carpenter and market bring a tile to the reserve, where it has no bonus."""
    done = turn(Table({1: "carpenter watchtower"}), "2", white=1, die=1)
    assert ("2 carpenter", "watchtower", (0, 1)) == (done.left, done.reserve, done.vp_silver)
    done = turn(Table({1: "market ship"}, goods={1: [1, 1]}), "2", white=1, die=1)
    assert ("ship", 0) == (done.reserve, done.state["ships"])


@rule("burgundy.tile.building", "burgundy.tile.livestock")
def test_details_of_a_tile_are_asked_when_it_is_placed() -> None:
    """The details of a tile are asked once, when it is placed, and not when it enters the reserve."""
    table = Table({1: "market", 2: "pig3"})
    done = turn(table, "2", white=1, die=1)
    assert (["search", "building", "remaining"], "pig3") == (done.questions, done.reserve)
    values = state("2 bank bank", white=1)
    later = play_turn(bot_in_your_turn({**values, "reserve": done.state["reserve"]}), table, 1)
    assert (["search", "livestock"], "2 bank bank pig3") == (later.questions[:2], later.left)


@rule("burgundy.ruling.remaining_order=colour_first", "burgundy.search.order")
def test_colours_that_colour_first_skips_are_in_no_depot() -> None:
    """If a church takes a mine by the house rule of colours, castles are known to be in no depot."""
    options = {"remaining_order": "colour_first"}
    done = turn(Table({1: "church", 3: "mine knowledge"}), "4", white=3, die=1, options=options)
    assert ("mine", ["dark_green"]) == (done.reserve, done.state["absent"])
    near = turn(Table({1: "church", 3: "mine knowledge"}), "4", white=3, die=1)
    assert ("mine", []) == (near.reserve, near.state["absent"])


# --- the white castle ---


@rule("burgundy.bonus.white_castle", "burgundy.ruling.white_castle_depot", "burgundy.ruling.wild_colourless")
@pytest.mark.parametrize(
    ("depots", "reserve", "taken"),
    [
        ({3: "mine knowledge"}, "mine knowledge knowledge", "mine"),
        ({3: "mine knowledge"}, "mine", "knowledge"),
        ({3: "knowledge mine"}, "ship ship", "knowledge"),
        ({4: "mine knowledge", 2: "ship"}, "mine", "knowledge"),
        ({2: "ship"}, "ship", "ship"),
        ({3: "mine knowledge"}, "wild wild mine", "knowledge"),
    ],
    ids=["fewest", "none_of", "tie", "next_depot", "last_depot", "wild_is_no_colour"],
)
def test_a_white_castle(depots: dict[int, str], reserve: str, taken: str) -> None:
    """From the first depot with tiles it takes the colour it has fewest of; in a tie the top left tile."""
    table = Table({**depots, 1: "white_castle"}, hidden="bank bank")
    done = turn(table, "2", white=3, die=1, reserve=reserve, options=EXPANSIONS)
    assert ("2 white_castle", f"{reserve} {taken}", (0, 1)) == (done.left, done.reserve, done.vp_silver)
    assert {"colour": tiles(taken)[0]["colour"]} == done.reasons("bonus.white_castle")[0][1]
    had = [[tile["colour"] for tile in tiles(reserve)].count(one) for one in done.ids("white_castle")[0][:-1]]
    assert sorted(had) == had, "the colour it has fewest of comes first"


@rule("burgundy.bonus.white_castle")
def test_a_white_castle_without_tiles() -> None:
    """Without a tile in any depot it gains one silver."""
    done = turn(Table({1: "white_castle"}), "2", white=3, die=1, options=EXPANSIONS)
    assert ("2 white_castle", (0, 2)) == (done.left, done.vp_silver)
    assert {"colour": "none", "silver": 1} == done.reasons("bonus.white_castle")[0][1]


@rule("burgundy.ruling.white_castle_yellow", "burgundy.general.yellow")
@pytest.mark.parametrize(("tile", "reserve"), [("yellow_castle", "ship"), ("knowledge", "")])
def test_a_white_castle_on_a_yellow_tile(tile: str, reserve: str) -> None:
    """With the expansion a yellow tile may be a white castle: its colour fits the item, and it works."""
    done = turn(Table({1: tile, 3: "ship"}), "2", white=3, die=1, options={"white_castle": True})
    assert (f"2 . . . {tile}", reserve) == (done.left, done.reserve)
    assert "castle_on_yellow" not in done.questions


@rule("burgundy.ruling.white_castle_yellow")
def test_a_white_castle_in_the_reserve() -> None:
    """A yellow white castle is known when it is taken, and works when it is placed."""
    options = {"white_castle": True}
    done = turn(Table({3: "ship"}), "2", white=3, die=1, reserve="yellow_castle", options=options)
    assert ("2 . . . yellow_castle", "ship", ["search", "white_castle"]) == (done.left, done.reserve, done.questions)


@rule("burgundy.bonus.crane")
def test_a_crane_that_finds_nothing() -> None:
    """A crane that finds no tile brings two silver, as a castle does."""
    assert (0, 3) == turn(Table({1: "crane"}), "2", white=3, die=1, options=EXPANSIONS).vp_silver


# --- boxes ---


@rule("burgundy.sale.box")
@pytest.mark.parametrize(
    ("left", "depots", "reserve", "filled"),
    [
        ("3", {1: "pig2"}, "", "3 . . pig2"),
        ("5", {1: "knowledge"}, "", "5 knowledge"),
        ("8 castle", {1: "mine"}, "", "8 castle mine"),
        ("9", {1: "knowledge"}, "", "9 . . . knowledge"),
        ("9", {}, "knowledge", "9 . . . knowledge"),
        ("7 bank", {1: "castle", 2: "bank"}, "", "7 bank castle bank"),
        ("7", {1: "city_hall"}, "market", "7 city_hall . market"),
        ("5", {}, "wild", "5 wild"),
    ],
    ids=["livestock", "yellow", "gray", "last", "reserve", "castle_chain", "city_hall", "wild"],
)
def test_a_box_sells_for_any_tile(left: str, depots: dict[int, str], reserve: str, filled: str) -> None:
    """A box sells once when its item is marked, by any kind of tile."""
    done = turn(Table(depots, hidden="bank"), left, white=1, die=1, silver=0, goods={4: 3, 5: 3}, reserve=reserve)
    assert (filled, {5: 3}) == (done.left, done.goods)


@rule("burgundy.sale.box", "burgundy.bonus.shipping")
@pytest.mark.parametrize("sale", ["before_bonus", "after_bonus"])
def test_a_box_and_a_warehouse(sale: str) -> None:
    """A warehouse on a box sells twice."""
    table = Table({1: "warehouse"})
    done = turn(table, "7 bank", white=1, die=1, goods={4: 3, 5: 2}, options={"box_sale": sale})
    assert ((10, 3), {}) == (done.vp_silver, done.goods)


@rule("burgundy.ruling.box_sale=before_bonus", "burgundy.ruling.box_sale=after_bonus")
@pytest.mark.parametrize(("sale", "goods"), [("before_bonus", {2: 3}), ("after_bonus", {1: 2})])
def test_a_box_waits_for_the_whole_bonus(sale: str, goods: dict[int, int]) -> None:
    """If a city hall on a box places a ship, the box sells before the whole bonus, or after it."""
    table = Table({1: "city_hall"}, goods={1: [2, 2, 2]})
    options = {"box_sale": sale}
    done = turn(table, "7 bank castle", white=1, die=1, goods={1: 2}, reserve="ship", options=options)
    assert ("7 bank castle city_hall . ship", goods) == (done.left, done.goods)


@rule("burgundy.sale.box")
def test_an_item_without_a_box_sells_nothing() -> None:
    """Card 3 has its box on the livestock, not on the ship."""
    done = turn(Table({1: "ship"}), "3", white=1, die=1)
    assert ("3 ship", (0, 1), 6) == (done.left, done.vp_silver, len(done.goods))


@rule("burgundy.table.truth")
def test_corrected_points_are_shown_without_a_score() -> None:
    """After a correction of its points the order to score is gone."""
    bot = bot_in_your_turn(state("4", vp=11, news=[{"type": "Scored", "n": 4}]))
    assert "Give it 4 points: now 11." in bot.screen["lines"][-1]
    bot.do(correct={"vp": 20})
    assert "points" not in " ".join(bot.screen["lines"])
