"""What a field of a data file may hold, for the sentence about a value that it may not."""

import re
from typing import Any

from msgspec import inspect


def allowed(kind: Any, path: str) -> list[Any]:
    """Return the closed set of values that a field may have, found along the path of an error."""
    found: list[Any] = [inspect.type_info(kind)]
    for key, index in re.findall(r"\.(\w+)|\[(\d+|\.\.\.)\]", path):
        found = [inner for outer in found for one in _parts(outer) for inner in _step(one, key, index)]
    ends = [end for outer in found for end in _parts(outer)]
    literals = [value for end in ends if isinstance(end, inspect.LiteralType) for value in end.values]
    return literals + [one.value for end in ends if isinstance(end, inspect.EnumType) for one in end.cls]


def _parts(one: Any) -> tuple[Any, ...]:
    """Return the members of a union; anything else is its own."""
    return one.types if isinstance(one, inspect.UnionType) else (one,)


def _step(one: Any, key: str, index: str) -> list[Any]:
    if key and isinstance(one, inspect.StructType):
        return [field.type for field in one.fields if field.encode_name == key]
    if index and isinstance(one, inspect.ListType | inspect.VarTupleType):
        return [one.item_type]
    if index.isdigit() and isinstance(one, inspect.TupleType):
        return [one.item_types[int(index)]]
    return []
