"""The Automata's score and how a play ends, as values."""

from engines.burgundy.state import Phase, State
from engines.contract import Options, Result, Row, Sheet
from engines.text import Text

YELLOW_VP = 4
CARD_TILE_VP = 2


def score(state: State) -> Sheet:
    """Return its score as it stands, final scoring included (burgundy.end.score)."""
    on_cards = state.on_cards()
    yellow = state.duchy.counts["yellow"] + sum(tile.colour == "yellow" for tile in on_cards)
    return Sheet(
        (
            Row("play", Text("During the game"), state.vp),
            Row("yellow", Text("Yellow tiles"), YELLOW_VP * yellow),
            Row("goods", Text("Goods"), sum(state.goods.values())),
            Row("silver", Text("Silver"), state.silver),
            Row("reserve", Text("Reserve"), len(state.reserve)),
            Row("cards", Text("Tiles on its cards"), CARD_TILE_VP * len(on_cards)),
        )
    )


def result(state: State) -> Result | None:
    """Return who won (burgundy.end.winner, burgundy.ruling.tie); None while the play goes on."""
    if state.at is not Phase.OVER:
        return None
    bot, you = score(state).total, state.your_total
    if you is None:
        return Result(None, bot, None, Text("You win with more than {bot}.", bot=bot))
    if you > bot:
        return Result("you", bot, you, Text("You win, {you} to {bot}.", bot=bot, you=you))
    if you == bot:
        return Result("bot", bot, you, Text("A tie at {you}: it wins.", you=you))
    return Result("bot", bot, you, Text("It wins, {bot} to {you}.", bot=bot, you=you))


def learned(_: State) -> Options | None:
    """Return None: nothing of a play is unknown to the next one."""
    return None
