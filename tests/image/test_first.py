"""The first program of the card waits for the card, but not for ever."""

import subprocess
from pathlib import Path

FIRST = Path(__file__).parents[2] / "systemd/image/first"
STUBS = 'usleep() { :; }\nstop() { echo "stopped: $1"; exit 9; }\n'


def run(script: str) -> tuple[int, str]:
    """Run something with the functions of the program; nothing sleeps, and to stop is to say so."""
    functions = FIRST.read_text().rpartition("\nmain\n")[0]
    done = subprocess.run(["sh", "-c", f"{functions}\n{STUBS}{script}"], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.returncode, done.stdout


def test_a_card_that_never_comes() -> None:
    """Without its partitions the program gives up, and a word on the console says what is missing and what to do."""
    said = "stopped: No card with all partitions of Tavolino is found. Write the card anew.\n"
    assert run("find_card") == (9, said)


def test_a_card_that_comes_late() -> None:
    """It is found as soon as it is there, and nothing is said."""
    assert run('n=0; late() { [ $((n += 1)) -gt 40 ]; }\nwait_for late "never"; echo $n') == (0, "41\n")
