"""Words that several parts share: what he did last, why a line of the menu is blocked, the marks of a card."""

from collections.abc import Iterable

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
Deed = tuple[Text | Order, Lines]
"""A headline, and the lines below it."""
NOT_PRINTED = Text("{icon} House deck, not the printed cards.", icon=Icon.WARNING)
TRADES = {
    "take1": Text("Take 1 lira from him"),
    "give1": Text("Give him 1 lira"),
    "swap_cards": Text("Swap cards"),
    "grape": Text("Age a grape"),
    "wine": Text("Age a wine"),
    "personality": Text("Swap personality cards"),
}
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
    return Text("needs {price}, has {lira}", price=price, lira=state.lira) if state.lira < price else None


def marks_ask(state: State, ids: str, season: Season) -> Marks:
    """Ask for the marks of a card: four, or as many as it has (burattino.ruling.marks)."""
    low, high = (MARKS, MARKS) if state.marks == "four" else (0, len(PLACES))
    pairs = zip(ids, letters(season), strict=True)
    options = tuple(Choice(name, Text("{letter}", letter=letter)) for name, letter in pairs)
    return Marks(options, low, high, advance=True)


# --- what he did last ---


def deed(state: State) -> Deed:
    """Return the orders of the line that was chosen last, or of the beginning of the season."""
    deeds = {
        "retrieve": _retrieved,
        "use_H": _innovated,
        "use_P": _influenced,
        "help_H": _helped,
        "help_P": _helped,
        "event": _took_part,
        "africa": _contributed,
        "stay_out": _stayed_out,
        "aid": _advanced,
        "refresh": _refreshed,
        "swap_cards": _swapped,
    }
    if state.did.act in TRADE_LINES:
        headline = TRADES[state.did.act]
        aged = state.did.act in {"grape", "wine"}
        return Order("age", headline) if aged else headline, TRADE_LINES[state.did.act]
    return deeds.get(state.did.act, BEGINNINGS[state.season])(state)


def _spring(state: State) -> Deed:
    bonus: Lines
    if state.has_bonus_tokens:
        bonus = (Text("Take a bonus with a token."), Order("token", Text("Discard that token.")))
    elif state.difficulty == "demi" or state.year == 1:
        bonus = (Text("Take any spring bonus."),)
    else:
        bonus = (Text("Not on last year’s bonus."),)
    return Order("rooster", Text("Place the rooster")), (*bonus, Order("reveal", Text("Reveal event and tiles.")))


def _placed(state: State) -> Deed:
    """Return how summer and winter begin: with his workers."""
    spaces = tuple(state.season_workers())
    n = len(spaces)
    if state.card_mode == "table":
        text = Text("Put {n} worker on marks.", plural="Put {n} workers on marks.", n=n)
        on_marks = Text("Put a worker on each mark.") if n == MARKS else text
        return Order("card", Text("Draw his card")), (Order("workers", on_marks),)
    if n == 0:
        return Text("Place no worker"), ()
    placed = Order("workers", Text("Put 1 each on {spaces}.", spaces=spaces))
    return Text("Place his worker") if n == 1 else Text("Place his workers"), (placed,)


def _fall(_: State) -> Deed:
    return Order("fall", Text("Take a fall bonus")), (Text("Do not move your rooster."),)


def _end(state: State) -> Deed:
    home = Order("home", Text("Take his workers home."))
    return Text("End the year"), (Order("limit", Text("Discard down to 5 cards.")), *_hand(state), home)


BEGINNINGS = {
    Season.SPRING: _spring,
    Season.SUMMER: _placed,
    Season.FALL: _fall,
    Season.WINTER: _placed,
    Season.END: _end,
}


def _hand(state: State) -> Lines:
    """Return the orders for his hand at the end of the year (burattino.end.draw, burattino.ruling.last_hand)."""
    size = len(state.kinds)
    if state.last_year:
        return ()
    discard = Order("discard", Text("Discard any of his cards."))
    if not state.track_hand:
        return discard, Order("draw", Text("Draw him types that he lacks, up to {n}.", n=size))
    return (discard,)


def _retrieved(state: State) -> Deed:
    space = state.did.space
    if space == UNKNOWN_SPACE:
        back = Text("Take back 1 worker: he has {n}.", n=state.supply)
        return Text("Free a space"), (Order("worker", back),)
    taken = Text("Take his worker from {space}.", space=space)
    return Text("Free space {space}", space=space), (Order("worker", taken),)


