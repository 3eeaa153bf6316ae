"""The components of The Castles of Burgundy: tiles, goods, the cards of the Automata; and their names."""

from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from engines.kit.decks import Deck, DeckKind
from engines.kit.faults import Unfit
from engines.kit.rules import data_file, rule_book
from engines.kit.text import Icon, Text

Player = Literal["you", "bot"]
Place = Literal["left", "right"]
Colour = Literal["dark_green", "gray", "yellow", "blue", "light_green", "brown"]
Item = Literal["dark_green", "gray", "yellow", "blue", "light_green", "brown", "green"]
Species = Literal["chicken", "sheep", "cow", "pig"]
Points = Annotated[int, Meta(ge=0, le=99)]
GamePhase = Literal["A", "B", "C", "D", "E"]

PHASES: tuple[GamePhase, ...] = get_args(GamePhase)
ROUNDS = 5
"""Rounds of a phase."""
DEPOTS = 6
GOODS = ("1", "2", "3", "4", "5", "6")
"""Types of goods."""
GOODS_PER_TYPE = 7
"""Goods tiles of each type in the game."""
COMPLETE_TILES: dict[Colour, int] = {"dark_green": 4, "gray": 3, "yellow": 6, "blue": 6, "light_green": 6, "brown": 12}
"""Tiles in the duchy that complete a colour (burgundy.colour.complete), in the order of the book."""
COLOURS = tuple(COMPLETE_TILES)
PLACES: tuple[Place, ...] = get_args(Place)
SPECIES: tuple[Species, ...] = get_args(Species)
LARGE_BONUS_VP = 5
"""Points of the large bonus tile of a colour with two players."""
MAX_LEFT_DIE = 4
"""The left card is active up to this number of the white die, the right card above it."""
MIN_ANIMALS, MAX_ANIMALS = 2, 4
"""Animals on a livestock tile."""
MAX_PIECES, MAX_VP = 40, 500
"""Bounds of a corrected count of pieces, and of its corrected points."""
MAX_ITEMS = 5
"""Items of a card."""
MAX_LIVESTOCK = 7
"""Livestock tiles of one species and number that the duchy can be corrected to."""
MAX_COUNT = 9_999
"""Bound of every count: more than a play can add to a corrected one."""
NOT_DEALT = "nothing"
"""The id shown for a card that was not dealt yet."""


class Tile(Struct, frozen=True, omit_defaults=True):
    """A hex tile; a wild one is face down. A detail is None if it is unknown, or if the tile has none.

    `unseen` is true for a yellow tile of the reserve until the player was asked whether it is a white castle.
    """

    colour: Literal["dark_green", "gray", "yellow", "blue", "light_green", "brown", "wild"]
    building: str | None = None
    species: Species | None = None
    animals: Annotated[int, Meta(ge=MIN_ANIMALS, le=MAX_ANIMALS)] | None = None
    unseen: bool = False


WILD = Tile("wild")


