"""VJ's money and how a play ends, as values; and what of a play is worth keeping."""

from typing import Any

from msgspec.structs import replace

from engines.contract import Options, Result, Row, Sheet
from engines.pampero.card import is_complete
from engines.pampero.state import BOARD, CARDS, Phase, State
from engines.text import Text


def score(state: State) -> Sheet:
    """Return VJ's money as it stands (pampero.end.most_money)."""
    return Sheet((Row("money", Text("Money"), state.vj.money),))


def result(state: State) -> Result | None:
    """Return who won (pampero.end.most_money); None while the play goes on."""
    if state.at is not Phase.OVER:
        return None
    bot, you = state.vj.money, state.your_total
    if you is None:
        return Result(None, bot, None, Text("More than ${bot} wins.", bot=bot))
    if you > bot:
        return Result("you", bot, you, Text("You win, ${you} to ${bot}.", bot=bot, you=you))
    if you == bot:
        return Result(None, bot, you, Text("A tie at ${you}.", you=you))
    return Result("bot", bot, you, Text("VJ wins, ${bot} to ${you}.", bot=bot, you=you))


def learned(state: State) -> Options | None:
    """Return the solo cards as far as they have been read, and the board as it was confirmed."""
    found: dict[str, Any] = {}
    if state.cells_learned and state.mode == "learning":
        read = {slot.card.key: slot.card for slot in state.cards}
        deck = [replace(card, complete=is_complete(card)) for card in (*read.values(), *state.deck)]
        found["cards"] = CARDS.learned("pampero", deck, confidence="as read")
    if state.board_learned:
        found["board"] = BOARD.learned("pampero", [state.board], confidence="as read")
    return found or None
