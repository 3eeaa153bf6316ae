"""Her cards, objective and guild tiles, the Dragon Guild track, and their printed values."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from engines.kit.decks import Deck, DeckKind, card_names
from engines.kit.faults import Unfit
from engines.kit.rules import data_file
from engines.kit.text import Text

ROUNDS = 4
ROUND_CARDS = 7
"""Cards of her deck in a round: eight, less the one put aside."""
MAX_STEPS = ROUNDS * ROUND_CARDS * 5
"""Steps from START in a game, with 5 for each card."""
TRACK_SPACES = 12
"""Spaces of the Dragon Guild track, a loop."""
BROWN_STEPS = 6
"""Steps from one brown space of the track to the next; START (space 0) is one of the two."""
CAVE_SPACES = 4
"""Spaces of a cave; the first is excavated from the start."""
MARKERS = 4
"""Markers of each side in a game: one from the start, one after each of rounds 1 to 3."""
FIXED_ROW = 5
FIXED_VP = (6, 3)
"""Points printed on the first spaces of row 5; every further one has 1."""

Level = Literal["automa1", "automa2", "automa3", "ravel1", "ravel2", "ravel3"]
Basis = Literal["most", "least", "most+1"]
Cave = Literal["crimson", "golden", "amethyst"]
CAVE_NAMES = {"crimson": Text("Crimson Cavern"), "golden": Text("Golden Grotto"), "amethyst": Text("Amethyst Abyss")}
"""The caves of a mat from top to bottom."""
Steps = Annotated[int, Meta(ge=1, le=5)]
Slot = Annotated[int, Meta(ge=1, le=3)]
Quantity = Annotated[int, Meta(ge=0, le=20)]


class Card(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A decision card. Places count from the left, from 1; a card has a cave card or a marker, never both."""

    id: str
    passes: bool = field(name="pass")
    refresh: bool
    objective: Literal[-1, 0, 1]
    steps: tuple[Steps, Steps, Steps, Steps] | Basis
    dragon: Slot
    cave: Slot | None = None
    marker: Annotated[int, Meta(ge=1, le=9)] | None = None

    def __post_init__(self) -> None:
        if (self.cave is None) == (self.marker is None):
            raise Unfit(Text("it needs either a cave or a marker, and not both"))


class Objective(Struct, frozen=True, forbid_unknown_fields=True):
    """A side of an objective tile: her quantity by round, and the highest possible one if that matters."""

    id: str
    name: str
    base: tuple[Quantity, Quantity, Quantity, Quantity]
    cap: int | None = None

    @property
    def tile(self) -> str:
        """The number of the tile, without the side."""
        return self.id[:-1]


class Guild(Struct, frozen=True, forbid_unknown_fields=True):
    """A guild tile: the spaces of rows 1 to 4; row 5 never fills."""

    id: str
    name: str
    spaces: tuple[int, int, int, int]


class RankVp(Struct, frozen=True, forbid_unknown_fields=True):
    """Points for the rank in an objective, by round."""

    first: tuple[int, int, int, int]
    second: tuple[int, int, int, int]


class Cards(Struct, frozen=True, forbid_unknown_fields=True):
    """`cards.toml`."""

    levels: dict[str, tuple[str, ...]]
    rank_vp: RankVp
    automa: Deck[Card]
    objectives: Deck[Objective]
    guilds: Deck[Guild]


cards = data_file("wyrmspan/cards.toml", Cards)
"""The cards that come with the game."""

OBJECTIVE_NAMES = card_names(cards().objectives)
GUILD_NAMES = card_names(cards().guilds)

AUTOMA = DeckKind("automa", Text("Automa cards"), Card, lambda: cards().automa)
"""Her cards are known from a single source; a player who finds an error can give a corrected deck."""


def find_objective(name: str) -> Objective:
    """Return a side of an objective tile by its id."""
    return next(side for side in cards().objectives.cards if side.id == name)
