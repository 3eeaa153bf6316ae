"""Words of contracts, of a foreign market, and of what else a card may show."""

from typing import Any

from engines.kit.decisions import Question
from engines.kit.screens import Content
from engines.kit.text import Text
from engines.pampero import side
from engines.pampero.state import State
from engines.pampero.steps.shared import COUNTS, amounts, numbered, other_sectors, purse, where
from engines.pampero.words import AMOUNTS, OPTIONS, contract, line


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
            Text("Take {icons}.", icons=line(icons, of_contracts=True)),
        ]
    else:
        each = (
            Text("in {sectors} {icons}", sectors=tuple(sectors), icons=line(icons, of_contracts=True))
            for sectors, icons in rows
        )
        lines = [Text("Card {n}: the first that he can pay,", n=facts["space"]), *numbered(each)]
    shown = side.places(state, "towers")
    return Content(Text("Which contract?"), (*lines, purse(facts)), drawing=shown, words=words)


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
    among = Text("Of the contracts still tied.") if facts["tied"] else purse(facts)
    name = contract(facts["type"]) if facts["type"] else Text("such")
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
    lines = (_card_line(facts), there, *text, among)
    return Content(headline, lines, words=COUNTS)


def contract_sector(state: State, question: Question) -> Content:
    """pampero.contract.sectors."""
    lines = _tied_contract(question)
    shown, words = side.places(state, "towers"), other_sectors(question)
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
        Text("{sector}, {type}.", sector=facts["sector"], type=contract(facts["type"])),
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
    return Content(Text("Can VJ do it?"), (where(question.facts), Text("Do what it shows.")))


def _card_line(facts: dict[str, Any]) -> Text:
    return Text("On solo card {n}.", n=facts["space"])


def _tied_contract(question: Question) -> tuple[Text, ...]:
    return (Text("Several tie: you choose one."),) if question.facts["you_choose"] else ()
