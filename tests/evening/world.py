"""The device as it runs on a Pi, with simulated power, clock, disk and panel.

power_on ─▶ go_on, go_on, … ─▶ PowerCut ─▶ lost (power) or killed (process) ─▶ power_on …
"""

import logging
import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias
from unittest.mock import patch

from engines.kit.engine import Engine
from engines.kit.turn import Runner
from firmware.data_folder import DataFolder
from firmware.device import frames
from firmware.device.builds import build_of
from firmware.device.glass import Picture
from firmware.device.rig import RESOLUTION_S, Rig, Sockets, open_rig
from firmware.settings.settings import Settings
from hw.build import Build
from hw.clock import Clock, HandClock
from hw.events import AnyEdge
from hw.signals import Pattern
from hw.sim.hand import Hand, mock_factory
from tests.evening.plan import Plan
from tests.evening.wires import Panel
from tests.firmware.plays.disk_in_python import Disk, PowerCut
from tests.usb_pads import KEYBOARD, Pads, Typist

MAX_FRAMES = 20
"""Drawn frames that are kept."""
TYPED_SHARE = 0.3
"""The share of keys that are typed on a keyboard, if there are other keys, too."""


Fingers: TypeAlias = Hand | Typist
"""A hand on the keys of the build, or on a keyboard."""


class DrawnFrame(NamedTuple):
    """A frame that was drawn: when, what, and the step, page and cursor that it shows."""

    at: float
    frame: Any
    place: tuple[int, int, Any]


class Signals:
    """The light, and the patterns that it played."""

    def __init__(self, real: Any) -> None:
        self._real = real
        self.patterns: list[Pattern] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)

    def play(self, pattern: Pattern) -> None:
        """Play a signal, and remember it."""
        self.patterns.append(pattern)
        self._real.play(pattern)


