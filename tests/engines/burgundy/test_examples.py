"""The worked examples of the fact sheet, by their ids, on a table that answers from the facts of a screen."""

from typing import Any

import pytest

from tests.engines.burgundy.turns import ROUND_START, Turn, bot_in_your_turn, play_turn, state, turn, usual_answer
from tests.protocol_client import Outsider
from tests.rules import rule
from tests.tables.burgundy import Table


@rule("T1", "burgundy.search.order")
def test_t1_the_depot_beats_the_order_of_items() -> None:
    """The yellow tile in the first depot is taken, though the brown item is higher on the card."""
    done = turn(Table({5: "mine knowledge", 6: "bank pig2"}), "2", "6", white=3, die=5)
    assert ("2 . . . knowledge", "6", (0, 1)) == (done.left, done.right, done.vp_silver)
    assert [5, 6, 1, 2, 3, 4] == done.facts("search")[0]["depots"]
    assert ["brown", "light_green", "yellow"] == done.facts("search")[0]["colours"]
    assert ["search"] == done.questions


@rule("T2")
def test_t2_the_order_of_items_beats_the_position() -> None:
    """Of two tiles in the first depot, the one for the higher item is taken."""
    done = turn(Table({5: "knowledge boarding_house"}), "2", "6", white=3, die=5)
    assert ("2 boarding_house", (2, 1)) == (done.left, done.vp_silver)


@rule("T4", "burgundy.ruling.clockwise")
def test_t4_a_full_lap() -> None:
    """No tile fits in depots 5, 6 and 1: depot 2 has the first tile of an open colour."""
    table = Table({5: "mine ship", 6: "bank", 1: "ship", 2: "castle knowledge"})
    done = turn(table, "2 bank bank", white=2, die=5)
    assert "2 bank bank . knowledge" == done.left
    assert ["light_green", "yellow"] == done.facts("search")[0]["colours"]


@rule("T5", "burgundy.bonus.castle")
def test_t5_a_castle_chain() -> None:
    """The castle's item is higher; its chain starts at the depot of the white die, where a building is."""
    table = Table({2: "knowledge castle", 4: "ship watchtower", 5: "mine knowledge"})
    done = turn(table, "4 bank", "6", white=4, die=2)
    assert ("4 bank castle . . watchtower", (4, 1)) == (done.left, done.vp_silver)
    first, second = done.facts("search")
    assert ["dark_green", "yellow", "gray", "brown"] == first["colours"]
    assert (["yellow", "gray", "brown"], [4, 5, 6, 1, 2, 3]) == (second["colours"], second["depots"])


@rule("T7", "burgundy.ruling.other_card", "burgundy.search.silver")
def test_t7_both_cards_full() -> None:
    """A chain continues on the other card; with both full and an empty black market it gains two silver."""
    done = turn(
        Table({2: "castle knowledge", 4: "castle"}),
        "4 bank . knowledge mine church",
        "8 castle mine . ship",
        white=4,
        die=2,
        goods={2: 3, 5: 1},
    )
    assert (39, 3) == done.vp_silver
    assert {2: 3, 5: 1} == done.goods
    assert {"dark_green": 3, "gray": 2, "yellow": 1, "blue": 1, "brown": 2} == done.duchy
    assert {"4", "8"} == set(done.state["discard"])
    assert {done.left, done.right}.isdisjoint({"4", "8"})
    assert "purchase" not in done.questions


@rule("T8", "burgundy.bonus.remaining")
@pytest.mark.parametrize(
    ("order", "taken"), [("depot_first", "knowledge"), ("colour_first", "castle")], ids=["nearest", "colour_first"]
)
def test_t8_a_church(order: str, taken: str) -> None:
    """A church takes a tile from the nearest depot with one of its colours; by the house rule, of the first colour."""
    table = Table({1: "church", 4: "mine", 3: "knowledge", 2: "castle"})
    done = turn(table, "2", white=3, die=1, options={"remaining_order": order})
    assert ("2 church", taken, (0, 1)) == (done.left, done.reserve, done.vp_silver)
    facts = done.facts("remaining")[0]
    assert ([3, 4, 5, 6, 1, 2], order) == (facts["depots"], facts["order"])
    assert ["dark_green", "gray", "yellow"] == facts["colours"]
    assert [["dark_green", "gray", "yellow", "none"]] == done.ids("remaining")


