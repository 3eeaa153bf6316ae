"""A second model of the SSD1683 and the SSD1680, so that the driver does not only agree with its own simulator.

Written from the facts of the data sheets and of other people's drivers for the same panels, and from nothing in `hw/`:
own times, own glass, own rules for every byte. Where `hw.sim.chip` and this one differ, one of them is wrong.

    bytes ─▶ counter walks its window, byte by byte ─▶ two RAMs ─▶ gates in their scan order ─▶ glass

Facts:
- 0x01 MUX = rows - 1, then the scan: bit 0 TB (last gate first), bit 1 SM (even gates, then odd ones), bit 2 GD (pairs
  swapped). 0x11 bits 0 and 1: X and Y count up; bit 2: Y first.
- 0x3C bits 7-6: 00 the border follows a waveform (bits 1-0: which; 01 ends white), 10 it has VCOM, 11 it floats.
- 0x18: 0x80 the sensor in the chip; after a reset one outside, which these panels lack. 0x1A pretends degrees.
- 0x21: a RAM is read as 0 (4) or inverted (8), high half the second RAM; 0x80 in the next byte: sources from S8 on.
- 0x22: 80 clock on, 40 voltage on, 20 read the sensor, 10 load a waveform for the temperature, 08 its second set
  (partial), 04 drive, 02 voltage off, 01 clock off.
- 0x10: 1 sleeps and keeps RAM, 3 sleeps and loses it; only RST wakes. A write goes at up to 20 MHz.
"""

import random
from collections.abc import Callable
from functools import cache
from typing import Any

from gpiozero.pins.mock import MockPin
from msgspec import Struct
from PIL import Image, ImageChops

from hw.build import PanelBuild
from hw.clock import Clock, HandClock

FASTEST_HZ = 20_000_000
SHORTEST_RESET_S = 0.001
RESET_S = 0.01
SOURCES = {"ssd1683": 400, "ssd1680": 176}
GATES = {"ssd1683": 300, "ssd1680": 296}
LENGTHS = {
    0x01: 3, 0x03: 1, 0x04: 3, 0x10: 1, 0x11: 1, 0x12: 0, 0x18: 1, 0x1A: 1, 0x20: 0, 0x21: 2, 0x22: 1, 0x2C: 1,
    0x37: 10, 0x3C: 1, 0x44: 2, 0x45: 4, 0x4E: 1, 0x4F: 2,
}  # fmt: skip
"""Bytes of arguments, by command."""

WARMTHS = ((range(-10, 5), 1.6), (range(5, 15), 1.25), (range(35, 80), 0.8))
"""How much longer than at 25 degrees a waveform is by the range of degrees that it is loaded for: an estimate."""


class Batch(Struct, frozen=True):
    """What differs between panels of one type, and what its refreshes take, s."""

    partial_s: float
    fast_s: float
    slow_s: float
    on_s: float
    off_s: float
    hot: int
    """From this temperature on, degrees, the short waveform of a full refresh is loaded."""
    ping_pong: bool = False
    """Whether the two RAMs are swapped after a partial refresh."""
    first_source: int = 0
    """The source that the first column hangs on."""
    scan: int = 0
    """The scan of 0x01 with which the rows of the glass are in order."""
    inverted: bool = False
    """Whether what others draw black is white on this glass."""
    pale: int = 256
    """From this pretended temperature on, but below `hot`, a waveform is loaded that is too short: it leaves grey."""


BATCHES = {
    "ssd1683": (
        Batch(0.358, 1.14, 4.0, 0.096, 0.268, 0x6E),  # GDEY042T81 of 2024
        Batch(0.403, 1.5, 4.2, 0.11, 0.222, 0x64, ping_pong=True),  # one of 2023
    ),
    "ssd1680": (
        Batch(0.362, 1.72, 3.15, 0.096, 0.14, 0x64, first_source=8),  # GDEY029T94
        Batch(0.458, 1.8, 3.15, 0.096, 0.141, 0x64, ping_pong=True, first_source=8),  # an older one
    ),
}


