"""Lisboa: Lacerda, who takes his turns by the place of his Courtier and his Helper."""

from engines.engine import Engine
from engines.lisboa import machine, score, setup, side, state, steps
from engines.text import Text

ENGINE = Engine(
    key="lisboa",
    title=Text("Lisboa"),
    bot=Text("Lacerda"),
    version=5,
    modules=(state, machine.Turn, setup, steps.BUILDERS, score, side),
)
