"""A simulated SSD1683 or SSD1680, at the level of bytes and wires.

     bytes ──▶ commands ──▶ registers
                  │             │
                  ▼             ▼
              two RAMs ──▶ refresh, after its time ──▶ glass
                  ▲             │
         ping-pong swap ◀───────┘          wires: RST in, BUSY out

It follows the data sheets for the commands that drive panels of this kind, takes as long as real ones were measured to
take, and notes every use that a real chip would answer with a wrong picture.
"""

from collections.abc import Callable
from enum import Enum

from msgspec import Struct

from hw.clock import Clock
from hw.sim.kinds import ACTIVATE, ARGUMENTS, LEFT_THEN_DOWN, RAM, SOFT_RESET, ChipKind
from hw.sim.ram import BYPASS, PING_PONG, Drawing, Glass, Ram, option_of, visible_pixels, word

RESET_S = 0.01
"""How long BUSY is high after each kind of reset, s."""
MIN_BUSY_S = 0.001
"""How long BUSY is high after any activation, s, at least."""
MAX_LOG_ENTRIES = 1000
"""The last refreshes and misuses that are remembered: a device may run for weeks."""


class Misuse(Enum):
    """A use that a real chip would answer with a wrong picture, or not at all."""

    BUSY = "bytes while BUSY is high"
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


class Violation(Struct, frozen=True):
    """One misuse, at a time in clock seconds; `detail` has its bytes."""

    at: float
    what: Misuse
    detail: str = ""


class Trouble(Enum):
    """A fault of the hardware that lasts until it is taken away."""

    BUSY_STUCK = "BUSY stays high once it has risen"
    BUSY_DEAD = "BUSY never rises, like a wire that is off"
    SPI_ERROR = "the kernel refuses every transfer"
    SPI_SHORT = "the kernel takes less than it was given, and the library forgets to say so"


