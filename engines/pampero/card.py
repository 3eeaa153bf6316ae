"""The solo card as data: three sections, each with a condition, an action, rows of icons and an effect.

    section 1            section 2            section 3
    condition ─✗───────▶ condition ─✗───────▶ condition ─✗──▶ next card
        │ ✓                  │ ✓                  │ ✓
    action: rows         action: rows         action: rows
    effect               effect               effect

Every cell may be unknown, "?": then the player reads it from the card. No cell is ever invented.
"""

import re
from collections.abc import Iterator
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from engines.kit.text import Text
from engines.pampero.files import (
    QUOTED_UNKNOWN,
    field_fault,
    in_field,
    in_place,
    join_values,
    number_faults,
    or_unknown,
)

Unknown = Literal["?"]
UNKNOWN: Unknown = "?"
Zone = Literal["A", "B", "C"]
ZONES: tuple[Zone, ...] = ("A", "B", "C")
CARDS_IN_BOX = 18
"""Solo cards, numbered from 1."""
MAX_ENERGY = 10
"""The last space of the energy track."""
EVERYWHERE = "*"
"""The place of a row for all sectors."""
Action = Literal["wind", "tower", "contract", "foreign", "other", "?"]
IconId = Literal[
    "you_most_structures", "you_most_dozers", "most_icons", "cheapest", "no_own_tower", "rb", "is_type",
    "icons_at_least", "eye", "you_choose", "custom", "?",
]  # fmt: skip
ConditionKind = Literal[
    "energy_lt", "all_transformers_locked", "cannot_pay_contract", "contract_available", "foreign_market", "always",
    "custom", "?",
]  # fmt: skip

SECTOR_ICONS: tuple[IconId, ...] = (
    "you_most_structures", "you_most_dozers", "most_icons", "cheapest", "no_own_tower", "rb", "eye", "you_choose",
    "custom",
)  # fmt: skip
"""Icons that distinguish sectors, for wind farms and towers."""
CONTRACT_ICONS: tuple[IconId, ...] = ("cheapest", "rb", "is_type", "icons_at_least", "eye", "you_choose", "custom")
"""Icons that distinguish contracts."""
WANTED_ICONS: tuple[IconId, ...] = ("is_type", "icons_at_least", "rb", "custom")
"""Icons that a condition may ask a contract to show."""
TYPED_ICONS: tuple[IconId, ...] = ("most_icons", "is_type", "icons_at_least")
"""Icons that name a contract type."""
SYMBOLS = (
    "rb", "type:<type>", "money", "money:<n>", "energy", "battery", "dozer", "income", "specialist", "connection",
    "ongoing", "custom:<text>", "none", "?",
)  # fmt: skip
SYMBOL_WORDS = tuple(word for word in SYMBOLS if "<" not in word)
"""Symbols without a parameter."""
SYMBOL_PATTERN = re.compile("|".join((r"type:\w+", r"money:\d+", "custom:.+", *map(re.escape, SYMBOL_WORDS))))
PLACE_PATTERN = re.compile(r"\*|[ABC][1-9]?")
USUAL_PLACES = ("*", "A", "A1", "A2", "A3", "B", "B1", "B2", "C")
"""Places of usual boards, for the fault of a place that no board can have."""


