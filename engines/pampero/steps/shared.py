"""Parts that several builders share: VJ's last turn, and lines of questions."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from engines.kit.contract import Order
from engines.kit.decisions import Question
from engines.kit.screens import Content
from engines.kit.text import Icon, Text
from engines.pampero.card import ZONES
from engines.pampero.pieces import Deed, FoundBy
from engines.pampero.state import State
from engines.pampero.words import type_word

Lines = tuple[Text | Order, ...]
MIN_LINES = 3
"""The fewest lines of a screen of his turn; if there are fewer, another line shows his energy and money."""
COUNT_WORDS = {"one": Text("Exactly one"), "several": Text("Several"), "none": Text("None")}


# --- lines of questions ---


def section_line(facts: dict[str, Any]) -> Text:
    """Return the place on a solo card that a question is about."""
    return Text("Card {card}, section {n}.", card=facts["space"], n=facts["section"])


def purse(facts: dict[str, Any]) -> Text:
    """Return VJ's energy and batteries, as part of a sentence."""
    words = {"energy": facts["energy"], "n": facts["batteries"]}
    return Text("{energy} energy and {n} battery", plural="{energy} energy and {n} batteries", **words)


def purse_line(facts: dict[str, Any]) -> Text:
    """Return VJ's energy and batteries as a line."""
    return Text("VJ has {purse}.", purse=purse(facts))


def amounts_content(question: Question, headline: Text, lines: Lines, words: Mapping[str, Text]) -> Content:
    """Return the content of a question for several amounts; a single one is a number, named in the first line."""
    if len(question.counts) > 1:
        return Content(headline, lines, words=words)
    amount = next(iter(question.counts))
    return Content(headline, (Text("{what}:", what=words[amount]), *lines), facts={"amount": amount}, words=words)


def number_rows(rows: Iterable[Text]) -> tuple[Text, ...]:
    """Return rows with a number before each."""
    return tuple(Text("{n}. {row}", n=n, row=row) for n, row in enumerate(rows, 1))


# --- VJ's last turn ---


def deed(state: State) -> tuple[Text, Lines]:
    """Return VJ's last turn: a headline, and the orders on the table."""
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
    """Yield the orders of the last scoring (pampero.scoring.majority, pampero.scoring.flip)."""
    done = state.scored
    if done is not None and done.money:
        yield Order("score", Text("{icon} Give VJ ${n}.", icon=Icon.COIN, n=done.money))
    if done is not None and done.which == "second":
        yield Order("flip", Text("{icon} Turn solo card 1 face down.", icon=Icon.CARD))


def _deed_lines(state: State, did: Deed, *, more: bool = False) -> Iterator[Text | Order]:
    """Yield the orders of his turn; `more`: another scoring card may follow."""
    yield from _action_lines(did)
    yield from _contract_lines(did)
    yield from _bonus_lines(did)
    yield from _gain_lines(state, did)
    yield from _marker_lines(state, did)
    yield from _specialist_lines(did, more=more)


def _your_rules(state: State) -> tuple[Text, ...]:
    """Return the rules for using VJ's pieces, later their price (pampero.pay.virtual to pampero.pay.no_hindrance)."""
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
    """Yield an order for each of his scoring cards, with the steps by which it was found."""
    numbered = more or len(did.specialists) > 1
    for n, (first, *others) in enumerate(did.specialists, 1):
        found = (_FOUND_BY[first], *(_OF_THESE[step] for step in others))
        with_number = Text("Give VJ scoring card {n}: {found}.", n=n, found=found)
        line = with_number if numbered else Text("Give VJ a scoring card: {found}.", found=found)
        yield Order(f"card.{n}", Text("{icon} {line}", icon=Icon.CARD, line=line))


_FOUND_BY: dict[FoundBy, Text] = {
    "tile": Text("one that matches the tile"),
    "yours": Text("one with most icons of your type"),
    "deck": Text("the top one of the deck"),
}
_OF_THESE: dict[FoundBy, Text] = {
    "yours": Text("of these one with most icons of your type"),
    "vj": Text("of these one with most icons of VJ’s type"),
    "you": Text("of these one that you choose"),
}


def ongoing_reminder(state: State, *, at_work: bool = True) -> tuple[Text, ...]:
    """Return the reminder of his ongoing tiles, if he has any and they are at work (pampero.tiles.ongoing)."""
    line = Text("Correct what his ongoing tiles bring him: {tiles}.", tiles=tuple(state.vj.ongoing))
    return (line,) if state.vj.ongoing and at_work else ()


def _action_lines(did: Deed) -> Iterator[Text | Order]:
    """Yield the first order of his action, and that for batteries that he paid or sold."""
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


def _contract_lines(did: Deed) -> Iterator[Text | Order]:
    """Yield the orders for a contract: its tile, a transformer and network tiles (pampero.contract.column)."""
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


def _bonus_lines(did: Deed) -> Iterator[Order]:
    """Yield where the tiles and bulldozers of a column go (pampero.tower.spaces, pampero.dozer.parking)."""
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
    """Yield the orders for his energy marker after payments and gains, for money and for gained batteries."""
    if did.cost or did.gained:
        yield Order("energy", Text("{icon} Move his energy to {n}.", icon=Icon.STEPS, n=state.vj.energy))
    if did.money:
        yield Order("money", Text("{icon} Give VJ ${n}.", icon=Icon.COIN, n=did.money))
    if did.batteries and did.action == "tower":
        yield Order("batteries", Text("Give VJ {n} battery.", plural="Give VJ {n} batteries.", n=did.batteries))


def _marker_lines(state: State, did: Deed) -> Iterator[Order]:
    """Yield the orders for his income marker, and for his majority markers that the device counts."""
    if did.steps:
        line = Text(
            "{icon} Move his {type} marker {n} space.",
            plural="{icon} Move his {type} marker {n} spaces.",
            icon=Icon.STEPS,
            type=type_word(did.moved),
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
    """Return VJ's last turn and his possessions, for programs."""
    did, vj = state.did, state.vj
    return {
        **({} if did is None else msgspec.to_builtins(did)),
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
