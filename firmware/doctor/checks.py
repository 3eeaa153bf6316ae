"""The checks of the doctor, each with its finding: all is well, or the fault and its cure."""

from pathlib import Path

from msgspec import Struct

from engines.kit.text import ENGLISH
from firmware.plays.store import Store
from hw.build import Keys, PanelBuild, Spi, Times
from hw.computer import FACTORY, Access, Computer, pip_command
from hw.errors import BusFailed, PanelFailed
from hw.events import Hold, Key, KeyEvent, Turn
from hw.pace import OFF, ON, Pace, refresh_point
from hw.panel import Mode
from hw.pinout import HEADER, Use

STOP_SERVICE = "If it is the device itself: `sudo systemctl stop tavolino`"
READY_MADE_CARD = "The ready-made SD card has it: write it again"
PACE_POINTS = {
    refresh_point(mode, cold=cold): "from rest" if cold else f"{mode.value} refresh"
    for mode in Mode
    for cold in (False, True)
} | {ON: "voltage on", OFF: "voltage off"}
"""The measured times of a panel; from rest its voltage is switched on first, or by a separate command."""


class Check(Struct, frozen=True):
    """A check and its finding, without a full stop; if it is wrong, the cure in whole sentences.

    `ok` is None if nothing could be found out.
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


def skipped_check(name: str, needs: str) -> Check:
    """Return a check that had to be left out."""
    return Check(name, None, f"not checked: it needs the {needs}")


def failed_check(name: str, error: Exception, *more: str) -> Check:
    """Return the check that raised an error of ours. The last sentence of the error is the cure; `more` follow it."""
    found, _, cure = str(error).removesuffix(".").rpartition(". ")
    return Check(name, False, found, " ".join(f"{sentence}." for sentence in (cure, *more)))


# --- the computer ---


def computer_checks(computer: Computer, spi: Spi) -> tuple[Check, ...]:
    """Return the checks of the computer, causes first."""
    path = spi.path
    spi_cure = f"Switch SPI on with `sudo raspi-config nonint do_spi 0`, then `sudo reboot`. {READY_MADE_CARD}."
    no_chip = "there is no /dev/gpiochip*, so this computer has no pins"
    chip_cure = "Run this on the Raspberry Pi, with Raspberry Pi OS. Without a Pi: `tavolino doctor --simulate`."
    return (
        _device_check(computer, "SPI device", path, computer.spi, f"there is no {path}", spi_cure),
        _device_check(computer, "GPIO chip", "/dev/gpiochip*", computer.chip, no_chip, chip_cure),
        _groups_check(computer),
        _libraries_check(computer),
        _factory_check(computer),
    )


def _device_check(computer: Computer, name: str, path: Path | str, access: Access, missing: str, cure: str) -> Check:
    """Return the check of a device; `missing` is the finding if there is none, with its `cure`."""
    match access:
        case Access.MISSING:
            return Check(name, False, missing, cure)
        case Access.DENIED:
            return Check(name, False, f"{computer.user} may not use {path}", _group_cure(computer))
    return Check(name, True, f"{path} can be opened")


def _groups_check(computer: Computer) -> Check:
    name = "groups"
    closed = [group for group, access in (("gpio", computer.chip), ("spi", computer.spi)) if access is not Access.OPEN]
    lacking = [group for group in closed if group not in computer.groups]
    if computer.root:
        return Check(name, True, "root needs none")
    if lacking:
        return Check(name, False, f"{computer.user} is not in {join_and(lacking)}", _group_cure(computer))
    return Check(name, True, f"{computer.user} is in all that it needs")


def _libraries_check(computer: Computer) -> Check:
    name = "libraries"
    if not computer.missing:
        return Check(name, True, "those of the pins and of the bus are there")
    cure = _install_cure(computer, *computer.missing)
    if not computer.environment:
        cure += f" {READY_MADE_CARD}."
    return Check(name, False, f"{join_and(list(computer.missing))} cannot be found", cure)


def _install_cure(computer: Computer, *libraries: str) -> str:
    if computer.environment:
        return f"Install with `{pip_command(computer.environment, *libraries)}`."
    if "gpiod" in libraries:
        return "Install Tavolino again: it brings gpiod."
    return "Install with `sudo apt install python3-spidev`."


def _factory_check(computer: Computer) -> Check:
    name = "pin factory"
    if computer.factory == FACTORY:
        return Check(name, True, computer.factory)
    why = f" ({computer.factory_error})" if computer.factory_error else ""
    if computer.chip is not Access.OPEN:
        return Check(name, False, f"gpiozero has none{why}", "Cure what is said of the GPIO chip first.")
    cure = "Take the variable away with `unset GPIOZERO_PIN_FACTORY`."
    if computer.factory_error:
        cure = _install_cure(computer, "gpiod")
    return Check(name, False, f"gpiozero has {computer.factory or 'none'} instead of {FACTORY}{why}", cure)


def _group_cure(computer: Computer) -> str:
    if {"gpio", "spi"} <= {*computer.login_groups}:
        return "Log in again: the groups gpio and spi count from then on."
    return f"Put {computer.user} into the groups with `sudo usermod -aG gpio,spi {computer.user}`, then log in again."


# --- the parts ---


def panel_failure(build: PanelBuild, error: Exception) -> Check:
    """Return the check of a panel that has not drawn."""
    if isinstance(error, BusFailed):
        return failed_check("panel", error, f"`sudo fuser -v {build.spi.path}` names who uses it")
    if isinstance(error, PanelFailed):
        return failed_check("panel", error, f"Wires: {pin_places(build.pins.uses())}")
    return failed_check("panel", error, STOP_SERVICE)


def pace_check(known: dict[str, float], times: Times) -> Check:
    """Return the check of the pace of a panel, with the pace of its profile."""
    profile = Pace(times, {})
    points = [point for point in PACE_POINTS if point in known]
    own = [f"{PACE_POINTS[point]} {known[point]:.2f} s ({profile.expected_s(point):.2f})" for point in points]
    if not own:
        return Check("pace", True, "not measured yet, its profile holds; `tavolino doctor --speed` measures it")
    return Check("pace", True, f"measured, and in brackets by its profile: {', '.join(own)}")


def pin_places(uses: tuple[Use, ...] | list[Use]) -> str:
    """Return the pins of parts, and their places on the header."""
    return ", ".join(f"{use.part} on GPIO {use.pin} (header {HEADER[use.pin]})" for use in uses)


# --- the rest ---


def store_check(folder: Path, store: Store) -> Check:
    """Return the check of an open store."""
    if not store.is_saved:
        cure = f"See who owns it and whether the disk is full: `ls -l {folder}`, `df -h {folder}`."
        return Check("store", False, "nothing is kept: it cannot be written", cure)
    if store.notices:
        cure = "It is mended now; run this again. If it comes back, replace the card or its supply."
        return Check("store", False, " ".join(map(ENGLISH.words, store.notices)).removesuffix("."), cure)
    plays = len(store.plays())
    counted = ", ".join(f"{store.counter(f'refresh.{mode.value}')} {mode.value}" for mode in Mode)
    return Check("store", True, f"{plays} {'play' if plays == 1 else 'plays'}; refreshes of the panel: {counted}")


def event_words(event: KeyEvent, keys: Keys) -> str:
    """Return a key event in words, by the keys that there are."""
    if isinstance(event, Turn):
        right = event.n > 0
        return f"turned {'right' if right else 'left'}" if keys.has_knob else f"{'▼' if right else '▲'} pressed"
    name = "▲ and ▼" if event.key is Key.PUSH and not keys.has_knob else event.key.value
    if isinstance(event, Hold):
        return f"{name} held"
    seconds = "" if event.key is Key.NEXT else f", let go after {event.at - event.down_at:.2f} s"
    return f"{name} pressed{seconds}"


def join_and(words: list[str]) -> str:
    """Return words as a list in a sentence."""
    return " and ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else words[0]
