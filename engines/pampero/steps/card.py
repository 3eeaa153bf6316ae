"""Words of what is read on a solo card: its conditions and its cells."""

from typing import Any

from engines.kit.decisions import Question
from engines.kit.screens import Content
from engines.kit.text import Text
from engines.pampero import side
from engines.pampero.card import EVERYWHERE, ZONES
from engines.pampero.state import State
from engines.pampero.steps.shared import pending_orders, purse_line, section_line
from engines.pampero.words import ACTIONS, CONDITIONS, ICONS, OPTIONS, contract_word, symbol_option


def condition(_: State, question: Question) -> Content:
    """pampero.condition: what only the table tells."""
    facts = question.facts
    sectors, energy = tuple(facts["sectors"]), purse_line(facts)
    lines: tuple[Text, ...]
    match facts["condition"]:
        case "all_transformers_locked":
            headline = Text("All transformers locked?")
            lines = (Text("Locked: its column still has a tower."),)
        case "cannot_pay_contract":
            headline = Text("Is VJ short of energy?")
            lines = (Text("Yes: contracts lie in {sectors}, and he can pay none.", sectors=sectors), energy)
        case "contract_available":
            headline = Text("Is there such a contract?")
            lines = (Text("One he can pay in {sectors}.", sectors=sectors), *_wanted_lines(facts["any_of"]), energy)
        case "foreign_market":
            headline, lines = Text("A foreign market there?"), (Text("In {sectors}.", sectors=sectors),)
        case "custom" if "text" in facts:
            headline, lines = Text("Does this hold?"), (Text("{text}", text=facts["text"]),)
        case _:
            headline, lines = Text("Is its condition true?"), (Text("The top of that section."), energy)
    return Content(headline, (section_line(facts), *lines))


def first_true(_: State, question: Question) -> Content:
    """pampero.condition: the sections of a printed card, from the left, and what their icons mean."""
    facts = question.facts
    words = {name: Text("Section {n}", n=name) for name in question.ids} | {"none": Text("None of them")}
    towers = tuple(facts["towers"])
    where_he_has = Text("towers in {sectors}", sectors=towers) if towers else Text("no tower")
    lines = (
        Text("Card {card}: the first that is true, from the left.", card=facts["space"]),
        Text("VJ has energy {n}, {towers}.", n=facts["energy"], towers=where_he_has),
        Text("Locked: a transformer whose column has a tower."),
        Text("Contracts and markets: where he has a tower."),
        Text("“Cannot pay” without a contract: false."),
    )
    return Content(Text("Which section is true?"), lines, words=words)


def cell_action(_: State, question: Question) -> Content:
    """pampero.card.cell."""
    headline = Text("What does section {n} do?", n=question.facts["section"])
    return Content(headline, (section_line(question.facts),), words=ACTIONS)


def cell_condition(_: State, question: Question) -> Content:
    """pampero.card.cell."""
    lines = (section_line(question.facts), Text("The top of that section."))
    return Content(Text("What is its condition?"), lines, words=CONDITIONS)


def cell_number(state: State, question: Question) -> Content:
    """pampero.card.cell."""
    headlines = {
        "energy": Text("Energy below what?"),
        "gain": Text("Energy in zone {zone}?", zone=question.facts.get("zone", "")),
        "count": Text("How many icons?"),
        "money": Text("How many $?"),
    }
    return Content(headlines[question.facts["cell"]], (*pending_orders(state), *_cell_place(question.facts)))


def cell_where(_: State, question: Question) -> Content:
    """pampero.card.cell."""
    words: dict[str, Text] = {zone: Text("Zone {zone}", zone=zone) for zone in ZONES}
    words |= {EVERYWHERE: Text("All sectors"), "end": Text("There is no such row")}
    headline = Text("Row {n}: which sectors?", n=question.facts["row"])
    return Content(headline, (section_line(question.facts),), words=words)


def cell_icon(_: State, question: Question) -> Content:
    """pampero.card.cell."""
    headline = Text("Icon {n} of row {row}?", n=question.facts["number"], row=question.facts["row"])
    return Content(headline, (section_line(question.facts),), words=ICONS)


def cell_back(_: State, question: Question) -> Content:
    """pampero.card.cell, pampero.icons.secondary."""
    return Content(Text("What is behind that icon?"), _cell_place(question.facts), words=ICONS)


def cell_wanted(_: State, question: Question) -> Content:
    """pampero.card.cell."""
    lines = (section_line(question.facts), Text("The icon of its condition."))
    return Content(Text("Which contract is wanted?"), lines, words=ICONS)


def cell_type(_: State, question: Question) -> Content:
    """pampero.card.cell."""
    return Content(Text("Which contract type?"), _cell_place(question.facts), words=OPTIONS)


def cell_symbol(state: State, question: Question) -> Content:
    """pampero.card.cell."""
    words = {name: symbol_option(name) for name in question.ids}
    return Content(Text("Which symbol?"), (*pending_orders(state), *_cell_place(question.facts)), words=words)


def rightmost(state: State, _: Question) -> Content:
    """pampero.income.rightmost."""
    lines = (*pending_orders(state), Text("Farthest right; of those tied the lowest."))
    return Content(Text("VJ’s rightmost marker?"), lines, drawing=side.income(state), words=OPTIONS)


def _cell_place(facts: dict[str, Any]) -> tuple[Text, ...]:
    """Return where a cell of a card is: its section, and in that its icon or symbol."""
    if "place" in facts:
        top, bottom = Text("Zone {zone}, top.", zone=facts["zone"]), Text("Zone {zone}, bottom.", zone=facts["zone"])
        return section_line(facts), top if facts["place"] == "tile" else bottom
    if "icon" not in facts:
        return (section_line(facts),)
    icon, n, row = ICONS[facts["icon"]], facts.get("number", 0), facts.get("row", 0)
    words = {
        (True, False): Text("Icon {n} of row {row}: {icon}.", n=n, row=row, icon=icon),
        (True, True): Text("Behind icon {n} of row {row}: {icon}.", n=n, row=row, icon=icon),
        (False, False): Text("The icon of its condition: {icon}.", icon=icon),
        (False, True): Text("Behind the icon of its condition: {icon}.", icon=icon),
    }
    return section_line(facts), words["row" in facts, "behind" in facts]


def _wanted_lines(any_of: list[Any]) -> tuple[Text, ...]:
    """Word the icons that a contract must show (icon, type, count): the first, or else those behind it."""
    words = tuple(_wanted_icon(*any_of[n : n + 3]) for n in range(0, len(any_of), 3))
    if len(words) < 2:  # noqa: PLR2004 - one, and those behind it
        return tuple(Text("It shows {icon}.", icon=word) for word in words)
    return (Text("It shows {icon}, or else {behind}.", icon=words[0], behind=words[1:]),)


def _wanted_icon(icon: str, name: str | None, count: int) -> Text:
    """Word an icon; without a type it is one that has no name here."""
    if icon == "icons_at_least" and name:
        return Text("{n} {type} icons", n=count, type=contract_word(name))
    return contract_word(name) if name else Text("the icon on the card")
