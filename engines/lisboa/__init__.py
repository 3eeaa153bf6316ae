"""Lisboa: Lacerda, who takes his turns by the place of his Courtier and his Helper."""

from engines.kit.engine import Modules
from engines.kit.text import Text
from engines.lisboa import machine, score, setup, side, state, steps

BOT = Text("Lacerda")
VERSION = 6
MODULES: Modules[state.State] = (state, machine.Turn, setup, steps.BUILDERS, score, side)
