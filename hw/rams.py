"""What the chip's two RAMs hold, and how the next frame gets into them: whole, or only where it differs.

    24: the frame ──┐
                    ├──▶ a partial refresh drives what differs ──▶ one has the frame, the other the one before
    26: the glass ──┘                                              (which, depends on the batch)

A frame is written whole where RAM may have been lost: after an error or a sleep, and at rest, where it is not noticed.
Right after a partial refresh, with the voltage still on, only what differs is written. Drawing never switches a voltage
on that should be on: a chip that lost its power leaves the glass as it is, and is found out.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from hw.packing import area, differing
from hw.panel import Mode

if TYPE_CHECKING:
    from hw.ssd168x import Swift  # loads Adafruit's library

MOST = 9_000
"""The RAMs are evened out where so many bytes of a frame differ, and no more: a key that comes meanwhile waits 15 ms.

A highlight that moves changes fewer. After another step of a large panel the next frame is written whole, as after a
rest.
"""


class Rams:
    """Both RAMs of one chip.

    Args:
        driver: writes them.

    """

    def __init__(self, driver: "Swift") -> None:
        self.glass: bytearray | None = None
        """The frame on the glass, packed; None: nobody knows."""
        self._driver = driver
        self._before: bytearray | None = None  # what one of the RAMs may have in place of it; None: anything
        self._reliable = True

    @property
    def known(self) -> bool:
        """Whether the RAMs surely hold what they held when the last refresh ended."""
        return self._before is not None

    @property
    def even(self) -> bool:
        """Whether there is nothing to even out."""
        return self._before is None or self._before is self.glass

    def write(self, new: bytearray, mode: Mode) -> Callable[[], None]:
        """Write what a refresh needs; return the command that begins it.

        Where RAM is not `known`, or for a full refresh, the registers must have been set before.
        """
        driver, glass, before = self._driver, self.glass, self._before
        if glass is None or mode is not Mode.PARTIAL:
            driver.send(new, new)
        elif before is None:
            driver.send(new, glass)
        else:
            old = None if self.even else glass
            for box in differing(driver.stride, glass, new, before):
                driver.send(new, old, box)
            return driver.refresh_again
        return lambda: driver.refresh(mode)

    def drawn(self, new: bytearray, mode: Mode) -> None:
        """Note that a refresh has come to its end. The voltage is on."""
        self._before = self.glass if mode is Mode.PARTIAL and self._reliable else None
        self.glass = new

    def even_out(self) -> None:
        """Bring both RAMs to what is on the glass, so that the next frame need be written to one of them alone."""
        if self.glass is None or self._before is None or self.even:
            return
        boxes = differing(self._driver.stride, self.glass, self._before)
        small = area(boxes) <= MOST
        for box in boxes if small else ():
            self._driver.send(self.glass, self.glass, box)
        self._before = self.glass if small else None

    def rest(self) -> None:
        """Note that the voltage goes off."""
        self._before = None

    def forget(self) -> None:
        """Note that something went wrong. From now on all frames are written whole: it may happen again."""
        self.glass = self._before = None
        self._reliable = False
