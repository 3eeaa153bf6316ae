"""Which panel a build has, and how to open it: real or simulated, by the same way."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from hw.bus import Bus, SpiDevice, open_spi
from hw.epd import EpdPanel
from hw.errors import HwError
from hw.pin import Pin

if TYPE_CHECKING:
    from collections.abc import Callable

    from hw.build import PanelBuild
    from hw.clock import Clock
    from hw.events import Edge


def open_panel(
    build: PanelBuild,
    clock: Clock,
    sink: Callable[[Edge], None],
    *,
    factory: Any = None,
    spi: SpiDevice | None = None,
    wait: Callable[[float], None] = time.sleep,
    known: dict[str, float] | None = None,
) -> EpdPanel:
    """Return the panel of a build. Nothing is sent to it yet; the first `start` finds out whether it is there.

    Args:
        build: a profile's panel.
        clock: stamps edges and gives deadlines.
        sink: takes the edges of `InputLine.BUSY`, in a thread of gpiozero; must only pass them on.
        factory: gpiozero pin factory; None: gpiozero's default.
        spi: an open SPI device, for instance a simulated one; None: the kernel's.
        known: how long this very panel takes, by point (`hw.pace`), s; what is measured is written there.
        wait: waits for some seconds; called when the chip is woken and when the panel is closed, never in between.

    Raises:
        PinInUse: another program or part holds a pin.
        PinFailed: a pin cannot be opened for another reason.
        BusFailed: the SPI device cannot be opened.

    """
    from hw.ssd168x import Wires, driver  # noqa: PLC0415 - loads Adafruit's library

    name = f"/dev/spidev{build.spi.bus}.{build.spi.device}"
    bus = Bus(open_spi(build.spi.bus, build.spi.device) if spi is None else spi, name)
    dc, rst, busy = build.pins.uses()
    pins = Pin(dc, factory), Pin(rst, factory, initial=True), Pin(busy, factory)
    try:
        chip = driver(build.driver)(build, bus, Wires(*pins), wait)
    except HwError:
        for pin in pins:
            pin.close()
        bus.close()
        raise
    return EpdPanel(build, chip, bus, pins, clock, sink, wait, known)
