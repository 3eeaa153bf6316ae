"""USB keys on the real kernel: keyboards made by uinput, read by the real libevdev, in real time.

Needs root and /dev/uinput; without it, as in a container, nothing of it runs. In an emulated machine without the
other packages of the tests: `pytest --noconftest -c /dev/null -m all tests/kernel/test_usb.py`.
"""

import os
import select
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

import pytest

from hw.clock import SystemClock
from hw.events import AnyEdge, Edge, UsbEdge, UsbGone
from hw.usb import DEV, UsbPorts
from hw.usb_keys import Claims
from tests.usb_pads import KEY_CODES, KEYBOARD, PAD, A, B

needs_uinput = pytest.mark.skipif(
    not os.access("/dev/uinput", os.W_OK) or find_spec("libevdev") is None, reason="uinput or libevdev is missing"
)
pytestmark = [pytest.mark.all, needs_uinput]

TIMEOUT_S = 30.0
BUS_USB, BUS_BLUETOOTH = 3, 5
EV_SYN, EV_KEY = 0, 1


class Board:
    """A keyboard of the kernel's own making, with repeats."""

    def __init__(self, device: str = KEYBOARD, bus: int = BUS_USB) -> None:
        import libevdev

        board = libevdev.Device()
        board.name = f"Board {device}"
        vendor, product = (int(part, 16) for part in device.split(":"))
        board.id = {"bustype": bus, "vendor": vendor, "product": product, "version": 1}
        for code in KEY_CODES:
            board.enable(libevdev.evbit(EV_KEY, code))
        board.enable(libevdev.EV_REP.REP_DELAY, 100)
        board.enable(libevdev.EV_REP.REP_PERIOD, 20)
        self._device: Any = board.create_uinput_device()
        self.port = Path(self._device.devnode).name

    def send(self, code: int, level: bool) -> None:
        """Press a key or let it go."""
        import libevdev

        pressed = libevdev.InputEvent(libevdev.evbit(EV_KEY, code), int(level))
        self._device.send_events([pressed, libevdev.InputEvent(libevdev.EV_SYN.SYN_REPORT, 0)])

    def unplug(self) -> None:
        """Take it away."""
        self._device._uinput = None


class Ports:
    """The ports of this computer, and the edges that come."""

    def __init__(self) -> None:
        self.edges: SimpleQueue[AnyEdge] = SimpleQueue()
        self.ports = UsbPorts(self.edges.put, SystemClock())
        self.boards: list[Board] = []

    def plug(self, device: str = KEYBOARD, claims: Claims | None = None, bus: int = BUS_USB) -> Board:
        """Plug a keyboard in, and look."""
        board = Board(device, bus)
        self.boards.append(board)
        ends = time.monotonic() + TIMEOUT_S
        while board.port not in os.listdir(DEV) and time.monotonic() < ends:  # noqa: PTH208 - names
            time.sleep(0.01)
        self.ports.apply(claims or Claims())
        return board

    def next(self, seconds: float = TIMEOUT_S) -> AnyEdge | None:
        """Return the next edge; None if none comes for some seconds."""
        try:
            return self.edges.get(timeout=seconds)
        except Empty:
            return None

    def next_key(self) -> tuple[str, str, int, bool]:
        """Return the next edge of a key, without its time."""
        edge = self.next()
        assert isinstance(edge, UsbEdge)
        return edge.device, edge.port, edge.code, edge.level


@pytest.fixture
def ports() -> Iterator[Ports]:
    """The ports of this computer."""
    computer = Ports()
    yield computer
    computer.ports.close()
    for board in computer.boards:
        board.unplug()


def test_two_keyboards(ports: Ports) -> None:
    """Each is known by its port; an edge has the time at which the kernel saw it."""
    one, other = ports.plug(KEYBOARD), ports.plug(PAD)
    began = time.monotonic()
    one.send(A, True)
    edge = ports.next()
    assert isinstance(edge, UsbEdge)
    assert began <= edge.at <= time.monotonic()
    assert (KEYBOARD, one.port, A, True) == (edge.device, edge.port, edge.code, edge.level)
    other.send(A, True)
    other.send(A, False)
    one.send(A, False)
    edges = [ports.next_key() for _ in range(3)]  # each device has its own queue
    assert [(PAD, other.port, A, True), (PAD, other.port, A, False)] == [edge for edge in edges if edge[0] == PAD]
    assert (KEYBOARD, one.port, A, False) in edges


