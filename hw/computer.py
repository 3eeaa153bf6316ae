"""What the computer offers to the parts: devices, permissions, libraries. It is looked at; nothing is driven."""

import grp
import os
import pwd
from enum import Enum
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from msgspec import Struct

from hw.build import Spi

DEV = Path("/dev")
FACTORY = "GpiodFactory"
"""The pin factory of gpiozero that works on every Pi and sleeps until an edge comes (`hw.gpiod_pins`)."""
GROUPS = ("gpio", "spi")
"""Who may use pins and bus on Raspberry Pi OS."""


class Access(Enum):
    """What comes of opening a device."""

    OPEN = "it can be opened"
    DENIED = "this user may not"
    MISSING = "there is none"


class Computer(Struct, frozen=True):
    """A computer. The defaults are those of a Pi on which all is well.

    Attributes:
        user: the name of who runs this process.
        root: whether that is the one who may do everything.
        groups: of this process.
        enrolled: the groups that the user has at the next login.
        spi: the panel's bus.
        chip: the pins.
        missing: the libraries of pins and bus that cannot be found.
        factory: the class of gpiozero's pin factory; empty where it has none.
        refused: why gpiozero could not take `FACTORY`; empty if it did, or was told to take another.

    """

    user: str = "pi"
    root: bool = False
    groups: tuple[str, ...] = GROUPS
    enrolled: tuple[str, ...] = GROUPS
    spi: Access = Access.OPEN
    chip: Access = Access.OPEN
    missing: tuple[str, ...] = ()
    factory: str = FACTORY
    refused: str = ""


def look(spi: Spi) -> Computer:
    """Return the computer this runs on, as the panel on `spi` and all pins find it."""
    name = user()
    factory, refused = _factory()
    return Computer(
        name,
        os.geteuid() == 0,
        tuple(sorted({_group(number) for number in (os.getegid(), *os.getgroups())})),
        tuple(sorted(group.gr_name for group in grp.getgrall() if name in group.gr_mem)),
        _access([path_of(spi)]),
        _access(sorted(DEV.glob("gpiochip*"))),
        _missing(),
        factory,
        refused,
    )


def choose_factory() -> None:
    """Have gpiozero take our factory, unless the environment names another.

    Without this it would guess, and end in a makeshift that reports no edges.
    """
    os.environ.setdefault("GPIOZERO_PIN_FACTORY", "gpiod")


def user() -> str:
    """Return the name of who runs this process."""
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:  # a user without a name, as in a container
        return str(os.geteuid())


def path_of(spi: Spi) -> Path:
    """Return the device of a panel's bus."""
    return DEV / f"spidev{spi.bus}.{spi.device}"


def _missing() -> tuple[str, ...]:
    return tuple(library for library in ("gpiod", "spidev") if not _there(library))


def _there(library: str) -> bool:
    """Return whether a library is there.

    gpiod is loaded to find out, as it would be next: its part in C may be missing, and what Debian 12 calls gpiod is an
    older one, which has no `gpiod.line`.
    """
    if library != "gpiod":
        return find_spec(library) is not None
    try:
        import_module("gpiod.line")
    except ImportError:
        return False
    return True


def _access(paths: list[Path]) -> Access:
    """Return the best that can be had of some devices."""
    there = [path for path in paths if path.exists()]
    if not there:
        return Access.MISSING
    return Access.OPEN if any(os.access(path, os.R_OK | os.W_OK) for path in there) else Access.DENIED


def _group(number: int) -> str:
    try:
        return grp.getgrgid(number).gr_name
    except KeyError:
        return str(number)


def _factory() -> tuple[str, str]:
    """Return the factory that gpiozero takes for all pins from now on, and why it has none."""
    from gpiozero import Device

    choose_factory()
    try:
        Device.ensure_pin_factory()
    except Exception as error:  # noqa: BLE001 - a pin library may raise anything
        return "", str(error)
    return type(Device.pin_factory).__name__, ""
