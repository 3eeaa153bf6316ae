"""What the doctor says of what it found: for each check whether all is well, else what is wrong and how to cure it."""

from importlib.metadata import version
from pathlib import Path
from platform import machine, python_version

from msgspec import Struct

from engines.kit.text import ENGLISH, Text
from hw.build import Build, PanelBuild, Spi, Times
from hw.computer import FACTORY, Access, Computer
from hw.errors import BusFailed, PanelFailed
from hw.events import Hold, Key, KeyEvent, Press
from hw.inputs import Pins
from hw.pace import OFF, Pace
from hw.pinout import HEADER, Use

SIMULATE = "Without a Pi: `tavolino doctor --simulate`"
STOP = "If it is the device itself: `sudo systemctl stop tavolino`"
WRITTEN = "A written card has it: write it again"
SYSTEM_PACKAGES = "an environment of its own needs `--system-site-packages` to see it"
POINTS = {
    "partial": "partial refresh",
    "partial.cold": "from rest",
    "full": "full refresh",
    "full.cold": "from rest",
    "slow": "slow refresh",
    "slow.cold": "from rest",
    OFF: "voltage off",
}
"""What is measured of a panel; from rest its voltage is switched on first."""
ROOM_MB = 20
"""How much of the disk must be free: a play takes kilobytes, and damaged files are kept beside the good ones."""


class Check(Struct, frozen=True):
    """What was looked at and what was found, without a full stop; the cure, in whole sentences, where it is wrong.

    `ok` is None where nothing could be found out.
    """

    name: str
    ok: bool | None
    found: str
    cure: str = ""

    @property
    def line(self) -> str:
        """The check as one line."""
        mark = {True: "ok", False: "WRONG", None: "-"}[self.ok]
        return f"{mark:<7}{self.name:<13}{self.found}{f'. {self.cure}' if self.cure else ''}"


class Folder(Struct, frozen=True):
    """What was found of the data folder."""

    path: str
    there: bool
    writable: bool
    read_only: bool
    """Whether the whole file system is."""
    free_mb: int
    obstacle: str = ""
    """What lies in its way without being a folder: the path itself, or one above it."""


def skipped(name: str, needs: str) -> Check:
    """Return a check that had to be left out."""
    return Check(name, None, f"not checked: it needs the {needs}")


def failed(name: str, error: Exception, *more: str) -> Check:
    """Return the check that ended in an error of ours. Its last sentence is the cure; `more` sentences follow it."""
    found, _, cure = str(error).removesuffix(".").rpartition(". ")
    return Check(name, False, found, " ".join(f"{sentence}." for sentence in (cure, *more)))


def of_version() -> Check:
    """Return what there is to say of Tavolino itself."""
    return Check("version", True, f"Tavolino {version('tavolino')}, Python {python_version()}, {machine()}")


# --- the computer ---


def of_computer(computer: Computer, spi: Spi) -> tuple[Check, ...]:
    """Return what there is to say of the computer, causes first."""
    return (_spi(computer, spi), _chip(computer), _groups(computer), _libraries(computer), _factory(computer))


def _spi(computer: Computer, spi: Spi) -> Check:
    name, path = "SPI device", spi.path
    match computer.spi:
        case Access.MISSING:
            cure = f"Switch SPI on with `sudo raspi-config nonint do_spi 0`, then `sudo reboot`. {WRITTEN}."
            return Check(name, False, f"there is no {path}", cure)
        case Access.DENIED:
            return Check(name, False, f"{computer.user} may not use {path}", _enrol(computer))
    return Check(name, True, f"{path} can be opened")


def _chip(computer: Computer) -> Check:
    name = "GPIO chip"
    match computer.chip:
        case Access.MISSING:
            cure = f"Run this on the Raspberry Pi, with Raspberry Pi OS. {SIMULATE}."
            return Check(name, False, "there is no /dev/gpiochip*, so this computer has no pins", cure)
        case Access.DENIED:
            return Check(name, False, f"{computer.user} may not use /dev/gpiochip*", _enrol(computer))
    return Check(name, True, "/dev/gpiochip* can be opened")