class Update(Struct, frozen=True):
    """One refresh of the glass.

    `at` is when it was asked for, s; `seconds` how long BUSY is high for it; `sequence` the byte of 0x22; `pixels`
    how many were driven.
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
        on_busy: takes the level of BUSY whenever it changes.

    """

    def __init__(self, kind: ChipKind, clock: Clock, on_busy: Callable[[bool], None] = lambda _: None) -> None:
        self.kind = kind
        self.glass = Glass(kind.width, kind.height)
        self.violations: list[Violation] = []
        self.updates: list[Update] = []
        self.lag = 0.0  # seconds on the wire that the clock does not know of
        self._on_busy = on_busy
        self._clock = clock
        self._trouble: Trouble | None = None
        self.busy = False
        """The level of BUSY, as of the last `poll`."""
        self._ram = Ram(kind.ram_width // 8, kind.ram_height, kind.stride * kind.height)
        self._held = self._asleep = False
        self._until: float | None = None  # BUSY is high until then
        self.drawing: Drawing | None = None
        """The refresh that runs, as of the last `poll`."""
        self._start_over()

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
        wrong = self._refusal(selected=not cs)
        if wrong is not None:
            self._note(wrong, data)
        elif dc:
            self._take_data(data)
        else:
            for command in data:
                self._take_command(command)

    def reset(self, level: bool) -> None:
        """Take the level of RST. Low ends a refresh and wakes the chip, which keeps its RAM; high lets it go."""
        self.poll()
        self._held = not level
        self._stop()
        self._asleep = False
        self._start_over()
        if level:
            self._work(RESET_S)
        self._show_busy()

    def brown_out(self) -> None:
        """Lose power for a moment: registers and RAM are gone, the glass stays as far as it had come."""
        self.poll()
        self._stop()
        self._asleep = False
        self._ram.lose()
        self._start_over()
        self._show_busy()

    def deadline(self) -> float | None:
        """Return when BUSY will fall, in clock seconds; None: it does not."""
        return self._until

    def poll(self) -> None:
        """Do what is due by now."""
        now = self._clock.now()
        if self.drawing is not None and now >= self.drawing.until:
            self._finish(self.drawing)
            self.drawing = None
        if self._until is not None and now >= self._until:
            self._until = None
            self._show_busy()

    def _show_busy(self) -> None:
        level = self._until is not None or self._asleep
        if self._trouble is Trouble.BUSY_STUCK:
            level = level or self.busy
        elif self._trouble is Trouble.BUSY_DEAD:
            level = False
        if level != self.busy:
            self.busy = level
            self._on_busy(level)

    def _work(self, seconds: float) -> None:
        self._until = self._clock.now() + self.lag + seconds
        self.lag = 0.0
        self._show_busy()

    def _refusal(self, *, selected: bool) -> Misuse | None:
        """Return why the chip would not take a byte now."""
        reasons = (
            (not selected, Misuse.SELECT),
            (self._held, Misuse.IN_RESET),
            (self._asleep, Misuse.ASLEEP),
            (self._until is not None, Misuse.BUSY),
        )
        return next((misuse for applies, misuse in reasons if applies), None)

    def _note(self, what: Misuse, data: bytes | None = None) -> None:
        command = "" if self._command is None else f"command {self._command:02X} "
        self.violations.append(Violation(self._clock.now(), what, command + (data or b"")[:8].hex(" ").upper()))
        del self.violations[:-MAX_LOG_ENTRIES]

    # --- commands ---

    def _start_over(self) -> None:
        """Set everything but RAM and glass to its state after a reset."""
        self._registers = self.kind.registers()
        self._command: int | None = None
        self._arguments = b""
        self._clocked = self.voltage = self._hot = False
        self._fast: bool | None = None  # which waveform is loaded
        self._ram.reset()

    def _take_command(self, command: int) -> None:
        if self._command in ARGUMENTS and len(self._arguments) < ARGUMENTS[self._command][0]:
            self._note(Misuse.TOO_FEW, self._arguments)
        self._command, self._arguments = command, b""
        if self._until is not None:
            self._note(Misuse.BUSY)
        elif command == SOFT_RESET:
            self._start_over()
            self._work(RESET_S)
        elif command == ACTIVATE:
            self._activate()
        elif command in RAM:
            self._ram.begin()
        elif command not in ARGUMENTS:
            self._note(Misuse.UNKNOWN_COMMAND)

    def _take_data(self, data: bytes) -> None:
        if self._command in RAM:
            self._check_window(self._ram.write(self._command, data))
            return
        least, most = ARGUMENTS.get(self._command or 0, (0, 0))
        self._arguments += data
        if len(self._arguments) > most:
            self._note(Misuse.NO_COMMAND, data)
        elif len(self._arguments) >= least and self._command is not None:
            self._set(self._command, self._arguments)

    def _set(self, command: int, value: bytes) -> None:
        """Take a complete argument: most are only kept."""
        self._registers[command] = value
        ram = self._ram
        match command:
            case 0x10 if value[0] & 3:
                self._fall_asleep(keep=value[0] & 3 == 1)
            case 0x11 if value != LEFT_THEN_DOWN:
                self._note(Misuse.ENTRY_MODE, value)
            case 0x1A:
                self._hot = value[0] >= self.kind.hot
            case 0x32:
                self._fast = False
            case 0x44:
                self._check_window(ram.columns(value[0] & 0x3F, value[1] & 0x3F))
            case 0x45:
                self._check_window(ram.rows(word(value[:2]), word(value[2:])))
            case 0x4E:
                ram.seek(x=value[0] & 0x3F)
            case 0x4F:
                ram.seek(y=word(value))

    def _check_window(self, inside: bool) -> None:
        if not inside:
            self._note(Misuse.WINDOW, self._arguments)

    def _fall_asleep(self, *, keep: bool) -> None:
        self._asleep = True
        self.voltage = self._clocked = False
        if not keep:
            self._ram.lose()
        self._show_busy()

    # --- refreshes ---

    def _activate(self) -> None:
        """Run the sequence of 0x22, bit by bit (command 0x20)."""
        sequence, times = self._registers[0x22][0], self.kind.times
        took = 0.0
        self._clocked = self._clocked or bool(sequence & 0x80)
        if sequence & 0x40 and not self.voltage:
            self.voltage = True
            took += times.power_on_s
        if sequence & 0x20:
            self._hot = False  # the sensor says 25 degrees
        if sequence & 0x10:
            self._fast = self._hot
        drawing = self._draw(sequence, took) if sequence & 0x04 else None
        took += drawing.seconds if drawing else 0.0
        if sequence & 0x02 and self.voltage:
            self.voltage = False
            took += times.power_off_s
        self._clocked = self._clocked and not sequence & 0x01
        if drawing is not None:
            self.updates.append(Update(self._clock.now(), took, sequence, drawing.partial, drawing.driven.bit_count()))
            del self.updates[:-MAX_LOG_ENTRIES]
        self.drawing = drawing
        self._work(max(took, MIN_BUSY_S))

    def _draw(self, sequence: int, after: float) -> Drawing | None:
        """Return the refresh that begins `after` seconds; None: the chip cannot."""
        if not (self._clocked and self.voltage):
            self._note(Misuse.NO_VOLTAGE)
            return None
        if self._fast is None:
            self._note(Misuse.NO_WAVEFORM)
            return None
        if word(self._registers[0x01]) & 0x1FF < self.kind.height - 1:
            self._note(Misuse.ROWS)
        partial, times = bool(sequence & 0x08), self.kind.times
        new, second = (self._plane(plane) for plane in RAM)
        driven = new ^ second if partial else self.kind.all_pixels
        seconds = times.partial_s if partial else times.full_s if self._fast else times.slow_s
        option = self._registers.get(0x37)
        swap = partial and (self.kind.ping_pong if option is None else bool(option[5] & PING_PONG))
        return Drawing(partial, new, driven, seconds, self._clock.now() + self.lag + (after + seconds), swap)

    def _plane(self, plane: int) -> int:
        option = option_of(plane, self._registers[0x21])
        if not option & BYPASS and not self._ram.known[plane]:
            self._note(Misuse.UNKNOWN_RAM, bytes((plane,)))
        return visible_pixels(self.kind, self._ram.planes[plane], option, self._registers[0x21])

    def _finish(self, drawing: Drawing) -> None:
        """Bring a refresh onto the glass."""
        if drawing.partial:
            self.glass.draw(drawing.pixels, drawing.driven)
        else:
            self.glass.flash(drawing.pixels)
        if drawing.swap:
            self._ram.swap()

    def _stop(self) -> None:
        """End a refresh in the middle."""
        self._until = None
        if self.drawing is not None:
            self.glass.stop(self.drawing.pixels, self.drawing.driven)
            self.drawing = None