def _innovated(state: State) -> Deed:
    lines = (Order("tile", Text("Lay the tile he takes.")), OVAL)
    return Text("He innovates for {n}", n=state.did.paid), lines


def _influenced(state: State) -> Deed:
    lines = (Order("influence", Text("Move the influence token.")), Text("You gain no free structure."))
    return Text("He gains influence for {n}", n=state.did.paid), lines


def _helped(state: State) -> Deed:
    bonus = (OVAL,) if state.did.act == "help_H" else ()
    return Text("He helps with {n}", n=state.did.paid), (Order("rest", Text("You pay the rest.")), *bonus)


OVAL = Text("An oval’s bonus is yours.")


def _took_part(state: State) -> Deed:
    aided = (_step(state),) if state.event == "oceania" else ()
    lines = (*aided, Order("influence", Text("Gain its influence once.")))
    return Text("He takes part for {n}", n=state.did.paid), lines


def _contributed(state: State) -> Deed:
    his = Text("Add his cards: {kinds}.", kinds=_kind_names(state.did.given))
    given = Order("cards", his if state.track_hand else Text("Add 1 to 3 of his cards that fit."))
    extra = Text("When the goal is met, gain the extra 1 that the solo book shows.")
    return Text("Add his cards to the goal"), (given, extra)


def _stayed_out(_: State) -> Deed:
    return Text("He does not pay again"), ()


def _advanced(state: State) -> Deed:
    return Text("Move his aid token"), (_step(state), Text("He gains nothing else."))


def _refreshed(state: State) -> Deed:
    gone, come = state.did.given, state.did.taken
    if not gone and not come:
        return Text("Change his hand"), (Text("He keeps all his cards."),)
    lines = (Order("discard", Text("Discard his cards: {kinds}.", kinds=_kind_names(gone))),) if gone else ()
    text = Text("{icon} Draw for him: {kinds}.", icon=Icon.CARD, kinds=_kind_names(come))
    drawn = (Order("draw", text),) if come else ()
    return Text("Change his hand"), (*lines, *drawn)


def _swapped(state: State) -> Deed:
    did = state.did
    if not state.track_hand:
        return TRADES["swap_cards"], (Order("take", Text("Take any number of his, and give him as many.")),)
    taken = Order("take", Text("Take his cards: {kinds}.", kinds=_kind_names(did.given)))
    given = Order("give", Text("Give him yours: {kinds}.", kinds=_kind_names(did.taken)))
    return TRADES["swap_cards"], (taken, given)


TRADE_LINES: dict[str, Lines] = {
    "take1": (),
    "give1": (),
    "grape": (Text("Once, on your crush pad."), Text("You may change its colour.")),
    "wine": (Text("Once, in your cellar."), Text("You may change its type.")),
    "personality": (Order("give", Text("Give him yours and take his.")), Text("He gains nothing from it.")),
}
"""The lines of the trades that are always the same."""


def lira_line(state: State) -> Text | Order:
    """Return his lira, and their last change."""
    change, lira = _change(state), state.lira
    if change == 0:
        return Text("{icon} He has {lira} lira.", icon=Icon.COIN, lira=lira)
    if change > 0:
        text = Text("{icon} Give him {n} lira: now {lira}.", icon=Icon.COIN, n=change, lira=lira)
    elif state.did.act == "take1":
        text = Text("{icon} Take {n} lira: now {lira}.", icon=Icon.COIN, n=-change, lira=lira)
    else:
        text = Text("{icon} He pays {n} lira: now {lira}.", icon=Icon.COIN, n=-change, lira=lira)
    return Order("lira", text)


def _change(state: State) -> int:
    act = state.did.act
    if state.did.corrected:
        return 0
    if act == "" and state.season in {Season.SUMMER, Season.WINTER}:
        return CARD_LIRA
    return {"take1": -1, "give1": 1}.get(act, -state.did.paid)


def _step(state: State) -> Order:
    return Order("aid", Text("Advance his aid token to {n}: do as his card says.", n=state.aid))


def _kind_names(kinds: Iterable[Kind]) -> tuple[Text, ...]:
    return tuple(KIND_NAMES[kind] for kind in kinds)
