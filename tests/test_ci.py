"""`make` and `.ci/run`: their targets, what these set up, and which sentences they print."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MAKE = shutil.which("make") or ""
BASH = shutil.which("bash") or ""

pytestmark = pytest.mark.skipif(not MAKE, reason="make is not installed")

NO_VENV = """#!/bin/sh
case "$*" in *ensurepip*) exit 1 ;; esac
"""
"""A Python whose venv is missing, as Debian's is without its package."""

OLD_PYTHON = """#!/bin/sh
case "$*" in -V) echo "Python 3.10.1" ;; *version_info*) exit 1 ;; esac
"""

NO_NETWORK = """#!/bin/sh
case "$*" in "-m venv "*)
  mkdir -p "$3/bin"
  printf '#!/bin/sh\\nexit 1\\n' >"$3/bin/python"
  chmod +x "$3/bin/python"
esac
"""
"""A Python that makes an environment in which nothing can be installed."""


def make(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run make as from a separate shell."""
    ours = ("MAKE", "MFLAGS", "ARGS")
    clean = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    command = [MAKE, "--no-print-directory", *arguments]
    return subprocess.run(command, cwd=ROOT, env=clean, capture_output=True, text=True, check=False)


def set_up(folder: Path, python: str) -> subprocess.CompletedProcess[str]:
    """Run `make setup` for a fresh environment with a made-up Python."""
    python_path = folder / "python"
    python_path.write_text(python)
    python_path.chmod(0o755)
    return make("setup", f"PYTHON={python_path}", f"VENV={folder / 'venv'}")


@pytest.mark.all
def test_a_test_that_never_ends_fails(tmp_path: Path) -> None:
    """It fails at its time limit and shows where it hung, and the next test is run."""
    (tmp_path / "test_it.py").write_text("def test_a():\n    while True:\n        pass\n\n\ndef test_b():\n    pass\n")
    config = ("-c", ROOT / "pyproject.toml", "--rootdir", tmp_path, "-p", "no:cacheprovider")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *config, "-o", "timeout=0.5", tmp_path],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "test_it.py:2: Failed" in done.stdout
    assert "1 failed, 1 passed" in done.stdout


def test_make_alone_lists_every_target() -> None:
    """The list has every target of the Makefile with a word about it, and nothing is run."""
    makefile = (ROOT / "Makefile").read_text()
    phony = re.search(r"^\.PHONY: (.+)$", makefile, re.MULTILINE)
    listed = re.findall(r"^  ([a-z0-9-]+) +\S.+$", make().stdout, re.MULTILINE)

    assert phony is not None
    assert phony[1].split() == listed == re.findall(r"^([a-z0-9-]+):", makefile, re.MULTILINE)


@pytest.mark.parametrize(
    "target",
    [
        "run",
        "test",
        "test-all",
        "test-long",
        "test-costs",
        "bench",
        "bench-page",
        "check",
        "format",
        "golden",
        "docs",
        "setup",
    ],
)
def test_every_target_makes_its_environment(target: str, tmp_path: Path) -> None:
    """Without an environment, each target makes one first."""
    planned = make("--dry-run", target, f"VENV={tmp_path / 'venv'}").stdout

    assert planned.index("-m venv") < planned.index("-m pip install") < planned.index("touch")


def test_an_install_that_failed_is_tried_again(tmp_path: Path) -> None:
    """If pip fails, the environment does not count as ready."""
    failed = set_up(tmp_path, NO_NETWORK)

    assert 0 != failed.returncode
    assert (tmp_path / "venv/bin/python").exists()
    assert not (tmp_path / "venv/.ready").exists()


@pytest.mark.parametrize(
    ("python", "sentence"),
    [
        (NO_VENV, "Python's venv is missing. Install it: apt-get install python3-venv"),
        (OLD_PYTHON, "Tavolino needs Python 3.11 or newer; this is Python 3.10.1."),
    ],
    ids=["no venv", "old"],
)
def test_a_missing_requirement_is_named(python: str, sentence: str, tmp_path: Path) -> None:
    """A machine that lacks something gets one clear sentence, and no half-made environment."""
    failed = set_up(tmp_path, python)

    assert 0 != failed.returncode
    assert sentence == failed.stderr.splitlines()[0]
    assert not (tmp_path / "venv").exists()


def test_ci_tests_checks_measures_and_tests_the_rest() -> None:
    """`.ci/run` can be executed, stops at the first failure, begins as the README does, ends with tests."""
    run = ROOT / ".ci/run"
    lines = [line.partition("  #")[0] for line in run.read_text().splitlines()]
    steps = ["test", "check", "bench ARGS=--short", """test-all ARGS='-m "all and not long"'"""]

    assert os.access(run, os.X_OK)
    assert "set -euo pipefail" in lines
    assert [f"make --no-print-directory {step}" for step in steps] == lines[-4:]


@pytest.mark.parametrize("installs", [True, False])
def test_ci_wants_a_browser(installs: bool, tmp_path: Path) -> None:
    """`.ci/run` installs a missing chromium; if that fails it stops with a sentence before any test."""
    for name in ("bash", "dirname", "id"):
        (tmp_path / name).symlink_to(shutil.which(name) or "")
    stub(tmp_path / "make", 'echo "made $2"')
    for name in ("systemd-analyze", "cc"):
        stub(tmp_path / name, ":")
    install = f"/bin/ln -s /bin/true {tmp_path}/chromium" if installs else "exit 100"
    stub(tmp_path / "apt-get", f'if [ "$1" = install ]; then {install}; fi')
    stub(tmp_path / "sudo", 'exec "$@"')
    for folder in (".ci", ".venv/bin"):
        (tmp_path / "checkout" / folder).mkdir(parents=True)
    shutil.copy(ROOT / ".ci/run", tmp_path / "checkout/.ci")
    stub(tmp_path / "checkout/.venv/bin/python", ":")
    command, env = [BASH, str(tmp_path / "checkout/.ci/run")], {"PATH": str(tmp_path)}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)

    assert installs == (done.returncode == 0) == ("made test" in done.stdout)
    assert installs == ("Install it: apt-get install chromium" not in done.stderr)


@pytest.mark.all
def test_skipped_tests_are_named(tmp_path: Path) -> None:
    """On a machine without a browser `make test-all` skips the tests of the page, and says so."""
    command = [sys.executable, "-m", "pytest", "-rs", "-p", "no:cacheprovider", "tests/browser", "-k", "phone"]
    env = {**os.environ, "PATH": str(tmp_path)}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)

    assert 0 == done.returncode
    assert "chromium is not installed: apt-get install chromium" in done.stdout
    assert "-rs" in make("--dry-run", "test-all").stdout


def stub(path: Path, does: str) -> None:
    """Write a command that does something."""
    path.write_text(f"#!/bin/sh\n{does}\n")
    path.chmod(0o755)


def test_the_targets_of_ci_do_what_ci_wants() -> None:
    """`make check` lints, checks format and types, and runs the two lints of our own; `make test` runs on two cores."""
    check, test = make("--dry-run", "check").stdout, make("--dry-run", "test").stdout

    for step in ("ruff check .", "ruff format --check .", "mypy", "tests/test_imports.py", "test_machines.py"):
        assert step in check
    assert "pytest -n 2" in test


def test_the_tests_take_arguments() -> None:
    """Both targets hand them to pytest, which takes the last of several marks."""
    core = ' -rs -m "not all and not long" tests/hw -x'
    assert make("--dry-run", "test", "ARGS=tests/hw -x").stdout.strip().endswith(core)
    assert make("--dry-run", "test-all", "ARGS=tests/hw -x").stdout.strip().endswith(" -rs tests/hw -x")


def test_the_bench_takes_its_arguments() -> None:
    """`make bench` measures in full; `.ci/run` wants the short form."""
    assert make("--dry-run", "bench").stdout.strip().endswith("python -m tests.bench")
    assert make("--dry-run", "bench", "ARGS=--short").stdout.strip().endswith("python -m tests.bench --short")


def test_ci_installs_what_tests_need() -> None:
    """`.ci/run` installs the page's browser, systemd's analyser and a C compiler if they are missing."""
    required = re.findall(r"^require (.+)$", (ROOT / ".ci/run").read_text(), re.MULTILINE)

    assert ["chromium chromium", "systemd-analyze systemd", "cc gcc libc6-dev"] == required