def test_the_kernel_repeats_and_we_do_not(ports: Ports) -> None:
    """A key that is held says nothing until it is let go."""
    board = ports.plug()
    board.send(A, True)
    assert A == ports.next_key()[2]
    assert ports.next(0.5) is None
    board.send(A, False)
    assert (A, False) == ports.next_key()[2:]


def test_a_grab(ports: Ports) -> None:
    """Nobody else gets what is typed on a learned device; with a console everybody does."""
    learned = Claims({KEYBOARD: {"next": A}})
    board = ports.plug()
    other = os.open(DEV / board.port, os.O_RDONLY | os.O_NONBLOCK)
    try:
        for claims, heard in ((Claims(), True), (learned, False), (Claims(learned.learned, console=True), True)):
            ports.ports.apply(claims)
            board.send(A, True)
            board.send(A, False)
            assert [(A, True), (A, False)] == [ports.next_key()[2:], ports.next_key()[2:]]
            ready, _, _ = select.select([other], [], [], 0)
            assert heard == bool(ready)
            if ready:
                os.read(other, 4096)
    finally:
        os.close(other)


def test_a_grab_waits_for_a_key(ports: Ports) -> None:
    """A program that saw a key go down sees it come up."""
    learned = Claims({KEYBOARD: {"next": A}})
    board = ports.plug()
    other = os.open(DEV / board.port, os.O_RDONLY | os.O_NONBLOCK)
    try:
        board.send(A, True)
        ports.next_key()
        ports.ports.apply(learned)
        board.send(A, False)
        ports.next_key()
        assert len(os.read(other, 4096)) >= 4 * 24  # down and up, each with its end
        ports.ports.apply(learned)
        board.send(B, True)
        ports.next_key()
        assert ([], [], []) == select.select([other], [], [], 0)
    finally:
        os.close(other)


def test_unplugged_and_plugged_in_again(ports: Ports) -> None:
    """With a key down: it is gone, and the next keyboard is read."""
    board = ports.plug()
    board.send(A, True)
    ports.next_key()
    board.unplug()
    edges = [ports.next()]
    while not isinstance(edges[-1], UsbGone):  # the kernel may let the key go first
        assert isinstance(edges[-1], UsbEdge)
        assert not edges[-1].level
        edges.append(ports.next())
    ports.ports.apply(Claims())
    again = ports.plug()
    again.send(B, True)
    assert (KEYBOARD, again.port, B, True) == ports.next_key()


def test_more_than_the_kernel_keeps(ports: Ports) -> None:
    """After dropped events the device still knows which keys are up and which are down."""
    board = ports.plug()
    board.send(A, True)
    ports.next_key()
    with ports.ports._reader._lock:
        for _ in range(500):
            board.send(A, False)
            board.send(A, True)
        board.send(B, True)
        board.send(A, False)
    levels = dict[int, bool]()
    while (edge := ports.next(1.0)) is not None:
        assert isinstance(edge, UsbEdge)
        levels[edge.code] = edge.level
    assert {A: False, B: True} == levels
    assert ports.ports.failures == ()


def test_other_devices_are_left_alone(ports: Ports) -> None:
    """A keyboard that is not on USB is not read."""
    board = ports.plug(bus=BUS_BLUETOOTH)
    board.send(A, True)
    assert ports.next(0.5) is None
    assert board.port not in [one.port for one in ports.ports.devices]


def test_at_rest_the_thread_sleeps(ports: Ports) -> None:
    """It wakes for an edge, and for nothing else."""
    board = ports.plug()
    board.send(A, True)
    assert not isinstance(ports.next(), Edge)
    board.send(A, False)
    ports.next()
    before = _woken()
    time.sleep(2.0)
    assert _woken() - before <= 3


def _woken() -> int:
    """Return how often threads of this process went to sleep by themselves."""
    lines = [line for status in Path("/proc/self/task").glob("*/status") for line in status.read_text().splitlines()]
    return sum(int(line.split()[1]) for line in lines if line.startswith("voluntary_ctxt"))
