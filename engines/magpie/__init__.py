"""The Magpie: a made-up bot that uses everything the contract has. `make new-bot` begins a game as its copy."""

from engines.engine import Engine
from engines.magpie import machine, score, setup, side, state, steps
from engines.text import Text

ENGINE = Engine(
    key="magpie",
    title=Text("The Magpie"),
    bot=Text("The Magpie"),
    version=3,
    modules=(state, machine.Turn, setup, steps, score, side),
)
