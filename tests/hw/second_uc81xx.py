"""A second model of the UC8179 and UC8253, so that the driver does not only agree with its own simulator.

    bytes ─▶ rows of a window, or of the picture ─▶ old and new RAM ─▶ each pixel by its pair (old, new) ─▶ glass

Facts:
- 0x00: bit 0 low resets, bit 1 booster on, bit 2 sources to the right, bit 3 gates upwards, bit 4 black and white alone
  (else 0x10 is black and white, and 0x13 red), bit 5 waveforms from registers. The UC8253 takes a second byte.
- 0x04 and 0x02 switch the voltage on and off; 0x12 draws, and switches nothing. BUSY is low while they last.
- 0x10 takes the old picture, 0x13 the new one, each from its first place on; in a window (0x91, until 0x92) of 0x90:
  first and last column and row, the high byte first (columns of the UC8253: one byte); columns are of whole bytes.
- 0x50 of the UC8179: bit 7 the border floats, bits 5-4 its waveform (10 ends white), bit 3 the new picture is copied to
  the old one after a refresh, bits 1-0: 01 a 1 is white, 00 a 0 is. Of the UC8253: bits 7-6 the border (10 white, 11
  floats), bits 5-4: 01 a 1 is white, 00 a 0 is.
- 0x61 is the size; that of the UC8179 is 800 x 600 after a reset, that of a UC8253 is in the panel's memory.
- 0xE0 bit 1: the temperature is that of 0xE5, until a reset. The panel's memory has the partial waveform from 110
  degrees on, and below it the short full one: where old and new are the same, this one may do nothing.
- 0x07 with A5 sleeps and loses RAM; only RST wakes. A write goes at up to 10 MHz.
"""

from hw.clock import Clock
from tests.hw.second_base import Batch, SecondChip

SOURCES = {"uc8179": 800, "uc8253": 240}
GATES = {"uc8179": 600, "uc8253": 480}
LENGTHS = {
    0x00: 2, 0x01: 5, 0x02: 0, 0x04: 0, 0x06: 4, 0x07: 1, 0x12: 0, 0x50: 1, 0x60: 1, 0x61: 3, 0x90: 7, 0x91: 0,
    0x92: 0, 0xE0: 1, 0xE3: 1, 0xE5: 1,
}  # fmt: skip
"""Bytes of arguments, by command."""
LONG_LENGTHS = LENGTHS | {0x00: 1, 0x15: 1, 0x50: 2, 0x61: 4, 0x90: 9}
"""The same of the UC8179."""
PARTIAL_DEGREES = 110


