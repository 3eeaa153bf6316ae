"""The Magpie uses everything the contract has; each use is proved here, as an outsider sees it."""

from typing import Any

import pytest

from engines._template.state import CHARMS
from engines.registry import load_engine
from tests.engines.template.plays import DEEDS, deed, magpie
from tests.outsider import Outsider
from tests.rules import rule


def test_every_kind_of_ask_is_seen() -> None:
    """One play meets done, yes_no, pick, number, marks, draw and roll, in every role."""
    bot = Outsider("_template", rounds=1)
    seen: dict[str, str] = {}
    values: dict[str, list[Any]] = {
        "your_turn": ["go_on"] * 5,
        "deed": list(DEEDS),
        "most_trinkets": [["left", "right"]],
        "which_ledge": ["right"],
    }
    plain = {"lay_out": True, "charm": "key", "charm_worth": 4, "hop": 6, "luck": 4}
    plain |= {"stolen": "not_possible", "shiny_coin": True, "toll_paid": 2, "your_total": 9}
    while not bot.status["over"]:
        seen[bot.ask["kind"]] = bot.screen["role"]
        bot.answer(values[bot.key].pop(0) if bot.key in values else plain[bot.key])
    assert {"done", "yes_no", "pick", "number", "marks", "draw", "roll"} == set(seen)
    assert "result" == bot.screen["role"]
    assert {"kind": "done"} == bot.ask
    assert "The play is over." == bot.refused(answer=True)


@rule("template.setup.charm")
def test_a_charm_whose_number_is_unknown_is_asked_once() -> None:
    """The printed number is asked, kept as learned, and offered as the deck of the next play."""
    bot = Outsider("_template")
    bot.answer(True, "feather")
    assert "charm_worth" == bot.key
    bot.answer(7)
    assert ({"feather": 7}, True) == (bot.state["worth"], bot.state["new_worth"])
    assert 7 == bot.score["charm"]

    engine = load_engine("_template")
    learned = engine.learned(engine.decode(_encoded(bot)))
    assert learned is not None
    assert [7, None, None] == [card.get("worth") for card in learned["charms"]["cards"]]
    next_one = Outsider("_template", **learned)
    next_one.answer(True, "feather")
    assert "your_turn" == next_one.key
    assert {"feather": 7} == next_one.state["worth"]
    assert engine.learned(engine.decode(_encoded(next_one))) is None
    other = Outsider("_template", **learned)
    other.answer(True, "key")
    assert "charm_worth" == other.key


def test_the_whole_deck_can_be_taught() -> None:
    """The deck that comes with the game is a file of its own kind."""
    assert CHARMS.file("_template") == CHARMS.check("_template", _charms(), "charms")


@rule("template.turn.deed")
def test_an_empty_deck_is_shuffled() -> None:
    """After four deeds the same four come again, with another shuffle, until the rounds are over."""
    bot = magpie(left=[], played=list(DEEDS))
    bot.answer("go_on")
    assert ("deed", 1, DEEDS) == (bot.key, bot.ask["shuffle"], bot.ids)
    assert 2 == bot.state["round"]
    bot = magpie(rounds=1, left=[], played=list(DEEDS))
    bot.answer("go_on")
    assert "your_total" == bot.key


@rule("template.hop.path", "template.hop.luck")
def test_a_hop_rolls_two_dice() -> None:
    """The hop die moves it, each sixth step brings a trinket; the luck die brings coins; both count their rolls."""
    bot = deed("hop", step=4)
    assert {"kind": "roll", "die": "hop", "n": 0, "low": 1, "high": 6} == bot.ask
    bot.answer(3)
    assert {"kind": "roll", "die": "luck", "n": 0, "low": 1, "high": 4} == bot.ask
    bot.answer(1)
    assert (7, 1, 2, 1, 1) == tuple(bot.state[name] for name in ("step", "trinkets", "coins", "hops", "lucks"))
    assert {"template.hop.path", "template.hop.luck"} <= {*bot.rules(), *bot.rules(bot.status["n"] - 1)}


@rule("template.steal.most", "template.steal.tie=you")
def test_a_decision_with_a_nested_question() -> None:
    """Ledges that tie ask which one; a single one does not; the open decision keeps its answers only."""
    bot = deed("steal")
    assert ("marks", 1, 3) == (bot.ask["kind"], bot.ask["low"], bot.ask["high"])
    bot.answer(["right", "left"])
    assert ("which_ledge", ["left", "right"], "left") == (bot.key, bot.ids, bot.ask["likely"])
    assert [["left", "right"]] == bot.state["answers"], "ticks count in the order of the list"
    assert "middle" in bot.refused(answer="middle")
    bot.answer("right")
    assert ("stolen", "right", []) == (bot.key, bot.screen["facts"]["ledge"], bot.state["answers"])
    bot.answer("go_on")
    assert 1 == bot.state["trinkets"]
    assert {"trinkets": 1} == bot.reasons()[0]["outcome"]
    single = deed("steal")
    single.answer(["middle"])
    assert ("stolen", "middle") == (single.key, single.screen["facts"]["ledge"])


