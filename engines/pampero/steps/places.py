"""Words of the places where VJ acts: sites, contracts, foreign markets, and actions without a name here."""

from typing import Any

from engines.kit.decisions import Question
from engines.kit.drawings import Grid
from engines.kit.screens import Content
from engines.kit.text import Text
from engines.pampero import side
from engines.pampero.state import State
from engines.pampero.steps.shared import COUNT_WORDS, amounts_content, number_rows, purse, section_line
from engines.pampero.words import AMOUNTS, icon_line, type_option, type_word

_ICON_LINES = {
    "you_most_structures": Text("Wind farms, towers and transformers count."),
    "you_most_dozers": Text("Only yours count."),
    "cheapest": Text("The contract that costs least energy."),
}
_ICON_PLACES = {("contract",): Text("on contracts"), ("connection",): Text("on connection tiles")}


# --- sites ---


def free_site(state: State, question: Question) -> Content:
    """pampero.tower.single, pampero.ruling.full_sector."""
    facts = question.facts
    headline = Text("Is a site free in {sector}?", sector=facts["sector"])
    return Content(headline, _site_lines(state, facts), drawing=_sector_drawing(state, question))


def free_sites(state: State, question: Question) -> Content:
    """pampero.tower.order."""
    lines = _site_lines(state, question.facts)
    return Content(Text("Where is a site free?"), lines, drawing=_sector_drawing(state, question))


def site(state: State, question: Question) -> Content:
    """pampero.icons.line, pampero.ruling.full_sector: all icons of a row as one list."""
    facts = question.facts
    icons = number_rows(icon_line(facts["icons"], of_contracts=False))
    farm = Text("A wind farm on a free site: {icons}.", icons=icons)
    line = farm if facts["action"] == "wind" else Text("A tower on a free site: {icons}.", icons=icons)
    lines = (line, *_free_site_lines(state))
    return Content(_BUILD_HEADLINE, lines, drawing=_sector_drawing(state, question), words=_other_words(question))


def sectors(state: State, question: Question) -> Content:
    """pampero.icons.line: all best sectors are ticked, if `sites` only those with a free site."""
    facts = question.facts
    name = type_option(facts["type"]) if facts.get("type") else Text("Such")
    on = _ICON_PLACES.get(tuple(facts["on"])) or Text("on contracts and connection tiles")
    headlines = {
        "you_most_structures": Text("Where have you built most?"),
        "you_most_dozers": Text("Where are most bulldozers?"),
        "cheapest": Text("Where is the cheapest one?"),
        "custom": Text("Which sectors fit best?"),
    }
    headline = headlines.get(facts["icon"]) or Text("Where are most icons?")
    lines = []
    if facts["icon"] in ("most_icons", "rb"):
        lines.append(Text("{type} icons {on}.", type=name, on=on))
    if facts.get("text"):
        lines.append(Text("{text}", text=facts["text"]))
    if (kind := facts["icon"]) in _ICON_LINES:
        lines.append(_ICON_LINES[kind])
    if facts["sites"]:
        lines += [Text("Count sectors with a free site only."), *_free_site_lines(state)]
    if state.clock.round == 1:
        lines.append(Text("If several tie, tick them all. If none fits, tick none."))
    return Content(headline, tuple(lines), drawing=_sector_drawing(state, question))


def choose_sector(state: State, question: Question) -> Content:
    """pampero.wind.you_choose, pampero.ruling.second_pass."""
    facts = question.facts
    if facts["again"]:
        line = Text("VJ has fewest towers there. Choose a free site.")
    elif "none" in question.ids:
        line = Text("Choose any free site of the board.")
    else:
        line = Text("They tie: you choose.")
    return Content(_BUILD_HEADLINE, (line,), drawing=_sector_drawing(state, question), words=_other_words(question))


def row_sector(state: State, question: Question) -> Content:
    """pampero.card.cell: the rows of a printed section are followed at the table."""
    facts = question.facts
    place = {"card": facts["space"], "n": facts["section"]}
    line = Text("Follow card {card}, section {n}.", **place)
    if facts.get("zone"):
        line = Text("Card {card}, section {n}: its rows for zone {zone}.", zone=facts["zone"], **place)
    if facts.get("condition"):
        line = Text("Card {card}, section {n}: its condition, then its rows for {zone}.", zone=facts["zone"], **place)
    if facts["action"] != "contract":
        return Content(_BUILD_HEADLINE, (line,), drawing=_sector_drawing(state, question), words=_other_words(question))
    words = _contract_words(question.ids) | _other_words(question)
    vj_has = Text("VJ has {energy} energy.", energy=state.vj.energy)
    return Content(Text("Which contract?"), (line, vj_has), drawing=_sector_drawing(state, question), words=words)


def _sector_drawing(state: State, question: Question) -> Grid:
    """Return VJ's pieces of the kind that he builds, by sector; for a contract, his towers."""
    return side.pieces(state, "wind" if question.facts["action"] == "wind" else "towers")


_BUILD_HEADLINE = Text("Where does VJ build?")


def _site_lines(state: State, facts: dict[str, Any]) -> tuple[Text, ...]:
    piece = Text("For VJ’s wind farm.") if facts["action"] == "wind" else Text("For VJ’s tower.")
    return piece, *_free_site_lines(state)


def _free_site_lines(state: State) -> tuple[Text, ...]:
    """Return the meaning of a free site, in the first round (pampero.vj.no_bulldozer)."""
    return (Text("A free site has no bulldozer of yours."),) if state.clock.round == 1 else ()


