"""The report of a process that hangs: the part in which it hangs.

    too long without a sign of life ─▶ SIGUSR1 ┬▶ the stack of each thread, on standard error, by faulthandler
                                               └▶ a byte in a pipe ─▶ a thread that waits for it ─▶ the part, the end

A loop that hangs cannot report it, and neither can a signal handler in Python, which would wait for the loop. The
thread only waits for that byte. If it cannot run either, the stacks are in the log, and systemd ends the process.
"""

import faulthandler
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

HANG_SIGNAL = signal.SIGUSR1
"""The WatchdogSignal of the unit."""
PART_NAMES = {
    "hw.bus": "the panel",
    "hw.epd": "the panel",
    "hw.driver": "the panel",
    "hw.ssd16xx": "the panel",
    "hw.uc81xx": "the panel",
    "hw.signals": "LED or buzzer",
    "hw.inputs": "the keys",
    "display": "the drawing of a screen",
    "engines": "the game",
    "firmware.files.disk": "the disk",
    "firmware.plays": "the disk",
}
LOOP_NAME = "the loop"
STDERR_FD = 2
"""The descriptor itself: `sys.stderr` may be another by then."""
HUNG_EXIT_CODE = 1
"""It is never read: systemd has given the process up by then."""


@contextmanager
def report_hangs(say: Callable[[str], None]) -> Iterator[None]:
    """Call `say` with a sentence, in another thread, before a hanging process is ended. For the main thread."""
    read_fd, write_fd = os.pipe()
    os.set_blocking(write_fd, False)
    before = signal.signal(HANG_SIGNAL, lambda *_: None)
    faulthandler.register(HANG_SIGNAL, file=STDERR_FD, all_threads=True, chain=True)
    signal.set_wakeup_fd(write_fd, warn_on_full_buffer=False)
    waiting = threading.Thread(target=_wait, args=(read_fd, threading.get_ident(), say), daemon=True)
    waiting.start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(-1)
        faulthandler.unregister(HANG_SIGNAL)
        signal.signal(HANG_SIGNAL, before)
        os.close(write_fd)
        waiting.join()
        os.close(read_fd)


def hang_place(frame: FrameType | None) -> str:
    """Return the innermost part that a thread is in, with the line."""
    while frame is not None:
        module = str(frame.f_globals.get("__name__"))
        for name in (module, module.rpartition(".")[0], module.partition(".")[0]):
            if name in PART_NAMES:
                return f"{PART_NAMES[name]} ({module}, line {frame.f_lineno})"
        frame = frame.f_back
    return LOOP_NAME


def _wait(read_fd: int, loop: int, say: Callable[[str], None]) -> None:
    """Wait for the byte of the signal, and ignore other signals. The thread ends at the end of the pipe."""
    while byte := os.read(read_fd, 1):
        if byte[0] == HANG_SIGNAL:
            say(f"It hung in {hang_place(sys._current_frames().get(loop))}.")  # noqa: SLF001 - there is no other way to it
            os._exit(HUNG_EXIT_CODE)
