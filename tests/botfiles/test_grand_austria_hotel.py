"""The rival in a file does as brdgm/grand-austria-hotel-solo-helper says, whose turns are recorded.

Of a recorded turn: round `r`, turn `t`, and where the helper goes `next`; of the rival's `card`, `guests` (colour and
ballroom), `dice`, `tie`, `extra` (actions with what they show) and cards left in the `pile`; of the player's the number
of the turn order `tile`, and `pass`. Of a play: modules as `expansions`, the deck `shuffled`, what the end of
each round has, and the `score`. `grid`: card, level, modules, guests, dice, tie, extra. All plays are from the memory
of the helper, not from its stored deck, which doubles two cards by a slip.
"""

import re
from typing import Any

import pytest

from tests.botfiles.recorded import FedPlay, load_record, recorded_plays

GAME = "grand-austria-hotel"
TURN = "your_turn"
LEVELS = ("easy", "medium", "hard")
SETUP: dict[str, Any] = dict.fromkeys(("two_players", "staff_cards", "ballrooms", "first_dice"), True)
ANSWERS: dict[str, Any] = {"guest_and_die": True, "shade": "white", "goal": "goal_a", "its_turn": True}
COLOURS = {"blue": "blue-noble", "yellow": "yellow-artist", "red": "red-citizen", "green": "green-tourist"}
DIE = r"^Put (?:a (\d)(?: or a (\d))? on its tile|(a die of the fullest|the coloured die))"
BALLROOM = r"^Put a dancer in the lowest row of the (ballroom scored next|ballroom scored after|rightmost ballroom)"
END_ORDERS = {
    "emperor": "Both score for the emperor track",
    "celebrities": "Discard your celebrities",
    "ballroom": "Score the ballroom",
    "swap": "Swap the turn order tiles",
}
"""How the orders at the end of a round begin, by their names in the record."""


def _rival_record(fed: FedPlay, told: list[str]) -> dict[str, Any]:
    """Return a turn of the rival as it is recorded, from the lines that told it."""
    found: dict[str, Any] = {"guests": [], "dice": [], "extra": []}
    dances: list[str] = []
    for line in told:
        if match := re.match(r"Choose the (?:(\w+) )?guest of the most", line):
            dances = [COLOURS.get(match[1], "any")]
            found["guests"].append(dances)
        elif line == "It places one more dancer.":
            dances = ["place-dancer"]
            found["extra"].append(dances)
        elif match := re.match(BALLROOM, line):
            dances.append("next-1" if match[1].endswith("next") else "next-2")
        elif match := re.match(DIE, line):
            found["dice"] = [n for n in match.groups()[:2] if n] or ["color-max" if "coloured" in match[3] else "any"]
        elif match := re.match(r"In ties, the hand on its card points (\w+)", line):
            found["tie"] = match[1]
        elif match := re.match(r"Move its emperor marker (\d) step", line):
            found["extra"].append(["emperor-track", int(match[1])])
        elif line.startswith("Turn up the top card of its staff"):
            found["extra"].append(["staff-card"])
        elif match := re.match(r".* of objective (\w)\.", line):
            found["extra"].append(["objective-card", "any" if fed.values["any"] else match[1]])
    return found


def _options(level: int, modules: list[int]) -> dict[str, Any]:
    return {"level": LEVELS[level - 1], "ballrooms": 1 in modules, "celebrities": 2 in modules}


def _compare_its_turn(fed: FedPlay, turn: dict[str, Any]) -> None:
    """Turn up the recorded card of the rival, and compare its turn."""
    where = fed.values["round"], fed.values["turn"]
    assert where == (turn["r"], turn["t"])
    fed.set(a=0, b=0, c=0, staff=0)
    told = fed.until(lambda: fed.key in (TURN, "its_turn"), ANSWERS | {"card": f"c{turn['card']}"})
    found = _rival_record(fed, told)
    assert found == {name: turn[name] for name in found}
    assert len(fed.values["solo_left"]) == turn["pile"]


