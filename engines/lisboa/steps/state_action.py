"""Words of his State action."""

from engines.kit.contract import Order
from engines.kit.decisions import Question
from engines.kit.screens import Content
from engines.kit.text import Text
from engines.lisboa.pieces import NAMES, SHIP_NAMES
from engines.lisboa.state import State
from engines.lisboa.steps.shared import asked, goes, numbers

PASSED = {
    "nothing": Text("Neither"),
    "treasury": Text("The Treasury"),
    "influence": Text("The Influence icon"),
}


def top_ship(state: State, question: Question) -> Content:
    """lisboa.ships.take."""
    words = SHIP_NAMES | {"none": Text("No ship is there")}
    lines = (*goes(state), *_first(state, "ship", Text("Give him the top ship.")))
    return asked(state, question, Text("Which ship?"), *lines, words=words)


def ship_numbers(state: State, question: Question) -> Content:
    """lisboa.ships.influence, lisboa.visit.cost; a ship's numbers are asked once, since they are not in our cards."""
    return numbers(state, question, Text("What does he get?"), Text("{ship}.", ship=SHIP_NAMES[question.facts["ship"]]))


def portfolio(state: State, question: Question) -> Content:
    """lisboa.ships.influence."""
    return asked(state, question, Text("Portfolio influence?"), Text("Nobles and Ships in your top row."))


def cardinal_passed(state: State, question: Question) -> Content:
    """lisboa.cardinal.treasury, lisboa.cardinal.church, lisboa.ruling.church."""
    lines = (*goes(state), *_first(state, "cardinal", Text("Move the Cardinal 2 spaces.")))
    return asked(state, question, Text("Reached or passed?"), *lines, words=PASSED, cardinal=state.cardinal)


def tile_wigs(state: State, question: Question) -> Content:
    """lisboa.cardinal.move."""
    return asked(state, question, Text("Wigs on its back?"), _TILE, Text("No tile there: 0."))


def church_numbers(state: State, question: Question) -> Content:
    """lisboa.cardinal.move, lisboa.cardinal.church."""
    return numbers(state, question, Text("What does he get?"), _TILE)


_TILE = Order("tile", Text("Discard the tile in front of the Cardinal."))


def _first(state: State, name: str, text: Text) -> tuple[Order, ...]:
    """Return what his State action begins with, unless that was done before a value was corrected."""
    return (Order(name, text),) if name in state.orders else ()


def favor_back(state: State, question: Question) -> Content:
    """lisboa.ruling.favor_gone: the pile was empty."""
    where = Text("A Royal Favor on the {noble}’s portrait.", noble=NAMES[question.facts["noble"]])
    return asked(state, question, Text("Is there one again?"), *goes(state), where)
