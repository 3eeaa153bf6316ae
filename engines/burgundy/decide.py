"""Decisions of the Automata: facts in, choice and reasons out."""

from typing import Any

from msgspec import Struct

from engines.burgundy.deeds import Search, Take
from engines.burgundy.pieces import (
    BUILDINGS,
    COLOURS,
    COMPLETE_TILES,
    DEPOTS,
    GOODS,
    GOODS_PER_TYPE,
    LIVESTOCK,
    PLACES,
    WILD,
    Colour,
    Place,
    Tile,
)
from engines.burgundy.state import State
from engines.kit.contract import Reason, tie_fact
from engines.kit.decisions import Decision, Question, Span, ask_numbers

NONE = "none"
"""No tile of these colours is in any depot."""
EMPTY = "empty"
"""The black market is empty."""
SEVERAL = "several"
"""A type of goods is in the depot more than once."""
YELLOW_CASTLE = "yellow_castle"
"""A white castle on a yellow tile (burgundy.ruling.white_castle_yellow)."""
TILE_PRICE = 2
"""Silver for a tile of the black market."""
BONUS_TILES = ("5", "2", NONE)
"""Points of the bonus tiles of a colour with two players, the large one first (burgundy.colour.complete)."""
BUILDING_COLOURS: dict[str, tuple[Colour, ...]] = {
    "carpenter": ("brown",),
    "church": ("dark_green", "gray", "yellow"),
    "market": ("blue", "light_green"),
}
"""Colours of the tiles that a building takes to the reserve, in the order of the book (burgundy.bonus.remaining)."""
LIKELY_LIVESTOCK, LIKELY_BUILDING = "sheep4", "city_hall"
"""The rows of livestock and buildings that are highlighted first: in the middle, so that the way is short."""


class Move(Struct, frozen=True):
    """The result of a search. `absent` are colours that the player found in no depot.

    A tile from `board` or `reserve` marks item `item` (from 1) of the card at `place`; `market` gives a wild tile to
    the reserve, `silver` two silver, `nothing` nothing.
    """

    source: str
    tile: Tile = WILD
    place: Place = "left"
    item: int = 0
    absent: tuple[str, ...] = ()
    market_empty: bool = False


class Gain(Struct, frozen=True):
    """A tile for the reserve, or None; `absent` are colours that the player found in no depot."""

    tile: Tile | None = None
    absent: tuple[str, ...] = ()
    market_empty: bool = False


# --- take and place a tile ---


def place(state: State) -> Decision[Move]:
    """Return the tile to be placed and its item: by a search of the depots, or by the city hall."""
    head = state.agenda[0]
    if isinstance(head, Search):
        return (yield from _search(state, head.start))
    return (yield from _place_from_reserve(state))


def _search(state: State, start: int) -> Decision[Move]:
    """Search the depots, then the reserve, a wild tile, the black market, silver (burgundy.search)."""
    card = _working_card(state)
    if card != state.active:
        yield Reason("burgundy.ruling.other_card", {"active": state.active}, {"place": card} if card else {})
    if card is None:
        return (yield from _take_from_market(state, ()))
    items = state.open_items(card)
    colours = tuple(dict.fromkeys(colour for _, colour in items))
    found = yield from _take_from_depots(state, card, start, colours)
    if found is not None:
        return Move("board", found, card, _topmost_item(items, found.colour))
    for n, wanted in items:
        if state.reserve_count(wanted):
            tile = yield from _with_details(_newest(state, wanted), "reserve")
            yield Reason("burgundy.search.reserve", {"item": n}, {"colour": wanted})
            return Move("reserve", tile, card, n, colours)
    if state.reserve_count("wild"):
        yield Reason("burgundy.search.wild", {"place": card}, {"item": items[0][0]})
        return Move("reserve", WILD, card, items[0][0], colours)
    return (yield from _take_from_market(state, colours))


