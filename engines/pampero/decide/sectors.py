"""Narrowing a tie of sectors: the icons of a row from left to right, until one is left.

Sectors are known by name, so a question marks those that fit best.
"""

from itertools import count

from msgspec import Struct
from msgspec.structs import replace

from engines.kit.contract import Reason
from engines.kit.decisions import Decision, Question
from engines.pampero.card import UNKNOWN, CardIcon
from engines.pampero.decide.cells import MARKET
from engines.pampero.decide.read import Reader, RowAt
from engines.pampero.decide.rightmost import marker

STOPS = ("eye", "you_choose")
Sectors = tuple[str, ...]


class Left(Struct, frozen=True):
    """What a line left of a tie, the icon that it stopped at, if any, and those that have told what they can."""

    tied: Sectors
    stop: str = ""
    seen: frozenset[CardIcon] = frozenset()


def sectors(reader: Reader, line: RowAt, tied: Sectors) -> Decision[Left]:
    """Return what a row leaves of sectors in which a site may be free: none, the one, or several still tied."""
    action = reader.section(line.space, line.section).action
    if len(tied) == 1:
        facts = {"action": action, "sector": tied[0], "space": line.space}
        free = yield Question("free_site", _rule(action), likely=bool(open_to(reader, action, tied)), facts=facts)
        return Left(tied if free else ())
    icons = reader.known(line)
    if not {"eye", "no_own_tower", UNKNOWN} & {icon.icon for icon in icons}:
        return (yield from _listed(reader, line, icons, tied))
    icon = (yield from reader.icon(line, 0)) if open_to(reader, action, tied) else None
    if icon is None or icon.icon in (*STOPS, "no_own_tower"):
        return (yield from narrowed(reader, line, Left((yield from _with_site(reader, line, tied)))))
    return (yield from narrowed(reader, line, Left(tied), sites=True))


def _listed(reader: Reader, line: RowAt, icons: tuple[CardIcon, ...], tied: Sectors) -> Decision[Left]:
    """Return where a row leads that is known to its end: read off the board as one list (pampero.icons.line)."""
    action = reader.section(line.space, line.section).action
    facts = _facts(line, action, tied) | {"icons": (yield from shown(reader, icons)) or ["you_choose"]}
    likely = max(open_to(reader, action, tied), key=lambda one: reader.state.vj.wind.get(one, 0), default="none")
    sector = yield Question("site", _rule(action), ids=(*tied, "none"), likely=likely, facts=facts)
    best = () if sector == "none" else (sector,)
    for icon in icons if best else ():
        if icon.icon in READINGS:
            yield Reason(READINGS[icon.icon])
        rule = RULES.get(icon.icon, "pampero.icons.line")
        yield Reason(rule, {"icon": icon.icon, "sectors": list(tied)}, {"sectors": list(best)})
    yield Reason("pampero.ruling.full_sector")
    return Left(best)


def open_to(reader: Reader, action: str, tied: Sectors) -> Sectors:
    """Return those of tied sectors that were not full when it was last said: what is likely, and asked all the same."""
    return tuple(sector for sector in tied if sector not in reader.state.full.get(action, ()))


def shown(reader: Reader, icons: tuple[CardIcon, ...]) -> Decision[list[str | int]]:
    """Return a line of icons as facts: each by its id, and behind it its type, its number, or where alone it counts."""
    facts: list[str | int] = []
    for icon in icons:
        if icon.icon in ("eye", UNKNOWN):
            break
        if icon.type == MARKET:
            yield Reason("pampero.ruling.market_icon")
        name = (yield from marker(reader)) if icon.icon == "rb" else icon.type or icon.text
        facts += [icon.icon, *([name] if name else [])]
        facts += [icon.count] if icon.icon == "icons_at_least" else []
        facts += icon.on if len(icon.on) == 1 else ()
    return facts


def narrowed(reader: Reader, line: RowAt, left: Left, *, sites: bool = False) -> Decision[Left]:
    """Return what the icons of a row leave of a tie (pampero.icons.line). `sites`: some may have no free site.

    An icon that fits nothing changes nothing. Where it may be the sites that are missing, it is asked which are free.
    """
    tied, seen = left.tied, set(left.seen)
    for n in count():
        if len(tied) <= 1:
            break
        icon = yield from reader.icon(line, n)
        if icon is None or icon.icon in STOPS:
            return Left(tied, reader.stop(line, n, icon), frozenset(seen))
        best = yield from _best(reader, line, icon, tied, seen, sites=sites)
        if sites and not best:
            tied = yield from _with_site(reader, line, tied)
        sites = False
        if len(best) != 1 and len(tied) > 1:
            best = yield from _behind(reader, line, n, best, tied, seen)
            if not best:
                yield Reason("pampero.ruling.no_result", {"icon": icon.icon}, {"tied": list(tied)})
        tied = best or tied
    return Left(tied, "", frozenset(seen))


def _with_site(reader: Reader, line: RowAt, tied: Sectors) -> Decision[Sectors]:
    """Return those of tied sectors that have a free site."""
    action = reader.section(line.space, line.section).action
    free = yield Question(
        "free_sites", _rule(action), ids=tied, low=0, high=len(tied), facts=_facts(line, action, tied)
    )
    return tuple(free)


def _behind(
    reader: Reader, line: RowAt, n: int, best: Sectors, tied: Sectors, seen: set[CardIcon]
) -> Decision[Sectors]:
    """Return what the icons behind the n-th one leave of those that fit it best, or of all where none does."""
    for icon in (yield from reader.behind(line, n)):
        better = yield from _best(reader, line, icon, best or tied, seen, sites=False)
        best = better or best
        if len(better) == 1:
            yield Reason("pampero.icons.secondary", {"tied": list(tied), "icon": icon.icon})
            yield Reason("pampero.ruling.secondary_scope")
            break
    return best


def _best(
    reader: Reader, line: RowAt, icon: CardIcon, tied: Sectors, seen: set[CardIcon], *, sites: bool
) -> Decision[Sectors]:
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
    rule = RULES.get(icon.icon, "pampero.icons.line") if 0 < len(best) < len(tied) else "pampero.icons.line"
    yield Reason(rule, {"icon": icon.icon, "tied": list(tied)}, {"sectors": list(best)})
    return tuple(best)


READINGS = {"you_most_structures": "pampero.ruling.area", "you_most_dozers": "pampero.ruling.most_dozers"}
"""How an icon is read where the book has two words."""
RULES = {
    "you_most_structures": "pampero.wind.structures",
    "you_most_dozers": "pampero.wind.dozers",
    "most_icons": "pampero.tower.icons",
    "you_choose": "pampero.wind.you_choose",
}


def _rule(action: str) -> str:
    return "pampero.wind.structures" if action == "wind" else "pampero.tower.order"


def _facts(line: RowAt, action: str, tied: Sectors) -> dict[str, object]:
    return {"action": action, "space": line.space, "tied": list(tied)}
