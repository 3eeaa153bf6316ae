"""A table of Pampero with sites, contracts, your pieces and the bonus board, which answers the screens."""

from collections.abc import Collection, Iterable
from typing import Any

from msgspec import Struct, field

from engines.pampero.card import CONTRACT_ICONS, SECTOR_ICONS
from tests.protocol_client import Outsider

SECTORS = ("A1", "A2", "A3", "B1", "B2", "C")


class Contract(Struct):
    """A contract on the board: its sector, type, cost in energy, and number of icons by type."""

    sector: str
    type: str
    cost: int
    icons: dict[str, int] = {}


class Column(Struct):
    """A column of the tower bonus board: the symbols of its tiles, and the printed bonuses that are not covered."""

    tiles: list[str] = []
    printed: list[str] = []


class Table(Struct):
    """A real table. It answers the engine's tests by the facts of a screen; the reader uses it by the words.

    `sites` are sectors with a free site, by action; `structures` and `dozers` are yours by sector; `icons` are numbers
    of icons on contracts and connection tiles, by type and sector; `fitting` are sectors that fit a custom icon;
    `columns` are the bonus columns by zone, from the left.
    """

    sites: dict[str, list[str]] = field(default_factory=lambda: {"wind": list(SECTORS), "tower": list(SECTORS)})
    structures: dict[str, int] = {}
    dozers: dict[str, int] = {}
    icons: dict[str, dict[str, int]] = {}
    fitting: list[str] = []
    contracts: list[Contract] = []
    markets: list[str] = []
    columns: dict[str, list[Column]] = {}
    choice: list[str] = []
    """Your choices in order; when they are used up, the first possible option."""
    taken: Column | None = None
    """The column that was taken last."""
    asked: list[str] = []
    """Keys of the screens that were answered."""
    tied: list[Contract] = []
    """The contracts that still tie in VJ's turn."""

    # --- icons of a card, each with its type and number ---

    def best_sectors(self, tied: list[str], icon: str, kind: str | None = None) -> list[str]:
        """Return all best sectors by an icon; none if it fits none."""
        match icon:
            case "you_most_structures":
                return best(tied, self.structures)
            case "you_most_dozers":
                return best(tied, self.dozers)
            case "custom":
                return [sector for sector in tied if sector in self.fitting]
            case "cheapest":
                costs = {sector: -min(found) for sector in tied if (found := self._costs(sector))}
                return best([*costs], costs)
        shown = self.icons.get(str(kind), {})
        return best([sector for sector in tied if sector in shown], shown)

    def _costs(self, sector: str) -> list[int]:
        return [contract.cost for contract in self.contracts if contract.sector == sector]

    def follow(self, tied: list[str], icons: Iterable[list[Any]]) -> list[str]:
        """Return the sectors that still tie after icons; an icon that fits none is skipped."""
        for icon in icons:
            tied = self.best_sectors(tied, *icon[:2]) or tied
        return tied

    def payable(self, sectors: Collection[str], energy: int) -> list[Contract]:
        """Return the contracts in some sectors that this energy pays."""
        return [one for one in self.contracts if one.sector in sectors and one.cost <= energy]

    def count(self, sectors: Collection[str], *icon: Any) -> str:
        """Return how many tied contracts in some sectors fit an icon; if any does, only these still tie."""
        found = fitting([one for one in self.tied if one.sector in sectors], *icon)
        self.tied = found or self.tied
        return "none" if not found else "one" if len(found) == 1 else "several"

    def follow_rows(
        self, rows: Iterable[tuple[list[str], list[list[Any]]]], energy: int
    ) -> tuple[list[str], Contract | None] | None:
        """Return the sectors of the first row with a contract that he can pay, and the contract by its icons.

        The contract is None if several tie; the result is None if no row has a contract that he can pay.
        """
        for sectors, icons in rows:
            self.tied = self.payable(sectors, energy)
            for icon in icons:
                self.count(sectors, *icon)
            if self.tied:
                return sectors, None if len(self.tied) > 1 and icons[-1] != ["you_choose"] else self.tied[0]
        return None

    # --- answers ---

    def turn(self, bot: Outsider) -> Outsider:
        """End your turn and answer until VJ's is over."""
        bot.answer("go_on")
        bot.until(self.answer, "your_turn", "round_end", "over")
        return bot

    def answer(self, bot: Outsider) -> Any:
        """Return the answer to the open screen."""
        screen = bot.screen
        self.asked.append(screen["key"])
        if screen["ask"]["kind"] == "done":
            return True
        method = getattr(self, f"_{screen['key']}", None)
        if method is not None:
            return method(bot, screen["facts"])
        if "lines" in screen["ask"]:
            return {line["id"]: line["likely"] for line in screen["ask"]["lines"]}
        return "go_on" if "go_on" in bot.ids else screen["ask"]["likely"]

    # --- sectors ---

    def _free_site(self, _: Outsider, facts: dict[str, Any]) -> bool:
        return facts["sector"] in self.sites[facts["action"]]

    def _free_sites(self, _: Outsider, facts: dict[str, Any]) -> list[str]:
        return [sector for sector in facts["tied"] if sector in self.sites[facts["action"]]]

    def _sectors(self, bot: Outsider, facts: dict[str, Any]) -> list[str]:
        """Return the sectors that fit best; none if no site is free or no sector fits."""
        tied = self._free_sites(bot, facts) if facts["sites"] else list(facts["tied"])
        return self.best_sectors(tied, facts["icon"], facts.get("type"))

    def _site(self, bot: Outsider, facts: dict[str, Any]) -> str:
        """Return the sector by the icons from the left, in the end by your choice."""
        tied = self.follow(self._free_sites(bot, facts), icons_of(facts["icons"]))
        return next((sector for sector in self.choice if sector in tied), (*tied, "none")[0])

    def _choose_sector(self, bot: Outsider, facts: dict[str, Any]) -> str:
        """Return your next choice, or the first sector with a free site."""
        return self.choice.pop(0) if self.choice else (*self._free_sites(bot, facts), bot.ids[-1])[0]

    # --- contracts ---

    def _condition(self, _: Outsider, facts: dict[str, Any]) -> bool:
        contracts = [one for one in self.contracts if one.sector in facts["sectors"]]
        payable = self.payable(facts["sectors"], facts["energy"])
        match facts["condition"]:
            case "cannot_pay_contract":
                return bool(contracts) and not payable
            case "foreign_market":
                return bool(set(self.markets) & set(facts["sectors"]))
            case "contract_available":
                wanted = [facts["any_of"][n : n + 3] for n in range(0, len(facts["any_of"]), 3)]
                return any(fitting(payable, *icon) for icon in wanted) if wanted else bool(payable)
        return True

    def _contracts(self, _: Outsider, facts: dict[str, Any]) -> str:
        """Return how many fit, and keep them as the tie."""
        if not facts["narrowed"]:
            self.tied = self.payable(SECTORS, facts["energy"])
        return self.count(facts["sectors"], facts["icon"], facts["type"], facts["count"])

    def _which_contract(self, bot: Outsider, facts: dict[str, Any]) -> str:
        """Return the contract, or the tie, by the rows on the screen."""
        rows = [(sectors, icons_of(values)) for sectors, values in rows_of(facts["rows"])]
        found = self.follow_rows(rows, facts["energy"])
        if found is None:
            any_there = any(one.sector in sectors for sectors, _ in rows for one in self.contracts)
            return "short" if any_there and "short" in bot.ids else "none"
        row, contract = found
        if contract is None:
            return f"tie_{[sectors for sectors, _ in rows].index(row) + 1}"
        return f"{contract.sector}:{contract.type}"

    def _contract_effect(self, bot: Outsider, _: dict[str, Any]) -> dict[str, int]:
        """Return the usual effect, at the contract's cost."""
        usual = {line["id"]: line["likely"] for line in bot.ask["lines"]}
        return usual | ({"cost": self.tied[0].cost} if "cost" in usual else {})

    def _contract_sector(self, _: Outsider, __: dict[str, Any]) -> str:
        return f"{self.tied[0].sector}:{self.tied[0].type}"

    # --- bonuses ---

    def _bonus_column(self, bot: Outsider, facts: dict[str, Any]) -> dict[str, int]:
        """Return the amounts of the column that the screen asks for; tiles with a type bring nothing else."""
        columns = list(reversed(self.columns.get(facts["zone"], [])))
        (tile, *_), (printed, *amount) = facts["tile"], facts["printed"]
        symbol = ":".join(map(str, (printed, *amount)))
        by_tile = [one for one in columns if tile in one.tiles]
        by_printed = [one for one in columns if symbol in one.printed]
        by_most = sorted(columns, key=lambda one: -len(one.tiles))
        self.taken = next(iter((*by_tile, *by_printed, *by_most)), None)
        column = Column() if self.taken is None else self.taken
        amounts = {line["id"]: 0 for line in bot.ask["lines"]} | {"tiles": len(column.tiles)}
        for kind, _, n in (bonus.partition(":") for bonus in (*column.tiles, *column.printed)):
            name = "ongoing" if kind.startswith("ongoing_") else kind
            if name in amounts:
                amounts[name] += int(n or 1)
        return amounts

    def _ongoing_tiles(self, _: Outsider, __: dict[str, Any]) -> list[str]:
        assert self.taken is not None  # a column was taken
        return [one.removeprefix("ongoing_") for one in self.taken.tiles if one.startswith("ongoing_")]


