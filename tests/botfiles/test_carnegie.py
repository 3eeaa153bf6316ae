"""Andrew in a file acts with the cards that he has in brdgm/carnegie-solo-helper, and his card moves as far as there.

`donations`, `cities`, `cards`: the helper's data, a card as id, type, donation, action, its move, departments, cities,
region and steps. A play: `level`, `order` of the cards that block `donations` and `cities`, the `pile` of the level,
and `at`, the first space of each row of the timeline with a donation. A turn: `c`, the card; `who` chooses the action
`a`, which uses space `s` of a `row`; `next`, what the back of the next card shows; `d`, the donation, and `f` if it
failed; `i`, an income; `w` parts of the action, `done` of them; `kinds`, `towns` or `region`; how far the card moves
(`shift`), its points `vp`, and the points of `cards` and departments (`deps`) so far.
"""

from typing import Any

import pytest

from engines.kit.text import ENGLISH
from tests.botfiles.recorded import FedPlay, bot_file, load_record, recorded_plays
from tests.core import core

GAME = "carnegie"
LEVELS = ("beginner", "average", "difficult", "expert")
TILES = {"base": "base", "expansion": "mixed", "expansion-open-bar": "single"}
ACTIONS = {
    "human-resources": "people",
    "management": "management",
    "construction": "construction",
    "research-development": "research",
}
SETUP = ("your_pieces", "his_pieces", "shop", "timeline_tiles", "third_colour", "block_spaces")
DECKS = ("normal", "advanced")
PLAYS = list(recorded_plays(GAME))


def _id(name: str) -> str:
    return name.replace("-", "_")


def _gift_ids() -> dict[str, str]:
    """Return the ids of the donations by their names in the helper, which has them in the same order."""
    gifts = bot_file(GAME).file.tables["gifts"]
    return dict(zip(load_record(GAME)["donations"], gifts, strict=True))


def _draw_answers(fed: FedPlay, order: str, count: str) -> dict[str, Any]:
    """Return the answers that draw cards in an order; the player first says by a number from which deck one comes."""
    left = order.lower().split()

    def pile() -> int:
        normal = fed.values["normal_more"] if count == "level" else len(fed.values["normal_left"])
        return 1 if left[0].startswith("n") else normal + 1

    ending = "next" if count == "level" else "blocks"
    draws = {f"{deck}_{ending}": lambda: left.pop(0) for deck in DECKS}
    return {f"pile_{ending}": pile, **draws}


def _begin(play: dict[str, Any]) -> FedPlay:
    """Set a play up, compare the blocked spaces, and return it at the first choice of an action."""
    fed = FedPlay(GAME, {"level": LEVELS[play["level"] - 1], "departments_of": TILES[play["departments"]]})
    at = dict(zip(("people_at", "management_at", "construction_at", "research_at"), play["at"], strict=True))
    answers = dict.fromkeys(SETUP, True) | {"donation_spaces": at}
    fed.until("first_choices", answers | _draw_answers(fed, play["order"], "all"))
    gifts, blocked = _gift_ids(), fed.values["blocked"]
    assert sorted(blocked) == sorted(gifts[one] for one in play["donations"].split())
    filled = fed.values["filled"]
    assert {town: filled.count(town) for town in filled} == {
        _id(town): int(n) for town, n in (one.split(":") for one in play["cities"].split())
    }
    return fed


def _compare_turn(fed: FedPlay, turn: dict[str, Any], answers: dict[str, Any]) -> None:
    """Play a round with the recorded answers, and compare it."""
    where = f"play {turn['p']}, round {turn['t']}"
    action, everything = ACTIONS[turn["a"]], turn.get("done") == turn.get("w")
    answers = answers | {
        "your_action": action,
        "donates": "not_possible" if "f" in turn else "go_on",
        **dict.fromkeys(("all_took", "all_built", "all_went"), everything),
        **dict.fromkeys(("some_took", "some_built", "some_went"), turn.get("done")),
    }
    orders = [ENGLISH.words(order.text) for order in fed.play.screen.orders]
    told = [fed.headline, *orders, *fed.until("your_turn", answers)]
    values = fed.values
    mine = turn["who"] == "you"
    assert any(line.startswith("Andrew chooses") for line in told) != mine, where
    assert any(line.startswith("Next round Andrew chooses") for line in told) == (mine and "next" in turn), where
    assert "next" not in turn or values["next_main"] == ACTIONS[turn["next"]], where
    assert (values["round"], values["action"]) == (turn["t"], action), where
    assert (values["row"], values["space"]) == (ACTIONS[turn["row"]], turn["s"]), where
    assert values["donation"] == ("d" in turn) == ("Andrew donates" in told), where
    assert any(line.startswith("Take 1 or more") for line in told) == ("i" in turn), where
    assert "d" not in turn or values["gift"] == _gift_ids()[turn["d"]], where
    assert "kinds" not in turn or values["wants"] == [ACTIONS[one] for one in turn["kinds"].split()], where
    assert "towns" not in turn or values["towns"] == [_id(one) for one in turn["towns"].split()], where
    assert "region" not in turn or (values["area"], values["steps"]) == (turn["region"], turn["w"]), where
    points = (values["moved"], values["card_points"], 2 * values["departments"])
    assert points == (turn["shift"], turn["cards"], turn["deps"]), where
    assert any(line.startswith(f"His card scores {turn['vp']} point") for line in told) == (turn["vp"] > 0), where
    fed.play.give("go_on")


def _compare_play(play: dict[str, Any], turns: list[dict[str, Any]]) -> int:
    """Compare a play round by round; return how many rounds it has."""
    fed = _begin(play)
    answers = {"first_choices": True} | _draw_answers(fed, play["pile"], "level")
    for turn in turns:
        _compare_turn(fed, turn, answers)
    assert fed.key == "his_discs"
    return len(turns)


@pytest.mark.all
def test_cards_are_those_of_the_helper() -> None:
    """Each field of each card is the helper's, and so are the spaces in cities."""
    file, gifts = bot_file(GAME), _gift_ids()
    for card, kind, gift, main, shift, wants, towns, area, steps in load_record(GAME)["cards"]:
        assert file.faces[kind][card.lower()].fields == {
            "gift": gifts[gift],
            "main": ACTIONS[main],
            "shift": shift,
            "wants": [ACTIONS[one] for one in wants.split()],
            "towns": [_id(one) for one in towns.split()],
            "area": area,
            "steps": steps,
        }
    assert [len(file.faces[deck]) for deck in DECKS] == [20, 20]
    assert file.file.tables["slots"] == {_id(city): n for city, n in load_record(GAME)["cities"].items()}


@pytest.mark.parametrize(("play", "turns"), core(PLAYS[::6], PLAYS[6]), ids=LEVELS)
def test_andrew_decides_as_the_helper(play: dict[str, Any], turns: list[dict[str, Any]]) -> None:
    """At each level the rounds of a play are the recorded ones."""
    assert _compare_play(play, turns) == 20


@pytest.mark.long
def test_andrew_decides_as_the_helper_in_every_play() -> None:
    """All recorded rounds are equal, field by field."""
    assert sum(_compare_play(play, turns) for play, turns in PLAYS) == 480
