"""The scenarios of the fact sheet, by their ids, at a table if they need a board."""

from typing import Any

import pytest

from tests.engines.lisboa.turns import (
    LOWER,
    NOBLE_BEFORE,
    UPPER,
    at_the_end,
    board,
    bot_with,
    facts_and_outcome,
    his_turn,
    numbers,
    reasons,
    rules,
    stores,
)
from tests.protocol_client import Outsider
from tests.rules import rule


@rule("S1", "S3", "S4", "lisboa.turn.courtier", "lisboa.turn.state_action")
@pytest.mark.parametrize(
    ("courtier", "helper", "noble", "action"),
    [
        pytest.param("king", "builder", "builder", "plans", id="S1"),
        pytest.param("builder", "treasury", "marquis", "ships", id="S3"),
        pytest.param("marquis", "marquis", "king", "favor", id="S4-lower"),
        pytest.param("marquis", "king", "king", "cardinal", id="S4-upper"),
        pytest.param("king", "treasury", "builder", "officials", id="officials"),
        pytest.param("builder", "builder", "marquis", "production", id="production"),
    ],
)
def test_s1_s3_s4_courtier_and_state_action(courtier: str, helper: str, noble: str, action: str) -> None:
    """The Courtier goes one noble to the right; the Helper's half of the display chooses the State action."""
    bot = bot_with(courtier=courtier, helper=helper)
    board().round(bot)
    assert noble == bot.state["courtier"] == bot.screen["facts"]["noble"]
    assert action == bot.screen["facts"]["action"]
    half = "upper" if helper in {"king", "treasury"} else "lower"
    expected = ({"courtier": noble, "helper": helper, "half": half}, {"action": action})
    assert expected == facts_and_outcome(bot, "lisboa.turn.state_action")
    visits = {"builder": "store", "marquis": "decrees", "king": "building"}
    assert bot.screen["facts"][visits[noble]]


@rule("S5", "S7", "S8", "S9", "lisboa.discard.top", "lisboa.discard.none", "lisboa.helper.up")
@pytest.mark.parametrize(
    ("state", "deck", "helper"),
    [
        pytest.param({"helper": "builder"}, [4, 5, 5, 5], "marquis", id="S5"),
        pytest.param({"helper": "king", "deck": [0, 2, 1, 0]}, [0, 2, 0, 0], "marquis", id="S7"),
        pytest.param(
            {"helper": "treasury", "deck": [0, 0, 0, 2], "period": 2, "final_round": True},
            [0, 0, 0, 1],
            "treasury",
            id="S8",
        ),
        pytest.param({"helper": "marquis", "deck": [4, 0, 3, 3]}, [4, 0, 3, 3], "king", id="S9"),
    ],
)
def test_s5_s7_s8_s9_discard_and_helper(state: dict[str, Any], deck: list[int], helper: str) -> None:
    """The card below the Helper is discarded, if there is one; he moves up past empty decks, at last to his own."""
    bot = bot_with(**state)
    table = board()
    bot.answer(table.answer(bot))
    bot.until(table.answer, "your_turn", "shown")
    assert (deck, helper) == (bot.state["deck"], bot.state["helper"])
    emptied = state["helper"] == "marquis"
    assert (None if emptied else state["helper"]) == bot.screen["facts"]["discarded"]
    assert ("lisboa.discard.none" if emptied else "lisboa.discard.top") in bot.rules()
    assert "lisboa.ruling.empty_decks" not in bot.rules()


@rule("S7", "lisboa.period.end", "lisboa.ruling.period_in_turn")
def test_s7_the_period_ends_after_his_turn() -> None:
    """His discard empties the third deck: he finishes his turn, then the period ends."""
    bot = bot_with(helper="king", deck=[0, 2, 1, 0])
    table = board()
    table.round(bot)
    assert "period_end" == bot.key
    assert [0, 2, 0, 0] == bot.state["deck"]
    assert "lisboa.ruling.period_in_turn" in bot.rules()
    bot.answer(True, True)
    assert ("your_turn", 2, 2) == (bot.key, bot.state["period"], bot.state["turn_no"])
    assert ([5, 5, 5, 5], "marquis") == (bot.state["deck"], bot.state["helper"])


