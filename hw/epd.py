"""The real panel: frames in, glass out, without ever waiting for it.

            start                BUSY ends              LINGER_S later          BUSY ends
    idle ──────────▶ drawing ──────────────▶ high voltage on ─────▶ switching off ──────▶ idle
                        ▲                        │ start                  │ start: kept,
                        └────────────────────────┴────────────────────────┘ begun when off

Some chips switch the voltage on by a separate command, and draw after it. Switching on and off takes as long as a
partial refresh. Therefore the voltage stays on for half a second after each frame, and then goes off by a deadline.

The chip sends no byte back, so BUSY is the only sign of what happened to a refresh. A refresh that ends too soon was
interrupted by a reset (`hw.early_ends`). So was one that ends in time, if afterwards there is no voltage to switch off,
or none for the next partial refresh, which never switches it on while it should be on.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct
from PIL.Image import Image

from hw.build import PanelBuild
from hw.bus import Bus, SpiDevice, open_spi
from hw.chips import CHIPS
from hw.clock import Clock
from hw.early_ends import EarlyEnds
from hw.errors import BadFrame, HwError, PanelBusy, PanelStuck, PanelUnreachable, PinFailed
from hw.events import Edge, InputLine
from hw.pace import OFF, ON, Pace, refresh_point
from hw.packing import pack
from hw.panel import Mode
from hw.pin import Pin

if TYPE_CHECKING:  # it loads Adafruit's library
    from hw.driver import Driver

T = TypeVar("T")

LINGER_S = 0.5
"""Time for which the high voltage stays on after a refresh, s."""
OVERDUE_RATIO = 1.05
"""BUSY is polled, if no edge was seen, from this many times the expected time on."""
BUSY_POLL_S = 0.05
"""Between two polls of an overdue BUSY, s."""
TIMEOUT_RATIO, TIMEOUT_EXTRA_S = 3, 1.0
"""A panel is stuck after this many times the expected time and this many seconds. Cold panels are slow."""
MAX_RISE_POLLS, RISE_POLL_S = 5, 0.001
"""BUSY begins with the command: the first poll sees it if the panel is there."""
CLOSE_POLL_S = 0.02
"""Between two polls of BUSY while the panel is being closed, s."""


class EpdPanel:
    """A panel. Nothing is sent to it until the first `start`, which finds out whether it is there.

    The picture on the glass is unknown after power-on and after any error. Then a full refresh replaces a partial one,
    which draws only differences.

    Args:
        build: a profile's panel.
        clock: stamps edges and gives deadlines.
        sink: takes the edges of `InputLine.BUSY`, in a thread of gpiozero; must only pass them on.
        factory: gpiozero pin factory; None: gpiozero's default.
        spi: an open SPI device, for instance a simulated one; None: the kernel's.
        wait: waits for some seconds; called when the chip is reset and when the panel is closed, never in between.
        known: the busy times of this very panel, by point (`hw.pace`), s; measurements are written there.

    Raises:
        PinInUse: another program or part holds a pin.
        PinFailed: a pin cannot be opened for another reason.
        BusFailed: the SPI device cannot be opened.

    """

    def __init__(
        self,
        build: PanelBuild,
        clock: Clock,
        sink: Callable[[Edge], None],
        *,
        factory: Any = None,
        spi: SpiDevice | None = None,
        wait: Callable[[float], None] = time.sleep,
        known: dict[str, float] | None = None,
    ) -> None:
        from hw.rams import Rams  # loads Adafruit's library

        self.partials = self.fulls = 0
        self.pace = Pace(build.times, {} if known is None else known)
        self._build, self._clock, self._sink, self._wait = build, clock, sink, wait
        self._awake = False
        self._work: _Work | None = None
        self._waiting: _Job | None = None
        self._off_at: float | None = None
        self._wants_sleep = False
        self._early_ends = EarlyEnds(self.pace)
        self._ended_at = 0.0  # when BUSY ended last, as the kernel saw it
        self.bus = Bus(open_spi(build.spi) if spi is None else spi, build.spi.path)
        low = CHIPS[build.driver].busy_low
        self._begins, self._ends = ("fall", "rise") if low else ("rise", "fall")  # what BUSY does
        dc, rst, busy, *power = build.pins.uses()
        wires = Pin(dc, factory), Pin(rst, factory, initial=True), Pin(busy, factory, active_low=low)
        self._pins = *wires, *(Pin(use, factory, initial=True) for use in power)
        self._driver = self._open_driver(wires)
        self._rams = Rams(self._driver)
        wires[-1].changed = self._report

    @property
    def busy(self) -> bool:
        """True while a refresh runs or waits to begin, or has ended and was not polled yet."""
        return self._waiting is not None or (self._work is not None and self._work.job is not None)

    @property
    def knows_glass(self) -> bool:
        """True if the picture on the glass is known."""
        return self._rams.glass is not None

    @property
    def points(self) -> set[str]:
        """The points at which its pace can be measured (`hw.pace`)."""
        switch = self._driver.has_switch
        starts = (False,) if switch else (False, True)
        return {OFF, *([ON] if switch else []), *(refresh_point(mode, cold=cold) for mode in Mode for cold in starts)}

    @property
    def failures(self) -> tuple[Exception, ...]:
        """The last error of the sink of BUSY's edges, and the points at which early ends are accepted."""
        return (*(pin.failure for pin in self._pins if pin.failure), *self._early_ends.accepted.values())

    def start(self, frame: Image, mode: Mode) -> None:
        """Begin a refresh; see `Panel.start`. Takes up to 22 ms more if the chip has to be reset.

        Raises:
            PanelBusy: a refresh runs.
            BadFrame: another size or mode.
            PanelStuck: the panel does not answer.
            PanelUnreachable: a pin cannot be used any more.
            BusFailed: the bus does not carry bytes.

        """
        self._refuse_while_busy()
        width, height = self._build.width, self._build.height
        if frame.size != (width, height) or frame.mode != "1":
            raise BadFrame(
                f'The panel shows frames of {width} x {height} pixels in mode "1", '
                f'not of {frame.size[0]} x {frame.size[1]} in mode "{frame.mode}". Draw the frame for this panel.'
            )
        job = _Job(pack(frame, self._build.rotation, mirrored=self._build.mirrored), mode)
        self._wants_sleep = False
        self._reset_on_error(lambda: self._begin_or_wait(job))

    def deadline(self) -> float | None:
        """Return when to poll if no edge comes before, in clock seconds; None: nothing is due."""
        if self._work is not None:
            return self._work.poll_at
        return self._off_at if self._off_at is None or self._rams.synced else self._off_at - LINGER_S

    def poll(self, now: float) -> bool:
        """Return True once, when the refresh that ran has finished; do what is due.

        Raises:
            PanelStuck: BUSY should have ended long ago, or did not begin.
            PanelLost: BUSY ended much too early.
            PanelUnreachable: a pin cannot be used any more.
            BusFailed: the bus does not carry bytes.

        """
        return self._reset_on_error(lambda: self._poll(now))

    def sleep(self) -> None:
        """Let the chip sleep, once the high voltage is off; see `Panel.sleep`."""
        self._refuse_while_busy()
        if self._awake:
            self._wants_sleep = True
            self._reset_on_error(self._rest)

    def close(self) -> None:
        """Wait for a refresh that runs, take the voltage off the glass, release pins and bus. May be called twice.

        A panel that does not obey is reset: without power to its glass it can be left alone.
        """
        asleep = False
        with suppress(HwError):
            asleep = self._fall_asleep()
        if not asleep:
            with suppress(HwError):
                self._driver.hardware_reset()
        self._forget()
        self._release()

    def _open_driver(self, wires: tuple[Pin, Pin, Pin]) -> "Driver":
        """Switch the panel's power on and return its driver, which opens the wires; after an error release all."""
        from digitalio import Direction

        from hw.driver import open_driver  # loads Adafruit's library

        try:
            for supply in self._pins[len(wires) :]:
                supply.direction = Direction.OUTPUT
            return open_driver(self._build, self.bus, wires, self._wait)
        except HwError:
            self._release()
            raise

    def _release(self) -> None:
        """Close the pins and the bus."""
        for pin in self._pins:
            pin.close()
        self.bus.close()

    def _refuse_while_busy(self) -> None:
        if self.busy:
            raise PanelBusy("The panel is still drawing. Keep the frame until it has finished.")

    # --- what runs ---

    def _begin_or_wait(self, job: "_Job") -> None:
        """Begin a job, or keep it until the voltage is off."""
        if self._off_at is not None and self._driver.needs_reset(job.mode):
            self._switch_off()
        if self._work is not None:
            self._waiting = job
        else:
            self._begin(job)

    def _begin(self, job: "_Job") -> None:
        """Make the chip ready; switch on the voltage if that is a separate command, else start the refresh."""
        driver, rams = self._driver, self._rams
        mode = job.mode if self.knows_glass or job.mode is not Mode.PARTIAL else Mode.FULL
        job = _Job(job.pixels, mode)
        if not self._awake or driver.needs_reset(mode):
            driver.power_up()
            self._awake = True
        elif mode is not Mode.PARTIAL or not rams.reliable:
            driver.configure()  # again: the chip may have lost its power at rest, unnoticed
        cold, self._off_at = self._off_at is None, None
        if cold and driver.has_switch:
            self._start_work(driver.switch_on, job, ON)
        else:
            self._refresh(job, cold=cold)

    def _refresh(self, job: "_Job", *, cold: bool) -> None:
        """Write the RAMs and start the refresh."""
        self._start_work(self._rams.write(job.pixels, job.mode), job, refresh_point(job.mode, cold=cold))

    def _switch_off(self) -> None:
        self._off_at = None
        self._rams.note_power_off()
        self._start_work(self._driver.switch_off, None, OFF)

    def _start_work(self, command: Callable[[], None], job: "_Job | None", point: str) -> None:
        """Give a command that keeps the chip busy, and note for how long. Raise PanelStuck if BUSY did not begin.

        The time begins before the command: on a slow machine the chip may be done before the next line runs.
        """
        began, seconds = self._clock.now(), self.pace.expected_s(point)
        command()
        for _ in range(MAX_RISE_POLLS):
            if self._driver.is_busy or self._clock.now() >= began + seconds:
                break
            self._wait(RISE_POLL_S)
        else:
            raise PanelStuck(
                f"The panel took the command, but its BUSY did not {self._begins}: it is missing or "
                "miswired. Check its plug and the wire of BUSY."
            )
        now = self._clock.now()
        self._work = _Work(
            job, point, began, now + OVERDUE_RATIO * seconds, now + TIMEOUT_RATIO * seconds + TIMEOUT_EXTRA_S
        )

    def _poll(self, now: float) -> bool:
        work = self._work
        if work is None:
            if self._off_at is not None and now >= self._off_at:
                self._rest()
            else:
                self._rams.sync_planes()  # no frame waits
            return False
        if self._driver.is_busy:
            if now >= work.latest:
                raise PanelStuck(
                    f"The panel is busy for too long: BUSY does not {self._ends}. "
                    "Check the wire of BUSY; in the cold, let the panel warm up."
                )
            if now >= work.poll_at:
                work.poll_at = now + BUSY_POLL_S
            return False
        self._early_ends.judge(work.point, self._busy_s(work))
        self._work = None
        return self._finish(work, now)

    def _busy_s(self, work: "_Work") -> float:
        """Return how long the chip was busy, s, by the time of its edge, so that a late loop does not count.

        If the edge was lost or has not come yet, it is the time until now.
        """
        over_at = self._ended_at if self._ended_at >= work.began else self._clock.now()
        return over_at - work.began

    def _report(self, ticks: float, busy: bool) -> None:
        """Pass on an edge of BUSY, in a thread of gpiozero."""
        at = self._clock.time_of(ticks)
        if not busy:
            self._ended_at = at
        self._sink(Edge(at, InputLine.BUSY, busy))

    def _finish(self, work: "_Work", now: float) -> bool:
        """Return True after a refresh; once the voltage is on or off, begin the frame that waits for it."""
        if work.job is None:
            waiting, self._waiting = self._waiting, None
            if waiting is not None:
                self._begin(waiting)
            elif self._wants_sleep:
                self._rest()
            return False
        if work.point == ON:
            self._refresh(work.job, cold=False)
            return False
        self._rams.note_refresh(work.job.pixels, work.job.mode)
        self.partials += work.job.mode is Mode.PARTIAL
        self.fulls += work.job.mode is not Mode.PARTIAL
        self._off_at = now + LINGER_S
        return True

    def _rest(self) -> None:
        """Begin to switch off the high voltage; once it is off, sleep if that is wanted."""
        if self._work is not None:
            return
        if self._off_at is not None:
            self._switch_off()
        elif self._wants_sleep:
            self._driver.power_down()
            self._awake = self._wants_sleep = False

    def _fall_asleep(self) -> bool:
        """Let work and a refresh come to their end, take the voltage off, sleep; return whether BUSY confirms it."""
        if not self._awake:
            return True
        job: _Job | None = None
        while work := self._work:
            if not self._ends_in_time(work):
                return False
            self._work, job = None, work.job
            if job is not None and work.point == ON:
                self._refresh(job, cold=False)
        if job is not None or self._off_at is not None:
            self._switch_off()
            if self._work is not None and not self._ends_in_time(self._work):
                return False
        self._driver.power_down()
        return True

    def _ends_in_time(self, work: "_Work") -> bool:
        """Wait for BUSY to end; return whether it ended neither too soon nor too late."""
        while self._driver.is_busy:
            if self._clock.now() >= work.latest:
                return False
            self._wait(CLOSE_POLL_S)
        return self._early_ends.in_time(work.point, self._busy_s(work))

    def _reset_on_error(self, act: Callable[[], T]) -> T:
        """Return the result of an action; after an error forget the state of the panel and reset it."""
        try:
            return act()
        except HwError as error:
            self._forget()
            with suppress(HwError):
                self._driver.hardware_reset()
            if isinstance(error, PinFailed):
                raise PanelUnreachable(str(error)) from error
            raise

    def _forget(self) -> None:
        self.pace.drop_unconfirmed()
        self._rams.forget()
        self._awake = self._wants_sleep = False
        self._work = self._waiting = self._off_at = None


class _Job(Struct, frozen=True):
    """A frame as the chip takes it, and how to draw it."""

    pixels: bytearray
    mode: Mode


class _Work(Struct):
    """The work that keeps the chip busy: a refresh, switching the voltage on for one, or (None) off. Times in s."""

    job: _Job | None
    point: str
    began: float
    poll_at: float
    latest: float
