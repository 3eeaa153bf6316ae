"""The device on an arm64 machine with real pins: Debian's kernel, its GPIO chip, gpiod, spidev; panel and hand outside.

The frames are saved as pictures in `build/vm/pins`, in a folder for each key set.
"""

import random
import shutil
import time
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from firmware.device import builds
from hw import pinout
from hw.events import InputLine
from tests.hw.second_chip import picture
from tests.vm import arm64
from tests.vm.board import Board, Sockets, board_of
from tests.vm.checks import check_disks, say
from tests.vm.image import BUILD, Disk
from tests.vm.machine import Machine, start_machine

TOOLS = ("mmdebstrap", "qemu-system-aarch64", "fdtput", "cpio", "depmod", "mkfs.ext4", "e2fsck")
PACKAGES = "mmdebstrap qemu-system-arm device-tree-compiler cpio kmod e2fsprogs"
KNOB = """\
panel = "4.2"

[hardware.panel.pins]
dc = 0
rst = 1
busy = 7

[hardware.keys]
next = 2
back = 3
push = 4

[hardware.encoder]
a = 5
b = 6

[hardware.signals]
led = "none"
"""
FOUR = """\
panel = "2.7-hat"

[hardware.panel.pins]
dc = 0
rst = 1
pwr = 6
busy = 7

[hardware.keys]
back = 2
up = 3
down = 4
next = 5
"""
BUILDS = {"knob": KNOB, "four": FOUR}
"""The settings of a build for each key set, with eight pins, since the chip has no more."""
HOLD_S = 0.9
MAX_PRESSES = 12
"""The most presses of Next from one input to the next."""
SEEN_S = 0.6
"""Longer than a step must be on the glass before a key counts, on a slow machine."""
MAX_TURN_S = 2.0
"""The latest start of the picture of a turn, s: a turn that moves nothing draws nothing."""
LONG_TIMEOUTS = "systemd.default_timeout_start_sec=900 systemd.default_device_timeout_sec=900"
"""Options of systemd for a slow machine."""
MAX_FIRST_FRAME_S = 900
"""The latest first frame on the glass, s."""
ASLEEP_S = 120
"""The latest time at which the panel's chip sleeps, s."""
MAX_CUT_S = 2.0
"""The latest power cut after a key press, s."""
INPUTS = """cat /var/lib/tavolino/plays/*.jsonl 2>/dev/null | grep -c '"do":"input"' || true"""


def pins(keys: str, pulls: int) -> dict[str, Any]:
    """Test everything on the machine with pins and a key set; return the measurements."""
    began = time.monotonic()
    shutil.rmtree(_pictures(keys), ignore_errors=True)
    pinout.RESERVED.pop(7, None)  # as in `inside/eight.py`
    made = arm64.disk(BUILDS[keys])
    _pictures(keys).mkdir(parents=True)
    _report(f"{keys}: made in {time.monotonic() - began:.0f} s")
    with _boot(made, keys) as (machine, board, _):
        kernel = machine.run("uname -mr")
        _first_play(machine, board)
        _sleep_and_wake(machine, board)
        _stuck(machine, board)
        woken = _idle(machine, board)
        machine.cut()
    return {"kernel": kernel, "wake-ups a second at rest": woken, "first_frame_s": _pulls(made, keys, pulls)}


# --- the parts ---


