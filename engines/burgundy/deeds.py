"""The open effects of a turn of the Automata, and its deeds."""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct

from engines.burgundy.pieces import Place, Tile

# --- effects: the open ones of a turn are its agenda, the next one first ---


class Search(Struct, tag=True):
    """Take and place a tile, looking from depot `start` (1 to 6) on."""

    start: int


class FromReserve(Struct, tag=True):
    """Place a tile of the reserve, by the city hall."""


class Bonus(Struct, tag=True):
    """Take the placement bonus of a tile."""

    tile: Tile


class Sale(Struct, tag=True):
    """Sell the goods it has most of."""


class Ship(Struct, tag=True):
    """Take goods, and move a step on the turn order track."""


class Overtake(Struct, tag=True):
    """Ask whether its step brought it ahead of you."""


class Take(Struct, tag=True):
    """Take a tile to the reserve, by a building or by the purchase at the end of the turn."""

    by: Literal["carpenter", "church", "market", "white_castle", "purchase"]


class Completion(Struct, tag=True):
    """Resolve complete cards."""


Effect = Search | FromReserve | Bonus | Sale | Ship | Overtake | Take | Completion


# --- deeds ---


class _Deed(Struct, tag=True):
    ids: ClassVar[tuple[str, ...]] = ()

    @property
    def orders(self) -> tuple[str, ...]:
        """Return the ids of its orders, one for each line of its words."""
        return tuple(name.format(self) for name in self.ids)


class Placed(_Deed):
    """A tile marks item `item` (from 1) of a card."""

    ids: ClassVar[tuple[str, ...]] = ("lay.{0.place}.{0.item}",)
    tile: Tile
    place: Place
    item: int
    source: Literal["board", "reserve"]


class Kept(_Deed):
    """A tile goes to the reserve, `stacked` if others of its colour are there."""

    ids: ClassVar[tuple[str, ...]] = ("reserve",)
    tile: Tile
    source: Literal["board", "market", "purchase"]
    stacked: bool = False


class Sold(_Deed):
    """All goods of a type are sold."""

    ids: ClassVar[tuple[str, ...]] = ("sell.{0.goods}", "sell.{0.goods}.silver")
    goods: str
    n: int


class Loaded(_Deed):
    """A ship took goods (their types), and its marker moved."""

    goods: list[str]

    @property
    def orders(self) -> tuple[str, ...]:
        """Return the ids of a ship's orders; there may be no goods."""
        return ("goods", "step") if self.goods else ("step",)


Payer = Literal["bank", "mines", "search", "white_castle"]


class Paid(_Deed):
    """It gets silver: from a bank, for mines, or because a search or a white castle found no tile."""

    ids: ClassVar[tuple[str, ...]] = ("silver.{0.by}",)
    n: int
    by: Payer = "search"


class Scored(_Deed):
    """It scored points since the last screen."""

    ids: ClassVar[tuple[str, ...]] = ("score",)
    n: int


class Completed(_Deed):
    """Cards are complete; their tiles go to the duchy."""

    cards: list[str]

    @property
    def orders(self) -> tuple[str, ...]:
        """Return the id of an order for each card."""
        return tuple(f"complete.{card}" for card in self.cards)


class Claimed(_Deed):
    """It takes the large or the small bonus tile of a colour, by its `points`."""

    ids: ClassVar[tuple[str, ...]] = ("bonus.{0.colour}",)
    colour: str
    points: int


class Skipped(_Deed):
    """At set-up: a card without a castle goes to the discard pile."""

    ids: ClassVar[tuple[str, ...]] = ("skip.{0.card}",)
    card: str


class Slid(_Deed):
    """The right card, by its id, becomes the left one."""

    ids: ClassVar[tuple[str, ...]] = ("slide",)
    card: str = ""


class Shuffled(_Deed):
    """The cards not on the table are a new deck."""

    ids: ClassVar[tuple[str, ...]] = ("shuffle",)


class Dealt(_Deed):
    """A new card was dealt."""

    ids: ClassVar[tuple[str, ...]] = ("card.{0.place}",)
    place: Place
    card: str


class Delivered(_Deed):
    """The goods tile of the round goes to the depot (1 to 6) of the white die."""

    ids: ClassVar[tuple[str, ...]] = ("deliver",)
    depot: Annotated[int, Meta(ge=1, le=6)]


Deed = (
    Placed | Kept | Sold | Loaded | Paid | Scored | Completed | Claimed | Skipped | Slid | Shuffled | Dealt | Delivered
)
