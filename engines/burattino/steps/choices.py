"""Questions of the decisions: marks, spaces, prices, cards, trades, goals; and the end of the play."""

import itertools

from engines.burattino.pieces import EVENT_PRICE, KIND_NAMES, SPACE_PRICE, VP, Goal
from engines.burattino.score import result
from engines.burattino.side import card, spaces
from engines.burattino.state import State
from engines.burattino.steps.deed import NOT_PRINTED, TRADES, blocked_reason
from engines.kit.contract import Choice
from engines.kit.decisions import Question
from engines.kit.screens import THE_END, Content
from engines.kit.text import Text


def is_marked(state: State, question: Question) -> Content:
    """burattino.deck.recognised: asked of the card that the player drew, until one of the taught ones fits."""
    n = question.facts["cards_left"]
    drawn = Text("{n} cards still fit.", n=n) if state.answers else Text("Draw his next card.")
    letter = question.facts["letter"]
    drawing = card(state.card_season, question.facts["marked"], letter)
    return Content(Text("Is action {letter} marked?", letter=letter), (drawn,), drawing=drawing)


def too_many(state: State, question: Question) -> Content:
    """burattino.ruling.too_many: which of the marked actions get a worker."""
    lines = (Text("He has {n} worker left.", plural="He has {n} workers left.", n=state.supply),)
    return Content(Text("Workers on which actions?"), lines, drawing=card(state.season, question.ids))


def which_space(state: State, _: Question) -> Content:
    """burattino.free.space: the workers of this season first (burattino.ruling.past_season)."""
    return Content(Text("Which space to free?"), (_cost(state, SPACE_PRICE),), drawing=spaces(state))


def how_much(state: State, _: Question) -> Content:
    """burattino.pay.own, burattino.pay.help, burattino.pay.placement: his remaining lira are drawn."""
    act, action = state.act, state.act[-1]
    lines: tuple[Text, ...]
    if act.startswith("use"):
        headline = Text("What does he pay for {action}?", action=action)
        prices = {
            "H": Text("The price and placement cost, less his discount."),
            "P": Text("The price, less his discount."),
        }
        lines = (prices[action], Text("Too dear? He can help you pay."))
    else:
        headline = Text("What does he add for {action}?", action=action)
        shares = {"H": Text("His share of price and placement cost."), "P": Text("His share of the price.")}
        lines = (shares[action],)
    return Content(headline, lines)


def pay_again(_: State, question: Question) -> Content:
    """burattino.ruling.once: asked from the second payment of a year on."""
    lines = (Text("He paid {n} time this year.", plural="He paid {n} times this year.", n=question.facts["paid_year"]),)
    return Content(Text("Again for the same card?"), lines)


def which_cards(state: State, question: Question) -> Content:
    """burattino.africa.contribute: cards of his hand that fit the goal."""
    return Content(Text("Which cards does he add?"), (_cost(state, EVENT_PRICE),), words=_card_names(question.ids))


def which_trade(state: State, question: Question) -> Content:
    """burattino.trade.grande: the device cannot see your grande, so the condition is said."""
    blocked = {one: Choice(one, TRADES[one], blocked=blocked_reason(state, one)) for one in question.blocked}
    lines = (Text("Trade if your grande has joined one of his workers."),)
    return Content(Text("Which trade?"), lines, words={**TRADES, **blocked})


def cards_taken(_: State, question: Question) -> Content:
    """burattino.trade.cards: his cards that you take."""
    lines = (Text("You give him as many of yours."),)
    return Content(Text("Which cards do you take?"), lines, words=_card_names(question.ids))


def card_given(_: State, question: Question) -> Content:
    """burattino.trade.cards: the type of a card that you give."""
    number, n = question.facts["number"], question.facts["cards"]
    lines = (Text("Card {n} of {cards} for him.", n=number, cards=n),)
    return Content(Text("Which card do you give?"), lines, words=KIND_NAMES)


def cards_discarded(_: State, question: Question) -> Content:
    """burattino.end.discard: any of his cards."""
    return Content(Text("What does he discard?"), words=_card_names(question.ids))


def types_drawn(_: State, question: Question) -> Content:
    """burattino.end.draw: only types that he lacks."""
    n = question.low
    lines = (Text("He draws {n} card of a type he lacks.", plural="He draws {n} cards of types he lacks.", n=n),)
    return Content(Text("Which types does he draw?"), lines, words=KIND_NAMES)


def _cost(state: State, price: int) -> Text:
    """Say what he pays, and his remaining lira."""
    return Text(
        "It costs him {price}: {lira} − {price} = {rest}.", price=price, lira=state.lira, rest=state.lira - price
    )


def _card_names(ids: tuple[str, ...]) -> dict[str, Text]:
    """Return the names of his cards in a list, with a number from the second of a type on."""
    parts = {tick: tick.partition(".") for tick in ids}
    return {
        tick: Text("{kind} {n}", kind=KIND_NAMES[kind], n=number) if number else KIND_NAMES[kind]
        for tick, (kind, _, number) in parts.items()
    }


# --- the end ---


def your_vp(state: State, _: Question) -> Content:
    """burattino.end.goals."""
    return Content(Text("Do you have {vp} VP or more?", vp=state.vp))


def your_influence(_: State, __: Question) -> Content:
    """burattino.end.goals."""
    return Content(Text("Is influence complete?"), (Text("The token is at the end of its track."),))


MET_LINES: dict[Goal, Text] = {
    "your_vp": Text("You have {vp} VP or more.", vp=VP),
    "your_influence": Text("Influence is complete."),
}
"""The lines of the goals that are met, in the order of the questions."""
MISSED_LINES: dict[Goal, Text] = {
    "your_vp": Text("You have fewer than {vp} VP.", vp=VP),
    "your_influence": Text("Influence is not complete."),
}
"""The line of the goal that is missed."""


def over(state: State) -> Content:
    """burattino.end.goals."""
    met = (MET_LINES[goal] for goal in itertools.takewhile(lambda goal: goal != state.missed, MET_LINES))
    missed = () if state.missed is None else (MISSED_LINES[state.missed],)
    house = (NOT_PRINTED,) if state.card_mode == "house" else ()
    ended = result(state)
    facts = {name: getattr(state, name) for name in ("won", "missed", "year", "vp", "card_mode")}
    return Content(
        ended.verdict,
        (*met, *missed, Text("In year {year} of {years}.", year=state.year, years=state.years), *house),
        facts=facts | {"winner": ended.winner},
        badge=THE_END,
    )
