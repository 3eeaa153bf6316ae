"""What VJ has of a scoring that was reached."""

from typing import Any

from msgspec import Struct

from engines.kit.contract import Reason
from engines.kit.decisions import Decision, Question
from engines.pampero.decide.majorities import majorities, winner
from engines.pampero.state import MARKER_DOLLARS, State

SCORING = ("first", "second", "final")
SCORED_AT: dict[str, tuple[int, ...]] = {"first": (), "second": (1,), "final": (2, 3)}
"""Spaces of the majorities that are compared at a scoring."""


class Tally(Struct, frozen=True):
    """VJ’s $ of a scoring, the spaces with "!!" that he has covered, and the values of its majorities."""

    money: int = 0
    marked: int = 0
    majority: dict[str, int] = {}


def scoring(state: State) -> Decision[Tally]:
    """Return what VJ has of the scoring that was reached; nothing where none was (pampero.scoring.majority)."""
    if not state.scores():
        return Tally()
    which = SCORING[state.clock.scorings_done]
    facts: dict[str, Any] = {"which": which, "round": state.clock.round}
    pairs = yield from majorities(state, SCORED_AT[which])
    marked = 0
    if "2.7" in state.tiles and not state.marked:
        marked = yield Question("marked_spaces", "pampero.special.tile_27", low=0, high=30, likely=0, facts=facts)
        if marked:
            yield Reason("pampero.special.tile_27", {"marked": marked}, {"money": MARKER_DOLLARS * marked})
    facts |= {"marked": marked} | pairs
    facts["winners"] = [
        part for space in SCORED_AT[which] for part in (space, winner(pairs[f"vj_{space}"], pairs[f"you_{space}"]))
    ]
    rule = "pampero.scoring.majority" if pairs else "pampero.scoring.first"
    money = yield Question("scoring_money", rule, low=0, high=200, likely=0, facts=facts)
    return Tally(money, marked, pairs)
