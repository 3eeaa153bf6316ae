"""A machine in QEMU: booted directly by its kernel, controlled over a port, and cut from its power."""

import contextlib
import json
import select
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.vm.image import Disk

MEMORY = "512M"
BOOT_S = 900
"""The longest boot, s; software emulation is slow."""
ANSWER_S = 1800
TRY_S = 0.1
NUDGE_S = 1.0
"""QEMU is nudged after this time without an answer, s: when it counts instructions, it may miss a due timer while all
cores rest, and its clock then stops until an outside event."""


class Gone(Exception):
    """The machine does not answer any more."""


class Machine:
    """A running machine."""

    def __init__(self, process: "subprocess.Popen[bytes]", port: socket.socket) -> None:
        self._process = process
        self._port = port
        self._said = b""

    def run(self, command: str) -> str:
        """Run a command as root and return its output; AssertionError if it fails."""
        code, out, err = self.ask(command)
        assert code == 0, f"{command}: {out}{err}"
        return out.strip()

    def ask(self, command: str) -> tuple[int, str, str]:
        """Run a command as root; return its exit code and output."""
        try:
            self._port.sendall(json.dumps(command).encode() + b"\n")
            code, out, err = json.loads(self._line())
        except OSError as error:
            raise Gone from error
        return code, out, err

    def wait_for_greeting(self) -> None:
        """Wait until the serial line is open at the other end."""
        self._line()

    def hand(self, order: str) -> dict[str, Any]:
        """Give the device's hand an order; return the device's answer."""
        seen: dict[str, Any] = json.loads(self.until(f"hand {order}"))
        return seen

    def start(self, command: str) -> None:
        """Run a command as root, without waiting for it."""
        self._port.sendall(json.dumps(command).encode() + b"\n")

    def press(self, order: str) -> None:
        """Give the device's hand an order, without waiting for it."""
        self.start(f"hand {order}")

    def state(self, *names: str) -> dict[str, str]:
        """Return properties of the service."""
        shown = self.run(f"systemctl show tavolino --property={','.join(names)}")
        return dict(line.split("=", 1) for line in shown.splitlines())

    def until(self, command: str, seconds: float = BOOT_S) -> str:
        """Wait until a command succeeds."""
        end = time.monotonic() + seconds
        while True:
            code, out, err = self.ask(command)
            if code == 0:
                return out.strip()
            if time.monotonic() > end:
                raise AssertionError(f"{command}: {out}{err}")
            time.sleep(TRY_S)

    def off(self, seconds: float = ANSWER_S) -> None:
        """Wait until the machine has switched itself off."""
        self._process.wait(seconds)

    def cut(self) -> None:
        """Cut the power."""
        self._process.kill()
        self._process.wait()
        self._port.close()

    def _line(self) -> bytes:
        """Return the machine's next line."""
        end = time.monotonic() + ANSWER_S
        while b"\n" not in self._said:
            if select.select([self._port], [], [], NUDGE_S)[0]:
                part = self._port.recv(65536)
                if not part:
                    raise Gone(f"QEMU: {self._process.poll()}")
                self._said += part
            elif time.monotonic() > end:
                raise Gone(f"no answer for {ANSWER_S} s")
            else:
                self._process.send_signal(signal.SIGIO)
        line, _, self._said = self._said.partition(b"\n")
        return line


@contextmanager
def boot(disk: Disk, log: Path) -> Iterator[Machine]:
    """Boot a machine, and wait until it answers; its power is cut at the end."""
    place = log.with_suffix(".port")
    place.unlink(missing_ok=True)
    # No display, network or graphics card; the console goes to the log.
    command = ["qemu-system-x86_64", "-nodefaults", "-display", "none", "-m", MEMORY]
    # The same on every computer, fast or slow. In QEMU 7 the emulation of cmpxchg16b spoils flags, and a kernel that
    # patches itself may fail on a second processor, so there is one.
    command += ["-accel", "tcg", "-cpu", "qemu64,-cx16"]
    command += ["-kernel", str(disk.kernel), "-initrd", str(disk.initrd)]
    command += ["-append", "root=/dev/vda quiet console=ttyS0 panic=-1", "-no-reboot"]
    command += ["-drive", f"file={disk.path},format=raw,if=virtio", "-serial", f"file:{log}"]
    command += [] if disk.plays is None else ["-drive", f"file={disk.plays},format=raw,if=virtio"]
    command += ["-device", "virtio-serial-pci", "-chardev", f"socket,id=host,path={place},server=on,wait=off"]
    command += ["-device", "virtserialport,chardev=host,name=host", "-device", "virtio-rng-pci"]
    with start_machine(command, place) as machine:
        machine.run("true")
        yield machine
        machine.cut()


@contextmanager
def start_machine(command: list[str], place: Path) -> Iterator[Machine]:
    """Start a machine by a QEMU command, with the host's port at `place`; its power is cut at the end."""
    with subprocess.Popen(command, stdin=subprocess.DEVNULL) as process:
        try:
            yield Machine(process, _connect(process, place))
        finally:
            process.kill()


def _connect(process: "subprocess.Popen[bytes]", place: Path) -> socket.socket:
    end = time.monotonic() + BOOT_S
    port = socket.socket(socket.AF_UNIX)
    while True:
        assert process.poll() is None, "QEMU has ended"
        with contextlib.suppress(OSError):
            port.connect(str(place))
            port.settimeout(ANSWER_S)
            return port
        assert time.monotonic() < end
        time.sleep(TRY_S)
