"""Drawings of the table: a small closed set of values without pixels, and their sentences.

    Track   places in a row or a loop, with a token      Cards   cards side by side, each a list of items
    Slots   rows of places, each row with its name       Grid    a board of places, in rows and columns
    Code    a text for a camera                           Legend  the meanings of signs in other drawings
    Bars    numbers above and below a line

`display` draws them on any panel. `describe` says the same in sentences, for the terminal and for screen
readers: everything that a drawing shows is also said.
"""

from collections.abc import Iterable, Iterator
from enum import Enum
from itertools import groupby
from typing import TypeAlias

from msgspec import Struct

from engines.kit.text import Icon, Text

Label: TypeAlias = Text | int | str
"""A name that is short: a word or two, a letter, a number."""


class Mark(Enum):
    """A piece or a sign on a place."""

    TOKEN = "token"  # noqa: S105 - a piece on a board
    """The bot's piece, a full disc."""
    YOURS = "yours"
    """The player's piece, a ring."""
    WAS = "was"
    """A dot: the place where the bot's piece was before."""
    LOCKED = "locked"
    """Crossed out."""
    TICK = "tick"
    """Done."""
    NEXT = "next"
    """A triangle: it counts or acts next."""


class Slot(Struct, frozen=True, cache_hash=True, omit_defaults=True):
    """A place. `text` is its letter, number, name or count; `icon` a colour, a die, a piece; `shaded` a special kind.

    `said` describes the place in words ("his worker") and replaces the word of a piece (token, yours, was). A shade, or
    an icon without a text, needs it.
    """

    text: Label | None = None
    icon: Icon | None = None
    mark: Mark | None = None
    shaded: bool = False
    said: Text | None = None

    def __post_init__(self) -> None:
        """Raise `ValueError` if something would be drawn but not said."""
        if self.said is None and (self.shaded or (self.icon is not None and self.text is None)):
            raise ValueError(f"what is drawn on this place has no words: {self!r}")


def _require(holds: object, drawing: Struct) -> None:
    if not holds:
        raise ValueError(f"there is nothing to draw, or the token is on no place: {drawing!r}")


class Row(Struct, frozen=True, cache_hash=True):
    """Places under one name, and a note behind them: "3 lira"."""

    label: Label
    slots: tuple[Slot, ...] = ()
    note: Label | None = None


class Track(Struct, frozen=True, cache_hash=True, tag_field="kind", tag="track"):
    """Places in order, with the bot's token on place `at` (from 0), after the `moved` steps just taken.

    A place without a text is called by its number; that of the first place is `first`. Behind the last place of a loop
    comes the first. `mark` is what is on place `at`, if that is no piece of the bot's.

    >>> describe(Track(Text("The ring"), (Slot(), Slot(), Slot()), at=1, moved=2))
    (Text('The ring: at 2 of 3.'), Text('Moved 2 steps.'))
    """

    label: Label
    slots: tuple[Slot, ...]
    at: int
    moved: int = 0
    loop: bool = False
    first: int = 1
    mark: Mark = Mark.TOKEN

    @property
    def names(self) -> tuple[Label, ...]:
        """The texts of the places, or their numbers."""
        return tuple(n if slot.text is None else slot.text for n, slot in enumerate(self.slots, self.first))

    def __post_init__(self) -> None:
        """Raise `ValueError` if the token is on no place."""
        _require(0 <= self.at < len(self.slots), self)


class Slots(Struct, frozen=True, cache_hash=True, tag_field="kind", tag="slots"):
    """Rows of places, one below the other.

    >>> describe(Slots((Row(Text("Helpers"), (Slot(mark=Mark.TICK), Slot(), Slot())),)))
    (Text('Helpers: done, 2 × empty.'),)
    """

    rows: tuple[Row, ...]

    def __post_init__(self) -> None:
        """Raise `ValueError` if there is no row."""
        _require(self.rows, self)


class Card(Struct, frozen=True, cache_hash=True):
    """A card: its title, a value (its points, a count), and its items from top to bottom. `active` stands out."""

    title: Label
    value: Label | None = None
    items: tuple[Slot, ...] = ()
    active: bool = False


class Cards(Struct, frozen=True, cache_hash=True, tag_field="kind", tag="cards"):
    """Cards side by side.

    >>> describe(Cards((Card(Text("Crow"), value=3, items=(Slot(text="egg"),), active=True),)))
    (Text('Crow, 3, active: egg.'),)
    """

    cards: tuple[Card, ...]

    def __post_init__(self) -> None:
        """Raise `ValueError` if there is no card."""
        _require(self.cards, self)


