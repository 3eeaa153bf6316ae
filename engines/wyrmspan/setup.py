"""Options of a play of Wyrmspan, its start, and how its pieces are put away."""

from collections.abc import Iterator

import msgspec

from engines.kit.contract import Choice
from engines.kit.options import Choose, Embed, Option, Options, Source, house_rule
from engines.kit.screens import Content
from engines.kit.text import Text
from engines.wyrmspan.pieces import AUTOMA, Card, cards
from engines.wyrmspan.state import Phase, State, book

LEVELS = (
    Choice("automa1", Text("Automa 1"), note=Text("The easiest: about {n} VP in simulated plays.", n=73)),
    Choice("automa2", Text("Automa 2"), note=Text("Harder: about {n} VP in simulated plays.", n=85)),
    Choice("automa3", Text("Automa 3"), note=Text("+1 VP per dragon: about {n} VP in simulated plays.", n=101)),
    *(
        Choice(level, name, note=Text("Your caves move her: about {n} VP in simulated plays.", n=n))
        for level, name, n in (
            ("ravel1", Text("Ravel 1"), 100),
            ("ravel2", Text("Ravel 2"), 118),
            ("ravel3", Text("Ravel 3"), 131),
        )
    ),
)
"""The points are the means of the fact sheet, of 1,000 simulated plays a level."""
RAVEL_LEVELS = ("ravel1", "ravel2", "ravel3")
MARKER_PIECES = 8
"""Her markers: one ready, three for the rounds, four for the objectives."""
DECISION_CARDS = 16
SOURCES = (
    Source("automa", Text("Automa cards"), "deck"),
    Source("objectives", Text("Objective tiles"), "deck"),
    Source("guild", Text("Guild tile"), "deck"),
)
DECKS = (AUTOMA,)


def options() -> tuple[Option, ...]:
    """Return the options to be chosen before a play."""
    return (
        Choose("level", Text("Level"), LEVELS, "automa1"),
        house_rule(
            "ravel_bonus", Text("Extra VP per dragon"), book(), "wyrmspan.ruling.ravel_bonus", "level", ("ravel3",)
        ),
        house_rule("coin_limit", Text("Ravel coin limit"), book(), "wyrmspan.ruling.coin_limit", "level", RAVEL_LEVELS),
        Embed("cards", Text("Automa cards"), "automa"),
    )


def start(options: Options) -> State:
    """Return the state before the first step (wyrmspan.setup.level, wyrmspan.setup.deck)."""
    faces = msgspec.convert(options.get("cards", {"cards": []})["cards"], list[Card])
    fields = {name: value for name, value in options.items() if name != "cards"}
    return State(at=Phase.OBJECTIVE, faces=faces, left=list(cards().levels[options["level"]]), **fields)


def learned_options(_: State) -> None:
    """Return nothing: no play teaches anything."""


def put_away(state: State) -> tuple[Content, ...]:
    """Return where her things go after the play (wyrmspan.setup.pieces, wyrmspan.setup.deck)."""
    return (
        Content(
            Text("Her pieces"),
            (
                Text("Take her token off the Dragon Guild."),
                Text("Take her {n} markers off the guild, its tile and the round tracker.", n=MARKER_PIECES),
            ),
        ),
        Content(Text("Her cards"), tuple(_card_lines(state))),
    )


def _card_lines(state: State) -> Iterator[Text]:
    if n := state.dragons:
        yield Text("Put her {n} dragon card with the others.", plural="Put her {n} dragon cards with the others.", n=n)
    if n := state.caves:
        yield Text("Put her {n} cave card with the others.", plural="Put her {n} cave cards with the others.", n=n)
    yield Text("If you used her decision cards, put all {n} together.", n=DECISION_CARDS)
