"""Narrowing a tie of contracts: the icons of a row from left to right, until one remains.

Only the board shows contracts, so questions ask whether one, several or none of those still tied fit.
"""

from collections.abc import Iterator
from itertools import count
from typing import Any, NamedTuple

from msgspec.structs import replace

from engines.kit.contract import Reason, tie_fact
from engines.kit.decisions import Decision, Question
from engines.pampero.card import UNKNOWN, CardIcon
from engines.pampero.decide.reader import MARKET, SHORT_OF_ENERGY, Reader, RowAt
from engines.pampero.decide.sectors import STOPS, Sectors, Tie, icon_facts

NO_TRACK = "no_track"
"""A contract of a type that has no income track."""
CONTRACT_RULES = {"cheapest": "pampero.contract.cheapest", "rb": "pampero.contract.rightmost"}


class ContractTie(Tie, frozen=True):
    """Tied contracts: their possible sectors, their type if all have the same, and whether there is just one."""

    type: str = ""
    one: bool = False


def starts_with_icon(reader: Reader, line: RowAt) -> Decision[bool]:
    """Return whether a row begins with an icon that distinguishes contracts, not with the eye or the end."""
    if reader.is_unread(line):
        return False
    icon = yield from reader.icon(line, 0)
    return icon is not None and icon.icon != "eye"


def contract_on_list(reader: Reader, line: RowAt) -> Decision[ContractTie | None]:
    """Return the contracts that a row and the known rows below it lead to, asked as one list.

    None if VJ can pay none of them.
    """
    rows = yield from _listed_rows(reader, line)
    sectors = tuple(dict.fromkeys(sector for row in rows for sector in row.sectors))
    ties = tuple(f"tie_{n}" for n, row in enumerate(rows, 1) if "you_choose" not in row.icon_facts)
    missing: tuple[str, ...] = () if _has_payable(reader, sectors) else ("none",)
    if missing and set(sectors) == {*reader.towers} and reader.asks_whether_short():
        missing = ("short", "none")
    pairs = sector_types(reader, sectors)
    row_facts = [value for row in rows for value in (*row.sectors, *row.icon_facts)]
    facts = {"space": line.space, "rows": row_facts} | _purse(reader)
    ids = (*pairs, *ties, *missing)
    # most answers are at the end of the list, near its last real type
    answer: str = yield Question("which_contract", "pampero.contract.zones", ids=ids, likely=pairs[-2], facts=facts)
    found = "several" if answer in ties else "none" if answer in missing else "one"
    yield Reason("pampero.contract.zones", {"sectors": list(sectors)}, {"found": found})
    if found == "none":
        reader.no_contract |= set(sectors)
        if "short" in missing:
            reader.board_facts[SHORT_OF_ENERGY] = answer == "short"
        return None
    if found == "one":
        yield Reason("pampero.ruling.cheapest")
        return contract_of_pair(answer)
    row = rows[int(answer.removeprefix("tie_")) - 1]
    return (yield from _tie_on_list(reader, row.line, row.sectors))


class _ListedRow(NamedTuple):
    """A row of a list of contracts: its sectors that may have one, and its icons as facts."""

    line: RowAt
    sectors: Sectors
    icon_facts: list[str | int]


def _listed_rows(reader: Reader, line: RowAt) -> Decision[list[_ListedRow]]:
    """Return the rows with possible contracts from a row on, before the first that the list cannot include."""
    listed: list[_ListedRow] = []
    for n, row in enumerate(reader.rows(line.space, line.section)[line.row :], line.row):
        sectors, row_line = reader.contract_sectors_in(row), replace(line, row=n)
        icons = reader.known_icons(row_line) if sectors else ()
        if UNKNOWN in row.where or (sectors and (not icons or icons[0].icon in ("eye", UNKNOWN))):
            break
        if sectors:
            listed.append(_ListedRow(row_line, sectors, (yield from icon_facts(reader, icons))))
    return listed


def _tie_on_list(reader: Reader, line: RowAt, sectors: Sectors) -> Decision[ContractTie]:
    """Return the contracts that still tie after the listed icons of a row."""
    seen = set[CardIcon]()
    for icon in reader.known_icons(line):
        if icon.icon == "rb":
            seen.add(CardIcon("is_type", (yield from reader.rightmost())))
        seen.add(icon)
    return (yield from narrow_contracts(reader, line, ContractTie(sectors, seen=frozenset(seen))))


def sector_types(reader: Reader, sectors: Sectors, known_type: str = "") -> tuple[str, ...]:
    """Return the answers that name a contract: each sector with each type, or with the known one."""
    types = (*reader.state.types(), NO_TRACK)
    types = (known_type,) if known_type in types else types
    return tuple(f"{sector}:{name}" for sector in sectors for name in types)


