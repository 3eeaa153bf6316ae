"""The panel of an evening: one of the two chips behind a bus that can fail and a BUSY line that can lie.

The faults are on the wires, so that both chips have the same. The picture on the glass survives without power.
"""

import errno
from collections import Counter
from collections.abc import Callable
from typing import Any

from msgspec.structs import asdict
from PIL import Image

from hw.build import PanelBuild, Times
from hw.clock import HandClock
from hw.sim.epd import SimPanel
from tests.evening.plan import Plan
from tests.firmware.plays.disk_in_python import PowerCut
from tests.hw.charge import Charge, watch_first, watch_second
from tests.hw.second_base import batches_of
from tests.hw.second_chip import SecondPanel


class Busy:
    """The wire of BUSY, between the chip and the pin. `trouble` is "", "stuck", "dead", "early" or "late"."""

    SHIFT_S = 0.3

    def __init__(self, show: Callable[[bool], None], clock: HandClock) -> None:
        self.trouble = ""
        self._show, self._clock = show, clock
        self._chip = self._level = False
        self._change_at: float | None = None

    def chip(self, level: bool) -> None:
        """Take the level that the chip drives."""
        self._chip = level
        late, early = self.trouble == "late" and not level, self.trouble == "early" and level
        self._change_at = self._clock.now() + self.SHIFT_S / (1 if late else 3) if late or early else None
        if not late:
            self._set(level)

    def heal(self) -> None:
        """Let the pin follow the chip again."""
        self.trouble, self._change_at = "", None
        self._set(self._chip)

    def deadline(self) -> float | None:
        """Return when the level changes by itself, s."""
        return self._change_at

    def poll(self) -> None:
        """Change the level if that is due."""
        if self._change_at is not None and self._clock.now() >= self._change_at:
            self._change_at = None
            self._set(False)

    def _set(self, level: bool) -> None:
        if self.trouble == "stuck":
            level = level or self._level
        elif self.trouble == "dead":
            level = False
        if level != self._level:
            self._level = level
            self._show(level)


class Bus:
    """The bus. The power fails after `cut_in` more bytes; `trouble` is "", "error" or "short"."""

    def __init__(self, spi: Any, cut: Callable[[], None], work: Counter[str]) -> None:
        self.trouble = ""
        self.cut_in: int | None = None
        self.frozen = False
        self.max_speed_hz = spi.max_speed_hz
        self._spi, self._cut, self._work = spi, cut, work

    def writebytes2(self, values: Any, /) -> None:
        """Bring bytes to the chip, unless the bus or the power fails."""
        if self.frozen:
            raise PowerCut
        data = bytes(values)
        if self.trouble == "error":
            raise OSError(errno.EIO, "Input/output error")
        if self.trouble == "short":
            raise SystemError("<method 'writebytes2'> returned NULL without setting an exception")
        self._work["transfers"] += 1
        self._work["sent"] += len(data)
        self.cut_in = None if self.cut_in is None else self.cut_in - len(data)
        power_fails = self.cut_in is not None and self.cut_in <= 0
        if whole := data[: len(data) + (self.cut_in or 0)] if power_fails else data:
            self._spi.writebytes2(whole)
        if power_fails:
            self._cut()
            raise PowerCut

    def close(self) -> None:
        """Do nothing."""


class Panel:
    """A panel of a build, with the chip, the pace and the batch of a plan."""

    def __init__(
        self, build: PanelBuild, clock: HandClock, factory: Any, cut: Callable[[], None], plan: Plan, work: Counter[str]
    ) -> None:
        first, pace, batch = plan.first_chip, plan.pace, plan.batch
        self.build, self._first = build, first
        self.whole: Any
        if first:
            times = Times(**{name: seconds * pace for name, seconds in asdict(build.times).items()})
            self.whole = SimPanel(build, clock, factory, ping_pong=batch == 1, times=times)
            chip = self.whole.chip
            self.busy = Busy(chip._on_busy, clock)
            chip._on_busy = self.busy.chip
            self.charge: Charge = watch_first(chip)
        else:
            known = batches_of(build)[batch]
            self.whole = SecondPanel(build, clock, factory, batch=known)
            chip = self.whole.chip
            chip.degrees = 25 if pace <= 1 else 12 if pace < 1.5 else 2
            self.busy = Busy(chip.busy_changed, clock)
            chip.busy_changed = self.busy.chip
            self.charge = watch_second(chip)
        self.chip = chip
        self.bus = Bus(self.whole.spi, cut, work)

    @property
    def misuse(self) -> list[Any]:
        """The faults of the driver that would give a wrong picture on a real chip."""
        found: list[Any] = self.chip.violations if self._first else self.chip.faults
        return found

    def picture(self) -> Image.Image | None:
        """Return the glass as it hangs in the device (mode "1"); None: a refresh was stopped in the middle."""
        if not self._first and self.chip.glass is None:
            return None
        shown: Image.Image = self.whole.picture()
        return shown

    def poll(self) -> None:
        """Let chip and wire make their due changes."""
        self.whole.poll()
        self.busy.poll()

    def deadline(self) -> float | None:
        """Return when one of them has something to do, s."""
        return min((at for at in (self.whole.deadline(), self.busy.deadline()) if at is not None), default=None)
