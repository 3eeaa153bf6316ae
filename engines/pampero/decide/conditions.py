"""The condition of a section: computed if the device knows enough, else asked once in a turn."""

from itertools import takewhile
from typing import Any

from engines.kit.contract import Reason
from engines.kit.decisions import Decision, Question
from engines.pampero.card import UNKNOWN, Condition, Unknown
from engines.pampero.decide.contracts import with_icons_behind
from engines.pampero.decide.reader import Reader, middle
from engines.pampero.state import POSITIONS

NEEDS_TOWER = ("cannot_pay_contract", "contract_available", "foreign_market")
CONDITION_RULES = {
    "all_transformers_locked": "pampero.condition.locked",
    "cannot_pay_contract": "pampero.condition.cannot_pay",
    "contract_available": "pampero.condition.contract",
    "foreign_market": "pampero.condition.foreign",
}
OTHER_CONDITION_RULE = "pampero.condition.other"


def holds(reader: Reader, space: int, section: int, condition: Condition) -> Decision[bool]:
    """Return whether a condition holds, asked only if the device does not know it (pampero.condition)."""
    if condition.kind == "always":
        return True
    known = _known_result(reader, condition)
    if known is not None:
        yield known
        return bool(known.outcome["holds"])
    fulfils = reader.section(space, section).action == "contract"
    if condition.kind == "contract_available" and not condition.any_of and fulfils:
        return True  # the rows decide
    return (yield from _ask_condition(reader, space, reader.section(space, section).position, condition))


def may_hold(reader: Reader, space: int, position: int) -> Decision[bool]:
    """Return whether the condition at a position may be true, after asking for conditions that are read at the table.

    If it is unknown which section is at the position, its condition is asked here, before its action.
    """
    reader.place_last(space)
    yield from _ask_first_true(reader, space, position)
    if reader.is_unplaced(space, position):
        return (yield from _ask_condition(reader, space, position, Condition(UNKNOWN)))
    return True


def _ask_first_true(reader: Reader, space: int, position: int) -> Decision[None]:
    """Ask which condition is the first true one, if the player reads two or more in a row from a position on.

    The sections of the next cards continue the row.
    """
    places = [(card, place) for card in (space, *reader.next_cards(space)) for place in POSITIONS]
    unread = [*takewhile(reader.has_open_condition, places[position - 1 :])]
    if len(unread) < 2:  # noqa: PLR2004 - a list
        return
    facts = {"space": space, "energy": reader.state.vj.energy, "towers": list(reader.towers)}
    ids = tuple(f"{card}_{place}" for card, place in unread)
    first = yield Question("first_true", OTHER_CONDITION_RULE, ids=(*ids, "none"), likely=middle(ids), facts=facts)
    for name, place in zip(ids, unread, strict=True):
        reader.board_facts[place] = name == first
        if name == first:
            return


def _known_result(reader: Reader, condition: Condition) -> Reason | None:
    """Return the reason why a condition holds or not; None if only the table shows it."""
    vj, kind = reader.state.vj, condition.kind
    rule = CONDITION_RULES.get(kind, OTHER_CONDITION_RULE)
    if kind == "energy_lt" and condition.value != UNKNOWN:
        facts = {"energy": vj.energy, "needed": condition.value}
        return Reason("pampero.condition.energy", facts, {"holds": vj.energy < condition.value})
    if kind == "all_transformers_locked" and vj.unlocked_transformers != UNKNOWN:
        return Reason(rule, {"unlocked": vj.unlocked_transformers}, {"holds": vj.unlocked_transformers == 0})
    if kind in NEEDS_TOWER and not reader.towers:
        rule = "pampero.ruling.no_tower" if kind == "cannot_pay_contract" else rule
        return Reason(rule, {"towers": []}, {"holds": False})
    if kind == "contract_available" and not reader.contract_sectors():
        return Reason(rule, {"can_pay": "none"}, {"holds": False})
    if kind == "cannot_pay_contract" and reader.payable:
        return Reason(rule, {"can_pay": "one"}, {"holds": False})
    return None


def _ask_condition(reader: Reader, space: int, position: int | Unknown, condition: Condition) -> Decision[bool]:
    """Return the player's answer about a condition, asked once in a turn."""
    kind, vj = condition.kind, reader.state.vj
    rule = CONDITION_RULES.get(kind, OTHER_CONDITION_RULE)
    same = (kind, condition.any_of) if kind in (*NEEDS_TOWER, "all_transformers_locked") else (space, position)
    if same not in reader.board_facts:
        wanted: list[Any] = []
        for icon in with_icons_behind(condition.any_of):
            name = (yield from reader.rightmost()) if icon.icon == "rb" else icon.type
            wanted += [icon.icon, name or None, icon.count]
        facts = {
            "condition": kind,
            "space": space,
            "section": position,
            "sectors": list(reader.contract_sectors() if kind == "contract_available" else reader.towers),
            "energy": vj.energy,
            "batteries": vj.batteries,
            "any_of": wanted,
            **({"text": condition.text} if condition.text else {}),
        }
        reader.board_facts[same] = yield Question("condition", rule, likely=True, facts=facts)
    true: bool = reader.board_facts[same]
    yield Reason(rule, {"card": space, "condition": kind}, {"holds": true})
    if kind == "all_transformers_locked":
        reader.board_facts["all_transformers_locked"] = true
    if (kind, true) == ("cannot_pay_contract", True) or (same, true) == (("contract_available", ()), False):
        reader.no_contract |= set(reader.towers)
    reader.payable |= (kind, true) == ("contract_available", True)
    return true