class SecondChip:
    """One chip and its glass. `faults` are sentences: what a real one would answer with a wrong picture, or worse.

    `drawn` has the kind of each refresh that came to its end: "partial", "fast" or "slow"; `begun` has those that
    began, with their times, s. `glass` is a row of bits a gate, 1 is white, None before the first full refresh.
    """

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
        self._clock, self._batch, self._driver = clock, batch, driver
        self._width, self._height = native
        self._stride, self._gates = SOURCES[driver] // 8, GATES[driver]
        self._noise = random.Random(driver)  # noqa: S311 - what RAM holds at power-on
        self._ram = {plane: bytearray(self._noise.randbytes(self._stride * self._gates)) for plane in (0x24, 0x26)}
        self._asleep = self._down = self._said = False
        self._down_at = 0.0
        self._until: float | None = None
        self._then: Callable[[], None] | None = None
        self._reset_registers()

    # --- wires ---

    @property
    def busy(self) -> bool:
        """The level of BUSY now."""
        return self._asleep or self._until is not None

    @property
    def asleep(self) -> bool:
        """Whether it sleeps until a reset."""
        return self._asleep

    @property
    def drawing(self) -> bool:
        """Whether a refresh runs."""
        return self._then is not None

    def reset(self, level: bool) -> None:
        """Take the level of RST."""
        self.poll()
        if not level:
            self._down, self._down_at = True, self._clock.now()
            return
        if self._clock.now() - self._down_at < SHORTEST_RESET_S:
            self.faults.append("RST was low for less than a millisecond")
        if self.drawing:
            self.glass = None  # stopped half way
        self._down = self._asleep = False
        self._then = None
        self._reset_registers()
        self._work(RESET_S)

    def brown_out(self) -> None:
        """Lose the power and get it back: registers and RAM are those of power-on, and a refresh stops half way."""
        self.poll()
        if self.drawing:
            self.glass = None
        for plane in self._ram.values():
            plane[:] = self._noise.randbytes(len(plane))
        self._asleep, self._until, self._then = False, None, None
        self._reset_registers()
        self._show()

    def receive(self, data: bytes, *, dc: bool, hertz: int = 0) -> None:
        """Take the bytes of one transfer; D/C is high for data."""
        self.poll()
        if hertz > FASTEST_HZ:
            self.faults.append(f"a write at {hertz} Hz")
        if self._down or self._asleep or self._until is not None:
            why = "in reset" if self._down else "asleep" if self._asleep else "busy"
            self.faults.append(f"bytes while {why}: {data[:4].hex()}")
        elif dc and self._command in self._ram:
            self._write(self._ram[self._command], data)
        elif dc:
            self._arguments += data
            if len(self._arguments) >= LENGTHS.get(self._command, 0):
                self._complete()
        else:
            for command in data:
                self._begin(command)

    def deadline(self) -> float | None:
        """Return when BUSY falls, s."""
        return self._until

    def poll(self) -> None:
        """Let happen what is due."""
        if self._until is not None and self._clock.now() >= self._until:
            then, self._until, self._then = self._then, None, None
            if then is not None:
                then()
        self._show()

    def _work(self, seconds: float, then: Callable[[], None] | None = None) -> None:
        self._until, self._then = self._clock.now() + seconds, then
        self._show()

    def _show(self) -> None:
        if self.busy != self._said:
            self._said = self.busy
            self.busy_changed(self.busy)

    # --- commands ---

    def _reset_registers(self) -> None:
        last, swaps = self._gates - 1, 0x40 if self._batch.ping_pong else 0
        self._registers = {
            0x01: bytes((last & 0xFF, last >> 8, 0)),
            0x11: b"\x03",
            0x18: b"\x48",
            0x21: b"\x00\x00",
            0x22: b"\xff",
            0x37: bytes((0, 0, 0, 0, 0, swaps, 0, 0, 0, 0)),
            0x3C: b"\xc0",
            0x44: bytes((0, self._stride - 1)),
            0x45: bytes((0, 0, last & 0xFF, last >> 8)),
        }
        self._x = self._y = 0
        self._degrees = 25
        self._clocked = self._voltage = False
        self._waveform: tuple[bool, int] | None = None  # of the partial set?, for which temperature
        self._command, self._arguments = -1, b""

    def _begin(self, command: int) -> None:
        if len(self._arguments) < LENGTHS.get(self._command, 0):
            self.faults.append(f"{self._command:02X} has too few arguments")
        self._command, self._arguments = command, b""
        if command not in LENGTHS and command not in self._ram:
            self.faults.append(f"{command:02X} is no command")
        if command == 0x12:
            self._reset_registers()
            self._work(RESET_S)
        elif command == 0x20:
            self._activate()

    def _complete(self) -> None:
        """Take a command whose arguments are all there."""
        data, n = self._arguments, LENGTHS.get(self._command, 0)
        if len(data) > n:
            self.faults.append(f"{self._command:02X} has too many arguments: {data.hex()}")
        self._registers[self._command] = data
        match self._command:
            case 0x10:
                self._sleep(data[0] & 3)
            case 0x1A:
                self._degrees = data[0] - 256 if data[0] & 0x80 else data[0]
            case 0x4E:
                self._x = data[0]
            case 0x4F:
                self._y = _word(data)

    def _sleep(self, mode: int) -> None:
        if mode == 0:
            return
        if self._voltage:
            self.faults.append("asleep with the voltage on")
        if mode != 1:
            self.faults.append("a sleep that loses RAM")
        self._asleep = True
        self._show()

    # --- RAM ---

    def _write(self, plane: bytearray, data: bytes) -> None:
        """Write byte by byte, and walk the counter through its window; rows from left to right are written at once."""
        (x0, x1), rows = self._registers[0x44], self._registers[0x45]
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
            self._x, around = _stepped(self._x + len(part) - 1, x0, x1, 1)
            self._y = _stepped(self._y, y0, y1, entry & 2)[0] if around else self._y
        for value in data:
            plane[self._y * self._stride + self._x] = value
            if entry & 4:
                self._y, around = _stepped(self._y, y0, y1, entry & 2)
                self._x = _stepped(self._x, x0, x1, entry & 1)[0] if around else self._x
            else:
                self._x, around = _stepped(self._x, x0, x1, entry & 1)
                self._y = _stepped(self._y, y0, y1, entry & 2)[0] if around else self._y

    # --- refreshes ---

    def _activate(self) -> None:
        """Do what 0x22 says, in the order of its bits."""
        does, batch = self._registers[0x22][0], self._batch
        took = 0.001
        self._clocked = self._clocked or bool(does & 0x80)
        if does & 0x40:
            took += 0.0 if self._voltage else batch.on_s
            self._voltage = True
        if does & 0x20:
            if self._registers[0x18] != b"\x80":
                self.faults.append("the temperature of a sensor that is not there")
            self._degrees = self.degrees
        if does & 0x10:
            self._waveform = bool(does & 0x08), self._degrees
        then = None
        if does & 0x04:
            seconds, then = self._drive(partial=bool(does & 0x08))
            took += seconds
        if does & 0x02 and self._voltage:
            took += batch.off_s
            self._voltage = False
        self._clocked = self._clocked and not does & 0x01
        if self._clocked and not self._voltage:
            self.faults.append("the clock runs on without the voltage")
        self._work(took, then)

    def _drive(self, *, partial: bool) -> tuple[float, Callable[[], None] | None]:
        """Return how long a refresh takes, s, and what it does at its end."""
        if not (self._clocked and self._voltage):
            self.faults.append("a refresh without clock or voltage")
            return 0.0, None
        if self._waveform is None or self._waveform[0] != partial:
            self.faults.append("a refresh with a waveform of another kind, or none")
            return 0.0, None
        degrees, batch = self._waveform[1], self._batch
        hot = degrees >= batch.hot
        self._check(partial=partial, hot=hot)
        options = self._registers[0x21][0]
        new, old = self._plane(0x24, options & 15), self._plane(0x26, options >> 4)
        slower = next((factor for warmth, factor in WARMTHS if degrees in warmth), 1.0)
        if partial:
            self.begun.append((self._clock.now(), "partial"))
            return slower * batch.partial_s, lambda: self._end_partial(new, old)
        grey = batch.pale <= degrees < batch.hot
        kind = "fast" if hot or grey else "slow"
        self.grey = grey
        self.begun.append((self._clock.now(), kind))
        return batch.fast_s if hot or grey else slower * batch.slow_s, lambda: self._end_full(new, old, kind)

    def _check(self, *, partial: bool, hot: bool) -> None:
        gates, border = _word(self._registers[0x01]) + 1, self._registers[0x3C][0]
        if gates != self._height:
            self.faults.append(f"{gates} gates are driven")
        if self._driver == "ssd1683" and self._registers[0x21][1]:
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
        left = (self._batch.first_source - first) // 8
        wide = (self._width + 7) // 8
        rows = [0] * self._height
        places, ram = _places(self._height, self._batch.scan), self._ram[command]
        before, behind = max(-left, 0), max(left + wide - self._stride, 0)
        for address, gate in enumerate(_order(self._height, self._registers[0x01][2])):
            row = address * self._stride
            seen = ram[row + left + before : row + left + wide - behind]
            seen = bytearray(before * b"\xff" + seen + behind * b"\xff") if before or behind else seen
            bits = 0 if option & 4 else int.from_bytes(seen)
            rows[places[gate]] = bits ^ (1 << 8 * wide) - 1 if option & 8 else bits
        return rows

    def _end_partial(self, new: list[int], old: list[int]) -> None:
        """Drive the pixels whose two RAMs differ; where the second one is not what is on the glass, it is left grey."""
        if self.glass is None:
            self.faults.append("a partial refresh of a glass that nobody knows")
        elif old != self.glass:
            self.faults.append("a partial refresh from what is not on the glass")
        before = new if self.glass is None else self.glass
        self.glass = [shown & ~(to ^ was) | to & (to ^ was) for shown, to, was in zip(before, new, old, strict=True)]
        self.drawn.append("partial")
        if self._registers[0x37][5] & 0x40:
            self._ram[0x24], self._ram[0x26] = self._ram[0x26], self._ram[0x24]

    def _end_full(self, new: list[int], second: list[int], kind: str) -> None:
        """Draw all pixels. The second RAM is that of a third colour, which this glass does not have."""
        if any(second):
            self.faults.append("a full refresh with a third colour")
        self.glass, self.border = new, "white" if self._registers[0x3C][0] & 0xC3 == 0x01 else "unknown"
        self.drawn.append(kind)


