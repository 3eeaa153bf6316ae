"""Words of the set-up, and of new cards."""

from engines.burgundy.deeds import Completed
from engines.burgundy.pieces import PLACES
from engines.burgundy.side import cards, possessions
from engines.burgundy.state import State
from engines.burgundy.steps.deed import orders
from engines.kit.contract import Choice, Draw, Order
from engines.kit.screens import Content
from engines.kit.text import Icon, Text


def lay_out(state: State) -> Content:
    """burgundy.setup.pieces, burgundy.setup.areas."""
    return Content(
        Text("Set up for two"),
        (
            Text("Give the Automata 1 silver, 1 castle and 1 goods tile of each type."),
            Text("Give it a die of an unused colour."),
            Text("Leave it four places: left card, right card, reserve and duchy."),
        ),
        facts={"goods": list(state.goods), "silver": state.silver},
        drawing=possessions(state),
        rule="burgundy.setup.pieces",
    )


def card(state: State) -> Content:
    """burgundy.setup.cards, burgundy.card.next, burgundy.card.deck."""
    left_free = state.cards.left is None
    headline = Text("Its left card?") if left_free else Text("Its right card?")
    ask = Draw("cards", state.shuffle, remaining_cards(state, "cards"))
    complete = [name for deed in state.news if isinstance(deed, Completed) for name in deed.cards]
    facts = {"place": "left" if left_free else "right", "deck": list(state.deck), "complete": complete}
    lines = (*orders(state), Text("Turn up the top card of its deck."))
    return Content(headline, lines, ask, facts, "burgundy.card.next")


def castle(state: State) -> Content:
    """burgundy.setup.castle, burgundy.setup.last."""
    held, right = state.card_at("left"), state.card_at("right")
    both = Text(
        "{icon} Lay card {left} on the left and card {right} on the right.",
        icon=Icon.CARD,
        left=held.id,
        right=right.id,
    )
    item = 1 + next(n for n, tile in enumerate(held.tiles) if tile is not None)
    return Content(
        Text("Lay out its cards"),
        (
            Order("cards", both),
            Order("castle", Text("Lay the castle on item {n} of the left card. It brings no bonus.", n=item)),
            Order("last", Text("Put its turn order marker last.")),
        ),
        facts={"left": held.id, "right": right.id, "item": item, "discard": list(state.discard)},
        drawing=cards(state, *PLACES),
    )


def remaining_cards(state: State, _: str) -> tuple[Choice, ...]:
    """Return the cards that may still come up."""
    return tuple(Choice(name, Text("Card {id}", id=name)) for name in sorted(state.deck))
