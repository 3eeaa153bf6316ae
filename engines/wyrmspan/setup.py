"""Options of a play of Wyrmspan, and its start."""

from collections.abc import Iterator
from typing import Any

import msgspec

from engines.contract import Choice
from engines.options import Choose, Embed, Option, Options, house_rule
from engines.screens import Content
from engines.text import Text
from engines.wyrmspan.pieces import Card, cards
from engines.wyrmspan.state import Phase, State, book

LEVELS = (
    Choice("automa1", Text("Automa 1"), note=Text("The easiest: she ends at about 73 VP.")),
    Choice("automa2", Text("Automa 2"), note=Text("She ends at about 85 VP.")),
    Choice("automa3", Text("Automa 3"), note=Text("She has 1 VP more a dragon, and ends at about 101 VP.")),
    Choice("ravel1", Text("Ravel 1"), note=Text("She moves by your caves, and ends at about 100 VP.")),
    Choice("ravel2", Text("Ravel 2"), note=Text("She moves by your caves, and ends at about 118 VP.")),
    Choice("ravel3", Text("Ravel 3"), note=Text("The hardest: she moves by your caves, and ends at about 131 VP.")),
)
"""Points: means of 1,000 random plays a level."""
RAVEL = ("ravel1", "ravel2", "ravel3")


def options() -> tuple[Option, ...]:
    """Return what is to be settled before a play."""
    return (
        Choose("level", Text("Level"), LEVELS, "automa1"),
        house_rule(
            "ravel_bonus", Text("Extra VP a dragon"), book().ruled("wyrmspan.ruling.ravel_bonus"), "level", ("ravel3",)
        ),
        house_rule(
            "coin_limit", Text("Coin limit of Ravel"), book().ruled("wyrmspan.ruling.coin_limit"), "level", RAVEL
        ),
        Embed("cards", Text("Automa cards"), "automa"),
    )


def start(options: Options) -> State:
    """Return the state before the first step (wyrmspan.setup.level, wyrmspan.setup.deck)."""
    faces: list[dict[str, Any]] = options.get("cards", {"cards": []})["cards"]
    return State(
        at=Phase.OBJECTIVE,
        level=options["level"],
        ravel_bonus=options["ravel_bonus"],
        coin_limit=options["coin_limit"],
        faces=msgspec.convert(faces, list[Card]),
        left=list(cards().levels[options["level"]]),
    )


PIECES = 8
"""Her markers: one ready, three for the rounds, four for the objectives."""
DECISION_CARDS = 16


def put_away(state: State) -> tuple[Content, ...]:
    """Return where her things go after the play (wyrmspan.setup.pieces, wyrmspan.setup.deck)."""
    return (
        Content(
            Text("Her pieces"),
            (
                Text("Take her token off the Dragon Guild."),
                Text("Gather her {n} markers: guild, guild tile, round tracker.", n=PIECES),
            ),
        ),
        Content(Text("Her cards"), tuple(_her_cards(state))),
    )


def _her_cards(state: State) -> Iterator[Text]:
    if n := state.dragons:
        yield Text("Put her {n} dragon card with the others.", plural="Put her {n} dragon cards with the others.", n=n)
    if n := state.caves:
        yield Text("Put her {n} cave card with the others.", plural="Put her {n} cave cards with the others.", n=n)
    yield Text("If her decision cards are out, put all {n} together.", n=DECISION_CARDS)
