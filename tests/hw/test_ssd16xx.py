"""The simulated chip follows the data sheets, and reports each misuse."""

import pytest

from firmware.device.builds import load
from hw.sim.chip import Misuse, Violation
from hw.sim.kinds import ChipKind
from hw.sim.ssd16xx import NEW, SECOND, Ssd16xx
from tests.hw.wired import WiredChip

TIMES = load("4.2").panel.times
BIG = ChipKind("SSD1683", 400, 300, 400, 300, TIMES)
SMALL = ChipKind("SSD1680", 176, 296, 128, 296, TIMES)
WIDE = ChipKind("SSD1677", 960, 680, 800, 480, TIMES, wide=True)
WHITE, BLACK = b"\xff", b"\x00"


class Wired(WiredChip):
    """A chip of this family."""

    def __init__(self, kind: ChipKind = BIG) -> None:
        super().__init__(Ssd16xx, kind)

    def window(self) -> None:
        """Set the window to the glass."""
        kind = self.chip.kind
        last = kind.height - 1
        self.send(0x44, bytes((0, kind.stride - 1)))
        self.send(0x45, bytes((0, 0, last & 255, last >> 8)))

    def fill(self, new: bytes, second: bytes) -> None:
        """Fill the part of both RAMs that is on the glass."""
        self.window()
        for command, byte in ((NEW, new), (SECOND, second)):
            self.send(0x4E, b"\0")
            self.send(0x4F, b"\0\0")
            self.send(command, byte * self.size)

    def refresh(self, sequence: int) -> float:
        """Do what the sequence says; return the seconds that BUSY was high."""
        began = self.clock.now()
        self.send(0x22, bytes((sequence,)))
        self.send(0x20)
        return self.settle() - began


@pytest.fixture
def wired() -> Wired:
    """Give a chip with both RAMs written."""
    wired = Wired()
    wired.fill(WHITE, BLACK)

    assert [] == wired.misuses()

    return wired


# --- behaviour ---


@pytest.mark.parametrize(
    ("sequence", "seconds"),
    [
        (0xF7, 0.1 + 4.0 + 0.27),
        (0xF4, 0.1 + 4.0),
        (0xFF, 0.1 + 0.36 + 0.27),
        (0xFC, 0.1 + 0.36),
        (0xC0, 0.1),
        (0xE0, 0.1),
        (0x83, 0.001),
        (0xB1, 0.001),
    ],
)
def test_the_time_of_each_sequence(wired: Wired, sequence: int, seconds: float) -> None:
    """BUSY is high for what the bits of 0x22 ask for: voltage on, refresh, voltage off."""
    assert seconds == pytest.approx(wired.refresh(sequence))
    assert ([True, False], []) == (wired.levels, wired.misuses())


def test_the_fast_waveform_is_that_of_a_hot_panel(wired: Wired) -> None:
    """A pretended temperature makes a full refresh fast, until the real one is read again."""
    wired.send(0x1A, b"\x64")

    assert TIMES.power_on_s + TIMES.full_s == pytest.approx(wired.refresh(0xD4))
    assert TIMES.slow_s == pytest.approx(wired.refresh(0xF4))


def test_a_waveform_of_ones_own(wired: Wired) -> None:
    """One that was sent (0x32) needs none from the chip's memory."""
    wired.send(0x32, bytes(153))

    assert TIMES.power_on_s + TIMES.slow_s == pytest.approx(wired.refresh(0xC4))
    assert [] == wired.misuses()


def test_the_voltage_is_switched_on_once_and_off_once(wired: Wired) -> None:
    """Switching on a voltage that is on, or off one that is off, takes no time."""
    taken = [wired.refresh(sequence) for sequence in (0xC0, 0xFC, 0x83, 0x83)]

    assert [0.1, 0.36, 0.27, 0.001] == pytest.approx(taken)


