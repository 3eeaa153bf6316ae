"""A whole device on simulated parts, with a hand on its keys and a clock that the hand moves."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from display.layout import options_of
from engines.kit.contract import Ask, Badge, Choice, Role, Screen, Who
from engines.kit.play import Play
from engines.kit.text import Text
from firmware.data_folder import DataFolder
from firmware.device.glass import Shown
from firmware.device.rig import Simulated
from firmware.settings.settings import with_new_names
from firmware.views.hints import ALL_KINDS, NAME
from firmware.views.view import View
from hw.build import SignalPins, Times
from hw.clock import Clock, HandClock
from hw.events import AnyEdge, Key
from hw.panel import Mode
from hw.signals import ACCEPTED, NOT_ALLOWED, TOO_EARLY, Pattern, Signals
from tests.usb_pads import Pads

NEXT, BACK, PUSH = Key.NEXT, Key.BACK, Key.PUSH
TAP_S = 0.08
HOLD_S = 0.7
QUIET_S = 2.5
"""Long enough for any refresh, and for what was drawn to count as seen."""


SIGNAL_NAMES = {ACCEPTED: "accepted", TOO_EARLY: "too_early", NOT_ALLOWED: "not_allowed"}


class Recorded(Signals):
    """A light that remembers the names of its signals, in order."""

    present = True

    def __init__(self) -> None:
        super().__init__(SignalPins(), HandClock())
        self.given: list[str] = []

    def play(self, pattern: Pattern) -> None:
        """Remember the name of the signal."""
        self.given.append(SIGNAL_NAMES[pattern])


class Bench:
    """A rig and what a player does with it. Keys wait until everything is drawn unless `quiet` says how long."""

    def __init__(
        self,
        folder: Path,
        *,
        on: bool = True,
        trouble: str | None = None,
        times: Times | None = None,
        new: bool = False,
        usb: bool = False,
        **settings: Any,
    ) -> None:
        """`new`: it has still to say what the keys do. `usb`: it has ports for USB keys, which are `pads`."""
        if not new:
            known(folder)
        self.clock = HandClock()
        self.rig = Simulated(
            DataFolder(folder),
            replace(DataFolder(folder).settings.load(), **with_new_names(settings)),
            self.clock,
            lambda: "7",
            trouble,
            times=times,
            usb=self._ports if usb else None,
        )
        self.device, self.session, self.hand = self.rig.device, self.rig.session, self.rig.hand
        self.panel, self.store = self.rig.panel, self.rig.session.folder.plays
        self.signals = Recorded()
        self.device.feedback.signals = self.signals
        drawing = self.device.glass._drawing
        assert drawing is not None  # the first refresh runs since the rig was made
        self.frames = [self.device.glass._full]
        self._watch()
        if on:
            self.wait(QUIET_S)

    def _ports(self, sink: Callable[[AnyEdge], None], clock: Clock) -> Any:
        self.pads = Pads(sink, clock)
        return self.pads

    def close(self) -> None:
        """Pull the plug. Until then the panel's chip was never misused."""
        faults = list(self.rig.sim.chip.violations)
        self.rig.cut()
        assert faults == []

    # --- keys ---

    def wait(self, seconds: float) -> None:
        """Let the device work."""
        self.rig.go_on(self.clock, self.clock.now() + seconds)

    def tap(self, *keys: Key, quiet: float = QUIET_S) -> None:
        """Press keys and let them go, one after the other."""
        for key in keys:
            self.hand.down(key)
            self.wait(TAP_S)
            self.hand.up(key)
            self.wait(quiet)

    def next(self, n: int = 1) -> None:
        """Press Next."""
        self.tap(*[NEXT] * n)

    def back(self, n: int = 1) -> None:
        """Press Back."""
        self.tap(*[BACK] * n)

    def push(self, n: int = 1) -> None:
        """Push the knob."""
        self.tap(*[PUSH] * n)

    def hold(self, key: Key) -> None:
        """Hold a key."""
        self.hand.down(key)
        self.wait(HOLD_S)
        self.hand.up(key)
        self.wait(QUIET_S)

    def turn(self, n: int, *, every: float = 0.07, quiet: float = QUIET_S) -> None:
        """Turn the knob by detents, or press ▼ or ▲ as often."""
        for _ in range(abs(n)):
            self.hand.begin_turn(n)
            self.wait(0 if self.hand.has_knob else TAP_S)
            self.hand.end_turn(n)
            self.wait(every)
        self.wait(quiet)

    def choose(self, name: str) -> None:
        """Turn to an option of the list that is open, or of one behind or before it in a new play, and take it."""
        if name not in self.listed and self.listed and not {"begin", "more"} & {*self.listed}:
            self.back()
        for behind in ("more", "house", "cards"):
            if name not in self.listed and behind in self.listed:
                self.choose(behind)
                if name not in self.listed:
                    self.back()
        ids = self.listed
        while not self.device.frames.layout.pages[self.place.page].options:
            self.turn(1)
        self.turn(ids.index(name) - self.place.cursor.highlight)
        self.next()

    def type(self, *codes: int, port: str = "event1", quiet: float = QUIET_S) -> None:
        """Press keys of a USB device and let them go, one after the other."""
        for code in codes:
            self.pads.down(code, port)
            self.wait(TAP_S)
            self.pads.up(code, port)
            self.wait(quiet)

    # --- what is there ---

    @property
    def listed(self) -> list[str]:
        """The ids of the list that is open."""
        return [option.id for option in options_of(self.device.frames.layout.screen.ask)]

    @property
    def words(self) -> str:
        """What is on the glass."""
        return self.device.words()

    @property
    def footer(self) -> str:
        """What the footer says."""
        return self.words.splitlines()[-1]

    @property
    def place(self) -> Any:
        """Where the player stands."""
        return self.session.top.place

    @property
    def play(self) -> Play[Any]:
        """The play on the device."""
        assert self.session.play is not None
        return self.session.play

    def show(self, ask: Ask, *lines: str, role: Role = Role.QUESTION, headline: str = "What now?") -> "Asked":
        """Lay a screen with an ask above what is shown, and let it be drawn."""
        view = Asked(ask, *lines, role=role, headline=headline)
        self.session.open(view)
        self.redraw()
        return view

    @property
    def drawing(self) -> Shown:
        """What is on its way to the glass."""
        drawing = self.device.glass._drawing
        assert drawing is not None
        return drawing[0]

    def finish(self) -> None:
        """Let the refresh that runs come to its end, to the millisecond."""
        drawing = self.drawing
        while self.device.glass._drawing is not None and self.drawing is drawing:
            self.wait(0.001)

    def redraw(self) -> None:
        """Let the device notice what a test did to the session behind its back, and draw it."""
        self.device.frames.renew()
        self.wait(QUIET_S)

    def _watch(self) -> None:
        """Note every frame that is sent to the panel."""
        start = self.panel.start

        def started(frame: Any, mode: Mode) -> None:
            self.frames.append(mode)
            start(frame, mode)

        self.panel.start = started  # type: ignore[method-assign]


