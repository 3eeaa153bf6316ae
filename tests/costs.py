"""Costs of tests: `python -m tests.costs [PATH…]` measures test functions, and writes `costs.toml`.

A cost is the CPU time of all items of a function and of the processes they wait for, in seconds of the reference
machine: a loop that takes `LOOP_S` there is timed between the tests. With paths, only those and new tests are measured.
"""

import os
import resource
import sys
import time
import tomllib
from collections.abc import Collection, Generator, Iterable
from pathlib import Path
from statistics import mean
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
FILE = Path(__file__).with_suffix(".toml")
LOOPS, LOOP_S = 10, 0.0032
"""Runs of the loop for each file, and the seconds of one run on the reference machine.

That machine took 520 s of CPU for tests that took 321 s on one with a loop of 1.8 ms, and 355 s instead of 189 s by
the clock.
"""
LIMIT_S = 0.5
"""Limit of the cost of one function of the core."""
HIGHER_LIMITS_S = {"tests/evening/test_evening.py::test_a_seed_is_one_evening": 3.0}
"""Functions of the core with a higher limit: two evenings with all faults are worth it."""
BUDGET_S = 75.0
"""Limit of the cost of the whole core: two CPUs have 120 s in a minute, and each collects the tests first."""
KINDS = ("core", "all")
HEADER = "# What each test function costs, in seconds of CPU on the reference machine. `make test-costs` writes it.\n"


class Function(NamedTuple):
    """A test function, or its items of one kind, since only some parameters may belong to the core."""

    kind: str
    name: str


Costs = dict[Function, float]


def function_of(item: pytest.Item) -> Function | None:
    """Return the function of an item, or None if only `make test-long` runs it."""
    if item.get_closest_marker("long"):
        return None
    return Function("all" if item.get_closest_marker("all") else "core", item.nodeid.partition("[")[0])


def functions_of(items: Iterable[pytest.Item]) -> set[Function]:
    """Return the functions of some items."""
    return {function for item in items if (function := function_of(item)) is not None}


def read(file: Path = FILE) -> Costs:
    """Return the costs of a file; none if it is missing."""
    tables = tomllib.loads(file.read_text("utf-8")) if file.exists() else {}
    return {Function(kind, name): seconds for kind, table in tables.items() for name, seconds in table.items()}


def file_text(costs: Costs) -> str:
    """Return the text of `costs.toml`: a table for each kind, sorted by name."""
    tables = (
        f"[{kind}]\n" + "".join(f'"{one.name}" = {costs[one]:.3f}\n' for one in sorted(costs) if one.kind == kind)
        for kind in KINDS
    )
    return "\n".join((HEADER, *tables))


def merge(old: Costs, new: Costs, collected: Collection[Function]) -> Costs:
    """Return the costs of the collected functions. An old cost stays unless the new one clearly differs."""
    wanted = {one: seconds for one, seconds in (old | new).items() if one in collected}
    return {
        one: old[one] if one in old and _are_alike(old[one], seconds) else seconds for one, seconds in wanted.items()
    }


def _are_alike(old: float, new: float) -> bool:
    return abs(new - old) <= max(0.02, old / 4)


class Meter:
    """A plugin of pytest that measures items: all, or those of paths and those without a cost."""

    def __init__(self, known: Costs, paths: Collection[str]) -> None:
        self.collected: set[Function] = set()
        self.known = known
        self._paths = paths
        self._measured: dict[str, tuple[Function, float]] = {}
        self._failed: set[str] = set()
        self._loops_s: dict[Path, float] = {}

    def costs(self) -> Costs:
        """Return the costs of the functions that were measured, without those that failed and have one already."""
        failed = {self._measured[nodeid][0] for nodeid in self._failed & self._measured.keys()} & self.known.keys()
        costs = dict.fromkeys((function for function, _ in self._measured.values() if function not in failed), 0.0)
        for function, seconds in self._measured.values():
            if function in costs:
                costs[function] += seconds * LOOP_S / mean(self._loops_s.values())
        return costs

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note failed items, whose cost means nothing."""
        if report.failed:
            self._failed.add(report.nodeid)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep the items to measure."""
        self.collected = functions_of(items)
        if self._paths:
            items[:] = [item for item in items if self._is_wanted(item)]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """Measure one item, with its fixtures. The loop is timed for each file: a machine may change its pace."""
        if item.path not in self._loops_s:
            self._loops_s[item.path] = _loop_s()
        before = _cpu_s()
        try:
            return (yield)
        finally:
            function = function_of(item)
            if function is not None:
                self._measured[item.nodeid] = function, _cpu_s() - before

    def _is_wanted(self, item: pytest.Item) -> bool:
        function = function_of(item)
        return function is not None and (function not in self.known or is_named(function.name, self._paths))


def is_named(name: str, paths: Iterable[str]) -> bool:
    """Return whether a function is one of those that paths name: folders, files or functions."""
    return any(name == path or name.startswith((f"{path.rstrip('/')}/", f"{path}::")) for path in paths)


def _cpu_s() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def _loop_s() -> float:
    """Return how long the loop takes: numbers, text and a table, which is most of what Python does."""
    before = time.process_time()
    for _ in range(LOOPS):
        table = dict[int, str]()
        for n in range(20_000):
            table[n % 977] = f"{n}"
    return (time.process_time() - before) / LOOPS


def main(paths: list[str], root: Path = ROOT, file: Path = FILE) -> int:
    """Measure, and write the file; return what pytest returns. A function that fails keeps the cost it had."""
    os.chdir(root)
    meter = Meter(read(file), paths)
    code = pytest.main(["-q", "-n", "0", "-p", "no:cacheprovider", "--rootdir", str(root)], plugins=[meter])
    if code in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):  # else something was not collected
        file.write_text(file_text(merge(meter.known, meter.costs(), meter.collected)), "utf-8")
    return int(code)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
