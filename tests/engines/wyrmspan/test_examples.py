"""The worked examples of the rulebook and the tests derived from its text, by their ids in the fact sheet."""

from typing import Any

import pytest

from tests.engines.wyrmspan.turns import bot_with, her_turn, last_card
from tests.protocol_client import Outsider
from tests.rules import rule


@rule("H1", "wyrmspan.brown.enter", "wyrmspan.brown.dragon", "wyrmspan.brown.marker", "wyrmspan.advance.round")
@pytest.mark.parametrize(("p", "end", "space"), [(4, 7, 7), (10, 13, 1)])
def test_h1_brown_space_on_the_way(p: int, end: int, space: int) -> None:
    """Three steps, the second onto brown: then the dragon and the marker of card 8, after the whole move."""
    bot = her_turn("8", round=4, p=p, markers_ready=1)
    assert end == bot.state["p"]
    facts = bot.screen["facts"]
    assert (space, 3, True) == (facts["space"], facts["steps"], facts["brown"])
    assert (1, None, 3) == (facts["dragon"], facts["cave"], facts["row"])
    assert (1, 0, 0) == (bot.state["dragons"], bot.state["caves"], bot.state["markers_ready"])
    assert [[], [], ["bot"], [], []] == bot.state["rows"]
    assert ("Card 8: 3 steps", "Move her guild token 3 steps.") == (bot.screen["headline"], bot.screen["lines"][0])
    in_order = ["left dragon", "guild row 3"]
    assert in_order == lines_with(bot, *in_order)
    assert (space, 3, True) == tuple(bot.screen["drawing"][name] for name in ("at", "moved", "loop"))


@rule("H1", "wyrmspan.refresh.dragons", "wyrmspan.marker.place", "wyrmspan.turn.order")
def test_h1_with_card_7() -> None:
    """Card 7 fits the picture too: refresh first, then the coin, the move, dragon 2, and the marker in row 2."""
    bot = her_turn("7", round=4, p=4, markers_ready=1)
    assert (7, 1) == (bot.state["p"], bot.state["coins"])
    facts = bot.screen["facts"]
    assert (True, 1, 2, 2) == (facts["refresh"], facts["coin"], facts["dragon"], facts["row"])
    in_order = [
        "eplace the display’s 3 dragons",
        "coin on objective tile 4",
        "middle dragon",
        "guild row 2",
    ]
    assert in_order == lines_with(bot, *in_order)


@rule("H1", "wyrmspan.brown.no_marker")
def test_h1_without_a_marker() -> None:
    """With no marker ready she takes the dragon only, and nothing is wrong."""
    bot = her_turn("8", round=4, p=4, markers_ready=0)
    assert (1, 0) == (bot.state["dragons"], bot.state["markers_ready"])
    assert [[], [], [], [], []] == bot.state["rows"]
    assert "wyrmspan.brown.no_marker" in bot.rules()


@rule("H2", "wyrmspan.objective.quantity", "wyrmspan.objective.rank", "wyrmspan.ruling.friendly_tie")
@pytest.mark.parametrize(
    ("yours", "automa_vp", "your_vp"), [("fewer", 5, 2), ("equal", 5, 5), ("more", 2, 5), ("none", 5, 0)]
)
def test_h2_medium_dragons_in_round_2(yours: str, automa_vp: int, your_vp: int) -> None:
    """Base 1 and 2 coins make 3; your 2, 3, 4 or 0 give the points of the ranks, the first to both on a tie."""
    bot = bot_with(round=2, objectives=["5A", "8A", "3B", "1A"], coins=2, passed=True)
    bot.answer("go_on")
    facts = bot.screen["facts"]
    assert (3, 1, 2) == (facts["quantity"], facts["base"], facts["coins"])
    bot.answer(yours)
    assert (automa_vp, your_vp) == (bot.screen["facts"]["automa_vp"], bot.screen["facts"]["your_vp"])
    assert automa_vp == bot.state["objective_vp"]
    expected = "wyrmspan.ruling.friendly_tie" if yours == "equal" else "wyrmspan.objective.rank"
    assert expected in bot.rules()


MAT = {"crimson": 3, "golden": 2, "amethyst": 1}
"""The mat of examples 3A and 3B; of the golden one the book is silent."""


