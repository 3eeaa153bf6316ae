"""A bot file read whole: its steps in blocks, its expressions and sentences checked, every name known.

    TOML ─▶ plain values ─▶ tables.py, kinds.py ─▶ Bot: blocks of steps, expressions, words of ids, cards

A fault anywhere is one sentence: the file, the line, what is wrong, what is meant. Nothing is half-read.
"""

import re
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct

from engines.botfile.expressions import FUNCTIONS, ID, NUMBER, TABLE, BadExpression, Expression, Kind, kind_of
from engines.botfile.kinds import INSIDE, STEPS, Counters, Do, Draw, Marks, Number, Pick, Roll, Step, YesNo
from engines.botfile.lines import line_of
from engines.botfile.tables import BotFile, Card, Deck, Leaf, leaves, tables
from engines.botfile.words import own
from engines.kit import faults
from engines.kit.contract import TIED
from engines.kit.faults import Path
from engines.kit.rules import BadFile, parse
from engines.kit.text import Text

LANGUAGE = 2
"""The version of the language: raised when a file leads to other steps or states than before."""
MAX_ENTRIES = {
    **dict.fromkeys(("values", "rules", "tables"), 300),
    **dict.fromkeys(("options", "groups", "dice", "score"), 60),
    "decks": 20,
}
"""The most entries of each table."""
MAX_STEPS = 5_000
MAX_CARDS = 500
"""Of all decks together, each copy counted."""
MAX_COMPARED_NAMES = 1_000
"""Names that an unknown name is compared with."""
SLUG = re.compile(r"[a-z][a-z0-9_]{0,39}")
LEFT, PLAYED = "_left", "_played"
"""What is added to the name of a deck: the cards that may still come up, and those that did."""
BUILT_IN = ("score", "your_turn")
"""Names that every file has: the bot's present score, and whether the player's turn is on the glass."""
RESERVED = (*BUILT_IN, *FUNCTIONS, "go_on", "not_possible", "over", "none", "icon", "n", "true", "false", "bot")


class Face(Card, frozen=True, kw_only=True):
    """A card as the bot knows it, with its fields."""

    fields: dict[str, Any]
    of: str
    """The id in the file; a copy has a number behind it."""


