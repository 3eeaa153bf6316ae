"""What there is of pieces, cards and actions, and how Burattino counts them."""

from enum import Enum
from itertools import pairwise
from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from engines.burattino.deck import cards
from engines.kit.rules import rule_book
from engines.kit.text import Text

YEARS = 6
SHORT = 5
"""Years of a play on Salmanazar."""
WORKERS = 8
CARD_LIRA = 3
VP = 25
"""His victory points, which never change."""
FREE = 2
EVENT = 4
"""What a space costs him, and his part of an event, lira."""
CONTRIBUTES = 3
"""Cards that he may add to a goal of Africa, at most."""
LIMIT = 999
"""Bound of every count: more than a play can add to a corrected one."""
MOST = 60
"""What a count can be corrected to, and the highest price that is remembered, lira."""
UNKNOWN = "?"
"""The space of a worker whose action the device was not told."""

Difficulty = Literal["demi", "standard", "magnum", "double_magnum", "imperial", "salmanazar"]
EventDeck = Literal["africa", "asia", "europe", "greengully", "north_america", "oceania", "south_america"]
CardMode = Literal["table", "marks", "recognised", "taught", "house"]
Kind = Literal["vine", "order", "summer", "winter", "structure"]
"""The types of his cards: vine, wine order, summer visitor, winter visitor, structure."""
Goal = Literal["your_vp", "your_influence"]
"""What you both need to win, in the order in which it is asked."""
Count = Annotated[int, Meta(ge=0, le=LIMIT)]
KINDS: dict[str, Text] = {
    "vine": Text("Vine"),
    "order": Text("Wine order"),
    "summer": Text("Summer visitor"),
    "winter": Text("Winter visitor"),
    "structure": Text("Structure"),
}
"""What the types of his cards are called."""
HELD: dict[str, Text] = {
    "vine": Text("his vines"),
    "order": Text("his wine orders"),
    "summer": Text("his summer visitors"),
    "winter": Text("his winter visitors"),
    "structure": Text("his structures"),
}
"""What Why calls those in his hand."""


class Season(Enum):
    """The part of the year; END is its end, OVER the end of the play."""

    SPRING = "SPRING"
    SUMMER = "SUMMER"
    FALL = "FALL"
    WINTER = "WINTER"
    END = "END"
    OVER = "OVER"


DRAWN = {Season.SPRING: 0, Season.SUMMER: 1, Season.FALL: 1, Season.WINTER: 2, Season.END: 2}
"""Cards drawn in a year, by season."""
AFTER = dict(pairwise(Season))
"""The season that follows another."""


class Board(Struct):
    """Where his workers stand: letters of actions, or UNKNOWN for each that the device was not told."""

    summer: list[str] = field(name="SUMMER", default_factory=list)
    winter: list[str] = field(name="WINTER", default_factory=list)

    def of(self, season: Season) -> list[str]:
        """Return where the workers of a season stand; nowhere in a season without a card."""
        return {Season.SUMMER: self.summer, Season.WINTER: self.winter}.get(season, [])


class Did(Struct):
    """What was done last, without words: the id of a line of the menu or of a trade, or "" where a season begins.

    `paid` is in lira, `space` the letter that became free, `given` and `taken` are types of his cards that went and
    came. `corrected` says that his lira were since, so what they changed by is told no more.
    """

    act: str = ""
    paid: int = 0
    space: str = ""
    given: list[Kind] = []
    taken: list[Kind] = []
    corrected: bool = False


book = rule_book("burattino")
"""The rules of the solo book, and our rulings."""


def letters(season: Season) -> str:
    """Return the letters of the actions of summer or winter, in the order of the places on a card."""
    found = cards().letters
    return found.summer if season is Season.SUMMER else found.winter
