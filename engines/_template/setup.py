"""Options of a play with the Magpie, and its start."""

from engines._template.state import Phase, State, cards
from engines.contract import Choice, Choose, Count, Embed, Option, Options, Switch
from engines.text import Text

MOST_ROUNDS = 5


def options() -> tuple[Option, ...]:
    """Return what is to be settled before a play."""
    return (
        Count("rounds", Text("Rounds"), 1, MOST_ROUNDS, 2),
        Switch("tame", Text("Tame: it starts without a coin"), default=False),
        Choose(
            "tie",
            Text("Ledges that tie"),
            (Choice("you", Text("You choose the ledge")), Choice("leftmost", Text("The leftmost ledge"))),
            "you",
            rule="template.steal.tie",
        ),
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
