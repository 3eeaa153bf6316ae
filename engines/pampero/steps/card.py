"""Words of the questions about solo cards: their conditions and their cells."""

from typing import Any

from engines.kit.decisions import Question
from engines.kit.screens import Content
from engines.kit.text import Text
from engines.pampero import side
from engines.pampero.card import EVERYWHERE, ZONES
from engines.pampero.state import State
from engines.pampero.steps.shared import pending_orders, purse, purse_line, section_line
from engines.pampero.words import ACTIONS, CONDITIONS, ICONS, TYPE_OPTIONS, symbol_option, type_word


def condition(_: State, question: Question) -> Content:
    """pampero.condition: a question about the table, or about a card that the player must read."""
    facts = question.facts
    sectors, vj_has = tuple(facts["sectors"]), purse_line(facts)
    lines: tuple[Text, ...]
    match facts["condition"]:
        case "all_transformers_locked":
            headline = Text("Are all transformers locked?")
            lines = (Text("One is locked while its column has a tower."),)
        case "cannot_pay_contract":
            headline = Text("Is VJ short of energy?")
            line = Text("Contracts in {sectors}, but none for {purse}.", sectors=sectors, purse=purse(facts))
            lines = (line,)
        case "contract_available":
            headline = Text("Is there such a contract?")
            lines = (_wanted_line(facts["any_of"], sectors), vj_has)
        case "foreign_market":
            headline = Text("Is there a foreign market?")
            lines = (Text("In {sectors}, where VJ has towers.", sectors=sectors),)
        case "custom" if "text" in facts:
            headline, lines = Text("Is this true?"), (Text("{text}", text=facts["text"]),)
        case _:
            headline = Text("Is the condition true?")
            lines = (_condition_line(facts), vj_has)
    return Content(headline, lines)


def first_true(state: State, question: Question) -> Content:
    """pampero.condition: the sections of printed cards in order, in the first round with the meaning of icons."""
    facts = question.facts
    places = [name.split("_") for name in question.ids[:-1]]
    words = {f"{card}_{n}": Text("Card {card}, section {n}", card=card, n=n) for card, n in places}
    words["none"] = Text("None of them")
    towers = tuple(facts["towers"])
    vj_has = Text("{n} energy, towers in {sectors}.", n=facts["energy"], sectors=towers)
    lines = [vj_has if towers else Text("VJ has {n} energy and no tower.", n=facts["energy"])]
    if state.clock.round == 1:
        lines += [
            Text("A transformer is locked while its column has a tower."),
            Text("Contracts and markets count in sectors with VJ’s tower."),
            Text("“Cannot pay” is false if there is no contract."),
        ]
    return Content(Text("Which is true first?"), tuple(lines), words=words)


def cell_action(_: State, question: Question) -> Content:
    """pampero.card.cell."""
    headline = Text("What does section {n} do?", n=question.facts["section"])
    return Content(headline, (section_line(question.facts),), words=ACTIONS)


def cell_condition(_: State, question: Question) -> Content:
    """pampero.card.cell."""
    return Content(Text("What is its condition?"), (_condition_line(question.facts),), words=CONDITIONS)


def cell_number(state: State, question: Question) -> Content:
    """pampero.card.cell."""
    headlines = {
        "energy": Text("Energy below which number?"),
        "gain": Text("How much energy in zone {zone}?", zone=question.facts.get("zone", "")),
        "count": Text("How many of these icons?"),
        "money": Text("How many $?"),
    }
    return Content(headlines[question.facts["cell"]], (*pending_orders(state), *_cell_lines(question.facts)))


def cell_where(_: State, question: Question) -> Content:
    """pampero.card.cell."""
    words: dict[str, Text] = {zone: Text("Zone {zone}", zone=zone) for zone in ZONES}
    words |= {EVERYWHERE: Text("All sectors"), "end": Text("There is no such row")}
    headline = Text("Which sectors are in row {n}?", n=question.facts["row"])
    return Content(headline, (section_line(question.facts),), words=words)


def cell_icon(_: State, question: Question) -> Content:
    """pampero.card.cell."""
    headline = Text("What is icon {n} of row {row}?", n=question.facts["number"], row=question.facts["row"])
    return Content(headline, (section_line(question.facts),), words=ICONS)


def cell_back(_: State, question: Question) -> Content:
    """pampero.card.cell, pampero.icons.secondary."""
    return Content(Text("What is behind that icon?"), _cell_lines(question.facts), words=ICONS)


def cell_wanted(_: State, question: Question) -> Content:
    """pampero.card.cell."""
    return Content(Text("Which icon must it show?"), (_condition_line(question.facts),), words=ICONS)


def cell_type(_: State, question: Question) -> Content:
    """pampero.card.cell."""
    return Content(Text("Which contract type is it?"), _cell_lines(question.facts), words=TYPE_OPTIONS)


def cell_symbol(state: State, question: Question) -> Content:
    """pampero.card.cell."""
    words = {name: symbol_option(name) for name in question.ids}
    of_tile = question.facts["place"] == "tile"
    headline = Text("What is the top symbol?") if of_tile else Text("What is the bottom symbol?")
    return Content(headline, (*pending_orders(state), *_cell_lines(question.facts)), words=words)


def rightmost(state: State, _: Question) -> Content:
    """pampero.income.rightmost."""
    lines = (*pending_orders(state), Text("The income marker farthest right; of those tied the lowest."))
    return Content(Text("Which of his is rightmost?"), lines, drawing=side.income(state), words=TYPE_OPTIONS)


def _condition_line(facts: dict[str, Any]) -> Text:
    return Text("Card {card}, top of section {n}.", card=facts["space"], n=facts["section"])


def _cell_lines(facts: dict[str, Any]) -> tuple[Text, ...]:
    """Return the lines for the place of a cell: its section, and its icon or symbol."""
    if "place" in facts:
        values = {"card": facts["space"], "n": facts["section"], "zone": facts["zone"]}
        return (Text("Card {card}, section {n}, zone {zone}.", **values),)
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


def _wanted_line(any_of: list[Any], sectors: tuple[str, ...]) -> Text:
    """Return the line for a contract with wanted icons (icon, type, count): the first, or else those behind it."""
    words = tuple(_wanted_icon(*any_of[n : n + 3]) for n in range(0, len(any_of), 3))
    if not words:
        return Text("One in {sectors} that he can pay.", sectors=sectors)
    if len(words) == 1:
        return Text("One in {sectors} with {icon} that he can pay.", sectors=sectors, icon=words[0])
    behind = words[1:]
    return Text("One in {sectors} with {icon}, or else {behind}.", sectors=sectors, icon=words[0], behind=behind)


def _wanted_icon(icon: str, name: str | None, count: int) -> Text:
    """Return the words for a wanted icon; an icon without a type has no name here."""
    if icon == "icons_at_least" and name:
        return Text("{n} {type} icon", plural="{n} {type} icons", n=count, type=type_word(name))
    return Text("the {type} icon", type=type_word(name)) if name else Text("the icon on the card")
