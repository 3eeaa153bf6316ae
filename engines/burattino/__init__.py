"""Viticulture World: Burattino, half a bot and half a purse that the player commands."""

from engines.burattino import machine, score, setup, side, state, steps
from engines.kit.engine import Modules
from engines.kit.text import Text

BOT = Text("Burattino")
VERSION = 5
MODULES: Modules[state.State] = (state, machine.Turn, setup, steps.BUILDERS, score, side)
