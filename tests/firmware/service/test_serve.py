"""The device under systemd: its signs of life, their end, and crashes."""

import logging
import os
import re
import signal
import socket
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

import pytest
from PIL import ImageDraw

from engines.kit.engine import Engine
from firmware.data_folder import DataFolder
from firmware.device import rig
from firmware.device.glass import SLEEP_S
from firmware.device.loop import PARTS_CHECK_S, Device
from firmware.device.rig import Simulated
from firmware.errors import TavolinoError
from firmware.plays.play_file import PutAway
from firmware.service import hang
from firmware.service import serve as service
from firmware.service.hang import HANG_SIGNAL, HUNG_EXIT_CODE, LOOP_NAME, PART_NAMES, hang_place
from firmware.service.serve import (
    CRASHES_FILE,
    MAX_REASON_CHARS,
    MAX_TURN_S,
    POWER_OFF_COMMAND,
    SAFE_MODE_CRASHES,
    UNKNOWN_REASON,
    Crashes,
    Watchdog,
    crashes_path,
    serve,
)
from firmware.settings.settings import Settings
from hw.clock import HandClock
from hw.epd import EpdPanel
from hw.errors import HwError, PinFailed, PinInUse
from hw.inputs import Inputs
from tests.firmware.device.bench import bench

UNIX = (socket.AF_UNIX, socket.SOCK_DGRAM)
TROUBLE = "RuntimeError: a driver"


class IdleQueue(SimpleQueue[Any]):
    """A queue without edges: waiting moves the clock, and at its end the player switches off."""

    def __init__(self, device: Device, clock: HandClock, until: float) -> None:
        self.device, self.clock, self.until = device, clock, until

    def get(self, block: bool = True, timeout: float | None = None) -> Any:
        """Let time pass."""
        assert block
        assert timeout is not None
        assert timeout <= PARTS_CHECK_S
        self.clock.advance(timeout + rig.RESOLUTION_S)
        self.device.session.power_off_requested = self.clock.now() >= self.until
        raise Empty


def idle_opener(folder: Path, seconds: float) -> Callable[[str | None], Simulated]:
    """Return a function that opens a device which is switched off after some seconds without a key."""

    def opened(trouble: str | None) -> Simulated:
        clock = HandClock()
        device = Simulated(DataFolder(folder), Settings(), clock, lambda: "7", trouble)
        device.device.edges = IdleQueue(device.device, clock, seconds)
        return device

    return opened


def crash_at_start(_trouble: str | None) -> Simulated:
    """Crash while a device starts."""
    raise RuntimeError("a driver")


