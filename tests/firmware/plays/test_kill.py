"""A process killed at any moment loses no acknowledged input."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from engines.kit.versions import OtherRules, resume
from firmware.dealer import dealer
from firmware.plays.store import Store
from tests.firmware.counting import ENGINE, new_play

pytestmark = pytest.mark.all

CHILD = """
import sys
from pathlib import Path
from firmware.dealer import dealer
from firmware.plays.store import Store
from engines.kit.versions import resume
from tests.firmware.counting import ENGINE, new_play
with Store(Path(sys.argv[1])) as store:
    number = store.current()
    if number is None:
        play = new_play()
        number = store.create(play)
    else:
        play = resume(ENGINE, store.load(number), dealer("seed"))
    while True:
        given = play.n
        store.record(number, play, play.give(given % 10))
        print(play.n, flush=True)
        store.idle()
"""


def _play_and_kill(folder: Path, after: int) -> int:
    """Run a play, kill it some inputs later, and return the last acknowledged input."""
    command = [sys.executable, "-c", CHILD, str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        for _ in range(after):
            child.stdout.readline()
        child.kill()
        rest = child.stdout.read().splitlines()
        return int(rest[-1]) if rest else -1


def _kill_repeatedly(folder: Path, rounds: int, seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - the same rounds every time
    least = 0
    for _ in range(rounds):
        after = chance.randrange(1, 60)
        acknowledged = max(_play_and_kill(folder, after), least + after)
        with Store(folder) as store:
            number = store.current()
            assert store.notices == ()
            assert number is not None
            play = resume(ENGINE, store.load(number), dealer("seed"))
        assert not isinstance(play, OtherRules)
        assert play.n in (acknowledged, acknowledged + 1)
        expected = new_play()
        for n in range(play.n):
            expected.give(n % 10)
        assert (play.journal, play.state) == (expected.journal, expected.state)
        least = play.n


def test_killed(tmp_path: Path) -> None:
    """A few kills in a row, during inputs, checkpoints and packing, lose no acknowledged input."""
    _kill_repeatedly(tmp_path, 4, 1)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(8))
def test_killed_often(tmp_path: Path, seed: int) -> None:
    """Many kills in a row lose no acknowledged input."""
    _kill_repeatedly(tmp_path, 25, seed)
