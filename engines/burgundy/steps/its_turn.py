"""Words of the questions of its turn."""

from engines.burgundy import decide
from engines.burgundy.pieces import BEASTS, COLOURS, GOODS, HATCHES, PLURALS, TILE_NAMES, named
from engines.burgundy.side import cards, depots
from engines.burgundy.state import State
from engines.burgundy.steps.shared import COLOUR_NAMES, COLOURS_IN_FULL, row, told
from engines.kit.contract import Choice, Order, YesNo
from engines.kit.decisions import Question
from engines.kit.drawings import Track
from engines.kit.screens import Content
from engines.kit.text import Text

BUILDINGS_IN_FULL = {
    "bank": Text("Bank: 2 silver"),
    "boarding_house": Text("Boarding house: 2 points"),
    "watchtower": Text("Watchtower: 4 points"),
    "warehouse": Text("Warehouse: sells goods"),
    "city_hall": Text("City hall: places a tile"),
    "carpenter": Text("Carpenter: takes a building"),
    "church": Text("Church: castle, mine, yellow"),
    "market": Text("Market: ship, livestock"),
    "crane": Text("Crane: as a castle"),
    "white_castle": Text("White castle: takes a tile"),
}
"""Buildings by what they do, as the box prints it."""
LOADED = {one: Text("Type {n}", n=one) for one in GOODS}
"""The goods that a ship can take."""
COLOURS_OR_NONE: dict[str, Text | Choice] = {**COLOURS_IN_FULL, decide.NONE: Text("None in any depot")}


def search(state: State, question: Question) -> Content:
    """burgundy.search.order: depots in order, colours in order, one answer."""
    lines = (*told(state), _in_turn(question))
    return Content(Text("Which is there first?"), lines, drawing=_ring(question), words=COLOURS_OR_NONE)


def building(state: State, question: Question) -> Content:
    """burgundy.tile.building."""
    return Content(Text("Which building?"), _origin(state, question), words=BUILDINGS_IN_FULL)


def livestock(state: State, question: Question) -> Content:
    """burgundy.tile.livestock."""
    words = {one: named(tile) for one, tile in BEASTS.items()}
    return Content(Text("Which animals?"), _origin(state, question), words=words)


def castle_on_yellow(state: State, question: Question) -> Content:
    """burgundy.ruling.white_castle_yellow."""
    return Content(Text("Is it a white castle?"), _origin(state, question))


def market_wild(state: State, _: Question) -> Content:
    """burgundy.search.market."""
    words = {"tile": Text("Yes: to its reserve"), decide.EMPTY: Text("No, it is empty")}
    lines = (*told(state), Text("Nothing fits its card. It takes the first from the top left."))
    return Content(Text("Black market: a tile?"), lines, words=words)


def goods(state: State, question: Question) -> Content:
    """burgundy.bonus.ship: how many of each type."""
    order = row(question.facts["depots"])
    lines = (*told(state), Text("Its ship takes all goods of the fullest depot. Tie: first of {order}.", order=order))
    return Content(Text("Which goods?"), lines, drawing=_ring(question), words=LOADED)


def lead(state: State) -> Content:
    """burgundy.round.first: nothing is likely, since nobody would notice a wrong answer."""
    lines = (*told(state), Text("After its step. On one space, the upper marker leads."))
    return Content(Text("Do you still lead?"), lines, YesNo(None), {"ships": state.ships}, "burgundy.round.first")


def remaining(state: State, question: Question) -> Content:
    """burgundy.bonus.remaining."""
    how = _in_turn(question)
    if len(question.facts["colours"]) > 1 and question.facts["order"] == "colour_first":
        order = row(question.facts["depots"])
        how = Text(
            "The first of this list in any depot. If several have it: first of {order}. Two alike: top, then left.",
            order=order,
        )
    return Content(Text("To its reserve"), (*told(state), how), drawing=_ring(question), words=COLOURS_OR_NONE)


def white_castle(state: State, question: Question) -> Content:
    """burgundy.bonus.white_castle."""
    counts = dict(zip(COLOURS, question.facts["counts"], strict=True))
    words: dict[str, Text | Choice] = {
        one: Choice(one, Text("{name}: has {n}", name=COLOUR_NAMES[one], n=n), HATCHES[one])
        for one, n in counts.items()
    }
    words[decide.NONE] = Text("All depots are empty")
    lines = (
        *told(state),
        Text("First with tiles of {order}.", order=row(question.facts["depots"])),
        Text("There, the colour it has fewest of. Tie: the top one, then the left one."),
    )
    return Content(Text("To its reserve"), lines, drawing=_ring(question), words=words)


def purchase(state: State, question: Question) -> Content:
    """burgundy.purchase.tile."""
    owned = question.facts["owned"]
    names = tuple(TILE_NAMES[one] for one in owned)
    which = Text("Black market: first from the top left.")
    if 0 < len(owned) < len(COLOURS):
        which = Text("Black market: first from the top left; no {owned}, if there are others.", owned=names)
    words: dict[str, Text | Choice] = {**COLOURS_IN_FULL, decide.EMPTY: Text("The market is empty")}
    return Content(Text("What does it buy?"), (*told(state), which), words=words)


def flip(state: State, question: Question) -> Content:
    """burgundy.card.wild."""
    n, of, name = question.facts["n"], question.facts["of"], question.facts["card"]
    which = Text("Card {card} is complete: turn up its wild tile.", card=name)
    if of > 1:
        which = Text("Card {card} is complete: turn up wild tile {n} of {of}, from the top.", card=name, n=n, of=of)
    lines = (*told(state), which)
    place = decide.complete_card(state)
    drawing = cards(state, place) if place else None
    return Content(Text("What is its front?"), lines, drawing=drawing, words=COLOURS_IN_FULL)


def bonus(state: State, question: Question) -> Content:
    """burgundy.colour.complete."""
    colour = question.facts["colour"]
    words = {
        "5": Text("The large one: 5 points"),
        "2": Text("The small one: 2 points"),
        decide.NONE: Text("None is left"),
    }
    lines = (
        *told(state),
        Text("Its duchy has {n} {tiles}: it gets their bonus tile.", n=question.facts["tiles"], tiles=PLURALS[colour]),
        Text("It takes the larger one that is left."),
    )
    return Content(Text("Which bonus tile?"), lines, words=words)


def _ring(question: Question) -> Track:
    return depots(question.facts["depots"][0])


def _origin(state: State, question: Question) -> tuple[Text | Order, ...]:
    """Return the orders, and where the tile is that the question is about, if that is its reserve."""
    reserved = (Text("It is the top one of its colour in its reserve."),) if question.facts["from"] == "reserve" else ()
    return (*told(state), *reserved)


def _in_turn(question: Question) -> Text:
    """Say where to look first, and which of two tiles of one colour it is (burgundy.ruling.top_left)."""
    first, second, *others = question.facts["depots"]
    return Text(
        "The first of this list in depot {first}. If none: depot {second}, then {others}. Two alike: top, then left.",
        first=first,
        second=second,
        others=row(others),
    )