class Card(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A card of the Automata. `points` are for easy, medium and hard; `box` counts items from 1."""

    id: str
    items: Annotated[tuple[Item, ...], Meta(min_length=1, max_length=MAX_ITEMS)]
    points: tuple[Points, Points, Points]
    box: Annotated[int, Meta(ge=1, le=MAX_ITEMS)] | None = None

    def __post_init__(self) -> None:
        if self.box is not None and self.box > len(self.items):
            fault = Text("its box is on item {box}, but it has {items} items", box=self.box, items=len(self.items))
            raise Unfit(fault)


class Cards(Struct, frozen=True, forbid_unknown_fields=True):
    """`cards.toml`."""

    automata: Deck[Card]


cards = data_file("burgundy/cards.toml", Cards)
"""The cards that come with the game."""

AUTOMATA = DeckKind("automata", Text("Automata cards"), Card, lambda: cards().automata)
"""Its cards are known from a single source. A player can import a deck if a printed card differs."""


class Held(Struct):
    """A card on the table: its id, and for each item from the top the tile that marks it, or None."""

    id: str
    tiles: list[Tile | None]


# --- names ---

PLACE_NAMES: dict[Place, Text] = {"left": Text("Left"), "right": Text("Right")}
CARD_TITLES: dict[Place, Text] = {"left": Text("Left card"), "right": Text("Right card")}
CARD_NAMES: dict[Place, Text] = {"left": Text("left card"), "right": Text("right card")}


class TileNames(Struct, frozen=True):
    """The names of tiles of a colour: on a card, and one or many in a sentence; and the pattern of the colour."""

    title: Text
    one: Text
    many: Text
    hatch: Icon | None = None


TILE_NAMES = {
    "dark_green": TileNames(Text("Castle"), Text("castle"), Text("castles"), Icon.HATCH_SOLID),
    "gray": TileNames(Text("Mine"), Text("mine"), Text("mines"), Icon.HATCH_CROSS),
    "yellow": TileNames(Text("Knowledge"), Text("yellow tile"), Text("yellow tiles"), Icon.HATCH_EMPTY),
    "blue": TileNames(Text("Ship"), Text("ship"), Text("ships"), Icon.HATCH_HORIZONTAL),
    "light_green": TileNames(Text("Livestock"), Text("livestock"), Text("livestock"), Icon.HATCH_DOTS),
    "brown": TileNames(Text("Building"), Text("building"), Text("buildings"), Icon.HATCH_DIAGONAL),
    "wild": TileNames(Text("Wild tile"), Text("wild tile"), Text("wild tiles")),
}
BUILDING_TEXTS = {
    "bank": (Text("Bank"), Text("Bank: 2 silver")),
    "boarding_house": (Text("Boarding house"), Text("Boarding house: 2 points")),
    "watchtower": (Text("Watchtower"), Text("Watchtower: 4 points")),
    "warehouse": (Text("Warehouse"), Text("Warehouse: sells goods")),
    "city_hall": (Text("City hall"), Text("City hall: places a tile")),
    "carpenter": (Text("Carpenter’s workshop"), Text("Carpenter: takes a building")),
    "church": (Text("Church"), Text("Church: castle, mine, yellow")),
    "market": (Text("Market"), Text("Market: ship, livestock")),
    "crane": (Text("Crane"), Text("Crane: as a castle")),
    "white_castle": (Text("White castle"), Text("White castle: takes a tile")),
}
"""The name of each building, and its choice in a list: name and effect."""
BUILDING_NAMES = {one: name for one, (name, _) in BUILDING_TEXTS.items()}
BUILDING_CHOICES = {one: choice for one, (_, choice) in BUILDING_TEXTS.items()}
BUILDINGS = tuple(BUILDING_NAMES)
"""The buildings. The last two belong to expansions, but can always be named: they may be on the table."""
YELLOW_CASTLE = Text("White castle (yellow)")
"""A white castle on a yellow tile."""
SPECIES_TITLES = {
    "chicken": Text("Chickens"),
    "sheep": Text("Sheep"),
    "cow": Text("Cows"),
    "pig": Text("Pigs"),
}
SPECIES_NAMES = {
    "chicken": Text("chickens"),
    "sheep": Text("sheep"),
    "cow": Text("cows"),
    "pig": Text("pigs"),
}
"""Animals in the middle of a sentence."""
LIVESTOCK = {
    f"{species}{n}": Tile("light_green", species=species, animals=n)
    for species in SPECIES
    for n in range(MIN_ANIMALS, MAX_ANIMALS + 1)
}
"""The livestock tiles by id: sheep3."""
book = rule_book("burgundy", SPECIES_NAMES, {name: tile.one for name, tile in TILE_NAMES.items()}, BUILDING_NAMES)
"""The rules of the solo book, and our rulings."""


def livestock_id(tile: Tile) -> str:
    """Return the id of a livestock tile: sheep3."""
    return f"{tile.species}{tile.animals}"


def tile_name(tile: Tile) -> Text:
    """Return the words for a tile in a sentence: its building or animals if they are known, else its colour's name."""
    return _known_name(tile) or TILE_NAMES[tile.colour].one


def tile_title(tile: Tile) -> Text:
    """Return the words for a tile on a card."""
    return _known_name(tile) or TILE_NAMES[tile.colour].title


def _known_name(tile: Tile) -> Text | None:
    """Return the building or the animals of a tile; None if they are not known."""
    if tile.building is not None:
        return YELLOW_CASTLE if tile.colour == "yellow" else BUILDING_NAMES[tile.building]
    if tile.species is not None:
        return Text("{name} {n}", name=SPECIES_TITLES[tile.species], n=tile.animals or 0)
    return None
