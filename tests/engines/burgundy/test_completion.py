"""The rules of the Automata without a worked example: complete cards, purchases, rounds, the end."""

from collections import Counter
from typing import Any

import pytest

from engines.registry import load_engine
from tests.core import core
from tests.engines.burgundy.automata import CARDS, COMPLETE_TILES, LEVELS, items, points
from tests.engines.burgundy.turns import (
    FINAL,
    ROUND_START,
    YOUR_TURN,
    Turn,
    answer_from,
    bot_in_your_turn,
    play_turn,
    state,
    turn,
    usual_answer,
)
from tests.protocol_client import Outsider
from tests.rules import rule
from tests.tables.burgundy import COLOURS, Table

TILE_OF_COLOUR = {
    "dark_green": "castle",
    "gray": "mine",
    "yellow": "knowledge",
    "blue": "ship",
    "light_green": "cow2",
    "brown": "church",
}
"""A tile of each colour."""


# --- set-up ---


def set_up(*drawn: str, **options: Any) -> Turn:
    """Return the bot after the set-up with cards in this order."""
    bot, remaining = Outsider("burgundy", **options), list(drawn)
    bot.until(lambda bot: remaining.pop(0) if bot.ask["kind"] == "draw" else usual_answer(bot), YOUR_TURN, "white_die")
    assert not remaining
    return Turn(bot, [])


@rule("burgundy.setup.cards", "burgundy.setup.castle", "burgundy.ruling.setup_castle")
@pytest.mark.parametrize(
    ("drawn", "left", "right"),
    [
        (["7", "1"], "7 . castle", "1"),
        (["8", "4"], "8 castle", "4"),
        (["1", "4", "8"], "4 . castle", "8"),
        (["1", "2", "3", "5", "6", "9", "8", "7"], "8 castle", "7"),
    ],
)
def test_the_first_card_with_a_castle(drawn: list[str], left: str, right: str) -> None:
    """Up to six cards without a castle are discarded; the castle marks the topmost green item and scores nothing."""
    done = set_up(*drawn)
    assert (left, right, drawn[:-2]) == (done.left, done.right, done.state["discard"])
    assert (0, 1) == done.vp_silver
    assert sorted(set(CARDS) - set(drawn)) == sorted(done.state["deck"])


@rule("burgundy.setup.cards")
def test_the_cards_are_shuffled_once() -> None:
    """The player is told to shuffle the cards before the first one, and not again after discarded ones."""
    bot = Outsider("burgundy")
    bot.answer(True)
    shuffles = []
    for name in ("1", "2", "4"):
        shuffles.append(any("Shuffle" in line for line in bot.screen["lines"]))
        bot.answer(name)
    assert [True, False, False] == shuffles


@rule("burgundy.ruling.card_8=livestock")
def test_card_8_as_livestock() -> None:
    """With the house rule card 8 still begins with a castle, and its third item is livestock."""
    assert "8 castle" == set_up("8", "4", card_8="livestock").left
    done = turn(Table({1: "castle pig3"}), "8 castle", white=1, die=1, options={"card_8": "livestock"})
    assert "8 castle . pig3" == done.left


# --- complete cards ---


@rule("burgundy.card.points", "burgundy.setup.difficulty", "burgundy.card.duchy")
@pytest.mark.parametrize("level", core(LEVELS))
@pytest.mark.parametrize("name", CARDS)
def test_the_points_of_a_card(name: str, level: str) -> None:
    """A complete card scores its points at the level played, and its tiles go to the duchy."""
    *laid, last = [TILE_OF_COLOUR[colour] for colour in items(name)]
    options = {"difficulty": level}
    done = turn(Table({1: last}), " ".join([name, *laid]), white=1, die=1, goods={}, options=options)
    scored = 2 if last == "cow2" else 0
    assert (points(name, level) + scored, 1) == done.vp_silver
    assert {colour: items(name).count(colour) for colour in items(name)} == done.duchy
    assert [name] == done.state["discard"]


@rule("burgundy.card.next")
def test_a_complete_right_card() -> None:
    """The right card is discarded and replaced; the left one stays with its tiles."""
    values = state("4 bank castle", "1 mine . knowledge", white=5)
    done = play_turn(bot_in_your_turn(values), Table({1: "cow2"}), 1, "9")
    assert ("4 bank castle", "9", ["1"]) == (done.left, done.right, done.state["discard"])


