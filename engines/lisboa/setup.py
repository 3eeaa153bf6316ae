"""Options of a play of Lisboa, its start, what it teaches, and how its pieces are put away."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import to_builtins

from engines.kit.options import Embed, Option, Options, Source, house_rule
from engines.kit.screens import Content
from engines.kit.text import Text
from engines.lisboa.pieces import SHIPS, Ship, cards
from engines.lisboa.state import Phase, State, book, shipyard

SOURCES = (
    Source("helper", Text("Card for the Helper"), "deck"),
    Source("courtier", Text("Card for the Courtier"), "deck"),
    Source("favor", Text("Royal Favor tile"), "deck"),
)
DECKS = (SHIPS,)


def options() -> tuple[Option, ...]:
    """Return the options to be chosen before a play."""
    return (
        house_rule("favors_used", Text("Favor he follows with"), book(), "lisboa.ruling.favors_used"),
        house_rule("hired", Text("His hired officials"), book(), "lisboa.ruling.hired"),
        Embed("ships", Text("Ships"), "ships"),
    )


def start(options: Options) -> State:
    """Return the state before the first step (lisboa.setup.two_players)."""
    file: dict[str, Any] = options.get("ships", {})
    ships = msgspec.convert(file["cards"], list[Ship]) if file else cards().ships.cards
    return State(
        at=Phase.SET_UP,
        favors_used=options["favors_used"],
        hired=options["hired"],
        shipyard=shipyard(1),
        ship_influence={ship.id: ship.influence for ship in ships if ship.influence is not None},
        ship_hull={ship.id: ship.hull for ship in ships if ship.hull is not None},
    )


def learned_options(state: State) -> Options | None:
    """Return the ships with every known influence and size, if this play taught one."""
    if not state.new_ships:
        return None
    known = {"influence": state.ship_influence, "hull": state.ship_hull}
    ships = [
        to_builtins(ship) | {name: values[ship.id] for name, values in known.items() if ship.id in values}
        for ship in cards().ships.cards
    ]
    return {"ships": SHIPS.learned_file("lisboa", ships)}


def put_away(state: State) -> tuple[Content, ...]:
    """Return where his things go after the play (lisboa.setup.pieces, lisboa.setup.helper, lisboa.setup.courtier)."""
    taken = tuple(_taken_pieces(state))
    return (
        Content(
            Text("His pieces"),
            (
                Text("Take his Officials out of the offices."),
                Text("Take his houses off the Stores."),
                Text("Take his markers off the tracks."),
                Text("Put his Helper with the Officials of its colour."),
                Text("Take his Courtier off the portrait."),
            ),
        ),
        Content(
            Text("What he took"),
            (
                *((Text("Put back his {things}.", things=taken),) if taken else ()),
                Text("If blue cards were turned up for him, put them with the others."),
            ),
        ),
    )


def _taken_pieces(state: State) -> Iterator[Text]:
    if n := len(state.ships):
        yield Text("{n} ship", plural="{n} ships", n=n)
    if n := state.decrees:
        yield Text("{n} Decree", plural="{n} Decrees", n=n)
    if n := len(state.favors):
        yield Text("{n} Royal Favor", plural="{n} Royal Favors", n=n)
    if n := state.plans:
        yield Text("{n} Plan", plural="{n} Plans", n=n)
    if n := state.rubble:
        yield Text("{n} Rubble cube", plural="{n} Rubble cubes", n=n)
