"""Options of a play with the Magpie, its start, what it teaches, and how its pieces are put away."""

from msgspec.structs import replace

from engines.kit.options import Count, Embed, Option, Options, Source, Switch, house_rule
from engines.kit.screens import Content
from engines.kit.text import Text
from engines.magpie.state import CHARMS, DEED_NAMES, Phase, State, book, cards

MAX_ROUNDS = 5
SOURCES = (
    Source("deeds", Text("Magpie’s deeds"), "deck"),
    Source("charms", Text("Charms"), "deck"),
    Source("hop", Text("Hop die"), "die"),
    Source("luck", Text("Luck die"), "die"),
)
DECKS = (CHARMS,)


def options() -> tuple[Option, ...]:
    """Return the options to be chosen before a play."""
    return (
        Count("rounds", Text("Rounds"), 1, MAX_ROUNDS, 2),
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
        left=list(DEED_NAMES),
    )


def learned_options(state: State) -> Options | None:
    """Return the charms with every known worth, if this play taught one."""
    if not state.new_worth:
        return None
    charms = [replace(charm, worth=state.worth.get(charm.id, charm.worth)) for charm in cards().charms.cards]
    return {"charms": CHARMS.learned_file("magpie", charms)}


def put_away(state: State) -> tuple[Content, ...]:
    """Return where its things go after the play (magpie.setup.ledges, magpie.setup.charm)."""
    counts = ((Text("trinkets"), state.trinkets), (Text("coins"), state.coins))
    things = tuple(Text("{n} {things}", n=n, things=name) for name, n in counts if n)
    lines = (Text("Put back its {things}.", things=things),) if things else ()
    return (Content(Text("What it had"), (*lines, Text("Put its charm with the others."))),)
