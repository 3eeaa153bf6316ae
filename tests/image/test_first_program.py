"""The first program of the card waits for the card, but not endlessly."""

import subprocess
from pathlib import Path

import pytest

FIRST_PROGRAM = Path(__file__).parents[2] / "systemd/image/first"
ROOTS = """CARD=/dev/card
slots() { if [ "$1" = set ]; then echo "$*"; else echo "$RECORD"; fi; }
mount_root() { echo "mount $1"; case "$BROKEN" in *$1*) return 1 ;; esac; }
"""
PLAYS = """CARD=/dev/card
dd() { :; }
hexdump() { echo "$STATE"; }
check_plays() { echo check; }
mount() { echo "mount $4"; [ $((FAIL -= 1)) -lt 0 ]; }
"""
STUBS = 'usleep() { :; }\nstop() { echo "stopped: $1"; exit 9; }\n'


def run(script: str) -> tuple[int, str]:
    """Run a script with the program's functions; nothing sleeps, and stopping prints its reason."""
    functions = FIRST_PROGRAM.read_text().rpartition("\nmain\n")[0]
    done = subprocess.run(["sh", "-c", f"{functions}\n{STUBS}{script}"], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.returncode, done.stdout


def test_a_card_that_never_comes() -> None:
    """Without its partitions the program stops, and the console has the cause and the cure."""
    message = "stopped: No card with all partitions of Tavolino is found. Write the card again.\n"
    assert run("find_card") == (9, message)


def test_a_card_that_comes_late() -> None:
    """A late card is found as soon as it is there, without a message."""
    assert run('n=0; late() { [ $((n += 1)) -gt 40 ]; }\nwait_for late "never"; echo $n') == (0, "41\n")


@pytest.mark.parametrize(
    ("record", "broken", "done"),
    [
        ("a - 0 -", "", ["mount a"]),
        ("a b 2 x:1", "", ["set /dev/cardp5 a b 3 x:1", "mount b"]),
        ("a b 3 x:1", "", ["mount a"]),
        ("b a 0 x:1", "a", ["set /dev/cardp5 b a 1 x:1", "mount a", "mount b"]),
        ("b - 0 x:1", "b", ["mount b", "mount a"]),
        ("a - 0 -", "ab", ["mount a", "mount b", "stopped: No root can be mounted. Write the card again."]),
    ],
)
def test_which_root_starts(record: str, broken: str, done: list[str]) -> None:
    """A root on trial is tried three times, then the good one; if one cannot be mounted, the other is used."""
    code, output = run(f"{ROOTS}RECORD={record!r} BROKEN={broken!r}\nchoose_root")
    assert (9 if "stopped" in done[-1] else 0, done) == (code, output.splitlines())


@pytest.mark.parametrize(
    ("state", "fail", "done"),
    [
        ("1", 0, ["mount"]),
        ("3", 0, ["check", "mount"]),
        ("", 0, ["check", "mount"]),
        ("1", 1, ["mount", "check", "mount"]),
        ("1", 2, ["mount", "check", "mount", "worn"]),
    ],
)
def test_how_the_plays_are_mounted(state: str, fail: int, done: list[str]) -> None:
    """The file system is checked if it is marked as faulty or cannot be mounted; a worn card is mounted read-only."""
    options = "noatime,nosuid,nodev"
    lines = {"check": "check", "mount": f"mount {options},errors=remount-ro", "worn": f"mount {options},ro,noload"}
    assert run(f"{PLAYS}STATE={state!r} FAIL={fail}\nmount_plays") == (0, "".join(f"{lines[one]}\n" for one in done))