@rule("T9", "burgundy.bonus.remaining")
def test_t9_a_market_without_a_ship() -> None:
    """Without a ship in any depot it takes the nearest livestock, which scores nothing in the reserve."""
    done = turn(Table({1: "market", 5: "sheep3", 2: "pig2"}), "2", white=3, die=1)
    assert ("2 market", "sheep3", (0, 1)) == (done.left, done.reserve, done.vp_silver)


@rule("T10", "burgundy.bonus.remaining")
def test_t10_a_carpenter_that_finds_nothing() -> None:
    """Without a building in any depot a carpenter does nothing."""
    done = turn(Table({1: "carpenter", 5: "mine"}), "2", white=3, die=1)
    assert ("2 carpenter", "", (0, 1)) == (done.left, done.reserve, done.vp_silver)


@rule("T11", "burgundy.bonus.placement", "burgundy.ruling.placement_fits")
def test_t11_a_tie_of_the_city_hall() -> None:
    """Yellow and brown tie for most of the colours that fit; the yellow item is higher."""
    reserve = "mine knowledge knowledge bank church sheep2 pig3 cow4"
    done = turn(Table({3: "city_hall"}), "4 . castle", white=1, die=3, reserve=reserve)
    assert "4 city_hall castle knowledge" == done.left
    assert "mine knowledge bank church sheep2 pig3 cow4" == done.reserve
    assert ["search", "building"] == done.questions


@rule("T13", "burgundy.ruling.other_card")
def test_t13_a_city_hall_with_both_cards_full() -> None:
    """The city hall fills the left card, a second one from the reserve the right card; its bonus finds no open item."""
    done = turn(
        Table({3: "city_hall"}),
        "2 bank . pig2 knowledge",
        "9 cow3 church . knowledge",
        white=2,
        die=3,
        reserve="ship city_hall",
    )
    assert ((36, 1), "ship") == (done.vp_silver, done.reserve)
    assert {"2", "9"} == set(done.state["discard"])


SHIP_GOODS = {2: [1, 4], 6: [3, 3], 5: [2]}


@rule("T14", "burgundy.bonus.ship", "burgundy.bonus.ship_step", "burgundy.ruling.own_depot_first")
def test_t14_a_tie_of_a_ship() -> None:
    """Of the two fullest depots it empties the first one clockwise from the white die."""
    done = turn(Table({1: "ship"}, goods=SHIP_GOODS), "2", "6 ship", white=5, die=1)
    assert ("6 ship . . ship", (0, 1), 1) == (done.right, done.vp_silver, done.state["ships"])
    assert {1: 1, 2: 1, 3: 3, 4: 1, 5: 1, 6: 1} == done.goods
    assert [[5, 6, 1, 2, 3, 4]] == [facts["depots"] for facts in done.facts("goods")]


@rule("T15", "burgundy.sale.box", "burgundy.ruling.box_sale=before_bonus", "burgundy.ruling.box_sale=after_bonus")
@pytest.mark.parametrize(
    ("sale", "gained", "left"),
    [
        ("before_bonus", (2, 2), {2: 1, 3: 3, 4: 1, 5: 1, 6: 1}),
        ("after_bonus", (6, 2), {1: 1, 2: 1, 4: 1, 5: 1, 6: 1}),
    ],
)
def test_t15_a_box_sells_before_the_ship(sale: str, gained: tuple[int, int], left: dict[int, int]) -> None:
    """A box sells when its item is marked, before the ship brings goods; by the house rule after it."""
    done = turn(Table({1: "ship"}, goods=SHIP_GOODS), "2", white=5, die=1, options={"box_sale": sale})
    assert ("6 ship", gained, left) == (done.right, done.vp_silver, done.goods)


