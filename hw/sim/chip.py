"""A simulated SSD1683 or SSD1680, at the level of bytes and wires.

     bytes ──▶ commands ──▶ registers
                  │             │
                  ▼             ▼
              two RAMs ──▶ refresh, after its time ──▶ glass
                  ▲             │
         ping-pong swap ◀───────┘          wires: RST in, BUSY out

It does what the data sheets say for the commands that panels of this kind are driven with, takes as long as real ones
were measured to take, and notes every use that a real chip would answer with a wrong picture.
"""

from collections.abc import Callable

from hw.clock import Clock
from hw.sim.faults import Misuse, Trouble, Update, Violation
from hw.sim.kinds import ACTIVATE, ARGUMENTS, LEFT_THEN_DOWN, RAM, SOFT_RESET, ChipKind
from hw.sim.ram import BYPASS, Drawing, Glass, Ram, option_of, shown, swaps, word

RESET_S = 0.01
"""How long BUSY is high after each kind of reset, s."""
SHORTEST_S = 0.001
"""How long BUSY is high at least when anything is activated, s."""
KEPT = 1000
"""How many of the last refreshes and misuses are remembered: a device may run for weeks."""


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
        self._level = False
        self._ram = Ram(kind.ram_width // 8, kind.ram_height, kind.stride * kind.height)
        self._held = self._asleep = False
        self._until: float | None = None  # BUSY is high until then
        self._drawing: Drawing | None = None
        self._start_over()

    # --- the wires ---

    @property
    def busy(self) -> bool:
        """The level of BUSY, as of the last `poll`."""
        return self._level

    @property
    def voltage(self) -> bool:
        """Whether the high voltage is on."""
        return self._voltage

    @property
    def drawing(self) -> Drawing | None:
        """The refresh that runs, as of the last `poll`."""
        return self._drawing

    @property
    def trouble(self) -> Trouble | None:
        """What goes wrong; set it, or None for nothing."""
        return self._trouble

    @trouble.setter
    def trouble(self, trouble: Trouble | None) -> None:
        self._trouble = trouble
        self._show_busy()

    def receive(self, data: bytes, *, dc: bool, cs: bool = False) -> None:
        """Take the bytes of one transfer, with the levels of D/C (high: data) and of the chip select (high: not us)."""
        self.poll()
        wrong = self._deaf(selected=not cs)
        if wrong is not None:
            self._violated(wrong, data)
        elif dc:
            self._take_data(data)
        else:
            for command in data:
                self._take_command(command)

    def reset(self, level: bool) -> None:
        """Take the level of RST. Low ends what runs and wakes the chip, which keeps its RAM; high lets it go."""
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
        """Let happen what is due by now."""
        now = self._clock.now()
        if self._drawing is not None and now >= self._drawing.until:
            self._finish(self._drawing)
            self._drawing = None
        if self._until is not None and now >= self._until:
            self._until = None
            self._show_busy()

    def _show_busy(self) -> None:
        level = self._until is not None or self._asleep
        if self._trouble is Trouble.BUSY_STUCK:
            level = level or self._level
        elif self._trouble is Trouble.BUSY_DEAD:
            level = False
        if level != self._level:
            self._level = level
            self._on_busy(level)

    def _work(self, seconds: float) -> None:
        self._until = self._clock.now() + self.lag + seconds
        self.lag = 0.0
        self._show_busy()

    def _deaf(self, *, selected: bool) -> Misuse | None:
        """Return why the chip would not take a byte now."""
        reasons = (
            (not selected, Misuse.SELECT),
            (self._held, Misuse.IN_RESET),
            (self._asleep, Misuse.ASLEEP),
            (self._until is not None, Misuse.BUSY),
        )
        return next((misuse for applies, misuse in reasons if applies), None)

    def _violated(self, what: Misuse, data: bytes | None = None) -> None:
        command = "" if self._command is None else f"command {self._command:02X} "
        self.violations.append(Violation(self._clock.now(), what, command + (data or b"")[:8].hex(" ").upper()))
        del self.violations[:-KEPT]

    # --- commands ---

    def _start_over(self) -> None:
        """Set everything but RAM and glass as after a reset."""
        self._registers = self.kind.registers()
        self._command: int | None = None
        self._arguments = b""
        self._clocked = self._voltage = self._hot = False
        self._fast: bool | None = None  # which waveform is loaded
        self._ram.reset()

    def _take_command(self, command: int) -> None:
        if self._command in ARGUMENTS and len(self._arguments) < ARGUMENTS[self._command][0]:
            self._violated(Misuse.FEW, self._arguments)
        self._command, self._arguments = command, b""
        if self._until is not None:
            self._violated(Misuse.BUSY)
        elif command == SOFT_RESET:
            self._start_over()
            self._work(RESET_S)
        elif command == ACTIVATE:
            self._activate()
        elif command in RAM:
            self._ram.begin()
        elif command not in ARGUMENTS:
            self._violated(Misuse.UNKNOWN_COMMAND)

    def _take_data(self, data: bytes) -> None:
        if self._command in RAM:
            self._note(self._ram.write(self._command, data))
            return
        least, most = ARGUMENTS.get(self._command or 0, (0, 0))
        self._arguments += data
        if len(self._arguments) > most:
            self._violated(Misuse.NO_COMMAND, data)
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
                self._violated(Misuse.ENTRY_MODE, value)
            case 0x1A:
                self._hot = value[0] >= self.kind.hot
            case 0x32:
                self._fast = False
            case 0x44:
                self._note(ram.columns(value[0] & 0x3F, value[1] & 0x3F))
            case 0x45:
                self._note(ram.rows(word(value[:2]), word(value[2:])))
            case 0x4E:
                ram.seek(x=value[0] & 0x3F)
            case 0x4F:
                ram.seek(y=word(value))

    def _note(self, misuse: Misuse | None) -> None:
        if misuse is not None:
            self._violated(misuse, self._arguments)

    def _fall_asleep(self, *, keep: bool) -> None:
        self._asleep = True
        self._voltage = self._clocked = False
        if not keep:
            self._ram.lose()
        self._show_busy()

    # --- refreshes ---

    def _activate(self) -> None:
        """Do what 0x22 has asked for, bit by bit (command 0x20)."""
        sequence, times = self._registers[0x22][0], self.kind.times
        took = 0.0
        self._clocked = self._clocked or bool(sequence & 0x80)
        if sequence & 0x40 and not self._voltage:
            self._voltage = True
            took += times.power_on_s
        if sequence & 0x20:
            self._hot = False  # the sensor says 25 degrees
        if sequence & 0x10:
            self._fast = self._hot
        drawing = self._draw(sequence, took) if sequence & 0x04 else None
        took += drawing.seconds if drawing else 0.0
        if sequence & 0x02 and self._voltage:
            self._voltage = False
            took += times.power_off_s
        self._clocked = self._clocked and not sequence & 0x01
        if drawing is not None:
            self.updates.append(Update(self._clock.now(), took, sequence, drawing.partial, drawing.driven.bit_count()))
            del self.updates[:-KEPT]
        self._drawing = drawing
        self._work(max(took, SHORTEST_S))

    def _draw(self, sequence: int, after: float) -> Drawing | None:
        """Return the refresh that begins `after` seconds; None: the chip cannot."""
        if not (self._clocked and self._voltage):
            self._violated(Misuse.NO_VOLTAGE)
            return None
        if self._fast is None:
            self._violated(Misuse.NO_WAVEFORM)
            return None
        if word(self._registers[0x01]) & 0x1FF < self.kind.height - 1:
            self._violated(Misuse.ROWS)
        partial, times = bool(sequence & 0x08), self.kind.times
        new, second = (self._plane(plane) for plane in RAM)
        driven = new ^ second if partial else self.kind.all_pixels
        seconds = times.partial_s if partial else times.full_s if self._fast else times.slow_s
        swap = partial and swaps(self.kind, self._registers.get(0x37))
        return Drawing(partial, new, driven, seconds, self._clock.now() + self.lag + (after + seconds), swap)

    def _plane(self, plane: int) -> int:
        option = option_of(plane, self._registers[0x21])
        if not option & BYPASS and not self._ram.known[plane]:
            self._violated(Misuse.UNKNOWN_RAM, bytes((plane,)))
        return shown(self.kind, self._ram.planes[plane], option, self._registers[0x21])

    def _finish(self, drawing: Drawing) -> None:
        """Bring a refresh onto the glass."""
        if drawing.partial:
            self.glass.draw(drawing.pixels, drawing.driven)
        else:
            self.glass.flash(drawing.pixels)
        if drawing.swap:
            self._ram.swap()

    def _stop(self) -> None:
        """End a refresh where it stands."""
        self._until = None
        if self._drawing is not None:
            self.glass.stop(self._drawing.pixels, self._drawing.driven)
            self._drawing = None