@rule("burgundy.card.next")
def test_a_complete_left_card_lets_the_right_one_slide() -> None:
    """The right card slides with its tiles, and the new one comes to the right."""
    values = state("1 mine . knowledge", "4 bank castle wild", white=1)
    done = play_turn(bot_in_your_turn(values), Table({1: "cow2"}, hidden="bank"), 1, "9")
    assert ("4 bank castle wild", "9", ["1"]) == (done.left, done.right, done.state["discard"])


@rule("burgundy.card.next")
def test_two_complete_cards() -> None:
    """Both cards are discarded; the next card becomes the left one, the one after it the right one."""
    values = state("4 bank . knowledge mine church", "8 castle mine . ship", white=4)
    done = play_turn(bot_in_your_turn(values), Table({2: "castle", 4: "castle"}), 2, "9", "2")
    assert ("9", "2") == (done.left, done.right)
    assert ["1", "3", "5", "6", "7"] == sorted(done.state["deck"])


NEARLY_FULL = "4 bank . knowledge mine church"
"""A left card that needs only a castle."""


@rule("burgundy.card.next", "burgundy.card.deck")
@pytest.mark.parametrize(
    ("left", "right", "deck", "orders"),
    [
        (NEARLY_FULL, "6", "1235789", [["Empty card 4", "Slide card 6"]]),
        (NEARLY_FULL, "6", "", [["Empty card 4", "Slide card 6", "Shuffle"]]),
        (NEARLY_FULL, "8 castle mine . ship", "35", [["Empty card 4", "Empty card 8"], []]),
        (NEARLY_FULL, "8 castle mine . ship", "3", [["Empty card 4", "Empty card 8"], ["Shuffle"]]),
        (NEARLY_FULL, "8 castle mine . ship", "", [["Empty card 4", "Empty card 8", "Shuffle"], []]),
    ],
)
def test_the_orders_before_a_card_is_turned_up(left: str, right: str, deck: str, orders: list[list[str]]) -> None:
    """Before you turn up a card, orders empty complete cards, slide the right one, and shuffle if needed."""
    discard = [one for one in CARDS if one not in (left[0], right[0], *deck)]
    done = turn(Table({2: "castle", 4: "castle"}), left, right, white=4, die=2, silver=0, goods={}, discard=discard)
    screens = [screen["lines"] for screen in done.screens if screen["key"] == "card"]
    words = ("Empty card 4", "Empty card 8", "Slide card 6", "Shuffle")
    assert orders == [[word for line in lines for word in words if word in line] for lines in screens]
    assert ["Turn up the top card of its deck."] * len(screens) == [lines[-1] for lines in screens]
    for screen in done.screens:
        offered = [one["id"] for one in screen["ask"].get("left", [])]
        assert offered == sorted(offered)
    counts = Counter(order["id"] for screen in done.screens for order in screen["facts"]["orders"])
    assert (1, 1) == (counts["complete.4"], counts["score"])


@rule("burgundy.bonus.livestock", "burgundy.card.duchy")
def test_a_card_is_complete_after_its_bonus() -> None:
    """The last tile scores with the tiles of its card before the card is complete: nothing counts twice."""
    done = turn(Table({1: "cow3"}), "9 . bank bank knowledge", white=1, die=1, duchy="cow2")
    assert ((3 + 2 + 18, 1), 2) == (done.vp_silver, done.duchy["light_green"])


@rule("burgundy.card.wild")
def test_wild_tiles_are_flipped() -> None:
    """Each wild tile of a complete card is turned up and asked for, also the animals of livestock, but no building."""
    table = Table({1: "knowledge"}, hidden="bank pig4 mine")
    done = turn(table, "2 wild wild wild", white=1, die=1, duchy="pig3")
    assert (18, 1) == done.vp_silver
    assert {"brown": 1, "light_green": 2, "gray": 1, "yellow": 1} == done.duchy
    assert ["search", "flip", "flip", "livestock", "flip"] == done.questions
    assert [(1, 3), (2, 3), (3, 3)] == [(facts["n"], facts["of"]) for facts in done.facts("flip")]
    assert [list(COLOURS)] * 3 == [sorted(ids, key=COLOURS.index) for ids in done.ids("flip")]
    assert {("pig", 3), ("pig", 4)} == {(one["species"], one["animals"]) for one in done.state["duchy"]["livestock"]}


@rule("burgundy.card.wild")
def test_flipped_livestock_scores_later() -> None:
    """A wild tile that was a pig scores nothing when it is flipped, and counts for the next pig."""
    bot = bot_in_your_turn(state("2 wild bank cow2", "5", white=1))
    done = play_turn(bot, Table({1: "knowledge"}, hidden="pig4"), 1, "7")
    assert 18 == done.state["vp"]
    bot.answer(1)
    assert (YOUR_TURN, "5") == (bot.key, done.left)
    again = play_turn(bot, Table({1: "pig2"}), 1)
    assert ("5 . . pig2", 18 + 6) == (again.left, again.state["vp"])


