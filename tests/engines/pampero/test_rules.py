"""Rules of the rulebook that the worked examples do not show, by their ids; and our rulings."""

from typing import Any

import msgspec
import pytest

from engines.registry import load_engine
from tests.engines.pampero.turns import (
    ALL_LOCKED,
    ALWAYS_TRUE,
    BOARD,
    CANNOT_PAY,
    CHEAPEST,
    CONTRACT_AVAILABLE,
    ENERGY_BELOW_1,
    ENERGY_BELOW_10,
    EYE,
    FALSE_CARD,
    FOREIGN_MARKET,
    RIGHTMOST,
    TRACKS,
    TWO_MARKETS,
    USUAL_CARD,
    USUAL_ICONS,
    YOU_CHOOSE,
    Data,
    answer_amounts,
    begin,
    board,
    bot_with,
    card,
    contract,
    facts_and_outcome,
    finish_set_up,
    first_card_down,
    foreign,
    pairs,
    proposed_answer,
    row,
    tower,
    wind,
)
from tests.protocol_client import Outsider
from tests.rules import rule
from tests.tables.pampero import Column, Contract, Table

WIND_CARD = card("choose", wind(ALWAYS_TRUE, row("*", YOU_CHOOSE)))
"""A card whose first section always builds a wind farm where you choose."""
TOWER_CARD = card("builds", tower(ALL_LOCKED))


# --- set-up ---------------------------------------------------------------------------------------------------------


@rule(
    "pampero.setup.board",
    "pampero.ruling.sectors",
    "pampero.ruling.locked",
    "pampero.ruling.money",
    "pampero.income.rightmost",
)
def test_the_facts_of_the_box_are_confirmed_once() -> None:
    """A first play confirms sectors, towers, income tracks and locks; its board file asks for none of them again."""
    bot = Outsider("pampero")
    bot.answer(True, "zones", 2, 2, "towers", 8, "tracks", *REVERSED, "end", "columns")
    assert ("transformers", 8) == (bot.key, len(bot.ask["lines"]))
    answer_amounts(bot, column_2=3)
    bot.answer("unlocked", 3, "money", 30, "tiles", ["2.7"])
    assert "8 towers lock 1 3 1 1 1 1 1 1." in bot.screen["lines"]
    bot.answer("confirmed")
    assert "solo_card" == bot.key
    finish_set_up(bot)
    facts = bot.state["board"]
    assert {"A": ["A1", "A2"], "B": ["B1", "B2"], "C": ["C1", "C2"]} == facts["zones"]
    assert (REVERSED, 3) == (facts["income"]["rows_top_to_bottom"], facts["grid"]["unlocked_at_start"])
    assert facts["confirmed"]
    assert [1, 3, 1, 1, 1, 1, 1, 1] == facts["grid"]["transformers_per_column"]
    assert (3, 30) == (bot.state["vj"]["unlocked_transformers"], bot.state["vj"]["money"])
    assert ["2.7"] == bot.state["tiles"]
    again = Outsider("pampero", board=facts)
    again.answer(True)
    assert "solo_card" == again.key


REVERSED = TRACKS[::-1]
"""Another order of the income tracks."""


@rule("pampero.ruling.sectors")
def test_the_usual_board() -> None:
    """All usual facts are proposed on one screen, and confirmed by one press: sectors, towers, tracks, money."""
    bot = Outsider("pampero")
    bot.answer(True)
    assert ("board", "confirmed") == (bot.key, bot.ask["likely"])
    assert [
        "Sectors A1, A2, A3, B1, B2, C.",
        "7 towers lock 1 1 1 1 1 1 1.",
        "Unlocked: 0. VJ has $0.",
        "Tracks: tourism, industrial, commercial, residential.",
    ] == bot.screen["lines"]
    bot.answer("confirmed")
    assert "solo_card" == bot.key
    finish_set_up(bot)
    assert ([1] * 7, TRACKS) == (
        bot.state["board"]["grid"]["transformers_per_column"],
        bot.state["board"]["income"]["rows_top_to_bottom"],
    )


@rule("pampero.ruling.spaces", "pampero.setup.solo_cards")
def test_the_spaces_of_the_cards() -> None:
    """Space 1 is the 2nd scoring, space 2 end tile A, space 3 end tile B."""
    bot = begin(USUAL_CARD)
    bot.answer(True)
    for tile in ("the 2nd scoring tile", "end scoring tile A", "end scoring tile B"):
        assert bot.screen["lines"] == [f"For {tile}."]
        bot.answer("usual")
    assert "special_tiles" == bot.key


@rule("pampero.ruling.same_card")
def test_the_same_card_twice() -> None:
    """Two tiles may have the same majority: the same card may lie at two spaces."""
    bot = begin(USUAL_CARD)
    bot.answer(True, "usual", "usual", "other", 7, "other", [])
    assert facts_and_outcome(bot, "pampero.ruling.same_card")
    finish_set_up(bot)
    assert ["usual", "usual", ""] == [slot["card"].get("id", "") for slot in bot.state["cards"]]
    assert 7 == bot.state["cards"][2]["card"]["number"]


@rule("pampero.setup.solo_cards")
def test_a_known_number_chooses_its_card() -> None:
    """If card no. 3 is known, its number chooses it."""
    bot = begin({**USUAL_CARD, "number": 3})
    bot.answer(True, "other", 3, "other", 3, "other", 4, "other", [])
    finish_set_up(bot)
    assert ["usual", "usual", ""] == [slot["card"].get("id", "") for slot in bot.state["cards"]]


@rule("pampero.setup.solo_cards", "pampero.contract.network")
@pytest.mark.parametrize(
    ("majority", "found"),
    [
        ("network_tiles", {"id": "network_tiles", "number": 7, "majority": "network_tiles"}),
        ("wind_farms", {"number": 7, "majority": "wind_farms"}),
        ("other", {"number": 7}),
    ],
)
def test_a_card_with_a_new_number(majority: str, found: Data) -> None:
    """After a new number the majority is asked; it finds the known card of that majority, and VJ's side is counted."""
    bot = Outsider("pampero", board=board())
    bot.answer(True, "other", 7, majority, "wind_farms", "other", 8, "other", [])
    bot.until(proposed_answer, "start_majorities")
    names = ("id", "number", "majority")
    assert found == {name: value for name, value in bot.state["cards"][0]["card"].items() if name in names}
    assert ["network_tiles"] * (majority != "network_tiles") == [known["id"] for known in bot.state["deck"]]
    finish_set_up(bot)
    assert (majority == "other") == ("vj_1" in bot.ids), "the device counts it"


@rule("pampero.setup.batteries", "pampero.setup.no_tower", "pampero.setup.pass_tile", "pampero.ruling.twelve_batteries")
def test_the_pieces() -> None:
    """Twelve batteries in all, one of them VJ's; no tower; the pass tile is unused; orders and reasons name all."""
    bot = begin(USUAL_CARD)
    bot.until(proposed_answer, "place_pieces")
    only = "Put only a wind farm of VJ on the board: on a starting space of A2."
    lines = {only, "Keep 12 batteries in the game. Take 1, and give VJ 1."}
    assert lines | {"Lay the pass tile brain side up."} <= {*bot.screen["lines"]}
    rules = {"setup.batteries", "setup.energy", "setup.no_tower", "setup.wind_farm", "ruling.twelve_batteries"}
    assert {f"pampero.{name}" for name in (*rules, "ruling.money")} <= set(bot.rules())
    bot.answer(True)
    answer_amounts(bot)
    assert "pampero.setup.pass_tile" in bot.rules()
    vj = bot.state["vj"]
    assert (1, 1, {}, 7, 10) == (vj["energy"], vj["batteries"], vj["towers"], vj["towers_left"], vj["wind_left"])
    assert bot.state["flags"]["pass_tile_unused"]


@rule("pampero.frame.you_start", "pampero.frame.no_action_cards", "pampero.majority.pairs", "pampero.pay.never_you")
def test_the_first_turn_is_yours() -> None:
    """You begin, with the rules that change for you among the reasons."""
    bot = begin(USUAL_CARD)
    finish_set_up(bot)
    assert {"pampero.pay.virtual", "pampero.pay.never_you"} <= set(bot.rules())
    assert "Pay VJ $8 in A, $10 in B, $17 in C." in bot.screen["lines"]
    assert ("your_turn", "you", 1) == (bot.key, bot.screen["badge"]["who"], bot.screen["badge"]["turn"])
    expected = {"pampero.frame.you_start", "pampero.frame.no_action_cards", "pampero.majority.pairs"}
    assert expected <= set(bot.rules())


@rule("pampero.special.tile_23")
def test_tile_23_is_a_reminder() -> None:
    """With tile 2.3 the first and the final scoring remind you of his mark, the second does not."""
    for done, reminded in ((0, True), (1, False), (2, True)):
        bot = bot_with(USUAL_CARD, at="scoring", reached=True, tiles=["2.3"], clock={"scorings_done": done})
        bot.until(Table().answer, "scoring_money")
        assert reminded == ("Tile 2.3: count the mark at the end of his columns." in bot.screen["lines"])


# --- majorities, the pass tile, the end of a round ------------------------------------------------------------------


@rule("pampero.majority.markers")
def test_majorities_are_reported() -> None:
    """Your turn offers one more of each majority, as one press; those of VJ only if the device cannot count them."""
    bot = bot_with(USUAL_CARD, majority=pairs((1, 1), (2, 3), (0, 0)))
    assert ["you_1", "you_2", "vj_2", "you_3", "vj_3"] == bot.ids[1:6]
    bot.answer("you_1", "vj_2", "vj_2")
    assert ("your_turn", pairs((1, 2), (4, 3), (0, 0))) == (bot.key, bot.state["majority"])
    texts = [one["text"] for one in bot.ask["options"]]
    assert [
        "My majority 1 went up (2 → 3)",
        "My majority 2 went up (3 → 4)",
        "VJ’s majority 2 went up (4 → 5)",
    ] == texts[1:4]
    bot.answer("go_on")
    assert "site" == bot.key
    bot = bot_with(USUAL_CARD)
    bot.do(set={"cards": first_card_down(bot)})
    assert "you_1" not in bot.ids, "its scoring is over"


