"""Words of rounds: who starts, the dice, your turn with what it did."""

from engines.burgundy.agenda import Scored
from engines.burgundy.pieces import DEPOTS
from engines.burgundy.state import State
from engines.burgundy.steps.shared import LINES, all_told, position, told
from engines.contract import GO_ON, Choice, Pick, Roll
from engines.screens import Content
from engines.text import Icon, Text


def white_die(state: State) -> Content:
    """burgundy.turn.white."""
    ask = Roll("white_die", state.rolls["white_die"], 1, DEPOTS)
    facts = {"first": state.ahead_now}
    return Content(Text("Roll the white die"), told(state), ask, facts, "burgundy.turn.white")


def your_turn(state: State) -> Content:
    """The idle screen: what it did, and what a new round brings (burgundy.phase.goods)."""
    lines = all_told(state)
    if len(lines) < LINES and not any(isinstance(deed, Scored) for deed in state.news):
        lines = (*lines, Text("{icon} It has {vp} points and {n} silver.", icon=Icon.FLAG, vp=state.vp, n=state.silver))
    return Content(Text("Take your turn"), lines, Pick(_reports(state), GO_ON), position(state))


def _reports(state: State) -> tuple[Choice, ...]:
    """Return what ends your turn, and who is ahead where that decides who starts the next round."""
    if state.first == "you" or not state.ships or state.last_of_all():
        return (Choice(GO_ON, Text("My turn is done")),)
    if state.ahead == "bot":
        return Choice(GO_ON, Text("My turn is done; it is ahead")), Choice("ahead", Text("I am ahead in turn order"))
    return Choice(GO_ON, Text("My turn is done; I am ahead")), Choice("behind", Text("It is ahead in turn order"))


def die(state: State) -> Content:
    """burgundy.turn.die."""
    ask = Roll("automata_die", state.rolls["automata_die"], 1, DEPOTS)
    facts = {"white": state.white, "active": state.active}
    return Content(Text("Roll its own die"), told(state), ask, facts, "burgundy.turn.die")
