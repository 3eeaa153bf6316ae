"""Facts of the board, as the owner of the box confirms them: "?" is a question, as on a card."""

from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct

from engines.kit.text import Text
from engines.pampero.card import EVERYWHERE, MAX_ENERGY, UNKNOWN, ZONES, Unknown, Zone
from engines.pampero.files import bounds, field_fault, in_field, join_values, number_faults

SECTORS = 6
MAX_TOWERS = 30
MAX_TRANSFORMERS = 30
MAX_MONEY = 99
"""The most of a price and of an income, in $."""
SUPPLY_BOUNDS = {"wind_farms_left": (0, 30), "towers": (0, MAX_TOWERS), "batteries_total": (2, 60)}
"""The least and the most of each piece; both sides begin with a battery."""
_ALL_ZONES = Text("zones A, B and C")


class Energy(Struct, frozen=True, forbid_unknown_fields=True):
    """The energy track, and the energy of a wind farm of the bot by zone."""

    start: int
    max: int
    wind: dict[Zone, int]


class Supply(Struct, frozen=True, forbid_unknown_fields=True):
    """Pieces of the bot after the set-up, batteries of both sides together, and the bot's money at the start in $."""

    wind_farms_left: int
    towers: int
    batteries_total: int
    money: int | Unknown = UNKNOWN


class Income(Struct, frozen=True, forbid_unknown_fields=True):
    """The types of the income tracks from the top; by type the last space, and the income in $ of each space."""

    rows_top_to_bottom: tuple[str, ...] | Unknown = UNKNOWN
    last_space: dict[str, int] | Unknown = UNKNOWN
    values: dict[str, tuple[int, ...]] | Unknown = UNKNOWN


class Grid(Struct, frozen=True, forbid_unknown_fields=True):
    """The bot's grid board: transformers of each column (one number, or one by column), and those never locked."""

    transformers_per_column: int | tuple[int, ...] | Unknown = UNKNOWN
    unlocked_at_start: int | Unknown = UNKNOWN


class TowerBonusBoard(Struct, frozen=True, forbid_unknown_fields=True):
    """Columns of the tower bonus board: one number for each zone, or one by zone."""

    columns_per_zone: int | dict[Zone, int] | Unknown = UNKNOWN


class Majority(Struct, frozen=True, forbid_unknown_fields=True):
    """A majority; `auto` if the device counts the bot's side itself."""

    auto: bool = False


class Board(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """The facts of a box. `confirmed` once its owner has seen them."""

    zones: dict[Zone, tuple[str, ...]]
    prices: dict[Zone, int]
    energy: Energy
    supply: Supply
    income: Income
    grid: Grid
    tower_bonus_board: TowerBonusBoard
    majority_kinds: dict[str, Majority]
    confirmed: bool = False
    id: str = "board"

    @property
    def key(self) -> str:
        """The id of the board, of which there is one."""
        return self.id

    @cached_property
    def sectors(self) -> tuple[str, ...]:
        """Every sector, by zone; cached, since each correction reads them some eighty times."""
        return tuple(sector for zone in ZONES for sector in self.zones.get(zone, ()))

    @property
    def places(self) -> tuple[str, ...]:
        """Return the places that a row of a card may name: all, a zone, a sector."""
        return tuple(dict.fromkeys((EVERYWHERE, *ZONES, *self.sectors)))

    def zone(self, sector: str) -> Zone:
        """Return the zone of a sector."""
        return next(zone for zone in ZONES if sector in self.zones[zone])

    def sectors_at(self, places: tuple[str, ...]) -> tuple[str, ...]:
        """Return the sectors at the places of a row, in the order of the row."""
        return tuple(dict.fromkeys([sector for place in places for sector in self._sectors_at(place)]))

    def _sectors_at(self, place: str) -> tuple[str, ...]:
        if place == EVERYWHERE:
            return self.sectors
        return self.zones[place] if place in ZONES else (place,)

    def last_space(self, contract: str) -> int | None:
        """Return the last space of an income track, if it is known."""
        spaces = self.income.last_space
        return None if spaces == UNKNOWN else spaces.get(contract)

    def transformers(self, column: int) -> int | None:
        """Return the transformers of a column (from 0) of the bot's grid board, if they are known."""
        known = self.grid.transformers_per_column
        if isinstance(known, tuple):
            return known[column] if column < len(known) else None
        return None if known == UNKNOWN else known

    def faults(self) -> Iterator[Text]:
        """Yield the faults of these facts: the field, the value found, the values allowed."""
        for name in ("zones", "prices"):
            if set(getattr(self, name)) != set(ZONES):
                yield field_fault(name, join_values(getattr(self, name)), _ALL_ZONES)
                return
        yield from self._zone_faults()
        if set(self.energy.wind) != set(ZONES):
            yield in_field("energy", field_fault("wind", join_values(self.energy.wind), _ALL_ZONES))
        if not 0 <= self.energy.start <= self.energy.max <= MAX_ENERGY:
            found = f"start {self.energy.start}, max {self.energy.max}"
            yield field_fault("energy", found, bounds(0, MAX_ENERGY))
        if self.energy.max < 1:
            yield in_field("energy", field_fault("max", self.energy.max, bounds(1, MAX_ENERGY)))
        yield from self._amount_faults()
        yield from self._income_faults()
        yield from self._grid_faults()

    def _amount_faults(self) -> Iterator[Text]:
        for name, (least, most) in SUPPLY_BOUNDS.items():
            yield from number_faults(name, getattr(self.supply, name), least, most, inside="supply")
        yield from number_faults("money", self.supply.money, 0, MAX_MONEY, inside="supply", unknown=True)
        for zone, n in self.prices.items():
            yield from number_faults("prices", n, 0, MAX_MONEY, zone=zone)
        for zone, n in self.energy.wind.items():
            yield from number_faults("wind", n, 0, MAX_ENERGY, inside="energy", zone=zone)

    def _income_faults(self) -> Iterator[Text]:
        rows, last, values = self.income.rows_top_to_bottom, self.income.last_space, self.income.values
        for name, space in () if last == UNKNOWN else last.items():
            if space < 1:
                yield in_field("income", in_field("last_space", field_fault(name, space, Text("1 or more"))))
        for name, row in () if values == UNKNOWN else values.items():
            if not row or min(row) < 0 or max(row) > MAX_MONEY:
                allowed = Text("0 to {most} by space", most=MAX_MONEY)
                yield in_field("income", in_field("values", field_fault(name, join_values(row), allowed)))
        if rows != UNKNOWN and (not rows or len(rows) != len(set(rows))):
            yield in_field("income", field_fault("rows_top_to_bottom", join_values(rows), Text("each type once")))

    def _grid_faults(self) -> Iterator[Text]:
        columns = self.grid.transformers_per_column
        counts = (*(columns if isinstance(columns, tuple) else (columns,)), self.grid.unlocked_at_start)
        for n in counts:
            yield from number_faults("grid", n, 0, MAX_TRANSFORMERS, unknown=True)

    def _zone_faults(self) -> Iterator[Text]:
        sectors = self.sectors
        if len(sectors) != SECTORS or len(set(sectors)) != SECTORS:
            yield field_fault("zones", join_values(sectors), Text("{n} different sectors", n=SECTORS))
        for zone in ZONES:
            for sector in self.zones[zone]:
                if not sector.startswith(zone) or (sector[1:] and not sector[1:].isdigit()):
                    allowed = Text("{zone}, or {zone} with a number", zone=zone)
                    yield field_fault("zones", repr(sector), allowed, zone=zone)
