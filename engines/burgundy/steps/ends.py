"""Words of the end of a phase, and of the game."""

from msgspec.structs import replace

from engines.burgundy.pieces import LIMIT
from engines.burgundy.score import PARTS, result, score
from engines.burgundy.state import State
from engines.burgundy.steps.shared import all_told, news
from engines.kit import ending
from engines.kit.screens import Content
from engines.kit.text import Text


def phase_end(state: State) -> Content:
    """burgundy.phase.refill, burgundy.ruling.mine_income."""
    return Content(
        Text("Phase {phase} is over", phase=state.phase),
        (
            *all_told(state),
            Text("Take all hex tiles off the board; goods stay."),
            Text("Refill the depots and the black market."),
            Text("Lay out 5 goods tiles for the next phase."),
        ),
        facts={"phase": state.phase, "silver": state.silver, **news(state)},
    )


def final(state: State) -> Content:
    """burgundy.end.score."""
    sheet = score(state)
    asked = ending.final(sheet, Text("It has {total} points", total=sheet.total), "burgundy.end.score")
    return replace(asked, lines=(*all_told(state), *ending.score_lines(sheet)))


def your_total(state: State) -> Content:
    """burgundy.end.winner."""
    sheet = score(state)
    line = Text("It has {total}; a tie is its own.", total=sheet.total)
    return ending.your_total(sheet, LIMIT, Text("Your total?"), line, "burgundy.end.winner", PARTS)


def over(state: State) -> Content:
    """burgundy.end.winner."""
    return ending.over(result(state), ending.score_lines(score(state)))
