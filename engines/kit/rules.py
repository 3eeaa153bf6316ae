"""The one loader of data files: rules of a bot, its cards, and decks from outside.

A bad file gives one sentence that names the file, the item, the field, what was found and what was expected.
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from enum import Enum
from functools import cache, reduce
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct

from engines.kit import faults
from engines.kit.contract import Reason
from engines.kit.text import Sentence, Text

T = TypeVar("T")

FOLDER = Path(__file__).parents[1]
DEVICE = "Tavolino"
"""The heading of the device's own rules, which are in no book."""
MAX_FILE_BYTES = 256 * 1024
MAX_ITEMS = 8_000
"""Parts of keys, items, lists and headings of a file; no file of ours has 2,000."""
MAX_DEPTH = 32
"""Lists and tables inside each other, and parts of a key; no file of ours has ten."""
INTEGERS = range(-(2**63), 2**63)
"""The integers that TOML allows."""
_NOT_STRUCTURE = re.compile(
    r"""\#[^\n]*|"{3}(?:\\.|[^\\])*?(?:"{3,5}|\Z)|'{3}.*?(?:'{3,5}|\Z)"""
    r"""|"(?:[^"\\\n]+|\\.)*+"?|'[^'\n]*'?|[^]\[{}.,=\n"'#]+""",
    re.DOTALL,
)
"""The parts of a TOML text that are not structure: comments, strings (also those that do not end), names, numbers."""


class BadFile(Sentence):
    """A data file cannot be used. The sentence names the file and the place, and says what to do."""


class Kind(Enum):
    """The device's part in a rule: it carries it out, asks for a fact, or reminds the player."""

    DOES = "does"
    ASKS = "asks"
    REMINDS = "reminds"


