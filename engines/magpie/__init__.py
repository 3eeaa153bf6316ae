"""The Magpie: a made-up bot that uses everything the contract has. `make new-bot` begins a game as its copy."""

from engines.engine import Engine
from engines.magpie import score, setup, side, state, steps
from engines.magpie.machine import Turn
from engines.options import Source
from engines.text import Text

ENGINE = Engine(
    key="magpie",
    title=Text("The Magpie"),
    bot=Text("The Magpie"),
    version=3,
    sources=(
        Source("deeds", Text("Magpie’s deeds"), "deck"),
        Source("charms", Text("Charms"), "deck"),
        Source("hop", Text("Hop die"), "die"),
        Source("luck", Text("Luck die"), "die"),
    ),
    decks=(state.CHARMS,),
    state=state.State,
    turn=Turn,
    states=state,
    setup=setup,
    steps=steps,
    score=score,
    side=side,
)
