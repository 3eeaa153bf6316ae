"""Options of a play of Pampero, its start, and the decisions of its set-up.

Those are facts that only the owner of the box knows, the cards in play, and the first majorities.
"""

from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engines.kit.contract import Choice, Reason, Refused
from engines.kit.decisions import Decision, Question
from engines.kit.options import Choose, Embed, Option, Options, Source, house_rule
from engines.kit.screens import Content
from engines.kit.text import Text
from engines.pampero.board import MOST_MONEY, MOST_TRANSFORMERS, SECTORS, Board, Grid
from engines.pampero.card import LAST_CARD, UNKNOWN, ZONES, Card, Zone, bare, blank, is_complete
from engines.pampero.decide.amounts import amounts
from engines.pampero.decide.majorities import MOST_MARKERS
from engines.pampero.pieces import Pair, Slot, Vj
from engines.pampero.state import (
    BOARD,
    CARDS,
    ROWS,
    SPACES,
    SPECIAL_TILES,
    TYPES,
    Phase,
    State,
    board,
    book,
    cards,
    start_of,
)
from engines.pampero.table import card_faults

MODES = (
    Choice(
        "learning", Text("Learn unknown cells"), note=Text("A cell is read from the card once, and then remembered.")
    ),
    Choice("digital", Text("Digital cards"), note=Text("What is known is used; the rest is read each time.")),
    Choice("table", Text("Cards on the table"), note=Text("Each cell is read from the printed card.")),
)
OTHER = "other"
"""A solo card that is not known yet."""
END = "end"
START = {"wind_farms": (1, 1)}
"""Majorities of VJ and you that do not begin at 0: both have a wind farm."""


SOURCES: tuple[Source, ...] = ()
DECKS = (CARDS, BOARD)


def options() -> tuple[Option, ...]:
    """Return what is to be settled before a play."""
    return (
        Choose("mode", Text("Solo cards"), MODES, "learning"),
        house_rule("skipping", Text("Pass tile"), book(), "pampero.ruling.pass_tile"),
        Embed("cards", Text("Known cards"), "cards"),
        Embed("board", Text("Board"), "board"),
    )


def start(options: Options) -> State:
    """Return the state before the first step; `Refused` where the cards do not fit the board."""
    facts = _board(options)
    deck = _deck(options)
    for fault in card_faults(deck, facts):
        name = options["cards"]["name"] if "cards" in options else "cards"
        raise Refused(Text("{name}: {fault}. Correct it in the file.", name=name, fault=fault))
    likely = [*deck[: len(SPACES)], *(blank(UNKNOWN, title=f"card {space}") for space in SPACES[len(deck) :])]
    return State(
        at=Phase.LAY_OUT,
        mode=options["mode"],
        skipping=options["skipping"],
        board=facts,
        deck=deck,
        cards=[Slot(bare(card) if options["mode"] == "table" else card) for card in likely],
        vj=Vj(
            energy=facts.energy.start,
            wind={start_of(facts): 1},
            unlocked_transformers=facts.grid.unlocked_at_start,
        ),
    )


def _board(options: Options) -> Board:
    known: list[Any] = options["board"]["cards"] if "board" in options else []
    return msgspec.convert(known[0], Board) if known else board().cards[0]


def _deck(options: Options) -> list[Card]:
    if "cards" not in options:
        return list(cards().cards)
    return msgspec.convert(options["cards"]["cards"], list[Card])


def learned_options(state: State) -> Options | None:
    """Return the solo cards as far as they have been read, and the board as it was confirmed."""
    found: dict[str, Any] = {}
    if state.cells_learned and state.mode == "learning":
        read = {slot.card.key: slot.card for slot in state.cards}
        deck = [replace(card, complete=is_complete(card)) for card in (*read.values(), *state.deck)]
        found["cards"] = CARDS.learned_file("pampero", deck, confidence="as read")
    if state.board_learned:
        found["board"] = BOARD.learned_file("pampero", [state.board], confidence="as read")
    return found or None


# --- the set-up ----------------------------------------------------------------------------------------------------


class Settled(Struct, frozen=True):
    """What the set-up settled."""

    board: Board
    cards: tuple[Card, ...]
    tiles: tuple[str, ...]


def set_up(state: State) -> Decision[Settled]:
    """Return what is to be settled once the board lies there (pampero.setup)."""
    board = yield from _confirmed(state.board)
    cards = yield from _chosen(state)
    tiles = yield Question(
        "special_tiles", "pampero.special.tile_23", ids=SPECIAL_TILES, low=0, high=len(SPECIAL_TILES)
    )
    return Settled(board, cards, tuple(tiles))


