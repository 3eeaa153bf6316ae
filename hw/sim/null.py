"""Parts that cost nothing: a bus that takes bytes and does nothing, and pins. On them the code alone can be timed.

The panel of a build can be driven on them in two ways: by our driver, and by Adafruit's own as it is shipped.
"""

from typing import Any

from hw.build import PanelBuild
from hw.bus import Buffer
from hw.epd import CLOSE_S, ROSE_S
from hw.sim.wires import FreePin


class NullSpi:
    """An SPI device behind which there is nothing, for our bus."""

    max_speed_hz = 0

    def writebytes2(self, values: Buffer, /) -> None:
        """Take the bytes."""

    def close(self) -> None:
        """Do nothing."""


class NullBus:
    """A bus behind which there is nothing, for Adafruit's driver."""

    def try_lock(self) -> bool:
        """Return True."""
        return True

    def unlock(self) -> None:
        """Do nothing."""

    def configure(self, baudrate: int) -> None:
        """Do nothing."""

    def write(self, buffer: Buffer) -> None:
        """Take the bytes."""

    def write_readinto(self, out: Buffer, into: Buffer) -> None:
        """Take the bytes; none come back."""


class NullPin:
    """A pin without a wire, for Adafruit's driver. It reads low: the panel is never busy."""

    direction: Any = None
    value = False


class NullPanel:
    """A panel without a chip: give `open_panel` its `spi`, its `wait` and the factory. BUSY is moved by hand.

    Args:
        build: which pins it has.
        factory: a mock factory, `hw.sim.hand.mock_factory`, whose pins of the panel nobody has opened yet.

    """

    def __init__(self, build: PanelBuild, factory: Any) -> None:
        for pin in (build.pins.dc, build.pins.rst):
            free_pin(factory, pin)
        self.spi = NullSpi()
        self._busy = factory.pin(build.pins.busy)

    def busy(self, *, high: bool) -> None:
        """Set the level of BUSY."""
        if high:
            self._busy.drive_high()
        else:
            self._busy.drive_low()

    def wait(self, seconds: float) -> None:
        """Wait no time at all. Where the driver wants BUSY to rise, it rises; where it closes, it falls."""
        if seconds in (ROSE_S, CLOSE_S):
            self.busy(high=seconds == ROSE_S)


def free_pin(factory: Any, pin: int) -> FreePin:
    """Make a pin of a mock factory, which nobody has opened yet, one that costs nothing; return it."""
    from hw.sim.wires import FreePin

    made: FreePin = factory.pin(pin, pin_class=FreePin)
    return made


def shipped(build: PanelBuild, bus: Any) -> Any:
    """Return Adafruit's own driver of a panel, on a bus and on pins that cost nothing. It sleeps for 0.2 s or more."""
    from adafruit_epd.ssd1680 import Adafruit_SSD1680
    from adafruit_epd.ssd1683 import Adafruit_SSD1683

    kind = {"ssd1680": Adafruit_SSD1680, "ssd1683": Adafruit_SSD1683}[build.driver]
    pins = {name: NullPin() for name in ("cs_pin", "dc_pin", "rst_pin", "busy_pin")}
    driver = kind(*build.native, bus, sramcs_pin=None, **pins)
    driver.rotation = build.rotation
    return driver
