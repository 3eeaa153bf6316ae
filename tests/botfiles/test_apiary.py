"""Automa in a file does what she does in brdgm/apiary-solo-helper, and has the points that she has there.

`cards`: the helper's data. A play: `level`; `gray`, `yellow`, `gained`: strengths of her workers and of new ones. A
turn: cards `a` and `s`, `pile` with `s`; what both say; `count` and `best`: her workers of the colour on the mat;
`left`, if a carving tile was asked for; `does`; `found` by the QueenShip; `vp`, `tiles` and `total` after it.
"""

import re
from typing import Any

import pytest

from tests.botfiles.recorded import FedPlay, bot_file, load_record, recorded_plays
from tests.core import core

GAME = "apiary"
LEVELS = ("one", "two", "three", "four", "five", "six")
COLOURS = {"gray": "grey", "yellow": "yellow"}
CURVES = {"left-top": "left_up", "right-bottom": "right_down"}
FIELDS = {
    "limit": "retrieveLimit",
    "carve": "carveSteps",
    "action": "action",
    "worker": "worker",
    "curve": "sCurve",
    "resource": "resource",
}
"""The fields of a card in the file, and their names in the helper."""
HEADLINE_VERBS = {"retrieve": "retrieves", "carve": "carves", "explore": "explores", "advance": "advances"}
ACTION_VERBS = {"grow": "grows", "convert": "converts", "research": "researches"}
TILES = ("farms", "recruits", "developments", "carvings", "explored")
CURVE_WORDS = {
    "left-top": "to the left, at the end of the row up",
    "right-bottom": "to the right, at the end of the row down",
}
PLACES = ("first", "second", "third")
PLAYS = list(recorded_plays(GAME))


def _our_name(value: Any) -> Any:
    return COLOURS.get(value) or CURVES.get(value) or value


def _workers_answer(turn: dict[str, Any]) -> str:
    """Return the answer to the question about her workers on the docking mat."""
    if turn["count"] == 0:
        return "nobody"
    return "single" if turn["count"] == 1 == turn["limit"] else f"best_{turn['best']}"


def _compare_turn(fed: FedPlay, turn: dict[str, Any], *, again: bool) -> None:
    """Play a recorded turn of Automa, and compare it."""
    if fed.key == "your_turn":
        fed.play.give("go_on")
    own = {"action": f"card_{turn['a']}"} if again else {}
    found = list(turn.get("found", []))
    answers = own | {"support": f"card_{turn['s']}", "workers_left": _workers_answer(turn), "token": found}
    if "left" in turn:
        answers |= {"carving_left": turn["left"]}
    told = fed.until("your_turn", {"board": True, "workers": True, "come_back": True, "begins": True, **answers})
    where = f"play {turn['p']}, turn {turn['t']}"
    headline = HEADLINE_VERBS.get(turn["does"]) or ACTION_VERBS[turn["action"]]
    assert fed.headline == f"Automa {headline}", where
    values = fed.values
    assert (values["action"], len(values["cards_left"])) == (f"card_{turn['a']}", turn["pile"] - 1), where
    assert (values["points"], [values[tile] for tile in TILES]) == (turn["vp"], turn["tiles"]), where
    sheet = fed.play.engine.score(fed.play.state)
    assert sheet is not None
    assert sum(int(row.value) for row in sheet.rows) == turn["total"], where
    _compare_orders(turn, " ".join(told))


def _compare_orders(turn: dict[str, Any], told: str) -> None:
    """Compare colour, strength, way and place in the words of the orders."""
    colour, best = COLOURS[turn["worker"]], turn["best"]
    if turn["does"] == "retrieve":
        assert f"all her {colour} workers" in told
        return
    where = "Carve" if turn["does"] == "carve" else turn["action"].title()
    assert f"Put her {colour} worker of strength {best} on {where}." in told
    if turn["does"] == "carve":
        assert f"Give her the {PLACES[turn['carve'] - 1]} tile." in told
        assert ("tiles: bottom right" in told) == (turn["curve"] == "left-top")
    elif turn["does"] == "explore":
        moves = re.findall(rf"up to (\d) spaces?: {CURVE_WORDS[turn['curve']]}", told)
        assert moves == [str(best)] * len(turn["found"])
        assert told.count(f"put {turn['resource']} there") == len(turn["found"])


def _compare_play(play: dict[str, Any], turns: list[dict[str, Any]]) -> int:
    """Compare a play turn by turn; return how many turns it has."""
    fed = FedPlay(GAME, {"level": LEVELS[play["level"] - 1]})
    fed.play.give(True)
    lines = " ".join(fed.lines)
    assert ("the expert side up" in lines) == play["expert"]
    assert "strengths {}, {} and {}.".format(*play["gray"]) in lines
    assert "strengths {} and {}.".format(*play["yellow"]) in lines
    assert f"its {play['gained']} side up" in lines
    for before, turn in zip([None, *turns], turns, strict=False):
        _compare_turn(fed, turn, again=before is None or before["pile"] == 1)
    return len(turns)


@pytest.mark.all
def test_cards_are_those_of_the_helper() -> None:
    """Each field of each card is the helper's."""
    cards = bot_file(GAME).faces["cards"]
    for card in load_record(GAME)["cards"]:
        fields = cards[f"card_{card['id']}"].fields
        assert {name: fields.get(name, 0) for name in FIELDS} == {
            name: _our_name(card.get(theirs, 0)) for name, theirs in FIELDS.items()
        }
    assert len(cards) == len(load_record(GAME)["cards"]) == 14


@pytest.mark.parametrize(("play", "turns"), core(PLAYS[:6], PLAYS[1]), ids=LEVELS)
def test_automa_decides_as_the_helper(play: dict[str, Any], turns: list[dict[str, Any]]) -> None:
    """At each level the 26 turns of a play are the recorded ones."""
    assert _compare_play(play, turns) == 26


@pytest.mark.long
def test_automa_decides_as_the_helper_in_every_play() -> None:
    """All recorded turns are equal, field by field."""
    assert sum(_compare_play(play, turns) for play, turns in PLAYS) == 624
