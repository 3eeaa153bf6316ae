"""Wyrmspan: the Automa, in her six levels."""

from engines.engine import Engine
from engines.text import Text
from engines.wyrmspan import machine, score, setup, side, state, steps

ENGINE = Engine(
    key="wyrmspan",
    title=Text("Wyrmspan"),
    bot=Text("The Automa"),
    version=4,
    modules=(state, machine.Turn, setup, steps, score, side),
)
