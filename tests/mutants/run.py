"""Running mutants: each in its own copy of the project, with its tests, two at a time, each with a time limit."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

from tests.conftest import memory_folder
from tests.mutants.lists import Mutant, with_mutant

JOBS = 2
"""Mutants at a time: the reference machine has this many cores."""
LIMIT_S = 120.0
"""Seconds that the tests of one mutant may take."""
MIN_KILLED_SHARE = 0.97
"""The share of mutants that must be killed."""
OUT_OF_TIME = "out of time"


class Broken(Exception):
    """The mutants cannot be tried; the message says why."""


class Verdict(Struct, frozen=True):
    """The fate of a mutant."""

    mutant: Mutant
    fate: str
    """`killed`, `survived`, or `out of time`, which counts as killed."""

    @property
    def is_killed(self) -> bool:
        """Whether the tests noticed."""
        return self.fate != "survived"

    @property
    def is_as_listed(self) -> bool:
        """Whether the list says so."""
        return self.is_killed != bool(self.mutant.survives)

    def __str__(self) -> str:
        why = f" ({self.mutant.survives})" if self.mutant.survives else ""
        return f"{self.fate:<11} {self.mutant.file}: {self.mutant.what}{why}"


def run(root: Path, mutants: Sequence[Mutant]) -> Iterator[Verdict]:
    """Yield a verdict for each mutant, as soon as it is known.

    Raises Broken if tests are missing, or fail without a mutant.
    """
    with TemporaryDirectory(prefix="mutants-", dir=memory_folder()) as home, ThreadPoolExecutor(JOBS) as pool:
        pristine = Path(home) / "pristine"
        shutil.copytree(root, pristine, ignore=shutil.ignore_patterns(".*", "build", "dist"))
        _check(pristine, mutants)
        tried = [pool.submit(_try, pristine, Path(home) / str(n), one) for n, one in enumerate(mutants)]
        try:
            yield from (one.result() for one in as_completed(tried))
        finally:
            pool.shutdown(cancel_futures=True)


def _check(pristine: Path, mutants: Sequence[Mutant]) -> None:
    """Check that all tests exist and pass without a mutant. This also compiles the copy, for all mutants."""
    tests = list(dict.fromkeys(test for one in mutants for test in one.tests))
    found = _output(pristine, "--collect-only", *dict.fromkeys(test.partition("::")[0] for test in tests)).split()
    lost = [test for test in tests if not any(_belongs(one, test) for one in found)]
    if lost:
        raise Broken(f"No such tests: {', '.join(lost)}.")
    _output(pristine, "-n", str(JOBS), *tests)


def _belongs(found: str, test: str) -> bool:
    return found == test or found.startswith(tuple(f"{test.rstrip('/')}{sign}" for sign in ("/", "::", "[")))


def _output(pristine: Path, *arguments: str) -> str:
    command, surroundings = _command(*arguments), _surroundings(pristine)
    done = subprocess.run(command, cwd=pristine, env=surroundings, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Broken(f"The tests do not pass without any mutant.\n{done.stdout}{done.stderr}")
    return done.stdout


def _try(pristine: Path, copy: Path, mutant: Mutant) -> Verdict:
    shutil.copytree(pristine, copy)
    place = copy / mutant.file
    place.write_text(with_mutant(place.read_text("utf-8"), mutant), "utf-8")
    try:
        code = _run_tests(copy, mutant.tests)
    finally:
        shutil.rmtree(copy)
    return Verdict(mutant, "survived" if code == 0 else OUT_OF_TIME if code is None else "killed")


def _run_tests(copy: Path, tests: Sequence[str]) -> int | None:
    """Return the exit code of pytest, or None if it took too long."""
    surroundings = {**_surroundings(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    with subprocess.Popen(
        _command("-x", *tests),
        cwd=copy,
        env=surroundings,
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        try:
            return process.wait(LIMIT_S)
        except subprocess.TimeoutExpired:
            return None
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)  # with all processes that the tests have started


def _command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "pytest", "-q", "--tb=short", "-p", "no:cacheprovider", *arguments]


def _surroundings(copy: Path) -> dict[str, str]:
    """Return an environment in which everything is imported from a copy, in processes that tests start too."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PYTEST", "COV_"))}
    return {**kept, "PYTHONPATH": str(copy)}
