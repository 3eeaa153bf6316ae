"""The part of JSON Schema that our schemas use. An unknown keyword fails, so that nothing goes unchecked."""

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
ANNOTATIONS = {"$defs", "default", "description", "discriminator", "title"}
"""Keywords that do not limit a value."""


def faults(value: Any, schema: Schema, root: Schema, place: str = "$") -> list[str]:
    """Return a line for each place where a value does not fit its schema."""
    if "$ref" in schema:
        return faults(value, root["$defs"][schema["$ref"].removeprefix("#/$defs/")], root, place)
    found: list[str] = []
    for keyword, want in schema.items():
        if keyword not in ANNOTATIONS:
            found += _keyword_faults(keyword, want, value, schema, root, place)
    return found


PARTS_TYPES = {"prefixItems": list, "items": list, "properties": dict, "additionalProperties": dict}
"""Keywords about the parts of a value, and the type of a value that has such parts."""
CHECKS: dict[str, tuple[type | tuple[type, ...], Callable[[Any, Any], bool]]] = {
    "type": (object, lambda value, want: TYPES[want](value)),
    "enum": (object, lambda value, want: value in want),
    "const": (object, lambda value, want: value == want),
    "minimum": (int, lambda value, want: value >= want),
    "maximum": (int, lambda value, want: value <= want),
    "minItems": (list, lambda value, want: len(value) >= want),
    "maxItems": (list, lambda value, want: len(value) <= want),
    "required": (dict, lambda value, want: set(want) <= set(value)),
}
"""Keywords about a whole value: the types to which each applies, and what must hold for a value of these."""


def _keyword_faults(keyword: str, want: Any, value: Any, schema: Schema, root: Schema, place: str) -> list[str]:
    if keyword == "anyOf":
        return [] if any(not faults(value, one, root, place) for one in want) else [f"{place}: fits none of {want}"]
    if keyword in PARTS_TYPES:
        parts: list[tuple[Any, Schema, str]] = (
            _parts(keyword, want, value, schema) if isinstance(value, PARTS_TYPES[keyword]) else []
        )
        return [fault for one, inner, at in parts for fault in faults(one, inner, root, place + at)]
    kind, holds = CHECKS[keyword]
    return [] if not isinstance(value, kind) or holds(value, want) else [f"{place}: {value!r} is not {keyword} {want}"]


def _parts(keyword: str, want: Any, value: Any, schema: Schema) -> list[tuple[Any, Schema, str]]:
    """Return the parts of an array or object that a keyword is about, each with its schema and place."""
    never: Schema = {"enum": []}
    match keyword:
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
