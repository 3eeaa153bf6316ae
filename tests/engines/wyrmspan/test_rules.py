"""Every rule of the rulebook that the worked examples leave out, by its id."""

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from engines.kit.text import ENGLISH
from engines.wyrmspan.pieces import Objective, cards
from engines.wyrmspan.setup import LEVELS as LEVEL_CHOICES
from engines.wyrmspan.state import book
from tests.engines.wyrmspan.turns import TILES, bot_with, caves, her_turn, last_card
from tests.protocol_client import Outsider
from tests.rules import rule

LEVELS = {
    "automa1": ["1", "2", "3", "4", "5", "6", "7", "8"],
    "automa2": ["1/4", "2/5", "3/6", "4", "5", "6", "7", "8"],
    "automa3": ["1", "2", "3", "1/4", "2/5", "3/6", "7", "8"],
    "ravel1": ["R 1/4", "R 2", "R 3/6", "4", "5", "6", "7", "R 8"],
    "ravel2": ["1", "2", "3", "R 1/4", "R 2/5", "R 3/6", "7", "R 8"],
    "ravel3": ["R 1/4", "R 2/5", "R 3/6", "1/4", "2/5", "3/6", "7", "R 8"],
}
"""The tables of the rulebook, word for word."""
MEANS = {"automa1": 73, "automa2": 85, "automa3": 101, "ravel1": 100, "ravel2": 118, "ravel3": 131}
"""Mean final scores in the fact sheet, of 1,000 simulated games a level: “Automa 1 57-85 (mean 73)” and so on."""


# --- set-up ---


@rule("wyrmspan.setup.level", "wyrmspan.setup.deck")
@pytest.mark.parametrize("level", LEVELS)
def test_the_deck_of_a_level(level: str) -> None:
    """Her deck is the eight cards of the table; seven are played, since one is put aside unseen."""
    bot = bot_with(level)
    bot.answer("go_on")
    assert sorted(LEVELS[level]) == sorted(bot.ids)
    assert "Put 1 of them aside face down." in bot.screen["lines"]
    for _ in range(7):
        assert not bot.state["passed"]
        _draw(bot)
        bot.answer("go_on")
    assert bot.state["passed"]
    assert (7, 1) == (len(bot.state["played"]), len(bot.state["left"]))


@rule("wyrmspan.setup.objectives")
def test_the_objectives() -> None:
    """Four sides of the 19 allowed are drawn; a side leaves with its back, and the guild position is no choice."""
    bot = Outsider("wyrmspan")
    assert 19 == len(bot.ids)
    assert "4B" not in bot.ids
    assert "If it is “Position on Dragon Guild”, return it and draw again." in bot.screen["lines"]
    bot.answer("8A", "4A")
    assert 16 == len(bot.ids)
    assert not {"8A", "8B", "4A"} & set(bot.ids)
    assert "8B" in bot.refusal(answer="8B")
    bot.answer("1A", "2B", "plains")
    assert ["8A", "4A", "1A", "2B"] == bot.screen["facts"]["objectives"] == bot.state["objectives"]


@rule("wyrmspan.setup.guild", "wyrmspan.setup.pieces", "wyrmspan.general.two_players", "wyrmspan.general.no_mat")
def test_the_pieces() -> None:
    """One of four guild tiles; then her token on START, a marker ready, one in each gap, four for the objectives."""
    bot = Outsider("wyrmspan")
    bot.answer(*TILES)
    assert ["plains", "seafarers", "highlands", "rainforest"] == bot.ids
    bot.answer("highlands")
    assert "wyrmspan.general.two_players" in bot.rules()
    bot.answer(True)
    assert ["wyrmspan.setup.pieces", "wyrmspan.general.no_mat"] == bot.rules()
    assert (0, 1) == (bot.state["p"], bot.state["markers_ready"])
    words = " ".join(bot.screen["lines"])
    for phrase in ("no player mat", "START", "beside the guild", "Put 1 between the rounds", "Put 4 beside"):
        assert phrase in words


