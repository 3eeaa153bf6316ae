"""As much of JSON Schema as ours use; a word that is not known here fails, so that nothing goes unchecked."""

from collections.abc import Callable
from typing import Any

Schema = dict[str, Any]
TYPES: dict[str, Callable[[Any], bool]] = {
    "array": lambda value: isinstance(value, list),
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: type(value) is int,
    "null": lambda value: value is None,
    "object": lambda value: isinstance(value, dict),
    "string": lambda value: isinstance(value, str),
}
SILENT = {"$defs", "default", "description", "discriminator", "title"}
"""Words that say nothing about a value."""


def faults(value: Any, schema: Schema, root: Schema, place: str = "$") -> list[str]:
    """Return a line for each place where a value does not fit its schema."""
    if "$ref" in schema:
        return faults(value, root["$defs"][schema["$ref"].removeprefix("#/$defs/")], root, place)
    found: list[str] = []
    for word, want in schema.items():
        if word not in SILENT:
            found += _faults(word, want, value, schema, root, place)
    return found


PARTS = {"prefixItems": list, "items": list, "properties": dict, "additionalProperties": dict}
"""Words about the parts of a value, and the kind of value that has such parts."""
TESTS: dict[str, tuple[type | tuple[type, ...], Callable[[Any, Any], bool]]] = {
    "type": (object, lambda value, want: TYPES[want](value)),
    "enum": (object, lambda value, want: value in want),
    "const": (object, lambda value, want: value == want),
    "minimum": (int, lambda value, want: value >= want),
    "maximum": (int, lambda value, want: value <= want),
    "minItems": (list, lambda value, want: len(value) >= want),
    "maxItems": (list, lambda value, want: len(value) <= want),
    "required": (dict, lambda value, want: set(want) <= set(value)),
}
"""Words about a whole value: of which kind it must be for the word to say anything, and what must hold."""


def _faults(word: str, want: Any, value: Any, schema: Schema, root: Schema, place: str) -> list[str]:
    if word == "anyOf":
        return [] if any(not faults(value, one, root, place) for one in want) else [f"{place}: fits none of {want}"]
    if word in PARTS:
        parts: list[tuple[Any, Schema, str]] = (
            _parts(word, want, value, schema) if isinstance(value, PARTS[word]) else []
        )
        return [fault for one, inner, at in parts for fault in faults(one, inner, root, place + at)]
    kind, holds = TESTS[word]
    return [] if not isinstance(value, kind) or holds(value, want) else [f"{place}: {value!r} is not {word} {want}"]


def _parts(word: str, want: Any, value: Any, schema: Schema) -> list[tuple[Any, Schema, str]]:
    """Return the parts of an array or object that a word speaks of, each with its schema."""
    never: Schema = {"enum": []}
    match word:
        case "prefixItems":
            return [(one, inner, f"[{n}]") for n, (one, inner) in enumerate(zip(value, want, strict=False))]
        case "items":
            rest = value[len(schema.get("prefixItems", [])) :]
            return [(one, never if want is False else want, "[…]") for one in rest]
        case "properties":
            return [(one, want[name], f".{name}") for name, one in value.items() if name in want]
        case _:
            others = [name for name in value if name not in schema.get("properties", {})]
            return [(value[name], never if want is False else want, f".{name}") for name in others]
