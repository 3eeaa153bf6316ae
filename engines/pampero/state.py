"""What VJ owns and what the device tracks for him."""

from collections.abc import Iterator
from enum import Enum
from functools import cache
from typing import Literal

from msgspec import Struct, field

from engines.kit import turn
from engines.kit.decks import Deck
from engines.kit.rules import FOLDER, data_file, load, rule_book
from engines.kit.text import Text
from engines.pampero import words
from engines.pampero.board import Board
from engines.pampero.card import SYMBOL_WORDS, UNKNOWN, Card, Unknown
from engines.pampero.files import OwnersKind
from engines.pampero.pieces import ROUNDS, TURNS, Clock, Deed, Flags, Pair, Scored, Slot, Vj, You

SPACES = (1, 2, 3)
"""Of the solo cards and majorities: the 2nd scoring, end A, end B."""
MARKERS = tuple(f"{side}_{space}" for space in SPACES for side in ("you", "vj"))
"""The six majority markers, by side and space."""
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

Mode = Literal["learning", "digital", "table"]


class Phase(Enum):
    """What the player can be waiting in; those without a builder in `steps/` pass."""

    LAY_OUT = "lay_out"
    SET_UP = "set_up"
    PLACE_PIECES = "place_pieces"
    SUPPLY = "supply"
    MARKERS = "markers"
    YOUR_TURN = "your_turn"
    LOWERED = "lowered"
    PAID = "paid"
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


def cards() -> Deck[Card]:
    """Return the solo cards as far as they are known."""
    return _cards().cards


@cache
def board() -> Deck[Board]:
    """Return the facts of the board as far as they are known."""
    known = load(FOLDER / "pampero" / "board.toml", Board)
    return Deck("reviews and the solo rulebook", "partial: the owner of the box confirms it once", (known,))


CARDS = OwnersKind("cards", Text("Solo cards"), Card, cards, spelling={"tile": SYMBOL_WORDS, "printed": SYMBOL_WORDS})
BOARD = OwnersKind("board", Text("Board"), Board, board)


class State(turn.State, kw_only=True):
    """A play against VJ.

    `cards` are the three beside the majority track as far as they have been read, `deck` the other known ones. `due`
    are the specialist cards that VJ is still to take: for a bonus, at the end of an income track, or as a second one.
    `full`: sectors without a free site for an action, as far as it was said.
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

    def counted_by_you(self) -> Iterator[tuple[Literal["you", "vj"], int, int]]:
        """Yield the markers that you report, of majorities still to be scored: side, space and value."""
        for space in self.up():
            pair = self.majority[space - 1]
            yield "you", space, pair.you
            if not self.auto(space):
                yield "vj", space, pair.vj

    def can_be_lowered(self) -> bool:
        """Return whether one of them is above 0."""
        return any(n for _, _, n in self.counted_by_you())

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

    def pass_tile_waits(self) -> bool:
        """The tile is unused, and by the rules of this table it is used at the latest in the last turn."""
        return self.skipping == "asked" and self.flags.pass_tile_unused

    def must_pass(self) -> bool:
        """VJ's last turn comes with the end of the time track, and the pass tile was not used."""
        return self.pass_tile_waits() and self.last_round() and self.clock.turn_in_round == TURNS

    def may_have_to_pass(self) -> bool:
        """VJ's last turn may come: only you know whether the final scoring follows this round."""
        return self.pass_tile_waits() and self.first_down() and self.clock.turn_in_round == TURNS

    def scores(self) -> bool:
        """A scoring was reached; the last round has all that are left."""
        return self.reached or self.last_round()

    def on_correction(self, name: str) -> None:
        """Count again what follows from a value, and turn the first card down or up (pampero.scoring.flip)."""
        if name == "scorings_done":
            self.cards[0].face_up = not self.first_down()
        if name == "network_tiles":
            self._count("network_tiles", self.vj.network_tiles)
        if name.startswith("wind_"):
            self._count("wind_farms", sum(self.vj.wind.values()))
        if name.startswith(("towers_", "transformers_")):
            self.vj.unlocked_transformers = self._unlocked()
        if self.at is Phase.LOWERED and not self.can_be_lowered():
            self.at = Phase.YOUR_TURN

    def _unlocked(self) -> int | Unknown:
        """Return the transformers in columns without a tower, but for those on the board (pampero.tower.leftmost)."""
        columns = range(sum(self.vj.towers.values()))
        known = [self.board.grid.unlocked_at_start, *map(self.board.transformers, columns)]
        counts = [n for n in known if isinstance(n, int)]
        return max(sum(counts) - sum(self.vj.transformers.values()), 0) if len(counts) == len(known) else UNKNOWN

    def _count(self, majority: str, n: int) -> None:
        """Set VJ's side of a majority that the device counts (pampero.majority.markers)."""
        for space in SPACES:
            if self.card(space).majority == majority:
                self.majority[space - 1].vj = n

    def last_round(self) -> bool:
        """The time track ends with this round."""
        return self.clock.round == ROUNDS


TYPES = ("tourism", "industrial", "commercial", "residential")
"""Contract types where a board file names none; their order is then asked, not taken from here."""
ROWS = (*TYPES, "remote", "solar", "other_1", "other_2")
"""Names that an income track may have; none is certain but residential and commercial."""
COUNTED = ("wind_farms", "network_tiles")
"""Majorities of which the device can count VJ's side."""


def start_of(board: Board) -> str:
    """Return the sector of VJ's first wind farm (pampero.setup.wind_farm)."""
    return "A2" if "A2" in board.sectors else board.sectors[0]
