"""Questions of the decisions: spaces, prices, cards, trades."""

from engines.burattino.pieces import EVENT, FREE, KINDS, UNKNOWN
from engines.burattino.side import card, spaces
from engines.burattino.state import State
from engines.burattino.steps.shared import TRADES, cards_of, costs, missing
from engines.kit.contract import Choice
from engines.kit.decisions import Question
from engines.kit.screens import Content
from engines.kit.text import Text


def is_marked(state: State, question: Question) -> Content:
    """burattino.deck.recognised: asked of the card that the player drew, until one of the taught ones fits."""
    n = question.facts["cards_left"]
    drawn = Text("{n} cards may fit.", n=n) if state.answers else Text("Draw his next card.")
    letter = question.facts["letter"]
    return Content(
        Text("Is {letter} marked?", letter=letter),
        (drawn,),
        drawing=card(state.coming, question.facts["marked"], letter),
    )


def too_many(state: State, question: Question) -> Content:
    """burattino.ruling.too_many: which of the marked actions get a worker."""
    lines = (Text("He has {n} worker left.", plural="He has {n} workers left.", n=state.supply),)
    return Content(Text("Which get a worker?"), lines, drawing=card(state.season, question.ids))


def which_space(state: State, _: Question) -> Content:
    """burattino.free.space: this season's workers first (burattino.ruling.past_season)."""
    words = {UNKNOWN: Text("Any other of his")}
    return Content(Text("Free which space?"), (costs(state, FREE),), drawing=spaces(state), words=words)


def how_much(state: State, _: Question) -> Content:
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
    return Content(headline, lines)


def pay_again(_: State, question: Question) -> Content:
    """burattino.ruling.once: asked from the second payment of a year on."""
    lines = (Text("He paid {n} time this year.", plural="He paid {n} times this year.", n=question.facts["paid_year"]),)
    return Content(Text("Again, for the same card?"), lines)


def which_cards(state: State, question: Question) -> Content:
    """burattino.africa.contribute: cards of his hand that fit the goal."""
    return Content(Text("He adds which cards?"), (costs(state, EVENT),), words=cards_of(question.ids))


def which_trade(state: State, question: Question) -> Content:
    """burattino.trade.grande: the device cannot see your grande, so the condition is said."""
    blocked = {one: Choice(one, TRADES[one], blocked=missing(state, one)) for one in question.blocked}
    return Content(Text("Which trade?"), (Text("Your grande joins one of his workers."),), words={**TRADES, **blocked})


def cards_taken(_: State, question: Question) -> Content:
    """burattino.trade.cards: his cards that you take."""
    lines = (Text("You give him as many."),)
    return Content(Text("Take which cards of his?"), lines, words=cards_of(question.ids))


def card_given(_: State, question: Question) -> Content:
    """burattino.trade.cards: the type of a card that you give."""
    number, n = question.facts["number"], question.facts["cards"]
    return Content(Text("Card {n} of {cards} for him?", n=number, cards=n), words=KINDS)


def cards_discarded(_: State, question: Question) -> Content:
    """burattino.end.discard: any of his cards."""
    return Content(Text("He discards which?"), words=cards_of(question.ids))


def types_drawn(_: State, question: Question) -> Content:
    """burattino.end.draw: only types that he lacks."""
    n = question.low
    lines = (Text("He draws {n} card, of types he lacks.", plural="He draws {n} cards, of types he lacks.", n=n),)
    return Content(Text("Which types?"), lines, words=KINDS)