def _confirmed(board: Board) -> Decision[Board]:
    """Return the board with what its owner confirmed (pampero.ruling.sectors, pampero.ruling.locked)."""
    if not board.confirmed:
        zones = yield from _zones(board)
        facts = {"towers": board.supply.towers}
        towers = yield Question("towers_owned", "pampero.setup.board", low=6, high=14, likely=7, facts=facts)
        board = replace(board, zones=zones, supply=replace(board.supply, towers=towers))
    if board.income.rows_top_to_bottom == UNKNOWN:
        rows = yield from _rows()
        board = replace(board, income=replace(board.income, rows_top_to_bottom=rows))
    board = replace(board, grid=(yield from _grid(board)))
    if board.supply.money == UNKNOWN:
        money = yield Question("money_at_start", "pampero.ruling.money", low=0, high=MOST_MONEY, likely=0)
        board = replace(board, supply=replace(board.supply, money=money))
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


def _grid(board: Board) -> Decision[Grid]:
    """Return which transformers of his grid board are locked by which tower (pampero.ruling.locked)."""
    grid = board.grid
    if grid.transformers_per_column == UNKNOWN:
        usual = dict.fromkeys((f"column_{n}" for n in range(1, board.supply.towers + 1)), 1)
        most = dict.fromkeys(usual, MOST_OF_COLUMN)
        told = yield from amounts("transformers", "pampero.ruling.locked", usual, most, {})
        grid = replace(grid, transformers_per_column=tuple(told.values()))
    if grid.unlocked_at_start == UNKNOWN:
        n = yield Question("unlocked_at_start", "pampero.ruling.locked", low=0, high=MOST_TRANSFORMERS, likely=0)
        grid = replace(grid, unlocked_at_start=n)
    return grid


MOST_OF_COLUMN = 9
"""Transformers below one tower."""


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


def _chosen(state: State) -> Decision[tuple[Card, ...]]:
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
            key = next((name for name, card in known.items() if card.number == number), "")
            if not key:
                card = yield from _numbered(state.board, [*known.values()], number, facts)
                known[key := card.key] = card
        chosen.append(known[key])
    yield Reason("pampero.setup.solo_cards", {}, {"cards": list(SPACES)})
    if len({card.key for card in chosen}) < len(chosen):
        yield Reason("pampero.ruling.same_card")
    return tuple(bare(card) if state.mode == "table" else card for card in chosen)


def _numbered(board: Board, known: list[Card], number: int, facts: dict[str, Any]) -> Decision[Card]:
    """Return the card with a number that is new: one known by its majority alone, or a blank one."""
    ids = (*board.majority_kinds, OTHER)
    majority = yield Question("card_majority", "pampero.setup.solo_cards", ids=ids, likely=OTHER, facts=facts)
    if majority == OTHER:
        return blank(number)
    found = (card for card in known if (card.majority, card.number) == (majority, UNKNOWN))
    return replace(next(found, blank(number, majority)), number=number)


def markers(state: State) -> Decision[tuple[Pair, ...]]:
    """Return the majorities at the start (pampero.setup.majorities)."""
    usual: dict[str, int] = {}
    for space in SPACES:
        usual[f"vj_{space}"], usual[f"you_{space}"] = START.get(state.card(space).majority, (0, 0))
    facts: dict[str, Any] = {"up": list(SPACES)}
    most = dict.fromkeys(usual, MOST_MARKERS)
    told = yield from amounts("start_majorities", "pampero.setup.majorities", usual, most, facts)
    yield Reason("pampero.setup.majorities", {}, told)
    return tuple(Pair(told[f"vj_{space}"], told[f"you_{space}"]) for space in SPACES)


# --- after the play ------------------------------------------------------------------------------------------------


def put_away(state: State) -> tuple[Content, ...]:
    """Return where VJ's things go after the play (pampero.setup.vj_board, pampero.setup.solo_cards)."""
    cards = (Text("Put back his specialist cards."),) if state.vj.scoring_cards else ()
    return (
        Content(
            Text("VJ’s things"),
            (
                Text("Put VJ’s pieces with those of his colour."),
                Text("Put back his money, batteries and tiles."),
                *cards,
            ),
        ),
        Content(
            Text("The solo components"),
            (
                Text("Put the {n} solo cards with the other {others}.", n=len(SPACES), others=LAST_CARD - len(SPACES)),
                Text("Put the 6 majority markers and the pass tile with the solo grid board."),
                Text("Put the {n} batteries with those in the box.", n=state.board.supply.batteries_total),
            ),
        ),
    )