# --- complete colours ---


def completing_tiles(colour: str, fewer: int = 0) -> str:
    """Return the names of the tiles that complete a colour, or of this many fewer."""
    return " ".join([TILE_OF_COLOUR[colour]] * (COMPLETE_TILES[colour] - fewer))


LAST_TILES = {
    "dark_green": ("8 . mine castle ship", "castle", 2),
    "gray": ("1 . cow2 knowledge", "mine", 1),
    "yellow": ("2 bank bank cow2", "knowledge", 1),
    "blue": ("3 . bank cow2 bank", "ship", 1),
    "light_green": ("1 mine . knowledge", "pig2", 1),
    "brown": ("9 cow2 bank . knowledge", "church", 2),
}
"""By colour: a card that lacks one tile of it, that tile, and the tiles of the colour on the complete card."""


@rule("burgundy.colour.complete")
@pytest.mark.parametrize("missing", [0, 1], ids=["complete", "one_missing"])
@pytest.mark.parametrize("colour", COLOURS)
def test_the_tiles_that_complete_a_colour(colour: str, missing: int) -> None:
    """The larger bonus tile scores with the last tile in the duchy, and not before."""
    left, last, n = LAST_TILES[colour]
    scored = {"light_green": 2}.get(colour, 0)
    duchy = completing_tiles(colour, n + missing)
    done = turn(Table({1: last}), left, white=1, die=1, goods={}, duchy=duchy, options={"difficulty": "easy"})
    bonus = 0 if missing else 5
    assert points(left[0], "easy") + scored + bonus == done.vp_silver[0]
    assert ([] if missing else [colour], COMPLETE_TILES[colour] - missing) == (
        done.state["claimed"],
        done.duchy[colour],
    )


@rule("burgundy.colour.complete", "burgundy.ruling.bonus_gone")
@pytest.mark.parametrize("left", [[5, 2], [2], []])
def test_a_colour_without_a_bonus_tile_is_complete(left: list[int]) -> None:
    """The larger remaining bonus tile scores; without any the colour is still claimed."""
    done = turn(Table({1: "mine"}, bonus={"gray": left}), "1 . cow2 knowledge", white=1, die=1, duchy="mine mine")
    assert (12 + sum(left[:1]), ["gray"]) == (done.vp_silver[0], done.state["claimed"])


@rule("burgundy.colour.complete")
def test_a_colour_is_claimed_once() -> None:
    """Another mine of a claimed colour asks nothing and scores no bonus tile."""
    table = Table({1: "mine"})
    done = turn(table, "1 . cow2 knowledge", white=1, die=1, duchy="mine mine mine", claimed=["gray"])
    assert ((12, 1), 4, []) == (done.vp_silver, done.duchy["gray"], done.facts("bonus"))


@rule("burgundy.colour.complete")
def test_two_colours_at_once() -> None:
    """One card may complete two colours: each is asked for."""
    duchy = f"mine mine {completing_tiles('yellow', 1)}"
    done = turn(Table({1: "mine"}), "1 . cow2 knowledge", white=1, die=1, duchy=duchy)
    assert (12 + 5 + 5, {"gray", "yellow"}) == (done.vp_silver[0], set(done.state["claimed"]))
    assert {"gray", "yellow"} == {facts["colour"] for facts in done.facts("bonus")}


@rule("burgundy.colour.complete")
def test_a_flipped_tile_completes_a_colour() -> None:
    """A wild tile counts by its front once it is in the duchy; a colour may have more tiles than needed."""
    table = Table({1: "mine"}, hidden="mine")
    done = turn(table, "1 . wild knowledge", white=1, die=1, duchy="mine mine")
    assert (12 + 5, 4) == (done.vp_silver[0], done.duchy["gray"])


@rule("burgundy.ruling.duchy_only")
def test_tiles_on_unfinished_cards_complete_nothing() -> None:
    """A third mine on a card does not complete the colour."""
    done = turn(Table({1: "mine"}), "1", white=1, die=1, duchy="mine mine")
    assert ((0, 1), []) == (done.vp_silver, done.state["claimed"])
    assert [] == done.facts("bonus")


