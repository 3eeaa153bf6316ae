"""The progress of a play for the header of each screen; and the cards remaining in a deck."""

from engines.kit.contract import Badge, Choice, Who
from engines.kit.screens import THE_END
from engines.kit.text import Text
from engines.pampero.pieces import ROUNDS
from engines.pampero.state import Phase, State

SET_UP_PHASES = (Phase.LAY_OUT, Phase.SET_UP, Phase.PLACE_PIECES, Phase.MARKERS)
TABLE_PHASES = {Phase.CONSOLIDATION, Phase.SCORING, Phase.SCORED}
YOUR_PHASES = {Phase.YOUR_TURN, Phase.LOWERED}


def badge(state: State) -> Badge:
    """Return whose turn it is, the round and the turn in it."""
    at, clock = state.at, state.clock
    if at in SET_UP_PHASES:
        return Badge(Who.TABLE, Text("Set-up"), step=SET_UP_PHASES.index(at) + 1, steps=len(SET_UP_PHASES))
    if at is Phase.ROUND_END:
        return Badge(Who.BOT, Text("End of round {n}", n=clock.round))
    if at in {Phase.FINAL, Phase.YOUR_TOTAL, Phase.OVER}:
        return THE_END
    place = Text("Round {round}/{rounds}", round=clock.round, rounds=ROUNDS)
    if at in TABLE_PHASES:
        return Badge(Who.TABLE, place)
    return Badge(Who.YOU if at in YOUR_PHASES else Who.BOT, place, turn=clock.turn_in_round)


def remaining_cards(state: State, deck: str) -> tuple[Choice, ...]:
    """Return nothing: no deck and no die of this game decides anything."""
    return ()
