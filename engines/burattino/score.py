"""How a play with Burattino ends, and what of it is worth keeping, as values. He has no score."""

from engines.burattino.deck import BURATTINO, CARDS
from engines.burattino.state import MOST, Phase, State
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
        head = {"origin": "entered from the cards", "confidence": "as entered", "name": "taught"}
        found["cards"] = BURATTINO.learned("burattino", state.faces, **head)
    for name, paid, known in (("price_h", state.paid_h, state.price_h), ("price_p", state.paid_p, state.price_p)):
        price = min(paid, MOST)
        if price not in {0, known}:
            found[name] = price
    return found or None
