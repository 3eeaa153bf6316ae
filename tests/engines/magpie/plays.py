"""Plays of the Magpie in a given state, with the player's own cards and dice."""

from typing import Any

from tests.protocol_client import Outsider

DEEDS = ["hop", "steal", "toll", "hoard"]


def bot_with(**state: Any) -> Outsider:
    """Return a bot that waits in your turn, with these fields of its state; `tie` and `rounds` are options."""
    options = {name: state.pop(name) for name in ("tie", "rounds") if name in state}
    bot = Outsider("magpie", **options)
    bot.do(set={"at": "your_turn", "charm": "key", "worth": {"key": 4}, **state})
    return bot


def deed(card: str, **state: Any) -> Outsider:
    """Return a bot whose deed has just come up."""
    bot = bot_with(**state)
    bot.answer("go_on", card)
    return bot
