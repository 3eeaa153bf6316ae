"""What VJ owns and what the device tracks for him."""

from collections.abc import Iterator
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct, field
from msgspec.structs import replace

from engines import engine, rules
from engines.contract import Refused
from engines.decks import Deck
from engines.pampero.board import Board
from engines.pampero.card import UNKNOWN, Card, place_faults, unread
from engines.pampero.files import OwnersKind
from engines.pampero.pieces import Clock, Deed, Flags, Pair, Scored, Slot, Vj, You
from engines.text import Text

ROUNDS = 8
"""Most rounds of the time track; taking cards back makes a game shorter."""
TURNS = 3
"""Turns of each side in a round."""
SCORINGS = 3
SPACES = (1, 2, 3)
"""Of the solo cards and majorities: the 2nd scoring, end A, end B."""
SECTIONS = (0, 1, 2)
"""Of a solo card, from the left."""
POSITIONS = (1, 2, 3)
"""Of the sections of a solo card, as the player counts them."""
SPECIAL_TILES = ("2.3", "2.7")
"""Scoring tiles that work otherwise for VJ."""
ONGOING: tuple[Literal[2, 3, 30], ...] = (2, 3, 30)
"""Numbers of the ongoing bonus tiles, which have spaces of their own."""
MARKER_DOLLARS = 3
"""What VJ gets for each covered space with "!!" under scoring tile 2.7."""
CONNECTION = (1, 3)
"""Energy and $ of a connection bonus."""
MOST = 999
"""What a count can be corrected to."""
MOST_MONEY = 20_000
LIMIT = 99_999
"""Bound of every count: more than a play can add to a corrected one."""

Mode = Literal["learning", "digital", "table"]


class Phase(Enum):
    """What the player can be waiting in; those without a builder in `steps.py` pass."""

    SET_UP = "set_up"
    LAY_OUT = "lay_out"
    PLACE_PIECES = "place_pieces"
    YOUR_RULES = "your_rules"
    YOUR_TURN = "your_turn"
    PAID = "paid"
    MAJORITIES = "majorities"
    SKIP = "skip"
    VJ_TURN = "vj_turn"
    COLUMN = "column"
    EFFECT = "effect"
    SPECIALIST = "specialist"
    TURN_OVER = "turn_over"
    ROUND_END = "round_end"
    CONSOLIDATION = "consolidation"
    SCORING = "scoring"
    SCORED = "scored"
    FINAL = "final"
    YOUR_TOTAL = "your_total"
    OVER = "over"


class Cards(Struct, frozen=True, forbid_unknown_fields=True):
    """`cards.toml`."""

    cards: Deck[Card]


FOLDER = Path(__file__).parent


@cache
def cards() -> Deck[Card]:
    """Return the solo cards as far as they are known."""
    return rules.load(FOLDER / "cards.toml", Cards).cards


@cache
def board() -> Deck[Board]:
    """Return the facts of the board as far as they are known."""
    known = rules.load(FOLDER / "board.toml", Board)
    return Deck("reviews and the solo rulebook", "partial: the owner of the box confirms it once", (known,))


@cache
def book() -> rules.RuleBook:
    """Return the rules of the solo book, and our rulings."""
    return rules.load(FOLDER / "rules.toml", rules.RuleBook)


CARDS = OwnersKind("cards", Text("Solo cards"), Card, cards)
BOARD = OwnersKind("board", Text("Board"), Board, board)


