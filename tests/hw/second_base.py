"""The common part of the second models of both families of chips: time, wires, and differences between batches.

Written from the facts of the data sheets and of other people's drivers for the same panels, and from nothing in `hw/`:
own times, own glass, own rules for every byte. If `hw.sim` and these models differ, one of them is wrong.
"""

import random
from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from hw.build import PanelBuild
from hw.clock import Clock

WAVEFORM_LENGTHS = ((range(-10, 5), 1.6), (range(5, 15), 1.25), (range(35, 80), 0.8))
"""The length of a waveform against that for 25 degrees, by its range of degrees: an estimate."""


class Batch(Struct, frozen=True):
    """A batch of panels of one type: its differences, and the times of its refreshes, s."""

    partial_s: float
    fast_s: float
    slow_s: float
    on_s: float
    off_s: float
    hot: int
    """From this temperature on, degrees, the short waveform of a full refresh is loaded."""
    ping_pong: bool = False
    """SSD16xx: whether the two RAMs are swapped after a partial refresh; UC81xx: whether none is copied, as asked."""
    first_source: int = 0
    """The source that the first column hangs on."""
    scan: int = 0
    """The scan of 0x01 with which the rows of the glass are in order."""
    mirrored: bool = False
    """True if the first row of RAM is at the bottom of the glass."""
    inverted: bool = False
    """True if this glass inverts black and white."""
    pale: int = 256
    """From this pretended temperature on, but below `hot`, a waveform is loaded that is too short: it leaves grey."""
    has_partial: bool = True
    """True if the panel's memory has a waveform for a partial refresh."""
    busy_asleep: bool = True
    """Whether BUSY says busy in deep sleep."""


BATCHES = {
    "GDEY042T81": (  # of 2024, of 2023
        Batch(0.358, 1.14, 4.0, 0.096, 0.268, 0x6E),
        Batch(0.403, 1.5, 4.2, 0.11, 0.222, 0x64, ping_pong=True),
    ),
    "GDEY029T94": (  # and an older one
        Batch(0.362, 1.72, 3.15, 0.096, 0.14, 0x64, first_source=8),
        Batch(0.458, 1.8, 3.15, 0.096, 0.141, 0x64, ping_pong=True, first_source=8),
    ),
    "GDEY027T91": (
        Batch(0.459, 1.627, 3.6, 0.096, 0.141, 0x64),
        Batch(0.42, 1.7, 3.2, 0.09, 0.15, 0x64, ping_pong=True),
    ),
    "GDEM029T94": (  # the partial refresh is by a waveform that is sent
        Batch(0.0, 4.012, 4.012, 0.096, 0.14, 0x7F, first_source=8, has_partial=False),
        Batch(0.0, 3.8, 3.8, 0.1, 0.15, 0x7F, first_source=8, has_partial=False, ping_pong=True),
    ),
    "GDEQ0426T82": (
        Batch(0.5, 1.567, 3.6, 0.084, 0.139, 0x5A, scan=2, mirrored=True),
        Batch(0.55, 1.6, 3.4, 0.09, 0.2, 0x5A, scan=2, mirrored=True, ping_pong=True),
    ),
    "GDEY075T7": (
        Batch(0.435, 1.171, 4.1, 0.129, 0.04, 0x5A, busy_asleep=False),
        Batch(0.491, 1.157, 4.2, 0.14, 0.042, 0x5A, ping_pong=True),
    ),
    "GDEY037T03": (
        Batch(0.343, 1.005, 2.95, 0.046, 0.04, 0x5A),
        Batch(0.38, 1.1, 2.8, 0.05, 0.05, 0x5A, ping_pong=True, busy_asleep=False),
    ),
    "GDEY0213B74": (
        Batch(0.457, 1.617, 3.5, 0.095, 0.14, 0x64, first_source=8),
        Batch(0.455, 1.65, 3.3, 0.1, 0.15, 0x64, ping_pong=True, first_source=8),
    ),
}
"""Two panels of each type, by the name of the glass."""


def batches_of(build: PanelBuild) -> tuple[Batch, Batch]:
    """Return the two panels of a build's type: its name is the last of the part, in brackets.

    A type that has no panels here has two that are what the build says: nothing else is known of it.
    """
    if known := BATCHES.get(build.part.rpartition("(")[2].rstrip(")")):
        return known
    times = build.times
    usual = Batch(
        times.partial_s,
        times.full_s,
        times.slow_s,
        times.power_on_s,
        times.power_off_s,
        build.fast_full_temperature or 0x7F,
        first_source=build.x_offset + (8 if build.update_control.partial[1] & 0x80 else 0),
        scan=build.registers.scan,
        mirrored=build.mirrored,
        has_partial=not build.registers.waveform,
    )
    return usual, replace(usual, ping_pong=True)


