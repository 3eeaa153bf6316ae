"""A turn of Lacerda in a state of one's choice: `set`, then the table answers."""

from typing import Any

from tests.protocol_client import Outsider
from tests.tables.lisboa import Table

NOBLES = ("builder", "marquis", "king")
OPTIONS = {"favors_used": "favors_used", "hired": "hired", "ship_deck": "ships"}
"""Options by what the tests call them; `ships` is a field of the state too."""
BEFORE = {"builder": "king", "marquis": "builder", "king": "marquis"}
"""Where the Courtier stands before he moves to a noble."""


def lisboa(**state: Any) -> Outsider:
    """Return a bot that waits in your turn, with own cards and these fields of its state."""
    options = {OPTIONS[name]: state.pop(name) for name in OPTIONS if name in state}
    bot = Outsider("lisboa", **options)
    bot.answer(True, True, True, "builder", "builder", "builder", True)
    bot.do(set={"favors": [], **state})
    return bot


def his_turn(noble: str, table: Table | None = None, **state: Any) -> Outsider:
    """Return a bot that has taken a turn with a noble; you drew no card and visited nobody unless the table says so."""
    bot = lisboa(courtier=BEFORE[noble], **state)
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


def told(bot: Outsider, name: str) -> tuple[Any, Any]:
    """Return facts and outcome of the reason of the last round that names a rule."""
    found = [reason for reason in reasons(bot) if reason["rule"] == name]
    assert found, name
    return found[-1]["facts"], found[-1]["outcome"]


def reasons(bot: Outsider) -> list[dict[str, Any]]:
    """Return the reasons of every input since the state was set, the oldest first."""
    known = [bot.send(why=n) for n in range(1, bot.status["n"] + 1)]
    return [reason for reply in known if reply["ok"] for reason in reply["reasons"]]


def rules(bot: Outsider) -> set[str]:
    """Return the rules of every input so far."""
    return {reason["rule"] for reason in reasons(bot)}


def stores(gold: int = 0, cloth: int = 0, books: int = 0, tools: int = 0) -> dict[str, int]:
    """Return your stores, as they are told at the end."""
    return {"gold": gold, "cloth": cloth, "books": books, "tools": tools}


def numbers(hired: int = 0, reis: int = 5, decrees: int = 6, ships: int = 0) -> dict[str, int]:
    """Return what else you count at the end."""
    return {"hired": hired, "decrees": decrees, "reis": reis, "ships": ships}
