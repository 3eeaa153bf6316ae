"""A simulated chip of a panel, at the level of bytes and wires: the common part of all families.

     bytes ──▶ commands ──▶ registers
                  │             │
                  ▼             ▼
              two RAMs ──▶ refresh, after its time ──▶ glass
                                                               wires: RST in, BUSY out

It follows the data sheets for the commands that drive panels of this kind, takes the measured times of real ones, and
notes every use that a real chip would answer with a wrong picture.
"""

from collections.abc import Callable
from enum import Enum
from typing import ClassVar

from msgspec import Struct

from hw.clock import Clock
from hw.sim.kinds import ChipKind
from hw.sim.ram import Drawing, Glass, Ram

RESET_S = 0.01
"""Busy time after each kind of reset, s."""
MIN_BUSY_S = 0.001
"""Busy time after any activation, s, at least."""
MAX_LOG_ENTRIES = 1000
"""The last refreshes and misuses that are remembered: a device may run for weeks."""


class Misuse(Enum):
    """A use that a real chip would answer with a wrong picture, or not at all."""

    BUSY = "bytes while the chip is busy"
    ASLEEP = "bytes in deep sleep"
    IN_RESET = "bytes while RST is low"
    SELECT = "bytes while the chip select is high"
    UNKNOWN_COMMAND = "a command that the chip does not have"
    NO_COMMAND = "data without a command that takes it"
    TOO_FEW = "too few argument bytes"
    ENTRY_MODE = "a data entry mode other than 0x03, which is not simulated"
    WINDOW = "RAM written outside of its window"
    NO_VOLTAGE = "a refresh without clock or high voltage"
    NO_WAVEFORM = "a refresh before a waveform was loaded"
    UNKNOWN_RAM = "a refresh from RAM that was not written"
    ROWS = "a refresh that does not drive all rows"
    PART = "a refresh of a window alone, which is not simulated"
    COLOURS = "a refresh in three colours"
    SLEEP = "deep sleep with the high voltage on"


class Violation(Struct, frozen=True):
    """One misuse, at a time in clock seconds; `detail` has its bytes."""

    at: float
    what: Misuse
    detail: str = ""


class Trouble(Enum):
    """A fault of the hardware that lasts until it is taken away."""

    BUSY_STUCK = "BUSY never ends once it has begun"
    BUSY_DEAD = "BUSY never begins, like a wire that is off"
    SPI_ERROR = "the kernel refuses every transfer"
    SPI_SHORT = "the kernel takes less than it was given, and the library forgets to say so"


class Update(Struct, frozen=True):
    """One refresh of the glass.

    `at` is its start, s; `seconds` its busy time; `sequence` the byte that chose it, of 0x22 or 0xE5; `pixels` the
    number of driven pixels.
    """

    at: float
    seconds: float
    sequence: int
    partial: bool
    pixels: int