def test_full_shows_the_new_ram_and_partial_what_differs() -> None:
    """Mode 1 shows 0x24; mode 2 drives the pixels in which 0x24 and 0x26 differ, and no others."""
    wired = Wired()
    wired.fill(b"\xf0", WHITE)
    wired.refresh(0xF7)

    assert {0xF0} == wired.glass_bytes()

    wired.fill(b"\x3c", b"\x30")
    wired.refresh(0xFF)

    assert {0xFC} == wired.glass_bytes()
    assert 400 * 300 // 4 == wired.chip.updates[-1].pixels
    assert [(False, 0xF7), (True, 0xFF)] == [(update.partial, update.sequence) for update in wired.chip.updates]
    assert [] == wired.misuses()


@pytest.mark.parametrize(
    ("otp", "option", "swapped"), [(False, None, False), (True, None, True), (True, 0, False), (False, 0x40, True)]
)
def test_ping_pong_swaps_the_rams_after_a_partial(otp: bool, option: int | None, swapped: bool) -> None:
    """By the batch, or by byte F of 0x37; a full refresh swaps nothing."""
    wired = Wired(ChipKind("SSD1683", 400, 300, 400, 300, TIMES, ping_pong=otp))
    if option is not None:
        wired.send(0x37, bytes(5) + bytes((option,)) + bytes(4))
    wired.fill(WHITE, BLACK)
    wired.refresh(0xF7)
    wired.refresh(0xFF)
    wired.refresh(0xF7)

    assert {0x00 if swapped else 0xFF} == wired.glass_bytes()


@pytest.mark.parametrize(
    ("control", "seen"), [(b"\x00", 0x33), (b"\x40\x00", 0x33), (b"\x04\x00", 0x00), (b"\x08", 0xCC)]
)
def test_0x21_bypasses_and_inverts(control: bytes, seen: int) -> None:
    """The low half of its first byte is about the RAM of 0x24."""
    wired = Wired()
    wired.fill(b"\x33", BLACK)
    wired.send(0x21, control)
    wired.refresh(0xF7)

    assert {seen} == wired.glass_bytes()


def test_bypassing_the_second_ram_in_a_partial_refresh_is_wrong() -> None:
    """Then everything white is driven and nothing black: why 0x21 is set for each kind of refresh."""
    wired = Wired()
    wired.fill(BLACK, WHITE)
    wired.refresh(0xF7)
    wired.fill(WHITE, BLACK)
    wired.refresh(0xF7)
    wired.fill(BLACK, WHITE)
    wired.send(0x21, b"\x40")
    wired.refresh(0xFF)

    assert {0xFF} == wired.glass_bytes()


@pytest.mark.parametrize("kind", [BIG, SMALL], ids=lambda kind: kind.name)
def test_the_counter_walks_through_the_window(kind: ChipKind) -> None:
    """Bytes go right, then down, then back to the start, however they are cut into transfers."""
    wired = Wired(kind)
    wired.fill(WHITE, WHITE)
    wired.send(0x44, b"\x02\x04")
    wired.send(0x45, b"\x05\x00\x06\x00")
    wired.send(0x4E, b"\x02")
    wired.send(0x4F, b"\x05\x00")
    wired.send(NEW, bytes((1, 2)))
    wired.chip.receive(bytes((3, 4, 5)), dc=True)
    wired.chip.receive(bytes((6,)), dc=True)
    wired.send(NEW, bytes((7,)))
    wired.refresh(0xF7)
    picture, stride = wired.chip.glass.picture().tobytes(), kind.stride
    rows = [picture[y * stride : y * stride + 6] for y in (4, 5, 6, 7)]

    assert [WHITE * 6, b"\xff\xff\x07\x02\x03\xff", b"\xff\xff\x04\x05\x06\xff", WHITE * 6] == rows
    assert [] == wired.misuses()


