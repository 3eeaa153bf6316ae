"""The second chips behind the wires of a panel; to be used as `hw.sim.epd.SimPanel` is."""

from collections.abc import Callable
from typing import Any

from gpiozero.pins.mock import MockPin
from PIL import Image, ImageChops

from hw.build import PanelBuild
from hw.clock import Clock, HandClock
from tests.hw.second_base import Batch, SecondChip, batches_of
from tests.hw.second_ssd16xx import SecondSsd16xx
from tests.hw.second_uc81xx import SecondUc81xx


def second_chip(build: PanelBuild, clock: Clock, batch: int | Batch = 0) -> SecondChip:
    """Return the chip of a panel; `batch` is one of `batches_of`, or its number there."""
    chip_class = SecondUc81xx if build.driver.startswith("uc") else SecondSsd16xx
    return chip_class(build.driver, build.native, batches_of(build)[batch] if isinstance(batch, int) else batch, clock)


class SecondPanel:
    """The panel of a build, with the second chip behind its wires; its interface is that of `hw.sim.epd.SimPanel`.

    `batch` is one of `batches_of`, or its number there; the glass is mounted as in the build.
    """

    def __init__(self, build: PanelBuild, clock: HandClock, factory: Any, *, batch: int | Batch = 0) -> None:
        self.chip = second_chip(build, clock, batch)
        self._build = build
        self._dc = factory.pin(build.pins.dc)
        rst = factory.pin(build.pins.rst, pin_class=_Reset)
        busy = factory.pin(build.pins.busy, pin_class=_Busy)
        rst.chip = busy.chip = self.chip
        self.chip.busy_changed = busy.follow
        self.spi = _Spi(self.chip, lambda: bool(self._dc.state), clock)

    def deadline(self) -> float | None:
        """Return when the chip has something to do, s."""
        return self.chip.deadline()

    def poll(self) -> None:
        """Let the chip do it."""
        self.chip.poll()

    def picture(self) -> Image.Image:
        """Return the glass as the player sees it (mode "1")."""
        image = picture(self.chip, self._build)
        return ImageChops.invert(image) if self.chip.batch.inverted else image


def picture(chip: SecondChip, build: PanelBuild) -> Image.Image:
    """Return the glass of a chip as the player sees it (mode "1")."""
    assert chip.glass is not None
    width, height = build.native
    data = b"".join(row.to_bytes((width + 7) // 8) for row in chip.glass)
    image = Image.frombytes("1", (width, height), data)
    if chip.batch.mirrored:
        image = image.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    turns = {1: Image.Transpose.ROTATE_90, 2: Image.Transpose.ROTATE_180, 3: Image.Transpose.ROTATE_270}
    return image if build.rotation == 0 else image.transpose(turns[build.rotation])


class _Spi:
    """The SPI device: it takes the time of the bus, and passes the bytes on with the level of D/C."""

    def __init__(self, chip: SecondChip, dc: Callable[[], bool], clock: HandClock) -> None:
        self.max_speed_hz = 500_000
        self._chip, self._dc, self._clock = chip, dc, clock

    def writebytes2(self, values: Any, /) -> None:
        data = bytes(values)
        self._clock.advance(8 * len(data) / self.max_speed_hz)
        self._chip.receive(data, dc=self._dc(), hertz=self.max_speed_hz)

    def close(self) -> None:
        """Do nothing."""


class _Reset(MockPin):  # type: ignore[misc]  # gpiozero has no types
    """The wire of RST, pulled up on the board."""

    chip: SecondChip | None = None

    def __init__(self, factory: Any, info: Any) -> None:
        super().__init__(factory, info)
        self._state = True

    def _change_state(self, value: bool) -> bool:
        changed: bool = super()._change_state(value)
        if changed and self.chip is not None:
            self.chip.reset(value)
        return changed


class _Busy(MockPin):  # type: ignore[misc]  # as above
    """The wire of BUSY, which the chip drives."""

    chip: SecondChip | None = None

    def follow(self, level: bool) -> None:
        """Take the chip's level."""
        if level:
            self.drive_high()
        else:
            self.drive_low()

    def _set_pull(self, value: str) -> None:
        self._pull = value
        if self.chip is not None:
            self.follow(self.chip.level)

    def _get_state(self) -> bool:
        if self.chip is not None:
            self.chip.poll()
        return bool(self._state)
