"""The rules of the rulebook without a scenario, by their ids."""

from typing import Any

import pytest

from engines.kit.contract import Refused
from engines.kit.text import ENGLISH
from tests.contract.walk import begin
from tests.engines.lisboa.turns import (
    LOWER,
    NOBLE_BEFORE,
    NOBLES,
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

SHIPS = {"origin": "a test", "confidence": "a test", "game": "lisboa", "deck": "ships", "cards": [
    {"id": "blue", "period": 1, "influence": 3, "hull": 2},
    {"id": "red", "period": 1, "influence": 1},
    {"id": "purple", "period": 2, "influence": 2, "hull": 3},
    {"id": "brown", "period": 2, "hull": 4},
]}  # fmt: skip


# --- set-up ---


@rule("lisboa.setup.helper", "lisboa.setup.courtier", "lisboa.setup.favor", "lisboa.setup.two_players")
def test_the_cards_of_the_set_up() -> None:
    """The Helper's card has four figures, the Courtier's and the Royal Favor three nobles; all are drawn or entered."""
    bot = Outsider("lisboa")
    bot.answer(True, True, True)
    assert ("favor", list(NOBLES)) == (bot.key, bot.ids)
    bot.answer("marquis")
    assert ("helper", ["builder", "marquis", "king", "treasury"]) == (bot.key, bot.ids)
    bot.answer("treasury")
    assert ("courtier", list(NOBLES)) == (bot.key, bot.ids)
    bot.answer("king")
    assert ("treasury", "king", ["marquis"]) == tuple(bot.state[name] for name in ("helper", "courtier", "favors"))
    assert [2, 1, 2] == bot.state["favor_supply"]
    dealt = Outsider("lisboa", seed="3")
    assert "set_up" == dealt.key
    dealt.answer(True, True, True)
    assert ["favor", "helper", "courtier"] == [one["source"] for one in dealt.status["dealt"]]
    assert "pieces" == dealt.key


@rule("lisboa.setup.you_start", "lisboa.setup.no_board", "lisboa.setup.scoring_tiles", "lisboa.ruling.scoring_tiles")
@rule("lisboa.setup.two_players")
def test_the_changes_to_a_game_for_two() -> None:
    """You start; he has no board; equal scoring tiles do not touch."""
    bot = Outsider("lisboa")
    lines = " ".join(bot.screen["lines"])
    assert bot.screen["headline"] == "Set up for two"
    for words in ("start player", "Lacerda a colour", "no board, cards, money or goods"):
        assert words in lines
    bot.answer(True)
    assert {"lisboa.setup.two_players", "lisboa.setup.no_board"} <= set(bot.rules())
    bot.answer(True)
    assert "No two equal Scoring tiles may touch, nor a 4 the printed 4." in bot.screen["lines"]
    bot.answer(True)
    assert {"lisboa.setup.scoring_tiles", "lisboa.ruling.scoring_tiles"} <= set(bot.rules())
    bot.answer("king", "king", "builder", True)
    assert ("your_turn", "you", 1) == (bot.key, bot.screen["badge"]["who"], bot.screen["badge"]["turn"])
    assert "lisboa.setup.you_start" in bot.rules()


@rule("lisboa.setup.pieces", "lisboa.setup.plans", "lisboa.ruling.setup_official", "lisboa.ruling.plans")
def test_his_pieces() -> None:
    """Influence 5, wigs 5, an official with the Marquis and seven in his area, two plans, nothing else."""
    bot = Outsider("lisboa")
    bot.answer(True)
    lines = " ".join(bot.screen["lines"])
    for words in ("1 in the Minister’s office", "7 in his area", "8 houses", "2 random Starting Plans"):
        assert words in lines
    bot.answer(True)
    assert ["Put his influence on 5", "Put his wig marker on 5."] == [bot.screen["headline"], bot.screen["lines"][0]]
    bot.answer(True, "king")
    assert "Give him the King’s Favor." == bot.screen["lines"][0]
    bot.answer("king", "builder")
    start = {
        "influence": 5, "wigs": 5, "treasury": 3, "off_L": [0, 1, 0], "area": 7, "neutral": [1, 1, 1], "plans": 2,
        "rubble": 0, "decrees": 0, "deck": [5, 5, 5, 5], "ships": [], "shipyard": ["blue", "red"], "period": 1,
        "stores": {"gold": 0, "cloth": 0, "books": 0, "tools": 0}, "final_round": False, "turn_no": 1,
    }  # fmt: skip
    assert start == {name: bot.state[name] for name in start}
    lines = " ".join(bot.screen["lines"])
    for words in ("third colour above the King deck", "Courtier on the Builder’s portrait"):
        assert words in lines


# --- turns ---


@rule("lisboa.turn.order", "lisboa.turn.drew")
def test_a_round() -> None:
    """After your turn your card is asked, then he acts; an empty deck is no choice, and four are not asked for."""
    bot = bot_with(deck=[5, 0, 5, 5], courtier="builder")
    bot.answer("go_on")
    assert ("deck_drawn", ["treasury", "king", "builder", "none"]) == (bot.key, bot.ids)
    assert ["Treasury deck: 5", "King deck: 5"] == [option["text"] for option in bot.ask["options"][:2]]
    assert "empty" in bot.refusal(answer="marquis")
    bot.answer("king")
    assert [5, 0, 4, 5] == bot.state["deck"]
    assert "lisboa.turn.order" in bot.rules()
    empty = bot_with(deck=[0, 0, 0, 0], period=2, final_round=True, courtier="builder")
    empty.answer("go_on")
    assert "cost_numbers" == empty.key


@rule("lisboa.turn.order")
def test_long_walks_of_courtier_and_helper() -> None:
    """Over many rounds both follow a model of the movement rules, whatever you draw."""
    for drawn in (["none"] * 40, ["builder", "builder", "king", "none"] * 10, ["treasury", "marquis"] * 20):
        bot = bot_with(helper="marquis", courtier="king")
        model = Walker("marquis", "king")
        table = board(church=[0] * 99)
        while bot.key != "your_stores":
            if bot.key == "period_end":
                model.deck = [5, 5, 5, 5]
                bot.answer(True)
                continue
            if bot.key == "deck_drawn":
                wanted = drawn[bot.state["turn_no"] % len(drawn)]
                figure = wanted if wanted in bot.ids else "none"
                model.take(figure)
                turn = bot.state["turn_no"]
                bot.answer(figure)
                if bot.key == "period_end":
                    model.deck = [5, 5, 5, 5]
                    bot.answer(True)
                bot.until(table.answer, "your_turn", "shown")
                model.move()
                assert (model.courtier, model.action) == (bot.state["courtier"], bot.screen["facts"]["action"]), turn
                assert (model.deck, model.helper) == (bot.state["deck"], bot.state["helper"]), turn
                continue
            bot.answer(table.answer(bot))


class Walker:
    """A second implementation of the movement rules, to compare with."""

    FIGURES = ("builder", "marquis", "king", "treasury")
    ACTIONS = (("plans", "officials"), ("production", "ships"), ("favor", "cardinal"))

    def __init__(self, helper: str, courtier: str) -> None:
        self.helper, self.courtier, self.action, self.deck = helper, courtier, "", [5, 5, 5, 5]

    def take(self, figure: str) -> None:
        """Draw a card."""
        if figure != "none":
            self.deck[self.FIGURES.index(figure)] -= 1

    def move(self) -> None:
        """Move the Courtier, name the State action, discard, move the Helper."""
        noble = (NOBLES.index(self.courtier) + 1) % 3
        place = self.FIGURES.index(self.helper)
        self.courtier, self.action = NOBLES[noble], self.ACTIONS[noble][place // 2]
        self.deck[place] = max(0, self.deck[place] - 1)
        for step in (1, 2, 3):
            above = (place + step) % 4
            if self.deck[above]:
                self.helper = self.FIGURES[above]
                return


@rule("lisboa.ruling.empty_decks")
def test_every_deck_is_empty() -> None:
    """Nothing is discarded, and the Helper stays."""
    bot = bot_with(deck=[0, 0, 0, 0], period=2, final_round=True, helper="king", courtier="builder")
    board().round(bot)
    assert ("king", [0, 0, 0, 0]) == (bot.state["helper"], bot.state["deck"])
    assert "lisboa.ruling.empty_decks" in rules(bot)


# --- State actions ---


@rule("lisboa.plans.most", "lisboa.plans.tie")
def test_plans() -> None:
    """He takes a plan without a question; the screen that asks for the column says which one."""
    bot = bot_with(courtier=NOBLE_BEFORE["builder"], helper=LOWER)
    bot.until(board().answer, "store_column")
    assert 3 == bot.state["plans"]
    assert "Give him the top Plan with more Officials (tie: blue)." == bot.screen["lines"][1]
    assert {"lisboa.plans.most", "lisboa.plans.tie"} <= rules(bot)


@rule("lisboa.officials.stay", "lisboa.building.no_reward")
def test_his_officials_stay() -> None:
    """Neither a store nor a building takes an official or a plan."""
    for noble in ("builder", "king"):
        bot = his_turn(noble, helper=UPPER, off_L=[3, 3, 2], area=0)
        assert ([3, 3, 2], 0, 2) == (bot.state["off_L"], bot.state["area"], bot.state["plans"])
    bot = his_turn("builder", helper=UPPER)
    assert "lisboa.officials.stay" in rules(bot)


@rule("lisboa.ships.take", "lisboa.ships.yours", "lisboa.ruling.portfolio", "lisboa.ruling.ship_influence")
def test_a_ship_is_asked_once() -> None:
    """Influence and size of a ship are asked once; your portfolio is remembered; he gains the sum."""
    table = board(printed={"blue": (2, 3), "red": (1, 1)}, portfolio=1)
    bot = his_turn("marquis", table, helper=UPPER, influence=1, off_you=[0, 0, 0], treasury=4)
    assert 1 + 2 + 1 == bot.state["influence"]
    assert ["red"] == bot.state["shipyard"]
    bot.do(set={"courtier": "builder", "helper": UPPER, "influence": 1})
    bot.answer("go_on", "none")
    assert (["red", "none"], "red") == (bot.ids, bot.ask["likely"])
    bot.answer("red")
    lines = {line["id"]: line["likely"] for line in bot.ask["lines"]}
    assert ["ship_influence", "ship_size", "portfolio", "your_officials", "treasury"] == [*lines]
    assert 1 == lines["portfolio"]
    bot.until(table.answer, "your_turn")
    assert 1 + 1 + 1 == bot.state["influence"], "the new ship alone counts"
    assert "lisboa.ruling.ship_influence" in rules(bot)


@rule("lisboa.ships.take")
def test_ships_that_were_taught_are_not_asked() -> None:
    """Only the unknown numbers of a ship from a deck are asked."""
    bot = bot_with(ship_deck=SHIPS, courtier="builder", helper=UPPER)
    bot.answer("go_on", "none", "blue")
    assert ["portfolio", "your_officials", "treasury"] == _lines_of(bot)
    bot.do(set={"at": "your_turn", "courtier": "builder", "did": None, "whose": "you"})
    bot.answer("go_on", "none", "red")
    assert ["ship_size", "portfolio", "your_officials", "treasury"] == _lines_of(bot)
    bot.answer({"ship_size": 4, "portfolio": 0, "your_officials": 1, "treasury": 3})
    assert {"blue": 2, "red": 4, "purple": 3, "brown": 4} == bot.state["ship_hull"]


@rule("lisboa.ships.take")
def test_entered_values_of_ships_are_options_of_the_next_play() -> None:
    """The influence and size that you entered are options of the next play, which does not ask for them."""
    play = begin("lisboa", {}, 1)
    assert play.engine.learned_options(play.state) is None
    play.replace({"at": "your_turn", "courtier": "builder", "helper": UPPER, "favors": []})
    for value in ("go_on", "none", "blue", _ship(3, 2)):
        play.give(value)
    learned = play.engine.learned_options(play.state)
    assert learned is not None
    state = begin("lisboa", learned, 1).state
    assert ({"blue": 3}, 2) == (state.ship_influence, state.ship_hull["blue"])


@rule("lisboa.ships.take", "lisboa.table.truth")
def test_corrected_values_of_ships_are_options_of_the_next_play() -> None:
    """The printed numbers that you corrected are valid options of the next play."""
    play = begin("lisboa", {}, 1)
    play.correct({"force_blue": 0, "size_blue": 1})
    learned = play.engine.learned_options(play.state)
    assert learned is not None
    state = begin("lisboa", learned, 1).state
    assert ({"blue": 0}, 1) == (state.ship_influence, state.ship_hull["blue"])
    with pytest.raises(Refused):
        play.correct({"size_blue": 0})


@rule("lisboa.ships.take")
def test_a_ship_that_is_gone() -> None:
    """The red ship on top means that the blue one has left the shipyard."""
    bot = bot_with(courtier="builder", helper=UPPER)
    bot.answer("go_on", "none", "red", _ship(1, 1))
    assert (["red"], []) == ([ship["colour"] for ship in bot.state["ships"]], bot.state["shipyard"])


@rule("lisboa.end.ships")
def test_a_ship_has_a_size() -> None:
    """The size that is asked for is 1 to 9, the influence 0 to 9."""
    bot = bot_with(courtier="builder", helper=UPPER)
    bot.answer("go_on", "none", "blue")
    bounds = [(line["id"], line["low"], line["high"]) for line in bot.ask["lines"]]
    assert [("ship_influence", 0, 9), ("ship_size", 1, 9)] == bounds[:2]


@rule("lisboa.ships.take")
def test_a_ship_that_is_his_is_not_in_the_shipyard() -> None:
    """A ship of his is never a choice, whichever ships the device expects in the shipyard."""
    bot = bot_with(courtier="builder", helper=UPPER, ships=[{"colour": "blue", "influence": 1, "hull": 2}])
    bot.answer("go_on", "none")
    assert ["red", "none"] == bot.ids


@rule("lisboa.production.goods", "lisboa.turn.skip")
@pytest.mark.parametrize("stores", [0, 2])
def test_production(stores: int) -> None:
    """His stores produce, and prices go down; without a store the action is skipped."""
    bot = bot_with(courtier=NOBLE_BEFORE["marquis"], helper=LOWER, stores={"cloth": stores, "tools": stores // 2})
    bot.until(board().answer, "cost_numbers")
    assert (stores == 0) == ("Skip his State action (Production): it is not possible." in bot.screen["lines"])
    assert (stores > 0) == ("Lower the prices as usual." in bot.screen["lines"])
    bot.until(board().answer, "your_turn")
    assert (stores == 0) == bot.screen["facts"]["skipped"]
    assert (stores > 0) == ("lisboa.production.goods" in rules(bot))


@rule("lisboa.cardinal.church", "lisboa.ruling.church", "lisboa.ruling.ship_influence", "lisboa.ruling.portfolio")
def test_a_church_scoring() -> None:
    """He gains the influence of your portfolio and of all his ships; only then your portfolio is asked."""
    ships = [{"colour": "blue", "influence": 2, "hull": 1}, {"colour": "red", "influence": 3, "hull": 1}]
    bot = bot_with(courtier="marquis", helper=UPPER, ships=ships, shipyard=[], influence=1, treasury=3)
    bot.answer("go_on", "none", "influence")
    assert ["tile_wigs", "portfolio"] == _lines_of(bot)
    bot.answer({"tile_wigs": 4, "portfolio": 1})
    assert 1 + 2 + 3 + 1 == bot.state["influence"]
    assert 3 == bot.state["treasury"]
    assert 5 + 4 == bot.state["wigs"]
    assert ({"ship_influence": 5, "portfolio": 1}, {"gained": 6}) == facts_and_outcome(bot, "lisboa.cardinal.church")
    orders = [
        "Move his wigs up 4 for the tile.",
        "Score the church. He discards no tiles.",
        "Raise his influence by 6.",
    ]
    assert orders == bot.screen["lines"][:3], "with the question for the public building; you score it, too"
    bot.until(board(officials={"king": 0}).answer, "your_turn")
    assert not {*orders} & {*bot.screen["lines"]}, "each order is given once"


@rule("lisboa.cardinal.treasury")
@pytest.mark.parametrize(
    ("passed", "treasury", "numbers"), [("nothing", 3, 4), ("treasury", 4, {"tile_wigs": 4, "treasury": 3})]
)
def test_a_cardinal_who_scores_no_church(passed: str, treasury: int, numbers: Any) -> None:
    """If the Cardinal does not pass the Influence icon, your portfolio does not matter and is not asked."""
    bot = bot_with(courtier="marquis", helper=UPPER, influence=1, treasury=3)
    bot.answer("go_on", "none", passed, numbers)
    assert "best_building" == bot.key
    assert (1, treasury) == (bot.state["influence"], bot.state["treasury"])


@rule("lisboa.cardinal.treasury", "lisboa.visit.cost")
@pytest.mark.parametrize(("known", "told", "after", "ordered"), [(5, 4, 5, True), (4, 5, 5, False)])
def test_the_treasury_that_the_cardinal_passes(known: int, told: int, after: int, ordered: bool) -> None:
    """The old space of the Treasury marker is asked once, before it moves up as far as the table allows."""
    bot = bot_with(courtier="marquis", helper=UPPER, treasury=known)
    bot.answer("go_on", "none", "treasury")
    assert ("church_numbers", ["tile_wigs", "treasury"]) == (bot.key, _lines_of(bot))
    assert "Treasury’s old space" == bot.ask["lines"][1]["text"]
    bot.answer({"tile_wigs": 0, "treasury": told})
    assert ("best_building", after) == (bot.key, bot.state["treasury"])
    assert ordered == ("Raise the Treasury by 1." in bot.screen["lines"])
    bot.answer("blue")
    assert ["building_wigs", "your_officials"] == _lines_of(bot)


@rule("lisboa.ships.treasury", "lisboa.visit.cost")
@pytest.mark.parametrize(("noble", "label"), [("marquis", "Treasury’s old space"), ("builder", "Treasury’s space")])
def test_the_space_of_the_treasury_is_asked_before_it_moves(noble: str, label: str) -> None:
    """A ship asks for the old space of the Treasury, before it moves up; a store asks for its present space."""
    bot = bot_with(courtier=NOBLE_BEFORE[noble], helper=UPPER)
    bot.until(board().answer, "ship_numbers", "store_numbers")
    assert {"treasury": label}.items() <= {line["id"]: line["text"] for line in bot.ask["lines"]}.items()


@rule("lisboa.favor.order", "lisboa.ruling.favor_gone")
def test_an_empty_pile_is_asked_for_the_next_time() -> None:
    """The next time, the device asks whether an empty pile has a Favor again; if it has, he takes it."""
    bot = bot_with(courtier="marquis", helper=LOWER)
    bot.answer("go_on", "none")
    assert "Give him the Builder’s Favor." in bot.screen["lines"]
    bot.answer("no_favor")
    assert ("best_building", "marquis") == (bot.key, bot.screen["facts"]["favor"]), "the empty pile is not asked for"
    assert "Give him the Minister’s Favor." in bot.screen["lines"]
    bot.until(board().answer, "your_turn")
    assert (["marquis"], [0, 1, 2]) == (bot.state["favors"], bot.state["favor_supply"])
    bot.do(set={"courtier": "marquis", "helper": LOWER})
    bot.answer("go_on", "none")
    assert ("favor_back", False) == (bot.key, bot.ask["likely"])
    bot.answer(True)
    assert ("best_building", "builder") == (bot.key, bot.screen["facts"]["favor"])
    assert ["builder", "marquis"] == bot.state["favors"]


@rule("lisboa.favor.order", "lisboa.ruling.favor_gone")
def test_a_reported_empty_pile_is_not_asked_for_again() -> None:
    """You report that the Builder's pile is empty, then the Marquis's: neither is asked for again."""
    bot = bot_with(courtier="marquis", helper=LOWER, favor_supply=[0, 2, 2])
    bot.answer("go_on", "none", False)
    assert ({"favors": [], "missing": ["builder"]}, {"favor": "marquis"}) == facts_and_outcome(
        bot, "lisboa.favor.order"
    )
    bot.answer("no_favor")
    assert ("best_building", "king") == (bot.key, bot.screen["facts"]["favor"])
    assert ({"favors": [], "missing": ["builder", "marquis"]}, {"favor": "king"}) == facts_and_outcome(
        bot, "lisboa.favor.order"
    )
    bot.do(correct={"favor_king": "no"})
    bot.answer("no_favor")
    assert ("best_building", []) == (bot.key, bot.state["favors"]), "there is none for him"
    assert "Skip his State action (Royal Favor): it is not possible." in bot.screen["lines"]
    assert "no_favor" not in bot.ids


# --- visits ---


@rule("lisboa.visit.cost")
@pytest.mark.parametrize("officials", [0, 1, 2, 3])
def test_the_table_of_costs(officials: int) -> None:
    """A visit costs your officials, the neutral one, and -1, -1, 0, 1 or 1 for the Treasury from 5 to 1."""
    expected = [officials, officials, 1 + officials, 2 + officials, 2 + officials]
    costs = []
    for treasury in (5, 4, 3, 2, 1):
        table = board(officials={"builder": officials})
        costs.append(his_turn("builder", table, treasury=treasury).screen["facts"]["cost"])
    assert expected == costs


@rule("lisboa.visit.cost")
@pytest.mark.parametrize(("treasury", "officials", "cost"), [(5, 0, 0), (5, 1, 0), (3, 2, 2), (1, 0, 1)])
def test_the_neutral_official_counts(treasury: int, officials: int, cost: int) -> None:
    """Without the neutral official a visit is 1 cheaper; it never costs less than 0."""
    table = board(officials={"builder": officials})
    bot = his_turn("builder", table, treasury=treasury, neutral=[0, 1, 1])
    assert (cost, 5 - cost) == (bot.screen["facts"]["cost"], bot.state["influence"])


@rule("lisboa.ruling.cost_after_state", "lisboa.visit.cost")
def test_the_treasury_of_the_state_action_counts() -> None:
    """A ship moves the Treasury from 3 to 4 before he pays: 1 less."""
    ship = his_turn("marquis", board(officials={"marquis": 1}), helper=UPPER, treasury=3)
    none = his_turn("marquis", board(officials={"marquis": 1}), helper=LOWER, treasury=3)
    assert (1, 2) == (ship.screen["facts"]["cost"], none.screen["facts"]["cost"])
    assert "lisboa.ruling.cost_after_state" in rules(ship)


@rule("lisboa.ruling.wigs_floor", "lisboa.visit.shortage")
def test_wigs_are_missing_too() -> None:
    """With influence 0 and one wig he pays the wig and still builds."""
    bot = his_turn("builder", board(officials={"builder": 3}), influence=0, wigs=1)
    assert (0, 3) == (bot.state["influence"], bot.state["wigs"]), "nothing is left, then the store earns 3"
    assert "lisboa.ruling.wigs_floor" in rules(bot)


@rule("lisboa.ruling.no_action", "lisboa.you.follow")
@pytest.mark.parametrize(
    ("noble", "table", "state"),
    [
        ("builder", {"plots": {}}, {}),
        ("builder", {}, {"stores": {"gold": 2, "cloth": 2, "books": 2, "tools": 2}}),
        ("king", {"sites": {}}, {}),
    ],
    ids=["no_plot", "no_house", "no_site"],
)
def test_an_action_that_is_not_possible(noble: str, table: dict[str, Any], state: dict[str, Any]) -> None:
    """Without a plot, a house or a site he pays nothing, and the numbers for the cost are not asked."""
    bot = his_turn(noble, board(**table), helper=LOWER, **state)
    assert (5, 5, 0) == (bot.state["influence"], bot.state["wigs"], bot.state["rubble"])
    assert bot.screen["facts"]["cost"] is None
    assert "lisboa.ruling.no_action" in rules(bot)
    assert {"builder": "Lacerda: Plans", "king": "Lacerda: Royal Favor"}[noble] == bot.screen["headline"]
    assert "Skip his Noble’s action: it is not possible." in bot.screen["lines"]
    assert "lisboa.you.follow" not in rules(bot)


@rule("lisboa.store.score", "lisboa.store.no_bonus", "lisboa.store.cube")
def test_a_store() -> None:
    """A store earns only its wigs and a cube; if you report that no cube was left, he gets none."""
    bot = his_turn("builder", helper=LOWER, treasury=5)
    assert (8, 1) == (bot.state["wigs"], bot.state["rubble"])
    assert ({"type": "gold", "earned": 3}, {"stores": 1, "wigs": 8}) == facts_and_outcome(bot, "lisboa.store.score")
    assert "lisboa.store.no_bonus" in rules(bot)
    bot.answer("no_cube")
    assert (0, "your_turn") == (bot.state["rubble"], bot.key)
    assert "no_cube" not in bot.ids
    assert "lisboa.store.cube" in bot.rules()
    bot = his_turn("builder", helper=LOWER, treasury=5)
    bot.do(correct={"rubble": 0})
    bot.answer("no_cube")
    assert 0 == bot.state["rubble"], "without a cube, none goes back"


@rule("lisboa.store.score", "lisboa.building.best")
@pytest.mark.parametrize(
    ("noble", "key", "wigs"), [("builder", "store_numbers", (4, 3)), ("king", "building_numbers", (0, 4))]
)
def test_the_wigs_of_the_last_building_are_likely(noble: str, key: str, wigs: tuple[int, int]) -> None:
    """The wigs of the last store in a column, or of the last public building, are likely for the next one."""
    bot = bot_with(favors=[noble])
    table = board(
        plots={"A2": 3, "B2": 3}, sites={("blue", "W-C"): (4, 1), ("blue", "W-B"): (4, 1)}, visits=[noble] * 2
    )
    for expected in wigs:
        bot.until(table.answer, key)
        assert expected == bot.ask["lines"][0]["likely"]
        bot.until(table.answer, "your_turn")
        bot.do(set={"did": None, "favors": [noble], "told": []})


@rule("lisboa.store.type")
def test_a_column_without_tiles() -> None:
    """A column without tiles of either type gets no store; the last column has a separate stack."""
    bot = bot_with(courtier="king", tiles_out=["gold", "cloth", "tools"])
    bot.until(board().answer, "store_column")
    assert ["c3", "c4", "c5", "none", "out_books"] == bot.ids
    assert "no tiles" in bot.refusal(answer="c2")


@rule("lisboa.decrees.take", "lisboa.decrees.redraw", "lisboa.ruling.leftmost")
def test_decrees() -> None:
    """He takes two decrees without a question."""
    bot = his_turn("marquis", helper=LOWER)
    assert 2 == bot.state["decrees"]
    assert ({"taken": 2}, {"decrees": 2}) == facts_and_outcome(bot, "lisboa.decrees.take")
    assert {"lisboa.decrees.redraw", "lisboa.ruling.leftmost"} <= rules(bot)
    orders = [
        "Give him the left 2 Decrees.",
        "Lay 2 new ones at the right, never no. 69 or 2 red meeples.",
    ]
    assert orders == [line for line in bot.screen["lines"] if line in orders]


@rule("lisboa.store.no_bonus", "lisboa.building.no_reward")
@pytest.mark.parametrize(
    ("noble", "line"),
    [
        ("builder", "Give him its cheapest cube (tie: the column’s), no bonus."),
        ("king", "Give him only its 2 cubes."),
    ],
)
def test_the_order_to_build_names_what_he_ignores(noble: str, line: str) -> None:
    """The order to build says that a store brings him no bonus, and a building no reward."""
    bot = bot_with(favors=[noble])
    bot.answer(f"visit_{noble}")
    bot.until(board().answer, "your_turn")
    assert line in bot.screen["lines"]


@rule("lisboa.ruling.site_first", "lisboa.building.site_tie")
@pytest.mark.parametrize("helper", [UPPER, LOWER])
@pytest.mark.parametrize(
    ("green", "blue", "tile", "site"),
    [("N1", "E-A", "green", "N1"), ("E-A", "N1", "blue", "N1"), ("W-A", "W-B", "blue", "W-B")],
)
def test_the_site_decides_before_the_tile(green: str, blue: str, tile: str, site: str, helper: str) -> None:
    """If tiles are as good on different sites, the first site clockwise decides, whatever the Helper's place."""
    table = board(sites={("green", green): (3, 0), ("blue", blue): (3, 0), ("blue", green): (1, 0)})
    bot = his_turn("king", table, helper=helper)
    assert [(tile, site)] == table.opened
    assert "lisboa.building.site_tie" in rules(bot)
    assert "lisboa.building.tile_tie" not in rules(bot)


@rule("lisboa.ruling.site_first", "lisboa.building.tile_tie")
@pytest.mark.parametrize(("helper", "tile"), [(UPPER, "green"), (LOWER, "blue")])
def test_the_helper_decides_on_the_same_site(helper: str, tile: str) -> None:
    """If both tiles are as good on the first of the best sites, the Helper decides."""
    best = [("green", "N1"), ("blue", "N1"), ("green", "E-A"), ("blue", "N4")]
    table = board(sites=dict.fromkeys(best, (3, 0)))
    bot = his_turn("king", table, helper=helper)
    assert [(tile, "N1")] == table.opened
    assert ({"helper": helper, "tied": ["blue", "green"]}, {"tile": tile}) == facts_and_outcome(
        bot, "lisboa.building.tile_tie"
    )
    assert {"lisboa.building.site_tie", "lisboa.ruling.site_first"} <= rules(bot)


@rule("lisboa.building.best")
@pytest.mark.parametrize("tile", ["blue", "green"])
def test_a_better_tile_needs_no_tie(tile: str) -> None:
    """The better tile is opened, and no rule about ties between tiles is named."""
    bot = his_turn("king", board(sites={("blue", "N1"): (3, 0), ("green", "N1"): (3, 0), (tile, "N2"): (4, 0)}))
    assert ({"best": [tile]}, {"tile": tile, "earned": 4}) == facts_and_outcome(bot, "lisboa.building.best")
    assert {"lisboa.building.tile_tie", "lisboa.ruling.site_first"}.isdisjoint(rules(bot))


@rule("lisboa.you.follow")
@pytest.mark.parametrize("noble", NOBLES)
def test_your_right_to_follow(noble: str) -> None:
    """The first screen of a period says that you may follow his visits, and Why at each visit."""
    assert "You may follow his visits as usual." == bot_with().screen["lines"][0]
    assert ({"noble": noble}, {}) == facts_and_outcome(his_turn(noble), "lisboa.you.follow")


# --- he follows ---


@rule("lisboa.follow.visit", "lisboa.ruling.event", "lisboa.ruling.follow_wigs")
@pytest.mark.parametrize("noble", NOBLES)
def test_following_has_the_cost_and_action_of_a_visit(noble: str) -> None:
    """He pays and acts as in his own visit, without a State action or a discard, before your card is asked."""
    bot = bot_with(favors=[noble], influence=1, wigs=9, treasury=2, helper="treasury")
    table = board(visits=[noble], officials={noble: 1})
    bot.answer(f"visit_{noble}")
    assert "lisboa.ruling.event" in bot.rules()
    bot.until(table.answer, "your_turn")
    earned = {"builder": 3, "marquis": 0, "king": 4}[noble]
    assert (0, 9 - 2 + earned) == (bot.state["influence"], bot.state["wigs"])
    assert (noble, 3, None, None) == tuple(
        bot.screen["facts"][name] for name in ("noble", "cost", "action", "discarded")
    )
    assert "lisboa.ruling.follow_wigs" in rules(bot)
    assert f"visit_{noble}" not in bot.ids, "he follows once in a turn"
    bot.answer("go_on")
    assert ("deck_drawn", False) == (bot.key, f"visit_{noble}" in bot.ids)


@rule("lisboa.follow.visit")
def test_he_follows_once_in_a_turn() -> None:
    """With another Royal Favor he follows again, but only in your next turn."""
    bot = bot_with(favors=["builder", "king"], influence=9)
    table = board(visits=["builder"])
    bot.answer("visit_builder")
    bot.until(table.answer, "your_turn")
    assert (["king"], False) == (bot.state["favors"], "visit_king" in bot.ids)
    bot.answer("go_on")
    bot.until(table.answer, "your_turn")
    assert "visit_king" in bot.ids


@rule("lisboa.follow.visit", "lisboa.ruling.event")
def test_a_visit_that_was_forgotten() -> None:
    """A forgotten visit can still be reported when your card is asked: he follows, and you continue."""
    bot = bot_with(favors=["builder", "king"])
    bot.answer("go_on")
    assert ["If he follows, say that first."] == bot.screen["lines"]
    bot.answer("visit_king")
    bot.until(board().answer, "your_turn")
    assert ("Lacerda opens a building", 2) == (bot.screen["headline"], bot.state["rubble"])
    bot.answer("go_on", "king")
    assert [5, 5, 4, 5] == bot.state["deck"]


@rule("lisboa.ruling.no_action", "lisboa.follow.visit")
def test_a_visit_that_he_cannot_follow() -> None:
    """Without a site he neither pays nor uses his Favor."""
    bot = bot_with(favors=["king"])
    bot.answer("visit_king")
    bot.until(board(sites={}).answer, "your_turn")
    assert (["king"], 5, 5) == tuple(bot.state[name] for name in ("favors", "influence", "wigs"))
    assert not any("Royal Favor back" in line for line in bot.screen["lines"])
    assert "Lacerda does nothing" == bot.screen["headline"]


@rule("lisboa.ruling.favors_used=spent", "lisboa.ruling.favors_used=kept")
@pytest.mark.parametrize(("ruling", "favors", "supply"), [("spent", ["builder"], 2), ("kept", ["builder", "king"], 1)])
def test_the_favor_he_follows_with(ruling: str, favors: list[str], supply: int) -> None:
    """It goes back to the portrait, or he keeps it, by the house rule."""
    bot = bot_with(favors_used=ruling, favors=["builder", "king"], favor_supply=[1, 2, 1])
    bot.answer("visit_king")
    bot.until(board().answer, "your_turn")
    assert (favors, supply) == (bot.state["favors"], bot.state["favor_supply"][2])
    assert (ruling == "spent") == ("Put the King’s Favor back on his portrait." in bot.screen["lines"])


@rule("lisboa.visit.cost")
def test_an_office_is_asked_once_a_round() -> None:
    """If he followed to the King and then goes there, your officials are known, but not in the next round."""
    bot = bot_with(favors=["king"], courtier="marquis", helper=UPPER)
    sites = {("blue", "W-C"): (4, 1), ("blue", "W-B"): (2, 0)}
    table = board(visits=["king"], officials={"king": 2}, sites=sites)
    bot.answer("visit_king")
    bot.until(table.answer, "your_turn")
    assert (["king", "treasury"], [0, 1, 2]) == (bot.state["told"], bot.state["off_you"])
    bot.answer("go_on")
    answered = [screen["key"] for screen in bot.until(table.answer, "your_turn")]
    assert "building_wigs" in answered, "neither your officials nor the Treasury are asked for"
    assert "building_numbers" not in answered
    assert [] == bot.state["told"]
    assert 2 + 1 == bot.screen["facts"]["cost"]
    bot.answer("go_on", "none")
    bot.until(table.answer, "store_numbers")
    assert ["store_wigs", "your_officials", "treasury"] == _lines_of(bot), "the Builder’s office is not known yet"


# --- what you report ---


@rule("lisboa.you.wigs", "lisboa.you.treasury")
def test_reports_of_his_wigs_and_the_treasury() -> None:
    """You can report his wigs and the Treasury on the idle screen, before your turn is done."""
    bot = bot_with()
    bot.answer("wigs")
    assert ("his_wigs", 5) == (bot.key, bot.ask["likely"])
    bot.answer(9, "treasury")
    assert ("treasury", 1, 5) == (bot.key, bot.ask["low"], bot.ask["high"])
    bot.answer(2)
    assert ("your_turn", 9, 2) == (bot.key, bot.state["wigs"], bot.state["treasury"])
    assert ({"treasury": 3}, {"treasury_now": 2}) == facts_and_outcome(bot, "lisboa.you.treasury")
    assert ({"wigs": 5}, {"wigs_now": 9}) == facts_and_outcome(bot, "lisboa.you.wigs")


@rule("lisboa.you.officials", "lisboa.visit.cost")
def test_your_officials_are_reported() -> None:
    """Reported officials are not asked in his turn; others are asked, and the known number is likely."""
    bot = bot_with(courtier="builder", helper=LOWER)
    bot.answer("officials")
    assert [(noble, n) for noble, n in zip(NOBLES, [0, 1, 0], strict=True)] == [
        (line["id"], line["likely"]) for line in bot.ask["lines"]
    ]
    bot.answer({"builder": 2, "marquis": 3, "king": 0}, "treasury", 2, "go_on", "none")
    assert ("your_turn", 3 + 1 + 1) == (bot.key, bot.screen["facts"]["cost"])
    assert "Lacerda takes Decrees" == bot.screen["headline"]
    assert "Move his Courtier to the Minister." == bot.screen["lines"][0], "no question came before it"
    assert "lisboa.you.officials" in rules(bot)
    bot.answer("go_on", "none")
    bot.until(board().answer, "building_numbers", "store_numbers")
    assert ["your_officials", "treasury"] == _lines_of(bot)[1:], "in the next round it can have changed"


@rule("lisboa.you.cardinal", "lisboa.cardinal.treasury", "lisboa.cardinal.church")
@pytest.mark.parametrize(("moved", "likely"), [(0, "nothing"), (1, "treasury"), (3, "nothing"), (4, "influence")])
def test_the_cardinal_is_known(moved: int, likely: str) -> None:
    """He begins at the Influence icon; what he reaches next is likely, and your answer corrects his place."""
    bot = bot_with(courtier="marquis", helper=UPPER)
    if moved:
        bot.answer("cardinal", moved)
        assert "lisboa.you.cardinal" in bot.rules()
    bot.answer("go_on", "none")
    assert (likely, moved) == (bot.ask["likely"], bot.state["cardinal"])
    bot.answer("treasury", {"tile_wigs": 3, "treasury": 3})
    assert ("best_building", 4) == (bot.key, bot.state["treasury"])
    assert 1 + 2 == bot.state["cardinal"], "he passes the Treasury from space 1 or 2; 1 is the next one"


@rule("lisboa.turn.skip", "lisboa.plans.most")
def test_no_plan_is_left() -> None:
    """If you report that both architects' stacks are empty, the plan is taken back, and none is taken later."""
    bot = his_turn("builder", helper=LOWER)
    bot.answer("no_plan")
    assert (2, True) == (bot.state["plans"], bot.screen["facts"]["skipped"])
    assert "no_plan" not in bot.ids
    bot.do(set={"courtier": "king", "helper": LOWER})
    board().round(bot)
    assert (2, True) == (bot.state["plans"], bot.screen["facts"]["skipped"])


@rule("lisboa.you.church", "lisboa.cardinal.church", "lisboa.influence.track")
@pytest.mark.parametrize(("before", "after", "wigs"), [(1, 6, 5), (5, 10, 6), (8, 10, 6)])
def test_a_church_scoring_of_your_turn(before: int, after: int, wigs: int) -> None:
    """If your Cardinal scores the church, he gains your top row and all his ships; the screen has his new influence."""
    bot = bot_with(influence=before, ships=[{"colour": "blue", "influence": 2, "hull": 1}], portfolio_you=3)
    bot.answer("church")
    assert ("church", 3) == (bot.key, bot.ask["likely"])
    bot.answer(3)
    assert ("your_turn", after, wigs) == (bot.key, bot.state["influence"], bot.state["wigs"])
    assert f"He has influence {after}, wigs {wigs}." in bot.screen["lines"]
    assert ({"ship_influence": 2, "portfolio": 3}, {"gained": 5}) == facts_and_outcome(bot, "lisboa.cardinal.church")
    assert "lisboa.you.church" in bot.rules()


@rule("lisboa.period.end")
def test_your_second_rubble_set() -> None:
    """Reported in your turn, once, it ends the period after the turn; his own cubes never end a period."""
    bot = bot_with(rubble=12)
    assert "your_set" in bot.ids
    bot.answer("your_set")
    assert ("Period 1 ends", True) == (bot.screen["badge"]["place"], bot.state["your_set"])
    assert "your_set" not in bot.ids
    bot.answer("go_on", "none")
    assert "period_end" == bot.key
    bot.answer(True)
    assert (2, False) == (bot.state["period"], bot.state["your_set"])


@rule("lisboa.period.end", "lisboa.end.trigger")
def test_a_rubble_set_in_his_turn() -> None:
    """If you complete the set in his turn, period 1 ends before your turn; in period 2 the final round begins."""
    bot = his_turn("marquis", helper=LOWER)
    assert "set_following" not in bot_with().ids
    bot.answer("set_following")
    assert ("period_end", 2) == (bot.key, bot.state["turn_no"])
    bot.answer(True, True)
    assert ("your_turn", 2, 2) == (bot.key, bot.state["period"], bot.state["turn_no"])
    assert ("Take your turn", "Period 2") == (bot.screen["headline"], bot.screen["badge"]["place"])
    late = his_turn("marquis", helper=LOWER, period=2)
    late.answer("set_following")
    assert ("your_turn", True) == (late.key, late.state["final_round"])
    board().round(late)
    assert "your_stores" == late.key


@rule("lisboa.end.round", "lisboa.end.trigger")
def test_the_end_by_his_turn() -> None:
    """His discard empties the third deck of period 2: one more turn each, then the scoring."""
    bot = bot_with(period=2, deck=[1, 0, 0, 5], helper="builder")
    board().round(bot)
    assert ("your_turn", True) == (bot.key, bot.state["final_round"])
    assert "Final round" == bot.screen["badge"]["place"]
    assert "My turn is done" == bot.ask["options"][0]["text"]
    board().round(bot)
    assert "your_stores" == bot.key


@rule("lisboa.period.ships", "lisboa.period.decks")
def test_the_ships_of_period_2() -> None:
    """The remaining ships are discarded; purple is on brown, and their sizes are known."""
    bot = bot_with(deck=[1, 0, 0, 5], helper=UPPER, courtier="builder")
    bot.answer("go_on", "builder", True, True)
    assert (["purple", "brown"], ["purple", "brown", "none"]) == (bot.state["shipyard"], bot.ids)
    bot.answer("purple")
    assert ["ship_influence", "portfolio", "your_officials", "treasury"] == _lines_of(bot)
    bot.answer({"ship_influence": 2, "portfolio": 0, "your_officials": 1, "treasury": 3})
    assert [{"colour": "purple", "influence": 2, "hull": 3}] == bot.state["ships"]
    early = bot_with(deck=[1, 0, 0, 5], ships=[{"colour": "purple", "influence": 2, "hull": 3}])
    early.answer("go_on", "builder", True)
    assert ["brown"] == early.state["shipyard"]


# --- the end ---


@rule("lisboa.end.score", "lisboa.end.ships", "lisboa.end.rubble", "lisboa.end.decrees", "lisboa.end.favors")
@rule("lisboa.end.nothing", "lisboa.end.numbers", "lisboa.end.officials", "lisboa.ruling.majorities")
def test_his_score() -> None:
    """His track, the size of his ships, a wig for each cube, three for a decree, two for a Favor; 0 for influence."""
    bot = at_the_end(
        wigs=40,
        influence=9,
        rubble=7,
        decrees=4,
        favors=["builder", "king"],
        ships=[{"colour": "purple", "influence": 5, "hull": 3}, {"colour": "brown", "influence": 0, "hull": 4}],
    )
    bot.answer(stores(), numbers(), 99)
    expected = {"wigs": 40, "ships": 7, "rubble": 7, "stores": 0, "decrees": 12, "officials": 0, "favors": 4}
    assert expected == bot.score
    assert 70 == bot.status["score"]["total"] == bot.status["result"]["bot"]
    assert {"lisboa.end.score", "lisboa.end.nothing", "lisboa.end.rubble", "lisboa.end.favors"} <= set(bot.rules())


@rule("lisboa.end.majorities", "lisboa.ruling.majority_tie", "lisboa.ruling.no_store", "lisboa.ruling.majorities")
@pytest.mark.parametrize(
    ("yours", "tied", "wigs", "majorities"),
    [
        ([0, 0, 0, 0], [], 3 + 9 + 9, 0),
        ([3, 2, 2, 1], [], 1 + 3 + 3, 4),
        ([2, 1, 1, 0], [2, 5, 4], 2 + 5 + 4, 0),
        ([1, 2, 0, 0], [], 3 + 3 + 9, 1),
    ],
)
def test_majorities(yours: list[int], tied: list[int], wigs: int, majorities: int) -> None:
    """He scores most and second most of each type; you enter the wigs of a tie; without a store he scores nothing."""
    bot = at_the_end(stores={"gold": 2, "cloth": 1, "books": 1, "tools": 0})
    bot.answer(dict(zip(stores(), yours, strict=True)))
    assert bool(tied) == ("lisboa.ruling.majority_tie" in bot.rules())
    bot.answer(*tied, numbers(), 99)
    assert majorities == bot.state["final"]["majorities"]
    assert wigs == bot.score["stores"]
    assert "lisboa.ruling.no_store" in bot.rules()


@rule("lisboa.end.majorities", "lisboa.ruling.no_store")
def test_majorities_of_tools() -> None:
    """Tools are worth 6 and 2; with a store of each type the ruling on none is not mentioned."""
    for yours, wigs in ((0, 6), (3, 2)):
        bot = at_the_end(stores={"gold": 1, "cloth": 1, "books": 1, "tools": 2})
        bot.answer(stores(tools=yours), numbers(), 99)
        assert 3 + 9 + 9 + wigs == bot.score["stores"]
        assert "lisboa.ruling.no_store" not in bot.rules()


@rule("lisboa.ruling.hired=none", "lisboa.ruling.hired=second", "lisboa.ruling.hired=offices", "lisboa.end.officials")
@pytest.mark.parametrize(
    ("ruling", "yours", "wigs"),
    [
        ("none", 3, 0),
        ("none", 0, 0),
        ("second", 3, 5),
        ("second", 0, 0),
        ("offices", 4, 15),
        ("offices", 5, None),
        ("offices", 6, 5),
    ],
)
def test_hired_officials(ruling: str, yours: int, wigs: int | None) -> None:
    """By the house rule he has none, or those in the offices; in a tie you enter his wigs."""
    his = 5 if ruling == "offices" else 0
    bot = at_the_end(hired=ruling, off_L=[2, 2, 1], area=3)
    bot.answer(stores(), numbers(hired=yours))
    if wigs is None:
        assert ("tied_officials", ["0", "5", "15"]) == (bot.key, bot.ids)
        bot.answer("5")
    bot.answer(99)
    assert (yours > his) == bot.state["final"]["majorities"], "more officials than his are a majority of yours"
    expected = 5 if wigs is None else wigs
    assert expected == bot.score["officials"]
    facts, outcome = facts_and_outcome(bot, "lisboa.end.officials")
    assert (yours, {"officials_wigs": expected}) == (facts["your_officials"], outcome)


@rule("lisboa.you.wigs", "lisboa.end.round")
def test_his_last_wigs_are_reported_after_his_last_turn() -> None:
    """The wigs that he earns when you follow his last visit are reported on the screen with his turn."""
    bot = bot_with(deck=[0, 0, 0, 0], period=2, final_round=True, helper=LOWER, courtier="builder")
    bot.until(board().answer, "shown")
    bot.answer("wigs")
    assert ("his_wigs", "bot") == (bot.key, bot.screen["badge"]["who"])
    bot.answer(31)
    assert ("shown", 31, "go_on") == (bot.key, bot.state["wigs"], bot.ask["likely"])
    bot.answer("go_on")
    assert "your_stores" == bot.key


@rule("lisboa.table.truth", "lisboa.end.score")
def test_no_correction_after_the_result() -> None:
    """After the result a correction is refused: majorities are counted by then."""
    bot = at_the_end(stores={"gold": 1})
    bot.answer(stores(), numbers(), 99)
    before = bot.status["score"]
    assert "the play is over" in bot.refusal(correct={"store_books": 3})
    assert before == bot.status["score"]


@rule("lisboa.setup.helper", "lisboa.setup.courtier")
def test_blue_cards_are_put_away_if_there_are_any() -> None:
    """Blue cards are put away only if any were turned up: the device may have drawn instead."""
    play = begin("lisboa", {}, 1)
    lines = [ENGLISH.words(line) for step in play.engine.put_away(play.state) for line in step.texts[1:]]
    assert ["If blue cards were turned up for him, put them with the others."] == [
        one for one in lines if "blue" in one
    ]


@rule("lisboa.officials.fewest")
def test_one_official_is_left() -> None:
    """If he has one official left, the order names one office."""
    bot = bot_with(courtier="king", helper=UPPER, off_L=[3, 2, 2], area=1)
    bot.until(board().answer, "store_column")
    assert "Put 1 of his Officials in the Minister’s office." in bot.screen["lines"]


@rule("lisboa.production.goods", "lisboa.end.numbers")
def test_stores_are_counted_in_words() -> None:
    """The number follows the type, so that no type needs a plural."""
    bot = bot_with(courtier="builder", helper=LOWER, stores={"gold": 2, "books": 1})
    bot.until(board().answer, "cost_numbers")
    assert "Put the goods of his Stores (gold 2, books 1) in his area." in bot.screen["lines"]
    end = at_the_end(stores={"gold": 2, "books": 1})
    assert "His Stores: gold 2, cloth 0, books 1, tools 0." in end.screen["lines"]


# --- reasons, positions and corrections ---


@rule("lisboa.turn.state_action", "lisboa.visit.cost", "lisboa.officials.fewest")
def test_the_reasons_of_his_turn() -> None:
    """The reasons of a turn have facts: State action, offices and cost, in the order of the decisions."""
    bot = his_turn("builder", helper=UPPER)
    names = [reason["rule"] for reason in reasons(bot)]
    order = ["lisboa.turn.state_action", "lisboa.officials.fewest", "lisboa.visit.cost"]
    assert order == [name for name in names if name in order]
    facts, outcome = facts_and_outcome(bot, "lisboa.officials.fewest")
    assert ({"off_L": [0, 1, 0]}, {"offices": ["builder", "king"], "area": 5}) == (facts, outcome)


@rule("lisboa.turn.order", "lisboa.ships.take", "lisboa.cardinal.move")
def test_each_order_is_given_once() -> None:
    """An order is given on the next screen, once: with a question, or after it."""
    bot = bot_with(courtier="builder", helper=UPPER)
    bot.answer("go_on", "none")
    assert ["courtier", "ship"] == _orders(bot)
    bot.answer("blue")
    assert [] == _orders(bot)
    bot.answer(_ship(3, 2))
    acted = ["treasury", "influence", "decrees", "new_decrees", "pay", "discard", "helper"]
    assert acted == _orders(bot)
    bot.answer("wigs")
    assert ("his_wigs", []) == (bot.key, _orders(bot))
    bot = bot_with(courtier="marquis", helper=UPPER)
    bot.answer("go_on", "none", "nothing")
    assert ["tile"] == _orders(bot)
    bot.do(correct={"wigs": 9})
    assert ("cardinal_passed", [], []) == (bot.key, _orders(bot), bot.screen["lines"]), "he has moved"
    bot.answer("nothing")
    assert ["tile"] == _orders(bot)


@rule("lisboa.table.truth")
@pytest.mark.parametrize(
    "state",
    [
        {"influence": 11},
        {"treasury": 0},
        {"deck": [5, 5, 5]},
        {"deck": [6, 5, 5, 5]},
        {"helper": "minister"},
        {"courtier": "treasury"},
        {"off_L": [9, 0, 0]},
        {"stores": {"gold": 9}},
        {"stores": {"gold": 5, "cloth": 4}},
        {"favors": ["king", "king"]},
        {"period": 3},
        {"final_round": True},
        {"wigs": -1},
        {"ships": [{"colour": "blue", "influence": 1, "hull": 10}]},
        {"ships": [{"colour": "blue", "influence": 1, "hull": 0}]},
        {"ship_hull": {"red": 0}},
        {"ships": [{"colour": "blue", "influence": 1, "hull": 1}] * 2},
        {"favor_supply": [3, 0, 0]},
        {"at": "visit"},
        {"at": "next_period"},
        {"at": "visit", "whose": "bot", "did": {"noble": "marquis", "action": "ships"}},
        {"at": "visit", "whose": "bot", "did": {"noble": "king", "action": "favor"}},
        {"at": "visit", "whose": "bot", "did": {"noble": "builder", "action": "officials"}},
        {"whose": "bot"},
        {"at": "drew", "whose": "bot"},
        {"at": "report"},
        {"at": "period_end", "period": 2},
        {"at": "final"},
        {"at": "over"},
    ],
    ids=str,
)
def test_an_impossible_position_is_refused(state: dict[str, Any]) -> None:
    """An impossible position is refused with a sentence."""
    assert bot_with().refusal(set=state).strip()


@rule("lisboa.table.truth")
def test_the_table_is_the_truth() -> None:
    """A correction sets officials and their places, ships, stacks, decks and rubble sets."""
    bot = bot_with()
    bot.do(correct={"office_king": 3, "yours_builder": 2, "deck_king": 1, "favor_king": "yes", "pile_marquis": 0})
    assert ([0, 1, 3], 4, [2, 1, 0]) == (bot.state["off_L"], bot.state["area"], bot.state["off_you"])
    assert ([5, 5, 1, 5], ["king"], 0) == (bot.state["deck"], bot.state["favors"], bot.state["favor_supply"][1])
    bot.do(correct={"ship_blue": "his"})
    bot.do(correct={"force_blue": 4, "size_blue": 2})
    assert [{"colour": "blue", "influence": 4, "hull": 2}] == bot.state["ships"]
    assert ["red"] == bot.state["shipyard"]
    bot.do(correct={"ship_blue": "yard"})
    assert ([], ["blue", "red"]) == (bot.state["ships"], bot.state["shipyard"])
    bot.do(correct={"stack_cloth": "empty", "store_gold": 8, "your_set": "yes", "helper": "treasury", "wigs": 77})
    assert (["cloth"], 8, True, "treasury", 77) == (
        bot.state["tiles_out"],
        bot.state["stores"]["gold"],
        bot.state["your_set"],
        bot.state["helper"],
        bot.state["wigs"],
    )
    assert "8 houses" in bot.refusal(correct={"store_cloth": 1})
    assert "8 officials" in bot.refusal(correct={"office_builder": 8})
    assert "lisboa.table.truth" in bot.rules()


@rule("lisboa.table.truth", "lisboa.turn.state_action", "lisboa.favor.order")
def test_a_correction_before_his_state_action_is_taken() -> None:
    """If the Helper is corrected, the State action that he is about to take is chosen again."""
    bot = bot_with(courtier="marquis", helper=UPPER)
    bot.answer("go_on", "none")
    assert ("cardinal_passed", "cardinal") == (bot.key, bot.screen["facts"]["action"])
    bot.do(correct={"helper": LOWER, "favor_builder": "yes"})
    assert ("best_building", "marquis") == (bot.key, bot.screen["facts"]["favor"])
    assert ["builder", "marquis"] == bot.state["favors"]


@rule("lisboa.table.truth", "lisboa.turn.state_action")
@pytest.mark.parametrize(("noble", "helper"), [(noble, helper) for noble in NOBLES for helper in (UPPER, LOWER)])
def test_a_correction_leads_back_to_his_state_action(noble: str, helper: str) -> None:
    """On the first screen of his turn a correction of Helper or Courtier has the same effect as one before it."""
    for values in ({"helper": UPPER if helper == LOWER else LOWER}, {"courtier": NOBLE_BEFORE[noble]}):
        bot, other = (bot_with(courtier=NOBLE_BEFORE[noble], helper=helper) for _ in range(2))
        bot.answer("go_on", "none")
        bot.do(correct=values)
        before = {NOBLE_BEFORE[one]: NOBLE_BEFORE[NOBLE_BEFORE[one]] for one in NOBLES}
        other.do(set={"courtier": before[NOBLE_BEFORE[noble]]} if "courtier" in values else values)
        other.answer("go_on", "none")
        lines = [line.removeprefix("Changed: ") for line in bot.screen["lines"]]
        assert (other.key, other.screen["lines"]) == (bot.key, lines)
        assert other.state | {name: bot.state[name] for name in ("entries", "orders")} == bot.state
        assert {*other.state["orders"]} == {*bot.state["orders"]}
        assert other.rules()[-1] in bot.rules(), "the reasons are those of the action that was chosen again"


@rule("lisboa.table.truth", "lisboa.officials.fewest", "lisboa.favor.order", "lisboa.plans.most")
@pytest.mark.parametrize(
    ("noble", "helper", "values", "line"),
    [
        ("builder", UPPER, {"office_king": 2}, "Put 1 of his Officials in each office: Builder, King."),
        ("king", LOWER, {"favor_builder": "no"}, "Move his Courtier to the King."),
        ("king", LOWER, {"pile_builder": 0}, "Give him the Builder’s Favor."),
        ("builder", LOWER, {"plans": 5}, "Give him the top Plan with more Officials (tie: blue)."),
        ("builder", LOWER, {"plans_left": "no"}, "Skip his State action (Plans): it is not possible."),
        ("builder", LOWER, {"plans": 0, "helper": UPPER}, "Put 1 of his Officials in each office: Builder, King."),
    ],
)
def test_a_value_that_his_state_action_changed_keeps_its_correction(
    noble: str, helper: str, values: dict[str, Any], line: str
) -> None:
    """A value that his State action just changed keeps its correction; any other one chooses the action again."""
    play = begin("lisboa", {}, 1)
    play.replace({"at": "your_turn", "courtier": NOBLE_BEFORE[noble], "helper": helper, "favors": []})
    play.correct({"pile_builder": 2})
    for value in ("go_on", "none"):
        play.give(value)
    play.correct(values)
    assert line in [ENGLISH.words(one).removeprefix("Changed: ") for one in play.screen.lines]
    held = {field.name: field.value for field in play.engine.fields(play.state)}
    assert values == {name: held[name] for name in values}


@rule("lisboa.table.truth", "lisboa.turn.state_action")
def test_a_correction_keeps_an_answered_state_action() -> None:
    """Once you have answered for the Cardinal or a ship, a correction does not choose the State action again."""
    bot = bot_with(courtier="marquis", helper=UPPER)
    bot.answer("go_on", "none", "nothing", 4)
    bot.do(correct={"helper": LOWER})
    assert ("best_building", "cardinal", 9) == (bot.key, bot.screen["facts"]["action"], bot.state["wigs"])
    bot = bot_with(courtier="builder", helper=UPPER, shipyard=[], off_you=[0, 2, 0])
    bot.answer("go_on", "none")
    assert "Skip his State action (Ships): it is not possible." in bot.screen["lines"], "nobody was asked"
    bot.do(correct={"ship_red": "yard"})
    assert "top_ship" == bot.key


@rule("lisboa.table.truth", "lisboa.period.end")
def test_a_correction_before_the_period_ends() -> None:
    """While his last turn is shown, a correction that adds a card lets the period continue."""
    bot = bot_with(helper="king", deck=[0, 2, 1, 0])
    table = board()
    bot.until(table.answer, "your_turn")
    bot.answer("go_on")
    bot.until(table.answer, "shown")
    bot.do(correct={"deck_builder": 1})
    bot.answer(table.answer(bot))
    assert ("your_turn", 1, 2) == (bot.key, bot.state["period"], bot.state["turn_no"])


@rule("lisboa.table.truth", "lisboa.period.end")
@pytest.mark.parametrize(
    ("deck", "whose", "field"), [([0, 0, 1, 1], "you", "deck_king"), ([0, 1, 2, 0], "bot", "deck_marquis")]
)
def test_a_corrected_deck_takes_back_the_end_of_a_period(deck: list[int], whose: str, field: str) -> None:
    """If a deck was counted wrongly, its correction takes back the end of the period."""
    bot = bot_with(deck=deck, helper="marquis", courtier="builder")
    table = board(draws=["king"])
    bot.until(table.answer, "period_end")
    assert whose == bot.state["whose"]
    bot.do(correct={field: 2})
    bot.until(table.answer, "your_turn")
    assert (1, "your_turn", "you", 2) == tuple(bot.state[name] for name in ("period", "at", "whose", "turn_no"))
    assert "Period 1" == bot.screen["badge"]["place"]
    assert "Lacerda takes Decrees" == bot.screen["headline"]


@rule("lisboa.table.truth", "lisboa.end.trigger")
@pytest.mark.parametrize("values", [{"deck_king": 2}, {"your_set": "no"}])
def test_a_correction_takes_back_the_final_round(values: dict[str, Any]) -> None:
    """The final round is taken back with the deck or the set that began it; other values leave it as it is."""
    ended: dict[str, Any] = {"deck": [0, 0, 0, 5]} if "deck_king" in values else {"your_set": True}
    bot = bot_with(period=2, final_round=True, **ended)
    bot.do(correct={"wigs": 9, "deck_treasury": 4})
    assert "Final round" == bot.screen["badge"]["place"]
    bot.do(correct=values)
    assert ("Period 2", False) == (bot.screen["badge"]["place"], bot.state["final_round"])


@rule("lisboa.table.truth")
@pytest.mark.parametrize(
    ("values", "line"),
    [({"influence": 9}, "Lower his influence by 1, to 9."), ({"wigs": 9}, "Move his wigs up 3, to 9.")],
)
def test_orders_have_the_corrected_totals(values: dict[str, int], line: str) -> None:
    """The order to pay or earn remains; its total is the corrected one."""
    bot = his_turn("builder")
    assert {"Lower his influence by 1, to 4.", "Move his wigs up 3, to 8."} <= set(bot.screen["lines"])
    bot.do(correct=values)
    assert f"Changed: {line}" in bot.screen["lines"]


def _lines_of(bot: Outsider) -> list[str]:
    """Return the ids of the numbers that the screen asks for."""
    return [line["id"] for line in bot.ask["lines"]]


def _ship(influence: int, size: int) -> dict[str, int]:
    """Return the answer for an unknown ship, with an empty portfolio of yours."""
    return {"ship_influence": influence, "ship_size": size, "portfolio": 0, "your_officials": 1, "treasury": 3}


def _orders(bot: Outsider) -> list[str]:
    """Return the ids of the orders of a screen; check that the last answer decided them."""
    orders = bot.screen["facts"]["orders"]
    assert all(order["entry"] == bot.state["entries"] for order in orders)
    return [order["id"] for order in orders]
