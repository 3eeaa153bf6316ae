"""A card as its cells: the value of each, the values it could have, and the deck with another value in one of them.

card ─▶ ("section", 1, "bonus", "B", "tile"), "rb", ("rb", "money", …) ─▶ one cell changed ─▶ checked as a whole deck
"""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct, inspect

from engines.kit.contract import Choice, Marks, Number, Pick
from engines.kit.decks import DeckFile, DeckKind
from engines.kit.faults import Path
from engines.kit.rules import RuleBook
from firmware.files.disk import convert_bad_file
from firmware.text import Text

NAME_FIELDS = ("id", "name", "title", "schema", "number")
"""The fields that name a card are not cells: the knob never changes them."""
NONE = "none"
MAX_LISTED_NUMBERS = 30
"""The most numbers that are listed one by one; more are asked for as a number."""


class Cell(Struct, frozen=True):
    """A place in a card: its path, its value, and the question for another value."""

    path: Path
    value: Any
    ask: Pick | Number | Marks
    name: Text
    """Its path in words; items are counted from 1."""


def plain_values(deck: DeckFile[Any]) -> dict[str, Any]:
    """Return a deck as plain values, as a file has them."""
    return msgspec.json.decode(msgspec.json.encode(deck), type=dict[str, Any])


def is_same_deck(one: Any, other: Any) -> bool:
    """Return whether two decks in plain values are the same; a list and a tuple are alike."""
    return msgspec.json.encode(one, order="sorted") == msgspec.json.encode(other, order="sorted")


def card_name(card: dict[str, Any], n: int) -> str:
    """Return the name of card `n` (from 1) of a deck."""
    return str(next((card[name] for name in ("title", "name", "id") if card.get(name)), n))


def cells(kind: DeckKind[Any], card: dict[str, Any], book: RuleBook) -> list[Cell]:
    """Return the cells of a card that can be changed, in the order of its file, with the words of its game."""
    return list(_cells(kind, book, inspect.type_info(kind.card), card, ()))


def with_cell(kind: DeckKind[Any], deck: DeckFile[Any], n: int, cell: Cell, answer: Any) -> DeckFile[Any]:
    """Return a deck with an answer in a cell of its card `n` (from 0); TavolinoError if the deck becomes invalid."""
    values = plain_values(deck)
    inner: Any = values["cards"][n]
    *way, last = cell.path
    for key in way:
        inner = inner[key]
    value = _value(cell, answer)
    if value is None:
        inner.pop(last, None)
    else:
        inner[last] = value
    with convert_bad_file(deck.game):
        return kind.check(deck.game, values, deck.name)


# --- inside ---------------------------------------------------------------------------------------------------------


def _cells(kind: DeckKind[Any], book: RuleBook, info: Any, value: Any, path: Path) -> Iterator[Cell]:
    """Yield the cells inside a part of a card, or the part itself as a cell."""
    inner = list(_inner_values(info, value))
    for key, inner_info, inner_value in inner:
        if path or key not in NAME_FIELDS:
            yield from _cells(kind, book, inner_info, inner_value, path if key is None else (*path, key))
    name = next((key for key in reversed(path) if isinstance(key, str)), "")
    ask = None if inner or isinstance(value, dict | list) else _question(kind.spelling.get(name), book, info, value)
    if ask is not None:
        yield Cell(path, value, ask, _path_words(book, path))


def _path_words(book: RuleBook, path: Path) -> Text:
    parts: list[Text] = []
    for key in path:
        if isinstance(key, str):
            parts.append(cell_words(book, key))
        else:
            parts[-1] = Text("{part} {n}", part=parts[-1], n=key + 1)
    return Text("{parts}", parts=tuple(parts))


def _inner_values(info: Any, value: Any) -> Iterator[tuple[str | int | None, Any, Any]]:
    """Yield key, type and value of each part of a value; the key is None if only the type is narrowed."""
    match info:
        case inspect.Metadata():
            yield None, info.type, value
        case inspect.UnionType() if isinstance(value, dict | list):
            yield from ((None, one, value) for one in info.types)
        case inspect.StructType() if isinstance(value, dict):
            for field in info.fields:
                default = None if field.default is msgspec.NODEFAULT else msgspec.to_builtins(field.default)
                yield field.encode_name, field.type, value.get(field.encode_name, default)
        case inspect.TupleType() if isinstance(value, list):
            yield from zip(range(len(value)), info.item_types, value, strict=False)
        case inspect.VarTupleType() if isinstance(value, list):
            yield from ((n, info.item_type, item) for n, item in enumerate(value))
        case inspect.DictType() if isinstance(value, dict):
            yield from ((key, info.value_type, item) for key, item in value.items())


def _question(
    spelling: str | tuple[str, ...] | None, book: RuleBook, info: Any, value: Any
) -> Pick | Number | Marks | None:
    """Return the question for another value of a cell; None if there is none to choose."""
    if isinstance(spelling, str):  # any of its letters, in order
        return Marks(_choices(book, spelling), 0, len(spelling), tuple(value))
    if spelling is not None:
        return _pick(book, [*spelling, *(() if value in spelling else (value,))], value)
    match info:
        case inspect.IntType(ge=int(low), le=int(high)) if high - low > MAX_LISTED_NUMBERS:
            return Number(low, high, value)
    values = list(_allowed_values(info))
    return _pick(book, values, value) if len(values) > 1 and value in values else None


def _allowed_values(info: Any) -> Iterator[Any]:
    match info:
        case inspect.Metadata():
            yield from _allowed_values(info.type)
        case inspect.UnionType():
            for one in info.types:
                yield from _allowed_values(one)
        case inspect.LiteralType():
            yield from info.values
        case inspect.BoolType():
            yield from (False, True)
        case inspect.NoneType():
            yield None
        case inspect.IntType():
            low = 0 if info.ge is None else info.ge
            yield from range(low, (low + MAX_LISTED_NUMBERS if info.le is None else info.le) + 1)


def _pick(book: RuleBook, values: list[Any], value: Any) -> Pick:
    return Pick(_choices(book, values), value_id(value))


def _choices(book: RuleBook, values: Any) -> tuple[Choice, ...]:
    return tuple(Choice(value_id(value), cell_words(book, value)) for value in values)


def cell_words(book: RuleBook, value: Any) -> Text:
    """Return the words for a field of a card or a value of a cell; if there are none, the value as in a file."""
    if value is None or isinstance(value, bool):
        return Text("none") if value is None else Text("yes") if value else Text("no")
    words = book.cell_word(value) if isinstance(value, str) else None
    return words or Text("{word}", word=str(value).replace("_", " "))


def value_id(value: Any) -> str:
    """Return a value of a cell as a file writes it, without quotes."""
    if value is None:
        return NONE
    return str(value).lower() if isinstance(value, bool) else str(value)


def _value(cell: Cell, answer: Any) -> Any:
    """Return the value that an answer to the question of a cell stands for."""
    if isinstance(cell.ask, Number):
        return answer
    if isinstance(cell.ask, Marks):
        return "".join(choice.id for choice in cell.ask.options if choice.id in answer)
    if isinstance(cell.value, str) and answer not in (NONE, "true", "false") and not answer.lstrip("-").isdigit():
        return answer
    constants = {"true": True, "false": False, NONE: None}
    return constants.get(answer, int(answer) if answer.lstrip("-").isdigit() else answer)
