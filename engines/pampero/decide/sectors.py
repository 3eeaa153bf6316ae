"""Narrowing a tie of sectors: the icons of a row from left to right, until one remains.

Sectors have names, so questions ask which of them fit best.
"""

from itertools import count
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engines.kit.contract import Reason
from engines.kit.decisions import Decision, Question
from engines.pampero.card import UNKNOWN, CardIcon
from engines.pampero.decide.reader import MARKET, Reader, RowAt

STOPS = ("eye", "you_choose")
WORDING_RULINGS = {"you_most_structures": "pampero.ruling.area", "you_most_dozers": "pampero.ruling.most_dozers"}
"""Rulings on icons that the book describes in two ways."""
ICON_RULES = {
    "you_most_structures": "pampero.wind.structures",
    "you_most_dozers": "pampero.wind.dozers",
    "most_icons": "pampero.tower.icons",
    "you_choose": "pampero.wind.you_choose",
}
LINE_RULE = "pampero.icons.line"
Sectors = tuple[str, ...]


class Tie(Struct, frozen=True):
    """A tie: its sectors, the icon that its line stopped at, if any, and the icons that were already used."""

    sectors: Sectors
    stop: str = ""
    seen: frozenset[CardIcon] = frozenset()


def sectors_of_row(reader: Reader, line: RowAt, tied: Sectors) -> Decision[Tie]:
    """Return the best sectors of a row, of those in which a site may be free: none, one, or several tied."""
    action = reader.section(line.space, line.section).action
    if len(tied) == 1:
        facts = {"action": action, "sector": tied[0], "space": line.space}
        likely = bool(likely_free(reader, action, tied))
        free = yield Question("free_site", _site_rule(action), likely=likely, facts=facts)
        return Tie(tied if free else ())
    icons = reader.known_icons(line)
    if not {"eye", "no_own_tower", UNKNOWN} & {icon.icon for icon in icons}:
        return (yield from _sector_on_list(reader, line, icons, tied))
    icon = (yield from reader.icon(line, 0)) if likely_free(reader, action, tied) else None
    if icon is None or icon.icon in (*STOPS, "no_own_tower"):
        return (yield from narrow_sectors(reader, line, Tie((yield from _free_sites(reader, line, tied)))))
    return (yield from narrow_sectors(reader, line, Tie(tied), sites=True))


def _sector_on_list(reader: Reader, line: RowAt, icons: tuple[CardIcon, ...], tied: Sectors) -> Decision[Tie]:
    """Return the best sector of a row whose icons are all known, asked as one list (pampero.icons.line)."""
    facts = _row_facts(reader, line, tied)
    facts["icons"] = (yield from icon_facts(reader, icons)) or ["you_choose"]
    free = likely_free(reader, facts["action"], tied)
    likely = max(free, key=lambda name: reader.state.vj.wind.get(name, 0), default="none")
    sector = yield Question("site", _site_rule(facts["action"]), ids=(*tied, "none"), likely=likely, facts=facts)
    best = () if sector == "none" else (sector,)
    for icon in icons if best else ():
        yield from _wording_reason(icon)
        rule = ICON_RULES.get(icon.icon, LINE_RULE)
        yield Reason(rule, {"icon": icon.icon, "sectors": list(tied)}, {"sectors": list(best)})
    yield Reason("pampero.ruling.full_sector")
    return Tie(best)


def likely_free(reader: Reader, action: str, tied: Sectors) -> Sectors:
    """Return the tied sectors that were not called full when last asked; the others are asked all the same."""
    return tuple(sector for sector in tied if sector not in reader.state.full.get(action, ()))


def icon_facts(reader: Reader, icons: tuple[CardIcon, ...]) -> Decision[list[str | int]]:
    """Return a line of icons as facts: each by its id, followed by its type, its number, and its only place."""
    facts: list[str | int] = []
    for icon in icons:
        if icon.icon in ("eye", UNKNOWN):
            break
        if icon.type == MARKET:
            yield Reason("pampero.ruling.market_icon")
        name = (yield from reader.rightmost()) if icon.icon == "rb" else icon.type or icon.text
        facts += [icon.icon, *([name] if name else [])]
        facts += [icon.count] if icon.icon == "icons_at_least" else []
        facts += icon.on if len(icon.on) == 1 else ()
    return facts


