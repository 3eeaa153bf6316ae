"""The device: one loop from key to glass.

    edges ─▶ classifier ─▶ key event ─▶ view ─▶ play ─▶ store ─▶ frame ─▶ panel
                               │ unseen: too early

A changed setting applies at once:

    menu ─▶ session.settings ┬▶ frames: language, size of text, hand, pages; keys: acceleration         read when needed
                └▶ file      └▶ _apply_settings: classifier (hold, hand), glass (refreshes), signals    passed on

Everything happens in `pump`, in one thread, on the clock that is passed in. `deadline` returns the time of the next
pump if no edge comes before.
"""

import logging
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

from msgspec import Struct

from display.plain_text import as_text
from firmware.device.feedback import INPUT_FAILED, PANEL_QUICK, USB_FAILED, Feedback
from firmware.device.frames import Frames
from firmware.device.glass import Glass
from firmware.device.keys import Keys
from firmware.device.session import Session
from firmware.errors import TavolinoError
from hw.clock import Clock
from hw.errors import HwError, PanelQuick, UsbFailed
from hw.events import AnyEdge, Edge, InputLine, KeyEvent, UsbEdge
from hw.keys import HOLD_S, Classifier
from hw.panel import Panel
from hw.signals import NOT_ALLOWED, Signals

if TYPE_CHECKING:
    from firmware.device.usb import UsbSet
    from hw.usb import UsbPorts

log = logging.getLogger("tavolino.device")

IDLE_S = 5.0
"""The store tidies up this long after the last key, s."""
HOLD_TIMES_S = {"short": 0.4, "normal": HOLD_S, "long": 1.0}
"""Time until a key that is down counts as held, by the setting, s."""
PARTS_CHECK_S = 5.0
"""The longest time between two checks of the parts, s: a lost edge wakes nobody, and the watchdog needs a sign."""


class Parts(Struct, frozen=True):
    """Light and keys. `level` reads a line now; `half_step`: the knob has two detents a cycle.

    `usb` returns the ports of USB keys as soon as there are any; None: there never are.
    `console`: this computer has a console.

    `failures` returns the last errors that nothing else reports: an HwError is a part that failed, any other comes from
    a thread of gpiozero, which may have lost edges.
    """

    signals: Signals
    level: Callable[[InputLine], bool]
    failures: Callable[[], tuple[Exception, ...]] = tuple
    half_step: bool = False
    usb: "Callable[[], UsbPorts | None] | None" = None
    console: bool = False


