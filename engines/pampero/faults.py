"""The words for what is wrong in a file of a card or a board: the way to it, what was found, what is allowed."""

from collections.abc import Iterable

from engines.kit.text import Text, Value

NOT_KNOWN = "'?'"
"""As a file has it."""


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


def bounds(low: int, high: int) -> Text:
    """Return the words for numbers that are allowed."""
    return Text("{low} to {high}", low=str(low), high=str(high))


def or_unknown(allowed: Value) -> Value:
    """Return the words for what is allowed, and for a cell that nobody has read."""
    return (allowed, NOT_KNOWN)


def listed(found: Iterable[object]) -> Value:
    """Return values with signs between them; where there is none, that."""
    return tuple(map(str, found)) or Text("nothing")
