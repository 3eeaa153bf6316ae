"""Decks of cards, their files, and the check of a file against the deck of the game."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from engines.kit.rules import BadFile, convert, parse
from engines.kit.text import Text

C = TypeVar("C")

PRINTED = "printed"
"""The usual name of the deck that comes with a game. No other deck has it."""


class Deck(Struct, Generic[C], frozen=True, forbid_unknown_fields=True):
    """The cards of a deck, the source of their faces, and how certain that source is."""

    origin: str
    confidence: str
    cards: tuple[C, ...]


class DeckFile(Deck[C], Generic[C], frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A deck as it is taught, exported and imported; it replaces the deck `deck` of the game `game`."""

    game: str
    deck: str
    name: str = ""


def card_names(deck: Deck[Any]) -> dict[str, Text]:
    """Return the names that are printed on the cards of a deck, by id.

    >>> class Dragon(Struct):
    ...     id: str
    ...     name: str
    >>> card_names(Deck("the box", "confirmed", (Dragon("d1", "Ember"),)))
    {'d1': Text('Ember')}
    """
    return {card.id: Text(card.name) for card in deck.cards if hasattr(card, "name")}


class DeckKind(Struct, Generic[C], frozen=True):
    """A deck that can be taught: its key, title, the struct of a card, and the deck that comes with the game.

    `name` is the name of that deck. `is_complete` returns whether every face of a deck is known: then it can be kept
    during the play, else at the end. `doubts` has a sentence for each oddity of a deck that can be played all the same.
    `spelling` says what a field may contain, by its name: some of these letters, in this order, or one of these words.
    """

    key: str
    title: Text
    card: type[C]
    printed: Callable[[], Deck[C]]
    name: str = PRINTED
    is_complete: Callable[[Deck[C]], bool] = lambda _: False
    doubts: Callable[[Deck[C]], Iterable[Text]] = lambda _: ()
    spelling: Mapping[str, str | tuple[str, ...]] = {}

    def read(self, game: str, raw: bytes, name: str) -> DeckFile[C]:
        """Return a deck file; `BadFile` if it is not a whole deck of this kind."""
        return self.check(game, parse(raw, name), name)

    def check(self, game: str, data: Any, name: str) -> DeckFile[C]:
        """Return plain values as a deck file; `BadFile` if they are not a whole deck of this kind.

        >>> class Card(Struct, frozen=True):
        ...     id: str
        >>> printed = Deck("the box", "confirmed", (Card("a"), Card("b")))
        >>> kind = DeckKind("charms", Text("Charms"), Card, lambda: printed)
        >>> mine = {"game": "magpie", "deck": "charms", "origin": "mine", "confidence": "own", "cards": [{"id": "a"}]}
        >>> kind.check("magpie", mine, "mine.toml")
        Traceback (most recent call last):
        engines.kit.rules.BadFile: mine.toml lacks card b. Add it.
        >>> kind.check("magpie", {**mine, "cards": [{"id": "b"}, {"id": "a"}]}, "mine.toml").name
        ''
        """
        deck: DeckFile[C] = convert(data, DeckFile[self.card], name)  # type: ignore[name-defined]
        if (deck.game, deck.deck) != (game, self.key):
            found = f"{deck.game}/{deck.deck}"
            raise BadFile(wrong_deck(name, found, f"{game}/{self.key}"))
        self.check_cards(deck, name)
        return deck

    def check_cards(self, deck: DeckFile[C], name: str) -> None:
        """Raise `BadFile` if the cards are not those of the deck that comes with the game."""
        wanted, given = _ids(self.printed().cards), Counter(_ids(deck.cards))
        if lacking := [card for card in wanted if card not in given]:
            raise BadFile(Text("{name} lacks card {cards}. Add it.", name=name, cards=", ".join(lacking)))
        if unknown := [card for card in given if card not in wanted]:
            raise BadFile(
                Text("{name} has the unknown card {cards}. Take it out.", name=name, cards=", ".join(unknown))
            )
        if twice := [card for card, n in given.items() if n > 1]:
            raise BadFile(Text("{name} has card {cards} twice. Keep one of them.", name=name, cards=", ".join(twice)))

    def printed_file(self, game: str) -> DeckFile[C]:
        """Return the deck that comes with the game, in the form of a file."""
        deck = self.printed()
        return DeckFile(deck.origin, deck.confidence, deck.cards, game=game, deck=self.key, name=self.name)

    def learned_file(self, game: str, cards: Iterable[C | dict[str, Any]], **head: str) -> dict[str, Any]:
        """Return cards that a play taught as a deck file in plain values, equal to those read from the disk.

        `head` replaces the usual origin, confidence (as of the printed deck) and name.
        """
        file = msgspec.to_builtins(self.printed_file(game))
        file |= {"cards": list(cards), "origin": "learned in play", "name": "learned", **head}
        values: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(file))
        return values


def _ids(cards: Iterable[Any]) -> list[str]:
    return [msgspec.to_builtins(card)["id"] for card in cards]


def wrong_deck(name: str, found: str, wanted: str) -> Text:
    """Return the sentence about a deck of another kind than the wanted one.

    >>> wrong_deck("mine.toml", "lisboa/tiles", "magpie/charms")
    Text('mine.toml is a deck of lisboa/tiles, but magpie/charms is wanted. Choose another file.')
    """
    return Text(
        "{name} is a deck of {found}, but {wanted} is wanted. Choose another file.",
        name=name,
        found=found,
        wanted=wanted,
    )
