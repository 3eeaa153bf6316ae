"""What the simulated chip has to say about how it is used, and what can be made to go wrong with it."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct


class Misuse(Enum):
    """What a real chip would answer with a wrong picture, or not at all."""

    BUSY = "bytes while BUSY is high"
    ASLEEP = "bytes in deep sleep"
    IN_RESET = "bytes while RST is low"
    SELECT = "bytes while the chip select is high"
    UNKNOWN_COMMAND = "a command that the chip does not have"
    NO_COMMAND = "data without a command that takes it"
    FEW = "too few argument bytes"
    ENTRY_MODE = "a data entry mode other than 0x03, which is not simulated"
    WINDOW = "RAM written outside of its window"
    NO_VOLTAGE = "a refresh without clock or high voltage"
    NO_WAVEFORM = "a refresh before a waveform was loaded"
    UNKNOWN_RAM = "a refresh from RAM that was not written"
    ROWS = "a refresh that does not drive all rows"


class Violation(Struct, frozen=True):
    """One misuse, at a time in clock seconds; `detail` says with which bytes."""

    at: float
    what: Misuse
    detail: str = ""


class Trouble(Enum):
    """What goes wrong from now on, until it is taken away."""

    BUSY_STUCK = "BUSY stays high once it has risen"
    BUSY_DEAD = "BUSY never rises, like a wire that is off"
    SPI_ERROR = "the kernel refuses every transfer"
    SPI_SHORT = "the kernel takes less than it was given, and the library forgets to say so"


class Update(Struct, frozen=True):
    """One refresh of the glass.

    `at` is when it was asked for, s; `seconds` how long BUSY is high for it; `sequence` the byte of 0x22; `pixels`
    how many were driven.
    """

    at: float
    seconds: float
    sequence: int
    partial: bool
    pixels: int
