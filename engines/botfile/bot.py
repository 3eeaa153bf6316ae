"""A bot file read whole: its steps in blocks, its expressions and sentences checked, every name known.

    TOML ─▶ plain values ─▶ tables.py, kinds.py ─▶ Bot: blocks of steps, expressions, words of ids, cards

A fault is reported in one sentence: file, line, fault, remedy. A file is read whole or not at all.
"""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any

import msgspec

from engines.botfile.expressions import FUNCTIONS, ID, NUMBER, TABLE, BadExpression, Expression, Kind, kind_of
from engines.botfile.kinds import BLOCK_FIELDS, STEPS, Counters, Draw, Roll, Step, outputs
from engines.botfile.lines import line_of
from engines.botfile.tables import BotFile, Card, Deck, Leaf, Option, Table, Value, fields, is_slug, leaves
from engines.botfile.words import file_text
from engines.kit import faults
from engines.kit.contract import TIED
from engines.kit.faults import Fault, Path
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
LEFT, PLAYED = "_left", "_played"
"""The suffixes of a deck's name for its lists: the cards that may still come up, and those that did."""
BUILT_IN = ("score", "your_turn")
"""Names that every file has: the bot's present score, and whether the player's turn is on the glass."""
RESERVED = (*BUILT_IN, *FUNCTIONS, "go_on", "not_possible", "over", "none", "icon", "n", "true", "false", "bot")


class Face(Card, frozen=True, kw_only=True):
    """A card as the bot knows it, with its fields."""

    fields: dict[str, Any]
    of: str
    """The id in the file; a copy has a number behind it."""