class SecondUc81xx(SecondChip):
    """One chip of this family and its glass; see `SecondChip`."""

    fastest_hz = 10_000_000
    shortest_reset_s = 0.00005
    reset_s = 0.005
    busy_level = False

    def __init__(self, driver: str, native: tuple[int, int], batch: Batch, clock: Clock) -> None:
        self._long = driver == "uc8179"
        self._lengths = LONG_LENGTHS if self._long else LENGTHS
        super().__init__(driver, native, batch, clock)
        size = SOURCES[driver] // 8 * GATES[driver]
        self._ram = {plane: bytearray(self._noise.randbytes(size)) for plane in (0x10, 0x13)}

    def _reset_registers(self) -> None:
        self._registers = {0x00: b"\x0f\x0d", 0x50: b"\x31\x07" if self._long else b"\xd7", 0xE0: b"\0", 0xE5: b"\0"}
        self._size = (800, 600) if self._long else (8 * self._wide, self._height)
        self._voltage = self._windowed = False
        self._rows: list[memoryview] = []  # the parts of RAM that are still to be written, the next one last
        self._command, self._arguments = -1, b""

    def _begin(self, command: int) -> None:
        if len(self._arguments) < self._lengths.get(self._command, 0):
            self.faults.append(f"{self._command:02X} has too few arguments")
        if self._rows:
            self.faults.append(f"{sum(map(len, self._rows))} bytes of a picture are missing")
        self._command, self._arguments, self._rows = command, b"", []
        batch = self.batch
        if command in self._ram:
            self._open(self._ram[command])
        elif command not in self._lengths:
            self.faults.append(f"{command:02X} is no command")
        elif command == 0x04:
            self._work(0.001 if self._voltage else batch.on_s)
            self._voltage = True
        elif command == 0x02:
            self._work(batch.off_s if self._voltage else 0.001)
            self._voltage = False
        elif command in (0x91, 0x92):
            self._windowed = command == 0x91
        elif command == 0x12:
            self._draw()

    def _take(self, data: bytes) -> None:
        if self._command in self._ram:
            while data and self._rows:
                row = self._rows.pop()
                row[: len(data)] = data[: len(row)]
                if len(data) < len(row):
                    self._rows.append(row[len(data) :])
                data = data[len(row) :]
            if data:
                self.faults.append("more bytes than the window holds")
            return
        self._arguments += data
        n = self._lengths.get(self._command, 0)
        if len(self._arguments) > n:
            self.faults.append(f"{self._command:02X} has too many arguments: {self._arguments.hex()}")
        elif len(self._arguments) == n:
            self._complete(self._arguments)

    def _complete(self, data: bytes) -> None:
        """Take a command whose arguments are all there."""
        self._registers[self._command] = data
        if self._command == 0x00 and not data[0] & 1:
            self._reset_registers()
            self._work(self.reset_s)
        elif self._command == 0x07 and data == b"\xa5":
            if self._voltage:
                self.faults.append("asleep with the voltage on")
            self.asleep, self._voltage = True, False
            self._lose_ram()
            self._show()
        elif self._command == 0x61:
            self._size = int.from_bytes(data[:-2]), int.from_bytes(data[-2:])

    def _open(self, plane: bytearray) -> None:
        """Make ready for a picture, or for the part of it that is in the window."""
        width, height = self._size
        left, right, top, bottom = 0, width - 1, 0, height - 1
        if self._windowed:
            data, n = self._registers.get(0x90, b""), 2 if self._long else 1
            left, right, top, bottom = (
                int.from_bytes(data[at : at + size]) for at, size in ((0, n), (n, n), (2 * n, 2), (2 * n + 2, 2))
            )
        if left % 8 or right % 8 != 7 or not (left < right < width and top <= bottom < height):
            self.faults.append(f"a window from ({left}, {top}) to ({right}, {bottom})")
            return
        stride, whole = SOURCES[self._driver] // 8, memoryview(plane)
        starts = (row * stride for row in range(bottom, top - 1, -1))
        self._rows = [whole[at + left // 8 : at + right // 8 + 1] for at in starts]

    # --- refreshes ---

    def _draw(self) -> None:
        setting, batch = self._registers[0x00][0], self.batch
        if not self._voltage:
            self.faults.append("a refresh without clock or voltage")
            self._work(0.001)
            return
        if setting & 0x3F != 0x1F:
            self.faults.append(f"a refresh with the panel set to {setting:02X}")
        if self._size != (8 * self._wide, self._height):
            self.faults.append(f"a picture of {self._size[0]} x {self._size[1]} pixels")
        if self._windowed:
            self.faults.append("a refresh of a window alone")
        pretended = self._registers[0xE0][0] & 2
        degrees = self._registers[0xE5][0] if pretended else self.degrees
        new, old = self._plane(0x13), self._plane(0x10)
        partial, hot = degrees >= PARTIAL_DEGREES, degrees >= batch.hot
        self.grey = not partial and batch.pale <= degrees < batch.hot
        kind = "partial" if partial else "fast" if hot or self.grey else "slow"
        self._check_border(partial=partial)
        self.begun.append((self._clock.now(), kind))
        if partial:
            self._work(batch.partial_s, lambda: self._end_partial(new, old))
        else:
            seconds = batch.fast_s if kind == "fast" else self._waveform_length(degrees) * batch.slow_s
            self._work(seconds, lambda: self._end_full(new, old, kind))

    def _check_border(self, *, partial: bool) -> None:
        control = self._registers[0x50][0]
        floats = control & 0x80 if self._long else control & 0xC0 == 0xC0
        white = control & 0xB0 == 0x20 if self._long else control & 0xC0 == 0x80
        if partial and not floats:
            self.faults.append("the border flashes with a partial refresh")
        if not partial and not white:
            self.faults.append("a full refresh that does not leave the border white")
        self.border = "white" if white else self.border

    def _plane(self, command: int) -> list[int]:
        """Return the bits that a RAM gives the glass, a row a gate, 1 is white."""
        stride, ram = SOURCES[self._driver] // 8, self._ram[command]
        rows = [int.from_bytes(ram[row * stride : row * stride + self._wide]) for row in range(self._height)]
        control, full = self._registers[0x50][0], (1 << 8 * self._wide) - 1
        one_is_white = control & 0x03 == 0x01 if self._long else control & 0x30 == 0x10
        return rows if one_is_white else [row ^ full for row in rows]

    def _end_partial(self, new: list[int], old: list[int]) -> None:
        super()._end_partial(new, old)
        self._copy()

    def _end_full(self, new: list[int], second: list[int], kind: str) -> None:
        """Draw all pixels; those that are the same in both RAMs may stay as they are."""
        full = (1 << 8 * self._wide) - 1
        if any(now ^ was != full for now, was in zip(new, second, strict=True)):
            self.faults.append("a full refresh that leaves pixels as they are")
        super()._end_full(new, second, kind)
        self._copy()

    def _copy(self) -> None:
        if self._long and self._registers[0x50][0] & 0x08 and not self.batch.ping_pong:
            self._ram[0x10][:] = self._ram[0x13]
