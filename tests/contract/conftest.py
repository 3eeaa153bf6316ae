"""The random plays that the laws are checked on."""

from collections.abc import Generator
from typing import Any

import pytest

from tests.contract import laws
from tests.contract.walk import BOTS, walks_of


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Function, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
    """Report a broken law in sentences, unless `--tb` asks for another report."""
    report = yield
    has_style = getattr(item.config.option, "tbstyle", "auto") != "auto"
    if report.failed and call.excinfo is not None and item.get_closest_marker("guide") and not has_style:
        report.longrepr = laws.failure_report(item, call.excinfo.value, call.excinfo.traceback)
    return report


def _params() -> list[Any]:
    return [pytest.param(one, id=f"{key}-{one.id}", marks=marks) for key in BOTS for one, marks in walks_of(key)]


@pytest.fixture(scope="session", params=_params())
def walks(request: pytest.FixtureRequest) -> Any:
    """Return random plays of one level; the scope is the session, so that all laws of a level share its steps."""
    return request.param
