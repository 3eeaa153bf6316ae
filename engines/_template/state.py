"""What the Magpie owns and what the device tracks for it."""

from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from engines import engine, rules
from engines.decks import Deck, DeckKind
from engines.text import Text

LEDGES = ("left", "middle", "right")
PRICE = 2
"""Coins that a trinket costs when you buy it back."""
TRADE = 3
"""Coins that the Magpie trades for a trinket."""
MOST = 99
"""What a count can be corrected to."""
LIMIT = 999
"""Bound of every count: more than a play can add to a corrected one."""


class Phase(Enum):
    """What the player can be waiting in; those without a builder in `steps.py` pass."""

    LAY_OUT = "lay_out"
    CHARM = "charm"
    CHARM_WORTH = "charm_worth"
    YOUR_TURN = "your_turn"
    BEGIN = "begin"
    DEED = "deed"
    DISPATCH = "dispatch"
    HOP = "hop"
    LUCK = "luck"
    STEAL = "steal"
    STOLEN = "stolen"
    TOLL = "toll"
    EFFECT = "effect"
    YOUR_TOTAL = "your_total"
    OVER = "over"


class Deed(Struct, frozen=True, forbid_unknown_fields=True):
    """A card of the Magpie."""

    id: str
    name: str


class Charm(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A charm; `worth` in points (0 to 9) where it is known."""

    id: str
    name: str
    worth: int | None = None


class Cards(Struct, frozen=True, forbid_unknown_fields=True):
    """`cards.toml`."""

    deeds: Deck[Deed]
    charms: Deck[Charm]


FOLDER = Path(__file__).parent


@cache
def cards() -> Cards:
    """Return the cards that come with the game."""
    return rules.load(FOLDER / "cards.toml", Cards)


@cache
def book() -> rules.RuleBook:
    """Return the rules of the solo book, and our rulings."""
    return rules.load(FOLDER / "rules.toml", rules.RuleBook)


CHARMS = DeckKind(
    "charms",
    Text("Charms"),
    Charm,
    lambda: cards().charms,
    whole=lambda deck: all(charm.worth is not None for charm in deck.cards),
)
"""Charms can be taught: a file with their worth, or the plays in which they come up."""


class TakeCoins(Struct, tag=True):
    """The Magpie takes `n` coins (1 to 4)."""

    n: int


class Trade(Struct, tag=True):
    """The Magpie trades coins for a trinket."""


Effect = TakeCoins | Trade


class Did(Struct):
    """What the Magpie did in its last turn, without words: the lines of your next turn."""

    deed: str = ""
    hop: int = 0
    ledge: str = ""
    coins: int = 0
    paid: int = 0
    trinkets: int = 0


class State(engine.State, kw_only=True):
    """A play of the Magpie. Counts are 0 to 999."""

    at: Phase
    rounds: int
    tie: str
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
    coins: int = 0
    trinkets: int = 0
    purse: int = 8
    agenda: list[Effect] = []
    did: Did | None = None
    your_total: int | None = None


def broken(state: State) -> tuple[Text, ...]:
    """Return a sentence for each invariant that does not hold."""
    deck = sorted(card.id for card in cards().deeds.cards)
    found = []
    if sorted(state.left + state.played) != deck:
        found.append(Text("The deeds left and played must together be: {cards}.", cards=tuple(deck)))
    for name, value in (("coins", state.coins), ("trinkets", state.trinkets), ("purse", state.purse)):
        if not 0 <= value <= LIMIT:
            found.append(Text("{name} must be 0 to {limit}.", name=name, limit=LIMIT))
    if not 1 <= state.round <= state.rounds:
        found.append(Text("The round must be 1 to {rounds}.", rounds=state.rounds))
    return tuple(found)


def correct(state: State, name: str, value: Any) -> None:
    """Set one of the fields that `steps.fields` lists."""
    setattr(state, name, value)
