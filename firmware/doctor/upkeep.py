"""Work on a panel in use: measure it and the device, and wipe it if it is stained.

Both are many refreshes, which are counted with those of the device; their number and time are printed first.
"""

import resource
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from msgspec.structs import replace
from PIL import Image

from display.paint import BLACK, WHITE
from display.patterns import checkerboard
from engines.kit.play import Play
from engines.registry import GAMES, load_engine
from firmware.data_folder import DataFolder
from firmware.dealer import dealer
from firmware.device.rig import Rig
from firmware.doctor import checks
from firmware.doctor.checks import Check
from firmware.doctor.examination import BUSY_POLL_S, Findings, draw, needs_panel
from firmware.doctor.installation import Installation
from firmware.plays.store import Store
from firmware.settings.settings import Settings
from hw.build import Build
from hw.early_ends import MAX_EARLY_ENDS
from hw.epd import LINGER_S, EpdPanel
from hw.errors import PanelLost
from hw.events import Edge, InputLine
from hw.pace import MIN_S, OFF, refresh_point
from hw.panel import Mode

ROUNDS = 2
"""Rounds of a measurement; a time is accepted if two rounds agree."""
MODES = Mode.FULL, Mode.PARTIAL, Mode.SLOW
"""The modes in an order in which each starts from a known glass."""
MAX_LOSSES = 2 * len(MODES) * MAX_EARLY_ENDS
"""Refreshes that may seem to be cut short, at most, as they do if a panel is faster than expected."""
WIPE_PASSES = 20
"""Passes of a wipe, half of them black and half white, so that each pixel is driven to both equally often."""
TIMED_KEYS = 5
"""Presses of Next whose refreshes are timed."""
SEED = "1"
"""The seed of the play of those presses."""


@needs_panel
def measure(installation: Installation, settings: Settings, build: Build) -> Findings:
    """Measure the panel's pace again, then a key and memory, and yield what was found."""
    with installation.folder.open() as store:
        yield from _notices(installation, store)
        known = store.pace(settings.panel)
        known.clear()
        with _open_panel(installation, build, store, known) as panel:
            refreshes = ROUNDS * 2 * len(MODES) + 1 + TIMED_KEYS
            yield f"{refreshes} refreshes, about {_duration(_total_s(panel))}. Ctrl-C ends it."
            _measure_pace(installation, panel, build)
        _refuse_impossible(known)
        yield checks.pace_check(known, build.panel.times)
        yield _speed(installation, settings, store, known)


@needs_panel
def wipe(installation: Installation, settings: Settings, build: Build) -> Findings:
    """Draw black and white by turns, slowly, and yield each pass."""
    with installation.folder.open() as store:
        yield from _notices(installation, store)
        with _open_panel(installation, build, store, store.pace(settings.panel)) as panel:
            seconds = WIPE_PASSES * panel.pace.expected_s(refresh_point(Mode.SLOW, cold=False))
            yield f"{WIPE_PASSES} passes, black and white by turns, about {_duration(seconds)}. Ctrl-C ends it."
            for n in range(WIPE_PASSES):
                colour, name = (WHITE, "white") if n % 2 else (BLACK, "black")
                draw(installation, panel, Image.new("1", (build.panel.width, build.panel.height), colour), Mode.SLOW)
                yield f"{n + 1} of {WIPE_PASSES}: {name}"
            _wait_for_rest(installation, panel)
            fulls = store.counter("refresh.full") + panel.fulls
            found = f"{WIPE_PASSES} passes drawn, the glass is white; {fulls} full refreshes in its life"
            yield Check("wipe", True, found)


@contextmanager
def _open_panel(installation: Installation, build: Build, store: Store, known: dict[str, float]) -> Iterator[EpdPanel]:
    """Yield the open panel, which learns its pace in `known`; its refreshes are counted."""
    with closing(installation.panel(build, known)) as panel, _count_refreshes(panel, store):
        yield panel


@contextmanager
def _count_refreshes(panel: EpdPanel, store: Store) -> Iterator[None]:
    """Count the refreshes of a panel in the store."""
    try:
        yield
    finally:
        store.count("refresh.full", panel.fulls)
        store.count("refresh.partial", panel.partials)


