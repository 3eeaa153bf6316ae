"""Viticulture World: Burattino, half a bot and half a purse that the player commands."""

from engines.burattino import machine, score, setup, side, state, steps
from engines.engine import Engine
from engines.text import Text

ENGINE = Engine(
    key="burattino",
    title=Text("Viticulture World"),
    bot=Text("Burattino"),
    version=5,
    modules=(state, machine.Turn, setup, steps.BUILDERS, score, side),
)