class SecondPanel:
    """The panel of a build, with the second chip behind its wires; to be used as `hw.sim.epd.SimPanel` is.

    `batch` is one of `BATCHES`, or its number there; the glass is mounted as the build says, whatever drives it.
    """

    def __init__(self, build: PanelBuild, clock: HandClock, factory: Any, *, batch: int | Batch = 0) -> None:
        made = BATCHES[build.driver][batch] if isinstance(batch, int) else batch
        self._inverted = made.inverted
        self.chip = SecondChip(build.driver, build.native, made, clock)
        self._build = build
        self._dc = factory.pin(build.pins.dc)
        rst = factory.pin(build.pins.rst, pin_class=_Reset)
        busy = factory.pin(build.pins.busy, pin_class=_Busy)
        rst.chip = busy.chip = self.chip
        self.chip.busy_changed = busy.follow
        self.spi = _Spi(self.chip, lambda: bool(self._dc.state), clock)

    def deadline(self) -> float | None:
        """Return when the chip has something to do, s."""
        return self.chip.deadline()

    def poll(self) -> None:
        """Let the chip do it."""
        self.chip.poll()

    def picture(self) -> Image.Image:
        """Return the glass as the player sees it (mode "1")."""
        seen = picture(self.chip, self._build)
        return ImageChops.invert(seen) if self._inverted else seen


