"""The Magpie's score and how a play ends, as values."""

from engines.kit.contract import Part, Result, Row, Sheet
from engines.kit.ending import compare_totals
from engines.kit.text import Text
from engines.magpie.state import MAX_PIECES, State

PARTS = (
    Part("trinkets", Text("Trinkets"), 0, MAX_PIECES, 9, worth=2),
    Part("coins", Text("Coins"), 0, MAX_PIECES, 0),
)
"""The parts of your total (magpie.end.score)."""


def score(state: State) -> Sheet:
    """Return its current score (magpie.end.score)."""
    return Sheet(
        (
            Row("trinkets", Text("Trinkets"), 2 * state.trinkets),
            Row("coins", Text("Coins"), state.coins),
            Row("charm", Text("Charm"), state.worth.get(state.charm, 0)),
        )
    )


def result(state: State) -> Result:
    """Return who won (magpie.end.winner)."""
    return compare_totals(
        score(state).total,
        state.your_total,
        rule="magpie.end.winner",
        lost=lambda bot, you: Text("The Magpie wins, {bot} to {you}.", bot=bot, you=you),
        tie=lambda n: Text("A tie at {you}: you win.", you=n),
        tie_wins="you",
    )
