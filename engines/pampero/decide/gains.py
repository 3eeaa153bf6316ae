"""What VJ gains: the column of tower bonuses, a specialist card, and the money of a scoring."""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

from engines.kit.contract import Reason
from engines.kit.decisions import Decision, Question, Span, ask_numbers
from engines.pampero.card import UNKNOWN, Card
from engines.pampero.decide.read import Reader
from engines.pampero.pieces import SCORINGS, How, Ongoing
from engines.pampero.state import MARKER_DOLLARS, ONGOING, State


def amounts(key: str, rule: str, spans: Mapping[str, Span], facts: dict[str, Any]) -> Decision[dict[str, int]]:
    """Return several amounts, asked on one screen; one that can be nothing else is not asked."""
    likely = {name: span.likely for name, span in spans.items()}
    asked = {name: span for name, span in spans.items() if span.low < span.high}
    return likely | (yield from ask_numbers(key, rule, asked, facts))


# --- a column of tower bonuses ---

MAX_AMOUNTS = {"money": 50, "energy": 10, "battery": 12, "income": 6, "dozer": 6, "specialist": 2, "connection": 4}
"""The most that a column can bring, by kind, besides tiles."""
MAX_TILES = 12


class Gains(Struct, frozen=True):
    """The gains from a column, by kind; the income marker that it moves; and the cards as read by then."""

    amounts: dict[str, int]
    ongoing: tuple[Ongoing, ...]
    moved: str
    cards: tuple[Card, ...]


def column(state: State) -> Decision[Gains]:
    """Return what VJ takes of the tower bonus board (pampero.tower.zone to pampero.tower.whole)."""
    did = state.did
    assert did is not None  # a tower was built
    reader = Reader(state)
    zone = state.board.zone(did.sector)
    symbols = yield from reader.bonus(did.space, did.section, zone)
    tile = symbols.tile
    if tile == "rb":
        yield Reason("pampero.ruling.rb_symbol")
        tile = f"type:{yield from reader.rightmost()}"
    wanted = {"zone": zone, "tile": _symbol_values(tile), "printed": _symbol_values(symbols.printed)}
    columns = state.board.tower_bonus_board.columns_per_zone
    columns = columns.get(zone, UNKNOWN) if isinstance(columns, dict) else columns
    if symbols.printed.startswith("money"):
        yield Reason("pampero.ruling.money_symbol", {"printed": wanted["printed"]})
    for rule in ("tower.printed", "tower.most", "ruling.covered"):
        yield Reason(f"pampero.{rule}", {"zone": zone})
    facts = {"space": did.space, "sector": did.sector, **wanted, "columns": columns}
    found = yield from amounts("bonus_column", "pampero.tower.tile", _spans(state), facts)
    yield Reason("pampero.tower.zone", {"zone": zone})
    ongoing = yield from _ongoing(state, found["ongoing"])
    moved = ""
    if found["income"]:
        moved = yield from reader.rightmost()
        if state.board.income.last_space == UNKNOWN:
            question = Question("last_space", "pampero.specialist.last_space", likely=False, facts={"type": moved})
            found["last"] = int((yield question))
    yield from reader.reading_reason()
    return Gains(found, ongoing, moved, tuple(reader.cards))


def _ongoing(state: State, n: int) -> Decision[tuple[Ongoing, ...]]:
    """Return which ongoing tiles a column has; asked if there are others."""
    others = {str(tile): tile for tile in ONGOING if tile not in state.vj.ongoing}
    tiles = tuple(others)[:n]
    if tiles and n < len(others):
        tiles = yield Question("ongoing_tiles", "pampero.tower.spaces", ids=tuple(others), low=n, high=n)
    return tuple(others[tile] for tile in tiles)


def _symbol_values(symbol: str) -> list[str | int]:
    """Return a symbol as values: its kind, or the type of a tile; and its amount, or its text."""
    kind, _, value = symbol.partition(":")
    if kind == "type":
        return [value]
    return [kind, int(value) if value.isdigit() else value] if value else [kind]


def _spans(state: State) -> dict[str, Span]:
    """Return what a column can bring of each kind; one of its tiles is usual."""
    spans = {kind: Span(0, most, 0) for kind, most in MAX_AMOUNTS.items()}
    spans["battery"] = Span(0, state.board.supply.batteries_total - state.vj.batteries, 0)
    spans["ongoing"] = Span(0, len(ONGOING) - len(state.vj.ongoing), 0)
    return {"tiles": Span(0, MAX_TILES, 1)} | spans


# --- a specialist card ---


