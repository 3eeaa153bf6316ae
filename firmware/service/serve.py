"""The device as a service of systemd, and by hand without it.

    play restored, first refresh running, keys open ─▶ READY=1
    a turn of the loop in time, all threads alive ───▶ WATCHDOG=1
    a turn that never ends, or ends too late ────────▶ no sign: systemd ends the process and starts it again
    a crash ─▶ noted, started again; after some in a row ─▶ safe mode
    “Power off” ─▶ the computer is switched off

A process that hangs says which of its parts it hangs in, to the log and to the next start, before it is ended.
"""

import logging
import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial

from firmware.device.rig import Rig
from firmware.errors import TavolinoError
from firmware.service.crashes import Crashes, runtime_folder
from firmware.service.hang import last_words
from firmware.text import Text
from hw.errors import HwError

log = logging.getLogger("tavolino.service")

WELL_S = 60.0
"""After so long a start has gone well, s."""
TURN_S = 8.0
"""How long one turn of the loop may take, s; the unit's WatchdogSec leaves room for it and for the wait before it."""
TELL_S = 1.0
"""How long the loop waits for a busy systemd, s; after that it goes on, and the message is lost."""
POWER_OFF = ("systemctl", "poweroff")
"""Allowed to the service's user by the polkit rule that the installer brings."""

Say = Callable[[str], None]
"""Tells systemd something, such as READY=1."""


class Watch:
    """Gives the sign of life from the loop itself: a thread of its own would go on while the loop hangs.

    `fault` is why the device no longer notices keys, None while it does.
    """

    def __init__(self, say: Say, fault: Callable[[], HwError | None], crashes: Crashes, now: float) -> None:
        self._say = say
        self._fault = fault
        self._crashes = crashes
        self._well_at: float | None = now + WELL_S
        self._named = False

    def turned(self, began: float, ended: float) -> None:
        """Judge a turn of the loop by the times of its begin and end, s: no sign where something is wrong."""
        if ended - began > TURN_S:
            log.error("A turn of the loop took %.1f s, %.1f s more than it may.", ended - began, ended - began - TURN_S)
            return
        fault = self._fault()
        if fault is not None:
            if not self._named:
                log.error("%s No more signs of life: the service is started again.", fault)
                self._crashes.note(str(fault))
            self._named = True
            return
        self._say("WATCHDOG=1")
        if self._well_at is not None and ended >= self._well_at:
            self._well_at = None
            self._crashes.clear()


def serve(opened: Callable[[str | None], Rig]) -> None:
    """Run the device that `opened` opens, given the reason for safe mode if there is one, until its power goes off.

    Raises:
        TavolinoError, HwError: what cannot be used or done, in one sentence; that is no crash.

    """
    crashes = Crashes(runtime_folder())
    trouble = crashes.begin()
    if trouble is not None:
        log.error("Safe mode, after several crashes in a row. The last: %s", trouble)
    try:
        with _systemd() as say, last_words(partial(_hung, crashes)):
            off = _run(opened(trouble), say, crashes)
    except (TavolinoError, HwError, SystemExit, KeyboardInterrupt):
        crashes.clear()
        raise
    except BaseException as error:
        crashes.note(f"{type(error).__name__}: {error}")
        raise
    crashes.clear()
    if off and _supervised():
        _switch_off()


def _run(rig: Rig, say: Say, crashes: Crashes) -> bool:
    """Run an open device to its end; return whether the player wants the power off."""
    with closing(rig):
        for failure in rig.lights.failures:
            log.warning("%s", failure)
        say("READY=1")
        watch = Watch(say, lambda: rig.inputs.deaf, crashes, rig.clock.now())
        rig.run(watch.turned)
        say("STOPPING=1")
        return rig.session.off


def _switch_off() -> None:
    """Let the computer be switched off. Where that is refused the service ends in an error, and is started again."""
    done = subprocess.run(POWER_OFF, capture_output=True, text=True, check=False)  # noqa: S603 - the words above
    if done.returncode:
        why = " ".join(done.stderr.split())
        raise TavolinoError(
            Text("The computer cannot be switched off: {why} See whether the polkit rule is installed.", why=why)
        )


def _hung(crashes: Crashes, sentence: str) -> None:
    """Note where a process hangs, unless it was noted before why it gives no more signs of life."""
    log.critical("%s", sentence)
    if not crashes.known:
        crashes.note(sentence)


def _supervised() -> bool:
    """Return whether systemd waits to be told: then this process is the service, and no trial by hand."""
    return "NOTIFY_SOCKET" in os.environ


@contextmanager
def _systemd() -> Iterator[Say]:
    """Yield what tells systemd: a datagram a message (sd_notify(3)), lost where nobody hears it in time.

    By hand there is nobody to tell.
    """
    if not _supervised():
        yield lambda _: None
        return
    import socket

    address = os.environ["NOTIFY_SOCKET"]
    if address.startswith("@"):
        address = f"\0{address[1:]}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as door:
        door.settimeout(TELL_S)

        def say(message: str) -> None:
            with suppress(OSError):
                door.sendto(message.encode(), address)

        yield say
