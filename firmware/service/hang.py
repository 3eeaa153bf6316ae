"""The last words of a process that hangs: which of its parts it hangs in.

    too long without a sign of life ─▶ SIGUSR1 ┬▶ where each thread stands, on standard error, by faulthandler
                                               └▶ a byte in a pipe ─▶ a thread that waits for it ─▶ a name, the end

A loop that hangs cannot say so itself, and neither can a handler in Python, which would have to wait for the loop. The
thread wakes up for that byte alone. Where even it cannot run, the stacks are in the log, and systemd ends the process.
"""

import faulthandler
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

SIGNAL = signal.SIGUSR1
"""What the unit's WatchdogSignal is."""
PARTS = {
    "hw.bus": "the panel",
    "hw.epd": "the panel",
    "hw.ssd168x": "the panel",
    "hw.light": "LED or buzzer",
    "hw.inputs": "the keys",
    "display": "the drawing of a screen",
    "engines": "the game",
    "firmware.data": "the disk",
    "firmware.plays": "the disk",
}
LOOP = "the loop"
STDERR = 2
"""The file itself, whatever Python calls stderr by then."""
HUNG = 1
"""The exit code; by then systemd has given the process up."""


@contextmanager
def last_words(say: Callable[[str], None]) -> Iterator[None]:
    """Let `say` have a sentence, in a thread of its own, before a process that hangs is ended. For the main thread."""
    hears, tells = os.pipe()
    os.set_blocking(tells, False)
    before = signal.signal(SIGNAL, lambda *_: None)
    faulthandler.register(SIGNAL, file=STDERR, all_threads=True, chain=True)
    signal.set_wakeup_fd(tells, warn_on_full_buffer=False)
    waiting = threading.Thread(target=_wait, args=(hears, threading.get_ident(), say), daemon=True)
    waiting.start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(-1)
        faulthandler.unregister(SIGNAL)
        signal.signal(SIGNAL, before)
        os.close(tells)
        waiting.join()
        os.close(hears)


def place(frame: FrameType | None) -> str:
    """Return where a thread stands: the innermost part that it is in, with the line."""
    at = frame
    while at is not None:
        module = str(at.f_globals.get("__name__"))
        part = PARTS.get(module) or PARTS.get(module.rpartition(".")[0]) or PARTS.get(module.partition(".")[0])
        if part is not None:
            return f"{part} ({module}, line {at.f_lineno})"
        at = at.f_back
    return LOOP


def _wait(hears: int, loop: int, say: Callable[[str], None]) -> None:
    """Wait for the byte of the signal; other signals are ignored. At the end of the pipe the thread ends."""
    while byte := os.read(hears, 1):
        if byte[0] == SIGNAL:
            say(f"It hung in {place(sys._current_frames().get(loop))}.")  # noqa: SLF001 - there is no other way to it
            os._exit(HUNG)
