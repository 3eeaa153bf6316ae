"""From key to glass: process time on parts that cost nothing, bytes and seconds on the simulated chip."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

from msgspec import Struct

from display.frame import draw
from display.layout import lay_out
from engines.contract import Role
from firmware.bench.figures import Effort, Figure, Law
from firmware.bench.parts import InMemory, NullRig, prepared
from firmware.device.glass import SETTLE_S, SLEEP_S
from firmware.device.rig import Simulated
from firmware.errors import TavolinoError
from firmware.plays.store import Store
from firmware.settings import Settings
from hw.build import PanelBuild
from hw.bus import Bus
from hw.clock import HandClock
from hw.events import Key
from hw.sim.null import NullBus, NullSpi, shipped

MS = 1000
TIMES_LESS = 25
"""How many times less than the library alone a key must cost, on the large panel."""
TRANSACTIONS = 40
A_FIFTH = 0.2
"""Of what a whole frame of both RAMs takes, a highlight that moves may send so much before its refresh."""
LED_MS = 20
ROOM = 1.1
"""What a partial refresh may take of the time that two pictures take on the wire, and the panel by its profile."""
WARM = 15
"""Presses before the first that is measured."""
TRIES = 5
QUIET_S = 3.0
TAP_S = 0.08
PARTIALS = 5
"""Refreshes that are counted and timed on the simulated chip."""
CHOICES, STEPS = 2, 60
"""The list in which a highlight is moved has so many options on its page, and comes within so many presses of Next."""
PAUSES = {
    "_warm": (0.3, "the voltage is still on"),
    "": (3.0, "the voltage is off"),
    "_asleep": (SLEEP_S + 1, "the chip sleeps"),
}
"""How long after a refresh a key comes, s, and what it finds."""


def figures(folder: Path, effort: Effort) -> Iterator[Figure]:
    """Yield the figures of keys, panel and LED. `folder` is empty, on the disk that is measured."""
    yield from _cpu(prepared(folder / "large"), Settings(panel="4.2"), effort.keys)
    yield from _cpu(prepared(folder / "small"), Settings(panel="2.9"), effort.keys)
    yield from on_the_chip(folder)
    yield from moves(folder / "moves", Settings(panel="4.2"))
    yield from moves(folder / "small-moves", Settings(panel="2.9"))
    yield from _led(folder, effort.keys)


# --- process time ---


def _cpu(folder: Path, settings: Settings, n: int) -> Iterator[Figure]:
    """Press Next again and again; after each press let the library draw the very frame that it led to.

    Ours is the whole way: classifier, view, bot, store, layout, frame, packing, driver. The library's is its `image`
    and `display` alone; it is given the finished frame. Before that come some turns, since a word costs more when it
    is drawn for the first time.
    """
    taken = []
    with closing(NullRig(folder, settings, InMemory.open)) as rig:
        panel = rig.build.panel
        library = shipped(panel, NullBus())
        _warm_up(rig)
        for _ in range(n):
            began, ended = _next(rig)
            taken.append((ended - began, _shipped_time(rig, library), _draw_time(rig)))
    ours, theirs, drawn = (median(times) * MS for times in zip(*taken, strict=True))
    size, large = f"{panel.width}x{panel.height}", settings.panel == "4.2"
    yield Figure(
        id=f"key_to_refresh_cpu_{size}",
        what=f"key event to 0x20 sent, {size}, against Adafruit's image() + display(): process time, ms",
        ours=ours,
        baseline=theirs,
        law=Law.TIMES_LESS,
        budget=TIMES_LESS if large else None,
    )
    if large:
        yield Figure(id="frame_draw", what="layout and frame of a step, 400x300: process time, ms", ours=drawn)


def _next(rig: NullRig, clock: Callable[[], float] = process_time) -> tuple[float, float]:
    """Press Next, again if it changed nothing on the glass; return when the device began and when it was done, s."""
    for _ in range(TRIES):
        times = rig.press(Key.NEXT, clock)
        drew = rig.panel.busy
        rig.let_go(Key.NEXT)
        if drew:
            return times
    raise TavolinoError(f"{TRIES} presses of Next drew nothing, so nothing can be measured. Look at the log.")


def _warm_up(rig: NullRig) -> None:
    rig.settle()
    for _ in range(WARM):
        _next(rig)


def _shipped_time(rig: NullRig, library: Any) -> float:
    """Let Adafruit's driver draw what is on the glass; return the process time, s: its pauses are not counted."""
    shown = rig.device.shown
    assert shown is not None  # the rig has settled
    frame = draw(shown.layout, shown.place.page, shown.place.cursor, shown.chrome).convert("L")
    began = process_time()
    library.image(frame)
    library.display()
    return process_time() - began