@rule("burgundy.ruling.duchy_only")
def test_colours_are_looked_at_when_a_card_is_complete() -> None:
    """A colour that a correction made complete is asked for with the next complete card, and not before."""
    done = turn(Table({1: "mine"}), "1", white=1, die=1, duchy="mine mine mine")
    assert ((0, 1), []) == (done.vp_silver, done.state["claimed"])
    done = turn(Table({1: "ship"}), "3 . bank cow2 bank", white=1, die=1, duchy="mine mine mine")
    assert (18 + 5, ["gray"]) == (done.vp_silver[0], done.state["claimed"])


@rule("burgundy.colour.complete", "burgundy.ruling.setup_castle")
def test_the_castle_of_the_set_up_counts_when_its_card_is_complete() -> None:
    """The castle of the set-up is one of four that complete the colour."""
    left = "4 bank castle knowledge . church"
    done = turn(Table({1: "mine"}), left, white=1, die=1, duchy="castle castle castle")
    assert (21 + 5, ["dark_green"]) == (done.vp_silver[0], done.state["claimed"])


# --- the purchase ---


@rule("burgundy.purchase.tile")
@pytest.mark.parametrize(("silver", "bought"), [(0, 0), (1, 0), (2, 1), (3, 1), (9, 1)])
def test_a_purchase_costs_two(silver: int, bought: int) -> None:
    """With two silver it buys one tile, never two; with less it is not asked."""
    done = turn(Table({1: "knowledge"}, market="mine ship castle"), "2", white=1, die=1, silver=silver)
    assert (silver - 2 * bought, "mine" if bought else "") == (done.state["silver"], done.reserve)
    assert bought == len(done.facts("purchase"))


@rule("burgundy.purchase.tile")
def test_a_purchase_from_an_empty_market() -> None:
    """A purchase from an empty black market costs nothing."""
    done = turn(Table({1: "knowledge"}), "2", white=1, die=1, silver=4)
    assert (4, "", [[*COLOURS, "empty"]]) == (done.state["silver"], done.reserve, _by_colour(done.ids("purchase")))


@rule("burgundy.purchase.tile", "burgundy.tile.livestock")
def test_a_purchase_of_livestock() -> None:
    """Species and number are not asked when it is bought."""
    done = turn(Table({1: "knowledge"}, market="mine pig4"), "2", white=1, die=1, silver=2, reserve="mine")
    assert ("mine pig4", ["search", "purchase"]) == (done.reserve, done.questions)


@rule("burgundy.purchase.tile", "burgundy.ruling.by_colour")
def test_a_purchase_counts_the_reserve_after_the_turn() -> None:
    """A tile that the turn added to the reserve counts as owned; a tile placed from it does not."""
    done = turn(Table({1: "carpenter bank"}, market="church mine"), "2", white=1, die=1, silver=2)
    assert ("bank mine", ["brown"]) == (done.reserve, done.facts("purchase")[0]["owned"])
    assert ["brown", "empty"] == done.ids("purchase")[0][-2:], "what it owns comes last"
    done = turn(Table(market="knowledge mine"), "2", white=1, die=1, silver=2, reserve="knowledge")
    assert ("knowledge", []) == (done.reserve, done.facts("purchase")[0]["owned"])


@rule("burgundy.purchase.tile")
def test_a_purchase_comes_last() -> None:
    """Complete cards and colours are resolved before it buys."""
    table = Table({1: "mine"}, market="ship")
    done = turn(table, "1 . cow2 knowledge", white=1, die=1, silver=2, duchy="mine mine")
    assert ["search", "bonus", "purchase"] == done.questions


# --- rounds and phases ---


@rule("burgundy.round.first", "burgundy.setup.last")
@pytest.mark.parametrize(("tile", "starts"), [("knowledge", "you"), ("ship", "bot")])
def test_its_first_ship_can_bring_it_ahead(tile: str, starts: str) -> None:
    """Without a ship of its own you start; with its first ship it can be ahead, and starts."""
    bot = turn(Table({1: tile}, ahead="bot"), "3" if tile == "ship" else "2", white=1, die=1).bot
    assert ("white_die", starts) == (bot.key, bot.screen["facts"]["first"])
    bot.answer(4)
    assert ("die" if starts == "bot" else YOUR_TURN) == bot.key


@rule("burgundy.phase.goods", "burgundy.bonus.ship")
def test_the_goods_tile_lies_before_a_ship_takes_goods() -> None:
    """If it starts with a ship from its reserve, the round's goods tile is laid before you count the goods."""
    fields: dict[str, Any] = {"ahead": "bot", "ships": 1, "second": True, "first": "bot", "reserve": "ship"}
    absent = ["blue", "brown", "light_green"]
    bot = bot_in_your_turn(state("3", white=1, absent=absent, **fields))
    bot.do(source={"automata_die": "device"})
    bot.answer("go_on", 4)
    assert "goods" == bot.key
    assert ["deliver", "lay.left.1"] == [order["id"] for order in bot.screen["facts"]["orders"]]


