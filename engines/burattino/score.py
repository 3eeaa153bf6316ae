"""The result of a play with Burattino, who has no score."""

from engines.burattino.state import State
from engines.kit.contract import Part, Result, Sheet
from engines.kit.text import Text

PARTS: tuple[Part, ...] = ()


def score(_: State) -> Sheet | None:
    """Return None: he always has 25 VP (burattino.setup.vp)."""
    return None


def result(state: State) -> Result:
    """Return how it ended: both win or both lose (burattino.end.goals)."""
    if state.won:
        return Result("you", None, None, Text("You both win"), "burattino.end.goals")
    return Result(None, None, None, Text("You both lose"), "burattino.end.goals")
