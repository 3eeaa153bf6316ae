"""USB devices as the kernel lists them, read by a library that stands in for libevdev: pipes are the devices.

The real library on the real kernel is in `tests/kernel/test_usb.py`.
"""

import os
import shutil
import struct
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import SimpleQueue
from types import ModuleType
from typing import Any, BinaryIO

import pytest
from msgspec import Struct

from hw.clock import HandClock
from hw.events import AnyEdge, Edge, UsbEdge, UsbGone
from hw.usb import MAX_REFUSED_S, UsbPorts
from hw.usb_keys import Claims
from tests.usb_pads import KEY_CODES, KEYBOARD, PAD, SPACE, A, bits

EVENT = struct.Struct("<qqHHi")
DROPPED = 3
KEY, REPEATED, BROKEN = 1, 2, 99
TIMEOUT_S = 60
"""The longest time of a thread on a busy machine, s."""
LEARNED = Claims({KEYBOARD: {"next": A}})


class Number(Struct, frozen=True):
    """A type or code of the library."""

    value: int


class Event(Struct, frozen=True):
    """An event of the library."""

    type: Number
    code: Number
    value: int
    sec: int
    usec: int


class Dropped(Exception):
    """The kernel dropped events."""


class DeviceGrabError(Exception):
    """Another program has the device."""


class Library(ModuleType):
    """In place of libevdev. `grabs` has what was grabbed (True) and let go of."""

    EventsDroppedException = Dropped

    def __init__(self) -> None:
        super().__init__("libevdev")
        self.grabs = list[bool]()
        self.refuses = False
        self.fails: Exception | None = None

    def Device(self, file: BinaryIO) -> "Device":  # noqa: N802 - a class of the library
        """Return an open device."""
        if self.fails is not None:
            raise self.fails
        return Device(file, self)


class Device:
    """A device of the library."""

    def __init__(self, file: BinaryIO, library: Library) -> None:
        self._file, self._library = file, library

    def events(self) -> Iterator[Event]:
        """Yield what waits in the pipe."""
        while (raw := self._file.read(EVENT.size)) is not None:
            if not raw:
                raise OSError(19, "No such device")
            sec, usec, kind, code, value = EVENT.unpack(raw)
            if (kind, code) == (0, DROPPED):
                raise Dropped
            if kind == BROKEN:
                raise ValueError
            yield Event(Number(kind), Number(code), value, sec, usec)

    def sync(self) -> Iterator[Event]:
        """Yield what makes up for dropped events."""
        yield Event(Number(KEY), Number(SPACE), 0, 7, 0)

    def grab(self) -> None:
        """Grab it."""
        if self._library.refuses:
            raise DeviceGrabError
        self._library.grabs.append(True)

    def ungrab(self) -> None:
        """Let go of it."""
        self._library.grabs.append(False)


class Kernel:
    """A folder of devices and what the kernel says of them; ports that look at them, and their edges."""

    def __init__(self, folder: Path, clock: HandClock) -> None:
        self.dev, self.sys, self.clock = folder / "dev", folder / "sys", clock
        self.edges: SimpleQueue[AnyEdge] = SimpleQueue()
        self.ports = UsbPorts(self.edges.put, clock, self.dev, self.sys)
        self._hands: dict[str, int] = {}

    def plug(self, port: str = "event3", device: str = KEYBOARD, *, bus: int = 3, words: str | None = None) -> None:
        """Plug a device in."""
        self.dev.mkdir(exist_ok=True)
        os.mkfifo(self.dev / port)
        self._hands[port] = os.open(self.dev / port, os.O_RDWR)
        place = self.sys / port / "device"
        vendor, product = device.split(":")
        codes = bits(KEY_CODES)
        listed = f"{codes >> 64:x} {codes & (1 << 64) - 1:x}"
        for name, text in {
            "id/bustype": f"{bus:04x}",
            "id/vendor": vendor,
            "id/product": product,
            "name": "A Keyboard",
            "capabilities/key": listed if words is None else words,
        }.items():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            (place / name).write_text(f"{text}\n")

    def unplug(self, port: str = "event3") -> None:
        """Pull a device out."""
        (self.dev / port).unlink()
        shutil.rmtree(self.sys / port)
        os.close(self._hands.pop(port))

    def send(self, code: int, value: int, port: str = "event3", *, kind: int = KEY) -> None:
        """Let a device say something, at 5.25 s."""
        os.write(self._hands[port], EVENT.pack(5, 250_000, kind, code, value))

    def next(self) -> tuple[str, str, int, bool] | UsbGone:
        """Return the next edge without its time, when it comes."""
        edge = self.edges.get(timeout=TIMEOUT_S)
        assert not isinstance(edge, Edge)
        return edge if isinstance(edge, UsbGone) else (edge.device, edge.port, edge.code, edge.level)

    def close(self) -> None:
        """Let go of all."""
        self.ports.close()
        for hand in self._hands.values():
            os.close(hand)


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> Library:
    """Return the library that is imported as libevdev."""
    made = Library()
    monkeypatch.setitem(sys.modules, "libevdev", made)
    return made