def narrow_sectors(reader: Reader, line: RowAt, tie: Tie, *, sites: bool = False) -> Decision[Tie]:
    """Return the sectors that still tie after the icons of a row (pampero.icons.line).

    An icon that fits nothing changes nothing. `sites`: some sectors may have no free site, so the sectors with one are
    asked if the first icon fits nothing.
    """
    tied, seen = tie.sectors, set(tie.seen)
    for n in count():
        if len(tied) <= 1:
            break
        icon = yield from reader.icon(line, n)
        if icon is None or icon.icon in STOPS:
            return Tie(tied, reader.stop(line, n, icon), frozenset(seen))
        best = yield from _best_sectors(reader, line, icon, tied, seen, sites=sites)
        if sites and not best:
            tied = yield from _free_sites(reader, line, tied)
        sites = False
        if len(best) != 1 and len(tied) > 1:
            best = yield from _by_icons_behind(reader, line, n, best, tied, seen)
            if not best:
                yield Reason("pampero.ruling.no_result", {"icon": icon.icon}, {"tied": list(tied)})
        tied = best or tied
    return Tie(tied, "", frozenset(seen))


def _free_sites(reader: Reader, line: RowAt, tied: Sectors) -> Decision[Sectors]:
    """Return the tied sectors with a free site."""
    facts = _row_facts(reader, line, tied)
    likely = likely_free(reader, facts["action"], tied)
    rule = _site_rule(facts["action"])
    free = yield Question("free_sites", rule, ids=tied, low=0, high=len(tied), likely=likely, facts=facts)
    return tuple(free)


def _by_icons_behind(
    reader: Reader, line: RowAt, n: int, best: Sectors, tied: Sectors, seen: set[CardIcon]
) -> Decision[Sectors]:
    """Return the sectors that fit the icons behind the n-th one, of those that it fits best, or of all that tied."""
    for icon in (yield from reader.icons_behind(line, n)):
        better = yield from _best_sectors(reader, line, icon, best or tied, seen, sites=False)
        best = better or best
        if len(better) == 1:
            yield Reason("pampero.icons.secondary", {"tied": list(tied), "icon": icon.icon})
            yield Reason("pampero.ruling.secondary_scope")
            break
    return best


def _best_sectors(
    reader: Reader, line: RowAt, icon: CardIcon, tied: Sectors, seen: set[CardIcon], *, sites: bool
) -> Decision[Sectors]:
    """Return the tied sectors that fit an icon best; an icon that was already used changes nothing."""
    bare = replace(icon, back=())
    if bare in seen:
        return tied
    if sites:
        yield Reason("pampero.ruling.full_sector")
    yield from _wording_reason(icon)
    seen.add(bare)
    if icon.icon == "no_own_tower":
        return tuple(sector for sector in tied if not reader.state.vj.towers.get(sector))
    facts = _row_facts(reader, line, tied) | {"icon": icon.icon, "sites": sites, "on": list(icon.on)}
    name = (yield from reader.rightmost()) if icon.icon == "rb" else icon.type
    facts |= {key: value for key, value in (("type", name), ("text", icon.text)) if value}
    rule = ICON_RULES.get(icon.icon, LINE_RULE)
    best = yield Question("sectors", rule, ids=tied, low=0, high=len(tied), facts=facts)
    rule = rule if 0 < len(best) < len(tied) else LINE_RULE
    yield Reason(rule, {"icon": icon.icon, "tied": list(tied)}, {"sectors": list(best)})
    return tuple(best)


def _wording_reason(icon: CardIcon) -> Decision[None]:
    if icon.icon in WORDING_RULINGS:
        yield Reason(WORDING_RULINGS[icon.icon])


def _site_rule(action: str) -> str:
    return "pampero.wind.structures" if action == "wind" else "pampero.tower.order"


def _row_facts(reader: Reader, line: RowAt, tied: Sectors) -> dict[str, Any]:
    action = reader.section(line.space, line.section).action
    return {"action": action, "space": line.space, "tied": list(tied)}
