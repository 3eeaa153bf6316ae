"""Words that several parts share: what he does, why a line of the menu is blocked, the marks of a card."""

from collections.abc import Iterable
from typing import Any

from engines.burattino.pieces import (
    CARD_LIRA,
    EVENT_PRICE,
    KIND_NAMES,
    MARKS,
    PLACES,
    SPACE_PRICE,
    UNKNOWN_SPACE,
    Kind,
    Season,
    letters,
)
from engines.burattino.state import PAID_LINES, State
from engines.kit.contract import Choice, Marks, Order
from engines.kit.text import Icon, Text

Lines = tuple[Text | Order, ...]
Deed = tuple[Text, Lines]
"""A headline, and the lines below it; an order that is not pending is omitted."""
NOT_PRINTED = Text("{icon} House deck, not the printed cards.", icon=Icon.WARNING)
TRADES = {
    "take1": Text("Take 1 lira from him"),
    "give1": Text("Give him 1 lira"),
    "swap_cards": Text("Swap cards"),
    "grape": Text("Age a grape"),
    "wine": Text("Age a wine"),
    "personality": Text("Swap personality cards"),
}
MENU_LINES = {
    "retrieve": Text("Free a space (he pays {price} lira)", price=SPACE_PRICE),
    "use_H": Text("He innovates (H)"),
    "help_H": Text("He helps pay for {action}", action="H"),
    "use_P": Text("He gains influence (P)"),
    "help_P": Text("He helps pay for {action}", action="P"),
    "event": Text("He joins the event ({price} lira)", price=EVENT_PRICE),
    "africa": Text("He adds to the goal ({price} lira)", price=EVENT_PRICE),
    "trade": Text("Trade with my grande"),
    "aid": Text("My aid token benefits him, too"),
    "refresh": Text("Discard some of his cards"),
    "visitors": Text("Help: visitor cards"),
    "events": Text("Help: event cards"),
    "did_it": Text("We have met both goals"),
}
"""The lines of the menu."""
PRICES = {"retrieve": SPACE_PRICE, "event": EVENT_PRICE, "africa": EVENT_PRICE}
PRICES |= dict.fromkeys((*PAID_LINES, "take1"), 1)
"""The least lira that a line of the menu or a trade costs him; one without a price is free."""


def blocked_reason(state: State, line: str) -> Text | None:
    """Return why a line of the menu or a trade is blocked, if it is."""
    price = PRICES.get(line, 0)
    if (line, True) in {("use_H", state.used_h), ("use_P", state.used_p)}:
        return Text("already used")
    if line in {"africa", "swap_cards", "refresh"} and not state.has_card:
        return Text("he has no card")
    return Text("costs {price}, he has {lira}", price=price, lira=state.lira) if state.lira < price else None


def marks_ask(state: State, ids: str, season: Season) -> Marks:
    """Ask for the marks of a card: four, or as many as it has (burattino.ruling.marks)."""
    low, high = (MARKS, MARKS) if state.marks == "four" else (0, len(PLACES))
    pairs = zip(ids, letters(season), strict=True)
    options = tuple(Choice(name, Text("{letter}", letter=letter)) for name, letter in pairs)
    return Marks(options, low, high, advance=True)


# --- what he does ---


def deed(state: State) -> Deed:
    """Return the orders of the line that was chosen last, or the beginning of the season."""
    deeds = {
        "retrieve": _retrieval,
        "use_H": _innovation,
        "use_P": _influence,
        "help_H": _help_to_pay,
        "help_P": _help_to_pay,
        "event": _event_part,
        "africa": _contribution,
        "stay_out": _abstention,
        "aid": _aid_step,
        "refresh": _hand_change,
        "swap_cards": _card_swap,
    }
    if state.did.act in TRADE_LINES:
        return TRADE_HEADLINE, TRADE_LINES[state.did.act]
    return deeds.get(state.did.act, BEGINNINGS[state.season])(state)


def _spring(state: State) -> Deed:
    bonus = Text("Choose any spring bonus.")
    if state.has_bonus_tokens:
        bonus = Text("Choose a bonus with a token.")
    elif state.bars_last_bonus and state.year > 1:
        bonus = Text("Choose any but last year’s.")
    reveal = Order("reveal", Text("Reveal event and tiles."))
    return Text("Spring bonus"), (reveal, Order("rooster", bonus), Order("token", Text("Discard that token.")))


def _placement(state: State) -> Deed:
    """Return how summer and winter begin: with his card, or with his workers if the device knows it."""
    spaces = tuple(state.season_workers())
    n, unseen = len(spaces), state.card_mode == "table"
    text = Text("Put his workers on {spaces}.", spaces=spaces)
    if n == 1:
        text = Text("Put his worker on {spaces}.", spaces=spaces)
    if unseen:
        text = Text("Draw it, and put his workers on the marked actions.")
    workers = Order("workers", text) if n else Text("He places no worker.")
    headline = Text("His next card") if unseen else Text("His workers")
    return headline, (Order("card", Text("Draw it.")), workers)


