"""Reading the cells of solo cards in a decision. The mode says how an unknown cell is read.

learning: it is asked for, and known from then on
digital: the player reads its result from the card
table: as digital, with nothing known beforehand
"""

from collections.abc import Iterable, Sequence
from itertools import count
from typing import Any, TypeVar, get_args

from msgspec import Struct
from msgspec.structs import replace

from engines.kit.contract import Reason
from engines.kit.decisions import Decision, Question
from engines.pampero.card import (
    CONTRACT_ICONS,
    SECTOR_ICONS,
    SYMBOL_WORDS,
    TYPED_ICONS,
    UNKNOWN,
    WANTED_ICONS,
    ZONES,
    Action,
    Bonus,
    CardIcon,
    CardRow,
    Condition,
    ConditionKind,
    Section,
    Unknown,
    Zone,
)
from engines.pampero.state import POSITIONS, SPACES, State

T = TypeVar("T")

CELL_RULE = "pampero.card.cell"
END = "end"
"""The answer that a line of icons, or the rows of a section, end here."""
MARKET = "market"
"""A type of icons on cards beside the contract types."""
SHORT_OF_ENERGY = ("cannot_pay_contract", ())
"""The key in `board_facts`: VJ can pay none of the contracts in sectors with his tower, and there is at least one."""
MAX_ICON_COUNT = 9
"""The most icons of a type that a learned icon can ask for."""
MAX_ROWS = 8
"""The most rows of a section that is learned."""
CONDITION_KINDS: tuple[ConditionKind, ...] = get_args(ConditionKind)[:-1]
"""Kinds of conditions that can be learned: all but "?"."""
ACTIONS: tuple[Action, ...] = get_args(Action)[:-1]
"""Actions that can be learned: all but "?"."""
REST_OF_LINE = CardIcon(UNKNOWN)
REST_OF_ROWS = CardRow((UNKNOWN,))

Place = dict[str, Any]
"""The place of a cell as facts: space and section; row and number of an icon (from 1), and whether it is behind."""


class RowAt(Struct, frozen=True):
    """A row of a section (both from 0) of the card at a space (1 to 3)."""

    space: int
    section: int
    row: int


