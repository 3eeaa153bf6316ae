"""Selection of parameters for the core (`make test`); `make test-all` runs all of them."""

from collections.abc import Iterable
from typing import Any

import pytest


def core(values: Iterable[Any], *chosen: Any) -> list[Any]:
    """Return values as parameters. Those that were chosen belong to the core; the first one if none was."""
    first, *others = values
    kept = chosen or (first,)
    return [one if one in kept else _rest(one) for one in (first, *others)]


def _rest(value: Any) -> Any:
    values = value if type(value) is tuple else (value,)  # one with names is one value
    return pytest.param(*values, marks=pytest.mark.all)


def with_examples(few: int, many: int = 100) -> pytest.MarkDecorator:
    """Parametrize a test of hypothesis by `examples`: few belong to the core."""
    return pytest.mark.parametrize("examples", [few, pytest.param(many, marks=pytest.mark.all)])