@pytest.fixture
def kernel(tmp_path: Path) -> Iterator[Kernel]:
    """A kernel without devices."""
    made = Kernel(tmp_path, HandClock())
    yield made
    made.close()


def test_no_device_no_library(kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a USB keyboard nothing is opened, imported or begun; a mouse and a key of the computer are none."""
    monkeypatch.setitem(sys.modules, "libevdev", None)  # an import of it would be an error
    kernel.ports.apply(Claims())
    assert not kernel.ports.devices
    kernel.plug("event0", bus=0x19)
    kernel.plug("event1", words="3ff0000 0 0 0 0")
    (kernel.dev / "mouse0").touch()
    for _ in range(2):
        kernel.ports.apply(Claims())
        kernel.clock.advance(MAX_REFUSED_S)
    assert ["event1"] == [one.port for one in kernel.ports.devices]
    assert not kernel.ports.failures


@pytest.mark.usefixtures("library")
def test_edges_with_the_times_of_the_kernel(kernel: Kernel) -> None:
    """A key goes down and up; repeats and other events are ignored."""
    kernel.plug()
    kernel.ports.apply(Claims())
    for kind, code, value in ((4, 4, A), (KEY, A, 1), (0, 0, 0), (KEY, A, REPEATED), (KEY, A, 0), (KEY, SPACE, 1)):
        kernel.send(code, value, kind=kind)
    for code, level in ((A, True), (A, False), (SPACE, True)):
        assert (KEYBOARD, "event3", code, level) == kernel.next()


@pytest.mark.usefixtures("library")
def test_the_time_of_an_edge_is_that_of_the_kernel(tmp_path: Path) -> None:
    """In seconds of CLOCK_MONOTONIC."""

    class Ticks(HandClock):
        def time_of(self, ticks: float) -> float:
            return ticks

    kernel = Kernel(tmp_path, Ticks())
    kernel.plug()
    kernel.ports.apply(Claims())
    kernel.send(A, 1)
    edge = kernel.edges.get(timeout=TIMEOUT_S)
    assert isinstance(edge, UsbEdge)
    assert 5.25 == edge.at
    kernel.close()


@pytest.mark.usefixtures("library")
def test_events_that_the_kernel_dropped(kernel: Kernel) -> None:
    """The events that the library adds for them are reported."""
    kernel.plug()
    kernel.ports.apply(Claims())
    kernel.send(DROPPED, 0, kind=0)
    assert (KEYBOARD, "event3", SPACE, False) == kernel.next()


@pytest.mark.usefixtures("library")
def test_unplugged_and_plugged_in_again(kernel: Kernel) -> None:
    """A device that cannot be read any more is gone; the next one with its name is another one, and is read."""
    kernel.plug()
    kernel.plug("event4", PAD)
    kernel.ports.apply(Claims())
    kernel.unplug()
    assert UsbGone("event3") == kernel.next()
    kernel.plug("event3", PAD)
    kernel.ports.apply(Claims())
    for port in ("event3", "event4"):
        kernel.send(A, 1, port)
        assert (PAD, port, A, True) == kernel.next()
    kernel.unplug("event4")
    assert UsbGone("event4") == kernel.next()
    kernel.ports.apply(Claims())
    assert ["event3"] == [one.port for one in kernel.ports.devices]


@pytest.mark.usefixtures("library")
def test_a_device_that_fails_while_it_is_read(kernel: Kernel) -> None:
    """It is let go of, and opened again at the next look: no error ends the thread."""
    kernel.plug()
    kernel.ports.apply(Claims())
    kernel.send(0, 0, kind=BROKEN)
    assert UsbGone("event3") == kernel.next()
    kernel.ports.apply(Claims())
    kernel.send(A, 1)
    assert (KEYBOARD, "event3", A, True) == kernel.next()


@pytest.mark.usefixtures("library")
def test_what_is_not_claimed_is_not_read(kernel: Kernel) -> None:
    """Neither before nor after; the file is closed."""
    kernel.plug()
    for claims, files in ((Claims(console=True), 0), (Claims(), 1), (Claims(console=True), 0)):
        kernel.ports.apply(claims)
        assert files == open_files(kernel.dev / "event3") - 1  # one is the hand's


def open_files(path: Path) -> int:
    """Return how many files of this process are open there."""
    return sum(link.is_symlink() and link.readlink() == path for link in Path("/proc/self/fd").iterdir())


def test_grabbed_when_no_key_is_down(kernel: Kernel, library: Library) -> None:
    """A program that saw a key go down sees it come up; a forgotten device is released."""
    kernel.plug()
    kernel.ports.apply(Claims())
    kernel.send(A, 1)
    kernel.next()
    kernel.ports.apply(LEARNED)
    assert [] == library.grabs
    kernel.send(A, 0)
    kernel.next()
    for claims in (LEARNED, LEARNED, Claims(), Claims()):
        kernel.ports.apply(claims)
    assert [True, False] == library.grabs


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        ("denied", "event3 cannot be read: this user may not. Put it into the group input."),
        ("held", "event3 is held by another program. Stop it, or plug the device in again."),
        ("missing", "Install libevdev2 and Tavolino again."),
        ("no part in C", "Install libevdev2 and Tavolino again."),
        ("broken", "event3 cannot be read (Input/output error). Plug the device in again."),
    ],
)
def test_a_device_that_is_refused(
    fault: str, sentence: str, kernel: Kernel, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After some seconds it is one sentence, said once; when the fault is gone the device is read."""
    kernel.plug()
    claims = refuse(fault, library, monkeypatch)
    for _ in range(2):
        kernel.ports.apply(claims)
        assert not kernel.ports.failures
    kernel.clock.advance(MAX_REFUSED_S)
    kernel.ports.apply(claims)
    (failure,) = kernel.ports.failures
    assert str(failure).endswith(sentence)
    kernel.ports.apply(claims)
    assert failure is kernel.ports.failures[0]
    monkeypatch.undo()
    monkeypatch.setitem(sys.modules, "libevdev", Library())
    kernel.ports.apply(claims)
    kernel.send(A, 1)
    assert (KEYBOARD, "event3", A, True) == kernel.next()


def refuse(fault: str, library: Library, monkeypatch: pytest.MonkeyPatch) -> Claims:
    """Let opening or grabbing fail."""
    refusal: Callable[..., Any]
    match fault:
        case "denied":

            def refusal(*_: object) -> int:
                raise PermissionError(13, "Permission denied")

            monkeypatch.setattr(os, "open", refusal)
        case "held":
            library.refuses = True
            return LEARNED
        case "missing":
            monkeypatch.setitem(sys.modules, "libevdev", None)
        case "no part in C":
            library.fails = OSError("libevdev.so.2: cannot open shared object file")
        case _:
            library.fails = OSError(5, "Input/output error")
    return Claims()


@pytest.mark.usefixtures("library")
def test_a_device_that_is_refused_for_a_moment(kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    """It belongs to root until its group is set: that is no fault."""
    kernel.plug()
    refuse("denied", Library(), monkeypatch)
    kernel.ports.apply(Claims())
    monkeypatch.undo()
    monkeypatch.setitem(sys.modules, "libevdev", Library())
    kernel.clock.advance(MAX_REFUSED_S)
    kernel.ports.apply(Claims())
    assert not kernel.ports.failures
    kernel.send(A, 1)
    assert (KEYBOARD, "event3", A, True) == kernel.next()
