"""The random plays that the laws are checked on."""

from collections.abc import Generator
from typing import Any

import pytest

from tests.contract import laws
from tests.contract.walk import BOTS, walks_of


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Function, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
    """Say in sentences which law does not hold, where `--tb` asks for nothing else."""
    report = yield
    asked = getattr(item.config.option, "tbstyle", "auto") != "auto"
    if report.failed and call.excinfo is not None and item.get_closest_marker("guide") and not asked:
        report.longrepr = laws.sentences(item, call.excinfo.value, call.excinfo.traceback)
    return report


def _params() -> list[Any]:
    return [pytest.param(one, id=f"{key}-{one.id}", marks=marks) for key in BOTS for one, marks in walks_of(key)]


@pytest.fixture(scope="session", params=_params())
def walks(request: pytest.FixtureRequest) -> Any:
    """Return random plays. Of the session, so that the laws of one level follow each other and share what is walked."""
    return request.param
