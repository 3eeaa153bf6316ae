"""Decisions of the set-up: facts that only the owner of the box knows, the cards in play, first majorities."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engines.contract import Reason
from engines.decisions import Decision, Question
from engines.pampero import bonus
from engines.pampero.board import SECTORS, Board
from engines.pampero.card import LAST_CARD, UNKNOWN, ZONES, Card, Zone, bare, blank
from engines.pampero.pieces import Pair
from engines.pampero.state import SPACES, SPECIAL_TILES, TYPES, State

OTHER = "other"
"""A solo card that is not known yet."""
END = "end"
START = {"wind_farms": (1, 1)}
"""Majorities of VJ and you that do not begin at 0: both have a wind farm."""
ROWS = (*TYPES, "remote", "solar", "other_1", "other_2")
"""Names that an income track may have; none is certain but residential and commercial."""


class Settled(Struct, frozen=True):
    """What the set-up settled."""

    board: Board
    cards: tuple[Card, ...]
    tiles: tuple[str, ...]
    majority: tuple[Pair, ...]


def set_up(state: State) -> Decision[Settled]:
    """Return what is to be settled before the first turn (pampero.setup)."""
    board = yield from _board(state.board)
    cards = yield from _cards(state)
    tiles = yield Question(
        "special_tiles", "pampero.special.tile_23", ids=SPECIAL_TILES, low=0, high=len(SPECIAL_TILES)
    )
    pairs = yield from _start(cards)
    return Settled(board, cards, tuple(tiles), pairs)


# --- inside ---


def _board(board: Board) -> Decision[Board]:
    """Return the board with what its owner confirmed (pampero.ruling.sectors, pampero.ruling.locked)."""
    if not board.confirmed:
        zones = yield from _zones(board)
        facts = {"towers": board.supply.towers}
        towers = yield Question("towers_owned", "pampero.setup.board", low=6, high=14, likely=7, facts=facts)
        board = replace(board, zones=zones, supply=replace(board.supply, towers=towers))
    if board.income.rows_top_to_bottom == UNKNOWN:
        rows = yield from _rows()
        board = replace(board, income=replace(board.income, rows_top_to_bottom=rows))
    if board.grid.unlocked_at_start == UNKNOWN:
        locked = yield Question("locked_at_start", "pampero.ruling.locked", likely=True)
        n = 0 if locked else (yield Question("unlocked_at_start", "pampero.ruling.locked", low=1, high=20, likely=1))
        board = replace(board, grid=replace(board.grid, unlocked_at_start=n))
    yield Reason("pampero.setup.board", {"sectors": list(board.sectors)}, {"towers": board.supply.towers})
    return replace(board, confirmed=True)


def _zones(board: Board) -> Decision[dict[Zone, tuple[str, ...]]]:
    right = yield Question(
        "sectors_right", "pampero.ruling.sectors", likely=True, facts={"sectors": list(board.sectors)}
    )
    if right:
        return board.zones
    first = yield Question("sectors_of_zone", "pampero.ruling.sectors", low=1, high=4, likely=2, facts={"zone": "A"})
    second = SECTORS - first - 1
    if second > 1:
        facts = {"zone": "B"}
        second = yield Question("sectors_of_zone", "pampero.ruling.sectors", low=1, high=second, likely=2, facts=facts)
    sizes = dict(zip(ZONES, (first, second, SECTORS - first - second), strict=True))
    return {zone: _sectors(zone, n) for zone, n in sizes.items()}


def _sectors(zone: Zone, n: int) -> tuple[str, ...]:
    return (zone,) if n == 1 else tuple(f"{zone}{place}" for place in range(1, n + 1))


def _rows() -> Decision[tuple[str, ...]]:
    """Return the income tracks from top to bottom."""
    rows: list[str] = []
    while len(rows) < len(ROWS):
        left = tuple(name for name in ROWS if name not in rows)
        ids = (*left, END) if rows else left
        row = yield Question(
            "income_row",
            "pampero.income.rightmost",
            ids=ids,
            likely=END if len(rows) >= len(TYPES) else left[0],
            facts={"row": len(rows) + 1, "rows": list(rows)},
        )
        if row == END:
            break
        rows.append(row)
    return tuple(rows)


def _cards(state: State) -> Decision[tuple[Card, ...]]:
    """Return the cards of spaces 1 to 3 (pampero.setup.solo_cards); each known one may be chosen twice."""
    known = {card.key: card for card in state.deck}
    chosen: list[Card] = []
    for space in SPACES:
        likely = state.card(space).key
        ids = (*known, OTHER)
        facts = {"space": space}
        key = yield Question(
            "solo_card", "pampero.setup.solo_cards", ids=ids, likely=likely if likely in known else OTHER, facts=facts
        )
        if key == OTHER:
            number = yield Question(
                "card_number", "pampero.setup.solo_cards", low=1, high=LAST_CARD, likely=1, facts=facts
            )
            key = next((name for name, card in known.items() if card.number == number), f"card_{number}")
            known.setdefault(key, blank(number))
        chosen.append(known[key])
    yield Reason("pampero.setup.solo_cards", {}, {"cards": list(SPACES)})
    if len({card.key for card in chosen}) < len(chosen):
        yield Reason("pampero.ruling.same_card")
    return tuple(bare(card) if state.mode == "table" else card for card in chosen)


def _start(cards: tuple[Card, ...]) -> Decision[tuple[Pair, ...]]:
    """Return the majorities at the start (pampero.setup.majorities)."""
    usual: dict[str, int] = {}
    for space, card in zip(SPACES, cards, strict=True):
        usual[f"vj_{space}"], usual[f"you_{space}"] = START.get(card.majority, (0, 0))
    facts: dict[str, Any] = {"up": list(SPACES)}
    most = dict.fromkeys(usual, bonus.MOST_MARKERS)
    told = yield from bonus.amounts("start_majorities", "pampero.setup.majorities", usual, most, facts)
    yield Reason("pampero.setup.majorities", {}, told)
    return tuple(Pair(told[f"vj_{space}"], told[f"you_{space}"]) for space in SPACES)