@rule("wyrmspan.general.no_share", "wyrmspan.general.no_neighbour", "wyrmspan.general.face_down")
@rule("wyrmspan.advance.no_benefit", "wyrmspan.brown.no_benefit")
def test_what_changes_for_you() -> None:
    """Before the first turn you read which benefits she does not gain, and which dragons are drawn again."""
    bot = Outsider("wyrmspan")
    bot.answer(*TILES, "plains", True, True)
    general = [f"wyrmspan.general.{name}" for name in ("no_share", "no_neighbour", "face_down")]
    assert [*general, "wyrmspan.advance.no_benefit", "wyrmspan.brown.no_benefit"] == bot.rules()
    assert "She gains no benefits from the Dragon Guild." in bot.screen["lines"]
    words = " ".join(bot.screen["lines"])
    for name in ("Owlatic", "Miserly", "Avaricious", "Ringtail Serpent", "Vanishing Creeper"):
        assert name in words


@rule("wyrmspan.setup.you_start")
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_you_start_every_round(number: int) -> None:
    """Each round begins with your turn, even when she passed last."""
    bot = Outsider("wyrmspan")
    bot.answer(*TILES, "plains", True, True, True)
    for _ in range(number - 1):
        bot.do(set={"passed": True})
        bot.answer("go_on", "none", True)
    assert ("your_turn", "you") == (bot.key, bot.screen["badge"]["who"])
    assert number == bot.state["round"]
    assert "wyrmspan.setup.you_start" in bot.rules()
    assert f"You start round {number}." in bot.screen["lines"]


@rule("wyrmspan.setup.objectives")
@pytest.mark.parametrize("side", cards().objectives.cards, ids=lambda side: side.id)
def test_why_calls_an_objective_by_its_name(side: Objective) -> None:
    """Why names an objective by its name, since no tile shows its id."""
    bot = Outsider("wyrmspan")
    bot.answer(side.id)
    assert f"The objective of round 1 is: {side.name}." in str(bot.reasons())


# --- turns ---


@rule("wyrmspan.turn.alternate")
def test_turns_alternate_until_one_passes() -> None:
    """Your turn and hers follow one another; after your pass she goes on alone, card by card, until she passes."""
    bot = bot_with()
    assert ("you", 1) == (bot.screen["badge"]["who"], bot.screen["badge"]["turn"])
    bot.answer("go_on")
    assert ("bot", 1) == (bot.screen["badge"]["who"], bot.screen["badge"]["turn"])
    bot.answer("1")
    assert ("your_turn", 2) == (bot.key, bot.screen["badge"]["turn"])
    bot.answer("pass")
    cards = 0
    while bot.key == "card":
        _draw(bot)
        cards += 1
        if bot.key == "her_turn_alone":
            assert "wyrmspan.turn.alternate" in bot.rules()
            bot.answer(True)
    assert 6 == cards
    assert "compare" == bot.key


@rule("wyrmspan.turn.alternate", "wyrmspan.round.end")
def test_you_go_on_alone_when_she_has_passed() -> None:
    """After her pass all your remaining turns are one step, and ending it ends the round."""
    bot = last_card("4")
    assert ("your_turn", True) == (bot.key, bot.screen["facts"]["passed"])
    assert "wyrmspan.turn.alternate" in bot.rules()
    assert ["go_on", "marker"] == bot.ids
    bot.answer("go_on")
    assert "compare" == bot.key
    assert "wyrmspan.round.end" in bot.rules()


@rule("wyrmspan.turn.draw")
def test_the_card_put_aside_never_comes_up() -> None:
    """Seven of eight cards are drawn; the eighth stays among those nobody has seen, and all return next round."""
    for seed in range(10):
        bot = Outsider("wyrmspan", seed=str(seed))
        bot.until(lambda bot: "go_on" if bot.key == "your_turn" else True, "compare")
        assert 7 == len(bot.state["played"]) == len(set(bot.state["played"]))
        assert 1 == len(bot.state["left"])


@rule("wyrmspan.refresh.dragons")
@pytest.mark.parametrize("level", LEVELS)
def test_cards_that_refresh(level: str) -> None:
    """Only 7 and R 8 refresh; dragons only, and before any is taken."""
    for card in LEVELS[level]:
        bot = her_turn(card, level, p=5)
        _answer_caves(bot)
        assert (card in {"7", "R 8"}) == bot.screen["facts"]["refresh"]
        assert (card in {"7", "R 8"}) == any("eplace the display’s 3 dragons" in line for line in bot.screen["lines"])
        if bot.screen["facts"]["refresh"]:
            refreshed, taken = _line_number(bot, "eplace the display’s"), _line_number(bot, "Give her the")
            assert refreshed < taken