def contract_of_pair(answer: str) -> ContractTie:
    """Return the contract that an answer names."""
    sector, _, name = answer.partition(":")
    return ContractTie((sector,), type=name, one=True)


def read_off_contract(
    reader: Reader, space: int, section: int, sectors: Sectors, other: str = "none", **facts: Any
) -> Decision[ContractTie | None]:
    """Return the contract that the printed card leads to, read at the table; None for the answer `other`."""
    facts["tied"] = list(sectors)
    pair = yield from reader.read_off(space, section, sector_types(reader, sectors), other, **facts)
    return None if pair is None else contract_of_pair(pair)


def contracts_of_row(reader: Reader, line: RowAt, sectors: Sectors) -> Decision[ContractTie | None]:
    """Return the contracts in some sectors that VJ can pay, narrowed by a row; None if there is none."""
    certain = _has_payable(reader, sectors)
    tie = ContractTie(sectors)
    found = yield from count_contracts(reader, line.space, tie, None, "pampero.contract.zones", certain=certain)
    yield Reason("pampero.contract.zones", {"sectors": list(sectors)}, {"found": found})
    if found == "none":
        return None
    return (yield from narrow_contracts(reader, line, replace(tie, one=found == "one")))


def _has_payable(reader: Reader, sectors: Sectors) -> bool:
    """Return whether some sectors are known to have a contract that VJ can pay."""
    return reader.payable and set(reader.contract_sectors()) <= set(sectors)


def _purse(reader: Reader) -> dict[str, int]:
    return {"energy": reader.state.vj.energy, "batteries": reader.state.vj.batteries}


def narrow_contracts(reader: Reader, line: RowAt, tie: ContractTie) -> Decision[ContractTie]:
    """Return the contracts that still tie after the icons of a row (pampero.icons.line)."""
    for n in count():
        if tie.one:
            break
        icon = yield from reader.icon(line, n)
        if icon is None or icon.icon in STOPS:
            return replace(tie, stop=reader.stop(line, n, icon))
        tie = yield from narrow_by_icon(reader, line.space, icon, tie)
        if not tie.one:
            for behind in (yield from reader.icons_behind(line, n)):
                tie = yield from narrow_by_icon(reader, line.space, behind, tie)
                if tie.one:
                    yield Reason("pampero.icons.secondary", {"sectors": list(tie.sectors), "icon": behind.icon})
                    yield Reason("pampero.ruling.secondary_scope")
                    break
    return tie


def narrow_by_icon(reader: Reader, space: int, icon: CardIcon, tie: ContractTie) -> Decision[ContractTie]:
    """Return the tied contracts that fit an icon, or all of them if none does."""
    bare = replace(icon, back=())
    wanted = icon.type if icon.icon == "is_type" else ""
    if icon.icon == "rb":
        wanted = yield from reader.rightmost()
        bare = CardIcon("is_type", wanted)
    if bare in tie.seen or (wanted and tie.type):
        return tie
    tie = replace(tie, seen=tie.seen | {bare})
    rule = CONTRACT_RULES.get(icon.icon, "pampero.icons.line")
    if icon.type == MARKET:
        yield Reason("pampero.ruling.market_icon")
    found = yield from count_contracts(reader, space, tie, icon, rule, wanted)
    broken = tie_fact(tie.sectors) if found == "one" else {}
    yield Reason(rule, {"icon": icon.icon, "sectors": list(tie.sectors)} | broken, {"found": found})
    if found == "none":
        yield Reason("pampero.ruling.no_result", {"icon": icon.icon})
        return tie
    return replace(tie, type=wanted or tie.type, one=found == "one")


def count_contracts(
    reader: Reader,
    space: int,
    tie: ContractTie,
    icon: CardIcon | None,
    rule: str,
    wanted: str = "",
    *,
    certain: bool = False,
) -> Decision[str]:
    """Return how many tied contracts fit an icon, or how many there are: one, several or none; asked once in a turn.

    `certain`: there is at least one.
    """
    facts = {
        "space": space,
        "sectors": list(tie.sectors),
        "icon": icon.icon if icon else "available",
        "type": wanted or (icon.type if icon else "") or tie.type or None,
        "count": icon.count if icon else 1,
        "narrowed": bool(tie.seen),
    } | _purse(reader)
    if icon and icon.text:
        facts["text"] = icon.text
    ids = ("one", "several") if certain else ("one", "several", "none")
    question = Question("contracts", rule, ids=ids, likely="one", facts=facts)
    return str((yield from reader.ask_once((tie, icon and replace(icon, back=())), question)))


def with_icons_behind(any_of: object) -> Iterator[CardIcon]:
    """Yield the icons of a condition, each followed by those behind it."""
    for icon in any_of if isinstance(any_of, tuple) else ():
        yield icon
        yield from icon.back if icon.back != UNKNOWN else ()
