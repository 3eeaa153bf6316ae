"""VJ's turn: the card that he follows, the section that acts, and where it acts."""

from itertools import count
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engines.kit.contract import Reason, tie_fact
from engines.kit.decisions import Decision, Question, Span
from engines.pampero.card import UNKNOWN, Card, CardRow
from engines.pampero.decide.conditions import holds, may_hold
from engines.pampero.decide.contracts import (
    NO_TRACK,
    ContractTie,
    contract_on_list,
    contracts_of_row,
    read_off_contract,
    sector_types,
    starts_with_icon,
)
from engines.pampero.decide.gains import ask_amounts
from engines.pampero.decide.next_cards import by_next_cards, by_tower_eye
from engines.pampero.decide.reader import Reader, RowAt, middle
from engines.pampero.decide.sectors import Sectors, sectors_of_row
from engines.pampero.pieces import DeedAction
from engines.pampero.state import POSITIONS, State

MAX_INCOME_STEPS = 5
"""The most income steps of a contract."""
MAX_COST = 20
"""The most energy that a contract can cost."""
MAX_NETWORK_TILES = 4
"""The most connections of a contract space."""
FEWEST_TOWERS_RULE = "pampero.ruling.second_pass"
YOU_CHOOSE_RULE = "pampero.wind.you_choose"


class Plan(Struct, frozen=True):
    """The plan of VJ's turn, by a card (space 1 to 3) and its section (from 0).

    `cards` are the solo cards with the cells read for it. `locked` and `full` are the player's answers about VJ's
    transformers, and about sectors by action.
    """

    action: DeedAction
    cards: tuple[Card, ...] = ()
    space: int = 0
    section: int = 0
    sector: str = ""
    gained: int = 0
    type: str = ""
    cost: int = 0
    energy: int = 0
    batteries: int = 0
    effect: dict[str, int] = {}
    locked: bool = False
    full: dict[str, list[str]] = {}


def turn(state: State) -> Decision[Plan]:
    """Return VJ's turn: the first section whose condition holds and whose action is possible (pampero.read.until)."""
    if state.may_have_to_pass() and (yield Question("last_round", "pampero.ruling.pass_tile", likely=True)):
        return Plan("skipped")
    reader = Reader(state)
    first = yield from leading_space(state)
    for space in (first, *reader.next_cards(first)):
        if space != first:
            yield Reason("pampero.read.wrap" if space < first else "pampero.read.next_card", {}, {"card": space})
        for position in POSITIONS:
            plan = yield from _section_plan(reader, space, position)
            if plan is not None:
                yield Reason("pampero.read.until", {}, {"card": space})
                yield Reason("pampero.read.sections", {"card": space, "section": position}, {"action": plan.action})
                return (yield from _with_findings(reader, plan))
            yield Reason("pampero.read.false", {"card": space, "section": position})
    yield Reason("pampero.ruling.no_action")
    return (yield from _with_findings(reader, Plan("nothing")))


def _with_findings(reader: Reader, plan: Plan) -> Decision[Plan]:
    """Return a plan with the cells read before it, and the answers about the board."""
    yield from reader.reading_reason()
    locked = bool(reader.board_facts.get("all_transformers_locked"))
    full = {}
    for action, closed in reader.no_site.items():
        built = {plan.sector} if plan.action == action else set()
        full[action] = sorted({*reader.state.full.get(action, ()), *closed} - built)
    return replace(plan, cards=tuple(reader.cards), locked=locked, full=full)


def leading_space(state: State) -> Decision[int]:
    """Return the space of the card that VJ follows (pampero.lead.behind, pampero.lead.margin)."""
    spaces = state.face_up()
    if spaces[0] != 1:
        yield Reason("pampero.read.flipped", {}, {"card": spaces[0]})
    for space in spaces:
        pair = state.majority[space - 1]
        facts = {"card": space, "vj": pair.vj, "you": pair.you}
        if pair.you > pair.vj:
            yield Reason("pampero.lead.behind", facts, {"card": space})
            return space
        if pair.you == pair.vj:
            yield Reason("pampero.majority.tie", facts | tie_fact(("vj", "you")), {"majority": "vj"})
    margins = {space: state.majority[space - 1].vj - state.majority[space - 1].you for space in spaces}
    least = min(spaces, key=lambda space: (margins[space], space))
    tie = tie_fact(space for space in spaces if margins[space] == margins[least])
    yield Reason("pampero.lead.margin", {"margins": list(margins.values())} | tie, {"card": least})
    return least


