"""`python -m tests.bots.check KEY`: report in sentences whether one bot keeps the laws and passes its tests."""

import sys
import traceback
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from engines.kit.rules import BadFile
from tests.contract import laws

ROOT = Path(__file__).parents[2]

MAX_PROBLEMS = 5
"""The most problems that are printed: one slip can break all laws."""


class Judge:
    """A plugin of pytest: it runs the tests of one bot, and keeps the messages of those that fail."""

    def __init__(self, key: str) -> None:
        self.own = ROOT / "tests/engines" / key
        self.key = key
        self.checked = Counter[bool]()
        self.broken: dict[str, str] = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Function]) -> None:
        """Keep the laws as they are for this bot, and its own tests."""
        items[:] = [item for item in items if self._is_own(item) or self.key == _bot_of_law(item)]
        self.checked.update(self._is_own(item) for item in {_test_name(item): item for item in items}.values())

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Function, call: pytest.CallInfo[None]) -> Any:
        """Note the first time that a law or test does not hold."""
        report = yield
        if report.failed and call.excinfo is not None:
            said = laws.failure_report(item, call.excinfo.value, call.excinfo.traceback)
            self.broken.setdefault(_test_name(item), said)
        return report

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Note a file of tests that cannot be read."""
        if report.failed:
            reason = str(report.longrepr).strip().splitlines()[-1].removeprefix("E").strip()
            self.broken[report.nodeid] = f"{report.nodeid} cannot be run: {reason}"

    def _is_own(self, item: pytest.Function) -> bool:
        return item.path.is_relative_to(self.own)


def main(args: list[str]) -> int:
    """Print the laws that a bot breaks, and the number of laws checked; return 1 if it breaks one."""
    key = args[0] if args else ""
    fault = start_fault(key)
    if fault:
        print(fault)
        return 1
    judge = Judge(key)
    options = ["-p", "no:terminal", "-p", "no:cacheprovider", "-p", "no:xdist", "--rootdir", str(ROOT)]
    options += ["--continue-on-collection-errors", "--override-ini", "verbosity_assertions=2"]
    tests = [ROOT / "tests/contract", ROOT / "tests/engines/test_books.py", judge.own]
    pytest.main([*options, *map(str, tests)], plugins=[judge])
    for said in list(judge.broken.values())[:MAX_PROBLEMS]:
        print(f"{said}\n")
    if len(judge.broken) > MAX_PROBLEMS:
        print(f"… and {len(judge.broken) - MAX_PROBLEMS} more.\n")
    checked = f"{judge.checked[False]} laws and {judge.checked[True]} own tests checked"
    problems = {0: "No problem", 1: "1 problem"}.get(len(judge.broken), f"{len(judge.broken)} problems")
    print(f"{problems} found ({checked}).")
    return int(bool(judge.broken))


def start_fault(key: str) -> str:
    """Return a sentence if there is no such bot or it cannot be started; else ""."""
    if not key:
        return "Say which bot, as in `make check-bot KEY=otter`."
    try:
        from engines.registry import KEYS
        from tests.contract.walk import engine, levels

        if key not in KEYS:
            return f"There is no bot “{key}” in engines/registry.py; there are {', '.join(KEYS)}."
        for level in levels(key):
            engine(key).start(dict([level]))
    except Exception as error:  # noqa: BLE001 - whatever is wrong with a bot is a sentence
        return f"{key} cannot be started: {_error_sentence(error)}"
    return ""


def _error_sentence(error: Exception) -> str:
    """Return the fault of a bot with its place."""
    if isinstance(error, BadFile):
        return str(error)
    places = [(Path(frame.filename), frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError) and error.filename:
        places.append((Path(error.filename), error.lineno))
        error = SyntaxError(error.msg)
    ours = [(path.relative_to(ROOT), line) for path, line in places if path.is_relative_to(ROOT / "engines")]
    where = f" in {ours[-1][0]}, line {ours[-1][1]}" if ours else ""
    return f"{type(error).__name__}{where}: {str(error).partition(chr(10))[0]}"


def _bot_of_law(item: pytest.Function) -> str | None:
    """Return the bot for which a law is checked; None if it is for none."""
    if item.get_closest_marker("guide") is None or not hasattr(item, "callspec"):
        return None
    given: dict[str, Any] = item.callspec.params
    key: str | None = given["walks"].key if "walks" in given else given.get("key")
    return key


def _test_name(item: pytest.Function) -> str:
    return item.nodeid.partition("[")[0]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
