"""Lisboa: Lacerda, who takes his turns by the place of his Courtier and his Helper."""

from engines.contract import Source
from engines.engine import Engine
from engines.lisboa import score, setup, state, steps
from engines.lisboa.machine import Turn
from engines.text import Text

ENGINE = Engine(
    key="lisboa",
    title=Text("Lisboa"),
    bot=Text("Lacerda"),
    version=1,
    sources=(
        Source("helper", Text("Card for the Helper"), "deck"),
        Source("courtier", Text("Card for the Courtier"), "deck"),
        Source("favor", Text("Royal Favour tile"), "deck"),
    ),
    decks=(state.SHIPS,),
    state=state.State,
    turn=Turn,
    states=state,
    setup=setup,
    steps=steps,
    score=score,
)
