"""What commands have in common."""

import gc
import subprocess
import sys

import pytest

from firmware.process import loading


@pytest.fixture
def frozen(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether the search for garbage was on, each time that everything was left out of it; here nothing is."""
    found: list[bool] = []
    monkeypatch.setattr(gc, "freeze", lambda: found.append(gc.isenabled()))
    return found


def test_what_is_loaded_is_not_searched_for_garbage(frozen: list[bool]) -> None:
    """While something is loaded nothing is searched; then it is left out for good, and the rest is searched again."""
    with loading():
        assert not gc.isenabled()

    assert [False] == frozen
    assert gc.isenabled()


def test_a_load_that_fails_leaves_the_search_on(frozen: list[bool]) -> None:
    """What cannot be loaded changes nothing for the process that goes on without it."""
    with pytest.raises(ImportError), loading():
        raise ImportError

    assert [False] == frozen
    assert gc.isenabled()


def test_the_command_line_is_loaded_so() -> None:
    """The process of `tavolino` runs the command it was given, and what it loads for it is left out of every search."""
    code = "import gc; from firmware.__main__ import main; main(); print(gc.get_freeze_count())"
    done = subprocess.run([sys.executable, "-c", code, "games"], capture_output=True, text=True, check=True)
    *games, frozen = done.stdout.splitlines()

    assert games[0].startswith("wyrmspan")
    assert 10_000 < int(frozen)