@rule("pampero.majority.markers")
def test_a_majority_can_go_down() -> None:
    """One less can be reported, too, of yours and of VJ's that the device cannot count; never below 0."""
    bot = bot_with(USUAL_CARD, majority=pairs((1, 1), (2, 3), (0, 0)))
    bot.answer("lowered")
    assert ["you_1", "you_2", "vj_2"] == bot.ids
    texts = [one["text"] for one in bot.ask["options"]]
    assert ["My majority 1 (1 → 0)", "My majority 2 (3 → 2)", "VJ’s majority 2 (2 → 1)"] == texts
    bot.answer("vj_2", "lowered", "you_1")
    assert ("your_turn", pairs((1, 0), (1, 3), (0, 0))) == (bot.key, bot.state["majority"])
    assert {"you_1": 0} == bot.facts_and_outcome("pampero.majority.markers")[1]
    bot.answer("lowered")
    bot.do(correct={"you_2": 0, "vj_2": 0})
    assert "your_turn" == bot.key
    assert "lowered" not in bot.ids


@rule("pampero.scoring.majority", "pampero.majority.markers")
@pytest.mark.parametrize(("done", "up"), [(1, [1]), (2, [2, 3])])
def test_majorities_are_shown_before_a_scoring(done: int, up: list[int]) -> None:
    """A scoring shows the winners of its majorities before it asks its $; corrections change them."""
    bot = bot_with(
        FALSE_CARD, at="scoring", reached=True, clock={"scorings_done": done}, majority=pairs((3, 3), (3, 3), (3, 3))
    )
    assert [f"Majority {space} is VJ’s, 3 to 3." for space in up] == bot.screen["lines"]
    last = up[-1]
    bot.do(correct={f"you_{last}": 4})
    assert f"Majority {last} is yours, 4 to 3." in bot.screen["lines"]
    bot.answer(0)
    assert "you" == bot.state["scored"]["winners"][str(last)]
    assert {"vj": 3, "you": 4} == bot.state["majority"][last - 1]


@rule("pampero.special.tile_27")
def test_tile_27_is_not_counted_twice() -> None:
    """The question for the other $ of the scoring shows the money for covered spaces, which score once in a game."""
    bot = bot_with(FALSE_CARD, at="scoring", reached=True, tiles=["2.7"])
    bot.answer(4)
    assert "The $12 of tile 2.7 come on top." in bot.screen["lines"]
    bot.answer(5)
    assert 17 == bot.state["vj"]["money"]
    bot = bot_with(FALSE_CARD, at="scoring", reached=True, tiles=["2.7"], marked=True)
    assert "scoring_money" == bot.key, "they score once in a game"


@rule("pampero.wind.majority")
def test_a_wind_farm_counts() -> None:
    """VJ's wind farm moves his marker of that majority at each space with its card."""
    twice = {**USUAL_CARD, "id": "twice", "title": "twice"}
    bot = bot_with(USUAL_CARD, twice, majority=pairs((1, 2), (1, 2), (0, 0)))
    Table(structures={"A1": 1}).turn(bot)
    assert pairs((2, 2), (2, 2), (0, 0)) == bot.state["majority"]
    assert ({"card": 2}, {"vj": 2}) == facts_and_outcome(bot, "pampero.wind.majority")


@rule("pampero.ruling.pass_tile=asked")
def test_an_unused_pass_tile_is_mentioned() -> None:
    """From the 2nd scoring on your turn mentions an unused tile; before VJ's last turn it is used."""
    bot = bot_with(WIND_CARD, clock={"scorings_done": 2, "round": 8, "turn_in_round": 2})
    bot.do(set={"cards": first_card_down(bot)})
    assert "Your pass tile is still unused." in bot.screen["lines"]
    bot.answer("go_on")
    bot.until(Table().answer, "your_turn")
    bot.answer("go_on")
    assert ("round_end", "skipped") == (bot.key, bot.state["did"]["action"])
    assert "VJ’s turn is skipped" == bot.screen["headline"]
    assert "Your pass tile is still unused." not in bot_with(WIND_CARD, clock={"scorings_done": 1}).screen["lines"]


@rule("pampero.ruling.pass_tile=asked")
def test_the_pass_tile_before_the_last_turn() -> None:
    """Before the last turn it is used even if the 2nd scoring is still to come, with the final one."""
    bot = bot_with(WIND_CARD, clock={"scorings_done": 1, "round": 8, "turn_in_round": 3})
    bot.answer("go_on")
    assert ("round_end", "skipped") == (bot.key, bot.state["did"]["action"])


@rule("pampero.ruling.pass_tile=asked")
@pytest.mark.parametrize("game_round", [5, 6, 7])
def test_the_pass_tile_before_the_last_turn_of_a_shorter_game(game_round: int) -> None:
    """With the final scoring next and the tile unused, a third turn asks whether the game ends with its round."""
    bot = bot_with(WIND_CARD, clock={"scorings_done": 2, "round": game_round, "turn_in_round": 3})
    bot.answer("go_on")
    assert ("last_round", "yes_no", True) == (bot.key, bot.ask["kind"], bot.ask["likely"])
    bot.answer(True)
    assert ("round_end", "skipped", "done") == (bot.key, bot.state["did"]["action"], bot.ask["kind"])
    assert "Turn the pass tile over." in bot.screen["lines"][0]
    bot.answer(True, 0, 0)
    assert ("final", "final") == (bot.key, bot.state["scored"]["which"])


@rule("pampero.ruling.pass_tile=asked")
def test_a_third_turn_that_is_not_the_last() -> None:
    """If the game does not end with this round, VJ has his turn and the tile stays unused."""
    bot = bot_with(WIND_CARD, clock={"scorings_done": 2, "round": 6, "turn_in_round": 3})
    bot.answer("go_on", False)
    bot.until(Table().answer, "round_end")
    assert ("wind", True) == (bot.state["did"]["action"], bot.state["flags"]["pass_tile_unused"])
    assert ["go_on", "scoring"] == bot.ids


@rule("pampero.ruling.pass_tile=asked", "pampero.table.truth")
def test_a_correction_while_the_last_round_is_asked() -> None:
    """If the tile is corrected to be used, VJ's turn follows."""
    bot = bot_with(WIND_CARD, clock={"scorings_done": 2, "round": 6, "turn_in_round": 3})
    bot.answer("go_on")
    bot.do(correct={"pass_tile_unused": "no"})
    assert "site" == bot.key


@rule("pampero.ruling.pass_tile=asked", "pampero.ruling.pass_tile=reported")
@pytest.mark.parametrize(
    "state",
    [
        {"clock": {"scorings_done": 2, "round": 6, "turn_in_round": 2}},
        {"clock": {"scorings_done": 1, "round": 6, "turn_in_round": 3}},
        {"clock": {"scorings_done": 2, "round": 6, "turn_in_round": 3}, "flags": {"pass_tile_unused": False}},
        {"clock": {"scorings_done": 2, "round": 6, "turn_in_round": 3}, "skipping": "reported"},
        {"clock": {"scorings_done": 2, "round": 8, "turn_in_round": 3}, "skipping": "reported"},
    ],
)
def test_when_the_last_round_is_not_asked(state: Data) -> None:
    """VJ's turn follows at once in all other turns, with a used tile, and by the other ruling."""
    bot = bot_with(WIND_CARD, **state)
    bot.answer("go_on")
    assert "site" == bot.key


@rule("pampero.ruling.pass_tile=asked")
def test_the_end_of_your_last_turn_says_that_it_skips() -> None:
    """In the last turn of the time track, the row that ends yours says that VJ's is skipped."""
    bot = bot_with(WIND_CARD, clock={"scorings_done": 2, "round": 8, "turn_in_round": 3})
    assert ("go_on", "My turn is done; VJ skips his (pass tile)") == (bot.ids[0], bot.ask["options"][0]["text"])
    assert "pass" not in bot.ids
    assert "The pass tile skips VJ’s last turn." in bot.screen["lines"]


@rule("pampero.ruling.pass_tile=asked", "pampero.pass.once")
def test_the_pass_tile_is_used_when_you_say_so() -> None:
    """Your report turns the tile over, and VJ's turn is skipped."""
    bot = bot_with(USUAL_CARD, clock={"scorings_done": 2, "round": 5})
    bot.answer("pass")
    assert (False, "skipped") == (bot.state["flags"]["pass_tile_unused"], bot.state["did"]["action"])


@rule("pampero.ruling.pass_tile=reported")
def test_the_pass_tile_only_when_you_say_so() -> None:
    """By the other ruling it is never mentioned, and is among your reports while it is unused."""
    bot = bot_with(FALSE_CARD, skipping="reported", clock={"scorings_done": 2, "round": 8, "turn_in_round": 3})
    assert "pass" in bot.ids
    assert "Your pass tile is still unused." not in bot.screen["lines"]
    bot.answer("go_on")
    assert "nothing" == bot.state["did"]["action"]


@rule("pampero.income.round", "pampero.ruling.consolidation")
def test_the_end_of_a_round() -> None:
    """After three turns each you report whether a scoring was reached, and VJ collects income."""
    bot = bot_with(FALSE_CARD, clock={"turn_in_round": 3}, vj={"money": 3})
    bot.answer("go_on")
    assert ("round_end", ["go_on", "scoring"]) == (bot.key, bot.ids)
    bot.answer("go_on", 6)
    assert ("your_turn", 9) == (bot.key, bot.state["vj"]["money"])
    assert (2, 1, "you") == tuple(bot.state["clock"][name] for name in ("round", "turn_in_round", "whose"))
    bot.do(set={"clock": {"round": 2, "turn_in_round": 3}})
    bot.answer("go_on", "scoring")
    assert 6 == bot.ask["likely"]
    bot.answer(6)
    assert "scoring_money" == bot.key
    bot.answer(0)
    assert ("your_turn", False) == (bot.key, bot.state["reached"]), "the next round can reach another one"


