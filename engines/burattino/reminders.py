"""Rules that are told because of what a play is, where nothing is computed: the reasons of reminders."""

from collections.abc import Iterator

from engines.burattino.deck import double, odd
from engines.burattino.pieces import EVENT
from engines.burattino.state import State
from engines.kit.contract import Reason


def board(state: State) -> Iterator[Reason]:
    """Yield the rules by which the board is laid."""
    level = {"difficulty": state.difficulty}
    easy = state.difficulty != "double_magnum"
    yield Reason("burattino.setup.influence", level)
    if state.difficulty == "imperial":
        yield Reason("burattino.ruling.position_2")
    yield Reason("burattino.setup.overlay", level, {"overlay": easy})
    yield Reason("burattino.setup.tiles", level, {"tiles": ["H", "N"] if easy else ["N"]})
    if not easy:
        yield Reason("burattino.ruling.tile_n")
    yield Reason("burattino.setup.trade")
    if state.once:
        yield Reason("burattino.setup.tokens")
    yield Reason("burattino.setup.two_players")
    yield Reason("burattino.setup.yours")


def pieces(state: State) -> Iterator[Reason]:
    """Yield the rules by which he gets his pieces."""
    yield Reason("burattino.setup.only", {}, {"lira": state.lira})
    yield Reason("burattino.setup.workers", {}, {"supply": state.supply})
    yield Reason("burattino.setup.vp", {}, {"vp": state.vp})
    yield Reason("burattino.setup.hand", {}, {"hand": list(state.owned)})
    yield Reason("burattino.setup.cards")
    yield Reason(f"burattino.deck.{state.card_mode}", {"card_mode": state.card_mode})


def purse() -> Iterator[Reason]:
    """Yield the rules about his lira, his workers and his cards that hold throughout."""
    for rule in ("general.yours", "lira.sources", "pay.only", "ruling.oval_mark", "ruling.discards"):
        yield Reason(f"burattino.{rule}")


def deck(state: State) -> Iterator[Reason]:
    """Yield the ruling about what is unusual in a taught deck."""
    strange = [card.id for card in odd(state.faces)]
    yield Reason("burattino.ruling.marks", {"odd": strange, "double": double(state.faces)})


def event_deck(state: State) -> Iterator[Reason]:
    """Yield the rules of the event deck."""
    for rule in EVENTS[state.event]:
        yield Reason(rule)


def events(state: State) -> Iterator[Reason]:
    """Yield the rules about events."""
    yield Reason("burattino.event.player")
    if state.part == "event":
        yield Reason("burattino.event.pay", {}, {"paid": EVENT})
    yield from event_deck(state)


def spring(state: State) -> Iterator[Reason]:
    """Yield the rules about the spring bonus."""
    year = {"year": state.year}
    if state.once:
        yield Reason("burattino.spring.once", year)
    elif state.difficulty == "demi":
        yield Reason("burattino.spring.free", year)
    else:
        yield Reason("burattino.spring.standard", year)
        if state.year == 1:
            yield Reason("burattino.ruling.first_spring", year)


def year_end(state: State) -> Iterator[Reason]:
    """Yield the rules about his workers and his hand at the end of a year."""
    yield Reason("burattino.end.workers")
    if state.last_year:
        yield Reason("burattino.ruling.last_hand", {"year": state.year})
        if state.difficulty == "salmanazar":
            yield Reason("burattino.ruling.sixth_event")
        return
    yield Reason("burattino.end.discard")
    yield Reason("burattino.end.draw", {"lacks": list(state.lacks)} if state.track_hand else {})
    yield Reason("burattino.end.duplicates")


def visitors() -> Iterator[Reason]:
    """Yield the rules about visitors that concern others."""
    for rule in ("nothing", "discard", "gives", "you_say"):
        yield Reason(f"burattino.visitor.{rule}")


EVENTS = {
    "africa": ("burattino.africa.contribute", "burattino.africa.extra"),
    "asia": ("burattino.asia.none",),
    "europe": ("burattino.europe.objectives",),
    "greengully": ("burattino.greengully.yours", "burattino.greengully.no_event"),
    "north_america": ("burattino.north_america.card", "burattino.north_america.marker"),
    "oceania": ("burattino.oceania.card", "burattino.oceania.shared", "burattino.oceania.paid"),
    "south_america": (
        "burattino.south_america.vp",
        "burattino.south_america.hold",
        "burattino.south_america.nothing",
        "burattino.south_america.trade",
    ),
}
"""The rules of each event deck."""
TRADES = {
    "take1": "burattino.trade.lira",
    "give1": "burattino.trade.lira",
    "swap_cards": "burattino.trade.cards",
    "grape": "burattino.trade.grape",
    "wine": "burattino.trade.wine",
    "personality": "burattino.south_america.trade",
}
"""The rule of each trade."""
