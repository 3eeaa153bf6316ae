"""The lists of mutants: reading them, and what is wrong with them."""

import ast
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct


class Mutant(Struct, frozen=True, forbid_unknown_fields=True):
    """One change of the product code."""

    what: str
    """What the broken code does."""
    file: str
    old: str
    """A piece of the file that stands there once."""
    new: str
    tests: tuple[str, ...] = ()
    """What pytest is told to run: files, folders, or single tests."""
    survives: str = ""
    """Why no test can fail; empty where one must."""


class _List(Struct, frozen=True, forbid_unknown_fields=True):
    tests: tuple[str, ...]
    mutant: tuple[Mutant, ...]


class BadList(Exception):
    """A list cannot be read; the message says which, and why."""


def read(folder: Path) -> tuple[Mutant, ...]:
    """Return the mutants of all lists of a folder, each with its tests."""
    return tuple(mutant for path in sorted(folder.glob("*.toml")) for mutant in _read(path))


def _read(path: Path) -> Iterator[Mutant]:
    try:
        listed = msgspec.convert(tomllib.loads(path.read_text("utf-8")), _List)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadList(f"{path.name}: {error}") from error
    yield from (msgspec.structs.replace(one, tests=one.tests or listed.tests) for one in listed.mutant)


def faults(root: Path, mutants: Sequence[Mutant]) -> list[str]:
    """Return a sentence for each mutant that cannot be made, or would change nothing."""
    found = [f"{one.file}: {one.what}: {fault}" for one in mutants if (fault := _fault(root, one))]
    places = [(one.file, one.old, one.new) for one in mutants]
    return found + [
        f"{one.file}: {one.what}: it is listed twice"
        for one, place in zip(mutants, places, strict=True)
        if places.count(place) > 1
    ]


def _fault(root: Path, mutant: Mutant) -> str | None:
    path = root / mutant.file
    if not path.is_file():
        return "the file is missing"
    source = path.read_text("utf-8")
    times = source.count(mutant.old)
    if times != 1:
        return f"its place is found {times} times; it must be found once"
    if path.suffix != ".py":
        return None if mutant.old != mutant.new else "it changes nothing"
    try:
        changed = ast.dump(ast.parse(mutated(source, mutant)))
    except SyntaxError as error:
        return f"it is no Python: {error}"
    return None if changed != ast.dump(ast.parse(source)) else "it changes nothing"


def mutated(source: str, mutant: Mutant) -> str:
    """Return the text of a file with the mutant in it."""
    return source.replace(mutant.old, mutant.new)
