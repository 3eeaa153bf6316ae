"""Words of where VJ acts: sites, contracts, foreign markets, and what else a card may show."""

from typing import Any

from engines.kit.decisions import Question
from engines.kit.drawings import Grid
from engines.kit.screens import Content
from engines.kit.text import Text
from engines.pampero import side
from engines.pampero.state import State
from engines.pampero.steps.shared import COUNTS, amounts, number_rows, purse_line, section_line
from engines.pampero.words import AMOUNTS, OPTIONS, contract_word, icon_line

_COUNTED_ON = {("contract",): Text("On contracts."), ("connection",): Text("On connection tiles.")}
_NO_DOZER = Text("No bulldozer of yours on it.")


# --- sites ---


def free_site(state: State, question: Question) -> Content:
    """pampero.tower.single, pampero.ruling.full_sector."""
    facts = question.facts
    headline = Text("A free site in {sector}?", sector=facts["sector"])
    return Content(headline, (_for(facts), _NO_DOZER), drawing=_place(state, question))


def free_sites(state: State, question: Question) -> Content:
    """pampero.tower.order."""
    return Content(Text("Where is a site free?"), (_for(question.facts), _NO_DOZER), drawing=_place(state, question))


def site(state: State, question: Question) -> Content:
    """pampero.icons.line, pampero.ruling.full_sector: a row of a card from the left, read off the board."""
    facts = question.facts
    headline = Text("Where is VJ’s wind farm?") if facts["action"] == "wind" else Text("Where is VJ’s tower?")
    lines = (Text("A free site, no bulldozer of yours:"), *number_rows(icon_line(facts["icons"], of_contracts=False)))
    return Content(headline, lines, drawing=_place(state, question), words=_other_sectors(question))


def sectors(state: State, question: Question) -> Content:
    """pampero.icons.line: every sector that ties is ticked; if sites may be taken, only those with a free one."""
    facts = question.facts
    headlines = {
        "you_most_structures": Text("Your most structures?"),
        "you_most_dozers": Text("Your most bulldozers?"),
        "cheapest": Text("The cheapest contract?"),
        "custom": Text("Which sectors fit best?"),
    }
    name = contract_word(facts["type"]) if facts.get("type") else Text("such")
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
    return Content(Text("Which sector?"), lines, drawing=_place(state, question), words=_other_sectors(question))


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
    shown, words = _place(state, question), _other_sectors(question)
    return Content(Text("Which sector?"), tuple(lines), drawing=shown, words=words)


def _place(state: State, question: Question) -> Grid:
    """Return the sectors with what VJ has there of what he builds, or with his towers where he fulfils."""
    return side.places(state, "wind" if question.facts["action"] == "wind" else "towers")


def _for(facts: dict[str, Any]) -> Text:
    thing = Text("wind farm") if facts["action"] == "wind" else Text("tower")
    return Text("VJ’s {thing}, by card {n}.", thing=thing, n=facts["space"])


def _other_sectors(question: Question) -> dict[str, Text]:
    """Return the words of what a question allows besides sectors."""
    none = Text("No such contract") if question.facts.get("action") == "contract" else Text("No free site")
    return {"none": none, "tie": Text("They still tie")}


# --- contracts, the market, and anything else ---


def which_contract(state: State, question: Question) -> Content:
    """pampero.contract.zones, pampero.icons.line: the rows of a section, in order, with the icons of each."""
    facts = question.facts
    words = OPTIONS | {"tie": Text("Several still tie"), "none": Text("None that he can pay")}
    rows = _rows(state, facts["rows"])
    first, icons = rows[0]
    if all(one == icons for _, one in rows):
        others = (Text("else in {sectors}", sectors=tuple(sectors)) for sectors, _ in rows[1:])
        lines = [
            Text("Card {n}: one that he can pay, in {places}.", n=facts["space"], places=(*first, *others)),
            Text("Take {icons}.", icons=icon_line(icons, of_contracts=True)),
        ]
    else:
        each = (
            Text("in {sectors} {icons}", sectors=tuple(sectors), icons=icon_line(icons, of_contracts=True))
            for sectors, icons in rows
        )
        lines = [Text("Card {n}: the first that he can pay,", n=facts["space"]), *number_rows(each)]
    shown = side.places(state, "towers")
    return Content(Text("Which contract?"), (*lines, purse_line(facts)), drawing=shown, words=words)


