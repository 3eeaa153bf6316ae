"""Decisions about VJ's gains: the column of tower bonuses, a specialist card, and the money of a scoring."""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

from engines.kit.contract import Reason
from engines.kit.decisions import Decision, Question, Span, ask_numbers
from engines.pampero.card import UNKNOWN, Card
from engines.pampero.decide.reader import Reader
from engines.pampero.pieces import SCORINGS, FoundBy, Ongoing
from engines.pampero.state import MARKED_SPACE_DOLLARS, ONGOING, State


def ask_amounts(key: str, rule: str, spans: Mapping[str, Span], facts: dict[str, Any]) -> Decision[dict[str, int]]:
    """Return several amounts, asked on one screen; an amount with one possible value is not asked."""
    likely = {name: span.likely for name, span in spans.items()}
    open_spans = {name: span for name, span in spans.items() if span.low < span.high}
    return likely | (yield from ask_numbers(key, rule, open_spans, facts))


# --- a column of tower bonuses ---

MAX_AMOUNTS = {"money": 50, "energy": 10, "battery": 12, "income": 6, "dozer": 6, "specialist": 2, "connection": 4}
"""The most that a column can bring, by kind, besides tiles."""
MAX_TILES = 12
"""The most bonus tiles of a column."""


class Gains(Struct, frozen=True):
    """The gains from a column, by kind; the income marker that it moves; and the cards as read by then."""

    amounts: dict[str, int]
    ongoing: tuple[Ongoing, ...]
    moved: str
    cards: tuple[Card, ...]


def column(state: State) -> Decision[Gains]:
    """Return VJ's gains from the tower bonus board (pampero.tower.zone to pampero.tower.whole)."""
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
    found = yield from ask_amounts("bonus_column", "pampero.tower.tile", _column_spans(state), facts)
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
    """Return the ongoing tiles of a column, asked if VJ lacks more than n."""
    missing = {str(tile): tile for tile in ONGOING if tile not in state.vj.ongoing}
    tiles = tuple(missing)[:n]
    if tiles and n < len(missing):
        tiles = yield Question("ongoing_tiles", "pampero.tower.spaces", ids=tuple(missing), low=n, high=n)
    return tuple(missing[tile] for tile in tiles)


def _symbol_values(symbol: str) -> list[str | int]:
    """Return a symbol as values: its kind, or the type of a tile; and its amount, or its text."""
    kind, _, value = symbol.partition(":")
    if kind == "type":
        return [value]
    return [kind, int(value) if value.isdigit() else value] if value else [kind]


def _column_spans(state: State) -> dict[str, Span]:
    """Return the bounds of each kind of gain from a column; one tile is usual."""
    spans = {kind: Span(0, most, 0) for kind, most in MAX_AMOUNTS.items()}
    spans["battery"] = Span(0, state.board.supply.batteries_total - state.vj.batteries, 0)
    spans["ongoing"] = Span(0, len(ONGOING) - len(state.vj.ongoing), 0)
    return {"tiles": Span(0, MAX_TILES, 1)} | spans


# --- a specialist card ---


class CardTaken(Struct, frozen=True):
    """How VJ found a specialist card, step by step; and the type of your rightmost marker, if it was asked."""

    found_by: tuple[FoundBy, ...]
    your_type: str = ""


def specialist(state: State) -> Decision[CardTaken]:
    """Return how VJ finds a specialist card (pampero.specialist.order)."""
    did = state.did
    assert did is not None  # VJ has acted
    yield Reason("pampero.specialist.scoring", {"due": list(state.due)})
    scorings = {"scorings_done": state.clock.scorings_done}
    if state.first_card_is_down():
        yield Reason("pampero.ruling.next_tile", scorings)
    refill = did.specialists[-1:] not in ([], [["deck"]])
    facts = scorings | {"number": len(did.specialists) + 1, "refill": refill}
    matching = yield _count_question("specialist_tile", facts)
    yield Reason("pampero.specialist.order", {"matching": matching})
    if matching == "one":
        return CardTaken(("tile",), did.your_type)
    your_type = did.your_type
    if not your_type:
        types = state.types()
        likely = state.you.rb_type if state.you.rb_type in types else types[-1]
        your_type = yield Question("your_rightmost", "pampero.specialist.order", ids=types, likely=likely)
    return CardTaken((yield from _most_icons(state, your_type, matching)), your_type)


def _most_icons(state: State, your_type: str, matching: str) -> Decision[tuple[FoundBy, ...]]:
    """Return how a card was found: by icons of your type, then of VJ's among those still tied, then by you."""
    tied: tuple[FoundBy, ...] = ("tile",) if matching == "several" else ()
    facts = {"matching": matching}
    found = yield from _most_of_type(facts | {"whose": "yours", "type": your_type})
    if found == "one":
        return (*tied, "yours")
    if found == "none" and not tied:
        yield Reason("pampero.specialist.order", {"found": "none"}, {"card": "deck"})
        return ("deck",)
    if found == "several":
        tied, facts = (*tied, "yours"), facts | {"most": your_type}
    found = yield from _most_of_type(facts | {"whose": "vj", "type": (yield from Reader(state).rightmost())})
    if found != "none":
        tied = (*tied, "vj")
    return tied if found == "one" else (*tied, "you")


def _most_of_type(facts: dict[str, Any]) -> Decision[str]:
    """Return how many of the cards still tied have most icons of a type: one, several or none."""
    found: str = yield _count_question("specialist_icons", facts)
    yield Reason("pampero.ruling.specialist_icons", facts, {"found": found})
    return found


def _count_question(key: str, facts: dict[str, Any]) -> Question:
    return Question(key, "pampero.specialist.order", ids=("one", "several", "none"), likely="one", facts=facts)


# --- a scoring ---

COMPARED_SPACES: dict[str, tuple[int, ...]] = {"first": (), "second": (1,), "final": (2, 3)}
"""Spaces of the majorities that are compared at a scoring."""


class Tally(Struct, frozen=True):
    """VJ’s $ of a scoring, and the number of his covered spaces with "!!"."""

    money: int = 0
    marked: int = 0


def scoring(state: State) -> Decision[Tally]:
    """Return VJ's tally of the scoring that was reached, an empty one if none was (pampero.scoring.majority)."""
    if not state.is_scoring_due():
        return Tally()
    which = SCORINGS[state.clock.scorings_done]
    facts: dict[str, Any] = {"which": which, "round": state.clock.round}
    marked = 0
    if "2.7" in state.tiles and not state.marked:
        marked = yield Question("marked_spaces", "pampero.special.tile_27", low=0, high=30, likely=0, facts=facts)
        if marked:
            yield Reason("pampero.special.tile_27", {"marked": marked}, {"money": MARKED_SPACE_DOLLARS * marked})
    spaces = COMPARED_SPACES[which]
    pairs = {space: state.majority[space - 1] for space in spaces}
    winners = [value for space, pair in pairs.items() for value in (space, winner(pair.vj, pair.you))]
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
