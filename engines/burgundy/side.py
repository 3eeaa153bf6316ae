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
    TILE_NAMES,
    Colour,
    Place,
    tile_name,
    tile_title,
)
from engines.burgundy.state import State
from engines.kit.drawings import Card, Cards, Mark, Row, Side, Slot, Slots, Track
from engines.kit.text import Icon, Text


def side(state: State) -> Side:
    """Return all that the Automata has on the table, and what the player reported of the board."""
    places = [place for place in PLACES if getattr(state.cards, place) is not None]
    drawn = [cards(state, *places)] if places else []
    return Side(Text("What it has"), (*drawn, possessions(state), _duchy(state), *_sentences(state)))


def cards(state: State, *places: Place) -> Cards:
    """Return cards with their items; the topmost open item of the active one is marked as next."""
    return Cards(tuple(_card(state, place) for place in places))


def possessions(state: State) -> Slots:
    """Return its points and silver, and a place for each goods and reserve tile; goods sold next have a triangle."""
    sold = decide.types_with_most(state)[:1]
    sale = {kind: Slot(kind, mark=Mark.NEXT, said=Text("sold")) for kind in sold}
    goods = [sale.get(kind, Slot(kind)) for kind, n in state.goods.items() for _ in range(n)]
    reserve = [
        Slot("?" if tile.colour == "wild" else None, TILE_NAMES[tile.colour].hatch, said=tile_name(tile))
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
    """Return the depots around the black market; the first one that it searches is marked."""
    return Track(Text("From depot"), tuple(Slot(n) for n in range(1, DEPOTS + 1)), start - 1, loop=True, mark=Mark.NEXT)


def _card(state: State, place: Place) -> Card:
    held, active = state.card_at(place), state.white > 0 and place == state.active
    next_item = next((n for n, _ in state.open_items(place)), None) if active else None
    items = []
    for n, (colour, tile) in enumerate(zip(state.items(held.id), held.tiles, strict=True), 1):
        if tile is None:
            name = TILE_NAMES[colour].title
            text = Text("{item} (sells)", item=name) if n == state.card(held.id).box else name
            items.append(Slot(text, TILE_NAMES[colour].hatch, Mark.NEXT if n == next_item else None))
        else:
            items.append(Slot(tile_title(tile), TILE_NAMES[tile.colour].hatch, Mark.TICK))
    title = Text("{place} card {id}", place=PLACE_NAMES[place], id=held.id)
    return Card(title, state.points(held.id), tuple(items), active)


def _duchy(state: State) -> Slots:
    return Slots((Row(Text("Duchy"), tuple(_colour_slot(state, colour) for colour in COLOURS)),))


def _colour_slot(state: State, colour: Colour) -> Slot:
    """Return the tiles of a colour in the duchy, and how many complete it; a tick if it is claimed."""
    n = Text("{n}/{needed}", n=state.duchy.counts[colour], needed=COMPLETE_TILES[colour])
    names = TILE_NAMES[colour]
    return Slot(n, names.hatch, Mark.TICK if colour in state.claimed else None, said=names.many)


def _sentences(state: State) -> Iterator[Text]:
    """Yield sentences about possessions that are not drawn, and about the board as the player reported it."""
    counts = {species: state.animals(species) for species in SPECIES}
    animals = tuple(Text("{n} {animals}", n=n, animals=SPECIES_NAMES[one]) for one, n in counts.items() if n)
    if animals:
        yield Text("Animals that count: {animals}.", animals=animals)
    if state.ahead_now == "bot":
        yield Text("Its steps in turn order: {n}. It is ahead.", n=state.ships)
    else:
        yield Text("Its steps in turn order: {n}. You are ahead.", n=state.ships)
    deck, discarded = (tuple(sorted(pile)) or Text("none") for pile in (state.deck, state.discard))
    yield Text("Its deck: {cards}. Discarded: {discarded}.", cards=deck, discarded=discarded)
    if state.absent:
        yield Text("In no depot: {tiles}.", tiles=tuple(TILE_NAMES[colour].many for colour in state.absent))
    if state.market_empty:
        yield Text("The black market is empty.")
