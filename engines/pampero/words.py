"""Words for what solo cards and boards show: contract types, icons, symbols, conditions, actions, bonuses."""

from collections.abc import Iterable
from typing import Any

from engines.kit.text import Text
from engines.pampero.card import Card

TYPES = {
    "residential": Text("residential"),
    "commercial": Text("commercial"),
    "industrial": Text("industrial"),
    "tourism": Text("tourism"),
    "remote": Text("remote"),
    "solar": Text("solar"),
    "market": Text("market"),
    "other_1": Text("other type 1"),
    "other_2": Text("other type 2"),
}
TYPE_OPTIONS = {
    "residential": Text("Residential"),
    "commercial": Text("Commercial"),
    "industrial": Text("Industrial"),
    "tourism": Text("Tourism"),
    "remote": Text("Remote"),
    "solar": Text("Solar"),
    "market": Text("Market"),
    "other_1": Text("Other type 1"),
    "other_2": Text("Other type 2"),
    "no_track": Text("A type without a track"),
}
"""Contract types, and a type without a track, as options of a list."""
ACTIONS = {
    "wind": Text("Build a wind farm"),
    "tower": Text("Build a tower"),
    "contract": Text("Fulfil a contract"),
    "foreign": Text("Sell to a foreign market"),
    "other": Text("Something else"),
}
SHORT_ACTIONS = {
    "wind": Text("wind farm"),
    "tower": Text("tower"),
    "contract": Text("contract"),
    "foreign": Text("market"),
    "other": Text("something else"),
    "?": Text("to be read"),
}
"""The action of a section of a card, as one word or two."""
CONDITIONS = {
    "energy_lt": Text("Energy below a number"),
    "all_transformers_locked": Text("All transformers locked"),
    "cannot_pay_contract": Text("Cannot pay a contract"),
    "contract_available": Text("A contract is available"),
    "foreign_market": Text("A foreign market"),
    "always": Text("No condition"),
    "custom": Text("Something else"),
}
ICONS = {
    "you_most_structures": Text("Your most structures"),
    "you_most_dozers": Text("Your most bulldozers"),
    "most_icons": Text("Most icons of a type"),
    "cheapest": Text("Cheapest contract"),
    "no_own_tower": Text("No tower of VJ"),
    "rb": Text("VJ’s rightmost marker"),
    "is_type": Text("A contract type"),
    "icons_at_least": Text("Icons of a type"),
    "eye": Text("The eye"),
    "you_choose": Text("You choose"),
    "custom": Text("Something else"),
    "end": Text("Nothing more"),
    "none": Text("Nothing"),
}
SYMBOLS = {
    "rb": Text("VJ’s rightmost marker"),
    "money": Text("Money"),
    "energy": Text("Energy"),
    "battery": Text("A battery"),
    "dozer": Text("A bulldozer"),
    "income": Text("Income"),
    "specialist": Text("A specialist card"),
    "connection": Text("A connection tile"),
    "ongoing": Text("An ongoing tile"),
    "none": Text("Nothing"),
    "?": Text("unknown"),
}
AMOUNTS = {
    "cost": Text("Cost in energy"),
    "tiles": Text("Bonus tiles"),
    "steps": Text("Income steps"),
    "income": Text("Income steps"),
    "money": Text("Money in $"),
    "gain": Text("Energy"),
    "energy": Text("Energy"),
    "battery": Text("Batteries"),
    "network": Text("Network tiles"),
    "dozer": Text("Bulldozers"),
    "specialist": Text("Scoring cards"),
    "connection": Text("Connection tiles"),
    "ongoing": Text("Ongoing tiles"),
    "last": Text("Last space (1 = yes)"),
}
"""The gains from a contract or a column, as lines of numbers."""


def type_word(name: str) -> Text:
    """Return the word for a contract type; a name that only a board file knows is its own word."""
    if name == "no_track":
        return Text("no track")
    return TYPES.get(name) or Text("{name}", name=name)


def type_option(name: str) -> Text:
    """Return a contract type as an option of a list."""
    return TYPE_OPTIONS.get(name) or Text("{name}", name=name)


def icon_line(icons: Iterable[str | int], *, of_contracts: bool) -> tuple[Text, ...]:
    """Return the words for a line of icons, each followed by its type and number: “…, of these …”."""
    groups: list[list[Any]] = []
    for value in icons:
        groups += [[]] if value in ICONS else []
        groups[-1].append(value)
    words = [(_contract_icon if of_contracts else _sector_icon)(*group) for group in groups]
    return tuple(word if not n else Text("of these {icon}", icon=word) for n, word in enumerate(dict.fromkeys(words)))


def _contract_icon(icon: str, name: str = "", count: int = 1) -> Text:
    """Return the words for an icon that distinguishes contracts; `name` is its type, or its text."""
    if icon == "icons_at_least":
        return Text("a contract with {n} {type} icons", n=count, type=type_word(name))
    return Text("any {type} contract", type=type_word(name)) if name and icon != "custom" else _plain_icon(icon, name)


def _sector_icon(icon: str, name: str = "", *on: Any) -> Text:
    """Return the words for an icon that distinguishes sectors; `name` is its type, or its text."""
    if icon not in ("most_icons", "rb"):
        return _plain_icon(icon, name)
    words = {
        ("contract",): Text("most {type} icons on contracts", type=type_word(name)),
        ("connection",): Text("most {type} icons on connection tiles", type=type_word(name)),
    }
    return words.get(on) or Text("most {type} icons on contracts and connection tiles", type=type_word(name))


def _plain_icon(icon: str, text: str) -> Text:
    return Text("{text}", text=text) if text else _PLAIN_ICONS[icon]


_PLAIN_ICONS = {
    "you_most_structures": Text("your most wind farms, towers and transformers"),
    "you_most_dozers": Text("your most bulldozers"),
    "cheapest": Text("the cheapest contract"),
    "you_choose": Text("one you choose"),
    "custom": Text("what fits the icon on the card"),
}
"""Icons as parts of a sentence."""


def card_title(card: Card) -> Text:
    """Return the title of a solo card; without one, its number or its key."""
    if card.title:
        return _TITLES.get(card.title) or Text("{title}", title=card.title)
    return Text("Card no. {n}", n=card.number) if card.number != "?" else Text("{key}", key=card.key or "?")


MAJORITIES = {"wind_farms": Text("Most wind farms"), "network_tiles": Text("Most network tiles")}
"""Majorities of which the device can count VJ's side."""
_TITLES = {title.one: title for title in MAJORITIES.values()}
"""Titles of the known cards; the title of a card in an owner's file is not translated."""


def symbol_option(name: str) -> Text:
    """Return a symbol of a bonus table as an option of a list."""
    kind, _, value = name.partition(":")
    return Text("Tile: {type}", type=type_word(value)) if kind == "type" else SYMBOLS[kind]


def symbol_word(kind: str, value: int | str = "") -> Text:
    """Return the words for the symbol to look for in a column: a printed one, or one of a tile."""
    if kind == "money" and value:
        return Text("${n}", n=value)
    if kind == "custom":
        return Text("{text}", text=value)
    if kind == "?":
        return Text("the symbol on the card")
    return Text("“{symbol}”", symbol=SYMBOLS.get(kind) or TYPE_OPTIONS.get(kind) or kind)


def tile_word(kind: str, value: int | str = "") -> Text:
    """Return the words for a tile that is looked for in a column, by its symbol or its contract type."""
    if kind in SYMBOLS or kind == "custom":
        return Text("any tile with {symbol}", symbol=symbol_word(kind, value))
    return Text("any {type} tile", type=type_word(kind))