class State(engine.State, kw_only=True):
    """A play against VJ.

    `cards` are the three beside the majority track as far as they have been read, `deck` the other known ones. `due`
    are the specialist cards that VJ is still to take: for a bonus, at the end of an income track, or as a second one.
    `reached`: the time track has come to a scoring; `marked`: tile 2.7 has been scored.
    """

    at: Phase
    mode: Mode
    skipping: Literal["asked", "reported"]
    board: Board
    deck: list[Card] = []
    cards: list[Slot]
    majority: list[Pair] = field(default_factory=lambda: [Pair(), Pair(), Pair()])
    vj: Vj = field(default_factory=Vj)
    you: You = field(default_factory=You)
    clock: Clock = field(default_factory=Clock)
    flags: Flags = field(default_factory=Flags)
    tiles: list[Literal["2.3", "2.7"]] = []
    marked: bool = False
    reached: bool = False
    due: list[Literal["bonus", "track", "second"]] = []
    did: Deed | None = None
    scored: Scored | None = None
    last_income: int = 0
    cells_learned: bool = False
    board_learned: bool = False
    your_total: int | None = None

    def __post_init__(self) -> None:
        """Count the pieces left where they are not given."""
        supply, vj = self.board.supply, self.vj
        if vj.towers_left is None:
            vj.towers_left = supply.towers - sum(vj.towers.values())
        if vj.wind_left is None:
            vj.wind_left = supply.wind_farms_left + 1 - sum(vj.wind.values())

    def card(self, space: int) -> Card:
        """Return the card at a space (1 to 3)."""
        return self.cards[space - 1].card

    def up(self) -> tuple[int, ...]:
        """Return the spaces whose cards are face up, from the top."""
        return tuple(space for space in SPACES if self.cards[space - 1].face_up)

    def types(self) -> tuple[str, ...]:
        """Return the contract types: the income tracks from top to bottom, where they are known."""
        rows = self.board.income.rows_top_to_bottom
        return tuple(self.vj.income) or TYPES if rows == UNKNOWN else rows

    def auto(self, space: int) -> bool:
        """Return whether the device counts VJ's side of a majority."""
        kind = self.board.majority_kinds.get(self.card(space).majority)
        return kind is not None and kind.auto and self.card(space).majority in COUNTED

    def income(self) -> int | None:
        """Return what VJ's markers bring at a consolidation in $, where the board's values are known."""
        values = self.board.income.values
        if values == UNKNOWN:
            return None
        places = self.vj.income
        return sum(row[min(places.get(name, 0), len(row) - 1)] for name, row in values.items())

    def first_down(self) -> bool:
        """The 2nd scoring is over."""
        return self.clock.scorings_done >= 2  # noqa: PLR2004 - the 2nd

    def scores(self) -> bool:
        """A scoring was reached; the last round has all that are left."""
        return self.reached or self.last_round()

    def last_round(self) -> bool:
        """The time track ends with this round."""
        return self.clock.round == ROUNDS


TYPES = ("tourism", "industrial", "commercial", "residential")
"""Contract types where a board file names none; their order is then asked, not taken from here."""
COUNTED = ("wind_farms", "network_tiles")
"""Majorities of which the device can count VJ's side."""


def start_of(board: Board) -> str:
    """Return the sector of VJ's first wind farm (pampero.setup.wind_farm)."""
    return "A2" if "A2" in board.sectors else board.sectors[0]


def correct(state: State, name: str, value: Any) -> None:
    """Set one of the fields that `steps.fields` lists."""
    kind, _, place = name.partition("_")
    match kind:
        case "vj" | "you":
            setattr(state.majority[int(place) - 1], kind, value)
        case "towers" | "wind" | "transformers":
            _place(state, kind, state.board.sectors[int(place) - 1], value)
        case "income":
            if int(place) > len(state.types()):
                raise Refused(Text("There is no such income track."))
            state.vj.income[state.types()[int(place) - 1]] = value
        case "card":
            space, _, position = place.partition("_")
            _read_again(state, int(space), int(position), value)
        case "ongoing":
            others: list[Any] = [tile for tile in state.vj.ongoing if tile != int(place)]
            ongoing: Any = int(place)
            state.vj.ongoing = sorted([*others, ongoing]) if value == "yes" else others
        case _:
            _set(state, name, value)


