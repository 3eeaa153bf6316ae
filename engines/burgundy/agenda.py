"""Tiles, what is still to be resolved with them in a turn (effects), and what the player has yet to be told (deeds)."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

FEWEST_ANIMALS, MOST_ANIMALS = 2, 4
"""Animals on a livestock tile."""

Place = Literal["left", "right"]
Species = Literal["chicken", "sheep", "cow", "pig"]


class Tile(Struct, frozen=True, omit_defaults=True):
    """A hex tile. A wild one lies face down; a detail is None while nobody needed it.

    `unseen` is on for a yellow one of the reserve: nobody was asked yet whether it is a white castle.
    """

    colour: Literal["dark_green", "gray", "yellow", "blue", "light_green", "brown", "wild"]
    building: str | None = None
    species: Species | None = None
    animals: Annotated[int, Meta(ge=FEWEST_ANIMALS, le=MOST_ANIMALS)] | None = None
    unseen: bool = False


WILD = Tile("wild")


# --- effects: what is still to be resolved in a turn, the next one first ---


class Search(Struct, tag=True):
    """Take and place a tile, looking from depot `start` (1 to 6) on."""

    start: int


class FromReserve(Struct, tag=True):
    """The city hall: place a tile of the reserve."""


class Bonus(Struct, tag=True):
    """The placement bonus of a tile."""

    tile: Tile


class Sale(Struct, tag=True):
    """Sell the goods it has most of."""


class Ship(Struct, tag=True):
    """Take goods, and a step on the turn order track."""


class Take(Struct, tag=True):
    """A tile into the reserve, by a building or by the purchase at the end of the turn."""

    by: Literal["carpenter", "church", "market", "white_castle", "purchase"]


class Completion(Struct, tag=True):
    """Look whether a card is complete."""


Effect = Search | FromReserve | Bonus | Sale | Ship | Take | Completion


# --- deeds: what the Automata did and the player has not been told yet ---


class Placed(Struct, tag=True):
    """A tile marks item `item` (from 1) of a card."""

    tile: Tile
    place: Place
    item: int
    source: Literal["board", "reserve"]


class Kept(Struct, tag=True):
    """A tile goes to the reserve."""

    tile: Tile
    source: Literal["board", "market", "purchase"]


class Sold(Struct, tag=True):
    """All goods of a type are sold."""

    goods: str
    n: int


class Loaded(Struct, tag=True):
    """A ship took goods (their types), and its marker moved."""

    goods: list[str]


Payer = Literal["bank", "mines", "search", "white_castle"]


class Paid(Struct, tag=True):
    """Silver is given to it: by a bank, for mines, or since a search or a white castle found no tile."""

    n: int
    by: Payer = "search"


class Scored(Struct, tag=True):
    """Points that it scored since the last screen."""

    n: int


class Completed(Struct, tag=True):
    """Cards are complete; their tiles go to the duchy."""

    cards: list[str]


class Claimed(Struct, tag=True):
    """It takes the bonus tile of a colour; `points` say which."""

    colour: str
    points: int


class Skipped(Struct, tag=True):
    """At set-up: a card without a castle goes to the discard pile."""

    card: str


class Slid(Struct, tag=True):
    """The right card, by its id, becomes the left one."""

    card: str = ""


class Shuffled(Struct, tag=True):
    """The cards not on the table are a new deck."""


class Dealt(Struct, tag=True):
    """A new card lies."""

    place: Place
    card: str


class Delivered(Struct, tag=True):
    """The goods tile of the round goes to the depot (1 to 6) of the white die."""

    depot: Annotated[int, Meta(ge=1, le=6)]


Deed = (
    Placed | Kept | Sold | Loaded | Paid | Scored | Completed | Claimed | Skipped | Slid | Shuffled | Dealt | Delivered
)