def _first_play(machine: Machine, board: Board) -> None:
    """From the menu into a play and through a turn, by Next, turns, Push, Back, and holding Push."""
    _look(board, "menu")
    service = machine.state("MainPID", "User", "WatchdogUSec")
    assert service["User"] == "tavolino", service
    machine.run(f"grep -q gpiod/_ext /proc/{service['MainPID']}/maps")  # the pins are opened by gpiod
    _do(board, lambda: board.turn(1), "turned")
    _next_until(machine, board, 2)
    _do(board, lambda: board.push(0.1), "push")
    _do(board, lambda: board.press(board.build.pins[InputLine.BACK].pin, seconds=0.1), "back")
    _do(board, lambda: board.push(HOLD_S), "pause")
    _do(board, lambda: board.press(board.build.pins[InputLine.BACK].pin, seconds=0.1), "on")
    assert _inputs(machine) == 2
    for inputs in (3, 4):
        _do(board, lambda: board.turn(-1), "left")
        _do(board, lambda: board.turn(1), "right")
        _next_until(machine, board, inputs)
    assert not board.faults, board.faults
    assert machine.state("NRestarts") == {"NRestarts": "0"}
    log = machine.run("journalctl -u tavolino --no-pager")
    assert "too soon" not in log, log  # a panel with the usual times, on a slow machine
    assert "lost its power" not in log, log
    _report(f"first play, {_inputs(machine)} inputs, {len(board.chip.drawn)} refreshes; turned, pushed and held")


def _sleep_and_wake(machine: Machine, board: Board) -> None:
    """After a while the chip sleeps; the next key wakes it and counts."""
    board.until(lambda: board.chip.asleep, ASLEEP_S)
    before = _inputs(machine)
    _next(board, "awake")
    assert _inputs(machine) >= before
    assert not board.faults, board.faults
    _report("the panel slept and woke")


def _idle(machine: Machine, board: Board) -> float:
    """At rest the whole device sleeps in the kernel; return its wake-ups per second."""
    board.until(lambda: board.chip.asleep, ASLEEP_S)
    pid = machine.state("MainPID")["MainPID"]
    count = f"cat /proc/{pid}/task/*/status | grep ^voluntary"
    first, began = machine.run(count), time.monotonic()
    time.sleep(30)
    last, ended = machine.run(count), time.monotonic()
    woken = sum(int(line.split()[1]) for line in last.splitlines())
    woken -= sum(int(line.split()[1]) for line in first.splitlines())
    often = round(woken / (ended - began), 2)
    assert often <= 1, often
    _report(f"at rest {often} wake-ups a second")
    return often


def _stuck(machine: Machine, board: Board) -> None:
    """While BUSY is stuck the play waits and keys are refused; then it continues."""
    before, n = _inputs(machine), len(board.chip.drawn)
    board.stick(True)
    board.press(board.build.pins[InputLine.NEXT].pin)
    machine.until("journalctl -u tavolino --no-pager | grep -q 'BUSY'")
    inputs = _inputs(machine)
    assert before <= inputs <= before + 1, (before, inputs)
    board.press(board.build.pins[InputLine.NEXT].pin)
    time.sleep(3)
    assert _inputs(machine) == inputs
    board.stick(None)
    board.until(lambda: "slow" in board.chip.drawn[n:], ASLEEP_S)
    _wait_for_picture(board, n)
    _look(board, "unstuck")
    _next(board, "next")
    assert _inputs(machine) >= inputs
    log = machine.run("journalctl -u tavolino --no-pager")
    assert "Traceback" not in log, log
    _report("BUSY stuck: nothing lost, drawn again when it was free")


def _pulls(made: Disk, keys: str, pulls: int) -> list[float]:
    """Cut the power at random moments of a play; acknowledged inputs are there, and the glass shows a step."""
    chance, times = random.Random("pins"), list[float]()  # noqa: S311 - the same moments every time
    inputs: int | None = None
    for n in range(pulls + 1):
        with _boot(made, keys) as (machine, board, first_s):
            times.append(first_s)
            now = _inputs(machine)
            assert inputs is None or now in (inputs, inputs + 1), (inputs, now)
            _look(board, f"pull-{n}")
            for _ in range(chance.randrange(1, 4)):
                _turn_and_next(board, f"pull-{n}-next")
            inputs = _inputs(machine)
            assert not board.faults, board.faults
            board.press(board.build.pins[InputLine.NEXT].pin)
            time.sleep(chance.uniform(0, MAX_CUT_S))
            machine.cut()
        check_disks(made)
    _report(f"{pulls} plugs pulled; no input is lost; first frames after {min(times)} to {max(times)} s")
    return times


