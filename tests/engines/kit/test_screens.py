"""The builders of a game in several modules."""

from types import ModuleType
from typing import Any

import pytest

from engines.kit.screens import join_builders


def part(name: str, **names: Any) -> ModuleType:
    """Return a module with functions of these names: it defines those that are None, and imports the others."""
    module = ModuleType(name)
    for one, found in names.items():
        function = found or (lambda: name)
        function.__module__ = "elsewhere" if found else name
        setattr(module, one, function)
    return module


def test_parts_are_one() -> None:
    """Each public function is found under its name, whichever part defines it."""
    steps = join_builders(part("one", say=None), part("two", roll=None))
    assert ("one", "two") == (steps.say(), steps.roll())
    assert {"say", "roll"} == set(vars(steps))


def test_only_what_a_part_defines() -> None:
    """Imported and private functions of a part build no screen."""
    steps = join_builders(part("one", say=None, shared=lambda: "shared", _own=None))
    assert {"say"} == set(vars(steps))


def test_no_builder_twice() -> None:
    """Two builders of one name are a fault of the game; the error names the builder and the later part."""
    with pytest.raises(ValueError, match="two defines roll, as a part before it does"):
        join_builders(part("one", say=None, roll=None), part("two", roll=None))
