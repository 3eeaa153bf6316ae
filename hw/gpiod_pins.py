"""gpiozero's pins on libgpiod's own Python binding, whose thread sleeps in the kernel until an edge comes.

    contact ─▶ kernel ─▶ the line's request ─▶ one thread, asleep in poll ─▶ gpiozero's `when_changed`

lgpio, gpiozero's usual library, polls its lines about 1,700 times a second instead (gpiozero #1007, lg #26).
The kernel's debounce stays off: it reports only stable levels, which would delay keys and lose quick detents.
Import this only to open pins: it loads gpiozero.
"""

from __future__ import annotations

import select
import threading
from operator import itemgetter
from pathlib import Path
from typing import Any

import gpiod
from gpiod.line import Bias, Direction, Edge, Value
from gpiozero.exc import PinFixedPull, PinInvalidFunction, PinSetInput, PinUnknownPi
from gpiozero.pins.local import LocalPiFactory, LocalPiPin

MAX_EDGES = 256
"""Edges of one line that the kernel keeps until they are read."""
BIAS = {"up": Bias.PULL_UP, "down": Bias.PULL_DOWN, "floating": Bias.DISABLED}
PI_5, PI_5_CHIP = 0x17, Path("/dev/gpiochip4")
"""On a Pi 5 with an older kernel the header is not on the first chip."""
DEFAULT_PI = 0xA02082
"""The revision of a Pi 3B: every supported Pi has its header of 40 pins, and gpiozero needs no more."""


class GpiodFactory(LocalPiFactory):  # type: ignore[misc]  # gpiozero has no types
    """Makes pins of this Pi's header.

    Raises:
        OSError: there is no GPIO chip, or this user may not use it.

    """

    def __init__(self) -> None:
        super().__init__()
        model = (self._get_revision() & 0xFF0) >> 4
        path = PI_5_CHIP if model == PI_5 and PI_5_CHIP.exists() else Path("/dev/gpiochip0")
        self.chip = gpiod.Chip(str(path))
        self.listener = EdgeThread()
        self.pin_class = GpiodPin

    def close(self) -> None:
        """Release all pins and the chip."""
        super().close()
        self.listener.close()
        self.chip.close()

    def _get_revision(self) -> int:
        """Return the revision from the firmware; under a boot loader without it, a default."""
        try:
            return int(super()._get_revision())
        except PinUnknownPi:
            return DEFAULT_PI


class GpiodPin(LocalPiPin):  # type: ignore[misc]  # as above
    """A line of the chip, requested from the kernel when its function is set. It reports every edge."""

    def __init__(self, factory: GpiodFactory, info: Any) -> None:
        super().__init__(factory, info)
        self._request: gpiod.LineRequest | None = None
        self._function, self._pull, self._edges = "input", "floating", Edge.NONE

    def input_with_pull(self, pull: str) -> None:
        """Make it an input in one go, with its pull."""
        self._function, self._pull = "input", pull
        self._configure()

    def output_with_state(self, state: bool) -> None:
        """Make it an output in one go, so that it never has any other level."""
        self._function = "output"
        self._configure(state)

    def read_edges(self) -> list[tuple[int, GpiodPin, bool]]:
        """Return the edges that the kernel has kept: time (ns), this pin, level."""
        if self._request is None:
            return []
        events = self._request.read_edge_events()
        return [(event.timestamp_ns, self, event.event_type is event.Type.RISING_EDGE) for event in events]

    def report(self, at: int, level: bool) -> None:
        """Tell gpiozero of an edge."""
        self._call_when_changed(at / 1e9, level)

    def close(self) -> None:
        """Give the line back to the kernel."""
        if self._request is not None:
            self.factory.listener.forget(self._request.fd)
            self._request.release()
            self._request = None

    def _configure(self, level: bool = False) -> None:
        """Request or reconfigure the line with the current settings."""
        output = self._function == "output"
        settings = gpiod.LineSettings(
            direction=Direction.OUTPUT if output else Direction.INPUT,
            bias=Bias.AS_IS if output else BIAS[self._pull],
            edge_detection=Edge.NONE if output else self._edges,
            output_value=Value(int(bool(level))),
        )
        lines: dict[Any, Any] = {self._number: settings}  # the library also takes names and tuples as keys
        if self._request is None:
            self._request = self.factory.chip.request_lines(lines, consumer="tavolino", event_buffer_size=MAX_EDGES)
        else:
            self._request.reconfigure_lines(lines)

    def _line_request(self) -> gpiod.LineRequest:
        """Return the line's request; a pin without a function becomes an input."""
        if self._request is None:
            self._configure()
        assert self._request is not None  # it was just made
        return self._request

    # --- the interface of gpiozero's pins ---

    def _get_function(self) -> str:
        return self._function

    def _set_function(self, value: str) -> None:
        if value not in ("input", "output"):
            raise PinInvalidFunction(f'invalid function "{value}" for pin {self!r}')
        self._function = value
        self._configure()

    def _get_state(self) -> bool:
        return self._line_request().get_value(self._number) is Value.ACTIVE

    def _set_state(self, value: bool) -> None:
        if self._function != "output":
            raise PinSetInput(f"cannot set state of pin {self!r}")
        self._line_request().set_value(self._number, Value(int(bool(value))))

    def _get_pull(self) -> str:
        return self._pull

    def _set_pull(self, value: str) -> None:
        if self._function != "input":
            raise PinFixedPull(f"cannot set pull on non-input pin {self!r}")
        self.input_with_pull(value)

    def _enable_event_detect(self) -> None:
        self._edges = Edge.BOTH
        self._configure()
        self.factory.listener.listen(self._line_request().fd, self)

    def _disable_event_detect(self) -> None:
        self._edges = Edge.NONE
        if self._request is not None:
            self.factory.listener.forget(self._request.fd)
            self._configure()


class EdgeThread(threading.Thread):
    """The one thread that waits for edges. It starts with the first pin."""

    def __init__(self) -> None:
        super().__init__(name="gpiod", daemon=True)
        self._poll = select.epoll()
        self._pins: dict[int, GpiodPin] = {}

    def listen(self, fd: int, pin: GpiodPin) -> None:
        """Report the edges of a pin, whose request has this file."""
        self._pins[fd] = pin
        self._poll.register(fd, select.EPOLLIN)
        if not self.is_alive():
            self.start()

    def forget(self, fd: int) -> None:
        """Stop reporting a pin."""
        if self._pins.pop(fd, None) is not None:
            self._poll.unregister(fd)

    def close(self) -> None:
        """Forget all pins; the thread sleeps until its process ends."""
        for fd in list(self._pins):
            self.forget(fd)

    def run(self) -> None:
        """Sleep until there are edges, and report them in the order of time.

        Each line has its own queue in the kernel, so all queues are read to the end before the edges are sorted.
        """
        while True:
            edges, ready = [], self._poll.poll()
            while ready:
                edges += [edge for fd, _ in ready if fd in self._pins for edge in self._pins[fd].read_edges()]
                ready = self._poll.poll(0)
            for at, pin, level in sorted(edges, key=itemgetter(0)):
                pin.report(at, level)
