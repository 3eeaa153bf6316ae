"""Files of solo cards and boards, and the words for their faults.

A fault names its place in the file, the value found and the values allowed.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Generic, Protocol, TypeVar

from engines.kit.decks import DeckFile, DeckKind
from engines.kit.rules import BadFile
from engines.kit.text import Text, Value


class FileContent(Protocol):
    """A card or a board: it has a key and knows its faults."""

    @property
    def key(self) -> str: ...  # noqa: D102
    def faults(self) -> Iterator[Text]: ...  # noqa: D102


C = TypeVar("C", bound=FileContent)

HEAD_FIELDS = ("game", "deck", "name", "origin", "confidence")


class OwnersDeck(DeckKind[C], Generic[C], frozen=True):
    """A deck whose size only the owner of the box knows: a file holds one card or many.

    A file may also be a card alone, without the head of a deck.
    """

    def check(self, game: str, data: Any, name: str) -> DeckFile[C]:
        """Return plain values as a deck file; raise `BadFile` if they are none, or if a card has a fault."""
        return super().check(game, self._with_head(game, data, name), name)

    def check_cards(self, deck: DeckFile[C], name: str) -> None:
        """Raise `BadFile` if a card has a fault."""
        for n, card in enumerate(deck.cards, 1):
            for fault in card.faults():
                key = card.key or str(n)
                raise BadFile(
                    Text("{name}: card {card}: {fault}. Correct it in the file.", name=name, card=key, fault=fault)
                )

    def _with_head(self, game: str, data: dict[str, Any], name: str) -> dict[str, Any]:
        """Return a file with the head of a deck; a card alone becomes a deck of one."""
        if "cards" not in data:
            card = {field: value for field, value in data.items() if field not in HEAD_FIELDS}
            data = {field: data[field] for field in HEAD_FIELDS if field in data} | {"cards": [card]}
        return {"game": game, "deck": self.key, "origin": "its owner", "confidence": "as taught", "name": name} | data


# --- the words for a fault ---

QUOTED_UNKNOWN = "'?'"
"""An unknown cell as it is written in a file."""


def field_fault(field: str, found: Value, allowed: Value, *, zone: str = "") -> Text:
    """Return the sentence for a field of a file, without a full stop."""
    where = Text("field {name}", name=field)
    if zone:
        where = in_place(where, Text("zone {zone}", zone=zone))
    return Text("{where}: found {found}, allowed: {allowed}", where=where, found=found, allowed=allowed)


def in_place(place: Text, part: Text) -> Text:
    """Return a fault, or a smaller place, with the place that it is in."""
    return Text("{place}: {part}", place=place, part=part)


def in_field(name: str, fault: Text) -> Text:
    """Return a fault with the field that it is in."""
    return in_place(Text("field {name}", name=name), fault)


def number_faults(
    field: str, found: Any, low: int, high: int, *, inside: str = "", zone: str = "", unknown: bool = False
) -> Iterator[Text]:
    """Yield the fault of a number that is out of bounds; "?" has none, and `unknown` names it among the allowed."""
    if found != "?" and not low <= found <= high:
        fault = field_fault(field, found, or_unknown(bounds(low, high)) if unknown else bounds(low, high), zone=zone)
        yield in_field(inside, fault) if inside else fault


def bounds(low: int, high: int) -> Text:
    """Return the words for the bounds of a number."""
    return Text("{low} to {high}", low=str(low), high=str(high))


def or_unknown(allowed: Value) -> Value:
    """Return allowed values with the unknown cell added."""
    return (allowed, QUOTED_UNKNOWN)


def join_values(found: Iterable[object]) -> Value:
    """Return values as a list in words, or “nothing” if there are none."""
    return tuple(map(str, found)) or Text("nothing")