def _draw_time(rig: NullRig) -> float:
    """Lay out and draw again what is on the glass; return the process time, s."""
    shown = rig.device.shown
    assert shown is not None  # the rig has settled
    before = shown.layout
    began = process_time()
    layout = lay_out(before.screen, before.profile, before.catalogue)
    draw(layout, shown.place.page, shown.place.cursor, shown.chrome)
    return process_time() - began


def _led(folder: Path, n: int) -> Iterator[Figure]:
    """Time the pin of the LED: once the device's own work alone, once by the wall, with the input on the disk."""
    yield Figure(
        id="key_to_led",
        what="key event to LED on, no commit: virtual and process time, ms",
        ours=_lit(prepared(folder / "led"), InMemory.open, process_time, n) * MS,
        budget=LED_MS,
    )
    yield Figure(
        id="key_to_led_wall",
        what="key event to LED on, the input committed to the disk before: time of the wall, ms",
        ours=_lit(prepared(folder / "led-on-disk"), Store.open, perf_counter, n) * MS,
        budget=LED_MS,
    )


def _lit(folder: Path, store: Callable[[Path], Store], clock: Callable[[], float], n: int) -> float:
    """Return the median of the seconds from the edge of a key until the pin of the LED is high."""
    with closing(NullRig(folder, Settings(), store)) as rig:
        led, lit = rig.led, list[tuple[float, float]]()
        assert led is not None  # the reference build has one
        led.changed = lambda level: lit.append((clock(), rig.time.now())) if level else None
        _warm_up(rig)
        took = []
        for _ in range(n):
            lit.clear()
            at = rig.time.now()
            began, _ = _next(rig, clock)
            stamp, virtual = lit[-1]
            took.append(stamp - began + virtual - at)
    return median(took)


# --- on the simulated chip ---


class _Partial(Struct, frozen=True):
    """A partial refresh that a key led to: transfers and bytes on the bus, seconds from key to finished refresh."""

    transactions: int
    bytes: int
    seconds: float


def on_the_chip(folder: Path) -> Iterator[Figure]:
    """Count what a partial refresh sends, and time it on the virtual clock, after each pause."""
    with closing(Simulated(prepared(folder / "chip"), Settings(), HandClock())) as rig:
        clock = rig.clock
        assert isinstance(clock, HandClock)
        rig.go_on(clock, QUIET_S)
        found = {pause: list(_partials(rig, clock, seconds)) for pause, (seconds, _) in PAUSES.items()}
        panel = rig.build.panel
    yield from _counted([one for partials in found.values() for one in partials], panel)
    for pause, partials in found.items():
        yield Figure(
            id=f"partial_virtual_time{pause}",
            what=f"key to partial refresh done, 400x300, {PAUSES[pause][1]}: virtual clock against the profile, ms",
            ours=max(one.seconds for one in partials) * MS,
            baseline=_least(panel, cold=pause != "_warm") * MS,
            law=Law.TIMES_AT_MOST,
            budget=ROOM,
            exact=True,
        )


def _counted(partials: list[_Partial], panel: PanelBuild) -> Iterator[Figure]:
    bus = Bus(NullSpi(), "the null bus")
    library = shipped(panel, bus)
    at_start = bus.transactions, bus.bytes
    library.display()
    yield Figure(
        id="spi_transactions_partial",
        what="SPI transactions of a partial refresh, 400x300, against display() of Adafruit's",
        ours=max(one.transactions for one in partials),
        baseline=bus.transactions - at_start[0],
        budget=TRANSACTIONS,
        exact=True,
    )
    yield Figure(
        id="spi_bytes_partial",
        what="bytes of a partial refresh, 400x300 (two pictures), against display() of Adafruit's (the same)",
        ours=max(one.bytes for one in partials),
        baseline=bus.bytes - at_start[1],
        exact=True,
    )


def _least(panel: PanelBuild, *, cold: bool) -> float:
    """Return what a partial refresh takes by the profile alone, s: both pictures on the wire, then the panel.

    The simulated chip has times of its own, and nobody is asked what the driver sent. Waking is not in it.
    """
    wire = 2 * panel.width * panel.height / panel.spi.clock_hz
    return wire + (panel.times.power_on_s if cold else 0.0) + panel.times.partial_s