def _section_plan(reader: Reader, space: int, position: int) -> Decision[Plan | None]:
    """Return VJ's plan by a section; None if its condition is false or its action impossible."""
    if not (yield from may_hold(reader, space, position)):
        return None
    section = yield from reader.section_at(space, position, by_condition=True)
    known = yield from reader.condition(space, section)
    if not (yield from holds(reader, space, section, known)):
        return None
    action = yield from reader.action(space, section)
    plans = {"wind": _wind, "tower": _tower, "contract": _contract, "foreign": _foreign, "other": _other}
    plan: Plan | None = yield from plans[action](reader, space, section)
    if plan is None:
        yield Reason("pampero.ruling.impossible", {"card": space, "action": action})
        return None
    return replace(plan, space=space, section=section)


# --- wind farms and towers ----------------------------------------------------------------------------------------


def _wind(reader: Reader, space: int, section: int) -> Decision[Plan | None]:
    """Return the plan of a wind farm (pampero.wind)."""
    state = reader.state
    if not state.vj.wind_left:
        yield Reason("pampero.ruling.no_wind_farm", {"wind_left": 0})
        return None
    sector = yield from _site(reader, space, section, state.board.sectors)
    if sector is None:
        return None
    zone = state.board.zone(sector)
    energy = yield from reader.energy(space, section, zone)
    after = min(state.vj.energy + energy, state.board.energy.max)
    yield Reason("pampero.wind.place", {"card": space}, {"sector": sector})
    yield Reason("pampero.wind.energy", {"energy": state.vj.energy, "zone": zone, "gain": energy}, {"energy": after})
    if after < state.vj.energy + energy:
        yield Reason("pampero.vj.energy_cap", {"gain": energy}, {"energy": after})
        yield Reason("pampero.ruling.energy_ten")
    return Plan("wind", sector=sector, gained=after - state.vj.energy)


def _tower(reader: Reader, space: int, section: int) -> Decision[Plan | None]:
    """Return the plan of a tower, where VJ has none, else where he has fewest (pampero.tower)."""
    state = reader.state
    if not state.vj.towers_left:
        yield Reason("pampero.ruling.impossible", {"towers_left": 0})
        return None
    counts = {sector: state.vj.towers.get(sector, 0) for sector in state.board.sectors}
    fewest = min(counts.values())
    tied = tuple(sector for sector, n in counts.items() if n == fewest)
    if not fewest:
        yield Reason("pampero.tower.no_second", {"without": list(tied)})
        sector = yield from _site(reader, space, section, tied)
        if sector is None:
            yield Reason("pampero.ruling.second_tower", {"without": list(tied)})
    else:
        yield Reason("pampero.tower.again", {"towers": fewest}, {"sectors": list(tied)})
        closed = reader.no_site["tower"] >= set(tied)
        sector = None if closed else (yield from _any_site(reader, space, section, tied, FEWEST_TOWERS_RULE))
    if sector is None:
        return None
    yield Reason("pampero.tower.leftmost", {"card": space}, {"sector": sector})
    return Plan("tower", sector=sector)


def _site(reader: Reader, space: int, section: int, wanted: Sectors) -> Decision[str | None]:
    """Return the wanted sector with a free site that the rows of a section lead to; None if there is none."""
    closed = reader.no_site[reader.section(space, section).action]
    for n in count():
        if closed >= set(wanted):
            return None
        line = RowAt(space, section, n)
        row = yield from reader.row(line)
        if row is None:
            break
        named = reader.state.board.sectors_at(row.where)
        tied = tuple(sector for sector in named if sector in wanted and sector not in closed)
        if not tied:
            continue
        sector = yield from _sector_by_row(reader, line, tied)
        if sector is not None:
            rule = "pampero.tower.single" if len(tied) == 1 else "pampero.tower.order"
            yield Reason(rule, {"row": n + 1}, {"sector": sector})
            return sector
        closed |= set(tied)
    rest = tuple(sector for sector in wanted if sector not in closed)
    if (yield from reader.lets_you_choose(space, section)):
        return (yield from _any_site(reader, space, section, rest, YOU_CHOOSE_RULE))
    if reader.has_unread_icons(space, section):
        return (yield from reader.read_off(space, section, rest))
    yield Reason("pampero.ruling.missing_row", {"sectors": list(rest)})
    return None