@rule("template.steal.tie=leftmost")
def test_a_ruling_with_a_switch() -> None:
    """With the other ruling a tie is not asked, and the correction switches it while the decision is open."""
    bot = deed("steal", tie="leftmost")
    bot.answer(["right", "middle"])
    assert ("stolen", "middle") == (bot.key, bot.screen["facts"]["ledge"])
    assert {"most": ["middle", "right"], "ruling": "leftmost"} == bot.reasons()[-1]["facts"]
    bot = deed("steal")
    bot.answer(["right", "middle"])
    bot.do(correct={"tie": "leftmost"})
    assert "most_trinkets" == bot.key, "an open decision starts again from its top"
    bot.answer(["right", "middle"])
    assert "stolen" == bot.key


@rule("template.steal.nothing")
def test_not_possible_takes_the_fallback() -> None:
    """Where the table does not allow a bot's instruction, the rule's fallback follows."""
    bot = deed("steal", coins=1)
    bot.answer(["left"])
    assert ["go_on", "not_possible"] == bot.ids
    bot.answer("not_possible")
    assert (0, 2) == (bot.state["trinkets"], bot.state["coins"])
    assert "template.steal.nothing" in bot.rules()


@rule("template.toll.shiny")
@pytest.mark.parametrize(("purse", "most"), [(8, 3), (2, 2)])
def test_a_toll_asks_how_much(purse: int, most: int) -> None:
    """A shiny coin costs 1 to 3 of your coins; what is left of the purse is drawn."""
    bot = deed("toll", purse=purse)
    assert {"kind": "yes_no", "likely": False} == bot.ask
    bot.answer(True)
    assert {"kind": "number", "low": 1, "high": most, "likely": 1, "minus_from": purse} == bot.ask
    assert f"from 1 to {most}" in bot.refused(answer=most + 1)
    bot.answer(2)
    assert (purse - 2, 2, 2) == (bot.state["purse"], bot.state["did"]["paid"], bot.state["did"]["coins"])


@rule("template.toll.shiny")
def test_a_toll_asks_only_what_decides() -> None:
    """No shiny coin, no question; one coin, no number; no coin, nothing at all."""
    bot = deed("toll")
    bot.answer(False)
    assert ("your_turn", 8) == (bot.key, bot.state["purse"])
    bot = deed("toll", purse=1)
    bot.answer(True)
    assert ("your_turn", 0) == (bot.key, bot.state["purse"])
    assert "your_turn" == deed("toll", purse=0).key


@rule("template.hoard.coins", "template.hoard.trade")
def test_effects_follow_one_another() -> None:
    """Taken coins start a trade, and a trade another, until there are too few; the agenda is then empty."""
    bot = deed("hoard", coins=1)
    assert (0, 1, []) == (bot.state["coins"], bot.state["trinkets"], bot.state["agenda"])
    assert ["template.hoard.coins", "template.hoard.trade"] == bot.rules()[-2:]
    bot = deed("hoard", coins=5)
    assert (1, 2) == (bot.state["coins"], bot.state["trinkets"])


@rule("template.you.buy")
def test_a_report_and_a_blocked_option() -> None:
    """Buying back is offered when it has a trinket, and blocked with its reason when you cannot pay."""
    assert ["go_on"] == magpie(trinkets=0).ids
    bot = magpie(trinkets=2, purse=3)
    bot.answer("buy")
    assert (1, 1) == (bot.state["trinkets"], bot.state["purse"])
    [_, buy] = bot.ask["options"]
    assert ("buy", "coin", "needs 2, has 1") == (buy["id"], buy["icon"], buy["blocked"])
    assert "needs 2, has 1" in bot.refused(answer="buy")


@rule("template.table.truth")
def test_a_correction() -> None:
    """A value of the table is set, counts as an input, and is undone like one."""
    bot = magpie()
    bot.do(correct={"trinkets": 4, "purse": 1})
    assert (4, 1, 1) == (bot.state["trinkets"], bot.state["purse"], bot.status["n"])
    [reason] = bot.reasons()
    assert ("template.table.truth", {"trinkets": 4, "purse": 1}) == (reason["rule"], reason["facts"])
    bot.do(undo=1)
    assert (0, 8) == (bot.state["trinkets"], bot.state["purse"])


@rule("template.setup.ledges")
def test_the_layout() -> None:
    """What to lay out is said first, and why."""
    bot = Outsider("_template", tame=True)
    assert ("lay_out", {"purse": 8, "coins": 0}) == (bot.key, bot.screen["facts"])
    assert ["template.setup.ledges"] == bot.rules()


@rule("template.end.score", "template.end.winner")
@pytest.mark.parametrize(("yours", "winner"), [(11, "bot"), (12, "you"), (13, "you")])
def test_the_end(yours: int, winner: str) -> None:
    """Two points a trinket, one a coin, and the charm; a tie is yours."""
    bot = magpie(rounds=1, left=[], played=list(DEEDS), trinkets=3, coins=2)
    bot.answer("go_on")
    assert [6, 2, 4] == list(bot.score.values())
    bot.answer(yours)
    assert (winner, 12, yours) == tuple(bot.status["result"][name] for name in ("winner", "bot", "you"))
    assert ["template.end.score", "template.end.winner"] == bot.rules()


def _encoded(bot: Outsider) -> bytes:
    import msgspec

    return msgspec.json.encode(bot.state)


def _charms() -> dict[str, Any]:
    cards = [{"id": name, "name": name.capitalize()} for name in ("feather", "button", "key")]
    given = {"origin": "made up with the template", "confidence": "faces unknown", "cards": cards}
    return given | {"game": "_template", "deck": "charms", "name": "printed"}
