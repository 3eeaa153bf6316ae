"""The Castles of Burgundy: the Automata."""

from engines.burgundy import machine, score, setup, side, state, steps
from engines.kit.engine import Modules
from engines.kit.text import Text

BOT = Text("The Automata")
VERSION = 5
MODULES: Modules[state.State] = (state, machine.Turn, setup, steps.BUILDERS, score, side)
