"""Ties that the next cards break, by the eye or without it, until one sector or one contract remains.

If cells are not learned, the player reads unknown ones at the table; they may leave the tie as it is.
"""

from itertools import count
from typing import Any

from msgspec.structs import replace

from engines.kit.contract import Reason
from engines.kit.decisions import Decision
from engines.pampero.card import EVERYWHERE, UNKNOWN, CardRow, Zone
from engines.pampero.decide.contracts import (
    ContractTie,
    count_contracts,
    narrow_by_icon,
    narrow_contracts,
    read_off_contract,
    with_icons_behind,
)
from engines.pampero.decide.reader import Reader, RowAt
from engines.pampero.decide.sectors import Sectors, Tie, narrow_sectors
from engines.pampero.state import POSITIONS

TIE = "tie"
"""The answer that a card read at the table does not break the tie."""


def _section_with(reader: Reader, space: int, action: str) -> Decision[int | None]:
    """Return the section of a card with an action, reading the card as far as needed; None if it has none."""
    for position in POSITIONS:
        section = yield from reader.section_at(space, position)
        if (yield from reader.action(space, section)) == action:
            return section
    return None


def _next_row(reader: Reader, line: RowAt, zone: Zone | None) -> Decision[tuple[RowAt, CardRow] | None]:
    """Return the next row of a section, or the next one for a zone; None after the last."""
    board = reader.state.board
    for n in count(line.row + 1):
        below = replace(line, row=n)
        row = yield from reader.row(below)
        if row is None:
            return None
        if zone is None or set(row.where) & {EVERYWHERE, zone, *board.zones[zone]}:
            return below, row
    return None


def _tied_in(reader: Reader, row: CardRow, tied: Sectors) -> Sectors:
    named = reader.state.board.sectors_at(row.where)
    return tuple(sector for sector in tied if sector in named)


# --- sectors ------------------------------------------------------------------------------------------------------


def by_tower_eye(reader: Reader, space: int, tie: Tie) -> Decision[Sectors]:
    """Return the sectors that still tie after the tower sections of the next cards (pampero.tower.eye)."""
    zone = reader.state.board.zone(tie.sectors[0])
    if not reader.next_cards(space):
        yield Reason("pampero.ruling.lone_card")
    for other in reader.next_cards(space):
        section = yield from _section_with(reader, other, "tower")
        if section is None:
            continue
        found = yield from _by_sector_rows(reader, RowAt(other, section, -1), tie, zone)
        if len(found.sectors) == 1:
            yield Reason("pampero.tower.eye", {"tied": list(tie.sectors), "card": other}, {"sector": found.sectors[0]})
            return found.sectors
        tie = found
    return tie.sectors


def _by_sector_rows(reader: Reader, line: RowAt, tie: Tie, zone: Zone) -> Decision[Tie]:
    """Return the tie after the rows of a section for a zone; the player reads from the first unknown row on."""
    unread = reader.has_unread_rows(line.space, line.section)
    while (found := (yield from _next_row(reader, line, zone))) is not None:
        line, row = found
        narrowed = yield from narrow_sectors(reader, line, replace(tie, sectors=_tied_in(reader, row, tie.sectors)))
        tie = narrowed if narrowed.sectors else tie
        if len(narrowed.sectors) == 1:
            return narrowed
        if narrowed.stop == UNKNOWN:
            unread = True
            break
    sector = (yield from reader.read_off(line.space, line.section, tie.sectors, TIE, zone=zone)) if unread else None
    return tie if sector is None else replace(tie, sectors=(sector,))


# --- contracts ----------------------------------------------------------------------------------------------------


def by_next_cards(reader: Reader, space: int, tie: ContractTie) -> Decision[ContractTie]:
    """Return the contracts that still tie after the contract sections of the next cards, read from the first row.

    The eye looks at their conditions first, then only at their rows for its zone (pampero.contract.eye).
    """
    eye = tie.stop == "eye"
    zone = reader.state.board.zone(tie.sectors[0]) if eye else None
    yield Reason("pampero.ruling.two_eyes", {"eye": eye})
    for other in reader.next_cards(space):
        section = yield from _section_with(reader, other, "contract")
        if section is None:
            continue
        tie = yield from _by_section(reader, other, section, tie, zone)
        if tie.one:
            rule = "pampero.contract.eye" if eye else "pampero.contract.next_cards"
            yield Reason(rule, {"card": other}, {"found": "one"})
            return tie
    yield Reason("pampero.contract.third", {"cards": list(reader.next_cards(space))})
    return tie


def _by_section(reader: Reader, space: int, section: int, tie: ContractTie, zone: Zone | None) -> Decision[ContractTie]:
    """Return the tie after a section; with a `zone`, the eye begins with the condition."""
    if zone is not None:
        condition = yield from reader.condition(space, section)
        if not reader.learning and UNKNOWN in (condition.kind, condition.any_of):
            return (yield from _read_contract(reader, space, section, tie, zone=zone, condition=True))
        for icon in with_icons_behind(condition.any_of):
            tie = yield from narrow_by_icon(reader, space, icon, tie)
            if tie.one:
                break
    return (yield from _by_contract_rows(reader, RowAt(space, section, -1), tie, zone))


def _by_contract_rows(reader: Reader, line: RowAt, tie: ContractTie, zone: Zone | None) -> Decision[ContractTie]:
    """Return the tie after the rows of a section (for a zone); the player reads from the first unknown row on."""
    unread = reader.has_unread_rows(line.space, line.section)
    while not tie.one and (found := (yield from _next_row(reader, line, zone))) is not None:
        line, row = found
        named = yield from _contracts_in_row(reader, line, row, tie)
        if named is None:
            sectors = reader.state.board.sectors_at(row.where)
            tie = replace(tie, sectors=tuple(sector for sector in tie.sectors if sector not in sectors))
            continue
        narrowed = yield from narrow_contracts(reader, line, named)
        tie = narrowed if narrowed.one or zone else tie
        if narrowed.stop == UNKNOWN:
            unread = True
            break
    if unread and not tie.one:
        tie = yield from _read_contract(reader, line.space, line.section, tie, zone=zone)
    return tie


def _contracts_in_row(reader: Reader, line: RowAt, row: CardRow, tie: ContractTie) -> Decision[ContractTie | None]:
    """Return the tied contracts in the sectors of a row; None if there is none."""
    sectors = _tied_in(reader, row, tie.sectors)
    if not sectors or len(sectors) == len(tie.sectors):
        return tie if sectors else None
    named = replace(tie, sectors=sectors)
    found = yield from count_contracts(reader, line.space, named, None, "pampero.contract.next_cards")
    return None if found == "none" else replace(named, one=found == "one")


def _read_contract(reader: Reader, space: int, section: int, tie: ContractTie, **facts: Any) -> Decision[ContractTie]:
    """Return the contract that the printed card leads to, read at the table; the same tie if it does not break it."""
    found = yield from read_off_contract(reader, space, section, tie.sectors, TIE, **facts)
    return found or tie
