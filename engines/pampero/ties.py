"""Narrowing a tie: icons from left to right until one is left.

Sectors are known by name, so a question marks those that fit best. Contracts lie on the board alone, so a question
says whether one, several or none of those still tied fit.
"""

from collections.abc import Iterator
from itertools import count

from msgspec import Struct
from msgspec.structs import replace

from engines.contract import Reason
from engines.decisions import Decision, Question
from engines.pampero.card import UNKNOWN, Icon
from engines.pampero.read import MARKET, Line, Reader
from engines.pampero.state import State

STOPS = ("eye", "you_choose")
Sectors = tuple[str, ...]


# --- your and VJ's rightmost marker ---


def rightmost(state: State) -> str | None:
    """Return the type of VJ's rightmost income marker, of those tied the bottommost (pampero.income.rightmost).

    None where only the table tells: two tracks tie, and their order is not known.
    """
    types = state.types()
    farthest = max(state.vj.income.get(name, 0) for name in types)
    tied = [name for name in types if state.vj.income.get(name, 0) == farthest]
    known = state.board.income.rows_top_to_bottom != UNKNOWN
    return tied[-1] if known or len(tied) == 1 else None


def marker(reader: Reader) -> Decision[str]:
    """Return the type of VJ's rightmost income marker, asked where the order of the tracks is unknown."""
    state = reader.state
    found = reader.told.get("rb") or rightmost(state)
    if found is None:
        types = state.types()
        found = yield Question("rightmost", "pampero.income.rightmost", ids=types, likely=types[-1])
    reader.told["rb"] = found
    yield Reason("pampero.income.rightmost", {"income": places(state)}, {"type": found})
    return str(found)


def places(state: State) -> list[str | int]:
    """Return VJ’s income markers: each type and its space."""
    return [part for name in state.types() for part in (name, state.vj.income.get(name, 0))]


# --- sectors ------------------------------------------------------------------------------------------------------


class Left(Struct, frozen=True):
    """What a line left of a tie, the icon that it stopped at, if any, and those that have told what they can."""

    tied: Sectors
    stop: str = ""
    seen: frozenset[Icon] = frozenset()


def sectors(reader: Reader, line: Line, tied: Sectors) -> Decision[Left]:
    """Return what a row leaves of sectors in which a site may be free: none, the one, or several still tied."""
    action = reader.section(line.space, line.section).action
    if len(tied) == 1:
        free = yield Question(
            "free_site", _rule(action), likely=True, facts={"action": action, "sector": tied[0], "space": line.space}
        )
        return Left(tied if free else ())
    icon = yield from reader.icon(line, 0)
    if icon is None or icon.icon in STOPS or icon.icon == "no_own_tower":
        free = yield Question(
            "free_sites", _rule(action), ids=tied, low=0, high=len(tied), facts=_facts(line, action, tied)
        )
        left = Left(tuple(free))
        return (yield from narrowed(reader, line, left)) if len(free) > 1 else left
    return (yield from narrowed(reader, line, Left(tied), sites=True))


def narrowed(reader: Reader, line: Line, left: Left, *, sites: bool = False) -> Decision[Left]:
    """Return what the icons of a row leave of a tie (pampero.icons.line). `sites`: some may have no free site."""
    tied, seen = left.tied, set(left.seen)
    for n in count():
        if len(tied) == 1 or not tied:
            break
        icon = yield from reader.icon(line, n)
        if icon is None or icon.icon in STOPS:
            return Left(tied, reader.stop(line, n, icon), frozenset(seen))
        best = yield from _best(reader, line, icon, tied, seen, sites)
        if sites and not best:
            return Left(())
        sites = False
        if len(best) != 1:
            for behind in (yield from reader.behind(line, n)):
                better = yield from _best(reader, line, behind, best or tied, seen, False)
                best = better or best
                if len(better) == 1:
                    yield Reason("pampero.icons.secondary", {"tied": list(tied), "icon": behind.icon})
                    yield Reason("pampero.ruling.secondary_scope")
                    break
        if not best:
            yield Reason("pampero.ruling.no_result", {"icon": icon.icon}, {"tied": list(tied)})
        tied = best or tied
    return Left(tied, "", frozenset(seen))


def _best(reader: Reader, line: Line, icon: Icon, tied: Sectors, seen: set[Icon], sites: bool) -> Decision[Sectors]:
    """Return which of the tied sectors fit an icon best; what an icon has told is not asked again."""
    bare = replace(icon, back=())
    if bare in seen:
        return tied
    if sites:
        yield Reason("pampero.ruling.full_sector")
    if icon.icon in READINGS:
        yield Reason(READINGS[icon.icon])
    seen.add(bare)
    if icon.icon == "no_own_tower":
        return tuple(sector for sector in tied if not reader.state.vj.towers.get(sector))
    action = reader.section(line.space, line.section).action
    facts = _facts(line, action, tied) | {"icon": icon.icon, "sites": sites, "on": list(icon.on)}
    if icon.icon == "rb":
        facts["type"] = yield from marker(reader)
    elif icon.type:
        facts["type"] = icon.type
    if icon.text:
        facts["text"] = icon.text
    best = yield Question(
        "sectors", RULES.get(icon.icon, "pampero.icons.line"), ids=tied, low=0, high=len(tied), facts=facts
    )
    yield Reason("pampero.icons.line", {"icon": icon.icon, "tied": list(tied)}, {"sectors": list(best)})
    return tuple(best)


