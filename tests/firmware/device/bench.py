"""A whole device on simulated parts, with a hand on its keys and a clock moved by the hand."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from display.layout import Layout, Page, options_of
from engines.kit.contract import Ask, Badge, Choice, Marks, Role, Screen, Who
from engines.kit.play import Play
from engines.kit.text import ENGLISH, Text
from firmware.data_folder import DataFolder
from firmware.device.glass import Shown
from firmware.device.rig import Simulated
from firmware.settings.settings import with_new_names
from firmware.views.hints import ALL_KINDS, FILE_NAME
from firmware.views.position import Position
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
"""Longer than any refresh plus the time for which a step must be seen."""
MAX_PLAY_PRESSES = 300
"""More presses of Next than any play of a small bot has."""


SIGNAL_NAMES = {ACCEPTED: "accepted", TOO_EARLY: "too_early", NOT_ALLOWED: "not_allowed"}


class RecordedSignals(Signals):
    """A light that records the names of its signals, in order."""

    present = True

    def __init__(self) -> None:
        super().__init__(SignalPins(), HandClock())
        self.given: list[str] = []

    def play(self, pattern: Pattern) -> None:
        """Record the name of the signal."""
        self.given.append(SIGNAL_NAMES[pattern])


class Bench:
    """A rig and its player's hands. Key presses wait until everything is drawn, or for `quiet`, s."""

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
        """`new`: no hint was shown yet. `usb`: there are ports for USB keys, called `pads`."""
        if not new:
            mark_hints_shown(folder)
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
        self.signals = RecordedSignals()
        self.device.feedback.signals = self.signals
        drawing = self.device.glass._drawing
        assert drawing is not None  # the first refresh runs since the rig was made
        self.frames = [self.device.glass._full]
        self._record_frames()
        if on:
            self.wait(QUIET_S)

    def _ports(self, sink: Callable[[AnyEdge], None], clock: Clock) -> Any:
        self.pads = Pads(sink, clock)
        return self.pads

    def close(self) -> None:
        """Cut the power, and check that the panel's chip was never misused."""
        faults = list(self.rig.sim.chip.violations)
        self.rig.cut()
        assert faults == []

    # --- keys ---

    def wait(self, seconds: float) -> None:
        """Let the device work."""
        self.rig.run_until(self.clock, self.clock.now() + seconds)

    def tap(self, *keys: Key, quiet: float = QUIET_S) -> None:
        """Press and release keys, one after the other."""
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
        """Turn to an option and take it; it may also be in a list behind the open one, or in the list before it."""
        if name not in self.listed and self.listed and not {"begin", "more"} & {*self.listed}:
            self.back()
        for behind in ("more", "house", "cards"):
            if name not in self.listed and behind in self.listed:
                self.choose(behind)
                if name not in self.listed:
                    self.back()
        ids = self.listed
        while not self.page.options:
            self.turn(1)
        self.turn(ids.index(name) - self.place.cursor.highlight)
        self.next()

    def pause(self, row: str) -> None:
        """Open the pause menu, and choose a row of it."""
        self.hold(PUSH)
        self.choose(row)

    def type(self, *codes: int, port: str = "event1", quiet: float = QUIET_S) -> None:
        """Press and release keys of a USB device, one after the other."""
        for code in codes:
            self.pads.down(code, port)
            self.wait(TAP_S)
            self.pads.up(code, port)
            self.wait(quiet)

    # --- what is there ---

    @property
    def listed(self) -> list[str]:
        """Return the ids of the open list."""
        return [option.id for option in options_of(self.layout.screen.ask)]

    @property
    def rows(self) -> tuple[Choice, ...]:
        """Return the rows of the open list."""
        return options_of(self.session.top.screen().ask)

    @property
    def row_words(self) -> str:
        """Return the words of all rows of the open list, also of those on other pages."""
        return " ".join(ENGLISH.words(row.text) + ENGLISH.words(row.blocked or Text("")) for row in self.rows)

    @property
    def words(self) -> str:
        """Return the words on the glass."""
        return self.device.words()

    @property
    def text(self) -> str:
        """Return the words on the glass in one line, whatever its lines are."""
        return " ".join(self.words.split())

    @property
    def header(self) -> str:
        """Return the words of the header."""
        return self.words.splitlines()[0]

    @property
    def headline(self) -> str:
        """Return the first line below the header."""
        return self.words.splitlines()[2]

    @property
    def footer(self) -> str:
        """Return the words of the footer."""
        return self.words.splitlines()[-1]

    @property
    def layout(self) -> Layout:
        """Return the pages of the screen."""
        return self.device.frames.layout

    @property
    def place(self) -> Position:
        """Return the player's position in the screen."""
        return self.session.top.place

    @property
    def page(self) -> Page:
        """Return the page on which the player is."""
        return self.layout.pages[self.place.page]

    @property
    def play(self) -> Play[Any]:
        """Return the play on the device."""
        assert self.session.play is not None
        return self.session.play

    def enter(self, play: Play[Any]) -> None:
        """Let the device continue with a play."""
        self.session.enter_new_play(play)
        self.redraw()

    def play_to_the_end(self) -> None:
        """Press Next, and tick what must be ticked, until there is a result."""
        for _ in range(MAX_PLAY_PRESSES):
            if self.play.engine.result(self.play.state):
                return
            if isinstance(self.play.screen.ask, Marks):
                self.push()
            self.next()
        raise AssertionError("the play does not end")

    def read_pages(self) -> str:
        """Turn through all pages; return their words in one line."""
        words = [self.text]
        for _ in self.layout.pages[1:]:
            self.turn(1)
            words.append(self.text)
        return " ".join(words)

    def show(self, ask: Ask, *lines: str, role: Role = Role.QUESTION, headline: str = "What now?") -> "Asked":
        """Open a screen with an ask above the current view, and draw it."""
        view = Asked(ask, *lines, role=role, headline=headline)
        self.session.open(view)
        self.redraw()
        return view

    @property
    def drawing(self) -> Shown:
        """Return the picture that is being drawn."""
        drawing = self.device.glass._drawing
        assert drawing is not None
        return drawing[0]

    def finish(self) -> None:
        """Let the running refresh end, to the millisecond."""
        drawing = self.drawing
        while self.device.glass._drawing is not None and self.drawing is drawing:
            self.wait(0.001)

    def redraw(self) -> None:
        """Draw the session again after a test changed it directly."""
        self.device.frames.renew()
        self.wait(QUIET_S)

    def _record_frames(self) -> None:
        """Record every frame sent to the panel."""
        start = self.panel.start

        def started(frame: Any, mode: Mode) -> None:
            self.frames.append(mode)
            start(frame, mode)

        self.panel.start = started  # type: ignore[method-assign]


