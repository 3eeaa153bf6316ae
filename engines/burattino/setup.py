"""Options of a play with Burattino, its start, and what of it is worth keeping."""

from collections.abc import Iterator

import msgspec

from engines.burattino.deck import BURATTINO, CARDS, Card
from engines.burattino.pieces import MOST, WORKERS, Kind, book
from engines.burattino.state import Phase, State
from engines.kit.contract import Choice
from engines.kit.options import Choose, Count, Embed, Option, Options, Source, Switch, house_rule
from engines.kit.screens import Content
from engines.kit.text import Text

LEVELS = (
    Choice("demi", Text("Demi"), note=Text("Easier: every spring bonus is allowed every year.")),
    Choice("standard", Text("Standard"), note=Text("No rule changes.")),
    Choice("magnum", Text("Magnum"), note=Text("Harder: each spring bonus once in the game.")),
    Choice(
        "double_magnum",
        Text("Double-Magnum"),
        note=Text("As Magnum; H has no overlay tile and keeps its own innovation tile."),
    ),
    Choice("imperial", Text("Imperial"), note=Text("Harder: the influence token begins 2 spaces further left.")),
    Choice("salmanazar", Text("Salmanazar"), note=Text("Harder: 5 years instead of 6.")),
)
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
MODES = (
    Choice("table", Text("on the table"), note=Text("You draw his cards and place his workers.")),
    Choice("marks", Text("on the table, marks entered"), note=Text("You draw his cards and tell their marks.")),
    Choice("recognised", Text("on the table, taught once"), note=Text("You tell marks until a taught card fits them.")),
    Choice("taught", Text("the device’s, taught once"), note=Text("The device deals the cards that you taught it.")),
    Choice("house", Text("house deck"), note=Text("The device deals a deck that is not the printed one.")),
)
OFFER = Text("The number of lira that is highlighted first when he pays.")
TAUGHT = ("taught", "recognised")
"""The modes in which the device is taught his deck."""
ENTERED = ("marks", *TAUGHT)
"""The modes in which marks are entered."""


SOURCES = (Source("burattino", Text("Burattino cards"), "deck", option="card_mode", values=("taught", "house")),)
DECKS = (BURATTINO,)


def options() -> tuple[Option, ...]:
    """Return what is to be settled before a play (burattino.setup.level, burattino.setup.event)."""
    return (
        Choose("difficulty", Text("Level"), LEVELS, "standard"),
        Choose("event", Text("Event deck"), _choices(EVENTS), "greengully"),
        Switch("structures", Text("Structures"), default=False, note=Text("He has a structure card in hand too.")),
        Choose("card_mode", Text("His cards"), MODES, "table"),
        Embed("cards", Text("Taught deck"), "burattino", Text("none yet"), option="card_mode", values=TAUGHT),
        house_rule("marks", Text("Marks on a card"), book(), "burattino.ruling.marks", "card_mode", ENTERED),
        Switch("track_hand", Text("Hand helper"), default=False, note=Text("The device keeps the types in his hand.")),
        Count("price_h", Text("Action H: first offer"), 0, MOST, 1, note=OFFER),
        Count("price_p", Text("Action P: first offer"), 0, MOST, 1, note=OFFER),
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


def learned_options(state: State) -> Options | None:
    """Return a deck that was taught whole in this play, and what he last paid for H and P where it is new."""
    found: Options = {}
    if state.taught and len(state.faces) == CARDS:
        head = {"origin": "entered from the cards", "confidence": "as entered", "name": "taught"}
        found["cards"] = BURATTINO.learned_file("burattino", state.faces, **head)
    for name, paid, known in (("price_h", state.paid_h, state.price_h), ("price_p", state.paid_p, state.price_p)):
        price = min(paid, MOST)
        if price not in {0, known}:
            found[name] = price
    return found or None


def put_away(state: State) -> tuple[Content, ...]:
    """Return where his things go after the play (burattino.setup.level, burattino.setup.event)."""
    lira = (Text("Put back his {n} lira.", n=state.lira),) if state.lira else ()
    dealt = state.card_mode in {"house", "taught"}
    cards = () if dealt else (Text("Put his {n} cards together.", n=CARDS),)
    return (
        Content(Text("The board"), tuple(_board(state))),
        Content(
            Text("His pieces"),
            (
                Text("Put his {n} workers and his VP token with their colours.", n=WORKERS),
                *lira,
                Text("Put his open cards into their decks."),
                *cards,
            ),
        ),
        Content(
            Text("Cards taken out"),
            (
                Text("Put back the cards that you took out, black-bordered ones, too."),
                *AFTER_EVENT.get(state.event, ()),
            ),
        ),
    )


def _board(state: State) -> Iterator[Text]:
    if state.difficulty == "double_magnum":
        yield Text("Take the normal innovation tile N for his.")
    else:
        yield Text("Take his overlay off action H.")
        yield Text("Take the normal innovation tiles H and N for his.")
    yield Text("Take his tile off the trade diagram.")
    if state.once:
        yield Text("Take the tokens off the spring bonuses.")


AFTER_EVENT = {
    "north_america": (Text("Take the normal fame track card B for his."),),
    "oceania": (Text("Put his 2 Shared Knowledge cards together."),),
    "south_america": (Text("Put his personality card back, if he has one."),),
}
"""What each event deck left with him; nothing where it is not named."""


def _choices(names: dict[str, Text]) -> tuple[Choice, ...]:
    return tuple(Choice(key, name) for key, name in names.items())
