"""Files of solo cards and boards: how they are read, and the words for what is wrong in them.

A fault says the way to it, what was found, and what is allowed.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Generic, Protocol, TypeVar

from engines.kit.decks import DeckFile, DeckKind
from engines.kit.rules import BadFile
from engines.kit.text import Text, Value


class Checked(Protocol):
    """The content of a file: it names itself and its faults."""

    @property
    def key(self) -> str: ...  # noqa: D102
    def faults(self) -> Iterator[Text]: ...  # noqa: D102


C = TypeVar("C", bound=Checked)

HEAD_FIELDS = ("game", "deck", "name", "origin", "confidence")


class OwnersKind(DeckKind[C], Generic[C], frozen=True):
    """A deck whose size only the owner of the box knows: a file holds one card or many.

    A file may also be a card alone, without the head of a deck.
    """

    def check(self, game: str, data: Any, name: str) -> DeckFile[C]:
        """Return plain values as a deck file; `BadFile` if they are none, or if a card of it is wrong."""
        return super().check(game, self._with_head(game, data, name), name)

    def check_cards(self, deck: DeckFile[C], name: str) -> None:
        """Raise `BadFile` if a card is wrong."""
        for n, card in enumerate(deck.cards, 1):
            for fault in card.faults():
                key = card.key or str(n)
                raise BadFile(
                    Text("{name}: card {card}: {fault}. Correct it in the file.", name=name, card=key, fault=fault)
                )

    def _with_head(self, game: str, data: dict[str, Any], name: str) -> dict[str, Any]:
        """Return a file with the head of a deck: what is a card alone becomes a deck of one."""
        if "cards" not in data:
            alone = {field: value for field, value in data.items() if field not in HEAD_FIELDS}
            data = {field: data[field] for field in HEAD_FIELDS if field in data} | {"cards": [alone]}
        return {"game": game, "deck": self.key, "origin": "its owner", "confidence": "as taught", "name": name} | data


# --- the words for a fault ---

NOT_KNOWN = "'?'"
"""An unknown cell as a file has it."""


def wrong(field: str, found: Value, allowed: Value, *, zone: str = "") -> Text:
    """Return the sentence for a field of a file, without a full stop."""
    where = Text("field {name}", name=field)
    if zone:
        where = within(where, Text("zone {zone}", zone=zone))
    return Text("{where}: found {found}, allowed: {allowed}", where=where, found=found, allowed=allowed)


def within(outer: Text, inner: Text) -> Text:
    """Return a fault, or the way to one, with what is around it."""
    return Text("{place}: {part}", place=outer, part=inner)


def in_field(name: str, inner: Text) -> Text:
    """Return a fault with the field that is around it."""
    return within(Text("field {name}", name=name), inner)


def number_faults(
    field: str, found: Any, low: int, high: int, *, inside: str = "", zone: str = "", unknown: bool = False
) -> Iterator[Text]:
    """Yield the fault of a number that is out of bounds; "?" is never wrong, and `unknown` says that it is allowed."""
    if found != "?" and not low <= found <= high:
        fault = wrong(field, found, or_unknown(bounds(low, high)) if unknown else bounds(low, high), zone=zone)
        yield in_field(inside, fault) if inside else fault


def bounds(low: int, high: int) -> Text:
    """Return the words for numbers that are allowed."""
    return Text("{low} to {high}", low=str(low), high=str(high))


def or_unknown(allowed: Value) -> Value:
    """Return the words for what is allowed, or a cell that nobody has read."""
    return (allowed, NOT_KNOWN)


def join_values(found: Iterable[object]) -> Value:
    """Return values with commas between them; without any, the word for that."""
    return tuple(map(str, found)) or Text("nothing")
