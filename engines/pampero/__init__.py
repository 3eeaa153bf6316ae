"""Pampero: VJ, on any of his eighteen solo cards."""

from engines.engine import Modules
from engines.pampero import machine, score, setup, side, steps, table
from engines.pampero.state import State
from engines.text import Text

BOT = Text("VJ")
VERSION = 5
MODULES: Modules[State] = (table, machine.Turn, setup, steps.BUILDERS, score, side)