class Wording(Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence about a reason: its values are facts and outcomes, and `{name_before}` is the fact of an outcome.

    With a `plural` it counts the value `n`, as `{n}`. It is for reasons that have all of these, and the values `when`.
    """

    say: str
    plural: str = ""
    n: str = ""
    when: dict[str, str | int | bool | None] = {}


Weight = Literal["main", "given", "", "bookkeeping"]
"""The importance of a reason in its step. A given card, roll or answer is the main reason if no other is; "" is plain.
Bookkeeping, such as markers and counts, is never highlighted."""


class Account(Struct, frozen=True, forbid_unknown_fields=True):
    """The account of a reason in Why: its weight, and its sentences. The first sentence that fits is used."""

    weight: Weight = ""
    why: tuple[str | Wording, ...] = ()


class Rule(Account, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One rule of the solo book in our words, with its heading in the book.

    A reminder can be read again in the phases `at`, or in all if it names none. With an `option` it applies only to
    these `values` of it. `tie` says in a few words how the rule breaks a tie among the `tied` of a reason; ties that
    the player breaks have none.
    """

    id: str
    statement: str
    heading: str
    kind: Kind
    at: tuple[str, ...] = ()
    option: str = ""
    values: tuple[str | bool, ...] = ()
    tie: str = ""


class Ruling(Account, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Our ruling if the book is silent or has two readings: its choices (id to words) and the default.

    With `option` the player may choose another one at set-up. `tie` is as in a rule.
    """

    id: str
    statement: str
    heading: str
    choices: dict[str, str]
    default: str
    option: bool = False
    tie: str = ""


class RuleBook(Struct, frozen=True, forbid_unknown_fields=True):
    """`rules.toml` of one game. `words` name the facts and outcomes of reasons, and the ids among their values.

    Names that exist elsewhere are not repeated there: `names` has those of cards and pieces, and the engine fills
    `tracked` with those of tracked values, their choices, and options.

    `cells` name the fields of cards in the editor, if `words` have another word or none. `steps` are the steps of a
    bot's file that have sentences of their own for their reasons.
    """

    book: str
    words: dict[str, str]
    rule: tuple[Rule, ...]
    ruling: tuple[Ruling, ...] = ()
    cells: dict[str, str] = {}
    tracked: dict[str, Text] = {}
    names: dict[str, Text] = {}
    steps: dict[str, Account] = {}

    def word(self, name: str) -> Text | None:
        """Return the name of a fact or an outcome in Why; None if it has no name."""
        word = self.words.get(name)
        return self.tracked.get(name) or self.names.get(name) if word is None else Text(word)

    def cell_word(self, name: str) -> Text | None:
        """Return the name of a field of a card, or of an id in it; None if it has no name."""
        word = self.cells.get(name)
        return self.word(name) if word is None else Text(word)

    def value_word(self, value: str) -> Text | None:
        """Return the name of an id among the values in Why, such as that of a card; None if it has none."""
        return self.names.get(value) or self.word(value)

    def find(self, name: str) -> Rule | Ruling:
        """Return the rule or ruling of an id; KeyError if there is none."""
        everything: tuple[Rule | Ruling, ...] = (*self.rule, *self.ruling)
        for one in everything:
            if one.id == name:
                return one
        raise KeyError(name)

    def account(self, reason: Reason) -> Account:
        """Return the account of a reason in Why; KeyError if there is no such rule."""
        return self.steps.get(reason.step) or self.find(reason.rule)

    def reminders(self, phase: str) -> tuple[Rule, ...]:
        """Return the reminders of a phase: first its own, then those of all phases."""
        found = [rule for rule in self.rule if rule.kind is Kind.REMINDS and (phase in rule.at or not rule.at)]
        return tuple(sorted(found, key=lambda rule: not rule.at))


def data_file(name: str, kind: type[T]) -> Callable[[], T]:
    """Return a function that returns a TOML file of `engines/` as a typed struct, and reads it at the first call."""
    return cache(lambda: load(FOLDER / name, kind))


def rule_book(game: str, *names: Mapping[str, Text]) -> Callable[[], RuleBook]:
    """Return a function that returns `rules.toml` of a game, with the names of cards and pieces."""
    all_names = {name: text for mapping in names for name, text in mapping.items()}
    read = data_file(f"{game}/rules.toml", RuleBook)
    return cache(lambda: msgspec.structs.replace(read(), names=all_names))


def load(path: Path, kind: type[T]) -> T:
    """Return a TOML file of this project as a typed struct; `BadFile` if it does not fit."""
    name = f"{path.parent.name}/{path.name}"
    return convert(_parse_toml(_decode(path.read_bytes(), name), name), kind, name)


def parse(raw: bytes, name: str) -> dict[str, Any]:
    """Return TOML text as plain values; `BadFile` if it is not TOML, or is larger than any file needs.

    Every TOML file from outside is read here: its items are counted before it is parsed.
    """
    text = _decode(raw, name)
    structure = _NOT_STRUCTURE.sub("", text)
    if sum(map(structure.count, "=,].")) > MAX_ITEMS:
        raise _too_large(name)
    values = None
    with suppress(RecursionError, ValueError):  # deeper than the parser can go, or more digits than Python reads
        values = None if "." * MAX_DEPTH in structure else _parse_toml(text, name)
    if values is None or not _within_bounds(values):
        raise BadFile(
            Text(
                "{name} is not a TOML file that can be used: a number in it has more than 64 bits, or more than {n} "
                "lists, tables or parts of a key are in each other. Take them out.",
                name=name,
                n=MAX_DEPTH,
            )
        )
    return values


def _parse_toml(text: str, name: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        wrong = faults.toml_error(str(error).replace("(at end of document)", _end_position(text)))
        raise BadFile(Text("{name} is not a TOML file: {wrong}. Correct that line.", name=name, wrong=wrong)) from None


def _decode(raw: bytes, name: str) -> str:
    if len(raw) > MAX_FILE_BYTES:
        raise _too_large(name)
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        wrong = Text("byte {n}, in line {line}, is not UTF-8 text", n=error.start, line=line)
        raise BadFile(Text("{name} is not a TOML file: {wrong}. Save it as UTF-8.", name=name, wrong=wrong)) from None


def _too_large(name: str) -> BadFile:
    return BadFile(
        Text(
            "{name} is too large: {n} KiB with {items} keys and items are the most. Make it shorter.",
            name=name,
            n=MAX_FILE_BYTES // 1024,
            items=MAX_ITEMS,
        )
    )


def _end_position(text: str) -> str:
    """Return the position of the end of a text, in the form in which the parser writes positions."""
    last = text.rpartition("\n")[2]
    return f"(at line {text.count(chr(10)) + 1}, column {len(last) + 1})"


def _within_bounds(values: dict[str, Any]) -> bool:
    """Return whether values are nested no deeper than the limit, and all their integers are allowed."""
    level: list[Any] = [values]
    for _ in range(MAX_DEPTH):
        level = [inner for outer in level for inner in _inside_of(outer)]
        if any(isinstance(one, int) and one not in INTEGERS for one in level):
            return False
    return not level


def _inside_of(value: Any) -> Iterable[Any]:
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()


def convert(data: Any, kind: type[T], name: str) -> T:
    """Return plain values as a typed struct; `BadFile` names the file, the item, the field and what was expected."""
    return faults.fit(data, kind, lambda fault: BadFile(fault.sentence_at(_place(data, name, fault.path))))


def _place(data: Any, name: str, path: tuple[str | int, ...]) -> Text:
    """Return the words for a place in the data of a file; items with an id go by that."""
    places = [Text("{name}", name=name)]
    for step in path:
        data = data[step] if isinstance(step, int) or step in data else None
        if isinstance(step, str):
            places.append(Text("field {name}", name=step))
        elif isinstance(data, dict) and "id" in data:
            of_cards = places[-1] == Text("field {name}", name="cards")
            places[-1] = (
                Text("card {id}", id=data["id"]) if of_cards else Text("{part} {id}", part=places[-1], id=data["id"])
            )
        else:
            places.append(Text("item {n}", n=step + 1))
    return reduce(lambda outer, inner: Text("{place}: {part}", place=outer, part=inner), places)