class Bot:
    """A bot of a file, which nothing changes; `check.py` checks the references in it. Raises `BadFile`.

    `sentences` are all sentences of the file, each at its first place, without the default words of fields.
    """

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
        self.empty_fields: dict[str, dict[str, Any]] = {}
        self.expressions: dict[str, Expression] = {}
        self.sentences: dict[str, Leaf] = {}
        self._read_decks()
        self._read_blocks()
        self.steps = [
            (step, (*path, place)) for name, path in self.paths.items() for place, step in enumerate(self.blocks[name])
        ]
        self.card_ids = frozenset(one for faces in self.faces.values() for one in faces)
        self.deck_lists = {deck + ending: deck for deck in self.faces for ending in (LEFT, PLAYED)}
        values = {name: value.list_ for name, value in self.file.values.items() if value.list_ is not None}
        self.lists = self.deck_lists | values
        self.card_values = {name: value.of for name, value in self.file.values.items() if value.of in self.faces}
        self.draws = self.card_values | {step.as_: step.draw for step, _ in self.steps if isinstance(step, Draw)}
        self.step_values = {name: empty for step, _ in self.steps for name, empty in outputs(step).items()}
        self.words = self._words()
        self.allowed = self._allowed()
        self.card_fields = self._card_fields()
        self.names = self._names()
        self.kinds = self._kinds()
        self.labels = self._labels()

    # --- words, rules and cards of a play ---

    def word(self, value: Any) -> Any:
        """Return the words for a value of an expression: a number as it is, an id by its words."""
        if isinstance(value, bool):
            return Text("yes") if value else Text("no")
        if isinstance(value, int):
            return value
        if not value:
            return Text("none")
        if isinstance(value, list | tuple):
            return tuple(self.word(one) for one in value)
        return file_text(self.words[value]) if value in self.words else Text("{id}", id=value.replace("_", " "))

    def rule(self, *names: str) -> str:
        """Return the id of the first rule that has a name, as Why finds it."""
        return f"{self.file.key}.{next(filter(None, names), 'file')}"

    def card_kinds(self, deck: str) -> dict[str, str]:
        """Return the names of the cards of a deck by id, copies once."""
        return {face.of: face.name for face in self.faces[deck].values()}

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
        def error(fault: Fault) -> BadFile:
            place = (*path, *fault.path)
            return self.fault(place, fault.sentence_at(_key_of(place)))

        return faults.fit(values, kind, error)

    def _read_decks(self) -> None:
        for name, deck in self.file.decks.items():
            self.faces[name] = {}
            self.empty_fields[name] = self._empty_fields(name, deck)
            for card, given in deck.cards.items():
                self._read_card(name, card, {"name": given} if isinstance(given, str) else given)
        if sum(map(len, self.faces.values())) > MAX_CARDS:
            raise self.fault(("decks",), f"there are more than {MAX_CARDS} cards. Take some out.")

    def _empty_fields(self, deck: str, declared: Deck) -> dict[str, Any]:
        """Return the fields that the cards of a deck have, each with its value on a card that lacks it."""
        known = {field.encode_name for field in fields(Card)}
        empty: dict[str, Any] = dict.fromkeys(declared.fields, 0)
        for card, given in declared.cards.items():
            for field, value in given.items() if isinstance(given, dict) else ():
                path = ("decks", deck, "cards", card, field)
                if field in known:
                    continue
                if not is_slug(field):
                    raise self.fault(path, f"{field} is no name of a field. Use small letters, digits and _.")
                if not isinstance(value, int | str | list) or (
                    isinstance(value, list) and not all(map(is_slug, value))
                ):
                    raise self.fault(path, f"{field} holds a number, yes or no, an id, or a list of ids.")
                if type(empty.setdefault(field, type(value)())) is not type(value):
                    raise self.fault(path, f"{field} is of another kind than on the cards before.")
        return empty

    def _read_card(self, deck: str, card: str, given: dict[str, Any]) -> None:
        empty = self.empty_fields[deck]
        path = ("decks", deck, "cards", card)
        own = {name: value for name, value in given.items() if name not in empty}
        if "do" in own:
            own["do"] = self._block(own["do"], f"{deck}/{card}", (*path, "do"))
        read: Card = self._convert(own, Card, path)
        asked = self.file.decks[deck].fields
        held = {name: given.get(name, none) for name, none in empty.items() if name in given or name not in asked}
        for n in range(1, read.n + 1):
            copy = card if read.n == 1 else f"{card}_{n}"
            if copy in self.faces[deck] or (copy != card and copy in self.file.names):
                raise self.fault(path, f"its copy {copy} has the name of something else. Rename one of them.")
            self.faces[deck][copy] = Face(**msgspec.structs.asdict(read), fields=held, of=card)

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
        """Read the steps of a block, and those inside them; return its name."""
        if isinstance(steps, str):
            return steps
        if not isinstance(steps, list) or not all(isinstance(step, dict) for step in steps):
            raise self.fault(path, f'{_key_of(path)} is a list of steps, as [{{ say = "…" }}].')
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
        for field in BLOCK_FIELDS.get(kind, ()):
            if field == "reports":
                step["reports"] = self._reports(step.get("reports", []), name, (*path, "reports"))
            elif field in step:
                step[field] = self._block(step[field], f"{name}/{field}", (*path, field))
        read: Step = self._convert(step, kind, path)
        match read:
            case Draw(draw=deck, as_="") if deck in self.file.decks:
                return msgspec.structs.replace(read, as_=self.file.decks[deck].card)
            case Roll(roll=die, as_=""):
                return msgspec.structs.replace(read, as_=die)
        return read

    def _reports(self, reports: Any, name: str, path: Path) -> Any:
        if not isinstance(reports, list) or not all(isinstance(report, dict) for report in reports):
            raise self.fault(path, 'reports are a list, as [{ id = "pass", text = "I pass" }].')
        return [
            report | {"do": self._block(report["do"], f"{name}/{n}", (*path, n, "do"))} if "do" in report else report
            for n, report in enumerate(reports)
        ]

    # --- walking through it ---

    def roots(self) -> Iterable[tuple[Table, Path]]:
        """Return the file, its cards and its steps, each with its place."""
        return ((self.file, ()), *self.cards(), *self.steps)

    def leaves(self) -> Iterator[Leaf]:
        """Yield the leaves of the file, of its cards and of its steps."""
        for table, path in self.roots():
            yield from leaves(table, path)

    def choice_tables(self) -> Iterator[tuple[Path, Option | Value]]:
        """Yield the options and values, each with the place of its choices."""
        for where, declared in (("options", self.file.options), ("values", self.file.values)):
            for name, one in declared.items():
                yield (where, name, "choices"), one

    def cards(self) -> Iterator[tuple[Face, Path]]:
        """Yield the cards of all decks, copies once, each with its place."""
        for deck, faces in self.faces.items():
            for name, face in {face.of: face for face in faces.values()}.items():
                yield face, ("decks", deck, "cards", name)

    # --- names ---

    def _words(self) -> dict[str, str]:
        """Return the words of every id."""
        words = dict(self.file.names)
        given = [pair for _, one in self.choice_tables() for pair in one.choices.items()]
        given += [(card, face.name) for faces in self.faces.values() for card, face in faces.items()]
        for name, text in given:
            if words.setdefault(name, text) != text:
                raise self.fault((name,), f"the id {name} has the words “{words[name]}” and “{text}”. Rename one.")
        return words

    def contents(self, name: str) -> tuple[str, ...]:
        """Return the ids of a deck, or of a table that is a list of ids; none if there is neither."""
        table = self.file.tables.get(name)
        return (*self.faces.get(name, ()), *filter(self.words.__contains__, table if isinstance(table, list) else ()))

    def _allowed(self) -> dict[str, tuple[str, ...]]:
        """Return the allowed ids of values that hold an id; the empty id stands for none."""
        values = self.file.values.items()
        chosen = {name: tuple(value.choices) for name, value in values if value.choices}
        return chosen | {name: ("", *self.contents(value.of)) for name, value in values if value.of}

    def _names(self) -> dict[str, str]:
        """Return the names that expressions can read, with what declares them; `BadFile` if a name has two."""
        file = self.file
        found: dict[str, str] = dict.fromkeys(BUILT_IN, "the language")
        declared: dict[str, Iterable[str]] = {
            "decks": (*self.deck_lists, *self.card_fields),
            "options": file.options,
            "values": file.values,
            "tables": file.tables,
        }
        for where, names in declared.items():
            for name in names:
                self._declare(found, name, where)
        for name in self.step_values:
            if found.setdefault(name, "steps") not in ("steps", "values"):
                raise self.fault((name,), f"{name} is already the name of one of the {found[name]}. Take another.")
        return found

    def _labels(self) -> dict[str, str]:
        """Return the words that Why has for names; it does not mention the others."""
        file = self.file
        found = {TIED: "tied", **{name: option.label for name, option in file.options.items()}}
        drawn = [(name, deck) for name, deck in self.draws.items() if name not in self.card_values]
        found |= {name: file.decks[deck].label for name, deck in drawn if deck in file.decks}
        for step, _ in self.steps:
            if isinstance(step, Counters):
                found |= {one.as_: one.text for one in step.of}
            elif isinstance(step, Roll) and step.roll in file.dice:
                found[step.as_] = file.dice[step.roll].label
        return found | {name: one.word or one.label for name, one in file.values.items() if one.word or one.label}

    def _card_fields(self) -> dict[str, tuple[str, str, str | None]]:
        """Return the names of card fields: of a card that was drawn (`deed_coins`), or of a deck (`deeds_coins`)."""
        decks: dict[str, tuple[str, str | None]] = {deck: (deck, None) for deck in self.file.decks}
        decks |= {name: (deck, name) for name, deck in self.draws.items()}
        return {
            f"{name}_{field}": (deck, field, card)
            for name, (deck, card) in decks.items()
            if deck in self.file.decks
            for field in self.empty_fields[deck]
        }

    def _declare(self, found: dict[str, str], name: str, where: str) -> None:
        if other := found.get(name) or ("the language" if name in RESERVED else ""):
            raise self.fault((where, name), f"{name} is a name of both {other} and {where}. Rename one.")
        if name in self.words:
            raise self.fault((where, name), f"{name} is also an id (“{self.words[name]}”). Rename one of them.")
        found[name] = where

    def empty_values(self) -> dict[str, Any]:
        """Return all names that can change, each with the value that it has before the options are known."""
        found = dict(self.step_values)
        for table in (self.file.options, self.file.values):
            found |= {name: one.empty for name, one in table.items()}
        return found | {name: [] for name in self.deck_lists}

    def _kinds(self) -> dict[str, Kind]:
        """Return the kind of every name, as far as the file says it."""
        found = {name: kind_of(value) for name, value in self.empty_values().items()}
        found |= {name: Kind(kind_of(table).what, table=table) for name, table in self.file.tables.items()}
        for name, (deck, field, card) in self.card_fields.items():
            found[name] = Kind(TABLE) if card is None else kind_of(self.empty_fields[deck][field])
        found |= {name: Kind(ID, tuple(one.choices)) for name, one in self.file.options.items() if one.choices}
        found |= {name: Kind(ID, tuple(filter(None, ids))) for name, ids in self.allowed.items()}
        found |= {name: Kind(ID, tuple(self.faces.get(deck, ()))) for name, deck in self.draws.items()}
        return found | dict.fromkeys(BUILT_IN, Kind(NUMBER))

    def suggestion(self, name: str) -> str:
        """Return a sentence with the names that are like an unknown one."""
        from difflib import get_close_matches

        near = get_close_matches(name, [*self.names, *self.words][:MAX_COMPARED_NAMES], 3)
        return f"Did you mean {' or '.join(near)}?" if near else "Declare it under [values], [names], or by `as`."

    # --- expressions ---

    def compile(self, text: str, path: Path, ids: Iterable[str] = ()) -> Expression:
        """Return an expression of the file, compiled once; it may name these further ids."""
        if text not in self.expressions:
            try:
                compiled = Expression(text, {*self.words, *ids}.__contains__, self.kinds)
            except BadExpression as bad:
                raise self.fault(path, f"“{text}”: {bad}") from None
            for name in compiled.names:
                if name not in self.names:
                    raise self.fault(path, f"“{text}”: there is no {name}. {self.suggestion(name)}")
            self.expressions[text] = compiled
        return self.expressions[text]


def _key_of(path: Path) -> str:
    return ".".join(str(one + 1) if isinstance(one, int) else one for one in path)
