"""The games, by key. A new game adds one line here; its engine is loaded when it is chosen."""

from functools import cache
from importlib import import_module
from typing import Any

from engines.kit.contract import Emblem
from engines.kit.engine import Engine
from engines.kit.text import Text

GAMES: dict[str, Text] = {
    "wyrmspan": Text("Wyrmspan"),
    "burgundy": Text("The Castles of Burgundy"),
    "lisboa": Text("Lisboa"),
    "burattino": Text("Viticulture World"),
    "pampero": Text("Pampero"),
}
"""Key and title of every game on the menu, in the order of the menu."""

MAGPIE = "magpie"
"""The made-up bot that a new game is copied from. It is tested like a game and is on no menu."""

KEYS = (*GAMES, MAGPIE)
"""Every key that has an engine."""


def emblem_of(key: str) -> Emblem:
    """Return the emblem of a game of the menu, or of the Magpie."""
    return Emblem(key[0].upper(), folder=f"engines/{key}")


@cache
def load_engine(key: str) -> Engine[Any]:
    """Return the engine of a game, from the modules of its folder; KeyError if there is none."""
    if key not in KEYS:
        raise KeyError(key)
    game = import_module(f"engines.{key}")
    title = GAMES.get(key, game.BOT)
    return Engine(key=key, title=title, bot=game.BOT, version=game.VERSION, modules=game.MODULES)
