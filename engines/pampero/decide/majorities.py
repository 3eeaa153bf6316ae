"""The values of the majorities on both sides: yours are asked, and VJ's where the device cannot count them."""

from typing import Literal

from engines.kit.contract import Reason
from engines.kit.decisions import Decision
from engines.pampero.decide.amounts import amounts
from engines.pampero.state import State

MOST_MARKERS = 30


def majorities(state: State, spaces: tuple[int, ...]) -> Decision[dict[str, int]]:
    """Return both sides’ values at some spaces (pampero.majority.markers).

    Yours are asked, and VJ's where the device cannot count them: one press where nothing changed.
    """
    pairs = {f"{side}_{space}": getattr(state.majority[space - 1], side) for space in spaces for side in ("you", "vj")}
    usual = {name: n for name, n in pairs.items() if name.startswith("you") or not state.auto(int(name[-1]))}
    facts = {"up": list(spaces), "pairs": [n for pair in state.majority for n in (pair.vj, pair.you)]}
    most = {name: max(MOST_MARKERS, n) for name, n in usual.items()}
    told = yield from amounts("majority_values", "pampero.majority.markers", usual, most, facts)
    if usual:
        yield Reason("pampero.majority.markers", {}, {name: n for name, n in told.items() if n != usual[name]})
    return pairs | told


def winner(vj: int, you: int) -> Literal["vj", "you"]:
    """Return who has a majority: VJ wins ties (pampero.majority.tie)."""
    return "you" if you > vj else "vj"
