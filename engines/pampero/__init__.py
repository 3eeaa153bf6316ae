"""Pampero: VJ, on any of his eighteen solo cards."""

from engines.engine import Engine
from engines.pampero import machine, score, setup, side, steps, table
from engines.text import Text

ENGINE = Engine(
    key="pampero",
    title=Text("Pampero"),
    bot=Text("VJ"),
    version=5,
    modules=(table, machine.Turn, setup, steps.BUILDERS, score, side),
)
