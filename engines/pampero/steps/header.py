"""What every screen has: where the play stands. And what a deck would have left."""

from engines.kit.contract import Badge, Choice, Who
from engines.kit.screens import THE_END
from engines.kit.text import Text
from engines.pampero.pieces import ROUNDS
from engines.pampero.state import Phase, State

SET_UP = (Phase.LAY_OUT, Phase.SET_UP, Phase.PLACE_PIECES, Phase.SUPPLY, Phase.MARKERS)
TABLES = {Phase.CONSOLIDATION, Phase.SCORING, Phase.SCORED}
YOURS = {Phase.YOUR_TURN, Phase.LOWERED, Phase.PAID}


def badge(state: State) -> Badge:
    """Return where the play stands: whose turn it is, the round and the turn in it."""
    at, clock = state.at, state.clock
    if at in SET_UP:
        return Badge(Who.TABLE, Text("Set-up"), step=SET_UP.index(at) + 1, steps=len(SET_UP))
    if at is Phase.ROUND_END:
        return Badge(Who.BOT, Text("End of round {n}", n=clock.round))
    if at in {Phase.FINAL, Phase.YOUR_TOTAL, Phase.OVER}:
        return THE_END
    place = Text("Round {round}/{rounds}", round=clock.round, rounds=ROUNDS)
    if at in TABLES:
        return Badge(Who.TABLE, place)
    return Badge(Who.YOU if at in YOURS else Who.BOT, place, turn=clock.turn_in_round)


def remaining_cards(state: State, deck: str) -> tuple[Choice, ...]:
    """Return nothing: no deck and no die of this game decides anything."""
    return ()