@rule("H3", "wyrmspan.advance.most", "wyrmspan.advance.most_plus")
@pytest.mark.parametrize(
    ("card", "level", "steps"),
    [("R 3/6", "ravel1", 3), ("R 1/4", "ravel1", 3), ("R 8", "ravel1", 3), ("R 2/5", "ravel2", 4)],
)
def test_h3_your_most_excavated_cave(card: str, level: str, steps: int) -> None:
    """With caves of 3, 2 and 1 she moves 3 steps, and one more on R 2/5."""
    bot = her_turn(card, level)
    bot.answer(MAT)
    assert steps == bot.state["p"]
    rule = "wyrmspan.advance.most_plus" if card == "R 2/5" else "wyrmspan.advance.most"
    assert bot.facts_and_outcome(rule) == ({"card": card, "spaces": 3}, {"steps": steps})


@rule("H4", "wyrmspan.advance.least")
def test_h4_your_least_excavated_cave() -> None:
    """On the same mat R 2 moves her one step."""
    bot = her_turn("R 2", "ravel1")
    bot.answer(MAT)
    assert 1 == bot.state["p"]
    assert bot.facts_and_outcome("wyrmspan.advance.least") == ({"card": "R 2", "spaces": 1}, {"steps": 1})


@rule("H5", "wyrmspan.turn.pass_icon")
def test_h5_the_pass_icon_on_the_last_card() -> None:
    """Card 4 as the last one: she passes, and nothing of the card is done."""
    bot = last_card("4", p=5, coins=1)
    assert (True, 5, 1, 0) == (bot.state["passed"], bot.state["p"], bot.state["coins"], bot.state["dragons"])
    assert bot.facts_and_outcome("wyrmspan.turn.pass_icon") == (
        {"card": "4", "icon": True, "cards_left": 0},
        {"passes": "bot"},
    )
    assert "She passes" == bot.screen["headline"]


@rule("H5", "wyrmspan.turn.empty", "wyrmspan.turn.draw")
def test_h5_no_pass_icon_on_the_last_card() -> None:
    """Card 5 as the last one: she acts, and passes at her next turn because her deck is empty."""
    bot = last_card("5", p=0)
    assert (False, 2) == (bot.state["passed"], bot.state["p"])
    bot.answer("go_on")
    assert bot.state["passed"]
    assert 2 == bot.state["p"]
    assert "wyrmspan.turn.empty" in bot.rules()


@rule("H6", "wyrmspan.turn.order")
def test_h6_the_pass_icon_while_cards_are_left() -> None:
    """Card 6 as the first of seven: its pass icon means nothing."""
    bot = her_turn("6")
    assert (False, 1, 1) == (bot.state["passed"], bot.state["p"], bot.state["coins"])
    assert "wyrmspan.turn.order" in bot.rules()
    assert bot.facts_and_outcome("wyrmspan.marker.place") == ({"coins": 0}, {"coins": 1})


@rule("H7", "wyrmspan.marker.remove")
@pytest.mark.parametrize(("before", "after"), [(0, 0), (1, 0), (2, 1)])
def test_h7_a_coin_off_the_tile(before: int, after: int) -> None:
    """A coin goes from the tile if there is one; she moves either way."""
    bot = her_turn("2", coins=before)
    assert (after, 1) == (bot.state["coins"], bot.state["p"])
    assert (before > 0) == any("off objective" in line for line in bot.screen["lines"])
    assert bot.facts_and_outcome("wyrmspan.marker.remove") == ({"coins": before}, {"coins": after})


@rule("H8", "wyrmspan.brown.cave", "wyrmspan.brown.enter")
def test_h8_stopping_on_brown() -> None:
    """One step onto brown with card 4: dragon 3 and cave card 3; and no points for steps."""
    bot = her_turn("4", p=5)
    assert (6, 1, 1) == (bot.state["p"], bot.state["dragons"], bot.state["caves"])
    assert (3, 3) == (bot.screen["facts"]["dragon"], bot.screen["facts"]["cave"])
    assert bot.screen["drawing"]["slots"][bot.screen["drawing"]["at"]]["shaded"]
    assert bot.facts_and_outcome("wyrmspan.brown.enter") == ({"from": 5, "steps": 1}, {"space": 6, "brown": True})
    assert bot.facts_and_outcome("wyrmspan.brown.dragon") == ({"card": "4"}, {"dragon": 3, "dragons": 1})
    assert bot.facts_and_outcome("wyrmspan.brown.cave") == ({"card": "4"}, {"cave": 3, "caves": 1})
    assert 0 == bot.score["steps"]


@rule("H9", "wyrmspan.brown.enter")
def test_h9_leaving_brown() -> None:
    """A token that leaves a brown space has not entered one."""
    bot = her_turn("4", p=6)
    assert (7, 0, 0) == (bot.state["p"], bot.state["dragons"], bot.state["caves"])
    assert not bot.screen["facts"]["brown"]


