"""The simulated UC8179 and UC8253 follow the data sheets, and report each misuse."""

import pytest

from firmware.device.builds import load
from hw.sim.chip import Misuse
from hw.sim.kinds import ChipKind, kind_of
from hw.sim.uc81xx import NEW, OLD, Uc81xx
from tests.hw.wired import WiredChip

WIDE, NARROW = (kind_of(load(name).panel) for name in ("7.5-v2", "3.7"))
WHITE, BLACK = b"\xff", b"\x00"
PARTIAL, FAST, SLOW = b"\x6e", b"\x5a", None
"""The byte of 0xE5 for each refresh."""


class Wired(WiredChip):
    """A chip of this family, its registers set as a driver sets them."""

    def __init__(self, kind: ChipKind = NARROW) -> None:
        super().__init__(Uc81xx, kind)
        self.send(0x00, b"\x1f" if kind.wide else b"\x1f\x0d")
        self.send(0x50, b"\x29\x07" if kind.wide else b"\x97")
        if kind.wide:
            self.send(0x61, b"\x03\x20\x01\xe0")

    def fill(self, new: bytes, old: bytes) -> None:
        """Fill both RAMs."""
        self.send(OLD, old * self.size)
        self.send(NEW, new * self.size)

    def power(self, *, on: bool = True) -> float:
        """Switch the voltage on or off; return how long that took, s."""
        self.send(0x04 if on else 0x02)
        return self.settle()

    def refresh(self, degrees: bytes | None) -> float:
        """Draw with a pretended temperature; return the seconds that the chip was busy."""
        if degrees is not None:
            self.send(0xE0, b"\x02")
            self.send(0xE5, degrees)
        self.send(0x12)
        return self.settle()

    def settle(self) -> float:
        """Wait until the chip is not busy; return how long, s."""
        began = self.clock.now()
        return super().settle() - began


@pytest.fixture(params=[NARROW, WIDE], ids=lambda kind: kind.name)
def wired(request: pytest.FixtureRequest) -> Wired:
    """Give a chip with both RAMs written, its voltage on."""
    wired = Wired(request.param)
    wired.fill(WHITE, BLACK)
    wired.power()
    wired.levels.clear()

    assert [] == wired.misuses()

    return wired


# --- behaviour ---


@pytest.mark.parametrize("kind", [NARROW, WIDE], ids=lambda kind: kind.name)
def test_the_voltage_is_switched_by_commands(kind: ChipKind) -> None:
    """On and off take their time once; what is on or off already takes none."""
    wired, times = Wired(kind), kind.times
    taken = [wired.power(on=on) for on in (True, True, False, False)]

    assert [times.power_on_s, 0.001, times.power_off_s, 0.001] == pytest.approx(taken)
    assert [True, False] * 4 == wired.levels


def test_the_temperature_chooses_the_waveform(wired: Wired) -> None:
    """Partial from 110 degrees on, fast from 90 on, else slow; the voltage stays on after each."""
    times = wired.chip.kind.times
    taken = [wired.refresh(degrees) for degrees in (SLOW, FAST, PARTIAL)]

    assert [times.slow_s, times.full_s, times.partial_s] == pytest.approx(taken)
    assert [25, 0x5A, 0x6E] == [update.sequence for update in wired.chip.updates]
    assert [False, False, True] == [update.partial for update in wired.chip.updates]
    assert wired.chip.voltage


def test_a_pretended_temperature_stays_until_a_reset(wired: Wired) -> None:
    """A slow refresh after a fast one needs a reset, or 0xE0 again."""
    wired.refresh(PARTIAL)

    assert wired.chip.kind.times.partial_s == pytest.approx(wired.refresh(None))

    wired.send(0xE0, b"\x00")

    assert wired.chip.kind.times.slow_s == pytest.approx(wired.refresh(None))


def test_partial_drives_what_differs(wired: Wired) -> None:
    """The pixels in which old and new differ, and no others."""
    wired.fill(b"\xf0", WHITE)
    wired.refresh(FAST)

    assert {0xF0} == wired.glass_bytes()

    wired.fill(b"\x3c", b"\x30")
    wired.refresh(PARTIAL)

    assert {0xFC} == wired.glass_bytes()
    assert wired.size * 2 == wired.chip.updates[-1].pixels
    assert [] == wired.misuses()


@pytest.mark.parametrize(("kind", "control"), [(WIDE, b"\x20\x07"), (NARROW, b"\x87")], ids=["UC8179", "UC8253"])
def test_a_zero_may_be_white(kind: ChipKind, control: bytes) -> None:
    """The polarity is in the same byte as the border, at a place of each chip."""
    wired = Wired(kind)
    wired.fill(b"\xf0", BLACK)
    wired.send(0x50, control)
    wired.power()
    wired.refresh(FAST)

    assert {0x0F} == wired.glass_bytes()


@pytest.mark.parametrize(("kind", "copied"), [(WIDE, True), (NARROW, False)], ids=["UC8179", "UC8253"])
def test_the_new_picture_is_copied_if_it_is_asked_for(kind: ChipKind, copied: bool) -> None:
    """The UC8179 has a bit for that: the next partial refresh finds no difference."""
    wired = Wired(kind)
    wired.fill(WHITE, BLACK)
    wired.power()
    wired.refresh(FAST)
    wired.refresh(PARTIAL)

    assert (0 if copied else 8 * wired.size) == wired.chip.updates[-1].pixels