def _set(state: State, name: str, value: Any) -> None:
    match name:
        case "pass_tile_unused":
            state.flags.pass_tile_unused = value == "yes"
        case "round" | "turn_in_round" | "scorings_done":
            setattr(state.clock, name, value)
            if name == "scorings_done":
                state.cards[0].face_up = value < 2  # noqa: PLR2004 - the 2nd scoring turns it down
        case "connection_tiles":
            state.vj.connection_tiles = ["kept"] * value
        case "network_tiles":
            state.vj.network_tiles = value
            _count(state, "network_tiles", value)
        case _:
            setattr(state.vj, name, value)


def _read_again(state: State, space: int, position: int, value: str) -> None:
    """Forget what was read of a section, wherever its card lies, so that it is asked again (pampero.card.cell)."""
    card = state.card(space)
    section = card.placed(position)
    if section is None or section == unread(position):
        if value == "read":
            raise Refused(Text("It is read when VJ comes to it."))
        return
    if value == "unread":
        sections: Any = tuple(unread(position) if one is section else one for one in card.section)
        again = replace(card, section=sections, complete=False)
        state.deck = [again if one == card else one for one in state.deck]
        for slot in state.cards:
            slot.card = again if slot.card == card else slot.card


def _place(state: State, kind: str, sector: str, n: int) -> None:
    """Say how many pieces stand in a sector; the rest is on his grid board."""
    pieces: dict[str, int] = getattr(state.vj, kind)
    if kind in ("towers", "wind"):
        left = f"{kind}_left"
        rest = getattr(state.vj, left) + pieces.get(sector, 0) - n
        if rest < 0:
            raise Refused(Text("VJ has not so many left: {n}.", n=rest + n))
        setattr(state.vj, left, rest)
    pieces[sector] = n
    if kind == "wind":
        _count(state, "wind_farms", sum(pieces.values()))


def _count(state: State, majority: str, n: int) -> None:
    """Set VJ's side of a majority that the device counts (pampero.majority.markers)."""
    for space in SPACES:
        if state.card(space).majority == majority:
            state.majority[space - 1].vj = n


def broken(state: State) -> tuple[Text, ...]:
    """Return a sentence for each invariant that does not hold."""
    faults = [*state.board.faults()]
    if faults:
        return tuple(Text("Board: {fault}.", fault=fault) for fault in faults)
    laws = (*_laws_of_table(state), *_laws_of_cards(state), *_laws_of_pieces(state), *_laws_of_phase(state))
    return tuple(text for holds, text in laws if not holds)


def card_faults(deck: list[Card], board: Board) -> Iterator[str]:
    """Yield what is wrong with cards, by themselves and on a board."""
    for n, card in enumerate(deck, 1):
        for fault in (*card.faults(), *place_faults(card, board.places)):
            yield f"card {card.key or n}: {fault}"
        if card.majority not in (UNKNOWN, *board.majority_kinds):
            allowed = ", ".join((*board.majority_kinds, UNKNOWN))
            yield f"card {card.key or n}: field majority: found {card.majority!r}, allowed: {allowed}"


def _laws_of_cards(state: State) -> Iterator[tuple[bool, Text]]:
    yield len(state.cards) == len(SPACES), Text("There are {n} solo cards.", n=len(SPACES))
    yield len(state.majority) == len(SPACES), Text("There are {n} majorities.", n=len(SPACES))
    for fault in card_faults([*state.deck, *(slot.card for slot in state.cards)], state.board):
        yield False, Text("Solo cards: {fault}.", fault=fault)
    if len(state.cards) == len(SPACES):
        yield bool(state.up()), Text("One solo card at least is face up.")


