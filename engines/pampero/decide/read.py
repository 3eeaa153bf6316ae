"""Reading solo cards in a decision: what a cell says, asked once where it is unknown.

learning: an unknown cell is asked, and known from then on
digital: what is known is used; where a cell is unknown, its result is read at the table
table: as digital, with nothing known beforehand
"""

from collections.abc import Sequence
from itertools import count
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engines.kit.contract import Reason
from engines.kit.decisions import Decision, Question
from engines.pampero.card import (
    OF_CONTRACTS,
    OF_SECTORS,
    UNKNOWN,
    ZONES,
    Action,
    Bonus,
    Card,
    CardIcon,
    CardRow,
    Condition,
    Section,
    Zone,
)
from engines.pampero.decide.cells import (
    ACTIONS,
    END,
    KINDS,
    RULE,
    Place,
    ask,
    ask_number,
    back_of,
    icon_named,
    symbol_of,
    typed,
    wanted,
)
from engines.pampero.state import POSITIONS, SPACES, State

MOST_ROWS = 8
"""Rows that a section can be taught."""
REST_OF_LINE = CardIcon(UNKNOWN)
REST_OF_ROWS = CardRow((UNKNOWN,))


class RowAt(Struct, frozen=True):
    """A row of a section (both from 0) of the card at a space (1 to 3)."""

    space: int
    section: int
    row: int


