"""Selection of parameters for the core (`make test`); `make test-all` runs all of them."""

from collections.abc import Iterable
from typing import Any

import pytest


def core(values: Iterable[Any], *in_core: Any) -> list[Any]:
    """Return values as parameters, of which those `in_core` belong to the core, or the first if none is named."""
    first, *others = values
    kept = in_core or (first,)
    return [one if one in kept else _outside_core(one) for one in (first, *others)]


def _outside_core(value: Any) -> Any:
    values = value if type(value) is tuple else (value,)  # a named tuple is one value
    return pytest.param(*values, marks=pytest.mark.all)


def with_examples(in_core: int, in_all: int = 100) -> pytest.MarkDecorator:
    """Parametrize a test of hypothesis by `examples`: how many in the core, and how many besides."""
    return pytest.mark.parametrize("examples", [in_core, pytest.param(in_all, marks=pytest.mark.all)])
