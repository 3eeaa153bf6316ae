"""Narrowing a tie of contracts: the icons of a row from left to right, until one is left.

Contracts lie on the board alone, so a question says whether one, several or none of those still tied fit.
"""

from collections.abc import Iterator
from itertools import count

from msgspec import Struct
from msgspec.structs import replace

from engines.kit.contract import Reason, tie_fact
from engines.kit.decisions import Decision, Question
from engines.pampero.card import UNKNOWN, CardIcon
from engines.pampero.decide.cells import MARKET
from engines.pampero.decide.read import Reader, RowAt
from engines.pampero.decide.rightmost import marker
from engines.pampero.decide.sectors import STOPS, Sectors, shown


class Group(Struct, frozen=True):
    """Contracts on the board that are tied: where they can be, their type if that is one, and what was asked."""

    sectors: Sectors
    type: str = ""
    one: bool = False
    seen: frozenset[CardIcon] = frozenset()
    stop: str = ""


def has_icons(reader: Reader, line: RowAt) -> Decision[bool]:
    """Return whether a row begins with an icon that tells contracts apart; the eye leads on at once, as does none."""
    if reader.unread(line):
        return False
    icon = yield from reader.icon(line, 0)
    return icon is not None and icon.icon != "eye"


def listed(reader: Reader, line: RowAt) -> Decision[Group | None]:
    """Return the contract that a row and those below it lead to, as far as they are known, from the board as one list.

    None where he can pay none of them, or where several are left.
    """
    facts: list[str | int] = []
    where: Sectors = ()
    for n, row in enumerate(reader.rows(line)[line.row :], line.row):
        sectors = reader.open_in(row)
        icons = reader.known(replace(line, row=n)) if sectors else ()
        if UNKNOWN in row.where or (sectors and (not icons or icons[0].icon in ("eye", UNKNOWN))):
            break
        if sectors:
            facts += [*sectors, *(yield from shown(reader, icons))]
        where = tuple(dict.fromkeys((*where, *sectors)))
    among = where if len(where) > 1 else (*reader.state.types(), NO_TRACK)
    found = yield Question(
        "which_contract",
        "pampero.contract.zones",
        ids=(*among, *(() if _certain(reader, where) else ("none",)), "tie"),
        likely=among[0],
        facts={"space": line.space, "rows": facts} | _purse(reader),
    )
    many = {"tie": "several", "none": "none"}.get(found, "one")
    yield Reason("pampero.contract.zones", {"sectors": list(where)}, {"found": many})
    if many == "none":
        reader.no_contract |= set(where)
        return None
    reader.payable = True
    if many == "several":
        return None
    yield Reason("pampero.ruling.cheapest")
    return Group((found,), one=True) if len(where) > 1 else Group(where, type=found, one=True)


NO_TRACK = "no_track"
"""A contract of a type that has no income track."""


def contracts(reader: Reader, line: RowAt, where: Sectors) -> Decision[Group | None]:
    """Return what a row leaves of the contracts that VJ can fulfil there; None where there is none."""
    icon = yield from reader.icon(line, 0)
    first = icon if icon is not None and icon.icon == "cheapest" else None
    rule = "pampero.contract.cheapest" if first else "pampero.contract.zones"
    certain = _certain(reader, where)
    found = yield from how_many(reader, line.space, Group(where), first, rule, certain=certain)
    yield Reason("pampero.contract.zones", {"sectors": list(where)}, {"found": found})
    if found == "none":
        return None
    seen = frozenset([replace(first, back=())] if first else [])
    return (yield from fewer(reader, line, Group(where, one=found == "one", seen=seen)))


def _certain(reader: Reader, where: Sectors) -> bool:
    """Return whether a contract that VJ can pay is known to lie in one of some sectors."""
    return reader.payable and set(reader.open()) <= set(where)


def _purse(reader: Reader) -> dict[str, int]:
    return {"energy": reader.state.vj.energy, "batteries": reader.state.vj.batteries}


def fewer(reader: Reader, line: RowAt, group: Group) -> Decision[Group]:
    """Return what the icons of a row leave of tied contracts (pampero.icons.line)."""
    for n in count():
        if group.one:
            break
        icon = yield from reader.icon(line, n)
        if icon is None or icon.icon in STOPS:
            return replace(group, stop=reader.stop(line, n, icon))
        group, _ = yield from fitting(reader, line.space, icon, group)
        if not group.one:
            for behind in (yield from reader.behind(line, n)):
                group, found = yield from fitting(reader, line.space, behind, group)
                if found == "one":
                    yield Reason("pampero.icons.secondary", {"sectors": list(group.sectors), "icon": behind.icon})
                    yield Reason("pampero.ruling.secondary_scope")
                    break
    return group


def fitting(reader: Reader, space: int, icon: CardIcon, group: Group) -> Decision[tuple[Group, str]]:
    """Return the tied contracts that fit an icon, all of them where none does, and how many fitted."""
    bare = replace(icon, back=())
    wanted = icon.type if icon.icon == "is_type" else ""
    if icon.icon == "rb":
        wanted = yield from marker(reader)
        bare = CardIcon("is_type", wanted)
    if bare in group.seen or (wanted and group.type):
        return group, "several" if wanted in ("", group.type) else "none"
    group = replace(group, seen=group.seen | {bare})
    rule = RULES_OF_CONTRACTS.get(icon.icon, "pampero.icons.line")
    if icon.type == MARKET:
        yield Reason("pampero.ruling.market_icon")
    found = yield from how_many(reader, space, group, icon, rule, wanted)
    among = tie_fact(group.sectors) if found == "one" else {}
    yield Reason(rule, {"icon": icon.icon, "sectors": list(group.sectors)} | among, {"found": found})
    if found == "none":
        yield Reason("pampero.ruling.no_result", {"icon": icon.icon})
        return group, found
    return replace(group, type=wanted or group.type, one=found == "one"), found


RULES_OF_CONTRACTS = {"cheapest": "pampero.contract.cheapest", "rb": "pampero.contract.rightmost"}


def how_many(
    reader: Reader,
    space: int,
    group: Group,
    icon: CardIcon | None,
    rule: str,
    wanted: str = "",
    *,
    certain: bool = False,
) -> Decision[str]:
    """Ask how many contracts fit an icon; without one, how many there are at all: the same once in a turn.

    `certain`: there is one at least.
    """
    same = (group, icon and replace(icon, back=()))
    if same in reader.board_facts:
        return str(reader.board_facts[same])
    facts = {
        "space": space,
        "sectors": list(group.sectors),
        "icon": icon.icon if icon else "available",
        "type": wanted or (icon.type if icon else "") or group.type or None,
        "count": icon.count if icon else 1,
        "tied": bool(group.seen),
    } | _purse(reader)
    if icon and icon.text:
        facts["text"] = icon.text
    ids = ("one", "several") if certain else ("one", "several", "none")
    found: str = yield Question("contracts", rule, ids=ids, likely="one", facts=facts)
    reader.board_facts[same] = found
    return found


def wanted_icons(any_of: object) -> Iterator[CardIcon]:
    """Yield the icons of a condition, each with those behind it."""
    for icon in any_of if isinstance(any_of, tuple) else ():
        yield icon
        yield from icon.back if icon.back != UNKNOWN else ()
