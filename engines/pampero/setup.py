"""Options of a play of Pampero, its start, and the decisions of its set-up.

The decisions settle facts that only the owner of the box knows, the cards in play, and the majorities at the start.
"""

from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engines.kit.contract import Choice, Reason, Refused
from engines.kit.decisions import Decision, Question, Span, ask_numbers
from engines.kit.options import Choose, Embed, Option, Options, Source, house_rule
from engines.kit.screens import Content
from engines.kit.text import Text
from engines.pampero.board import MAX_MONEY, MAX_TRANSFORMERS, SECTORS, Board
from engines.pampero.card import (
    CARDS_IN_BOX,
    UNKNOWN,
    ZONES,
    Card,
    Zone,
    blank_card,
    is_complete,
    without_sections,
)
from engines.pampero.pieces import Pair, Slot, Vj
from engines.pampero.state import (
    BOARD,
    CARDS,
    SPACES,
    TRACK_NAMES,
    USUAL_TYPES,
    Phase,
    State,
    board,
    book,
    card_faults,
    cards,
    start_sector,
)

MODES = (
    Choice(
        "learning", Text("Learn unknown cells"), note=Text("A cell is read from the card once, and then remembered.")
    ),
    Choice("digital", Text("Digital cards"), note=Text("What is known is used; the rest is read each time.")),
    Choice("table", Text("Cards on the table"), note=Text("Each cell is read from the printed card.")),
)
OTHER = "other"
"""The answer that a solo card, or its majority, is none of the known ones."""
END = "end"
"""The answer that there is no further income track."""
BOARD_ANSWERS = ("confirmed", "zones", "towers", "columns", "unlocked", "tracks", "money", "tiles")
"""Answers about the board: all of it is confirmed, or one part differs."""
SPECIAL_TILES = ("2.3", "2.7")
"""Scoring tiles with a special rule for VJ."""
START_VALUES = {"wind_farms": 1}
"""The values of majorities in which both sides do not begin at 0: each has a wind farm."""
MAX_PER_COLUMN = 9
"""The most transformers below one tower."""
MAX_START_MARKER = 30
"""The most that a majority marker can begin at."""
SOURCES: tuple[Source, ...] = ()
DECKS = (CARDS, BOARD)


def options() -> tuple[Option, ...]:
    """Return the options of a play."""
    return (
        Choose("mode", Text("Solo cards"), MODES, "learning"),
        house_rule("skipping", Text("Pass tile"), book(), "pampero.ruling.pass_tile"),
        Embed("cards", Text("Known cards"), "cards"),
        Embed("board", Text("Board"), "board"),
    )


def start(options: Options) -> State:
    """Return the state before the first step; `Refused` if the cards do not fit the board."""
    facts, deck = board().cards[0], list(cards().cards)
    if "board" in options and options["board"]["cards"]:
        facts = msgspec.convert(options["board"]["cards"][0], Board)
    if "cards" in options:
        deck = msgspec.convert(options["cards"]["cards"], list[Card])
    for fault in card_faults(deck, facts):
        name = options["cards"]["name"] if "cards" in options else "cards"
        raise Refused(Text("{name}: {fault}. Correct it in the file.", name=name, fault=fault))
    likely = [*deck[: len(SPACES)], *(blank_card(UNKNOWN, title=f"card {space}") for space in SPACES[len(deck) :])]
    return State(
        at=Phase.LAY_OUT,
        mode=options["mode"],
        skipping=options["skipping"],
        board=facts,
        deck=deck,
        cards=[Slot(without_sections(card) if options["mode"] == "table" else card) for card in likely],
        vj=vj_at_start(facts),
    )


def vj_at_start(board: Board) -> Vj:
    """Return VJ's possessions at the start, without money (pampero.setup.wind_farm, pampero.setup.energy)."""
    return Vj(
        energy=board.energy.start,
        wind={start_sector(board): 1},
        towers_left=board.supply.towers,
        wind_left=board.supply.wind_farms_left,
        unlocked_transformers=board.grid.unlocked_at_start,
    )


def learned_options(state: State) -> Options | None:
    """Return the solo cards as far as they have been read, and the board as it was confirmed."""
    learned: dict[str, Any] = {}
    if state.cells_learned and state.mode == "learning":
        read = {slot.card.key: slot.card for slot in state.cards}
        deck = [replace(card, complete=is_complete(card)) for card in (*read.values(), *state.deck)]
        learned["cards"] = CARDS.learned_file("pampero", deck, confidence="as read")
    if state.board_learned:
        learned["board"] = BOARD.learned_file("pampero", [state.board], confidence="as read")
    return learned or None


