"""The common parts of several builders: VJ's last turn, and lines of questions."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from engines.kit.contract import Order
from engines.kit.decisions import Question
from engines.kit.screens import Content
from engines.kit.text import Icon, Text
from engines.pampero.card import ZONES
from engines.pampero.pieces import Deed, How
from engines.pampero.state import State
from engines.pampero.words import contract_word

Lines = tuple[Text | Order, ...]
MIN_LINES = 3
"""Lines of a screen; with fewer, one more says what VJ has."""
COUNTS = {"one": Text("Exactly one"), "several": Text("Several"), "none": Text("None")}


# --- lines of questions ---


def section_line(facts: dict[str, Any]) -> Text:
    """Return the place on a solo card that a question is about."""
    return Text("Card {card}, section {n}.", card=facts["space"], n=facts["section"])


def purse(facts: dict[str, Any]) -> Text:
    """Return what VJ can pay with, as part of a sentence."""
    words = {"energy": facts["energy"], "n": facts["batteries"]}
    return Text("{energy} energy and {n} battery", plural="{energy} energy and {n} batteries", **words)


def purse_line(facts: dict[str, Any]) -> Text:
    """Return what VJ can pay with."""
    return Text("VJ has {purse}.", purse=purse(facts))


def amounts(question: Question, headline: Text, lines: Lines, words: Mapping[str, Text]) -> Content:
    """Ask for several amounts on one screen; a single one is a number, and named."""
    if len(question.counts) > 1:
        return Content(headline, lines, words=words)
    amount = next(iter(question.counts))
    return Content(headline, (Text("{what}:", what=words[amount]), *lines), facts={"amount": amount}, words=words)


def number_rows(rows: Iterable[Text]) -> tuple[Text, ...]:
    """Return rows with a number before each."""
    return tuple(Text("{n}. {row}", n=n, row=row) for n, row in enumerate(rows, 1))


# --- what VJ did in his last turn ---


def deed(state: State) -> tuple[Text, Lines]:
    """Return what VJ did in his last turn: a headline, and the lines to be done on the table."""
    did = state.did
    if did is None:
        return Text("Take your turn"), (*_scoring_lines(state), *_your_rules(state))
    headlines = {
        "wind": Text("Wind farm in {sector}", sector=did.sector),
        "tower": Text("Tower in {sector}", sector=did.sector),
        "contract": Text("Contract in {sector}", sector=did.sector),
        "foreign": Text("VJ sells to a foreign market"),
        "other": Text("VJ does as card {n} says", n=did.space),
        "nothing": Text("VJ can do nothing"),
        "skipped": Text("VJ’s turn is skipped"),
    }
    at_work = did.action not in ("tower", "nothing", "skipped")
    lines = (*_deed_lines(state, did), *ongoing_reminder(state, at_work=at_work))
    return headlines[did.action], lines if len(lines) >= MIN_LINES else (*lines, _purse(state))


def pending_orders(state: State) -> Lines:
    """Return all orders of VJ's turn and of a scoring; the kit leaves out those that were given."""
    deed_lines = () if state.did is None else _deed_lines(state, state.did, more=True)
    lines = (*deed_lines, *_scoring_lines(state))
    return tuple(line for line in lines if isinstance(line, Order))


def _scoring_lines(state: State) -> Iterator[Order]:
    """Yield what is to be done for the scoring before (pampero.scoring.majority, pampero.scoring.flip)."""
    done = state.scored
    if done is not None and done.money:
        yield Order("score", Text("{icon} Give VJ ${n}.", icon=Icon.COIN, n=done.money))
    if done is not None and done.which == "second":
        yield Order("flip", Text("{icon} Turn solo card 1 face down.", icon=Icon.CARD))


def _deed_lines(state: State, did: Deed, *, more: bool = False) -> Iterator[Text | Order]:
    """Yield all that is to be done for his turn; `more`: another scoring card is still to come."""
    yield from _action_lines(did)
    yield from _placing_lines(did)
    yield from _gain_lines(state, did)
    yield from _marker_lines(state, did)
    yield from _specialist_lines(did, more=more)


def _your_rules(state: State) -> tuple[Text, ...]:
    """Return how you use VJ's pieces, and later what they cost (pampero.pay.virtual to pampero.pay.no_hindrance)."""
    a, b, c = (state.board.prices[zone] for zone in ZONES)
    if state.clock.round > 1:
        return (Text("VJ’s bulldozer or tower costs ${a} in A, ${b} in B, ${c} in C.", a=a, b=b, c=c),)
    return (
        Text("You start."),
        Text("If you have no bulldozer or tower there, use VJ’s."),
        Text("Pay VJ ${a} in A, ${b} in B, ${c} in C.", a=a, b=b, c=c),
        Text("Pay that instead of the amount below your card."),
        Text("Place your bulldozers as if his were not there."),
    )


def _specialist_lines(did: Deed, *, more: bool) -> Iterator[Order]:
    """Yield his scoring cards one by one, by what each was found."""
    numbered = more or len(did.specialists) > 1
    for n, how in enumerate(did.specialists, 1):
        found = tuple(_FOUND_BY[one] if not place else _OF_THESE[one] for place, one in enumerate(how))
        one = Text("Give VJ scoring card {n}: {found}.", n=n, found=found)
        line = one if numbered else Text("Give VJ a scoring card: {found}.", found=found)
        yield Order(f"card.{n}", Text("{icon} {line}", icon=Icon.CARD, line=line))


