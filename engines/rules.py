"""The one loader of data files: rules of a bot, its cards, and decks from outside.

A bad file gives one sentence that names the file, the item, the field, what was found and what was expected.
"""

import re
import tomllib
from enum import Enum
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

T = TypeVar("T")


class BadFile(Exception):
    """A data file cannot be used. The message says which, where in it, and what to do."""


class Kind(Enum):
    """What the device does about a rule: carry it out, ask for what it needs, or remind the player."""

    DOES = "does"
    ASKS = "asks"
    REMINDS = "reminds"


class Rule(Struct, frozen=True, forbid_unknown_fields=True):
    """One rule of the solo book in our words, under the heading where the book has it."""

    id: str
    statement: str
    heading: str
    kind: Kind


class Ruling(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table plays where the book is silent or can be read two ways: choices (id to words) and the default.

    Where `option` is on, the player may choose otherwise at set-up.
    """

    id: str
    statement: str
    heading: str
    choices: dict[str, str]
    default: str
    option: bool = False


class RuleBook(Struct, frozen=True, forbid_unknown_fields=True):
    """`rules.toml` of one game. `words` name the facts and outcomes of reasons, and the ids among their values."""

    book: str
    words: dict[str, str]
    rule: tuple[Rule, ...]
    ruling: tuple[Ruling, ...] = ()

    def find(self, name: str) -> Rule | Ruling:
        """Return the rule or ruling of an id; KeyError where there is none."""
        everything: tuple[Rule | Ruling, ...] = (*self.rule, *self.ruling)
        for one in everything:
            if one.id == name:
                return one
        raise KeyError(name)

    def ruled(self, name: str) -> Ruling:
        """Return the ruling of an id; KeyError where there is none."""
        return next(one for one in self.ruling if one.id == name)


def load(path: Path, kind: type[T]) -> T:
    """Return a TOML file of this project as a typed struct; `BadFile` where it does not fit."""
    return decode(path.read_bytes(), kind, f"{path.parent.name}/{path.name}")


def decode(raw: bytes, kind: type[T], name: str) -> T:
    """Return TOML text as a typed struct; `BadFile` names the file, the item, the field and what was expected."""
    return convert(parse(raw, name), kind, name)


def parse(raw: bytes, name: str) -> dict[str, Any]:
    """Return TOML text as plain values; `BadFile` where it is not TOML."""
    try:
        return tomllib.loads(raw.decode())
    except UnicodeDecodeError as error:
        raise BadFile(f"{name} is not a TOML file: byte {error.start} is not UTF-8 text. Save it as UTF-8.") from None
    except tomllib.TOMLDecodeError as error:
        raise BadFile(f"{name} is not a TOML file: {error}. Correct that line.") from None


def convert(data: Any, kind: type[T], name: str) -> T:
    """Return plain values as a typed struct; `BadFile` names the file, the item, the field and what was expected."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise BadFile(_sentence(data, str(error), name, kind)) from None


def _sentence(data: Any, message: str, name: str, kind: Any) -> str:
    """Say where in the data a msgspec error ("Expected `int`, got `str` - at `$.cards[3].steps`") is, by name."""
    what, _, path = message.partition(" - at `")
    value, places = data, [name]
    for key, index in re.findall(r"\.(\w+)|\[(\d+|\.\.\.)\]", path):
        value = _inside(value, key, index)
        if key:
            places.append(f"field {key}")
        elif isinstance(value, dict) and "id" in value:
            places[-1] = f"card {value['id']}" if places[-1] == "field cards" else f"{places[-1]} {value['id']}"
        elif index != "...":
            places.append(f"item {int(index) + 1}")
    if what.startswith("Invalid enum value"):
        from engines.expected import allowed  # noqa: PLC0415 - only a bad file needs it

        what = f"found {value!r}, allowed: {', '.join(map(repr, allowed(kind, path)))}"
    elif not isinstance(value, dict | list):
        what += f" (found {value!r})"
    return f"{': '.join(places)}: {what}. Correct it in the file."


def _inside(value: Any, key: str, index: str) -> Any:
    if key and isinstance(value, dict):
        return value.get(key)
    if index.isdigit() and isinstance(value, list):
        return value[int(index)]
    return None
