"""Decisions of the Magpie: facts in, choice and reasons out."""

from engines._template.state import LEDGES, State
from engines.contract import Reason
from engines.decisions import Decision, Question

MOST_TOLL = 3


def steal(state: State) -> Decision[str]:
    """Return the ledge it steals from (template.steal.most)."""
    most = yield Question("most_trinkets", "template.steal.most", ids=LEDGES, low=1, high=len(LEDGES))
    if len(most) == 1:
        ledge: str = most[0]
        yield Reason("template.steal.most", {"most": most}, {"ledge": ledge})
        return ledge
    return (yield from _tied(state, most))


def _tied(state: State, most: list[str]) -> Decision[str]:
    """Return one of several ledges that tie (template.steal.tie)."""
    ledge: str = most[0]
    if state.tie == "you":
        ledge = yield Question("which_ledge", "template.steal.tie", ids=tuple(most), likely=ledge, facts={"most": most})
    yield Reason("template.steal.tie", {"most": most, "ruling": state.tie}, {"ledge": ledge})
    return ledge


def toll(state: State) -> Decision[int]:
    """Return the coins that you pay, 0 to 3 (template.toll.shiny)."""
    most = min(MOST_TOLL, state.purse)
    if most == 0:
        yield Reason("template.toll.shiny", {"purse": 0}, {"paid": 0})
        return 0
    shiny: bool = yield Question("shiny_coin", "template.toll.shiny", likely=False)
    paid = 0
    if shiny:
        paid = 1 if most == 1 else (yield Question("toll_paid", "template.toll.shiny", low=1, high=most, likely=1))
    yield Reason("template.toll.shiny", {"shiny": shiny}, {"paid": paid})
    return paid