class Asked(View):
    """A view with any screen. It records each answer, after which it is another step."""

    def __init__(self, ask: Ask, *lines: str, role: Role, headline: str) -> None:
        self.ask, self.lines, self.role, self.headline = ask, lines, role, headline
        self.taken: list[Any] = []
        self.backs = 0
        self.whys = 0
        super().__init__()

    def screen(self) -> Screen:
        """Return the screen; its headline counts the answers, so each answer leads to another step."""
        lines = tuple(Text("{line}", line=line) for line in self.lines)
        n = len(self.taken) - self.backs
        headline = Text("{headline} {n}", headline=self.headline, n=n)
        return Screen("asked", self.role, headline, lines, Badge(Who.BOT), self.ask, {})

    def take(self, value: Any) -> None:
        """Record the answer."""
        self.taken.append(value)

    def back(self) -> None:
        """Count a press of Back."""
        self.backs += 1

    def why(self) -> None:
        """Count a question for Why."""
        self.whys += 1


def mark_hints_shown(folder: Path) -> None:
    """Mark all hints of a folder's device as shown."""
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / FILE_NAME).write_text("\n".join(ALL_KINDS))


@contextmanager
def bench(folder: Path, **settings: Any) -> Iterator[Bench]:
    """Yield a device, and cut its power at the end."""
    device = Bench(folder, **settings)
    try:
        yield device
    finally:
        device.close()
