"""The whole device on the kernel's own interface: the real gpiod and spidev, in real time, on the second chip.

Only these tests wait: for edges, refreshes and signals of another process.
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
from msgspec import Struct

from firmware.device.builds import load
from hw.events import InputLine
from hw.keys import HOLD_S
from tests.kernel.kernel import SHORT, Kernel, compile_layer, running

BUILDS = ("4.2", "2.9")
needs_gpiod = pytest.mark.skipif(
    any(find_spec(library) is None for library in ("gpiod", "spidev")), reason="gpiod or spidev is missing"
)
pytestmark = [pytest.mark.all, needs_gpiod]


@pytest.fixture(scope="session")
def layer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the compiled layer."""
    compiled = compile_layer(tmp_path_factory.mktemp("layer"))
    if compiled is None:
        pytest.skip("a C compiler is missing")
    return compiled


class Device(Struct, frozen=True):
    """A process that is the device, and the file of its output."""

    process: subprocess.Popen[bytes]
    log: Path

    @property
    def output(self) -> str:
        """Return its output so far."""
        return self.log.read_text()

    def wait_for_refusal(self) -> str:
        """Wait until it has given up; return its output."""
        assert 2 == self.process.wait(60), self.output
        return self.output

    def end(self) -> str:
        """Ask it to end; return its output."""
        self.process.send_signal(signal.SIGTERM)
        assert 0 == self.process.wait(60), self.output
        assert "Traceback" not in self.output, self.output
        return self.output


@contextmanager
def device(kernel: Kernel, layer: Path, data: Path, **more: str) -> Iterator[Device]:
    """Return `tavolino run` on a machine, with the pin factory that it chooses."""
    own = {name: value for name, value in os.environ.items() if name != "GPIOZERO_PIN_FACTORY"}
    log = data.parent / "output"
    with log.open("w") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", "firmware", "run", "--data", str(data)],
            env=own | kernel.environment(layer) | more,
            stdout=file,
            stderr=subprocess.STDOUT,
        )
    try:
        yield Device(process, log)
    finally:
        process.kill()
        process.wait()


def wait_for_refreshes(kernel: Kernel, n: int) -> None:
    """Wait until `n` refreshes have ended and were on the glass for long enough to be answered."""
    kernel.until(lambda: len(kernel.chip.drawn) >= n and not kernel.chip.busy)
    time.sleep(0.3)


def write_settings(data: Path, panel: str) -> None:
    """Choose the panel."""
    data.mkdir()
    (data / "settings.toml").write_text(f'panel = "{panel}"\n')


def inputs_kept(data: Path) -> int:
    """Return how many inputs there are in all plays."""
    return sum(play.read_text().count('{"do":"input"') for play in data.glob("plays/*.jsonl"))


# --- key events ---