@rule("burgundy.search.market", "burgundy.purchase.tile")
def test_a_market_tile_is_laid_before_it_buys_another() -> None:
    """The order to take a wild tile comes before the question for its purchase from the black market."""
    bot = bot_in_your_turn(state("2", "6", white=1, silver=2))
    bot.answer("go_on", 1, "none", "tile")
    assert ("purchase", ["reserve"]) == (bot.key, [order["id"] for order in bot.screen["facts"]["orders"]])


@rule("burgundy.round.first")
@pytest.mark.parametrize(("leads", "ahead"), [(True, "you"), (False, "bot")])
def test_a_ship_can_take_your_lead(leads: bool, ahead: str) -> None:
    """When its marker has moved, you are asked whether you are still ahead, and neither answer is likely."""
    bot = bot_in_your_turn(state("3", white=1, goods=dict.fromkeys(range(1, 7), 1)))
    bot.answer("go_on", 1, "blue", ["2"])
    assert ("lead", {"kind": "yes_no", "likely": None}) == (bot.key, bot.ask)
    assert "Are you still ahead?" == bot.screen["headline"]
    assert ["goods", "step"] == [order["id"] for order in bot.screen["facts"]["orders"]]
    bot.answer(leads)
    assert ahead == bot.state["ahead"]
    assert {"ahead": ahead} in [one["outcome"] for one in bot.reasons() if one["rule"] == "burgundy.bonus.ship_step"]


@rule("burgundy.round.first")
@pytest.mark.parametrize("fields", [{"ahead": "bot", "ships": 1}, {"phase": "E", "round": 5}], ids=str)
def test_your_lead_is_asked_only_where_it_matters(fields: dict[str, Any]) -> None:
    """The lead is not asked if it is ahead already, nor in the last round."""
    done = turn(Table({1: "ship"}), "3", white=1, die=1, **fields)
    assert ["search", "goods"] == done.questions


@rule("burgundy.round.first")
def test_a_first_ship_takes_no_lead_by_itself() -> None:
    """Without a ship it is last, even after a correction: you are ahead until you report otherwise."""
    done = turn(Table({1: "ship"}, ahead="you"), "3", white=1, die=1, ahead="bot")
    assert (["search", "goods", "lead"], "you") == (done.questions, done.state["ahead"])


@rule("burgundy.round.first")
def test_a_completed_card_returns_to_the_question_of_your_lead() -> None:
    """After a correction that completes a card, the question whether you are ahead is asked again."""
    bot = bot_in_your_turn(state("3", white=1))
    bot.answer("go_on", 1, "blue", [])
    bot.do(correct={"left_2": "brown", "left_3": "wild", "left_4": "brown"})
    bot.until(answer_from(Table(hidden="cow2"), 1), "lead")
    bot.answer(True)
    assert (["3"], "you") == (bot.state["discard"], bot.state["ahead"])


@rule("burgundy.round.first")
@pytest.mark.parametrize(("reports", "starts"), [([], "bot"), (["ahead"], "you"), (["ahead", "behind"], "bot")])
def test_who_is_ahead_is_reported_in_your_turn(reports: list[str], starts: str) -> None:
    """Once it is ahead, your ships can change that: your turn has a report for it, and no question follows."""
    bot = turn(Table({1: "ship"}, ahead="bot"), "6", white=1, die=1).bot
    bot.answer(1)
    bot.until(answer_from(Table({1: "bank"}), 1), YOUR_TURN)
    headline = bot.screen["headline"]
    for report in reports:
        bot.answer(report)
        assert (YOUR_TURN, headline, []) == (bot.key, bot.screen["headline"], bot.screen["facts"]["orders"])
    ahead = "It is" if starts == "you" else "I am"
    assert ["My turn is done", f"{ahead} ahead in turn order now"] == [one["text"] for one in bot.ask["options"]]
    bot.answer("go_on")
    assert ("white_die", starts) == (bot.key, bot.screen["facts"]["first"])


@rule("burgundy.setup.last")
def test_its_only_ship_is_corrected_before_the_roll() -> None:
    """If a correction takes its only ship away, it is last, and your turn comes first."""
    bot = turn(Table({1: "ship"}, ahead="bot"), "3", white=1, die=1).bot
    assert "bot" == bot.screen["facts"]["first"]
    bot.do(correct={"ships": 0})
    bot.answer(2)
    assert (YOUR_TURN, "you") == (bot.key, bot.state["first"])


