"""The sentences that can be translated: by catalogue, each with its place in the code and its values."""

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engines.registry import KEYS
from tests.product_sentences import MODULES, ROOT, literal, text_calls

DEVICE, SHARED = "device", "shared"
DOMAINS = (DEVICE, SHARED, *KEYS)
"""A catalogue each: the device's own sentences, those that games share, and those of each game."""
JOINT = ", "
"""The separator of a list, which is no sentence of the code."""
ENGLISH_ONLY: dict[str, tuple[str, ...]] = {
    "engines/botfile/bot.py": (),
    "engines/botfile/expressions.py": (),
    "engines/botfile/scope.py": (),
    "engines/botfile/state.py": ("laws",),
    "engines/botfile/step_runner.py": (),
    "engines/botfile/tables.py": (),
    "engines/botfile/values.py": (),
    "engines/burattino/pieces.py": ("__post_init__",),
    "engines/burattino/state.py": ("_laws_of_cards", "_laws_of_phase"),
    "engines/kit/engine.py": ("_check_answers", "_unfit_state", "replace"),
    "engines/kit/faults.py": (),
    "engines/kit/options.py": ("_check", "check_field", "complete"),
    "engines/kit/play.py": (),
    "engines/kit/rules.py": (),
    "engines/pampero/board.py": (),
    "engines/pampero/card.py": (),
    "engines/pampero/files.py": (),
    "engines/pampero/state.py": ("card_faults",),
    "firmware/bots/engines.py": (),
    "firmware/bots/files.py": (),
    "firmware/decks/files.py": ("add",),
    "firmware/emulators/web/device.py": (),
    "firmware/protocol.py": (),
    "firmware/report.py": (),
    "firmware/service/serve.py": (),
}
"""Modules, or functions of a module, whose sentences only authors and builders read: these are not translated."""
_BARE = re.compile(r"[A-Z]?[\d\W]*")
MAX_CODE_LETTERS = 60
"""Letters of the code of a value in a note."""


class Message(Struct):
    """A sentence in English, its plural, the files that have it, and notes for translators."""

    one: str
    plural: str | None = None
    places: list[str] = []
    notes: list[str] = []

    @property
    def needed(self) -> bool:
        """True if it has words besides its values, or signs that another language may write differently."""
        bare = re.sub(r"\{[^}]*\}", "", self.one)
        return not _BARE.fullmatch(bare) or any(sign in bare for sign in ":“”?!%(;")

    @property
    def values(self) -> set[str]:
        """Return the names of its values."""
        return value_names(self.one) | value_names(self.plural or "")


def value_names(sentence: str) -> set[str]:
    """Return the values that a sentence names; the terms of a glossary are none."""
    names = (name for _, name, _, _ in Formatter().parse(sentence))
    return {name for name in names if name is not None and not name.startswith("=")}


def folder(domain: str) -> Path:
    """Return the folder with the files of a catalogue."""
    return ROOT / {DEVICE: "firmware", SHARED: "engines/kit"}.get(domain, f"engines/{domain}") / "locale"


@cache
def messages(domain: str) -> dict[str, Message]:
    """Return every sentence of a catalogue by its English words, in the order of files and lines.

    The shared catalogue also has each sentence of two or more games.
    """
    found: dict[str, Message] = {}
    for one in (*_of_code(domain), *_of_data(domain), *(_of_several_games() if domain == SHARED else ())):
        known = found.setdefault(one.one, one)
        assert one.plural in (known.plural, None) or known.plural is None, f"{one.one!r} has two plurals"
        known.plural = known.plural or one.plural
        known.places = list(dict.fromkeys([*known.places, *one.places]))
        known.notes = list(dict.fromkeys([*known.notes, *one.notes]))
    return found


def _of_several_games() -> Iterator[Message]:
    """Yield the sentences of two or more games, once for each game, unless their plurals differ."""
    sentences = [message for game in KEYS for message in messages(game).values()]
    games = Counter(message.one for message in sentences)
    plurals = Counter(one for one, plural in {(message.one, message.plural) for message in sentences} if plural)
    yield from (replace(one) for one in sentences if games[one.one] > 1 and plurals[one.one] <= 1)


def sayable(domain: str) -> dict[str, Message]:
    """Return every sentence that a catalogue may have: a game may word shared sentences differently."""
    return {**messages(SHARED), **messages(domain)} if domain in KEYS else messages(domain)


