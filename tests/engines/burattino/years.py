"""Seasons in a given state: the house deck in its listed order, and `set`."""

from itertools import count
from typing import Any

from tests.protocol_client import Outsider

SUMMERS = ("A", "B", "C", "D", "E", "F", "G", "H")
WINTERS = ("I", "J", "K", "L", "M", "N", "O", "P")
FULL_HAND = {"vine": 1, "order": 1, "summer": 1, "winter": 1}
"""His full hand, without structures."""


def spring(**options: Any) -> Outsider:
    """Return a bot in spring of year 1, whose cards come from the house deck and are the player's."""
    bot = Outsider("burattino", **{"card_mode": "house", "event": "europe", **options})
    bot.answer(True, True, True)
    return bot


def go_on(bot: Outsider, seasons: int = 1) -> Outsider:
    """Go on by some seasons; cards come up in the order in which they are listed."""
    for _ in range(seasons):
        bot.answer("go_on")
        if bot.key == "card":
            bot.answer(next(str(n) for n in count(1) if str(n) in bot.ids))
    return bot


def summer(*, state: dict[str, Any] | None = None, **options: Any) -> Outsider:
    """Return a bot in summer of year 1: S1 of the sheet (A B C D, lira 3, supply 4), with some fields of its state."""
    bot = go_on(spring(**options))
    if state:
        bot.do(set=state)
    return bot


def winter(*, state: dict[str, Any] | None = None, **options: Any) -> Outsider:
    """Return a bot in winter of year 1, without a decision so far."""
    bot = go_on(spring(**options), 3)
    if state:
        bot.do(set=state)
    return bot


def blocked_reason(bot: Outsider, line: str) -> str | None:
    """Return why a line of the menu cannot be chosen, or None if it can. The line must exist."""
    [found] = [option for option in bot.ask["options"] if option["id"] == line]
    reason: str | None = found.get("blocked")
    return reason


def menu_ids(bot: Outsider) -> list[str]:
    """Return the ids of all lines of the menu, blocked ones too."""
    return [option["id"] for option in bot.ask["options"]]


def hand_of(bot: Outsider) -> dict[str, int]:
    """Return his hand."""
    hand: dict[str, int] = bot.state["hand"]
    return hand


def deck_of(cards: list[str]) -> dict[str, Any]:
    """Return a taught deck as an option holds it."""
    listed = [{"id": str(number), "marks": marks} for number, marks in enumerate(cards, 1)]
    head = {"game": "burattino", "deck": "burattino", "name": "mine", "origin": "mine", "confidence": "as entered"}
    return {**head, "cards": listed}
