"""A second model of the SSD1680, SSD1683 and SSD1677, so that the driver does not only agree with its own simulator.

    bytes ─▶ counter walks its window, byte by byte ─▶ two RAMs ─▶ gates in their scan order ─▶ glass

Facts:
- 0x01 MUX = rows - 1, then the scan: bit 0 TB (last gate first), bit 1 SM (even gates, then odd ones), bit 2 GD (pairs
  swapped). 0x11 bits 0 and 1: X and Y count up; bit 2: Y first.
- 0x32: five times 12 bytes with the voltages of twelve groups, in pairs of bits for four phases; each group's phases in
  frames (two, how often both are repeated, two more, likewise) and repeats; in half bytes the frames a second, of 25.
- 0x3C bits 7-6: 00 the border follows a waveform (bits 1-0: which; 01 ends white), 10 it has VCOM, 11 it floats.
- 0x18: 0x80 the sensor in the chip; after a reset one outside, which these panels lack. 0x1A pretends degrees.
- 0x21: a RAM is read as 0 (4) or inverted (8), high half the second RAM; 0x80 in the next byte: sources from S8 on.
- 0x22: 80 clock on, 40 voltage on, 20 read the sensor, 10 load a waveform for the temperature, 08 its second set
  (partial), 04 drive, 02 voltage off, 01 clock off.
- 0x44 and 0x4E count bytes of RAM, in the SSD1677 pixels: two bytes each, the low one first.
- 0x10: 1 sleeps and keeps RAM, 3 sleeps and loses it; only RST wakes. A write goes at up to 20 MHz.
"""

from collections.abc import Callable
from functools import cache

from hw.clock import Clock
from tests.hw.second_base import Batch, SecondChip

SOURCES = {"ssd1683": 400, "ssd1680": 176, "ssd1677": 960}
GATES = {"ssd1683": 300, "ssd1680": 296, "ssd1677": 680}
LENGTHS = {
    0x01: 3, 0x03: 1, 0x04: 3, 0x10: 1, 0x11: 1, 0x12: 0, 0x18: 1, 0x1A: 1, 0x20: 0, 0x21: 2, 0x22: 1, 0x2C: 1,
    0x32: 153, 0x37: 10, 0x3C: 1, 0x3F: 1, 0x44: 2, 0x45: 4, 0x4E: 1, 0x4F: 2,
}  # fmt: skip
"""Bytes of arguments, by command."""
LENGTHS_IN_PIXELS = LENGTHS | {0x0C: 5, 0x32: 105, 0x44: 4, 0x4E: 2}
"""The same of the SSD1677."""
VOLTAGES = {0x03, 0x04, 0x2C}
"""The commands that a sent waveform also needs."""
SENT = "sent"


