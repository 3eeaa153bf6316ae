"""Help with visitor and event cards, to read."""

from engines.burattino.pieces import EVENT, VP
from engines.burattino.state import State
from engines.kit.screens import Content
from engines.kit.text import Text


def help(state: State) -> Content:  # noqa: A001 - the name of the phase
    """burattino.visitor, burattino.event: what holds for him, to read."""
    visitors = state.act == "visitors"
    return Content(
        Text("He and visitor cards") if visitors else Text("He and event cards"),
        VISITOR_LINES if visitors else (Text("He counts as a player."), *PART_LINES[state.event], *_extra(state)),
        facts={"about": state.act, "event": state.event, "contributed": state.africa_contributed},
    )


VISITOR_LINES = (
    Text("He neither loses nor gains anything."),
    Text("Discard what you should give him."),
    Text("He never gives you anything directly."),
    Text("A card allows or requires others to do or have something: you decide whether he does or has it."),
    Text("He ignores requirements then."),
    Text("Example, Volunteer Crew: you say that he plants. You gain 2 lira; he neither plants nor gains."),
)

_PART = Text("He may pay {n} lira for his part, whatever the card asks.", n=EVENT)
_GAINS = Text("He gains nothing from it but influence.")
_VP = Text("Where VP are compared, he has {n}.", n=VP)

PART_LINES = {
    "africa": (Text("He may pay {n} lira and add 1 to 3 cards of his hand to the goal.", n=EVENT),),
    "asia": (_PART, _GAINS),
    "europe": (_PART, _GAINS, Text("He gets no Personal Objective cards.")),
    "greengully": (Text("He takes no part in events."), Text("Actions on event cards are yours alone.")),
    "north_america": (_PART, _GAINS, Text("He has no fame marker.")),
    "oceania": (
        _PART,
        _GAINS,
        Text("Then his aid token advances 1 step."),
        Text("It also does where a step of yours would benefit him; he gains nothing else then."),
    ),
    "south_america": (
        _PART,
        _GAINS,
        _VP,
        Text("He can hold a personality card, but gains nothing from it."),
        Text("A trade can be your personality card for his."),
    ),
}
"""How he takes part in the events of each deck, and what else to know of it while you play."""


def _extra(state: State) -> tuple[Text, ...]:
    """Return what a goal of Africa gains you, by what he did this year (burattino.africa.extra)."""
    if state.event != "africa":
        return ()
    if state.africa_contributed:
        return (Text("He contributed: when the goal is met you gain the extra 1."),)
    return (Text("Without that you gain no extra 1 for the goal."),)
