"""A new bot is ready to run and keeps the laws; a broken law is reported in sentences."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from engines.registry import MAGPIE
from tests.bots import check, new

pytestmark = pytest.mark.all

PARTS = ("engines", "display", "hw", "firmware", "tests", "docs", "pyproject.toml", "hatch_build.py")
BAD_KEYS = {
    "": "Say which bot",
    "Otter": "small letters",
    "river otter": "small letters",
    "9_otters": "small letters",
    "otter_": "small letters",
    "ötter": "small letters",
    "../otter": "small letters",
    "class": "a word of Python",
    MAGPIE: "engines/magpie is there already",
    "lisboa": "engines/lisboa is there already",
    "registry": "engines/registry.py is there already",
}


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project in which the bot `otter` was begun."""
    root = tmp_path_factory.mktemp("checkout")
    for part in PARTS:
        source = new.ROOT / part
        if source.is_dir():
            shutil.copytree(source, root / part, ignore=shutil.ignore_patterns("__pycache__", "golden", "pictures"))
        else:
            shutil.copy(source, root / part)
    new.begin(root, "otter")
    return root


def test_a_new_bot_keeps_the_laws(checkout: Path) -> None:
    """It plays as the Magpie does, under its own name, with a line in the registry and its own tests."""
    assert 0 == _run_check(checkout)[0]
    assert '    "otter": Text("Otter"),\n}' in (checkout / "engines/registry.py").read_text()
    files = [*(checkout / "engines/otter").rglob("*.*"), *(checkout / "tests/engines/otter").rglob("*.py")]
    assert [] == [path for path in files if path.suffix != ".pyc" and MAGPIE in path.read_text("utf-8")]
    for command in (["check", "engines", "tests/engines"], ["format", "--check", "engines", "tests/engines"]):
        subprocess.run([sys.executable, "-m", "ruff", *command], cwd=checkout, check=True, capture_output=True)


def test_a_bot_that_breaks_a_law_and_a_test_is_told_so(checkout: Path) -> None:
    """Each is reported by a sentence with its place; the last line counts them."""
    steps, score = (checkout / "engines/otter" / name for name in ("steps.py", "score.py"))
    wordy = steps.read_text("utf-8").replace("Do you show a shiny coin?", "Do you show a shiny coin, or do you not?")
    generous = score.read_text("utf-8").replace("2 * state.trinkets", "3 * state.trinkets")
    tests = checkout / "tests/engines/otter/test_otter.py"
    untested = tests.read_text("utf-8").replace('@rule("otter.you.buy")', "")
    with _with_text(steps, wordy), _with_text(score, generous), _with_text(tests, untested):
        code, said = _run_check(checkout)
    assert 1 == code
    assert re.search(r"its headline has 40 letters; 1 to 28 are allowed\nWhere: seed \d, after input \d", said)
    assert "How it is kept: docs/new-game.md, step 7, “steps.py: the words”." in said
    assert "no test has otter.you.buy in its `@rule`\nHow it is kept: docs/new-game.md, step 9, “Tests”." in said
    assert "The test: Two points a trinket, one a coin, and the charm; a tie is yours.\n" in said
    assert "Where: test_the_end in tests/engines/otter/test_otter.py." in said
    assert said.splitlines()[-1].startswith("3 problems found (")
    assert "Traceback" not in said


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("state.py", "def (", "SyntaxError in engines/otter/state.py, line 1: invalid syntax"),
        ("rules.toml", "book = 3", "otter/rules.toml: field book cannot be 3."),
        ("setup.py", "from engines import nothing", "ImportError in engines/otter/setup.py, line 1: cannot import"),
    ],
)
def test_a_bot_that_does_not_start_is_told_so(checkout: Path, file: str, text: str, said: str) -> None:
    """The error is one sentence with its file."""
    with _with_text(checkout / "engines/otter" / file, text):
        code, lines = _run_check(checkout)
    assert (1, 1) == (code, len(lines.splitlines()))
    assert lines.startswith(f"otter cannot be started: {said}")


@pytest.mark.parametrize("key", ["", "ott"])
def test_a_bot_that_is_not_there_is_not_checked(key: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One sentence says so."""
    assert 1 == check.main([key])
    assert 1 == len(capsys.readouterr().out.splitlines())


@pytest.mark.parametrize(("key", "why"), BAD_KEYS.items())
def test_a_bad_key_is_one_sentence(checkout: Path, key: str, why: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is written, and one sentence says why."""
    before = _files(checkout)
    assert 1 == new.main([key], checkout)
    [line] = capsys.readouterr().out.splitlines()
    assert why in line
    assert before == _files(checkout)


def test_a_key_is_not_taken_twice(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A bot that was begun is not overwritten, nor is a folder of tests that is there without one."""
    (checkout / "tests/engines/heron").mkdir()
    for key, where in (("otter", "engines/otter"), ("heron", "tests/engines/heron")):
        assert 1 == new.main([key], checkout)
        assert f"{where} is there already" in capsys.readouterr().out
    assert not (checkout / "engines/heron").exists()


def _run_check(root: Path) -> tuple[int, str]:
    command = [sys.executable, "-m", "tests.bots.check", "otter"]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def _files(root: Path) -> dict[Path, bytes]:
    found = (path for part in ("engines", "tests/engines") for path in (root / part).rglob("*"))
    return {path: path.read_bytes() for path in found if path.is_file()}


@contextmanager
def _with_text(path: Path, text: str) -> Iterator[None]:
    """Give a file another text for a while."""
    before = path.read_text("utf-8")
    path.write_text(text, "utf-8")
    yield
    path.write_text(before, "utf-8")
