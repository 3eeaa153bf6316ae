"""Words of the end of a phase, and of the game."""

from msgspec.structs import replace

from engines import ending
from engines.burgundy.pieces import LIMIT
from engines.burgundy.score import result, score
from engines.burgundy.state import State
from engines.burgundy.steps.shared import all_told, news
from engines.screens import Content
from engines.text import Text


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
    return replace(asked, lines=(*all_told(state), *_rows(state)))


def your_total(state: State) -> Content:
    """burgundy.end.winner."""
    total = score(state).total
    line = Text("The Automata has {total} points; a tie is its own.", total=total)
    return ending.your_total(total, LIMIT, Text("Your total?"), line, "burgundy.end.winner")


def over(state: State) -> Content:
    """burgundy.end.winner."""
    return ending.over(result(state), _rows(state))


def _rows(state: State) -> tuple[Text, ...]:
    """Return the score in four lines, two of its rows in each of the last."""
    rows = tuple(Text("{row}: {value}", row=row.text, value=row.value) for row in score(state).rows)
    pairs = zip(rows[2::2], rows[3::2], strict=True)
    return (*rows[:2], *(Text("{one}. {other}", one=one, other=other) for one, other in pairs))
