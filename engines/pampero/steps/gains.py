"""Words of VJ's gains: a column of bonuses, specialist cards."""

from engines.kit.decisions import Question
from engines.kit.screens import Content
from engines.kit.text import Text
from engines.pampero.state import State
from engines.pampero.steps.shared import COUNT_WORDS, number_rows, pending_orders
from engines.pampero.words import AMOUNTS, TYPE_OPTIONS, symbol_word, tile_word, type_option, type_word


def bonus_column(state: State, question: Question) -> Content:
    """pampero.tower.zone, pampero.tower.tile, pampero.tower.printed, pampero.tower.most, pampero.tower.whole."""
    facts = question.facts
    ways = (
        tile_word(*facts["tile"]) if facts["tile"] != ["none"] else None,
        Text("{symbol} printed", symbol=symbol_word(*facts["printed"])) if facts["printed"] != ["none"] else None,
        Text("most tiles"),
    )
    first, *others = number_rows(filter(None, ways))
    columns = (first, *(Text("or {way}", way=way) for way in others))
    lines = (
        *pending_orders(state),
        Text("Zone {zone}, from the right: {columns}.", zone=facts["zone"], columns=columns),
    )
    return Content(Text("What does VJ take?"), lines, words=AMOUNTS)


def ongoing_tiles(state: State, question: Question) -> Content:
    """pampero.tower.spaces."""
    words = {tile: Text("Ongoing tile {n}", n=tile) for tile in question.ids}
    return Content(Text("Which ongoing tiles?"), pending_orders(state), words=words)


def last_space(state: State, question: Question) -> Content:
    """pampero.specialist.last_space."""
    line = Text("His {type} marker, on its track.", type=type_word(question.facts["type"]))
    return Content(Text("Is it on its last space?"), (*pending_orders(state), line))


def specialist_tile(state: State, question: Question) -> Content:
    """pampero.specialist.order: scoring cards alone count."""
    lines = (
        *pending_orders(state),
        *((Text("Refill the display first."),) if question.facts["refill"] else ()),
        Text("Scoring cards that match an end scoring tile.")
        if state.first_card_is_down()
        else Text("Scoring cards that match the next scoring tile."),
    )
    return Content(Text("How many cards match?"), lines, words=COUNT_WORDS)


def your_rightmost(state: State, _: Question) -> Content:
    """pampero.specialist.order."""
    lines = (*pending_orders(state), Text("The income marker farthest right; of those tied the lowest."))
    return Content(Text("Which of yours is rightmost?"), lines, words=TYPE_OPTIONS)


def specialist_icons(state: State, question: Question) -> Content:
    """pampero.specialist.order."""
    facts = question.facts
    name = type_option(facts["type"])
    which = Text("{type} icons, of all scoring cards shown.", type=name)
    if "most" in facts:
        most = type_word(facts["most"])
        which = Text("{type} icons, of those with most {most} icons.", type=name, most=most)
    elif facts["matching"] == "several":
        which = Text("{type} icons, of the cards that match.", type=name)
    return Content(Text("How many have most icons?"), (*pending_orders(state), which), words=COUNT_WORDS)