@rule("wyrmspan.advance.round")
def test_steps_of_the_round() -> None:
    """Each card moves her by its own number in each round."""
    steps = {
        "1": [1, 2, 2, 2], "2": [1, 1, 2, 3], "3": [2, 1, 2, 2], "4": [1, 1, 1, 2], "5": [2, 1, 2, 1],
        "6": [1, 1, 1, 2], "7": [1, 1, 2, 3], "8": [1, 1, 2, 3],
    }  # fmt: skip
    for card, by_round in steps.items():
        assert by_round == [her_turn(card, round=number).state["p"] for number in (1, 2, 3, 4)]
    ovals = {"1/4": [2, 2, 3, 4], "2/5": [2, 2, 2, 3], "3/6": [2, 1, 4, 3]}
    for card, by_round in ovals.items():
        assert by_round == [her_turn(card, "automa2", round=number).state["p"] for number in (1, 2, 3, 4)]


@rule("wyrmspan.advance.no_benefit", "wyrmspan.brown.no_benefit")
def test_she_gains_no_benefit() -> None:
    """A move and a marker change only what the card says: no coin, no cave card, no points."""
    bot = bot_with(p=5, round=2)
    before = dict(bot.state)
    bot.answer("go_on", "8")
    after = bot.state
    changed = {name for name, value in after.items() if value != before[name]}
    assert {"entries", "orders", "p", "dragons", "markers_ready", "rows", "left", "played", "did", "turn"} == changed
    assert "Put her marker in guild row 3, on the leftmost free space." in bot.screen["lines"]


@rule("wyrmspan.advance.no_benefit", "wyrmspan.brown.no_benefit")
@pytest.mark.parametrize("phase", ["your_rules", "your_turn", "her_turn_alone"])
def test_no_benefits_can_be_read_again(phase: str) -> None:
    """In each phase after a move of her token or marker, Rules for you says that neither brings her anything."""
    reminders = {rule.id for rule in book().reminders(phase)}
    assert {"wyrmspan.advance.no_benefit", "wyrmspan.brown.no_benefit"} <= reminders


def test_the_notes_of_the_levels_name_their_source() -> None:
    """The points of a level are the means of simulated plays, and the note says so."""
    notes = {level.id: ENGLISH.words(level.note) for level in LEVEL_CHOICES if level.note}
    assert MEANS.keys() == notes.keys()
    for level, mean in MEANS.items():
        assert f"about {mean} VP in simulated plays." in notes[level]


@rule("wyrmspan.advance.known")
def test_the_known_depth_is_no_rule_of_the_book() -> None:
    """The device itself rules that known depths are not asked."""
    assert "Tavolino" == book().find("wyrmspan.advance.known").heading


# --- Ravel ---


@rule("wyrmspan.advance.most", "wyrmspan.advance.least")
@pytest.mark.parametrize("level", LEVELS)
def test_only_ravel_cards_ask(level: str) -> None:
    """Only an R card asks a question: the depth of each cave, with the last answer as the likely one."""
    for card in LEVELS[level]:
        bot = her_turn(card, level, excavated={"crimson": 2, "golden": 1, "amethyst": 3})
        assert card.startswith("R") == (bot.key == "your_caves")
        if card.startswith("R"):
            lines = {line["text"]: (line["low"], line["high"], line["likely"]) for line in bot.ask["lines"]}
            assert {"Crimson Cavern": (1, 4, 2), "Golden Grotto": (1, 4, 1), "Amethyst Abyss": (1, 4, 3)} == lines
            assert bot.screen["rule"].startswith("wyrmspan.advance.")
            assert "1 to 4" in bot.refusal(answer=caves(0, 1, 1))
            assert "1 to 4" in bot.refusal(answer=caves(1, 1, 5))


@rule("wyrmspan.advance.most")
def test_the_last_depths_are_likely() -> None:
    """The last answer is the likely one at her next such card, also in the next round."""
    bot = her_turn("R 8", "ravel1")
    bot.answer(caves(1, 3, 2))
    assert (3, caves(1, 3, 2)) == (bot.state["p"], bot.state["excavated"])
    bot.answer("go_on", "R 1/4")
    assert caves(1, 3, 2) == _likely_depths(bot)
    bot.answer(caves(2, 3, 2))
    bot.do(set={"passed": True})
    bot.answer("go_on", "none", True, "go_on", "R 3/6")
    assert caves(2, 3, 2) == _likely_depths(bot)