def _sector_by_row(reader: Reader, line: RowAt, tied: Sectors) -> Decision[str | None]:
    """Return the sector that a row leads to, in the end by the eye or by your choice."""
    if reader.is_unread(line) and len(tied) > 1:
        return (yield from reader.read_off(line.space, line.section, tied))
    tie = yield from sectors_of_row(reader, line, tied)
    sectors = tie.sectors
    if tie.stop == "eye" and len(sectors) > 1:
        sectors = yield from by_tower_eye(reader, line.space, tie)
    if len(sectors) < 2:  # noqa: PLR2004 - two tie
        return sectors[0] if sectors else None
    if tie.stop == UNKNOWN:
        return (yield from reader.read_off(line.space, line.section, sectors, other=""))
    return (yield from _your_choice(reader, line.space, line.section, sectors, YOU_CHOOSE_RULE))


def _any_site(reader: Reader, space: int, section: int, tied: Sectors, rule: str) -> Decision[str | None]:
    """Return the sector with a free site that you choose; those that rows name are offered first."""
    rows = [row for row in reader.rows(space, section) if UNKNOWN not in row.where]
    named = [sector for row in rows for sector in reader.state.board.sectors_at(row.where)]
    ordered = tuple(dict.fromkeys([*(sector for sector in named if sector in tied), *tied]))
    sector = yield from _your_choice(reader, space, section, ordered, rule, "none")
    if sector == "none":
        reader.no_site[reader.section(space, section).action] |= set(tied)
        return None
    return sector


def _your_choice(reader: Reader, space: int, section: int, tied: Sectors, rule: str, *others: str) -> Decision[str]:
    """Return the sector that you choose among those still tied, or another answer (pampero.wind.you_choose)."""
    action = reader.section(space, section).action
    facts = {"action": action, "space": space, "tied": list(tied), "again": rule == FEWEST_TOWERS_RULE}
    sector: str = yield Question("choose_sector", rule, ids=(*tied, *others), likely=tied[0], facts=facts)
    yield Reason(rule, {"tied": list(tied)}, {"sector": sector})
    return sector


# --- contracts, the market, and anything else ---------------------------------------------------------------------


def _contract(reader: Reader, space: int, section: int) -> Decision[Plan | None]:
    """Return the plan of a contract (pampero.contract)."""
    yield Reason("pampero.contract.sectors", {"towers": list(reader.towers)})
    yield Reason("pampero.ruling.available", {"energy": reader.state.vj.energy})
    for n in count():
        if not reader.contract_sectors():
            return None
        line = RowAt(space, section, n)
        row = yield from reader.row(line)
        if row is None:
            break
        tie = yield from _contracts_by_row(reader, line, row)
        if tie is not None:
            return (yield from _contract_plan(reader, space, tie))
    if reader.has_unread_rows(space, section):
        tie = yield from read_off_contract(reader, space, section, reader.contract_sectors())
        if tie is not None:
            return (yield from _contract_plan(reader, space, tie))
    return None


def _contracts_by_row(reader: Reader, line: RowAt, row: CardRow) -> Decision[ContractTie | None]:
    """Return the contracts that a row leads to, the next cards breaking a tie; None if there is none."""
    tie = None
    if not (sectors := reader.contract_sectors_in(row)):
        return None
    if reader.is_unread(line):
        tie = yield from read_off_contract(reader, line.space, line.section, sectors)
    elif (yield from starts_with_icon(reader, line)):
        tie = yield from contract_on_list(reader, line)
    else:
        tie = yield from contracts_of_row(reader, line, sectors)
    if tie is None:
        reader.no_contract |= set(sectors)
    elif tie.stop == UNKNOWN:
        tie = yield from read_off_contract(reader, line.space, line.section, tie.sectors, "")
    elif not tie.one and tie.stop != "you_choose":
        tie = yield from by_next_cards(reader, line.space, tie)
    return tie


