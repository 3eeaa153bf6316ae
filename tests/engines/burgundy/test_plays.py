"""Whole plays with random answers, or on a table: their laws, round trips and scores."""

from collections import Counter
from statistics import mean, median
from typing import Any

import msgspec
import pytest

from engines.burgundy.setup import DIFFICULTIES
from engines.kit.contract import Role, Sheet
from engines.kit.play import Play
from engines.kit.text import ENGLISH
from firmware.authoring.random_plays import has_ended
from tests.contract.walk import (
    FOLDER_SEEDS,
    LONG_SEEDS,
    Walk,
    begin,
    level_params,
    luck,
    moments,
    noting_seed,
    random_options,
    round_trips,
    usual_answer,
)
from tests.core import core
from tests.engines.burgundy.automata import LEVELS, SIDES
from tests.engines.burgundy.plays import play_on_table
from tests.engines.burgundy.turns import YOUR_TURN

SEEDS = [*core([FOLDER_SEEDS[:2], FOLDER_SEEDS]), pytest.param(LONG_SEEDS, id="300seeds", marks=pytest.mark.long)]
NO_TILE_ANSWERS = {
    "search": "none",
    "remaining": "none",
    "white_castle": "none",
    "purchase": "empty",
    "market_wild": "empty",
}
"""The answer that brings the bot no tile, by question."""
TURNS_OF_A_PLAY = 25
"""Turns of the bot: five phases of five rounds."""
MEAN_SCORES = {"easy": 171, "medium": 195, "hard": 219}
"""Mean final scores of the simulation in the fact sheet, with the income of mines."""
MEAN_PLACED, MEAN_COMPLETED = 26.4, 5.9
"""Mean numbers of placed tiles and completed cards in the same simulation."""


@pytest.mark.parametrize(("level", "seeds"), level_params("burgundy"))
def test_random_answers(level: tuple[str, Any], seeds: range) -> None:
    """With random answers no count is below zero, and every tile gained is in exactly one place."""
    for seed in seeds:
        with noting_seed(seed):
            gained, key = 1, ""
            for play in Walk("burgundy", level, seed):
                if play.steps[-1].entry and key in NO_TILE_ANSWERS:
                    gained += play.steps[-1].entry.value != NO_TILE_ANSWERS[key]
                key = play.screen.key
                state = msgspec.to_builtins(play.state)
                _check_counts(state)
                if play.screen.role is Role.INSTRUCTION and key == YOUR_TURN:
                    assert gained == _tiles_by_colour(state).total()
            assert gained == _tiles_by_colour(state).total()


@pytest.mark.parametrize(("level", "seeds"), level_params("burgundy"))
def test_plays_on_a_table(level: tuple[str, Any], seeds: range) -> None:
    """The bot has exactly the tiles that the table gave it; a play has 25 turns of the bot."""
    for seed in seeds:
        with noting_seed(seed):
            given = random_options("burgundy", level, luck("table", level, seed))
            for play, table in play_on_table(given, seed):
                if play.screen.key == YOUR_TURN or has_ended(play):
                    state = msgspec.to_builtins(play.state)
                    _check_counts(state)
                    assert table.given + Counter(["dark_green"]) == _tiles_by_colour(state)
                    assert len(table.hidden) == _tiles_by_colour(state)["wild"]
                    assert _score(state) == _sheet(play).total
            assert TURNS_OF_A_PLAY == sum(entry.key == "die" for entry in play.journal)


@pytest.mark.parametrize("seeds", SEEDS)
@pytest.mark.parametrize("own", [set(), {"white_die", "automata_die", "cards"}], ids=["device", "own"])
def test_every_change_is_reported_once(own: set[str], seeds: range) -> None:
    """Every change is reported once, on the next screen of any kind."""
    for seed in seeds:
        with noting_seed(seed):
            before = Counter[str]()
            for play, _ in play_on_table({"difficulty": "easy"}, seed, own):
                state = msgspec.to_builtins(play.state)
                after = _counts_by_hand(state)
                if state["round"]:
                    assert _reported_changes(state["news"]) == _changes(after, before), play.screen
                    ordered = {name for deed in play.state.news for name in deed.orders}
                    assert ordered == {order.id for order in play.screen.orders}
                before = after


def test_the_notes_of_the_levels_name_the_sheet() -> None:
    """The note of each level names its mean score in the fact sheet."""
    notes = {level.id: ENGLISH.words(level.note) for level in DIFFICULTIES if level.note}
    assert MEAN_SCORES.keys() == notes.keys()
    for level, score in MEAN_SCORES.items():
        assert f"ends at about {score} points." in notes[level]


