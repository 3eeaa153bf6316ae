"""Words of where VJ builds."""

from typing import Any

from engines.kit.decisions import Question
from engines.kit.drawings import Grid
from engines.kit.screens import Content
from engines.kit.text import Text
from engines.pampero import side
from engines.pampero.state import State
from engines.pampero.steps.shared import numbered, other_sectors
from engines.pampero.words import contract, line


def free_site(state: State, question: Question) -> Content:
    """pampero.tower.single, pampero.ruling.full_sector."""
    facts = question.facts
    headline = Text("A free site in {sector}?", sector=facts["sector"])
    return Content(headline, (_for(facts), _NO_DOZER), drawing=_place(state, question))


def free_sites(state: State, question: Question) -> Content:
    """pampero.tower.order."""
    lines = (_for(question.facts), _NO_DOZER)
    return Content(Text("Where is a site free?"), lines, drawing=_place(state, question))


def site(state: State, question: Question) -> Content:
    """pampero.icons.line, pampero.ruling.full_sector: a row of a card from the left, read off the board."""
    facts = question.facts
    headline = Text("Where is VJ’s wind farm?") if facts["action"] == "wind" else Text("Where is VJ’s tower?")
    lines = (Text("A free site, no bulldozer of yours:"), *numbered(line(facts["icons"], of_contracts=False)))
    return Content(headline, lines, drawing=_place(state, question), words=other_sectors(question))


def sectors(state: State, question: Question) -> Content:
    """pampero.icons.line: every sector that ties is ticked; where sites may be taken, only those with a free one."""
    facts = question.facts
    headlines = {
        "you_most_structures": Text("Your most structures?"),
        "you_most_dozers": Text("Your most bulldozers?"),
        "cheapest": Text("The cheapest contract?"),
        "custom": Text("Which sectors fit best?"),
    }
    name = contract(facts["type"]) if facts.get("type") else Text("such")
    headline = headlines.get(facts["icon"]) or Text("Most {type} icons?", type=name)
    lines = [_for(facts)]
    if facts["icon"] in ("most_icons", "rb"):
        lines.append(_COUNTED_ON.get(tuple(facts["on"])) or Text("On contracts and connection tiles."))
    if facts.get("text"):
        lines.append(Text("{text}", text=facts["text"]))
    if facts["icon"] == "you_most_structures":
        lines.append(Text("Wind farms, towers and transformers count."))
    if facts["sites"]:
        lines += [Text("Where a site is free."), _NO_DOZER]
    lines.append(Text("A tie: tick all. None fits: tick none."))
    return Content(headline, tuple(lines), drawing=_place(state, question))


def choose_sector(state: State, question: Question) -> Content:
    """pampero.wind.you_choose, pampero.ruling.second_pass."""
    if question.facts["again"]:
        why = Text("Fewest towers: choose a free site.")
    elif "none" in question.ids:
        why = Text("No site is free there: choose any on the board.")
    else:
        why = Text("They tie: you choose.")
    lines = (_for(question.facts), why)
    return Content(Text("Which sector?"), lines, drawing=_place(state, question), words=other_sectors(question))


def row_sector(state: State, question: Question) -> Content:
    """pampero.card.cell: the middle of the printed section is followed at the table."""
    facts = question.facts
    lines = [Text("Follow the rows of card {card}, section {n}.", card=facts["space"], n=facts["section"])]
    if facts.get("zone"):
        lines.append(Text("The eye: rows for zone {zone} alone.", zone=facts["zone"]))
    if facts.get("condition"):
        lines.append(Text("Before them, its condition."))
    if facts["action"] == "contract":
        lines.append(Text("VJ has {energy} energy.", energy=state.vj.energy))
    shown, words = _place(state, question), other_sectors(question)
    return Content(Text("Which sector?"), tuple(lines), drawing=shown, words=words)


_COUNTED_ON = {("contract",): Text("On contracts."), ("connection",): Text("On connection tiles.")}
_NO_DOZER = Text("No bulldozer of yours on it.")


def _place(state: State, question: Question) -> Grid:
    """Return the sectors with what VJ has there of what he builds, or with his towers where he fulfils."""
    return side.places(state, "wind" if question.facts["action"] == "wind" else "towers")


def _for(facts: dict[str, Any]) -> Text:
    thing = Text("wind farm") if facts["action"] == "wind" else Text("tower")
    return Text("VJ’s {thing}, by card {n}.", thing=thing, n=facts["space"])
