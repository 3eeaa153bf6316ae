"""USB keypads and keyboards: found in the kernel's lists, and read by libevdev in one thread.

    /dev/input, /sys ─▶ UsbDevice ─▶ claim ─▶ libevdev ─▶ one thread, asleep in epoll ─▶ UsbEdge
                                       └ none: nothing is opened or imported

There may be no udev to report new devices, so their folder is read whenever the loop is awake anyway.
"""

import os
import select
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

from msgspec import Struct

from hw.clock import Clock
from hw.errors import HwError, UsbFailed, error_words
from hw.events import UsbEdge, UsbGone
from hw.usb_keys import Claim, Claims, UsbDevice

DEV, SYS = Path("/dev/input"), Path("/sys/class/input")
BUS_USB, EV_KEY, WORD_BITS = 3, 1, 64
"""Of linux/input.h, and of the words in which a kernel of 64 bits lists the keys of a device."""
MAX_REFUSED_S = 3.0
"""Time for which a device may be refused before that is a fault, s: it belongs to root until its group is set."""

Sink = Callable[[UsbEdge | UsbGone], None]


class UsbPorts:
    """The USB devices that have keys. Edges of those that are read go to `sink`, with the times of the kernel.

    Args:
        sink: takes the edges, in a thread; must only pass them on.
        clock: on which the edges have their times.
        dev: the folder of the devices.
        sys: the folder in which the kernel describes them.

    """

    def __init__(self, sink: Sink, clock: Clock, dev: Path = DEV, sys: Path = SYS) -> None:
        self._reader = _Reader(sink, clock)
        self._clock = clock
        self._dev, self._sys = dev, sys
        self._ports: dict[tuple[str, int], _Port | None] = {}  # None: it is no USB device, or has no keys
        self._settled: object = None  # the devices and claims of the last call, if nothing remained to do
        self.failures: tuple[HwError, ...] = ()

    @property
    def devices(self) -> tuple[UsbDevice, ...]:
        """The devices with keys that are plugged in, whether they are read or not."""
        return tuple(port.info for port in self._ports.values() if port is not None)

    def apply(self, claims: Claims) -> None:
        """Open and grab the claimed devices, and let go of all others."""
        nodes = _nodes(self._dev)
        for node in [node for node, port in self._ports.items() if node not in nodes or (port and port.gone)]:
            self._let_go(self._ports.pop(node))
        if (nodes, claims) == self._settled and nodes == self._ports.keys():
            return
        self._ports |= {node: _port(self._sys, node[0]) for node in nodes - self._ports.keys()}
        ready = [self._claim(port, claims.claim_of(port.info)) for port in self._ports.values() if port is not None]
        self._settled = (nodes, claims) if all(ready) else None

    def close(self) -> None:
        """Let go of all devices; nothing is reported afterwards."""
        while self._ports:
            self._let_go(self._ports.popitem()[1])

    def _claim(self, port: "_Port", claim: Claim) -> bool:
        """Open, grab or let go of a device; return whether that is done."""
        if claim == "none":
            self._let_go(port)
            return True
        try:
            if port.file is None:
                self._open(port)
            if port.grabbed != (claim == "grab"):
                return self._grab(port)
        except Exception as error:  # noqa: BLE001 - the library raises errors of its own; a pad is not worth a play
            self._let_go(port)
            self._note_refusal(error, port)
            return False
        port.refused_at = None
        return True

    def _open(self, port: "_Port") -> None:
        import libevdev

        descriptor = os.open(self._dev / port.info.port, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        port.file = os.fdopen(descriptor, "rb", buffering=0)
        port.evdev = libevdev.Device(port.file)  # its times are those of CLOCK_MONOTONIC
        self._reader.listen(port)

    def _grab(self, port: "_Port") -> bool:
        """Grab a device, or release it for others, unless a key is down.

        A program that saw a key go down must also see it come up, or the key is down there forever.
        """
        if port.down:
            return False
        (port.evdev.ungrab if port.grabbed else port.evdev.grab)()
        port.grabbed = not port.grabbed
        return True

    def _let_go(self, port: "_Port | None") -> None:
        if port is None or port.file is None:
            return
        self._reader.forget(port)
        with suppress(OSError):
            port.file.close()
        port.file, port.evdev, port.grabbed = None, None, False
        port.down.clear()

    def _note_refusal(self, error: Exception, port: "_Port") -> None:
        """Report a device that is refused for too long, once."""
        now = self._clock.now()
        if port.refused_at is None:
            port.refused_at = now
        elif not port.reported and now >= port.refused_at + MAX_REFUSED_S:
            port.reported = True
            self.failures = (_failure(error, self._dev / port.info.port),)


class _Port(Struct):
    """A device: the kernel's `info`, its open file, the keys that are `down`, and when it was first refused."""

    info: UsbDevice
    file: BinaryIO | None = None
    evdev: Any = None
    grabbed: bool = False
    gone: bool = False
    refused_at: float | None = None
    reported: bool = False
    down: set[int] = set()


class _Reader:
    """The one thread that reads devices. It starts with the first one."""

    def __init__(self, sink: Sink, clock: Clock) -> None:
        self._sink, self._clock = sink, clock
        self._lock = threading.Lock()  # no file is closed while it is read: another could have its number
        self._ports: dict[int, _Port] = {}
        self._poll: select.epoll | None = None

    def listen(self, port: _Port) -> None:
        """Read a device that is open."""
        assert port.file is not None
        if self._poll is None:
            self._poll = select.epoll()
            threading.Thread(target=self._run, args=(self._poll,), name="usb", daemon=True).start()
        self._ports[port.file.fileno()] = port
        self._poll.register(port.file, select.EPOLLIN)

    def forget(self, port: _Port) -> None:
        """Stop reading a device. Its file is still open."""
        with self._lock:
            self._forget(port)

    def _forget(self, port: _Port) -> None:
        assert port.file is not None
        if self._poll is not None and self._ports.pop(port.file.fileno(), None) is not None:
            self._poll.unregister(port.file)

    def _run(self, poll: select.epoll) -> None:
        while True:
            for descriptor, _ in poll.poll():
                with self._lock:
                    port = self._ports.get(descriptor)
                    if port is not None:
                        self._read(port)

    def _read(self, port: _Port) -> None:
        try:
            for event in _events(port.evdev):
                if event.type.value == EV_KEY and event.value in (0, 1):  # 2 is a repeat of the kernel's
                    self._report(port, event)
        except Exception:  # noqa: BLE001 - the kernel says that it is gone; whatever else, it is opened again
            self._forget(port)
            port.gone = True
            self._sink(UsbGone(port.info.port))

    def _report(self, port: _Port, event: Any) -> None:
        (port.down.add if event.value else port.down.discard)(event.code.value)
        at = self._clock.time_of(event.sec + event.usec / 1e6)
        self._sink(UsbEdge(at, port.info.device, port.info.port, event.code.value, bool(event.value)))


def _events(evdev: Any) -> Iterator[Any]:
    """Yield the events that wait; if the kernel dropped some, those that make up for them."""
    from libevdev import EventsDroppedException

    try:
        yield from evdev.events()
    except EventsDroppedException:
        yield from evdev.sync()


def _nodes(dev: Path) -> frozenset[tuple[str, int]]:
    """Return the name and the inode of each device that reports events: the kernel uses a name again."""
    try:
        with os.scandir(dev) as entries:
            return frozenset((entry.name, entry.inode()) for entry in entries if entry.name.startswith("event"))
    except OSError:
        return frozenset()


def _port(sys: Path, port: str) -> _Port | None:
    """Return what the kernel says of a device; None if it is no USB device, or has no keys."""
    place = sys / port / "device"
    try:
        bus, vendor, product = ((place / "id" / name).read_text().strip() for name in ("bustype", "vendor", "product"))
        words = (place / "capabilities" / "key").read_text().split()
        name = (place / "name").read_text("utf-8", "replace").strip()
        codes = sum(int(word, 16) << WORD_BITS * n for n, word in enumerate(reversed(words)))
        is_usb = int(bus, 16) == BUS_USB
    except (OSError, ValueError):
        return None
    return _Port(UsbDevice(port, f"{vendor}:{product}", name, codes)) if is_usb and codes else None


def _failure(error: Exception, path: Path) -> UsbFailed:
    """Return the error, with its sentence, for what was raised when a device was opened."""
    if isinstance(error, PermissionError):
        return UsbFailed(f"{path} cannot be read: this user may not. Put it into the group input.")
    if isinstance(error, ImportError) or "libevdev.so" in str(error):
        return UsbFailed(f"The library of USB keys cannot be loaded ({error}). Install libevdev2 and Tavolino again.")
    if type(error).__name__ == "DeviceGrabError":
        return UsbFailed(f"{path} is held by another program. Stop it, or plug the device in again.")
    return UsbFailed(f"{path} cannot be read ({error_words(error)}). Plug the device in again.")