@rule("wyrmspan.advance.most_plus")
def test_an_extra_step_changes_no_depth() -> None:
    """A card that adds one to the deepest cave moves her one further, and the cave stays as deep as it is."""
    bot = her_turn("R 2/5", "ravel2")
    bot.answer(caves(3, 1, 1))
    assert (4, caves(3, 1, 1)) == (bot.state["p"], bot.state["excavated"])


@rule("wyrmspan.advance.least", "wyrmspan.advance.known")
def test_a_full_cave_is_not_asked() -> None:
    """A cave with all its spaces excavated is not asked about, and still counts."""
    bot = her_turn("R 2", "ravel1", excavated=caves(1, 4, 2))
    assert ["crimson", "amethyst"] == [line["id"] for line in bot.ask["lines"]]
    bot.answer({"crimson": 3, "amethyst": 2})
    assert (2, caves(3, 4, 2)) == (bot.state["p"], bot.state["excavated"])


@rule("wyrmspan.advance.least", "wyrmspan.advance.known")
def test_the_last_cave_is_a_number() -> None:
    """If only one cave can have grown, it is named and asked as a number."""
    bot = her_turn("R 2", "ravel1", excavated=caves(4, 4, 2))
    assert ("number", 1, 4, 2) == tuple(bot.ask[name] for name in ("kind", "low", "high", "likely"))
    assert "Amethyst Abyss" in bot.screen["lines"]
    bot.answer(3)
    assert (3, caves(4, 4, 3)) == (bot.state["p"], bot.state["excavated"])


@rule("wyrmspan.advance.known")
@pytest.mark.parametrize(
    ("card", "told", "deep", "steps"),
    [
        ("R 1/4", False, (1, 4, 1), 4),
        ("R 2/5", False, (4, 1, 1), 5),
        ("R 2", False, (4, 4, 4), 4),
        ("R 1/4", True, (2, 3, 1), 3),
        ("R 2", True, (2, 3, 2), 2),
    ],
)
def test_certain_depths_are_not_asked(card: str, told: bool, deep: tuple[int, int, int], steps: int) -> None:
    """A cave of four spaces cannot grow, and after your pass no cave does, once you have answered."""
    bot = bot_with("ravel2" if card == "R 2/5" else "ravel1")
    bot.do(set={"at": "her_turn", "excavated": caves(*deep), "told": told, "you_passed": told})
    bot.answer(card)
    assert steps == bot.state["p"]
    assert "wyrmspan.advance.known" in bot.rules()


@rule("wyrmspan.advance.known")
def test_after_your_pass_caves_are_asked_once() -> None:
    """The answer after your pass holds until the round ends, for every card, and is asked again in the next round."""
    bot = bot_with("ravel1")
    bot.answer("pass", "R 1/4", caves(2, 1, 1), True, "R 8")
    assert ("her_turn_alone", 4) == (bot.key, bot.state["p"])
    bot.answer(True, "R 2")
    assert ("her_turn_alone", 5) == (bot.key, bot.state["p"])
    bot.do(set={"at": "compare", "passed": True})
    bot.answer("none", True, "go_on", "R 1/4")
    assert "your_caves" == bot.key


@rule("wyrmspan.round.coin_limit", "wyrmspan.ruling.coin_limit=each_round", "wyrmspan.ruling.coin_limit=until_last")
@pytest.mark.parametrize(
    ("level", "ruling", "number", "limited"),
    [
        ("ravel1", "each_round", 1, True),
        ("ravel1", "each_round", 4, True),
        ("ravel1", "until_last", 3, True),
        ("ravel1", "until_last", 4, False),
        ("automa3", "each_round", 1, False),
    ],
)
def test_two_coins_when_you_pass(level: str, ruling: str, number: int, limited: bool) -> None:
    """In Ravel mode your pass reminds you of the two coins; in round 4 that depends on the ruling of the table."""
    bot = bot_with(level, coin_limit=ruling, round=number)
    passes = next(option["text"] for option in bot.ask["options"] if option["id"] == "pass")
    assert limited == ("2 coins" in passes)
    bot.answer("pass")
    rules = bot.rules(bot.status["n"])
    assert limited == ("wyrmspan.round.coin_limit" in rules)
    assert limited == any("you keep at most 2 coins" in reason["text"] for reason in bot.reasons(bot.status["n"]))
    assert (number == 4) == ("wyrmspan.ruling.coin_limit" in rules)
    bot = bot_with(level, coin_limit=ruling, round=number, passed=True)
    assert limited == ("2 coins" in bot.ask["options"][0]["text"])
    bot.answer("go_on")
    assert limited == any("2 coins" in line for line in bot.screen["lines"])


