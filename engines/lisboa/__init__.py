"""Lisboa: Lacerda, who takes his turns by the place of his Courtier and his Helper."""

from engines.engine import Engine
from engines.lisboa import pieces, score, setup, side, state, steps
from engines.lisboa.machine import Turn
from engines.options import Source
from engines.text import Text

ENGINE = Engine(
    key="lisboa",
    title=Text("Lisboa"),
    bot=Text("Lacerda"),
    version=5,
    sources=(
        Source("helper", Text("Card for the Helper"), "deck"),
        Source("courtier", Text("Card for the Courtier"), "deck"),
        Source("favor", Text("Royal Favor tile"), "deck"),
    ),
    decks=(pieces.SHIPS,),
    state=state.State,
    turn=Turn,
    states=state,
    setup=setup,
    steps=steps.BUILDERS,
    score=score,
    side=side,
)
