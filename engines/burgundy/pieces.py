"""What is in the box: colours, buildings, livestock, goods, the cards of the Automata; and what they are called."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from engines.burgundy.agenda import FEWEST_ANIMALS, MOST_ANIMALS, Place, Species, Tile
from engines.kit.decks import Deck, DeckKind
from engines.kit.faults import Unfit
from engines.kit.rules import data_file, rule_book
from engines.kit.text import Icon, Text

Side = Literal["you", "bot"]
Colour = Literal["dark_green", "gray", "yellow", "blue", "light_green", "brown"]
Item = Literal["dark_green", "gray", "yellow", "blue", "light_green", "brown", "green"]
Points = Annotated[int, Meta(ge=0, le=99)]
GamePhase = Literal["A", "B", "C", "D", "E"]

PHASES: tuple[GamePhase, ...] = ("A", "B", "C", "D", "E")
ROUNDS = 5
"""Rounds of a phase."""
DEPOTS = 6
GOODS = ("1", "2", "3", "4", "5", "6")
GOODS_OF_TYPE = 7
"""Goods tiles of each type in the game."""
NEEDED: dict[Colour, int] = {"dark_green": 4, "gray": 3, "yellow": 6, "blue": 6, "light_green": 6, "brown": 12}
"""Tiles in the duchy that complete a colour (burgundy.colour.complete); the book names colours in this order."""
COLOURS = tuple(NEEDED)
SPECIES: tuple[Species, ...] = ("chicken", "sheep", "cow", "pig")
PLACES: tuple[Place, ...] = ("left", "right")
LARGE = 5
"""Points of the large bonus tile of a colour with two players."""
LAST_LEFT = 4
"""White die: up to this the left card is active, above it the right one."""
MOST, MOST_VP = 40, 500
"""What a count of pieces, and its points, can be corrected to."""
MOST_ITEMS = 5
"""Items of a card."""
NOTHING = "nothing"
"""What lies where no card was dealt yet."""
MOST_ALIKE = 7
"""Livestock tiles of one species and number that the duchy can be corrected to."""
LIMIT = 9_999
"""Bound of every count: more than a play can add to a corrected one."""


class Card(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A card of the Automata. `points` are for easy, medium and hard; `box` counts items from 1."""

    id: str
    items: Annotated[tuple[Item, ...], Meta(min_length=1, max_length=MOST_ITEMS)]
    points: tuple[Points, Points, Points]
    box: Annotated[int, Meta(ge=1, le=MOST_ITEMS)] | None = None

    def __post_init__(self) -> None:
        if self.box is not None and self.box > len(self.items):
            has = Text("its box is on item {box}, but it has {items} items", box=self.box, items=len(self.items))
            raise Unfit(has)


class Cards(Struct, frozen=True, forbid_unknown_fields=True):
    """`cards.toml`."""

    automata: Deck[Card]


cards = data_file("burgundy/cards.toml", Cards)
"""The cards that come with the game."""

AUTOMATA = DeckKind("automata", Text("Automata cards"), Card, lambda: cards().automata)
"""Its cards are known from a single source: who finds a slip on a printed card can give a deck of his own."""


class Held(Struct):
    """A card on the table: its id, and for each item from the top the tile that marks it, or None."""

    id: str
    tiles: list[Tile | None]


PLACE_NAMES: dict[Place, Text] = {"left": Text("Left"), "right": Text("Right")}
CARD_NAMES: dict[Place, Text] = {"left": Text("Left card"), "right": Text("Right card")}
CARDS: dict[Place, Text] = {"left": Text("left card"), "right": Text("right card")}
HATCHES = {
    "dark_green": Icon.HATCH_SOLID,
    "gray": Icon.HATCH_CROSS,
    "yellow": Icon.HATCH_EMPTY,
    "blue": Icon.HATCH_HORIZONTAL,
    "light_green": Icon.HATCH_DOTS,
    "brown": Icon.HATCH_DIAGONAL,
    "yellow_castle": Icon.HATCH_EMPTY,
}
NAMES = {
    "dark_green": Text("Castle"),
    "gray": Text("Mine"),
    "yellow": Text("Knowledge"),
    "blue": Text("Ship"),
    "light_green": Text("Livestock"),
    "brown": Text("Building"),
    "wild": Text("Wild tile"),
}
"""Items of a card, and tiles on them."""
TILE_NAMES = {
    "dark_green": Text("castle"),
    "gray": Text("mine"),
    "yellow": Text("yellow tile"),
    "blue": Text("ship"),
    "light_green": Text("livestock"),
    "brown": Text("building"),
    "wild": Text("wild tile"),
}
BUILDING_NAMES = {
    "bank": Text("Bank"),
    "boarding_house": Text("Boarding house"),
    "watchtower": Text("Watchtower"),
    "warehouse": Text("Warehouse"),
    "city_hall": Text("City hall"),
    "carpenter": Text("Carpenter’s workshop"),
    "church": Text("Church"),
    "market": Text("Market"),
    "crane": Text("Crane"),
    "white_castle": Text("White castle"),
}
BUILDINGS = tuple(BUILDING_NAMES)
"""The last two are of expansions; one that lies on the table can be named, whatever was chosen."""
YELLOW_CASTLE = Text("White castle (yellow)")
"""A yellow tile of that expansion: the reserve may hold one of each kind."""
SPECIES_NAMES = {
    "chicken": Text("Chickens"),
    "sheep": Text("Sheep"),
    "cow": Text("Cows"),
    "pig": Text("Pigs"),
}


def beast(tile: Tile) -> str:
    """Return a livestock tile as one word: sheep3."""
    return f"{tile.species}{tile.animals}"


PLURALS = {
    "dark_green": Text("castles"),
    "gray": Text("mines"),
    "yellow": Text("yellow tiles"),
    "blue": Text("ships"),
    "light_green": Text("livestock"),
    "brown": Text("buildings"),
    "wild": Text("wild tiles"),
    "chicken": Text("chickens"),
    "sheep": Text("sheep"),
    "cow": Text("cows"),
    "pig": Text("pigs"),
}
"""Tiles of a colour, and animals, in the middle of a sentence."""
book = rule_book("burgundy", PLURALS, TILE_NAMES, BUILDING_NAMES)
"""The rules of the solo book, and our rulings."""
BEASTS = {
    beast(tile): tile
    for tile in (
        Tile("light_green", species=species, animals=n)
        for species in SPECIES
        for n in range(FEWEST_ANIMALS, MOST_ANIMALS + 1)
    )
}
"""The livestock tiles, by that word."""


def named(tile: Tile) -> Text:
    """Return a tile in words, with what is known of it."""
    if tile.building is not None:
        return YELLOW_CASTLE if tile.colour == "yellow" else BUILDING_NAMES[tile.building]
    if tile.species is not None:
        return Text("{name} {n}", name=SPECIES_NAMES[tile.species], n=tile.animals or 0)
    return TILE_NAMES[tile.colour]


def titled(tile: Tile) -> Text:
    """Return a tile in words of its own, as on a card."""
    return named(tile) if tile.building is not None or tile.species is not None else NAMES[tile.colour]
