"""Pampero: VJ, on any of his eighteen solo cards."""

from engines.kit.engine import Modules
from engines.kit.text import Text
from engines.pampero import machine, score, setup, side, state, steps
from engines.pampero.state import State

BOT = Text("VJ")
VERSION = 6
MODULES: Modules[State] = (state, machine.Turn, setup, steps.BUILDERS, score, side)
