"""What the Automata did: as orders, as the lines and the drawing of your turn, and as facts."""

from collections.abc import Callable, Iterable, Iterator
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
from engines.burgundy.pieces import CARD_NAMES, LARGE_BONUS_VP, PLACES, SPECIES_NAMES, TILES, Tile, tile_name
from engines.burgundy.side import cards, possessions
from engines.burgundy.state import State
from engines.kit.contract import Order
from engines.kit.drawings import Cards, Slots
from engines.kit.text import Icon, Text

MAX_LINES = 12
"""Lines of a screen that repeats what it did in its turn."""
DICE = (Icon.DIE_1, Icon.DIE_2, Icon.DIE_3, Icon.DIE_4, Icon.DIE_5, Icon.DIE_6)


def orders(state: State) -> tuple[Text | Order, ...]:
    """Return the orders since the last screen, one action a line."""
    return tuple(line for deed in state.news for line in map(Order, deed.orders, _words(state, deed)))


def turn_lines(state: State) -> tuple[Text | Order, ...]:
    """Return the orders, and before them the newest lines that its turn has shown; points are not repeated."""
    done = [line for deed in state.done if not isinstance(deed, Scored) for line in _words(state, deed)]
    new = orders(state)
    return (*done[max(len(done) + len(new) - MAX_LINES, 0) :], *new)


def _words(state: State, deed: Deed) -> tuple[Text, ...]:
    """Return a deed in words; points are those since the last screen."""
    return (*_of_tiles(deed), *_of_cards(deed), *_of_counts(state, deed))


def headline(deed: Deed | None) -> Text:
    """Return the main deed of its turn as a headline; the lines below say it in full."""
    match deed:
        case Placed():
            name = TILES[deed.tile.colour].title
            if deed.place == "left":
                return Text("{tile}: left {n}", tile=name, n=deed.item)
            return Text("{tile}: right {n}", tile=name, n=deed.item)
        case Kept():
            return Text("{tile}: its reserve", tile=TILES[deed.tile.colour].title)
        case Paid():
            return Text("{n} silver for it", n=deed.n)
    return Text("Take your turn")


def drawing_of(state: State, deeds: Iterable[Deed]) -> Cards | Slots | None:
    """Return the cards that deeds changed, as they lie now, or what it has if only that changed."""
    if any(isinstance(deed, Completed) for deed in deeds):
        return cards(state, *PLACES)
    places = {deed.place for deed in deeds if isinstance(deed, Placed)}
    if places:
        return cards(state, *sorted(places))
    return possessions(state) if any(isinstance(deed, Kept | Paid) for deed in deeds) else None


def _of_tiles(deed: Deed) -> Iterator[Text]:
    match deed:
        case Placed(source="reserve"):
            card = CARD_NAMES[deed.place]
            yield Text("Lay its reserve’s {tile} on item {n}, {card}.", tile=_tile(deed.tile), n=deed.item, card=card)
        case Placed():
            card = CARD_NAMES[deed.place]
            yield Text("Lay the {tile} on item {n}, {card}.", tile=_tile(deed.tile), n=deed.item, card=card)
        case Kept(source="market"):
            yield Text("Lay the first market tile face down on its reserve.")
        case Kept():
            yield from _kept(deed, _tile(deed.tile), TILES[deed.tile.colour].many)
        case Claimed() if deed.points == LARGE_BONUS_VP:
            yield Text("Give it the large bonus tile of the {tiles}.", tiles=TILES[deed.colour].many)
        case Claimed():
            yield Text("Give it the small bonus tile of the {tiles}.", tiles=TILES[deed.colour].many)


def _kept(deed: Kept, tile: Text, others: Text) -> Iterator[Text]:
    if deed.source == "purchase":
        yield Text("{icon} Pay 2 of its silver.", icon=Icon.COIN)
        if deed.stacked:
            yield Text("Lay the market’s {tile} on its reserve, on top of its {others}.", tile=tile, others=others)
        else:
            yield Text("Lay the market’s {tile} on its reserve.", tile=tile)
    elif deed.stacked:
        yield Text("Lay the {tile} on its reserve, on top of its {others}.", tile=tile, others=others)
    else:
        yield Text("Lay the {tile} on its reserve.", tile=tile)


def _of_cards(deed: Deed) -> Iterator[Text]:
    match deed:
        case Completed():
            yield from (Text("Move the tiles of card {card} to its duchy.", card=card) for card in deed.cards)
        case Skipped():
            yield Text("Put card {card} on its discard pile.", card=deed.card)
        case Slid():
            yield Text("Slide card {card} and its tiles to the left.", card=deed.card)
        case Shuffled():
            yield Text("Shuffle its cards that are not in use.")
        case Dealt():
            yield Text("{icon} Lay card {id} as its {card}.", icon=Icon.CARD, id=deed.card, card=CARD_NAMES[deed.place])


def _of_counts(state: State, deed: Deed) -> Iterator[Text]:
    match deed:
        case Delivered():
            yield Text("{die} Lay a goods tile in depot {n}.", die=DICE[deed.depot - 1], n=deed.depot)
        case Loaded():
            if deed.goods:
                yield Text("Give it the depot’s goods: {types}.", types=tuple(deed.goods))
            yield Text("{icon} Move its turn order marker 1 space.", icon=Icon.STEPS)
        case Sold():
            yield Text(
                "Sell its {n} goods tile of type {type}.",
                plural="Sell its {n} goods tiles of type {type}.",
                n=deed.n,
                type=deed.goods,
            )
            yield Text("{icon} Give it 1 silver for the sale.", icon=Icon.COIN)
        case Paid():
            yield _PAID[deed.by](deed.n)
        case Scored():
            yield Text(
                "{icon} Score {n} point for it: now {vp}.",
                plural="{icon} Score {n} points for it: now {vp}.",
                icon=Icon.FLAG,
                n=deed.n,
                vp=state.vp,
            )


_PAID: dict[str, Callable[[int], Text]] = {
    "bank": lambda n: Text("{icon} Bank: give it {n} silver.", icon=Icon.COIN, n=n),
    "mines": lambda n: Text("{icon} Its mines: give it {n} silver.", icon=Icon.COIN, n=n),
    "search": lambda n: Text("{icon} No tile found: give it {n} silver.", icon=Icon.COIN, n=n),
    "white_castle": lambda n: Text("{icon} White castle, no tile: give it {n} silver.", icon=Icon.COIN, n=n),
}


def _tile(tile: Tile) -> Text:
    """Return a tile in the middle of a sentence."""
    if tile.species is not None:
        return Text("{n} {animals}", n=tile.animals or 0, animals=SPECIES_NAMES[tile.species])
    return tile_name(tile)


def news(state: State) -> dict[str, Any]:
    """Return, as a fact, what it did since the last screen."""
    return {"news": msgspec.to_builtins(state.news)}


def position(state: State) -> dict[str, Any]:
    """Return where the play is and what it has, as facts."""
    names = ("phase", "round", "first", "white", "die", "silver", "vp")
    return {name: getattr(state, name) for name in names} | news(state)
