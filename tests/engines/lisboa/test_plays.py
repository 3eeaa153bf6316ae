"""Whole plays with the device's cards: their laws, their inputs, and their ends."""

from collections.abc import Iterator
from statistics import median
from typing import Any

import pytest

from engines.kit.contract import Counters, Draw, Roll
from engines.kit.play import Play
from engines.lisboa.pieces import HOUSES, MAX_INFLUENCE, NOBLES, OFFICIALS, TREASURY_SPACES, TYPES
from engines.lisboa.state import Phase, State
from firmware.authoring.random_plays import has_ended
from tests.contract.walk import (
    FOLDER_SEEDS,
    begin,
    level_params,
    levels,
    luck,
    moments,
    noting_seed,
    round_trips,
    usual_answer,
)
from tests.core import core
from tests.protocol_client import Outsider
from tests.rules import rule
from tests.tables.lisboa import Table

SITES = ("E-A", "E-B", "E-C", "N1", "N2", "N3", "N4", "W-A", "W-B", "W-C", "W-D")
"""Sites that are empty after the set-up with the Helper above the King’s deck, in any order."""
LEVELS = [level for _, level in levels("lisboa")]
MAX_MEDIAN_INPUTS = {"spent": 4, "kept": 5}
"""The most inputs of a round trip, in the median. If he keeps his Favors, he acts twice in most rounds."""


@rule("lisboa.officials.stay", "lisboa.influence.track", "lisboa.turn.drew")
@pytest.mark.parametrize(("level", "seeds"), level_params("lisboa"))
def test_the_laws_of_a_play(level: tuple[str, Any], seeds: range) -> None:
    """At every step influence, Treasury, decks and houses are within bounds, and he has eight officials."""
    for seed in seeds:
        with noting_seed(seed):
            _check_play(level[1], seed)


def _check_play(level: str, seed: int) -> None:
    play = _own_turns(level, seed)
    before = _copy(play)
    while not has_ended(play):
        play.give(_answer(play, seed))
        _check_bounds(play.state)
        _check_course(before, play.state)
        before = _copy(play)
    assert (play.state.period, play.state.final_round) == (2, True)


def _check_bounds(state: State) -> None:
    assert 0 <= state.influence <= MAX_INFLUENCE
    assert 1 <= state.treasury <= TREASURY_SPACES
    assert all(0 <= cards <= 5 for cards in state.deck)
    assert OFFICIALS == sum(state.off_L) + state.area
    assert state.stores.total <= HOUSES
    assert state.wigs >= 0
    assert state.favors == [noble for noble in NOBLES if noble in state.favors]
    assert not {ship.colour for ship in state.ships} & set(state.shipyard)
    assert state.neutral == [1, 1, 1]


def _check_course(before: State, after: State) -> None:
    """Raise if a count fell that never falls, or fell by more than one step allows."""
    for place in range(len(NOBLES)):
        assert after.off_L[place] >= before.off_L[place], "his officials are never removed"
    for kind in TYPES:
        assert after.stores.of(kind) >= before.stores.of(kind)
    assert after.rubble >= before.rubble - 1, "one cube at most was not there"
    assert after.decrees >= before.decrees
    assert (before.period, before.final_round) <= (after.period, after.final_round)
    if after.period == before.period:
        removed = [was - now for was, now in zip(before.deck, after.deck, strict=True)]
        assert min(removed) >= 0
        assert sum(removed) <= 2, "you draw one, he discards one"


@pytest.mark.all
@pytest.mark.parametrize("level", core(LEVELS))
def test_the_inputs_of_a_round_trip(level: str) -> None:
    """The median of inputs from the end of your turn to the idle screen of the next one is within bounds."""
    counts = [count for seed in FOLDER_SEEDS for count in round_trips(_moments(level, seed))]
    assert median(counts) <= MAX_MEDIAN_INPUTS[level]
    print(f"{level}: {median(counts)} inputs a round")  # noqa: T201 - pytest keeps it for the report


