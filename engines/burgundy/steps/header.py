"""Where a play stands, for the header of each screen."""

from engines.burgundy.state import Phase, State
from engines.kit.contract import Badge, Who
from engines.kit.text import Text


def badge(state: State) -> Badge:
    """Return whose turn it is, phase and round."""
    if not state.round:
        return Badge(Who.TABLE, Text("Set-up"), step=1 if state.at is Phase.LAY_OUT else 2, steps=2)
    return Badge(_who(state), Text("Phase {phase}, round {round}", phase=state.phase, round=state.round))


def _who(state: State) -> Who:
    """Return whose turn it is; while a round begins, it is still the Automata's if what it did is to be told."""
    if state.at is Phase.YOUR_TURN:
        return Who.YOU
    upkeep = state.at is Phase.PHASE_END or (state.at is Phase.WHITE_DIE and not state.done + state.news)
    return Who.TABLE if upkeep else Who.BOT
