"""The state of a play, the values that the player can correct, and the laws of a position."""

from collections.abc import Iterator
from enum import Enum
from functools import partial
from typing import Literal, get_args

from msgspec import Struct, field

from engines.kit import turn
from engines.kit.contract import Law
from engines.kit.decks import Deck
from engines.kit.rules import data_file, rule_book
from engines.kit.text import Text
from engines.kit.tracked_values import Group, tracked_values
from engines.pampero import corrections, words
from engines.pampero.board import SECTORS, Board
from engines.pampero.card import SYMBOL_WORDS, UNKNOWN, Card, Unknown, place_faults
from engines.pampero.files import OwnersDeck, field_fault, in_place
from engines.pampero.pieces import (
    MAX_COUNT,
    ROUNDS,
    SCORINGS,
    TURNS,
    Clock,
    Deed,
    Flags,
    Ongoing,
    Pair,
    Scored,
    Side,
    Slot,
    Vj,
    You,
)

SPACES = (1, 2, 3)
"""Spaces of the solo cards and their majorities: the 2nd scoring, end A, end B."""
MARKERS = tuple(f"{side}_{space}" for space in SPACES for side in get_args(Side))
"""The six majority markers, by side and space."""
SECTIONS = (0, 1, 2)
"""Indexes of the sections of a card, in the order of its file."""
POSITIONS = (1, 2, 3)
"""Positions of the sections on a printed card, from the left."""
ONGOING = get_args(Ongoing)
"""Numbers of the ongoing bonus tiles, which have separate spaces."""
MARKED_SPACE_DOLLARS = 3
"""VJ's $ for each covered space with "!!", by scoring tile 2.7."""
USUAL_TYPES = ("tourism", "industrial", "commercial", "residential")
"""Contract types if a board file names none; their order is then asked."""
TRACK_NAMES = (*USUAL_TYPES, "remote", "solar", "other_1", "other_2")
"""Contract types that an income track may have; only residential and commercial are certain."""

Mode = Literal["learning", "digital", "table"]


class Phase(Enum):
    """The phases of a play; a phase without a builder in `steps/` passes."""

    LAY_OUT = "lay_out"
    SET_UP = "set_up"
    PLACE_PIECES = "place_pieces"
    MARKERS = "markers"
    YOUR_TURN = "your_turn"
    LOWERED = "lowered"
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


book = rule_book("pampero", words.TYPES)
_cards = data_file("pampero/cards.toml", Cards)
_board = data_file("pampero/board.toml", Board)


def cards() -> Deck[Card]:
    """Return the solo cards as far as they are known."""
    return _cards().cards


def board() -> Deck[Board]:
    """Return the facts of the board as far as they are known."""
    return Deck("reviews and the solo rulebook", "partial: the owner of the box confirms it once", (_board(),))


CARDS = OwnersDeck("cards", Text("Solo cards"), Card, cards, spelling={"tile": SYMBOL_WORDS, "printed": SYMBOL_WORDS})
BOARD = OwnersDeck("board", Text("Board"), Board, board)