@rule("burgundy.table.truth", "burgundy.round.first")
def test_who_is_ahead_can_be_corrected() -> None:
    """A wrong turn order can be corrected before the round begins."""
    bot = turn(Table({1: "ship"}, ahead="bot"), "3", white=1, die=1).bot
    bot.do(correct={"ahead": "you"})
    bot.answer(2)
    assert (YOUR_TURN, "you") == (bot.key, bot.state["first"])


@rule("burgundy.round.first")
def test_the_last_round_has_no_report_of_who_is_ahead() -> None:
    """In the last round the report of who is ahead is not offered."""
    bot = bot_in_your_turn(state("3", white=1, phase="E", round=5, first="bot", second=True, ships=1, ahead="bot"))
    assert ["go_on"] == bot.ids


@rule("burgundy.round.first")
def test_the_bot_starts_a_round() -> None:
    """If it is ahead on the track, its turn comes before yours, until you are ahead."""
    bot = turn(Table({1: "ship"}, ahead="bot"), "3", white=1, die=1).bot
    bot.answer(2)
    answered = bot.until(answer_from(Table({1: "knowledge bank"}), 1), YOUR_TURN)
    assert "search" in [screen["key"] for screen in answered]
    assert 2 == bot.state["round"]
    bot.answer("ahead", "go_on", 3)
    assert (YOUR_TURN, 3) == (bot.key, bot.state["round"])


@rule("burgundy.round.first")
def test_the_newer_of_two_turns_in_a_row_heads_your_screen() -> None:
    """Between two of its turns in a row, the orders of the first come with the search of the second, and only once."""
    bot = Outsider("burgundy", seed="two turns")
    bot.until(usual_answer, YOUR_TURN)
    bot.do(set={"at": YOUR_TURN, **state("1", white=1, ships=1, ahead="bot")})
    bot.answer("go_on", "gray")
    assert ("search", 2) == (bot.key, bot.state["round"])
    assert "Lay the mine on item 1 of the left card." in bot.screen["lines"]
    bot.answer("none", "empty")
    assert (YOUR_TURN, "It gets 2 silver") == (bot.key, bot.screen["headline"])
    assert ["Give it 2 silver: it found no tile."] == bot.screen["lines"]
    assert "Has" == bot.screen["drawing"]["rows"][0]["label"], "the card of its first turn is not drawn"


BOT_AHEAD = {"ahead": "bot", "ships": 1, "silver": 0}
"""It is ahead in turn order, and buys nothing."""


@pytest.mark.parametrize(
    ("table", "left", "fields", "headline"),
    [
        (Table({1: "mine"}), "1", {}, "Mine: left card item 1"),
        (Table({1: "mine"}, market="ship"), "1", {"silver": 2}, "Ship: its reserve"),
        (Table(market="bank"), "1", {}, "Wild tile: its reserve"),
        (Table(), "1", {}, "It gets 2 silver"),
        (Table({1: "ship"}, goods={3: [2]}), "3", {"first": "bot", "second": True, **BOT_AHEAD}, "It gets goods"),
        (Table({1: "mine"}), "1 . cow2 knowledge", {"duchy": "mine mine"}, "It gets a bonus tile"),
        (Table({1: "mine"}, hidden="bank"), "1 . cow2 wild", {}, "Card 1 is complete"),
        (Table({1: "ship"}, goods={3: [2]}), "3", {}, "Ship: left card item 1"),
    ],
)
def test_the_headline_names_what_is_still_to_be_done(
    table: Table, left: str, fields: dict[str, Any], headline: str
) -> None:
    """The headline is its main deed with pending orders; without one, the main deed of its turn."""
    bot = Outsider("burgundy", seed="headline")
    bot.until(usual_answer, YOUR_TURN)
    bot.do(set={"at": YOUR_TURN, **state(left, white=1, **fields)})
    bot.answer(usual_answer(bot))
    bot.until(answer_from(table, 1), YOUR_TURN)
    assert headline == bot.screen["headline"]


@rule("burgundy.phase.rounds", "burgundy.phase.refill")
@pytest.mark.parametrize(("phase", "after"), ["AB", "BC", "CD", "DE"])
def test_a_phase_has_five_rounds(phase: str, after: str) -> None:
    """After round 5 the next phase begins with round 1."""
    bot = bot_in_your_turn(state("2", white=1, phase=phase, round=5))
    play_turn(bot, Table({1: "knowledge"}), 1)
    bot.until(usual_answer, "white_die")
    bot.answer(6)
    assert (after, 1, 6) == (bot.state["phase"], bot.state["round"], bot.state["white"])