class Reader:
    """The cards of a play while one decision reads them, and what was told of the board meanwhile.

    `no_site` and `no_contract` are sectors where nothing can be built, or fulfilled, in this turn; `payable`: a
    contract that VJ can pay is known to lie in one of the others with his tower.
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

    def open(self) -> tuple[str, ...]:
        """Return the sectors with a tower of VJ where he may find a contract that he can pay."""
        can_pay = self.state.vj.energy or self.state.vj.batteries
        return tuple(sector for sector in self.towers if can_pay and sector not in self.no_contract)

    def open_in(self, row: CardRow) -> tuple[str, ...]:
        """Return those of them that a row names, in its order."""
        return tuple(sector for sector in self.state.board.within(row.where) if sector in self.open())

    def section(self, space: int, section: int) -> Section:
        """Return a section of a card as far as it is known."""
        return self.cards[space - 1].section[section]

    def next_cards(self, space: int) -> tuple[int, ...]:
        """Return the other cards that are face up, going down and around (pampero.read.wrap, pampero.read.flipped)."""
        up = self.state.up()
        below = tuple(other for other in up if other > space)
        return below + tuple(other for other in up if other < space)

    # --- cells ---

    def place_last(self, space: int) -> None:
        """Put the one section of a card whose place is unknown, if it is one alone, where no other is."""
        sections = self.cards[space - 1].section
        unplaced = _unplaced(sections)
        if len(unplaced) == 1:
            [position] = {*POSITIONS} - {section.position for section in sections}
            self._put(space, unplaced[0], position=position)

    def is_unplaced(self, space: int, position: int) -> bool:
        """Return whether nobody knows which section is at a position, so that its condition is read at the table."""
        return not self.learning and self.cards[space - 1].placed(position) is None

    def at_position(self, space: int, position: int, *, by_condition: bool = False) -> Decision[int]:
        """Return the section that is at a position (1 to 3) of a card; what it does may say which one it is.

        `by_condition`: where cells are learned its condition is read before, and may tell alone.
        """
        self.place_last(space)
        sections = self.cards[space - 1].section
        for n, section in enumerate(sections):
            if section.position == position:
                return n
        place = {"space": space, "section": position}
        unplaced = _unplaced(sections)
        read = Condition(UNKNOWN)
        if by_condition and self.learning:
            read = yield from _condition(place)
            unplaced = [n for n in unplaced if sections[n].condition.kind in (UNKNOWN, read.kind)] or unplaced
        n, cells = unplaced[0], dict[str, Any]()
        if len(unplaced) > 1 and (read.kind == UNKNOWN or any(sections[n].action != UNKNOWN for n in unplaced)):
            n, cells = yield from self._by_action(sections, unplaced, place)
        condition = sections[n].condition
        self._put(space, n, position=position, condition=read if condition.kind == UNKNOWN else condition, **cells)
        return n

    def _by_action(
        self, sections: Sequence[Section], unplaced: Sequence[int], place: Place
    ) -> Decision[tuple[int, dict[str, Any]]]:
        """Return which of several sections is at a place, by what it does, and the cells that this makes known."""
        known = {sections[n].action: n for n in reversed(unplaced) if sections[n].action != UNKNOWN}
        open_ones = [n for n in unplaced if sections[n].action == UNKNOWN]
        ids = ACTIONS if open_ones else tuple(known)
        action = yield ask("cell_action", ids, ids[0], place)
        n = known.get(action, (*open_ones, *unplaced)[0])
        return n, self._does(sections[n], action)

    def action(self, space: int, section: int) -> Decision[Action]:
        """Return what a section does; on the table it is asked once too (pampero.card.cell)."""
        found = self.section(space, section)
        if found.action == UNKNOWN:
            action = yield ask("cell_action", ACTIONS, ACTIONS[0], self._place(space, section))
            self._put(space, section, **self._does(found, action))
        return self.section(space, section).action

    def condition(self, space: int, section: int) -> Decision[Condition]:
        """Return the condition of a section; unknown still, where it is only read at the table."""
        condition = self.section(space, section).condition
        if not self.learning:
            return condition
        place = self._place(space, section)
        if condition.kind == UNKNOWN:
            condition = yield from _condition(place)
        if condition.kind == "energy_lt" and condition.value == UNKNOWN:
            most = self.state.board.energy.max
            value = yield ask_number("energy", 1, most, most, place)
            condition = replace(condition, value=value)
        condition = replace(condition, any_of=(yield from wanted(self.state, condition.any_of, place)))
        if condition != self.section(space, section).condition:
            self._put(space, section, condition=condition)
        return condition

    def row(self, line: RowAt) -> Decision[CardRow | None]:
        """Return a row of a section; None after the last."""
        rows = self.rows(line)
        if line.row >= len(rows):
            return None
        if rows[line.row] != REST_OF_ROWS:
            return rows[line.row]
        return (yield from self._next_row(line, rows)) if self.learning else None

    def rows(self, line: RowAt) -> tuple[CardRow, ...]:
        """Return the rows of a section as far as they are known."""
        rows = self.section(line.space, line.section).row
        return (REST_OF_ROWS,) if rows == UNKNOWN else rows

    def icon(self, line: RowAt, n: int) -> Decision[CardIcon | None]:
        """Return the n-th icon (from 0) of a row; None after the last."""
        found = yield from self._icon(line, n)
        if found is None:
            return None
        icon = yield from typed(self.state, found, self._icon_place(line, n))
        if icon != found:
            self._put_icon(line, n, icon)
        return icon

    def _icon(self, line: RowAt, n: int) -> Decision[CardIcon | None]:
        icons = self._icons(line)
        if n >= len(icons):
            return None
        if icons[n] != REST_OF_LINE:
            return icons[n]
        return (yield from self._next_icon(line, icons)) if self.learning else None

    def lets_you_choose(self, space: int, section: int) -> Decision[bool]:
        """Return whether a row of a section lets you choose, read to its end where it is unknown."""
        for row in range(len(self.rows(RowAt(space, section, 0)))):
            for n in count():
                icon = yield from self._icon(RowAt(space, section, row), n)
                if icon is None:
                    break
                if icon.icon == "you_choose":
                    return True
        return False

    def has_unread_icons(self, space: int, section: int) -> bool:
        """Return whether rows of a section, or the end of one, are read at the table."""
        lines = [RowAt(space, section, n) for n in range(len(self.rows(RowAt(space, section, 0))))]
        return not self.learning and any(self._icons(line)[-1:] == (REST_OF_LINE,) for line in lines)

    def known(self, line: RowAt) -> tuple[CardIcon, ...]:
        """Return the icons of a row, those behind one after it, up to what is still to be read: that is the last."""
        icons: list[CardIcon] = []
        for icon in self._icons(line):
            behind = () if icon.back == UNKNOWN else icon.back
            if UNKNOWN in (icon.icon, icon.type, *(one.type for one in behind)):
                return (*icons, REST_OF_LINE)
            icons.append(replace(icon, back=()))
            if icon.back == UNKNOWN and self.learning:
                return (*icons, REST_OF_LINE)
            icons += behind
        return tuple(icons)

    def unread(self, line: RowAt, n: int = 0) -> bool:
        """Return whether a row is unknown from its n-th icon (from 0) on, so that its result is read at the table."""
        return not self.learning and self._icons(line)[n:] == (REST_OF_LINE,)

    def unread_rows(self, space: int, section: int) -> bool:
        """Return whether rows of a section are unknown, so that their result is read at the table."""
        return not self.learning and self.rows(RowAt(space, section, 0))[-1:] == (REST_OF_ROWS,)

    def unread_condition(self, space: int, section: int) -> bool:
        """Return whether the condition of a section is unknown, so that it is read at the table."""
        condition = self.section(space, section).condition
        return not self.learning and UNKNOWN in (condition.kind, condition.any_of)

    def read_off(
        self, space: int, section: int, tied: Sequence[str], other: str = "none", **facts: Any
    ) -> Decision[str | None]:
        """Return the sector that the printed card leads to, read at the table; None for the `other` answer, if any."""
        action = self.section(space, section).action
        facts = {"action": action, "space": space, "tied": list(tied)} | self._place(space, section) | facts
        ids = (*tied, other) if other else tuple(tied)
        chosen = yield Question("row_sector", RULE, ids=ids, likely=tied[0], facts=facts)
        return None if chosen == other else str(chosen)

    def stop(self, line: RowAt, n: int, icon: CardIcon | None) -> str:
        """Return what a row stops at: the eye, your choice, "?" where the rest is read at the table, or its end."""
        if icon is not None:
            return icon.icon
        return UNKNOWN if self.unread(line, n) else ""

    def behind(self, line: RowAt, n: int) -> Decision[tuple[CardIcon, ...]]:
        """Return the secondary icons behind the n-th icon of a row (pampero.icons.secondary)."""
        icon = self._icons(line)[n]
        if icon.back != UNKNOWN:
            return icon.back
        if not self.learning:
            return ()
        ids = tuple(name for name in self._allowed(line) if name not in ("eye", "you_choose"))
        back = yield from back_of(self.state, icon, ids, self._icon_place(line, n))
        self._put_icon(line, n, replace(icon, back=back))
        return back

    def bonus(self, space: int, section: int, zone: Zone) -> Decision[Bonus]:
        """Return the symbols of a zone in the table of a tower section."""
        table = self.section(space, section).bonus or {}
        bonus = table.get(zone, Bonus())
        for place in ("tile", "printed"):
            if self.learning and getattr(bonus, place) == UNKNOWN:
                cell = self._place(space, section) | {"zone": zone, "place": place}
                symbol = yield from symbol_of(self.state, cell)
                bonus = replace(bonus, **{place: symbol})
                self._put(space, section, bonus={**table, zone: bonus})
        return bonus

    def energy(self, space: int, section: int, zone: Zone) -> Decision[int]:
        """Return the energy of a wind farm in a zone: the card's, else what all cards give (pampero.wind.energy)."""
        known = (self.section(space, section).energy or {}).get(zone)
        usual = self.state.board.energy.wind[zone]
        if known is None:
            return usual
        if known == UNKNOWN:
            most = self.state.board.energy.max
            known = yield ask_number("gain", 0, most, usual, self._place(space, section), zone=zone)
            self._put(space, section, energy={**(self.section(space, section).energy or {}), zone: known})
        return int(known)

    # --- inside ---

    def _place(self, space: int, section: int) -> Place:
        return {"space": space, "section": self.section(space, section).position}

    def _icon_place(self, line: RowAt, n: int) -> Place:
        return self._place(line.space, line.section) | {"row": line.row + 1, "number": n + 1}

    def _icons(self, line: RowAt) -> tuple[CardIcon, ...]:
        icons = self.rows(line)[line.row].icons
        return (REST_OF_LINE,) if icons == UNKNOWN else icons

    def _allowed(self, line: RowAt) -> tuple[str, ...]:
        contract = self.section(line.space, line.section).action == "contract"
        return OF_CONTRACTS if contract else OF_SECTORS

    def _next_row(self, line: RowAt, rows: tuple[CardRow, ...]) -> Decision[CardRow | None]:
        """Learn where the next row leads; its icons stay unknown until they matter."""
        where = END
        if line.row < MOST_ROWS:
            taken = {place for row in rows for place in row.where}
            likely = next((zone for zone in ZONES if zone not in taken), END)
            ids = (*self.state.board.places, END)  # a zone may have several rows
            place = self._place(line.space, line.section)
            where = yield ask("cell_where", ids, likely, place, row=line.row + 1)
        if where == END:
            self._put(line.space, line.section, row=rows[: line.row])
            return None
        row = CardRow((where,))
        self._put(line.space, line.section, row=(*rows[: line.row], row, REST_OF_ROWS))
        return row

    def _next_icon(self, line: RowAt, icons: tuple[CardIcon, ...]) -> Decision[CardIcon | None]:
        """Learn the next icon of a line; what is behind it stays unknown until it matters."""
        n = len(icons) - 1
        after_eye = n > 0 and icons[n - 1].icon == "eye"
        ids = ("you_choose", END) if after_eye else (*self._allowed(line), END)
        likely = ids[0] if n == 0 else END
        name = yield ask("cell_icon", ids, likely, self._icon_place(line, n))
        if name == END:
            self._put_icons(line, icons[:n])
            return None
        alone = name in ("eye", "you_choose")
        icon = yield from icon_named(self.state, name, self._icon_place(line, n), () if alone else UNKNOWN)
        last = name == "you_choose" or (name == "eye" and self._allowed(line) == OF_CONTRACTS)
        self._put_icons(line, (*icons[:n], icon) if last else (*icons[:n], icon, REST_OF_LINE))
        return icon

    def _does(self, section: Section, action: Action) -> dict[str, Any]:
        """Return the cells of a section that follow from its action: every wind farm adds the same energy."""
        cells: dict[str, Any] = {"action": action}
        if action == "wind":
            cells["energy"] = self.state.board.energy.wind | (section.energy or {})
        if action == "tower":
            cells["bonus"] = {zone: Bonus() for zone in ZONES} | (section.bonus or {})
        return cells

    def _put(self, space: int, section: int, **cells: Any) -> None:
        """Note cells of a section; the same card may lie at two spaces."""
        card = self.cards[space - 1]
        sections = list(card.section)
        sections[section] = replace(sections[section], **cells)
        read = replace(card, section=tuple(sections))
        self.cards = [read if other == card else other for other in self.cards]

    def _put_icons(self, line: RowAt, icons: tuple[CardIcon, ...]) -> None:
        rows = list(self.rows(line))
        rows[line.row] = replace(rows[line.row], icons=icons)
        self._put(line.space, line.section, row=tuple(rows))

    def _put_icon(self, line: RowAt, n: int, icon: CardIcon) -> None:
        icons = list(self._icons(line))
        icons[n] = icon
        self._put_icons(line, tuple(icons))


def _unplaced(sections: Sequence[Section]) -> list[int]:
    return [n for n, section in enumerate(sections) if section.position == UNKNOWN]


def _condition(place: Place) -> Decision[Condition]:
    """Return a condition of a kind; its number and its icons are still unknown."""
    kind = yield ask("cell_condition", KINDS, KINDS[0], place)
    return Condition(kind, any_of=UNKNOWN if kind == "contract_available" else ())


def changed(state: State, cards: Sequence[Card]) -> Decision[None]:
    """Say which cards were read further (pampero.card.cell)."""
    spaces = [space for space in SPACES if state.card(space) != cards[space - 1]]
    if spaces:
        yield Reason(RULE, {"mode": state.mode}, {"cards": spaces})