def test_places_in_a_row_are_pixels_in_a_wide_chip() -> None:
    """Two bytes each, the low one first; the booster has five bytes; the window is that of whole bytes."""
    wired = Wired(WIDE)
    wired.send(0x0C, bytes(5))
    wired.send(0x44, b"\x00\x00\x1f\x03")
    wired.send(0x45, b"\x00\x00\xdf\x01")
    for command in (NEW, SECOND):
        wired.send(0x4E, b"\x00\x00")
        wired.send(0x4F, b"\x00\x00")
        wired.send(command, WHITE * wired.size)
    wired.send(0x44, b"\x08\x01\x17\x01")
    wired.send(0x45, b"\x05\x01\x06\x01")
    wired.send(0x4E, b"\x08\x01")
    wired.send(0x4F, b"\x05\x01")
    wired.send(NEW, b"\x01\x02\x03\x04")
    wired.refresh(0xF7)
    picture = wired.chip.glass.picture().tobytes()

    assert [b"\xff\x01\x02\xff", b"\xff\x03\x04\xff"] == [picture[y * 100 + 32 : y * 100 + 36] for y in (261, 262)]
    assert [] == wired.misuses()

    wired.send(0x44, b"\x09\x01\x17\x01")
    wired.send(0x44, b"\x08\x01\x16\x01")
    wired.send(0x4E, b"\x0c\x01")

    assert [Misuse.WINDOW] * 3 == wired.misuses()


def test_each_kind_of_refresh_has_its_own_waveform(wired: Wired) -> None:
    """A partial one with the waveform of a full one is no refresh, nor the other way round."""
    wired.refresh(0xF4)
    wired.refresh(0x0C)
    wired.refresh(0xFC)
    wired.refresh(0x04)

    assert [Misuse.NO_WAVEFORM] * 2 == wired.misuses()


@pytest.mark.parametrize(("has_partial", "misuses"), [(True, []), (False, [Misuse.NO_WAVEFORM])])
def test_a_panel_may_have_no_partial_waveform(has_partial: bool, misuses: list[Misuse]) -> None:
    """If its memory has none, one must be sent, and may not be overwritten."""
    wired = Wired(ChipKind("SSD1680", 176, 296, 128, 296, TIMES, has_partial=has_partial))
    wired.fill(WHITE, BLACK)
    wired.refresh(0xFC)

    assert misuses == wired.misuses()

    wired.send(0x32, bytes(153))
    wired.refresh(0xCC)

    assert [] == wired.misuses()


@pytest.mark.parametrize("size", [2, 3, 5, 8, 17])
def test_a_high_window_is_written_as_byte_by_byte(size: int) -> None:
    """Each byte of a window with more rows than columns goes to the same place, in transfers of any size."""
    seen = []
    for step in (1, size):
        wired = Wired(SMALL)
        wired.fill(WHITE, WHITE)
        wired.send(0x44, b"\x02\x03")
        wired.send(0x45, b"\x05\x00\x0d\x00")
        wired.send(0x4E, b"\x02")
        wired.send(0x4F, b"\x05\x00")
        wired.send(NEW, b"")
        data = bytes(range(1, 18))
        for at in range(0, len(data), step):
            wired.chip.receive(data[at : at + step], dc=True)
        wired.refresh(0xF7)
        seen.append(wired.chip.glass.picture().tobytes())
        assert [] == wired.misuses()
    assert seen[0] == seen[1] != WHITE * len(seen[0])


def test_deep_sleep_keeps_its_ram_and_only_rst_wakes(wired: Wired) -> None:
    """BUSY stays high, nothing is due; a reset takes 10 ms and puts the registers back, not the RAM."""
    wired.send(0x10, b"\x01")

    assert (True, None) == (wired.chip.busy, wired.chip.deadline())

    began = wired.clock.now()
    wired.chip.reset(level=False)
    wired.chip.reset(level=True)

    assert 0.01 == pytest.approx(wired.settle() - began)

    wired.refresh(0xF7)

    assert ({0xFF}, []) == (wired.glass_bytes(), wired.misuses())


