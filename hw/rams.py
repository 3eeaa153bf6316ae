"""The content of the chip's two RAMs. The next frame is written to them whole, or only the parts that differ.

    new:     the frame ──┐
                         ├──▶ a partial refresh drives what differs ──▶ one has the frame, the other the one before,
    second:  the glass ──┘                                              or both the frame: it depends on chip and batch

A frame is written whole if RAM may have been lost: after an error or a sleep, and at rest, when a loss of power goes
unnoticed. Right after a partial refresh, with the voltage still on, only differences are written. Drawing never turns
on a voltage that should be on: a chip that lost its power leaves the glass as it is, and BUSY shows it. Import this
only to open a panel: it loads Adafruit's library.
"""

from collections.abc import Callable

from hw.driver import Driver
from hw.packing import area, difference_boxes, upper_part, with_part
from hw.panel import Mode

MAX_SYNC_BYTES = 9_000
"""The RAMs are synced in parts of at most this many bytes: a key that comes meanwhile waits 15 ms."""


class Rams:
    """Both RAMs of one chip, written by its `driver`."""

    def __init__(self, driver: Driver) -> None:
        self.glass: bytearray | None = None
        """The frame on the glass, packed; None: unknown."""
        self._driver = driver
        self._previous: bytearray | None = None  # may be in one of the RAMs instead; None: both may hold anything
        self._partial_writes = True  # until something goes wrong

    @property
    def reliable(self) -> bool:
        """True if the RAMs are certainly as they were when the last refresh ended."""
        return self._previous is not None

    @property
    def synced(self) -> bool:
        """True if there is nothing to sync."""
        return self._previous is None or self._previous is self.glass

    def write(self, new: bytearray, mode: Mode) -> Callable[[], None]:
        """Write the RAMs for a refresh; return the command that begins it.

        Unless RAM is `reliable` and the refresh partial, the registers must have been set before.
        """
        driver, glass, previous = self._driver, self.glass, self._previous
        if glass is None or mode is not Mode.PARTIAL:
            driver.send(new, driver.full_base(new))
        elif previous is None:
            driver.send(new, glass)
        else:
            old = None if self.synced else glass
            for box in difference_boxes(driver.stride, glass, new, previous):
                driver.send(new, old, box)
            return driver.refresh_again
        return lambda: driver.refresh(mode)

    def note_refresh(self, new: bytearray, mode: Mode) -> None:
        """Note that a refresh has ended. The voltage is on."""
        self._previous = self.glass if mode is Mode.PARTIAL and self._partial_writes else None
        self.glass = new

    def sync_planes(self) -> None:
        """Write a part of the glass to both RAMs; once they are equal, the next frame needs only one."""
        if self.glass is None or self._previous is None or self.synced:
            return
        stride, remaining = self._driver.stride, MAX_SYNC_BYTES
        for box in difference_boxes(stride, self.glass, self._previous):
            part = upper_part(box, remaining)
            remaining -= area((part,))
            if area((part,)):
                self._driver.send(self.glass, self.glass, part)
                self._previous = with_part(self._previous, self.glass, stride, part)
        if self._previous == self.glass:
            self._previous = self.glass

    def note_power_off(self) -> None:
        """Note that the voltage goes off."""
        self._previous = None

    def forget(self) -> None:
        """Note an error. From now on all frames are written whole: it may happen again."""
        self.glass = self._previous = None
        self._partial_writes = False
