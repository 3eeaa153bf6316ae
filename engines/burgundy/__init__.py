"""The Castles of Burgundy: the Automata."""

from engines.burgundy import pieces, score, setup, side, state, steps
from engines.burgundy.machine import Turn
from engines.engine import Engine
from engines.options import Source
from engines.text import Text

ENGINE = Engine(
    key="burgundy",
    title=Text("The Castles of Burgundy"),
    bot=Text("The Automata"),
    version=4,
    sources=(
        Source("cards", Text("Automata cards"), "deck"),
        Source("white_die", Text("White die"), "die"),
        Source("automata_die", Text("Automata die"), "die"),
    ),
    decks=(pieces.AUTOMATA,),
    state=state.State,
    turn=Turn,
    states=state,
    setup=setup,
    steps=steps.BUILDERS,
    score=score,
    side=side,
)
