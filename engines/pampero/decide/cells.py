"""Asking for a cell of a printed solo card: an icon with its type and those behind it, a symbol, a number."""

from collections.abc import Sequence
from typing import Any, get_args

from msgspec.structs import replace

from engines.kit.decisions import Decision, Question
from engines.pampero.card import TYPED, UNKNOWN, WANTED, Action, CardIcon, ConditionKind, Unknown
from engines.pampero.state import State

RULE = "pampero.card.cell"
END = "end"
"""Of a line or of the rows: nothing comes after it."""
MARKET = "market"
"""An icon that cards name beside the contract types."""
MOST_ICONS = 9
"""Icons of a type that a contract can be taught to show."""
KINDS: tuple[ConditionKind, ...] = get_args(ConditionKind)[:-1]
"""Conditions that can be learned: all but "?"."""
SYMBOLS = ("money", "energy", "battery", "dozer", "income", "specialist", "connection", "ongoing", "none")
ACTIONS: tuple[Action, ...] = get_args(Action)[:-1]

Place = dict[str, Any]
"""Facts that say where a cell is: space and section; row and number of an icon (from 1), and whether it is behind."""


def ask(key: str, ids: Sequence[str], likely: str, place: Place, **facts: Any) -> Question:
    """Return the question for a cell that is one of some ids."""
    return Question(key, RULE, ids=tuple(ids), likely=likely, facts=place | facts)


def ask_number(cell: str, low: int, high: int, likely: int, place: Place, **facts: Any) -> Question:
    """Return the question for a cell that is a number."""
    return Question("cell_number", RULE, low=low, high=high, likely=likely, facts=place | {"cell": cell} | facts)


def icon_named(state: State, name: Any, place: Place, back: Any = ()) -> Decision[CardIcon]:
    """Return an icon with the type and count that it needs."""
    icon = yield from typed(state, CardIcon(name, UNKNOWN if name in TYPED else "", back=back), place)
    if name == "icons_at_least":
        icon = replace(icon, count=(yield ask_number("count", 1, MOST_ICONS, 2, place, icon=name)))
    return icon


def typed(state: State, icon: CardIcon, place: Place) -> Decision[CardIcon]:
    """Return an icon with its type, and those behind it with theirs."""
    if icon.type == UNKNOWN:
        types = (*state.types(), MARKET)
        asked = ask("cell_type", tuple(dict.fromkeys(types)), types[-2], place, icon=icon.icon)
        icon = replace(icon, type=(yield asked))
    if icon.back != UNKNOWN:
        icon = replace(icon, back=(yield from _all_typed(state, icon.back, place | {"behind": True})))
    return icon


def _all_typed(state: State, icons: Sequence[CardIcon], place: Place) -> Decision[tuple[CardIcon, ...]]:
    known = [*icons]
    for n, icon in enumerate(icons):
        known[n] = yield from typed(state, icon, place)
    return tuple(known)


def wanted(state: State, any_of: Sequence[CardIcon] | Unknown, place: Place) -> Decision[tuple[CardIcon, ...]]:
    """Return the icons that a contract must show: one, if none is known, and the one behind it."""
    if any_of != UNKNOWN:
        return (yield from _all_typed(state, any_of, place))
    name = yield ask("cell_wanted", ("none", *WANTED), "none", place)
    if name == "none":
        return ()
    icon = yield from icon_named(state, name, place)
    return (replace(icon, back=(yield from back_of(state, icon, WANTED, place))),)


def back_of(state: State, icon: CardIcon, ids: Sequence[str], place: Place) -> Decision[tuple[CardIcon, ...]]:
    """Return the icon behind another one, if there is one."""
    name = yield ask("cell_back", ("none", *ids), "none", place, icon=icon.icon)
    return () if name == "none" else ((yield from icon_named(state, name, place | {"behind": True})),)


def symbol_of(state: State, place: Place) -> Decision[str]:
    """Return a symbol of a bonus table; printed money has an amount."""
    types = tuple(f"type:{name}" for name in dict.fromkeys((*state.types(), MARKET)))
    likely = "rb" if place["place"] == "tile" else "money"
    symbol: str = yield ask("cell_symbol", ("rb", *types, *SYMBOLS), likely, place)
    if symbol != "money" or place["place"] == "tile":
        return symbol
    n = yield ask_number("money", 1, 20, 5, place)
    return f"money:{n}"
