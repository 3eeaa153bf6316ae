"""A simulated UC8179 or UC8253."""

from hw.sim.chip import MIN_BUSY_S, RESET_S, Chip, Misuse
from hw.sim.ram import Drawing

ON, OFF, REFRESH, STATUS = 0x04, 0x02, 0x12, 0x71
NEW, OLD = 0x13, 0x10  # the commands that write the RAMs
WINDOW_ON, WINDOW_OFF = 0x91, 0x92

LENGTHS = {
    0x00: (2, 2), 0x01: (4, 5), 0x02: (0, 0), 0x04: (0, 0), 0x06: (3, 4), 0x07: (1, 1), 0x12: (0, 0), 0x41: (1, 1),
    0x50: (1, 1), 0x60: (1, 1), 0x61: (3, 3), 0x71: (0, 0), 0x90: (7, 7), 0x91: (0, 0), 0x92: (0, 0), 0xE0: (1, 1),
    0xE3: (1, 1), 0xE5: (1, 1),
}  # fmt: skip
WIDE_LENGTHS = LENGTHS | {0x00: (1, 1), 0x06: (4, 4), 0x15: (1, 1), 0x50: (2, 2), 0x61: (4, 4), 0x90: (9, 9)}
"""Of a chip whose places in a row are two bytes."""
CHECK_CODE = b"\xa5"
"""The byte that must follow 0x07."""
RUNS, TWO_COLOURS, FROM_REGISTERS = 0x01, 0x10, 0x20
"""Bits of 0x00: 0 resets the chip; black and white alone; the waveform is in registers."""
PRETEND = 0x02
"""A bit of 0xE0: the temperature is the byte of 0xE5."""
ROOM_DEGREES = 25
"""The temperature that the sensor in the chip reads, degrees Celsius."""
PARTIAL = 0x6E
"""From this pretended temperature on the waveform is the partial one."""
COPY = 0x08
"""A bit of the first byte of 0x50 of a wide chip: the new picture is copied to the RAM of the old one."""


class Uc81xx(Chip):
    """One chip of this family with its glass; see `Chip`."""

    rams = NEW, OLD

    def lengths(self) -> dict[int, tuple[int, int]]:
        """Return the fewest and most bytes of arguments, by command."""
        return WIDE_LENGTHS if self.kind.wide else LENGTHS

    def reset_registers(self) -> None:
        """Set everything but RAM and glass to its state after a reset."""
        super().reset_registers()
        kind = self.kind
        self.registers = {0x00: b"\x0f", 0x50: b"\x31\x07" if kind.wide else b"\xd7", 0xE0: b"\x00", 0xE5: b"\x00"}
        # A panel of a narrow chip has its size in its memory.
        self._size = (kind.ram_width, kind.ram_height) if kind.wide else (8 * kind.stride, kind.height)
        self._window: tuple[int, ...] | None = None
        self._in_window = False

    def _refusal(self, data: bytes, *, selected: bool) -> Misuse | None:
        """Return why the chip would refuse a byte now. A busy chip still returns its status."""
        why = super()._refusal(data, selected=selected)
        return None if why is Misuse.BUSY and data == bytes((STATUS,)) else why

    def _take_command(self, command: int) -> None:
        if command != STATUS:
            super()._take_command(command)

    def start_command(self, command: int) -> None:
        """Carry out the part of a command that needs none of its bytes."""
        times = self.kind.times
        match command:
            case 0x10 | 0x13:
                self._open_window()
            case 0x91 | 0x92:
                self._in_window = command == WINDOW_ON
            case 0x04:
                took, self.voltage = (0.0 if self.voltage else times.power_on_s), True
                self.work(max(took, MIN_BUSY_S))
            case 0x02:
                took, self.voltage = (times.power_off_s if self.voltage else 0.0), False
                self.work(max(took, MIN_BUSY_S))
            case 0x12:
                drawing = self._drawing()
                if drawing is not None:
                    self.draw(drawing, drawing.seconds, self._degrees)
                self.work(MIN_BUSY_S if drawing is None else drawing.seconds)

    def take_argument(self, command: int, value: bytes) -> None:
        """Take a complete argument: most are only kept."""
        match command:
            case 0x00 if not value[0] & RUNS:
                self.reset_registers()
                self.work(RESET_S)
            case 0x07 if value == CHECK_CODE:
                self.fall_asleep(keep=False)
            case 0x61:
                self._size = int.from_bytes(value[:-2]), int.from_bytes(value[-2:])
            case 0x90:
                n = 1 + self.kind.wide
                across = int.from_bytes(value[:n]), int.from_bytes(value[n : 2 * n])
                self._window = *across, int.from_bytes(value[2 * n : -3]), int.from_bytes(value[-3:-1])

    def _open_window(self) -> None:
        """Begin to write a RAM at the first place of the window, or of the picture."""
        width, height = self._size
        window = self._window if self._in_window and self._window is not None else (0, width - 1, 0, height - 1)
        first, last, top, bottom = window
        inside = self._ram.columns(first // 8, last // 8) and self._ram.rows(top, bottom)
        self.check_window(inside and first % 8 == (last + 1) % 8 == 0 and last < width and bottom < height)
        self._ram.seek(x=first // 8, y=top)
        self._ram.begin()

    # --- refreshes ---

    @property
    def _degrees(self) -> int:
        return self.registers[0xE5][0] if self.registers[0xE0][0] & PRETEND else ROOM_DEGREES

    def _drawing(self) -> Drawing | None:
        """Return the refresh that begins now; None: the chip cannot draw."""
        kind, times, setting = self.kind, self.kind.times, self.registers[0x00][0]
        if not self.voltage:
            self.note(Misuse.NO_VOLTAGE)
            return None
        if setting & FROM_REGISTERS:
            self.note(Misuse.NO_WAVEFORM)
            return None
        misuses = (
            (not setting & TWO_COLOURS, Misuse.COLOURS),
            (self._size != (8 * kind.stride, kind.height), Misuse.ROWS),
            (self._in_window, Misuse.PART),
        )
        for misuse in (misuse for applies, misuse in misuses if applies):
            self.note(misuse)
        new, old = (self._plane(plane) for plane in self.rams)
        partial, fast = self._degrees >= PARTIAL, self._degrees >= kind.min_hot_degrees
        seconds = times.partial_s if partial else times.full_s if fast else times.slow_s
        copies = kind.wide and self.registers[0x50][0] & COPY
        after = self._ram.copy if copies else None
        return Drawing(partial, new, new ^ old if partial else kind.all_pixels, seconds, self.ends_at(seconds), after)

    def _plane(self, plane: int) -> int:
        """Return the part of a plane that the glass shows, one bit a pixel, 1 is white."""
        kind, control = self.kind, self.registers[0x50][0]
        if not self._ram.known[plane]:
            self.note(Misuse.UNKNOWN_RAM, bytes((plane,)))
        pixels = self._ram.pixels(plane, 0, kind.stride, kind.height)
        white_is_one = control & (0x01 if kind.wide else 0x10)
        return pixels if white_is_one else pixels ^ kind.all_pixels