# --- the guild tile ---


@rule("wyrmspan.you.marker", "wyrmspan.brown.marker")
def test_your_markers_fill_spaces_too() -> None:
    """Four of yours at most; a full row is blocked; her count skips the rows that you filled."""
    bot = bot_with(p=5)
    bot.answer("marker")
    assert ["1", "2", "3", "4", "5"] == bot.ids
    bot.answer("3")
    assert [[], [], ["you"], [], []] == bot.state["rows"]
    bot.answer("marker")
    assert ["1", "2", "4", "5"] == bot.ids
    assert "full" in bot.refusal(answer="3")
    bot.answer("1", "marker", "1", "marker", "5")
    assert "marker" not in bot.ids
    bot.answer("go_on", "8")
    assert 5 == bot.screen["facts"]["row"], "rows 2, 4 and 5 are counted"


@rule("wyrmspan.brown.marker")
@pytest.mark.parametrize(
    ("guild", "spaces"),
    [
        ("plains", [2, 1, 1, 1]),
        ("seafarers", [1, 1, 2, 1]),
        ("highlands", [1, 2, 1, 1]),
        ("rainforest", [1, 1, 1, 2]),
    ],
)
def test_the_spaces_of_a_tile(guild: str, spaces: list[int]) -> None:
    """Each row of a tile takes as many markers as it has spaces; row 5 is never full."""
    for row, free in enumerate(spaces, 1):
        rows = [["bot"] * (free - 1 if number == row else 0) for number in range(1, 6)]
        bot = bot_with(guild=guild, rows=rows)
        bot.answer("marker")
        assert str(row) in bot.ids
        bot.answer(str(row), "marker")
        assert str(row) not in bot.ids
    bot = bot_with(guild=guild, rows=[[], [], [], [], ["bot"] * 4])
    bot.answer("marker")
    assert "5" in bot.ids


@rule("wyrmspan.you.marker")
def test_a_report_is_confirmed() -> None:
    """The idle screen names the row of the marker that you reported last, until your turn is done."""
    bot = bot_with()
    bot.answer("marker", "3")
    assert "Your marker is in guild row 3." == bot.screen["lines"][-1]
    bot.answer("marker", "5")
    assert "Your marker is in guild row 5." == bot.screen["lines"][-1]
    assert "row 3" not in str(bot.screen["lines"])
    bot.answer("go_on", "1")
    assert "Noted" not in str(bot.screen["lines"])
    bot.answer("marker", "1")
    bot.do(set={"passed": True})
    bot.answer("go_on", "none", True)
    assert "Noted" not in str(bot.screen["lines"])


@rule("wyrmspan.you.marker")
def test_a_report_ends_her_orders() -> None:
    """A report after her fullest turn has a line of its own, and the orders of that turn are not repeated."""
    bot = her_turn("7", p=5)
    assert 5 == len(bot.screen["lines"])
    bot.answer("marker", "5")
    assert ["Nothing else to do.", "Your marker is in guild row 5."] == bot.screen["lines"]


@rule("wyrmspan.table.truth")
def test_a_marker_that_is_moved_keeps_its_owner() -> None:
    """A marker of hers that is corrected from a row to another stays hers; a row takes no more than its spaces."""
    bot = bot_with(rows=[["bot", "you"], [], [], [], []])
    bot.do(correct={"row_1_bot": 0})
    bot.do(correct={"row_3_bot": 1})
    assert [["you"], [], ["bot"], [], []] == bot.state["rows"]
    assert "Row 3 has 1 space." in bot.refusal(correct={"row_3_you": 1})
    bot.do(correct={"row_1_you": 2})
    assert [["you", "you"], [], ["bot"], [], []] == bot.state["rows"]


@rule("wyrmspan.brown.marker", "wyrmspan.ruling.leftmost")
@pytest.mark.parametrize("filled", [[], ["you"], ["you", "you", "bot"]])
def test_the_order_for_her_marker_names_its_place(filled: list[str]) -> None:
    """The order names the row and its leftmost free space, wherever your markers are; row 5 is never full."""
    bot = her_turn("8", p=5, rows=[["you"] * 2, ["you"], ["you"], ["you"], filled], level="automa1")
    assert "Put her marker in guild row 5, on the leftmost free space." in bot.screen["lines"]


