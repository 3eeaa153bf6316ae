"""The keys of a build on gpiozero's pins."""

import threading
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeAlias

from hw.clock import Clock
from hw.errors import PinFailed, PinInUse
from hw.events import Edge, InputLine
from hw.pinout import Use, cannot_open, cannot_use

Pins: TypeAlias = Mapping[InputLine, Use]
"""The contacts of a key set, each between its pin and ground."""


class Inputs:
    """Reports every edge of the keys to `sink`, with the time at which the kernel saw it.

    The thread of the pin library may be late on a busy machine. The kernel's time decides what was on the glass when a
    key went down, and how long the key was held.

    Args:
        sink: takes the edges, in a thread of gpiozero; must only pass them on, as `queue.SimpleQueue.put` does.
        clock: converts the times of edges.
        pins: the contacts of this device.
        factory: gpiozero pin factory; None: gpiozero's default.

    Raises:
        PinInUse: another program or part holds a pin.
        PinFailed: a pin cannot be opened for another reason.

    """

    def __init__(self, sink: Callable[[Edge], None], clock: Clock, pins: Pins, factory: Any = None) -> None:
        self._sink = sink
        self._clock = clock
        self.failure: Exception | None = None  # the last error of `sink`: edges were lost; or PinFailed of `level`
        self._pins = pins
        self._levels = dict.fromkeys(pins, False)  # as far as known
        self._devices: dict[InputLine, Any] = {}
        self._reports: list[Any] = []  # gpiozero keeps only weak references
        try:
            for line, use in pins.items():
                report = partial(self._report, line)
                self._reports.append(report)
                self._devices[line] = _open(use, report, factory)
        except (PinFailed, PinInUse):
            self.close()
            raise
        # The thread that reports edges; mock pins have none.
        self._threads = [thread for thread in threading.enumerate() if type(thread).__module__ == "hw.gpiod_pins"]

    @property
    def thread_failure(self) -> PinFailed | None:
        """Why no edge can ever come: the thread that reports them has ended. None while it runs."""
        if all(thread.is_alive() for thread in self._threads):
            return None
        return PinFailed("The thread that waits for keys has ended: no key is noticed any more. Start Tavolino again.")

    def level(self, line: InputLine) -> bool:
        """Return whether a contact is closed now; one that the build lacks never is.

        If the pin cannot be read, the level of its last edge is returned, and the error is kept in `failure`, once.
        """
        if line not in self._pins:
            return False
        try:
            self._levels[line] = bool(self._devices[line].is_active)
        except Exception as error:  # noqa: BLE001 - a pin library may raise anything; a level is not worth a play
            failure = cannot_use(error, self._pins[line], "read")
            if str(failure) != str(self.failure):
                self.failure = failure
        return self._levels[line]

    def close(self) -> None:
        """Release the pins; nothing is reported afterwards. May be called twice."""
        while self._devices:
            self._devices.popitem()[1].close()
        self._reports.clear()

    def _report(self, line: InputLine, ticks: float, high: bool) -> None:
        # Pin libraries call back for all pins in one thread. An exception here would end it without a word: the process
        # would look healthy and never see another key. So nothing may leave this function but an edge.
        level = self._levels[line] = not high  # the contact is between the pin and ground
        try:
            self._sink(Edge(self._clock.time_of(ticks), line, level))
        except Exception as error:  # noqa: BLE001 - see above; the loop can look at it
            self.failure = error


def _open(use: Use, report: Callable[[float, bool], None], factory: Any) -> Any:
    """Return gpiozero's device for a contact between the pin and ground; `report` takes the ticks and level of edges.

    It has no bounce time, which would delay each edge, and no hold, which would come from another thread. `hw.keys`
    does both with the raw edges.
    """
    device = None
    try:
        from gpiozero import InputDevice

        # Its subclasses keep the ticks to themselves; Button would start a thread for holds, used or not, as well.
        device = InputDevice(use.pin, pull_up=True, pin_factory=factory)
        device.pin.when_changed = report
    except Exception as error:
        if device is not None:
            device.close()
        raise cannot_open(error, use) from error
    return device