@rule("pampero.income.round")
def test_income_that_is_known() -> None:
    """If a board file has the values of the income tracks, VJ's income is known and not asked."""
    facts = board(income={"values": {"residential": [0, 2, 5], "tourism": [1, 1]}})
    bot = bot_with(FALSE_CARD, facts=facts, at="consolidation", vj={"income": {"residential": 2, "tourism": 9}})
    assert ("done", "Give VJ $6.") == (bot.ask["kind"], bot.screen["lines"][1])
    bot.answer(True)
    assert 6 == bot.state["vj"]["money"]


@rule("pampero.ruling.consolidation", "pampero.scoring.first")
def test_the_last_round_has_all_remaining_scorings() -> None:
    """Round 8 is the last: all remaining scorings follow, then the game ends."""
    bot = bot_with(FALSE_CARD, clock={"round": 8, "turn_in_round": 3})
    bot.answer("go_on", True, 0)
    for which in ("first", "second", "final"):
        bot.until(Table().answer, "scoring_money")
        assert ("scoring_money", which) == (bot.key, bot.screen["facts"]["which"])
        bot.answer(1)
    assert "final" == bot.key


@rule("pampero.vj.keeps_money", "pampero.end.most_money")
@pytest.mark.parametrize(("you", "winner"), [(29, "bot"), (31, "you"), (30, None)])
def test_most_money_wins(you: int, winner: str | None) -> None:
    """All of VJ's money counts at the end; the higher total wins."""
    bot = bot_with(FALSE_CARD, at="scoring", reached=True, clock={"scorings_done": 2}, vj={"money": 25})
    bot.answer(5)
    assert "pampero.vj.keeps_money" in bot.rules()
    bot.answer("total", you)
    assert (winner, 30) == (bot.status["result"]["winner"], bot.status["result"]["bot"])
    assert bot.status["over"]
    assert bot.state["flags"]["over"]


# --- conditions -----------------------------------------------------------------------------------------------------


@rule("pampero.condition.contract")
def test_an_available_contract_as_a_condition() -> None:
    """A section with another action asks for it; without a tower it is false and not asked."""
    first = card("one", wind(CONTRACT_AVAILABLE, row("*", YOU_CHOOSE)))
    bot = bot_with(first)
    bot.answer("go_on")
    assert "nothing" == bot.state["did"]["action"]
    bot = bot_with(first, vj={"towers": {"B1": 1}})
    Table(contracts=[Contract("B1", "tourism", 1)]).turn(bot)
    assert "wind" == bot.state["did"]["action"]


@rule("pampero.condition.contract", "pampero.ruling.market_icon")
def test_wanted_icons_of_a_condition() -> None:
    """The condition names the icons that a contract must show: the main icon, or else the one behind it."""
    wants = {"kind": "contract_available", "any_of": [TWO_MARKETS]}
    bot = bot_with(card("one", contract(wants)), vj={"towers": {"B1": 1}, "energy": 5})
    bot.answer("go_on")
    assert "condition" == bot.key
    assert ["icons_at_least", "market", 2, "is_type", "residential", 1] == bot.screen["facts"]["any_of"]
    assert "One in B1 with 2 market icons, or else the residential icon." in bot.screen["lines"]


@rule("pampero.condition.contract", "pampero.income.rightmost")
def test_a_condition_names_the_type_of_his_marker() -> None:
    """If a contract of the type of VJ's rightmost marker is wanted, the question names that type."""
    wants = {"kind": "contract_available", "any_of": [RIGHTMOST]}
    first = card("one", contract(wants))
    bot = bot_with(first, vj={"towers": {"B1": 1}, "income": {"commercial": 2}})
    bot.answer("go_on")
    assert "One in B1 with the commercial icon that he can pay." in bot.screen["lines"]


@rule("pampero.ruling.market_icon")
def test_the_market_icon_is_its_own() -> None:
    """Market is an icon of its own beside the contract types, and can break a tie."""
    rows = (row("B", CHEAPEST, {"icon": "icons_at_least", "type": "market", "count": 2}),)
    bot = bot_with(card("one", contract(CONTRACT_AVAILABLE, *rows)), vj={"towers": {"B1": 1}, "energy": 5})
    Table(contracts=[Contract("B1", "tourism", 2), Contract("B1", "commercial", 2, {"market": 2})]).turn(bot)
    assert "commercial" == bot.state["did"]["type"]
    assert facts_and_outcome(bot, "pampero.ruling.market_icon")


@rule("pampero.condition.foreign", "pampero.foreign.sell", "pampero.ruling.market_section")
def test_a_foreign_market() -> None:
    """With a tower at a foreign market VJ sells energy and batteries for money, and his turn is over."""
    first = card("one", foreign(FOREIGN_MARKET), wind(ALWAYS_TRUE))
    bot = bot_with(first, vj={"energy": 6, "batteries": 2, "towers": {"B1": 1}})
    table = Table(markets=["B1"])
    bot.answer("go_on")
    bot.until(table.answer, "sold")
    assert 6 == bot.ask["minus_from"]
    bot.answer(4, 1, 9)
    vj = bot.state["vj"]
    assert (2, 1, 9, "foreign") == (vj["energy"], vj["batteries"], vj["money"], bot.state["did"]["action"])
    assert facts_and_outcome(bot, "pampero.ruling.market_section")


@rule("pampero.foreign.sell")
def test_a_market_where_nothing_can_be_sold() -> None:
    """If VJ sells nothing, sections that sell are impossible; a second one is not asked about."""
    bot = bot_with(
        card("one", foreign(ALWAYS_TRUE), foreign(ALWAYS_TRUE), wind(ALWAYS_TRUE)), vj={"energy": 6, "batteries": 1}
    )
    bot.answer("go_on")
    bot.until(Table().answer, "sold")
    bot.answer(0, 0)
    table = Table()
    bot.until(table.answer, "your_turn")
    assert ("wind", False) == (bot.state["did"]["action"], "sold" in table.asked)


@rule("pampero.condition.foreign")
def test_a_market_is_asked_for_once_a_turn() -> None:
    """The answer for one card holds for the next card."""
    first = card("one", foreign(FOREIGN_MARKET))
    table = Table()
    table.turn(bot_with(first, first | {"id": "two", "title": "two"}, vj={"towers": {"B1": 1}}))
    assert 1 == table.asked.count("condition")


@rule("pampero.condition.locked")
def test_locked_transformers_are_counted_from_then_on() -> None:
    """After your answer that all are locked, the device counts the unlocked ones from 0."""
    bot = bot_with(card("one", wind(ALL_LOCKED)), vj={"unlocked_transformers": "?"})
    Table().turn(bot)
    assert ("wind", 0) == (bot.state["did"]["action"], bot.state["vj"]["unlocked_transformers"])


@rule("pampero.tower.bonuses")
def test_the_gains_of_a_column() -> None:
    """All gains of a column are numbers on one screen; one tile is proposed."""
    bot = bot_with(TOWER_CARD, vj={"batteries": 3})
    bot.answer("go_on")
    bot.until(Table().answer, "bonus_column")
    usual = {line["id"]: line["likely"] for line in bot.ask["lines"]}
    assert {"tiles": 1} == {name: n for name, n in usual.items() if n}
    assert 9 == next(line["high"] for line in bot.ask["lines"] if line["id"] == "battery")
    answer_amounts(bot, tiles=2, money=5, battery=1)
    assert (5, 4, 2) == (bot.state["vj"]["money"], bot.state["vj"]["batteries"], bot.state["did"]["tiles"])


@rule("pampero.tower.spaces", "pampero.tower.bonuses")
def test_ongoing_tiles_are_among_the_tiles_of_a_column() -> None:
    """Ongoing tiles count as tiles of the column; it is asked which they are, unless VJ gets all that he lacks."""
    bot = bot_with(TOWER_CARD)
    bot.answer("go_on")
    bot.until(Table().answer, "bonus_column")
    answer_amounts(bot, tiles=3, ongoing=2)
    assert ("ongoing_tiles", ["2", "3", "30"]) == (bot.key, bot.ids)
    bot.answer(["2", "3"])
    own = "Lay bonus tiles 2, 3 on their own spaces of his board."
    assert {own, "Lay 1 bonus tile on the open space of his board."} <= {*bot.screen["lines"]}
    bot.do(undo=2)
    answer_amounts(bot, tiles=0, ongoing=3)
    assert ([2, 3, 30], 3) == (bot.state["vj"]["ongoing"], bot.state["did"]["tiles"])


@rule("pampero.specialist.last_space", "pampero.income.bonus")
@pytest.mark.parametrize("reached", [True, False])
def test_a_bonus_that_may_reach_the_last_space(reached: bool) -> None:
    """If the last space is unknown, it is asked whether his marker is there; if so, a card is due."""
    bot = bot_with(TOWER_CARD)
    bot.answer("go_on")
    bot.until(Table().answer, "bonus_column")
    answer_amounts(bot, income=1)
    assert ("last_space", "residential") == (bot.key, bot.screen["facts"]["type"])
    bot.answer(reached)
    assert ("specialist_tile" if reached else "your_turn") == bot.key


@rule("pampero.condition.foreign")
def test_no_market_without_a_tower() -> None:
    """Without a tower the condition is false and not asked."""
    bot = bot_with(card("one", foreign(FOREIGN_MARKET), wind(ENERGY_BELOW_10)))
    table = Table()
    table.turn(bot)
    assert "condition" not in table.asked
    assert "wind" == bot.state["did"]["action"]


