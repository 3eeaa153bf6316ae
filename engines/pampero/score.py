"""VJ's money and the result of a play, as values."""

from engines.kit import ending
from engines.kit.contract import Part, Result, Row, Sheet
from engines.kit.text import Text
from engines.pampero.state import State

PARTS = (
    Part("before", Text("$ before the final scoring"), 0, 999, 0),
    Part("tile_a", Text("End scoring tile A"), 0, 299, 0),
    Part("tile_b", Text("End scoring tile B"), 0, 299, 0),
    Part("other", Text("Everything else"), 0, 299, 0),
)
"""The parts of your money, with majorities (pampero.end.most_money)."""


def score(state: State) -> Sheet:
    """Return VJ's money (pampero.end.most_money)."""
    return Sheet((Row("money", Text("Money"), state.vj.money),))


def result(state: State) -> Result:
    """Return who won (pampero.end.most_money)."""
    return ending.compare_totals(
        state.vj.money,
        state.your_total,
        rule="pampero.end.most_money",
        kept=lambda bot: Text("More than ${bot} wins.", bot=bot),
        won=lambda bot, you: Text("You win, ${you} to ${bot}.", bot=bot, you=you),
        lost=lambda bot, you: Text("VJ wins, ${bot} to ${you}.", bot=bot, you=you),
        tie=lambda you: Text("A tie at ${you}.", you=you),
        tie_wins=None,
    )
