"""The deeds of the Automata in words: its orders, the headline of your turn; its drawing and its facts."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from engines.burgundy.deeds import (
    Claimed,
    Completed,
    Dealt,
    Deed,
    Delivered,
    Kept,
    Loaded,
    Paid,
    Placed,
    Scored,
    Shuffled,
    Skipped,
    Slid,
    Sold,
)
from engines.burgundy.pieces import CARD_NAMES, LARGE_BONUS_VP, PLACES, SPECIES_NAMES, TILE_NAMES, Tile, tile_name
from engines.burgundy.side import cards, possessions
from engines.burgundy.state import State
from engines.kit.contract import Order
from engines.kit.drawings import Cards, Slots
from engines.kit.text import Icon, Text

DICE = (Icon.DIE_1, Icon.DIE_2, Icon.DIE_3, Icon.DIE_4, Icon.DIE_5, Icon.DIE_6)


def orders(state: State) -> tuple[Text | Order, ...]:
    """Return the orders since the last screen, one action on each line."""
    return tuple(line for deed in state.news for line in map(Order, deed.orders, _order_words(state, deed)))


def _order_words(state: State, deed: Deed) -> tuple[Text, ...]:
    """Return the words of a deed, one text for each of its orders."""
    return (*_tile_orders(deed), *_card_orders(deed), *_count_orders(state, deed))


def headline(state: State) -> Text:
    """Return as a headline the main deed that you have yet to carry out, else the main deed of its turn."""
    deeds = [deed for deed in state.news if isinstance(deed, tuple(_HEADLINES))] or state.done
    headlines = (words(deed) for kind, words in _HEADLINES.items() for deed in deeds if isinstance(deed, kind))
    return next(headlines, Text("Take your turn"))


_HEADLINES: dict[type, Callable[[Any], Text]] = {
    Placed: lambda deed: Text(
        "{tile}: {card} item {n}", tile=TILE_NAMES[deed.tile.colour].title, card=CARD_NAMES[deed.place], n=deed.item
    ),
    Kept: lambda deed: Text("{tile}: its reserve", tile=TILE_NAMES[deed.tile.colour].title),
    Paid: lambda deed: Text("It gets {n} silver", n=deed.n),
    Loaded: lambda _: Text("It gets goods"),
    Claimed: lambda _: Text("It gets a bonus tile"),
    Completed: lambda deed: Text("Card {card} is complete", card=deed.cards[0]),
}
"""The headline of each kind of deed that can head the idle screen, the main kind first."""


def drawing_of(state: State) -> Cards | Slots | None:
    """Return the cards that its newest turn changed, or its possessions if no card changed."""
    if any(isinstance(deed, Completed) for deed in state.done):
        return cards(state, *PLACES)
    places = {deed.place for deed in state.done if isinstance(deed, Placed)}
    if places:
        return cards(state, *sorted(places))
    return possessions(state) if state.done else None


def _tile_orders(deed: Deed) -> Iterator[Text]:
    match deed:
        case Placed():
            tile, card = _tile_in_sentence(deed.tile), CARD_NAMES[deed.place]
            if deed.source == "reserve":
                yield Text(
                    "Lay the {tile} from its reserve on item {n} of the {card}.", tile=tile, n=deed.item, card=card
                )
            else:
                yield Text("Lay the {tile} on item {n} of the {card}.", tile=tile, n=deed.item, card=card)
        case Kept(source="market"):
            yield Text("Lay the black market’s top left tile face down on its reserve.")
        case Kept():
            yield _KEPT_ORDERS[deed.source == "purchase", deed.stacked](_tile_in_sentence(deed.tile))
        case Claimed() if deed.points == LARGE_BONUS_VP:
            yield Text("Give it the large bonus tile for {tiles}.", tiles=TILE_NAMES[deed.colour].many)
        case Claimed():
            yield Text("Give it the small bonus tile for {tiles}.", tiles=TILE_NAMES[deed.colour].many)


_KEPT_ORDERS: dict[tuple[bool, bool], Callable[[Text], Text]] = {
    (False, False): lambda tile: Text("Lay the {tile} on its reserve.", tile=tile),
    (False, True): lambda tile: Text("Stack the {tile} on its reserve.", tile=tile),
    (True, False): lambda tile: Text(
        "{icon} Pay 2 of its silver. Lay the {tile} on its reserve.", icon=Icon.COIN, tile=tile
    ),
    (True, True): lambda tile: Text(
        "{icon} Pay 2 of its silver. Stack the {tile} on its reserve.", icon=Icon.COIN, tile=tile
    ),
}
"""The order of a tile for the reserve, by whether it is bought and whether others of its colour lie there."""


def _card_orders(deed: Deed) -> Iterator[Text]:
    match deed:
        case Completed():
            yield from (Text("Empty card {card} into its duchy.", card=card) for card in deed.cards)
        case Skipped():
            yield Text("Put card {card} on its discard pile.", card=deed.card)
        case Slid():
            yield Text("Slide card {card} and its tiles left.", card=deed.card)
        case Shuffled():
            yield Text("Shuffle its cards that are not on the table.")
        case Dealt():
            yield Text("{icon} Lay card {id} as its {card}.", icon=Icon.CARD, id=deed.card, card=CARD_NAMES[deed.place])


def _count_orders(state: State, deed: Deed) -> Iterator[Text]:
    match deed:
        case Delivered():
            yield Text("{die} Lay a goods tile in depot {n}.", die=DICE[deed.depot - 1], n=deed.depot)
        case Loaded():
            if deed.goods:
                yield Text("Give it these goods: {types}.", types=tuple(deed.goods))
            yield Text("{icon} Move its turn order marker 1 space.", icon=Icon.STEPS)
        case Sold():
            yield Text(
                "Sell its goods tile of type {type}.",
                plural="Sell its {n} goods tiles of type {type}.",
                n=deed.n,
                type=deed.goods,
            )
            yield Text("{icon} Give it 1 silver for the sale.", icon=Icon.COIN)
        case Paid():
            yield _PAID_ORDERS.get(deed.by, _PAID_ORDERS["search"])(deed.n)
        case Scored():
            yield Text(
                "{icon} Give it {n} point: now {vp}.",
                plural="{icon} Give it {n} points: now {vp}.",
                icon=Icon.TROPHY,
                n=deed.n,
                vp=state.vp,
            )


_PAID_ORDERS: dict[str, Callable[[int], Text]] = {
    "bank": lambda n: Text("{icon} Give it {n} silver for the bank.", icon=Icon.COIN, n=n),
    "mines": lambda n: Text("{icon} Give it {n} silver for its mines.", icon=Icon.COIN, n=n),
    "search": lambda n: Text("{icon} Give it {n} silver: it found no tile.", icon=Icon.COIN, n=n),
}


def _tile_in_sentence(tile: Tile) -> Text:
    """Return the words for a tile in the middle of a sentence."""
    if tile.species is not None:
        return Text("{n} {animals}", n=tile.animals or 0, animals=SPECIES_NAMES[tile.species])
    return tile_name(tile)


def news(state: State) -> dict[str, Any]:
    """Return its deeds since the last screen, as a fact."""
    return {"news": msgspec.to_builtins(state.news)}


def position(state: State) -> dict[str, Any]:
    """Return the position of the play and the Automata's possessions, as facts."""
    names = ("phase", "round", "first", "white", "die", "silver", "vp")
    return {name: getattr(state, name) for name in names} | news(state)
