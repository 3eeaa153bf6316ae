"""VJ's rightmost income marker, which breaks ties and moves on."""

from engines.kit.contract import Reason
from engines.kit.decisions import Decision, Question
from engines.pampero.card import UNKNOWN
from engines.pampero.decide.read import Reader
from engines.pampero.state import State


def marker(reader: Reader) -> Decision[str]:
    """Return the type of VJ's rightmost income marker, asked where the order of the tracks is unknown."""
    state = reader.state
    found = reader.board_facts.get("rb") or rightmost(state)
    if found is None:
        types = state.types()
        found = yield Question("rightmost", "pampero.income.rightmost", ids=types, likely=types[-1])
    reader.board_facts["rb"] = found
    yield Reason("pampero.income.rightmost", {"income": places(state)}, {"type": found})
    return str(found)


def places(state: State) -> list[str | int]:
    """Return VJ’s income markers: each type and its space."""
    return [part for name in state.types() for part in (name, state.vj.income.get(name, 0))]


def rightmost(state: State) -> str | None:
    """Return the type of VJ's rightmost income marker, of those tied the bottommost (pampero.income.rightmost).

    None where only the table tells: two tracks tie, and their order is not known.
    """
    types = state.types()
    farthest = max(state.vj.income.get(name, 0) for name in types)
    tied = [name for name in types if state.vj.income.get(name, 0) == farthest]
    known = state.board.income.rows_top_to_bottom != UNKNOWN
    return tied[-1] if known or len(tied) == 1 else None
