"""Positions that are set, and values that are corrected: legal ones are played, others refused with a sentence."""

from typing import Any

import msgspec
import pytest

from engines.kit.contract import Refused
from engines.registry import load_engine
from tests.engines.burgundy.turns import (
    YOUR_TURN,
    Turn,
    bot_in_your_turn,
    card,
    duchy,
    goods,
    play_turn,
    state,
    usual_answer,
)
from tests.protocol_client import Outsider
from tests.rules import rule
from tests.tables.burgundy import Table, tiles

ILLEGAL: dict[str, dict[str, Any]] = {
    "silver_below_zero": {"silver": -1},
    "silver_is_text": {"silver": "1"},
    "points_below_zero": {"vp": -1},
    "ships_below_zero": {"ships": -1},
    "no_such_phase": {"phase": "F"},
    "no_such_round": {"round": 6},
    "round_zero": {"round": 0},
    "no_such_face": {"white": 7},
    "no_such_level": {"difficulty": "brutal"},
    "goods_below_zero": {"goods": {**goods(), "3": -1}},
    "goods_of_seven_types": {"goods": {str(n): 1 for n in range(1, 8)}},
    "no_such_colour": {"reserve": [{"colour": "green"}]},
    "no_such_building": {"reserve": [{"colour": "brown", "building": "castle"}]},
    "no_such_species": {"reserve": [{"colour": "light_green", "species": "goat", "animals": 3}]},
    "five_animals": {"reserve": [{"colour": "light_green", "species": "pig", "animals": 5}]},
    "one_animal": {"reserve": [{"colour": "light_green", "species": "pig", "animals": 1}]},
    "mine_unseen": {"reserve": [{"colour": "gray", "unseen": True}]},
    "mine_with_animals": {"reserve": [{"colour": "gray", "animals": 2}]},
    "no_such_card": {"cards": {"left": {"id": "10", "tiles": [None]}, "right": card("6")}},
    "card_twice": {"cards": {"left": card("6"), "right": card("6")}},
    "one_card": {"cards": {"left": card("2")}},
    "too_few_items": {"cards": {"left": {"id": "2", "tiles": [None] * 3}, "right": card("6")}},
    "too_many_items": {"cards": {"left": {"id": "2", "tiles": [None] * 5}, "right": card("6")}},
    "tile_on_another_colour": {"cards": {"left": card("2 mine"), "right": card("6")}},
    "card_on_table_and_in_deck": {"deck": ["1", "2", "3", "4", "5", "7", "8", "9"]},
    "card_missing": {"deck": ["1", "3", "4"]},
    "card_in_deck_and_discard": {"discard": ["1"], "deck": ["1", "3", "4", "5", "7", "8", "9"]},
    "wild_in_the_duchy": {"duchy": {"counts": {"wild": 1}, "livestock": []}},
    "livestock_counted_but_missing": {"duchy": {"counts": {"light_green": 1}, "livestock": []}},
    "mine_among_livestock": {"duchy": {"counts": {"light_green": 1}, "livestock": tiles("mine")}},
    "duchy_below_zero": {"duchy": {"counts": {"gray": -1}, "livestock": []}},
    "no_such_colour_claimed": {"claimed": ["green"]},
    "colour_claimed_twice": {"claimed": ["gray", "gray"], "duchy": duchy("mine mine mine")},
    "no_such_field": {"coins": 1},
}


@rule("burgundy.table.truth")
@pytest.mark.parametrize("name", ILLEGAL)
def test_an_illegal_position_is_refused(name: str) -> None:
    """An illegal position is refused with a sentence, and nothing changes."""
    bot = bot_in_your_turn(state("2", "6", white=1))
    sentence = bot.refusal(set=ILLEGAL[name])
    assert "Traceback" not in sentence
    assert "Error" not in sentence


