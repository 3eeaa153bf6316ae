"""The bus cuts and counts transfers, and names in a sentence what the kernel refused."""

import re
import sys
from types import SimpleNamespace

import pytest

from hw.build import Spi
from hw.bus import MAX_TRANSFER_BYTES, Buffer, Bus, open_spi
from hw.errors import BusFailed, error_words

SPI = Spi(bus=0, device=1, clock_hz=20_000_000)


class Wire:
    """An SPI device that remembers each transfer, or refuses it."""

    def __init__(self, error: Exception | None = None) -> None:
        self._speed = 0
        self.sent: list[bytes] = []
        self.closed = False
        self._error = error

    @property
    def max_speed_hz(self) -> int:
        """The clock, Hz."""
        return self._speed

    @max_speed_hz.setter
    def max_speed_hz(self, speed: int) -> None:
        """Take the clock."""
        if self._error is not None:
            raise self._error
        self._speed = speed

    def writebytes2(self, values: Buffer, /) -> None:
        """Remember a transfer."""
        if self._error is not None:
            raise self._error
        self.sent.append(bytes(values))

    def close(self) -> None:
        """Remember that it was closed."""
        self.closed = True
        if self._error is not None:
            raise self._error


def test_a_frame_goes_in_chunks_of_the_kernel() -> None:
    """15,000 bytes are four transfers; bytes and transfers are counted."""
    wire, frame = Wire(), bytearray(range(250)) * 60
    bus = Bus(wire, "the wire")
    bus.write(frame)

    assert [*[MAX_TRANSFER_BYTES] * 3, 15_000 - 3 * MAX_TRANSFER_BYTES] == [len(part) for part in wire.sent]
    assert frame == b"".join(wire.sent)
    assert (4, 15_000) == (bus.transactions, bus.bytes)


def test_the_shape_that_the_driver_wants() -> None:
    """Slices, single bytes out and nothing in, a lock that is always free, the clock in Hz."""
    wire, into = Wire(), bytearray(b"\xaa")
    bus = Bus(wire, "the wire")
    bus.configure(baudrate=10_000_000)

    assert bus.try_lock()

    bus.write(b"abcdef", start=2, end=4)
    bus.write(b"")
    bus.write_readinto(b"x", into)
    bus.unlock()
    bus.close()

    assert ([b"cd", b"x"], bytearray(b"\xaa")) == (wire.sent, into)
    assert (10_000_000, True) == (wire.max_speed_hz, wire.closed)


def test_a_transfer_that_fails_is_not_counted() -> None:
    """The sentence names the device, the kernel's error and what to do."""
    bus = Bus(Wire(OSError(5, "Input/output error")), "/dev/spidev0.0")
    with pytest.raises(BusFailed, match=r"/dev/spidev0\.0 did not take 3 bytes .*Check that SPI is switched on"):
        bus.write(b"abc")

    assert (0, 0) == (bus.transactions, bus.bytes)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (SystemError("<method 'writebytes2'> returned NULL without setting an exception"), "a short write"),
        (OverflowError("Unable to malloc memory for transfer buffers"), "Unable to malloc memory"),
        (OSError(5, "Input/output error"), "Input/output error"),
    ],
    ids=["short", "memory", "kernel"],
)
def test_what_the_library_raises_is_a_fault_of_the_bus(error: Exception, words: str) -> None:
    """Each is one sentence with the device and the cure; a device that cannot be closed is no concern."""
    bus = Bus(Wire(error), "/dev/spidev0.0")
    with pytest.raises(
        BusFailed, match=rf"^The panel's bus /dev/spidev0\.0 did not take 3 bytes \({words}.*Check that"
    ):
        bus.write(b"abc")
    with pytest.raises(BusFailed, match=rf"^The panel's bus /dev/spidev0\.0 did not take a clock of 9 Hz \(.*{words}"):
        bus.configure(baudrate=9)
    bus.close()


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (OSError(30, "Read-only file system", "/dev/null"), "Read-only file system"),
        (OSError("bad handle"), "bad handle"),
        (SystemError(), "SystemError"),
    ],
)
def test_an_error_in_words(error: Exception, words: str) -> None:
    """The system's words for what went wrong, or those of the library that raised it."""
    assert words == error_words(error)


@pytest.mark.parametrize(
    ("error", "cure"),
    [
        (FileNotFoundError(2, "No such file or directory"), "raspi-config nonint do_spi 0"),
        (PermissionError(13, "Permission denied"), "usermod -aG spi"),
        (OSError(16, "Device or resource busy"), "Stop what else uses it"),
    ],
)
def test_a_device_that_cannot_be_opened(monkeypatch: pytest.MonkeyPatch, error: OSError, cure: str) -> None:
    """Each of the kernel's reasons has its own cure."""

    def refuse(_bus: int, _device: int) -> None:
        raise error

    monkeypatch.setitem(sys.modules, "spidev", SimpleNamespace(SpiDev=lambda: SimpleNamespace(open=refuse)))
    with pytest.raises(BusFailed, match=rf"/dev/spidev0\.1 cannot be opened .*{cure}"):
        open_spi(SPI)


def test_without_the_library_the_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A laptop has no spidev; a Pi gets it from apt, but for an environment that cannot see what apt installs."""
    monkeypatch.setitem(sys.modules, "spidev", None)
    system, own = ["/usr/lib/python3.13", "/usr/lib/python3/dist-packages"], ["/usr/lib/python3.13", "/v/site-packages"]
    by_apt, by_pip = "`sudo apt install python3-spidev`", "/v/bin/python -m pip install spidev`"
    for prefix, path, command in (("/usr", own, by_apt), ("/v", system, by_apt), ("/v", own, by_pip)):
        monkeypatch.setattr(sys, "prefix", prefix)
        monkeypatch.setattr(sys, "base_prefix", "/usr")
        monkeypatch.setattr(sys, "path", path)
        with pytest.raises(BusFailed, match=re.escape(command)):
            open_spi(SPI)


def test_the_device_is_opened_in_mode_0(monkeypatch: pytest.MonkeyPatch) -> None:
    """The panel's chips read on the rising edge, idle low; the kernel keeps the chip select."""
    opened: list[tuple[int, int]] = []
    device = SimpleNamespace(open=lambda bus, chip: opened.append((bus, chip)), mode=3)
    monkeypatch.setitem(sys.modules, "spidev", SimpleNamespace(SpiDev=lambda: device))

    assert open_spi(SPI) is device
    assert (0, [(0, 1)]) == (device.mode, opened)