def _take_from_depots(state: State, card: Place, start: int, colours: tuple[str, ...]) -> Decision[Tile | None]:
    """Return the first tile that matches, with its details (burgundy.search.order); None if no depot has one."""
    order, possible = clockwise(start), tuple(colour for colour in colours if colour not in state.absent)
    facts = {"depots": order, "colours": list(possible)}
    dice = {"card": state.card_at(card).id, "place": card, "white": state.white, "die": state.die, "start": start}
    rows = tuple(row for colour in possible for row in _rows_of_colour(state, colour))
    found = yield from _ask_first("search", "burgundy.search.order", rows, facts | dice)
    reason = Reason("burgundy.search.order", facts, {"colour": found})
    yield reason
    if found == NONE:
        return None
    if found == YELLOW_CASTLE:
        yield Reason("burgundy.ruling.white_castle_yellow")
    yield Reason("burgundy.ruling.clockwise")
    yield Reason("burgundy.ruling.top_left")
    in_depot = Tile("yellow", building="white_castle") if found == YELLOW_CASTLE else Tile(found)
    tile = yield from _with_details(in_depot, "board")
    if tile != in_depot:
        yield reason  # once more: the answer to a question begins a new list of reasons
    return tile


def _rows_of_colour(state: State, colour: str) -> tuple[str, ...]:
    """Return the rows of a colour in a list: two if a yellow tile may be a white castle."""
    return (colour, YELLOW_CASTLE) if colour == "yellow" and state.white_castle else (colour,)


def _ask_first(key: str, rule: str, ids: tuple[str, ...], facts: dict[str, Any]) -> Decision[Any]:
    """Ask which of several tiles is there first; return `NONE` if there is none, unasked if there are no ids."""
    if not ids:
        return NONE
    return (yield Question(key, rule, (*ids, NONE), likely=ids[0], facts=facts))


def _take_from_market(state: State, absent: tuple[str, ...]) -> Decision[Move]:
    """Take a wild tile of the black market, else silver (burgundy.search.market, burgundy.search.silver)."""
    market = EMPTY
    if not state.market_empty:
        market = yield Question("market_wild", "burgundy.search.market", ("tile", EMPTY), likely="tile")
    if market == EMPTY:
        yield Reason("burgundy.search.silver", {"black_market": EMPTY}, {"silver": 2})
        return Move("silver", absent=absent, market_empty=True)
    yield Reason("burgundy.search.market", {"black_market": market}, {"colour": "wild"})
    yield Reason("burgundy.ruling.new_wild")
    return Move("market", absent=absent)


def _place_from_reserve(state: State) -> Decision[Move]:
    """Place the colour it has most of in the reserve, on a card with room (burgundy.bonus.placement)."""
    card = _working_card(state)
    if card is None:
        yield Reason("burgundy.bonus.placement", {"active": state.active})
        return Move("nothing")
    items = state.open_items(card)
    counts = {colour: state.reserve_count(colour) for _, colour in items if state.reserve_count(colour)}
    yield from _wild_reason(state)
    if not counts:
        yield Reason("burgundy.ruling.placement_fits", {"place": card})
        return Move("nothing")
    most = max(counts.values())
    colour = next(colour for colour, n in counts.items() if n == most)
    tile = yield from _with_details(_newest(state, colour), "reserve")
    tied = tie_fact(one for one, n in counts.items() if n == most)
    yield Reason("burgundy.bonus.placement", {"place": card, "most": most} | tied, {"colour": colour})
    return Move("reserve", tile, card, _topmost_item(items, colour))


def _working_card(state: State) -> Place | None:
    """Return the active card; the other one if only that has an open item (burgundy.ruling.other_card)."""
    other = next(place for place in PLACES if place != state.active)
    return next((place for place in (state.active, other) if state.open_items(place)), None)


def _topmost_item(items: tuple[tuple[int, str], ...], colour: str) -> int:
    return next(n for n, item in items if item == colour)


def _newest(state: State, colour: str) -> Tile:
    """Return the newest tile of a colour in the reserve (burgundy.ruling.newest)."""
    return next(tile for tile in reversed(state.reserve) if tile.colour == colour)


def _wild_reason(state: State) -> Decision[None]:
    """Give the reason that wild tiles were not counted (burgundy.ruling.wild_colourless)."""
    if state.reserve_count("wild"):
        yield Reason("burgundy.ruling.wild_colourless", {"wild": state.reserve_count("wild")})