def _rows(state: State, facts: list[Any]) -> list[tuple[list[str], list[Any]]]:
    """Return the sectors and the icons of each row."""
    rows: list[tuple[list[str], list[Any]]] = []
    for one in facts:
        of_sectors = one in state.board.sectors
        if of_sectors and (not rows or rows[-1][1]):
            rows.append(([], []))
        rows[-1][0 if of_sectors else 1].append(one)
    return rows


def contracts(_: State, question: Question) -> Content:
    """pampero.contract.zones, pampero.contract.cheapest, pampero.contract.rightmost."""
    facts = question.facts
    there = Text("In {sectors}.", sectors=tuple(facts["sectors"]))
    among = Text("Of the contracts still tied.") if facts["tied"] else purse_line(facts)
    name = contract_word(facts["type"]) if facts["type"] else Text("such")
    match facts["icon"]:
        case "cheapest":
            headline = Text("Cheapest he can pay?")
        case "rb" | "is_type":
            headline = Text("Any {type} one?", type=name)
        case "icons_at_least":
            headline = Text("Any with {n} {type}?", n=facts["count"], type=name)
        case "custom":
            headline = Text("Any that fits?")
        case _:
            headline = Text("Any here?") if facts["tied"] else Text("Any contract he can pay?")
    text = (Text("{text}", text=facts["text"]),) if "text" in facts else ()
    return Content(headline, (Text("On solo card {n}.", n=facts["space"]), there, *text, among), words=COUNTS)


def contract_sector(state: State, question: Question) -> Content:
    """pampero.contract.sectors."""
    lines = _tied_contract(question)
    shown, words = side.places(state, "towers"), _other_sectors(question)
    return Content(Text("Where is that contract?"), lines, drawing=shown, words=words)


def contract_type(_: State, question: Question) -> Content:
    """pampero.contract.effect, pampero.vj.any_contract."""
    lines = (Text("In {sector}.", sector=question.facts["sector"]), *_tied_contract(question))
    return Content(Text("What type is it?"), lines, words=OPTIONS)


def batteries_paid(_: State, question: Question) -> Content:
    """pampero.ruling.battery."""
    lines = (Text("Cost {cost}, all energy spent.", cost=question.facts["cost"]), Text("Batteries pay the rest."))
    return Content(Text("How many batteries?"), lines)


def contract_effect(state: State, question: Question) -> Content:
    """pampero.contract.effect, pampero.contract.network, pampero.specialist.last_space."""
    facts = question.facts
    lines = [
        Text("{sector}, {type}.", sector=facts["sector"], type=contract_word(facts["type"])),
        *_tied_contract(question),
        Text("It goes to his leftmost free column."),
        Text("Network tiles: 1 for each connection that now has contracts on both sides."),
    ]
    if "last" in question.counts:
        lines.append(Text("Last space: 1 if the marker reaches it."))
    return amounts(question, Text("What does it bring?"), tuple(lines), AMOUNTS)


def sold(_: State, question: Question) -> Content:
    """pampero.foreign.sell."""
    facts = question.facts
    headline = Text("Sells how much energy?") if facts["what"] == "energy" else Text("Sells how many batteries?")
    sectors = tuple(facts["sectors"])
    rules = Text("In {sectors}, by the base rules.", sectors=sectors) if sectors else Text("By the base rules.")
    return Content(headline, (rules,))


def sold_for(_: State, question: Question) -> Content:
    """pampero.foreign.sell."""
    lines = (
        Text("Sold: energy {energy}, batteries {n}.", energy=question.facts["energy"], n=question.facts["batteries"]),
    )
    return Content(Text("For how many $?"), lines)


def other_action(_: State, question: Question) -> Content:
    """pampero.condition.other."""
    return Content(Text("Can VJ do it?"), (section_line(question.facts), Text("Do what it shows.")))


def _tied_contract(question: Question) -> tuple[Text, ...]:
    return (Text("Several tie: you choose one."),) if question.facts["you_choose"] else ()
