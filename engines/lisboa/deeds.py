"""The last deed of Lacerda, and the numbers of the final scoring."""

from typing import Literal

from msgspec import Struct

from engines.lisboa.pieces import Action, Colour, Column, Figure, Noble, Stores, Tile, Type

Passed = Literal["nothing", "treasury", "influence"]


class Did(Struct):
    """His last deed, without words: his own turn, or your visit that he followed.

    `action` is None if he followed; `skipped` says that his State action was not possible. `no_favor` are nobles whose
    Royal Favors were gone. `tile_wigs` and `earned` are wigs, of the Cardinal's tile and of his building. `raised` are
    spaces of the Treasury. He `gained` influence, and `tens` wigs for a gain that ended on 10. The visit has a `cost`
    (None if there was no visit): he `paid` it in influence, and the `short` rest in wigs. `helper_was` is the deck that
    his Helper moved from, None if it stayed.
    """

    noble: Noble
    action: Action | None = None
    skipped: bool = False
    offices: list[Noble] = []
    ship: Colour | None = None
    favor: Noble | None = None
    no_favor: list[Noble] = []
    tile_wigs: int = 0
    passed: Passed = "nothing"
    raised: int = 0
    gained: int = 0
    tens: int = 0
    cost: int | None = None
    paid: int = 0
    short: int = 0
    earned: int = 0
    store: Type | None = None
    column: Column | None = None
    cube: bool = False
    building: Tile | None = None
    decrees: int = 0
    discarded: Figure | None = None
    helper_was: Figure | None = None

    @property
    def visited(self) -> bool:
        """Return whether he took the Noble's action."""
        return bool(self.store or self.building or self.decrees)


class Final(Struct):
    """Your numbers at the end, and his wigs for majorities."""

    stores: Stores
    officials: int
    reis: int
    decrees: int
    ships: int
    wigs: int
    majorities: int
    his_stores: int
    his_officials: int