@rule("burgundy.phase.refill")
@pytest.mark.parametrize(("round_", "asked"), [(4, []), (5, ["search", "market_wild"])])
def test_an_empty_board_is_asked_once_a_phase(round_: int, asked: list[str]) -> None:
    """Empty depots and an empty black market are not asked for again until the phase is over."""
    bot = bot_in_your_turn(state("1", "2", white=1, round=round_))
    assert ["search", "market_wild"] == play_turn(bot, Table(), 1).questions
    bot.until(usual_answer, YOUR_TURN)
    again = play_turn(bot, Table(), 1)
    assert (asked, 5) == (again.questions, again.state["silver"])


@rule("burgundy.phase.refill")
@pytest.mark.parametrize(
    ("table", "reserve"),
    [(Table(market="bank"), ""), (Table(), ""), (Table(), "ship knowledge"), (Table(hidden="bank"), "wild")],
    ids=["market", "silver", "reserve", "wild"],
)
def test_colours_in_no_depot_are_remembered(table: Table, reserve: str) -> None:
    """After a search without a match in any depot, the colours of its card are known to be in none."""
    done = turn(table, "2", white=1, die=1, silver=0, reserve=reserve)
    assert set(CARDS["2"].split()) == set(done.state["absent"])


@rule("burgundy.phase.refill")
@pytest.mark.parametrize("building", ["church", "white_castle"])
def test_colours_that_a_building_missed_are_not_searched_again(building: str) -> None:
    """If church or white castle found no tile, the next search does not name their colours."""
    options = {"white_castle": True}
    bot = turn(Table({1: building}), "4 . castle", white=1, die=1, options=options).bot
    bot.until(usual_answer, YOUR_TURN)
    again = play_turn(bot, Table(), 1)
    assert ([["brown"]] if building == "church" else []) == [facts["colours"] for facts in again.facts("search")]


@rule("burgundy.phase.refill", "burgundy.purchase.tile")
def test_a_market_that_had_nothing_to_sell_is_not_asked_for_again() -> None:
    """If a purchase found the black market empty, the next turn does not ask for a wild tile."""
    bot = turn(Table({1: "bank"}), "2", white=1, die=1).bot
    bot.until(usual_answer, YOUR_TURN)
    assert ["search"] == play_turn(bot, Table(), 1).questions


@rule("burgundy.phase.goods")
@pytest.mark.parametrize("white", range(1, 7))
def test_the_goods_tile_of_a_round_is_ordered(white: int) -> None:
    """When the white die is rolled, the screen names the depot of the goods tile."""
    bot = set_up("4", "1").bot
    bot.answer(white)
    assert any(f"depot {white}" in line for line in bot.screen["lines"])
    assert [{"type": "Delivered", "depot": white}] == bot.screen["facts"]["news"]


@rule("burgundy.phase.rounds")
def test_your_turn_is_over_when_you_say_so() -> None:
    """The row that ends your turn says so, as in every game."""
    bot = bot_in_your_turn(state("2", white=1))
    assert [("go_on", "My turn is done")] == [(one["id"], one["text"]) for one in bot.ask["options"]]
    assert "die" == bot.answer("go_on")["screen"]["key"]


@rule("burgundy.sale.most", "burgundy.purchase.tile")
def test_orders_say_whose_silver_moves() -> None:
    """The orders of a sale and of a purchase say that the silver is the bot's."""
    done = turn(Table({1: "warehouse"}, market="mine"), "2", white=1, die=1)
    lines = [line for screen in (*done.screens, *done.bot.until(usual_answer, YOUR_TURN)) for line in screen["lines"]]
    assert {"Sell its goods tile of type 1.", "Give it 1 silver for the sale."} <= set(lines)
    assert {"Pay 2 of its silver. Lay the mine on its reserve."} <= set(lines)


@rule("burgundy.ruling.mine_income=yes")
def test_mines_pay_at_the_end_of_a_phase_only() -> None:
    """In rounds 1 to 4 mines pay nothing; face-down tiles are no mines."""
    done = turn(Table({1: "knowledge"}), "2", "1 mine", white=1, die=1, silver=0, duchy="mine")
    assert 0 == done.state["silver"]
    values = state("2 wild", "1 wild", white=1, round=5, silver=0)
    bot = bot_in_your_turn(values)
    play_turn(bot, Table({1: "knowledge"}, hidden="mine mine"), 1)
    bot.until(usual_answer, ROUND_START)
    assert ("B", 0) == (bot.state["phase"], bot.state["silver"])


