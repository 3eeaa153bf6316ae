"""Wyrmspan: the Automa, in her six levels."""

from engines.engine import Engine
from engines.options import Source
from engines.text import Text
from engines.wyrmspan import pieces, score, setup, side, state, steps
from engines.wyrmspan.machine import Turn

ENGINE = Engine(
    key="wyrmspan",
    title=Text("Wyrmspan"),
    bot=Text("The Automa"),
    version=4,
    sources=(
        Source("automa", Text("Automa cards"), "deck"),
        Source("objectives", Text("Objective tiles"), "deck"),
        Source("guild", Text("Guild tile"), "deck"),
    ),
    decks=(pieces.AUTOMA,),
    state=state.State,
    turn=Turn,
    states=state,
    setup=setup,
    steps=steps,
    side=side,
    score=score,
)
