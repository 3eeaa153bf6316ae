"""The state of a play with the Magpie, the cards, and what can be corrected."""

from collections.abc import Iterator
from enum import Enum
from typing import Annotated, Literal

from msgspec import Struct

from engines.kit import turn
from engines.kit.contract import Law
from engines.kit.decks import Deck, DeckKind, card_names
from engines.kit.rules import data_file, rule_book
from engines.kit.text import Text
from engines.kit.tracked_values import Group, choice, number, tracked_values

LEDGES = ("left", "middle", "right")
PATH_STEPS = 6
"""Steps of its path from one trinket to the next."""
BUY_PRICE = 2
"""Coins for a trinket that you buy back."""
TRADE_PRICE = 3
"""Coins that the Magpie trades for a trinket."""
MAX_PIECES = 99
"""The highest count that a correction can set."""
MAX_COUNT = 999
"""The highest count of any position: more than a play adds to a corrected one."""
TIES = {"you": Text("You choose the ledge"), "leftmost": Text("The leftmost ledge")}


class Phase(Enum):
    """The phases of a play; a phase without a builder in `steps.py` passes or decides."""

    LAY_OUT = "lay_out"
    CHARM = "charm"
    CHARM_WORTH = "charm_worth"
    YOUR_TURN = "your_turn"
    BEGIN = "begin"
    DEED = "deed"
    HOP = "hop"
    LUCK = "luck"
    STEAL = "steal"
    STOLEN = "stolen"
    TOLL = "toll"
    EFFECT = "effect"
    COUNT = "count"
    OVER = "over"


class Deed(Struct, frozen=True, forbid_unknown_fields=True):
    """A card of the Magpie."""

    id: str
    name: str


class Charm(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A charm; `worth` in points (0 to 9) if it is known."""

    id: str
    name: str
    worth: int | None = None


class Cards(Struct, frozen=True, forbid_unknown_fields=True):
    """`cards.toml`."""

    deeds: Deck[Deed]
    charms: Deck[Charm]


cards = data_file("magpie/cards.toml", Cards)
"""The cards that come with the game."""
DEED_NAMES, CHARM_NAMES = card_names(cards().deeds), card_names(cards().charms)
book = rule_book("magpie", DEED_NAMES, CHARM_NAMES)
"""The rules of the solo book, and our rulings."""

CHARMS = DeckKind(
    "charms",
    Text("Charms"),
    Charm,
    lambda: cards().charms,
    is_complete=lambda deck: all(charm.worth is not None for charm in deck.cards),
)
"""Charms can be taught, by a file with their worth or by the plays in which they come up."""


class TakeCoins(Struct, tag=True):
    """The Magpie takes `n` coins (1 to 4)."""

    n: int


class Trade(Struct, tag=True):
    """The Magpie trades coins for a trinket."""


Effect = TakeCoins | Trade


class Did(Struct):
    """The Magpie's last turn: `steps.py` words it in your next turn."""

    deed: str = ""
    hop: int = 0
    ledge: str = ""
    coins: int = 0
    paid: int = 0
    trinkets: int = 0


class State(turn.State, kw_only=True):
    """A play with the Magpie."""

    at: Phase
    rounds: int
    tie: Annotated[Literal["you", "leftmost"], choice(Text("Ledges that tie"), Text("ledges that tie"), TIES)]
    worth: dict[str, int] = {}
    new_worth: bool = False
    round: int = 1
    left: list[str] = []
    played: list[str] = []
    shuffle: int = 0
    hops: int = 0
    lucks: int = 0
    charm: str = ""
    step: int = 0
    coins: Annotated[int, number(Text("Its coins"), Text("its coins"), MAX_PIECES, limit=MAX_COUNT)] = 0
    trinkets: Annotated[int, number(Text("Its trinkets"), Text("its trinkets"), MAX_PIECES, limit=MAX_COUNT)] = 0
    purse: Annotated[int, number(Text("Your coins"), Text("your coins"), MAX_PIECES, limit=MAX_COUNT)] = 8
    agenda: list[Effect] = []
    did: Did | None = None
    your_total: int | None = None
    tame: bool = False


TRACKED = tracked_values(
    State,
    Group(Text("Its nest"), Text("They count at the end."), "trinkets", "coins"),
    Group(Text("Your purse"), Text("It never takes more than you have."), "purse"),
    Group(Text("The ledges"), Text("It says who chooses if ledges tie."), "tie"),
)


def laws(state: State) -> Iterator[Law]:
    """Yield the laws of a position beyond the bounds of its values."""
    deck = sorted(DEED_NAMES)
    complete = sorted(state.left + state.played) == deck
    yield complete, Text("The deeds left and played must together be: {cards}.", cards=tuple(deck))
    yield 1 <= state.round <= state.rounds, Text("The round must be 1 to {rounds}.", rounds=state.rounds)
