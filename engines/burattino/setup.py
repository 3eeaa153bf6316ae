"""Options of a play with Burattino, its start, and what of it is worth keeping."""

import msgspec

from engines.burattino.deck import BURATTINO, CARDS, Card
from engines.burattino.pieces import MOST, Kind, book
from engines.burattino.state import Phase, State
from engines.contract import Choice
from engines.options import Choose, Count, Embed, Option, Options, Switch, house_rule
from engines.text import Text

LEVELS = {
    "demi": Text("Demi: any spring bonus"),
    "standard": Text("Standard: no rule changes"),
    "magnum": Text("Magnum: each spring bonus once"),
    "double_magnum": Text("Double-Magnum: Magnum, no H"),
    "imperial": Text("Imperial: influence 2 further left"),
    "salmanazar": Text("Salmanazar: 5 years"),
}
EVENTS = {
    "greengully": Text("Greengully"),
    "africa": Text("Africa"),
    "asia": Text("Asia"),
    "europe": Text("Europe"),
    "north_america": Text("North America"),
    "oceania": Text("Oceania"),
    "south_america": Text("South America"),
}
"""Greengully is the introduction, so it comes first."""
MODES = {
    "table": Text("on the table"),
    "marks": Text("on the table, marks entered"),
    "recognised": Text("on the table, taught once"),
    "taught": Text("the device’s, taught once"),
    "house": Text("house deck, not the printed cards"),
}
TAUGHT = ("taught", "recognised")
"""The modes in which the device is taught his deck."""
ENTERED = ("marks", *TAUGHT)
"""The modes in which marks are entered."""


def options() -> tuple[Option, ...]:
    """Return what is to be settled before a play (burattino.setup.level, burattino.setup.event)."""
    return (
        Choose("difficulty", Text("Level"), _choices(LEVELS), "standard"),
        Choose("event", Text("Event deck"), _choices(EVENTS), "greengully"),
        Switch("structures", Text("Structures"), default=False),
        Choose("card_mode", Text("His cards"), _choices(MODES), "table"),
        Embed("cards", Text("Taught deck"), "burattino", Text("none yet"), option="card_mode", values=TAUGHT),
        house_rule("marks", Text("Marks on a card"), book().ruled("burattino.ruling.marks"), "card_mode", ENTERED),
        Switch("track_hand", Text("Hand helper"), default=False),
        Count("price_h", Text("Action H: first offer"), 0, MOST, 1),
        Count("price_p", Text("Action P: first offer"), 0, MOST, 1),
    )


def start(options: Options) -> State:
    """Return the state before the first step (burattino.setup.only, burattino.setup.workers, burattino.setup.hand)."""
    faces = options.get("cards", {"cards": []})["cards"]
    kinds: tuple[Kind, ...] = ("vine", "order", "summer", "winter")
    return State(
        at=Phase.LAY_BOARD,
        difficulty=options["difficulty"],
        event=options["event"],
        structures=options["structures"],
        card_mode=options["card_mode"],
        marks=options["marks"],
        track_hand=options["track_hand"],
        price_h=options["price_h"],
        price_p=options["price_p"],
        hand=dict.fromkeys((*kinds, "structure") if options["structures"] else kinds, 1),
        faces=msgspec.convert(faces, list[Card]),
    )


def learned(state: State) -> Options | None:
    """Return a deck that was taught whole in this play, and what he last paid for H and P where it is new."""
    found: Options = {}
    if state.taught and len(state.faces) == CARDS:
        head = {"origin": "entered from the cards", "confidence": "as entered", "name": "taught"}
        found["cards"] = BURATTINO.learned("burattino", state.faces, **head)
    for name, paid, known in (("price_h", state.paid_h, state.price_h), ("price_p", state.paid_p, state.price_p)):
        price = min(paid, MOST)
        if price not in {0, known}:
            found[name] = price
    return found or None


def _choices(names: dict[str, Text]) -> tuple[Choice, ...]:
    return tuple(Choice(key, name) for key, name in names.items())
