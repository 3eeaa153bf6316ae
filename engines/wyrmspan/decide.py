"""Decisions of the Automa: facts in, choice and reasons out."""

from collections.abc import Iterator
from itertools import count

from msgspec import Struct

from engines.kit.contract import Reason
from engines.kit.decisions import Decision, Span, ask_numbers
from engines.wyrmspan.pieces import DEEPEST, FIXED_ROW, Basis, Cave
from engines.wyrmspan.state import State

Caves = dict[Cave, int]
"""The excavated spaces (1 to 4) of your caves."""


def steps(state: State) -> Decision[tuple[int, Caves]]:
    """Return the steps of her token for the card just drawn, and what was told of your caves (wyrmspan.advance)."""
    card = state.card(state.played[-1])
    if not isinstance(card.steps, str):
        n = card.steps[state.round - 1]
        yield Reason("wyrmspan.advance.round", {"card": card.id, "round": state.round}, {"steps": n})
        return n, {}
    told = yield from _told(state, card.steps)
    spaces = that_counts(state.excavated | told, card.steps)
    n = spaces + 1 if card.steps == "most+1" else spaces
    yield Reason(RAVEL_RULES[card.steps], {"card": card.id, "spaces": spaces}, {"steps": n})
    return n, told


RAVEL_RULES: dict[Basis, str] = {
    "most": "wyrmspan.advance.most",
    "most+1": "wyrmspan.advance.most_plus",
    "least": "wyrmspan.advance.least",
}


def _told(state: State, basis: Basis) -> Decision[Caves]:
    """Return how deep your caves are now; nothing where that is certain (wyrmspan.advance.known)."""
    known = that_counts(state.excavated, basis)
    if state.told or known == DEEPEST:
        yield Reason("wyrmspan.advance.known", {"basis": basis}, {"spaces": known})
        return {}
    counts = {cave: Span(1, DEEPEST, n) for cave, n in state.excavated.items() if n < DEEPEST}
    return (yield from ask_numbers("your_caves", RAVEL_RULES[basis], counts, {"basis": basis}))


def that_counts(caves: Caves, basis: Basis) -> int:
    """Return the spaces of the cave that counts: the least excavated, or the most."""
    return min(caves.values()) if basis == "least" else max(caves.values())


def marker_row(state: State, number: int) -> int:
    """Return the row (1 to 5) where her marker goes, for the number in the oval (wyrmspan.brown.marker)."""
    return next(row for n, row in zip(count(1), _free_rows(state), strict=False) if n == number)


def _free_rows(state: State) -> Iterator[int]:
    """Yield the rows with a free space from the top, over and over. Row 5 never fills."""
    while True:
        yield from (row for row in range(1, FIXED_ROW + 1) if state.free(row))


class Ranked(Struct, frozen=True):
    """VP of both sides for an objective."""

    automa_vp: int
    your_vp: int


def quantity(state: State) -> int:
    """Return her quantity of this round's objective (wyrmspan.objective.quantity, wyrmspan.objective.cap)."""
    objective = state.objective()
    q = objective.base[state.round - 1] + state.coins
    return q if objective.cap is None else min(q, objective.cap)


def comparisons(state: State) -> tuple[str, ...]:
    """Return what your quantity can be against hers: only what is possible is asked (wyrmspan.objective.rank)."""
    q, cap = quantity(state), state.objective().cap
    if q == 0:
        return ("some", "none")
    more = () if cap is not None and q >= cap else ("more",)
    fewer = ("fewer",) if q > 1 else ()
    return (*more, "equal", *fewer, "none")


def rank(q: int, yours: str, first: int, second: int) -> Ranked:
    """Return the VP of both: friendly ties, and a quantity of 0 never scores (wyrmspan.objective.rank)."""
    match yours:
        case "more" | "some":
            return Ranked(second if q else 0, first)
        case "equal":
            return Ranked(first, first)
        case "fewer":
            return Ranked(first, second)
    return Ranked(first if q else 0, 0)
