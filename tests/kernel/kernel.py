"""The machine below the device: lines of a GPIO chip, a bus with the second chip on it, and a hand on the contacts.

`kernel.c` is preloaded into the device and forwards its calls of the kernel; this module answers in threads, in real
time. The device sees the same as on Linux: levels, edges with their time, an errno.
"""

import mmap
import shutil
import socket
import struct
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import Any

from hw.build import Build
from hw.clock import SystemClock
from tests.hw.contacts import Contacts
from tests.hw.second_chip import second_chip

SOURCE = Path(__file__).with_name("kernel.c")
REVISION = struct.pack(">I", 0xA02082)  # a Pi 3B
HEAD = struct.Struct("<cI")
LINE = struct.Struct("<BBQ")
EVENT = struct.Struct("<QIIII24x")
USED, INPUT, OUTPUT, RISING, FALLING, PULL_UP = 1 << 0, 1 << 2, 1 << 3, 1 << 4, 1 << 5, 1 << 8
SHORT = 255
"""The answer to bytes on the bus of which half were taken."""


def compile_layer(folder: Path) -> Path | None:
    """Return the compiled layer; None if there is no compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    layer = folder / "kernel.so"
    subprocess.run([compiler, "-O1", "-shared", "-fPIC", "-o", layer, SOURCE, "-ldl", "-lpthread"], check=True)
    return layer


class Kernel(Contacts):
    """One machine. `refuses` has an errno for a path; `bus` is the answer to writes, 0 if they succeed."""

    def __init__(self, folder: Path, build: Build, batch: int = 0) -> None:
        super().__init__(build, second_chip(build.panel, SystemClock(), batch))
        self.refuses: dict[str, int] = {}
        self.bus = 0
        self.held: dict[int, int] = {}
        """The flags of the lines that are held, by number."""
        self._folder = folder
        self._hertz = 500_000
        self._events: dict[int, socket.socket] = {}
        self._closed: set[int] = set()
        self.rises = Counter[int]()
        """The number of times an output went high, by line."""
        self.edges = 0
        """The number of edges that were waited for."""
        (folder / "revision").write_bytes(REVISION)
        (folder / "levels").write_bytes(bytes(4096))
        with (folder / "levels").open("r+b") as file:
            self._levels = mmap.mmap(file.fileno(), 4096)
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(folder / "kernel"))
        self._listener.listen()
        self._over = False
        self._threads: list[Thread] = []
        for serve in (self._accept, self._tick):
            self._start_thread(serve)

    def environment(self, layer: Path) -> dict[str, str]:
        """Return the variables with which a process runs on this machine."""
        return {
            "LD_PRELOAD": str(layer),
            "KERNEL_SOCKET": str(self._folder / "kernel"),
            "KERNEL_LEVELS": str(self._folder / "levels"),
            "KERNEL_REVISION": str(self._folder / "revision"),
        }

    def close(self) -> None:
        """Answer nobody any more."""
        with self.changed:
            self._over = True
            for connection in self._events.values():
                connection.close()
            self.changed.notify_all()
        self._listener.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()
        self._listener.close()
        self._levels.close()

    def __repr__(self) -> str:
        """Return the state in words, for a test that failed."""
        return f"lines {self.held}, drawn {self.chip.drawn}, busy {self.chip.busy}, faults {self.chip.faults}"

    # --- the hand ---

    def contact(self, pin: int, *, closed: bool) -> None:
        """Close a contact to ground, against the pull-up, or open it."""
        (self._closed.add if closed else self._closed.discard)(pin)
        self._drive(pin, not closed)

    # --- faults of the panel ---

    def brown_out(self) -> None:
        """Let the panel lose its power for a moment."""
        with self.changed:
            self.chip.brown_out()

    # --- lines ---

    def level(self, line: int) -> bool:
        """Return the level of a line."""
        return bool(self._levels[line])

    def _drive(self, line: int, level: bool) -> None:
        """Set the level of a line from outside, and report the edge to those that wait for it."""
        with self.changed:
            if self._levels[line] == level:
                return
            self._levels[line] = level
            wanted = RISING if level else FALLING
            if self.held.get(line, 0) & wanted:
                self.edges += 1
                event = EVENT.pack(time.monotonic_ns(), 1 if level else 2, line, self.edges, self.edges)
                self._events[line].sendall(event)
            self.changed.notify_all()

    def _hold(self, line: int, high: int, flags: int) -> int:
        """Give a line to a process; return an errno, or 0."""
        refused = self.refuses.get(f"line {line}", 0)
        if refused:
            return refused
        self.held[line] = flags
        if flags & OUTPUT:
            self._set(line, high)
        elif line != self.build.panel.pins.busy:
            self._levels[line] = bool(flags & PULL_UP) and line not in self._closed
        return 0

    def _set(self, line: int, level: int) -> int:
        """Take a level that the device drives."""
        before, self._levels[line] = self._levels[line], level
        self.rises[line] += level > before
        if line == self.build.panel.pins.rst and before != level:
            self.chip.reset(bool(level))
        return 0

    # --- requests of the layer ---

    def _start_thread(self, serve: Callable[..., None], *what: socket.socket) -> None:
        thread = Thread(target=serve, args=what)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            self._start_thread(self._serve, connection)

    def _serve(self, connection: socket.socket) -> None:
        with connection, connection.makefile("rb") as file, suppress(ConnectionError):  # a process may be killed
            while head := file.read(HEAD.size):
                letter, n = HEAD.unpack(head)
                data = file.read(n)
                with self.changed:
                    answer = self._answer(letter, data, connection)
                    self.changed.notify_all()
                connection.sendall(bytes((answer,)))
                if letter == b"E":
                    return  # from here on only edges, the other way

    def _answer(self, letter: bytes, data: bytes, connection: socket.socket) -> int:
        match letter:
            case b"O":
                return self.refuses.get(data.decode(), 0)
            case b"L":
                return self._hold(*LINE.unpack(data))
            case b"E":
                self._events[data[0]] = connection.dup()
            case b"F":
                self.held.pop(data[0], None)
                self._events.pop(data[0], connection).close()
            case b"S":
                return self._set(data[0], data[1])
            case b"H":
                (self._hertz,) = struct.unpack("<I", data)
            case b"W":
                return self._write(data)
        return 0

    def _write(self, data: bytes) -> int:
        if self.bus:
            return self.bus
        self.chip.receive(data, dc=self.level(self.build.panel.pins.dc), hertz=self._hertz)
        return 0

    def _tick(self) -> None:
        """Let the chip do what is due."""
        with self.changed:
            while not self._over:
                self.chip.poll()
                due = self.chip.deadline()
                self.changed.wait(None if due is None else max(due - time.monotonic(), 0.0))


@contextmanager
def running(folder: Path, build: Build, **more: Any) -> Iterator[Kernel]:
    """Return a machine for the time of a test."""
    folder.mkdir(exist_ok=True)
    kernel = Kernel(folder, build, **more)
    try:
        yield kernel
    finally:
        kernel.close()
