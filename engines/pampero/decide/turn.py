"""VJ's turn: which card leads, which section acts, and where."""

from itertools import count
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engines.kit.contract import Reason, tie_fact
from engines.kit.decisions import Decision, Question
from engines.pampero.card import UNKNOWN, Card
from engines.pampero.decide.amounts import amounts
from engines.pampero.decide.conditions import holds, may_hold
from engines.pampero.decide.contracts import NO_TRACK, Group, contracts, has_icons, listed
from engines.pampero.decide.eye import by_contract_eye, by_eye, carried_on
from engines.pampero.decide.read import Reader, RowAt, changed
from engines.pampero.decide.sectors import Sectors, sectors
from engines.pampero.pieces import Did
from engines.pampero.state import POSITIONS, State

MOST_STEPS = 5
MOST_COST = 20
"""Most that a contract can ask, in energy."""
MOST_NETWORK_TILES = 4
"""Connections of one contract space."""


class Plan(Struct, frozen=True):
    """What VJ does: the card he follows (space 1 to 3) and its section (from 0), and the cards as read by then."""

    action: Did
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
    space = yield from lead(state)
    for place, other in enumerate((space, *reader.next_cards(space))):
        if place:
            yield Reason("pampero.read.wrap" if other < space else "pampero.read.next_card", {}, {"card": other})
        for position in POSITIONS:
            plan = yield from _at_position(reader, other, position)
            if plan is not None:
                yield Reason("pampero.read.until", {}, {"card": other})
                yield Reason("pampero.read.sections", {"card": other, "section": position}, {"action": plan.action})
                return (yield from _told(reader, plan))
            yield Reason("pampero.read.false", {"card": other, "section": position})
    yield Reason("pampero.ruling.no_action")
    return (yield from _told(reader, Plan("nothing")))


def _told(reader: Reader, plan: Plan) -> Decision[Plan]:
    """Return a plan with what was read of the cards, and told of the board, on the way to it."""
    yield from changed(reader.state, reader.cards)
    locked = bool(reader.board_facts.get("all_transformers_locked"))
    full = {}
    for action, closed in reader.no_site.items():
        built = {plan.sector} if plan.action == action else set()
        full[action] = sorted({*reader.state.full.get(action, ()), *closed} - built)
    return replace(plan, cards=tuple(reader.cards), locked=locked, full=full)


def lead(state: State) -> Decision[int]:
    """Return the space of the card that VJ follows (pampero.lead.behind, pampero.lead.margin)."""
    up = state.up()
    if up[0] != 1:
        yield Reason("pampero.read.flipped", {}, {"card": up[0]})
    for space in up:
        pair = state.majority[space - 1]
        facts = {"card": space, "vj": pair.vj, "you": pair.you}
        if pair.you > pair.vj:
            yield Reason("pampero.lead.behind", facts, {"card": space})
            return space
        if pair.you == pair.vj:
            yield Reason("pampero.majority.tie", facts | tie_fact(("vj", "you")), {"majority": "vj"})
    margins = {space: state.majority[space - 1].vj - state.majority[space - 1].you for space in up}
    least = min(up, key=lambda space: (margins[space], space))
    among = tie_fact(space for space in up if margins[space] == margins[least])
    yield Reason("pampero.lead.margin", {"margins": list(margins.values())} | among, {"card": least})
    return least


def _at_position(reader: Reader, space: int, position: int) -> Decision[Plan | None]:
    """Return what VJ does by a section; None where its condition is false or its action impossible."""
    if not (yield from may_hold(reader, space, position)):
        return None
    section = yield from reader.at_position(space, position, by_condition=True)
    known = yield from reader.condition(space, section)
    if not (yield from holds(reader, space, section, known)):
        return None
    action = yield from reader.action(space, section)
    does = {"wind": _wind, "tower": _tower, "contract": _contract, "foreign": _foreign, "other": _other}
    plan: Plan | None = yield from does[action](reader, space, section)
    if plan is None:
        yield Reason("pampero.ruling.impossible", {"card": space, "action": action})
    return plan


