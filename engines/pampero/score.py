"""VJ's money and how a play ends, as values."""

from engines import ending
from engines.contract import Result, Row, Sheet
from engines.pampero.state import State
from engines.text import Text


def score(state: State) -> Sheet:
    """Return VJ's money as it stands (pampero.end.most_money)."""
    return Sheet((Row("money", Text("Money"), state.vj.money),))


def result(state: State) -> Result:
    """Return who won (pampero.end.most_money)."""
    return ending.compared(
        state.vj.money,
        state.your_total,
        rule="pampero.end.most_money",
        kept=lambda bot: Text("More than ${bot} wins.", bot=bot),
        won=lambda bot, you: Text("You win, ${you} to ${bot}.", bot=bot, you=you),
        lost=lambda bot, you: Text("VJ wins, ${bot} to ${you}.", bot=bot, you=you),
        tie=lambda you: Text("A tie at ${you}.", you=you),
        tie_wins=None,
    )
