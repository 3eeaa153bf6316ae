"""Finds the first fault of plain values that should make a typed struct: its place, and what is allowed there.

The place is found by trying part by part, so nothing is read out of the wording of an error.
"""

import re
from collections.abc import Callable, Iterator
from typing import Annotated, Any, TypeAlias, TypeVar, Union, get_args, get_origin

import msgspec
from msgspec import Struct
from msgspec.inspect import type_info
from msgspec.structs import FieldInfo

from engines.kit.text import Sentence, Text, Value

T = TypeVar("T")

Path: TypeAlias = tuple[str | int, ...]
"""Names of fields, keys of dicts, places in lists (from 0)."""


ALLOWED = "allowed"
"""Under this name the metadata of a type has the words for what it allows, if its kind does not say enough."""


class Unfit(Sentence, ValueError):
    """The values of a struct do not go together; completes the sentence “… is wrong: …”."""


class Fault(Struct, frozen=True):
    """The place of a fault, and its `text`, which follows the words for the place: the fault, and what to do."""

    path: Path
    text: Text

    @property
    def sentence(self) -> Text:
        """The path with dots, and the fault."""
        return self.sentence_at(".".join(map(str, self.path)))

    def sentence_at(self, place: Value) -> Text:
        """Return the sentence with other words for the place."""
        return Text("{place} {fault}", place=place, fault=self.text)


def fit(value: Any, kind: type[T], error: Callable[[Fault], Exception]) -> T:
    """Return plain values as a type has them; if they do not fit, raise the `error` for the first fault."""
    try:
        return msgspec.convert(value, kind, str_keys=True)
    except msgspec.ValidationError:
        fault = find_fault(kind, value)
    assert fault is not None  # it did not fit
    raise error(fault)


def find_fault(kind: Any, value: Any, path: Path = ()) -> Fault | None:
    """Return the first fault of a value; None if it fits its type."""
    try:
        msgspec.convert(value, kind, str_keys=True)
    except msgspec.ValidationError as wrong:
        cause = wrong.__cause__
        return _fault_within(kind, value, path, cause.text if isinstance(cause, Unfit) else str(wrong))
    return None


def toml_value(value: Any) -> str:
    """Return a value as a file would write it."""
    if not isinstance(value, str | int | list | dict | None):
        return str(value)  # JSON has no word for nan, inf and dates
    if isinstance(value, list) and any(isinstance(one, dict | list) for one in value):
        return f"a list of {len(value)}"
    return '"none"' if value is None else msgspec.json.encode(value, enc_hook=repr).decode()


def toml_error(message: str) -> Text:
    """Return the error of the TOML parser with its place; the usual errors have translations."""
    found = re.fullmatch(r"(.*) \(at line (\d+), column (\d+)\)", message, re.DOTALL)
    if found is None:
        return Text("{message}", message=message)
    what, line, column = found.groups()
    wrong = next((text for text in _TOML_ERRORS if text.one == what), Text("{message}", message=what))
    return Text("{wrong} (at line {line}, column {column})", wrong=wrong, line=line, column=column)


def allowed_words(kind: Any) -> Text:
    """Return the words for what a type allows."""
    return _words(type_info(kind))


def _fault_within(kind: Any, value: Any, path: Path, message: Value) -> Fault:
    """Return the fault of a value that is known to have one."""
    shape = _matching_type(kind, value)
    if _is_struct(shape) and isinstance(value, dict):
        return _field_fault(shape, value, path) or Fault(path, Text("is wrong: {reason}. Correct it.", reason=message))
    for name in value if get_origin(shape) is dict and isinstance(value, dict) else ():
        if find_fault(named := get_args(shape)[0], name):
            return Fault(
                (*path, name), Text("is no name for this. Allowed: {allowed}. Rename it.", allowed=allowed_words(named))
            )
    for place, part, one in _items(shape, value):
        if fault := find_fault(part, one, (*path, place)):
            return fault
    cannot = Text(
        "cannot be {value}. Allowed: {allowed}. Correct it or take it out.",
        value=toml_value(value),
        allowed=allowed_words(kind),
    )
    return Fault(path, cannot)


def _field_fault(kind: Any, value: dict[Any, Any], path: Path) -> Fault | None:
    """Return the fault of a field; None if only the struct as a whole does not hold."""
    fields: dict[str, FieldInfo] = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    config = _origin(kind).__struct_config__
    known = (config.tag_field, *fields) if config.tag_field else tuple(fields)
    for name in value:
        if name not in known and config.forbid_unknown_fields:
            known_fields = ", ".join(known)
            return Fault((*path, name), Text("is no field. Allowed: {allowed}. Take it out.", allowed=known_fields))
    for name, field in fields.items():
        if name not in value and field.required:
            return Fault((*path, name), Text("is missing. Add it."))
        if name in value and (fault := find_fault(field.type, value[name], (*path, name))):
            return fault
    return None