def test_a_window_is_written_in_its_place(wired: Wired) -> None:
    """Columns are of whole bytes; the rest stays; a refresh of the whole glass follows."""
    stride = wired.chip.kind.stride
    place = b"\x10\x1f" if not wired.chip.kind.wide else b"\x00\x10\x00\x1f"
    wired.send(0x91)
    wired.send(0x90, place + b"\x01\x00\x01\x01\x01")
    wired.send(NEW, b"\x01\x02\x03\x04")
    wired.send(0x92)
    wired.refresh(FAST)
    picture = wired.chip.glass.picture().tobytes()

    assert [b"\xff\x01\x02\xff", b"\xff\x03\x04\xff"] == [picture[y * stride + 1 : y * stride + 5] for y in (256, 257)]
    assert [] == wired.misuses()


def test_deep_sleep_needs_its_check_code_and_loses_ram(wired: Wired) -> None:
    """Another byte does nothing; only RST wakes; the registers are those of a reset."""
    wired.power(on=False)
    wired.send(0x07, b"\x05")

    assert not wired.chip.asleep

    wired.send(0x07, b"\xa5")

    assert (True, False, None) == (wired.chip.asleep, wired.chip.busy, wired.chip.deadline())

    wired.send(0x04)

    assert [Misuse.ASLEEP] == wired.misuses()

    wired.chip.reset(level=False)
    wired.chip.reset(level=True)

    assert 0.01 == pytest.approx(wired.settle())

    wired.power()
    wired.refresh(None)

    assert {Misuse.COLOURS, Misuse.UNKNOWN_RAM} <= {*wired.misuses()}


def test_a_soft_reset(wired: Wired) -> None:
    """Bit 0 of 0x00 low: registers go back, the voltage is off, RAM stays."""
    wired.send(0x00, b"\x1e" if wired.chip.kind.wide else b"\x1e\x0d")

    assert 0.01 == pytest.approx(wired.settle())
    assert not wired.chip.voltage


# --- misuses ---


def test_a_refresh_without_voltage(wired: Wired) -> None:
    """Nothing is drawn, and the chip is hardly busy."""
    before = wired.glass_bytes()
    wired.power(on=False)

    assert 0.001 == pytest.approx(wired.refresh(FAST))
    assert ([Misuse.NO_VOLTAGE], before) == (wired.misuses(), wired.glass_bytes())


def test_bytes_while_it_is_busy(wired: Wired) -> None:
    """Power off in the middle of a refresh, for one; but the status may be asked for."""
    wired.send(0x12)
    wired.send(0x02)
    wired.send(0xE5, PARTIAL)
    wired.send(0x71)

    assert [Misuse.BUSY] * 3 == wired.misuses()


@pytest.mark.parametrize(
    ("command", "data", "misuse"),
    [
        (0x00, b"\x0f", Misuse.COLOURS),
        (0x00, b"\x3f", Misuse.NO_WAVEFORM),
        (0x61, b"\x03\x20\x01\xdf", Misuse.ROWS),
        (0x91, b"", Misuse.PART),
    ],
)
def test_a_refresh_that_is_wrong(command: int, data: bytes, misuse: Misuse) -> None:
    """In three colours, from registers without a waveform, of another size, of a window alone."""
    wired = Wired(WIDE)
    wired.fill(WHITE, BLACK)
    wired.power()
    wired.send(command, data)
    wired.refresh(FAST)

    assert misuse in wired.misuses()


@pytest.mark.parametrize(
    "window",
    ["0011001F0000000101", "0010001E0000000101", "0010032F0000000101", "0010001F000001E001", "0020001F0000000101"],
)
def test_a_window_that_cannot_be(window: str) -> None:
    """Columns within a byte, and places that the picture does not have."""
    wired = Wired(WIDE)
    wired.send(0x91)
    wired.send(0x90, bytes.fromhex(window))
    wired.send(NEW, b"")

    assert [Misuse.WINDOW] == wired.misuses()


def test_what_makes_no_sense(wired: Wired) -> None:
    """More bytes than a picture, an unknown command, sleep with the voltage on, data without a command."""
    wired.send(NEW, WHITE * (wired.size + 1))
    wired.send(0x24)
    wired.send(0x92, b"\x00")
    wired.send(0x07, b"\xa5")

    assert [Misuse.WINDOW, Misuse.UNKNOWN_COMMAND, Misuse.NO_COMMAND, Misuse.SLEEP] == wired.misuses()


def test_a_picture_that_was_not_written() -> None:
    """Both RAMs must have been written as a whole."""
    wired = Wired()
    wired.send(NEW, WHITE * wired.size)
    wired.power()
    wired.refresh(PARTIAL)

    assert [Misuse.UNKNOWN_RAM] == wired.misuses()


def test_a_brown_out_loses_everything_but_the_glass(wired: Wired) -> None:
    """In the middle of a refresh: half of it stays; RAM, registers and voltage are gone."""
    wired.fill(BLACK, WHITE)
    wired.send(0xE0, b"\x02")
    wired.send(0xE5, FAST)
    wired.send(0x12)
    wired.clock.advance(0.2)
    wired.chip.brown_out()

    assert (False, False, None) == (wired.chip.busy, wired.chip.voltage, wired.chip.deadline())

    wired.power()
    wired.refresh(None)

    assert Misuse.UNKNOWN_RAM in wired.misuses()
