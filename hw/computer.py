"""What the computer offers to the parts: devices, permissions, libraries. It is looked at; nothing is driven."""

import grp
import os
import pwd
import warnings
from enum import Enum
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from msgspec import Struct

from hw.build import Spi

DEV = Path("/dev")
FACTORIES = {"gpiod": "GpiodFactory", "lgpio": "LGPIOFactory"}
"""The pin factories of gpiozero that work on every Pi and report every edge, best first, by the library of each.

lgpio looks for edges all the time; gpiod's thread sleeps until one comes (`hw.gpiod_pins`).
"""
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
        missing: the libraries of pins and bus that cannot be found: lgpio only where there is no gpiod either.
        factory: the class of gpiozero's pin factory; empty where it has none.
        refused: why gpiozero took none of `FACTORIES`; empty where it did.

    """

    user: str = "pi"
    root: bool = False
    groups: tuple[str, ...] = GROUPS
    enrolled: tuple[str, ...] = GROUPS
    spi: Access = Access.OPEN
    chip: Access = Access.OPEN
    missing: tuple[str, ...] = ()
    factory: str = FACTORIES["gpiod"]
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
    """Have gpiozero take the best factory that there is a library for, unless the environment names one.

    Without this it would guess, and end in a makeshift that reports no edges.
    """
    if "GPIOZERO_PIN_FACTORY" not in os.environ:
        os.environ["GPIOZERO_PIN_FACTORY"] = "gpiod" if _there("gpiod") else "lgpio"


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
    pins = () if any(_there(library) for library in FACTORIES) else ("lgpio",)
    return pins if _there("spidev") else (*pins, "spidev")


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
    """Return the factory that gpiozero takes for all pins from now on, and why it is none of `FACTORIES`."""
    from gpiozero import Device

    choose_factory()
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        try:
            Device.ensure_pin_factory()
        except Exception as error:  # noqa: BLE001 - a pin library may raise anything
            return "", _why(said) or str(error)
    name = type(Device.pin_factory).__name__
    return name, "" if name in FACTORIES.values() else _why(said)


def _why(said: list[warnings.WarningMessage]) -> str:
    """Return the reason that gpiozero gave for falling back from lgpio."""
    reasons = (str(one.message).partition("Falling back from lgpio: ") for one in said)
    return next((reason for _, found, reason in reasons if found), "")
