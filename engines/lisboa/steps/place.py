"""Where the play stands: what the header says of every step."""

from engines.kit.contract import Badge, Who
from engines.kit.screens import THE_END
from engines.kit.text import Text
from engines.lisboa.state import Phase, State

STEPS_OF_SET_UP = {Phase.SET_UP: 1, Phase.AREA: 2, Phase.MARKERS: 3} | dict.fromkeys(
    (Phase.FAVOR, Phase.HELPER, Phase.COURTIER, Phase.PIECES), 4
)
YOURS = {Phase.YOUR_TURN, Phase.REPORT, Phase.DREW}


def badge(state: State) -> Badge:
    """Return where the play stands: whose turn, period, turn."""
    at = state.at
    if at in STEPS_OF_SET_UP:
        return Badge(Who.TABLE, Text("Set-up"), step=STEPS_OF_SET_UP[at], steps=4)
    if at in {Phase.FINAL, Phase.OVER}:
        return THE_END
    if at in {Phase.PERIOD_END, Phase.NEXT_PERIOD}:
        return Badge(Who.TABLE, _period(state))
    yours = at in YOURS and state.whose == "you"
    return Badge(Who.YOU if yours else Who.BOT, _period(state), turn=state.turn_no)


def _period(state: State) -> Text:
    if state.final_round:
        return Text("Final round")
    if state.ends:
        return Text("Period {n} ends", n=state.period)
    return Text("Period {n}", n=state.period)