# --- wind farms and towers ----------------------------------------------------------------------------------------


def _wind(reader: Reader, space: int, section: int) -> Decision[Plan | None]:
    """Return where VJ builds a wind farm (pampero.wind)."""
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
    return Plan("wind", space=space, section=section, sector=sector, gained=after - state.vj.energy)


def _tower(reader: Reader, space: int, section: int) -> Decision[Plan | None]:
    """Return where VJ builds a tower: first where he has none, then where he has fewest (pampero.tower)."""
    state = reader.state
    if not state.vj.towers_left:
        yield Reason("pampero.ruling.impossible", {"towers_left": 0})
        return None
    counts = {sector: state.vj.towers.get(sector, 0) for sector in state.board.sectors}
    without = tuple(sector for sector, n in counts.items() if n == 0)
    if without:
        yield Reason("pampero.tower.no_second", {"without": list(without)})
        sector = yield from _site(reader, space, section, without)
        if sector is None:
            yield Reason("pampero.ruling.second_tower", {"without": list(without)})
    else:
        fewest = min(counts.values())
        tied = tuple(sector for sector in state.board.sectors if counts[sector] == fewest)
        yield Reason("pampero.tower.again", {"towers": fewest}, {"sectors": list(tied)})
        closed = reader.no_site["tower"] >= set(tied)
        sector = None if closed else (yield from _any_site(reader, space, section, tied, FEWEST_TOWERS))
    if sector is None:
        return None
    yield Reason("pampero.tower.leftmost", {"card": space}, {"sector": sector})
    return Plan("tower", space=space, section=section, sector=sector)


def _site(reader: Reader, space: int, section: int, wanted: Sectors) -> Decision[str | None]:
    """Return the sector that the rows of a section lead to, of those wanted with a free site; None where none has."""
    action = reader.section(space, section).action
    closed = reader.no_site[action]
    for n in count():
        if closed >= set(wanted):
            return None
        line = RowAt(space, section, n)
        row = yield from reader.row(line)
        if row is None:
            break
        named = reader.state.board.within(row.where)
        tied = tuple(sector for sector in named if sector in wanted and sector not in closed)
        if not tied:
            continue
        sector = yield from _by_row(reader, line, tied)
        if sector is not None:
            yield Reason(
                "pampero.tower.single" if len(tied) == 1 else "pampero.tower.order", {"row": n + 1}, {"sector": sector}
            )
            return sector
        closed |= set(tied)
    rest = tuple(sector for sector in wanted if sector not in closed)
    return (yield from _elsewhere(reader, space, section, rest)) if rest else None


def _elsewhere(reader: Reader, space: int, section: int, rest: Sectors) -> Decision[str | None]:
    """Return the sector that you choose of those that no row leads to, if a row lets you (pampero.wind.you_choose)."""
    if (yield from reader.lets_you_choose(space, section)):
        return (yield from _any_site(reader, space, section, rest, "pampero.wind.you_choose"))
    if reader.has_unread_icons(space, section):
        return (yield from reader.read_off(space, section, rest))
    yield Reason("pampero.ruling.missing_row", {"sectors": list(rest)})
    return None


def _by_row(reader: Reader, line: RowAt, tied: Sectors) -> Decision[str | None]:
    """Return the sector that a row leads to; the eye and you have the last word."""
    if reader.unread(line) and len(tied) > 1:
        return (yield from reader.read_off(line.space, line.section, tied))
    left = yield from sectors(reader, line, tied)
    last = left.tied
    if left.stop == "eye" and len(last) > 1:
        last = yield from by_eye(reader, line.space, left)
    if len(last) < 2:  # noqa: PLR2004 - two tie
        return last[0] if last else None
    if left.stop == UNKNOWN:
        return (yield from reader.read_off(line.space, line.section, last, other=""))
    return (yield from _you_choose(reader, line.space, line.section, last))