READINGS = {"you_most_structures": "pampero.ruling.area", "you_most_dozers": "pampero.ruling.most_dozers"}
"""How an icon is read where the book has two words."""
RULES = {
    "you_most_structures": "pampero.wind.structures",
    "you_most_dozers": "pampero.wind.dozers",
    "most_icons": "pampero.tower.icons",
}


def _rule(action: str) -> str:
    return "pampero.wind.structures" if action == "wind" else "pampero.tower.order"


def _facts(line: Line, action: str, tied: Sectors) -> dict[str, object]:
    return {"action": action, "space": line.space, "tied": list(tied)}


# --- contracts ----------------------------------------------------------------------------------------------------


class Group(Struct, frozen=True):
    """Contracts on the board that are tied: where they can be, their type where it is one, and what was asked."""

    sectors: Sectors
    type: str = ""
    one: bool = False
    seen: frozenset[Icon] = frozenset()
    stop: str = ""


def contracts(reader: Reader, line: Line, where: Sectors) -> Decision[Group | None]:
    """Return what a row leaves of the contracts that VJ can fulfil there; None where there is none."""
    icon = yield from reader.icon(line, 0)
    group = Group(where)
    first = icon if icon is not None and icon.icon == "cheapest" else None
    certain = reader.payable and set(reader.open()) <= set(where)
    found = yield from how_many(reader, line.space, group, first, "pampero.contract.zones", certain=certain)
    if found == "none":
        return None
    one = found == "one"
    yield Reason("pampero.contract.zones", {"sectors": list(where), "found": found})
    seen = frozenset([replace(first, back=())]) if first else frozenset[Icon]()
    if first:
        yield Reason("pampero.contract.cheapest", {"sectors": list(where)}, {"found": found})
        yield Reason("pampero.ruling.cheapest")
    return (yield from fewer(reader, line, replace(group, one=one, seen=seen)))


def fewer(reader: Reader, line: Line, group: Group) -> Decision[Group]:
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


def fitting(reader: Reader, space: int, icon: Icon, group: Group) -> Decision[tuple[Group, str]]:
    """Return the tied contracts that fit an icon, all of them where none does, and how many fitted."""
    bare = replace(icon, back=())
    wanted = icon.type if icon.icon == "is_type" else ""
    if icon.icon == "rb":
        wanted = yield from marker(reader)
        bare = Icon("is_type", wanted)
    if bare in group.seen or (wanted and group.type):
        return group, "several" if wanted in ("", group.type) else "none"
    group = replace(group, seen=group.seen | {bare})
    rule = RULES_OF_CONTRACTS.get(icon.icon, "pampero.icons.line")
    if icon.type == MARKET:
        yield Reason("pampero.ruling.market_icon")
    found = yield from how_many(reader, space, group, icon, rule, wanted)
    yield Reason(rule, {"icon": icon.icon, "sectors": list(group.sectors)}, {"found": found})
    if found == "none":
        yield Reason("pampero.ruling.no_result", {"icon": icon.icon})
        return group, found
    return replace(group, type=wanted or group.type, one=found == "one"), found


RULES_OF_CONTRACTS = {"cheapest": "pampero.contract.cheapest", "rb": "pampero.contract.rightmost"}


def how_many(
    reader: Reader,
    space: int,
    group: Group,
    icon: Icon | None,
    rule: str,
    wanted: str = "",
    *,
    certain: bool = False,
) -> Decision[str]:
    """Ask how many contracts fit an icon; without one, how many there are at all: the same once in a turn.

    `certain`: there is one at least.
    """
    same = (group, icon and replace(icon, back=()))
    if same in reader.told:
        return str(reader.told[same])
    facts = {
        "space": space,
        "sectors": list(group.sectors),
        "icon": icon.icon if icon else "available",
        "type": wanted or (icon.type if icon else "") or group.type or None,
        "count": icon.count if icon else 1,
        "tied": bool(group.seen),
        "energy": reader.state.vj.energy,
        "batteries": reader.state.vj.batteries,
    }
    if icon and icon.text:
        facts["text"] = icon.text
    ids = ("one", "several") if certain else ("one", "several", "none")
    found: str = yield Question("contracts", rule, ids=ids, likely="one", facts=facts)
    reader.told[same] = found
    return found


def wanted_icons(any_of: object) -> Iterator[Icon]:
    """Yield the icons of a condition, each with those behind it."""
    for icon in any_of if isinstance(any_of, tuple) else ():
        yield icon
        yield from icon.back if icon.back != UNKNOWN else ()
