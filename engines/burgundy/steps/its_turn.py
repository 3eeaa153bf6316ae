"""Words of the questions of its turn."""

from collections.abc import Iterable

from engines.burgundy import decide
from engines.burgundy.pieces import BUILDING_CHOICES, COLOURS, GOODS, LIVESTOCK, TILE_NAMES, YELLOW_CASTLE, tile_name
from engines.burgundy.side import cards, depots
from engines.burgundy.state import State
from engines.burgundy.steps.deed import orders
from engines.kit.contract import Choice, Order, YesNo
from engines.kit.decisions import Question
from engines.kit.drawings import Track
from engines.kit.screens import Content
from engines.kit.text import Icon, Text

GOODS_NAMES = {one: Text("Type {n}", n=one) for one in GOODS} | {decide.SEVERAL: Text("Several of one type")}
COLOUR_NAMES = {
    "dark_green": Text("Castle (dark green)"),
    "gray": Text("Mine (gray)"),
    "yellow": Text("Knowledge (yellow)"),
    "blue": Text("Ship (blue)"),
    "light_green": Text("Livestock (light green)"),
    "brown": Text("Building (brown)"),
}
COLOUR_CHOICES: dict[str, Text | Choice] = {
    one: Choice(one, text, TILE_NAMES[one].hatch) for one, text in COLOUR_NAMES.items()
}
WHICH_TILE = Text("Which does it take?")
TOP_LEFT = Text("If several: top, then left.")
"""The choice among several tiles in one depot (burgundy.ruling.top_left)."""
DEPOT_CHOICES: dict[str, Text | Choice] = {
    **COLOUR_CHOICES,
    decide.YELLOW_CASTLE: Choice(decide.YELLOW_CASTLE, YELLOW_CASTLE, Icon.HATCH_EMPTY),
    decide.NONE: Text("None in any depot"),
}


def search(state: State, question: Question) -> Content:
    """burgundy.search.order."""
    lines = (*orders(state), _search_line(question))
    return Content(Text("Which is there first?"), lines, drawing=_depot_ring(question), words=DEPOT_CHOICES)


def building(state: State, question: Question) -> Content:
    """burgundy.tile.building."""
    return Content(Text("Which building?"), _origin_lines(state, question), words=BUILDING_CHOICES)


def livestock(state: State, question: Question) -> Content:
    """burgundy.tile.livestock."""
    words = {one: tile_name(tile) for one, tile in LIVESTOCK.items()}
    return Content(Text("Which animals?"), _origin_lines(state, question), words=words)


def castle_on_yellow(state: State, question: Question) -> Content:
    """burgundy.ruling.white_castle_yellow."""
    return Content(Text("Is it a white castle?"), _origin_lines(state, question))


def market_wild(state: State, _: Question) -> Content:
    """burgundy.search.market."""
    words = {"tile": Text("Yes"), decide.EMPTY: Text("No, it is empty")}
    return Content(Text("A tile in the black market?"), (*orders(state), Text("No tile fits its card.")), words=words)


def goods(state: State, question: Question) -> Content:
    """burgundy.bonus.ship: the types in the depot."""
    order = _number_row(question.facts["depots"])
    lines = (*orders(state), Text("The depot with most goods. Tie: the first of {order}.", order=order))
    return Content(Text("Which goods are there?"), lines, drawing=_depot_ring(question), words=GOODS_NAMES)


def goods_counts(state: State, question: Question) -> Content:
    """burgundy.bonus.ship: how many of each type."""
    types = tuple(question.counts)
    headline = Text("How many of each type?") if len(types) > 1 else Text("How many of type {n}?", n=types[0])
    return Content(headline, orders(state), words=GOODS_NAMES)


def lead(state: State) -> Content:
    """burgundy.round.first: neither answer is likely, since nobody would notice a wrong one."""
    lines = (*orders(state), Text("On one space, the upper marker is ahead."))
    return Content(Text("Are you still ahead?"), lines, YesNo(None), {"ships": state.ships}, "burgundy.round.first")


