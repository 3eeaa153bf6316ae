"""Joan in a file takes the tiles that brdgm/joan-of-arc-orleans-solo-helper took, and does for them what it did.

A play: `level`; `bags`, the tiles as they were drawn for rounds 1-5 and 6-10, of which the first two are set aside;
`decks`, her cards in order for the same rounds. A turn of hers: `pick`, the tile that the player took before; `open`,
the tiles before she takes, as they were drawn; `sel`, the place of hers among them, from 0; `card` and `next`; `town`,
`actions`, the actions of the `monk` of the next card; `bag` and `deck`, what is left in both, the next card included.
"""

import re
from typing import Any

import pytest

from tests.botfiles.recorded import FedPlay, bot_file, load_record, recorded_plays
from tests.core import core

GAME = "orleans"
LEVELS = {1: "standard", 2: "connoisseur", 3: "special"}
DRAW_KEYS = ("tile", "active", "next")
"""The screens that draw a tile or a card."""
ACTION_IDS = {
    "trading-station": "station",
    "development-level": "level_up",
    "benefical-deed-left": "deed_left",
    "benefical-deed-right": "deed_right",
    "bank-shield-bonus": "bank_bonus",
    "bank-citizen-bonus": "bank_citizen",
    "warehouse-citizen-bonus": "warehouse_citizen",
    **{f"place-cards-{n}": f"place_{n}" for n in range(1, 6)},
}
"""The ids of actions that the helper names differently; it also adds “-track” to those of followers."""
PLAYS = list(recorded_plays(GAME))
FOLLOWERS = load_record(GAME)["followers"]


def _chance(play: dict[str, Any]) -> dict[str, list[str]]:
    """Return all tiles and cards of a play in their order, by the key of their screen."""
    tiles = [
        f"a_{FOLLOWERS[tile]}_{bag[2 : n + 1].count(tile)}"
        for bag in play["bags"]
        for n, tile in enumerate(bag)
        if n > 1
    ]
    first, second = ([f"card_{card.lower()}" for card in deck.split()] for deck in play["decks"])
    return {"tile": tiles, "active": [first[0], second[0]], "next": first[1:13] + second[1:]}


def _answers(fed: FedPlay, chance: dict[str, list[str]]) -> dict[str, Any]:
    """Return the tiles and cards that are still to come, and the answers to all other screens."""
    drawn = [entry.key for entry in fed.play.journal]
    to_come: dict[str, Any] = {key: chance[key][drawn.count(key) :] for key in DRAW_KEYS}
    return to_come | {"sheet": True, "places": True, "joan": True, "how_many": 1, "guest": False}


def _actions(names: str) -> list[str]:
    return [ACTION_IDS.get(name, name.removesuffix("-track")) for name in names.split()]


def _compare_turn(fed: FedPlay, turn: dict[str, Any], chance: dict[str, list[str]]) -> None:
    """Let the player take a tile and Joan take hers, and compare it."""
    fed.until("your_turn", _answers(fed, chance))
    fed.play.give("go_on")
    told = fed.until(
        "joan" if turn["tile"] == 5 else "your_turn", _answers(fed, chance) | {"your_tile": FOLLOWERS[turn["pick"]]}
    )
    assert _decision(fed, told) == _expected_decision(turn), (
        f"play {turn['p']}, round {turn['round']}, tile {turn['tile']}"
    )


def _decision(fed: FedPlay, told: list[str]) -> dict[str, Any]:
    """Return what Joan did; unless the round ended, her next card has become the active one by then."""
    values, cards = fed.values, bot_file(GAME).faces["cards"]
    following = values["next"] if fed.key == "joan" else values["active"]
    return {
        "round": values["round"],
        "tile": values["turn"] if fed.key == "joan" else values["turn"] - 1,
        "took": values["taken"],
        "headline": fed.headline,
        "open": values["open"],
        "next": following,
        "monk": cards[following].fields["monk"],
        "actions": values["acts"],
        "town": re.findall(r"Strike out town (\d+) on your map\.", " ".join(told)),
        "bag": len(values["tiles_left"]) - 2,
        "deck": len(values["cards_left"]) + 1 + (values["next"] != following),
    }


def _expected_decision(turn: dict[str, Any]) -> dict[str, Any]:
    tiles, actions = [FOLLOWERS[tile] for tile in turn["open"]], _actions(turn["actions"])
    took = tiles.pop(turn["sel"])
    return {
        "round": turn["round"],
        "tile": turn["tile"],
        "took": took,
        "headline": f"Joan takes the {took.title()}",
        "open": tiles,
        "next": f"card_{turn['next'].lower()}",
        "monk": _actions(turn["monk"]),
        "actions": actions,
        "town": [str(turn["town"])] if "station" in actions else [],
        "bag": turn["bag"],
        "deck": turn["deck"],
    }


def _compare_play(play: dict[str, Any], turns: list[dict[str, Any]]) -> int:
    """Compare a play turn by turn; return how many turns it has."""
    fed, chance = FedPlay(GAME, {"level": LEVELS[play["level"]]}), _chance(play)
    for turn in turns:
        _compare_turn(fed, turn, chance)
    fed.play.give(True)
    assert fed.key == "stations", "the play ends after the last tile of round 10"
    return len(turns)


@pytest.mark.parametrize(("play", "turns"), core(PLAYS[:3]), ids=LEVELS.values())
def test_joan_decides_as_the_helper(play: dict[str, Any], turns: list[dict[str, Any]]) -> None:
    """At each level the 25 turns of a play are the recorded ones."""
    assert _compare_play(play, turns) == 25


@pytest.mark.long
def test_joan_decides_as_the_helper_in_every_play() -> None:
    """All recorded turns are equal, field by field."""
    assert sum(_compare_play(play, turns) for play, turns in PLAYS) == 600
