"""Behaviour shared by all commands."""

import gc
import subprocess
import sys

import pytest

from firmware.process import loading


@pytest.fixture
def frozen(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Record, at each call of `gc.freeze`, whether the garbage collector was on; the call freezes nothing."""
    found: list[bool] = []
    monkeypatch.setattr(gc, "freeze", lambda: found.append(gc.isenabled()))
    return found


def test_what_is_loaded_is_not_searched_for_garbage(frozen: list[bool]) -> None:
    """The garbage collector is off during loading; then the loaded objects are frozen and it is on again."""
    with loading():
        assert not gc.isenabled()

    assert [False] == frozen
    assert gc.isenabled()


def test_a_load_that_fails_leaves_the_search_on(frozen: list[bool]) -> None:
    """A failed import leaves the garbage collector on."""
    with pytest.raises(ImportError), loading():
        raise ImportError

    assert [False] == frozen
    assert gc.isenabled()


def test_the_command_line_is_frozen() -> None:
    """`tavolino` freezes all that it loads before it runs the command."""
    code = "import gc; from firmware.__main__ import main; main(); print(gc.get_freeze_count())"
    done = subprocess.run([sys.executable, "-c", code, "games"], capture_output=True, text=True, check=True)
    *games, frozen = done.stdout.splitlines()

    assert games[0].startswith("wyrmspan")
    assert 10_000 < int(frozen)
