"""Reports of broken laws: sentences for the author of a bot, each with a place in the guide."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.contract import laws

MODULES = sorted(Path(__file__).parent.glob("test_*.py"))
each_module = pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
WITHOUT_LAWS = {"test_guide.py", "test_play_lengths.py"}
"""The modules without laws of bots."""

BROKEN_LAWS = '''
import pytest
from engines.registry import load_engine
from tests.contract.laws import guide
from tests.contract.walk import noting_seed

@guide("steps.py")
@pytest.mark.parametrize("key", ["magpie"])
def test_it(key):
    """A headline is short."""
    with noting_seed(3):
        headline = "Take all that lies there"
        assert len(headline) < 20, "the headline of your_turn has 24 letters"

@guide("setup.py")
def test_that():
    """A play begins."""
    load_engine("magpie").start({"rounds": 0})
'''
REPORTS = (
    """\
The law: A headline is short.
It does not hold (magpie): the headline of your_turn has 24 letters
Where: seed 3.
How it is kept: docs/new-game.md, step 7, “steps.py: the words”.
""",
    """\
The law: A play begins.
It does not hold: Refused in engines/kit/options.py, line """,
)


@each_module
def test_every_law_has_its_place_in_the_guide(path: Path) -> None:
    """A test of every bot is marked with a step of the guide that exists, and its docstring is the law."""
    tests = [node for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.FunctionDef)]
    for test in (node for node in tests if node.name.startswith("test_") and path.name not in WITHOUT_LAWS):
        marks = [mark for mark in map(_call_with_word, test.decorator_list) if mark and mark[0] == "guide"]
        assert len(marks) == 1, test.name
        assert laws.place_in_guide(marks[0][1])
        assert ast.get_docstring(test), test.name


@each_module
def test_every_assert_of_a_law_is_a_sentence(path: Path) -> None:
    """Every assert about a bot has a message in words."""
    asserts = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Assert)]
    if path.name not in WITHOUT_LAWS:
        assert [] == [ast.unparse(node) for node in asserts if node.msg is None and not _is_type_check(node)]


@pytest.mark.all
def test_a_law_that_does_not_hold(tmp_path: Path) -> None:
    """Its report has the law, the bot, the fault, the step, and the place in the guide; no code and no repr."""
    (tmp_path / "conftest.py").write_text("from tests.contract.conftest import pytest_runtest_makereport\n")
    (tmp_path / "test_it.py").write_text(BROKEN_LAWS)
    command = [sys.executable, "-m", "pytest", "-c", str(laws.ROOT / "pyproject.toml"), "-p", "no:cacheprovider"]
    done = subprocess.run([*command, str(tmp_path)], cwd=laws.ROOT, capture_output=True, text=True, check=False)
    asserted, failed = REPORTS
    assert asserted in done.stdout
    assert failed in done.stdout
    assert "def test_it" not in done.stdout


def _call_with_word(node: ast.expr) -> tuple[str, str] | None:
    match node:
        case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str(word)), *_]):
            return name, word
    return None


def _is_type_check(node: ast.Assert) -> bool:
    """Return whether an assert only narrows a type."""
    return isinstance(node.test, ast.Call) and ast.unparse(node.test.func) == "isinstance"