class SecondSsd16xx(SecondChip):
    """One chip of this family and its glass; see `SecondChip`."""

    def __init__(self, driver: str, native: tuple[int, int], batch: Batch, clock: Clock) -> None:
        self._in_pixels = driver == "ssd1677"
        self._lengths = LENGTHS_IN_PIXELS if self._in_pixels else LENGTHS
        self._stride, self._gates = SOURCES[driver] // 8, GATES[driver]
        super().__init__(driver, native, batch, clock)
        size = self._stride * self._gates
        self._ram = {plane: bytearray(self._noise.randbytes(size)) for plane in (0x24, 0x26)}

    def _take(self, data: bytes) -> None:
        if self._command in self._ram:
            self._write(self._ram[self._command], data)
            return
        self._arguments += data
        if len(self._arguments) >= self._lengths.get(self._command, 0):
            self._complete()

    # --- commands ---

    def _reset_registers(self) -> None:
        last, swaps = self._gates - 1, 0x40 if self.batch.ping_pong else 0
        self._registers = {
            0x01: bytes((last & 0xFF, last >> 8, 0)),
            0x11: b"\x03",
            0x18: b"\x48",
            0x21: b"\x00\x00",
            0x22: b"\xff",
            0x37: bytes((0, 0, 0, 0, 0, swaps, 0, 0, 0, 0)),
            0x3C: b"\xc0",
            0x45: bytes((0, 0, last & 0xFF, last >> 8)),
        }
        self._x = self._y = 0
        self._columns = 0, self._stride - 1
        self._degrees = 25
        self._clocked = self._voltage = False
        self._waveform: tuple[str, int] | None = None  # of which set, for which temperature
        self._command, self._arguments = -1, b""

    def _begin(self, command: int) -> None:
        if len(self._arguments) < self._lengths.get(self._command, 0):
            self.faults.append(f"{self._command:02X} has too few arguments")
        self._command, self._arguments = command, b""
        if command not in self._lengths and command not in self._ram:
            self.faults.append(f"{command:02X} is no command")
        if command == 0x12:
            self._reset_registers()
            self._work(self.reset_s)
        elif command == 0x20:
            self._activate()

    def _complete(self) -> None:
        """Take a command whose arguments are all there."""
        data, n = self._arguments, self._lengths.get(self._command, 0)
        if len(data) > n:
            self.faults.append(f"{self._command:02X} has too many arguments: {data.hex()}")
        self._registers[self._command] = data
        match self._command:
            case 0x10:
                self._sleep(data[0] & 3)
            case 0x1A:
                self._degrees = data[0] - 256 if data[0] & 0x80 else data[0]
            case 0x32:
                self._waveform = SENT, self._degrees
                if not VOLTAGES <= self._registers.keys():
                    self.faults.append("a waveform without its voltages")
            case 0x44:
                half = len(data) // 2
                self._columns = self._column(data[:half], 0), self._column(data[half:], 7)
            case 0x4E:
                self._x = self._column(data, 0)
            case 0x4F:
                self._y = _word(data)

    def _column(self, data: bytes, within: int) -> int:
        """Return a byte of a row; a place in pixels is the first one of a byte, or the last."""
        if not self._in_pixels:
            return data[0]
        if _word(data) % 8 != within:
            self.faults.append(f"pixel {_word(data)} is in the middle of a byte")
        return _word(data) // 8

    def _sleep(self, mode: int) -> None:
        if mode == 0:
            return
        if self._voltage:
            self.faults.append("asleep with the voltage on")
        if mode != 1:
            self.faults.append("a sleep that loses RAM")
        self.asleep = True
        self._show()

    # --- RAM ---

    def _write(self, plane: bytearray, data: bytes) -> None:
        """Write byte by byte, and walk the counter through its window; rows from left to right are written at once."""
        (x0, x1), rows = self._columns, self._registers[0x45]
        y0, y1 = _word(rows[:2]), _word(rows[2:])
        if not (x0 <= self._x <= x1 < self._stride and y0 <= self._y <= y1 < self._gates):
            self.faults.append(f"the counter ({self._x}, {self._y}) is outside of its window")
            return
        if len(data) > (x1 + 1 - x0) * (y1 + 1 - y0):
            self.faults.append("more bytes than the window holds")
        entry = self._registers[0x11][0]
        while data and entry & 5 == 1:
            part, data = data[: x1 + 1 - self._x], data[x1 + 1 - self._x :]
            at = self._y * self._stride + self._x
            plane[at : at + len(part)] = part
            self._x, around = _next_address(self._x + len(part) - 1, x0, x1, 1)
            self._y = _next_address(self._y, y0, y1, entry & 2)[0] if around else self._y
        for value in data:
            plane[self._y * self._stride + self._x] = value
            if entry & 4:
                self._y, around = _next_address(self._y, y0, y1, entry & 2)
                self._x = _next_address(self._x, x0, x1, entry & 1)[0] if around else self._x
            else:
                self._x, around = _next_address(self._x, x0, x1, entry & 1)
                self._y = _next_address(self._y, y0, y1, entry & 2)[0] if around else self._y

    # --- refreshes ---

    def _activate(self) -> None:
        """Do what 0x22 says, in the order of its bits."""
        sequence, batch = self._registers[0x22][0], self.batch
        took = 0.001
        self._clocked = self._clocked or bool(sequence & 0x80)
        if sequence & 0x40:
            took += 0.0 if self._voltage else batch.on_s
            self._voltage = True
        if sequence & 0x20:
            if self._registers[0x18] != b"\x80":
                self.faults.append("the temperature of a sensor that is not there")
            self._degrees = self.degrees
        if sequence & 0x10:
            self._waveform = ("partial" if sequence & 0x08 else "full"), self._degrees
            if sequence & 0x08 and not batch.has_partial:
                self.faults.append("a waveform that the panel's memory does not have")
                self._waveform = None
        then = None
        if sequence & 0x04:
            seconds, then = self._drive(partial=bool(sequence & 0x08))
            took += seconds
        if sequence & 0x02 and self._voltage:
            took += batch.off_s
            self._voltage = False
        self._clocked = self._clocked and not sequence & 0x01
        if self._clocked and not self._voltage:
            self.faults.append("the clock runs on without the voltage")
        self._work(took, then)

    def _drive(self, *, partial: bool) -> tuple[float, Callable[[], None] | None]:
        """Return how long a refresh takes, s, and what it does at its end."""
        if not (self._clocked and self._voltage):
            self.faults.append("a refresh without clock or voltage")
            return 0.0, None
        kind = "partial" if partial else "full"
        if self._waveform is None or self._waveform[0] not in {SENT, kind}:
            self.faults.append("a refresh with a waveform of another kind, or none")
            return 0.0, None
        (waveform, degrees), batch = self._waveform, self.batch
        hot = degrees >= batch.hot
        self._check(partial=partial, hot=hot)
        options = self._registers[0x21][0]
        new, old = self._plane(0x24, options & 15), self._plane(0x26, options >> 4)
        slower = self._waveform_length(degrees)
        if partial:
            self.begun.append((self._clock.now(), "partial"))
            seconds = _seconds(self._registers[0x32]) if waveform == SENT else slower * batch.partial_s
            return seconds, lambda: self._end_partial(new, old)
        grey = batch.pale <= degrees < batch.hot
        kind = "fast" if hot or grey else "slow"
        self.grey = grey
        self.begun.append((self._clock.now(), kind))
        return batch.fast_s if hot or grey else slower * batch.slow_s, lambda: self._end_full(new, old, kind)

    def _check(self, *, partial: bool, hot: bool) -> None:
        gates, border = _word(self._registers[0x01]) + 1, self._registers[0x3C][0]
        if gates != self._height:
            self.faults.append(f"{gates} gates are driven")
        if self._driver != "ssd1680" and self._registers[0x21][1]:
            self.faults.append("a second byte of 0x21 that this chip does not have")
        if partial:
            if hot:
                self.faults.append("a partial refresh with the waveform of a hot panel")
            if border & 0xC0 not in (0x80, 0xC0):
                self.faults.append("the border flashes with a partial refresh")
        elif border & 0xC3 != 0x01:
            self.faults.append("a full refresh that does not leave the border white")

    def _plane(self, command: int, option: int) -> list[int]:
        """Return the bits that a RAM gives the glass, a row a gate of the glass."""
        first = 8 if self._registers[0x21][1] & 0x80 else 0
        left = (self.batch.first_source - first) // 8
        wide = self._wide
        rows = [0] * self._height
        places, ram = _places(self._height, self.batch.scan), self._ram[command]
        before, behind = max(-left, 0), max(left + wide - self._stride, 0)
        for address, gate in enumerate(_order(self._height, self._registers[0x01][2])):
            row = address * self._stride
            seen = ram[row + left + before : row + left + wide - behind]
            seen = bytearray(before * b"\xff" + seen + behind * b"\xff") if before or behind else seen
            bits = 0 if option & 4 else int.from_bytes(seen)
            rows[places[gate]] = bits ^ (1 << 8 * wide) - 1 if option & 8 else bits
        return rows

    def _end_partial(self, new: list[int], old: list[int]) -> None:
        super()._end_partial(new, old)
        if self._registers[0x37][5] & 0x40:
            self._ram[0x24], self._ram[0x26] = self._ram[0x26], self._ram[0x24]

    def _end_full(self, new: list[int], second: list[int], kind: str) -> None:
        """Draw all pixels. The second RAM is for a third colour, which this glass does not have."""
        if any(second):
            self.faults.append("a full refresh with a third colour")
        super()._end_full(new, second, kind)
        self.border = "white" if self._registers[0x3C][0] & 0xC3 == 0x01 else "unknown"


