"""The doctor: `tavolino doctor`.

    settings ─▶ build ─┬▶ computer: SPI, GPIO, groups, libraries, pin factory
                       ├▶ parts: keys, light, panel          each is opened, tried and let go of
                       └▶ font, data folder, store

What cannot be found out, since something before it is wrong, says so. Nothing waits for longer than the panel's own
deadline. What is said of it all stands in `firmware.checks`.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from queue import SimpleQueue

from msgspec.structs import replace
from PIL.Image import Image

from display.patterns import Plate, border, plates
from display.profiles import PROFILES
from display.type import font
from firmware import checks
from firmware import settings as kept
from firmware.checks import Check, failed, skipped
from firmware.data import Lock
from firmware.errors import TavolinoError
from firmware.glass import MODES
from firmware.patient import Patient
from firmware.rig import build_of
from firmware.settings import Settings
from firmware.store import Store
from hw.epd import EpdPanel
from hw.errors import HwError
from hw.events import Edge, Key, KeyEvent, Line
from hw.keys import Classifier
from hw.light import NOT_ALLOWED
from hw.machine import FACTORY, Access, Machine, user
from hw.panel import Mode
from hw.profile import Profile

LOOK_S = 0.01
"""BUSY is looked at so often while a picture is drawn."""
PLATE_S = 6.0
"""A picture of the panel test stays so long."""
MB = 1_000_000
PINS_NEED = ("settings", "GPIO chip", "pin factory")
"""The checks without which no pin can be opened."""


def examine(patient: Patient) -> Iterator[Check]:
    """Yield every check, in the order of causes. The panel draws the border of its test."""
    settings, build, check = _settings(patient)
    text = _font(patient, settings)
    yield check
    if build is None:
        yield from (skipped(name, "settings") for name in ("keys", "light", "panel"))
    else:
        machine = patient.machine(build)
        yield from checks.of_machine(machine, build.panel.spi)
        lacking = _lacking(machine)
        yield skipped("keys", lacking) if lacking else _keys(patient, build)
        yield skipped("light", lacking) if lacking else _light(patient, build)
        lacking = lacking or _lacking_for_panel(machine) or ("" if text.ok else "font")
        yield skipped("panel", lacking) if lacking else _panel(patient, build)
    yield text
    yield _folder(patient)
    yield _store(patient)


def panel_test(patient: Patient) -> Iterator[Check | str]:
    """Draw the pictures of the panel test, each for a while; yield what must be seen, or what is wrong."""
    settings, build, wrong = _ready(patient)
    text = _font(patient, settings)
    if build is None or wrong or not text.ok:
        yield from (*wrong, *(() if text.ok else (text,)))
        return
    try:
        with closing(patient.panel(build)) as panel:
            for plate in plates(build.panel.width, build.panel.height):
                yield _show(patient, panel, plate)
                _rest(patient, panel)
    except HwError as error:
        yield checks.of_failed_panel(build.panel, error)


def watch(patient: Patient, limit: int) -> Iterator[Check | str]:
    """Yield what each key does, in words, `limit` times or (0) without end; or what is wrong."""
    _, build, wrong = _ready(patient)
    wrong = [check for check in wrong if check.name in PINS_NEED]
    if build is None or wrong:
        yield from wrong
        return
    edges: SimpleQueue[Edge] = SimpleQueue()
    try:
        with closing(patient.inputs(build, edges.put)) as inputs:
            classifier = Classifier(inputs.level, half_step=build.encoder.half_step)
            events = _events(patient, edges, classifier)
            yield from (checks.of_event(event) for event in islice(events, limit or None))
    except HwError as error:
        yield failed("keys", error, checks.STOP)


# --- what the parts need ---


def _settings(patient: Patient) -> tuple[Settings, Profile | None, Check]:
    """Return settings and build, and what there is to say of them; defaults and None where they cannot be used."""
    try:
        settings = kept.load(patient.folder)
        if patient.panel_key is not None:
            settings = replace(settings, panel=patient.panel_key)
        build = build_of(settings)
    except (TavolinoError, HwError) as error:
        return Settings(), None, failed("settings", error)
    return settings, build, checks.of_settings(settings.panel, build)


def _ready(patient: Patient) -> tuple[Settings, Profile | None, list[Check]]:
    """Return settings and build, and what of settings and computer keeps the parts from being opened."""
    settings, build, check = _settings(patient)
    if build is None:
        return settings, None, [check]
    found = checks.of_machine(patient.machine(build), build.panel.spi)
    return settings, build, [check for check in found if not check.ok]


def _lacking(machine: Machine) -> str:
    """Return what pins need and the computer lacks; empty where they can be opened."""
    if machine.chip is not Access.OPEN:
        return "GPIO chip"
    return "" if machine.factory == FACTORY else "pin factory"


def _lacking_for_panel(machine: Machine) -> str:
    """Return what the panel needs beside pins."""
    if machine.spi is not Access.OPEN:
        return "SPI device"
    return "library spidev" if "spidev" in machine.missing else ""


# --- probing ---


def _keys(patient: Patient, build: Profile) -> Check:
    try:
        with closing(patient.inputs(build, lambda _: None)) as inputs:
            lines = [Line(key.value) for key in Key if inputs.level(Line(key.value))]
    except HwError as error:
        return failed("keys", error, checks.STOP)
    closed = {build.pins.of(line) for line in lines}
    return checks.of_keys(build.pins, [use for use in build.pins.uses() if use.pin in closed])


def _light(patient: Patient, build: Profile) -> Check:
    with closing(patient.lights(build)) as lights:
        lights.not_allowed()
        patient.wait(sum(NOT_ALLOWED))
        lights.tick(patient.clock.now())
        failures = list(lights.failures)
    return failed("light", failures[0], checks.STOP) if failures else checks.of_lights(build.signals.uses())


def _panel(patient: Patient, build: Profile) -> Check:
    try:
        with closing(patient.panel(build)) as panel:
            seconds = _draw(patient, panel, border(build.panel.width, build.panel.height), Mode.FULL)
    except HwError as error:
        return checks.of_failed_panel(build.panel, error)
    times = build.panel.times
    return checks.of_panel(build.panel, seconds, times.power_on_s + times.full_s)


def _font(patient: Patient, settings: Settings) -> Check:
    def load() -> int:
        profile = PROFILES[settings.panel]
        faces = {profile.bar, profile.headline, profile.body, profile.light, *profile.number}
        return len([font(face) for face in faces])

    try:
        return checks.of_font(patient.load_fonts(load))
    except (ImportError, OSError, KeyError) as error:
        return checks.of_font(0, str(error))


def _folder(patient: Patient) -> Check:
    folder = patient.folder
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


def _store(patient: Patient) -> Check:
    try:
        with Lock(patient.folder), Store.open(patient.folder) as store:
            refreshes = {mode.value: store.counter(f"refresh.{mode.value}") for mode in Mode}
            return checks.of_store(str(patient.folder), len(store.plays()), refreshes, store.notices, kept=store.kept)
    except TavolinoError as error:
        return failed("store", error)


# --- the panel and the keys at work ---


def _draw(patient: Patient, panel: EpdPanel, frame: Image, mode: Mode) -> float:
    """Draw a frame and return the seconds it took. PanelFailed at the latest at the panel's own deadline."""
    began = patient.clock.now()
    panel.start(frame, mode)
    while not panel.poll(patient.clock.now()):
        patient.wait(LOOK_S)
    return patient.clock.now() - began


def _show(patient: Patient, panel: EpdPanel, plate: Plate) -> str:
    """Draw a picture of the panel test and return what must be seen."""
    _draw(patient, panel, plate.frame, MODES[plate.refresh])
    patient.shown(plate.name)
    return f"{plate.name:<16}{plate.look}"


def _rest(patient: Patient, panel: EpdPanel) -> None:
    """Leave a picture on the glass for a while; the panel takes its high voltage off."""
    until = patient.clock.now() + PLATE_S
    while patient.clock.now() < until:
        panel.poll(patient.clock.now())
        patient.wait(LOOK_S)


def _events(patient: Patient, edges: SimpleQueue[Edge], classifier: Classifier) -> Iterator[KeyEvent]:
    """Yield key events while a key may still move."""
    while patient.moving or classifier.deadline() is not None:
        edge = patient.next_edge(edges, classifier.deadline())
        while edge is not None:
            yield from classifier.edge(edge)
            edge = None if edges.empty() else edges.get_nowait()
        yield from classifier.tick(patient.clock.now())
