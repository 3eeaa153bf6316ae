"""The Magpie uses everything the contract has; each use is proved here, as an outsider sees it."""

from typing import Any

import pytest

from engines.magpie.state import CHARMS
from engines.registry import load_engine
from tests.engines.magpie.plays import DEEDS, bot_with, deed
from tests.protocol_client import Outsider
from tests.rules import rule


def test_every_kind_of_ask_is_seen() -> None:
    """One play meets done, yes_no, pick, number, marks, counters, draw and roll, in every role."""
    bot = Outsider("magpie", rounds=1)
    seen: dict[str, str] = {}
    values: dict[str, list[Any]] = {
        "your_turn": ["go_on"] * 5,
        "deed": list(DEEDS),
        "most_trinkets": [["left", "right"]],
        "which_ledge": ["right"],
    }
    plain = {"lay_out": True, "charm": "key", "charm_worth": 4, "hop": 6, "luck": 4}
    plain |= {"stolen": "not_possible", "shiny_coin": True, "toll_paid": 2, "your_total": {"coins": 3, "trinkets": 3}}
    while not bot.status["over"]:
        seen[bot.ask["kind"]] = bot.screen["role"]
        bot.answer(values[bot.key].pop(0) if bot.key in values else plain[bot.key])
    assert {"done", "yes_no", "pick", "number", "marks", "counters", "draw", "roll"} == set(seen)
    assert "result" == bot.screen["role"]
    assert {"kind": "done"} == bot.ask
    assert "The play is over." == bot.refusal(answer=True)


@rule("magpie.setup.charm")
def test_a_charm_whose_number_is_unknown_is_asked_once() -> None:
    """The printed number is asked, kept as learned, and offered as the deck of the next play."""
    bot = Outsider("magpie")
    bot.answer(True, "feather")
    assert "charm_worth" == bot.key
    bot.answer(7)
    assert ({"feather": 7}, True) == (bot.state["worth"], bot.state["new_worth"])
    assert 7 == bot.score["charm"]

    engine = load_engine("magpie")
    learned = engine.learned_options(engine.decode(_encoded(bot)))
    assert learned is not None
    assert [7, None, None] == [card.get("worth") for card in learned["charms"]["cards"]]
    next_one = Outsider("magpie", **learned)
    next_one.answer(True, "feather")
    assert "your_turn" == next_one.key
    assert {"feather": 7} == next_one.state["worth"]
    assert engine.learned_options(engine.decode(_encoded(next_one))) is None
    other = Outsider("magpie", **learned)
    other.answer(True, "key")
    assert "charm_worth" == other.key


def test_the_whole_deck_can_be_taught() -> None:
    """The deck that comes with the game is a file of its own kind."""
    assert CHARMS.printed_file("magpie") == CHARMS.check("magpie", _charms(), "charms")


@rule("magpie.turn.deed")
def test_an_empty_deck_is_shuffled() -> None:
    """After four deeds the same four come again, with another shuffle, until the rounds are over."""
    bot = bot_with(left=[], played=list(DEEDS))
    bot.answer("go_on")
    assert ("deed", 1, DEEDS) == (bot.key, bot.ask["shuffle"], bot.ids)
    assert 2 == bot.state["round"]
    bot = bot_with(rounds=1, left=[], played=list(DEEDS))
    bot.answer("go_on")
    assert "your_total" == bot.key


@rule("magpie.turn.deed", "magpie.setup.charm")
def test_why_calls_a_card_by_its_name() -> None:
    """A card is what is printed on it, though a fact has the word that is its id."""
    assert "Its next card is Hop." in deed("hop").reasons()[0]["text"]
    bot = Outsider("magpie")
    bot.answer(True, "key")
    assert "charm: Key." in bot.reasons()[0]["text"]


@rule("magpie.hop.path", "magpie.hop.luck")
def test_a_hop_rolls_two_dice() -> None:
    """The hop die moves it, each sixth step brings a trinket; the luck die brings coins; both count their rolls."""
    bot = deed("hop", step=4)
    assert {"kind": "roll", "die": "hop", "n": 0, "low": 1, "high": 6} == bot.ask
    bot.answer(3)
    assert {"kind": "roll", "die": "luck", "n": 0, "low": 1, "high": 4} == bot.ask
    bot.answer(1)
    assert (7, 1, 2, 1, 1) == tuple(bot.state[name] for name in ("step", "trinkets", "coins", "hops", "lucks"))
    assert {"magpie.hop.path", "magpie.hop.luck"} <= {*bot.rules(), *bot.rules(bot.status["n"] - 1)}