# --- the end of a round ---


@rule("wyrmspan.turn.pass_icon", "wyrmspan.turn.empty")
@pytest.mark.parametrize(
    ("card", "line"), [("4", "She passes: ignore her last card."), ("5", "She passes: her deck is empty.")]
)
def test_her_pass_after_yours_is_announced(card: str, line: str) -> None:
    """If she passes after you, without a turn of yours in between, the next screen says so, and why."""
    bot = bot_with(played=["1", "2", "3", "6", "7", "8"], left=["4", "5"])
    bot.answer("pass", card)
    if card == "5":
        bot.answer(True)
    assert "compare" == bot.key
    assert line == bot.screen["lines"][0]
    bot.answer("none", True)
    bot.do(set={"passed": True})
    bot.answer("go_on")
    assert "She passes" not in str(bot.screen["lines"]), "her own turn has told it"


@rule("wyrmspan.turn.pass_icon")
def test_her_last_card_is_ignored() -> None:
    """While you are still playing, the screen of your turns says that her last card is ignored."""
    bot = last_card("4")
    assert ["Ignore her last card (pass icon).", "Take all your remaining turns."] == bot.screen["lines"]
    bot.answer("marker", "5")
    assert ["Nothing else to do.", "Your marker is in guild row 5."] == bot.screen["lines"]
    bot.answer("go_on")
    assert "She passes" not in str(bot.screen["lines"]), "that was told"
    bot = last_card("5")
    bot.answer("go_on")
    assert "Her deck is empty." in bot.screen["lines"]


@rule("wyrmspan.turn.draw")
def test_the_header_counts_her_turns() -> None:
    """With cards of your own the header has the same turn before and after a card, also once you have passed."""
    bot = bot_with()
    bot.answer("pass")
    for turn in range(1, 7):
        assert ("card", turn) == (bot.key, bot.screen["badge"]["turn"])
        _draw(bot)
        assert ("her_turn_alone", turn) == (bot.key, bot.screen["badge"]["turn"])
        bot.answer(True)


@rule("wyrmspan.turn.pass_icon", "wyrmspan.turn.empty")
@pytest.mark.parametrize(("card", "inputs"), [("4", []), ("1", ["go_on"])])
def test_her_pass_carries_out_no_card(card: str, inputs: list[str]) -> None:
    """Whether she passes by the icon of her last card or with an empty deck, no card is carried out."""
    bot = last_card(card)
    bot.answer(*inputs)
    assert (True, None) == (bot.state["passed"], bot.state["did"])


@rule("wyrmspan.next.marker")
def test_a_marker_for_each_of_three_rounds() -> None:
    """After round 4 none gets ready; with four of them, as a correction may have it, there is no fifth."""
    bot = bot_with(round=4, markers_ready=1, passed=True)
    bot.answer("go_on", "none")
    assert 1 == bot.state["markers_ready"]
    assert "wyrmspan.next.marker" not in bot.rules()
    bot = bot_with(passed=True)
    bot.do(correct={"markers_ready": 4})
    bot.answer("go_on", "none", True)
    assert (2, 4) == (bot.state["round"], bot.state["markers_ready"])


@rule("wyrmspan.objective.rank")
@pytest.mark.parametrize(
    ("yours", "words"),
    [
        ("fewer", ["Mark her rank: 1st, 7 VP.", "Mark your rank: 2nd, 4 VP."]),
        ("more", ["Mark her rank: 2nd, 4 VP.", "Mark your rank: 1st, 7 VP."]),
        ("none", ["Mark her rank: 1st, 7 VP.", "You have none and score nothing."]),
    ],
)
def test_both_ranks_are_named(yours: str, words: list[str]) -> None:
    """After an objective the screen says which ranks to mark; after the last one nothing moves to the guild."""
    bot = bot_with(round=4, objectives=["8A", "1A", "5A", "3B"], coins=2, passed=True)
    bot.answer("go_on", yours)
    assert words == bot.screen["lines"][:2]
    assert not any("to the Dragon Guild" in line for line in bot.screen["lines"])


@rule("wyrmspan.objective.rank")
@pytest.mark.parametrize(("coins", "text"), [(2, "1"), (3, "1 to 2")])
def test_fewer_is_shown_in_numbers(coins: int, text: str) -> None:
    """Fewer than her 2 is 1, fewer than her 3 is 1 to 2."""
    bot = bot_with(round=1, objectives=["7A", "8A", "9A", "1A"], coins=coins, passed=True)
    bot.answer("go_on")
    assert text == next(option["text"] for option in bot.ask["options"] if option["id"] == "fewer")


