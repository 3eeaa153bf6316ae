"""From key to glass: process time on parts that cost nothing, bytes and seconds on the simulated chip."""

from collections.abc import Callable, Iterator
from contextlib import closing
from importlib import import_module
from pathlib import Path
from shutil import copytree
from statistics import median
from time import process_time
from typing import Any

from display.frame import draw
from engines.kit.contract import Role
from firmware.data_folder import DataFolder
from firmware.device.glass import SLEEP_S
from firmware.device.rig import Simulated
from firmware.settings.settings import Settings
from hw.build import PanelBuild
from hw.bus import Buffer
from hw.chips import CHIPS
from hw.clock import HandClock
from hw.events import Key
from tests.bench.device import NullRig, make_data_folder
from tests.bench.figures import Figure

MS = 1000
WARM_UP_PRESSES = 15
"""Presses before the first measured one."""
MAX_TRIES = 5
"""Presses of Next until one must draw something."""
QUIET_S = 6.0
TAP_S = 0.08
PARTIALS = 5
"""Refreshes that are counted and timed on the simulated chip."""
MIN_CHOICES, MAX_STEPS = 2, 60
"""For the list with a moving highlight: options on one page, and presses of Next before it."""
PAUSES = {
    "_warm": (0.3, "the voltage is still on"),
    "": (3.0, "the voltage is off"),
    "_asleep": (SLEEP_S + 1, "the chip sleeps"),
}
"""By name: the time between a refresh and the next key, s, and the state of the panel then."""


def figures(folder: Path, rounds: int) -> Iterator[Figure]:
    """Yield the figures of keys, panel and LED. `folder` is made."""
    yield key_to_refresh(make_data_folder(folder / "keys"), Settings(), rounds)
    yield from partial_refreshes(folder, Settings())
    yield highlight_bytes(folder / "moves", Settings(panel="4.2"), 0.2)
    yield highlight_bytes(folder / "small-moves", Settings(panel="2.9"), 0.25)
    yield _key_to_led(make_data_folder(folder / "led"), rounds)


# --- process time ---


class NullBus:
    """A bus with nothing behind it, for Adafruit's driver."""

    def try_lock(self) -> bool:
        """Return True."""
        return True

    def unlock(self) -> None:
        """Do nothing."""

    def configure(self, baudrate: int) -> None:
        """Do nothing."""

    def write(self, buffer: Buffer) -> None:
        """Ignore the bytes."""

    def write_readinto(self, out: Buffer, into: Buffer) -> None:
        """Ignore the bytes; none come back."""


class NullPin:
    """A pin without a wire, for Adafruit's driver. Its level says that the panel is not busy."""

    direction: Any = None

    def __init__(self, *, value: bool = False) -> None:
        self.value = value


LIBRARY_CLASSES = {
    "ssd1680": "ssd1680.Adafruit_SSD1680",
    "ssd1683": "ssd1683.Adafruit_SSD1683",
    "uc8179": "uc8179.Adafruit_UC8179",
    "uc8253": "uc8253.Adafruit_UC8253_Mono",
}
"""Adafruit's classes, by chip; there is none for the SSD1677."""


def key_to_refresh(
    folder: Path, settings: Settings, rounds: int, budget: float = 1 / 25, name: str = "key_to_refresh"
) -> Figure:
    """Press Next repeatedly; after each press let the library draw the same frame.

    Ours is the whole path: classifier, view, bot, store, layout, frame, packing, driver. The library's is its `image`
    and `display` only, with the finished frame. If it has no class for the chip, a second device, which writes whole
    frames each time, gets the same keys.
    """
    times, copy = [], copytree(folder, folder.with_name("whole"))
    with closing(NullRig(folder, settings)) as rig, closing(NullRig(copy, settings)) as whole_frames:
        panel = rig.build.panel
        library = library_of(panel)
        whole_frames.panel._rams._partial_writes = False
        for one in (rig, whole_frames):
            _warm_up(one)
        for _ in range(rounds):
            ours = _time_of_next(rig)
            times.append((ours, _time_of_next(whole_frames) if library is None else _library_time(rig, library)))
    ours, theirs = (median(times) * MS for times in zip(*times, strict=True))
    against = "whole frames by our own driver" if library is None else "Adafruit's image() + display()"
    what = f"key event to refresh sent, {panel.width}x{panel.height}, against {against}: process time, ms"
    return Figure(id=name, what=what, ours=ours, baseline=theirs, budget=budget)


