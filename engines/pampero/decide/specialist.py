"""The specialist card that VJ takes."""

from typing import Any

from msgspec import Struct

from engines.kit.contract import Reason
from engines.kit.decisions import Decision, Question
from engines.pampero.decide.read import Reader
from engines.pampero.decide.rightmost import marker
from engines.pampero.pieces import How
from engines.pampero.state import State


class Taken(Struct, frozen=True):
    """How VJ takes a card, and the type of your rightmost marker.

    `how`: by what those shown were narrowed to one, in order, in the end perhaps by you; or from the deck.
    """

    how: tuple[How, ...]
    your_type: str = ""


def specialist(state: State) -> Decision[Taken]:
    """Return how VJ takes a card (pampero.specialist.order)."""
    did = state.did
    assert did is not None  # VJ has acted
    yield Reason("pampero.specialist.scoring", {"due": list(state.due)})
    if state.first_down():
        yield Reason("pampero.ruling.next_tile", {"scorings_done": state.clock.scorings_done})
    matching = yield Question(
        "specialist_tile",
        "pampero.specialist.order",
        ids=("one", "several", "none"),
        likely="one",
        facts={
            "scorings_done": state.clock.scorings_done,
            "number": len(did.specialists) + 1,
            "refill": did.specialists[-1:] not in ([], [["deck"]]),
        },
    )
    yield Reason("pampero.specialist.order", {"matching": matching})
    if matching == "one":
        return Taken(("tile",), did.your_type)
    yours = did.your_type
    if not yours:
        types = state.types()
        likely = state.you.rb_type if state.you.rb_type in types else types[-1]
        yours = yield Question("your_rightmost", "pampero.specialist.order", ids=types, likely=likely)
    return Taken((yield from _most_icons(state, yours, matching)), yours)


def _most_icons(state: State, yours: str, matching: str) -> Decision[tuple[How, ...]]:
    """Return how one was found by icons: of your type, then of VJ's among those still tied, then by you."""
    tied: tuple[How, ...] = ("tile",) if matching == "several" else ()
    facts = {"matching": matching}
    found = yield from _most(facts | {"whose": "yours", "type": yours})
    if found == "one":
        return (*tied, "yours")
    if found == "none" and not tied:
        yield Reason("pampero.specialist.order", {"found": "none"}, {"card": "deck"})
        return ("deck",)
    if found == "several":
        tied, facts = (*tied, "yours"), facts | {"most": yours}
    found = yield from _most(facts | {"whose": "vj", "type": (yield from marker(Reader(state)))})
    if found != "none":
        tied = (*tied, "vj")
    return tied if found == "one" else (*tied, "you")


def _most(facts: dict[str, Any]) -> Decision[str]:
    """Return whether one, several or none of the cards still tied has most icons of a type."""
    found: str = yield Question(
        "specialist_icons", "pampero.specialist.order", ids=("one", "several", "none"), likely="one", facts=facts
    )
    yield Reason("pampero.ruling.specialist_icons", facts, {"found": found})
    return found