@rule("lisboa.visit.cost", "lisboa.ships.take", "lisboa.follow.visit")
@pytest.mark.parametrize("level", core(LEVELS))
def test_nothing_is_asked_twice(level: str) -> None:
    """An office is asked once a round, a ship's printed numbers once a play, a visit only while he has a Favor."""
    for seed in FOLDER_SEEDS:
        seen = set[Any]()
        for play in _moments(level, seed):
            state, key = play.state, play.screen.key
            once = {
                "your_officials": ("office", state.turn_no, play.screen.facts.get("noble")),
                "treasury": ("treasury", state.turn_no),
                "ship_influence": ("influence", play.screen.facts.get("ship")),
                "ship_size": ("size", play.screen.facts.get("ship")),
            }
            if state.at is Phase.REPORT:
                continue
            ask = play.screen.ask
            names = [line.id for line in ask.lines] if isinstance(ask, Counters) else [key]
            for name in once.keys() & set(names):
                assert once[name] not in seen
                seen.add(once[name])
            if "your_officials" in names:
                assert play.screen.facts["noble"] not in state.told
            assert key != "deck_drawn" or any(state.deck) or state.nobles_he_follows


@rule("lisboa.end.round")
@pytest.mark.parametrize("level", core(LEVELS))
def test_you_and_he_have_as_many_turns(level: str) -> None:
    """The last turn of a play is his, and you have had at most one turn a round."""
    for seed in FOLDER_SEEDS:
        play, yours = _own_turns(level, seed), 0
        while play.state.at is not Phase.FINAL:
            before = play.state.whose
            play.give(_answer(play, seed))
            yours += (before, play.state.whose) == ("you", "bot")
        assert play.state.whose == "bot"
        assert play.state.turn_no >= yours


@rule("lisboa.store.cube", "lisboa.building.rubble", "lisboa.end.rubble", "lisboa.end.ships", "lisboa.end.score")
@pytest.mark.parametrize("level", LEVELS)
def test_a_whole_play_at_a_table(level: str) -> None:
    """A table answers every question from facts; at the end he has exactly the pieces that it gave him."""
    columns, rows = "12345", "ABCD"
    plots = {row + column: ord(row) % 3 + int(column) % 4 for row in rows for column in columns if row + column != "A1"}
    table = Table(
        plots=dict(plots),
        feet={column: ["brown", "red", "blue"] for column in columns},
        ends={row: ["red", "brown", "brown"] for row in rows},
        sites={(tile, site): (len(site), n % 3) for tile in ("blue", "green") for n, site in enumerate(SITES)},
        visits=["king", "builder", "marquis"] * 20,
        draws=["builder", "king", "treasury", "none", "marquis"] * 2,
        church=[0, 1, 2] * 20,
        shipyard=["blue", "red"],
        printed={"blue": (1, 1), "red": (2, 2), "purple": (2, 3), "brown": (3, 4)},
        portfolio=3,
        officials={"builder": 1, "king": 2},
        yours={
            "your_stores": 3,
            "books": 4,
            "reis": 12,
            "decrees": 7,
            "ships": 1,
            "your_wigs": 400,
        },
    )
    bot = Outsider("lisboa", favors_used=level)
    bot.answer(True, True, True, "king", "king", "marquis", True)
    while not bot.status["over"]:
        if bot.key == "period_end":
            table.shipyard = ["purple", "brown"]
        bot.answer(table.answer(bot))
    state = bot.state
    built = len(plots) - len(table.plots)
    assert built == sum(state["stores"].values())
    assert len(table.taken) + 2 * len(table.opened) == state["rubble"] == bot.score["rubble"]
    assert [table.printed[ship["colour"]][1] for ship in state["ships"]] == [ship["hull"] for ship in state["ships"]]
    assert sum(ship["hull"] for ship in state["ships"]) == bot.score["ships"]
    assert bot.status["score"]["total"] == bot.status["result"]["bot"]


def _own_turns(level: str, seed: int) -> Play[Any]:
    return begin("lisboa", {"favors_used": level}, seed)


def _moments(level: str, seed: int) -> Iterator[Play[Any]]:
    return moments(_own_turns(level, seed), lambda play: _answer(play, seed))


def _copy(play: Play[Any]) -> State:
    state: State = play.engine.decode(play.engine.encode(play.state))
    return state


def _answer(play: Play[Any], seed: int) -> Any:
    assert not isinstance(play.screen.ask, Draw | Roll)
    return usual_answer(play.screen.ask, luck(seed, play.n))