def _notices(installation: Installation, store: Store) -> Iterator[Check]:
    """Yield the check of a store with faults, which were mended as it was opened and are not reported again."""
    if store.notices or not store.is_saved:
        yield checks.store_check(installation.folder.path, store)


def _measure_pace(installation: Installation, panel: EpdPanel, build: Build) -> None:
    """Draw until every point is known; raise PanelLost if the panel is cut short again and again."""
    lost: PanelLost | None = None
    for _ in range(ROUNDS + MAX_LOSSES):
        try:
            _draw_round(installation, panel, build)
            lost = None
        except PanelLost as error:
            lost = error
        if panel.points <= set(panel.pace.known):
            return
    if lost is not None:
        raise lost


def _refuse_impossible(known: dict[str, float]) -> None:
    """Forget all times and raise PanelLost if one is shorter than any panel needs."""
    if any(seconds < MIN_S[point.partition(".")[0]] for point, seconds in known.items()):
        known.clear()
        raise PanelLost(
            "The panel is done sooner than any panel can be: it loses its power or is reset each time. "
            "Check its supply and its plug."
        )


def _draw_round(installation: Installation, panel: EpdPanel, build: Build) -> None:
    """Draw in each mode twice: from rest, and with the voltage on; then let it go off."""
    for mode in MODES:
        for inverse in (False, True):
            draw(installation, panel, checkerboard(build.panel.width, build.panel.height, inverse=inverse), mode)
        _wait_for_rest(installation, panel)


def _speed(installation: Installation, settings: Settings, store: Store, known: dict[str, float]) -> Check:
    """Play a game on the whole device, in a temporary folder, and time it from a key to the refresh."""
    with TemporaryDirectory() as name:
        folder = DataFolder(Path(name))
        with folder.open() as trial_store:
            trial_store.pace(settings.panel).update(known)
            trial_store.create(Play(load_engine(next(iter(GAMES))), {}, dealer(SEED), seed=SEED))
        settings = replace(settings, hand="right")  # so that Next is on its own line
        rig = Rig(folder, settings, installation.clock, sockets=installation.sockets)
        with closing(rig), _count_refreshes(rig.panel, store):
            _settle(installation, rig)
            seconds = median(_press(installation, rig) for _ in range(TIMED_KEYS))
            mib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            found = f"{seconds * 1000:.0f} ms from a key to the start of its refresh; {mib:.0f} MiB used"
            return Check("speed", True, found)


def _press(installation: Installation, rig: Rig) -> float:
    """Give the device an edge of Next; return the time until the panel draws, s."""
    began = installation.clock.now()
    rig.device.edges.put(Edge(began, InputLine.NEXT, level=True))
    rig.pump()
    if not rig.panel.busy:
        raise PanelLost("The panel did not draw what a key led to. Check its supply and its plug.")
    seconds = installation.clock.now() - began
    _settle(installation, rig)
    return seconds


def _settle(installation: Installation, rig: Rig) -> None:
    """Let the device draw everything, and the voltage go off."""
    while not rig.device.glass.is_settled or rig.panel.deadline() is not None:
        rig.pump()
        installation.sockets.wait(BUSY_POLL_S)


def _wait_for_rest(installation: Installation, panel: EpdPanel) -> None:
    """Wait until the voltage is off."""
    while panel.deadline() is not None:
        panel.poll(installation.clock.now())
        installation.sockets.wait(BUSY_POLL_S)


def _total_s(panel: EpdPanel) -> float:
    """Return the time that all refreshes take, s."""
    expected_s = panel.pace.expected_s
    drawn = sum(expected_s(refresh_point(mode, cold=cold)) for mode in MODES for cold in (True, False))
    keys = TIMED_KEYS * (expected_s(refresh_point(Mode.PARTIAL, cold=True)) + LINGER_S + expected_s(OFF))
    fulls = 2 * expected_s(refresh_point(Mode.FULL, cold=True))  # the first frame, and the first round after the set-up
    return ROUNDS * (drawn + len(MODES) * (LINGER_S + expected_s(OFF))) + keys + fulls


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
