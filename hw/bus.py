"""The panel's SPI bus, on the kernel's `spidev`, in the shape that Adafruit's panel drivers need."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Protocol, TypeAlias

from hw.build import Spi
from hw.computer import own_environment, pip_command
from hw.errors import BusFailed, error_words

MAX_TRANSFER_BYTES = 4096
"""The kernel's default for one message (`spidev.bufsiz`)."""
FAILURES = (OSError, SystemError, OverflowError)
"""The errors of a transfer: the kernel refused it; it took too few bytes (the library does not name the error); memory
was short. (A TypeError is for values that are not bytes.)"""

Buffer: TypeAlias = bytes | bytearray | memoryview


class SpiDevice(Protocol):
    """The part of `spidev.SpiDev` that the bus uses. The simulated panel has the same."""

    max_speed_hz: int

    def writebytes2(self, values: Buffer, /) -> None:
        """Send the bytes, with the chip select low. Raise one of `FAILURES`."""

    def close(self) -> None:
        """Release the device."""


class Bus:
    """Sends bytes to the panel, and counts what it sends.

    Args:
        device: an open SPI device.
        name: what a sentence calls it.

    """

    def __init__(self, device: SpiDevice, name: str) -> None:
        self.name = name
        self.transactions = 0  # transfers, each with its own chip select
        self.bytes = 0
        self._device = device

    def try_lock(self) -> bool:
        """Return True: the panel has this bus to itself."""
        return True

    def unlock(self) -> None:
        """Do nothing; see `try_lock`."""

    def configure(self, baudrate: int) -> None:
        """Set the clock, Hz. Raise BusFailed."""
        with self._name_errors(f"a clock of {baudrate} Hz"):
            self._device.max_speed_hz = baudrate

    def write(self, buffer: Buffer, start: int = 0, end: int | None = None) -> None:
        """Send `buffer[start:end]` in transfers of at most `MAX_TRANSFER_BYTES` bytes. Raise BusFailed."""
        view = memoryview(buffer)[start:end]
        for at in range(0, len(view), MAX_TRANSFER_BYTES):
            chunk = view[at : at + MAX_TRANSFER_BYTES]
            with self._name_errors(f"{len(chunk)} bytes"):
                self._device.writebytes2(chunk)
            self.transactions += 1
            self.bytes += len(chunk)

    def write_readinto(self, out: Buffer, into: Buffer) -> None:  # noqa: ARG002 - the driver's signature
        """Send `out`; `into` stays as it is, since nothing comes back: the panel's breakouts have no MISO."""
        self.write(out)

    def close(self) -> None:
        """Release the device."""
        with suppress(*FAILURES):
            self._device.close()

    @contextmanager
    def _name_errors(self, what: str) -> Iterator[None]:
        try:
            yield
        except FAILURES as error:
            why = "a short write" if isinstance(error, SystemError) else error_words(error)
            raise BusFailed(
                f"The panel's bus {self.name} did not take {what} ({why}). "
                "Check that SPI is switched on and that nothing else uses it; then restart the device."
            ) from error


def open_spi(spi: Spi) -> Any:
    """Return the open `spidev.SpiDev` of a panel's bus: mode 0, chip select by the kernel.

    Raises:
        BusFailed: no such library or device, no permission; the sentence names the cause and the cure.

    """
    try:
        from spidev import SpiDev
    except ImportError as error:
        environment = own_environment()
        command = pip_command(environment, "spidev") if environment else "sudo apt install python3-spidev"
        raise BusFailed(
            f"The Python library spidev is missing, so {spi.path} cannot be used. Install it with `{command}`."
        ) from error
    device = SpiDev()
    try:
        device.open(spi.bus, spi.device)
        device.mode = 0
    except OSError as error:
        raise BusFailed(f"{spi.path} cannot be opened ({error_words(error)}). {_cure(error)}") from error
    return device


def _cure(error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return (
            "Switch SPI on with `sudo raspi-config nonint do_spi 0` and restart. "
            "The ready-made SD card has it on: write it again."
        )
    if isinstance(error, PermissionError):
        return "Put the user of the device into the group spi: `sudo usermod -aG spi USER`."
    return "Stop what else uses it, and restart. On Raspberry Pi OS see that config.txt has `dtparam=spi=on`."
