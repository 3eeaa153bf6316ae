"""Questions of the decisions: spaces, prices, cards, trades."""

from engines.burattino.pieces import EVENT, FREE, KINDS, UNKNOWN
from engines.burattino.side import card, spaces
from engines.burattino.state import State
from engines.burattino.steps.shared import TRADES, actions_of, cards_of, costs, missing
from engines.contract import Choice, Marks, Number, Pick, YesNo
from engines.decisions import Question
from engines.screens import Content
from engines.text import Text


def is_marked(state: State, question: Question) -> Content:
    """burattino.deck.recognised: asked of the card that the player drew, until one of the taught ones fits."""
    n = question.facts["cards_left"]
    drawn = Text("{n} cards may fit.", n=n) if state.answers else Text("Draw his next card.")
    letter = question.facts["letter"]
    return Content(
        Text("Is {letter} marked?", letter=letter),
        (drawn,),
        YesNo(likely=question.likely),
        drawing=card(state.coming, question.facts["marked"], letter),
    )


def too_many(state: State, question: Question) -> Content:
    """burattino.ruling.too_many: which of the marked actions get a worker."""
    lines = (Text("He has {n} worker left.", plural="He has {n} workers left.", n=state.supply),)
    ask = Marks(actions_of(question.ids), question.low, question.high, advance=True)
    return Content(Text("Which get a worker?"), lines, ask, drawing=card(state.season, question.ids))


def which_space(state: State, question: Question) -> Content:
    """burattino.free.space: this season's workers first (burattino.ruling.past_season)."""
    options = tuple(Choice(space, _space(space)) for space in question.ids)
    ask = Pick(options, question.likely)
    return Content(Text("Free which space?"), (costs(state, FREE),), ask, drawing=spaces(state))


def how_much(state: State, question: Question) -> Content:
    """burattino.pay.own, burattino.pay.help, burattino.pay.placement: what is left of his lira is drawn."""
    act, action = state.act, state.act[-1]
    lines: tuple[Text, ...]
    if act.startswith("use"):
        headline = Text("He pays for {action}", action=action)
        price = (
            Text("Placement cost too, less his discount.") if action == "H" else Text("The price, less his discount.")
        )
        lines = (price, Text("Too dear? He can help you pay."))
    else:
        headline = Text("He helps you pay {action}", action=action)
        lines = (Text("His share, placement cost included.") if action == "H" else Text("His share of the price."),)
    ask = Number(question.low, question.high, question.likely, minus_from=state.lira)
    return Content(headline, lines, ask)


def pay_again(state: State, question: Question) -> Content:
    """burattino.ruling.once: asked from the second payment of a year on."""
    lines = (Text("He paid {n} time this year.", plural="He paid {n} times this year.", n=question.facts["paid_year"]),)
    return Content(Text("Again, for the same card?"), lines, YesNo(likely=False))


def which_cards(state: State, question: Question) -> Content:
    """burattino.africa.contribute: cards of his hand that fit the goal."""
    ask = Marks(cards_of(question.ids), question.low, question.high)
    return Content(Text("He adds which cards?"), (costs(state, EVENT),), ask)


def which_trade(state: State, question: Question) -> Content:
    """burattino.trade.grande: the device cannot see your grande, so the condition is said."""
    options = tuple(
        Choice(one, TRADES[one], blocked=missing(state, one) if one in question.blocked else None)
        for one in question.ids
    )
    lines = (Text("Your grande joins one of his workers."),)
    return Content(Text("Which trade?"), lines, Pick(options, question.likely))


def cards_taken(state: State, question: Question) -> Content:
    """burattino.trade.cards: his cards that you take."""
    ask = Marks(cards_of(question.ids), question.low, question.high)
    return Content(Text("Take which cards of his?"), (Text("You give him as many."),), ask)


def card_given(state: State, question: Question) -> Content:
    """burattino.trade.cards: the type of a card that you give."""
    number, n = question.facts["number"], question.facts["cards"]
    options = tuple(Choice(kind, KINDS[kind]) for kind in question.ids)
    return Content(Text("Card {n} of {cards} for him?", n=number, cards=n), (), Pick(options, question.likely))


def cards_discarded(state: State, question: Question) -> Content:
    """burattino.end.discard: any of his cards."""
    ask = Marks(cards_of(question.ids), question.low, question.high)
    return Content(Text("He discards which?"), (), ask)


def types_drawn(state: State, question: Question) -> Content:
    """burattino.end.draw: only types that he lacks."""
    options = tuple(Choice(kind, KINDS[kind]) for kind in question.ids)
    n = question.low
    lines = (Text("He draws {n} card, of types he lacks.", plural="He draws {n} cards, of types he lacks.", n=n),)
    return Content(Text("Which types?"), lines, Marks(options, n, n, advance=True))


def _space(space: str) -> Text:
    if space == UNKNOWN:
        return Text("Any other of his")
    return Text("{letter}", letter=space)