@rule("T16", "burgundy.sale.most", "burgundy.sale.trade_routes")
def test_t16_a_tie_of_goods_with_trade_routes() -> None:
    """Of two types with most tiles the lower number is sold; trade routes add a point to the sale."""
    table = Table({4: "warehouse"})
    options = {"trade_routes": True}
    done = turn(table, "9 cow2 bank", white=1, die=4, goods={1: 2, 4: 2, 6: 1}, options=options)
    assert ("9 cow2 bank warehouse", (5, 2), {4: 2, 6: 1}) == (done.left, done.vp_silver, done.goods)


@rule("T17", "burgundy.search.wild", "burgundy.ruling.wild_no_bonus")
def test_t17_a_wild_tile_on_a_box() -> None:
    """If no tile fits, a wild tile marks the topmost item: it brings no goods, but its box sells."""
    table = Table({2: "castle"}, market="knowledge", hidden="bank")
    done = turn(table, "6", white=1, die=4, silver=0, reserve="wild pig2", goods={3: 2, 5: 1})
    assert ("6 wild", "pig2", {5: 1}) == (done.left, done.reserve, done.goods)
    assert ((4, 1), 0) == (done.vp_silver, done.state["ships"])
    assert ["search"] == done.questions


@rule("T19", "burgundy.search.silver")
def test_t19_nothing_at_all() -> None:
    """Without any tile and black market it gets two silver, and buys nothing."""
    done = turn(Table({2: "castle"}), "6", white=1, die=4)
    assert ("6", "", (0, 3)) == (done.left, done.reserve, done.vp_silver)


@rule("T20", "burgundy.card.wild", "burgundy.colour.complete")
def test_t20_a_card_with_a_wild_tile_and_a_colour() -> None:
    """The sheep, the card and the third mine score; the wild tile was a bank, and the other card slides."""
    table = Table({6: "sheep2"}, hidden="bank")
    done = turn(table, "1 mine . wild", "6 ship", white=2, die=6, duchy="sheep3 mine mine")
    assert (22, 1) == done.vp_silver
    assert {"gray": 3, "light_green": 2, "brown": 1} == done.duchy
    assert (["gray"], "6 ship") == (done.state["claimed"], done.left)
    assert ["1"] == done.state["discard"]
    assert (["5", "2", "none"], [{"n": 1, "of": 1}]) == (done.ids("bonus")[0], [_flip(done)])


def _flip(done: Turn) -> dict[str, Any]:
    facts = done.facts("flip")[0]
    return {"n": facts["n"], "of": facts["of"]}


@rule("T21", "burgundy.ruling.bonus_gone")
@pytest.mark.parametrize(("left", "vp"), [([2], 12), ([], 10)], ids=["small", "none"])
def test_t21_the_second_bonus_tile(left: list[int], vp: int) -> None:
    """It scores 2 for the sheep, 8 for the card at easy, and the remaining bonus tile of gray, if any."""
    table = Table({6: "sheep2"}, bonus={"gray": left})
    options = {"difficulty": "easy"}
    done = turn(table, "1 mine . knowledge", white=2, die=6, duchy="mine mine", options=options)
    assert ((vp, 1), ["gray"]) == (done.vp_silver, done.state["claimed"])


@rule("T23", "burgundy.purchase.tile")
def test_t23_a_purchase_of_a_new_colour() -> None:
    """It buys the first tile whose colour is not in the reserve."""
    table = Table({1: "cow2"}, market="knowledge bank ship mine")
    done = turn(table, "2", white=1, die=1, silver=3, reserve="knowledge bank")
    assert ("2 . . cow2", (2, 1), "knowledge bank ship") == (done.left, done.vp_silver, done.reserve)
    assert {"yellow", "brown"} == set(done.facts("purchase")[0]["owned"])


@rule("T24", "burgundy.ruling.by_colour")
def test_t24_a_purchase_with_all_colours_owned() -> None:
    """If it owns every colour on offer, it buys the top left tile."""
    table = Table({1: "cow2"}, market="church knowledge")
    done = turn(table, "2", white=1, die=1, silver=2, reserve="knowledge bank")
    assert ((2, 0), "knowledge bank church") == (done.vp_silver, done.reserve)