@rule("burgundy.ruling.mine_income=yes", "burgundy.ruling.mine_income=no")
def test_mines_pay_before_the_final_scoring() -> None:
    """The last phase ends like any other: its income counts as silver."""
    total = {income: last_turn(mine_income=income).bot.status["score"]["total"] for income in ("yes", "no")}
    assert 2 == total["yes"] - total["no"]


# --- the end ---


@rule("burgundy.end.winner", "burgundy.ruling.tie")
@pytest.mark.parametrize(("more", "winner"), [(1, "you"), (0, "bot"), (-1, "bot")])
def test_the_winner(more: int, winner: str) -> None:
    """You need more points than the Automata; it wins a tie."""
    bot = last_turn().bot
    bot.until(usual_answer, "your_total")
    total = bot.status["score"]["total"]
    bot.answer(total + more)
    result = bot.status["result"]
    assert (winner, total, total + more) == (result["winner"], result["bot"], result["you"])
    assert "The play is over." == bot.refusal(answer=True)


@rule("burgundy.end.winner")
def test_a_total_that_is_kept() -> None:
    """Without your total the result shows the bot's score and names no winner."""
    bot = last_turn().bot
    bot.until(usual_answer, FINAL)
    bot.answer("skip")
    result = bot.status["result"]
    assert (None, bot.status["score"]["total"], None) == (result["winner"], result["bot"], result["you"])


def last_turn(*, duchy: str = "mine mine", **options: Any) -> Turn:
    """Return the last turn of a play, after which only your total is missing."""
    values = state("2 bank", white=1, phase="E", round=5, silver=0, goods={}, duchy=duchy)
    done = play_turn(bot_in_your_turn(values, **options), Table({1: "knowledge"}), 1)
    done.bot.until(usual_answer, FINAL, ROUND_START)
    assert FINAL == done.bot.key
    return done


@rule("burgundy.end.score")
@pytest.mark.parametrize(
    ("fields", "total"),
    [
        ({}, 4 + 2),
        ({"duchy": "knowledge knowledge bank"}, 3 * 4 + 2),
        ({"reserve": "knowledge mine"}, 4 + 2 + 2),
        ({"goods": {1: 2, 6: 1}}, 4 + 2 + 3),
        ({"silver": 1}, 4 + 2 + 1),
        ({"vp": 100}, 4 + 2 + 100),
    ],
    ids=["nothing", "yellow", "reserve", "goods", "silver", "points"],
)
def test_the_final_scoring(fields: dict[str, Any], total: int) -> None:
    """The final scoring counts a yellow tile on a card, and one more possession."""
    values = state("2", "5", **{"white": 1, "phase": "E", "round": 5, "silver": 0, "goods": {}, **fields})
    done = play_turn(bot_in_your_turn(values), Table({1: "knowledge"}), 1)
    done.bot.until(usual_answer, "over")
    assert total == done.bot.status["score"]["total"] == done.bot.status["result"]["bot"]


@rule("burgundy.ruling.face_down")
def test_face_down_knowledge_scores_as_a_tile_only() -> None:
    """A wild tile scores 2 points on a card and 1 in the reserve, whatever its front."""
    values = state("2 . wild", white=1, phase="E", round=5, silver=0, goods={}, reserve="wild")
    done = play_turn(bot_in_your_turn(values), Table({1: "knowledge"}, hidden="knowledge knowledge"), 1)
    done.bot.until(usual_answer, "over")
    assert 4 + 2 * 2 + 1 == done.bot.status["score"]["total"]


def _by_colour(options: list[list[str]]) -> list[list[str]]:
    order = [*COLOURS, "empty"]
    return [sorted(ids, key=order.index) for ids in options]


@rule("burgundy.search.alike", "burgundy.reserve.stack", "burgundy.general.duplicates", "burgundy.phase.goods")
@pytest.mark.parametrize(
    ("phase", "listed"),
    [
        ("place", {"search.alike", "reserve.stack", "general.duplicates"}),
        ("your_turn", {"reserve.stack", "phase.goods"}),
        ("final", set()),
    ],
)
def test_reminders_by_step(phase: str, listed: set[str]) -> None:
    """Each step has reminders of the rules that the player needs there."""
    reminders = load_engine("burgundy").book.reminders(phase)
    assert {f"burgundy.{one}" for one in listed} == {one.id for one in reminders}
