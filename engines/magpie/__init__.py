"""The Magpie: a made-up bot that uses everything the contract has. `make new-bot` begins a game as its copy."""

from engines.engine import Modules
from engines.magpie import machine, score, setup, side, state, steps
from engines.text import Text

BOT = Text("The Magpie")
VERSION = 3
MODULES: Modules[state.State] = (state, machine.Turn, setup, steps, score, side)
