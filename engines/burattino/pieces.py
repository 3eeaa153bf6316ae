"""Pieces, actions and cards of Burattino, with their names and prices."""

from collections.abc import Sequence
from enum import Enum
from itertools import pairwise
from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from engines.kit.decks import Deck, DeckKind
from engines.kit.faults import Unfit
from engines.kit.rules import data_file
from engines.kit.text import Text

YEARS = 6
SALMANAZAR_YEARS = 5
WORKERS = 8
CARDS = 16
"""Cards of his deck; two are drawn a year and none returns."""
MARKS = 4
"""Marks on a card, as far as anybody knows; a deck from a file may have another number."""
PLACES = "ABCDEFGH"
"""The places of a card in reading order, by their letters in summer."""
CARD_LIRA = 3
"""Lira that he gains with a card."""
VP = 25
"""His victory points, which never change."""
SPACE_PRICE = 2
"""Lira that he pays to take a worker back."""
EVENT_PRICE = 4
"""Lira that he pays for his part of an event."""
MAX_AFRICA_CARDS = 3
"""Cards that he can add to a goal of Africa."""
MAX_PIECES = 60
"""The highest count that a correction can set, and the highest price that is remembered, lira."""
MAX_COUNT = 999
"""The highest count of any position: more than a play adds to a corrected one."""
UNKNOWN_SPACE = "?"
"""The space of a worker whose action the device does not know."""

Difficulty = Literal["demi", "standard", "magnum", "double_magnum", "imperial", "salmanazar"]
EventDeck = Literal["africa", "asia", "europe", "greengully", "north_america", "oceania", "south_america"]
CardMode = Literal["table", "marks", "recognised", "taught", "house"]
Kind = Literal["vine", "order", "summer", "winter", "structure"]
"""The types of his cards: vine, wine order, summer visitor, winter visitor, structure."""
Goal = Literal["your_vp", "your_influence"]
"""The goals that you both need to win, in the order of the questions."""
Count = Annotated[int, Meta(ge=0, le=MAX_COUNT)]
KIND_NAMES: dict[str, Text] = {
    "vine": Text("Vine"),
    "order": Text("Wine order"),
    "summer": Text("Summer visitor"),
    "winter": Text("Winter visitor"),
    "structure": Text("Structure"),
}
ACTION_NAMES = {letter: Text("{letter}", letter=letter) for letter in "ABCDEFGHIJKLMNOP"}


class Season(Enum):
    """The parts of a year; END is its end, OVER the end of the play."""

    SPRING = "SPRING"
    SUMMER = "SUMMER"
    FALL = "FALL"
    WINTER = "WINTER"
    END = "END"
    OVER = "OVER"


CARDS_DRAWN = {Season.SPRING: 0, Season.SUMMER: 1, Season.FALL: 1, Season.WINTER: 2, Season.END: 2}
"""Cards drawn in a year, by season."""
NEXT_SEASON = dict(pairwise(Season))


class Board(Struct):
    """The spaces of his workers: letters of actions, or `UNKNOWN_SPACE`."""

    summer: list[str] = field(name="SUMMER", default_factory=list)
    winter: list[str] = field(name="WINTER", default_factory=list)

    def of(self, season: Season) -> list[str]:
        """Return the spaces of a season; none in a season without a card."""
        return {Season.SUMMER: self.summer, Season.WINTER: self.winter}.get(season, [])


class Did(Struct):
    """The last line of the menu or trade, by its id, and its changes; "" at the beginning of a season.

    `paid` is in lira, `space` the letter that became free; `given` and `taken` are the types of the cards that he gave
    and took.
    """

    act: str = ""
    paid: int = 0
    space: str = ""
    given: list[Kind] = []
    taken: list[Kind] = []


# --- his cards ---


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """A Burattino card. `marks` names its marked places, each once and in reading order."""

    id: str
    marks: str

    def __post_init__(self) -> None:
        if self.marks != "".join(place for place in PLACES if place in self.marks):
            raise Unfit(Text("marks must be letters of {letters}, each once and in this order", letters=PLACES))


class Letters(Struct, frozen=True, forbid_unknown_fields=True):
    """The letters of the actions in the order of the places on a card: 8 a season, all different."""

    summer: str
    winter: str

    def __post_init__(self) -> None:
        sizes, different = {len(self.summer), len(self.winter)}, {*self.summer, *self.winter}
        if sizes != {len(PLACES)} or len(different) != 2 * len(PLACES):
            raise Unfit(Text("letters must be {n} a season, all different", n=len(PLACES)))


class Cards(Struct, frozen=True, forbid_unknown_fields=True):
    """`cards.toml`."""

    letters: Letters
    burattino: Deck[Card]


cards = data_file("burattino/cards.toml", Cards)
"""The cards that come with the game."""


def letters(season: Season) -> str:
    """Return the letters of the actions of summer or winter, in the order of the places on a card."""
    both = cards().letters
    return both.summer if season is Season.SUMMER else both.winter


def marked_letters(marks: str, season: Season) -> list[str]:
    """Return the letters that marked places have in a season (burattino.season.position)."""
    return [letter for place, letter in zip(PLACES, letters(season), strict=True) if place in marks]


BURATTINO = DeckKind(
    "burattino",
    Text("Burattino cards"),
    Card,
    lambda: cards().burattino,
    "house",
    is_complete=lambda _: True,
    spelling={"marks": PLACES},
    doubts=lambda deck: (
        Text("card {id} has {n} marks, not {usual}.", id=card.id, n=len(card.marks), usual=MARKS)
        for card in deck.cards
        if len(card.marks) != MARKS
    ),
)
"""The printed faces of his cards are unknown: the player teaches them, or gives a file."""


def odd_cards(deck: Sequence[Card]) -> list[str]:
    """Return the ids of cards with another number of marks than four (burattino.ruling.marks)."""
    return [card.id for card in deck if len(card.marks) != MARKS]


def repeated_cards(deck: Sequence[Card]) -> list[str]:
    """Return the ids of cards with the marks of an earlier one."""
    marks = [card.marks for card in deck]
    return [card.id for place, card in enumerate(deck) if card.marks in marks[:place]]
