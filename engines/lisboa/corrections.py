"""Values that can be corrected and are no field of the state: offices, Royal Favors, stores, ships."""

from collections.abc import Iterator
from operator import attrgetter
from typing import Any

from engines.kit.contract import Choice
from engines.kit.text import Text
from engines.kit.tracked_values import YES_NO, Value, in_list
from engines.lisboa.pieces import (
    COLOURS,
    HOUSES,
    MAX_PRINTED,
    NOBLE_NAMES,
    NOBLES,
    OFFICIALS,
    SHIP_NAMES,
    STORE_NAMES,
    TYPES,
    Action,
    Colour,
    Noble,
    Type,
)

MOVED_VALUES: dict[Action, tuple[str, ...]] = {
    "officials": tuple(f"office_{noble}" for noble in NOBLES),
    "plans": ("plans",),
    "favor": tuple(f"{what}_{noble}" for what in ("favor", "pile") for noble in NOBLES),
}
"""The values that a State action changes without a question, by the action."""


def office(noble: Noble) -> Value:
    """Return the value for his officials in an office; they come from his area, and go back there."""
    place = NOBLES.index(noble)

    def put(state: Any, n: int) -> None:
        state.area += state.off_L[place] - n
        state.off_L[place] = n

    label = Text("{noble}: his Officials", noble=NOBLE_NAMES[noble])
    word = Text("his officials at the {noble}", noble=NOBLE_NAMES[noble])
    return Value(f"office_{noble}", label, word, lambda state: state.off_L[place], put, OFFICIALS)


def favor(noble: Noble) -> Value:
    """Return the value for his Royal Favor of a noble."""
    label = Text("{noble}: his Favor", noble=NOBLE_NAMES[noble])
    word = Text("his Favor of the {noble}", noble=NOBLE_NAMES[noble])
    has_favor = in_list(attrgetter("favors"), noble, sort_key=NOBLES.index)
    return Value(f"favor_{noble}", label, word, *has_favor, choices=YES_NO)


def stores(kind: Type) -> Iterator[Value]:
    """Yield the values for his stores of a type, and for its stack of City tiles."""
    store_word, stack_word = TYPE_WORDS[kind]

    def put(state: Any, n: int) -> None:
        setattr(state.stores, kind, n)

    label = Text("His stores: {type}", type=STORE_NAMES[kind])
    yield Value(f"store_{kind}", label, store_word, lambda state: state.stores.of(kind), put, HOUSES, limit=HOUSES)
    label = Text("City tiles: {type}", type=STORE_NAMES[kind])
    is_empty = in_list(attrgetter("tiles_out"), kind, TYPES.index, present="empty", absent="plenty")
    yield Value(f"stack_{kind}", label, stack_word, *is_empty, choices=STACK_CHOICES)


STACK_CHOICES = (Choice("plenty", Text("some left")), Choice("empty", Text("out")))
TYPE_WORDS: dict[Type, tuple[Text, Text]] = {
    "gold": (Text("his gold stores"), Text("gold tiles")),
    "cloth": (Text("his cloth stores"), Text("cloth tiles")),
    "books": (Text("his book stores"), Text("book tiles")),
    "tools": (Text("his tool stores"), Text("tool tiles")),
}


def ship(colour: Colour) -> Iterator[Value]:
    """Yield the values for the place of a ship, and for its influence and size."""

    def place(state: Any) -> str:
        return "his" if state.his_ship(colour) else "yard" if colour in state.shipyard else "gone"

    def put_ship(state: Any, value: str) -> None:
        state.shipyard = [one for one in COLOURS if (value == "yard" if one == colour else one in state.shipyard)]
        others = [one for one in state.ships if one.colour != colour]
        state.ships = others + [state.ship_values(colour)] * (value == "his")

    def put_influence(state: Any, value: int) -> None:
        state.ship_values(colour).influence = state.ship_influence[colour] = value
        state.new_ships = True

    def put_size(state: Any, value: int) -> None:
        state.ship_values(colour).hull = state.ship_hull[colour] = value
        state.new_ships = True

    name = SHIP_NAMES[colour]
    yield Value(f"ship_{colour}", name, SHIP_WORDS[colour], place, put_ship, choices=SHIP_PLACES)
    label, word = Text("{ship}: influence", ship=name), Text("influence of the {ship}", ship=SHIP_WORDS[colour])
    yield Value(
        f"force_{colour}", label, word, lambda state: state.ship_values(colour).influence, put_influence, MAX_PRINTED
    )
    label, word = Text("{ship}: size", ship=name), Text("size of the {ship}", ship=SHIP_WORDS[colour])
    yield Value(f"size_{colour}", label, word, lambda state: state.ship_values(colour).hull, put_size, MAX_PRINTED, 1)


SHIP_PLACES = (Choice("yard", Text("in the shipyard")), Choice("his", Text("his")), Choice("gone", Text("gone")))
SHIP_WORDS: dict[Colour, Text] = {
    "blue": Text("blue ship"),
    "red": Text("red ship"),
    "purple": Text("purple ship"),
    "brown": Text("brown ship"),
}
