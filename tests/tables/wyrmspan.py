"""A table of Wyrmspan: the caves, what you have of each objective, and what lies on the display of the golden runs."""

from collections.abc import Callable
from typing import Any

from tests.protocol_client import Outsider

CAVES = ("crimson", "golden", "amethyst")


class Table:
    """Answers every question of a play from the facts of its screen, as a player would who looks at the table."""

    def __init__(
        self, orders: list[list[str]], caves: list[tuple[int, int, int]], have: list[int], tiles: list[str], guild: str
    ) -> None:
        self.orders = [list(order) for order in orders]
        self.caves = caves
        self.have = have
        self.tiles = list(tiles)
        self.guild = guild
        self.passing = False
        """Whether you pass at your next turn; else you say that your turn is done."""

    def answer(self, bot: Outsider) -> Any:
        """Return the answer to the open screen."""
        screen, facts = bot.screen, bot.screen["facts"]
        number = bot.state["round"] - 1
        deep, have = dict(zip(CAVES, self.caves[number], strict=True)), self.have[number]
        answers: dict[str, Callable[[], Any]] = {
            "objective": lambda: self.tiles[facts["round"] - 1],
            "guild": lambda: self.guild,
            "card": lambda: self.orders[bot.state["round"] - 1].pop(0),
            "your_turn": lambda: "pass" if self.passing and not facts["passed"] else "go_on",
            "your_caves": lambda: {line["id"]: deep[line["id"]] for line in screen["ask"]["lines"]},
            "compare": lambda: self.compare(facts["quantity"], have, bot.ids),
        }
        return True if screen["ask"]["kind"] == "done" else answers[screen["key"]]()

    @staticmethod
    def compare(hers: int, yours: int, ids: list[str]) -> str:
        """Return how your quantity compares with hers."""
        if yours == 0:
            return "none"
        if hers == 0:
            return "some"
        found = "more" if yours > hers else "equal" if yours == hers else "fewer"
        assert found in ids
        return found