@rule("S9", "lisboa.turn.state_action")
def test_s9_an_emptied_deck_does_not_change_the_state_action() -> None:
    """Above a deck that you emptied the Helper still chooses the bottom action; he moves on afterwards."""
    bot = bot_with(helper="marquis", deck=[4, 1, 3, 3])
    table = board(draws=["marquis"])
    table.round(bot)
    assert "production" == bot.screen["facts"]["action"]
    assert ([4, 0, 3, 3], "king") == (bot.state["deck"], bot.state["helper"])


@rule("S8b", "lisboa.period.end", "lisboa.period.rubble", "lisboa.period.decks")
def test_s8b_the_period_changes_before_his_turn() -> None:
    """Your draw empties the third deck: his rubble scores, brown decks come, and he takes his turn as usual."""
    bot = bot_with(helper="marquis", deck=[0, 3, 1, 0], rubble=4, wigs=6)
    table = board(draws=["king"])
    bot.answer("go_on", "king")
    assert ("period_end", [0, 3, 0, 0]) == (bot.key, bot.state["deck"])
    bot.answer(True)
    assert (2, [5, 5, 5, 5], "marquis", 10) == tuple(bot.state[name] for name in ("period", "deck", "helper", "wigs"))
    bot.until(table.answer, "your_turn")
    assert "production" == bot.screen["facts"]["action"]
    assert ([5, 4, 5, 5], "king") == (bot.state["deck"], bot.state["helper"])


@rule("S10", "lisboa.officials.fewest", "lisboa.officials.tie", "lisboa.turn.skip")
def test_s10_officials_from_the_start() -> None:
    """Two at a time to the offices with the fewest, from the left, until his area is empty; then it is skipped."""
    bot = bot_with()
    seen = []
    for _ in range(5):
        bot.do(set={"courtier": "king", "helper": UPPER})
        board().round(bot)
        seen.append((bot.state["off_L"], bot.state["area"], bot.screen["facts"]["skipped"]))
    expected = [
        ([1, 1, 1], 5, False),
        ([2, 2, 1], 3, False),
        ([3, 2, 2], 1, False),
        ([3, 3, 2], 0, False),
        ([3, 3, 2], 0, True),
    ]
    assert expected == seen
    assert "lisboa.turn.skip" in rules(bot)
    bot.do(set={"courtier": "king", "helper": UPPER})
    bot.until(board().answer, "store_column")
    assert "Skip his State action (Officials): it is not possible." in bot.screen["lines"]


@rule("S11", "lisboa.officials.tie", "lisboa.ruling.two_offices")
@pytest.mark.parametrize("area", [2, 4])
def test_s11_officials_that_tie(area: int) -> None:
    """If every office has as many, the Builder's and the Marquis's get one each."""
    bot = his_turn("builder", helper=UPPER, off_L=[2, 2, 2], area=area)
    assert ([3, 3, 2], area - 2) == (bot.state["off_L"], bot.state["area"])
    assert ["builder", "marquis"] == bot.screen["facts"]["offices"]


@rule("S12", "lisboa.favor.order", "lisboa.turn.skip")
def test_s12_royal_favors_in_order() -> None:
    """He takes the Builder's, then the King's, since the Marquis's is his; with all three the action is skipped."""
    bot = bot_with(favors=["marquis"])
    taken = []
    for _ in range(3):
        bot.do(set={"courtier": "marquis", "helper": LOWER})
        board().round(bot)
        taken.append(bot.screen["facts"]["favor"])
    assert ["builder", "king", None] == taken
    assert ["builder", "marquis", "king"] == bot.state["favors"]
    assert bot.screen["facts"]["skipped"]