@rule("pampero.condition.other")
@pytest.mark.parametrize("holds", [True, False])
def test_a_condition_of_its_own(holds: bool) -> None:
    """A custom condition is asked in its own words."""
    first = card("one", wind({"kind": "custom", "text": "More towers than wind farms"}))
    bot = bot_with(first)
    bot.answer("go_on")
    assert "More towers than wind farms" in bot.screen["lines"]
    bot.answer(holds)
    assert holds == (bot.key == "site")


@rule("pampero.ruling.impossible")
def test_a_true_condition_without_an_action() -> None:
    """If the condition is true and no site is free, the next section is read."""
    bot = bot_with(card("one", wind(ALWAYS_TRUE), tower(ALL_LOCKED)))
    Table(sites={"wind": [], "tower": ["B2"]}).turn(bot)
    assert "B2" == bot.state["did"]["sector"]
    assert ({"card": 1, "action": "wind"}, {}) == facts_and_outcome(bot, "pampero.ruling.impossible")


@rule("pampero.ruling.no_wind_farm")
def test_no_wind_farm_left() -> None:
    """Without a wind farm left that action is impossible."""
    bot = bot_with(WIND_CARD, vj={"wind": {"A1": 5, "C": 6}, "wind_left": 0})
    bot.answer("go_on")
    assert "nothing" == bot.state["did"]["action"]
    assert facts_and_outcome(bot, "pampero.ruling.no_wind_farm")


@rule("pampero.ruling.energy_ten")
def test_at_10_energy() -> None:
    """A wind farm at 10 energy gains nothing; no contract is forced."""
    bot = bot_with(WIND_CARD, vj={"energy": 10})
    Table().turn(bot)
    assert ("wind", 0, 10) == (bot.state["did"]["action"], bot.state["did"]["gained"], bot.state["vj"]["energy"])
    assert facts_and_outcome(bot, "pampero.ruling.energy_ten")


# --- wind farms and towers ------------------------------------------------------------------------------------------


@rule("pampero.ruling.area", "pampero.ruling.most_dozers", "pampero.ruling.site")
def test_area_and_space_mean_the_sector() -> None:
    """“Area” and “space” mean the sector; you choose the site in it."""
    bot = bot_with(USUAL_CARD)
    Table(structures={"A1": 1, "B1": 1}, dozers={"B1": 1}).turn(bot)
    assert facts_and_outcome(bot, "pampero.ruling.area")
    assert facts_and_outcome(bot, "pampero.ruling.most_dozers")
    assert facts_and_outcome(bot, "pampero.ruling.site")
    assert "Build his wind farm in B1." in bot.screen["lines"]


MOST_TOURISM_ICONS = {"icon": "most_icons", "type": "tourism"}
SECTOR_ICONS = [*USUAL_ICONS[:2], MOST_TOURISM_ICONS, CHEAPEST, RIGHTMOST, {"icon": "custom", "text": "a made-up icon"}]
"""Icons that distinguish sectors; each may fit none of the sectors with a free site."""
each_icon = pytest.mark.parametrize("icon", SECTOR_ICONS, ids=[str(icon["icon"]) for icon in SECTOR_ICONS])


@rule("pampero.ruling.no_result", "pampero.icons.line", "pampero.wind.you_choose")
@each_icon
@pytest.mark.parametrize("action", [wind, tower])
def test_an_icon_that_fits_nothing(action: Any, icon: Data) -> None:
    """If no sector is ticked, it is asked where sites are free, and these sectors still tie."""
    bot = bot_with(card("one", action(ALWAYS_TRUE, row("A", icon, EYE))))
    bot.answer("go_on", [])
    assert ("free_sites", ["A1", "A2", "A3"]) == (bot.key, bot.screen["facts"]["tied"])
    bot.answer(["A1", "A3"])
    assert ("choose_sector", ["A1", "A3"]) == (bot.key, bot.ids)
    assert ({"icon": icon["icon"]}, {"tied": ["A1", "A3"]}) == facts_and_outcome(bot, "pampero.ruling.no_result")


@rule("pampero.ruling.no_result", "pampero.ruling.full_sector")
@each_icon
def test_an_icon_without_a_site(icon: Data) -> None:
    """If no site is free either, the next row is read, and the icon is no reason."""
    rows = row("A", icon, USUAL_ICONS[1], EYE), row("B", icon, EYE)
    bot = bot_with(card("one", tower(ALWAYS_TRUE, *rows)))
    bot.answer("go_on", [], [])
    assert ("sectors", ["B1", "B2"]) == (bot.key, bot.screen["facts"]["tied"])
    assert "pampero.ruling.no_result" not in bot.rules()


@rule("pampero.ruling.no_result", "pampero.ruling.full_sector")
@pytest.mark.parametrize("icon", SECTOR_ICONS[2:], ids=[str(icon["icon"]) for icon in SECTOR_ICONS[2:]])
@pytest.mark.parametrize(
    ("sites", "there", "sector", "asked"),
    [
        (["B1", "B2", "C"], ["B2"], "B2", ["sectors"]),
        (["B1", "B2", "C"], [], "B1", ["sectors", "free_sites", "choose_sector"]),
        (["B2", "C"], ["B1"], "B2", ["sectors", "free_sites"]),
        (["C"], ["B1", "B2"], "C", ["sectors", "free_sites", "free_site"]),
    ],
)
def test_no_site_or_nothing_that_fits(
    icon: Data, sites: list[str], there: list[str], sector: str, asked: list[str]
) -> None:
    """The sector with a site that fits the icon; if none fits, you choose; without a site, the next row decides."""
    rows = row("B", icon, EYE), row("C", icon)
    bot = bot_with(card("one", tower(ALWAYS_TRUE, *rows)), vj={"income": {"tourism": 1}})
    table = Table(
        sites={"tower": sites},
        icons={"tourism": dict.fromkeys(there, 1)},
        fitting=there,
        contracts=[Contract(place, "tourism", 2) for place in there],
    )
    bot.answer("go_on")
    bot.until(table.answer, "bonus_column")
    assert (sector, asked) == (bot.state["did"]["sector"], table.asked)


@rule("pampero.ruling.no_result", "pampero.icons.secondary", "pampero.ruling.secondary_scope")
def test_icons_behind_an_icon_that_fits_nothing() -> None:
    """The icons behind it compare the sectors with a free site; a single one is not asked about."""
    cheapest = CHEAPEST | {"back": [USUAL_ICONS[1]]}
    bot = bot_with(card("one", wind(ALWAYS_TRUE, row("A", cheapest, EYE))))
    bot.answer("go_on", [], ["A2", "A3"])
    facts = bot.screen["facts"]
    assert ("sectors", "you_most_dozers", ["A2", "A3"]) == (bot.key, facts["icon"], facts["tied"])
    assert not facts["sites"]
    bot.do(undo=1)
    bot.answer(["A3"])
    assert ("your_turn", "A3") == (bot.key, bot.state["did"]["sector"])


@rule("pampero.ruling.missing_row")
def test_a_sector_that_no_row_names() -> None:
    """The card has a row for zone A only: without a site there, B and C are not searched."""
    bot = bot_with(card("one", tower(ALL_LOCKED, row("A", USUAL_ICONS[1]))))
    Table(sites={"wind": [], "tower": ["B1", "C"]}).turn(bot)
    assert "nothing" == bot.state["did"]["action"]
    assert ({"sectors": ["B1", "B2", "C"]}, {}) == facts_and_outcome(bot, "pampero.ruling.missing_row")


@rule("pampero.tower.leftmost")
@pytest.mark.parametrize(("known", "unlocked"), [("?", "?"), (2, 2), ([3, 1], 3)])
def test_a_tower_unlocks_its_column(known: Any, unlocked: Any) -> None:
    """The transformers of its column are unlocked, as a number if the board file has one."""
    bot = bot_with(TOWER_CARD, facts=board(grid={"transformers_per_column": known}))
    Table().turn(bot)
    assert (unlocked, 6) == (bot.state["vj"]["unlocked_transformers"], bot.state["vj"]["towers_left"])


@rule("pampero.tower.leftmost", "pampero.tower.bonuses", "pampero.specialist.order")
def test_an_order_is_given_before_the_next_question() -> None:
    """The tower is ordered before the column is asked, the column's bonuses before the card: each order once."""
    bot = bot_with(card("one", tower(ALWAYS_TRUE, row("A1", YOU_CHOOSE))))
    bot.answer("go_on", True)
    n = bot.status["n"]
    assert ("bonus_column", [{"id": "build", "entry": n}]) == (bot.key, bot.screen["facts"]["orders"])
    assert "Build his leftmost tower in A1." == bot.screen["lines"][0]
    answer_amounts(bot, tiles=2, energy=1, specialist=1)
    assert ("specialist_tile", ["tiles", "energy"]) == (bot.key, order_ids(bot))
    lines = ["Lay 2 bonus tiles on the open space of his board.", "Move his energy to 2."]
    assert lines == bot.screen["lines"][:2]
    bot.answer("one")
    assert ("your_turn", ["card.1"]) == (bot.key, order_ids(bot))
    bot.answer("paid_A")
    assert [] == order_ids(bot)


def order_ids(bot: Outsider) -> list[str]:
    """Return the orders of the open screen, by their ids."""
    return [order["id"] for order in bot.screen["facts"]["orders"]]


@rule("pampero.scoring.flip", "pampero.scoring.majority", "pampero.income.round")
def test_the_orders_of_a_scoring_and_of_an_income() -> None:
    """VJ's money and the card to be turned face down are orders; $0 is no order."""
    values = {name: [0, 4] for name in TRACKS}
    facts = board(income={"values": values})
    for at, answers, orders in (("round_end", (True,), ["collect"]), ("scoring", (5,), ["score", "flip"])):
        bot = bot_with(FALSE_CARD, facts=facts, vj={"income": {"tourism": 1}}, did={"action": "nothing"}, at=at)
        bot.do(set={"clock": {"scorings_done": 1, "round": 8}, "reached": True, "at": at})
        bot.until(proposed_answer, "round_end", "scoring_money")
        bot.answer(*answers)
        assert orders == order_ids(bot)


