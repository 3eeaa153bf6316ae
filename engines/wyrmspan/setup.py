"""Options of a play of Wyrmspan, and its start."""

from typing import Any

import msgspec

from engines.contract import Choice, Choose, Embed, Option, Options
from engines.text import Text
from engines.wyrmspan.state import Card, Phase, State, cards

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
        Choose(
            "ravel_bonus",
            Text("Extra VP a dragon"),
            (Choice("automa_only", Text("Automa 3 only")), Choice("ravel_too", Text("Automa 3 and Ravel 3"))),
            "automa_only",
            rule="wyrmspan.ruling.ravel_bonus",
        ),
        Choose(
            "coin_limit",
            Text("Coin limit of Ravel"),
            (Choice("each_round", Text("In every round")), Choice("until_last", Text("Not in round 4"))),
            "each_round",
            rule="wyrmspan.ruling.coin_limit",
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