class Device:
    """Connects the parts, and lets each work when it is due.

    `edges` come from gpiozero's threads. Until `connect` the device can only draw.
    """

    def __init__(self, session: Session, panel: Panel, edges: SimpleQueue[AnyEdge], clock: Clock) -> None:
        self.session = session
        self.edges = edges
        self.over = False
        self._clock = clock
        self.glass = Glass(panel, session.settings, clock.now(), session.folder.plays.count)
        self.feedback = Feedback(self.glass, clock)
        self._usb: UsbSet | None = None
        self.connect(Parts(self.feedback.signals, lambda _: False))
        session.acknowledge = self.feedback.accept
        self._touched_at = self._pumped_at = clock.now()
        self._idle_at: float | None = None
        self.frames = Frames(session, self.glass, self.feedback, clock)
        self._keys = Keys(session, self.frames, self.glass, self.feedback)

    def connect(self, parts: Parts) -> None:
        """Take light and keys."""
        self.feedback.signals = parts.signals
        self._classifier = Classifier(parts.level, half_step=parts.half_step)
        self._parts = parts
        self.session.usb_devices = None if parts.usb is None else ()
        self._reported = parts.failures()  # the code that opened the parts reports earlier ones
        self._apply_settings()

    # --- the loop ---

    def pump(self) -> None:
        """Do everything that is due now."""
        now = self._pumped_at = self._clock.now()
        while not self.edges.empty():  # nobody else takes from it
            self._take_edge(self.edges.get_nowait())
        self._handle(self._classifier.tick(now))
        if self._usb is not None:
            self._handle(self._usb.tick(now))
        self.feedback.signals.tick(now)
        self._draw(now)
        if self._idle_at is not None and now >= self._idle_at:
            self._idle_at = None
            self._tidy_up()
            self.frames.renew()
        self._report_failures()
        self._poll_usb(now)
        if self.session.power_off_requested and self.glass.is_settled:
            self.over = True

    def deadline(self) -> float:
        """Return when to pump at the latest, s."""
        glass_at = self.glass.deadline(self._touched_at)
        signal_at = self.feedback.signals.deadline()
        usb_at = None if self._usb is None else self._usb.deadline()
        keys_at = self._classifier.deadline()
        due = (keys_at, usb_at, signal_at, glass_at, self._idle_at, self._pumped_at + PARTS_CHECK_S)
        return min(at for at in due if at is not None)

    def wait(self, until: float) -> None:
        """Wait for an edge, at most until a time, s, on a clock that goes by itself."""
        with suppress(Empty):
            self._take_edge(self.edges.get(timeout=max(until - self._clock.now(), 0)))

    def complain(self, error: TavolinoError) -> None:
        """Show what cannot be used."""
        self.session.complain(error)
        self.frames.renew()

    def act(self, does: Callable[[], None]) -> None:
        """Do something to the session that no key does, and show what came of it. Errors are the caller's."""
        try:
            does()
            self.feedback.begin()
        finally:
            self.frames.renew()

    # --- what there is to see ---

    def words(self) -> str:
        """Return what is on the glass as plain text, as the terminal and scripts read it."""
        shown = self.glass.shown
        if shown is None:
            return ""
        return as_text(shown.layout, shown.place.page, shown.place.cursor, shown.chrome, shown.layout.catalogue)

    @property
    def hold_s(self) -> float:
        """Return the time until a key that is down counts as held, s."""
        return HOLD_TIMES_S[self.session.settings.hold]

    # --- inside ---

    def _take_edge(self, edge: AnyEdge) -> None:
        if isinstance(edge, Edge):
            self._handle(self._classifier.edge(edge))
        elif self._usb is not None:
            self._handle(self._usb.edge(edge))

    def _handle(self, events: tuple[KeyEvent | UsbEdge, ...]) -> None:
        for event in events:
            self._touched_at = event.at
            self._idle_at = event.at + IDLE_S
            self._keys.handle(event)
        if self.session.settings is not self._applied_settings:
            self._apply_settings()

    def _apply_settings(self) -> None:
        """Pass changed settings to the parts that cache them."""
        settings = self._applied_settings = self.session.settings
        self._classifier.configure(self.hold_s, swapped=settings.hand == "left")
        if self._usb is not None:
            self._usb.apply_settings(self.hold_s)
        self.glass.apply_settings(settings)
        allowed = settings.signals
        self.feedback.signals.allow(light=allowed in ("all", "light"), sound=allowed in ("all", "sound"))

    def _draw(self, now: float) -> None:
        broken = self.glass.fault
        self.glass.pump(now, self._touched_at, self.frames.picture)
        if self.glass.fault is not None and broken is None:
            self.feedback.signals.play(NOT_ALLOWED)
        shown = self.glass.shown
        if shown is not None and shown.step == self.frames.step:
            self.session.top.on_glass = True

    def _poll_usb(self, now: float) -> None:
        """Notice USB keys that came or went; their code is loaded once there are some, or some are wanted."""
        if self._parts.usb is None:
            return
        session, ports = self.session, self._parts.usb()
        if self._usb is None:
            if ports is None and not (session.has_only_usb_keys or session.settings.usb_keys or session.top.learns):
                return
            from firmware.device.usb import UsbSet

            self._usb = UsbSet(session, self.feedback, console=self._parts.console, now=now)
            self._usb.apply_settings(self.hold_s)
        if self._usb.poll(ports, now):
            self.frames.renew()

    def _tidy_up(self) -> None:
        """Do the work that can wait. Work that fails is done with a later input."""
        session, notice = self.session, self.session.notice
        try:
            session.hints.keep()
            session.folder.plays.idle(notices_seen=notice is None or (notice.on_glass and notice not in session.views))
        except Exception:
            log.exception("the store cannot tidy up")
            self.feedback.refuse(INPUT_FAILED)

    def _report_failures(self) -> None:
        """Log each failure of a part and each error in a thread of gpiozero once: nothing else reports them."""
        failures, reported = self._parts.failures(), self._reported
        self._reported = failures
        for failure in [one for one in failures if one not in reported]:
            if isinstance(failure, PanelQuick):
                self.feedback.say(PANEL_QUICK)
            if isinstance(failure, UsbFailed):
                self.feedback.say(USB_FAILED)
            if isinstance(failure, HwError):  # the play continues, with or without that part
                log.error("%s", failure)
            else:
                log.error("an edge was lost: %r", failure)
                self.feedback.refuse(INPUT_FAILED)
