"""The Magpie: a made-up bot that uses everything the contract has. Copy this folder to begin a game."""

from engines._template import score, setup, state, steps
from engines._template.machine import Turn
from engines.contract import Source
from engines.engine import Engine
from engines.text import Text

ENGINE = Engine(
    key="_template",
    title=Text("The Magpie"),
    bot=Text("The Magpie"),
    version=1,
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
)
