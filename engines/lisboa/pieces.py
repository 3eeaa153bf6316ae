"""The components of Lisboa, their printed values, and their names."""

from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from engines.kit.decks import Deck, DeckKind
from engines.kit.rules import data_file
from engines.kit.text import Text

Noble = Literal["builder", "marquis", "king"]
Figure = Literal["builder", "marquis", "king", "treasury"]
Type = Literal["gold", "cloth", "books", "tools"]
Column = Literal["c1", "c2", "c3", "c4", "c5"]
Colour = Literal["blue", "red", "purple", "brown"]
Tile = Literal["blue", "green"]
Action = Literal["officials", "plans", "ships", "production", "cardinal", "favor"]

NOBLES: tuple[Noble, ...] = get_args(Noble)
"""The portraits and their offices, from left to right."""
FIGURES: tuple[Figure, ...] = get_args(Figure)
"""The decks on the display, from the bottom up."""
TYPES: tuple[Type, ...] = get_args(Type)
COLUMNS: tuple[Column, ...] = get_args(Column)
COLOURS: tuple[Colour, ...] = get_args(Colour)
TILES: tuple[Tile, ...] = get_args(Tile)

PERIODS = 2
DECK_CARDS = 5
"""Cards of a deck when a period begins."""
HAND_CARDS = 5
"""Cards that you hold when a period begins."""
OFFICIALS = 8
HOUSES = 8
"""Wooden houses, one for each store."""
TREASURY_SPACES = 5
"""Spaces of the Treasury."""
MAX_INFLUENCE = 10
"""The last space of the influence track; it shows a wig."""
FAVORS_PER_NOBLE = 2
"""Royal Favors of each noble in a game for two."""
EMPTY_DECKS = 3
"""Empty decks that end a period."""
CHURCH_SPACES = 6
"""Light spaces of the church track, a loop; the Influence icon is the first, and the Treasury is opposite."""
MAX_PRINTED = 9
"""Bound of a number printed on a ship or on a tile of the church."""

NOBLE_NAMES = {"builder": Text("Builder"), "marquis": Text("Minister"), "king": Text("King")}
FIGURE_NAMES = NOBLE_NAMES | {"treasury": Text("Treasury")}
DECK_NAMES = {figure: Text("{name} deck", name=name) for figure, name in FIGURE_NAMES.items()}
STORE_NAMES = {"gold": Text("gold"), "cloth": Text("cloth"), "books": Text("books"), "tools": Text("tools")}
TITLE_NAMES = {
    "fester": Text("Fester"),
    "servant": Text("Court Servant"),
    "favorite": Text("King's Favorite"),
    "right_hand": Text("Marquis' Right Hand"),
}
SHIP_NAMES = {
    "blue": Text("Blue ship"),
    "red": Text("Red ship"),
    "purple": Text("Purple ship"),
    "brown": Text("Brown ship"),
}


class NobleCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A portrait and the two State actions of its office."""

    id: Noble
    top: Action
    bottom: Action


class TypeCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A type of store, with the wigs for most and second most at the end."""

    id: Type
    most: int
    second: int


class ColumnCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A column of downtown and the types that fit there; the first one faces left."""

    id: Column
    fits: tuple[Type, ...]


class Ship(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A ship card: the period of its shipyard, its influence (0 to 9) and its size (1 to 9), if they are known."""

    id: Colour
    period: Literal[1, 2]
    influence: Annotated[int, Meta(ge=0, le=MAX_PRINTED)] | None = None
    hull: Annotated[int, Meta(ge=1, le=MAX_PRINTED)] | None = None


class Title(Struct, frozen=True, forbid_unknown_fields=True):
    """The least that a title needs; `stores` compares yours with his, or needs four."""

    id: str
    stores: Literal["more", "as_many", "four"]
    majorities: int
    reis: int
    decrees: int
    ships: int


class TreasuryTrack(Struct, frozen=True, forbid_unknown_fields=True):
    """The wigs that the Treasury adds to a cost, by its space."""

    modifier: tuple[int, int, int, int, int]


class Thing(Struct, frozen=True, forbid_unknown_fields=True):
    """A plot, a cube or a construction space; the first in the list wins a tie."""

    id: str


class Cards(Struct, frozen=True, forbid_unknown_fields=True):
    """`cards.toml`."""

    treasury: TreasuryTrack
    plots: Deck[Thing]
    cubes: Deck[Thing]
    sites: Deck[Thing]
    nobles: Deck[NobleCard]
    types: Deck[TypeCard]
    columns: Deck[ColumnCard]
    ships: Deck[Ship]
    titles: Deck[Title]


cards = data_file("lisboa/cards.toml", Cards)
"""The printed values of the pieces."""

SHIPS = DeckKind(
    "ships",
    Text("Ships"),
    Ship,
    lambda: cards().ships,
    is_complete=lambda deck: all(None not in (ship.influence, ship.hull) for ship in deck.cards),
)
"""Ships can be taught: by a file with their influence and size, or by plays in which he takes them."""


class Stores(Struct):
    """Stores of each type."""

    gold: int = 0
    cloth: int = 0
    books: int = 0
    tools: int = 0

    def of(self, kind: Type) -> int:
        """Return the stores of a type."""
        return int(getattr(self, kind))

    @property
    def total(self) -> int:
        """Return the stores of all types."""
        return sum(self.of(kind) for kind in TYPES)


class OwnedShip(Struct):
    """A ship in his area: influence for church scoring, hull (its size) for the end."""

    colour: Colour
    influence: int
    hull: int
