"""Options of a play with the Magpie, and its start."""

from engines._template.state import Phase, State, book, cards
from engines.contract import Count, Embed, Option, Options, Switch
from engines.options import house_rule
from engines.text import Text

MOST_ROUNDS = 5


def options() -> tuple[Option, ...]:
    """Return what is to be settled before a play."""
    return (
        Count("rounds", Text("Rounds"), 1, MOST_ROUNDS, 2),
        Switch("tame", Text("Tame: it starts without a coin"), default=False),
        house_rule("tie", Text("Ledges that tie"), book().ruled("template.steal.tie")),
        Embed("charms", Text("Charms"), "charms"),
    )


def start(options: Options) -> State:
    """Return the state before the first step."""
    charms = options.get("charms", {"cards": []})["cards"]
    return State(
        at=Phase.LAY_OUT,
        rounds=options["rounds"],
        tie=options["tie"],
        worth={card["id"]: card["worth"] for card in charms if card.get("worth") is not None},
        coins=0 if options["tame"] else 1,
        left=[card.id for card in cards().deeds.cards],
    )