def _items(kind: Any, value: Any) -> Iterator[tuple[str | int, Any, Any]]:
    """Yield place, type and value of what a dict or a list holds, if it has the shape of its type."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is dict and isinstance(value, dict):
        for key, one in value.items():
            yield key, parts[1], one
    elif origin in (list, tuple) and isinstance(value, list | tuple):
        if origin is list or parts[-1] is ...:
            yield from ((place, parts[0], one) for place, one in enumerate(value))
        elif len(parts) == len(value) and any(isinstance(one, dict) for one in value):  # short values stay together
            yield from zip(range(len(parts)), parts, value, strict=True)
    elif _is_struct(kind) and kind.__struct_config__.array_like and isinstance(value, list | tuple):
        for place, (field, one) in enumerate(zip(msgspec.structs.fields(kind), value, strict=False)):
            yield place, field.type, one


def _matching_type(kind: Any, value: Any) -> Any:
    """Return the type of the parts of a value: without metadata, and of a union the member with the value's shape."""
    if get_origin(kind) is Annotated and isinstance(value, dict | list | tuple):
        return _matching_type(get_args(kind)[0], value)
    if isinstance(kind, type) or get_origin(kind) not in (Union, type(int | str)):
        return kind
    members = [one for one in (_matching_type(one, value) for one in get_args(kind)) if _has_shape(one, value)]
    return members[0] if len(members) == 1 else kind


def _has_shape(kind: Any, value: Any) -> bool:
    if isinstance(value, dict):
        if _is_struct(kind):
            config = _origin(kind).__struct_config__
            return not config.tag_field or value.get(config.tag_field) == config.tag
        return get_origin(kind) is dict
    return isinstance(value, list | tuple) and get_origin(kind) in (list, tuple)


def _origin(kind: Any) -> Any:
    return get_origin(kind) or kind


def _is_struct(kind: Any) -> bool:
    return isinstance(_origin(kind), type) and issubclass(_origin(kind), Struct)


def _words(info: Any) -> Text:
    """Return the words for one of `msgspec.inspect`'s types."""
    if said := (getattr(info, "extra", None) or {}).get(ALLOWED):
        return said  # type: ignore[no-any-return]
    name = type(info).__name__
    return _WORDS[name](info) if name in _WORDS else _words(info.type)  # which leaves what an annotation adds


_TOML_ERRORS = (
    Text("Invalid value"),
    Text("Invalid statement"),
    Text("Expected '=' after a key in a key/value pair"),
    Text("Expected newline or end of document after a statement"),
    Text("Cannot overwrite a value"),
    Text("Unclosed array"),
    Text("Unterminated string"),
)
"""The usual errors of the TOML parser, in its own words, so that they have translations."""


def _range_words(low: float | None, high: float | None, free: Text) -> Text:
    """Return the words for bounds; those for a free value if there are none."""
    if low is None:
        return free if high is None else Text("at most {high}", high=str(high))
    return (
        Text("at least {low}", low=str(low)) if high is None else Text("{low} to {high}", low=str(low), high=str(high))
    )


def _field_words(info: Any) -> Text:
    names = ", ".join(field.encode_name for field in info.fields)
    return Text("a list of {names}", names=names) if info.array_like else Text("a table of {names}", names=names)


def _short_words(n: int) -> Text:
    return Text('"words", at most {n} letters', n=n)


def _tuple_words(infos: tuple[Any, ...]) -> Text:
    if type(infos[0]).__name__ in ("DictType", "StructType"):
        return Text("a list of {n}", n=len(infos))
    return Text("[{each}]", each=tuple(map(_words, infos)))


_WORDS: dict[str, Callable[[Any], Text]] = {
    "AnyType": lambda _: Text("anything"),
    "BoolType": lambda _: Text("true, false"),
    "DictType": lambda _: Text("a table"),
    "EnumType": lambda info: Text("{values}", values=", ".join(toml_value(one.value) for one in info.cls)),
    "FloatType": lambda info: _range_words(info.ge, info.le, Text("a number")),
    "IntType": lambda info: _range_words(info.ge, info.le, Text("a whole number")),
    "ListType": lambda _: Text("a list"),
    "LiteralType": lambda info: Text("{values}", values=", ".join(toml_value(value) for value in info.values)),
    "NoneType": lambda _: Text('"none"'),
    "StrType": lambda info: Text('"words"') if info.max_length is None else _short_words(info.max_length),
    "StructType": _field_words,
    "TupleType": lambda info: _tuple_words(info.item_types),
    "UnionType": lambda info: Text("{each}", each=tuple(map(_words, info.types))),
    "VarTupleType": lambda _: Text("a list"),
}
