"""The Automa's score and how a play ends, as values."""

from engines.contract import Options, Result, Row, Sheet
from engines.text import Text
from engines.wyrmspan.state import BROWN, Phase, State

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


def result(state: State) -> Result | None:
    """Return who won (wyrmspan.end.tie); None while the play goes on."""
    if state.at is not Phase.OVER:
        return None
    bot, you = score(state).total, state.your_total
    if you is None:
        return Result(None, bot, None, Text("You win with {bot} or more.", bot=bot))
    if you > bot:
        return Result("you", bot, you, Text("You win, {you} to {bot}.", bot=bot, you=you))
    if you == bot:
        return Result("you", bot, you, Text("A tie at {you}: you win.", you=you))
    return Result("bot", bot, you, Text("The Automa wins, {bot} to {you}.", bot=bot, you=you))


def learned(_: State) -> Options | None:
    """Return None: nothing of a play is unknown to the next one."""
    return None
