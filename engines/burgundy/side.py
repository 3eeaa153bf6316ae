"""The Automata's side of the table as drawings: both cards, what it has, its duchy; and the ring of depots."""

from collections.abc import Iterator

from engines.burgundy import decide
from engines.burgundy.pieces import (
    COLOURS,
    COMPLETE_TILES,
    DEPOTS,
    PLACE_NAMES,
    PLACES,
    SPECIES,
    SPECIES_NAMES,
    TILES,
    Colour,
    Place,
    tile_name,
    tile_title,
)
from engines.burgundy.state import State
from engines.kit.drawings import Card, Cards, Mark, Row, Side, Slot, Slots, Track
from engines.kit.text import Icon, Text


def side(state: State) -> Side:
    """Return all that the Automata has on the table, and what the player said of the board."""
    places = [place for place in PLACES if getattr(state.cards, place) is not None]
    drawn = [cards(state, *places)] if places else []
    return Side(Text("What it has"), (*drawn, possessions(state), _duchy(state), *_lines(state)))


def cards(state: State, *places: Place) -> Cards:
    """Return cards with their items; the active one stands out, and its topmost open item is next."""
    return Cards(tuple(_card(state, place) for place in places))


def possessions(state: State) -> Slots:
    """Return its points and silver, a place for each goods tile (a triangle on those sold next) and reserve tile."""
    sold = decide.types_with_most(state)[:1]
    sale = {one: Slot(one, mark=Mark.NEXT, said=Text("sold")) for one in sold}
    goods = [sale.get(one, Slot(one)) for one, n in state.goods.items() for _ in range(n)]
    reserve = [
        Slot("?" if tile.colour == "wild" else None, TILES[tile.colour].hatch, said=tile_name(tile))
        for tile in state.reserve
    ]
    points = Slot(state.vp, Icon.TROPHY, said=Text("points"))
    silver = Slot(state.silver, Icon.COIN, said=Text("silver"))
    return Slots(
        (
            Row(Text("Has"), (points, silver)),
            Row(Text("Goods"), tuple(goods)),
            Row(Text("Reserve"), tuple(reserve)),
        )
    )


def depots(start: int) -> Track:
    """Return the depots around the black market, with the first one that it searches."""
    return Track(Text("From depot"), tuple(Slot(n) for n in range(1, DEPOTS + 1)), start - 1, loop=True, mark=Mark.NEXT)


def _card(state: State, place: Place) -> Card:
    held, active = state.card_at(place), state.white > 0 and place == state.active
    following = next((n for n, _ in state.open_items(place)), None) if active else None
    items = []
    for n, (colour, tile) in enumerate(zip(state.items(held.id), held.tiles, strict=True), 1):
        if tile is None:
            name = TILES[colour].title
            text = Text("{item} (sells)", item=name) if n == state.card(held.id).box else name
            items.append(Slot(text, TILES[colour].hatch, Mark.NEXT if n == following else None))
        else:
            items.append(Slot(tile_title(tile), TILES[tile.colour].hatch, Mark.TICK))
    title = Text("{place} card {id}", place=PLACE_NAMES[place], id=held.id)
    return Card(title, state.points(held.id), tuple(items), active)


def _duchy(state: State) -> Slots:
    return Slots((Row(Text("Duchy"), tuple(_colour(state, colour) for colour in COLOURS)),))


def _colour(state: State, colour: Colour) -> Slot:
    """Return how many tiles of a colour are in the duchy, and how many complete it; a tick if they do."""
    n = Text("{n}/{needed}", n=state.duchy.counts[colour], needed=COMPLETE_TILES[colour])
    return Slot(n, TILES[colour].hatch, Mark.TICK if colour in state.claimed else None, said=TILES[colour].many)


def _lines(state: State) -> Iterator[Text]:
    """Yield what is only a number or a word, and what the player said of the board."""
    animals = {one: state.animals(one) for one in SPECIES}
    counted = tuple(Text("{n} {animals}", n=n, animals=SPECIES_NAMES[one]) for one, n in animals.items() if n)
    if counted:
        yield Text("Animals that count: {animals}.", animals=counted)
    if state.ahead_now == "bot":
        yield Text("Its steps in turn order: {n}. It is ahead.", n=state.ships)
    else:
        yield Text("Its steps in turn order: {n}. You are ahead.", n=state.ships)
    deck, discarded = (tuple(sorted(cards)) or Text("none") for cards in (state.deck, state.discard))
    yield Text("Its deck: {cards}. Discarded: {discarded}.", cards=deck, discarded=discarded)
    if state.absent:
        yield Text("In no depot: {tiles}.", tiles=tuple(TILES[colour].many for colour in state.absent))
    if state.market_empty:
        yield Text("The black market is empty.")
