"""His cards: what is on one, the deck that comes with the game, and decks that were taught."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from engines.kit.decks import Deck, DeckKind
from engines.kit.faults import Unfit
from engines.kit.rules import data_file
from engines.kit.text import Text

CARDS = 16
"""Cards of his deck; two are drawn a year and none returns."""
MARKS = 4
"""Marks on a card, as far as anybody knows; a deck from a file may have others."""
PLACES = "ABCDEFGH"
"""The places of a card, in reading order, by the letters that they have in summer."""


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """A Burattino card. `marks` names its marked places, each once and in reading order."""

    id: str
    marks: str

    def __post_init__(self) -> None:
        if self.marks != "".join(place for place in PLACES if place in self.marks):
            raise Unfit(Text("marks must be letters of {letters}, each once and in this order", letters=PLACES))


class Letters(Struct, frozen=True, forbid_unknown_fields=True):
    """The actions of the board, one letter each, in the order of the places on a card: 8 a season, all different."""

    summer: str
    winter: str

    def __post_init__(self) -> None:
        if {len(self.summer), len(self.winter)} != {len(PLACES)} or len({*self.summer, *self.winter}) != 2 * len(
            PLACES
        ):
            raise Unfit(Text("letters must be {n} a season, all different", n=len(PLACES)))


class Cards(Struct, frozen=True, forbid_unknown_fields=True):
    """`cards.toml`."""

    letters: Letters
    burattino: Deck[Card]


cards = data_file("burattino/cards.toml", Cards)
"""The cards that come with the game."""


def lettered(marks: str, letters: str) -> list[str]:
    """Return the letters of marked places, given those of all places (burattino.season.position)."""
    return [letter for place, letter in zip(PLACES, letters, strict=True) if place in marks]


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
        for card in odd(deck.cards)
    ),
)
"""What is printed on his cards is not known to us: who has them can teach them, or give a file."""


def odd(deck: Iterable[Card]) -> list[Card]:
    """Return the cards that have not four marks (burattino.ruling.marks)."""
    return [card for card in deck if len(card.marks) != MARKS]


def double(deck: Sequence[Card]) -> list[str]:
    """Return the ids of cards that have the marks of an earlier one."""
    marks = [card.marks for card in deck]
    return [card.id for place, card in enumerate(deck) if card.marks in marks[:place]]