@rule("S13", "lisboa.ruling.favor_gone", "lisboa.favor.order")
@pytest.mark.parametrize("supply", [[2, 2, 2], [1, 0, 2]])
def test_s13_no_tile_left(supply: list[int]) -> None:
    """If the Marquis's pile is empty, reported or known, he takes the King's."""
    bot = his_turn("king", board(no_favor=["marquis"]), helper=LOWER, favors=["builder"], favor_supply=supply)
    assert ["builder", "king"] == bot.state["favors"]
    assert 0 == bot.state["favor_supply"][1]


@rule("S14", "S15", "S16", "lisboa.visit.cost", "lisboa.visit.shortage")
@pytest.mark.parametrize(
    ("noble", "treasury", "officials", "influence", "wigs", "expected"),
    [
        pytest.param("marquis", 3, 1, 5, 5, (2, 3, 5), id="S14"),
        pytest.param("king", 5, 0, 5, 5, (0, 5, 9), id="S15"),
        pytest.param("builder", 1, 2, 1, 9, (4, 0, 9), id="S16"),
    ],
)
def test_s14_s15_s16_the_cost(
    noble: str, treasury: int, officials: int, influence: int, wigs: int, expected: tuple[int, int, int]
) -> None:
    """Others' officials and the Treasury make the cost; wigs pay for missing influence before the action earns."""
    table = board(officials={noble: officials})
    bot = his_turn(noble, table, helper=LOWER, treasury=treasury, influence=influence, wigs=wigs)
    assert expected == (bot.screen["facts"]["cost"], bot.state["influence"], bot.state["wigs"])
    facts = {"noble": noble, "your_officials": officials, "neutral": 1, "treasury": treasury}
    facts["treasury_adds"] = {5: -1, 3: 0, 1: 1}[treasury]
    assert (facts, {"cost": expected[0]}) == facts_and_outcome(bot, "lisboa.visit.cost")


@rule("S16", "lisboa.visit.shortage")
def test_s16_wigs_for_what_is_missing() -> None:
    """Cost 4 with influence 1: three wigs of nine."""
    bot = his_turn("builder", board(officials={"builder": 2}), treasury=1, influence=1, wigs=9)
    assert ({"missing_influence": 3, "wigs": 9}, {"wigs_now": 6}) == facts_and_outcome(bot, "lisboa.visit.shortage")


@rule("S18", "S19", "lisboa.influence.track", "lisboa.ships.influence")
@pytest.mark.parametrize(
    ("before", "ship", "portfolio", "wigs"),
    [
        pytest.param(8, 2, 4, 1, id="S18"),
        pytest.param(10, 1, 0, 1, id="S19"),
        pytest.param(10, 0, 0, 0, id="nothing_gained"),
        pytest.param(5, 2, 2, 0, id="not_full"),
    ],
)
def test_s18_s19_influence_ends_on_10(before: int, ship: int, portfolio: int, wigs: int) -> None:
    """Influence above 10 is lost; a gain that ends on 10 earns one wig, even if he was on 10 before."""
    table = board(printed={"blue": (ship, 2)}, portfolio=portfolio)
    bot = his_turn("marquis", table, helper=UPPER, influence=before, treasury=5, off_you=[0, 0, 0])
    gained = min(10, before + ship + portfolio)
    assert (gained, 5 + wigs) == (bot.state["influence"], bot.state["wigs"])
    tracked = [(one["facts"], one["outcome"]) for one in reasons(bot) if one["rule"] == "lisboa.influence.track"]
    assert ({"influence": before}, {"influence_now": gained, "earned": wigs}) in tracked


