"""Looks for the devices, permissions and libraries that the parts need. It drives nothing."""

import grp
import os
import pwd
import sys
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
"""The groups that may use pins and bus on Raspberry Pi OS."""


class Access(Enum):
    """The access to a device."""

    OPEN = "it can be opened"
    DENIED = "this user may not"
    MISSING = "there is none"


class Computer(Struct, frozen=True):
    """A computer. The defaults are those of a Pi without any fault.

    Attributes:
        user: the name of the user of this process.
        root: whether the user may do everything.
        groups: of this process.
        login_groups: the groups of the user at the next login.
        spi: the panel's bus.
        chip: the pins.
        missing: the libraries of pins and bus that cannot be found.
        factory: the class of gpiozero's pin factory; empty if it has none.
        factory_error: why gpiozero could not use `FACTORY`; empty if it did, or was set to use another.
        environment: the folder of an environment of Python that cannot see the system's packages; empty if none.

    """

    user: str = "pi"
    root: bool = False
    groups: tuple[str, ...] = GROUPS
    login_groups: tuple[str, ...] = GROUPS
    spi: Access = Access.OPEN
    chip: Access = Access.OPEN
    missing: tuple[str, ...] = ()
    factory: str = FACTORY
    factory_error: str = ""
    environment: str = ""


def inspect(spi: Spi) -> Computer:
    """Return the computer of this process, with the access to the panel on `spi` and to the pins."""
    name = user_name()
    factory, factory_error = _load_factory()
    return Computer(
        name,
        os.geteuid() == 0,
        tuple(sorted({_group_name(number) for number in (os.getegid(), *os.getgroups())})),
        tuple(sorted(group.gr_name for group in grp.getgrall() if name in group.gr_mem)),
        _access([DEV / Path(spi.path).name]),
        _access(sorted(DEV.glob("gpiochip*"))),
        tuple(library for library in ("gpiod", "spidev") if not _is_installed(library)),
        factory,
        factory_error,
        own_environment(),
    )


def choose_factory() -> None:
    """Make gpiozero use our factory, unless the environment names another.

    Without this it would guess, and end with a fallback that reports no edges.
    """
    os.environ.setdefault("GPIOZERO_PIN_FACTORY", "gpiod")


def own_environment() -> str:
    """Return the folder of this Python's environment if it cannot see the system's packages; else nothing."""
    sees_system = any(path.endswith("/dist-packages") for path in sys.path)
    return "" if sys.prefix == sys.base_prefix or sees_system else sys.prefix


def pip_command(environment: str, *libraries: str) -> str:
    """Return the command that installs libraries into an environment. spidev is compiled then."""
    compiler = "sudo apt install gcc python3-dev && " if "spidev" in libraries else ""
    return f"{compiler}{environment}/bin/python -m pip install {' '.join(libraries)}"


def user_name() -> str:
    """Return the name of the user of this process."""
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:  # a user without a name, as in a container
        return str(os.geteuid())


def _is_installed(library: str) -> bool:
    """Return whether a library is installed.

    gpiod is loaded to find out: its part in C may be missing, and Debian 12 has an older one without `gpiod.line`.
    """
    if library != "gpiod":
        return find_spec(library) is not None
    try:
        import_module("gpiod.line")
    except ImportError:
        return False
    return True


def _access(paths: list[Path]) -> Access:
    """Return the best access to any of some devices."""
    existing = [path for path in paths if path.exists()]
    if not existing:
        return Access.MISSING
    return Access.OPEN if any(os.access(path, os.R_OK | os.W_OK) for path in existing) else Access.DENIED


def _group_name(number: int) -> str:
    try:
        return grp.getgrgid(number).gr_name
    except KeyError:
        return str(number)


def _load_factory() -> tuple[str, str]:
    """Return the factory that gpiozero uses for all pins from now on, and its error if there is none."""
    from gpiozero import Device

    choose_factory()
    try:
        Device.ensure_pin_factory()
    except Exception as error:  # noqa: BLE001 - a pin library may raise anything
        return "", str(error)
    return type(Device.pin_factory).__name__, ""