class Reader:
    """The cards of a play while one decision reads them, and the player's answers about the board.

    `no_site` and `no_contract` are sectors in which VJ can build, or fulfil, nothing in this turn. `payable` is true if
    another sector with his tower is known to have a contract that VJ can pay. `board_facts` are further answers.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.cards = [slot.card for slot in state.cards]
        self.learning = state.mode == "learning"
        self.no_site: dict[str, set[str]] = {"wind": set(), "tower": set()}
        self.no_contract: set[str] = set()
        self.payable = False
        self.board_facts: dict[Any, Any] = {}
        self.towers = tuple(sector for sector in state.board.sectors if state.vj.towers.get(sector))
        """The sectors with a tower of VJ."""

    def contract_sectors(self) -> tuple[str, ...]:
        """Return the sectors with a tower of VJ that may have a contract that he can pay."""
        can_pay = self.state.vj.energy or self.state.vj.batteries
        return tuple(sector for sector in self.towers if can_pay and sector not in self.no_contract)

    def contract_sectors_in(self, row: CardRow) -> tuple[str, ...]:
        """Return those of these sectors that a row names, in its order."""
        return tuple(sector for sector in self.state.board.sectors_at(row.where) if sector in self.contract_sectors())

    def section(self, space: int, section: int) -> Section:
        """Return a section of a card as far as it is known."""
        return self.cards[space - 1].section[section]

    def next_cards(self, space: int) -> tuple[int, ...]:
        """Return the other cards that are face up, going down and around (pampero.read.wrap, pampero.read.flipped)."""
        spaces = self.state.face_up()
        below = tuple(other for other in spaces if other > space)
        return below + tuple(other for other in spaces if other < space)

    def ask_once(self, key: Any, question: Question) -> Decision[Any]:
        """Return the answer to the question with a key, asked once in a turn."""
        if key not in self.board_facts:
            self.board_facts[key] = yield question
        return self.board_facts[key]

    def rightmost(self) -> Decision[str]:
        """Return the type of VJ's rightmost income marker, asked if the order of the tracks is unknown."""
        state, types = self.state, self.state.types()
        found = state.rightmost()
        if found is None:
            question = Question("rightmost", "pampero.income.rightmost", ids=types, likely=types[-1])
            found = yield from self.ask_once("rb", question)
        yield Reason("pampero.income.rightmost", {"income": state.income_places()}, {"type": found})
        return str(found)

    def reading_reason(self) -> Decision[None]:
        """Yield the reason for the cards of which cells were read (pampero.card.cell)."""
        spaces = [space for space in SPACES if self.state.card(space) != self.cards[space - 1]]
        if spaces:
            yield Reason(CELL_RULE, {"mode": self.state.mode}, {"cards": spaces})

    def asks_whether_short(self) -> bool:
        """Return whether a section may still ask if VJ is short of energy (pampero.condition.cannot_pay)."""
        cards = [self.cards[space - 1] for space in self.state.face_up()]
        kinds = {section.condition.kind for card in cards for section in card.section}
        return SHORT_OF_ENERGY[0] in kinds and SHORT_OF_ENERGY not in self.board_facts

    # --- sections ---

    def place_last(self, space: int) -> None:
        """Set the position of the last section of a card whose position is unknown."""
        sections = self.cards[space - 1].section
        unplaced = _unplaced_sections(sections)
        if len(unplaced) == 1:
            [position] = {*POSITIONS} - {section.position for section in sections}
            self._set(space, unplaced[0], position=position)

    def section_at(self, space: int, position: int, *, by_condition: bool = False) -> Decision[int]:
        """Return the index of the section at a position (1 to 3) of a card, identified by its action if needed.

        `by_condition`: if cells are learned, it is first identified by its condition, if possible.
        """
        self.place_last(space)
        sections = self.cards[space - 1].section
        for n, section in enumerate(sections):
            if section.position == position:
                return n
        place = {"space": space, "section": position}
        unplaced = _unplaced_sections(sections)
        read = Condition(UNKNOWN)
        if by_condition and self.learning:
            read = yield from _read_condition(place)
            unplaced = [n for n in unplaced if sections[n].condition.kind in (UNKNOWN, read.kind)] or unplaced
        n, cells = unplaced[0], dict[str, Any]()
        if len(unplaced) > 1 and (read.kind == UNKNOWN or any(sections[n].action != UNKNOWN for n in unplaced)):
            n, cells = yield from self._section_by_action(sections, unplaced, place)
        condition = sections[n].condition
        self._set(space, n, position=position, condition=read if condition.kind == UNKNOWN else condition, **cells)
        return n

    def _section_by_action(
        self, sections: Sequence[Section], unplaced: Sequence[int], place: Place
    ) -> Decision[tuple[int, dict[str, Any]]]:
        """Return which unplaced section is at a place, identified by its action, and the cells that then are known."""
        known = {sections[n].action: n for n in reversed(unplaced) if sections[n].action != UNKNOWN}
        unread = [n for n in unplaced if sections[n].action == UNKNOWN]
        ids = ACTIONS if unread else tuple(known)
        action = yield _ask("cell_action", ids, ids[0], place)
        n = known.get(action, (*unread, *unplaced)[0])
        return n, self._cells_of(sections[n], action)

    def _cells_of(self, section: Section, action: Action) -> dict[str, Any]:
        """Return the cells of a section that follow from its action; every wind farm adds the same energy."""
        cells: dict[str, Any] = {"action": action}
        if action == "wind":
            cells["energy"] = self.state.board.energy.wind | (section.energy or {})
        if action == "tower":
            cells["bonus"] = {zone: Bonus() for zone in ZONES} | (section.bonus or {})
        return cells

    # --- cells of a section ---

    def action(self, space: int, section: int) -> Decision[Action]:
        """Return the action of a section, asked once if it is unknown, in each mode (pampero.card.cell)."""
        found = self.section(space, section)
        if found.action == UNKNOWN:
            action = yield _ask("cell_action", ACTIONS, ACTIONS[0], self._place(space, section))
            self._set(space, section, **self._cells_of(found, action))
        return self.section(space, section).action

    def condition(self, space: int, section: int) -> Decision[Condition]:
        """Return the condition of a section; it is still unknown if it is read at the table."""
        condition = self.section(space, section).condition
        if not self.learning:
            return condition
        place = self._place(space, section)
        if condition.kind == UNKNOWN:
            condition = yield from _read_condition(place)
        if condition.kind == "energy_lt" and condition.value == UNKNOWN:
            most = self.state.board.energy.max
            condition = replace(condition, value=(yield _ask_number("energy", 1, most, most, place)))
        condition = replace(condition, any_of=(yield from self._wanted_icons(condition.any_of, place)))
        self._set(space, section, condition=condition)
        return condition

    def _wanted_icons(self, any_of: Sequence[CardIcon] | Unknown, place: Place) -> Decision[tuple[CardIcon, ...]]:
        """Return the icons that a contract must show; if they are unknown, one is read, and the one behind it."""
        if any_of != UNKNOWN:
            return (yield from self._with_types(any_of, place))
        name = yield _ask("cell_wanted", ("none", *WANTED_ICONS), "none", place)
        if name == "none":
            return ()
        icon = yield from self._read_icon(name, place)
        return (replace(icon, back=(yield from self._read_back(icon, WANTED_ICONS, place))),)

    def bonus(self, space: int, section: int, zone: Zone) -> Decision[Bonus]:
        """Return the symbols of a zone in the bonus table of a tower section."""
        table = self.section(space, section).bonus or {}
        bonus = table.get(zone, Bonus())
        for place in ("tile", "printed"):
            if self.learning and getattr(bonus, place) == UNKNOWN:
                symbol = yield from self._read_symbol(self._place(space, section) | {"zone": zone, "place": place})
                bonus = replace(bonus, **{place: symbol})
                self._set(space, section, bonus={**table, zone: bonus})
        return bonus

    def _read_symbol(self, place: Place) -> Decision[str]:
        """Return a symbol of a bonus table, printed money with its amount."""
        types = (f"type:{name}" for name in self._icon_types())
        of_tile = place["place"] == "tile"
        ids = ("rb", *types, *SYMBOL_WORDS[1:-1])
        symbol: str = yield _ask("cell_symbol", ids, "rb" if of_tile else "money", place)
        if symbol != "money" or of_tile:
            return symbol
        n = yield _ask_number("money", 1, 20, 5, place)
        return f"money:{n}"

    def energy(self, space: int, section: int, zone: Zone) -> Decision[int]:
        """Return the energy of a wind farm in a zone, from the card or else the board (pampero.wind.energy)."""
        table = self.section(space, section).energy or {}
        known = table.get(zone)
        usual = self.state.board.energy.wind[zone]
        if known is None:
            return usual
        if known == UNKNOWN:
            most = self.state.board.energy.max
            known = yield _ask_number("gain", 0, most, usual, self._place(space, section), zone=zone)
            self._set(space, section, energy={**table, zone: known})
        return int(known)

    # --- rows ---

    def row(self, line: RowAt) -> Decision[CardRow | None]:
        """Return a row of a section; None after the last."""
        rows = self.rows(line.space, line.section)
        if line.row >= len(rows):
            return None
        if rows[line.row] != REST_OF_ROWS:
            return rows[line.row]
        return (yield from self._read_row(line, rows)) if self.learning else None

    def rows(self, space: int, section: int) -> tuple[CardRow, ...]:
        """Return the rows of a section as far as they are known."""
        rows = self.section(space, section).row
        return (REST_OF_ROWS,) if rows == UNKNOWN else rows

    def _read_row(self, line: RowAt, rows: tuple[CardRow, ...]) -> Decision[CardRow | None]:
        """Return the next row with its place, None if there is none; its icons stay unknown until they matter."""
        where = END
        if line.row < MAX_ROWS:
            named = {place for row in rows for place in row.where}
            likely = next((zone for zone in ZONES if zone not in named), END)
            ids = (*self.state.board.places, END)  # a zone may have several rows
            where = yield _ask("cell_where", ids, likely, self._place(line.space, line.section), row=line.row + 1)
        if where == END:
            self._set(line.space, line.section, row=rows[: line.row])
            return None
        row = CardRow((where,))
        self._set(line.space, line.section, row=(*rows[: line.row], row, REST_OF_ROWS))
        return row

    # --- icons of a row ---

    def icon(self, line: RowAt, n: int) -> Decision[CardIcon | None]:
        """Return the n-th icon (from 0) of a row; None after the last."""
        found = yield from self._icon(line, n)
        if found is None:
            return None
        icon = yield from self._with_type(found, self._icon_place(line, n))
        self._set_icon(line, n, icon)
        return icon

    def _icon(self, line: RowAt, n: int) -> Decision[CardIcon | None]:
        icons = self._icons(line)
        if n >= len(icons):
            return None
        if icons[n] != REST_OF_LINE:
            return icons[n]
        return (yield from self._read_next_icon(line, icons)) if self.learning else None

    def _read_next_icon(self, line: RowAt, icons: tuple[CardIcon, ...]) -> Decision[CardIcon | None]:
        """Return the next icon of a line, None at its end; the icons behind it stay unknown until they matter."""
        n = len(icons) - 1
        after_eye = n > 0 and icons[n - 1].icon == "eye"
        ids = ("you_choose", END) if after_eye else (*self._icon_ids(line), END)
        name = yield _ask("cell_icon", ids, ids[0] if n == 0 else END, self._icon_place(line, n))
        if name == END:
            self._set_icons(line, icons[:n])
            return None
        alone = name in ("eye", "you_choose")
        icon = yield from self._read_icon(name, self._icon_place(line, n), () if alone else UNKNOWN)
        last = name == "you_choose" or (name == "eye" and self._icon_ids(line) == CONTRACT_ICONS)
        self._set_icons(line, (*icons[:n], icon) if last else (*icons[:n], icon, REST_OF_LINE))
        return icon

    def _read_icon(self, name: Any, place: Place, back: Any = ()) -> Decision[CardIcon]:
        """Return an icon with the type and count that it needs."""
        icon = yield from self._with_type(CardIcon(name, UNKNOWN if name in TYPED_ICONS else "", back=back), place)
        if name == "icons_at_least":
            icon = replace(icon, count=(yield _ask_number("count", 1, MAX_ICON_COUNT, 2, place, icon=name)))
        return icon

    def _with_type(self, icon: CardIcon, place: Place) -> Decision[CardIcon]:
        """Return an icon with its type, and those behind it with theirs."""
        if icon.type == UNKNOWN:
            question = _ask("cell_type", self._icon_types(), self.state.types()[-1], place, icon=icon.icon)
            icon = replace(icon, type=(yield question))
        if icon.back != UNKNOWN:
            icon = replace(icon, back=(yield from self._with_types(icon.back, place | {"behind": True})))
        return icon

    def _with_types(self, icons: Sequence[CardIcon], place: Place) -> Decision[tuple[CardIcon, ...]]:
        typed = []
        for icon in icons:
            typed.append((yield from self._with_type(icon, place)))  # noqa: PERF401 - a comprehension cannot yield
        return tuple(typed)

    def icons_behind(self, line: RowAt, n: int) -> Decision[tuple[CardIcon, ...]]:
        """Return the secondary icons behind the n-th icon of a row (pampero.icons.secondary)."""
        icon = self._icons(line)[n]
        if icon.back != UNKNOWN:
            return icon.back
        if not self.learning:
            return ()
        ids = tuple(name for name in self._icon_ids(line) if name not in ("eye", "you_choose"))
        back = yield from self._read_back(icon, ids, self._icon_place(line, n))
        self._set_icon(line, n, replace(icon, back=back))
        return back

    def _read_back(self, icon: CardIcon, ids: Sequence[str], place: Place) -> Decision[tuple[CardIcon, ...]]:
        """Return the icon behind another one, if there is one."""
        name = yield _ask("cell_back", ("none", *ids), "none", place, icon=icon.icon)
        return () if name == "none" else ((yield from self._read_icon(name, place | {"behind": True})),)

    def known_icons(self, line: RowAt) -> tuple[CardIcon, ...]:
        """Return the icons of a row, each followed by those behind it, up to the first that is still to be read."""
        icons: list[CardIcon] = []
        for icon in self._icons(line):
            behind = () if icon.back == UNKNOWN else icon.back
            if UNKNOWN in (icon.icon, icon.type, *(secondary.type for secondary in behind)):
                return (*icons, REST_OF_LINE)
            icons.append(replace(icon, back=()))
            if icon.back == UNKNOWN and self.learning:
                return (*icons, REST_OF_LINE)
            icons += behind
        return tuple(icons)

    def lets_you_choose(self, space: int, section: int) -> Decision[bool]:
        """Return whether a row of a section lets you choose; unknown icons are read for it."""
        for row in range(len(self.rows(space, section))):
            for n in count():
                icon = yield from self._icon(RowAt(space, section, row), n)
                if icon is None:
                    break
                if icon.icon == "you_choose":
                    return True
        return False

    # --- cells that are read at the table ---

    def is_unread(self, line: RowAt, n: int = 0) -> bool:
        """Return whether a row is unknown from its n-th icon (from 0) on, so that its result is read at the table."""
        return not self.learning and self._icons(line)[n:] == (REST_OF_LINE,)

    def has_unread_icons(self, space: int, section: int) -> bool:
        """Return whether rows of a section, or the end of one, are read at the table."""
        lines = (RowAt(space, section, n) for n in range(len(self.rows(space, section))))
        return not self.learning and any(self._icons(line)[-1:] == (REST_OF_LINE,) for line in lines)

    def has_unread_rows(self, space: int, section: int) -> bool:
        """Return whether rows of a section are unknown, so that their result is read at the table."""
        return not self.learning and self.rows(space, section)[-1:] == (REST_OF_ROWS,)

    def is_unplaced(self, space: int, position: int) -> bool:
        """Return whether nobody knows which section is at a position, so that its condition is read at the table."""
        return not self.learning and self.cards[space - 1].section_at(position) is None

    def has_open_condition(self, place: tuple[int, int]) -> bool:
        """Return whether the condition at a place (space, position) is unknown, so that it is read at the table."""
        section = self.cards[place[0] - 1].section_at(place[1])
        condition = Condition(UNKNOWN) if section is None else section.condition
        unread = not self.learning and UNKNOWN in (condition.kind, condition.any_of)
        return unread and place not in self.board_facts

    def stop(self, line: RowAt, n: int, icon: CardIcon | None) -> str:
        """Return the icon that a row stops at: "eye", "you_choose", "?" if it is read at the table, "" at its end."""
        if icon is not None:
            return icon.icon
        return UNKNOWN if self.is_unread(line, n) else ""

    def read_off(
        self, space: int, section: int, among: Sequence[str], other: str = "none", **facts: Any
    ) -> Decision[str | None]:
        """Return the answer that the printed card leads to, read at the table; None for the answer `other`."""
        action = self.section(space, section).action
        facts = {"action": action, "tied": list(among)} | self._place(space, section) | facts
        ids = (*among, other) if other else tuple(among)
        likely = middle(among) if action == "contract" else among[0]
        chosen = yield Question("row_sector", CELL_RULE, ids=ids, likely=likely, facts=facts)
        return None if chosen == other else str(chosen)

    # --- helpers ---

    def _icon_types(self) -> Iterable[str]:
        return dict.fromkeys((*self.state.types(), MARKET))

    def _place(self, space: int, section: int) -> Place:
        return {"space": space, "section": self.section(space, section).position}

    def _icon_place(self, line: RowAt, n: int) -> Place:
        return self._place(line.space, line.section) | {"row": line.row + 1, "number": n + 1}

    def _icons(self, line: RowAt) -> tuple[CardIcon, ...]:
        icons = self.rows(line.space, line.section)[line.row].icons
        return (REST_OF_LINE,) if icons == UNKNOWN else icons

    def _icon_ids(self, line: RowAt) -> tuple[str, ...]:
        contract = self.section(line.space, line.section).action == "contract"
        return CONTRACT_ICONS if contract else SECTOR_ICONS

    def _set(self, space: int, section: int, **cells: Any) -> None:
        """Set cells of a section, wherever its card is: it may be at two spaces."""
        card = self.cards[space - 1]
        read = replace(card, section=_with_item(card.section, section, replace(card.section[section], **cells)))
        self.cards = [read if other == card else other for other in self.cards]

    def _set_icons(self, line: RowAt, icons: tuple[CardIcon, ...]) -> None:
        rows = self.rows(line.space, line.section)
        self._set(line.space, line.section, row=_with_item(rows, line.row, replace(rows[line.row], icons=icons)))

    def _set_icon(self, line: RowAt, n: int, icon: CardIcon) -> None:
        self._set_icons(line, _with_item(self._icons(line), n, icon))


