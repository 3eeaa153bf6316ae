"""A simulated SSD1680, SSD1683 or SSD1677."""

from hw.sim.chip import MIN_BUSY_S, RESET_S, Chip, Misuse
from hw.sim.ram import Drawing, word

SOFT_RESET, ACTIVATE = 0x12, 0x20
NEW, SECOND = 0x24, 0x26  # the commands that write the RAMs
LEFT_THEN_DOWN = b"\x03"

LENGTHS = {
    0x01: (3, 3), 0x03: (1, 1), 0x04: (3, 3), 0x0C: (4, 4), 0x10: (1, 1), 0x11: (1, 1), 0x12: (0, 0), 0x18: (1, 1),
    0x1A: (1, 2), 0x20: (0, 0), 0x21: (1, 2), 0x22: (1, 1), 0x2C: (1, 1), 0x32: (153, 233), 0x37: (10, 10),
    0x3C: (1, 1), 0x3F: (1, 1), 0x44: (2, 2), 0x45: (4, 4), 0x4E: (1, 1), 0x4F: (2, 2), 0x7F: (0, 0),
}  # fmt: skip
WIDE_LENGTHS = LENGTHS | {0x0C: (5, 5), 0x32: (105, 105), 0x44: (4, 4), 0x4E: (2, 2)}
"""Of a chip whose places in a row are pixels."""
BYPASS, INVERT = 4, 8
"""The two halves of the first byte of 0x21: read a RAM as 0, or inverted."""
FROM_S8 = 0x80
"""The second byte: use the sources from S8 on."""
PING_PONG = 0x40
"""A bit of 0x37: the RAMs are swapped after a partial refresh."""
FAST, SLOW, PARTIAL, SENT = "fast", "slow", "partial", "sent"
"""Waveforms: of a hot panel, of the temperature that was read, of a partial refresh; one that was sent, for any."""

# The glass hangs on some sources; 0x21 chooses which source gets the first column of RAM:
#
#     sources       S0 ...... S7 S8 .............. S135 ...
#     RAM, 0x00     |byte 0     |byte 1 ...
#     RAM, 0x80                 |byte 0 ...
#     glass                     |first column               on most 128 wide panels, not on all


class Ssd16xx(Chip):
    """One chip of this family with its glass; see `Chip`."""

    rams = NEW, SECOND
    busy_asleep = True

    def lengths(self) -> dict[int, tuple[int, int]]:
        """Return the fewest and most bytes of arguments, by command."""
        return WIDE_LENGTHS if self.kind.wide else LENGTHS

    def reset_registers(self) -> None:
        """Set everything but RAM and glass to its state after a reset."""
        super().reset_registers()
        rows = self.kind.ram_height - 1
        self.registers = {0x01: bytes((rows & 0xFF, rows >> 8, 0)), 0x21: b"\x00\x00", 0x22: b"\xff"}
        self._clocked = self._hot = False
        self._waveform: str | None = None

    def start_command(self, command: int) -> None:
        """Carry out the part of a command that needs none of its bytes."""
        if command == SOFT_RESET:
            self.reset_registers()
            self.work(RESET_S)
        elif command == ACTIVATE:
            self._activate()
        elif command in self.rams:
            self._ram.begin()

    def take_argument(self, command: int, value: bytes) -> None:
        """Take a complete argument: most are only kept."""
        ram = self._ram
        match command:
            case 0x10 if value[0] & 3:
                self.fall_asleep(keep=value[0] & 3 == 1)
            case 0x11 if value != LEFT_THEN_DOWN:
                self.note(Misuse.ENTRY_MODE, value)
            case 0x1A:
                self._hot = value[0] >= self.kind.min_hot_degrees
            case 0x32:
                self._waveform = SENT
            case 0x44:
                half = len(value) // 2
                self.check_window(ram.columns(self._column(value[:half]), self._column(value[half:], last=7)))
            case 0x45:
                self.check_window(ram.rows(word(value[:2]), word(value[2:])))
            case 0x4E:
                ram.seek(x=self._column(value))
            case 0x4F:
                ram.seek(y=word(value))

    def _column(self, value: bytes, last: int = 0) -> int:
        """Return a place in a row, in bytes of RAM. Note it if it is not the first pixel of a byte, or its `last`."""
        if not self.kind.wide:
            return value[0] & 0x3F
        self.check_window(word(value) % 8 == last)
        return word(value) // 8

    # --- refreshes ---

    def _activate(self) -> None:
        """Run the sequence of 0x22, bit by bit (command 0x20)."""
        sequence, times = self.registers[0x22][0], self.kind.times
        took = 0.0
        self._clocked = self._clocked or bool(sequence & 0x80)
        if sequence & 0x40 and not self.voltage:
            self.voltage = True
            took += times.power_on_s
        if sequence & 0x20:
            self._hot = False  # the sensor says 25 degrees
        if sequence & 0x10:
            self._waveform = self._waveform_in_memory(partial=bool(sequence & 0x08))
        drawing = self._drawing(sequence, took) if sequence & 0x04 else None
        took += drawing.seconds if drawing else 0.0
        if sequence & 0x02 and self.voltage:
            self.voltage = False
            took += times.power_off_s
        self._clocked = self._clocked and not sequence & 0x01
        if drawing is not None:
            self.draw(drawing, took, sequence)
        self.work(max(took, MIN_BUSY_S))

    def _waveform_in_memory(self, *, partial: bool) -> str | None:
        """Return the waveform in the panel's memory; None: there is none."""
        if partial:
            return PARTIAL if self.kind.has_partial else None
        return FAST if self._hot else SLOW

    def _drawing(self, sequence: int, after: float) -> Drawing | None:
        """Return the refresh that begins `after` seconds; None: the chip cannot draw."""
        partial, times = bool(sequence & 0x08), self.kind.times
        if not (self._clocked and self.voltage):
            self.note(Misuse.NO_VOLTAGE)
            return None
        if self._waveform is None or (self._waveform != SENT and partial != (self._waveform == PARTIAL)):
            self.note(Misuse.NO_WAVEFORM)
            return None
        if word(self.registers[0x01]) & 0x3FF < self.kind.height - 1:
            self.note(Misuse.ROWS)
        new, second = (self._plane(plane) for plane in self.rams)
        driven = new ^ second if partial else self.kind.all_pixels
        seconds = times.partial_s if partial else times.full_s if self._waveform == FAST else times.slow_s
        option = self.registers.get(0x37)
        swap = partial and (self.kind.ping_pong if option is None else bool(option[5] & PING_PONG))
        return Drawing(partial, new, driven, seconds, self.ends_at(after + seconds), self._ram.swap if swap else None)

    def _plane(self, plane: int) -> int:
        """Return the part of a plane that the glass shows, one bit a pixel, as 0x21 says."""
        kind, control = self.kind, self.registers[0x21]
        option = control[0] >> 4 if plane == SECOND else control[0] & 0x0F
        if option & BYPASS:
            return 0
        if not self._ram.known[plane]:
            self.note(Misuse.UNKNOWN_RAM, bytes((plane,)))
        first_in_use = 8 if len(control) > 1 and control[1] & FROM_S8 else 0
        pixels = self._ram.pixels(plane, (kind.first_source - first_in_use) // 8, kind.stride, kind.height)
        return pixels ^ kind.all_pixels if option & INVERT else pixels