class Bot:
    """A bot of a file, which nothing changes; `check.py` looks at what its parts refer to. Raises `BadFile`."""

    def __init__(self, raw: bytes, name: str) -> None:
        self.name = name
        self.version = sha256(b"%d" % LANGUAGE + raw).hexdigest()[:16]
        self.values = parse(raw, name)
        self.text = raw.decode()
        self._check_sizes()
        self.file: BotFile = self._convert(self.values, BotFile, ())
        self.blocks: dict[str, tuple[Step, ...]] = {}
        self.paths: dict[str, Path] = {}
        self.faces: dict[str, dict[str, Face]] = {}
        self.expressions: dict[str, Expression] = {}
        self._read_decks()
        self._read_blocks()
        self.steps = [
            (step, (*path, place)) for name, path in self.paths.items() for place, step in enumerate(self.blocks[name])
        ]
        self.deck_lists = {deck + ending: deck for deck in self.faces for ending in (LEFT, PLAYED)}
        values = {name: value.list_ for name, value in self.file.values.items() if value.list_ is not None}
        self.lists = self.deck_lists | values
        self.empty_fields = {deck: self._empty_fields(deck) for deck in self.faces}
        self.draws = {self.card_of(step): step.draw for step, _ in self.steps if isinstance(step, Draw)}
        self.words = self._words()
        self.fielded = self._fielded()
        self.names = self._names()
        self.kinds = self._kinds()
        self.labels = self._labels()

    # --- asked while it plays ---

    def word(self, value: Any) -> Any:
        """Return how a value of an expression is said: a number as it is, an id by its words."""
        if isinstance(value, bool):
            return Text("yes") if value else Text("no")
        if isinstance(value, int):
            return value
        if isinstance(value, list | tuple):
            return tuple(self.word(one) for one in value) or Text("none")
        return own(self.words[value]) if value in self.words else Text("{id}", id=value.replace("_", " "))

    def rule(self, *names: str) -> str:
        """Return the id of the first rule that has a name, as Why finds it."""
        return f"{self.file.key}.{next(filter(None, names), 'file')}"

    # --- reading ---

    def fault(self, path: Path, what: str | Text) -> BadFile:
        """Return the error for a place of the file."""
        line = line_of(self.text, path)
        what = " ".join(what.split()) if isinstance(what, str) else what
        return BadFile(Text("{file}, line {line}: {what}", file=self.name, line=line, what=what))

    def line(self, block: str, at: int) -> int:
        """Return the line of a step."""
        return line_of(self.text, (*self.paths[block], at))

    def _check_sizes(self) -> None:
        """Raise `BadFile` if a table has more entries than can be drawn, or read in time."""
        for name, most in MAX_ENTRIES.items():
            table = self.values.get(name)
            if isinstance(table, dict | list) and len(table) > most:
                raise self.fault((name,), f"{name} has more than {most} entries. Take some out.")

    def _convert(self, values: Any, kind: Any, path: Path) -> Any:
        found = faults.find_fault(kind, values)
        if found is not None:
            raise self.fault((*path, *found.path), found.at(_dotted((*path, *found.path))))
        return msgspec.convert(values, kind)

    def _read_decks(self) -> None:
        for name, deck in self.file.decks.items():
            self.faces[name] = {}
            kinds = self._kinds_of_fields(name, deck)
            for card, given in deck.cards.items():
                self._read_card(name, card, {"name": given} if isinstance(given, str) else given, kinds)
        if sum(map(len, self.faces.values())) > MAX_CARDS:
            raise self.fault(("decks",), f"there are more than {MAX_CARDS} cards. Take some out.")

    def _kinds_of_fields(self, deck: str, declared: Deck) -> dict[str, type]:
        """Return the fields that the cards of a deck have, each with what it holds."""
        known = {field.encode_name for field in msgspec.structs.fields(Card)}
        kinds: dict[str, type] = dict.fromkeys(declared.fields, int)
        for card, given in declared.cards.items():
            for field, value in given.items() if isinstance(given, dict) else ():
                path = ("decks", deck, "cards", card, field)
                if field in known:
                    continue
                if not SLUG.fullmatch(field):
                    raise self.fault(path, f"{field} is no name of a field. Use small letters, digits and _.")
                if not isinstance(value, int | str | list) or (isinstance(value, list) and not _ids(value)):
                    raise self.fault(path, f"{field} holds a number, yes or no, an id, or a list of ids.")
                if kinds.setdefault(field, type(value)) is not type(value):
                    raise self.fault(path, f"{field} is of another kind than on the cards before.")
        return kinds

    def _read_card(self, deck: str, card: str, given: dict[str, Any], kinds: dict[str, type]) -> None:
        path = ("decks", deck, "cards", card)
        own = {name: value for name, value in given.items() if name not in kinds}
        if "do" in own:
            own["do"] = self._block(own["do"], f"{deck}/{card}", (*path, "do"))
        read: Card = self._convert(own, Card, path)
        asked = self.file.decks[deck].fields
        fields = {name: given.get(name, kind()) for name, kind in kinds.items() if name in given or name not in asked}
        for n in range(1, read.n + 1):
            copy = card if read.n == 1 else f"{card}_{n}"
            if copy in self.faces[deck] or (copy != card and copy in self.file.names):
                raise self.fault(path, f"its copy {copy} has the name of something else. Rename one of them.")
            self.faces[deck][copy] = Face(**msgspec.structs.asdict(read), fields=fields, of=card)

    def _read_blocks(self) -> None:
        file = self.file
        for part, steps in (("setup", file.setup), ("play", file.play), ("finish", file.finish)):
            self._block(steps, part, (part,))
        for name, steps in file.do.items():
            if name in ("setup", "play", "finish"):
                raise self.fault(("do", name), f"{name} is the name of a part of the play. Take another name.")
            self._block(steps, name, ("do", name))
        if sum(map(len, self.blocks.values())) > MAX_STEPS:
            raise self.fault(("play",), f"there are more than {MAX_STEPS} steps. Take some out.")

    def _block(self, steps: Any, name: str, path: Path) -> str:
        """Read the steps of a block, and those that stand inside them; return its name."""
        if isinstance(steps, str):
            return steps
        if not isinstance(steps, list) or not all(isinstance(step, dict) for step in steps):
            raise self.fault(path, f'{_dotted(path)} is a list of steps, as [{{ say = "…" }}].')
        self.blocks[name] = ()
        self.paths[name] = path
        read = [self._step(dict(step), f"{name}/{n}", (*path, n)) for n, step in enumerate(steps)]
        self.blocks[name] = tuple(read)
        return name

    def _step(self, step: dict[str, Any], name: str, path: Path) -> Step:
        verbs = [verb for verb in STEPS if verb in step]
        if not verbs:
            raise self.fault(path, f"this is no step. A step has one of {', '.join(STEPS)}.")
        kind = STEPS[verbs[0]]
        for field in INSIDE.get(kind, ()):
            if field == "reports":
                step["reports"] = self._reports(step.get("reports", []), name, (*path, "reports"))
            elif field in step:
                step[field] = self._block(step[field], f"{name}/{field}", (*path, field))
        read: Step = self._convert(step, kind, path)
        return read

    def _reports(self, reports: Any, name: str, path: Path) -> Any:
        if not isinstance(reports, list) or not all(isinstance(report, dict) for report in reports):
            raise self.fault(path, 'reports are a list, as [{ id = "pass", text = "I pass" }].')
        return [
            report | {"do": self._block(report["do"], f"{name}/{n}", (*path, n, "do"))} if "do" in report else report
            for n, report in enumerate(reports)
        ]

    # --- walking through it ---

    def roots(self) -> Iterable[tuple[Struct, Path]]:
        """Return the file, its cards and its steps, each with its place."""
        return ((self.file, ()), *self.cards(), *self.steps)

    def all_tables(self) -> Iterator[tuple[Any, Path]]:
        """Yield the file, its cards, its steps, and the tables inside them, each with its place."""
        for table, path in self.roots():
            yield from tables(table, path)

    def all_leaves(self) -> Iterator[Leaf]:
        """Yield the leaves of the file, of its cards and of its steps."""
        for table, path in self.roots():
            yield from leaves(table, path)

    def cards(self) -> Iterator[tuple[Face, Path]]:
        """Yield the cards of all decks, copies once, each with its place."""
        for deck, faces in self.faces.items():
            for name, face in {face.of: face for face in faces.values()}.items():
                yield face, ("decks", deck, "cards", name)

    # --- names ---

    def _words(self) -> dict[str, str]:
        """Return the words of every id."""
        file = self.file
        said: dict[str, str] = dict(file.names)
        choosing = (*(one.choices for one in file.options.values()), *(one.choices for one in file.values.values()))
        choices = [(("choices", one), words) for has in choosing for one, words in has.items()]
        cards = [(("cards", card), face.name) for deck in self.faces.values() for card, face in deck.items()]
        for path, words in (*choices, *cards):
            name = str(path[-1])
            if said.setdefault(name, words) != words:
                raise self.fault((name,), f"the id {name} has the words “{said[name]}” and “{words}”. Rename one.")
        return said

    def _names(self) -> dict[str, str]:
        """Return the names that expressions can read, with what declares them; `BadFile` if a name has two."""
        file = self.file
        found: dict[str, str] = dict.fromkeys(BUILT_IN, "the language")
        declared: dict[str, Iterable[str]] = {
            "options": file.options,
            "values": file.values,
            "tables": file.tables,
            "decks": self.deck_lists,
        }
        for where, names in declared.items():
            for name in names:
                self._declare(found, name, where)
        for name in self.step_values():
            if found.setdefault(name, "steps") not in ("steps", "values"):
                raise self.fault((name,), f"{name} is already the name of one of the {found[name]}. Take another.")
        for name in self.fielded:
            self._declare(found, name, "decks")
        return found

    def _labels(self) -> dict[str, str]:
        """Return the words that Why has for names; it does not mention the others."""
        file = self.file
        found = {TIED: "tied", **{name: option.label for name, option in file.options.items()}}
        found |= {name: file.decks[deck].label for name, deck in self.draws.items() if deck in file.decks}
        for step, _ in self.steps:
            if isinstance(step, Counters):
                found |= {one.as_: one.text for one in step.of}
            elif isinstance(step, Roll) and step.roll in file.dice:
                found[step.as_ or step.roll] = file.dice[step.roll].label
        return found | {name: one.word or one.label for name, one in file.values.items() if one.word or one.label}

    def _fielded(self) -> dict[str, tuple[str, str, str | None]]:
        """Return the names of fields: of the card that a step draws (`deed_coins`), or of a deck (`deeds_coins`)."""
        decks: dict[str, tuple[str, str | None]] = {deck: (deck, None) for deck in self.file.decks}
        decks |= {name: (deck, name) for name, deck in self.draws.items()}
        return {
            f"{name}_{field}": (deck, field, card)
            for name, (deck, card) in decks.items()
            if deck in self.file.decks
            for field in self.empty_fields[deck]
        }

    def _declare(self, found: dict[str, str], name: str, where: str) -> None:
        if name in found or name in RESERVED:
            raise self.fault((where, name), f"{name} is already the name of something else. Take another name.")
        if name in self.words:
            raise self.fault((where, name), f"{name} is also an id (“{self.words[name]}”). Rename one of them.")
        found[name] = where

    def step_values(self) -> dict[str, Any]:
        """Return the names that steps give values to, each with its value before."""
        return {name: value for step, _ in self.steps for name, value in self.given_by(step).items()}

    def empty_values(self) -> dict[str, Any]:
        """Return all names that can change, each with the value that it has before the options are known."""
        found = self.step_values()
        for table in (self.file.options, self.file.values):
            found |= {name: one.empty for name, one in table.items()}
        return found | {name: [] for name in self.deck_lists}

    def _kinds(self) -> dict[str, Kind]:
        """Return the kind of every name, as far as the file says it."""
        found = {name: kind_of(value) for name, value in self.empty_values().items()}
        found |= {name: Kind(kind_of(table).what, table=table) for name, table in self.file.tables.items()}
        for name, (deck, field, card) in self.fielded.items():
            found[name] = Kind(TABLE) if card is None else kind_of(self.empty_fields[deck][field])
        for declared in (self.file.options, self.file.values):
            found |= {name: Kind(ID, tuple(one.choices)) for name, one in declared.items() if one.choices}
        return found | dict.fromkeys(BUILT_IN, Kind(NUMBER))

    def given_by(self, step: Step) -> dict[str, Any]:
        """Return the names that a step gives values to, each with its value before: 0, False, [] or an empty id."""
        match step:
            case Counters():
                return {one.as_: 0 for one in step.of}
            case Roll():
                return {step.as_ or step.roll: 0}
            case Draw():
                return {self.card_of(step): ""}
            case Do() if step.each:
                return {step.each: ""}
            case Number() | YesNo() | Marks() | Pick():
                return {step.as_: _BEFORE.get(type(step), "")}
        return {}

    def card_of(self, step: Draw) -> str:
        """Return the name of the card that a step draws; empty if nothing names it."""
        deck = self.file.decks.get(step.draw)
        return step.as_ or (deck.card if deck else "")

    def _empty_fields(self, deck: str) -> dict[str, Any]:
        """Return the fields of the cards of a deck, each with its value on a card that lacks it."""
        found = dict.fromkeys(self.file.decks[deck].fields, 0)
        for face in self.faces[deck].values():
            found |= {name: type(value)() for name, value in face.fields.items()}
        return found

    def like(self, name: str) -> str:
        """Return a sentence with the names that are like an unknown one."""
        from difflib import get_close_matches

        near = get_close_matches(name, [*self.names, *self.words][:MAX_COMPARED_NAMES], 3)
        return f"Did you mean {' or '.join(near)}?" if near else "Declare it under [values], [names], or by `as`."

    def is_id(self, name: str) -> bool:
        """Return whether a name stands for itself."""
        return name in self.words

    # --- expressions ---

    def compile(self, text: str, path: Path) -> Expression:
        """Return an expression of the file, compiled once."""
        if text not in self.expressions:
            try:
                compiled = Expression(text, self.is_id, self.kinds)
            except BadExpression as bad:
                raise self.fault(path, f"“{text}”: {bad}") from None
            for name in compiled.names:
                if name not in self.names:
                    raise self.fault(path, f"“{text}”: there is no {name}. {self.like(name)}")
            self.expressions[text] = compiled
        return self.expressions[text]


_BEFORE: dict[type[Step], Any] = {Number: 0, YesNo: False, Marks: []}


def _ids(values: list[Any]) -> bool:
    return all(isinstance(one, str) and SLUG.fullmatch(one) for one in values)


def _dotted(path: Path) -> str:
    return ".".join(str(one + 1) if isinstance(one, int) else one for one in path)
