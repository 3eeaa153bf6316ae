"""The bots that a command can name."""

from typing import Any

from engines.engine import Engine
from engines.registry import KEYS, load_engine
from firmware.errors import TavolinoError


def named(game: str) -> Engine[Any]:
    """Return the bot that GAME of a command line means; TavolinoError where there is none."""
    try:
        return load_engine(game)
    except KeyError:
        known = ", ".join(KEYS)
        raise TavolinoError(f"There is no game {game!r}. There are: {known}.") from None
