"""Options of a play of Wyrmspan, and its start."""

from typing import Any

import msgspec

from engines.contract import Choice
from engines.options import Choose, Embed, Option, Options, house_rule
from engines.text import Text
from engines.wyrmspan.pieces import Card, cards
from engines.wyrmspan.state import Phase, State, book

LEVELS = {
    "automa1": Text("Automa 1"),
    "automa2": Text("Automa 2"),
    "automa3": Text("Automa 3"),
    "ravel1": Text("Ravel 1"),
    "ravel2": Text("Ravel 2"),
    "ravel3": Text("Ravel 3"),
}


def options() -> tuple[Option, ...]:
    """Return what is to be settled before a play."""
    return (
        Choose("level", Text("Level"), tuple(Choice(key, name) for key, name in LEVELS.items()), "automa1"),
        house_rule("ravel_bonus", Text("Extra VP a dragon"), book().ruled("wyrmspan.ruling.ravel_bonus")),
        house_rule("coin_limit", Text("Coin limit of Ravel"), book().ruled("wyrmspan.ruling.coin_limit")),
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