class Chip:
    """One chip with its glass. Its time is the clock's; `poll` must be called when `deadline` has come.

    Args:
        kind: which.
        clock: read, never moved.
        on_busy: takes whether the chip is busy whenever that changes.

    """

    rams: ClassVar[tuple[int, int]]
    """The commands that write the RAM of the picture and the second one."""
    busy_asleep = False
    """Whether BUSY says busy in deep sleep."""

    def __init__(self, kind: ChipKind, clock: Clock, on_busy: Callable[[bool], None] = lambda _: None) -> None:
        self.kind = kind
        self.glass = Glass(kind.width, kind.height, mirrored=kind.mirrored)
        self.violations: list[Violation] = []
        self.updates: list[Update] = []
        self.lag = 0.0  # seconds on the wire that the clock does not know of
        self._on_busy = on_busy
        self._clock = clock
        self._trouble: Trouble | None = None
        self.busy = False
        """Whether BUSY says busy, as of the last `poll`."""
        self.asleep = False
        self.voltage = False
        self._ram = Ram(kind.ram_width // 8, kind.ram_height, kind.stride * kind.height, self.rams)
        self._in_reset = False
        self._busy_until: float | None = None
        self.drawing: Drawing | None = None
        """The refresh that runs, as of the last `poll`."""
        self.reset_registers()

    # --- the wires ---

    @property
    def trouble(self) -> Trouble | None:
        """The fault of the hardware; set it, or None for none."""
        return self._trouble

    @trouble.setter
    def trouble(self, trouble: Trouble | None) -> None:
        self._trouble = trouble
        self._show_busy()

    def receive(self, data: bytes, *, dc: bool, cs: bool = False) -> None:
        """Take the bytes of one transfer, with the levels of D/C (high: data) and of the chip select (high: not us)."""
        self.poll()
        misuse = self._refusal(data, selected=not cs)
        if misuse is not None:
            self.note(misuse, data)
        elif dc:
            self._take_data(data)
        else:
            for command in data:
                self._take_command(command)

    def reset(self, level: bool) -> None:
        """Take the level of RST. Low ends a refresh and wakes the chip, which keeps its RAM; high lets it go."""
        self.poll()
        self._in_reset = not level
        self._stop()
        self.asleep = False
        self.reset_registers()
        if level:
            self.work(RESET_S)
        self._show_busy()

    def brown_out(self) -> None:
        """Lose power for a moment: registers and RAM are gone, the glass stays as far as it had come."""
        self.poll()
        self._stop()
        self.asleep = False
        self._ram.lose()
        self.reset_registers()
        self._show_busy()

    def deadline(self) -> float | None:
        """Return when the chip will be done, in clock seconds; None: it does nothing."""
        return self._busy_until

    def poll(self) -> None:
        """Do what is due by now."""
        now = self._clock.now()
        if self.drawing is not None and now >= self.drawing.until:
            self._finish(self.drawing)
            self.drawing = None
        if self._busy_until is not None and now >= self._busy_until:
            self._busy_until = None
            self._show_busy()

    def _show_busy(self) -> None:
        level = self._busy_until is not None or (self.asleep and self.busy_asleep)
        if self._trouble is Trouble.BUSY_STUCK:
            level = level or self.busy
        elif self._trouble is Trouble.BUSY_DEAD:
            level = False
        if level != self.busy:
            self.busy = level
            self._on_busy(level)

    def _refusal(self, data: bytes, *, selected: bool) -> Misuse | None:  # noqa: ARG002 - a family looks at it
        """Return why the chip would not take a byte now."""
        reasons = (
            (not selected, Misuse.SELECT),
            (self._in_reset, Misuse.IN_RESET),
            (self.asleep, Misuse.ASLEEP),
            (self._busy_until is not None, Misuse.BUSY),
        )
        return next((misuse for applies, misuse in reasons if applies), None)

    def note(self, what: Misuse, data: bytes | None = None) -> None:
        """Note a misuse with its bytes."""
        command = "" if self._command is None else f"command {self._command:02X} "
        self.violations.append(Violation(self._clock.now(), what, command + (data or b"")[:8].hex(" ").upper()))
        del self.violations[:-MAX_LOG_ENTRIES]

    # --- commands ---

    def lengths(self) -> dict[int, tuple[int, int]]:
        """Return the fewest and most bytes of arguments, by command. RAM takes what its window holds."""
        raise NotImplementedError

    def start_command(self, command: int) -> None:
        """Carry out the part of a command that needs none of its bytes."""
        raise NotImplementedError

    def take_argument(self, command: int, value: bytes) -> None:
        """Take a complete argument, which is in `registers` already."""
        raise NotImplementedError

    def reset_registers(self) -> None:
        """Set everything but RAM and glass to its state after a reset."""
        self.registers: dict[int, bytes] = {}
        self._command: int | None = None
        self._arguments = b""
        self.voltage = False
        self._ram.reset()

    def _take_command(self, command: int) -> None:
        lengths = self.lengths()
        if self._command in lengths and len(self._arguments) < lengths[self._command][0]:
            self.note(Misuse.TOO_FEW, self._arguments)
        self._command, self._arguments = command, b""
        if self._busy_until is not None:
            self.note(Misuse.BUSY)
        elif command in self.rams or command in lengths:
            self.start_command(command)
        else:
            self.note(Misuse.UNKNOWN_COMMAND)

    def _take_data(self, data: bytes) -> None:
        if self._command in self.rams:
            self.check_window(self._ram.write(self._command, data))
            return
        least, most = self.lengths().get(self._command or 0, (0, 0)) if self._command is not None else (0, 0)
        self._arguments += data
        if len(self._arguments) > most:
            self.note(Misuse.NO_COMMAND, data)
        elif len(self._arguments) >= least and self._command is not None:
            self.registers[self._command] = self._arguments
            self.take_argument(self._command, self._arguments)

    def check_window(self, inside: bool) -> None:
        """Note a misuse unless something was inside its window."""
        if not inside:
            self.note(Misuse.WINDOW, self._arguments)

    def fall_asleep(self, *, keep: bool) -> None:
        """Go to deep sleep; `keep` RAM or lose it."""
        if self.voltage:
            self.note(Misuse.SLEEP)
        self.asleep, self.voltage = True, False
        if not keep:
            self._ram.lose()
        self._show_busy()

    def work(self, seconds: float) -> None:
        """Be busy for some seconds."""
        self._busy_until = self._clock.now() + self.lag + seconds
        self.lag = 0.0
        self._show_busy()

    # --- refreshes ---

    def draw(self, drawing: Drawing, busy_s: float, sequence: int) -> None:
        """Begin a refresh, which ends after its seconds; the chip is busy for `busy_s`."""
        self.drawing = drawing
        self.updates.append(Update(self._clock.now(), busy_s, sequence, drawing.partial, drawing.driven.bit_count()))
        del self.updates[:-MAX_LOG_ENTRIES]

    def ends_at(self, seconds: float) -> float:
        """Return the time in `seconds` from now, in clock seconds."""
        return self._clock.now() + self.lag + seconds

    def _finish(self, drawing: Drawing) -> None:
        """Bring a refresh onto the glass."""
        if drawing.partial:
            self.glass.draw(drawing.pixels, drawing.driven)
        else:
            self.glass.flash(drawing.pixels)
        if drawing.after is not None:
            drawing.after()

    def _stop(self) -> None:
        """End a refresh in the middle."""
        self._busy_until = None
        if self.drawing is not None:
            self.glass.stop(self.drawing.pixels, self.drawing.driven)
            self.drawing = None
