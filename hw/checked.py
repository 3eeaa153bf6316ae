"""Plain values against a typed struct: the first thing wrong, as one sentence that names what is allowed."""

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import FieldInfo

from hw.errors import BadProfile

Path: TypeAlias = tuple[str, ...]


def check_values(kind: type[Struct], values: Any, place: Callable[[Path], str], path: Path = ()) -> None:
    """Do nothing where the values fit the struct; `place` gives the words for a path of fields.

    Raises:
        BadProfile: an unknown field, a missing one, or a value that is not allowed. The first one is named.

    """
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    if not isinstance(values, dict):
        known = ", ".join(fields)
        raise BadProfile(f"{place(path)} cannot be {shown(values)}. Allowed: a table of {known}. Make it one.")
    for name in values:
        if name not in fields:
            raise BadProfile(f"{place((*path, name))} is no field. Allowed: {', '.join(fields)}. Take it out.")
    for name, field in fields.items():
        _check_field(field, values, place, (*path, name))


def leaves(kind: type[Struct], path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Yield every field that holds a value, and the words for what is allowed there."""
    for field in msgspec.structs.fields(kind):
        here = (*path, field.name)
        if _is_table(field.type):
            yield from leaves(field.type, here)
        else:
            yield here, _allowed(field.type)


def _check_field(field: FieldInfo, values: dict[str, Any], place: Callable[[Path], str], path: Path) -> None:
    if field.name not in values:
        if field.required:
            raise BadProfile(f"{place(path)} is missing. Add it.")
        return
    value = values[field.name]
    if _is_table(field.type):
        check_values(field.type, value, place, path)
        return
    try:
        msgspec.convert(value, field.type)
    except msgspec.ValidationError:
        raise BadProfile(
            f"{place(path)} cannot be {shown(value)}. Allowed: {_allowed(field.type)}. Correct it or take it out."
        ) from None


def _is_table(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Struct)


def shown(value: Any) -> str:
    """Return a value as a profile would write it."""
    if isinstance(value, float):
        return str(value)  # JSON has no word for nan and inf
    return '"none"' if value is None else msgspec.json.encode(value).decode()


def _allowed(kind: Any) -> str:
    from msgspec import inspect  # noqa: PLC0415 - only where a sentence needs it

    return _words(inspect.type_info(kind))


def _words(info: Any) -> str:
    """Return the words for one of `msgspec.inspect`'s types, as far as profiles use them."""
    name = type(info).__name__
    if name == "LiteralType":
        return ", ".join(shown(value) for value in info.values)
    if name in {"IntType", "FloatType"}:
        return f"{info.ge} to {info.le}"
    if name == "TupleType":
        return f"[{', '.join(_words(one) for one in info.item_types)}]"
    if name == "UnionType":
        return ", ".join(_words(one) for one in info.types)
    return {"BoolType": "true, false", "StrType": '"words"', "NoneType": '"none"'}[name]
