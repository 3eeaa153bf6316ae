"""The Automata's score and the result of a play, as values."""

from engines.burgundy.state import State
from engines.kit.contract import Part, Result, Row, Sheet
from engines.kit.ending import compare_totals
from engines.kit.text import Text

YELLOW_VP = 4
CARD_TILE_VP = 2

PARTS = (
    Part("track", Text("Points on the track"), 0, 399, 0),
    Part("unsold", Text("Goods tiles not sold"), 0, 42, 0),
    Part("silver", Text("Silver"), 0, 99, 0),
    Part("workers", Text("Workers"), 0, 99, 0, per=2),
    Part("yellow", Text("Yellow tile points"), 0, 199, 0),
)
"""The parts of your score: 1 point each, and 1 point for every 2 workers (burgundy.end.winner)."""


def score(state: State) -> Sheet:
    """Return its present score with the final scoring (burgundy.end.score)."""
    return Sheet(
        (
            Row("play", Text("During the game"), state.vp),
            Row("yellow", Text("Yellow tiles"), YELLOW_VP * state.count("yellow")),
            Row("goods", Text("Goods"), sum(state.goods.values())),
            Row("silver", Text("Silver"), state.silver),
            Row("reserve", Text("Reserve"), len(state.reserve)),
            Row("cards", Text("Tiles on its cards"), CARD_TILE_VP * len(state.card_tiles())),
        )
    )


def result(state: State) -> Result:
    """Return who won (burgundy.end.winner, burgundy.ruling.tie)."""
    return compare_totals(
        score(state).total,
        state.your_total,
        rule="burgundy.end.winner",
        lost=lambda bot, you: Text("It wins, {bot} to {you}.", bot=bot, you=you),
        tie=lambda you: Text("A tie at {you}: it wins.", you=you),
        tie_wins="bot",
        kept=lambda bot: Text("You win with more than {bot}.", bot=bot),
    )