@pytest.mark.all
@pytest.mark.parametrize("level", LEVELS)
def test_figures(level: str) -> None:
    """Scores, placed tiles and completed cards are close to the simulation of the fact sheet."""
    ends = [_final_figures({"difficulty": level}, seed) for seed in range(14)]
    scores, placed, complete = (mean(column) for column in zip(*ends, strict=True))
    print(f"{level}: {scores:.0f} VP, {placed:.1f} tiles placed, {complete:.1f} cards")  # noqa: T201 - for the report
    assert abs(scores - MEAN_SCORES[level]) < 12
    assert abs(placed - MEAN_PLACED) < 1.5
    assert abs(complete - MEAN_COMPLETED) < 0.6


@pytest.mark.all
def test_a_round_trip_takes_three_inputs() -> None:
    """The median of inputs from the end of your turn to the idle screen of the next one is at most 3."""
    counts = [count for seed in FOLDER_SEEDS for count in _round_trip_inputs(seed)]
    assert median(counts) <= 3


def _check_counts(state: dict[str, Any]) -> None:
    counts = [*state["goods"].values(), *state["duchy"]["counts"].values(), state["silver"], state["vp"]]
    assert min(counts) >= 0
    assert len(state["duchy"]["livestock"]) == state["duchy"]["counts"].get("light_green", 0)
    names = [*state["deck"], *state["discard"], *(state["cards"][side]["id"] for side in SIDES if state["cards"][side])]
    assert len(names) == len(set(names))


def _score(state: dict[str, Any]) -> int:
    """Return the present score by the rule of the fact sheet for the end of the game."""
    laid = [one["colour"] for side in SIDES for one in state["cards"][side]["tiles"] if one]
    yellow = laid.count("yellow") + int(state["duchy"]["counts"]["yellow"])
    n = state["vp"] + state["silver"] + sum(state["goods"].values()) + len(state["reserve"])
    return int(n) + 4 * yellow + 2 * len(laid)


def _sheet(play: Play[Any]) -> Sheet:
    sheet = play.engine.score(play.state)
    assert sheet is not None
    return sheet


def _counts_by_hand(state: dict[str, Any]) -> Counter[str]:
    """Return the counts that the player's hands change for the bot."""
    counts = {name: state[name] for name in ("silver", "vp", "ships")}
    return Counter({**counts, "reserve": len(state["reserve"]), "tiles": _tiles_by_colour(state).total()})


def _changes(after: Counter[str], before: Counter[str]) -> dict[str, int]:
    return {name: after[name] - before[name] for name in after if after[name] != before[name]}


def _reported_changes(news: list[dict[str, Any]]) -> dict[str, int]:
    """Return the changes of those counts that the news of a screen report."""
    changes: Counter[str] = Counter()
    for deed in news:
        match deed["type"]:
            case "Placed":
                changes["tiles"] += deed["source"] == "board"
                changes["reserve"] -= deed["source"] == "reserve"
            case "Kept":
                changes["reserve"] += 1
                changes["tiles"] += 1
                changes["silver"] -= 2 * (deed["source"] == "purchase")
            case "Sold":
                changes["silver"] += 1
            case "Paid":
                changes["silver"] += deed["n"]
            case "Loaded":
                changes["ships"] += 1
            case "Scored":
                changes["vp"] += deed["n"]
    return {name: n for name, n in changes.items() if n}


def _tiles_by_colour(state: dict[str, Any]) -> Counter[str]:
    """Count the tiles of the bot by colour: in the reserve, on the cards, in the duchy."""
    laid = [one for card in state["cards"].values() if card for one in card["tiles"] if one]
    return Counter(one["colour"] for one in [*state["reserve"], *laid]) + Counter(state["duchy"]["counts"])


def _final_figures(given: dict[str, Any], seed: int) -> tuple[int, int, int]:
    """Return the score, the placed tiles and the completed cards of a play on a table."""
    *_, (play, _) = play_on_table(given, seed)
    state = msgspec.to_builtins(play.state)
    laid = [one for side in SIDES for one in state["cards"][side]["tiles"] if one]
    placed = len(laid) + sum(state["duchy"]["counts"].values()) - 1
    return _sheet(play).total, placed, _completed(play)


def _completed(play: Play[Any]) -> int:
    """Return the number of cards drawn after the set-up: one for each completed card."""
    return sum(entry.kind == "draw" for entry in play.journal) - _drawn_at_set_up(play)


def _drawn_at_set_up(play: Play[Any]) -> int:
    first = next(n for n, entry in enumerate(play.journal) if entry.kind == "roll")
    return sum(entry.kind == "draw" for entry in play.journal[:first])


def _round_trip_inputs(seed: int) -> list[int]:
    return round_trips(
        moments(begin("burgundy", {}, seed), lambda play: usual_answer(play.screen.ask, luck(seed, play.n)))
    )
