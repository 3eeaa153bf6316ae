"""Pampero: VJ, on any of his eighteen solo cards."""

from engines.engine import Engine
from engines.pampero import score, setup, side, state, steps, table
from engines.pampero.machine import Turn
from engines.text import Text

ENGINE = Engine(
    key="pampero",
    title=Text("Pampero"),
    bot=Text("VJ"),
    version=5,
    sources=(),
    decks=(state.CARDS, state.BOARD),
    state=state.State,
    turn=Turn,
    states=table,
    setup=setup,
    steps=steps.BUILDERS,
    side=side,
    score=score,
)