@rule("S20", "lisboa.ships.treasury", "lisboa.ships.take")
@pytest.mark.parametrize(("before", "after"), [(5, 5), (3, 4)])
def test_s20_a_ship_moves_the_treasury(before: int, after: int) -> None:
    """The Treasury moves up one space, to 5 at most; he gets the ship in any case."""
    bot = his_turn("marquis", helper=UPPER, treasury=before)
    assert after == bot.state["treasury"]
    assert [{"colour": "blue", "influence": 1, "hull": 2}] == bot.state["ships"]


@rule("S21", "lisboa.turn.skip", "lisboa.ships.take")
@pytest.mark.parametrize("shipyard", [[], ["red"]])
def test_s21_no_ship(shipyard: list[str]) -> None:
    """Without a ship, known or reported, the State action is skipped, and he still takes decrees."""
    bot = his_turn("marquis", board(shipyard=[]), helper=UPPER, shipyard=shipyard)
    assert (3, [], []) == tuple(bot.state[name] for name in ("treasury", "ships", "shipyard"))
    assert (True, 2) == (bot.screen["facts"]["skipped"], bot.state["decrees"])


@rule("S23", "lisboa.cardinal.treasury", "lisboa.cardinal.move")
@pytest.mark.parametrize(("index", "treasury", "church"), [(2, 4, False), (1, 4, False), (0, 3, False), (4, 3, True)])
def test_s23_the_cardinal(index: int, treasury: int, church: bool) -> None:
    """From light space 2 he passes the Treasury, not the Influence icon; the tile's wigs are his in any case."""
    table = board(cardinal=index, church=[3], portfolio=2)
    bot = his_turn("king", table, helper=UPPER, influence=1, off_you=[0, 0, 0], wigs=5)
    assert treasury == bot.state["treasury"]
    assert church == ("lisboa.cardinal.church" in rules(bot))
    assert 3 == bot.screen["facts"]["tile_wigs"]


@rule("lisboa.cardinal.treasury")
@pytest.mark.parametrize("wigs", [1, 3])
def test_the_wigs_of_the_tile(wigs: int) -> None:
    """The order for the wigs of the Cardinal's tile is on the screen that asks for the building, and only there."""
    table = board(cardinal=0, church=[wigs])
    bot = bot_with(courtier=NOBLE_BEFORE["king"], helper=UPPER, influence=1, off_you=[0, 0, 0], wigs=5)
    order = f"Move his wigs up {wigs} for the tile."
    bot.until(table.answer, "best_building")
    assert order == bot.screen["lines"][0]
    bot.until(table.answer, "your_turn")
    assert order not in bot.screen["lines"]


@rule("S25", "S26", "lisboa.store.cube", "lisboa.store.cube_tie")
@pytest.mark.parametrize(
    ("foot", "end", "taken"),
    [
        pytest.param(["red", "brown"], ["red", "blue"], ("row A", "blue"), id="S25"),
        pytest.param(["brown", "blue"], ["blue"], ("column 2", "blue"), id="S26"),
    ],
)
def test_s25_s26_the_cheapest_cube(foot: list[str], end: list[str], taken: tuple[str, str]) -> None:
    """He takes the cheapest cube of column and row, the column's in a tie."""
    table = board(feet={"2": foot}, ends={"A": end})
    bot = his_turn("builder", table)
    assert [taken] == table.taken
    assert 1 == bot.state["rubble"]
    assert {"lisboa.store.cube", "lisboa.store.cube_tie"} <= rules(bot)


@rule("S27", "lisboa.store.plot", "lisboa.store.tie", "lisboa.store.type")
def test_s27_plots_that_tie() -> None:
    """With equal best wigs at B2, A5 and A3 he builds on A3, a pink store."""
    table = board(plots={"B2": 4, "A5": 4, "A3": 4, "C1": 3})
    bot = his_turn("builder", table)
    assert {"B2", "A5", "C1"} == set(table.plots)
    assert {"gold": 0, "cloth": 1, "books": 0, "tools": 0} == bot.state["stores"]
    assert 5 + 4 == bot.state["wigs"]


