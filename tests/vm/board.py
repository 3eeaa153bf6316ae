"""The parts on the pins of an arm64 machine: keys, a knob, and a panel that is the second chip.

    set_irq_in ──▶ PL061, the machine's chip of eight lines ──▶ irq_intercept_out
         ▲              QEMU's qtest socket                          │ D/C, RST
    keys, BUSY                                                       ▼
                    bytes of /dev/spidev0.0, a port ──────────▶ second chip

One thread reads both sockets. A pin that the machine sets before a write is on the first socket before the bytes are on
the second, and the next write waits for the acknowledgement of these. So D/C is right for each byte.
"""

import json
import re
import select
import socket
import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import Any

from hw.build import Build
from hw.clock import SystemClock
from tests.hw.contacts import Contacts
from tests.hw.second_chip import second_chip

MESSAGE = struct.Struct("<II")
TURN_S = 0.02
"""The longest turn of the board's thread, s."""
SHORT_RESET = "RST was low for less than a millisecond"
"""A fault that cannot be judged here, since two messages may arrive at once."""
UNPOWERED = "bytes came while the panel's power was off"


class Board(Contacts):
    """The parts of a build on the pins of one machine."""

    quarter_s = 0.01

    def __init__(self, build: Build, qtest: socket.socket, bus: socket.socket, chip: str) -> None:
        super().__init__(build, second_chip(build.panel, SystemClock()))
        self._qtest, self._bus, self._path = qtest, bus, chip
        self._levels = dict.fromkeys(range(8), False)
        self._heard, self._bytes = b"", b""
        self._over = False
        self._tell(f"irq_intercept_out {chip}")
        for use in build.pins.values():
            self.contact(use.pin, closed=False)
        self._thread = Thread(target=self._serve)
        self._thread.start()

    def close(self) -> None:
        """Disconnect the board."""
        self._over = True
        self._thread.join()
        self._qtest.close()
        self._bus.close()

    def __repr__(self) -> str:
        """Return the state, for a failed test."""
        return f"drawn {self.chip.drawn}, busy {self.chip.busy}, faults {self.faults}"

    @property
    def faults(self) -> list[str]:
        """Return the faults that a real panel would not tolerate."""
        return [fault for fault in self.chip.faults if fault != SHORT_RESET]

    def contact(self, pin: int, *, closed: bool) -> None:
        """Close a contact to ground, against a pull-up, or open it."""
        self._drive(pin, not closed)

    def _drive(self, line: int, level: bool) -> None:
        self._tell(f"set_irq_in {self._path} unnamed-gpio-in {line} {int(level)}")

    def _tell(self, order: str) -> None:
        with self.changed:
            self._qtest.sendall(f"{order}\n".encode())

    # --- what is heard ---

    def _serve(self) -> None:
        with suppress(ConnectionError):  # the power was cut
            while not self._over:
                due = self.chip.deadline()
                left = TURN_S if due is None else min(max(due - SystemClock().now(), 0.0), TURN_S)
                ready, _, _ = select.select([self._qtest, self._bus], [], [], left)
                with self.changed:
                    if self._bus in ready:
                        self._bytes += self._bus.recv(65536)
                    self._hear()
                    self._take()
                    self.chip.poll()
                    self.changed.notify_all()

    def _hear(self) -> None:
        """Take all levels that the machine has set so far."""
        while select.select([self._qtest], [], [], 0)[0]:
            heard = self._qtest.recv(65536)
            if not heard:  # as above
                self._over = True
                return
            *lines, self._heard = (self._heard + heard).split(b"\n")
            for line in lines:
                if line.startswith(b"IRQ "):
                    _, what, number = line.decode().split()
                    self._set(int(number), what == "raise")

    def _set(self, line: int, level: bool) -> None:
        before, self._levels[line] = self._levels[line], level
        if line == self.build.panel.pins.rst and before != level:
            self.chip.reset(level)

    def _take(self) -> None:
        """Pass the bytes of complete transfers to the panel, and acknowledge them."""
        while len(self._bytes) >= MESSAGE.size:
            n, hertz = MESSAGE.unpack_from(self._bytes)
            data = self._bytes[MESSAGE.size : MESSAGE.size + n]
            if len(data) < n:
                return
            self._bytes = self._bytes[MESSAGE.size + n :]
            pwr = self.build.panel.pins.pwr
            if pwr is not None and not self._levels[pwr]:
                self.chip.faults.append(UNPOWERED)
            self.chip.receive(data, dc=self._levels[self.build.panel.pins.dc], hertz=hertz)
            self._bus.sendall(b"\0")


class Sockets:
    """The sockets of a machine, to which QEMU connects."""

    def __init__(self, folder: Path) -> None:
        self._listening: dict[str, socket.socket] = {}
        for name in ("qtest", "bus", "qmp"):
            place = folder / name
            place.unlink(missing_ok=True)
            self._listening[name] = socket.socket(socket.AF_UNIX)
            self._listening[name].bind(str(place))
            self._listening[name].listen()
        self.options = ["-qtest", f"unix:{folder}/qtest", "-qtest-log", "/dev/null", "-qmp", f"unix:{folder}/qmp"]
        self.options += ["-chardev", f"socket,id=spi,path={folder}/bus"]
        self.options += ["-device", "virtserialport,chardev=spi,name=spi"]

    def accepted(self, name: str) -> socket.socket:
        """Return a socket that QEMU has connected to."""
        with self._listening[name] as listening:
            listening.settimeout(60)
            return listening.accept()[0]


@contextmanager
def board_of(build: Build, sockets: Sockets) -> Iterator[Board]:
    """Yield the board of a machine that was just started."""
    qtest, bus = sockets.accepted("qtest"), sockets.accepted("bus")
    board = Board(build, qtest, bus, _chip(sockets.accepted("qmp")))
    try:
        yield board
    finally:
        board.close()


def _chip(qmp: socket.socket) -> str:
    """Return the path of the machine's GPIO chip in QEMU."""
    with qmp, qmp.makefile("rw") as file:
        file.readline()  # its greeting
        for order in ({"execute": "qmp_capabilities"}, {"execute": "qom-list", "arguments": {"path": PARENT}}):
            file.write(json.dumps(order))
            file.flush()
            answer: dict[str, Any] = json.loads(file.readline())
    return next(f"{PARENT}/{one['name']}" for one in answer["return"] if re.fullmatch(r"child<pl061>", one["type"]))


PARENT = "/machine/unattached"