def _partials(rig: Simulated, clock: HandClock, pause: float) -> Iterator[_Partial]:
    """Press Next until enough presses led to a partial refresh, each a pause, s, after the refresh before it."""
    _press(rig, clock)
    found = 0
    while found < PARTIALS:
        rig.go_on(clock, clock.now() + pause)
        partials = rig.panel.partials
        pressed = _press(rig, clock)
        if rig.panel.partials > partials:
            found += 1
            yield pressed


def _press(rig: Simulated, clock: HandClock) -> _Partial:
    """Press Next and wait for the glass; return what it took, if that was a partial refresh."""
    bus, began = rig.panel.bus, clock.now()
    transactions, sent = bus.transactions, bus.bytes
    rig.hand.down(Key.NEXT)
    rig.pump()
    transactions, sent = bus.transactions - transactions, bus.bytes - sent
    rig.go_on(clock, max(clock.now(), began + TAP_S))
    rig.hand.up(Key.NEXT)
    _wait(rig, clock, lambda: rig.device.glass.still)
    return _Partial(transactions, sent, clock.now() - began)


def _wait(rig: Simulated, clock: HandClock, over: Callable[[], bool]) -> None:
    """Let the device work until something is so, and not a moment longer: what it does afterwards is not counted."""
    while not over():
        clock.advance_to(max(rig.deadline(), clock.now()))
        rig.pump()


# --- a highlight that moves ---


def moves(folder: Path, settings: Settings) -> Iterator[Figure]:
    """Turn the knob down and up the first list of a play; count what each turn but the first, from rest, sends."""
    with closing(Simulated(prepared(folder), settings, HandClock())) as rig:
        clock, panel = rig.clock, rig.build.panel
        assert isinstance(clock, HandClock)
        rig.go_on(clock, QUIET_S)
        page, at = _list(rig, clock)
        for _ in page[: page.index(at)]:
            _turn(rig, clock, -1)
        rig.go_on(clock, clock.now() + QUIET_S)
        _, *turned = [_turn(rig, clock, n) for n in (*(1 for _ in page[1:]), *(-1 for _ in page[1:]))]
    size = f"{panel.width}x{panel.height}"
    yield Figure(
        id=f"highlight_bytes_{size}",
        what=f"bytes before 0x20 when a highlight moves in a question's list, {size}, against both RAMs whole",
        ours=max(one.bytes for one in turned),
        baseline=2 * panel.width * panel.height // 8,
        law=Law.TIMES_AT_MOST,
        budget=A_FIFTH if settings.panel == "4.2" else None,  # two bars alone are that much of the small glass
        exact=True,
    )
    yield Figure(
        id=f"highlight_virtual_time_{size}",
        what=f"a highlight that moves, from due to done, {size}: virtual clock against both RAMs whole, ms",
        ours=max(one.seconds for one in turned) * MS,
        baseline=_least(panel, cold=False) * MS,
        law=Law.TIMES_AT_MOST,
        budget=1,
        exact=True,
    )


def _list(rig: Simulated, clock: HandClock) -> tuple[tuple[int, ...], int]:
    """Press Next until a question has a list; return its options on the page, and the one that is highlighted."""
    for _ in range(STEPS):
        shown = rig.device.shown
        assert shown is not None  # nothing runs
        layout, place = shown.layout, shown.place
        listed = layout.pages[place.page].options
        if layout.screen.role is Role.QUESTION and len(listed) >= CHOICES:
            return listed, place.cursor.highlight
        rig.go_on(clock, clock.now() + QUIET_S)
        _press(rig, clock)
    raise TavolinoError(f"{STEPS} presses of Next led to no question with {CHOICES} options, so none can be measured.")


def _turn(rig: Simulated, clock: HandClock, n: int) -> _Partial:
    """Turn by a detent and wait for the glass, and a little longer; return what it took once the knob had come to rest.

    What the driver does with both RAMs afterwards is done before the next one.
    """
    bus, panel = rig.panel.bus, rig.panel
    transactions, sent = bus.transactions, bus.bytes
    rig.hand.detent(n)
    rig.pump()
    due = clock.now() + SETTLE_S
    _wait(rig, clock, lambda: panel.busy)
    transactions, sent = bus.transactions - transactions, bus.bytes - sent
    _wait(rig, clock, lambda: not panel.busy)
    taken = _Partial(transactions, sent, clock.now() - due)
    rig.go_on(clock, clock.now() + PAUSES["_warm"][0] / 2)
    return taken