@rule("S28", "S29", "lisboa.store.type")
@pytest.mark.parametrize(
    ("plot", "out", "kind"),
    [
        pytest.param("B1", [], "gold", id="S28-c1"),
        pytest.param("B2", [], "gold", id="S28-c2"),
        pytest.param("B3", [], "cloth", id="S28-c3"),
        pytest.param("B4", [], "books", id="S28-c4"),
        pytest.param("B5", [], "tools", id="S28-c5"),
        pytest.param("B3", ["cloth"], "books", id="S29"),
        pytest.param("B2", ["gold"], "cloth", id="c2-without-gold"),
        pytest.param("B4", ["books"], "tools", id="c4-without-books"),
        pytest.param("B5", ["tools"], "tools", id="c5-has-its-own-stack"),
    ],
)
@pytest.mark.parametrize("known", [False, True], ids=["told", "known"])
def test_s28_s29_the_type_of_a_store(plot: str, out: list[str], kind: str, known: bool) -> None:
    """He builds the type that faces left, or the other one if its tiles are out; an empty stack is reported once."""
    bot = his_turn("builder", board(plots={plot: 2}, stacks_out=out), tiles_out=out if known else [])
    assert kind == bot.screen["facts"]["store"]
    assert 1 == bot.state["stores"][kind]
    assert out == bot.state["tiles_out"]


@rule("S30", "lisboa.building.best")
def test_s30_the_best_difference() -> None:
    """Eight wigs less six of yours are worse than four less none."""
    table = board(sites={("blue", "W-C"): (8, 6), ("green", "N2"): (4, 0)})
    bot = his_turn("king", table, helper=LOWER, favors=["builder", "marquis", "king"])
    assert [("green", "N2")] == table.opened
    assert (5 + 4, 2) == (bot.state["wigs"], bot.state["rubble"])


@rule("S32", "lisboa.building.tile_tie", "lisboa.building.rubble", "lisboa.building.site_tie")
@pytest.mark.parametrize(
    ("helper", "tile"), [("treasury", "green"), ("king", "green"), ("marquis", "blue"), ("builder", "blue")]
)
def test_s32_tiles_that_tie(helper: str, tile: str) -> None:
    """If both tiles are as good on the first site clockwise, the Helper's place chooses the architect."""
    sites = {(color, site): (5, 1) for color in ("green", "blue") for site in ("E-A", "W-A", "N3")}
    table = board(sites=sites)
    bot = his_turn("king", table, helper=helper)
    assert [(tile, "W-A")] == table.opened
    assert (tile, 2) == (bot.screen["facts"]["building"], bot.state["rubble"])
    assert {"lisboa.building.tile_tie", "lisboa.building.site_tie"} <= rules(bot)


@rule("S33", "lisboa.follow.visit", "lisboa.visit.cost")
def test_s33_he_follows_your_visit() -> None:
    """He pays and opens a public building; Courtier, Helper and decks stay as they are."""
    bot = bot_with(favors=["king"], influence=6, treasury=3, helper="marquis")
    before = bot.state
    table = board(visits=["king"], officials={"king": 1})
    bot.answer(table.answer(bot))
    bot.until(table.answer, "your_turn")
    assert (4, 2, "blue") == (bot.state["influence"], bot.state["rubble"], bot.screen["facts"]["building"])
    assert {name: before[name] for name in ("courtier", "helper", "deck")} == {
        name: bot.state[name] for name in ("courtier", "helper", "deck")
    }


@rule("S34", "lisboa.follow.visit")
@pytest.mark.parametrize("favors", [[], ["king"]])
def test_s34_he_lacks_the_favor(favors: list[str]) -> None:
    """If he has no Royal Favor of a noble, he does not follow you there, and your visit cannot be reported."""
    bot = bot_with(favors=favors)
    expected = [f"visit_{noble}" for noble in favors]
    assert expected == [report for report in bot.ids if report.startswith("visit_")]
    bot.answer("go_on")
    assert ("deck_drawn", expected) == (bot.key, bot.ids[5:])


