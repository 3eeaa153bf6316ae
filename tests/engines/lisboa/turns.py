"""Turns of Lacerda from any state: the state is set, then a table answers."""

from typing import Any

from tests.protocol_client import Outsider
from tests.tables.lisboa import Table

NOBLES = ("builder", "marquis", "king")
UPPER, LOWER = "king", "builder"
"""A place of the Helper in either half of the display."""
OPTIONS = {"favors_used": "favors_used", "hired": "hired", "ship_deck": "ships"}
"""Options by their names in the tests: `ships` is also a field of the state."""
NOBLE_BEFORE = {"builder": "king", "marquis": "builder", "king": "marquis"}
"""The noble that the Courtier leaves, by the one he moves to."""


def bot_with(**state: Any) -> Outsider:
    """Return a bot in your turn, with your own cards and these fields of its state."""
    options = {OPTIONS[name]: state.pop(name) for name in OPTIONS if name in state}
    bot = Outsider("lisboa", **options)
    bot.answer(True, True, True, "builder", "builder", "builder", True)
    bot.do(set={"favors": [], **state})
    return bot


def his_turn(noble: str, table: Table | None = None, **state: Any) -> Outsider:
    """Return a bot that has taken a turn with a noble; you drew no card and visited nobody unless the table says so."""
    bot = bot_with(courtier=NOBLE_BEFORE[noble], **state)
    (table or board()).round(bot)
    return bot


def board(**given: Any) -> Table:
    """Return a table with room for a store, a building and a ship."""
    usual: dict[str, Any] = {
        "plots": {"A2": 3, "B3": 2},
        "sites": {("blue", "W-C"): (4, 1)},
        "church": [0] * 9,
        "shipyard": ["blue", "red"],
        "printed": {"blue": (1, 2), "red": (1, 2)},
    }
    return Table(**(usual | given))


def at_the_end(**state: Any) -> Outsider:
    """Return a bot after the final round; he built nothing in it, so these fields keep their values."""
    last_turn = {"deck": [0, 0, 0, 0], "period": 2, "final_round": True, "helper": LOWER, "courtier": "king"}
    bot = bot_with(**(last_turn | state))
    board(plots={}).round(bot)
    assert "your_stores" == bot.key
    assert state.get("wigs", 5) == bot.score["wigs"]
    return bot


def facts_and_outcome(bot: Outsider, rule: str) -> tuple[Any, Any]:
    """Return facts and outcome of the last reason with a rule."""
    found = [reason for reason in reasons(bot) if reason["rule"] == rule]
    assert found, rule
    return found[-1]["facts"], found[-1]["outcome"]


def reasons(bot: Outsider) -> list[dict[str, Any]]:
    """Return the reasons of every input since the state was set, the oldest first."""
    replies = [bot.send(why=n) for n in range(1, bot.status["n"] + 1)]
    return [reason for reply in replies if reply["ok"] for reason in reply["reasons"]]


def rules(bot: Outsider) -> set[str]:
    """Return the rules of every input so far."""
    return {reason["rule"] for reason in reasons(bot)}


def stores(gold: int = 0, cloth: int = 0, books: int = 0, tools: int = 0) -> dict[str, int]:
    """Return the answer with your stores at the end."""
    return {"gold": gold, "cloth": cloth, "books": books, "tools": tools}


def numbers(hired: int = 0, reis: int = 5, decrees: int = 6, ships: int = 0) -> dict[str, int]:
    """Return the answer with your other numbers at the end."""
    return {"hired": hired, "decrees": decrees, "reis": reis, "ships": ships}
