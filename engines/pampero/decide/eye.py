"""Where a tie leads on: to the next cards, by the eye or without it, until one sector or one contract is left.

What is unknown of a card that is not learned is read at the table, and may leave the tie as it is.
"""

from itertools import count
from typing import Any

from msgspec.structs import replace

from engines.kit.contract import Reason
from engines.kit.decisions import Decision
from engines.pampero.card import EVERYWHERE, UNKNOWN, CardRow, Zone
from engines.pampero.decide.contracts import Group, fewer, fitting, how_many, wanted_icons
from engines.pampero.decide.read import Reader, RowAt
from engines.pampero.decide.sectors import Left, Sectors, narrowed

TIE = "tie"
"""Of a card read at the table: it leaves the tie."""


# --- sectors ------------------------------------------------------------------------------------------------------


def by_eye(reader: Reader, space: int, left: Left) -> Decision[Sectors]:
    """Return what the tower sections of the next cards leave of a tie in one zone (pampero.tower.eye)."""
    zone = reader.state.board.zone(left.tied[0])
    if not reader.next_cards(space):
        yield Reason("pampero.ruling.lone_card")
    for other in reader.next_cards(space):
        section = yield from _section_of(reader, other, "tower")
        if section is None:
            continue
        found = yield from _by_rows(reader, RowAt(other, section, -1), left, zone)
        if len(found.tied) == 1:
            yield Reason("pampero.tower.eye", {"tied": list(left.tied), "card": other}, {"sector": found.tied[0]})
            return found.tied
        left = found
    return left.tied


def _by_rows(reader: Reader, line: RowAt, left: Left, zone: Zone) -> Decision[Left]:
    """Return what the rows of a section for a zone leave of a tie; from one that is unknown on, the card is read."""
    unread = reader.unread_rows(line.space, line.section)
    while (found := (yield from _next_row(reader, line, zone))) is not None:
        line, row = found
        within = yield from narrowed(reader, line, replace(left, tied=_within(reader, row, left.tied)))
        left = within if within.tied else left
        if len(within.tied) == 1:
            return within
        if within.stop == UNKNOWN:
            unread = True
            break
    sector = (yield from reader.read_off(line.space, line.section, left.tied, TIE, zone=zone)) if unread else None
    return left if sector is None else replace(left, tied=(sector,))


def _within(reader: Reader, row: CardRow, tied: Sectors) -> Sectors:
    named = reader.state.board.within(row.where)
    return tuple(sector for sector in tied if sector in named)


def _section_of(reader: Reader, space: int, action: str) -> Decision[int | None]:
    """Return the section of a card with an action; a card that is not known that far is read."""
    for position in (1, 2, 3):
        section = yield from reader.at_position(space, position)
        if (yield from reader.action(space, section)) == action:
            return section
    return None


def _next_row(reader: Reader, line: RowAt, zone: Zone | None) -> Decision[tuple[RowAt, CardRow] | None]:
    """Return the next row of a section, or the next that lies in a zone, going down; None after the last."""
    board = reader.state.board
    for n in count(line.row + 1):
        below = replace(line, row=n)
        row = yield from reader.row(below)
        if row is None:
            return None
        if zone is None or set(row.where) & {EVERYWHERE, zone, *board.zones[zone]}:
            return below, row
    return None


# --- contracts ----------------------------------------------------------------------------------------------------


def carried_on(reader: Reader, space: int, group: Group) -> Decision[Group]:
    """Return what the contract sections of the next cards leave, from the first row (pampero.contract.next_cards)."""
    yield Reason("pampero.ruling.two_eyes", {"eye": False})
    return (yield from _by_next_cards(reader, space, group, None, "pampero.contract.next_cards"))


def by_contract_eye(reader: Reader, space: int, group: Group) -> Decision[Group]:
    """Return what the next cards leave: the condition first, then their rows of the zone (pampero.contract.eye)."""
    zone = reader.state.board.zone(group.sectors[0])
    yield Reason("pampero.ruling.two_eyes", {"eye": True})
    return (yield from _by_next_cards(reader, space, group, zone, "pampero.contract.eye"))


def _by_next_cards(reader: Reader, space: int, group: Group, zone: Zone | None, rule: str) -> Decision[Group]:
    """Return what the contract sections of the next cards leave, one card after the other; `zone` is the eye's."""
    for other in reader.next_cards(space):
        section = yield from _section_of(reader, other, "contract")
        if section is None:
            continue
        group = yield from _by_section(reader, other, section, group, zone)
        if group.one:
            yield Reason(rule, {"card": other}, {"found": "one"})
            return group
    yield Reason("pampero.contract.third", {"cards": list(reader.next_cards(space))})
    return group


def _by_section(reader: Reader, space: int, section: int, group: Group, zone: Zone | None) -> Decision[Group]:
    """Return what a section leaves; the eye looks at its condition before its rows."""
    if zone is not None:
        if reader.unread_condition(space, section):
            return (yield from _read_contract(reader, space, section, group, zone=zone, condition=True))
        group = yield from _by_condition(reader, space, section, group)
    return (yield from _by_rows_of_contracts(reader, RowAt(space, section, -1), group, zone))


def _by_rows_of_contracts(reader: Reader, line: RowAt, group: Group, zone: Zone | None) -> Decision[Group]:
    """Return what the rows of a section, or those for a zone, leave; from one that is unknown on, the card is read."""
    unread = reader.unread_rows(line.space, line.section)
    while not group.one and (found := (yield from _next_row(reader, line, zone))) is not None:
        line, row = found
        within = yield from _part(reader, line, row, group)
        if within is None:
            group = _without(group, reader.state.board.within(row.where))
            continue
        within = yield from fewer(reader, line, within)
        group = within if within.one or zone else group
        if within.stop == UNKNOWN:
            unread = True
            break
    if unread and not group.one:
        group = yield from _read_contract(reader, line.space, line.section, group, zone=zone)
    return group


def _read_contract(reader: Reader, space: int, section: int, group: Group, **facts: Any) -> Decision[Group]:
    """Return the contract that the printed card leads to, read at the table; all that are tied where it leaves them."""
    sector = yield from reader.read_off(space, section, group.sectors, TIE, **facts)
    return group if sector is None else replace(group, sectors=(sector,), one=True)


def _by_condition(reader: Reader, space: int, section: int, group: Group) -> Decision[Group]:
    """Return the tied contracts that show the icons of a condition, main or else secondary."""
    condition = yield from reader.condition(space, section)
    for icon in wanted_icons(condition.any_of):
        group, found = yield from fitting(reader, space, icon, group)
        if found == "one":
            break
    return group


def _part(reader: Reader, line: RowAt, row: CardRow, group: Group) -> Decision[Group | None]:
    """Return the tied contracts that lie where a row looks; None where there is none."""
    within = _within(reader, row, group.sectors)
    if not within or len(within) == len(group.sectors):
        return group if within else None
    part = replace(group, sectors=within)
    found = yield from how_many(reader, line.space, part, None, "pampero.contract.next_cards")
    return None if found == "none" else replace(part, one=found == "one")


def _without(group: Group, where: Sectors) -> Group:
    """Return tied contracts after it was said that none of them lies in some sectors."""
    return replace(group, sectors=tuple(sector for sector in group.sectors if sector not in where))