# --- what they need ---


@contextmanager
def _boot(disk: Disk, keys: str) -> Iterator[tuple[Machine, Board, float]]:
    """Boot a machine with a board on its pins, and wait for the first frame on the glass."""
    began = time.monotonic()
    settings = tomllib.loads(BUILDS[keys])
    build = builds.load(settings["panel"], settings["hardware"])
    place = BUILD / "pins.port"
    place.unlink(missing_ok=True)
    sockets = Sockets(BUILD)
    plain = ["qemu-system-aarch64", "-M", "virt", "-cpu", "cortex-a53", "-m", "512", "-accel", "tcg"]
    plain += ["-display", "none", "-nic", "none", "-monitor", "none"]
    command = [*plain, "-dtb", str(arm64.tree(plain)), "-kernel", str(disk.kernel), "-initrd", str(disk.initrd)]
    command += ["-append", f"root=/dev/vda console=ttyAMA0 quiet panic=-1 {LONG_TIMEOUTS}", "-no-reboot"]
    command += ["-serial", f"file:{BUILD}/pins.log"]
    command += ["-drive", f"file={disk.path},format=raw,if=none,id=disk", "-device", "virtio-blk-device,drive=disk"]
    command += ["-device", "virtio-rng-device", "-device", "virtio-serial-device"]
    command += ["-chardev", f"socket,id=host,path={place},server=on,wait=off"]
    command += ["-device", "virtserialport,chardev=host,name=host", *sockets.options]
    with start_machine(command, place) as machine, board_of(build, sockets) as board:
        board.until(lambda: bool(board.chip.drawn) and not board.chip.busy, MAX_FIRST_FRAME_S)
        first_s = round(time.monotonic() - began, 1)
        machine.until("systemctl is-active tavolino")
        yield machine, board, first_s


def _do(board: Board, move: Callable[[], None], name: str) -> None:
    """Move the keys, wait until the result is on the glass long enough, and save a picture."""
    before = _count_pictures(board)
    move()
    _wait_for_picture(board, before)
    _look(board, name)


def _next(board: Board, name: str) -> None:
    _do(board, lambda: board.press(board.build.pins[InputLine.NEXT].pin, seconds=0.1), name)


def _turn_and_next(board: Board, name: str) -> None:
    """Turn by one row, since a question may have no likely answer, and press Next."""
    board.turn(1)
    time.sleep(MAX_TURN_S)
    board.until(lambda: not board.chip.drawing, 60)
    time.sleep(SEEN_S)
    _next(board, name)


def _next_until(machine: Machine, board: Board, inputs: int) -> None:
    """Press Next until this many inputs are kept."""
    for _ in range(MAX_PRESSES):
        if _inputs(machine) >= inputs:
            return
        _next(board, "next")
    raise AssertionError(board)


def _count_pictures(board: Board) -> int:
    return len(board.chip.drawn)


def _wait_for_picture(board: Board, before: int) -> None:
    """Wait for a new, final picture, long enough for it to be seen."""
    board.until(lambda: _count_pictures(board) > before and not board.chip.drawing, 60)
    time.sleep(SEEN_S)
    board.until(lambda: not board.chip.drawing, 60)


def _look(board: Board, name: str) -> None:
    """Save a picture of the glass."""
    folder = _pictures(board.build.keys.set)
    picture(board.chip, board.build.panel).save(folder / f"{len(list(folder.iterdir())):02}-{name}.png")


def _pictures(keys: str) -> Path:
    return BUILD / "pins" / keys


def _inputs(machine: Machine) -> int:
    """Return the number of kept inputs."""
    return int(machine.run(INPUTS))


def _report(what: str) -> None:
    say(f"{'pins':<10}{what}")