def _any_site(reader: Reader, space: int, section: int, tied: Sectors, rule: str) -> Decision[str | None]:
    """Return one of some sectors with a free site, yours to choose; first in the order of the card."""
    action = reader.section(space, section).action
    rows = [row for row in reader.rows(RowAt(space, section, 0)) if UNKNOWN not in row.where]
    order = [sector for row in rows for sector in reader.state.board.within(row.where)]
    ordered = tuple(dict.fromkeys([*(one for one in order if one in tied), *tied]))
    facts = {"action": action, "space": space, "tied": list(ordered), "again": rule == FEWEST_TOWERS}
    chosen = yield Question("choose_sector", rule, ids=(*ordered, "none"), likely=ordered[0], facts=facts)
    yield Reason(rule, {"tied": list(ordered)}, {"sector": chosen})
    if chosen == "none":
        reader.no_site[action] |= set(tied)
        return None
    return str(chosen)


FEWEST_TOWERS = "pampero.ruling.second_pass"


def _you_choose(reader: Reader, space: int, section: int, tied: Sectors) -> Decision[str]:
    """Return the sector that you choose among those still tied (pampero.wind.you_choose)."""
    action = reader.section(space, section).action
    facts = {"action": action, "space": space, "tied": list(tied), "again": False}
    sector: str = yield Question("choose_sector", "pampero.wind.you_choose", ids=tied, likely=tied[0], facts=facts)
    yield Reason("pampero.wind.you_choose", {"tied": list(tied)}, {"sector": sector})
    return sector


# --- contracts, the market, and anything else ---------------------------------------------------------------------


def _contract(reader: Reader, space: int, section: int) -> Decision[Plan | None]:
    """Return the contract that VJ fulfils (pampero.contract)."""
    yield Reason("pampero.contract.sectors", {"towers": list(reader.towers)})
    yield Reason("pampero.ruling.available", {"energy": reader.state.vj.energy})
    tied = False
    for n in count():
        if not reader.open():
            return None
        line = RowAt(space, section, n)
        row = yield from reader.row(line)
        if row is None:
            break
        if reader.open_in(row) and not tied and (yield from has_icons(reader, line)):
            found = yield from listed(reader, line)
            if found is not None:
                return (yield from _fulfilled(reader, space, section, found))
            tied = bool(reader.open_in(row))
        where = reader.open_in(row)
        if where:
            group = yield from _of_row(reader, line, where)
            if group is not None:
                return (yield from _fulfilled(reader, space, section, group))
            reader.no_contract |= set(where)
    rest = reader.open()
    if rest and reader.unread_rows(space, section):
        sector = yield from reader.read_off(space, section, rest)
        if sector is not None:
            return (yield from _fulfilled(reader, space, section, Group((sector,), one=True)))
    return None


def _of_row(reader: Reader, line: RowAt, where: Sectors) -> Decision[Group | None]:
    """Return the contracts that a row leads to, the next cards breaking a tie; None where there is none."""
    if reader.unread(line):
        sector = yield from reader.read_off(line.space, line.section, where)
        return None if sector is None else Group((sector,), one=True)
    group = yield from contracts(reader, line, where)
    if group is None or group.one or group.stop == "you_choose":
        return group
    if group.stop == UNKNOWN:
        sector = yield from reader.read_off(line.space, line.section, group.sectors, other="")
        return replace(group, sectors=(str(sector),), one=True)
    if group.stop == "eye":
        return (yield from by_contract_eye(reader, line.space, group))
    return (yield from carried_on(reader, line.space, group))


