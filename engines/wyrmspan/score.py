"""The Automa's score and how a play ends, as values."""

from msgspec.structs import replace

from engines.kit.contract import Part, Result, Row, Sheet
from engines.kit.ending import compare_totals
from engines.kit.text import Text
from engines.wyrmspan.pieces import BROWN_STEPS
from engines.wyrmspan.state import State

DRAGON_VP = 7
CAVE_VP = 2

PARTS = (
    Part("guild", Text("Dragon Guild VP"), 0, 99, 0),
    Part("printed", Text("VP on your dragons"), 0, 199, 0),
    Part("abilities", Text("END GAME VP"), 0, 99, 0),
    Part("eggs", Text("Eggs"), 0, 99, 0),
    Part("cached", Text("Cached resources"), 0, 99, 0),
    Part("tucked", Text("Tucked cards"), 0, 99, 0),
    Part("objectives", Text("Objective VP"), 0, 99, 0),
    Part("coins", Text("Coins left"), 0, 99, 0),
    Part("items", Text("Other items left"), 0, 99, 0, per=4),
)
"""The parts of your total: 1 VP each, and 1 for every 4 other items (wyrmspan.general.two_players)."""


def score(state: State) -> Sheet:
    """Return her current score (wyrmspan.end.score)."""
    rows = (
        Row("dragons", Text("Dragons"), dragon_vp(state) * state.dragons),
        Row("caves", Text("Cave cards"), CAVE_VP * state.caves),
        Row("steps", Text("Steps past brown"), state.p % BROWN_STEPS),
        Row("objectives", Text("Objectives"), state.objective_vp),
    )
    return Sheet((*rows, Row("fixed", Text("Guild markers"), state.fixed_vp)) if state.ravel else rows)


def parts(state: State) -> tuple[Part, ...]:
    """Return the parts of your total; your objectives are known from the rounds."""
    return tuple(replace(part, likely=state.your_objective_vp) if part.id == "objectives" else part for part in PARTS)


def dragon_vp(state: State) -> int:
    """Return her points a dragon (wyrmspan.end.level_3, wyrmspan.ruling.ravel_bonus)."""
    return DRAGON_VP + (state.level == "automa3" or (state.level == "ravel3" and state.ravel_bonus == "ravel_too"))


def result(state: State) -> Result:
    """Return who won (wyrmspan.end.tie)."""
    return compare_totals(
        score(state).total,
        state.your_total,
        rule="wyrmspan.end.tie",
        lost=lambda bot, you: Text("The Automa wins, {bot} to {you}.", bot=bot, you=you),
        tie=lambda n: Text("A tie at {you}: you win.", you=n),
        tie_wins="you",
        kept=lambda bot: Text("You win with {bot} or more.", bot=bot),
    )
