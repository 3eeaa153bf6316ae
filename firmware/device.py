"""The device: one loop from key to glass.

    edges ─▶ classifier ─▶ key event ─▶ view ─▶ play ─▶ store ─▶ frame ─▶ panel
                               │ unseen: too early

Everything happens in `pump`, in one thread, on the clock that is passed in. `deadline` says when to pump next if no
edge comes before.
"""

import logging
from collections.abc import Callable
from queue import Empty, SimpleQueue

from msgspec import Struct
from msgspec.structs import replace

from display.frame import Chrome, draw
from display.layout import Layout, lay_out
from display.profiles import Profile
from display.refresh import Policy, Refresh
from display.words import as_text
from engines.contract import Marks, Refused, Role, Screen
from engines.text import Catalogue, Text
from firmware import menus
from firmware.chrome import NOTHING_KEPT, Names, chrome
from firmware.desk import Desk
from firmware.errors import TavolinoError
from firmware.moves import Place, read_back, read_on, settled, ticked, turned, value_at
from firmware.play_view import PlayView
from firmware.views import View
from hw.clock import Clock
from hw.events import Edge, Hold, Key, KeyEvent, Line, Press, Turn
from hw.keys import Classifier
from hw.panel import Mode, Panel
from hw.signals import Signals

log = logging.getLogger("tavolino.device")

SEEN_S = 0.25
"""A key counts if what it answers had been on the glass for so long when it went down."""
SETTLE_S = 0.08
"""Turning is drawn so long after the last detent,"""
LATEST_S = 0.25
"""and at the latest so long after the first."""
IDLE_S = 5.0
"""After so long without a key the store tidies up."""

MODES = {Refresh.PARTIAL: Mode.PARTIAL, Refresh.FULL: Mode.FULL}
TOO_EARLY = Text("Too early")
FAILED = Text("That went wrong; nothing is lost")


class Shown(Struct, frozen=True):
    """What is on the glass: a step, the page and cursor of it, the words around them, and since when, s."""

    step: int
    place: Place
    layout: Layout
    chrome: Chrome
    since: float = 0.0

    @property
    def options(self) -> tuple[int, ...]:
        """The options that can be seen."""
        return self.layout.pages[self.place.page].options