def picture(chip: SecondChip, build: PanelBuild) -> Image.Image:
    """Return the glass of a chip as the player sees it (mode "1")."""
    assert chip.glass is not None
    width, height = build.native
    data = b"".join(row.to_bytes((width + 7) // 8) for row in chip.glass)
    seen = Image.frombytes("1", (width, height), data)
    turns = {1: Image.Transpose.ROTATE_90, 2: Image.Transpose.ROTATE_180, 3: Image.Transpose.ROTATE_270}
    return seen if build.rotation == 0 else seen.transpose(turns[build.rotation])


def _word(data: bytes) -> int:
    """Return the number in two bytes, the low one first."""
    return data[0] | data[1] << 8


def _stepped(at: int, low: int, high: int, up: int) -> tuple[int, bool]:
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


class _Spi:
    """What the bus opens: it takes its time, and hands the bytes on with the level of D/C."""

    def __init__(self, chip: SecondChip, dc: Callable[[], bool], clock: HandClock) -> None:
        self.max_speed_hz = 500_000
        self._chip, self._dc, self._clock = chip, dc, clock

    def writebytes2(self, values: Any, /) -> None:
        data = bytes(values)
        self._clock.advance(8 * len(data) / self.max_speed_hz)
        self._chip.receive(data, dc=self._dc(), hertz=self.max_speed_hz)

    def close(self) -> None:
        """Do nothing."""


class _Reset(MockPin):  # type: ignore[misc]  # gpiozero has no types
    """The wire of RST, pulled up on the board."""

    chip: SecondChip | None = None

    def __init__(self, factory: Any, info: Any) -> None:
        super().__init__(factory, info)
        self._state = True

    def _change_state(self, value: bool) -> bool:
        changed: bool = super()._change_state(value)
        if changed and self.chip is not None:
            self.chip.reset(value)
        return changed


class _Busy(MockPin):  # type: ignore[misc]  # as above
    """The wire of BUSY, which the chip drives."""

    chip: SecondChip | None = None

    def follow(self, level: bool) -> None:
        """Take the chip's level."""
        if level:
            self.drive_high()
        else:
            self.drive_low()

    def _set_pull(self, value: str) -> None:
        self._pull = value

    def _get_state(self) -> bool:
        if self.chip is not None:
            self.chip.poll()
        return bool(self._state)