class Grid(Struct, frozen=True, cache_hash=True, tag_field="kind", tag="grid"):
    """A board: rows of as many places as there are columns.

    >>> describe(Grid(("a", "b"), (Row(1, (Slot(), Slot(mark=Mark.TOKEN))),)))
    (Text('1: b the bot.'),)
    """

    columns: tuple[Label, ...]
    rows: tuple[Row, ...]

    def __post_init__(self) -> None:
        """Raise `ValueError` if a row has another number of places."""
        _require(self.columns and self.rows, self)
        if any(len(row.slots) != len(self.columns) for row in self.rows):
            raise ValueError(f"a row of this grid has not {len(self.columns)} places: {self!r}")


class Code(Struct, frozen=True, cache_hash=True, tag_field="kind", tag="code"):
    """A text as a square of modules for a camera (a QR code): rows of "0" and "1", without the white around them."""

    text: str
    rows: tuple[str, ...]


class Bar(Struct, frozen=True, cache_hash=True):
    """A number as a bar, above the line or below it; `marked` ones have a ring. `said` is all that it shows, in words.

    Without a `label` the bar has no number beside it.
    """

    value: int
    said: Text
    label: Label | None = None
    marked: bool = False


class Bars(Struct, frozen=True, cache_hash=True, tag_field="kind", tag="bars"):
    """Numbers as bars side by side.

    >>> describe(Bars(Text("Margins"), (Bar(4, Text("won by 4")), Bar(-2, Text("lost by 2")))))
    (Text('Margins: won by 4, lost by 2.'),)
    """

    label: Label
    bars: tuple[Bar, ...]

    def __post_init__(self) -> None:
        """Raise `ValueError` if there is no bar."""
        _require(self.bars, self)


class Sign(Struct, frozen=True, cache_hash=True):
    """A sign as it is drawn on a place, or the head of the `active` card, and its meanings."""

    slot: Slot
    words: Text
    active: bool = False


class Legend(Struct, frozen=True, cache_hash=True, tag_field="kind", tag="legend"):
    """The meanings of the signs in drawings.

    >>> describe(Legend((Sign(Slot(mark=Mark.TICK), Text("done")),)))
    (Text('done'),)
    """

    signs: tuple[Sign, ...]


Drawing: TypeAlias = Track | Slots | Cards | Grid | Code | Bars | Legend


class Side(Struct, frozen=True, cache_hash=True):
    """Everything that the bot has on the table: drawings, and lines for single numbers and words."""

    title: Text
    parts: tuple[Drawing | Text, ...]


_PIECE_WORDS = {Mark.TOKEN: Text("the bot"), Mark.YOURS: Text("you"), Mark.WAS: Text("before")}
_SIGN_WORDS = {Mark.LOCKED: Text("locked"), Mark.TICK: Text("done"), Mark.NEXT: Text("next")}


def describe(shown: Drawing | Side) -> tuple[Text, ...]:  # noqa: PLR0911 - one for each kind
    """Return what a drawing or a whole side shows, in sentences."""
    match shown:
        case Track():
            return tuple(_track_sentences(shown))
        case Slots():
            return tuple(_row_words(row.label, _list_words(row.slots), row.note) for row in shown.rows)
        case Cards():
            return tuple(_row_words(_card_head(card), _list_words(card.items), None) for card in shown.cards)
        case Grid():
            return tuple(_row_words(row.label, _board_words(shown.columns, row.slots), row.note) for row in shown.rows)
        case Code():
            return (Text("{text}", text=shown.text),)
        case Bars():
            return (Text("{label}: {slots}.", label=shown.label, slots=tuple(bar.said for bar in shown.bars)),)
        case Legend():
            return tuple(sign.words for sign in shown.signs)
        case Side():
            return tuple(
                text for part in shown.parts for text in ((part,) if isinstance(part, Text) else describe(part))
            )


def _track_sentences(track: Track) -> Iterator[Text]:
    """Yield sentences about the token, its last move, and the places, grouped by what is on them."""
    names = track.names
    last = names[-1] if isinstance(names[-1], int) else len(names)
    yield Text("{label}: at {at} of {n}.", label=track.label, at=names[track.at], n=last)
    if track.moved:
        yield Text("Moved {n} step.", plural="Moved {n} steps.", n=track.moved)
    if any(isinstance(name, Text | str) for name in names):
        yield Text("Places: {names}.", names=names)
    places_by_words: dict[tuple[Text, ...], list[Label]] = {}
    for name, slot in zip(names, track.slots, strict=True):
        places_by_words.setdefault(_slot_words(slot), []).append(name)
    for about, places in places_by_words.items():
        if about:
            yield Text("At {places}: {about}.", places=tuple(places), about=about)