@rule("wyrmspan.objective.coins_back", "wyrmspan.next.shuffle")
def test_between_rounds() -> None:
    """Coins go back, all eight cards are shuffled again, a marker moves; token, cards and rows stay."""
    kept: dict[str, Any] = {"p": 9, "dragons": 2, "caves": 1, "rows": [["bot"], [], [], [], []]}
    bot = last_card("4", coins=2, **kept)
    bot.answer("go_on", "none")
    assert any("2 coins" in line for line in bot.screen["lines"])
    assert 0 == bot.state["coins"]
    assert "Put her marker of round 1 beside the Dragon Guild." in str(bot.screen["lines"])
    assert "wyrmspan.next.marker" in bot.rules()
    assert 2 == bot.state["markers_ready"], "a correction starts from what is done when the screen is"
    bot.answer(True)
    assert "wyrmspan.next.shuffle" in bot.rules()
    assert kept == {name: bot.state[name] for name in kept}
    assert (2, 2, 1, False) == tuple(bot.state[name] for name in ("round", "markers_ready", "shuffle", "passed"))
    bot.answer("go_on")
    assert sorted(LEVELS["automa1"]) == sorted(bot.ids)


@rule("wyrmspan.objective.rank")
@pytest.mark.parametrize(
    ("number", "first", "second"), [(1, 4, 1), (2, 5, 2), (3, 6, 3), (4, 7, 4)]
)  # fmt: skip
def test_the_points_of_the_ranks(number: int, first: int, second: int) -> None:
    """First and second score the points of the round, and the screen names her rank."""
    bot = bot_with(round=number, objectives=["3B", "1A", "2A", "5A"], coins=2, passed=True)
    bot.answer("go_on", "more")
    assert (second, first) == (bot.screen["facts"]["automa_vp"], bot.screen["facts"]["your_vp"])
    assert any("2nd" in line for line in bot.screen["lines"])


FITS: dict[str, Callable[[int, int], bool]] = {
    "more": lambda hers, yours: yours > hers,
    "equal": lambda hers, yours: yours == hers,
    "fewer": lambda hers, yours: 0 < yours < hers,
    "some": lambda hers, yours: hers == 0 < yours,
    "none": lambda _, yours: yours == 0,
}
"""By answer: whether it fits a quantity of hers and one of yours."""


@rule("wyrmspan.objective.rank", "wyrmspan.objective.cap", "wyrmspan.ruling.friendly_tie")
@pytest.mark.parametrize("side", cards().objectives.cards, ids=lambda side: side.id)
def test_each_quantity_of_yours_has_one_answer(side: Objective) -> None:
    """For every quantity of hers exactly one option fits each quantity of yours, and every option fits one."""
    most = 40 if side.cap is None else side.cap
    others = [name for name in TILES if name[:-1] != side.tile]
    for number, coins in product((1, 4), range(4)):
        objectives = [*others[: number - 1], side.id, *others[number - 1 :]][:4]
        bot = bot_with(objectives=objectives, round=number, coins=coins, passed=True)
        bot.answer("go_on")
        hers = bot.screen["facts"]["quantity"]
        fitting = [[name for name in bot.ids if FITS[name](hers, yours)] for yours in range(most + 1)]
        assert [1] * (most + 1) == [len(names) for names in fitting]
        assert set(bot.ids) == {name for names in fitting for name in names}


@rule("wyrmspan.table.truth")
def test_the_table_is_the_truth() -> None:
    """A correction sets her values, is an input, and has its reason in Why."""
    bot = bot_with("ravel1", p=14, rows=[["you", "bot"], [], [], [], ["you"]])
    bot.do(correct={"p": 5, "dragons": 3, "row_1_bot": 0, "space_3": "bot", "excavated_crimson": 4})
    assert (17, 3, 3) == tuple(bot.state[name] for name in ("p", "dragons", "fixed_vp"))
    assert caves(4, 1, 1) == bot.state["excavated"]
    assert [["you"], [], [], [], ["you", "bot"]] == bot.state["rows"]
    assert "wyrmspan.table.truth" in bot.rules()
    bot.do(correct={"space_6": "bot"})
    assert (["bot", "bot"], 9) == (bot.state["rows"][4], bot.state["fixed_vp"])
    bot.do(correct={"ones_you": 2, "ones_bot": 1})
    assert (["bot", "bot", "you", "you", "bot"], 10) == (bot.state["rows"][4], bot.state["fixed_vp"])
    bot.do(correct={"space_6": "nobody"})
    assert ([], 0) == (bot.state["rows"][4], bot.state["fixed_vp"])
    bot.do(undo=4)
    assert 14 == bot.state["p"]
    assert {"p": 5, "dragons": 3, "row_1_bot": 0, "space_3": "bot", "excavated_crimson": 4} == bot.status["undone"]
    assert "fills from the left" in bot_with("ravel1").refusal(correct={"space_3": "bot"})
    assert "fills from the left" in bot_with("ravel1").refusal(correct={"ones_you": 1})
    assert "no value excavated_crimson" in bot_with("automa1").refusal(correct={"excavated_crimson": 2})


