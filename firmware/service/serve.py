"""The device as a service of systemd, or by hand without it.

    play restored, first refresh running, keys open ─▶ READY=1
    a turn of the loop in time, all threads alive ───▶ WATCHDOG=1
    a turn that never ends, or ends too late ────────▶ no sign: systemd ends the process and starts it again
    a crash ─▶ noted, started again; after some in a row ─▶ safe mode
    “Power off” ─▶ the computer is switched off

Before a process that hangs is ended, the part in which it hangs is logged and noted for the next start.
"""

import logging
import os
import subprocess
from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
from pathlib import Path

from firmware.device.rig import Rig
from firmware.errors import TavolinoError
from firmware.service.hang import report_hangs
from firmware.text import Text
from hw.errors import HwError

log = logging.getLogger("tavolino.service")

HEALTHY_AFTER_S = 60.0
"""A start that lasts this long is healthy, s."""
MAX_TURN_S = 8.0
"""Time for one turn of the loop, at most, s; the unit's WatchdogSec has room for it and for the wait before it."""
NOTIFY_TIMEOUT_S = 1.0
"""The loop waits this long for a busy systemd, s; then the message is lost."""
POWER_OFF_COMMAND = ("systemctl", "poweroff")
"""Allowed to the service's user by the polkit rule that the installer brings."""
CRASHES_FILE = "crashes"
SAFE_MODE_CRASHES = 2
"""Crashes in a row that make the device start in safe mode."""
UNKNOWN_REASON = "It hung, or was ended from outside"
MAX_REASON_CHARS = 120
"""The panel shows the reason of a crash."""

Say = Callable[[str], None]
"""Sends systemd a message, such as READY=1."""


class Crashes:
    """The crashes in a row, one line of a file each."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lines: list[str] = []

    def begin(self) -> str | None:
        """Note a start, which counts as a crash until `clear`; return the reason for safe mode, if there is one."""
        with suppress(OSError):
            self._lines = self._path.read_text("utf-8", "replace").splitlines()
        reason = self._lines[-1] if len(self._lines) >= SAFE_MODE_CRASHES else None
        self._lines.append(UNKNOWN_REASON)
        self._write()
        return reason

    def note(self, reason: str) -> None:
        """Note why this start ends; it counts as a crash even after `clear`."""
        self._lines[-1:] = [" ".join(reason.split())[:MAX_REASON_CHARS]]
        self._write()

    @property
    def has_reason(self) -> bool:
        """True if the reason for the end of this start was noted."""
        return self._lines[-1:] not in ([], [UNKNOWN_REASON])

    def clear(self) -> None:
        """Note that this start went well."""
        if self._lines:
            self._lines = []
            self._write()

    def _write(self) -> None:
        with suppress(OSError):  # without a note the next start is like any other
            self._path.write_text("".join(f"{line}\n" for line in self._lines), "utf-8")


def crashes_path() -> Path:
    """Return the file of crashes in the folder in memory that systemd made for the service.

    A restart finds it there and a loss of power does not: a pulled plug is no crash. By hand nothing is noted.
    """
    folder = os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
    return Path(folder) / CRASHES_FILE if folder else Path(os.devnull)


class Watchdog:
    """Gives the sign of life from the loop itself, since another thread would continue while the loop hangs.

    `fault` returns the error that keeps keys from being noticed, None if there is none.
    """

    def __init__(self, say: Say, fault: Callable[[], HwError | None], crashes: Crashes, now: float) -> None:
        self._say = say
        self._fault = fault
        self._crashes = crashes
        self._healthy_at: float | None = now + HEALTHY_AFTER_S
        self._fault_logged = False

    def judge_turn(self, began: float, ended: float) -> None:
        """Give a sign of life unless a turn of the loop was too slow or keys are no longer noticed; times in s."""
        seconds = ended - began
        if seconds > MAX_TURN_S:
            log.error("A turn of the loop took %.1f s, %.1f s more than it may.", seconds, seconds - MAX_TURN_S)
            return
        fault = self._fault()
        if fault is not None:
            if not self._fault_logged:
                log.error("%s No more signs of life: the service is started again.", fault)
                self._crashes.note(str(fault))
            self._fault_logged = True
            return
        self._say("WATCHDOG=1")
        if self._healthy_at is not None and ended >= self._healthy_at:
            self._healthy_at = None
            self._crashes.clear()


def serve(open_rig: Callable[[str | None], Rig]) -> None:
    """Run the device that `open_rig` opens, until its power goes off; it is given the reason for safe mode, or None.

    Raises:
        TavolinoError, HwError: something cannot be used or done, in one sentence; that is no crash.

    """
    crashes = Crashes(crashes_path())
    trouble = crashes.begin()
    if trouble is not None:
        log.error("Safe mode, after several crashes in a row. The last: %s", trouble)
    try:
        with report_hangs(partial(_note_hang, crashes)):
            off = _run(open_rig(trouble), crashes)
    except (TavolinoError, HwError, SystemExit, KeyboardInterrupt):
        crashes.clear()
        raise
    except BaseException as error:
        crashes.note(f"{type(error).__name__}: {error}")
        raise
    crashes.clear()
    if off and _supervised():
        _switch_off()


def _run(rig: Rig, crashes: Crashes) -> bool:
    """Run an open device to its end; return whether the player asked for the power to go off."""
    with closing(rig):
        for failure in rig.lights.failures:
            log.warning("%s", failure)
        _tell_systemd("READY=1")
        watchdog = Watchdog(_tell_systemd, lambda: rig.inputs.thread_failure, crashes, rig.clock.now())
        rig.run(watchdog.judge_turn)
        _tell_systemd("STOPPING=1")
        return rig.session.power_off_requested


def _switch_off() -> None:
    """Switch the computer off. If that is refused the service ends in an error, and is started again."""
    done = subprocess.run(POWER_OFF_COMMAND, capture_output=True, text=True, check=False)  # noqa: S603 - a constant
    if done.returncode:
        why = " ".join(done.stderr.split())
        raise TavolinoError(
            Text("The computer cannot be switched off: {why} See whether the polkit rule is installed.", why=why)
        )


def _note_hang(crashes: Crashes, sentence: str) -> None:
    """Note in which part a process hangs, unless the reason for its missing signs of life was noted before."""
    log.critical("%s", sentence)
    if not crashes.has_reason:
        crashes.note(sentence)


def _supervised() -> bool:
    """Return whether systemd waits for messages: this process is the service, and no trial by hand."""
    return "NOTIFY_SOCKET" in os.environ


def _tell_systemd(message: str) -> None:
    """Send a datagram to systemd (sd_notify(3)); it is lost if not taken in time. By hand none is sent."""
    if not _supervised():
        return
    import socket

    address = os.environ["NOTIFY_SOCKET"]
    if address.startswith("@"):
        address = f"\0{address[1:]}"
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as door:
        door.settimeout(NOTIFY_TIMEOUT_S)
        door.sendto(message.encode(), address)