def library_of(panel: PanelBuild) -> Any:
    """Return Adafruit's driver of a panel, on a bus and pins that cost nothing; None if it lacks the chip."""
    if panel.driver not in LIBRARY_CLASSES:
        return None
    module, _, name = LIBRARY_CLASSES[panel.driver].partition(".")
    pins = {one: NullPin(value=CHIPS[panel.driver].busy_low) for one in ("cs_pin", "dc_pin", "rst_pin", "busy_pin")}
    library = getattr(import_module(f"adafruit_epd.{module}"), name)(*panel.native, NullBus(), sramcs_pin=None, **pins)
    library.rotation = panel.rotation
    return library


def _press_next(rig: NullRig) -> tuple[float, float]:
    """Press Next until the glass changes, at most `MAX_TRIES` times; return the device's begin and end, s."""
    for _ in range(MAX_TRIES):
        times = rig.press(Key.NEXT)
        drew = rig.panel.busy
        rig.let_go(Key.NEXT)
        if drew:
            return times
    raise AssertionError(f"{MAX_TRIES} presses of Next drew nothing, so nothing can be measured.")


def _warm_up(rig: NullRig) -> None:
    """Play some turns, since the first drawing of a word costs more."""
    rig.settle()
    for _ in range(WARM_UP_PRESSES):
        _press_next(rig)


def _library_time(rig: NullRig, library: Any) -> float:
    """Let Adafruit's driver draw the frame on the glass; return the process time, s, without its pauses."""
    shown = rig.device.glass.shown
    assert shown is not None  # the rig has settled
    frame = draw(shown.layout, shown.place.page, shown.place.cursor, shown.chrome).convert("L")
    began = process_time()
    library.image(frame)
    library.display()
    return process_time() - began


def _time_of_next(rig: NullRig) -> float:
    """Press Next; return the process time of the device, s."""
    began, ended = _press_next(rig)
    return ended - began


def _key_to_led(folder: Path, rounds: int) -> Figure:
    """Measure from the edge of a key until the pin of the LED is high: the device's work and its waits."""
    with closing(NullRig(folder, Settings())) as rig:
        led, lit = rig.led, list[tuple[float, float]]()
        assert led is not None  # the reference build has one
        led.changed = lambda level: lit.append((process_time(), rig.time.now())) if level else None
        _warm_up(rig)
        times = []
        for _ in range(rounds):
            lit.clear()
            at = rig.time.now()
            began, _ = _press_next(rig)
            stamp, virtual = lit[-1]
            times.append(stamp - began + virtual - at)
    what = "key event to LED on: virtual and process time, ms"
    return Figure(id="key_to_led", what=what, ours=median(times) * MS, budget=20)


# --- on the simulated chip ---


def partial_refreshes(folder: Path, settings: Settings, name: str = "", max_transfers: int = 40) -> Iterator[Figure]:
    """Count the transfers of a partial refresh, at most `most`, and time it on the virtual clock, after each pause."""
    with closing(Simulated(DataFolder(make_data_folder(folder / "chip")), settings, HandClock())) as rig:
        clock = rig.clock
        assert isinstance(clock, HandClock)
        rig.run_until(clock, QUIET_S)
        partials_of = {pause: list(_partials(rig, clock, seconds)) for pause, (seconds, _) in PAUSES.items()}
        panel = rig.build.panel
    size = f"{panel.width}x{panel.height}"
    yield Figure(
        id=f"transfers{name}",
        what=f"SPI transfers of a partial refresh, {size}",
        ours=max(transfers for partials in partials_of.values() for transfers, _ in partials),
        budget=max_transfers,
        exact=True,
    )
    for pause, partials in partials_of.items():
        yield Figure(
            id=f"key_to_partial{pause}{name}",
            what=f"key to partial refresh done, {size}, {PAUSES[pause][1]}: virtual clock against the profile, ms",
            ours=max(seconds for _, seconds in partials) * MS,
            baseline=_profile_s(panel, cold=pause != "_warm") * MS,
            budget=1.1,
            exact=True,
        )