@rule("burgundy.table.truth")
@pytest.mark.parametrize(
    ("key", "fields"),
    [
        ("card", {"round": 1}),
        ("card", {"at": "complete", "agenda": [{"type": "Completion"}]}),
        ("castle", {"cards": {"left": card("4"), "right": card("1")}}),
        ("castle", {"second": True}),
        ("white_die", {"second": True}),
        (YOUR_TURN, {"second": True}),
        (YOUR_TURN, {"news": [{"type": "Delivered", "depot": 7}]}),
        ("die", {"second": False}),
        ("search", {"first": "bot"}),
    ],
)
def test_an_illegal_step_is_refused(key: str, fields: dict[str, Any]) -> None:
    """Fields that contradict the open step are refused with a sentence."""
    bot = Outsider("burgundy")
    bot.until(usual_answer, key)
    sentence = bot.refusal(set=fields)
    assert "cannot be played on" not in sentence


@rule("burgundy.table.truth")
@pytest.mark.parametrize(
    "fields",
    [
        {"reserve": "bank pig4 wild wild mine ship knowledge castle", "duchy": "pig2 cow3 mine bank bank"},
        {"duchy": "mine mine mine", "claimed": ["gray"]},
        {"silver": 30, "vp": 250, "ships": 12, "goods": {1: 7, 2: 7}},
        {"discard": ["1", "3", "4", "5", "7", "8", "9"]},
        {"phase": "E", "round": 5},
    ],
)
def test_a_legal_position_is_played_on(fields: dict[str, Any]) -> None:
    """The state has the fields that were set, and the next turn follows from them."""
    values = state("2 wild", "6", white=1, **fields)
    bot = bot_in_your_turn(values)
    for name in ("phase", "round", "silver", "vp", "ships", "claimed", "goods"):
        assert values[name] == bot.state[name]
    assert len(values["reserve"]) == len(bot.state["reserve"])
    done = play_turn(bot, Table({1: "bank"}), 1)
    assert "2 wild bank" == done.left


@rule("burgundy.table.truth")
def test_a_state_that_was_read_can_be_set() -> None:
    """A state that was read can be set again as it is."""
    bot = bot_in_your_turn(state("2 wild", "6 ship", white=3, reserve="bank pig4 wild", duchy="cow2 mine"))
    read = {name: value for name, value in bot.state.items() if name != "answers"}
    bot.do(set=read)
    assert read == {name: value for name, value in bot.state.items() if name != "answers"}


@rule("burgundy.table.truth")
def test_counts_that_a_position_omits_are_0() -> None:
    """Goods and colours that a position does not name are 0."""
    bot = bot_in_your_turn(state("2", "6", white=1))
    bot.do(set={"goods": {"2": 3, "5": 1}, "duchy": {"counts": {"gray": 2}, "livestock": []}})
    assert {"1": 0, "2": 3, "3": 0, "4": 0, "5": 1, "6": 0} == bot.state["goods"]
    assert {"gray": 2} == {colour: n for colour, n in bot.state["duchy"]["counts"].items() if n}


@rule("burgundy.table.truth")
def test_a_position_that_is_set_is_looked_at_anew() -> None:
    """A new position forgets earlier answers, such as that all depots are empty."""
    bot = bot_in_your_turn(state("2", white=1))
    play_turn(bot, Table(), 1)
    bot.answer(1)
    bot.do(set=state("2", white=1))
    assert "2 bank" == play_turn(bot, Table({1: "bank"}), 1).left


@rule("burgundy.table.truth")
@pytest.mark.parametrize("key", ["white_die", YOUR_TURN, "die", "search"])
def test_a_position_is_set_at_any_step(key: str) -> None:
    """A position can be set at any step, and the play continues from it."""
    bot, table = Outsider("burgundy"), Table({6: "knowledge"})
    bot.until(usual_answer, key)
    bot.do(set=state("2 wild", "6 ship", reserve="pig4", silver=0))
    bot.until(usual_answer, "search")
    assert ["brown", "light_green", "yellow"] == bot.screen["facts"]["colours"]
    bot.answer(table.answer(bot.key, bot.screen["facts"]))
    laid = bot.state["cards"]["left"]["tiles"]
    assert [{"colour": "wild"}, None, None, {"colour": "yellow"}] == laid