def _fall(_: State) -> Deed:
    return Text("Fall bonus"), (Order("fall", Text("Choose one; the rooster stays.")),)


def _end(state: State) -> Deed:
    lines = (
        Order("limit", Text("Discard down to 5 cards.")),
        Order("discard", Text("Then discard any of his cards.")),
        Order("draw", Text("Then draw for him, only types he lacks, until he has {n}.", n=len(state.kinds))),
        Order("home", Text("Take his workers home.")),
    )
    return Text("The year ends"), lines


BEGINNINGS = {
    Season.SPRING: _spring,
    Season.SUMMER: _placement,
    Season.FALL: _fall,
    Season.WINTER: _placement,
    Season.END: _end,
}


def _retrieval(state: State) -> Deed:
    space = state.did.space
    if space == UNKNOWN_SPACE:
        back = Text("Take back 1 of his workers: he has {n}.", n=state.supply)
        return Text("He frees a space"), (Order("worker", back),)
    taken = Text("Take his worker from {space}.", space=space)
    return Text("He frees action {space}", space=space), (Order("worker", taken),)


def _innovation(_: State) -> Deed:
    return MENU_LINES["use_H"], (Order("tile", Text("Lay his tile. You gain any bonus.")),)


def _influence(_: State) -> Deed:
    token = Text("Advance the influence token. You gain no free structure.")
    return MENU_LINES["use_P"], (Order("influence", token),)


def _help_to_pay(state: State) -> Deed:
    return MENU_LINES[state.did.act], (Order("rest", Text("Pay the rest yourself.")),)


def _event_part(state: State) -> Deed:
    return Text("He joins the event"), (_aid_order(state), Order("influence", Text("Gain its influence once.")))


def _contribution(state: State) -> Deed:
    his = Text("Add to the goal: {kinds}.", kinds=_kind_names(state.did.given))
    given = Order("cards", his if state.track_hand else Text("Add 1 to 3 of his cards that fit the goal."))
    extra = Text("When the goal is met, you gain the extra 1 shown in the solo book.")
    return Text("He adds to the goal"), (given, extra)


def _abstention(_: State) -> Deed:
    return Text("He does not pay again"), ()


def _aid_step(state: State) -> Deed:
    return Text("His aid token"), (_aid_order(state), Text("He gains nothing else."))


def _hand_change(state: State) -> Deed:
    discarded, drawn = state.did.given, state.did.taken
    kept = () if discarded or drawn else (Text("He keeps all his cards."),)
    discard = Order("discard", Text("Discard for him: {kinds}.", kinds=_kind_names(discarded)))
    draw = Order("draw", Text("{icon} Draw for him: {kinds}.", icon=Icon.CARD, kinds=_kind_names(drawn)))
    return Text("His hand"), (*kept, discard, draw)


def _card_swap(state: State) -> Deed:
    did = state.did
    if not state.track_hand:
        return TRADE_HEADLINE, (Order("take", Text("Swap any number of your cards for as many of his.")),)
    taken = Order("take", Text("Take from him: {kinds}.", kinds=_kind_names(did.given)))
    given = Order("give", Text("Give him: {kinds}.", kinds=_kind_names(did.taken)))
    return TRADE_HEADLINE, (taken, given)


TRADE_HEADLINE = Text("You trade with him")
TRADE_LINES: dict[str, Lines] = {
    "take1": (),
    "give1": (),
    "grape": (Order("age", Text("Age 1 grape once; you may change its colour.")),),
    "wine": (Order("age", Text("Age 1 wine once; you may change its type.")),),
    "personality": (Order("give", Text("Give him your personality card, and take his.")),),
}
"""The lines of the trades that are always the same."""


def lira_line(state: State) -> Text | Order:
    """Return how his lira change if that is to be done, else what he has."""
    values: dict[str, Any] = {"icon": Icon.COIN, "lira": state.lira}
    if "lira" not in state.orders:
        return Text("{icon} He has {lira} lira.", **values)
    changes = {
        "": Text("{icon} Give him {n} lira: now {lira}.", n=CARD_LIRA, **values),
        "take1": Text("{icon} Take 1 lira from him: now {lira}.", **values),
        "give1": Text("{icon} Give him 1 lira: now {lira}.", **values),
    }
    paid = Text("{icon} Pay {n} of his lira: now {lira}.", n=state.did.paid, **values)
    return Order("lira", changes.get(state.did.act, paid))


def _aid_order(state: State) -> Order:
    return Order("aid", Text("Advance his aid token to step {n} and do what his card says.", n=state.aid))


def _kind_names(kinds: Iterable[Kind]) -> tuple[Text, ...]:
    return tuple(KIND_NAMES[kind] for kind in kinds)