@rule("pampero.tower.eye", "pampero.ruling.lone_card")
@pytest.mark.parametrize(("down", "sector"), [(False, "B1"), (True, "B2")])
def test_the_eye_of_a_tower_row(down: bool, sector: str) -> None:
    """The tower section of the next card breaks the tie without its condition; if no other card is face up, you do."""
    first = card("one", tower(ALL_LOCKED, row("B", CHEAPEST, EYE)))
    second = card("two", wind(ENERGY_BELOW_1), tower(ENERGY_BELOW_1, row("B1", {"icon": "no_own_tower"})))
    bot = bot_with(first, second, majority=pairs((0, 9), (0, 0), (0, 0)), skipping="reported")
    if down:
        slots = [dict(slot) for slot in bot.state["cards"]]
        bot.do(set={"cards": [slots[0], {**slots[1], "face_up": False}, {**slots[2], "face_up": False}]})
    table = Table(contracts=[Contract("B1", "tourism", 3), Contract("B2", "tourism", 3)], choice=["B2"])
    table.turn(bot)
    assert sector == bot.state["did"]["sector"]
    assert facts_and_outcome(bot, "pampero.ruling.lone_card" if down else "pampero.tower.eye")


@rule("pampero.tower.eye")
def test_the_eye_asks_nothing_twice() -> None:
    """Both B sectors tie for the cheapest contract: the same icon on the next card is not asked again."""
    first = card("one", tower(ALL_LOCKED, row("B", CHEAPEST, EYE)))
    leads = tower(ENERGY_BELOW_1, row("B", CHEAPEST, {"icon": "you_most_dozers"}))
    bot = bot_with(first, card("two", leads))
    bot.answer("go_on")
    table = Table(contracts=[Contract("B1", "tourism", 3), Contract("B2", "tourism", 3)], dozers={"B2": 1})
    bot.until(table.answer, "bonus_column")
    assert ("B2", 2) == (bot.screen["facts"]["sector"], table.asked.count("sectors"))


@rule("pampero.tower.eye")
def test_the_bonus_table_stays_that_of_the_first_card() -> None:
    """After the eye, the column is chosen by the symbols of the first card."""
    first = card("one", tower(ALL_LOCKED, row("B", CHEAPEST, EYE), tile="energy"))
    second = card("two", tower(ENERGY_BELOW_1, row("B2", {"icon": "no_own_tower"}), tile="dozer"))
    bot = bot_with(first, second)
    bot.answer("go_on")
    bot.until(Table(contracts=[Contract("B1", "tourism", 3), Contract("B2", "tourism", 3)]).answer, "bonus_column")
    assert ("B2", ["energy"]) == (bot.screen["facts"]["sector"], bot.screen["facts"]["tile"])


@rule("pampero.ruling.rb_symbol", "pampero.ruling.money_symbol", "pampero.ruling.covered", "pampero.ruling.bonus_order")
def test_symbols_of_the_bonus_table() -> None:
    """His rightmost type is that before the column; money is matched as printed; covered bonuses do not count."""
    bot = bot_with(TOWER_CARD, vj={"income": {"tourism": 2}})
    bot.answer("go_on")
    table = Table(columns={"A": [Column(["tourism", "income"], ["money:5"])]})
    bot.until(table.answer, "bonus_column")
    assert (["tourism"], ["money", 5]) == (bot.screen["facts"]["tile"], bot.screen["facts"]["printed"])
    assert {"pampero.ruling.rb_symbol", "pampero.ruling.money_symbol", "pampero.ruling.covered"} <= set(bot.rules())
    bot.until(table.answer, "your_turn")
    assert "pampero.ruling.bonus_order" in bot.rules()
    assert (3, 5) == (bot.state["vj"]["income"]["tourism"], bot.state["vj"]["money"])


@rule("pampero.ruling.no_battery")
def test_no_battery_in_the_supply() -> None:
    """If VJ has all twelve batteries, none is offered among the gains."""
    bot = bot_with(TOWER_CARD, vj={"batteries": 12})
    bot.answer("go_on")
    bot.until(Table().answer, "bonus_column")
    assert "battery" not in [line["id"] for line in bot.ask["lines"]]
    answer_amounts(bot)
    assert 12 == bot.state["vj"]["batteries"]
    assert "pampero.ruling.no_battery" in bot.rules()


@rule("pampero.ruling.last_space")
def test_a_marker_on_its_last_space() -> None:
    """A marker on its last space stays there, and brings no card."""
    facts = board(income={"last_space": {"residential": 4}})
    bot = bot_with(TOWER_CARD, facts=facts, vj={"income": {"residential": 4}})
    bot.answer("go_on")
    bot.until(Table().answer, "bonus_column")
    answer_amounts(bot, income=1)
    assert ("your_turn", 4, []) == (bot.key, bot.state["vj"]["income"]["residential"], bot.state["vj"]["scoring_cards"])
    assert "pampero.ruling.last_space" in bot.rules()


@rule("pampero.ruling.next_tile")
def test_both_end_tiles_are_next() -> None:
    """After the 2nd scoring a card that matches either end tile matches."""
    bot = bot_with(
        card("one"),
        card("two", tower(ALL_LOCKED)),
        skipping="reported",
        clock={"scorings_done": 2, "round": 6},
    )
    bot.answer("go_on")
    bot.until(Table().answer, "bonus_column")
    answer_amounts(bot, specialist=1)
    assert "Scoring cards that match an end scoring tile." in bot.screen["lines"]
    assert "pampero.ruling.next_tile" in bot.rules()


@rule("pampero.specialist.order", "pampero.ruling.second_card")
def test_your_rightmost_marker_is_asked_once_a_turn() -> None:
    """It is asked once for two cards of a turn, and the next turn proposes the same type."""
    bot = bot_with(TOWER_CARD)
    bot.answer("go_on")
    bot.until(Table().answer, "bonus_column")
    answer_amounts(bot, specialist=2)
    bot.answer("none")
    assert "your_rightmost" == bot.key
    bot.answer("commercial", "one", "none")
    assert "specialist_icons" == bot.key
    assert "commercial" == bot.screen["facts"]["type"]
    bot.answer("one")
    bot.do(set={"at": "specialist", "due": ["bonus"], "did": {"action": "tower"}})
    bot.answer("none")
    assert ("your_rightmost", "commercial") == (bot.key, bot.ask["likely"])


# --- contracts ------------------------------------------------------------------------------------------------------


@rule("pampero.ruling.available", "pampero.ruling.cheapest", "pampero.vj.pays")
def test_available_and_cheapest() -> None:
    """VJ takes the contract with the least energy of those that he can pay."""
    bot = bot_with(card("one", contract(CONTRACT_AVAILABLE)), vj={"towers": {"A1": 1}, "energy": 4})
    found = [Contract("A1", "tourism", 5), Contract("A1", "commercial", 4), Contract("A1", "residential", 3)]
    Table(contracts=found).turn(bot)
    assert ("residential", 1) == (bot.state["did"]["type"], bot.state["vj"]["energy"])
    assert facts_and_outcome(bot, "pampero.ruling.available")
    assert facts_and_outcome(bot, "pampero.ruling.cheapest")
    assert ({"cost": 3}, {"energy": 1, "batteries": 1}) == facts_and_outcome(bot, "pampero.vj.pays")


@rule("pampero.ruling.available")
def test_without_energy_and_batteries_no_contract_is_asked_for() -> None:
    """Sections that need a contract are false and not asked about if VJ has nothing to pay with."""
    first = card("one", contract(ALWAYS_TRUE), wind(TOURISM_AVAILABLE), wind(ENERGY_BELOW_10))
    bot = bot_with(first, vj={"towers": {"A1": 1}, "energy": 0, "batteries": 0})
    bot.answer("go_on")
    assert "site" == bot.key


@rule("pampero.ruling.battery")
@pytest.mark.parametrize(("owned", "asked"), [(1, False), (3, True)])
def test_batteries_pay_the_rest(owned: int, asked: bool) -> None:
    """Energy pays first; the number of batteries for the rest is asked if VJ has several."""
    first = card("one", contract(CONTRACT_AVAILABLE))
    bot = bot_with(first, vj={"towers": {"A1": 1}, "energy": 2, "batteries": owned})
    bot.answer("go_on", "A1:tourism")
    answer_amounts(bot, cost=5)
    assert asked == (bot.key == "batteries_paid")
    if asked:
        bot.answer(2)
    vj = bot.state["vj"]
    assert (0, owned - (2 if asked else 1)) == (vj["energy"], vj["batteries"])


@rule("pampero.contract.effect", "pampero.specialist.last_space")
def test_the_effect_of_a_contract() -> None:
    """A contract can bring income steps, money, energy, and a card for the last space."""
    bot = bot_with(
        card("one", contract(CONTRACT_AVAILABLE)),
        vj={"towers": {"A1": 1}, "energy": 2, "unlocked_transformers": 1},
    )
    bot.answer("go_on", "A1:tourism")
    answer_amounts(bot, cost=2, money=4, gain=3, last=1)
    assert "specialist_tile" == bot.key
    vj = bot.state["vj"]
    assert ({"tourism": 1}, 4, 3, {"A1": 1}) == (vj["income"], vj["money"], vj["energy"], vj["transformers"])


@rule("pampero.ruling.no_track", "pampero.contract.effect")
def test_a_type_without_a_track() -> None:
    """A contract of a type without an income track offers no income steps."""
    bot = bot_with(card("one", contract(CONTRACT_AVAILABLE)), vj={"towers": {"A1": 1}, "energy": 2})
    bot.answer("go_on", "A1:no_track")
    assert "steps" not in [line["id"] for line in bot.ask["lines"]]
    answer_amounts(bot, money=4)
    assert ({}, 4, 0) == (bot.state["vj"]["income"], bot.state["vj"]["money"], bot.state["did"]["steps"])
    assert "pampero.ruling.no_track" in bot.rules()


