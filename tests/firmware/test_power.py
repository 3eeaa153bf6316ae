"""The plug pulled from a real process between any two inputs, and a second process on the same folder."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from engines.registry import load_engine
from firmware.dealer import dealer
from firmware.store import Store
from firmware.versions import OtherRules, resume

CHILD = """
import random, sys
from pathlib import Path
from firmware.rig import Simulated
from firmware.settings import Settings
from hw.clock import HandClock
from hw.events import Key

clock, chance = HandClock(), random.Random(int(sys.argv[2]))
rig = Simulated(Path(sys.argv[1]), Settings(), clock, lambda: "7")

def wait(seconds):
    rig.go_on(clock, clock.now() + seconds)

def press(key):
    rig.hand.down(key)
    wait(0.08)
    rig.hand.up(key)
    wait(2)

def say():
    play = rig.desk.play
    print(rig.desk.number, -1 if play is None else play.n, flush=True)

wait(2)
say()
while True:
    rig.hand.detent(chance.choice((0, 0, 0, 1, -1)))
    wait(0.5)
    press(chance.choice([Key.NEXT] * 9 + [Key.BACK]))
    say()
"""


def _killed(folder: Path, seed: int, after: int) -> list[tuple[int, int]]:
    """Play until so many inputs were acknowledged, kill, and return them all: number of the play, inputs."""
    command = [sys.executable, "-c", CHILD, str(folder), str(seed)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        lines = [child.stdout.readline() for _ in range(after)]
        child.kill()
        lines += child.stdout.read().splitlines()
    return [(int(number), int(n)) for number, n in (line.split() for line in lines if len(line.split()) == 2)]


def _rounds(folder: Path, rounds: int, seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - the same rounds every time
    for turn in range(rounds):
        acknowledged = _killed(folder, seed * 100 + turn, chance.randrange(1, 40))
        number, n = acknowledged[-1]
        with Store.open(folder) as store:
            assert store.notices == ()
            if n < 0:
                continue  # it was killed in a menu
            stored = store.load(number)
            play = resume(load_engine("wyrmspan"), stored, dealer(stored.seed))
        assert not isinstance(play, OtherRules)
        # the input on the way may have been one more, or one taken back
        assert play.n in (n - 1, n, n + 1)
        assert play.engine.broken(play.state) == ()
        again = play.engine.start(play.options).state
        for entry in play.journal:
            again = play.engine.apply(again, entry).state
        assert again == play.state


def test_killed(tmp_path: Path) -> None:
    """A few kills in a row, between any two inputs, lose nothing that was acknowledged."""
    _rounds(tmp_path, 3, 1)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 10))
def test_killed_often(tmp_path: Path, seed: int) -> None:
    """The same, many times."""
    _rounds(tmp_path, 20, seed)


def test_second_process(tmp_path: Path) -> None:
    """A second process on the same folder says so in one sentence and ends with 2; the first one goes on."""
    (tmp_path / "keys.txt").write_text("next")
    with subprocess.Popen(
        [sys.executable, "-c", CHILD, str(tmp_path), "1"], stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        child.stdout.readline()
        emulate = [sys.executable, "-m", "firmware.cli", "emulate", "--data", str(tmp_path)]
        for options in ([], ["--headless", "--script", str(tmp_path / "keys.txt")]):
            done = subprocess.run(
                [*emulate, *options], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
            )
            expected = f"Another Tavolino runs on {tmp_path}. Stop it first, or choose another folder with --data.\n"
            assert (done.returncode, done.stdout, done.stderr) == (2, "", expected)
        assert child.stdout.readline()
        child.kill()
