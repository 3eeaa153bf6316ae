"""Wyrmspan: the Automa, in her six levels."""

from engines.kit.engine import Modules
from engines.kit.text import Text
from engines.wyrmspan import machine, score, setup, side, state, steps

BOT = Text("The Automa")
VERSION = 4
MODULES: Modules[state.State] = (state, machine.Turn, setup, steps, score, side)