def _word(data: bytes) -> int:
    """Return the number in two bytes, the low one first."""
    return data[0] | data[1] << 8


def _next_address(at: int, low: int, high: int, up: int) -> tuple[int, bool]:
    """Return the next address of a window, and whether it went round."""
    if up:
        return (low, True) if at == high else (at + 1, False)
    return (high, True) if at == low else (at - 1, False)


@cache
def _places(gates: int, scan: int) -> list[int]:
    """Return where each gate comes in a scan."""
    return sorted(range(gates), key=_order(gates, scan).__getitem__)


@cache
def _order(gates: int, scan: int) -> list[int]:
    """Return the gates in the order in which they are driven."""
    order = list(range(gates))
    if scan & 4:
        order = [gate ^ 1 for gate in order]
    if scan & 2:
        order = order[::2] + order[1::2]
    return order[::-1] if scan & 1 else order


def _seconds(table: bytes) -> float:
    """Return how long a waveform of 0x32 takes, s."""
    total = 0.0
    for group in range(12):
        a, b, ab, c, d, cd, again = table[60 + 7 * group : 67 + 7 * group]
        speeds = table[144 + group // 2]
        hertz = 25 * (speeds >> 4 if group % 2 == 0 else speeds & 15)
        frames = ((a + b) * (ab + 1) + (c + d) * (cd + 1)) * (again + 1)
        total += frames / hertz if frames else 0.0
    return total
