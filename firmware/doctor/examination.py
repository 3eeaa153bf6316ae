"""The doctor: `tavolino doctor`.

    settings ─▶ build ─┬▶ computer: SPI, GPIO, groups, libraries, pin factory
                       ├▶ parts: keys, light, panel          each is opened, tried and released
                       └▶ font, data folder, store

A check whose needs are not met is reported as skipped. Nothing waits for longer than the panel's own deadline.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import wraps
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from platform import machine, python_version
from queue import SimpleQueue

from msgspec.structs import replace
from PIL.Image import Image

from display.letters import WEIGHTS, Face, font
from display.patterns import border
from firmware.data_folder import DataFolder
from firmware.device.builds import build_of
from firmware.device.frames import turned_frame
from firmware.device.glass import FULL_MODES
from firmware.device.loop import HOLD_TIMES_S
from firmware.device.rig import current_settings
from firmware.doctor import checks
from firmware.doctor.checks import Check, failed_check, join_and, pin_places, skipped_check
from firmware.doctor.installation import Installation
from firmware.errors import TavolinoError
from firmware.plays.folder import read_counts
from firmware.settings.settings import Settings, panel_key, panel_values
from hw.build import Build
from hw.computer import FACTORY, Access, user_name
from hw.epd import EpdPanel
from hw.errors import HwError
from hw.events import Edge, InputLine, KeyEvent
from hw.keys import Classifier
from hw.pace import refresh_point
from hw.panel import Mode
from hw.signals import NOT_ALLOWED

BUSY_POLL_S = 0.01
"""Time between reads of BUSY while a picture is drawn, s."""
MIN_FREE_MB = 20
"""Free space of the disk, at least: a play takes kilobytes, and damaged files are kept beside the good ones."""

KNOB_CONTACTS = (InputLine.A, InputLine.B)
"""The lines that may rest closed; all others are open unless a key is pressed."""

NO_PINS = "This build has no keys on pins. The doctor does not read USB keys: try them on the device."
"""Said in place of watching keys, or of asking what they would have to answer."""

Findings = Iterator[Check | str]
"""Checks, and sentences between them."""


def examine(installation: Installation) -> Iterator[Check]:
    """Yield every check, in the order of causes. The panel draws the border of its test."""
    settings, build, check = _settings(installation)
    font_check = _font_check()
    yield Check("version", True, f"Tavolino {version('tavolino')}, Python {python_version()}, {machine()}")
    yield check
    if build is None:
        yield from (skipped_check(name, "settings") for name in ("keys", "light", "panel"))
    else:
        computer = installation.computer(build)
        yield from checks.computer_checks(computer, build.panel.spi)
        pins = {"GPIO chip": computer.chip is Access.OPEN, "pin factory": computer.factory == FACTORY}
        bus = {"SPI device": computer.spi is Access.OPEN, "library spidev": "spidev" not in computer.missing}
        unmet = _first_unmet(pins)
        yield skipped_check("keys", unmet) if unmet else _keys_check(installation, build)
        yield skipped_check("light", unmet) if unmet else _light_check(installation, build)
        unmet = _first_unmet(pins | bus | {"font": bool(font_check.ok)})
        yield skipped_check("panel", unmet) if unmet else _panel_check(installation, build, settings)
    yield font_check
    yield folder_check(installation.folder.path)
    yield _store_check(installation.folder)
    if build is not None:
        known = read_counts(installation.folder.path).pace.get(settings.panel, {})
        yield checks.pace_check(known, build.panel.times)


def watch_keys(installation: Installation, limit: int) -> Findings:
    """Yield each key event in words, `limit` times or (0) without end; or the checks that keep the pins closed."""
    settings, build, wrong = _settings_and_faults(installation)
    wrong = [check for check in wrong if check.name in ("settings", "GPIO chip", "pin factory")]
    if build is None or wrong:
        yield from wrong
        return
    if not build.pins:
        yield NO_PINS
        return
    edges: SimpleQueue[Edge] = SimpleQueue()
    try:
        with closing(installation.inputs(build, edges.put)) as inputs:
            found = key_events(installation, edges, key_classifier(inputs.level, build, settings))
            yield from (checks.event_words(event, build.keys) for event in islice(found, limit or None))
    except HwError as error:
        yield failed_check("keys", error, checks.STOP_SERVICE)


def needs_panel(work: Callable[[Installation, Settings, Build], Findings]) -> Callable[[Installation], Findings]:
    """Call `work` with settings and build; yield the checks that keep it from the panel, or that end it."""

    @wraps(work)
    def run(installation: Installation) -> Findings:
        settings, build, wrong = _settings_and_faults(installation)
        font_check = _font_check()
        wrong += [] if font_check.ok else [font_check]
        if build is None or wrong:
            yield from wrong
            return
        try:
            yield from work(installation, settings, build)
        except HwError as error:
            yield checks.panel_failure(build.panel, error)
        except TavolinoError as error:
            yield failed_check("store", error)

    return run


# --- the needs of the parts ---


def _settings(installation: Installation) -> tuple[Settings, Build | None, Check]:
    """Return settings and build, and their check; the defaults and None if they cannot be used."""
    try:
        settings = current_settings(installation.folder)
        if installation.panel_key is not None:
            settings = replace(settings, **panel_values(installation.panel_key))
        build = build_of(settings)
    except (TavolinoError, HwError) as error:
        return Settings(), None, failed_check("settings", error)
    found = f"{panel_key(settings)}: {build.title}, {build.panel.driver.upper()}"
    return settings, build, Check("settings", True, found)


def _settings_and_faults(installation: Installation) -> tuple[Settings, Build | None, list[Check]]:
    """Return settings and build, and the failed checks of settings and computer."""
    settings, build, check = _settings(installation)
    if build is None:
        return settings, None, [check]
    found = checks.computer_checks(installation.computer(build), build.panel.spi)
    return settings, build, [check for check in found if not check.ok]


def _first_unmet(needs: dict[str, bool]) -> str:
    """Return the first need that is not met; empty if all are."""
    return next((need for need, met in needs.items() if not met), "")


# --- the probes ---


def _keys_check(installation: Installation, build: Build) -> Check:
    try:
        with closing(installation.inputs(build, lambda _: None)) as inputs:
            pressed = [use for line, use in build.pins.items() if line not in KNOB_CONTACTS and inputs.level(line)]
    except HwError as error:
        return failed_check("keys", error, checks.STOP_SERVICE)
    if pressed:
        pins, parts = pin_places(pressed), join_and([use.part for use in pressed])
        cure = f"Let go, else see whether the wire touches ground or the button is turned by 90°: {pins}."
        return Check("keys", False, f"{parts} is pressed, or its contact is closed", cure)
    return Check("keys", True, f"GPIO {', '.join(str(use.pin) for use in build.pins.values())}; none is pressed")


def _light_check(installation: Installation, build: Build) -> Check:
    with closing(installation.lights(build)) as lights:
        lights.play(NOT_ALLOWED)
        installation.sockets.wait(sum(NOT_ALLOWED))
        lights.tick(installation.clock.now())
        failures = list(lights.failures)
    if failures:
        return failed_check("light", failures[0], checks.STOP_SERVICE)
    uses = build.signals.uses()
    return Check("light", True, f"{pin_places(uses)}; lit for a moment" if uses else "this build has none")


def _panel_check(installation: Installation, build: Build, settings: Settings) -> Check:
    known = dict(read_counts(installation.folder.path).pace.get(settings.panel, {}))
    try:
        with closing(installation.panel(build, known)) as panel:
            expected = panel.pace.expected_s(refresh_point(FULL_MODES[settings.full_refresh], cold=True))
            frame = turned_frame(border(build.panel.width, build.panel.height), settings)
            seconds = draw(installation, panel, frame, FULL_MODES[settings.full_refresh])
    except HwError as error:
        return checks.panel_failure(build.panel, error)
    drawn = f"full refresh in {seconds:.2f} s, {expected:.2f} s expected"
    return Check("panel", True, f"BUSY (GPIO {build.panel.pins.busy}) rose and fell; {drawn}")


def _font_check() -> Check:
    try:
        return Check("font", True, f"Source Sans Pro, {len([font(Face(one, 25, 24)) for one in WEIGHTS])} weights")
    except (ImportError, OSError, KeyError) as error:
        cure = "Install it again: `python3 -m pip install --force-reinstall font-source-sans-pro==0.0.1`."
        return Check("font", False, f"Source Sans Pro cannot be loaded ({error})", cure)


def folder_check(folder: Path) -> Check:
    """Return the check of the data folder: whether it can be written, or at least made."""
    name = "data folder"
    above = (folder, *folder.absolute().parents)
    first = next(path for path in above if os.path.lexists(path))
    nearest = next(path for path in above if path.is_dir())
    if os.statvfs(nearest).f_flag & os.ST_RDONLY:
        cure = (
            "Nothing is saved there. Restart; if it stays so, the card is worn: save the plays and take another. "
            "Where you made it so: `sudo mount -o remount,rw /`, or switch the overlay off."
        )
        return Check(name, False, f"{folder} is on a disk that is mounted read-only", cure)
    if not first.is_dir():
        cure = "Rename it, or choose another folder with --data."
        return Check(name, False, f"{folder} cannot be made: {first} is not a folder", cure)
    if not (folder.is_dir() and os.access(folder, os.R_OK | os.W_OK | os.X_OK)):
        what = f"{user_name()} cannot write in {folder}" if folder.is_dir() else f"{folder} cannot be made"
        cure = f"Make it with `sudo install -d -m 700 -o {user_name()} {folder}`, or choose another with --data."
        return Check(name, False, what, cure)
    free_mb = shutil.disk_usage(nearest).free // 1_000_000
    if free_mb < MIN_FREE_MB:
        cure = (
            "Make room: `sudo apt clean`, `sudo journalctl --vacuum-size=16M`. The ready-made SD card "
            "has only plays on it: `tavolino play delete N`."
        )
        return Check(name, False, f"{folder} has {free_mb} MB left", cure)
    return Check(name, True, f"{folder}, {free_mb} MB left")


def _store_check(folder: DataFolder) -> Check:
    try:
        with folder.open() as store:
            return checks.store_check(folder.path, store)
    except TavolinoError as error:
        return failed_check("store", error)


# --- the panel and the keys at work ---


def draw(installation: Installation, panel: EpdPanel, frame: Image, mode: Mode) -> float:
    """Draw a frame; return the time it took, s. Raise PanelFailed at the panel's own deadline at the latest."""
    began = installation.clock.now()
    panel.start(frame, mode)
    while not panel.poll(installation.clock.now()):
        installation.sockets.wait(BUSY_POLL_S)
    return installation.clock.now() - began


def key_classifier(level: Callable[[InputLine], bool], build: Build, settings: Settings) -> Classifier:
    """Return the classifier of keys as the device has it, with the hand and the hold of the settings."""
    classifier = Classifier(level, half_step=build.encoder.half_step)
    classifier.configure(HOLD_TIMES_S[settings.hold], swapped=settings.hand == "left")
    return classifier


def key_events(installation: Installation, edges: SimpleQueue[Edge], keys: Classifier) -> Iterator[KeyEvent]:
    """Yield key events without end."""
    while True:
        edge = installation.next_edge(edges, keys.deadline())
        while edge is not None:
            yield from keys.edge(edge)
            edge = None if edges.empty() else edges.get_nowait()
        yield from keys.tick(installation.clock.now())
