"""The doctor: `tavolino doctor`.

    settings ─▶ build ─┬▶ computer: SPI, GPIO, groups, libraries, pin factory
                       ├▶ parts: keys, light, panel          each is opened, tried and let go of
                       └▶ font, data folder, store

A check that cannot be made, since something before it is wrong, says so. Nothing waits for longer than the panel's own
deadline. What is said of it all stands in `firmware.doctor.checks`.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import islice
from queue import SimpleQueue

from msgspec.structs import replace
from PIL.Image import Image

from display.patterns import border
from display.profiles import PROFILES
from display.type import font
from firmware.device.frames import facing
from firmware.device.glass import FULL
from firmware.device.loop import HOLDS
from firmware.device.rig import build_of, current
from firmware.doctor import checks
from firmware.doctor.checks import Check, failed, skipped
from firmware.doctor.installation import Installation
from firmware.errors import TavolinoError
from firmware.files.disk import Lock
from firmware.plays.folder import measured
from firmware.plays.store import Store
from firmware.settings.settings import Settings
from hw.build import Build
from hw.computer import FACTORY, Access, Computer, user
from hw.epd import EpdPanel
from hw.errors import HwError
from hw.events import Edge, InputLine, Key, KeyEvent
from hw.keys import Classifier
from hw.pace import refresh
from hw.panel import Mode
from hw.signals import NOT_ALLOWED

LOOK_S = 0.01
"""How often BUSY is read while a picture is drawn, s."""
MB = 1_000_000
PINS_NEED = ("settings", "GPIO chip", "pin factory")
"""The checks without which no pin can be opened."""


def examine(installation: Installation) -> Iterator[Check]:
    """Yield every check, in the order of causes. The panel draws the border of its test."""
    settings, build, check = _settings(installation)
    text = _font(settings)
    yield checks.of_version()
    yield check
    if build is None:
        yield from (skipped(name, "settings") for name in ("keys", "light", "panel"))
    else:
        computer = installation.computer(build)
        yield from checks.of_computer(computer, build.panel.spi)
        lacking = _lacking(computer)
        yield skipped("keys", lacking) if lacking else _keys(installation, build)
        yield skipped("light", lacking) if lacking else _light(installation, build)
        lacking = lacking or _lacking_for_panel(computer) or ("" if text.ok else "font")
        yield skipped("panel", lacking) if lacking else _panel(installation, build, settings)
    yield text
    yield _folder(installation)
    yield _store(installation)
    if build is not None:
        yield checks.of_pace(measured(installation.folder, build.panel.kind), build.panel.times)


def watch(installation: Installation, limit: int) -> Iterator[Check | str]:
    """Yield what each key does, in words, `limit` times or (0) without end; or what is wrong."""
    settings, build, wrong = _ready(installation)
    wrong = [check for check in wrong if check.name in PINS_NEED]
    if build is None or wrong:
        yield from wrong
        return
    edges: SimpleQueue[Edge] = SimpleQueue()
    try:
        with closing(installation.inputs(build, edges.put)) as inputs:
            found = events(installation, edges, classifier(inputs.level, build, settings))
            yield from (checks.of_event(event) for event in islice(found, limit or None))
    except HwError as error:
        yield failed("keys", error, checks.STOP)


# --- what the parts need ---


def _settings(installation: Installation) -> tuple[Settings, Build | None, Check]:
    """Return settings and build, and their check. Where they cannot be used: the defaults, and None."""
    try:
        settings = current(installation.folder)
        if installation.panel_key is not None:
            settings = replace(settings, panel=installation.panel_key)
        build = build_of(settings)
    except (TavolinoError, HwError) as error:
        return Settings(), None, failed("settings", error)
    return settings, build, checks.of_settings(settings.panel, build)


def _ready(installation: Installation) -> tuple[Settings, Build | None, list[Check]]:
    """Return settings and build, and every check of settings and computer that keeps the parts from being opened."""
    settings, build, check = _settings(installation)
    if build is None:
        return settings, None, [check]
    found = checks.of_computer(installation.computer(build), build.panel.spi)
    return settings, build, [check for check in found if not check.ok]


def ready_to_draw(installation: Installation) -> tuple[Settings, Build | None, list[Check]]:
    """Return the same with the typeface, which test pictures need."""
    settings, build, wrong = _ready(installation)
    text = _font(settings)
    return settings, build, [*wrong, *(() if text.ok else (text,))]


def _lacking(computer: Computer) -> str:
    """Return what the computer lacks for the pins; empty where they can be opened."""
    if computer.chip is not Access.OPEN:
        return "GPIO chip"
    return "" if computer.factory == FACTORY else "pin factory"


def _lacking_for_panel(computer: Computer) -> str:
    """Return what the panel needs beside pins."""
    if computer.spi is not Access.OPEN:
        return "SPI device"
    return "library spidev" if "spidev" in computer.missing else ""


# --- probing ---


def _keys(installation: Installation, build: Build) -> Check:
    try:
        with closing(installation.inputs(build, lambda _: None)) as inputs:
            lines = [InputLine(key.value) for key in Key if inputs.level(InputLine(key.value))]
    except HwError as error:
        return failed("keys", error, checks.STOP)
    closed = {build.pins.of(line) for line in lines}
    return checks.of_keys(build.pins, [use for use in build.pins.uses() if use.pin in closed])


def _light(installation: Installation, build: Build) -> Check:
    with closing(installation.lights(build)) as lights:
        lights.not_allowed()
        installation.sockets.wait(sum(NOT_ALLOWED))
        lights.tick(installation.clock.now())
        failures = list(lights.failures)
    return failed("light", failures[0], checks.STOP) if failures else checks.of_lights(build.signals.uses())


def _panel(installation: Installation, build: Build, settings: Settings) -> Check:
    known = dict(measured(installation.folder, build.panel.kind))
    try:
        with closing(installation.panel(build, known)) as panel:
            expected = panel.pace.expected(refresh(FULL[settings.full_refresh], cold=True))
            frame = facing(border(build.panel.width, build.panel.height), settings)
            seconds = draw(installation, panel, frame, FULL[settings.full_refresh])
    except HwError as error:
        return checks.of_failed_panel(build.panel, error)
    return checks.of_panel(build.panel, seconds, expected)


def _font(settings: Settings) -> Check:
    profile = PROFILES[settings.panel]
    faces = {profile.bar, profile.small, profile.headline, profile.body, profile.light, *profile.number}
    try:
        return checks.of_font(len([font(face) for face in faces]))
    except (ImportError, OSError, KeyError) as error:
        return checks.of_font(0, str(error))


def _folder(installation: Installation) -> Check:
    folder = installation.folder
    there = folder.is_dir()
    above = (folder, *folder.absolute().parents)
    first = next(path for path in above if os.path.lexists(path))
    nearest = next(path for path in above if path.is_dir())
    found = checks.Folder(
        str(folder),
        there,
        there and os.access(folder, os.R_OK | os.W_OK | os.X_OK),
        bool(os.statvfs(nearest).f_flag & os.ST_RDONLY),
        shutil.disk_usage(nearest).free // MB,
        "" if first.is_dir() else str(first),
    )
    return checks.of_folder(found, user())


def _store(installation: Installation) -> Check:
    try:
        with Lock(installation.folder), Store(installation.folder) as store:
            return of_store(installation, store)
    except TavolinoError as error:
        return failed("store", error)


def of_store(installation: Installation, store: Store) -> Check:
    """Return what there is to say of an open store."""
    refreshes = {mode.value: store.counter(f"refresh.{mode.value}") for mode in Mode}
    return checks.of_store(str(installation.folder), len(store.plays()), refreshes, store.notices, kept=store.kept)


# --- the panel and the keys at work ---


def draw(installation: Installation, panel: EpdPanel, frame: Image, mode: Mode) -> float:
    """Draw a frame and return the seconds it took. Raises PanelFailed at the panel's own deadline at the latest."""
    began = installation.clock.now()
    panel.start(frame, mode)
    while not panel.poll(installation.clock.now()):
        installation.sockets.wait(LOOK_S)
    return installation.clock.now() - began


def classifier(level: Callable[[InputLine], bool], build: Build, settings: Settings) -> Classifier:
    """Return what says what keys mean, as the device would: for the hand and the hold of the settings."""
    made = Classifier(level, half_step=build.encoder.half_step)
    made.follow(HOLDS[settings.hold], swapped=settings.hand == "left")
    return made


def events(installation: Installation, edges: SimpleQueue[Edge], keys: Classifier) -> Iterator[KeyEvent]:
    """Yield key events without end."""
    while True:
        edge = installation.next_edge(edges, keys.deadline())
        while edge is not None:
            yield from keys.edge(edge)
            edge = None if edges.empty() else edges.get_nowait()
        yield from keys.tick(installation.clock.now())