def _groups(computer: Computer) -> Check:
    name = "groups"
    closed = [group for group, access in (("gpio", computer.chip), ("spi", computer.spi)) if access is not Access.OPEN]
    lacking = [group for group in closed if group not in computer.groups]
    if computer.root:
        return Check(name, True, "root needs none")
    if lacking:
        return Check(name, False, f"{computer.user} is not in {_and(lacking)}", _enrol(computer))
    return Check(name, True, f"{computer.user} is in all that it needs")


def _libraries(computer: Computer) -> Check:
    name = "libraries"
    if not computer.missing:
        return Check(name, True, "those of the pins and of the bus are there")
    cure = f"Install with `sudo apt install python3-spidev`; {SYSTEM_PACKAGES}. {WRITTEN}."
    if "gpiod" in computer.missing:
        cure = f"Install Tavolino again: it brings gpiod. {WRITTEN}."
    return Check(name, False, f"{_and(list(computer.missing))} cannot be found", cure)


def _factory(computer: Computer) -> Check:
    name = "pin factory"
    if computer.factory == FACTORY:
        return Check(name, True, computer.factory)
    why = f" ({computer.refused})" if computer.refused else ""
    if computer.chip is not Access.OPEN:
        return Check(name, False, f"gpiozero has none{why}", "Cure what is said of the GPIO chip first.")
    cure = "Take the variable away with `unset GPIOZERO_PIN_FACTORY`."
    if computer.refused:
        cure = "Install Tavolino again: it brings gpiod."
    return Check(name, False, f"gpiozero has {computer.factory or 'none'} instead of {FACTORY}{why}", cure)


def _enrol(computer: Computer) -> str:
    if {"gpio", "spi"} <= {*computer.enrolled}:
        return "Log in again: the groups gpio and spi count from then on."
    return f"Put {computer.user} into the groups with `sudo usermod -aG gpio,spi {computer.user}`, then log in again."


# --- the parts ---


def of_keys(pins: Pins, closed: list[Use]) -> Check:
    """Return what there is to say of buttons and knob that could be opened; `closed` are pressed, or seem to be."""
    name = "keys"
    if closed:
        cure = f"Let go, else see whether the wire touches ground or the button is turned by 90°: {places(closed)}."
        return Check(name, False, f"{_and([use.part for use in closed])} is pressed, or its contact is closed", cure)
    return Check(name, True, f"GPIO {', '.join(str(use.pin) for use in pins.uses())}; none is pressed")


def of_lights(uses: tuple[Use, ...]) -> Check:
    """Return what there is to say of LED and buzzer that work."""
    found = f"{places(uses)}; lit for a moment" if uses else "this build has none"
    return Check("light", True, found)


def of_panel(build: PanelBuild, seconds: float, expected: float) -> Check:
    """Return what there is to say of a panel that has drawn."""
    found = f"BUSY (GPIO {build.pins.busy}) rose and fell; full refresh in {seconds:.2f} s, {expected:.2f} s expected"
    return Check("panel", True, found)


def of_failed_panel(build: PanelBuild, error: Exception) -> Check:
    """Return what there is to say of a panel that has not drawn."""
    if isinstance(error, BusFailed):
        return failed("panel", error, f"`sudo fuser -v {build.spi.path}` names who uses it")
    if isinstance(error, PanelFailed):
        return failed("panel", error, f"Wires: {places(build.pins.uses())}")
    return failed("panel", error, STOP)


def of_pace(known: dict[str, float], times: Times) -> Check:
    """Return what there is to say of the panel's own pace, beside that of its profile."""
    said = Pace(times, {})
    points = [point for point in POINTS if point in known]
    own = [f"{POINTS[point]} {known[point]:.2f} s ({said.expected(point):.2f})" for point in points]
    if not own:
        return Check("pace", True, "not measured yet, its profile holds; `tavolino doctor --speed` measures it")
    return Check("pace", True, f"measured, and in brackets by its profile: {', '.join(own)}")


def of_speed(seconds: float, mib: float) -> Check:
    """Return what there is to say of a device that was played on: from a key to the start of a refresh, and memory."""
    return Check("speed", True, f"{seconds * 1000:.0f} ms from a key to the start of its refresh; {mib:.0f} MiB used")