@pytest.fixture
def commands_run(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Record the commands that are run; each succeeds."""
    commands: list[Any] = []

    def run(command: Any, **_: Any) -> subprocess.CompletedProcess[str]:
        commands.append(command)
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(subprocess, "run", run)
    return commands


@pytest.fixture
def systemd_messages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, commands_run: list[Any]
) -> Iterator[Callable[[], list[str]]]:
    """Return the messages to systemd after the end of the service; its folder is in memory, and no power is cut."""
    assert [] == commands_run
    runtime = tmp_path / "runtime"
    runtime.mkdir()
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(runtime))
    messages: list[str] = []
    with socket.socket(*UNIX) as systemd:
        systemd.bind("")  # the kernel chooses a name in no folder, so long folder names do not matter
        address: bytes = systemd.getsockname()
        monkeypatch.setenv("NOTIFY_SOCKET", address.decode().replace("\0", "@"))
        listener = Thread(target=lambda: messages.extend(iter(lambda: systemd.recv(99).decode(), "")))
        listener.start()

        def read_all() -> list[str]:
            with socket.socket(*UNIX) as end:
                end.sendto(b"", address)
            listener.join()
            return messages

        yield read_all
        if listener.is_alive():
            read_all()


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """Return the log."""
    caplog.set_level(logging.INFO)
    return caplog


# --- signs of life ---


def test_signs_of_life(tmp_path: Path, systemd_messages: Any, commands_run: list[Any]) -> None:
    """Systemd is informed of the start, of every turn, at least every 5 s, and of the end; then the computer is off."""
    serve(idle_opener(tmp_path / "data", 4))
    first, *signs, last = systemd_messages()
    assert ("READY=1", "STOPPING=1", {"WATCHDOG=1"}) == (first, last, set(signs))
    assert [POWER_OFF_COMMAND] == commands_run


@pytest.mark.parametrize("address", ["@tavolino/nobody", "{folder}/nobody", "{folder}/busy"])
def test_nobody_hears(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, commands_run: list[Any]) -> None:
    """If systemd is gone or takes no message, the device continues to its end."""
    monkeypatch.setattr(service, "NOTIFY_TIMEOUT_S", 1e-3)
    monkeypatch.chdir(tmp_path)  # the name of a socket must be short
    with socket.socket(*UNIX) as systemd, socket.socket(*UNIX) as other:
        systemd.bind("busy")
        other.setblocking(False)
        with suppress(BlockingIOError):
            while True:
                other.sendto(b"", "busy")
        monkeypatch.setenv("NOTIFY_SOCKET", address.format(folder="."))
        serve(idle_opener(tmp_path / "data", 4))
    assert [POWER_OFF_COMMAND] == commands_run


def test_a_computer_that_stays_on(tmp_path: Path, systemd_messages: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """If power off is refused, the service ends with an error that is no crash, and systemd restarts it."""
    refused = subprocess.CompletedProcess(POWER_OFF_COMMAND, 1, "", "Access denied\n")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: refused)
    with pytest.raises(TavolinoError, match="cannot be switched off: Access denied"):
        serve(idle_opener(tmp_path / "data", 4))
    assert "STOPPING=1" in systemd_messages()
    assert "" == (tmp_path / "runtime" / "crashes").read_text()


def test_nothing_is_written_for_a_sign(tmp_path: Path) -> None:
    """In an idle hour the signs are 5 s apart, and nothing is written."""
    signs, files = list[float](), list[set[tuple[str, int]]]()
    device = idle_opener(tmp_path, 3600)(None)
    watch = Watchdog(lambda _: signs.append(device.clock.now()), lambda: None, Crashes(Path(os.devnull)), 0)

    def turned(began: float, ended: float) -> None:
        watch.judge_turn(began, ended)
        if ended > SLEEP_S:
            files.append({(path.name, path.stat().st_mtime_ns) for path in tmp_path.iterdir()})

    device.run(turned)
    device.close()
    assert 3600 / PARTS_CHECK_S <= len(signs) < 3600 / PARTS_CHECK_S + 50
    assert max(b - a for a, b in pairwise(signs)) <= PARTS_CHECK_S + 2 * rig.RESOLUTION_S
    assert [files[0]] * len(files) == files


def test_by_hand(tmp_path: Path, commands_run: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Without systemd no message is sent, nothing is noted, and the computer stays on."""
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    serve(idle_opener(tmp_path, 4))
    assert [] == commands_run
    with pytest.raises(RuntimeError):
        serve(crash_at_start)


def test_a_slow_turn_is_no_sign(log: Any) -> None:
    """A turn that takes too long is logged and gives no sign; the next one does."""
    signs: list[str] = []
    watch = Watchdog(signs.append, lambda: None, Crashes(Path(os.devnull)), 0)
    watch.judge_turn(10, 10 + MAX_TURN_S + 1)
    assert ([], "A turn of the loop took 9.0 s, 1.0 s more than it may.") == (signs, log.messages[-1])
    watch.judge_turn(20, 20 + MAX_TURN_S)
    assert ["WATCHDOG=1"] == signs


def test_a_dead_thread_is_no_sign(log: Any) -> None:
    """If keys are no longer noticed, the signs end; the log gives the reason once."""
    signs, crashes = list[str](), Crashes(Path(os.devnull))
    watch = Watchdog(signs.append, lambda: PinFailed("The thread of gpiod has ended."), crashes, 0)
    for at in range(3):
        watch.judge_turn(at, at)
    expected = ["The thread of gpiod has ended. No more signs of life: the service is started again."]
    assert ([], expected, True) == (signs, log.messages, crashes.has_reason)


HANGING_PROGRAM = """
import logging
import sys
from pathlib import Path
from firmware.data_folder import DataFolder
from firmware.device.rig import Simulated
from firmware.service.serve import serve
from firmware.settings.settings import Settings
from hw.clock import SystemClock

logging.basicConfig(stream=sys.stderr)

def opened(trouble):
    made = Simulated(DataFolder(Path(sys.argv[1])), Settings(), SystemClock(), trouble=trouble)
    made.sim.spi.writebytes2 = waits_for_ever
    return made

def waits_for_ever(data):
    print("hangs", flush=True)
    while True:
        pass

serve(opened)
"""


@pytest.mark.all
def test_a_loop_that_hangs_is_named(tmp_path: Path, systemd_messages: Any) -> None:
    """A hanging process that systemd ends names its hanging part in the log and for the next start."""
    command = [sys.executable, "-c", HANGING_PROGRAM, str(tmp_path / "data")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert "hangs\n" == child.stdout.readline()
        child.send_signal(HANG_SIGNAL)
        _, said = child.communicate()
    assert HUNG_EXIT_CODE == child.returncode
    assert "in waits_for_ever" in said
    assert "firmware/device/glass.py" in said
    assert "STOPPING=1" not in systemd_messages()
    (noted,) = (tmp_path / "runtime" / "crashes").read_text().splitlines()
    assert re.fullmatch(r"It hung in the panel \(hw\.\w+, line \d+\)\.", noted)
    assert f"CRITICAL:tavolino.service:{noted}" in said


@pytest.mark.parametrize("name", PART_NAMES)
def test_the_parts_are_there(name: str) -> None:
    """Each named part is a module or a package."""
    assert find_spec(name) is not None


@pytest.mark.parametrize(
    ("owner", "function", "part"),
    [
        (os, "fsync", "the disk (firmware.files.disk, line "),
        (zlib, "crc32", "the disk (firmware.plays."),
        (ImageDraw, "Draw", "the drawing of a screen (display."),
        (Engine, "start", "the game (engines.kit.play, line "),
    ],
)
def test_the_innermost_part_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, owner: Any, function: str, part: str
) -> None:
    """If a library does not return, the part that called it is named."""
    places, called = set[str](), getattr(owner, function)

    def watched(*given: Any, **named: Any) -> Any:
        places.add(hang_place(sys._getframe()))
        return called(*given, **named)

    monkeypatch.setattr(owner, function, watched)
    with bench(tmp_path) as device:
        device.next(5)
    assert places
    assert all(one.startswith(part) for one in places), places


def test_where_no_part_is_it_is_the_loop() -> None:
    """A hang outside of all named parts is one of the loop itself."""
    assert (LOOP_NAME, LOOP_NAME) == (hang_place(None), hang_place(sys._getframe()))


def test_other_signals_are_ignored() -> None:
    """A byte of another signal is no hang: nothing is reported, and the process continues."""
    said: list[str] = []
    hears, tells = os.pipe()
    os.write(tells, bytes([signal.SIGTERM]))
    os.close(tells)
    hang._wait(hears, 0, said.append)
    os.close(hears)
    assert [] == said


def test_a_light_that_cannot_be_opened_is_logged(tmp_path: Path, log: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The device works without it, and logs the fault."""
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)

    def opened(trouble: str | None) -> Simulated:
        device = idle_opener(tmp_path, 4)(trouble)
        device.lights.failures = [PinInUse("GPIO 16, the LED, is in use.")]
        device.device._reported = device.device._parts.failures()  # as when it was opened
        return device

    serve(opened)
    assert "GPIO 16, the LED, is in use." in log.messages


# --- crashes ---


def test_crashes_in_a_row(tmp_path: Path, systemd_messages: Any, log: Any) -> None:
    """Several crashes in a row are noted; the next start gets the last reason, and a good start ends the row."""
    seen: list[str | None] = []

    def opened(trouble: str | None) -> Simulated:
        seen.append(trouble)
        return crash_at_start(trouble) if len(seen) <= SAFE_MODE_CRASHES else idle_opener(tmp_path / "data", 4)(trouble)

    for _ in range(SAFE_MODE_CRASHES):
        with pytest.raises(RuntimeError):
            serve(opened)
    serve(opened)
    serve(opened)
    assert [*[None] * SAFE_MODE_CRASHES, TROUBLE, None] == seen
    assert f"Safe mode, after several crashes in a row. The last: {TROUBLE}" in log.messages
    assert "READY=1" in systemd_messages()


@pytest.mark.parametrize("error", [TavolinoError("a lock"), HwError("a pin"), SystemExit(0), KeyboardInterrupt()])
def test_no_crash(systemd_messages: Any, error: BaseException) -> None:
    """A refused start and a wanted end are no crashes."""

    def opened(trouble: str | None) -> Simulated:
        assert trouble is None
        raise error

    for _ in range(SAFE_MODE_CRASHES + 1):
        with pytest.raises(type(error)):
            serve(opened)
    assert [] == systemd_messages()


def test_a_minute_is_well(tmp_path: Path) -> None:
    """A start that runs for a minute went well, whatever follows."""
    crashes = Crashes(tmp_path / CRASHES_FILE)
    for _ in range(SAFE_MODE_CRASHES):
        crashes.begin()
    watch = Watchdog(lambda _: None, lambda: None, crashes, 100)
    watch.judge_turn(0, 159)
    watch.judge_turn(159, 159)
    assert Crashes(tmp_path / CRASHES_FILE).begin() == UNKNOWN_REASON
    watch.judge_turn(160, 160)
    assert Crashes(tmp_path / CRASHES_FILE).begin() is None


def test_a_note_is_one_short_line(tmp_path: Path) -> None:
    """A long reason is cut to one line that fits the panel; without its folder only the note is lost."""
    crashes = Crashes(tmp_path / CRASHES_FILE)
    crashes.begin()
    crashes.begin()
    crashes.note("a\nb" * 200)
    reason = Crashes(tmp_path / CRASHES_FILE).begin()
    assert reason is not None
    assert reason.startswith("a ba ba")
    assert len(reason) <= MAX_REASON_CHARS
    assert Crashes(tmp_path / "missing" / CRASHES_FILE).begin() is None


def test_the_last_of_a_row_is_told(tmp_path: Path) -> None:
    """Of several crashes the last reason is shown."""
    for n in range(SAFE_MODE_CRASHES):
        crashes = Crashes(tmp_path / CRASHES_FILE)
        crashes.begin()
        crashes.note(f"crash {n}")
    assert f"crash {SAFE_MODE_CRASHES - 1}" == Crashes(tmp_path / CRASHES_FILE).begin()


def test_damaged_notes(tmp_path: Path) -> None:
    """Bytes that are no text still count as a reason, and do not prevent a start."""
    (tmp_path / "crashes").write_bytes(b"\xff\n" * SAFE_MODE_CRASHES)
    assert "\ufffd" == Crashes(tmp_path / CRASHES_FILE).begin()


def test_why_a_service_hangs_is_noted_once(tmp_path: Path) -> None:
    """The place of a hang is noted, but does not overwrite an earlier reason for missing signs."""
    crashes = Crashes(tmp_path / CRASHES_FILE)
    crashes.begin()
    for sentence in ("It hung in the panel.", "It hung in the disk."):
        service._note_hang(crashes, sentence)
    assert ["It hung in the panel."] == (tmp_path / "crashes").read_text().splitlines()


def test_one_of_several_folders(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of several folders by systemd the notes are in the first; without a folder there are no notes."""
    found = []
    for folders in ("/run/one:/run/two", "/run/one", ""):
        monkeypatch.setenv("RUNTIME_DIRECTORY", folders)
        found.append(crashes_path())
    assert [Path("/run/one/crashes"), Path("/run/one/crashes"), Path("/dev/null")] == found


def test_a_crash_after_a_minute_is_the_first_of_a_row(tmp_path: Path) -> None:
    """A crash after a start that went well is noted like any other."""
    crashes = Crashes(tmp_path / CRASHES_FILE)
    crashes.begin()
    crashes.clear()
    assert not crashes.has_reason
    crashes.note(TROUBLE)
    assert crashes.has_reason
    assert [TROUBLE] == (tmp_path / "crashes").read_text().splitlines()


# --- safe mode ---


def test_safe_mode(tmp_path: Path) -> None:
    """Safe mode gives its reason, touches no play, and can put the pending one away and begin another."""
    with bench(tmp_path) as device:
        device.next(5)
        number = device.session.number
    with bench(tmp_path, trouble=TROUBLE) as device:
        assert all(words in device.words for words in ("Safe mode", "Nothing is lost", TROUBLE))
        assert device.session.play is None
        device.back()
        assert "Safe mode" in device.words
        device.choose("abandon")
        assert "Which game?" in device.words
        assert [(number, True)] == [(info.number, isinstance(info.ended, PutAway)) for info in device.store.plays()]
        device.next(2)
        assert number + 1 == device.session.number


def test_out_of_safe_mode(tmp_path: Path) -> None:
    """Another try continues the play at the same step."""
    with bench(tmp_path) as device:
        device.next(5)
        words = device.words
    with bench(tmp_path, trouble=TROUBLE) as device:
        device.choose("again")
        assert words == device.words


def test_safe_mode_without_a_play(tmp_path: Path) -> None:
    """Without a play there is none to put away."""
    with bench(tmp_path, trouble=TROUBLE) as device:
        ask: Any = device.layout.screen.ask
        assert ["again", "other"] == [option.id for option in ask.options if option.blocked is None]
        device.choose("other")
        assert "Which game?" in device.words


# --- the order of a start ---


def test_the_first_refresh_runs_before_keys_are_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While light and keys are opened, the panel already draws the pending step."""
    drawing: list[bool] = []

    class LateInputs(Inputs):
        """Keys that check the panel when they are opened."""

        def __init__(self, *given: Any) -> None:
            drawing.append(panels[0].busy)
            super().__init__(*given)

    def opened(*given: Any, **named: Any) -> EpdPanel:
        panels.append(EpdPanel(*given, **named))
        return panels[0]

    panels: list[EpdPanel] = []
    monkeypatch.setattr(rig, "EpdPanel", opened)
    monkeypatch.setattr(rig, "Inputs", LateInputs)
    with bench(tmp_path):
        assert [True] == drawing


def test_keys_that_cannot_be_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sentence is on the glass when the process ends."""
    glass: list[Device] = []
    complain = Device.complain

    def complained(device: Device, error: TavolinoError) -> None:
        glass.append(device)
        complain(device, error)

    def in_use(*_: Any) -> None:
        raise PinInUse("GPIO 5 is in use by another program. Stop it.")

    monkeypatch.setattr(Device, "complain", complained)
    monkeypatch.setattr(rig, "Inputs", in_use)
    with pytest.raises(PinInUse):
        Simulated(DataFolder(tmp_path), Settings(), HandClock())
    assert "GPIO 5 is in use by another program. Stop it." in " ".join(glass[0].words().split())