@rule("pampero.ruling.no_transformer", "pampero.contract.transformer")
@pytest.mark.parametrize(
    ("unlocked", "left", "moved", "line"),
    [
        (0, 0, {}, "Move no transformer: all are locked."),
        (2, 1, {"A1": 1}, "Move his transformer to A1."),
        ("?", "?", {"A1": 1}, "Move his transformer to A1."),
    ],
)
def test_a_transformer_for_a_contract(unlocked: Any, left: Any, moved: Data, line: str) -> None:
    """An unlocked transformer goes to the sector of the contract; if all are locked, none moves."""
    vj = {"towers": {"A1": 1}, "energy": 2, "unlocked_transformers": unlocked}
    bot = bot_with(card("one", contract(CONTRACT_AVAILABLE)), vj=vj)
    Table(contracts=[Contract("A1", "tourism", 2)]).turn(bot)
    assert "contract" == bot.state["did"]["action"]
    assert (left, moved) == (bot.state["vj"]["unlocked_transformers"], bot.state["vj"]["transformers"])
    assert line in bot.screen["lines"]
    assert ("pampero.ruling.no_transformer" if unlocked == 0 else "pampero.contract.transformer") in bot.rules()


@rule("pampero.contract.zones")
def test_known_answers_are_not_asked_again() -> None:
    """If zone A has no contract, the next card does not ask for zone A again in the same turn."""
    first = card("one", contract(CONTRACT_AVAILABLE, row("A", CHEAPEST)))
    second = card("two", contract(CONTRACT_AVAILABLE, row("A", CHEAPEST), row("B", CHEAPEST)))
    bot = bot_with(first, second, vj={"towers": {"A1": 1, "B1": 1}, "energy": 5})
    bot.answer("go_on", "none")
    assert ("which_contract", ["B1", "cheapest"]) == (bot.key, bot.screen["facts"]["rows"])


@rule("pampero.contract.zones", "pampero.icons.line")
@pytest.mark.parametrize(
    ("rows", "line"),
    [
        (
            [row("A", CHEAPEST, RIGHTMOST), row("C", CHEAPEST, RIGHTMOST)],
            (
                "In A1, A2, else in C for 5 energy and 1 battery: "
                "the cheapest contract, of these any residential contract."
            ),
        ),
        (
            [row("C", YOU_CHOOSE), row("B", CHEAPEST), row("A2", CHEAPEST, EYE)],
            "For 5 energy and 1 battery: 1. in C one you choose, 2. in A2 the cheapest contract.",
        ),
    ],
)
def test_the_rows_of_a_contract_are_one_list(rows: list[Data], line: str) -> None:
    """The list names the sectors with his tower row by row; icons that all rows share come once."""
    first = card("one", contract(CONTRACT_AVAILABLE, *rows))
    bot = bot_with(first, vj={"towers": {"A1": 1, "A2": 1, "C": 1}, "energy": 5})
    bot.answer("go_on")
    assert [line] == bot.screen["lines"]


@rule("pampero.contract.zones", "pampero.contract.eye")
def test_the_eye_goes_on_from_a_tie_on_the_list() -> None:
    """After a list with a tie, the eye goes on to the next card without repeating the icons of the list."""
    first = card("one", contract(CONTRACT_AVAILABLE, row("A", CHEAPEST, EYE)))
    second = card("two", contract(TOURISM_AVAILABLE, row("A", RIGHTMOST)))
    bot = bot_with(first, second, vj={"towers": {"A1": 1, "A2": 1}, "energy": 5})
    bot.answer("go_on", "tie_1")
    assert ("contracts", "tourism") == (bot.key, bot.screen["facts"]["type"])
    bot.answer("one")
    assert ["A1:tourism", "A2:tourism"] == bot.ids
    bot.answer("A2:tourism")
    assert "A2, tourism:" == bot.screen["headline"]


@rule("pampero.contract.next_cards")
def test_the_next_card_is_read_from_its_first_row() -> None:
    """Without an eye the next card is read from its first row, which looks at the tied contracts in its sectors."""
    second = card("two", contract(ENERGY_BELOW_1, row("A2", CHEAPEST), row("A", RIGHTMOST)))
    first = card("one", contract(CONTRACT_AVAILABLE, row("A", CHEAPEST)))
    bot = bot_with(first, second, vj={"towers": {"A1": 1, "A2": 1}, "energy": 5})
    bot.answer("go_on", "tie_1")
    assert ("available", ["A2"]) == (bot.screen["facts"]["icon"], bot.screen["facts"]["sectors"])
    bot.answer("one")
    assert ("contract_sector", ["Tourism", "Industrial"]) == (bot.key, [one["text"] for one in bot.ask["options"]][:2])
    assert "A2:tourism" == bot.ids[0]


TOURISM_AVAILABLE = {"kind": "contract_available", "any_of": [{"icon": "is_type", "type": "tourism"}]}


@rule("pampero.condition.contract", "pampero.contract.zones")
def test_a_contract_that_is_known_to_be_there() -> None:
    """After a true condition, “none” is no answer to the question for the contract."""
    rows = (row("A", CHEAPEST), row("B", CHEAPEST))
    first = card("one", contract(TOURISM_AVAILABLE, *rows))
    bot = bot_with(first, vj={"towers": {"A1": 1, "B1": 1}, "energy": 5})
    bot.answer("go_on", True)
    assert ["A1:tourism", "B1:tourism", "tie_1", "tie_2"] == [bot.ids[n] for n in (0, 5, -2, -1)]
    texts = [one["text"] for one in bot.ask["options"]]
    assert ["Several still tie in A1", "Several still tie in B1"] == texts[-2:]
    bot.answer("tie_2")
    assert ("contract_sector", "B1:tourism", 5) == (bot.key, bot.ids[0], len(bot.ids)), "you choose"


@rule("pampero.condition.contract", "pampero.contract.rightmost")
def test_a_contract_that_is_known_to_be_there_is_counted_from_one() -> None:
    """After a true condition, “none” is no answer to the question how many contracts there are."""
    other = {"action": "other", "condition": TOURISM_AVAILABLE}
    first = card("one", other, contract(CONTRACT_AVAILABLE, row("*", EYE)))
    bot = bot_with(first, vj={"towers": {"A1": 1}, "energy": 5})
    bot.answer("go_on", True, False)
    assert ("contracts", ["one", "several"]) == (bot.key, bot.ids)


@rule("pampero.condition.contract")
def test_a_contract_that_is_known_not_to_be_there() -> None:
    """After the answer that he can pay none, another condition for a contract is false and not asked."""
    first = card("one", contract(CONTRACT_AVAILABLE), wind(TOURISM_AVAILABLE))
    bot = bot_with(first, vj={"towers": {"A1": 1, "B1": 1}, "energy": 5})
    bot.answer("go_on", "none")
    assert "nothing" == bot.state["did"]["action"]
    assert ({"can_pay": "none"}, {"holds": False}) == facts_and_outcome(bot, "pampero.condition.contract")


@rule("pampero.condition.cannot_pay")
def test_a_contract_that_he_can_pay_is_remembered() -> None:
    """After the answer that he can pay one, “cannot pay” is false and not asked."""
    other = {"action": "other", "condition": TOURISM_AVAILABLE}
    bot = bot_with(card("one", other, wind(CANNOT_PAY)), vj={"towers": {"A1": 1}})
    bot.answer("go_on", True, False)
    assert "nothing" == bot.state["did"]["action"]
    assert ({"can_pay": "one"}, {"holds": False}) == facts_and_outcome(bot, "pampero.condition.cannot_pay")


@rule("pampero.contract.next_cards")
def test_tied_contracts_are_asked_about_once() -> None:
    """If no tied contract is in A, all are in B; and card 3 does not repeat the questions of card 2."""
    market = {"icon": "icons_at_least", "type": "market", "count": 2}
    first = card("one", contract(CONTRACT_AVAILABLE, row("*", CHEAPEST)))
    others = [card(name, contract(ENERGY_BELOW_1, row("A", RIGHTMOST), row("B", market))) for name in ("two", "three")]
    bot = bot_with(first, *others, vj={"towers": {"A1": 1, "B1": 1}, "energy": 5})
    bot.answer("go_on", "tie_1")
    assert (["A1"], "available") == (bot.screen["facts"]["sectors"], bot.screen["facts"]["icon"])
    bot.answer("none")
    assert (["B1"], "icons_at_least") == (bot.screen["facts"]["sectors"], bot.screen["facts"]["icon"])
    bot.answer("several")
    assert ("contract_sector", "B1:tourism") == (bot.key, bot.ids[0])


@rule("pampero.tower.order", "pampero.wind.structures")
def test_a_full_sector_is_still_asked_but_not_likely() -> None:
    """Answers about sites are only proposed in later turns; a sector where he built is not full."""
    builds = tower(ALL_LOCKED, row("A1", USUAL_ICONS[1]), row("B", USUAL_ICONS[1]))
    bot = bot_with(card("one", builds, wind(ALWAYS_TRUE)), vj={"wind": {"B1": 1}})
    bot.answer("go_on", False, "none", "B1")
    assert {"tower": ["A1", "B1", "B2"], "wind": []} == bot.state["full"]
    bot.answer("go_on")
    assert ("free_site", False) == (bot.key, bot.ask["likely"])
    bot.answer(False)
    assert (["B1", "B2", "none"], "none") == (bot.ids, bot.ask["likely"])
    bot.answer("none")
    assert "B1" == bot.ask["likely"], "where he has most wind farms"
    bot.do(undo=2)
    bot.answer(True)
    assert {"tower": ["B1", "B2"], "wind": []} == bot.state["full"]


