"""The Magpie: a made-up bot that uses everything the contract has. `make new-bot` begins a game as its copy."""

from engines.kit.engine import Modules
from engines.kit.text import Text
from engines.magpie import machine, score, setup, side, state, steps

BOT = Text("The Magpie")
VERSION = 3
MODULES: Modules[state.State] = (state, machine.Turn, setup, steps, score, side)