@rule("wyrmspan.table.truth", "wyrmspan.advance.known")
def test_a_correction_that_would_be_carried_out_at_once() -> None:
    """If one value of a correction settles the open question, another one would not last: it is refused."""
    bot = her_turn("R 1/4", "ravel1")
    assert "nothing would be left to answer" in bot.refusal(correct={"excavated_golden": 4, "p": 5})
    bot.do(correct={"p": 5})
    assert ("your_caves", 5) == (bot.key, bot.state["p"])


@rule("wyrmspan.table.truth")
def test_an_undone_correction_that_fits_no_more_is_not_offered() -> None:
    """Row 5 fills from the left: without the first of two corrections the second one is none."""
    bot = bot_with("ravel1")
    bot.do(correct={"space_6": "bot"})
    bot.do(correct={"space_3": "you"})
    bot.do(undo=2)
    assert {"space_6": "bot"} == bot.status["undone"]
    bot.do(correct={"space_6": "nobody", "p": 3})
    assert bot.status["undone"] is None


@rule("wyrmspan.table.truth", "wyrmspan.objective.coins_back")
def test_coins_of_a_scored_objective_are_no_correction() -> None:
    """Once an objective is scored its coins are back: they cannot be corrected, and the next one begins without."""
    bot = bot_with(passed=True, coins=3)
    bot.answer("go_on", "none")
    assert "Undo that" in bot.refusal(correct={"coins": 2})
    bot.do(undo=1)
    bot.do(correct={"coins": 2})
    bot.answer("none", True)
    assert (2, 0) == (bot.state["round"], bot.state["coins"])


@rule("wyrmspan.table.truth")
@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        ({"at": "your_rules", "you_passed": True}, "set-up is over"),
        ({"at": "place_pieces", "played": ["8"]}, "set-up is over"),
        ({"you_passed": True}, "You have passed in this round."),
        ({"at": "card", "passed": True}, "She has passed in this round."),
        ({"at": "her_turn_alone", "played": ["8"], "did": {"card": "8"}}, "only after you have passed"),
        ({"at": "compare", "passed": True}, "both have passed"),
        ({"at": "round_end", "you_passed": True}, "both have passed"),
        ({"at": "final", "round": 3}, "after round 4"),
        ({"rows": [[], [], [], [], ["bot"]]}, "worth 6"),
        ({"fixed_vp": 3}, "worth 0"),
        ({"played": ["8"], "did": {"card": "8", "dragon": 0}}, "did.dragon cannot be"),
        ({"played": ["8"], "did": {"card": "8", "cave": 4}}, "did.cave cannot be"),
        ({"played": ["8"], "did": {"card": "8", "row": 6}}, "did.row cannot be"),
    ],
)
def test_states_that_cannot_be(state: dict[str, Any], sentence: str) -> None:
    """A state against an invariant is refused with the sentence that does not hold."""
    bot = bot_with("ravel1")
    assert sentence in bot.refusal(set=state)


def _draw(bot: Outsider) -> None:
    """Give the first remaining card, and say that every cave has one space."""
    bot.answer(bot.ids[0])
    _answer_caves(bot)


def _answer_caves(bot: Outsider) -> None:
    if bot.key == "your_caves":
        bot.answer(caves(1, 1, 1))


def _likely_depths(bot: Outsider) -> dict[str, int]:
    return {line["id"]: line["likely"] for line in bot.ask["lines"]}


def _line_number(bot: Outsider, words: str) -> int:
    return next(place for place, line in enumerate(bot.screen["lines"]) if words in line)
