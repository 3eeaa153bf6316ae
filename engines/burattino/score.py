"""How a play with Burattino ends, and what of it is worth keeping, as values. He has no score."""

import msgspec

from engines.burattino.deck import BURATTINO, CARDS
from engines.burattino.state import Phase, State
from engines.contract import Options, Result, Sheet
from engines.text import Text


def score(_: State) -> Sheet | None:
    """Return None: he always has 25 VP (burattino.setup.vp)."""
    return None


def result(state: State) -> Result | None:
    """Return how it ended: both win or both lose (burattino.end.goals); None while the play goes on."""
    if state.at is not Phase.OVER:
        return None
    if state.won:
        return Result("you", None, None, Text("You both win"))
    return Result(None, None, None, Text("You both lose"))


def learned(state: State) -> Options | None:
    """Return a deck that was taught whole in this play, and what he last paid for H and P where it is new."""
    found: Options = {}
    if state.taught and len(state.faces) == CARDS:
        file = BURATTINO.file("burattino")
        deck = msgspec.structs.replace(
            file, origin="entered from the cards", confidence="as entered", cards=tuple(state.faces), name="taught"
        )
        found["cards"] = msgspec.to_builtins(deck)
    if state.paid_h not in {0, state.price_h}:
        found["price_h"] = state.paid_h
    if state.paid_p not in {0, state.price_p}:
        found["price_p"] = state.paid_p
    return found or None