@rule("T26", "burgundy.bonus.crane")
def test_t26_a_crane() -> None:
    """A crane acts as a castle: another tile from the depot of the white die on."""
    table = Table({1: "crane", 3: "knowledge", 4: "cow4"})
    done = turn(table, "2", white=3, die=1, options={"crane": True})
    assert ("2 crane . . knowledge", (0, 1)) == (done.left, done.vp_silver)
    assert [3, 4, 5, 6, 1, 2] == done.facts("search")[1]["depots"]


@rule("T28", "burgundy.search.market", "burgundy.ruling.new_wild", "burgundy.ruling.card_8=castle")
def test_t28_a_chain_that_finds_nothing() -> None:
    """The castle goes on the third item of card 8; its chain takes the first tile of the market face down."""
    table = Table({1: "castle"}, market="mine bank")
    done = turn(table, "8 castle mine", white=3, die=1, silver=0)
    assert ("8 castle mine castle", "wild", (0, 0)) == (done.left, done.reserve, done.vp_silver)
    assert [{"colour": "gray"}] == table.hidden


@rule("T29", "burgundy.end.score", "burgundy.ruling.face_down")
def test_t29_the_end_of_the_game() -> None:
    """Yellow tiles on cards and in the duchy, goods, silver, the reserve and tiles on unfinished cards score."""
    values = state(
        "4 wild castle",
        "9 . . . knowledge",
        white=1,
        phase="E",
        round=5,
        duchy="knowledge knowledge bank",
        reserve="knowledge wild mine",
        goods={2: 2, 6: 1},
        silver=3,
    )
    bot = bot_in_your_turn(values)
    done = play_turn(bot, Table({1: "knowledge"}), 1)
    assert "4 wild castle knowledge" == done.left
    bot.until(usual_answer, "over", ROUND_START)
    assert [3, 3, 3, 8, 16] == sorted(value for value in bot.score.values() if value)
    assert 33 == bot.status["score"]["total"] == bot.status["result"]["bot"]


@rule("T30", "burgundy.setup.pieces", "burgundy.setup.cards", "burgundy.setup.castle")
def test_t30_the_setup() -> None:
    """Cards are discarded until the left one has a castle item; the castle goes on its topmost green item."""
    bot = Outsider("burgundy")
    drawn = ["1", "2", "3", "4", "5"]
    bot.until(lambda bot: drawn.pop(0) if bot.ask["kind"] == "draw" else usual_answer(bot), "your_turn", "white_die")
    done = Turn(bot, [])
    assert ([], ["1", "2", "3"]) == (drawn, done.state["discard"])
    assert ("4 . castle", "5") == (done.left, done.right)
    assert ["6", "7", "8", "9"] == sorted(done.state["deck"])
    assert ((0, 1), dict.fromkeys(range(1, 7), 1)) == (done.vp_silver, done.goods)
    assert ("", {}, 0) == (done.reserve, done.duchy, done.state["ships"])


@rule("T31", "burgundy.card.deck", "burgundy.card.next")
def test_t31_an_empty_deck() -> None:
    """A complete card joins the discard pile, which becomes the deck; the right card slides, and a new one is drawn."""
    pile = ["2", "3", "4", "5", "7", "8", "9"]
    values = state("1 mine . knowledge", "6 ship", white=2, discard=pile)
    done = play_turn(bot_in_your_turn(values), Table({6: "sheep2"}), 6, "1")
    assert ("6 ship", "1") == (done.left, done.right)
    assert (sorted(pile), [], 1) == (sorted(done.state["deck"]), done.state["discard"], done.state["shuffle"])


@rule("T32", "burgundy.ruling.mine_income=yes", "burgundy.ruling.mine_income=no")
@pytest.mark.parametrize(("income", "silver"), [("yes", 3), ("no", 0)])
def test_t32_the_income_of_mines(income: str, silver: int) -> None:
    """At the end of a phase each mine in the duchy and on the cards gives a silver, those in the reserve none."""
    values = state("2", "1 mine", white=1, round=5, silver=0, duchy="mine mine", reserve="mine")
    bot = bot_in_your_turn(values, mine_income=income)
    play_turn(bot, Table({1: "knowledge"}), 1)
    bot.until(usual_answer, ROUND_START)
    assert ("B", silver) == (bot.state["phase"], bot.state["silver"])