@rule("pampero.tower.order", "pampero.card.cell")
def test_sites_are_asked_before_icons_if_all_were_full() -> None:
    """If all sectors of a row were full, sites are asked first, and unknown icons are read only if some are free."""
    first = card("one", tower(ALL_LOCKED, {"where": ["B"], "icons": "?"}, row("C", YOU_CHOOSE)))
    bot = bot_with(first)
    bot.do(set={"full": {"tower": ["B1", "B2"]}})
    bot.answer("go_on")
    assert ("free_sites", ["B1", "B2"], []) == (bot.key, bot.ids, bot.ask["likely"])
    bot.answer([])
    assert "free_site" == bot.key
    bot.do(undo=1)
    bot.answer(["B1", "B2"])
    assert "cell_icon" == bot.key


@rule("pampero.ruling.second_pass")
def test_no_site_for_another_tower_is_asked_once() -> None:
    """If no site is free for another tower, the next card does not ask again."""
    bot = bot_with(
        TOWER_CARD, TOWER_CARD | {"id": "again"}, vj={"towers": dict.fromkeys(("A1", "A2", "A3", "B1", "B2", "C"), 1)}
    )
    bot.answer("go_on")
    assert "VJ has fewest towers there. Choose a free site." in bot.screen["lines"]
    bot.answer("none")
    assert "nothing" == bot.state["did"]["action"]


@rule("pampero.tiles.ongoing")
@pytest.mark.parametrize(
    ("tiles", "line"),
    [
        ([30], "Correct what his ongoing tiles bring him: 30."),
        ([2, 3], "Correct what his ongoing tiles bring him: 2, 3."),
    ],
)
@pytest.mark.parametrize("values", ["?", {name: [0, 1] for name in TRACKS}])
def test_ongoing_tiles_are_not_forgotten(tiles: list[int], line: str, values: Any) -> None:
    """His action and the consolidation remind you of VJ's ongoing tiles."""
    bot = bot_with(
        USUAL_CARD, facts=board(income={"values": values}), vj={"ongoing": tiles}, clock={"turn_in_round": 3}
    )
    bot.answer("go_on", "A1")
    assert ("round_end", True) == (bot.key, line in bot.screen["lines"])
    assert facts_and_outcome(bot, "pampero.tiles.ongoing")
    bot.answer("go_on")
    assert ("consolidation", True) == (bot.key, line in bot.screen["lines"])
    assert "pampero.tiles.ongoing" in bot.rules()
    assert tiles == bot.screen["facts"]["ongoing_tiles"]


# --- corrections, modes ---------------------------------------------------------------------------------------------


@rule("pampero.table.truth")
def test_corrections_conserve_pieces() -> None:
    """Corrections conserve pieces, move majorities that are counted, and are refused if no piece remains."""
    bot = bot_with(USUAL_CARD)
    bot.do(correct={"wind_4": 2, "towers_6": 1, "income_1": 3, "ongoing_3": "yes", "you_2": 4})
    vj = bot.state["vj"]
    assert ({"A2": 1, "B1": 2}, 8) == (vj["wind"], vj["wind_left"])
    assert ({"C": 1}, 6, [3]) == (vj["towers"], vj["towers_left"], vj["ongoing"])
    assert ({"vj": 3, "you": 0}, {"vj": 0, "you": 4}) == (bot.state["majority"][0], bot.state["majority"][1])
    assert "pampero.table.truth" in bot.rules()
    assert "VJ has only 6 left" in bot.refusal(correct={"towers_1": 7})


@rule("pampero.table.truth", "pampero.majority.markers")
@pytest.mark.parametrize(
    ("majority", "values", "n"), [("wind_farms", {"wind_4": 2}, 3), ("network_tiles", {"network_tiles": 2}, 2)]
)
def test_a_corrected_count_moves_its_majority(majority: str, values: dict[str, int], n: int) -> None:
    """A corrected value that the device counts moves VJ's majority marker, at the space of its card."""
    bot = bot_with(FALSE_CARD, FALSE_CARD | {"id": "counted", "majority": majority}, FALSE_CARD | {"id": "other"})
    bot.do(correct=values)
    assert [0, n, 0] == [pair["vj"] for pair in bot.state["majority"]]


@rule("pampero.table.truth", "pampero.tower.leftmost", "pampero.contract.transformer", "pampero.condition.locked")
@pytest.mark.parametrize(
    ("columns", "values", "n"),
    [
        (1, {"towers_1": 1}, 1),
        ([2, 0, 3], {"towers_1": 1, "towers_4": 2}, 5),
        ([2, 0, 3], {"towers_1": 3, "transformers_1": 2}, 3),
        (1, {"transformers_2": 1}, 0),
        ("?", {"towers_1": 1}, "?"),
    ],
)
def test_a_corrected_tower_or_transformer_unlocks(columns: Any, values: dict[str, int], n: Any) -> None:
    """The unlocked transformers are those in columns without a tower, less those on the board."""
    bot = bot_with(USUAL_CARD, facts=board(grid={"transformers_per_column": columns}), vj={"energy": 10})
    bot.do(correct=values)
    assert n == bot.state["vj"]["unlocked_transformers"]
    bot.answer("go_on")
    assert (n == 0) == (bot.screen["facts"].get("action") == "tower"), "all locked: he builds a tower"


@rule("pampero.table.truth")
@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        ({"vj": {"energy": 11}}, "energy must be 0 to 10"),
        ({"vj": {"towers": {"A1": 1}, "towers_left": 7}}, "must together be 7"),
        ({"vj": {"wind": {"D": 1}}}, "A sector must be one of"),
        ({"majority": [{"vj": 1, "you": 1}]}, "There are 3 majorities"),
        ({"clock": {"round": 9}}, "round must be 1 to 8"),
        ({"vj": {"income": {"nonsense": 1}}}, "An income track must be one of"),
        ({"at": "column", "did": {"action": "tower", "space": 1, "section": 3, "sector": "C"}}, "a section of a solo"),
        ({"scored": {"which": "second", "winners": {"4": "vj"}, "money": 1}}, "A majority is at space"),
        ({"at": "specialist", "due": ["bonus"], "did": {"action": "tower", "specialists": [["luck"]]}}, "luck"),
        ({"board": BOARD | {"prices": {"A": -8, "B": 10, "C": 17}}}, "field prices: zone A: found -8"),
        ({"board": BOARD | {"income": {"last_space": {"tourism": -1}}}}, "field last_space: field tourism: found -1"),
        ({"board": BOARD | {"income": {"values": {"tourism": []}}}}, "field values: field tourism: found nothing"),
        ({"board": BOARD | {"grid": {"transformers_per_column": -1}}}, "field grid: found -1"),
    ],
)
def test_an_impossible_position_is_refused(state: dict[str, Any], sentence: str) -> None:
    """An impossible position is refused with a sentence that names the fault."""
    assert sentence in bot_with(USUAL_CARD).refusal(set=state)


@rule("pampero.card.cell")
def test_cards_on_the_table() -> None:
    """Known cells are not used: condition and sector are read at the table each time, the action once."""
    bot = bot_with(USUAL_CARD, mode="table", majority=pairs((0, 9), (0, 0), (0, 0)))
    bot.answer("go_on")
    assert ("first_true", "1_1") == (bot.key, bot.ids[0])
    bot.answer("1_1", "wind")
    assert ("row_sector", "wind") == (bot.key, bot.screen["facts"]["action"])
    bot.answer("B1")
    assert ("your_turn", 4) == (bot.key, bot.state["vj"]["energy"])
    assert "cards" not in learned_options(bot), "cells of cards on the table are not learned"
    bot.answer("go_on", "1_1")
    assert "row_sector" == bot.key


@rule("pampero.card.cell", "pampero.condition.other")
@pytest.mark.parametrize(("answer", "action"), [("2_2", "tower"), ("none", "nothing")])
def test_the_first_true_section_of_a_card_on_the_table(answer: str, action: str) -> None:
    """The sections of all cards are one list; the sections before the first true one are false."""
    bot = bot_with(USUAL_CARD, mode="table")
    bot.answer("go_on")
    assert [f"{space}_{section}" for space in (1, 2, 3) for section in (1, 2, 3)] == bot.ids[:-1]
    bot.answer(answer)
    if action == "tower":
        assert ("cell_action", 2) == (bot.key, bot.screen["facts"]["section"])
        return
    assert action == bot.state["did"]["action"]


def learned_options(bot: Outsider) -> Data:
    """Return the options that a play has learned."""
    engine = load_engine("pampero")
    return engine.learned_options(engine.decode(msgspec.json.encode(bot.state))) or {}


@rule("pampero.card.cell")
def test_towers_and_contracts_of_cards_on_the_table() -> None:
    """Only sectors that the rules allow are offered; you read which of them the card leads to."""
    bot = bot_with(USUAL_CARD, mode="table", vj={"towers": {"A1": 1}, "energy": 5})
    bot.answer("go_on", "1_1", "tower")
    assert ["A2", "A3", "B1", "B2", "C", "none"] == bot.ids
    bot.answer("none")
    assert ("first_true", ["1_2", "1_3", "2_1"]) == (bot.key, bot.ids[:3]), "his tower was impossible"
    bot.answer("1_2", "contract")
    assert ["A1:tourism", "none"] == [bot.ids[0], bot.ids[-1]]
    bot.answer("A1:tourism")
    answer_amounts(bot, cost=3)
    assert "contract" == bot.state["did"]["action"]


@rule("pampero.card.cell")
def test_a_cell_is_asked_with_its_place() -> None:
    """The last section without a place gets the free one, so that no screen speaks of section "?"."""
    first = card("one", wind(ENERGY_BELOW_1), wind(ENERGY_BELOW_1), {"action": "?", "condition": {"kind": "?"}})
    del first["section"][2]["position"]
    bot = bot_with(first)
    bot.answer("go_on")
    assert ("cell_condition", 3) == (bot.key, bot.screen["facts"]["section"])
    assert "Card 1, top of section 3." in bot.screen["lines"]