def _row_words(label: Label, slots: tuple[Text, ...], note: Label | None) -> Text:
    if note is None:
        return Text("{label}: {slots}.", label=label, slots=slots or Text("none"))
    if not slots:
        return Text("{label}: {note}.", label=label, note=note)
    return Text("{label}: {slots} ({note}).", label=label, slots=slots, note=note)


def _card_head(card: Card) -> Text:
    active = (Text("active"),) if card.active else ()
    value = () if card.value is None else (card.value,)
    return Text("{title}", title=(card.title, *value, *active))


def _list_words(slots: Iterable[Slot]) -> tuple[Text, ...]:
    """Return the words of places in order; equal neighbours are counted."""
    runs = ((slot, len(list(run))) for slot, run in groupby(slots))
    return tuple(_slot_text(slot) if n == 1 else Text("{n} × {slot}", n=n, slot=_slot_text(slot)) for slot, n in runs)


def _board_words(columns: tuple[Label, ...], slots: tuple[Slot, ...]) -> tuple[Text, ...]:
    """Return the words of the filled places in a row of a board, each with its column."""
    filled = [(column, slot) for column, slot in zip(columns, slots, strict=True) if slot != Slot()]
    return tuple(Text("{column} {slot}", column=column, slot=_slot_text(slot)) for column, slot in filled)


def _slot_text(slot: Slot) -> Text:
    about = _slot_words(slot)
    if slot.text is None:
        return Text("{about}", about=about) if about else Text("empty")
    return Text("{text} ({about})", text=slot.text, about=about) if about else Text("{text}", text=slot.text)


def _slot_words(slot: Slot) -> tuple[Text, ...]:
    """Return the words for what is drawn on a place beside its text."""
    if slot.mark is None:
        return (slot.said,) if slot.said else ()
    sign = _SIGN_WORDS.get(slot.mark)
    if slot.said is None:
        return (sign or _PIECE_WORDS[slot.mark],)
    return (slot.said, sign) if sign else (slot.said,)


# --- the legend ---

_MEANINGS = _SIGN_WORDS | {
    Mark.TOKEN: Text("the bot’s piece"),
    Mark.YOURS: Text("your piece"),
    Mark.WAS: Text("where it was before"),
}


def legend(side: Side) -> Legend | None:
    """Return the meanings of all signs of a side, each sign once, pieces of the bot first; None if it has no signs.

    An icon has one meaning, the last one: the meaning of its kind, not of a single piece.
    """
    meanings: dict[tuple[Slot, bool], dict[Text, None]] = {}
    for part in side.parts:
        for slot, active, meaning in () if isinstance(part, Text) else _signs(part):
            others = {} if slot.icon else meanings.get((slot, active), {})
            meanings[slot, active] = {**others, meaning: None}
    keys = sorted(meanings, key=lambda key: key[0].mark is not Mark.TOKEN)
    signs = tuple(Sign(slot, Text("{words}", words=tuple(meanings[slot, active])), active) for slot, active in keys)
    return Legend(signs) if signs else None


def _signs(drawing: Drawing) -> Iterator[tuple[Slot, bool, Text]]:
    """Yield the signs of a drawing, and whether it is the active card, with their meanings."""
    slots: list[Slot] = []
    match drawing:
        case Track():
            piece = Slot(None if drawing.loop else drawing.names[drawing.at], mark=drawing.mark)
            moved = (Slot(mark=Mark.WAS),) if drawing.moved else ()
            slots = [piece, *moved, *drawing.slots]
        case Slots() | Grid():
            slots = [slot for row in drawing.rows for slot in row.slots]
        case Cards():
            if any(card.active for card in drawing.cards):
                yield Slot(), True, Text("active")
            slots = [item for card in drawing.cards for item in card.items]
    for slot in slots:
        yield from ((sign, False, meaning) for sign, meaning in _slot_signs(slot))


def _slot_signs(slot: Slot) -> Iterator[tuple[Slot, Text]]:
    """Yield the signs of a place, each alone: icon, shade, mark, text. The first one means what `said` says.

    An icon without words has its name beside it.
    """
    said = slot.said
    if slot.icon is not None and said is not None:
        yield Slot(icon=slot.icon, said=Text("")), said
    elif slot.shaded and said is not None:
        yield Slot(shaded=True, said=Text("")), said
    elif slot.mark is None and slot.text is not None and said is not None:
        yield Slot(slot.text), said
    if slot.mark is Mark.TOKEN and slot.text is not None:
        yield Slot("", mark=Mark.TOKEN), Text("place of the bot’s piece")
    elif slot.mark is not None:
        of_mark = said if slot.mark in _SIGN_WORDS and slot.icon is None and not slot.shaded else None
        yield Slot(mark=slot.mark), of_mark or _MEANINGS[slot.mark]
