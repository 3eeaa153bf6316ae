"""Viticulture World: Burattino, half a bot and half a purse that the player commands."""

from engines.burattino import score, setup, side, state, steps
from engines.burattino.deck import BURATTINO
from engines.burattino.machine import Turn
from engines.engine import Engine
from engines.options import Source
from engines.text import Text

ENGINE = Engine(
    key="burattino",
    title=Text("Viticulture World"),
    bot=Text("Burattino"),
    version=5,
    sources=(Source("burattino", Text("Burattino cards"), "deck", option="card_mode", values=("taught", "house")),),
    decks=(BURATTINO,),
    state=state.State,
    turn=Turn,
    states=state,
    setup=setup,
    steps=steps.BUILDERS,
    side=side,
    score=score,
)
