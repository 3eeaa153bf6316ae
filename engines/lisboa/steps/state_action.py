"""Words of his State action."""

from engines.contract import Choice, Order, Pick, YesNo
from engines.decisions import Question
from engines.lisboa.pieces import NAMES, SHIP_NAMES
from engines.lisboa.state import State
from engines.lisboa.steps.shared import asked, goes, number, numbers
from engines.screens import Content
from engines.text import Text

PASSED = {
    "nothing": Text("Neither"),
    "treasury": Text("The Treasury"),
    "influence": Text("The Influence icon"),
}


def top_ship(state: State, question: Question) -> Content:
    """lisboa.ships.take."""
    ships = tuple(Choice(colour, SHIP_NAMES[colour]) for colour in question.ids if colour != "none")
    options = (*ships, Choice("none", Text("No ship is there")))
    lines = (*goes(state), *_first(state, "ship", Text("Give him the top ship.")))
    return asked(state, question, Text("Which ship?"), lines, Pick(options, question.likely))


def ship_numbers(state: State, question: Question) -> Content:
    """lisboa.ships.influence, lisboa.visit.cost; a ship's numbers are asked once, since they are not in our cards."""
    return numbers(state, question, Text("What does he get?"), Text("{ship}.", ship=SHIP_NAMES[question.facts["ship"]]))


def portfolio(state: State, question: Question) -> Content:
    """lisboa.ships.influence."""
    lines = (Text("Nobles and Ships in your top row."),)
    return asked(state, question, Text("Portfolio influence?"), lines, number(question))


def cardinal_passed(state: State, question: Question) -> Content:
    """lisboa.cardinal.treasury, lisboa.cardinal.church, lisboa.ruling.church."""
    options = tuple(Choice(place, PASSED[place]) for place in question.ids)
    lines = (*goes(state), *_first(state, "cardinal", Text("Move the Cardinal 2 spaces.")))
    ask = Pick(options, question.likely)
    return asked(state, question, Text("Reached or passed?"), lines, ask, cardinal=state.cardinal)


def tile_wigs(state: State, question: Question) -> Content:
    """lisboa.cardinal.move."""
    lines = (_TILE, Text("No tile there: 0."))
    return asked(state, question, Text("Wigs on its back?"), lines, number(question))


def church_numbers(state: State, question: Question) -> Content:
    """lisboa.cardinal.move, lisboa.cardinal.church."""
    return numbers(state, question, Text("What does he get?"), _TILE)


_TILE = Order("tile", Text("Discard the tile in front of the Cardinal."))


def _first(state: State, name: str, text: Text) -> tuple[Order, ...]:
    """Return what his State action begins with, unless that was done before a value was corrected."""
    return (Order(name, text),) if name in state.orders else ()


def favor_back(state: State, question: Question) -> Content:
    """lisboa.ruling.favor_gone: the pile was empty."""
    noble = NAMES[question.facts["noble"]]
    lines = (*goes(state), Text("A Royal Favor on the {noble}’s portrait.", noble=noble))
    return asked(state, question, Text("Is there one again?"), lines, YesNo(likely=question.likely))
