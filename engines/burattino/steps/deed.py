"""What he did last, as a headline and what is to be done."""

from engines.burattino.deck import MARKS
from engines.burattino.pieces import CARD_LIRA, UNKNOWN, Season
from engines.burattino.state import State
from engines.burattino.steps.shared import TRADES, kinds_of
from engines.kit.contract import Order
from engines.kit.text import Icon, Text

Lines = tuple[Text | Order, ...]
Told = tuple[Text | Order, Lines]
"""A headline, and what is to be done."""


def told(state: State) -> Told:
    """Return what is to be done for the line that was chosen last, or at the beginning of the season."""
    told = {
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
    return told.get(state.did.act, BEGINNINGS[state.season])(state)


def _spring(state: State) -> Told:
    bonus: Lines
    if state.once:
        bonus = (Text("Take a bonus with a token."), Order("token", Text("Discard that token.")))
    elif state.difficulty == "demi" or state.year == 1:
        bonus = (Text("Take any spring bonus."),)
    else:
        bonus = (Text("Not on last year’s bonus."),)
    return Order("rooster", Text("Place the rooster")), (*bonus, Order("reveal", Text("Reveal event and tiles.")))


def _placed(state: State) -> Told:
    """Summer and winter begin with his workers."""
    n = len(state.standing())
    if state.card_mode == "table":
        return Order("card", Text("Draw his card")), (Order("workers", _on_marks(state)),)
    if n == 0:
        return Text("Place no worker"), ()
    spaces = tuple(state.standing())
    placed = Order("workers", Text("Put 1 each on {spaces}.", spaces=spaces))
    return Text("Place his worker") if n == 1 else Text("Place his workers"), (placed,)


def _on_marks(state: State) -> Text:
    """Return where his workers go, where the device was not told; four, or all that he has (burattino.deck.table)."""
    n = len(state.standing())
    if n == MARKS:
        return Text("Put a worker on each mark.")
    return Text("Put {n} worker on marks.", plural="Put {n} workers on marks.", n=n)


def _fall(_: State) -> Told:
    return Order("fall", Text("Take a fall bonus")), (Text("Do not move your rooster."),)


def _end(state: State) -> Told:
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
    """Return what happens to his hand at the end of the year (burattino.end.draw, burattino.ruling.last_hand)."""
    size = len(state.kinds)
    if state.last_year:
        return ()
    discard = Order("discard", Text("Discard any of his cards."))
    if not state.track_hand:
        return discard, Order("draw", Text("Draw him types that he lacks, up to {n}.", n=size))
    return (discard,)


def _retrieved(state: State) -> Told:
    space = state.did.space
    if space == UNKNOWN:
        back = Text("Take back 1 worker: he has {n}.", n=state.supply)
        return Text("Free a space"), (Order("worker", back),)
    taken = Text("Take his worker from {space}.", space=space)
    return Text("Free space {space}", space=space), (Order("worker", taken),)


def _innovated(state: State) -> Told:
    lines = (Order("tile", Text("Lay the tile he takes.")), OVAL)
    return Text("He innovates for {n}", n=state.did.paid), lines


def _influenced(state: State) -> Told:
    lines = (Order("influence", Text("Move the influence token.")), Text("You gain no free structure."))
    return Text("He gains influence for {n}", n=state.did.paid), lines


def _helped(state: State) -> Told:
    bonus = (OVAL,) if state.did.act == "help_H" else ()
    return Text("He helps with {n}", n=state.did.paid), (Order("rest", Text("You pay the rest.")), *bonus)


OVAL = Text("An oval’s bonus is yours.")


def _took_part(state: State) -> Told:
    aided = (_step(state),) if state.event == "oceania" else ()
    lines = (*aided, Order("influence", Text("Gain its influence once.")))
    return Text("He takes part for {n}", n=state.did.paid), lines


def _contributed(state: State) -> Told:
    his = Text("Add his cards: {kinds}.", kinds=kinds_of(state.did.given))
    given = Order("cards", his if state.track_hand else Text("Add 1 to 3 of his cards that fit."))
    extra = Text("When the goal is met, gain the extra 1 that the solo book shows.")
    return Text("Add his cards to the goal"), (given, extra)


def _stayed_out(_: State) -> Told:
    return Text("He does not pay again"), ()


def _advanced(state: State) -> Told:
    return Text("Move his aid token"), (_step(state), Text("He gains nothing else."))


def _refreshed(state: State) -> Told:
    gone, come = state.did.given, state.did.taken
    if not gone and not come:
        return Text("Change his hand"), (Text("He keeps all his cards."),)
    lines = (Order("discard", Text("Discard his cards: {kinds}.", kinds=kinds_of(gone))),) if gone else ()
    text = Text("{icon} Draw for him: {kinds}.", icon=Icon.CARD, kinds=kinds_of(come))
    drawn = (Order("draw", text),) if come else ()
    return Text("Change his hand"), (*lines, *drawn)


def _swapped(state: State) -> Told:
    did = state.did
    if not state.track_hand:
        return TRADES["swap_cards"], (Order("take", Text("Take any number of his, and give him as many.")),)
    taken = Order("take", Text("Take his cards: {kinds}.", kinds=kinds_of(did.given)))
    given = Order("give", Text("Give him yours: {kinds}.", kinds=kinds_of(did.taken)))
    return TRADES["swap_cards"], (taken, given)


TRADE_LINES: dict[str, Lines] = {
    "take1": (),
    "give1": (),
    "grape": (Text("Once, on your crush pad."), Text("You may change its colour.")),
    "wine": (Text("Once, in your cellar."), Text("You may change its type.")),
    "personality": (Order("give", Text("Give him yours and take his.")), Text("He gains nothing from it.")),
}
"""What is to be done for the trades that say it in few words."""


def lira_line(state: State) -> Text | Order:
    """Return what he has, and what changed it last."""
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