@rule("burgundy.setup.cards")
def test_a_deck_of_ones_own() -> None:
    """An imported deck is played with its items, boxes and points; a deck without a castle is refused."""
    cards = msgspec.to_builtins(load_engine("burgundy").decks[0].printed_file("burgundy"))
    for one in cards["cards"]:
        one["items"], one["points"], one["box"] = ["gray", "dark_green"], [1, 2, 3], 1
    bot = Outsider("burgundy", cards=cards)
    bot.until(usual_answer, YOUR_TURN)
    assert [None, {"colour": "dark_green"}] == bot.state["cards"]["left"]["tiles"]
    done = play_turn(bot, Table({1: "mine"}), 1)
    assert (2 + 2, 2) == done.vp_silver
    for one in cards["cards"]:
        one["items"] = ["gray", "gray"]
    with pytest.raises(Refused):
        Outsider("burgundy", cards=cards)


@rule("burgundy.table.truth", "burgundy.tile.building")
@pytest.mark.parametrize(
    ("field", "asked", "answers", "laid", "options"),
    [
        ("reserve_brown", ["building"], ["bank"], "2 bank", {}),
        ("reserve_light_green", ["livestock"], ["pig4"], "2 . . pig4", {}),
        ("reserve_yellow", [], [], "2 . . . knowledge", {}),
        ("reserve_yellow", ["castle_on_yellow"], [False], "2 . . . knowledge", {"white_castle": True}),
        (
            "reserve_yellow",
            ["castle_on_yellow", "white_castle"],
            [True, "gray"],
            "2 . . . yellow_castle",
            {"white_castle": True},
        ),
    ],
)
def test_a_tile_that_was_corrected_is_asked_when_it_is_placed(
    field: str, asked: list[str], answers: list[Any], laid: str, options: dict[str, Any]
) -> None:
    """A correction adds a tile of a colour; its details are asked when it is placed, and not before."""
    bot = bot_in_your_turn(state("2", "6", white=1), **options)
    bot.do(correct={field: 1})
    bot.answer("go_on", 1, "none")
    for key, value in zip(asked, answers, strict=True):
        assert key == bot.key
        bot.answer(value)
    assert laid == Turn(bot, []).left
    assert "unseen" not in str(bot.state)


@rule("burgundy.table.truth", "burgundy.ruling.newest")
@pytest.mark.parametrize("field", ["reserve_brown", "reserve_light_green", "reserve_yellow"])
def test_a_question_says_which_tile_it_is_about(field: str) -> None:
    """A question for a tile's details says whether it is the top one of the reserve or the top left one of a depot."""
    bot = bot_in_your_turn(state("2", "6", white=1), white_castle=True)
    bot.do(correct={field: 1})
    bot.answer("go_on", 1, "none")
    assert ["It is the top one of its colour in its reserve."] == bot.screen["lines"]
    bot.do(undo=1)
    bot.answer("brown")
    assert ("building", ["If several: top, then left."]) == (bot.key, bot.screen["lines"])


@rule("burgundy.table.truth")
def test_every_value_can_be_corrected() -> None:
    """Silver, points, goods, ships, both cards, the reserve and the duchy can be corrected."""
    bot = bot_in_your_turn(state("2 wild", "6 ship", white=3, reserve="bank pig4 wild", duchy="cow2 mine"))
    bot.do(correct={"silver": 7, "vp": 33, "goods_3": 5, "ships": 2, "left_1": "open", "right_2": "yellow"})
    bot.do(correct={"reserve_wild": 0, "reserve_gray": 1, "duchy_gray": 3, "duchy_pig4": 1, "claimed_gray": "yes"})
    now = Turn(bot, [])
    assert (YOUR_TURN, (33, 7), 2, 5) == (bot.key, now.vp_silver, bot.state["ships"], now.goods[3])
    assert ("2", "6 ship knowledge") == (now.left, now.right)
    assert {"bank", "pig4", "mine"} == set(now.reserve.split())
    assert ({"gray": 3, "light_green": 2}, ["gray"]) == (now.duchy, bot.state["claimed"])
    assert ["burgundy.table.truth"] == bot.rules()
    assert bot.refusal(correct={"silver": -1})


