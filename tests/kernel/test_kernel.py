"""The whole device on the kernel's own interface: the real lgpio, gpiod and spidev, in real time, on the second chip.

Only here a test waits: for edges, refreshes and signals of a process of its own.
"""

import errno
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest

from firmware.device.builds import load
from hw.keys import HOLD_S
from tests.kernel.kernel import SHORT, Kernel, layer, running

LIBRARIES = ("gpiod", "lgpio")
BUILDS = {"reference": "4.2", "small": "2.9"}
libraries = pytest.mark.parametrize("library", ["gpiod", pytest.param("lgpio", marks=pytest.mark.long)])
pytestmark = pytest.mark.skipif(
    any(find_spec(library) is None for library in (*LIBRARIES, "spidev")), reason="gpiod, lgpio or spidev is missing"
)


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the compiled layer."""
    found = layer(tmp_path_factory.mktemp("layer"))
    if found is None:
        pytest.skip("a C compiler is missing")
    return found


@contextmanager
def device(kernel: Kernel, made: Path, data: Path, library: str) -> Iterator[subprocess.Popen[str]]:
    """Return `tavolino run` on a machine."""
    process = subprocess.Popen(
        [sys.executable, "-m", "firmware", "run", "--data", str(data)],
        env=os.environ | kernel.environment(made) | {"GPIOZERO_PIN_FACTORY": library, "LG_WD": str(data.parent)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def shown(kernel: Kernel, n: int) -> None:
    """Wait until so many refreshes have come to their end, and have been looked at for long enough."""
    kernel.until(lambda: len(kernel.chip.drawn) >= n and not kernel.chip.busy)
    time.sleep(0.3)


def ended(process: subprocess.Popen[str]) -> str:
    """Ask a process to end; return what it said."""
    process.send_signal(signal.SIGTERM)
    said, _ = process.communicate(timeout=30)
    assert 0 == process.returncode, said
    return said


def settings(data: Path, panel: str) -> None:
    """Choose the panel."""
    data.mkdir()
    (data / "settings.toml").write_text(f'panel = "{panel}"\n')


def inputs_kept(data: Path) -> int:
    """Return how many inputs there are in all plays."""
    return sum(play.read_text().count('{"do":"input"') for play in data.glob("plays/*.jsonl"))


# --- what is heard ---


@contextmanager
def listening(kernel: Kernel, made: Path, folder: Path, library: str) -> Iterator[subprocess.Popen[str]]:
    """Return a process that tells what it hears."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.kernel.heard", library],
        env=os.environ | kernel.environment(made) | {"LG_WD": str(folder)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert "listening" == told(process)
            yield process
            process.wait(60)
        finally:
            process.kill()


def told(process: subprocess.Popen[str], asked: str | None = None) -> str:
    """Return a line that a process says, after one that it was told."""
    assert process.stdin is not None
    assert process.stdout is not None
    if asked is not None:
        process.stdin.write(f"{asked}\n")
        process.stdin.flush()
    return process.stdout.readline().rstrip()


@libraries
def test_quick_detents(library: str, made: Path, tmp_path: Path) -> None:
    """Two hundred detents at 0.2 ms an edge arrive. At rest gpiod sleeps, where lgpio wakes hundreds of times."""
    with (
        running(tmp_path / "kernel", load("reference")) as kernel,
        listening(kernel, made, tmp_path, library) as process,
    ):
        time.sleep(1.0)
        woken = int(told(process, "").split()[0])
        kernel.turn(200)

        assert "200 turn" == told(process, str(kernel.edges))
        assert (woken < 10) == (library == "gpiod"), woken


@libraries
def test_a_process_that_wakes_late(library: str, made: Path, tmp_path: Path) -> None:
    """An edge has the time of the kernel: what was held and turned while the process stood still is heard as it was."""
    parts = load("reference")
    with running(tmp_path / "kernel", parts) as kernel, listening(kernel, made, tmp_path, library) as process:
        told(process, "")
        process.send_signal(signal.SIGSTOP)
        kernel.press(parts.keys.push, HOLD_S)
        kernel.turn(-3)
        kernel.press(parts.keys.back)
        process.send_signal(signal.SIGCONT)

        assert "1 hold push, -3 turn, 1 press back" == told(process, str(kernel.edges))


# --- a whole device ---


@libraries
@pytest.mark.parametrize(
    ("build", "inputs"), [("reference", 1), *(pytest.param(build, 20, marks=pytest.mark.long) for build in BUILDS)]
)
def test_from_power_on_into_a_play(library: str, build: str, inputs: int, made: Path, tmp_path: Path) -> None:
    """Keys lead from the menu through set-up and turns; every byte is right; the end leaves the chip asleep."""
    data, parts = tmp_path / "data", load(build)
    settings(data, BUILDS[build])
    with running(tmp_path / "kernel", parts) as kernel, device(kernel, made, data, library) as process:
        shown(kernel, 1)
        while inputs_kept(data) < inputs:
            n = len(kernel.chip.drawn)
            kernel.press(parts.keys.next)
            shown(kernel, n + 1)
        ended(process)

        assert "fast" == kernel.chip.drawn[0]
        assert {"partial"} < set(kernel.chip.drawn)
        assert ([], True) == (kernel.chip.faults, kernel.chip.busy)  # asleep
        assert {} == kernel.held


@pytest.mark.long
def test_a_bus_that_fails(made: Path, tmp_path: Path) -> None:
    """Errors and short writes cost a refresh and no play: when the bus works again, the glass is drawn again."""
    data, parts = tmp_path / "data", load("reference")
    settings(data, "4.2")
    with running(tmp_path / "kernel", parts) as kernel, device(kernel, made, data, "gpiod") as process:
        shown(kernel, 1)
        for trouble in (errno.EIO, SHORT):
            n = len(kernel.chip.drawn)
            kernel.bus = trouble
            kernel.turn(1)
            time.sleep(0.5)
            kernel.bus = 0
            kernel.chip.faults.clear()  # what was cut short
            kernel.turn(1)
            shown(kernel, n + 1)
        said = ended(process)

        assert "Traceback" not in said
        assert "a short write" in said
        assert [] == kernel.chip.faults


@libraries
@pytest.mark.parametrize(
    ("path", "error", "sentence"),
    [
        ("/dev/gpiochip0", errno.ENOENT, "cannot be opened"),
        ("/dev/gpiochip0", errno.EACCES, "cannot be opened"),
        ("/dev/spidev0.0", errno.ENOENT, "/dev/spidev0.0 cannot be opened"),
        ("/dev/spidev0.0", errno.EACCES, "into the group spi"),
        ("line 5", errno.EBUSY, "GPIO 5, the Next button, is held by another program"),
        ("line 25", errno.EBUSY, "GPIO 25, the panel's data/command, is held by another program"),
    ],
)
def test_a_refusal(path: str, error: int, sentence: str, library: str, made: Path, tmp_path: Path) -> None:
    """What the kernel refuses ends in one sentence, and no traceback."""
    with running(tmp_path / "kernel", load("reference")) as kernel:
        kernel.refuses[path] = error
        with device(kernel, made, tmp_path / "data", library) as process:
            said, _ = process.communicate(timeout=60)

    assert 2 == process.returncode
    assert sentence in said
    assert "Traceback" not in said
