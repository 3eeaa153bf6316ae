"""Lisboa: Lacerda, who takes his turns by the place of his Courtier and his Helper."""

from engines.engine import Modules
from engines.lisboa import machine, score, setup, side, state, steps
from engines.text import Text

BOT = Text("Lacerda")
VERSION = 5
MODULES: Modules[state.State] = (state, machine.Turn, setup, steps.BUILDERS, score, side)
