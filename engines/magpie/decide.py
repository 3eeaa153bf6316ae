"""Decisions of the Magpie: facts in, choice and reasons out."""

from engines.kit.contract import Reason, tie_fact
from engines.kit.decisions import Decision, Question, Span
from engines.magpie.state import LEDGES, MOST, State

MOST_TOLL = 3
TRINKETS = 9
"""What you have of them at first."""


def steal(state: State) -> Decision[str]:
    """Return the ledge it steals from (magpie.steal.most)."""
    most = yield Question("most_trinkets", "magpie.steal.most", ids=LEDGES, low=1, high=len(LEDGES), advance=True)
    if len(most) == 1:
        ledge: str = most[0]
        yield Reason("magpie.steal.most", {"most": most}, {"ledge": ledge})
        return ledge
    return (yield from _tied(state, most))


def _tied(state: State, most: list[str]) -> Decision[str]:
    """Return one of several ledges that tie (magpie.steal.tie)."""
    ledge: str = most[0]
    if state.tie == "you":
        ledge = yield Question("which_ledge", "magpie.steal.tie", ids=tuple(most), likely=ledge, facts={"most": most})
        yield Reason("magpie.steal.tie", {"most": most, "ruling": state.tie}, {"ledge": ledge})
    else:
        yield Reason("magpie.steal.tie", tie_fact(most) | {"ruling": state.tie}, {"ledge": ledge})
    return ledge


def toll(state: State) -> Decision[int]:
    """Return the coins that you pay, 0 to 3 (magpie.toll.shiny)."""
    most = min(MOST_TOLL, state.purse)
    if most == 0:
        yield Reason("magpie.toll.shiny", {"purse": 0}, {"paid": 0})
        return 0
    shiny: bool = yield Question("shiny_coin", "magpie.toll.shiny", likely=False)
    paid = 0
    if shiny:
        ask = Question("toll_paid", "magpie.toll.shiny", low=1, high=most, likely=1, minus_from=state.purse)
        paid = 1 if most == 1 else (yield ask)
    yield Reason("magpie.toll.shiny", {"shiny": shiny}, {"paid": paid})
    return paid


def total(state: State) -> Decision[dict[str, int]]:
    """Return what you have (magpie.end.score)."""
    counts = {"trinkets": Span(0, MOST, TRINKETS), "coins": Span(0, MOST, min(state.purse, MOST))}
    yours: dict[str, int] = yield Question("your_total", "magpie.end.winner", counts=counts)
    return yours