@rule("pampero.card.cell")
def test_the_rest_of_a_line_is_read_at_the_table() -> None:
    """In digital mode, a tie after a line that ends in "?" is broken at the table by the printed card."""
    rest = {"icon": "?"}
    first = card("one", wind(ALWAYS_TRUE, row("A", USUAL_ICONS[0], rest)))
    bot = bot_with(first, mode="digital")
    bot.answer("go_on", ["A1", "A2"])
    assert ("row_sector", ["A1", "A2"]) == (bot.key, bot.ids)
    first = card("one", contract(CONTRACT_AVAILABLE, row("A", CHEAPEST, rest)))
    bot = bot_with(first, mode="digital", vj={"towers": {"A1": 1, "A3": 1}})
    bot.answer("go_on", "tie_1")
    assert ("row_sector", ["A1:tourism", "A3:tourism"], 10) == (bot.key, bot.ids[::5], len(bot.ids))
    bot.answer("A3:tourism")
    assert "A3, tourism:" == bot.screen["headline"]


@rule("pampero.card.cell", "pampero.tower.eye")
@pytest.mark.parametrize("rows", ["?", [{"where": ["A"], "icons": []}, {"where": ["?"]}], [{"where": ["B"]}]])
def test_the_eye_leads_to_a_row_that_is_unknown(rows: Any) -> None:
    """In digital mode the player reads the unknown row: it leads to a sector, or leaves the tie to card 3."""
    first = card("one", tower(ALWAYS_TRUE, row("B", CHEAPEST, EYE)))
    second = card("two", wind(ENERGY_BELOW_1), {**tower(ALL_LOCKED), "row": rows})
    third = card("three", tower(ALWAYS_TRUE, row("B2", {"icon": "no_own_tower"})))
    bot = bot_with(first, second, third, mode="digital")
    bot.answer("go_on", ["B1", "B2"])
    assert ("row_sector", ["B1", "B2", "tie"], 2) == (bot.key, bot.ids, bot.screen["facts"]["space"])
    assert ["Card 2, section 2: its rows for zone B."] == bot.screen["lines"]
    bot.answer("B1")
    assert ("bonus_column", "B1") == (bot.key, bot.screen["facts"]["sector"])
    bot.do(undo=1)
    bot.answer("tie")
    assert ("bonus_column", "B2") == (bot.key, bot.screen["facts"]["sector"]), "by the third card"


@rule("pampero.card.cell", "pampero.contract.eye", "pampero.contract.next_cards")
@pytest.mark.parametrize(
    ("line", "cells", "said"),
    [
        ([CHEAPEST, EYE], {"row": "?"}, "Card 2, section 2: its rows for zone A."),
        ([CHEAPEST, EYE], {"condition": {"kind": "?"}}, "Card 2, section 2: its condition, then its rows for A."),
        ([CHEAPEST, EYE], {"row": [{"where": ["A"]}]}, "Card 2, section 2: its rows for zone A."),
        ([CHEAPEST], {"row": "?"}, "Follow card 2, section 2."),
        ([CHEAPEST], {"row": [{"where": ["A"]}]}, "Follow card 2, section 2."),
    ],
)
def test_tied_contracts_lead_to_a_row_that_is_unknown(line: list[Data], cells: Data, said: str) -> None:
    """In digital mode the next card is read at the table, with its condition if that is unknown."""
    first = card("one", contract(CONTRACT_AVAILABLE, row("A", *line)))
    second = card("two", wind(ENERGY_BELOW_1), {**contract(CONTRACT_AVAILABLE), **cells})
    bot = bot_with(first, second, mode="digital", vj={"energy": 5, "towers": {"A1": 1, "A3": 1}})
    bot.answer("go_on", "tie_1")
    assert ("row_sector", ["A1:tourism", "A3:tourism", "tie"]) == (bot.key, bot.ids[::5])
    assert [said, "VJ has 5 energy."] == bot.screen["lines"]
    bot.answer("A3:tourism")
    assert ("contract_effect", "A3, tourism:") == (bot.key, bot.screen["headline"])
    bot.do(undo=1)
    bot.answer("tie")
    assert "contract_sector" == bot.key, "you choose"


@rule("pampero.card.cell", "pampero.table.truth")
def test_a_cell_that_was_read_wrongly() -> None:
    """A correction forgets a section of a card at all its spaces; only that section is asked again."""
    first = card("one", wind({"kind": "?"}), wind(ENERGY_BELOW_10), complete=False)
    bot = bot_with(first, first, vj={"energy": 5})
    bot.answer("go_on", "energy_lt", 1, "A1")
    assert ("your_turn", 7) == (bot.key, bot.state["vj"]["energy"]), "by section 2, since the first was read wrongly"
    bot.do(correct={"card_1_1": "unread"})
    assert {"card_1_1": "unread"} == bot.reasons()[0]["facts"]
    assert "It is read when VJ comes to it." == bot.refusal(correct={"card_1_1": "read"})
    assert bot.state["cards"][0] == bot.state["cards"][1]
    bot.answer("go_on")
    assert ("cell_condition", 1) == (bot.key, bot.screen["facts"]["section"])
    bot.answer("energy_lt", 8, "wind", "*", "you_choose", ["A1"])
    assert 9 == bot.state["vj"]["energy"]
    assert 8 == bot.state["cards"][1]["card"]["section"][0]["condition"]["value"]
    assert 10 == bot.state["cards"][0]["card"]["section"][1]["condition"]["value"]


@rule("pampero.card.cell", "pampero.table.truth")
def test_a_tower_section_that_was_read_wrongly() -> None:
    """If it is forgotten while the column is asked, its symbols are read at once, its other cells in a later turn."""
    first = card("one", tower(ALWAYS_TRUE, row("A", YOU_CHOOSE)))
    bot = bot_with(first)
    bot.answer("go_on", "A1")
    assert "bonus_column" == bot.key
    bot.do(correct={"card_1_1": "unread"})
    bot.answer("rb", "money", 5)
    answer_amounts(bot)
    bot.answer("go_on", "always", "tower", "A", "you_choose", ["A2"])
    assert ("bonus_column", ["residential"]) == (bot.key, bot.screen["facts"]["tile"])


@rule("pampero.card.cell")
@pytest.mark.parametrize(
    ("action", "cells"),
    [("tower", {"bonus": {"B": {"tile": "rb", "printed": "money"}}}), ("wind", {"energy": {"A": 4}})],
)
def test_a_table_that_is_known_for_one_zone(action: str, cells: Data) -> None:
    """A file may know one zone of a section without an action; the other zones are read when they matter."""
    first = card("one", {"condition": ALWAYS_TRUE, **cells})
    bot = bot_with(first)
    bot.answer("go_on", action, "A", "you_choose", ["A1"])
    assert ("cell_symbol" if action == "tower" else "your_turn") == bot.key
    known = bot.state["cards"][0]["card"]["section"][0]
    assert {"A", "B", "C"} == set(known["bonus" if action == "tower" else "energy"])


@rule("pampero.card.cell", "pampero.table.truth")
def test_a_section_forgotten_in_the_set_up() -> None:
    """A wrong section of a file can be forgotten before the first turn, too."""
    bot = begin(FALSE_CARD, FALSE_CARD | {"id": "never2"}, FALSE_CARD | {"id": "never3"})
    bot.do(correct={"card_1_2": "unread"})
    finish_set_up(bot)
    assert "?" == bot.state["cards"][0]["card"]["section"][1]["condition"]["kind"]
    bot.answer("go_on")
    assert ("cell_condition", 2) == (bot.key, bot.screen["facts"]["section"])


@rule("pampero.card.cell")
def test_a_zone_may_have_several_rows() -> None:
    """A zone that has a row is offered for the next row, too."""
    first = card("one", tower(ALWAYS_TRUE, {"where": ["B"], "icons": []}, {"where": ["?"]}))
    bot = bot_with(first)
    bot.answer("go_on", "none")
    assert ("cell_where", "Which sectors are in row 2?") == (bot.key, bot.screen["headline"])
    assert "B" in bot.ids


@rule("pampero.card.cell", "pampero.ruling.same_card")
def test_the_same_card_is_read_once() -> None:
    """A cell of a card at two spaces is asked once."""
    first = card("one", wind({"kind": "?"}))
    bot = bot_with(first, first)
    bot.answer("go_on", "energy_lt", 1)
    assert ("your_turn", "nothing") == (bot.key, bot.state["did"]["action"])
    assert bot.state["cards"][0]["card"] == bot.state["cards"][1]["card"]


@rule("pampero.card.cell", "pampero.icons.secondary")
def test_a_condition_is_learned_with_its_secondary_icon() -> None:
    """The icon that a contract must show is read, and then the one behind it."""
    wants = {"kind": "contract_available", "any_of": "?"}
    bot = bot_with(card("one", contract(wants)), vj={"towers": {"B1": 1}, "energy": 5})
    bot.answer("go_on", "icons_at_least", "market", 2)
    assert "The icon of its condition: Icons of a type." in bot.screen["lines"]
    bot.answer("is_type", "residential")
    assert "One in B1 with 2 market icons, or else the residential icon." in bot.screen["lines"]


@rule("pampero.card.cell")
def test_an_unknown_cell_of_a_digital_card() -> None:
    """In digital mode an unknown row is read at the table in each turn, and not learned."""
    first = card("one", {**wind(ENERGY_BELOW_10), "row": "?"})
    bot = bot_with(first, mode="digital")
    for _ in range(2):
        bot.answer("go_on")
        assert "row_sector" == bot.key
        bot.answer("A1")
    assert not bot.state["cells_learned"]


@rule("pampero.table.truth")
def test_income_is_corrected_before_the_board_is_known() -> None:
    """The markers can be set while the order of the tracks is unknown."""
    bot = Outsider("pampero")
    bot.do(correct={"income_2": 1})
    bot.do(correct={"income_1": 2})
    assert {"tourism": 2, "industrial": 1, "commercial": 0, "residential": 0} == bot.state["vj"]["income"]
