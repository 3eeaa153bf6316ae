"""The parts of a bot file that are more than plain values: its expressions and sentences, and where each stands."""

from collections.abc import Iterator
from functools import cache
from types import UnionType
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin

from msgspec import Meta, Struct, structs

Path = tuple[str | int, ...]


fields = cache(structs.fields)
"""Fields of a table, which are read from its annotations."""


class Part(NamedTuple):
    """An "expression", "words", a "plain" name or a "start": its value, its place, and the table that it stands in."""

    kind: str
    value: Any
    path: Path
    table: Struct


def parts(table: Struct, path: Path = ()) -> Iterator[Part]:
    """Yield the parts of a table and of those in it."""
    for field in fields(type(table)):
        yield from _parts(field.type, getattr(table, field.name), (*path, field.encode_name), table)


def tables(table: Struct, path: Path = ()) -> Iterator[tuple[Struct, Path]]:
    """Yield a table and those in it, each with its place."""
    yield table, path
    for field in fields(type(table)):
        value = getattr(table, field.name)
        inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        for name, one in (*inside, ("", value)):
            if isinstance(one, Struct):
                yield from tables(one, (*path, field.encode_name, *([name] if name != "" else [])))


def _parts(hint: Any, value: Any, path: Path, table: Struct) -> Iterator[Part]:
    origin, inside = get_origin(hint), get_args(hint)
    if isinstance(value, Struct):
        yield from parts(value, path)
    elif origin is Annotated:
        yield from (Part(kind, value, path, table) for kind in _kinds(inside[1:]))
    elif origin in (Union, UnionType):
        wanted = list if isinstance(value, list) else Annotated
        for one in [one for one in inside if get_origin(one) is wanted][:1]:
            yield from _parts(one, value, path, table)
    elif origin is list:
        for place, item in enumerate(value):
            yield from _parts(inside[0], item, (*path, place), table)
    elif origin is dict:
        for name, item in value.items():
            yield from _parts(inside[1], item, (*path, name), table)


def _kinds(metas: tuple[Any, ...]) -> Iterator[str]:
    return (meta.extra["is"] for meta in metas if isinstance(meta, Meta) and meta.extra and "is" in meta.extra)
