"""Decisions of the Magpie: facts in, choice and reasons out."""

from engines.kit.contract import Reason, tie_fact
from engines.kit.decisions import Decision, Question, Span
from engines.magpie.state import LEDGES, MAX_PIECES, State

MAX_TOLL = 3
"""Coins of a toll."""
FIRST_TRINKETS = 9
"""Trinkets on your ledges at the beginning."""


def steal(state: State) -> Decision[str]:
    """Return the ledge it steals from (magpie.steal.most, magpie.steal.tie)."""
    most = yield Question("most_trinkets", "magpie.steal.most", ids=LEDGES, low=1, high=len(LEDGES), advance=True)
    ledge: str = most[0]
    if len(most) == 1:
        yield Reason("magpie.steal.most", {"most": most}, {"ledge": ledge})
    elif state.tie == "leftmost":
        yield Reason("magpie.steal.tie", tie_fact(most) | {"ruling": state.tie}, {"ledge": ledge})
    else:
        ledge = yield Question("which_ledge", "magpie.steal.tie", ids=tuple(most), likely=ledge, facts={"most": most})
        yield Reason("magpie.steal.tie", {"most": most, "ruling": state.tie}, {"ledge": ledge})
    return ledge


def toll(state: State) -> Decision[int]:
    """Return the coins that you pay, 0 to 3 (magpie.toll.shiny)."""
    most = min(MAX_TOLL, state.purse)
    if most == 0:
        yield Reason("magpie.toll.shiny", {"purse": 0}, {"paid": 0})
        return 0
    shiny: bool = yield Question("shiny_coin", "magpie.toll.shiny", likely=False)
    paid = int(shiny)
    if shiny and most > 1:
        paid = yield Question("toll_paid", "magpie.toll.shiny", low=1, high=most, likely=1, minus_from=state.purse)
    yield Reason("magpie.toll.shiny", {"shiny": shiny}, {"paid": paid})
    return paid


def total(state: State) -> Decision[dict[str, int]]:
    """Return the trinkets and coins that you have (magpie.end.score)."""
    coins = min(state.purse, MAX_PIECES)
    counts = {"trinkets": Span(0, MAX_PIECES, FIRST_TRINKETS), "coins": Span(0, MAX_PIECES, coins)}
    yours: dict[str, int] = yield Question("your_total", "magpie.end.winner", counts=counts)
    return yours
