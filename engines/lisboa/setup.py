"""Options of a play of Lisboa, and its start."""

from typing import Any

import msgspec

from engines.contract import Embed, Option, Options
from engines.lisboa.state import Phase, Ship, State, book, cards, shipyard
from engines.options import house_rule
from engines.text import Text


def options() -> tuple[Option, ...]:
    """Return what is to be settled before a play."""
    return (
        house_rule("favors_used", Text("Favour he follows with"), book().ruled("lisboa.ruling.favors_used")),
        house_rule("hired", Text("His hired officials"), book().ruled("lisboa.ruling.hired")),
        Embed("ships", Text("Ships"), "ships"),
    )


def start(options: Options) -> State:
    """Return the state before the first step (lisboa.setup.two_players)."""
    file: dict[str, Any] = options.get("ships", {})
    ships = msgspec.convert(file["cards"], list[Ship]) if file else cards().ships.cards
    return State(
        at=Phase.HELPER,
        favors_used=options["favors_used"],
        hired=options["hired"],
        shipyard=shipyard(1),
        ship_influence={ship.id: ship.influence for ship in ships if ship.influence is not None},
        ship_hull={ship.id: ship.hull for ship in ships if ship.hull is not None},
    )
