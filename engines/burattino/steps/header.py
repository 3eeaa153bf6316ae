"""Whose turn it is, and where in the calendar."""

from engines.burattino.pieces import Season
from engines.burattino.state import SET_UP, Phase, State
from engines.kit.contract import Badge, Who
from engines.kit.text import Text


def badge(state: State) -> Badge:
    """Return where the play stands; a season that begins with a card is named as soon as the card is asked for."""
    if state.at in SET_UP:
        return Badge(Who.TABLE, Text("Set-up"), step=STEPS.get(state.at, 3), steps=3)
    place = Text("Year {year}/{years}", year=state.year, years=state.years)
    if state.season is Season.OVER:
        return Badge(Who.TABLE, place)
    coming = state.at in {Phase.CARD, Phase.MARKED, Phase.RECOGNISE}
    return Badge(WHO.get(state.at, Who.BOT), place, SEASONS[state.coming if coming else state.season])


STEPS = {Phase.LAY_BOARD: 1, Phase.EVENT_DECK: 2}
"""Steps of the set-up; the others are the third, his pieces."""

WHO = {Phase.SEASON: Who.YOU, Phase.GOALS: Who.YOU}

SEASONS = {
    Season.SPRING: Text("Spring"),
    Season.SUMMER: Text("Summer"),
    Season.FALL: Text("Fall"),
    Season.WINTER: Text("Winter"),
    Season.END: Text("Year’s end"),
}