class Asked(View):
    """A view with any screen. It remembers what was taken, and becomes the next step by it."""

    def __init__(self, ask: Ask, *lines: str, role: Role, headline: str) -> None:
        self.ask, self.lines, self.role, self.headline = ask, lines, role, headline
        self.taken: list[Any] = []
        self.backs = 0
        self.whys = 0
        super().__init__()

    def screen(self) -> Screen:
        """Return the screen; it says how often it was answered, so that each answer leads to another step."""
        lines = tuple(Text("{line}", line=line) for line in self.lines)
        n = len(self.taken) - self.backs
        headline = Text("{headline} {n}", headline=self.headline, n=n)
        return Screen("asked", self.role, headline, lines, Badge(Who.BOT), self.ask, {})

    def take(self, value: Any) -> None:
        """Remember the answer."""
        self.taken.append(value)

    def back(self) -> None:
        """Count it."""
        self.backs += 1

    def why(self) -> None:
        """Count it."""
        self.whys += 1


def known(folder: Path) -> None:
    """Let the device of a folder have said everything that it says once."""
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / NAME).write_text("\n".join(ALL_KINDS))


@contextmanager
def bench(folder: Path, **settings: Any) -> Iterator[Bench]:
    """Return a device that loses its power at the end."""
    made = Bench(folder, **settings)
    try:
        yield made
    finally:
        made.close()


def choices(*names: str) -> tuple[Choice, ...]:
    """Return options whose ids are their words."""
    return tuple(Choice(name, Text("{name}", name=name)) for name in names)
