"""What can be corrected and is no field of the state, but follows from some."""

from collections.abc import Iterator
from typing import Any

from engines.kit.contract import Choice
from engines.kit.text import Text
from engines.kit.tracked_values import YES, YES_NO, Value
from engines.lisboa.pieces import (
    COLOURS,
    HOUSES,
    MAX_PRINTED,
    NAMES,
    NOBLES,
    OFFICIALS,
    SHIP_NAMES,
    STORES,
    TYPES,
    Action,
    Colour,
    Noble,
    Type,
)

MOVED: dict[Action, tuple[str, ...]] = {
    "officials": tuple(f"office_{noble}" for noble in NOBLES),
    "plans": ("plans",),
    "favor": tuple(f"{what}_{noble}" for what in ("favor", "pile") for noble in NOBLES),
}
"""The values that a State action moves without asking, by the action."""


def office(noble: Noble) -> Value:
    """Return his officials in an office: they come from his area, or go back there."""
    place = NOBLES.index(noble)

    def put(state: Any, n: int) -> None:
        state.area += state.off_L[place] - n
        state.off_L[place] = n

    label = Text("{noble}: his Officials", noble=NAMES[noble])
    word = Text("his officials at the {noble}", noble=NAMES[noble])
    return Value(f"office_{noble}", label, word, lambda state: state.off_L[place], put, OFFICIALS)


def favor(noble: Noble) -> Value:
    """Return whether he has the Royal Favor of a noble."""

    def put(state: Any, value: str) -> None:
        state.favors = _with(NOBLES, state.favors, noble, present=value == "yes")

    label = Text("{noble}: his Favor", noble=NAMES[noble])
    word = Text("his Favor of the {noble}", noble=NAMES[noble])
    return Value(f"favor_{noble}", label, word, lambda state: YES[noble in state.favors], put, choices=YES_NO)


def stores(kind: Type) -> Iterator[Value]:
    """Yield his stores of a type, and whether City tiles of it are left."""
    store_word, stack_word = OF_A_TYPE[kind]

    def build(state: Any, n: int) -> None:
        setattr(state.stores, kind, n)

    def stack(state: Any) -> str:
        return "empty" if kind in state.tiles_out else "plenty"

    def empty(state: Any, value: str) -> None:
        state.tiles_out = _with(TYPES, state.tiles_out, kind, present=value == "empty")

    label = Text("His stores: {type}", type=STORES[kind])
    yield Value(f"store_{kind}", label, store_word, lambda state: state.stores.of(kind), build, HOUSES, limit=HOUSES)
    yield Value(
        f"stack_{kind}", Text("City tiles: {type}", type=STORES[kind]), stack_word, stack, empty, choices=STACKS
    )


STACKS = (Choice("plenty", Text("some left")), Choice("empty", Text("out")))
OF_A_TYPE: dict[Type, tuple[Text, Text]] = {
    "gold": (Text("his gold stores"), Text("gold tiles")),
    "cloth": (Text("his cloth stores"), Text("cloth tiles")),
    "books": (Text("his book stores"), Text("book tiles")),
    "tools": (Text("his tool stores"), Text("tool tiles")),
}


def ship(colour: Colour) -> Iterator[Value]:
    """Yield where a ship is, and what is printed on it."""

    def place(state: Any) -> str:
        return "his" if state.his_ship(colour) else "yard" if colour in state.shipyard else "gone"

    def put(state: Any, value: str) -> None:
        state.shipyard = _with(COLOURS, state.shipyard, colour, present=value == "yard")
        others = [one for one in state.ships if one.colour != colour]
        state.ships = others + [state.printed(colour)] * (value == "his")

    def load(state: Any, value: int) -> None:
        state.printed(colour).influence = state.ship_influence[colour] = value
        state.new_ships = True

    def build(state: Any, value: int) -> None:
        state.printed(colour).hull = state.ship_hull[colour] = value
        state.new_ships = True

    name = SHIP_NAMES[colour]
    yield Value(f"ship_{colour}", name, WORDS_OF_SHIPS[colour], place, put, choices=PLACES)
    label, word = Text("{ship}: influence", ship=name), Text("influence of the {ship}", ship=WORDS_OF_SHIPS[colour])
    yield Value(f"force_{colour}", label, word, lambda state: state.printed(colour).influence, load, MAX_PRINTED)
    label, word = Text("{ship}: size", ship=name), Text("size of the {ship}", ship=WORDS_OF_SHIPS[colour])
    yield Value(f"size_{colour}", label, word, lambda state: state.printed(colour).hull, build, MAX_PRINTED, 1)


PLACES = (Choice("yard", Text("in the shipyard")), Choice("his", Text("his")), Choice("gone", Text("gone")))
WORDS_OF_SHIPS: dict[Colour, Text] = {
    "blue": Text("blue ship"),
    "red": Text("red ship"),
    "purple": Text("purple ship"),
    "brown": Text("brown ship"),
}


def _with(order: tuple[Any, ...], given: list[Any], one: str, *, present: bool) -> list[Any]:
    """Return a list with one thing in it or not, in order."""
    return [thing for thing in order if (present if thing == one else thing in given)]