def of_wiped(passes: int, refreshes: int) -> Check:
    """Return what there is to say of a wipe that came to its end. `refreshes` are all full ones of this panel."""
    return Check("wipe", True, f"{passes} passes drawn, the glass is white; {refreshes} full refreshes in its life")


OF_NOTHING_TO_SET = Check("panel test", True, "all is right; the settings stay as they are")


def of_written(path: Path) -> Check:
    """Return what there is to say of settings that a panel test has written."""
    found = f"written into {path}; the device takes it with its next start (`sudo systemctl restart tavolino`)"
    return Check("panel test", True, found)


def of_uncured(fault: str) -> Check:
    """Return what there is to say of a fault that no setting cures; `fault` ends without a full stop."""
    cure = "Push the flat cable home and straight; compare the name of the panel with that of the build."
    return Check("panel test", False, fault, cure)


def places(uses: tuple[Use, ...] | list[Use]) -> str:
    """Return where parts are on the header."""
    return ", ".join(f"{use.part} on GPIO {use.pin} (header {HEADER[use.pin]})" for use in uses)


# --- the rest ---


def of_settings(panel: str, build: Build) -> Check:
    """Return what there is to say of settings that can be used."""
    return Check("settings", True, f"{panel}: {build.title}, {build.panel.driver.upper()}")


def of_font(faces: int, fault: str = "") -> Check:
    """Return what there is to say of the typeface."""
    if fault:
        cure = "Install it again: `python3 -m pip install --force-reinstall font-source-sans-pro==0.0.1`."
        return Check("font", False, f"Source Sans Pro cannot be loaded ({fault})", cure)
    return Check("font", True, f"Source Sans Pro, {faces} faces")


def of_folder(folder: Folder, user: str) -> Check:
    """Return what there is to say of the data folder."""
    name, path = "data folder", folder.path
    if folder.read_only:
        cure = (
            "Nothing is kept there. Restart; if it stays so, the card is worn: save the plays and take another. "
            "Where you made it so: `sudo mount -o remount,rw /`, or switch the overlay off."
        )
        return Check(name, False, f"{path} is on a disk that is mounted read-only", cure)
    if folder.obstacle:
        cure = "Rename it, or choose another folder with --data."
        return Check(name, False, f"{path} cannot be made: {folder.obstacle} is not a folder", cure)
    if not folder.writable:
        what = f"{user} cannot write in {path}" if folder.there else f"{path} cannot be made"
        cure = f"Make it with `sudo install -d -m 700 -o {user} {path}`, or choose another with --data."
        return Check(name, False, what, cure)
    if folder.free_mb < ROOM_MB:
        cure = (
            "Make room: `sudo apt clean`, `sudo journalctl --vacuum-size=16M`. A written card has only plays on it: "
            "`tavolino play delete N`."
        )
        return Check(name, False, f"{path} has {folder.free_mb} MB left", cure)
    return Check(name, True, f"{path}, {folder.free_mb} MB left")


def of_store(path: str, plays: int, refreshes: dict[str, int], notices: tuple[Text, ...], *, kept: bool) -> Check:
    """Return what there is to say of a store that was opened. `refreshes` counts those of the panel, by their kind."""
    if not kept:
        cure = f"See who owns it and whether the disk is full: `ls -l {path}`, `df -h {path}`."
        return Check("store", False, "nothing is kept: it cannot be written", cure)
    if notices:
        cure = "It is mended now; run this again. If it comes back, replace the card or its supply."
        return Check("store", False, " ".join(map(ENGLISH.words, notices)).removesuffix("."), cure)
    counted = ", ".join(f"{n} {kind}" for kind, n in refreshes.items())
    return Check("store", True, f"{plays} {'play' if plays == 1 else 'plays'}; refreshes of the panel: {counted}")


def of_event(event: KeyEvent) -> str:
    """Return what a key did, in words."""
    if isinstance(event, Press):
        seconds = "" if event.key is Key.NEXT else f", let go after {event.at - event.down_at:.2f} s"
        return f"{event.key.value} pressed{seconds}"
    if isinstance(event, Hold):
        return f"{event.key.value} held"
    return f"turned {'right' if event.n > 0 else 'left'}"


def _and(words: list[str]) -> str:
    return " and ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else words[0]