@cache
def wanted(domain: str) -> dict[str, Message]:
    """Return the sentences that a translation of a catalogue must have; for a game, those that are not shared."""
    shared = messages(SHARED) if domain in KEYS else {}
    return {one: message for one, message in messages(domain).items() if message.needed and one not in shared}


# --- code -----------------------------------------------------------------------------------------------------------


def _of_code(domain: str) -> Iterator[Message]:
    if domain == SHARED:
        yield Message(JOINT, places=["engines/kit/text.py"], notes=["Stands between the parts of a list."])
    for path in MODULES:
        if _domain(path) == domain:
            yield from _of_module(path)


def _domain(path: Path) -> str:
    """Return the catalogue of a module: of its game, of the device, or else the one that games share."""
    parts = path.relative_to(ROOT).parts
    if parts[0] == "engines" and parts[1] in KEYS:
        return parts[1]
    return DEVICE if parts[0] in ("firmware", "hw") else SHARED


def _of_module(path: Path) -> Iterator[Message]:
    place = path.relative_to(ROOT).as_posix()
    if ENGLISH_ONLY.get(place) == ():
        return
    around = functions(path)
    for call in text_calls(path):
        words, function = literal(call.args[0]), around.get(call.lineno)
        if words and function not in ENGLISH_ONLY.get(place, ()):
            values = {str(keyword.arg): keyword.value for keyword in call.keywords}
            plural = literal(values.pop("plural", None))
            notes = [f"{{{name}}}: {_code(value)}" for name, value in values.items()]
            yield Message(words, plural, [place], [f"in {function}", *notes] if function else notes)


def _code(value: ast.expr) -> str:
    code = ast.unparse(value)
    return code if len(code) <= MAX_CODE_LETTERS else f"{code[:MAX_CODE_LETTERS]}…"


@cache
def functions(path: Path) -> dict[int, str]:
    """Return the innermost function around each line."""
    found: dict[int, str] = {}
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):  # what is inside comes after what is around it
        if isinstance(node, ast.FunctionDef):
            found |= dict.fromkeys(range(node.lineno, (node.end_lineno or node.lineno) + 1), node.name)
    return found


# --- data -----------------------------------------------------------------------------------------------------------


def _of_data(domain: str) -> Iterator[Message]:
    if domain not in KEYS:
        return
    for path in sorted((ROOT / "engines" / domain).glob("*.toml")):
        place = [path.relative_to(ROOT).as_posix()]
        content = tomllib.loads(path.read_text("utf-8"))
        if path.name == "rules.toml":
            yield from (Message(one, plural or None, place, [note]) for one, plural, note in _of_reasons(content))
        sentences = _of_rules(content) if path.name == "rules.toml" else _of_cards(content)
        yield from (Message(words, places=place, notes=[note]) for words, note in sentences)


def _of_reasons(book: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    for rule in (*book["rule"], *book.get("ruling", ())):
        for one in rule.get("why", ()):
            sentence = {"say": one} if isinstance(one, str) else one
            yield sentence["say"], sentence.get("plural", ""), f"what {rule['id']} did, as Why says it"


def _of_rules(book: dict[str, Any]) -> Iterator[tuple[str, str]]:
    yield book["book"], "the solo rulebook"
    for name, word in book["words"].items():
        yield word, f"how Why calls “{name}”: a fact, a result, or one of their values"
    for name, word in book.get("cells", {}).items():
        yield word, f"“{name}” on a card, where its owner mends it: a field, or one of its values"
    for rule in (*book["rule"], *book.get("ruling", ())):
        yield rule["statement"], f"rule {rule['id']}"
        yield rule["heading"], "a heading of the solo rulebook"
        if "tie" in rule:
            yield rule["tie"], f"how {rule['id']} breaks a tie; it is said after “Tie:”"
        for choice in rule.get("choices", {}).values():
            yield choice, f"a choice of the house rule {rule['id']}"


def _of_cards(content: Any) -> Iterator[tuple[str, str]]:
    """Yield the names printed on cards."""
    match content:
        case {"id": str(name), "name": str(words)}:
            yield words, f"printed on card {name}"
        case dict() | list():
            for inner in content.values() if isinstance(content, dict) else content:
                yield from _of_cards(inner)
