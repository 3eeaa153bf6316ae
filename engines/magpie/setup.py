"""Options of a play with the Magpie, its start, and what of it is worth keeping."""

from msgspec.structs import replace

from engines.kit.options import Count, Embed, Option, Options, Source, Switch, house_rule
from engines.kit.screens import Content
from engines.kit.text import Text
from engines.magpie.state import CHARMS, Phase, State, book, cards

MOST_ROUNDS = 5
SOURCES = (
    Source("deeds", Text("Magpie’s deeds"), "deck"),
    Source("charms", Text("Charms"), "deck"),
    Source("hop", Text("Hop die"), "die"),
    Source("luck", Text("Luck die"), "die"),
)
DECKS = (CHARMS,)


def options() -> tuple[Option, ...]:
    """Return what is to be settled before a play."""
    return (
        Count("rounds", Text("Rounds"), 1, MOST_ROUNDS, 2),
        Switch("tame", Text("Tame"), default=False, note=Text("Easier: it starts without a coin.")),
        house_rule("tie", Text("Ledges that tie"), book(), "magpie.steal.tie"),
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
        tame=options["tame"],
        coins=0 if options["tame"] else 1,
        left=[card.id for card in cards().deeds.cards],
    )


def learned_options(state: State) -> Options | None:
    """Return the charms with every worth that is known, once one was learned."""
    if not state.new_worth:
        return None
    charms = [replace(charm, worth=state.worth.get(charm.id, charm.worth)) for charm in cards().charms.cards]
    return {"charms": CHARMS.learned_file("magpie", charms)}


def put_away(state: State) -> tuple[Content, ...]:
    """Return where its things go after the play (magpie.setup.ledges, magpie.setup.charm)."""
    owned = (("trinkets", state.trinkets), ("coins", state.coins))
    told = tuple(Text("{n} {things}", n=n, things=THINGS[name]) for name, n in owned if n)
    return (
        Content(
            Text("What it had"),
            (
                *((Text("Put back its {things}.", things=told),) if told else ()),
                Text("Put its charm with the others."),
            ),
        ),
    )


THINGS = {"trinkets": Text("trinkets"), "coins": Text("coins")}
