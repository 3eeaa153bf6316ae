"""Decisions of the Automa: facts in, choice and reasons out."""

from engines.kit.contract import Reason
from engines.kit.decisions import Decision, Span, ask_numbers
from engines.wyrmspan.pieces import CAVE_SPACES, Basis, Cave, cards
from engines.wyrmspan.state import State

Caves = dict[Cave, int]
"""The excavated spaces (1 to 4) of your caves."""


def steps(state: State) -> Decision[tuple[int, Caves]]:
    """Return the steps of her token for the card just drawn, and the caves that you reported (wyrmspan.advance)."""
    card = state.card(state.played[-1])
    if not isinstance(card.steps, str):
        n = card.steps[state.round - 1]
        yield Reason("wyrmspan.advance.round", {"card": card.id, "round": state.round}, {"steps": n})
        return n, {}
    reported = yield from _ask_caves(state, card.steps)
    spaces = _cave_depth(state.excavated | reported, card.steps)
    n = spaces + 1 if card.steps == "most+1" else spaces
    yield Reason(RAVEL_RULES[card.steps], {"card": card.id, "spaces": spaces}, {"steps": n})
    return n, reported


RAVEL_RULES: dict[Basis, str] = {
    "most": "wyrmspan.advance.most",
    "most+1": "wyrmspan.advance.most_plus",
    "least": "wyrmspan.advance.least",
}


def _ask_caves(state: State, basis: Basis) -> Decision[Caves]:
    """Return the spaces of your caves; nothing is asked if they are certain (wyrmspan.advance.known)."""
    known = _cave_depth(state.excavated, basis)
    if state.told or known == CAVE_SPACES:
        yield Reason("wyrmspan.advance.known", {"basis": basis}, {"spaces": known})
        return {}
    counts = {cave: Span(1, CAVE_SPACES, n) for cave, n in state.excavated.items() if n < CAVE_SPACES}
    return (yield from ask_numbers("your_caves", RAVEL_RULES[basis], counts, {"basis": basis}))


def _cave_depth(caves: Caves, basis: Basis) -> int:
    """Return the spaces of the least excavated cave, or of the most excavated one."""
    return min(caves.values()) if basis == "least" else max(caves.values())


def marker_row(state: State, number: int) -> int:
    """Return the row (1 to 5) of her marker, by the number in the oval (wyrmspan.brown.marker)."""
    return state.free_rows[(number - 1) % len(state.free_rows)]


def quantity(state: State) -> int:
    """Return her quantity of this round's objective (wyrmspan.objective.quantity, wyrmspan.objective.cap)."""
    objective = state.objective()
    q = objective.base[state.round - 1] + state.coins
    return q if objective.cap is None else min(q, objective.cap)


def comparisons(state: State) -> tuple[str, ...]:
    """Return the possible results of your quantity against hers (wyrmspan.objective.rank)."""
    q, cap = quantity(state), state.objective().cap
    if q == 0:
        return ("some", "none")
    more = () if cap is not None and q >= cap else ("more",)
    fewer = ("fewer",) if q > 1 else ()
    return (*more, "equal", *fewer, "none")


def rank_vp(state: State, yours: str) -> tuple[int, int]:
    """Return her VP and yours: ties are friendly, and a quantity of 0 never scores (wyrmspan.objective.rank)."""
    q, vp = quantity(state), cards().rank_vp
    first, second = vp.first[state.round - 1], vp.second[state.round - 1]
    match yours:
        case "more" | "some":
            return second if q else 0, first
        case "equal":
            return first, first
        case "fewer":
            return first, second
    return first if q else 0, 0