@rule("magpie.steal.most", "magpie.steal.tie=you")
def test_a_decision_with_a_nested_question() -> None:
    """Ledges that tie ask which one; a single one does not; the open decision keeps its answers only."""
    bot = deed("steal")
    assert ("marks", 1, 3, True) == tuple(bot.ask[name] for name in ("kind", "low", "high", "advance"))
    bot.answer(["right", "left"])
    assert ("which_ledge", ["left", "right"], "left") == (bot.key, bot.ids, bot.ask["likely"])
    assert [["left", "right"]] == bot.state["answers"], "ticks count in the order of the list"
    assert "middle" in bot.refusal(answer="middle")
    bot.answer("right")
    assert ("stolen", "right", []) == (bot.key, bot.screen["facts"]["ledge"], bot.state["answers"])
    bot.answer("go_on")
    assert 1 == bot.state["trinkets"]
    assert {"trinkets": 1} == bot.reasons()[0]["outcome"]
    single = deed("steal")
    single.answer(["middle"])
    assert ("stolen", "middle") == (single.key, single.screen["facts"]["ledge"])


@rule("magpie.steal.tie=leftmost")
def test_a_ruling_with_a_switch() -> None:
    """With the other ruling a tie is not asked, and the correction switches it while the decision is open."""
    bot = deed("steal", tie="leftmost")
    bot.answer(["right", "middle"])
    assert ("stolen", "middle") == (bot.key, bot.screen["facts"]["ledge"])
    assert {"tied": ["middle", "right"], "ruling": "leftmost"} == bot.reasons()[-1]["facts"]
    bot = deed("steal")
    bot.answer(["right", "middle"])
    bot.do(correct={"tie": "leftmost"})
    assert "most_trinkets" == bot.key, "an open decision starts again from its top"
    bot.answer(["right", "middle"])
    assert "stolen" == bot.key


@rule("magpie.steal.nothing")
def test_not_possible_takes_the_fallback() -> None:
    """If the table does not allow a bot's instruction, the rule's fallback follows."""
    bot = deed("steal", coins=1)
    bot.answer(["left"])
    assert ["go_on", "not_possible"] == bot.ids
    bot.answer("not_possible")
    assert (0, 2) == (bot.state["trinkets"], bot.state["coins"])
    assert "magpie.steal.nothing" in bot.rules()


@rule("magpie.toll.shiny")
@pytest.mark.parametrize(("purse", "most"), [(8, 3), (2, 2)])
def test_a_toll_asks_how_much(purse: int, most: int) -> None:
    """A shiny coin costs 1 to 3 of your coins; the question shows the rest of the purse."""
    bot = deed("toll", purse=purse)
    assert {"kind": "yes_no", "likely": False} == bot.ask
    bot.answer(True)
    assert {"kind": "number", "low": 1, "high": most, "likely": 1, "minus_from": purse} == bot.ask
    assert f"from 1 to {most}" in bot.refusal(answer=most + 1)
    bot.answer(2)
    assert (purse - 2, 2, 2) == (bot.state["purse"], bot.state["did"]["paid"], bot.state["did"]["coins"])


@rule("magpie.toll.shiny")
def test_a_toll_asks_only_what_decides() -> None:
    """No shiny coin, no question; one coin, no number; no coin, nothing at all."""
    bot = deed("toll")
    bot.answer(False)
    assert ("your_turn", 8) == (bot.key, bot.state["purse"])
    bot = deed("toll", purse=1)
    bot.answer(True)
    assert ("your_turn", 0) == (bot.key, bot.state["purse"])
    assert "your_turn" == deed("toll", purse=0).key


@rule("magpie.hoard.coins", "magpie.hoard.trade")
def test_effects_follow_one_another() -> None:
    """Taken coins start a trade, and a trade another, until there are too few; the agenda is then empty."""
    bot = deed("hoard", coins=1)
    assert (0, 1, []) == (bot.state["coins"], bot.state["trinkets"], bot.state["agenda"])
    assert ["magpie.hoard.coins", "magpie.hoard.trade"] == bot.rules()[-2:]
    bot = deed("hoard", coins=5)
    assert (1, 2) == (bot.state["coins"], bot.state["trinkets"])


