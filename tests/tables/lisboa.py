"""A table of Lisboa: downtown with its cubes, the construction spaces, the church, the shipyard, and your numbers."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from tests.protocol_client import Outsider

CHURCH_SPACES = 6
"""Light spaces of the church track, a loop: the Influence icon is space 0, the Treasury opposite."""


class Table(Struct):
    """A real table. Tests of the engine answer from it by the facts of a screen, the reader by its words.

    `visits` are the nobles that you visit and `draws` the decks that you draw from, turn by turn, then none. `plots`
    are the free plots with the wigs of a store there; `feet` and `ends` are the cubes of a column ("3") and a row
    ("A"). `sites` are his and your wigs for a tile ("blue") on an empty site ("W-D"). `church` are the wigs on the
    backs of the tiles, in the order in which the Cardinal comes to them. `printed` are influence and size of a ship;
    `yours` are your numbers at the end, by the keys of their screens.
    """

    visits: list[str] = []
    draws: list[str] = []
    plots: dict[str, int] = {}
    feet: dict[str, list[str]] = {}
    ends: dict[str, list[str]] = {}
    stacks_out: list[str] = []
    sites: dict[tuple[str, str], tuple[int, int]] = {}
    cardinal: int = 0
    church: list[int] = []
    shipyard: list[str] = []
    printed: dict[str, tuple[int, int]] = {}
    portfolio: int = 0
    officials: dict[str, int] = {}
    no_favor: list[str] = []
    yours: dict[str, int] = {}
    taken: list[tuple[str, str]] = []
    """Cubes that he took: the place, and the colour."""
    opened: list[tuple[str, str]] = []
    """Tiles that he opened, with their sites."""

    # --- his actions ---

    def best_plot(self, order: Sequence[str], columns: str = "12345") -> str:
        """Return the free plot that earns most, in a tie the first of an order; "" if none is free."""
        free = [plot for plot in self.plots if plot[1] in columns]
        return min(free, key=lambda plot: (-self.plots[plot], order.index(plot)), default="")

    def take_cube(self, plot: str, order: Sequence[str]) -> bool:
        """Take the cheapest cube of a plot, in a tie the column's; return whether there was one."""
        places = {f"column {plot[1]}": self.feet.get(plot[1], []), f"row {plot[0]}": self.ends.get(plot[0], [])}
        all_cubes = [(place, cube) for place, cubes in places.items() for cube in cubes]
        if not all_cubes:
            return False
        place, cube = min(all_cubes, key=lambda one: order.index(one[1]))
        places[place].remove(cube)
        self.taken.append((place, cube))
        return True

    def best_tile(self, order: Sequence[str]) -> str:
        """Return the tile that is best on its best site: "same" if both tie on one site, "none" without a site."""
        ranks = {tile: min(self._ranks(tile, order)) for tile, _ in self.sites}
        if len(ranks) > len({*ranks.values()}):
            return "same"
        return min(ranks, key=lambda tile: ranks[tile], default="none")

    def best_site(self, tile: str, order: Sequence[str]) -> str:
        """Return the site where a tile earns him most, less your gain; the first in the order on a tie."""
        return order[min(self._ranks(tile, order))[1]]

    def _ranks(self, tile: str, order: Sequence[str]) -> list[tuple[int, int]]:
        return [(yours - his, order.index(site)) for (one, site), (his, yours) in self.sites.items() if one == tile]

    def fill_site(self, site: str) -> None:
        """Put a tile on a site."""
        self.sites = {place: wigs for place, wigs in self.sites.items() if place[1] != site}

    def move_cardinal(self, spaces: int) -> str:
        """Move the Cardinal; return what he passes or lands on."""
        passed = {(self.cardinal + step) % CHURCH_SPACES for step in range(1, spaces + 1)}
        self.cardinal = (self.cardinal + spaces) % CHURCH_SPACES
        return "influence" if 0 in passed else "treasury" if CHURCH_SPACES // 2 in passed else "nothing"

    # --- answers ---

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
            "cardinal_passed": lambda: self.move_cardinal(2),
            "favor_back": lambda: facts["noble"] not in self.no_favor,
            "store_column": lambda: self._column(facts),
            "store_wigs": lambda: self._build(facts),
            "best_building": lambda: (
                "no_favor" if facts.get("favor") in self.no_favor else self.best_tile(facts["sites"])
            ),
            "building_wigs": lambda: self._open(facts["tile"], facts["sites"]),
            "your_officials": lambda: self.officials.get(facts["noble"], 0),
            "shown": lambda: "go_on",
            "tied_officials": lambda: bot.ask["likely"],
            "tied_stores": lambda: 0,
        }

        def answer_to(key: str, likely: Any) -> Any:
            return answers[key]() if key in answers else self.yours.get(key, likely)

        match bot.ask["kind"]:
            case "done":
                return True
            case "counters":
                return {line["id"]: answer_to(line["id"], line["likely"]) for line in bot.ask["lines"]}
        return answer_to(bot.key, bot.ask.get("likely", 0))

    def round(self, bot: Outsider) -> None:
        """Play your turn and his, until yours is open again or something ends."""
        while (report := self.answer(bot)) != "go_on":  # he follows your visit, then your turn continues
            bot.answer(report)
            bot.until(self.answer, "your_turn")
        bot.answer(report)
        bot.until(self.answer, "your_turn", "period_end", "your_stores")

    def _visit(self, reports: list[str]) -> str:
        """Return the report of your next visit, "go_on" if there is none; he follows at most once a turn."""
        if not any(report.startswith("visit_") for report in reports):
            return "go_on"
        noble = self.visits.pop(0) if self.visits else "none"
        return f"visit_{noble}" if f"visit_{noble}" in reports else "go_on"

    def _column(self, facts: dict[str, Any]) -> str:
        if {*self.stacks_out} - {*facts["tiles_out"]}:
            return next(f"out_{kind}" for kind in self.stacks_out if kind not in facts["tiles_out"])
        plot = self.best_plot(facts["plots"])
        return f"c{plot[1]}" if plot else "none"

    def _build(self, facts: dict[str, Any]) -> int:
        plot = self.best_plot(sorted(self.plots), facts["column"][1])
        self.take_cube(plot, facts["cubes"])
        return self.plots.pop(plot)

    def _open(self, tile: str, order: list[str]) -> int:
        site = self.best_site(tile, order)
        wigs = self.sites[tile, site][0]
        self.fill_site(site)
        self.opened.append((tile, site))
        return wigs