class State(turn.State, kw_only=True):
    """A play against VJ.

    `cards` are the three beside the majority track as far as they have been read, `deck` the other known ones. `due`
    are the specialist cards that VJ still has to take, each by its cause: a bonus, the end of an income track, or the
    card before. `full` has the sectors that the player called full, by action. `reached` is true once the time track
    has reached a scoring, `marked` once tile 2.7 has been scored.
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
    full: dict[str, list[str]] = {}
    reached: bool = False
    due: list[Literal["bonus", "track", "second"]] = []
    did: Deed | None = None
    scored: Scored | None = None
    last_income: int = 0
    cells_learned: bool = False
    board_learned: bool = False
    your_total: int | None = None

    def __post_init__(self) -> None:
        """Compute the pieces on his grid board if they are not given."""
        supply, vj = self.board.supply, self.vj
        if vj.towers_left is None:
            vj.towers_left = supply.towers - sum(vj.towers.values())
        if vj.wind_left is None:
            vj.wind_left = supply.wind_farms_left + 1 - sum(vj.wind.values())

    def card(self, space: int) -> Card:
        """Return the card at a space (1 to 3)."""
        return self.cards[space - 1].card

    def face_up(self) -> tuple[int, ...]:
        """Return the spaces whose cards are face up, from the top."""
        return tuple(space for space in SPACES if self.cards[space - 1].face_up)

    def types(self) -> tuple[str, ...]:
        """Return the contract types: the income tracks from top to bottom, as far as they are known."""
        rows = self.board.income.rows_top_to_bottom
        return tuple(self.vj.income) or USUAL_TYPES if rows == UNKNOWN else rows

    def rightmost(self) -> str | None:
        """Return the type of VJ's rightmost income marker, of those tied the bottommost (pampero.income.rightmost).

        None if two tracks tie and their order is not known: then only the table shows it.
        """
        places = {name: self.vj.income.get(name, 0) for name in self.types()}
        tied = [name for name, place in places.items() if place == max(places.values())]
        known = self.board.income.rows_top_to_bottom != UNKNOWN
        return tied[-1] if known or len(tied) == 1 else None

    def income_places(self) -> list[str | int]:
        """Return each contract type, followed by the space of VJ’s marker."""
        return [part for name in self.types() for part in (name, self.vj.income.get(name, 0))]

    def income(self) -> int | None:
        """Return VJ's $ at a consolidation, None if the board's values are unknown."""
        values = self.board.income.values
        if values == UNKNOWN:
            return None
        return sum(row[min(self.vj.income.get(name, 0), len(row) - 1)] for name, row in values.items())

    def counts_majority(self, space: int) -> bool:
        """Return whether the device counts VJ's side of a majority."""
        kind = self.board.majority_kinds.get(self.card(space).majority)
        return kind is not None and kind.auto and self.card(space).majority in words.MAJORITIES

    def reported_markers(self) -> Iterator[tuple[Side, int, int]]:
        """Yield side, space and value of each marker that you report, of majorities still to be scored."""
        for space in self.face_up():
            pair = self.majority[space - 1]
            yield "you", space, pair.you
            if not self.counts_majority(space):
                yield "vj", space, pair.vj

    def can_be_lowered(self) -> bool:
        """Return whether a marker that you report is above 0."""
        return any(n for _, _, n in self.reported_markers())

    def first_card_is_down(self) -> bool:
        """The 2nd scoring is over."""
        return self.clock.scorings_done >= 2  # noqa: PLR2004 - the 2nd

    def last_round(self) -> bool:
        """The time track ends with this round."""
        return self.clock.round == ROUNDS

    def pass_tile_waits(self) -> bool:
        """The tile is unused, and by the rules of this table it is used at the latest in the last turn."""
        return self.skipping == "asked" and self.flags.pass_tile_unused

    def must_pass(self) -> bool:
        """VJ's last turn comes with the end of the time track, and the pass tile was not used."""
        return self.pass_tile_waits() and self.last_round() and self.clock.turn_in_round == TURNS

    def may_have_to_pass(self) -> bool:
        """VJ's last turn may come: only you know whether the final scoring follows this round."""
        return self.pass_tile_waits() and self.first_card_is_down() and self.clock.turn_in_round == TURNS

    def is_scoring_due(self) -> bool:
        """A scoring was reached; the last round has all that remain."""
        return self.reached or self.last_round()

    def on_correction(self, name: str) -> None:
        """Update the values that follow from another, and turn the first card down or up (pampero.scoring.flip)."""
        if name == "scorings_done":
            self.cards[0].face_up = not self.first_card_is_down()
        if name == "network_tiles":
            self._set_majority("network_tiles", self.vj.network_tiles)
        if name.startswith("wind_"):
            self._set_majority("wind_farms", sum(self.vj.wind.values()))
        if name.startswith(("towers_", "transformers_")):
            self.vj.unlocked_transformers = self._unlocked_transformers()
        if self.at is Phase.LOWERED and not self.can_be_lowered():
            self.at = Phase.YOUR_TURN

    def _unlocked_transformers(self) -> int | Unknown:
        """Return the number of transformers that are unlocked and not on the board (pampero.tower.leftmost)."""
        columns = range(sum(self.vj.towers.values()))
        known = [self.board.grid.unlocked_at_start, *map(self.board.transformers, columns)]
        counts = [n for n in known if isinstance(n, int)]
        return max(sum(counts) - sum(self.vj.transformers.values()), 0) if len(counts) == len(known) else UNKNOWN

    def _set_majority(self, majority: str, n: int) -> None:
        """Set VJ's side of a majority that the device counts (pampero.majority.markers)."""
        for space in SPACES:
            if self.card(space).majority == majority:
                self.majority[space - 1].vj = n


TRACKED = tracked_values(
    State,
    Group(
        Text("Energy and money"),
        Text("He pays contracts with energy and batteries; money is his score."),
        "vj.energy",
        "vj.batteries",
        "vj.money",
    ),
    Group(
        Text("Majority tracks"),
        Text("He follows the first card whose majority he has not."),
        *(corrections.marker(side, space) for space in SPACES for side in get_args(Side)),
    ),
    *(
        Group(
            partial(corrections.sector_label, n),
            Text("His pieces say where he builds next, and where he can fulfil contracts."),
            *(corrections.pieces(kind, n) for kind in get_args(corrections.PieceKind)),
        )
        for n in range(1, SECTORS + 1)
    ),
    Group(
        Text("Income tracks"),
        Text("His rightmost marker breaks ties and moves with a bonus; he collects at each consolidation."),
        *(corrections.income(n) for n in range(1, len(TRACK_NAMES) + 1)),
    ),
    Group(
        Text("His boards"),
        Text("His grid board says what he can build, and which transformers he can place."),
        "vj.network_tiles",
        corrections.unlocked_transformers(),
        "vj.dozers_parked",
        corrections.connection_tiles(),
        *map(corrections.ongoing_tile, ONGOING),
        "flags.pass_tile_unused",
    ),
    Group(
        Text("Progress of the game"),
        Text("The device counts rounds and turns by it."),
        "clock.round",
        "clock.turn_in_round",
        "clock.scorings_done",
    ),
    *(
        Group(
            Text("Solo card {n}", n=space),
            Text("A section that is to be read is asked again when VJ comes to it."),
            *(corrections.card_section(space, position) for position in POSITIONS),
        )
        for space in SPACES
    ),
)


