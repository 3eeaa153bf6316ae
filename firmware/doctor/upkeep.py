"""What the doctor does for a panel in use: measure its pace anew, and wipe it when it is stained.

Both are many refreshes, which are counted with those of the device; how many and how long is said before they begin.
"""

from collections.abc import Iterator
from contextlib import closing, contextmanager

from PIL import Image

from display.paint import BLACK, WHITE
from display.patterns import checkerboard
from firmware.data import Lock
from firmware.doctor import checks
from firmware.doctor.checks import Check, failed
from firmware.doctor.examination import LOOK_S, draw, of_store, ready_to_draw
from firmware.doctor.installation import Installation
from firmware.errors import TavolinoError
from firmware.plays.store import Store
from hw.build import Build
from hw.epd import IN_A_ROW, LINGER_S, EpdPanel
from hw.errors import HwError, PanelLost
from hw.pace import LEAST_S, OFF, refresh
from hw.panel import Mode

ROUNDS = 2
"""Two measurements that agree are believed."""
MODES = Mode.FULL, Mode.PARTIAL, Mode.SLOW
"""In this order each has a glass that is known."""
LOSSES = 2 * len(MODES) * IN_A_ROW
"""How often a refresh may seem to be cut short, as it does where a panel is faster than anybody thought."""
PASSES = 20
"""Half of them black, half of them white, so that no pixel is driven more often to the one than to the other."""


def measure(installation: Installation) -> Iterator[Check | str]:
    """Forget the pace that is kept of the panel, measure it, and yield what was found; or what is wrong."""
    _, build, wrong = ready_to_draw(installation)
    if build is None or wrong:
        yield from wrong
        return
    try:
        with _working(installation, build) as (store, panel):
            yield from _notices(installation, store)
            known = store.pace(build.panel.kind)
            known.clear()
            yield f"{ROUNDS * 2 * len(MODES)} refreshes, about {_words(_seconds_of_rounds(panel))}. Ctrl-C ends it."
            _measure(installation, panel, build)
            _believable(known)
            yield checks.of_pace(known, build.panel.times)
    except HwError as error:
        yield checks.of_failed_panel(build.panel, error)
    except TavolinoError as error:
        yield failed("store", error)


def wipe(installation: Installation) -> Iterator[Check | str]:
    """Draw black and white by turns, slowly, and yield each pass; or what is wrong."""
    _, build, wrong = ready_to_draw(installation)
    if build is None or wrong:
        yield from wrong
        return
    try:
        with _working(installation, build) as (store, panel):
            yield from _notices(installation, store)
            seconds = PASSES * panel.pace.expected(refresh(Mode.SLOW, cold=False))
            yield f"{PASSES} passes, black and white by turns, about {_words(seconds)}. Ctrl-C ends it."
            for n in range(PASSES):
                colour, name = (WHITE, "white") if n % 2 else (BLACK, "black")
                draw(installation, panel, Image.new("1", (build.panel.width, build.panel.height), colour), Mode.SLOW)
                yield f"{n + 1} of {PASSES}: {name}"
            _rest(installation, panel)
            yield checks.of_wiped(PASSES, store.counter("refresh.full") + panel.fulls)
    except HwError as error:
        yield checks.of_failed_panel(build.panel, error)
    except TavolinoError as error:
        yield failed("store", error)


@contextmanager
def _working(installation: Installation, build: Build) -> Iterator[tuple[Store, EpdPanel]]:
    """Give the store and the panel, which learns its pace; what is drawn is counted."""
    with (
        Lock(installation.folder),
        Store.open(installation.folder) as store,
        closing(installation.panel(build, store.pace(build.panel.kind))) as panel,
    ):
        try:
            yield store, panel
        finally:
            store.count("refresh.full", panel.fulls)
            store.count("refresh.partial", panel.partials)


def _notices(installation: Installation, store: Store) -> Iterator[Check]:
    """Yield what nobody would be told again: what was wrong with the store that was just opened."""
    if store.notices or not store.kept:
        yield of_store(installation, store)


def _measure(installation: Installation, panel: EpdPanel, build: Build) -> None:
    """Draw until every point is known; raise PanelLost where the panel is cut short again and again."""
    lost: PanelLost | None = None
    for _ in range(ROUNDS + LOSSES):
        try:
            _round(installation, panel, build)
            lost = None
        except PanelLost as error:
            lost = error
        if len(panel.pace.known) == len(checks.POINTS):
            return
    if lost is not None:
        raise lost


def _believable(known: dict[str, float]) -> None:
    """Forget it all and raise PanelLost where something took less time than any panel needs."""
    if any(seconds < LEAST_S[point.partition(".")[0]] for point, seconds in known.items()):
        known.clear()
        raise PanelLost(
            "The panel is done sooner than any panel can be: it loses its power or is reset each time. "
            "Check its supply and its plug."
        )


def _round(installation: Installation, panel: EpdPanel, build: Build) -> None:
    """Draw in each mode twice: from rest, and with the voltage on; then let it go off."""
    for mode in MODES:
        for inverse in (False, True):
            draw(installation, panel, checkerboard(build.panel.width, build.panel.height, inverse=inverse), mode)
        _rest(installation, panel)


def _rest(installation: Installation, panel: EpdPanel) -> None:
    """Wait until the voltage is off."""
    while panel.deadline() is not None:
        panel.poll(installation.clock.now())
        installation.wait(LOOK_S)


def _seconds_of_rounds(panel: EpdPanel) -> float:
    expected = panel.pace.expected
    drawn = sum(expected(refresh(mode, cold=cold)) for mode in MODES for cold in (True, False))
    return ROUNDS * (drawn + len(MODES) * (LINGER_S + expected(OFF)))


def _words(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
