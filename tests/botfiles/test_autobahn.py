"""Autobot in a file acts with the cards that it has in brdgm/autobahn-solo-helper, and its eras end as there.

`cards`: the helper's data of task cards. A play: `level`, `board`, `wine`, `passing`, `skipStep`. A turn of Autobot:
`c`, its colour card; `cpile`, how many are not drawn; `queued`, if the first of `tasks` is from the queue; `tasks` up
to the one that it can do, or to the last before a `skip`; its `action` and `bonus`; `extra`, a road besides; `tpile`,
`queue`, `used`: task cards not drawn, queued, done; `spaces` for trucks. What follows: `ends` or `mine`, the era is
ended by Autobot or the player; `key` and `adv`, a card that it gains; `eras`, with `n` promotions. The colour card of a
skipped turn is lost there, so a play ends (`stop`) with a skip.
"""

from typing import Any

import pytest

from tests.botfiles.recorded import FedPlay, bot_file, load_record, recorded_plays
from tests.core import core

GAME = "autobahn"
ACTIONS = {
    "build-road-upgrade-link": "build_road",
    "load-truck": "load_truck",
    "build-service-station": "build_station",
}
BONUSES = {"discard": "discards", "develop-1": "develops"}
EXTRA_COLOURS = ("red", "orange", "yellow", "purple")
"""The colour that is chosen for each card that it gained."""
SETUP = {"two_players": True, "boards": True, "route": True}
STOPS = ("your_turn", "last_turn", "last_skip")
PLAYS = list(recorded_plays(GAME))


def _task_id(card: str) -> str:
    return f"{card[1]}{card[0]}".lower()


def _compare_turn(fed: FedPlay, turn: dict[str, Any], play: dict[str, Any]) -> None:
    """Play a recorded turn of Autobot, compare it, and report what followed."""
    where = f"play {turn['p']}, turn {turn['t']}"
    told = _play_cards(fed, turn, where)
    values = fed.values
    assert (values["era"], values["skipped"]) == (turn["era"], turn.get("skip", False)), where
    if turn.get("skip"):
        assert fed.headline == "Autobot skips its turn"
        assert any("Development Track" in line for line in told) == play.get("skipStep", False), where
        return
    assert values["task"] == _task_id(turn["tasks"][-1]), where
    piles = (len(values["tasks_left"]), len(values["tasks_played"]) - 1, len(values["colours_left"]))
    assert piles == (turn["tpile"], turn.get("used", 0), turn["cpile"]), where
    assert sorted(values["queue"]) == sorted(map(_task_id, turn["queue"].split())), where
    assert values["also"] == turn.get("extra", False), where
    assert any(f"trucks {turn['spaces']} spaces" in line for line in told), where
    assert any(line.startswith("Discard the leftmost") for line in told) == (turn.get("bonus") == "discard"), where
    assert any(line.startswith("Move Autobot 1 step") for line in told) == (turn.get("bonus") == "develop-1"), where
    _report_events(fed, turn)


def _play_cards(fed: FedPlay, turn: dict[str, Any], where: str) -> list[str]:
    """Draw its cards, and refuse them up to the one that it can do; return the lines of that one."""
    card, tasks = turn["c"], [_task_id(task) for task in turn["tasks"]]
    if "queued" in turn:
        tasks.pop(0)
    number = int(card[5:]) if card.startswith("extra") else 0
    draws = {"colour_card": f"extra_{number}" if number else f"{card}_card", "task": lambda: tasks.pop(0)}
    answers = SETUP | draws | {"colour": EXTRA_COLOURS[number - 1], "also": True}
    told = fed.until(lambda: fed.key in STOPS, answers)
    while (not fed.values["skipped"]) if turn.get("skip") else tasks:
        fed.play.give("cannot" if fed.key == "your_turn" else "not_possible")
        told = fed.until(lambda: fed.key in STOPS, answers)
    assert not tasks, where
    return told


def _report_events(fed: FedPlay, turn: dict[str, Any]) -> None:
    """Report what followed, and compare the screens of eras that end."""
    eras = list(turn.get("eras", []))
    if "key" in turn:
        fed.play.give("colour_gained")
    if "adv" in turn:
        fed.play.give("task_gained")
        fed.until("your_turn", {"advanced": f"advanced_{turn['adv'][0]}"})
    if "ends" in turn:
        fed.play.give("bot_ends")
        if turn["era"] < 3:
            _compare_era_end(fed, eras.pop(0))
    if fed.key == "last_turn":
        fed.play.give("go_on")
    elif "mine" in turn:
        fed.play.give("you_end")
    else:
        fed.play.give("go_on")
    for era in eras:
        _compare_era_end(fed, era)


def _compare_era_end(fed: FedPlay, era: dict[str, Any]) -> None:
    """Compare the end of an era: who built the last section, and how many further promotions there are."""
    assert fed.key == "era_over"
    lines = " ".join(fed.lines)
    assert ("Autobot built the last section" in lines) == (era["by"] == "bot")
    assert ("wine cards" in lines) == era.get("wine", False)
    assert [n for n in (1, 2) if f"Promote {n} more" in lines] == [n for n in [era["n"]] if n]
    fed.play.give(True)


def _compare_play(play: dict[str, Any], turns: list[dict[str, Any]]) -> int:
    """Compare a play turn by turn; return how many turns it has."""
    modules = dict.fromkeys(("wine", "traffic", "services"), play.get("wine", False))
    fed = FedPlay(GAME, {"level": f"l{play['level']}", **modules})
    told = " ".join(fed.until("route", SETUP))
    assert f"the {play['board']} Solo board" in told
    assert ("move Autobot 1 step on the Development Track" in told) == play.get("passing", False)
    for turn in turns:
        _compare_turn(fed, turn, play)
    assert (fed.key == "her_points") == turns[-1].get("over", False)
    return len(turns)


@pytest.mark.all
def test_task_cards_are_those_of_the_helper() -> None:
    """Each field of each task card is the helper's, and the queue takes them in its order."""
    file = bot_file(GAME)
    cards = load_record(GAME)["cards"]
    for card in cards:
        fields = file.faces["tasks"][_task_id(card["id"])].fields
        wanted = (ACTIONS[card["action"]], BONUSES.get(card.get("bonusAction", ""), ""))
        assert (fields["action"], fields.get("bonus", "")) == wanted
    highest = sorted(cards, key=lambda card: -card["order"])
    assert file.file.tables["task_order"] == [_task_id(card["id"]) for card in highest]


@pytest.mark.all
def test_departments_are_added_up_as_in_the_helper() -> None:
    """A total is the sum of its departments, of which Autobot has no finance."""
    fed = FedPlay(GAME, {"wine": True})
    names = ("lobby", "network", "trade", "service", "planning")
    fed.set(**dict(zip(names, range(2, 7), strict=True)))
    sheet = fed.play.engine.score(fed.play.state)
    assert sheet is not None
    assert sum(int(row.value) for row in sheet.rows) == load_record(GAME)["scores"]["bot"]


@pytest.mark.parametrize(("play", "turns"), core(PLAYS[:12], PLAYS[4]), ids=[f"level {n}" for n in range(1, 13)])
def test_autobot_decides_as_the_helper(play: dict[str, Any], turns: list[dict[str, Any]]) -> None:
    """At each level the turns of a play are the recorded ones."""
    assert _compare_play(play, turns) == len(turns) > 0


@pytest.mark.long
def test_autobot_decides_as_the_helper_in_every_play() -> None:
    """All recorded turns are equal, field by field."""
    assert sum(_compare_play(play, turns) for play, turns in PLAYS) == 437