class CardIcon(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An icon of a line. `back` are the secondary icons behind it. The icon "?" is the unknown rest of a line."""

    icon: IconId
    type: str = ""
    count: int = 1
    on: tuple[Literal["contract", "connection"], ...] = ()
    back: "tuple[CardIcon, ...] | Unknown" = ()
    text: str = ""


class CardRow(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A line of icons for zones or sectors. A row for the place "?" is the unknown rest of the rows."""

    where: tuple[str, ...]
    icons: tuple[CardIcon, ...] | Unknown = UNKNOWN


class Condition(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The condition of an action; `value` is in energy, `any_of` are icons of which a contract must show one."""

    kind: ConditionKind
    value: int | Unknown = UNKNOWN
    any_of: tuple[CardIcon, ...] | Unknown = ()
    text: str = ""


class Bonus(Struct, frozen=True, forbid_unknown_fields=True):
    """The bonus to look for in the columns of a zone: a tile with the top symbol, else a printed bottom symbol."""

    tile: str = UNKNOWN
    printed: str = UNKNOWN


class Section(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A third of a card. `energy` by zone belongs to wind farms, `bonus` by zone to towers."""

    condition: Condition
    position: Literal[1, 2, 3] | Unknown = UNKNOWN
    action: Action = UNKNOWN
    row: tuple[CardRow, ...] | Unknown = UNKNOWN
    energy: dict[Zone, int | Unknown] | None = None
    bonus: dict[Zone, Bonus] | None = None

    @property
    def known_rows(self) -> tuple[CardRow, ...]:
        """Its rows, none if they are unknown."""
        return () if self.row == UNKNOWN else self.row


class Card(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A solo card. `majority` is an id of the board’s majorities; `synthetic` marks a card that is made up."""

    section: tuple[Section, Section, Section]
    schema: Literal["pampero-solo-card/1"] = "pampero-solo-card/1"
    id: str = ""
    number: int | Unknown = UNKNOWN
    title: str = ""
    majority: str = UNKNOWN
    complete: bool = False
    synthetic: bool = False

    @property
    def key(self) -> str:
        """Return the identity of this card: its id, else its number, else its majority, else its title."""
        number = "" if self.number == UNKNOWN else f"card_{self.number}"
        majority = "" if self.majority == UNKNOWN else self.majority
        return self.id or number or majority or self.title

    def section_at(self, position: int) -> Section | None:
        """Return the section at a position (1 to 3), None if it is not known which one that is."""
        return next((section for section in self.section if section.position == position), None)

    def faults(self) -> Iterator[Text]:
        """Yield the faults of this card: section and row, the value found, the values allowed."""
        yield from number_faults("number", self.number, 1, CARDS_IN_BOX, unknown=True)
        positions = [section.position for section in self.section if section.position != UNKNOWN]
        if len(positions) != len(set(positions)):
            yield field_fault("position", ", ".join(map(str, positions)), Text("1, 2, 3, each once, or '?'"))
        for n, section in enumerate(self.section, 1):
            yield from (in_place(Text("section {n}", n=n), fault) for fault in _section_faults(section))
        if self.complete and not is_complete(self):
            yield field_fault("complete", "true", Text("false while a cell is '?'"))


def blank_card(number: int | Unknown, majority: str = UNKNOWN, title: str = "", id: str = "") -> Card:  # noqa: A002
    """Return a card with unread sections."""
    first, second, third = map(unread_section, (1, 2, 3))
    return Card((first, second, third), number=number, majority=majority, title=title, id=id)


def unread_section(position: Any) -> Section:
    """Return a section with no known cell but its position (1 to 3)."""
    return Section(Condition(UNKNOWN), position)


def without_sections(card: Card) -> Card:
    """Return a card with unread sections, as it is used if cards are read on the table."""
    return blank_card(card.number, card.majority, card.title, card.id)


def card_for_board(card: Card, places: tuple[str, ...]) -> Card:
    """Return a card for a board: the rows of a section are unread if one names a place that the board does not have."""

    def fits(section: Section) -> bool:
        return all(place in (*places, UNKNOWN) for row in section.known_rows for place in row.where)

    if all(map(fits, card.section)):
        return card
    first, second, third = (section if fits(section) else replace(section, row=UNKNOWN) for section in card.section)
    return replace(card, section=(first, second, third), complete=False)


def is_complete(card: Card) -> bool:
    """Return whether no cell of a card is unknown."""
    return not any(_has_unknown(section) for section in card.section)


def _has_unknown(value: Any) -> bool:
    if isinstance(value, Condition) and value.kind != "energy_lt":
        value = (value.kind, value.any_of)  # only that condition has a number
    if isinstance(value, Struct):
        value = [getattr(value, name) for name in value.__struct_fields__]
    if isinstance(value, dict):
        value = list(value.values())
    return any(map(_has_unknown, value)) if isinstance(value, list | tuple) else bool(value == UNKNOWN)


# --- faults ---------------------------------------------------------------------------------------------------------


def place_faults(card: Card, places: tuple[str, ...]) -> Iterator[Text]:
    """Yield a fault for each place in the rows of a card that the board does not have."""
    for n, section in enumerate(card.section, 1):
        for m, row in enumerate(section.known_rows, 1):
            for place in row.where:
                if place not in places and place != UNKNOWN:
                    fault = in_place(Text("row {n}", n=m), field_fault("where", repr(place), places))
                    yield in_place(Text("section {n}", n=n), fault)


def _section_faults(section: Section) -> Iterator[Text]:
    yield from _condition_faults(section.condition)
    if section.action == "wind":
        yield from _zone_faults("energy", section.energy)
        for zone, energy in (section.energy or {}).items():
            yield from number_faults("energy", energy, 0, MAX_ENERGY, zone=zone, unknown=True)
    if section.action == "tower":
        yield from _zone_faults("bonus", section.bonus)
    for zone, bonus in (section.bonus or {}).items():
        for name in ("tile", "printed"):
            symbol = getattr(bonus, name)
            if not SYMBOL_PATTERN.fullmatch(symbol):
                fault = field_fault(name, repr(symbol), SYMBOLS)
                yield in_field("bonus", in_place(Text("zone {zone}", zone=zone), fault))
    for n, row in enumerate(section.known_rows, 1):
        yield from (in_place(Text("row {n}", n=n), fault) for fault in _row_faults(row, section.action))


def _condition_faults(condition: Condition) -> Iterator[Text]:
    if condition.kind == "energy_lt":
        yield from number_faults("value", condition.value, 1, MAX_ENERGY, inside="condition", unknown=True)
    if condition.any_of != UNKNOWN:
        yield from (
            in_field("condition", fault) for icon in condition.any_of for fault in _icon_faults(icon, WANTED_ICONS)
        )


def _zone_faults(name: str, found: dict[Zone, Any] | None) -> Iterator[Text]:
    if found is None or set(found) != set(ZONES):
        yield field_fault(name, join_values(found or ()), Text("zones A, B and C"))


def _row_faults(row: CardRow, action: Action) -> Iterator[Text]:
    for place in row.where or ("nothing",):
        if not PLACE_PATTERN.fullmatch(place) and place != UNKNOWN:
            yield field_fault("where", repr(place), USUAL_PLACES)
    icons: tuple[CardIcon, ...] = () if row.icons == UNKNOWN else row.icons
    names = [icon.icon for icon in icons]
    for n, icon in enumerate(icons):
        yield from _icon_faults(icon, _allowed_icons(action))
        rest = names[n + 1 :]
        if icon.icon == "you_choose" and rest:
            yield _order_fault("you_choose", rest[0], Text("you_choose at the end of a row"))
        if icon.icon == "eye" and rest not in ([], ["you_choose"], [UNKNOWN]):
            yield _order_fault("eye", rest[0], Text("eye at the end or right before you_choose"))
        if icon.icon == UNKNOWN and rest:
            yield _order_fault(QUOTED_UNKNOWN, rest[0], Text("'?' for the end of a row"))


def _order_fault(icon: str, next_icon: str, allowed: Text) -> Text:
    return field_fault("icons", Text("{icon} before {other}", icon=icon, other=next_icon), allowed)


def _allowed_icons(action: Action) -> tuple[IconId, ...]:
    match action:
        case "contract":
            return (*CONTRACT_ICONS, UNKNOWN)
        case "wind" | "tower":
            return (*SECTOR_ICONS, UNKNOWN)
    return (*SECTOR_ICONS, "is_type", "icons_at_least", UNKNOWN)


def _icon_faults(icon: CardIcon, allowed: tuple[IconId, ...]) -> Iterator[Text]:
    if icon.icon not in allowed:
        yield field_fault("icon", repr(icon.icon), allowed)
    if icon.icon in TYPED_ICONS and not icon.type:
        yield field_fault("type", Text("nothing for {icon}", icon=icon.icon), or_unknown(Text("a contract type")))
    if icon.count < 1:
        yield field_fault("count", icon.count, Text("1 or more"))
    secondary = tuple(name for name in allowed if name not in ("eye", "you_choose", UNKNOWN))
    for behind in () if icon.back == UNKNOWN else icon.back:
        yield from (in_field("back", fault) for fault in _icon_faults(behind, secondary))