class CardTaken(Struct, frozen=True):
    """How VJ takes a card, and the type of your rightmost marker.

    `how`: by what those shown were narrowed to one, in order, in the end perhaps by you; or from the deck.
    """

    how: tuple[How, ...]
    your_type: str = ""


def specialist(state: State) -> Decision[CardTaken]:
    """Return how VJ takes a card (pampero.specialist.order)."""
    did = state.did
    assert did is not None  # VJ has acted
    yield Reason("pampero.specialist.scoring", {"due": list(state.due)})
    scorings = {"scorings_done": state.clock.scorings_done}
    if state.first_card_is_down():
        yield Reason("pampero.ruling.next_tile", scorings)
    refill = did.specialists[-1:] not in ([], [["deck"]])
    facts = scorings | {"number": len(did.specialists) + 1, "refill": refill}
    matching = yield _how_many("specialist_tile", facts)
    yield Reason("pampero.specialist.order", {"matching": matching})
    if matching == "one":
        return CardTaken(("tile",), did.your_type)
    yours = did.your_type
    if not yours:
        types = state.types()
        likely = state.you.rb_type if state.you.rb_type in types else types[-1]
        yours = yield Question("your_rightmost", "pampero.specialist.order", ids=types, likely=likely)
    return CardTaken((yield from _most_icons(state, yours, matching)), yours)


def _most_icons(state: State, yours: str, matching: str) -> Decision[tuple[How, ...]]:
    """Return how one was found by icons: of your type, then of VJ's among those still tied, then by you."""
    tied: tuple[How, ...] = ("tile",) if matching == "several" else ()
    facts = {"matching": matching}
    found = yield from _most_of_type(facts | {"whose": "yours", "type": yours})
    if found == "one":
        return (*tied, "yours")
    if found == "none" and not tied:
        yield Reason("pampero.specialist.order", {"found": "none"}, {"card": "deck"})
        return ("deck",)
    if found == "several":
        tied, facts = (*tied, "yours"), facts | {"most": yours}
    found = yield from _most_of_type(facts | {"whose": "vj", "type": (yield from Reader(state).rightmost())})
    if found != "none":
        tied = (*tied, "vj")
    return tied if found == "one" else (*tied, "you")


def _most_of_type(facts: dict[str, Any]) -> Decision[str]:
    """Return whether one, several or none of the cards still tied has most icons of a type."""
    found: str = yield _how_many("specialist_icons", facts)
    yield Reason("pampero.ruling.specialist_icons", facts, {"found": found})
    return found


def _how_many(key: str, facts: dict[str, Any]) -> Question:
    return Question(key, "pampero.specialist.order", ids=("one", "several", "none"), likely="one", facts=facts)


# --- a scoring ---

COMPARED_SPACES: dict[str, tuple[int, ...]] = {"first": (), "second": (1,), "final": (2, 3)}
"""Spaces of the majorities that are compared at a scoring."""
MAX_MARKER = 30
"""The most that a majority marker can be set to without a correction."""


class Tally(Struct, frozen=True):
    """VJ’s $ of a scoring, and the spaces with "!!" that he has covered."""

    money: int = 0
    marked: int = 0


def scoring(state: State) -> Decision[Tally]:
    """Return what VJ has of the scoring that was reached; nothing if none was (pampero.scoring.majority)."""
    if not state.is_scoring_due():
        return Tally()
    which = SCORINGS[state.clock.scorings_done]
    facts: dict[str, Any] = {"which": which, "round": state.clock.round}
    marked = 0
    if "2.7" in state.tiles and not state.marked:
        marked = yield Question("marked_spaces", "pampero.special.tile_27", low=0, high=30, likely=0, facts=facts)
        if marked:
            yield Reason("pampero.special.tile_27", {"marked": marked}, {"money": MARKER_DOLLARS * marked})
    spaces = COMPARED_SPACES[which]
    pairs = {space: state.majority[space - 1] for space in spaces}
    winners = [part for space, pair in pairs.items() for part in (space, winner(pair.vj, pair.you))]
    facts |= {
        "marked": marked,
        "pairs": [n for pair in pairs.values() for n in (pair.vj, pair.you)],
        "winners": winners,
    }
    rule = "pampero.scoring.majority" if pairs else "pampero.scoring.first"
    money = yield Question("scoring_money", rule, low=0, high=200, likely=0, facts=facts)
    return Tally(money, marked)


def winner(vj: int, you: int) -> Literal["vj", "you"]:
    """Return who has a majority: VJ wins ties (pampero.majority.tie)."""
    return "you" if you > vj else "vj"
