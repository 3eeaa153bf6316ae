"""The examples in the docstrings of the modules that all games share give the output shown."""

import doctest
from importlib import import_module

import pytest

MODULES = (
    "kit.text",
    "kit.decks",
    "kit.options",
    "kit.play",
    "kit.drawings",
    "kit.decisions",
    "botfile.expressions",
)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_are_right(name: str) -> None:
    """Each module has examples, and all of them give the output shown."""
    result = doctest.testmod(import_module(f"engines.{name}"))
    assert result.attempted
    assert result.failed == 0