@rule("burgundy.table.truth")
def test_another_card_can_be_corrected_onto_the_table() -> None:
    """It changes places with the card on the table, which loses the tiles that do not fit the new items."""
    bot = bot_in_your_turn(state("2 bank", "6 ship", white=3))
    bot.do(correct={"left_card": "9"})
    assert ("9", "6 ship") == (Turn(bot, []).left, Turn(bot, []).right)
    assert "2" in bot.state["deck"]
    assert "9" not in bot.state["deck"]
    assert bot.refusal(correct={"left_card": "6"})


@rule("burgundy.table.truth", "burgundy.card.points")
def test_a_card_made_full_by_a_correction_is_complete_at_once() -> None:
    """The card scores and is replaced at once, your turn continues, and each deed is reported once."""
    bot = bot_in_your_turn(state("2 bank bank cow2", "1", white=1))
    bot.do(correct={"left_4": "yellow"})
    assert "card" == bot.key
    assert {"Empty card 2 into its duchy.", "Slide card 1 and its tiles left."} <= {*bot.screen["lines"]}
    bot.answer("9")
    now = Turn(bot, [])
    assert (YOUR_TURN, "1", "9", (18, 1)) == (bot.key, now.left, now.right, now.vp_silver)
    assert {"brown": 2, "light_green": 1, "yellow": 1} == now.duchy
    assert ["Lay card 9 as its right card."] == bot.screen["lines"]
    assert "1 mine" == play_turn(bot, Table({1: "mine"}), 1).left


@rule("burgundy.table.truth", "burgundy.card.points", "burgundy.card.wild")
@pytest.mark.parametrize(
    ("fields", "answers", "key"),
    [
        ({}, ["go_on"], "die"),
        ({}, ["go_on", 1], "search"),
        ({"phase": "E", "round": 5, "first": "bot", "second": True, "ships": 1}, ["go_on"], "final"),
        ({"phase": "E", "round": 5, "first": "bot", "second": True, "ships": 1}, ["go_on", "total"], "your_total"),
        ({"round": 5, "first": "bot", "second": True, "ships": 1}, ["go_on"], "phase_end"),
        ({"first": "bot", "second": True, "ships": 1}, ["go_on"], "white_die"),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_a_completed_card_is_resolved_at_any_step(fields: dict[str, Any], answers: list[Any], key: str) -> None:
    """Its wild tiles are turned up, the next card is laid, and the open step continues."""
    bot = bot_in_your_turn(state("2 wild bank cow2", "1", white=1, **fields))
    bot.answer(*answers)
    assert key == bot.key
    bot.do(correct={"left_4": "yellow"})
    bot.answer("blue", "9")
    now = Turn(bot, [])
    assert (key, "1", "9", 18) == (bot.key, now.left, now.right, bot.state["vp"])
    assert {"brown": 1, "light_green": 1, "yellow": 1, "blue": 1} == now.duchy


@rule("burgundy.table.truth", "burgundy.card.points")
@pytest.mark.parametrize("values", [{"left_4": "wild", "left_3": "pig4"}, {"left_card": "1"}])
def test_any_correction_can_complete_a_card(values: dict[str, Any]) -> None:
    """A correction of several items, or to a shorter card, can complete a card."""
    bot = bot_in_your_turn(state("2 bank bank" if "left_4" in values else "3 wild wild wild", "6", white=1))
    bot.do(correct=values)
    assert "flip" == bot.key


@rule("burgundy.table.truth", "burgundy.card.points")
def test_a_card_that_its_turn_fills_waits_for_its_end() -> None:
    """If the bonus of its last tile is open, a correction of another value does not complete the card early."""
    bot = bot_in_your_turn(state("2 bank . cow2 knowledge", "6", white=1))
    bot.answer("go_on", 1, "brown", "church")
    assert "remaining" == bot.key
    bot.do(correct={"silver": 0})
    assert ("remaining", 0) == (bot.key, bot.state["vp"])
    bot.answer("none")
    assert ("card", 18) == (bot.key, bot.state["vp"])