_FOUND_BY: dict[How, Text] = {
    "tile": Text("one that matches the tile"),
    "yours": Text("one with most icons of your type"),
    "deck": Text("the top one of the deck"),
}
_OF_THESE: dict[How, Text] = {
    "yours": Text("of these one with most icons of your type"),
    "vj": Text("of these one with most icons of VJ’s type"),
    "you": Text("of these one that you choose"),
}


def ongoing_reminder(state: State, *, at_work: bool = True) -> tuple[Text, ...]:
    """Return that his ongoing tiles are at work, if he has any (pampero.tiles.ongoing)."""
    line = Text("Correct what his ongoing tiles bring him: {tiles}.", tiles=tuple(state.vj.ongoing))
    return (line,) if state.vj.ongoing and at_work else ()


def _action_lines(did: Deed) -> Iterator[Text | Order]:
    """Yield what his action begins with, and the batteries that he gave for a contract, or sold."""
    match did.action:
        case "skipped":
            yield Order("pass_tile", Text("Turn the pass tile over."))
        case "nothing":
            yield Text("No section of his cards can be done.")
        case "other":
            yield Order("other", Text("Do what it shows, then correct what he has."))
        case "wind":
            line = Text("{icon} Build his wind farm in {sector}.", icon=Icon.MARKER, sector=did.sector)
            yield Order("build", line)
        case "tower":
            line = Text("{icon} Build his leftmost tower in {sector}.", icon=Icon.MARKER, sector=did.sector)
            yield Order("build", line)
    if did.batteries and did.action != "tower":  # a tower costs nothing, and its batteries are gained
        line = Text("Take {n} battery from VJ.", plural="Take {n} batteries from VJ.", n=did.batteries)
        yield Order("batteries", line)


def _placing_lines(did: Deed) -> Iterator[Text | Order]:
    """Yield where his tiles and pieces go (pampero.contract.column, pampero.tower.spaces, pampero.dozer.parking)."""
    if did.action == "contract":
        yield Order("contract", Text("Lay the contract from {sector} in his leftmost free column.", sector=did.sector))
        if did.transformers:
            yield Order("transformer", Text("Move his transformer to {sector}.", sector=did.sector))
        else:
            yield Text("Move no transformer: all are locked.")
    if did.network:
        line = Text(
            "Lay a network tile between his contracts.",
            plural="Lay {n} network tiles between his contracts.",
            n=did.network,
        )
        yield Order("network", line)
    if len(did.ongoing) == 1:
        yield Order("ongoing", Text("Lay bonus tile {n} on its own space of his board.", n=did.ongoing[0]))
    elif did.ongoing:
        line = Text("Lay bonus tiles {tiles} on their own spaces of his board.", tiles=tuple(did.ongoing))
        yield Order("ongoing", line)
    if open_space := did.tiles - len(did.ongoing):
        line = Text(
            "Lay {n} bonus tile on the open space of his board.",
            plural="Lay {n} bonus tiles on the open space of his board.",
            n=open_space,
        )
        yield Order("tiles", line)
    if did.connections:
        line = Text(
            "Lay {n} connection tile beside his board.",
            plural="Lay {n} connection tiles beside his board.",
            n=did.connections,
        )
        yield Order("connections", line)
    if did.dozers:
        line = Text(
            "Park {n} of his bulldozers: leftmost, then topmost. If the grid is full: right of it.",
            n=did.dozers,
        )
        yield Order("dozers", line)


def _gain_lines(state: State, did: Deed) -> Iterator[Order]:
    """Yield the space of his energy marker after he paid and gained, and what else he gained."""
    if did.cost or did.gained:
        yield Order("energy", Text("{icon} Move his energy to {n}.", icon=Icon.STEPS, n=state.vj.energy))
    if did.money:
        yield Order("money", Text("{icon} Give VJ ${n}.", icon=Icon.COIN, n=did.money))
    if did.batteries and did.action == "tower":
        yield Order("batteries", Text("Give VJ {n} battery.", plural="Give VJ {n} batteries.", n=did.batteries))


def _marker_lines(state: State, did: Deed) -> Iterator[Order]:
    """Yield how far his income marker goes, and the values of his majorities that the device counts."""
    if did.steps:
        moved = contract_word(did.moved)
        line = Text(
            "{icon} Move his {type} marker {n} space.",
            plural="{icon} Move his {type} marker {n} spaces.",
            icon=Icon.STEPS,
            type=moved,
            n=did.steps,
        )
        yield Order("income", line)
    counted = "wind_farms" if did.action == "wind" else "network_tiles" if did.network else ""
    for space, pair in enumerate(state.majority, 1):
        if counted and state.card(space).majority == counted:
            yield Order(f"majority.{space}", Text("Move his majority {n} to {value}.", n=space, value=pair.vj))


def _purse(state: State) -> Text:
    vj = state.vj
    return Text("{icon} VJ has {n} energy and ${money}.", icon=Icon.BOT, n=vj.energy, money=vj.money)


def deed_facts(state: State) -> dict[str, Any]:
    """Return what VJ did and what he has, for programs."""
    did, vj = state.did, state.vj
    acts = {} if did is None else msgspec.to_builtins(did)
    return {
        **acts,
        "round": state.clock.round,
        "turn": state.clock.turn_in_round,
        "energy": vj.energy,
        "batteries_left": vj.batteries,
        "vj_money": vj.money,
        "ongoing_tiles": list(vj.ongoing),
        "towers": {sector: n for sector, n in vj.towers.items() if n},
        "wind": {sector: n for sector, n in vj.wind.items() if n},
        "pairs": [[pair.vj, pair.you] for pair in state.majority],
        "pass_tile_unused": state.flags.pass_tile_unused,
    }
