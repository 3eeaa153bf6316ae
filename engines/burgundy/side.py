"""The Automata's side of the table as drawings: both cards, what it has, its duchy; and the ring of depots."""

from collections.abc import Iterator

from engines.burgundy import decide
from engines.burgundy.agenda import Place
from engines.burgundy.pieces import (
    COLOURS,
    DEPOTS,
    HATCHES,
    NAMES,
    NEEDED,
    PLACE_NAMES,
    PLACES,
    PLURALS,
    SPECIES,
    Colour,
    named,
    titled,
)
from engines.burgundy.state import State
from engines.kit.drawings import Card, Cards, Mark, Row, Side, Slot, Slots, Track
from engines.kit.text import Icon, Text


def side(state: State) -> Side:
    """Return all that lies before the Automata, and what the device was told of the board."""
    laid = [place for place in PLACES if getattr(state.cards, place) is not None]
    return Side(
        Text("Its side"), (*([cards(state, *laid)] if laid else []), owned(state), _duchy(state), *_lines(state))
    )


def cards(state: State, *places: Place) -> Cards:
    """Return cards with their items; the active one stands out, and its topmost open item is next."""
    return Cards(tuple(_card(state, place) for place in places))


def owned(state: State) -> Slots:
    """Return rows: a place for each goods tile, those that are sold next with an arrow, and one for each tile."""
    sold = decide.types_with_most(state)[:1]
    goods = [Slot(one, mark=Mark.NEXT if one in sold else None) for one, n in state.goods.items() for _ in range(n)]
    reserve = [
        Slot(icon=HATCHES[tile.colour], said=named(tile)) if tile.colour in HATCHES else Slot("?", said=named(tile))
        for tile in state.reserve
    ]
    points = Slot(state.vp, Icon.FLAG, said=Text("points"))
    silver = Slot(state.silver, Icon.COIN, said=Text("silver"))
    return Slots(
        (
            Row(Text("Has"), (points, silver)),
            Row(Text("Goods"), tuple(goods)),
            Row(Text("Reserve"), tuple(reserve)),
        )
    )


def depots(start: int) -> Track:
    """Return the depots around the black market, with the one where it begins to look."""
    return Track(Text("From depot"), tuple(Slot(n) for n in range(1, DEPOTS + 1)), start - 1, loop=True)


def _card(state: State, place: Place) -> Card:
    held, active = state.held(place), state.white > 0 and place == state.active
    following = next((n for n, _ in state.open_items(place)), None) if active else None
    items = []
    for n, (colour, tile) in enumerate(zip(state.items(held.id), held.tiles, strict=True), 1):
        if tile is None:
            name = Text("{item} (sells)", item=NAMES[colour]) if n == state.card(held.id).box else NAMES[colour]
            items.append(Slot(name, HATCHES[colour], Mark.NEXT if n == following else None))
        else:
            items.append(Slot(titled(tile), HATCHES.get(tile.colour), Mark.TICK))
    title = Text("{place} card {id}", place=PLACE_NAMES[place], id=held.id)
    return Card(title, state.points(held.id), tuple(items), active)


def _duchy(state: State) -> Slots:
    return Slots((Row(Text("Duchy"), tuple(_colour(state, colour) for colour in COLOURS)),))


def _colour(state: State, colour: Colour) -> Slot:
    """Return how many tiles of a colour are in the duchy, and how many complete it."""
    n = Text("{n}/{needed}", n=state.duchy.counts[colour], needed=NEEDED[colour])
    if colour in state.claimed:
        return Slot(n, HATCHES[colour], shaded=True, said=Text("{tiles}, complete", tiles=PLURALS[colour]))
    return Slot(n, HATCHES[colour], said=PLURALS[colour])


def _lines(state: State) -> Iterator[Text]:
    """Yield what is only a number or a word; and what was told of the board, so that it is not asked again."""
    pasture = (*state.duchy.livestock, *state.on_cards())
    animals = {one: sum(tile.animals or 0 for tile in pasture if tile.species == one) for one in SPECIES}
    counted = tuple(Text("{n} {animals}", n=n, animals=PLURALS[one]) for one, n in animals.items() if n)
    if counted:
        yield Text("Animals that count: {animals}.", animals=counted)
    if state.ahead_now == "bot":
        yield Text("Its steps in turn order: {n}; it leads.", n=state.ships)
    else:
        yield Text("Its steps in turn order: {n}; you lead.", n=state.ships)
    deck, discarded = (tuple(sorted(cards)) or Text("none") for cards in (state.deck, state.discard))
    yield Text("Its deck: {cards}. Discarded: {discarded}.", cards=deck, discarded=discarded)
    if state.absent:
        yield Text("In no depot: {tiles}.", tiles=tuple(PLURALS[colour] for colour in state.absent))
    if state.market_empty:
        yield Text("The black market is empty.")