class World:
    """One device for one evening. `folder` is its disk; relative, so that no sentence has its path.

    `watch` is called after every event, `see` between panel and device. `starts` counts power-ons; `warnings` are the
    lines of the log that are warnings or worse.
    """

    panel: Panel
    hand: Hand
    typist: Typist
    signals: Signals
    """These are there since the first start."""

    def __init__(self, folder: Path, plan: Plan, chance: random.Random) -> None:
        self.folder, self.plan, self.chance = folder, plan, chance
        self.clock = HandClock()
        self.work: Counter[str] = Counter()
        """Counts of work, by kind: the laws bound the cost of one event."""
        self.disk = Disk(folder, self.work)
        self.pads: Pads | None = None
        """The keyboard, if there is one."""
        self.rig: Rig | None = None
        self.watch: Callable[[], None] = lambda: None
        self.see: Callable[[], None] = lambda: None
        self.warnings: list[str] = []
        self.drawn: list[DrawnFrame] = []
        """The last frames that were drawn since the start."""
        self.touched_at = 0.0
        """When a key was touched last, s."""
        self.starts = 0
        self.worked = 0.0
        """Time with power, s."""
        self.cut_at: float | None = None
        self._plays = 0

    # --- power ---

    def power_on(self) -> None:
        """Switch the power on. PowerCut if it fails during the start."""
        self.disk.start()
        self.drawn.clear()
        self.starts += 1
        folder = DataFolder(self.folder)
        self.pads = None
        factory, before = mock_factory(), getattr(self, "panel", None)

        def made(settings: Settings) -> Rig:
            build = build_of(settings)
            self.panel = self._panel(build, factory, before)
            has_keyboard = self.plan.keyboard or build.keys.set == "usb"
            sockets = Sockets(factory, self.panel.bus, self._wait, self._plug_in if has_keyboard else None)
            return Rig(folder, settings, self.clock, self._next_seed, None, sockets=sockets)

        rig = open_rig(folder, made)
        self.rig = rig
        self.hand = Hand(rig.build.pins, factory)
        self.signals = Signals(rig.device.feedback.signals)
        rig.device.feedback.signals = self.signals  # type: ignore[assignment]  # it passes all calls on
        self._note_frames(rig)
        self._turn_hand()

    def lose_power(self) -> None:
        """Cut the power: synced files and the picture on the glass remain."""
        self._freeze()
        self.panel.chip.brown_out()
        self._drop()
        self.disk.lose_power(self.chance)

    def kill_process(self) -> None:
        """End the process only: what it wrote is on the disk, and the panel finishes its refresh."""
        self._freeze()
        self._drop()
        self.panel.busy.heal()
        self.clock.advance(5.0)
        self.panel.poll()

    @property
    def fingers(self) -> Fingers:
        """Return what presses the next key."""
        if (
            self.pads is not None
            and self.pads.devices
            and (not self.on.build.pins or self.chance.random() < TYPED_SHARE)
        ):
            return self.typist
        return self.hand

    @property
    def on(self) -> Rig:
        """The device that runs."""
        assert self.rig is not None  # its power is on
        return self.rig

    # --- time ---

    def go_on(self, seconds: float) -> None:
        """Let the device work for some seconds. PowerCut if its power fails."""
        rig, panel = self.on, self.panel
        until = self.clock.now() + seconds
        self.worked += seconds
        while True:
            self._pump()
            due = min(at for at in (panel.deadline(), rig.deadline(), self.cut_at) if at is not None)
            if due > until:
                break
            self.clock.advance_to(max(due, self.clock.now() + RESOLUTION_S))
        self.clock.advance_to(max(until, self.clock.now()))
        self._pump()

    def _pump(self) -> None:
        if self.cut_at is not None and self.clock.now() >= self.cut_at:
            self._freeze()
            raise PowerCut
        self.panel.poll()
        self.see()
        self.on.device.pump()
        self._turn_hand()
        self.watch()

    # --- inside ---

    def _panel(self, build: Build, factory: Any, before: Panel | None) -> Panel:
        """Return the panel of a build: the previous one with its glass, or another one."""
        panel = Panel(build.panel, self.clock, factory, self._freeze, self.plan, self.work)
        if before is not None and before.build.driver == build.panel.driver:
            panel.chip.glass = before.chip.glass
        return panel

    def _note_frames(self, rig: Rig) -> None:
        picture = rig.device.frames.picture

        def asked() -> Picture:
            made, place = picture(), rig.session.top.place
            self.drawn.append(
                DrawnFrame(self.clock.now(), made.frame, (rig.device.frames.step, place.page, place.cursor))
            )
            del self.drawn[:-MAX_FRAMES]
            return made

        rig.device.frames.picture = asked  # type: ignore[method-assign]  # the loop asks it for each frame

    def _plug_in(self, sink: Callable[[AnyEdge], None], clock: Clock) -> Pads:
        self.pads = Pads(sink, clock)
        self.pads.plug(KEYBOARD)
        self.typist = Typist(self.pads)
        return self.pads

    def _turn_hand(self) -> None:
        self.hand.turned = self.on.session.settings.hand == "left"

    def _freeze(self) -> None:
        self.disk.frozen = True
        if hasattr(self, "panel"):
            self.panel.bus.frozen = True

    def _drop(self) -> None:
        """Release the files and pins of the process, without effect on the frozen world."""
        if self.rig is not None:
            with suppress(PowerCut, Exception):
                self.rig.close()
        self.rig, self.cut_at = None, None
        self.disk.on = False

    def _wait(self, seconds: float) -> None:
        self.clock.advance(seconds)
        self.panel.poll()

    def _next_seed(self) -> str:
        self._plays += 1
        return f"{self.plan.seed}-{self._plays}"

    @contextmanager
    def observed(self) -> Iterator[None]:
        """Record the warnings of the log, and count calls of engine and layout."""
        handler, log = _LogRecorder(self.warnings), logging.getLogger("tavolino")
        with ExitStack() as stack:
            for owner, name in ((Engine, "apply"), (Runner, "settle"), (frames, "lay_out")):
                stack.enter_context(patch.object(owner, name, self._counting(name, getattr(owner, name))))
            stack.enter_context(patch.object(log, "propagate", new=False))
            log.addHandler(handler)
            stack.callback(log.removeHandler, handler)
            yield

    def _counting(self, name: str, call: Any) -> Any:
        def counted(*args: Any, **kwargs: Any) -> Any:
            self.work[name] += 1
            return call(*args, **kwargs)

        return counted


class _LogRecorder(logging.Handler):
    def __init__(self, said: list[str]) -> None:
        super().__init__(logging.WARNING)
        self._said = said

    def emit(self, record: logging.LogRecord) -> None:
        words = record.getMessage()
        if record.exc_info and record.exc_info[1] is not None:
            words = f"{words}: {record.exc_info[1]!r}"
        self._said.append(words)