# --- the set-up ----------------------------------------------------------------------------------------------------


class SetUp(Struct, frozen=True):
    """The results of the set-up."""

    board: Board
    cards: tuple[Card, ...]
    tiles: tuple[str, ...]


def set_up(state: State) -> Decision[SetUp]:
    """Return the results of the set-up, once the board is laid out (pampero.setup)."""
    board, tiles = state.board, None
    if _needs_confirmation(board):
        board, tiles = yield from _confirmed_board(board)
    yield Reason("pampero.setup.board", {"sectors": list(board.sectors)}, {"towers": board.supply.towers})
    cards = yield from _chosen_cards(state)
    if tiles is None:
        tiles = yield _special_tiles()
    return SetUp(replace(board, confirmed=True), cards, tuple(tiles))


def _needs_confirmation(board: Board) -> bool:
    """Return whether the owner still has to confirm the facts of a board."""
    grid, supply = board.grid, board.supply
    facts = (grid.transformers_per_column, grid.unlocked_at_start, board.income.rows_top_to_bottom, supply.money)
    return not board.confirmed or UNKNOWN in facts


def _confirmed_board(known: Board) -> Decision[tuple[Board, list[str]]]:
    """Return the board as its owner confirmed it, all on one screen, and the special tiles in play."""
    board, tiles, answer = _proposed_board(known), list[str](), ""
    while answer != BOARD_ANSWERS[0]:
        facts = {"sectors": list(board.sectors), "towers": board.supply.towers, "columns": [*_transformers(board)]}
        facts |= {"unlocked": board.grid.unlocked_at_start, "tracks": list(board.income.rows_top_to_bottom)}
        facts |= {"money": board.supply.money, "tiles": tiles}
        answer = yield Question("board", "pampero.setup.board", ids=BOARD_ANSWERS, likely=BOARD_ANSWERS[0], facts=facts)
        if answer == "tiles":
            tiles = yield _special_tiles()
        else:
            board = yield from _changed_board(board, answer)
    return board, tiles


def _proposed_board(board: Board) -> Board:
    """Return a board in which the unknown facts are the usual ones."""
    grid, income, supply = board.grid, board.income, board.supply
    if grid.transformers_per_column == UNKNOWN:
        grid = replace(grid, transformers_per_column=(1,) * supply.towers)
    if grid.unlocked_at_start == UNKNOWN:
        grid = replace(grid, unlocked_at_start=0)
    if income.rows_top_to_bottom == UNKNOWN:
        income = replace(income, rows_top_to_bottom=USUAL_TYPES)
    return replace(
        board, grid=grid, income=income, supply=replace(supply, money=0) if supply.money == UNKNOWN else supply
    )


def _transformers(board: Board) -> tuple[int, ...]:
    return tuple(board.transformers(column) or 0 for column in range(board.supply.towers))


def _changed_board(board: Board, part: str) -> Decision[Board]:
    """Return a board with a part changed (pampero.ruling.sectors, pampero.ruling.locked, pampero.ruling.money)."""
    grid, supply, locked = board.grid, board.supply, "pampero.ruling.locked"
    match part:
        case "zones":
            return replace(board, zones=(yield from _ask_zones()))
        case "towers":
            facts = {"towers": supply.towers}
            n = yield Question("towers_owned", "pampero.setup.board", low=6, high=14, likely=7, facts=facts)
            columns = (*_transformers(board), *(1,) * n)[:n]
            grid, supply = replace(grid, transformers_per_column=columns), replace(supply, towers=n)
        case "columns":
            spans = {f"column_{n}": Span(0, MAX_PER_COLUMN, known) for n, known in enumerate(_transformers(board), 1)}
            counts = yield from ask_numbers("transformers", locked, spans, {})
            grid = replace(grid, transformers_per_column=tuple(counts.values()))
        case "unlocked":
            n = yield Question("unlocked_at_start", locked, low=0, high=MAX_TRANSFORMERS, likely=0)
            grid = replace(grid, unlocked_at_start=n)
        case "tracks":
            return replace(board, income=replace(board.income, rows_top_to_bottom=(yield from _ask_tracks())))
        case "money":
            n = yield Question("money_at_start", "pampero.ruling.money", low=0, high=MAX_MONEY, likely=0)
            supply = replace(supply, money=n)
    return replace(board, grid=grid, supply=supply)


