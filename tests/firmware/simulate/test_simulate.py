"""`tavolino simulate`: the same plays from any number of processes, their spread, and what cannot be played."""

import csv
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from engines.engine import Engine
from engines.turn import EngineError
from firmware import cli
from firmware.simulate import plays, spread
from firmware.simulate.command import _watched
from firmware.simulate.plays import End, Task

pytestmark = pytest.mark.all

Said = tuple[int, str, str]
Run = Callable[..., Said]


@pytest.fixture
def simulate(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run `tavolino simulate` in this process; return its exit code and what it says."""

    def run(*arguments: str) -> Said:
        code = cli.main(["simulate", *arguments])
        return code, *capsys.readouterr()

    return run


def _ends(*numbers: int, bot: bool = True) -> list[End]:
    return [End(1, n if bot else None, n, "you" if n % 2 else None) for n in numbers]


def test_any_number_of_processes_says_the_same(simulate: Run, tmp_path: Path) -> None:
    """The same seeds give the same table and the same file from one process and from two."""
    alone, both = (
        (simulate("magpie", "--plays", "12", "--jobs", jobs, "--csv", str(tmp_path / jobs)), tmp_path / jobs)
        for jobs in ("1", "2")
    )
    assert (0, "") == (alone[0][0], alone[0][2])
    assert alone[0] == both[0]
    assert alone[1].read_bytes() == both[1].read_bytes()


def test_other_seeds_are_other_plays() -> None:
    """Seed 2 is the same play wherever it stands in a row, and not that of seed 1."""
    first, second = plays.ends([Task("magpie", {}, 1), Task("magpie", {}, 2)], 1)
    assert [second] == list(plays.ends([Task("magpie", {}, 2)], 1))
    assert (first.bot, first.inputs) != (second.bot, second.inputs)


def test_every_level_is_played_unless_one_is_chosen(simulate: Run, tmp_path: Path) -> None:
    """Without an option that is the level each level has its row; with one there is one row, of that level."""
    file = tmp_path / "plays.csv"
    _, all_levels, _ = simulate("burgundy", "--plays", "1", "--jobs", "1", "--option", "crane=on", "--csv", str(file))
    rows = list(csv.DictReader(file.read_text().splitlines()))
    levels = [f"crane=on difficulty={name}" for name in ("easy", "medium", "hard")]
    assert levels == [row["options"] for row in rows]
    assert all(f"\n{name} " in all_levels for name in ("Easy", "Medium", "Hard"))

    _, hard, _ = simulate(
        "burgundy", "--plays", "1", "--jobs", "1", "--option", "crane=on", "--option", "difficulty=hard"
    )
    assert f"\nAll plays       1{rows[2]['bot']:>8}" in hard
    assert "Easy" not in hard


def test_a_line_of_the_file_is_a_play(simulate: Run, tmp_path: Path) -> None:
    """A line names the seed with which `tavolino engine` deals the same, and how that play ended."""
    file = tmp_path / "plays.csv"
    simulate("lisboa", "--plays", "2", "--seed", "40", "--jobs", "1", "--csv", str(file))
    rows = list(csv.DictReader(file.read_text().splitlines()))
    assert [*spread.COLUMNS] == [*rows[0]]
    assert ["40", "41"] == [row["seed"] for row in rows]
    one = next(plays.ends([Task("lisboa", {}, 41)], 1))
    assert [str(one.bot), str(one.inputs), one.winner] == [rows[1][name] for name in ("bot", "inputs", "winner")]


def test_a_bot_without_a_score_tells_inputs_and_winners(simulate: Run) -> None:
    """Burattino counts no points: the table is of the lengths of plays and of who won."""
    code, said, _ = simulate("burattino", "--plays", "2", "--jobs", "1", "--option", "difficulty=demi")
    assert 0 == code
    assert "no score" in said
    assert ["you", "won", "bot", "won"] == said.splitlines()[3].split()[-4:]


def test_the_table() -> None:
    """Smallest, quartiles and largest are values that were there; below them the plot has a block for each value."""
    lines = list(spread.told({"Easy": _ends(7, 1, 3, 5, 9), "Hard": _ends(9, 9, 9, 9)}))
    assert ["Easy", "5", "1", "3", "5", "7", "9", "5.0"] == lines[3].split()
    assert ["Hard", "4", "9", "9", "9", "9", "9", "9.0"] == lines[4].split()
    assert ["Easy  █ █ █ █ █", "Hard          █", "      1       9"] == lines[6:]


def test_the_blocks_are_as_high_as_the_plays_are_many() -> None:
    """The most frequent value has the whole block, another its share of it, one that came at all the lowest."""
    *_, plot, _ = spread.told({"": _ends(*[1] * 100, *[2] * 50, 4)})
    assert "  █▄ ▁" == plot


def test_a_wide_spread_fits_the_terminal() -> None:
    """Many values share a block: no line is wider than a terminal, and every play is in it."""
    lines = list(spread.told({"Level": _ends(*range(5, 1500, 5))}))
    assert 72 >= max(map(len, lines))
    assert " " not in lines[-2].removeprefix("Level  ")
    assert ["5", "1495"] == lines[-1].split()


def test_one_play_has_a_spread() -> None:
    """A single play is its own smallest, middle and largest; a winner is a share of it."""
    lines = list(spread.told({"Demi": _ends(41, bot=False)}))
    assert ["Demi", "1", *["41"] * 5, "41.0", "100%", "0%"] == lines[3].split()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["checkers"], "There is no game 'checkers'."),
        (["lisboa", "--option", "difficulty=3"], "Lisboa has no option difficulty."),
        (["wyrmspan", "--option", "level=ravel9"], "level"),
        (["wyrmspan", "--option", "level"], "NAME=VALUE is wanted"),
        (["wyrmspan", "--plays", "0"], "0 is no whole number from 1 to 100000"),
        (["wyrmspan", "--plays", "many"], "many is no whole number"),
        (["wyrmspan", "--jobs", "0"], "0 is no whole number from 1 to 60"),
        (["wyrmspan", "--seed", "-1"], "-1 is no whole number"),
        (["wyrmspan", "--csv", "/nowhere/plays.csv"], "/nowhere/plays.csv cannot be written"),
    ],
)
def test_what_cannot_be_played(simulate: Run, arguments: list[str], sentence: str) -> None:
    """One sentence says what is wrong, nothing is played, and the exit code is 2."""
    code, said, error = simulate(*arguments)
    assert (2, "", 1) == (code, said, error.count("\n"))
    assert sentence in error


def test_a_file_that_was_there_stays_until_the_plays_are_over(simulate: Run, tmp_path: Path) -> None:
    """What ends before the table leaves the former file as it was."""
    file = tmp_path / "plays.csv"
    file.write_text("former")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plays, "ENDLESS", 3)
        assert 2 == simulate("magpie", "--plays", "1", "--jobs", "1", "--csv", str(file))[0]
    assert "former" == file.read_text()


def test_a_play_that_does_not_end_is_named(simulate: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence names the seed and the step."""
    monkeypatch.setattr(plays, "ENDLESS", 3)
    assert (2, "", "Seed 5 has not ended after 3 inputs, at step most_trinkets.\n") == simulate(
        "magpie", "--jobs", "1", "--seed", "5"
    )


def test_a_bot_that_fails_is_named(simulate: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that is wrong is one sentence with the seed, not a traceback."""

    def fails(*_: object) -> None:
        raise EngineError("No way on from deal.")

    monkeypatch.setattr(Engine, "apply", fails)
    code, _, error = simulate("magpie", "--plays", "1", "--jobs", "1")
    assert (2, "Seed 1 failed after 0 inputs: No way on from deal.\n") == (code, error)


NOTE = """
import sys
if "--multiprocessing-fork" in sys.orig_argv:
    open({fifo!r}, "wb").write(b"1")
"""
"""What a process does as it begins."""


def test_ctrl_c_ends_everything(tmp_path: Path) -> None:
    """Ctrl-C goes to all processes, those that only begin too: exit code 130, no word of it, and none plays on."""
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    (tmp_path / "sitecustomize.py").write_text(NOTE.format(fifo=str(fifo)))
    with (
        os.fdopen(os.open(fifo, os.O_RDWR), "rb", 0) as begun,
        subprocess.Popen(
            [sys.executable, "-m", "firmware", "simulate", "magpie", "--plays", "10000", "--jobs", "2"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            env=os.environ | {"PYTHONPATH": str(tmp_path)},
        ) as run,
    ):
        assert b"11" == begun.read(1) + begun.read(1)
        os.killpg(run.pid, signal.SIGINT)
        try:
            assert (b"", b"") == run.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            os.killpg(run.pid, signal.SIGKILL)
            raise
    assert 130 == run.returncode
    assert [] == _players(run.pid)


def _players(group: int) -> list[str]:
    """Return the processes of a group that play."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended meanwhile
            its = (folder / "stat").read_text().rpartition(")")[2].split()[2]
            if its == str(group) and b"spawn_main" in (folder / "cmdline").read_bytes():
                found.append(folder.name)
    return found


def test_a_bar_is_shown_to_who_looks(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Where nobody looks nothing is written; without rich, a terminal is told what to install, and all is played."""
    assert [1, 2] == list(_watched(iter([1, 2]), 2))
    assert "" == capsys.readouterr().err
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setitem(sys.modules, "rich.console", None)
    assert [1, 2] == list(_watched(iter([1, 2]), 2))
    assert "pip install rich" in capsys.readouterr().err


def test_the_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    """With rich all plays come through the bar."""
    pytest.importorskip("rich")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert [1, 2] == list(_watched(iter([1, 2]), 2))
