"""The core of the tests stays small: `costs.toml` knows every test, and has its limits."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import conftest, costs
from tests.core import core, with_examples
from tests.costs import BUDGET_S, HIGHER_LIMITS_S, LIMIT_S, Function, function_of

OLD, SLOW, GONE = (Function("core", f"tests/test_it.py::test_{name}") for name in ("old", "slow", "gone"))
REST = Function("all", OLD.name)
PROJECT = """\
import pytest

@pytest.mark.parametrize("n", [1, pytest.param(200_000, marks=pytest.mark.all)])
def test_it(n):
    assert sum(range(n)) >= 0

def test_fails():
    assert False

@pytest.mark.long
def test_long():
    assert True
"""
TOML = """\
[core]
"test_it.py::test_gone" = 1.000
"test_it.py::test_fails" = 2.000
"""


@pytest.mark.all
def test_every_test_has_a_cost(request: pytest.FixtureRequest) -> None:
    """Each collected function has a cost. `make test-costs ARGS=<its file>` adds a missing one."""
    collected = request.config.stash[conftest.COLLECTED] - {function_of(request.node)}
    assert [] == sorted({one.name for one in collected - costs.read().keys()})


@pytest.mark.all
def test_a_test_of_the_core_is_cheap() -> None:
    """No test of the core exceeds its limit, nor all together the budget. Dearer tests have the mark `all`."""
    core = {one.name: seconds for one, seconds in costs.read().items() if one.kind == "core"}
    assert {} == {name: seconds for name, seconds in core.items() if seconds > HIGHER_LIMITS_S.get(name, LIMIT_S)}
    assert sum(core.values()) <= BUDGET_S


@pytest.mark.all
def test_a_module_without_core_says_so(request: pytest.FixtureRequest) -> None:
    """It has the mark itself, so that `make test` need not import it."""
    kinds: dict[str, set[str]] = {}
    for one in request.config.stash[conftest.COLLECTED]:
        kinds.setdefault(one.name.partition("::")[0], set()).add(one.kind)
    without_core = {name for name, found in kinds.items() if found == {"all"}}
    assert [] == [
        name for name in sorted(without_core) if not conftest.ALL_MARK.search((costs.ROOT / name).read_text("utf-8"))
    ]


@pytest.mark.parametrize(
    ("source", "ignored"),
    [
        ("pytestmark = pytest.mark.all\n", True),
        ("import pytest\npytestmark = [pytest.mark.all, pytest.mark.skip]\n", True),
        ("pytestmark = pytest.mark.allow\n", False),
        ("@pytest.mark.all\ndef test_it() -> None: ...\n", False),
    ],
)
def test_a_module_without_core_is_not_collected(
    source: str, ignored: bool, tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A module marked `all` is not imported if only the core is wanted."""
    path = tmp_path / "test_it.py"
    path.write_text(source)
    for marks, expected in ("not all and not long", ignored or None), ("not long", None):
        monkeypatch.setattr(request.config.option, "markexpr", marks)
        assert expected == conftest.pytest_ignore_collect(path, request.config)


def test_a_part_of_the_parameters_belongs_to_the_core() -> None:
    """The chosen parameters, or else the first, belong to the core; a plain tuple gives several arguments."""
    rest = pytest.param(2, marks=pytest.mark.all)
    assert [1, rest] == core([1, 2])
    assert [pytest.param(1, marks=pytest.mark.all), 2, 3] == core(range(1, 4), 2, 3)
    assert [(1, 2), pytest.param(3, 4, marks=pytest.mark.all)] == core([(1, 2), (3, 4)])
    assert [1, pytest.param(OLD, marks=pytest.mark.all)] == core([1, OLD])
    assert [1, rest] == list(with_examples(1, 2).args[1])


def test_a_cost_that_is_much_the_same_stays() -> None:
    """Similar costs stay, so that a measurement changes few lines; new ones are added, and uncollected ones removed."""
    old = {OLD: 0.1, REST: 0.1, SLOW: 2.0, GONE: 1.0}
    new = {OLD: 0.119, REST: 0.15, SLOW: 2.4}
    assert {OLD: 0.1, REST: 0.15, SLOW: 2.0} == costs.merge(old, new, {OLD, REST, SLOW})
    assert {OLD: 0.05} == costs.merge({}, {OLD: 0.05}, {OLD, SLOW})


def test_the_file_is_sorted(tmp_path: Path) -> None:
    """Its tables are the core and the rest, and reading gives what was written."""
    file = tmp_path / "costs.toml"
    file.write_text(costs.file_text({REST: 1.0, SLOW: 0.5, OLD: 0.12345}))
    lines = [line for line in file.read_text().splitlines() if line]
    assert ["[core]", f'"{OLD.name}" = 0.123', f'"{SLOW.name}" = 0.500', "[all]", f'"{REST.name}" = 1.000'] == lines[1:]
    assert {OLD: 0.123, SLOW: 0.5, REST: 1.0} == costs.read(file)
    assert {} == costs.read(tmp_path / "none.toml")


@pytest.mark.parametrize(
    ("path", "named"),
    [("tests", True), ("tests/", True), ("tests/test_it.py", True), (OLD.name, True), ("tests/test_i", False)],
)
def test_paths_name_functions(path: str, named: bool) -> None:
    """A folder, a file and a function are names; a part of one is not."""
    assert named == costs.is_named(OLD.name, [path])


@pytest.mark.all
@pytest.mark.parametrize("paths", [[], ["none"]], ids=["everything", "what is new"])
def test_a_project_is_measured(paths: list[str], tmp_path: Path) -> None:
    """Each function gets a cost by kind; failed ones keep theirs; deleted and `long` ones have none."""
    (tmp_path / "test_it.py").write_text(PROJECT)
    file = tmp_path / "costs.toml"
    file.write_text(TOML)
    code = (
        f"import sys; from tests.costs import *; sys.exit(main({paths}, Path({str(tmp_path)!r}), Path({str(file)!r})))"
    )
    env = {**os.environ, "PYTEST_ADDOPTS": "-m 'not long'"}
    subprocess.run([sys.executable, "-c", code], cwd=costs.ROOT, env=env, capture_output=True, check=False)
    found = costs.read(file)
    assert 2.0 == found.pop(Function("core", "test_it.py::test_fails"))
    assert {Function("core", "test_it.py::test_it"), Function("all", "test_it.py::test_it")} == found.keys()


def test_nothing_is_written_if_a_module_cannot_be_imported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The file stays, since the functions of that module would count as deleted."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(pytest, "main", lambda *_, **__: pytest.ExitCode.INTERRUPTED)
    assert 2 == costs.main([], tmp_path, tmp_path / "costs.toml")
    assert [] == [*tmp_path.iterdir()]
