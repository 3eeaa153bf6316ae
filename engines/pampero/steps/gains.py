"""Words of what VJ gains: a column of bonuses, specialist cards."""

from engines.kit.decisions import Question
from engines.kit.screens import Content
from engines.kit.text import Text
from engines.pampero.state import State
from engines.pampero.steps.shared import COUNTS, amounts, number_rows, pending_orders
from engines.pampero.words import AMOUNTS, BONUSES, OPTIONS, contract_word, symbol_word


def bonus_column(state: State, question: Question) -> Content:
    """pampero.tower.zone, pampero.tower.tile, pampero.tower.printed, pampero.tower.most, pampero.tower.whole."""
    facts = question.facts
    rows = (
        Text("with a tile: {tile}; else", tile=symbol_word(*facts["tile"])) if facts["tile"] != ["none"] else None,
        Text("with printed: {symbol}; else", symbol=symbol_word(*facts["printed"]))
        if facts["printed"] != ["none"]
        else None,
        Text("with most tiles."),
    )
    lines = (
        *pending_orders(state),
        Text("The rightmost in zone {zone}, by card {n}:", zone=facts["zone"], n=facts["space"]),
        *number_rows(filter(None, rows)),
    )
    return Content(Text("What is in the column?"), lines, words=BONUSES)


def gains(state: State, question: Question) -> Content:
    """pampero.tower.bonuses."""
    lines = [*pending_orders(state), Text("VJ takes all of the column.")]
    if "last" in question.counts:
        lines.append(Text("Last space: 1 if his marker reaches it."))
    return amounts(question, Text("How much of each?"), tuple(lines), AMOUNTS)


def specialist_tile(state: State, question: Question) -> Content:
    """pampero.specialist.order: scoring cards alone count."""
    refill = (Text("Refill the display."),) if question.facts["refill"] else ()
    end, following = Text("Does one match an end scoring tile?"), Text("Does one match the next scoring tile?")
    lines = (
        *pending_orders(state),
        *refill,
        Text("Look at the scoring cards shown, no others."),
        end if state.first_card_is_down() else following,
    )
    return Content(Text("A specialist that fits?"), lines, words=COUNTS)


def your_rightmost(state: State, _: Question) -> Content:
    """pampero.specialist.order."""
    lines = (*pending_orders(state), Text("Farthest right; of those tied the lowest."))
    return Content(Text("Your rightmost marker?"), lines, words=OPTIONS)


def specialist_icons(state: State, question: Question) -> Content:
    """pampero.specialist.order."""
    facts = question.facts
    headline = Text("Most {type} icons?", type=contract_word(facts["type"]))
    whose = Text("Your marker’s type.") if facts["whose"] == "yours" else Text("VJ’s marker’s type.")
    which = Text("Of the cards that match.") if facts["matching"] == "several" else Text("Of all scoring cards shown.")
    if "most" in facts:
        which = Text("Of those with most {type} icons.", type=contract_word(facts["most"]))
    return Content(headline, (*pending_orders(state), which, whose), words=COUNTS)
