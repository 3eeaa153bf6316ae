"""The Castles of Burgundy: the Automata."""

from engines.burgundy import machine, score, setup, side, state, steps
from engines.engine import Engine
from engines.text import Text

ENGINE = Engine(
    key="burgundy",
    title=Text("The Castles of Burgundy"),
    bot=Text("The Automata"),
    version=4,
    modules=(state, machine.Turn, setup, steps.BUILDERS, score, side),
)