def _compare_your_turn(fed: FedPlay, turn: dict[str, Any]) -> None:
    assert [fed.values[name] for name in ("round", "turn", "tile")] == [turn["r"], turn["t"], turn["tile"]]
    fed.play.give("pass" if turn.get("pass") else "go_on")


def _compare_play(play: dict[str, Any], turns: list[dict[str, Any]]) -> int:
    fed = FedPlay(GAME, _options(play["level"], play["expansions"]))
    fed.until("card", SETUP)
    cards = {f"c{n}" for n in play["shuffled"]}
    assert set(fed.values["solo_left"]) == cards
    for turn in turns:
        try:
            _compare_turn(fed, play, turn)
        except Exception as error:
            error.add_note(f"play {turn['p']}, round {turn['r']}, turn {turn['t']}: {turn}")
            raise
    _compare_score(fed, play["score"])
    return sum("card" in turn for turn in turns)


def _compare_turn(fed: FedPlay, play: dict[str, Any], turn: dict[str, Any]) -> None:
    if "card" in turn:
        _compare_its_turn(fed, turn)
    else:
        _compare_your_turn(fed, turn)
    fed.until(lambda: fed.key != "its_turn", {"its_turn": True})
    assert fed.key == {"player": TURN, "bot": "card", "end": "round_over"}[turn["next"].split("/")[-1]]
    if fed.key == "round_over":
        end = play[f"end{turn['r']}"]
        assert all(any(line.startswith(words) for line in fed.lines) == end[name] for name, words in END_ORDERS.items())
        assert not end["reset"] or any(line.endswith(f"markers {end['reset']} steps back.") for line in fed.lines)
        fed.play.give(True)


def _compare_score(fed: FedPlay, score: dict[str, Any]) -> None:
    yours, its = zip(*(pair for pair in score["amount"].values() if len(pair) > 1), strict=True)
    names = ("its_track", "its_staff", "its_4", "its_3", "its_2", "its_1")
    more = [score["amount"][name][0] for name in ("money", "dishesDrinks", "remainingGuests")]
    parts = ("track", "staff", "floor_4", "floor_3", "floor_2", "floor_1", "krones", "food", "guests")
    fed.until("your_total", {"its_end": dict(zip(names, its, strict=True))})
    fed.until("over", {"your_total": dict(zip(parts, [*yours, *more], strict=True))})
    result = fed.play.engine.result(fed.play.state)
    assert result is not None
    assert [result.you, result.bot] == score["total"]
    assert (result.winner == "you") == score["win"]


def _compare_grid() -> int:
    begun: dict[str, FedPlay] = {}
    for card, level, modules, *wanted in load_record(GAME)["grid"]:
        options = _options(level, modules)
        if str(options) not in begun:
            begun[str(options)] = FedPlay(GAME, options)
            begun[str(options)].until("card", SETUP)
        fed = begun[str(options)].fork()
        found = _rival_record(fed, fed.until(TURN, ANSWERS | {"card": f"c{card}"}))
        assert [found[name] for name in ("guests", "dice", "tie", "extra")] == wanted, (card, level, modules)
    return len(load_record(GAME)["grid"])


PLAYS = list(recorded_plays(GAME))


@pytest.mark.parametrize("n", [0, 11])
def test_turns(n: int) -> None:
    """A play against Leopold, and one against Elisabeth with both modules, go as recorded."""
    assert _compare_play(*PLAYS[n])


@pytest.mark.long
def test_turns_long() -> None:
    """All recorded turns, at every level and with every module, go as recorded."""
    assert sum(_compare_play(*one) for one in PLAYS) >= 200


@pytest.mark.long
def test_grid_long() -> None:
    """Every card at every level and with every module tells the same as in the helper."""
    assert _compare_grid() >= 200
