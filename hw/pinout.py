"""The pins of the Raspberry Pi: their places on the header, which are reserved, and that no two parts share one."""

from collections.abc import Iterable
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from hw.errors import PinFailed, PinInUse, error_words

PinNumber: TypeAlias = Annotated[int, Meta(ge=0, le=27)]
"""A BCM number, as gpiozero counts."""

# `dtparam=spi=on` gives all of these to the kernel; it holds both chip selects even if one panel is wired.
RESERVED = {
    7: "SPI0 CE1, a chip select that the kernel holds",
    8: "SPI0 CE0, a chip select that the kernel holds",
    9: "SPI0 MISO, which belongs to the panel's bus",
    10: "SPI0 MOSI, the panel's data",
    11: "SPI0 SCLK, the panel's clock",
}

# BCM number to position on the 40-pin header, the same on every Pi that has one (pinout of the Raspberry Pi manual).
HEADER = {
    0: 27, 1: 28, 2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33,
    14: 8, 15: 10, 16: 36, 17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37, 27: 13,
}  # fmt: skip


class Use(Struct, frozen=True):
    """A part on a pin; `part` is its name in sentences ("the Next button")."""

    pin: int
    part: str


class PanelPins(Struct, frozen=True, forbid_unknown_fields=True):
    """The panel's own lines, beside the bus: data or command, reset, busy; the power of HATs that switch it."""

    dc: PinNumber
    rst: PinNumber
    busy: PinNumber
    pwr: PinNumber | None = None

    def uses(self) -> tuple[Use, ...]:
        """Return the parts with their pins, the power last."""
        power = () if self.pwr is None else (Use(self.pwr, "the panel's power"),)
        return (
            Use(self.dc, "the panel's data/command"),
            Use(self.rst, "the panel's reset"),
            Use(self.busy, "the panel's busy"),
            *power,
        )


def check_pins(uses: Iterable[Use]) -> None:
    """Raise PinInUse, which names the pin and both parts, if two parts share a pin."""
    seen: dict[int, str] = {}
    for use in uses:
        if use.pin in RESERVED:
            raise PinInUse(
                f"GPIO {use.pin} cannot be {use.part}: it is {RESERVED[use.pin]}. "
                f"Choose another pin.{header_hint(use.pin)}"
            )
        if use.pin in seen:
            raise PinInUse(f"GPIO {use.pin} is given to {seen[use.pin]} and to {use.part}. Give each a pin of its own.")
        seen[use.pin] = use.part


def header_hint(number: int) -> str:
    """Return a sentence for who gave a place on the header instead of its GPIO; empty if there is none."""
    pin = next((pin for pin, place in HEADER.items() if place == number), None)
    return "" if pin is None else f" If {number} is its place on the header, write {pin}."


def cannot_open(error: Exception, use: Use) -> PinInUse | PinFailed:
    """Return the error, with its sentence, for what gpiozero raised when a part's pin was opened."""
    if isinstance(error, ImportError):
        return PinFailed(f"The library of the pins cannot be loaded ({error}). Install Tavolino again.")
    place = f"GPIO {use.pin}, {use.part}"
    if type(error).__name__ == "GPIOPinInUse" or "busy" in str(error).lower():  # gpiozero's, and the kernel's own
        return PinInUse(
            f"{place}, is held by another program or part ({error_words(error)}). Stop it or choose another pin."
        )
    return PinFailed(
        f"{place}, cannot be opened ({error_words(error)}). Check its number, the pin library and the permissions."
    )


def cannot_use(error: Exception, use: Use, verb: str) -> PinFailed:
    """Return the error, with its sentence, for what gpiozero raised when an open pin was used; `verb`: "read"."""
    return PinFailed(
        f"GPIO {use.pin}, {use.part}, cannot be {verb} any more ({error_words(error)}). Start the device again."
    )
