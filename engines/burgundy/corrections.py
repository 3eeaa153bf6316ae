"""Values that can be corrected and are no field of the state: cards and their tiles, reserve, duchy, colours."""

from operator import attrgetter
from typing import Any

from engines.burgundy.pieces import (
    CARD_NAMES,
    CARD_TITLES,
    COLOURS,
    LIVESTOCK,
    MAX_LIVESTOCK,
    MAX_PIECES,
    NOT_DEALT,
    PLACE_NAMES,
    PLACES,
    SPECIES_NAMES,
    TILE_NAMES,
    Held,
    Place,
    Tile,
    livestock_id,
    tile_name,
)
from engines.kit.contract import Choice, Refused
from engines.kit.text import Text
from engines.kit.tracked_values import Value, in_list

YES_NO = (Choice("yes", Text("yes")), Choice("no", Text("no")))
_NOT_DEALT_CHOICE = Choice(NOT_DEALT, Text("not dealt yet"))


# --- the two cards ---


def card(place: Place) -> Value:
    """Return the value for the card at a place."""

    def get(state: Any) -> str:
        return str(state.card_at(place).id) if state.has_both_cards() else NOT_DEALT

    def put(state: Any, name: str) -> None:
        if _check_both_cards(state, name):
            _exchange(state, place, name)

    def choices(state: Any) -> tuple[Choice, ...]:
        others = [state.card_at(one).id for one in PLACES if one != place and state.has_both_cards()]
        names = sorted(card.id for card in state.play_deck())
        listed = tuple(Choice(name, Text("Card {id}", id=name)) for name in names if name not in others)
        return listed if state.has_both_cards() else (_NOT_DEALT_CHOICE, *listed)

    word = Text("its {place}", place=CARD_NAMES[place])
    return Value(f"{place}_card", CARD_TITLES[place], word, get, put, choices=choices)


def item(place: Place, n: int) -> Value:
    """Return the value for the tile that marks the n-th item (from 1) of the card at a place."""

    def get(state: Any) -> str:
        return _mark_id(state.card_at(place).tiles[n - 1]) if state.has_both_cards() else NOT_DEALT

    def put(state: Any, value: str) -> None:
        if _check_both_cards(state, value):
            held = state.card_at(place)
            held.tiles[n - 1] = _mark_tile(state.items(held.id)[n - 1], value)

    def choices(state: Any) -> tuple[Choice, ...]:
        if not state.has_both_cards():
            return (_NOT_DEALT_CHOICE, *_mark_choices(*COLOURS))
        return _mark_choices(state.items(state.card_at(place).id)[n - 1])

    def exists(state: Any) -> bool:
        return not state.has_both_cards() or n <= len(state.card_at(place).tiles)

    label = Text("{place}, item {n}", place=PLACE_NAMES[place], n=n)
    word = Text("{place}, item {n}", place=CARD_NAMES[place], n=n)
    return Value(f"{place}_{n}", label, word, get, put, choices=choices, when=exists)


def _check_both_cards(state: Any, value: str) -> bool:
    """Return whether both cards are on the table; `Refused` if the value contradicts that."""
    on_table: bool = state.has_both_cards()
    if on_table == (value == NOT_DEALT):
        raise Refused(Text("Both cards can be corrected once they are on the table."))
    return on_table


def _exchange(state: Any, place: Place, name: str) -> None:
    """Exchange the card at a place for another; tiles that fit its items stay."""
    held = state.card_at(place)
    if name == held.id:
        return
    pile = state.deck if name in state.deck else state.discard
    pile[pile.index(name)] = held.id
    items = state.items(name)
    tiles = (held.tiles + [None] * len(items))[: len(items)]
    fitting = [
        tile if tile and tile.colour in (item, "wild") else None for tile, item in zip(tiles, items, strict=True)
    ]
    setattr(state.cards, place, Held(name, fitting))


def _mark_id(tile: Tile | None) -> str:
    if tile is None:
        return "open"
    return livestock_id(tile) if tile.species else tile.colour


def _mark_choices(*colours: str) -> tuple[Choice, ...]:
    """Return the choices for the mark of an item of these colours."""
    marks = [Choice(one, TILE_NAMES[one].one) for one in colours if one != "light_green"]
    if "light_green" in colours:
        marks += [Choice(name, tile_name(one)) for name, one in LIVESTOCK.items()]
    return (Choice("open", Text("open")), *marks, Choice("wild", TILE_NAMES["wild"].one))


def _mark_tile(colour: Any, value: str) -> Tile | None:
    if value == "open":
        return None
    return LIVESTOCK.get(value) or Tile("wild" if value == "wild" else colour)


# --- reserve and duchy ---


def reserve(colour: Any) -> Value:
    """Return the value for its tiles of a colour, or for wild ones, in the reserve."""

    def put(state: Any, n: int) -> None:
        """Remove the newest tiles of a colour, or add tiles whose details are asked when they are placed."""
        new = Tile(colour, unseen=state.white_castle and colour == "yellow")
        own = [tile for tile in state.reserve if tile.colour == colour]
        others = [tile for tile in state.reserve if tile.colour != colour]
        state.reserve = [*others, *own[:n], *[new] * (n - len(own))]

    label = Text("Reserve: {name}", name=TILE_NAMES[colour].one)
    word = Text("{tiles} in its reserve", tiles=TILE_NAMES[colour].many)
    return Value(f"reserve_{colour}", label, word, lambda state: int(state.reserve_count(colour)), put, MAX_PIECES)


def livestock(name: str) -> Value:
    """Return the value for the livestock tiles of one species and number in the duchy."""
    tile = LIVESTOCK[name]

    def put(state: Any, n: int) -> None:
        duchy = state.duchy
        duchy.livestock = [one for one in duchy.livestock if one != tile] + [tile] * n
        duchy.counts["light_green"] = len(duchy.livestock)

    animals = SPECIES_NAMES[str(tile.species)]
    word = Text("tiles of {n} {animals} in its duchy", n=tile.animals or 0, animals=animals)
    label = Text("Duchy: {tile}", tile=tile_name(tile))
    return Value(f"duchy_{name}", label, word, lambda state: state.duchy.livestock.count(tile), put, MAX_LIVESTOCK)


# --- lists of colours ---


def bonus_tile(colour: str) -> Value:
    """Return the value for the bonus tile of a colour."""
    label = Text("Claimed: {name}", name=TILE_NAMES[colour].one)
    word = Text("bonus tile claimed for {tiles}", tiles=TILE_NAMES[colour].many)
    return Value(f"claimed_{colour}", label, word, *in_list(attrgetter("claimed"), colour), choices=YES_NO)


def absent_colour(colour: str) -> Value:
    """Return the value for a colour that is in no depot."""
    label = Text("In no depot: {name}", name=TILE_NAMES[colour].one)
    word = Text("no {tiles} in any depot", tiles=TILE_NAMES[colour].many)
    return Value(f"absent_{colour}", label, word, *in_list(attrgetter("absent"), colour), choices=YES_NO)
