"""The Automa's score and how a play ends, as values."""

from engines.contract import Result, Row, Sheet
from engines.ending import compared
from engines.text import Text
from engines.wyrmspan.pieces import BROWN
from engines.wyrmspan.state import State

DRAGON_VP = 7
CAVE_VP = 2


def score(state: State) -> Sheet:
    """Return her score as it stands (wyrmspan.end.score)."""
    rows = (
        Row("dragons", Text("Dragons"), dragon_vp(state) * state.dragons),
        Row("caves", Text("Cave cards"), CAVE_VP * state.caves),
        Row("steps", Text("Steps past brown"), state.p % BROWN),
        Row("objectives", Text("Objectives"), state.objective_vp),
    )
    return Sheet((*rows, Row("fixed", Text("Guild markers"), state.fixed_vp)) if state.ravel else rows)


def dragon_vp(state: State) -> int:
    """Return her points a dragon (wyrmspan.end.level_3, wyrmspan.ruling.ravel_bonus)."""
    return DRAGON_VP + (state.level == "automa3" or (state.level == "ravel3" and state.ravel_bonus == "ravel_too"))


def result(state: State) -> Result:
    """Return who won (wyrmspan.end.tie)."""
    return compared(
        score(state).total,
        state.your_total,
        rule="wyrmspan.end.tie",
        lost=lambda bot, you: Text("The Automa wins, {bot} to {you}.", bot=bot, you=you),
        tie=lambda n: Text("A tie at {you}: you win.", you=n),
        tie_wins="you",
        kept=lambda bot: Text("You win with {bot} or more.", bot=bot),
    )