@rule("H10", "wyrmspan.ruling.start_space")
def test_h10_start_counts_on_a_lap() -> None:
    """Passing START on the way round is entering a brown space; standing there at set-up is not."""
    bot = her_turn("3", p=11)
    assert (13, 1) == (bot.state["p"], bot.state["dragons"])
    assert 1 == bot.screen["facts"]["space"]
    assert "wyrmspan.ruling.start_space" in bot.rules()
    first = her_turn("3", p=0)
    assert (2, 0) == (first.state["p"], first.state["dragons"])
    assert "wyrmspan.ruling.start_space" not in first.rules()


@rule("H11", "wyrmspan.brown.marker")
def test_h11_the_count_wraps() -> None:
    """Rainforest, rows 1 and 2 full, number 4: rows 3, 4, 5, and 3 again."""
    bot = her_turn("5", p=5, guild="rainforest", rows=[["you"], ["you"], [], [], []])
    assert [["you"], ["you"], ["bot"], [], []] == bot.state["rows"]
    assert 3 == bot.screen["facts"]["row"]


@rule("H12", "wyrmspan.ruling.leftmost")
def test_h12_row_5_is_never_full() -> None:
    """Rows 1 to 4 full, number 3: row 5 is counted three times."""
    bot = her_turn("8", p=5, rows=[["you"] * 2, ["you"], ["bot"], ["bot"], ["you", "you", "you"]])
    assert 5 == bot.screen["facts"]["row"]
    assert ["you", "you", "you", "bot"] == bot.state["rows"][4]
    assert bot.facts_and_outcome("wyrmspan.brown.marker") == (
        {"number": 3, "rows_free": [5]},
        {"row": 5, "markers_ready": 0},
    )
    assert "wyrmspan.ruling.leftmost" in bot.rules()


@rule("H13", "wyrmspan.brown.fixed")
@pytest.mark.parametrize(
    ("level", "first", "second"), [("ravel1", 3, 4), ("ravel2", 3, 4), ("automa1", 0, 0), ("automa2", 0, 0)]
)
def test_h13_printed_points(level: str, first: int, second: int) -> None:
    """Her marker behind yours in row 5 is worth 3, the next one 1; without Ravel neither counts."""
    full = [["you"] * 2, ["you"], ["you"], ["you"]]
    bot = bot_with(level, p=5, rows=[*full, ["you"]], markers_ready=2)
    bot.answer("go_on", "7")
    assert (first, 1) == (bot.state["fixed_vp"], bot.state["markers_ready"])
    bot.do(set={"p": 5})
    bot.answer("go_on", "R 1/4" if level.startswith("ravel") else "8")
    if bot.key == "your_caves":
        bot.answer(dict.fromkeys(MAT, 1))
    assert ["you", "bot", "bot"] == bot.state["rows"][4]
    assert second == bot.state["fixed_vp"]
    assert (second if level.startswith("ravel") else None) == bot.score.get("fixed")


@rule("H14", "wyrmspan.objective.cap")
@pytest.mark.parametrize(
    ("tile", "quantity"), [("1A", 9), ("2B", 7), ("1B", 7), ("2A", 7), ("3A", 20), ("3B", 13), ("4A", 8)]
)
def test_h14_the_cap_of_an_objective(tile: str, quantity: int) -> None:
    """With 3 coins in round 4 no more than the caves can hold; eggs and resources have no cap."""
    bot = bot_with(round=4, objectives=["7A", "8A", "9A", tile], coins=3, passed=True)
    bot.answer("go_on")
    assert quantity == bot.screen["facts"]["quantity"]
    assert (tile in {"1A", "1B", "2A", "2B"}) == ("more" not in bot.ids)
    bot.answer("equal")
    assert (tile in {"1A", "1B", "2A", "2B"}) == ("wyrmspan.objective.cap" in bot.rules())


@rule("H15", "wyrmspan.objective.rank")
@pytest.mark.parametrize(("yours", "your_vp"), [("some", 4), ("none", 0)])
def test_h15_nothing_scores_nothing(yours: str, your_vp: int) -> None:
    """Hatchlings in round 1 without coins: she has 0 and scores nothing; one of yours is first."""
    bot = bot_with(round=1, objectives=["7A", "8A", "9A", "1A"], passed=True)
    bot.answer("go_on")
    assert ["some", "none"] == bot.ids
    bot.answer(yours)
    assert (0, your_vp) == (bot.screen["facts"]["automa_vp"], bot.screen["facts"]["your_vp"])
    assert "She has none and scores nothing." == bot.screen["lines"][0]


