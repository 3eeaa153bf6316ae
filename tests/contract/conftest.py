"""The random plays that the laws are checked on."""

from typing import Any

import pytest

from tests.contract.walk import KEYS, LONG, Walks, dealt_to, levels


def _params() -> list[Any]:
    """Return plays of every bot at every level: a few for every run, and many for the long one."""
    return [
        pytest.param(Walks(key, level, seeds, share), id=f"{key}-{level[1]}-{len(seeds)}seeds", marks=marks)
        for key in KEYS
        for level in levels(key)
        for seeds, share, marks in ((dealt_to(key, level), 1 / 8, ()), (LONG, 1, pytest.mark.long))
    ]


@pytest.fixture(scope="session", params=_params())
def walks(request: pytest.FixtureRequest) -> Any:
    """Return random plays. Of the session, so that the laws of one level follow each other and share what is walked."""
    return request.param
