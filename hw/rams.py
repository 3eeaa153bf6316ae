"""The content of the chip's two RAMs, and how the next frame is written to them: whole, or only where it differs.

    24: the frame ──┐
                    ├──▶ a partial refresh drives what differs ──▶ one has the frame, the other the one before
    26: the glass ──┘                                              (which, depends on the batch)

A frame is written whole if RAM may have been lost: after an error or a sleep, and at rest, when a loss of power goes
unnoticed. Right after a partial refresh, with the voltage still on, only what differs is written. Drawing never turns
on a voltage that should be on: a chip that lost its power leaves the glass as it is, and is noticed. Import this only
to open a panel: it loads Adafruit's library.
"""

from collections.abc import Callable

from hw.packing import area, difference_boxes
from hw.panel import Mode
from hw.ssd168x import Ssd168x

MAX_SYNC_BYTES = 9_000
"""Sync the RAMs only if at most this many bytes differ: a key that comes meanwhile waits 15 ms.

A highlight that moves changes fewer. After another step of a large panel the next frame is written whole, as after a
rest.
"""


class Rams:
    """Both RAMs of one chip, written by its `driver`."""

    def __init__(self, driver: Ssd168x) -> None:
        self.glass: bytearray | None = None
        """The frame on the glass, packed; None: unknown."""
        self._driver = driver
        self._before: bytearray | None = None  # what one of the RAMs may hold in its place; None: anything
        self._partial_writes = True  # until something goes wrong

    @property
    def reliable(self) -> bool:
        """Whether the RAMs are sure to be as they were when the last refresh ended."""
        return self._before is not None

    @property
    def synced(self) -> bool:
        """Whether there is nothing to sync."""
        return self._before is None or self._before is self.glass

    def write(self, new: bytearray, mode: Mode) -> Callable[[], None]:
        """Write the RAMs for a refresh; return the command that begins it.

        Unless RAM is `reliable` and the refresh partial, the registers must have been set before.
        """
        driver, glass, before = self._driver, self.glass, self._before
        if glass is None or mode is not Mode.PARTIAL:
            driver.send(new, new)
        elif before is None:
            driver.send(new, glass)
        else:
            old = None if self.synced else glass
            for box in difference_boxes(driver.stride, glass, new, before):
                driver.send(new, old, box)
            return driver.refresh_again
        return lambda: driver.refresh(mode)

    def note_refresh(self, new: bytearray, mode: Mode) -> None:
        """Note that a refresh has ended. The voltage is on."""
        self._before = self.glass if mode is Mode.PARTIAL and self._partial_writes else None
        self.glass = new

    def sync_planes(self) -> None:
        """Write what is on the glass to both RAMs, so that the next frame needs writing to one of them only."""
        if self.glass is None or self._before is None or self.synced:
            return
        boxes = difference_boxes(self._driver.stride, self.glass, self._before)
        small = area(boxes) <= MAX_SYNC_BYTES
        for box in boxes if small else ():
            self._driver.send(self.glass, self.glass, box)
        self._before = self.glass if small else None

    def power_off(self) -> None:
        """Note that the voltage goes off."""
        self._before = None

    def forget(self) -> None:
        """Note an error. From now on all frames are written whole: it may happen again."""
        self.glass = self._before = None
        self._partial_writes = False
