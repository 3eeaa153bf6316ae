"""What can be corrected and is no field of the state, but follows from some: cards and their tiles, reserve, duchy."""

from typing import Any

from engines.burgundy.agenda import Place, Tile
from engines.burgundy.pieces import (
    BEASTS,
    CARD_NAMES,
    CARDS,
    COLOURS,
    MOST,
    MOST_ALIKE,
    NOTHING,
    PLACE_NAMES,
    PLACES,
    PLURALS,
    TILE_NAMES,
    Held,
    beast,
    named,
)
from engines.kit.contract import Choice, Refused
from engines.kit.text import Text
from engines.kit.tracked_values import YES, Value

YES_NO = (Choice("yes", Text("yes")), Choice("no", Text("no")))
_NOT_DEALT = Choice(NOTHING, Text("not dealt yet"))


# --- the two cards ---


def card(place: Place) -> Value:
    """Return which card lies at a place."""

    def get(state: Any) -> str:
        return str(state.held(place).id) if state.settled() else NOTHING

    def put(state: Any, name: str) -> None:
        if _lies(state, name):
            _exchange(state, place, name)

    def choices(state: Any) -> tuple[Choice, ...]:
        others = [state.held(one).id for one in PLACES if one != place and state.settled()]
        names = sorted(card.id for card in state.deck_of_play())
        listed = tuple(Choice(name, Text("Card {id}", id=name)) for name in names if name not in others)
        return listed if state.settled() else (_NOT_DEALT, *listed)

    word = Text("its {place}", place=CARDS[place])
    return Value(f"{place}_card", CARD_NAMES[place], word, get, put, choices=choices)


def item(place: Place, n: int) -> Value:
    """Return what marks the n-th item (from 1) of the card at a place; before cards are dealt, what may mark one."""

    def get(state: Any) -> str:
        return _mark(state.held(place).tiles[n - 1]) if state.settled() else NOTHING

    def put(state: Any, value: str) -> None:
        if _lies(state, value):
            held = state.held(place)
            held.tiles[n - 1] = _tile_on(state.items(held.id)[n - 1], value)

    def choices(state: Any) -> tuple[Choice, ...]:
        if not state.settled():
            return (_NOT_DEALT, *_marks(*COLOURS))
        return _marks(state.items(state.held(place).id)[n - 1])

    def there(state: Any) -> bool:
        return not state.settled() or n <= len(state.held(place).tiles)

    label = Text("{place}, item {n}", place=PLACE_NAMES[place], n=n)
    word = Text("{place}, item {n}", place=CARDS[place], n=n)
    return Value(f"{place}_{n}", label, word, get, put, choices=choices, when=there)


def _lies(state: Any, value: str) -> bool:
    """Return whether the cards lie, so that a value can be set; `Refused` for one that wants it otherwise."""
    lies: bool = state.settled()
    if lies == (value == NOTHING):
        raise Refused(Text("Both cards can be corrected once they lie."))
    return lies


def _exchange(state: Any, place: Place, name: str) -> None:
    """Lay another card: tiles that fit its items stay on it."""
    held = state.held(place)
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


def _mark(tile: Tile | None) -> str:
    if tile is None:
        return "open"
    return beast(tile) if tile.species else tile.colour


def _marks(*colours: str) -> tuple[Choice, ...]:
    """Return what may mark an item of one of these colours."""
    marks = [Choice(one, TILE_NAMES[one]) for one in colours if one != "light_green"]
    if "light_green" in colours:
        marks += [Choice(name, named(one)) for name, one in BEASTS.items()]
    return (Choice("open", Text("open")), *marks, Choice("wild", TILE_NAMES["wild"]))


def _tile_on(colour: Any, value: str) -> Tile | None:
    if value == "open":
        return None
    return BEASTS.get(value) or Tile("wild" if value == "wild" else colour)


# --- reserve and duchy ---


def reserve(colour: Any) -> Value:
    """Return its tiles of a colour, or wild ones, in the reserve."""

    def put(state: Any, n: int) -> None:
        """Take the newest tiles of a colour away, or add tiles whose details will be asked when they are placed."""
        more = Tile(colour, unseen=state.white_castle and colour == "yellow")
        own = [tile for tile in state.reserve if tile.colour == colour]
        others = [tile for tile in state.reserve if tile.colour != colour]
        state.reserve = [*others, *own[:n], *[more] * (n - len(own))]

    label, word = (
        Text("Reserve: {name}", name=TILE_NAMES[colour]),
        Text("{tiles} in its reserve", tiles=PLURALS[colour]),
    )
    return Value(f"reserve_{colour}", label, word, lambda state: int(state.reserved(colour)), put, MOST)


def livestock(name: str) -> Value:
    """Return the livestock tiles of one species and number in the duchy."""
    tile = BEASTS[name]

    def get(state: Any) -> int:
        return sum(beast(one) == name for one in state.duchy.livestock)

    def put(state: Any, n: int) -> None:
        duchy = state.duchy
        duchy.livestock = [one for one in duchy.livestock if beast(one) != name] + [tile] * n
        duchy.counts["light_green"] = len(duchy.livestock)

    word = Text("tiles of {n} {animals} in its duchy", n=tile.animals or 0, animals=PLURALS[str(tile.species)])
    return Value(f"duchy_{name}", Text("Duchy: {tile}", tile=named(tile)), word, get, put, MOST_ALIKE)


# --- what is so or not ---


def claimed(colour: str) -> Value:
    """Return whether it has the bonus tile of a colour."""
    word = Text("bonus tile claimed for {tiles}", tiles=PLURALS[colour])
    return _listed("claimed", colour, Text("Claimed: {name}", name=TILE_NAMES[colour]), word)


def absent(colour: str) -> Value:
    """Return whether a colour was told to be in no depot."""
    word = Text("no {tiles} in any depot", tiles=PLURALS[colour])
    return _listed("absent", colour, Text("In no depot: {name}", name=TILE_NAMES[colour]), word)


def _listed(kind: str, colour: str, label: Text, word: Text) -> Value:
    """Return whether a list of the state names a colour."""

    def put(state: Any, value: str) -> None:
        names = getattr(state, kind)
        names[:] = [one for one in names if one != colour] + [colour] * (value == "yes")

    return Value(
        f"{kind}_{colour}", label, word, lambda state: YES[colour in getattr(state, kind)], put, choices=YES_NO
    )
