"""The sentences of the product: those in its code, and those in its data files."""

import ast
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
MODULES = sorted(path for folder in ("engines", "display", "hw", "firmware") for path in (ROOT / folder).rglob("*.py"))


@cache
def text_calls(path: Path) -> list[ast.Call]:
    """Return every call of Text in a module."""
    source = path.read_text("utf-8")
    nodes = ast.walk(ast.parse(source)) if "Text(" in source else ()
    return [node for node in nodes if isinstance(node, ast.Call) and _name(node.func) == "Text"]


def _name(function: ast.expr) -> str | None:
    return function.id if isinstance(function, ast.Name) else getattr(function, "attr", None)


def literal(node: ast.expr | None) -> str | None:
    """Return the string of an argument, or None if it is no literal string."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def all_sentences() -> set[str]:
    """Return all English sentences, with plurals and all words of data files."""
    arguments = (one for path in MODULES for call in text_calls(path) for one in (*call.args, *_plurals(call)))
    files = sorted(path for path in (ROOT / "engines").rglob("*.toml") if path.parent.name != "locale")
    data_words = (words for path in files for words in _strings(tomllib.loads(path.read_text("utf-8"))))
    return {words for words in map(literal, arguments) if words is not None} | set(data_words)


def _plurals(call: ast.Call) -> Iterator[ast.expr]:
    return (keyword.value for keyword in call.keywords if keyword.arg == "plural")


def _strings(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict() | list():
            for inner in value.values() if isinstance(value, dict) else value:
                yield from _strings(inner)
