"""Pampero: VJ, on any of his eighteen solo cards."""

from engines.kit.engine import Modules
from engines.kit.text import Text
from engines.pampero import machine, score, setup, side, steps, table
from engines.pampero.state import State

BOT = Text("VJ")
VERSION = 5
MODULES: Modules[State] = (table, machine.Turn, setup, steps.BUILDERS, score, side)
