"""The end: both goals."""

import itertools

from engines.burattino.pieces import VP, Goal
from engines.burattino.score import result
from engines.burattino.state import State
from engines.burattino.steps.shared import NOT_PRINTED
from engines.kit.decisions import Question
from engines.kit.screens import THE_END, Content
from engines.kit.text import Text


def your_vp(state: State, _: Question) -> Content:
    """burattino.end.goals."""
    return Content(Text("Have you {vp} VP or more?", vp=state.vp))


def your_influence(_: State, __: Question) -> Content:
    """burattino.end.goals."""
    return Content(Text("Influence complete?"), (Text("The token at the end of its track."),))


MET: dict[Goal, Text] = {
    "your_vp": Text("You have {vp} VP or more.", vp=VP),
    "your_influence": Text("Influence is complete."),
}
"""Why both win; the goals are asked for in this order, until one is missed."""
MISSED: dict[Goal, Text] = {
    "your_vp": Text("You have fewer than {vp} VP.", vp=VP),
    "your_influence": Text("Influence is not complete."),
}
"""Why both lose."""


def over(state: State) -> Content:
    """burattino.end.goals."""
    met = (MET[goal] for goal in itertools.takewhile(lambda goal: goal != state.missed, MET))
    missed = () if state.missed is None else (MISSED[state.missed],)
    house = (NOT_PRINTED,) if state.card_mode == "house" else ()
    return Content(
        result(state).verdict,
        (*met, *missed, Text("In year {year} of {years}.", year=state.year, years=state.years), *house),
        facts={
            "won": state.won,
            "missed": state.missed,
            "winner": result(state).winner,
            "year": state.year,
            "vp": state.vp,
            "card_mode": state.card_mode,
        },
        badge=THE_END,
    )
