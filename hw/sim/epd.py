"""A simulated panel to plug the real driver into: a chip on an SPI device and on three pins of a mock factory."""

import errno
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace
from PIL.Image import Image

from hw.build import PanelBuild, Times
from hw.bus import Buffer
from hw.chips import CHIPS
from hw.clock import Clock, HandClock
from hw.sim.chip import Chip, Trouble
from hw.sim.kinds import kind_of
from hw.sim.ssd16xx import Ssd16xx
from hw.sim.uc81xx import Uc81xx


class SimSpi:
    """Stands in for `spidev.SpiDev`. A transfer takes its time on a clock that is moved by hand.

    On any other clock nothing sleeps: the time on the wire is added to the next action of the chip.

    Args:
        chip: takes the bytes.
        dc: reads the wire of D/C.
        clock: the clock of both.
        cs: reads the chip select if it is a pin; None: the kernel drives it, low during each transfer.

    """

    def __init__(
        self, chip: Chip, dc: Callable[[], bool], clock: Clock, cs: Callable[[], bool] = lambda: False
    ) -> None:
        self.max_speed_hz = 500_000
        self.seconds = 0.0  # on the wire, in all
        self._chip = chip
        self._dc = dc
        self._clock = clock
        self._cs = cs

    def writebytes2(self, values: Buffer, /) -> None:
        """Bring the bytes to the chip. If its trouble is one of SPI, raise the error of the library."""
        if self._chip.trouble is Trouble.SPI_ERROR:
            raise OSError(errno.EIO, "Input/output error")
        if self._chip.trouble is Trouble.SPI_SHORT:
            raise SystemError("<method 'writebytes2'> returned NULL without setting an exception")
        data = bytes(values)
        seconds = 8 * len(data) / self.max_speed_hz
        self.seconds += seconds
        if isinstance(self._clock, HandClock):
            self._clock.advance(seconds)
        else:
            self._chip.lag += seconds
        self._chip.receive(data, dc=self._dc(), cs=self._cs())

    def close(self) -> None:
        """Do nothing."""


class SimPanel:
    """The panel of a build, as a thing on the table. Give `spi` and the factory to `EpdPanel`.

    Args:
        build: which; its glass is on the sources that the build says, unless `first_source` differs.
        clock: its time; a loop on a hand-moved clock calls `poll` when `deadline` has come.
        factory: a mock factory, `hw.sim.hand.mock_factory`, whose pins of the panel are not open yet.
        ping_pong: whether this batch swaps its RAMs after a partial refresh.
        first_source: the source of the first column, a multiple of 8; None: as the build says.
        times: how long this panel takes, instead of what its build says.

    """

    def __init__(
        self,
        build: PanelBuild,
        clock: Clock,
        factory: Any,
        *,
        ping_pong: bool = False,
        first_source: int | None = None,
        times: Times | None = None,
    ) -> None:
        from hw.sim.wires import BusyPin, FreePin, ResetPin

        busy = factory.pin(build.pins.busy, pin_class=BusyPin)
        rst = factory.pin(build.pins.rst, pin_class=ResetPin)
        dc = factory.pin(build.pins.dc, pin_class=FreePin)
        kind = kind_of(build, ping_pong=ping_pong, first_source=first_source)
        kind = kind if times is None else replace(kind, times=times)
        busy.low = CHIPS[build.driver].busy_low
        chip_class = Uc81xx if busy.low else Ssd16xx
        self.chip: Chip = chip_class(kind, clock, busy.show)
        self.spi = SimSpi(self.chip, lambda: bool(dc.state), clock)
        self.turned = False
        """True if the device is turned round."""
        self._build = build
        busy.chip = rst.chip = self.chip

    def picture(self) -> Image:
        """Return the glass as the player sees it (mode "1")."""
        return self.chip.glass.picture(self._rotation)

    def next_picture(self) -> Image | None:
        """Return the glass as the player will see it after the refresh that runs; None: none runs."""
        glass, drawing = self.chip.glass, self.chip.drawing
        return None if drawing is None else glass.picture_after(drawing.pixels, drawing.driven, self._rotation)

    @property
    def _rotation(self) -> int:
        return (self._build.rotation + 2 * self.turned) % 4

    def deadline(self) -> float | None:
        """Return when the chip has something to do, in clock seconds; None: nothing is due."""
        return self.chip.deadline()

    def poll(self) -> None:
        """Let the chip do what is due; BUSY falls here."""
        self.chip.poll()
