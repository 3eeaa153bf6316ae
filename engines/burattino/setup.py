"""Options of a play with Burattino, its start, what it teaches, and how its pieces are put away."""

from collections.abc import Iterator

import msgspec

from engines.burattino.pieces import BURATTINO, CARDS, MAX_PIECES, WORKERS, Card
from engines.burattino.state import Phase, State, book
from engines.kit.contract import Choice
from engines.kit.options import Choose, Count, Embed, Option, Options, Source, Switch, house_rule
from engines.kit.screens import Content
from engines.kit.text import Text

LEVELS = (
    Choice("demi", Text("Demi"), note=Text("Easier: every spring bonus is allowed every year.")),
    Choice("standard", Text("Standard"), note=Text("No rule changes.")),
    Choice("magnum", Text("Magnum"), note=Text("Harder: you can choose each spring bonus only once in the game.")),
    Choice(
        "double_magnum",
        Text("Double-Magnum"),
        note=Text("As Magnum, and action H has no overlay and keeps its own innovation tile."),
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
"""The event decks; Greengully is the introduction, so it comes first."""
MODES = (
    Choice("table", Text("on the table"), note=Text("You draw his cards and place his workers.")),
    Choice("marks", Text("on the table, marks entered"), note=Text("You draw his cards and enter their marks.")),
    Choice("recognised", Text("on the table, taught once"), note=Text("You enter marks until one taught card fits.")),
    Choice("taught", Text("the device’s, taught once"), note=Text("The device deals the deck that you taught it.")),
    Choice("house", Text("house deck"), note=Text("The device deals a deck that is not the printed one.")),
)
OFFER_NOTE = Text("The number of lira that is highlighted first when he pays.")
TAUGHT_MODES = ("taught", "recognised")
"""The modes in which the device is taught his deck."""
ENTERED_MODES = ("marks", *TAUGHT_MODES)
"""The modes in which the player enters marks."""
SOURCES = (Source("burattino", Text("Burattino cards"), "deck", option="card_mode", values=("taught", "house")),)
DECKS = (BURATTINO,)


def options() -> tuple[Option, ...]:
    """Return the options to be chosen before a play (burattino.setup.level, burattino.setup.event)."""
    return (
        Choose("difficulty", Text("Level"), LEVELS, "standard"),
        Choose("event", Text("Event deck"), tuple(Choice(*event) for event in EVENTS.items()), "greengully"),
        Switch("structures", Text("Structures"), default=False, note=Text("He has a structure card in his hand, too.")),
        Choose("card_mode", Text("His cards"), MODES, "table"),
        Embed("cards", Text("Taught deck"), "burattino", Text("none yet"), option="card_mode", values=TAUGHT_MODES),
        house_rule("marks", Text("Marks on a card"), book(), "burattino.ruling.marks", "card_mode", ENTERED_MODES),
        Switch("track_hand", Text("Hand helper"), default=False, note=Text("The device knows the types in his hand.")),
        Count("price_h", Text("Action H: usual price"), 0, MAX_PIECES, 1, note=OFFER_NOTE),
        Count("price_p", Text("Action P: usual price"), 0, MAX_PIECES, 1, note=OFFER_NOTE),
    )


def start(options: Options) -> State:
    """Return the state before the first step (burattino.setup.only, burattino.setup.workers, burattino.setup.hand)."""
    deck = options.get("cards", {"cards": []})
    fields = {name: value for name, value in options.items() if name != "cards"}
    state = State(at=Phase.LAY_BOARD, hand={}, faces=msgspec.convert(deck["cards"], list[Card]), **fields)
    state.hand = dict.fromkeys(state.kinds, 1)
    return state


def learned_options(state: State) -> Options | None:
    """Return a deck that was taught whole in this play, and new prices that he paid for H and P."""
    learned: Options = {}
    if state.taught and len(state.faces) == CARDS:
        head = {"origin": "entered from the cards", "confidence": "as entered", "name": "taught"}
        learned["cards"] = BURATTINO.learned_file("burattino", state.faces, **head)
    for name, paid, known in (("price_h", state.paid_h, state.price_h), ("price_p", state.paid_p, state.price_p)):
        price = min(paid, MAX_PIECES)
        if price not in {0, known}:
            learned[name] = price
    return learned or None


def put_away(state: State) -> tuple[Content, ...]:
    """Return where his things go after the play (burattino.setup.level, burattino.setup.event)."""
    lira = (Text("Put back his {n} lira.", n=state.lira),) if state.lira else ()
    cards = () if state.is_dealt else (Text("Put his {n} Burattino cards together.", n=CARDS),)
    pieces = Text("Put his {n} workers and his VP token with their colours.", n=WORKERS)
    removed = Text("Put back the cards that you took out, the black-bordered ones, too.")
    return (
        Content(Text("The board"), tuple(_board_lines(state))),
        Content(Text("His pieces"), (pieces, *lira, Text("Put his face-up cards back into their decks."), *cards)),
        Content(Text("Cards taken out"), (removed, *EVENT_CARDS.get(state.event, ()))),
    )


def _board_lines(state: State) -> Iterator[Text]:
    if state.difficulty == "double_magnum":
        yield Text("Replace his innovation tile N with the normal one.")
    else:
        yield Text("Take his overlay off action H.")
        yield Text("Replace his innovation tiles H and N with the normal ones.")
    yield Text("Take his tile off the trade diagram.")
    if state.has_bonus_tokens:
        yield Text("Take the tokens off the spring bonuses.")


EVENT_CARDS = {
    "north_america": (Text("Replace his fame track card B with the normal one."),),
    "oceania": (Text("Put his 2 Shared Knowledge cards together."),),
    "south_america": (Text("Put his personality card back, if he has one."),),
}
"""The cards of an event deck that he has after the play."""