@rule("magpie.you.buy")
def test_a_report_and_a_blocked_option() -> None:
    """Buying back is offered when it has a trinket, and blocked with its reason when you cannot pay."""
    assert ["go_on"] == bot_with(trinkets=0).ids
    bot = bot_with(trinkets=2, purse=3)
    bot.answer("buy")
    assert (1, 1) == (bot.state["trinkets"], bot.state["purse"])
    [_, buy] = bot.ask["options"]
    assert ("buy", "coin", "needs 2, has 1") == (buy["id"], buy["icon"], buy["blocked"])
    assert "needs 2, has 1" in bot.refusal(answer="buy")


def test_several_numbers_on_one_screen() -> None:
    """At the end both of your numbers are asked at once, from their likely values; a wrong line is named."""
    bot = bot_with(rounds=1, left=[], played=list(DEEDS), purse=5)
    bot.answer("go_on")
    trinkets = {"id": "trinkets", "text": "Trinkets", "low": 0, "high": 99, "likely": 9}
    coins = {"id": "coins", "text": "Coins", "low": 0, "high": 99, "likely": 5}
    assert {"kind": "counters", "lines": [trinkets, coins]} == bot.ask
    assert "Coins: it must be a number from 0 to 99." == bot.refusal(answer={"trinkets": 1, "coins": 100})
    bot.answer({"coins": 5, "trinkets": 2})
    assert 9 == bot.state["your_total"]
    bot.do(undo=1)
    assert {"trinkets": 2, "coins": 5} == bot.status["undone"]


def test_lines_of_the_idle_screen() -> None:
    """The idle screen gives the orders of this step; it repeats none of an earlier screen."""
    bot = deed("steal", coins=5, trinkets=1)
    bot.answer(["left"])
    assert ["Give it a trinket of your left ledge."] == bot.screen["lines"]
    bot.answer("go_on")
    assert ["Its trinkets: 2. Your coins: 8."] == bot.screen["lines"]
    bot = deed("toll", coins=2)
    bot.answer(True)
    bot.answer(1)
    lines = ["Give it 1 of your coins.", "Trade 3 of its coins for 1 trinket.", "Its trinkets: 1. Your coins: 7."]
    assert lines == bot.screen["lines"]


@rule("magpie.table.truth")
def test_a_correction() -> None:
    """A value of the table is set, counts as an input, and is undone like one."""
    bot = bot_with()
    bot.do(correct={"trinkets": 4, "purse": 1})
    assert (4, 1, 1) == (bot.state["trinkets"], bot.state["purse"], bot.status["n"])
    [reason] = bot.reasons()
    assert ("magpie.table.truth", {"trinkets": 4, "purse": 1}) == (reason["rule"], reason["facts"])
    bot.do(undo=1)
    assert (0, 8) == (bot.state["trinkets"], bot.state["purse"])


@rule("magpie.setup.ledges")
def test_the_layout() -> None:
    """The first screen says what to lay out; Why names the option that decides a number."""
    bot = Outsider("magpie", tame=True)
    assert ("lay_out", {"tame": True, "purse": 8, "coins": 0, "orders": []}) == (bot.key, bot.screen["facts"])
    assert ["Put 3 trinkets on each ledge.", "Take 8 coins."] == bot.screen["lines"]
    assert ["magpie.setup.ledges"] == bot.rules()
    assert "The Magpie is tame: it begins without a coin." in bot.reasons()[0]["text"]


@rule("magpie.end.score", "magpie.end.winner")
@pytest.mark.parametrize(("yours", "winner"), [(11, "bot"), (12, "you"), (13, "you")])
def test_the_end(yours: int, winner: str) -> None:
    """Two points a trinket, one a coin, and the charm; a tie is yours."""
    bot = bot_with(rounds=1, left=[], played=list(DEEDS), trinkets=3, coins=2)
    bot.answer("go_on")
    assert [6, 2, 4] == list(bot.score.values())
    bot.answer({"trinkets": 4, "coins": yours - 8})
    assert (winner, 12, yours) == tuple(bot.status["result"][name] for name in ("winner", "bot", "you"))
    assert ["magpie.end.score", "magpie.end.winner"] == bot.rules()
    assert "Whoever has more points wins. You win ties." == bot.screen["lines"][0]


def _encoded(bot: Outsider) -> bytes:
    import msgspec

    return msgspec.json.encode(bot.state)


def _charms() -> dict[str, Any]:
    cards = [{"id": name, "name": name.capitalize()} for name in ("feather", "button", "key")]
    given = {"origin": "made up with the Magpie", "confidence": "faces unknown", "cards": cards}
    return given | {"game": "magpie", "deck": "charms", "name": "printed"}
