"""What a play is made of: its inputs with the outcomes they caused, and what an operation changed in them."""

from typing import Any, Literal

from msgspec import Struct

from engines.contract import Entry

Owner = Literal["own", "device"]
"""Who gives the cards of a deck, or rolls a die."""


class Step(Struct):
    """One input (None: the start), the outcomes it caused, and the encoded state after them where it is known."""

    entry: Entry | None
    outcomes: list[Entry] = []
    snapshot: bytes | None = None

    @property
    def entries(self) -> list[Entry]:
        """The input, where there is one, and its outcomes."""
        return self.outcomes if self.entry is None else [self.entry, *self.outcomes]


class Dealt(Struct, frozen=True):
    """What the dealer gave: the deck or die, and the card or face."""

    source: str
    value: str | int


class Base(Struct, frozen=True):
    """The state from which a play goes on and before which undo cannot reach: its number of inputs, and the state."""

    n: int
    state: Any


class Change(Struct, frozen=True):
    """What an operation did to a play, for whoever keeps it.

    `dropped` inputs went from the end, or `entries` came: an input, where one was `given`, and outcomes. `tail` and
    `base` are those of the play after it.
    """

    dropped: int
    given: bool
    entries: tuple[Entry, ...]
    tail: tuple[Entry, ...]
    base: Base | None