def test_the_deeper_sleep_loses_the_ram(wired: Wired) -> None:
    """After mode 2 the RAM must be written again."""
    wired.send(0x10, b"\x03")
    wired.chip.reset(level=False)
    wired.chip.reset(level=True)
    wired.settle()
    wired.refresh(0xF7)

    assert [Misuse.UNKNOWN_RAM] * 2 == wired.misuses()


def test_a_soft_reset_takes_its_time_and_the_waveform(wired: Wired) -> None:
    """Registers go back; RAM stays."""
    wired.refresh(0xF4)
    wired.send(0x12)

    assert 0.01 == pytest.approx(wired.settle() - wired.clock.now() + 0.01)
    assert not wired.chip.voltage

    wired.refresh(0xC4)

    assert [Misuse.NO_WAVEFORM] == wired.misuses()


def test_a_reset_in_the_middle_stops_the_refresh(wired: Wired) -> None:
    """The glass stays half-way and the voltage is off."""
    wired.refresh(0xF7)
    wired.fill(BLACK, WHITE)
    wired.send(0x22, b"\xfc")
    wired.send(0x20)
    wired.clock.advance(0.2)
    wired.chip.reset(level=False)

    assert {0x66} == wired.glass_bytes()
    assert (False, False) == (wired.chip.voltage, wired.chip.busy)


def test_a_brown_out_loses_everything_but_the_glass(wired: Wired) -> None:
    """RAM is unknown, BUSY is low at once, what was half drawn stays half drawn."""
    wired.refresh(0xF7)
    wired.fill(BLACK, WHITE)
    wired.send(0x22, b"\xf7")
    wired.send(0x20)
    wired.chip.brown_out()

    assert ({0x66}, False, None) == (wired.glass_bytes(), wired.chip.busy, wired.chip.deadline())

    wired.refresh(0xF7)

    assert [Misuse.UNKNOWN_RAM] * 2 == wired.misuses()


def test_the_glass_changes_at_the_end_of_a_refresh(wired: Wired) -> None:
    """While it is drawn the old picture counts; and the voltage goes off after that."""
    before = wired.glass_bytes()
    wired.send(0x22, b"\xff")
    wired.send(0x20)
    wired.clock.advance(0.45)
    wired.chip.poll()

    assert before == wired.glass_bytes()

    wired.clock.advance(0.02)
    wired.chip.poll()

    assert ({0xFF}, True) == (wired.glass_bytes(), wired.chip.busy)


def test_a_new_glass_shows_what_nobody_knows() -> None:
    """It is noise, and the same noise every time."""
    assert Wired().glass_bytes() == Wired().glass_bytes()
    assert 200 < len(Wired().glass_bytes())


# --- misuses ---


def test_bytes_at_the_wrong_time(wired: Wired) -> None:
    """While BUSY is high, in deep sleep, in reset, and without chip select nothing is taken."""
    wired.send(0x22, b"\xf7")
    wired.send(0x20)
    wired.send(0x3C, b"\x05")

    assert [Misuse.BUSY, Misuse.BUSY] == wired.misuses()

    wired.settle()
    wired.chip.receive(b"\x12", dc=False, cs=True)
    wired.send(0x10, b"\x01")
    wired.send(0x12)

    assert [Misuse.SELECT, Misuse.ASLEEP] == wired.misuses()

    wired.chip.reset(level=False)
    wired.send(0x12)

    assert [Misuse.IN_RESET] == wired.misuses()


def test_commands_that_reach_a_chip_at_work_in_one_transfer(wired: Wired) -> None:
    """Bytes that follow a soft reset in the same transfer are also too early."""
    wired.chip.receive(b"\x12\x7f", dc=False)

    assert [Misuse.BUSY] == wired.misuses()


