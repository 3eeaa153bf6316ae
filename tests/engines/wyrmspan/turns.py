"""A turn of the Automa in a given state: `set`, then her card."""

from typing import Any

from tests.protocol_client import Outsider

TILES = ["8A", "3B", "5A", "1A"]
"""Objectives of rounds 1 to 4 if a test names no others."""


def bot_with(level: str = "automa1", **state: Any) -> Outsider:
    """Return a bot in your turn, with your own cards and these fields of its state; rulings and `cards` are options."""
    options = {name: state.pop(name) for name in ("ravel_bonus", "coin_limit", "cards") if name in state}
    bot = Outsider("wyrmspan", level=level, **options)
    bot.do(set={"at": "your_turn", "objectives": TILES, "guild": "plains", **state})
    return bot


def caves(*excavated: int) -> dict[str, int]:
    """Return the excavated spaces of the three caves."""
    return dict(zip(("crimson", "golden", "amethyst"), excavated, strict=True))


def her_turn(card: str, level: str = "automa1", **state: Any) -> Outsider:
    """Return a bot whose card has just come up."""
    bot = bot_with(level, **state)
    bot.answer("go_on", card)
    return bot


def last_card(card: str, level: str = "automa1", **state: Any) -> Outsider:
    """Return a bot that has drawn the last card of her deck."""
    deck = bot_with(level).state["left"]
    aside = next(one for one in deck if one != card)
    played = [one for one in deck if one not in (card, aside)]
    return her_turn(card, level, played=played, left=[card, aside], **state)
