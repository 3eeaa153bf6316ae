"""The Magpie's score and how a play ends, as values."""

from msgspec.structs import replace

from engines._template.state import CHARMS, Phase, State, cards
from engines.contract import Options, Result, Row, Sheet
from engines.text import Text


def score(state: State) -> Sheet:
    """Return the score as it stands (template.end.score)."""
    return Sheet(
        (
            Row("trinkets", Text("Trinkets"), 2 * state.trinkets),
            Row("coins", Text("Coins"), state.coins),
            Row("charm", Text("Charm"), state.worth.get(state.charm, 0)),
        )
    )


def result(state: State) -> Result | None:
    """Return who won (template.end.winner); None while the play goes on."""
    if state.at is not Phase.OVER or state.your_total is None:
        return None
    bot, you = score(state).total, state.your_total
    if bot > you:
        return Result("bot", bot, you, Text("The Magpie wins, {bot} to {you}.", bot=bot, you=you))
    if you > bot:
        return Result("you", bot, you, Text("You win, {you} to {bot}.", bot=bot, you=you))
    return Result("you", bot, you, Text("A tie at {you}: you win.", you=you))


def learned(state: State) -> Options | None:
    """Return the charms with every worth that is known, once one was learned."""
    if not state.new_worth:
        return None
    charms = [replace(charm, worth=state.worth.get(charm.id, charm.worth)) for charm in cards().charms.cards]
    return {"charms": CHARMS.learned("_template", charms)}