def middle(ids: Sequence[str]) -> str:
    """Return the middle of a list, from which all rows are near."""
    return ids[(len(ids) - 1) // 2]


def _with_item(items: tuple[T, ...], n: int, item: T) -> tuple[T, ...]:
    return (*items[:n], item, *items[n + 1 :])


def _unplaced_sections(sections: Sequence[Section]) -> list[int]:
    """Return the indexes of the sections without a known position."""
    return [n for n, section in enumerate(sections) if section.position == UNKNOWN]


def _ask(key: str, ids: Iterable[str], likely: str, place: Place, **facts: Any) -> Question:
    """Return the question for a cell that is one of some ids."""
    return Question(key, CELL_RULE, ids=tuple(ids), likely=likely, facts=place | facts)


def _ask_number(cell: str, low: int, high: int, likely: int, place: Place, **facts: Any) -> Question:
    """Return the question for a cell that is a number."""
    return Question("cell_number", CELL_RULE, low=low, high=high, likely=likely, facts=place | {"cell": cell} | facts)


def _read_condition(place: Place) -> Decision[Condition]:
    """Return a condition with its kind; its number and its icons are still unknown."""
    kind = yield _ask("cell_condition", CONDITION_KINDS, CONDITION_KINDS[0], place)
    return Condition(kind, any_of=UNKNOWN if kind == "contract_available" else ())
