"""A table of Lisboa: downtown with its cubes, the construction spaces, the church, the shipyard, and what you have."""

from collections.abc import Callable
from typing import Any

from tests.protocol_client import Outsider

Cubes = list[str]
RING = 6
"""Light spaces of the church track, a loop: the Influence icon is space 0, the Treasury opposite."""


class Table:
    """Answers every question of a play from the facts of its screen, as a player would who looks at the table."""

    def __init__(self, **given: Any) -> None:
        self.visits: list[str] = given.pop("visits", [])
        """Nobles that you visit, turn by turn; after the last you visit none."""
        self.draws: list[str] = given.pop("draws", [])
        """Decks that you draw from, turn by turn; after the last you draw none."""
        self.plots: dict[str, int] = given.pop("plots", {})
        """Free plots, and the wigs that a store there earns."""
        self.feet: dict[str, Cubes] = given.pop("feet", {})
        self.ends: dict[str, Cubes] = given.pop("ends", {})
        """Cubes at the foot of a column ("3") and at the end of a row ("A")."""
        self.stacks_out: list[str] = given.pop("stacks_out", [])
        self.sites: dict[tuple[str, str], tuple[int, int]] = given.pop("sites", {})
        """His and your wigs for a tile ("blue") on an empty site ("W-D")."""
        self.cardinal: int = given.pop("cardinal", 0)
        self.church: list[int] = given.pop("church", [])
        """Wigs on the backs of the tiles, in the order in which the Cardinal meets them."""
        self.shipyard: list[str] = given.pop("shipyard", ["blue", "red"])
        self.printed: dict[str, tuple[int, int]] = given.pop("printed", {})
        """Influence and size of a ship."""
        self.portfolio: int = given.pop("portfolio", 0)
        self.officials: dict[str, int] = given.pop("officials", {})
        self.no_favor: list[str] = given.pop("no_favor", [])
        self.yours: dict[str, int] = given.pop("yours", {})
        """Your numbers at the end, by the keys of their screens."""
        self.taken: list[tuple[str, str]] = []
        """Cubes that went to him: from where, and the colour."""
        self.opened: list[tuple[str, str]] = []
        """Tiles that he opened, and where."""
        assert not given, given

    def answer(self, bot: Outsider) -> Any:
        """Return the answer to the open screen."""
        facts = bot.screen["facts"]
        answers: dict[str, Callable[[], Any]] = {
            "your_turn": lambda: self._visit(bot.ids),
            "deck_drawn": lambda: self.draws.pop(0) if self.draws else "none",
            "top_ship": lambda: self.shipyard.pop(0) if self.shipyard else "none",
            "ship_influence": lambda: self.printed[facts["ship"]][0],
            "ship_size": lambda: self.printed[facts["ship"]][1],
            "portfolio": lambda: self.portfolio,
            "tile_wigs": lambda: self.church.pop(0),
            "cardinal_passed": self._move_cardinal,
            "favor_back": lambda: facts["noble"] not in self.no_favor,
            "store_column": lambda: self._column(facts),
            "tiles_out": lambda: self.stacks_out[0],
            "store_wigs": lambda: self._build(facts),
            "best_building": lambda: self._tile(facts),
            "building_wigs": lambda: self._open(facts["tile"], facts["sites"]),
            "your_officials": lambda: self.officials.get(facts["noble"], 0),
            "shown": lambda: "go_on",
            "tied_officials": lambda: bot.ask["likely"],
            "tied_stores": lambda: 0,
        }
        match bot.ask["kind"]:
            case "done":
                return True
            case "counters":
                return {line["id"]: self._number(line, answers) for line in bot.ask["lines"]}
        return answers[bot.key]() if bot.key in answers else self.yours.get(bot.key, bot.ask.get("likely", 0))

    def round(self, bot: Outsider) -> None:
        """Play your turn and his, until yours is open again or something ends."""
        while (report := self.answer(bot)) != "go_on":  # he follows your visit, and your turn goes on
            bot.answer(report)
            bot.until(self.answer, "your_turn")
        bot.answer(report)
        bot.until(self.answer, "your_turn", "period_end", "your_stores")

    def _number(self, line: dict[str, Any], answers: dict[str, Callable[[], Any]]) -> int:
        """Return what he says on one of several lines; the Treasury is where the device has it."""
        name: str = line["id"]
        answer: int = answers[name]() if name in answers else self.yours.get(name, line["likely"])
        return answer

    def _visit(self, reports: list[str]) -> str:
        """Visit a noble, or none; he follows once a turn at most."""
        if not any(report.startswith("visit_") for report in reports):
            return "go_on"
        noble = self.visits.pop(0) if self.visits else "none"
        return f"visit_{noble}" if f"visit_{noble}" in reports else "go_on"

    def _move_cardinal(self) -> str:
        """Two light spaces on: what he passes or lands on."""
        over = {(self.cardinal + step) % RING for step in (1, 2)}
        self.cardinal = (self.cardinal + 2) % RING
        return "influence" if 0 in over else "treasury" if RING // 2 in over else "nothing"

    def _plot(self, order: list[str]) -> str:
        """Return the first plot in the order that the screen names, of those that earn most."""
        most = max(self.plots.values())
        return next(plot for plot in order if self.plots.get(plot) == most)

    def _column(self, facts: dict[str, Any]) -> str:
        if set(self.stacks_out) - set(facts["tiles_out"]):
            return "out"
        return f"c{self._plot(facts['plots'])[1]}" if self.plots else "none"

    def _build(self, facts: dict[str, Any]) -> int:
        """Take the plot of the column, and its cheapest cube: colours in the order that the screen names."""
        column = facts["column"][1]
        wigs, row = max((wigs, -ord(plot[0])) for plot, wigs in self.plots.items() if plot[1] == column)
        plot = chr(-row) + column
        del self.plots[plot]
        places = {f"column {column}": self.feet.get(column, []), f"row {plot[0]}": self.ends.get(plot[0], [])}
        cube, place = min(
            ((facts["cubes"].index(cube), place) for place, cubes in places.items() for cube in cubes),
            default=(None, ""),
        )
        if cube is not None:
            places[place].remove(facts["cubes"][cube])
            self.taken.append((place, facts["cubes"][cube]))
        return wigs

    def _best(self) -> dict[str, set[str]]:
        """Return the sites with the best difference, of each tile that has one."""
        most = max((his - yours for his, yours in self.sites.values()), default=0)
        best: dict[str, set[str]] = {}
        for (tile, site), (his, yours) in self.sites.items():
            if his - yours == most:
                best.setdefault(tile, set()).add(site)
        return best

    def _tile(self, facts: dict[str, Any]) -> str:
        """Return whose best site comes first in the order that the screen names."""
        if facts.get("favor") in self.no_favor:
            return "no_favor"
        order = facts["sites"]
        first = {tile: min(order.index(site) for site in sites) for tile, sites in self._best().items()}
        if len(first) > len(set(first.values())):
            return "same"
        return min(first, key=lambda tile: first[tile], default="none")

    def _open(self, tile: str, order: list[str]) -> int:
        site = min(self._best()[tile], key=order.index)
        self.opened.append((tile, site))
        wigs = self.sites[tile, site][0]
        for architect in ("blue", "green"):
            self.sites.pop((architect, site), None)
        return wigs