def best(among: list[str], counts: dict[str, int]) -> list[str]:
    """Return those with the highest count."""
    most = max((counts.get(one, 0) for one in among), default=0)
    return [one for one in among if counts.get(one, 0) == most]


def rows_of(facts: list[Any]) -> list[tuple[list[str], list[Any]]]:
    """Return the rows of a list of facts: the sectors of each, and its icons as facts."""
    rows: list[tuple[list[str], list[Any]]] = []
    for value in facts:
        if value in SECTORS and (not rows or rows[-1][1]):
            rows.append(([], []))
        rows[-1][value not in SECTORS].append(value)
    return rows


def icons_of(facts: list[Any]) -> list[list[Any]]:
    """Return the icons of a list of facts, each with its type and number."""
    icons: list[list[Any]] = []
    for value in facts:
        if value in (*SECTOR_ICONS, *CONTRACT_ICONS):
            icons.append([])
        icons[-1].append(value)
    return icons


def fitting(contracts: list[Contract], icon: str, kind: str | None = None, count: int = 1) -> list[Contract]:
    """Return the contracts that fit an icon of a card."""
    match icon:
        case "cheapest":
            least = min((one.cost for one in contracts), default=0)
            return [one for one in contracts if one.cost == least]
        case "is_type" | "rb":
            return [one for one in contracts if one.type == kind]
        case "icons_at_least":
            return [one for one in contracts if one.icons.get(str(kind), 0) >= count]
    return contracts