class SecondChip:
    """One chip and its glass. `faults` has a sentence for each use that would damage the picture of a real one.

    `drawn` has the kind of each complete refresh: "partial", "fast" or "slow"; `begun` has those that began, with their
    times, s. `glass` is a row of bits a gate, 1 is white, None before the first full refresh.
    """

    fastest_hz = 20_000_000
    shortest_reset_s = 0.001
    reset_s = 0.01
    busy_level = True

    def __init__(self, driver: str, native: tuple[int, int], batch: Batch, clock: Clock) -> None:
        self.faults: list[str] = []
        self.drawn: list[str] = []
        self.begun: list[tuple[float, str]] = []
        self.border = "unknown"
        self.glass: list[int] | None = None
        self.grey = False
        self.degrees = 25
        """Of the room, as the sensor in the chip reads them."""
        self.busy_changed: Callable[[bool], None] = lambda _: None
        """Takes the level of BUSY."""
        self.asleep = False
        """True if it sleeps until a reset."""
        self._clock, self.batch, self._driver = clock, batch, driver
        self._width, self._height = native
        self._wide = (native[0] + 7) // 8
        self._noise = random.Random(driver)  # noqa: S311 - what RAM holds at power-on
        self._ram: dict[int, bytearray] = {}
        self._command, self._arguments = -1, b""
        self._in_reset = self._reported_busy = False
        self._reset_began = 0.0
        self._busy_until: float | None = None
        self._at_end: Callable[[], None] | None = None
        self._reset_registers()

    # --- wires ---

    @property
    def busy(self) -> bool:
        """Whether BUSY says busy now."""
        return (self.asleep and self.batch.busy_asleep) or self._busy_until is not None

    @property
    def level(self) -> bool:
        """The level of BUSY now."""
        return self.busy is self.busy_level

    @property
    def drawing(self) -> bool:
        """Return whether a refresh runs."""
        return self._at_end is not None

    def reset(self, level: bool) -> None:
        """Take the level of RST."""
        self.poll()
        if not level:
            self._in_reset, self._reset_began = True, self._clock.now()
            return
        if self._clock.now() - self._reset_began < self.shortest_reset_s:
            self.faults.append("RST was low for less than a millisecond")
        if self.drawing:
            self.glass = None  # stopped half way
        self._in_reset = self.asleep = False
        self._at_end = None
        self._reset_registers()
        self._work(self.reset_s)

    def brown_out(self) -> None:
        """Lose the power and get it back: registers and RAM are those of power-on, and a refresh stops half way."""
        self.poll()
        if self.drawing:
            self.glass = None
        self._lose_ram()
        self.asleep, self._busy_until, self._at_end = False, None, None
        self._reset_registers()
        self._show()

    def receive(self, data: bytes, *, dc: bool, hertz: int = 0) -> None:
        """Take the bytes of one transfer; D/C is high for data."""
        self.poll()
        if hertz > self.fastest_hz:
            self.faults.append(f"a write at {hertz} Hz")
        if self._in_reset or self.asleep or self._busy_until is not None:
            why = "in reset" if self._in_reset else "asleep" if self.asleep else "busy"
            self.faults.append(f"bytes while {why}: {data[:4].hex()}")
        elif dc:
            self._take(data)
        else:
            for command in data:
                self._begin(command)

    def deadline(self) -> float | None:
        """Return when BUSY ends, s."""
        return self._busy_until

    def poll(self) -> None:
        """Let happen what is due."""
        if self._busy_until is not None and self._clock.now() >= self._busy_until:
            then, self._busy_until, self._at_end = self._at_end, None, None
            if then is not None:
                then()
        self._show()

    def _work(self, seconds: float, then: Callable[[], None] | None = None) -> None:
        self._busy_until, self._at_end = self._clock.now() + seconds, then
        self._show()

    def _show(self) -> None:
        if self.busy != self._reported_busy:
            self._reported_busy = self.busy
            self.busy_changed(self.level)

    def _lose_ram(self) -> None:
        for plane in self._ram.values():
            plane[:] = self._noise.randbytes(len(plane))

    def _waveform_length(self, degrees: int) -> float:
        """Return the length of a waveform for a temperature against that for 25 degrees."""
        return next((factor for warmth, factor in WAVEFORM_LENGTHS if degrees in warmth), 1.0)

    # --- what a family does ---

    def _reset_registers(self) -> None:
        raise NotImplementedError

    def _begin(self, command: int) -> None:
        """Take a command."""
        raise NotImplementedError

    def _take(self, data: bytes) -> None:
        """Take the bytes of a command, or some of them."""
        raise NotImplementedError

    # --- the end of a refresh ---

    def _end_partial(self, new: list[int], old: list[int]) -> None:
        """Drive the pixels whose two RAMs differ; if the second RAM differs from the glass, the pixel is grey."""
        if self.glass is None:
            self.faults.append("a partial refresh of a glass that nobody knows")
        elif old != self.glass:
            self.faults.append("a partial refresh from what is not on the glass")
        before = new if self.glass is None else self.glass
        self.glass = [shown & ~(to ^ was) | to & (to ^ was) for shown, to, was in zip(before, new, old, strict=True)]
        self.drawn.append("partial")

    def _end_full(self, new: list[int], second: list[int], kind: str) -> None:  # noqa: ARG002 - a family looks at it
        """Draw all pixels."""
        self.glass = new
        self.drawn.append(kind)