def _with_details(tile: Tile, source: str) -> Decision[Tile]:
    """Return a tile with the details that its placement needs; only unknown ones are asked for."""
    facts = {"from": source}
    if tile.colour == "brown" and tile.building is None:
        building = yield Question("building", "burgundy.tile.building", BUILDINGS, likely=LIKELY_BUILDING, facts=facts)
        return Tile("brown", building=building)
    if tile.colour == "light_green" and tile.species is None:
        return (yield from _livestock(facts))
    if tile.unseen:
        castle = yield Question("castle_on_yellow", "burgundy.ruling.white_castle_yellow", likely=False, facts=facts)
        return Tile("yellow", building="white_castle" if castle else None)
    return tile


def _livestock(facts: dict[str, Any]) -> Decision[Tile]:
    tile = yield Question(
        "livestock", "burgundy.tile.livestock", tuple(LIVESTOCK), likely=LIKELY_LIVESTOCK, facts=facts
    )
    return LIVESTOCK[tile]


# --- goods ---


def goods(state: State) -> Decision[tuple[str, ...]]:
    """Return the types of the goods that a ship takes (burgundy.bonus.ship)."""
    order = clockwise(state.white)
    taken = yield from _goods_of_depot({one: GOODS_PER_TYPE - n for one, n in state.goods.items()}, order)
    types = tuple(one for one in GOODS for _ in range(taken.get(one, 0)))
    yield Reason("burgundy.bonus.ship", {"depots": order}, {"taken": list(types)})
    if not types:
        yield Reason("burgundy.ruling.no_goods")
    yield Reason("burgundy.ruling.own_depot_first", {"white": state.white})
    return types


def _goods_of_depot(room: dict[str, int], order: list[int]) -> Decision[dict[str, int]]:
    """Return the goods of a depot by type: types are ticked, and counted only if one is there several times."""
    possible = tuple(one for one in GOODS if room[one])
    if not possible:
        return {}
    several = (SEVERAL,) if max(room.values()) > 1 else ()
    ids = (*possible, *several)
    facts: dict[str, Any] = {"depots": order}
    ticked = yield Question("goods", "burgundy.bonus.ship", ids, high=len(ids), advance=True, facts=facts)
    types = [one for one in ticked if one != SEVERAL]
    taken = dict.fromkeys(types, 1)
    if SEVERAL not in ticked:
        return taken
    repeatable = [one for one in types or possible if room[one] > 1]
    low = 2 if len(repeatable) == 1 else min(1, len(types))
    spans = {one: Span(low, room[one], low) for one in repeatable}
    facts |= {"types": repeatable}
    return taken | (yield from ask_numbers("goods_counts", "burgundy.bonus.ship", spans, facts))


def types_with_most(state: State) -> list[str]:
    """Return the types of goods it has most of, the one to be sold first; none without goods."""
    most = max(state.goods.values())
    return [one for one in GOODS if state.goods[one] == most > 0]


# --- tiles for the reserve ---


def take(state: State) -> Decision[Gain]:
    """Return the tile that goes to the reserve by the head of the agenda."""
    head = state.agenda[0]
    assert isinstance(head, Take)  # the phase has no other
    match head.by:
        case "purchase":
            return (yield from _purchase(state))
        case "white_castle":
            return (yield from _white_castle(state))
    return (yield from _take_remaining(state, head.by))


def _take_remaining(state: State, building: str) -> Decision[Gain]:
    """Take a tile of the colours of the carpenter, church or market (burgundy.bonus.remaining)."""
    order, building_colours = clockwise(state.white), BUILDING_COLOURS[building]
    colours = tuple(one for one in building_colours if one not in state.absent)
    facts = {"building": building, "depots": order, "colours": list(colours), "order": state.remaining_order}
    colour = yield from _ask_first("remaining", "burgundy.bonus.remaining", colours, facts)
    skipped = colours[: colours.index(colour)] if colour != NONE and state.remaining_order == "colour_first" else ()
    gain = _gain(state, colour, building_colours if colour == NONE else skipped)
    yield Reason("burgundy.bonus.remaining", {"building": building, "depots": order}, {"colour": colour})
    if len(building_colours) > 1:
        yield Reason("burgundy.ruling.remaining_order", {"ruling": state.remaining_order})
    return gain