@rule("wyrmspan.objective.rank")
@pytest.mark.parametrize(("coins", "ids"), [(1, ["more", "equal", "none"]), (2, ["more", "equal", "fewer", "none"])])
def test_fewer_than_one_is_none(coins: int, ids: list[str]) -> None:
    """Against her 1 you have more, as many or none; against her 2 you can have fewer, which is 1."""
    bot = bot_with(round=1, objectives=["7A", "8A", "9A", "1A"], coins=coins, passed=True)
    bot.answer("go_on")
    assert (coins, ids) == (bot.screen["facts"]["quantity"], bot.ids)


FINAL_STATE = {"dragons": 9, "caves": 3, "p": 27, "objective_vp": 18}


@rule("H16", "wyrmspan.end.score", "wyrmspan.end.level_3", "wyrmspan.ruling.ravel_bonus=automa_only")
@pytest.mark.parametrize(
    ("level", "fixed_vp", "rows"),
    [
        ("automa3", 0, [72, 6, 3, 18]),
        ("automa2", 0, [63, 6, 3, 18]),
        ("automa1", 0, [63, 6, 3, 18]),
        ("ravel3", 9, [63, 6, 3, 18, 9]),
    ],
)
def test_h16_the_final_score(level: str, fixed_vp: int, rows: list[int]) -> None:
    """Dragons, cave cards, steps past brown, objectives, and printed points in Ravel mode only."""
    bot = _at_the_end(level, fixed_vp=fixed_vp, rows=[[], [], [], [], ["bot", "bot"]])
    assert rows == list(bot.score.values())
    assert sum(rows) == bot.status["score"]["total"] == bot.screen["facts"]["total"]
    assert ("wyrmspan.end.level_3" in bot.rules()) == (level == "automa3")
    assert ("wyrmspan.ruling.ravel_bonus" in bot.rules()) == (level == "ravel3")


@rule("wyrmspan.ruling.ravel_bonus=ravel_too")
@pytest.mark.parametrize(("level", "dragons"), [("ravel3", 72), ("ravel2", 63), ("automa3", 72), ("automa2", 63)])
def test_the_extra_point_in_ravel_too(level: str, dragons: int) -> None:
    """A table may give the extra point at Ravel 3 as well; no other level has it."""
    bot = _at_the_end(level, ravel_bonus="ravel_too")
    assert dragons == bot.score["dragons"]
    if level == "ravel3":
        assert bot.facts_and_outcome("wyrmspan.ruling.ravel_bonus") == ({"level": "ravel3"}, {"bonus": 1})


@rule("H17", "wyrmspan.end.tie")
@pytest.mark.parametrize(("yours", "winner"), [(98, "bot"), (99, "you"), (100, "you")])
def test_h17_a_tie_is_yours(yours: int, winner: str) -> None:
    """At 99 to 99 the player wins."""
    bot = _at_the_end("automa3")
    bot.answer("total", yours)
    result = bot.status["result"]
    assert (winner, 99, yours) == (result["winner"], result["bot"], result["you"])
    assert bot.status["over"]


def test_the_total_may_be_kept() -> None:
    """Without the player's total nobody is named the winner."""
    bot = _at_the_end("automa3")
    bot.answer("skip")
    verdict = {"winner": None, "bot": 99, "you": None, "verdict": "You win with 99 or more."}
    assert verdict == bot.status["result"]


@rule("H18", "wyrmspan.next.marker")
def test_h18_her_markers() -> None:
    """Without a brown space she has 1 marker ready in round 1, 2 in round 2, 3 in round 3, 4 in round 4."""
    bot = bot_with()
    ready = []
    for _ in range(4):
        ready.append(bot.state["markers_ready"])
        bot.do(set={"passed": True})
        bot.answer("go_on", "none", True)
    assert [1, 2, 3, 4] == ready
    assert 4 == bot.state["markers_ready"]


def _at_the_end(level: str, **state: Any) -> Outsider:
    """Return a bot whose last objective scored nothing."""
    bot = bot_with(level, **FINAL_STATE, **state, round=4, passed=True)
    bot.do(set={"objectives": ["8A", "3B", "5A", "7A"]})
    bot.answer("go_on")
    bot.do(set={"objective_vp": 11})
    bot.answer("none", True)
    assert "final" == bot.key
    return bot


def lines_with(bot: Outsider, *words: str) -> list[str]:
    """Return the words that the lines of the screen contain, in the order of the lines."""
    return [word for line in bot.screen["lines"] for word in words if word in line]