def _contract_plan(reader: Reader, space: int, tie: ContractTie) -> Decision[Plan]:
    """Return the plan of a contract: its sector, its type, its payment and its effect (pampero.contract.pay)."""
    state, vj = reader.state, reader.state.vj
    facts: dict[str, Any] = {"space": space, "sectors": list(tie.sectors), "you_choose": not tie.one}
    pairs = sector_types(reader, tie.sectors, tie.type)
    pair = pairs[0]
    if len(pairs) > 1:
        rule = "pampero.contract.sectors"
        pair = yield Question("contract_sector", rule, ids=pairs, likely=middle(pairs), facts=facts)
    sector, _, name = pair.partition(":")
    facts |= {"sector": sector, "type": name, "energy": vj.energy, "batteries": vj.batteries}
    effect = yield from ask_amounts("contract_effect", "pampero.contract.effect", _effect_spans(state, name), facts)
    cost = effect.pop("cost")
    energy = min(cost, vj.energy)
    batteries = 0
    if cost > energy:
        batteries, rule = 1, "pampero.ruling.battery"
        if vj.batteries > 1:
            facts["cost"] = cost
            batteries = yield Question("batteries_paid", rule, low=1, high=vj.batteries, likely=1, facts=facts)
        yield Reason(rule, {"cost": cost, "energy": energy}, {"batteries": batteries})
    remaining = {"energy": vj.energy - energy, "batteries": vj.batteries - batteries}
    yield Reason("pampero.contract.pay", {"cost": cost}, remaining)
    return Plan("contract", sector=sector, type=name, cost=cost, energy=energy, batteries=batteries, effect=effect)


def _effect_spans(state: State, name: str) -> dict[str, Span]:
    """Return the bounds of a contract's cost and effects."""
    vj, last = state.vj, state.board.last_space(name)
    cost = MAX_COST if vj.batteries else vj.energy
    steps = MAX_INCOME_STEPS if last is None else min(MAX_INCOME_STEPS, last - vj.income.get(name, 0))
    steps = 0 if name == NO_TRACK else steps
    return {
        "cost": Span(0, cost, min(vj.energy, 3) or min(cost, 3)),
        "steps": Span(0, steps, min(1, steps)),
        "network": Span(0, MAX_NETWORK_TILES, 0),
        "money": Span(0, 50, 0),
        "gain": Span(0, state.board.energy.max, 0),
        "last": Span(0, int(last is None and name != NO_TRACK), 0),
    }


def _foreign(reader: Reader, space: int, _: int) -> Decision[Plan | None]:
    """Return the plan of a sale to a foreign market; None if VJ sells nothing, which is asked once in a turn."""
    vj = reader.state.vj
    sold: dict[str, int] = {}
    for name, most in (("energy", vj.energy), ("batteries", vj.batteries)):
        facts = {"what": name, "has": most, "sectors": list(reader.towers), "space": space}
        question = Question("sold", "pampero.foreign.sell", high=most, likely=most, minus_from=most, facts=facts)
        sold[name] = (yield from reader.ask_once(("sold", name), question)) if most else 0
    if not any(sold.values()):
        return None
    money = yield Question("sold_for", "pampero.foreign.sell", low=0, high=99, likely=0, facts=sold | {"space": space})
    yield Reason("pampero.foreign.sell", dict(sold), {"money": money})
    yield Reason("pampero.ruling.market_section")
    return Plan("foreign", energy=sold["energy"], batteries=sold["batteries"], effect={"money": money})


def _other(reader: Reader, space: int, section: int) -> Decision[Plan | None]:
    """Return the plan of an action without a name here, if you say that VJ can do it."""
    facts = {"space": space, "section": reader.section(space, section).position}
    can = yield Question("other_action", "pampero.condition.other", likely=True, facts=facts)
    return Plan("other") if can else None
