"""Narrowing a tie of contracts: the icons of a row from left to right, until one remains.

Contracts are on the board alone, so a question says whether one, several or none of those still tied fit.
"""

from collections.abc import Iterator
from itertools import count
from typing import Any

from msgspec.structs import replace

from engines.kit.contract import Reason, tie_fact
from engines.kit.decisions import Decision, Question
from engines.pampero.card import UNKNOWN, CardIcon
from engines.pampero.decide.read import MARKET, SHORT, Reader, RowAt
from engines.pampero.decide.sectors import STOPS, Sectors, Tie, icon_facts

NO_TRACK = "no_track"
"""A contract of a type that has no income track."""
CONTRACT_RULES = {"cheapest": "pampero.contract.cheapest", "rb": "pampero.contract.rightmost"}


class ContractTie(Tie, frozen=True):
    """Tied contracts by their possible sectors, with their type if it is the same; and whether there is just one.

    `seen` are icons that were asked about.
    """

    type: str = ""
    one: bool = False


def has_icons(reader: Reader, line: RowAt) -> Decision[bool]:
    """Return whether a row begins with an icon that distinguishes contracts; the eye, or no icon, leads on at once."""
    if reader.is_unread(line):
        return False
    icon = yield from reader.icon(line, 0)
    return icon is not None and icon.icon != "eye"


def contract_on_list(reader: Reader, line: RowAt) -> Decision[ContractTie | None]:
    """Return what a row and those below it leave, as far as they are known, from the board as one list.

    None if VJ can pay none of them.
    """
    listed: list[tuple[RowAt, Sectors]] = []
    facts, ties = list[str | int](), list[str]()
    for n, row in enumerate(reader.rows(line.space, line.section)[line.row :], line.row):
        sectors, here = reader.open_in(row), replace(line, row=n)
        icons = reader.known_icons(here) if sectors else ()
        if UNKNOWN in row.where or (sectors and (not icons or icons[0].icon in ("eye", UNKNOWN))):
            break
        if sectors:
            told = yield from icon_facts(reader, icons)
            listed.append((here, sectors))
            facts += [*sectors, *told]
            ties += [] if "you_choose" in told else [f"tie_{len(listed)}"]
    where = tuple(dict.fromkeys(sector for _, sectors in listed for sector in sectors))
    missing: tuple[str, ...] = () if _is_certain(reader, where) else ("none",)
    if missing and set(where) == {*reader.towers} and reader.asks_whether_short():
        missing = ("short", "none")
    pairs = sector_types(reader, where)
    found: str = yield Question(
        "which_contract",
        "pampero.contract.zones",
        ids=(*pairs, *ties, *missing),
        likely=pairs[-2],
        facts={"space": line.space, "rows": facts} | _purse(reader),
    )
    many = "several" if found in ties else "none" if found in missing else "one"
    yield Reason("pampero.contract.zones", {"sectors": list(where)}, {"found": many})
    if many == "none":
        reader.no_contract |= set(where)
        if "short" in missing:
            reader.board_facts[SHORT] = found == "short"
        return None
    reader.payable = True
    if many == "one":
        yield Reason("pampero.ruling.cheapest")
        return contract_of_pair(found)
    return (yield from _tie_on_list(reader, *listed[int(found.removeprefix("tie_")) - 1]))


def _tie_on_list(reader: Reader, line: RowAt, where: Sectors) -> Decision[ContractTie]:
    """Return the contracts that still tie after the listed icons of a row."""
    seen = set[CardIcon]()
    for icon in reader.known_icons(line):
        if icon.icon == "rb":
            seen.add(CardIcon("is_type", (yield from reader.rightmost())))
        seen.add(icon)
    return (yield from narrow_contracts(reader, line, ContractTie(where, seen=frozenset(seen))))


def sector_types(reader: Reader, where: Sectors, name: str = "") -> tuple[str, ...]:
    """Return the answers that name a contract: a sector and a type, all that there can be or the known one."""
    types = (*reader.state.types(), NO_TRACK)
    return tuple(f"{sector}:{one}" for sector in where for one in ((name,) if name in types else types))


def contract_of_pair(answer: str) -> ContractTie:
    """Return the contract that an answer names."""
    sector, _, name = answer.partition(":")
    return ContractTie((sector,), type=name, one=True)


def read_off_contract(
    reader: Reader, space: int, section: int, sectors: Sectors, other: str = "none", **facts: Any
) -> Decision[ContractTie | None]:
    """Return the contract that the printed card leads to, read at the table; None for the `other` answer, if any."""
    facts["tied"] = list(sectors)
    found = yield from reader.read_off(space, section, sector_types(reader, sectors), other, **facts)
    return None if found is None else contract_of_pair(found)


def contracts_of_row(reader: Reader, line: RowAt, where: Sectors) -> Decision[ContractTie | None]:
    """Return the contracts that a row leaves of those that VJ can fulfil there; None if there is none."""
    certain = _is_certain(reader, where)
    tie = ContractTie(where)
    found = yield from count_contracts(reader, line.space, tie, None, "pampero.contract.zones", certain=certain)
    yield Reason("pampero.contract.zones", {"sectors": list(where)}, {"found": found})
    if found == "none":
        return None
    return (yield from narrow_contracts(reader, line, replace(tie, one=found == "one")))


def _is_certain(reader: Reader, where: Sectors) -> bool:
    """Return whether a contract that VJ can pay is known to be in one of some sectors."""
    return reader.payable and set(reader.open()) <= set(where)


def _purse(reader: Reader) -> dict[str, int]:
    return {"energy": reader.state.vj.energy, "batteries": reader.state.vj.batteries}


def narrow_contracts(reader: Reader, line: RowAt, tie: ContractTie) -> Decision[ContractTie]:
    """Return what the icons of a row leave of tied contracts (pampero.icons.line)."""
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
    among = tie_fact(tie.sectors) if found == "one" else {}
    yield Reason(rule, {"icon": icon.icon, "sectors": list(tie.sectors)} | among, {"found": found})
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
    """Ask how many contracts fit an icon; without one, how many there are at all: the same once in a turn.

    `certain`: there is one at least.
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
    """Yield the icons of a condition, each with those behind it."""
    for icon in any_of if isinstance(any_of, tuple) else ():
        yield icon
        yield from icon.back if icon.back != UNKNOWN else ()