def _other_words(question: Question) -> dict[str, Text]:
    """Return the words of the answers besides sectors and contracts."""
    none = Text("No such contract") if question.facts.get("action") == "contract" else Text("No free site")
    return {"none": none, "tie": Text("They still tie")}


# --- contracts, the market, and anything else ---


def which_contract(state: State, question: Question) -> Content:
    """pampero.contract.zones, pampero.icons.line: the rows of a section in order, with their icons."""
    facts = question.facts
    rows = _contract_rows(state, facts["rows"])
    first, first_icons = rows[0]
    if all(icons == first_icons for _, icons in rows):
        others = tuple(Text("else in {sectors}", sectors=tuple(sectors)) for sectors, _ in rows[1:])
        words = icon_line(first_icons, of_contracts=True)
        line = Text("In {places} for {purse}: {icons}.", places=(*first, *others), purse=purse(facts), icons=words)
    else:
        row_words = (
            Text("in {sectors} {icons}", sectors=tuple(sectors), icons=icon_line(icons, of_contracts=True))
            for sectors, icons in rows
        )
        line = Text("For {purse}: {rows}.", purse=purse(facts), rows=number_rows(row_words))
    options = _contract_words(question.ids) | {"short": Text("He can pay none of them")}
    options["none"] = Text("There is none") if "short" in question.ids else Text("None that he can pay")
    for tie in question.ids:
        if tie.startswith("tie_"):
            tied = tuple(rows[int(tie.removeprefix("tie_")) - 1][0])
            several = Text("Several still tie in {sectors}", sectors=tied)
            options[tie] = several if len(rows) > 1 else Text("Several still tie")
    return Content(Text("Which contract?"), (line,), drawing=side.pieces(state, "towers"), words=options)


def _contract_words(ids: tuple[str, ...]) -> dict[str, Text]:
    """Return the words of contracts: their type, with their sector if there are several."""
    pairs = [pair.split(":") for pair in ids if ":" in pair]
    if len({sector for sector, _ in pairs}) == 1:
        return {f"{sector}:{name}": type_option(name) for sector, name in pairs}
    return {f"{sector}:{name}": Text("{sector}: {type}", sector=sector, type=type_word(name)) for sector, name in pairs}


def _contract_rows(state: State, facts: list[Any]) -> list[tuple[list[str], list[Any]]]:
    """Return the sectors and the icons of each row."""
    rows: list[tuple[list[str], list[Any]]] = []
    for value in facts:
        is_sector = value in state.board.sectors
        if is_sector and (not rows or rows[-1][1]):
            rows.append(([], []))
        rows[-1][0 if is_sector else 1].append(value)
    return rows


def contracts(_: State, question: Question) -> Content:
    """pampero.contract.zones, pampero.contract.cheapest, pampero.contract.rightmost."""
    facts = question.facts
    name = type_word(facts["type"]) if facts["type"] else Text("such")
    match facts["icon"]:
        case "cheapest":
            headline = Text("How many are the cheapest?")
        case "rb" | "is_type":
            headline = Text("How many are {type}?", type=name)
        case "icons_at_least":
            headline = Text("How many with {n} {type}?", n=facts["count"], type=name)
        case "custom":
            headline = Text("How many fit the icon?")
        case _:
            headline = Text("How many are here?") if facts["narrowed"] else Text("How many can he pay?")
    sectors = tuple(facts["sectors"])
    line = Text("Of the contracts in {sectors} that still tie.", sectors=sectors)
    if not facts["narrowed"]:
        line = Text("Contracts in {sectors} for {purse}.", sectors=sectors, purse=purse(facts))
    text = (Text("{text}", text=facts["text"]),) if "text" in facts else ()
    return Content(headline, (line, *text), words=COUNT_WORDS)


def contract_sector(state: State, question: Question) -> Content:
    """pampero.contract.sectors, pampero.contract.effect, pampero.vj.any_contract."""
    line = Text("Several tie: choose one.") if question.facts["you_choose"] else Text("The remaining one.")
    words = _contract_words(question.ids)
    return Content(Text("Which contract is it?"), (line,), drawing=side.pieces(state, "towers"), words=words)


def batteries_paid(_: State, question: Question) -> Content:
    """pampero.ruling.battery."""
    line = Text("It costs {cost}; all his energy is spent.", cost=question.facts["cost"])
    return Content(Text("How many batteries pay it?"), (line,))


def contract_effect(state: State, question: Question) -> Content:
    """pampero.contract.effect, pampero.contract.network, pampero.specialist.last_space."""
    facts = question.facts
    headline = Text("{sector}, {type}:", sector=facts["sector"], type=type_word(facts["type"]))
    lines = [Text("Several tie: choose one.")] if facts["you_choose"] else []
    if state.clock.round == 1:
        lines.append(Text("Network tiles: 1 for each connection that now has contracts on both sides."))
    return amounts_content(question, headline, tuple(lines), AMOUNTS)


def sold(_: State, question: Question) -> Content:
    """pampero.foreign.sell."""
    facts = question.facts
    energy = facts["what"] == "energy"
    headline = Text("VJ sells how much energy?") if energy else Text("VJ sells how many batteries?")
    sectors = tuple(facts["sectors"])
    rules = Text("In {sectors}, by the base rules.", sectors=sectors) if sectors else Text("By the base rules.")
    return Content(headline, (rules,))


def sold_for(_: State, question: Question) -> Content:
    """pampero.foreign.sell."""
    return Content(Text("How many $ does he get?"), (Text("For {purse}.", purse=purse(question.facts)),))


def other_action(_: State, question: Question) -> Content:
    """pampero.condition.other."""
    return Content(Text("Can VJ do what it shows?"), (section_line(question.facts),))