def _profile_s(panel: PanelBuild, *, cold: bool) -> float:
    """Return the time of a partial refresh by the profile alone, s: both pictures on the wire, then the panel.

    The simulated chip has its own times, and the driver's transfers are not counted. Waking is not included.
    """
    wire = 2 * panel.width * panel.height / panel.spi.clock_hz
    return wire + (panel.times.power_on_s if cold else 0.0) + panel.times.partial_s


def _partials(rig: Simulated, clock: HandClock, pause: float) -> Iterator[tuple[int, float]]:
    """Yield transfers and seconds of presses with a partial refresh, each a pause, s, after the last."""
    _press(rig, clock)
    count = 0
    while count < PARTIALS:
        rig.run_until(clock, clock.now() + pause)
        partials = rig.panel.partials
        pressed = _press(rig, clock)
        if rig.panel.partials > partials:
            count += 1
            yield pressed


def _press(rig: Simulated, clock: HandClock) -> tuple[int, float]:
    """Press Next and wait for the glass; return the transfers before 0x20, and the seconds until the end."""
    bus, began = rig.panel.bus, clock.now()
    transfers = bus.transactions
    rig.hand.down(Key.NEXT)
    rig.pump()
    _wait(rig, clock, lambda: rig.sim.chip.drawing is not None or rig.device.glass.is_settled)
    transfers = bus.transactions - transfers
    rig.run_until(clock, max(clock.now(), began + TAP_S))
    rig.hand.up(Key.NEXT)
    _wait(rig, clock, lambda: rig.device.glass.is_settled)
    return transfers, clock.now() - began


def _wait(rig: Simulated, clock: HandClock, is_over: Callable[[], bool]) -> None:
    """Let the device work just until a condition holds, so that later work is not counted."""
    while not is_over():
        clock.advance_to(max(rig.deadline(), clock.now()))
        rig.pump()


# --- a highlight that moves ---


def highlight_bytes(folder: Path, settings: Settings, share: float) -> Figure:
    """Turn the knob down and up the first list of a play; count the bytes of each turn except the first, from rest."""
    with closing(Simulated(DataFolder(make_data_folder(folder)), settings, HandClock())) as rig:
        clock, panel = rig.clock, rig.build.panel
        assert isinstance(clock, HandClock)
        rig.run_until(clock, QUIET_S)
        page, at = _list(rig, clock)
        for _ in page[: page.index(at)]:
            _turn(rig, clock, -1)
        rig.run_until(clock, clock.now() + QUIET_S)
        _, *turned = [_turn(rig, clock, n) for n in (*(1 for _ in page[1:]), *(-1 for _ in page[1:]))]
    size = f"{panel.width}x{panel.height}"
    return Figure(
        id=f"highlight_bytes_{size}",
        what=f"bytes before 0x20 when a highlight moves in a question's list, {size}, against both RAMs whole",
        ours=max(turned),
        baseline=2 * panel.width * panel.height // 8,
        budget=share,
        exact=True,
    )


def _list(rig: Simulated, clock: HandClock) -> tuple[tuple[int, ...], int]:
    """Press Next until a question has a list; return its options on the page, and the highlighted one."""
    for _ in range(MAX_STEPS):
        shown = rig.device.glass.shown
        assert shown is not None  # nothing is being drawn
        layout, place = shown.layout, shown.place
        listed = layout.pages[place.page].options
        if layout.screen.role is Role.QUESTION and len(listed) >= MIN_CHOICES:
            return listed, place.cursor.highlight
        rig.run_until(clock, clock.now() + QUIET_S)
        _press(rig, clock)
    raise AssertionError(f"{MAX_STEPS} presses of Next led to no question with {MIN_CHOICES} options.")


def _turn(rig: Simulated, clock: HandClock, n: int) -> int:
    """Turn by a detent and wait for the glass; return the bytes sent before 0x20 once the knob rested.

    The driver's later work on both RAMs is finished before the next turn.
    """
    bus, panel = rig.panel.bus, rig.panel
    sent = bus.bytes
    rig.hand.detent(n)
    rig.pump()
    _wait(rig, clock, lambda: panel.busy)
    sent = bus.bytes - sent
    _wait(rig, clock, lambda: not panel.busy)
    rig.run_until(clock, clock.now() + PAUSES["_warm"][0] / 2)
    return sent