# --- laws ---


def card_faults(deck: list[Card], board: Board) -> Iterator[Text]:
    """Yield the faults of cards, by themselves and on a board."""
    for n, card in enumerate(deck, 1):
        faults = [*card.faults(), *place_faults(card, board.places)]
        if card.majority not in (UNKNOWN, *board.majority_kinds):
            faults.append(field_fault("majority", repr(card.majority), (*board.majority_kinds, UNKNOWN)))
        yield from (in_place(Text("card {id}", id=card.key or str(n)), fault) for fault in faults)


def laws(state: State) -> Iterator[Law]:
    """Yield the laws of a position beyond the bounds of its values."""
    faults = [*state.board.faults()]
    yield from ((False, Text("Board: {fault}.", fault=fault)) for fault in faults)
    if not faults:
        yield from (*_laws_of_cards(state), *_laws_of_pieces(state), *_laws_of_phase(state))


def _laws_of_cards(state: State) -> Iterator[Law]:
    yield len(state.cards) == len(SPACES), Text("There are {n} solo cards.", n=len(SPACES))
    yield len(state.majority) == len(SPACES), Text("There are {n} majorities.", n=len(SPACES))
    for fault in card_faults([*state.deck, *(slot.card for slot in state.cards)], state.board):
        yield False, Text("Solo cards: {fault}.", fault=fault)
    if len(state.cards) == len(SPACES):
        yield bool(state.face_up()), Text("One solo card at least is face up.")


def _laws_of_pieces(state: State) -> Iterator[Law]:
    vj, supply, sectors = state.vj, state.board.supply, state.board.sectors
    rows = state.board.income.rows_top_to_bottom
    for name in vj.income:
        yield rows == UNKNOWN or name in rows, Text("An income track must be one of: {types}.", types=state.types())
    yield 0 <= state.last_income <= MAX_COUNT, Text("Income must be 0 to {most}.", most=MAX_COUNT)
    for counts in (vj.towers, vj.wind, vj.transformers):
        yield set(counts) <= set(sectors), Text("A sector must be one of: {sectors}.", sectors=sectors)
    for name, n in (("towers", supply.towers), ("wind", supply.wind_farms_left + 1)):
        remaining = getattr(vj, f"{name}_left")
        is_conserved = remaining >= 0 and sum(getattr(vj, name).values()) + remaining == n
        yield is_conserved, Text("VJ’s {name} on the board and left must together be {n}.", name=name, n=n)
    yield len(set(vj.ongoing)) == len(vj.ongoing), Text("There is one of each ongoing tile.")


def _laws_of_phase(state: State) -> Iterator[Law]:
    """Yield what must have happened before a phase."""
    at, did, finished = state.at, state.did, state.clock.scorings_done == len(SCORINGS)
    yield state.flags.over == (at is Phase.OVER), Text("The play is over in its last phase, and not before.")
    ended = at in {Phase.FINAL, Phase.YOUR_TOTAL, Phase.OVER}
    yield not finished or ended or at is Phase.SCORED, Text("After the final scoring no turn is left.")
    yield not ended or finished, Text("The final scoring comes first.")
    yield at is not Phase.SCORED or state.scored is not None, Text("Nothing was scored yet.")
    spaces = set() if state.scored is None else set(state.scored.winners)
    yield spaces <= {str(space) for space in SPACES}, Text("A majority is at space 1, 2 or 3.")
    has_tower = did is not None and did.action == "tower" and did.sector in state.board.sectors
    has_section = did is not None and did.space in SPACES and did.section in SECTIONS
    yield at is not Phase.COLUMN or has_section, Text("VJ follows a section of a solo card.")
    yield at is not Phase.COLUMN or has_tower, Text("A tower must have been built.")
    after_deed = at in {Phase.EFFECT, Phase.SPECIALIST, Phase.TURN_OVER, Phase.ROUND_END}
    yield not after_deed or did is not None, Text("VJ’s turn must have been played.")
    yield at is not Phase.SPECIALIST or bool(state.due), Text("No specialist card is due.")


def start_sector(board: Board) -> str:
    """Return the sector of VJ's first wind farm (pampero.setup.wind_farm)."""
    return "A2" if "A2" in board.sectors else board.sectors[0]