def remaining(state: State, question: Question) -> Content:
    """burgundy.bonus.remaining."""
    line = _search_line(question)
    if len(question.facts["colours"]) > 1 and question.facts["order"] == "colour_first":
        order = _number_row(question.facts["depots"])
        line = Text(
            "The first of this list in any depot. If several depots have it: the first of {order}.", order=order
        )
    top_left = (TOP_LEFT,) if question.facts["building"] != "church" else ()
    return Content(WHICH_TILE, (*orders(state), line, *top_left), drawing=_depot_ring(question), words=DEPOT_CHOICES)


def white_castle(state: State, question: Question) -> Content:
    """burgundy.bonus.white_castle."""
    counts = dict(zip(COLOURS, question.facts["counts"], strict=True))
    words: dict[str, Text | Choice] = {
        one: Choice(one, Text("{name}: has {n}", name=COLOUR_NAMES[one], n=n), TILE_NAMES[one].hatch)
        for one, n in counts.items()
    }
    words[decide.NONE] = Text("All depots are empty")
    order = _number_row(question.facts["depots"])
    line = Text("The first depot with tiles of {order}: the colour it has fewest of.", order=order)
    lines = (*orders(state), line, TOP_LEFT)
    return Content(WHICH_TILE, lines, drawing=_depot_ring(question), words=words)


def purchase(state: State, question: Question) -> Content:
    """burgundy.purchase.tile."""
    owned = question.facts["owned"]
    names = tuple(TILE_NAMES[one].one for one in owned)
    which = Text("The top left one.")
    if 0 < len(owned) < len(COLOURS):
        which = Text("The top left, if possible no {owned}.", owned=names)
    words: dict[str, Text | Choice] = {**COLOUR_CHOICES, decide.EMPTY: Text("The black market is empty")}
    return Content(Text("Which black market tile?"), (*orders(state), which), words=words)


def flip(state: State, question: Question) -> Content:
    """burgundy.card.wild."""
    n, of, name = question.facts["n"], question.facts["of"], question.facts["card"]
    which = Text("Card {card} is complete: turn up its wild tile.", card=name)
    if of > 1:
        which = Text("Card {card} is complete: turn up wild tile {n} of {of}, from the top.", card=name, n=n, of=of)
    lines = (*orders(state), which)
    place = decide.complete_card(state)
    drawing = cards(state, place) if place else None
    return Content(Text("What is on its front?"), lines, drawing=drawing, words=COLOUR_CHOICES)


def bonus(state: State, question: Question) -> Content:
    """burgundy.colour.complete."""
    tiles, n = TILE_NAMES[question.facts["colour"]].many, question.facts["tiles"]
    words = {
        "5": Text("The large one: 5 points"),
        "2": Text("The small one: 2 points"),
        decide.NONE: Text("None is left"),
    }
    lines = (
        *orders(state),
        Text("Its duchy has {n} {tiles}: it gets the larger bonus tile that is left.", n=n, tiles=tiles),
    )
    return Content(Text("Which bonus tile?"), lines, words=words)


def _number_row(numbers: Iterable[int]) -> str:
    """Return numbers that stay on one row of text: 5 6 1 2 3 4."""
    return "\N{NO-BREAK SPACE}".join(map(str, numbers))


def _depot_ring(question: Question) -> Track:
    return depots(question.facts["depots"][0])


def _origin_lines(state: State, question: Question) -> tuple[Text | Order, ...]:
    """Return the orders, and which of several tiles is meant, on the board or in its reserve."""
    which = {"board": (TOP_LEFT,), "reserve": (Text("It is the top one of its colour in its reserve."),)}
    return (*orders(state), *which.get(question.facts["from"], ()))


def _search_line(question: Question) -> Text:
    """Return the line that names the depots in the order of the search (burgundy.ruling.clockwise)."""
    first, second, *others = question.facts["depots"]
    return Text(
        "The first of this list in depot {first}. If none: depot {second}, then {others}.",
        first=first,
        second=second,
        others=_number_row(others),
    )