class Device:
    """Puts the parts together. The views decide what keys mean; here it is decided whether they count."""

    def __init__(
        self,
        desk: Desk,
        panel: Panel,
        edges: SimpleQueue[Edge],
        level: Callable[[Line], bool],
        clock: Clock,
        profile: Profile,
        catalogue: Catalogue,
        signals: Signals,
    ) -> None:
        self.desk = desk
        self.panel = panel
        self.edges = edges
        self.profile = profile
        self.catalogue = catalogue
        self.signals = signals
        self.shown: Shown | None = None
        self.over = False
        self._clock = clock
        self._classifier = Classifier(level)
        self._policy = Policy(desk.settings.full_refresh_after)
        self._step = 0
        self._view: View | None = None
        self._steps = 0
        self._screen: Screen | None = None
        self._round: Text | None = None
        self._refusal: Text | None = None
        self._draw_at: float | None = clock.now()
        self._turned_at: float | None = None
        self._touched_at = clock.now()
        self._idle_at: float | None = None
        self._drawing: tuple[Shown, Refresh] | None = None
        self._glass: bytes | None = None
        self._renew()

    # --- the loop ---

    def pump(self) -> None:
        """Do everything that is due now."""
        now = self._clock.now()
        while (edge := self._next_edge()) is not None:
            self._handle(self._classifier.edge(edge))
        self._handle(self._classifier.tick(now))
        self._poll(now)
        self._draw(now)
        self._rest(now)

    def deadline(self) -> float | None:
        """Return when to pump at the latest, s; None: when an edge comes."""
        refresh_at = None if self._drawing else self._policy.due(self._touched_at)
        draw_at = None if self._drawing else self._draw_at
        due = (self._classifier.deadline(), self.panel.deadline(), draw_at, refresh_at, self._idle_at)
        return min((at for at in due if at is not None), default=None)

    def run(self) -> None:
        """Pump until the power goes off, on a clock that goes by itself."""
        while not self.over:
            self.pump()
            due = self.deadline()
            wait = None if due is None else max(due - self._clock.now(), 0)
            try:
                edge = self.edges.get(timeout=wait)
            except Empty:
                continue
            self._handle(self._classifier.edge(edge))

    def words(self) -> str:
        """Return what is on the glass as plain text, as the terminal and scripts read it."""
        if self.shown is None:
            return ""
        place = self.shown.place
        return as_text(self.shown.layout, place.page, place.cursor, self.shown.chrome, self.catalogue)

    @property
    def view(self) -> View:
        """The view that is shown."""
        return self.desk.top

    def _next_edge(self) -> Edge | None:
        try:
            return self.edges.get_nowait()
        except Empty:
            return None

    # --- keys ---

    def _handle(self, events: tuple[KeyEvent, ...]) -> None:
        for event in events:
            self._touched_at = event.at
            self._idle_at = event.at + IDLE_S
            try:
                self._key(event)
            except Refused as refused:
                self._refuse(refused.text)
            except TavolinoError as error:
                log.warning("%s", error)
                self.signals.not_allowed()
                self.desk.complain(error)
            except Exception:
                log.exception("%s on %s", event, self.layout.screen.key)
                self._refuse(FAILED)
            self._renew()

    def _key(self, event: KeyEvent) -> None:
        match event:
            case Turn():
                self._turn(event)
            case Press(key=Key.BACK):
                self._back()
                self.signals.accepted()
            case Press():
                self._press(event)
            case Hold():
                self._hold(event.key)
                self.signals.accepted()

    def _turn(self, event: Turn) -> None:
        if self.shown is None or self.shown.step != self._step:
            self._too_early()
            return
        before = self.view.place
        self.view.place = turned(self.layout, before, event.n)
        if self.view.place == before:
            return
        self.signals.accepted()
        self._turned_at = event.at if self._turned_at is None else self._turned_at
        self._draw_at = min(event.at + SETTLE_S, self._turned_at + LATEST_S)

    def _press(self, event: Press) -> None:
        """Next takes what is highlighted; Push looks closer, ticks, or does the same."""
        if not self._page_seen(event.down_at):
            self._too_early()
            return
        view, screen = self.view, self.layout.screen
        push = event.key is Key.PUSH
        if push and view.reading:
            view.take(True)
        elif push and screen.role is not Role.QUESTION:
            view.why()
        elif (place := read_on(self.layout, view.place)) is not None:
            view.place = place
            self._draw_at = event.at
        elif push and isinstance(screen.ask, Marks) and self.layout.pages[view.place.page].options:
            if not self._tick(screen.ask, event.at):
                return
        elif not self._value_seen():
            self._too_early()
            return
        else:
            view.take(value_at(screen.ask, view.place.cursor))
        self.signals.accepted()

    def _tick(self, ask: Marks, at: float) -> bool:
        """Tick or untick; that confirms nothing. The last tick finishes where `low` = `high`, if the others were seen.

        Return whether the key counted.
        """
        view = self.view
        cursor = ticked(ask, view.place.cursor)
        finishes = ask.low == ask.high == len(cursor.ticks)
        if finishes and not self._value_seen():
            self._too_early()
            return False
        view.place = replace(view.place, cursor=cursor)
        self._draw_at = at
        if finishes:
            view.take(value_at(ask, cursor))
        return True

    def _back(self) -> None:
        place = read_back(self.layout, self.view.place)
        if place is None:
            self.view.back()
            return
        self.view.place = place
        self._draw_at = self._clock.now()

    def _hold(self, key: Key) -> None:
        desk = self.desk
        if key is Key.PUSH:
            desk.pause()
        elif desk.play is not None and isinstance(desk.top, PlayView):
            desk.open(menus.recap(desk, desk.play))
        else:
            raise Refused(Text("Nothing to recap here"))

    # --- never confirm the unseen ---

    def _page_seen(self, down_at: float) -> bool:
        """Return whether this step and page had been on the glass for long enough when the key went down."""
        shown = self.shown
        if shown is None or shown.step != self._step or shown.place.page != self.view.place.page:
            return False
        return down_at - shown.since >= SEEN_S

    def _value_seen(self) -> bool:
        """Return whether what is taken is among what is shown; only its highlight may still be drawing."""
        shown, cursor = self.shown, self.view.place.cursor
        assert shown is not None  # the page was seen
        if shown.options:
            return cursor.highlight in shown.options and cursor.ticks == shown.place.cursor.ticks
        return cursor == shown.place.cursor

    def _too_early(self) -> None:
        self.signals.too_early()
        self._say(TOO_EARLY)

    def _refuse(self, reason: Text) -> None:
        self.signals.not_allowed()
        self._say(reason)

    def _say(self, reason: Text) -> None:
        """Without a light or sound, the footer gives the reason for one refresh."""
        if not self.signals.present:
            self._refusal = reason
            self._draw_at = self._clock.now()

    # --- frames ---

    def _renew(self) -> None:
        """Notice another step: another view, or the same one with another screen."""
        view, screen, kept = self.view, self.view.screen(), self.desk.store.kept
        same = view is self._view and view.steps == self._steps and screen == self._screen
        if same and kept is not self.layout.notice:
            return
        if screen.badge.place is not None and screen.badge.place != self._round:
            self._round = screen.badge.place
            self.desk.fresh = True
        self._view, self._steps, self._screen = view, view.steps, screen
        self._step += 1
        self.layout: Layout = lay_out(screen, self.profile, self.catalogue, notice=None if kept else NOTHING_KEPT)
        view.place = settled(self.layout, view.place)
        self._draw_at = self._clock.now()

    def _names(self) -> Names:
        play = self.desk.play
        return Names(Text("Tavolino"), Text("Tavolino")) if play is None else Names(play.engine.title, play.engine.bot)

    def _poll(self, now: float) -> None:
        if self._drawing is None or not self.panel.poll(now):
            return
        shown, refresh = self._drawing
        self._drawing = None
        self._policy.done(refresh, now)
        self._show(shown, now)

    def _show(self, shown: Shown, now: float) -> None:
        """Note what is on the glass; of a page that was there before, since when it has been."""
        before = self.shown
        same = before is not None and (before.step, before.place.page) == (shown.step, shown.place.page)
        self.shown = replace(shown, since=before.since if same and before else now)

    def _draw(self, now: float) -> None:
        """Show the newest frame, unless the panel is busy: then it comes when the panel is done."""
        refresh_at = self._policy.due(self._touched_at)
        overdue = refresh_at is not None and now >= refresh_at
        if self._drawing is not None or not (overdue or (self._draw_at is not None and now >= self._draw_at)):
            return
        place = self.view.place
        around = chrome(self.view, self.layout, self._names(), refusal=self._refusal, kept=self.desk.store.kept)
        frame = draw(self.layout, place.page, place.cursor, around)
        shown = Shown(self._step, place, self.layout, around, now)
        new_step = self.shown is None or self.shown.step != self._step
        refresh = Refresh.FULL if overdue else self._policy.choose(fresh=self.desk.fresh, new_step=new_step)
        self._draw_at = self._turned_at = self._refusal = None
        self.desk.fresh = False
        pixels = frame.tobytes()
        if pixels == self._glass and refresh is Refresh.PARTIAL:
            self._show(shown, now)
            return
        self._glass = pixels
        self.panel.start(frame, MODES[refresh])
        self._drawing = (shown, refresh)

    def _rest(self, now: float) -> None:
        if self._idle_at is not None and now >= self._idle_at:
            self._idle_at = None
            self.desk.store.idle()
            self._renew()
        if self.desk.off and self._drawing is None and self._draw_at is None:
            self.over = True