def _laws_of_pieces(state: State) -> Iterator[tuple[bool, Text]]:
    vj, supply = state.vj, state.board.supply
    sectors = state.board.sectors
    for name in ("towers", "wind", "transformers"):
        counts: dict[str, int] = getattr(vj, name)
        yield set(counts) <= set(sectors), Text("A sector must be one of: {sectors}.", sectors=sectors)
        within = all(0 <= n <= LIMIT for n in counts.values())
        yield within, Text("{name} by sector must be 0 to {most}.", name=name, most=LIMIT)
    whole = {"towers": supply.towers, "wind": supply.wind_farms_left + 1}
    for name, n in whole.items():
        left = getattr(vj, f"{name}_left")
        together = left >= 0 and sum(getattr(vj, name).values()) + left == n
        yield together, Text("VJ’s {name} on the board and left must together be {n}.", name=name, n=n)
    yield 0 <= vj.energy <= state.board.energy.max, Text("Energy must be 0 to {n}.", n=state.board.energy.max)
    yield 0 <= vj.batteries <= supply.batteries_total, Text("Batteries must be 0 to {n}.", n=supply.batteries_total)
    for name in ("money", "network_tiles", "dozers_parked"):
        yield 0 <= getattr(vj, name) <= LIMIT, Text("{name} must be 0 to {most}.", name=name, most=LIMIT)
    unlocked = vj.unlocked_transformers
    yield unlocked == UNKNOWN or 0 <= unlocked <= LIMIT, Text("Unlocked transformers are counted from 0.")
    yield len(set(vj.ongoing)) == len(vj.ongoing), Text("There is one of each ongoing tile.")


def _laws_of_table(state: State) -> Iterator[tuple[bool, Text]]:
    clock = state.clock
    for pair in state.majority:
        yield 0 <= pair.vj <= LIMIT and 0 <= pair.you <= LIMIT, Text("A majority must be 0 to {most}.", most=LIMIT)
    rows = state.board.income.rows_top_to_bottom
    for name, place in state.vj.income.items():
        last = state.board.last_space(name)
        yield rows == UNKNOWN or name in rows, Text("An income track must be one of: {types}.", types=state.types())
        yield 0 <= place <= (LIMIT if last is None else last), Text("Income markers count spaces from 0.")
    yield 1 <= clock.round <= ROUNDS, Text("The round must be 1 to {n}.", n=ROUNDS)
    yield 1 <= clock.turn_in_round <= TURNS, Text("The turn of a round must be 1 to {n}.", n=TURNS)
    yield 0 <= clock.scorings_done <= SCORINGS, Text("There are {n} scorings.", n=SCORINGS)
    yield 0 <= state.last_income <= LIMIT, Text("Income must be 0 to {most}.", most=LIMIT)


_AT_THE_END = (Phase.SCORED, Phase.FINAL, Phase.YOUR_TOTAL, Phase.OVER)


def _laws_of_phase(state: State) -> Iterator[tuple[bool, Text]]:
    """Yield what a phase needs to have happened."""
    at, did, finished = state.at, state.did, state.clock.scorings_done == SCORINGS
    yield state.flags.over == (at is Phase.OVER), Text("The play is over in its last phase, and not before.")
    yield not finished or at in _AT_THE_END, Text("After the final scoring no turn is left.")
    ended = at in _AT_THE_END[1:]
    yield not ended or finished, Text("The final scoring comes first.")
    yield at is not Phase.SCORED or state.scored is not None, Text("Nothing was scored yet.")
    spaces = set() if state.scored is None else set(state.scored.winners)
    yield spaces <= {str(space) for space in SPACES}, Text("A majority is at space 1, 2 or 3.")
    built = did is not None and did.action == "tower" and did.sector in state.board.sectors
    read = did is not None and did.space in SPACES and did.section in SECTIONS
    yield at is not Phase.COLUMN or read, Text("VJ follows a section of a solo card.")
    yield at is not Phase.COLUMN or built, Text("A tower must have been built.")
    taking = at in {Phase.EFFECT, Phase.SPECIALIST, Phase.TURN_OVER, Phase.ROUND_END}
    yield not taking or did is not None, Text("VJ’s turn must have been played.")
    yield at is not Phase.SPECIALIST or bool(state.due), Text("No specialist card is due.")