def _fulfilled(reader: Reader, space: int, section: int, group: Group) -> Decision[Plan]:
    """Return what the contract is: its sector, its type, its cost and its effect (pampero.contract.pay)."""
    state, vj = reader.state, reader.state.vj
    facts: dict[str, Any] = {"space": space, "sectors": list(group.sectors), "you_choose": not group.one}
    sector = group.sectors[0]
    if len(group.sectors) > 1:
        sector = yield Question(
            "contract_sector", "pampero.contract.sectors", ids=group.sectors, likely=sector, facts=facts
        )
    facts["sector"] = sector
    types = (*state.types(), NO_TRACK)
    name = group.type
    if name not in types:
        name = yield Question("contract_type", "pampero.contract.effect", ids=types, likely=types[-2], facts=facts)
    facts |= {"type": name, "energy": vj.energy, "batteries": vj.batteries}
    effect = yield from amounts("contract_effect", "pampero.contract.effect", *_effect(state, name), facts)
    cost = effect.pop("cost")
    energy = min(cost, vj.energy)
    batteries = 0
    if cost > energy:
        batteries = 1
        if vj.batteries > 1:
            rule = "pampero.ruling.battery"
            batteries = yield Question(
                "batteries_paid", rule, low=1, high=vj.batteries, likely=1, facts=facts | {"cost": cost}
            )
        yield Reason("pampero.ruling.battery", {"cost": cost, "energy": energy}, {"batteries": batteries})
    yield Reason(
        "pampero.contract.pay", {"cost": cost}, {"energy": vj.energy - energy, "batteries": vj.batteries - batteries}
    )
    return Plan(
        "contract",
        space=space,
        section=section,
        sector=sector,
        type=name,
        cost=cost,
        energy=energy,
        batteries=batteries,
        effect=effect,
    )


def _effect(state: State, name: str) -> tuple[dict[str, int], dict[str, int]]:
    """Return what a contract usually costs and brings, and the most of each."""
    vj, last = state.vj, state.board.last_space(name)
    steps = MOST_STEPS if last is None else min(MOST_STEPS, last - vj.income.get(name, 0))
    most = {
        "cost": MOST_COST if vj.batteries else vj.energy,
        "steps": 0 if name == NO_TRACK else steps,
        "network": MOST_NETWORK_TILES,
        "money": 50,
        "gain": state.board.energy.max,
        "last": int(last is None and name != NO_TRACK),
    }
    usual = {"cost": min(vj.energy, 3) or min(most["cost"], 3), "steps": min(1, most["steps"])}
    return dict.fromkeys(most, 0) | usual, most


def _foreign(reader: Reader, space: int, section: int) -> Decision[Plan | None]:
    """Return what VJ sells to a foreign market (pampero.foreign.sell)."""
    vj = reader.state.vj
    sold: dict[str, int] = reader.board_facts.get("sold", {})
    for name, most in () if sold else (("energy", vj.energy), ("batteries", vj.batteries)):
        facts = {"what": name, "has": most, "sectors": list(reader.towers), "space": space}
        ask = Question("sold", "pampero.foreign.sell", high=most, likely=most, minus_from=most, facts=facts)
        sold[name] = (yield ask) if most else 0
    reader.board_facts["sold"] = sold  # who sold nothing now sells nothing by another section
    if not any(sold.values()):
        return None
    money = yield Question("sold_for", "pampero.foreign.sell", low=0, high=99, likely=0, facts=sold | {"space": space})
    yield Reason("pampero.foreign.sell", dict(sold), {"money": money})
    yield Reason("pampero.ruling.market_section")
    effect = {"money": money}
    return Plan(
        "foreign", space=space, section=section, energy=sold["energy"], batteries=sold["batteries"], effect=effect
    )


def _other(reader: Reader, space: int, section: int) -> Decision[Plan | None]:
    """Return that VJ does what the card shows, where you say that he can."""
    facts = {"space": space, "section": reader.section(space, section).position}
    can = yield Question("other_action", "pampero.condition.other", likely=True, facts=facts)
    return Plan("other", space=space, section=section) if can else None
