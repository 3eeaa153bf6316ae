"""The lists of mutants: how they are read, and their faults."""

import ast
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct


class Mutant(Struct, frozen=True, forbid_unknown_fields=True):
    """One change of the product code."""

    what: str
    """What the broken code does."""
    file: str
    old: str
    """A piece of the file that is found there once."""
    new: str
    tests: tuple[str, ...] = ()
    """The arguments of pytest: files, folders, or single tests."""
    survives: str = ""
    """Why no test can fail; empty if one must."""


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
    lost = misplaced(root, mutants)
    if lost:
        return lost
    return [f"{one.file}: {one.what}: {fault}" for one in mutants if (fault := _fault(root, one))] + duplicates(mutants)


def duplicates(mutants: Sequence[Mutant]) -> list[str]:
    """Return a sentence for each mutant that is listed twice for the same tests."""
    times = Counter((one.file, one.old, one.new, one.tests) for one in mutants)
    return [
        f"{one.file}: {one.what}: it is listed twice"
        for one in mutants
        if times[one.file, one.old, one.new, one.tests] > 1
    ]


def misplaced(root: Path, mutants: Sequence[Mutant]) -> list[str]:
    """Return a sentence for each mutant whose place is not found once. Each file is read once."""
    sources = {file: _source(root / file) for file in {one.file for one in mutants}}
    return [f"{one.file}: {one.what}: {fault}" for one in mutants if (fault := _misplaced(sources[one.file], one.old))]


def _source(path: Path) -> str | None:
    return path.read_text("utf-8") if path.is_file() else None


def _misplaced(source: str | None, old: str) -> str | None:
    if source is None:
        return "the file is missing"
    times = source.count(old)
    return None if times == 1 else f"its place is found {times} times; it must be found once"


def _fault(root: Path, mutant: Mutant) -> str | None:
    path = root / mutant.file
    if path.suffix != ".py":
        return None if mutant.old != mutant.new else "it changes nothing"
    source = path.read_text("utf-8")
    try:
        changed = ast.dump(ast.parse(with_mutant(source, mutant)))
    except SyntaxError as error:
        return f"it is no Python: {error}"
    return None if changed != _tree(source) else "it changes nothing"


@cache
def _tree(source: str) -> str:
    return ast.dump(ast.parse(source))


def with_mutant(source: str, mutant: Mutant) -> str:
    """Return the source of a file with a mutant in it."""
    return source.replace(mutant.old, mutant.new)