def _ask_zones() -> Decision[dict[Zone, tuple[str, ...]]]:
    rule = "pampero.ruling.sectors"
    first = yield Question("sectors_of_zone", rule, low=1, high=4, likely=2, facts={"zone": "A"})
    second = SECTORS - first - 1
    if second > 1:
        second = yield Question("sectors_of_zone", rule, low=1, high=second, likely=2, facts={"zone": "B"})
    sizes = dict(zip(ZONES, (first, second, SECTORS - first - second), strict=True))
    return {
        zone: (zone,) if n == 1 else tuple(f"{zone}{place}" for place in range(1, n + 1)) for zone, n in sizes.items()
    }


def _ask_tracks() -> Decision[tuple[str, ...]]:
    """Return the income tracks from top to bottom."""
    rows: list[str] = []
    while len(rows) < len(TRACK_NAMES):
        others = tuple(name for name in TRACK_NAMES if name not in rows)
        ids = (*others, END) if rows else others
        likely = END if len(rows) >= len(USUAL_TYPES) else others[0]
        facts = {"row": len(rows) + 1, "rows": list(rows)}
        row = yield Question("income_row", "pampero.income.rightmost", ids=ids, likely=likely, facts=facts)
        if row == END:
            break
        rows.append(row)
    return tuple(rows)


def _special_tiles() -> Question:
    return Question("special_tiles", "pampero.special.tile_23", ids=SPECIAL_TILES, low=0, high=len(SPECIAL_TILES))


def _chosen_cards(state: State) -> Decision[tuple[Card, ...]]:
    """Return the cards of spaces 1 to 3 (pampero.setup.solo_cards); each known one may be chosen twice."""
    rule = "pampero.setup.solo_cards"
    known = {card.key: card for card in state.deck}
    chosen: list[Card] = []
    for space in SPACES:
        likely = state.card(space).key
        likely = likely if likely in known else OTHER
        facts = {"space": space}
        key = yield Question("solo_card", rule, ids=(*known, OTHER), likely=likely, facts=facts)
        if key == OTHER:
            number = yield Question("card_number", rule, low=1, high=CARDS_IN_BOX, likely=1, facts=facts)
            key = next((name for name, card in known.items() if card.number == number), "")
            if not key:
                card = yield from _new_card(state.board, [*known.values()], number, facts)
                known[key := card.key] = card
        chosen.append(known[key])
    yield Reason(rule, {}, {"cards": list(SPACES)})
    if len({card.key for card in chosen}) < len(chosen):
        yield Reason("pampero.ruling.same_card")
    return tuple(without_sections(card) if state.mode == "table" else card for card in chosen)


def _new_card(board: Board, known: list[Card], number: int, facts: dict[str, Any]) -> Decision[Card]:
    """Return the card of a new number: the known card of its majority that has no number, or a blank one."""
    ids = (*board.majority_kinds, OTHER)
    majority = yield Question("card_majority", "pampero.setup.solo_cards", ids=ids, likely=OTHER, facts=facts)
    if majority == OTHER:
        return blank_card(number)
    found = (card for card in known if (card.majority, card.number) == (majority, UNKNOWN))
    return replace(next(found, blank_card(number, majority)), number=number)


def markers(state: State) -> Decision[tuple[Pair, ...]]:
    """Return the majorities at the start (pampero.setup.majorities)."""
    spans: dict[str, Span] = {}
    for space in SPACES:
        likely = START_VALUES.get(state.card(space).majority, 0)
        spans |= {f"{side}_{space}": Span(0, MAX_START_MARKER, likely) for side in ("vj", "you")}
    rule = "pampero.setup.majorities"
    values = yield from ask_numbers("start_majorities", rule, spans, {"up": list(SPACES)})
    yield Reason(rule, {}, values)
    return tuple(Pair(values[f"vj_{space}"], values[f"you_{space}"]) for space in SPACES)


# --- after the play ------------------------------------------------------------------------------------------------


def put_away(state: State) -> tuple[Content, ...]:
    """Say where VJ's things go after the play (pampero.setup.vj_board, pampero.setup.solo_cards)."""
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
                Text(
                    "Put the {n} solo cards with the other {others}.", n=len(SPACES), others=CARDS_IN_BOX - len(SPACES)
                ),
                Text("Put the 6 majority markers and the pass tile with the solo grid board."),
                Text("Put the {n} batteries with those in the box.", n=state.board.supply.batteries_total),
            ),
        ),
    )
