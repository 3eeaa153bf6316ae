"""Files of solo cards and of boards: one card alone, or as many as the owner of the box has taught."""

from collections.abc import Iterator
from typing import Any, Generic, Protocol, TypeVar

from engines.kit.decks import DeckFile, DeckKind, wrong_deck
from engines.kit.rules import BadFile, convert
from engines.kit.text import Text


class Checked(Protocol):
    """What a file may hold: it can name itself and its faults."""

    @property
    def key(self) -> str: ...  # noqa: D102
    def faults(self) -> Iterator[Text]: ...  # noqa: D102


C = TypeVar("C", bound=Checked)

HEAD = ("game", "deck", "name", "origin", "confidence")


class OwnersKind(DeckKind[C], Generic[C], frozen=True):
    """A deck of which only the owner of the box knows how much there is: a file may hold one card or many.

    A file may also be a card alone, without the head of a deck.
    """

    def check(self, game: str, data: Any, name: str) -> DeckFile[C]:
        """Return plain values as a deck file; `BadFile` where they are none, or where a card of it cannot be."""
        deck: DeckFile[C] = convert(self._whole(game, data, name), DeckFile[self.card], name)  # type: ignore[name-defined]
        if (deck.game, deck.deck) != (game, self.key):
            found = f"{deck.game}/{deck.deck}"
            raise BadFile(wrong_deck(name, found, f"{game}/{self.key}"))
        for n, card in enumerate(deck.cards, 1):
            for fault in card.faults():
                raise BadFile(
                    Text(
                        "{name}: card {card}: {fault}. Correct it in the file.",
                        name=name,
                        card=card.key or str(n),
                        fault=fault,
                    )
                )
        return deck

    def _whole(self, game: str, data: dict[str, Any], name: str) -> dict[str, Any]:
        """Return a file with the head of a deck: what is a card alone becomes a deck of one."""
        if "cards" not in data:
            alone = {field: value for field, value in data.items() if field not in HEAD}
            data = {field: data[field] for field in HEAD if field in data} | {"cards": [alone]}
        head = {"game": game, "deck": self.key, "origin": "its owner", "confidence": "as taught", "name": name}
        return head | data
