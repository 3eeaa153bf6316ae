"""Words of rounds: who starts, the dice, your turn with what it did."""

from engines.burgundy.agenda import Kept, Paid, Placed
from engines.burgundy.pieces import DEPOTS
from engines.burgundy.state import State
from engines.burgundy.steps.shared import all_told, changed, headline, position, told
from engines.kit.contract import GO_ON, Choice, Pick, Roll
from engines.kit.screens import Content
from engines.kit.text import Text


def white_die(state: State) -> Content:
    """burgundy.turn.white."""
    ask = Roll("white_die", state.rolls["white_die"], 1, DEPOTS)
    facts = {"first": state.ahead_now}
    return Content(Text("Roll the white die"), told(state), ask, facts, "burgundy.turn.white")


def your_turn(state: State) -> Content:
    """The idle screen: what it did, and what a new round brings (burgundy.phase.goods)."""
    deeds = (*state.done, *state.news)
    main = next((deed for kind in _MAIN for deed in deeds if isinstance(deed, kind)), None)
    lines, reports = all_told(state), _reports(state)
    if reports:
        lines = (*lines, Text("It leads in turn order.") if state.ahead == "bot" else Text("You lead in turn order."))
    return Content(
        headline(main),
        lines,
        Pick((Choice(GO_ON, Text("I have played my turn")), *reports), GO_ON),
        position(state),
        drawing=changed(state, deeds),
    )


_MAIN = (Placed, Kept, Paid)
"""What the idle screen is headed by: the first deed of the first kind."""


def _reports(state: State) -> tuple[Choice, ...]:
    """Return who is ahead where your ships can have changed it, and where it decides who starts the next round."""
    if state.first == "you" or not state.ships or state.last_of_all():
        return ()
    if state.ahead == "bot":
        return (Choice("ahead", Text("I lead in turn order")),)
    return (Choice("behind", Text("It leads in turn order")),)


def die(state: State) -> Content:
    """burgundy.turn.die."""
    ask = Roll("automata_die", state.rolls["automata_die"], 1, DEPOTS)
    facts = {"white": state.white, "active": state.active}
    return Content(Text("Roll its own die"), told(state), ask, facts, "burgundy.turn.die")