@contextmanager
def listening(kernel: Kernel, layer: Path, folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Return a process that prints the key events it hears."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.kernel.print_events"],
        env=os.environ | kernel.environment(layer) | {"LG_WD": str(folder)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert "listening" == read_line(process)
            yield process
            process.wait(60)
        finally:
            process.kill()


def read_line(process: subprocess.Popen[str], asked: str | None = None) -> str:
    """Return a line that a process prints, after a line of input."""
    assert process.stdin is not None
    assert process.stdout is not None
    if asked is not None:
        process.stdin.write(f"{asked}\n")
        process.stdin.flush()
    return process.stdout.readline().rstrip()


def test_quick_detents(layer: Path, tmp_path: Path) -> None:
    """Two hundred detents at 0.2 ms an edge arrive. At rest the thread sleeps."""
    with (
        running(tmp_path / "kernel", load("4.2")) as kernel,
        listening(kernel, layer, tmp_path) as process,
    ):
        time.sleep(1.0)
        woken = int(read_line(process, "").split()[0])
        kernel.turn(200)

        assert "200 turn" == read_line(process, str(kernel.edges))
        assert woken < 10


def test_a_process_that_wakes_late(layer: Path, tmp_path: Path) -> None:
    """An edge has the kernel's time: holds and turns while the process did not run are recognised correctly."""
    parts = load("4.2")
    with running(tmp_path / "kernel", parts) as kernel, listening(kernel, layer, tmp_path) as process:
        read_line(process, "")
        process.send_signal(signal.SIGSTOP)
        kernel.push(HOLD_S)
        kernel.turn(-3)
        kernel.press(parts.pins[InputLine.BACK].pin)
        process.send_signal(signal.SIGCONT)

        assert "1 hold push, -3 turn, 1 press back" == read_line(process, str(kernel.edges))


# --- a whole device ---


@pytest.mark.parametrize(
    ("build", "inputs"), [("4.2", 1), *(pytest.param(build, 20, marks=pytest.mark.long) for build in BUILDS)]
)
def test_from_power_on_into_a_play(build: str, inputs: int, layer: Path, tmp_path: Path) -> None:
    """Keys lead from the menu through set-up and turns; every byte is right; the end leaves the chip asleep."""
    data, parts = tmp_path / "data", load(build)
    write_settings(data, build)
    with running(tmp_path / "kernel", parts) as kernel, device(kernel, layer, data) as run:
        wait_for_refreshes(kernel, 1)
        press_until(kernel, data, inputs)
        run.end()

        assert "fast" == kernel.chip.drawn[0]
        assert {"partial"} < set(kernel.chip.drawn)
        assert ([], True) == (kernel.chip.faults, kernel.chip.busy)  # asleep
        assert {} == kernel.held


@pytest.mark.long
def test_a_bus_that_fails(layer: Path, tmp_path: Path) -> None:
    """Errors and short writes cost a refresh and no play: when the bus works again, the glass is drawn again."""
    data, parts = tmp_path / "data", load("4.2")
    write_settings(data, "4.2")
    with running(tmp_path / "kernel", parts) as kernel, device(kernel, layer, data) as run:
        wait_for_refreshes(kernel, 1)
        for trouble in (errno.EIO, SHORT):
            n = len(kernel.chip.drawn)
            kernel.bus = trouble
            kernel.turn(1)
            time.sleep(0.5)
            kernel.bus = 0
            kernel.chip.faults.clear()  # what was cut short
            kernel.turn(1)
            wait_for_refreshes(kernel, n + 1)

        assert "a short write" in run.end()
        assert [] == kernel.chip.faults


def press_until(kernel: Kernel, data: Path, inputs: int) -> None:
    """Press Next until there are this many inputs."""
    while inputs_kept(data) < inputs:
        n = len(kernel.chip.drawn)
        kernel.press(kernel.build.pins[InputLine.NEXT].pin)
        wait_for_refreshes(kernel, n + 1)


@pytest.mark.parametrize("inputs", [0, pytest.param(3, marks=pytest.mark.long)])
def test_a_brown_out(inputs: int, layer: Path, tmp_path: Path) -> None:
    """A panel that loses its power in a refresh is drawn again as a whole, slowly; every input is there."""
    data, parts = tmp_path / "data", load("4.2")
    write_settings(data, "4.2")
    with running(tmp_path / "kernel", parts) as kernel, device(kernel, layer, data) as run:
        if inputs:
            wait_for_refreshes(kernel, 1)
            press_until(kernel, data, inputs)
            kernel.press(parts.pins[InputLine.NEXT].pin)
        n = len(kernel.chip.drawn)
        kernel.until(lambda: kernel.chip.drawing)
        time.sleep(0.1)
        kernel.brown_out()
        kernel.until(lambda: "slow" in kernel.chip.drawn[n:])
        wait_for_refreshes(kernel, n + 1)
        press_until(kernel, data, inputs + 1)

        assert 1 == run.end().count("it lost its power or was reset. Check its supply and its plug.")
        assert [] == kernel.chip.faults


@pytest.mark.parametrize(
    ("level", "sentence"), [(False, "its BUSY did not rise"), (True, "stays high after a reset")], ids=["low", "high"]
)
def test_busy_stuck_from_power_on(level: bool, sentence: str, layer: Path, tmp_path: Path) -> None:
    """A panel that never answers is a sentence, and the device is there all the same."""
    data = tmp_path / "data"
    write_settings(data, "4.2")
    with running(tmp_path / "kernel", load("4.2")) as kernel:
        kernel.stick(level)
        with device(kernel, layer, data) as run:
            kernel.until(lambda: sentence in run.output)

            assert 1 == len(run.end().splitlines())


def blink(kernel: Kernel) -> None:
    """Press Next, and wait until the light has answered."""
    led = kernel.build.signals.led
    assert led is not None
    rises = kernel.rises[led]
    kernel.until(lambda: not kernel.level(led))
    kernel.press(kernel.build.pins[InputLine.NEXT].pin)
    kernel.until(lambda: kernel.rises[led] > rises)


@pytest.mark.long
@pytest.mark.parametrize("level", [False, True], ids=["low", "high"])
def test_busy_stuck_in_a_play(level: bool, layer: Path, tmp_path: Path) -> None:
    """While the panel does not answer, keys are refused and nothing is lost; then the play continues."""
    data, parts = tmp_path / "data", load("4.2")
    write_settings(data, "4.2")
    with running(tmp_path / "kernel", parts) as kernel, device(kernel, layer, data) as run:
        wait_for_refreshes(kernel, 1)
        press_until(kernel, data, 3)
        kernel.stick(level)
        kernel.press(parts.pins[InputLine.NEXT].pin)
        kernel.until(lambda: "BUSY" in run.output)
        kept, n = inputs_kept(data), len(kernel.chip.drawn)
        for _ in range(3):
            blink(kernel)
        assert (4, 4) == (kept, inputs_kept(data))
        kernel.stick(None)
        kernel.until(lambda: "slow" in kernel.chip.drawn[n:])
        wait_for_refreshes(kernel, n + 1)
        press_until(kernel, data, kept + 2)
        run.end()


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
def test_a_refusal(path: str, error: int, sentence: str, layer: Path, tmp_path: Path) -> None:
    """A refusal of the kernel ends in one sentence, without a traceback."""
    with running(tmp_path / "kernel", load("4.2")) as kernel:
        kernel.refuses[path] = error
        with device(kernel, layer, tmp_path / "data") as run:
            output = run.wait_for_refusal()

    assert sentence in output
    assert "Traceback" not in output


def test_a_pi_that_does_not_say_which(layer: Path, tmp_path: Path) -> None:
    """If the firmware has no revision, the pins are those of the header that every Pi has."""
    data = tmp_path / "data"
    write_settings(data, "4.2")
    without_revision = {"KERNEL_REVISION": str(tmp_path / "missing")}
    with (
        running(tmp_path / "kernel", load("4.2")) as kernel,
        device(kernel, layer, data, **without_revision) as run,
    ):
        wait_for_refreshes(kernel, 1)
        press_until(kernel, data, 1)
        run.end()


LOADER = """\
import os, sys
from importlib.machinery import PathFinder

class Poor(PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        if name + " torn" in os.environ["LACKING"].split(", "):
            raise ImportError(name + ".so: cannot open shared object file")
        return None if name in os.environ["LACKING"].split(", ") else super().find_spec(name, path, target)

sys.meta_path[sys.meta_path.index(PathFinder)] = Poor
"""
"""What Python loads before all else: a finder that lacks some modules, or a part of them in C."""


@pytest.mark.parametrize(
    ("lacking", "sentence"),
    [
        ("gpiod", "The library of the pins cannot be loaded (No module named 'gpiod'). Install Tavolino again"),
        ("gpiod._ext torn", "The library of the pins cannot be loaded (gpiod._ext.so: cannot open shared"),
        ("spidev", "The Python library spidev is missing, so /dev/spidev0.0 cannot be used. Install it with `sudo apt"),
    ],
)
def test_no_library(lacking: str, sentence: str, layer: Path, tmp_path: Path) -> None:
    """If the library of the pins or that of the bus cannot be loaded, one sentence says which, and the cure."""
    (tmp_path / "sitecustomize.py").write_text(LOADER)
    lacking_modules = {"PYTHONPATH": str(tmp_path), "LACKING": lacking}
    with (
        running(tmp_path / "kernel", load("4.2")) as kernel,
        device(kernel, layer, tmp_path / "data", **lacking_modules) as run,
    ):
        output = run.wait_for_refusal()

    assert sentence in output
    assert 1 == len(output.splitlines()), output