@rule("S35", "lisboa.period.rubble", "lisboa.ruling.his_rubble")
def test_s35_rubble_at_the_change_of_period() -> None:
    """Seven cubes score seven wigs and stay."""
    bot = bot_with(rubble=7, deck=[1, 0, 0, 5])
    bot.answer("go_on", "builder")
    assert (7, 5, 12) == tuple(bot.screen["facts"][name] for name in ("rubble", "wigs", "wigs_now"))
    bot.answer(True)
    assert (12, 7) == (bot.state["wigs"], bot.state["rubble"])


@rule("S36", "lisboa.end.trigger", "lisboa.end.round")
@pytest.mark.parametrize("by", ["your_set", "draw"])
def test_s36_the_end_by_your_turn(by: str) -> None:
    """A trigger in your turn of period 2: his turn, one more turn each, then the scoring."""
    bot = bot_with(period=2, deck=[0, 1, 0, 5] if by == "draw" else [5, 5, 5, 5])
    table = board(draws=["marquis"] if by == "draw" else [])
    if by == "your_set":
        bot.answer("your_set")
    table.round(bot)
    assert ("your_turn", True, 2) == (bot.key, bot.state["final_round"], bot.state["turn_no"])
    assert {"lisboa.end.trigger", "lisboa.end.round"} <= rules(bot)
    table.round(bot)
    assert "your_stores" == bot.key


@rule("S37", "lisboa.setup.helper", "lisboa.setup.building")
@pytest.mark.parametrize(
    ("helper", "tile", "site"),
    [
        ("king", "green", "E-D"),
        ("treasury", "green", "E-D"),
        ("builder", "blue", "W-D"),
        ("marquis", "blue", "W-D"),
    ],
)
def test_s37_the_building_of_the_set_up(helper: str, tile: str, site: str) -> None:
    """The Helper's half chooses the architect and the end of row D; the cubes leave the game."""
    bot = Outsider("lisboa")
    bot.answer(True, True, True, "king", helper, "marquis")
    facts = bot.screen["facts"]
    assert (tile, site, 2, 0) == (facts["tile"], facts["site"], facts["cubes"], bot.state["rubble"])
    end = "east" if tile == "green" else "west"
    assert f"Put the top {tile} Public Building to the {end} of row D." in bot.screen["lines"]
    assert "Discard the 2 cubes there." in bot.screen["lines"]


TITLES = {
    "S39": ((100, 91), (5, 6), 2, 6, 6, 0, "servant", "Court Servant"),
    "S41": ((100, 91), (7, 6), 3, 20, 8, 2, "right_hand", "Marquis' Right Hand"),
    "S41-19": ((100, 91), (7, 6), 3, 19, 8, 2, "favorite", "King's Favorite"),
    "S42": ((90, 91), (7, 6), 3, 20, 8, 2, "fester", "Fester"),
    "S44": ((100, 91), (8, 6), 4, 30, 5, 2, None, "No title"),
    "S45": ((91, 91), (7, 6), 3, 20, 8, 2, None, "No title"),
    "few-stores": ((100, 91), (3, 2), 3, 20, 8, 2, "fester", "Fester"),
    "no-majority": ((100, 91), (5, 6), 0, 20, 8, 2, "fester", "Fester"),
    "few-reis": ((100, 91), (7, 6), 3, 4, 8, 2, "fester", "Fester"),
    "enough-reis": ((100, 91), (5, 6), 2, 5, 6, 0, "servant", "Court Servant"),
    "four-stores": ((100, 91), (4, 6), 2, 6, 6, 0, "servant", "Court Servant"),
    "one-majority": ((100, 91), (5, 6), 1, 6, 6, 0, "servant", "Court Servant"),
    "four-decrees": ((100, 91), (5, 6), 2, 6, 4, 0, None, "No title"),
    "few-decrees": ((100, 91), (7, 6), 3, 20, 3, 2, "fester", "Fester"),
    "as-many-stores": ((100, 91), (6, 6), 3, 20, 8, 2, "favorite", "King's Favorite"),
    "one-ship": ((100, 91), (7, 6), 3, 20, 8, 1, "favorite", "King's Favorite"),
    "fewer-stores": ((100, 91), (5, 6), 3, 20, 8, 2, "servant", "Court Servant"),
}
"""Wigs and stores, yours and his; your majorities, réis, decrees and ships; id and name of the title."""