def test_bytes_that_make_no_sense(wired: Wired) -> None:
    """Data without a command, too much of it, too little of it, and commands that the chip does not have."""
    fresh = Wired()
    fresh.chip.receive(b"\x05", dc=True)

    assert [Misuse.NO_COMMAND] == fresh.misuses()

    wired.send(0x7F, b"\x01")
    wired.send(0x3C, b"\x05\x05")
    wired.send(0x45, b"\x00\x00")
    wired.send(0x7F)
    wired.send(0x99)

    assert [Misuse.NO_COMMAND, Misuse.NO_COMMAND, Misuse.TOO_FEW, Misuse.UNKNOWN_COMMAND] == wired.misuses()


def test_an_entry_mode_that_is_not_simulated(wired: Wired) -> None:
    """Rather than draw something else, the chip says so."""
    wired.send(0x11, b"\x03")
    wired.send(0x11, b"\x01")

    assert [Misuse.ENTRY_MODE] == wired.misuses()


@pytest.mark.parametrize(
    "commands",
    [
        [(0x44, b"\x00\x32")],
        [(0x44, b"\x05\x04")],
        [(0x45, b"\x00\x00\x2c\x01")],
        [(0x4E, b"\x32"), (NEW, b"\x00")],
        [(0x4F, b"\x2c\x01"), (NEW, b"\x00")],
        [(0x44, b"\x01\x02"), (NEW, b"\x00")],
        [(0x45, b"\x00\x00\x00\x00"), (NEW, bytes(51))],
    ],
)
def test_ram_outside_of_its_window(wired: Wired, commands: list[tuple[int, bytes]]) -> None:
    """A window that RAM does not have, a counter outside of the window, and more bytes than fit."""
    for command, data in commands:
        wired.send(command, data)

    assert [Misuse.WINDOW] == wired.misuses()


def test_bytes_after_a_full_window(wired: Wired) -> None:
    """The counter returns to the start; further bytes overwrite the picture."""
    wired.send(NEW, bytes(wired.size))
    wired.chip.receive(b"\x00", dc=True)

    assert [Misuse.WINDOW] == wired.misuses()


@pytest.mark.parametrize(
    ("sequence", "misuse"),
    [
        (0x94, Misuse.NO_VOLTAGE),
        (0x54, Misuse.NO_VOLTAGE),
        (0xC4, Misuse.NO_WAVEFORM),
        (0x04, Misuse.NO_VOLTAGE),
        (0xCC, Misuse.NO_WAVEFORM),
    ],
)
def test_a_refresh_that_cannot_be(wired: Wired, sequence: int, misuse: Misuse) -> None:
    """Without clock, voltage or waveform nothing is drawn."""
    before = wired.glass_bytes()
    wired.refresh(sequence)

    assert ([misuse], before, []) == (wired.misuses(), wired.glass_bytes(), wired.chip.updates)


def test_a_refresh_from_ram_that_was_not_written() -> None:
    """Both RAMs must have been written from the first byte of a window to its last, but for one that is bypassed."""
    wired = Wired()
    wired.refresh(0xF7)

    assert [Misuse.UNKNOWN_RAM] * 2 == wired.misuses()

    wired.send(NEW, bytes(wired.size))
    wired.send(0x21, b"\x40")
    wired.refresh(0xF7)

    assert [] == wired.misuses()

    wired.send(0x21, b"\x00")
    wired.send(0x4F, b"\x01\x00")
    wired.send(SECOND, bytes(wired.size - 50))
    wired.refresh(0xFF)

    assert [Misuse.UNKNOWN_RAM] == wired.misuses()


def test_a_refresh_that_leaves_rows_out(wired: Wired) -> None:
    """0x01 must count all rows of the glass."""
    wired.send(0x01, b"\x2a\x01\x00")
    wired.refresh(0xF7)

    assert [Misuse.ROWS] == wired.misuses()


def test_a_fault_says_when_and_with_which_bytes() -> None:
    """The first bytes of the transfer and the command they belong to are kept."""
    wired = Wired()
    wired.send(0x3C, b"\x05\x06")

    assert [Violation(3.0, Misuse.NO_COMMAND, "command 3C 05 06")] == wired.chip.violations
