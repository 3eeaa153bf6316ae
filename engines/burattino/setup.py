"""Options of a play with Burattino, and its start."""

import msgspec

from engines.burattino.deck import Card
from engines.burattino.state import MOST, Kind, Phase, State, book
from engines.contract import Choice, Choose, Count, Embed, Option, Options, Switch
from engines.options import house_rule
from engines.text import Text

LEVELS = {
    "demi": Text("Demi"),
    "standard": Text("Standard"),
    "magnum": Text("Magnum"),
    "double_magnum": Text("Double-Magnum"),
    "imperial": Text("Imperial"),
    "salmanazar": Text("Salmanazar"),
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
    "taught": Text("the device’s, taught once"),
    "house": Text("house deck, not the printed cards"),
}
ENTERED = ("marks", "taught")
"""The modes in which marks are entered."""


def options() -> tuple[Option, ...]:
    """Return what is to be settled before a play (burattino.setup.level, burattino.setup.event)."""
    return (
        Choose("difficulty", Text("Level"), _choices(LEVELS), "standard"),
        Choose("event", Text("Event deck"), _choices(EVENTS), "greengully"),
        Switch("structures", Text("Structures"), default=False),
        Choose("card_mode", Text("His cards"), _choices(MODES), "table"),
        Embed("cards", Text("Taught deck"), "burattino", Text("none yet"), option="card_mode", values=("taught",)),
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


def _choices(names: dict[str, Text]) -> tuple[Choice, ...]:
    return tuple(Choice(key, name) for key, name in names.items())