def _white_castle(state: State) -> Decision[Gain]:
    """Take the colour it has fewest of from the first depot with tiles (burgundy.bonus.white_castle)."""
    order, counts = clockwise(state.white), {colour: state.reserve_count(colour) for colour in COLOURS}
    colours = tuple(one for one in sorted(COLOURS, key=counts.__getitem__) if one not in state.absent)
    facts = {"depots": order, "counts": list(counts.values())}
    colour = yield from _ask_first("white_castle", "burgundy.bonus.white_castle", colours, facts)
    gain = _gain(state, colour, COLOURS if colour == NONE else ())
    fewest = [one for one in COLOURS if counts[one] == min(counts.values())]
    silver = {"silver": 1} if gain.tile is None else {}
    yield Reason("burgundy.bonus.white_castle", {"depots": order, "fewest": fewest}, {"colour": colour} | silver)
    yield Reason("burgundy.ruling.white_castle_depot")
    yield from _wild_reason(state)
    return gain


def _gain(state: State, colour: Any, absent: tuple[str, ...]) -> Gain:
    """Return the tile of a colour, if any, and the colours that are absent."""
    return Gain(None if colour == NONE else _reserve_tile(state, colour), absent)


def _reserve_tile(state: State, colour: Any) -> Tile:
    """Return a tile for the reserve; its details are asked when it is placed (burgundy.tile.building)."""
    return Tile(colour, unseen=state.white_castle and colour == "yellow")


def _purchase(state: State) -> Decision[Gain]:
    """Buy a tile of the black market, at the end of a turn (burgundy.purchase)."""
    if state.silver < TILE_PRICE or state.market_empty:
        return Gain()
    owned = [colour for colour in COLOURS if state.reserve_count(colour)]
    wanted = tuple(colour for colour in COLOURS if colour not in owned)
    ids = (*wanted, *owned, EMPTY)
    colour = yield Question("purchase", "burgundy.purchase.tile", ids, likely=ids[0], facts={"owned": owned})
    if colour == EMPTY:
        yield Reason("burgundy.purchase.tile", {"black_market": EMPTY})
        return Gain(market_empty=True)
    yield Reason("burgundy.purchase.tile", {"silver": state.silver, "owned": owned}, {"bought": colour})
    yield Reason("burgundy.ruling.by_colour")
    yield from _wild_reason(state)
    return Gain(_reserve_tile(state, colour))


# --- complete cards and colours ---


def complete_card(state: State) -> Place | None:
    """Return the place of the first complete card: it has no open item."""
    filled = [place for place in PLACES if getattr(state.cards, place) is not None]
    return next((place for place in filled if not state.open_items(place)), None)


def completed_tiles(state: State) -> Decision[list[Tile]]:
    """Return the tiles of the first complete card, its wild ones turned up (burgundy.card.wild)."""
    card = complete_card(state)
    if card is None:
        return []
    tiles, wild = list[Tile](), 0
    marks = [tile for tile in state.card_at(card).tiles if tile is not None]
    for tile in marks:
        if tile.colour != "wild":
            tiles.append(tile)
            continue
        wild += 1
        facts = {"card": state.card_at(card).id, "n": wild, "of": marks.count(WILD)}
        colour = yield Question("flip", "burgundy.card.wild", COLOURS, likely=COLOURS[0], facts=facts)
        is_livestock = colour == "light_green"
        tiles.append((yield from _livestock({"from": "wild"})) if is_livestock else Tile(colour))
        yield Reason("burgundy.card.wild", facts, {"colour": colour})
    return tiles


def bonus_tiles(state: State) -> Decision[dict[str, int]]:
    """Return the points of the bonus tile for each colour that is newly complete (burgundy.colour.complete)."""
    points: dict[str, int] = {}
    for colour in COLOURS:
        n = state.duchy.counts[colour]
        if n < COMPLETE_TILES[colour] or colour in state.claimed:
            continue
        facts = {"colour": colour, "tiles": n}
        tile = yield Question("bonus", "burgundy.colour.complete", BONUS_TILES, likely=BONUS_TILES[0], facts=facts)
        points[colour] = 0 if tile == NONE else int(tile)
        yield Reason("burgundy.colour.complete", facts, {"vp": points[colour]})
        yield Reason("burgundy.ruling.duchy_only")
        if tile == NONE:
            yield Reason("burgundy.ruling.bonus_gone")
    return points


def clockwise(start: int) -> list[int]:
    """Return the depots in the order in which they are searched (burgundy.ruling.clockwise)."""
    return [(start - 1 + n) % DEPOTS + 1 for n in range(DEPOTS)]
