"""Peter Parler in a file does what he does in brdgm/praga-caput-regni-solo-helper, and has what he has there.

A play: the `deck` as it is drawn, and the `dice` for the rows of upgrades, walls, and buildings. A turn: the `card`
with its action `tile` (1 the oldest); `actions` in the order of the screens; `rows`, the place of each tile he takes;
`answer`, what rises where the card leaves two; `tokens`, the die of `tokensLeft` sides for a production tile; `after`,
his mines, quarries, and places in the rows of upgrades, walls, and buildings; `deck`, as it was shuffled then.
"""

import re
from typing import Any

import pytest

from tests.botfiles.recorded import FedPlay, recorded_plays
from tests.core import core

GAME = "praga"
ACTION_WORDS = {
    r"Put tile (\d) of the upgrade row": "take-upgrade-tile",
    r"Put tile (\d) of the wall row": "take-wall-tile",
    r"Take tile (\d) of the building row": "construct-building",
    r"He gains a gold mine": "increase-production-gold",
    r"He gains a quarry": "increase-production-stone",
    r"Discard production tile (\d)": "gain-production-token",
    r"Give him the gold seal": "gain-seal-gold",
    r"Give him the stone seal": "gain-seal-stone",
}
"""The actions of the helper, by the words of their lines."""
ROWS = {"take-upgrade-tile": "upgrade", "take-wall-tile": "wall", "construct-building": "building"}
OLDEST = ("oldest", "second oldest", "third oldest")
PLAYS = list(recorded_plays(GAME))


def _actions(told: list[str]) -> list[tuple[str, str]]:
    """Return the actions that were told, each with the place of its tile."""
    found = ((re.match(words, line), action) for line in told for words, action in ACTION_WORDS.items())
    return [(action, match[1] if match.re.groups else "") for match, action in found if match]


def _expected_actions(turn: dict[str, Any]) -> list[tuple[str, str]]:
    places = {action: str(turn["rows"].get(row, "")) for action, row in ROWS.items()}
    places["gain-production-token"] = str(turn.get("tokens", [""])[0])
    rising = sorted(f"increase-production-{one}" for one in turn.get("answer", []))
    listed = ([one] if one != "increase-production-gold-or-stone" else rising for one in turn["actions"].split())
    return [(action, places.get(action, "")) for actions in listed for action in actions]


def _compare_turn(fed: FedPlay, turn: dict[str, Any]) -> None:
    left = turn.get("tokensLeft", 0)
    answers = {"card": f"card_{turn['card']}", "left": left, "tile": turn.get("tokens", [0])[0], "era": True}
    fed.until("your_turn", answers | {"peter": True})
    fed.play.give("go_on")
    told = []
    if "tokens" in turn:
        told = fed.until("left", answers)
        assert (fed.play.screen.ask.high, fed.play.screen.ask.likely) == (left, left)  # type: ignore[union-attr]
    told += fed.until("peter" if turn["round"] % 8 == 0 else "your_turn", answers)
    assert _actions(told) == _expected_actions(turn)
    assert any(line.startswith(f"Take the {OLDEST[turn['tile'] - 1]} action tile off") for line in told)
    assert [fed.values[name] for name in ("gold", "stone", "upgrade", "wall", "building")] == turn["after"]


def _compare_play(play: dict[str, Any], turns: list[dict[str, Any]]) -> int:
    """Compare a play turn by turn; return how many turns it has."""
    fed = FedPlay(GAME, {})
    dice = zip(("upgrade", "wall", "building"), play["dice"], strict=True)
    fed.until("your_turn", {"board": True} | dict(dice))
    for turn in turns:
        try:
            _compare_turn(fed, turn)
        except BaseException as error:
            error.add_note(f"play {play['p']}, round {turn['round']}")
            raise
    fed.play.give(True)
    assert fed.key == "points", "the play ends after round 16"
    return len(turns)


@pytest.mark.parametrize(("play", "turns"), core(PLAYS[:5]))
def test_peter_decides_as_the_helper(play: dict[str, Any], turns: list[dict[str, Any]]) -> None:
    """The 16 turns of a play are the recorded ones."""
    assert _compare_play(play, turns) == 16


@pytest.mark.long
def test_peter_decides_as_the_helper_in_every_play() -> None:
    """All recorded turns against one opponent are equal."""
    assert sum(_compare_play(play, turns) for play, turns in PLAYS) == 288