@rule("S39", "S41", "S42", "S44", "S45", "lisboa.title.court", "lisboa.title.fester", "lisboa.title.servant")
@rule("lisboa.title.favorite", "lisboa.title.right_hand", "lisboa.ruling.no_title")
@pytest.mark.parametrize("name", TITLES)
def test_s39_to_s45_titles(name: str) -> None:
    """One number too low brings the worst title; else you get the best title whose needs you meet, or none."""
    (you, bot_wigs), (yours, his), majorities, reis, decrees, ships, key, words = TITLES[name]
    bot = at_the_end(stores={"cloth": his}, wigs=bot_wigs)
    for_most_cloth = 9
    bot.do(set={"wigs": bot_wigs - for_most_cloth})
    bot.answer(_with_majorities(yours, majorities), numbers(0, reis, decrees, ships), you)
    assert ("over", key) == (bot.key, bot.screen["facts"]["title"])
    result = bot.status["result"]
    assert (bot_wigs, you) == (result["bot"], result["you"])
    assert words in result["verdict"]
    assert words == bot.screen["headline"]
    assert {"fester": "bot", None: None}.get(key, "you") == result["winner"]
    assert (key is None) == ("The table of titles names none." in bot.screen["lines"])
    assert ("lisboa.ruling.no_title" if key is None else f"lisboa.title.{key}") in bot.rules()


WHY = {
    "S39": "For King's Favorite you need: 6 Stores, 10 réis, 7 Decrees, 1 ship.",
    "S41": "There is no better title.",
    "S41-19": "For Marquis' Right Hand you need: 20 réis.",
    "S42": "Because of: fewer wigs than Lacerda.",
    "S44": "For Court Servant you need: 6 Decrees.",
    "S45": "For Court Servant you need: 92 wigs.",
    "few-stores": "Because of: fewer than 4 Stores.",
    "no-majority": "Because of: no majority.",
    "few-reis": "Because of: less than 5 réis.",
    "few-decrees": "Because of: fewer than 4 Decrees.",
    "as-many-stores": "For Marquis' Right Hand you need: 7 Stores.",
    "one-ship": "For Marquis' Right Hand you need: 2 ships.",
}


@rule("lisboa.title.court", "lisboa.title.fester", "lisboa.ruling.no_title")
@pytest.mark.parametrize("name", WHY)
def test_why_it_is_that_title(name: str) -> None:
    """The last screen names the causes of the worst title, or the unmet needs of the title above."""
    (you, bot_wigs), (yours, his), majorities, reis, decrees, ships, *_ = TITLES[name]
    bot = at_the_end(stores={"cloth": his}, wigs=bot_wigs)
    bot.do(set={"wigs": bot_wigs - 9})
    bot.answer(_with_majorities(yours, majorities), numbers(0, reis, decrees, ships), you)
    assert WHY[name] in bot.screen["lines"]


def _with_majorities(yours: int, n: int) -> dict[str, int]:
    """Return `yours` stores with the majority of `n` types; all of his stores are of cloth."""
    if n == 0:
        return stores(cloth=yours)
    kinds = ("gold", "books", "tools")[:n]
    return stores(**(dict.fromkeys(kinds, 1) | {kinds[-1]: 1 + yours - n}))
