"""The device: one loop from key to glass.

    edges ─▶ classifier ─▶ key event ─▶ view ─▶ play ─▶ store ─▶ frame ─▶ panel
                               │ unseen: too early

Everything happens in `pump`, in one thread, on the clock that is passed in. `deadline` says when to pump next if no
edge comes before.
"""

import logging
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue

from msgspec import Struct
from msgspec.structs import replace

from display.frame import draw
from display.layout import Layout, lay_out
from display.profiles import Profile
from display.refresh import Policy
from display.words import as_text
from engines.contract import Marks, Refused, Role, Screen
from engines.text import Catalogue, Text
from firmware import menus
from firmware.chrome import NOTHING_KEPT, Names, chrome
from firmware.copies import STARTS, UPTIME_S
from firmware.desk import Desk
from firmware.errors import TavolinoError
from firmware.glass import Glass, Picture, Shown
from firmware.moves import read_back, read_on, settled, ticked, turned, value_at
from firmware.play_view import PlayView
from firmware.views import View
from hw.clock import Clock
from hw.errors import HwError
from hw.events import Edge, Hold, Key, KeyEvent, Line, Press, Turn
from hw.keys import Classifier
from hw.panel import Panel
from hw.signals import NoSignals, Signals

log = logging.getLogger("tavolino.device")

SEEN_S = 0.25
"""A key counts if what it answers had been on the glass for so long when it went down."""
IDLE_S = 5.0
"""After so long without a key the store tidies up."""
LOOK_S = 5.0
"""The loop looks at its parts at least so often: an edge that was lost wakes nobody, and a watchdog wants a sign."""

TOO_EARLY = Text("Too early")
FAILED = Text("That went wrong; nothing is lost")
NO_PANEL = Text("The panel does not work")


class Parts(Struct, frozen=True):
    """Light and keys. `level` reads a line now; `half_step`: the knob has two detents a cycle.

    `failures` gives the last errors that nobody else says: an HwError is a part that failed, anything else comes from a
    thread of gpiozero's, where edges may have been lost.
    """

    signals: Signals
    level: Callable[[Line], bool]
    failures: Callable[[], tuple[Exception, ...]] = tuple
    half_step: bool = False


class Device:
    """Puts the parts together. The views decide what keys mean; here it is decided whether they count.

    `edges` come from gpiozero's threads. Until `connect` the device can only draw.
    """

    def __init__(
        self,
        desk: Desk,
        panel: Panel,
        edges: SimpleQueue[Edge],
        clock: Clock,
        profile: Profile,
        catalogue: Catalogue,
    ) -> None:
        self.desk = desk
        self.edges = edges
        self.profile = profile
        self.catalogue = catalogue
        self.over = False
        self._clock = clock
        self.connect(Parts(NoSignals(), lambda _: False))
        self.glass = Glass(panel, Policy(desk.settings.full_refresh_after), clock.now(), desk.store.count)
        self._accepted = False
        desk.acknowledge = self._accept
        self._step = 0
        self._view: View | None = None
        self._steps = 0
        self._screen: Screen | None = None
        self._round: Text | None = None
        self._refusal: Text | None = None
        self._touched_at = clock.now()
        self._idle_at: float | None = None
        self._looked_at = clock.now()
        self._copy_at = clock.now() + (0 if desk.store.starts % STARTS == 0 else UPTIME_S)
        self._renew()

    def connect(self, parts: Parts) -> None:
        """Take light and keys."""
        self.signals: Signals = parts.signals
        self._classifier = Classifier(parts.level, half_step=parts.half_step)
        self._failures = parts.failures
        self._reported = parts.failures()  # those of before are said by whoever opened the parts

    # --- the loop ---

    def pump(self) -> None:
        """Do everything that is due now."""
        now = self._looked_at = self._clock.now()
        while not self.edges.empty():  # nobody else takes from it
            self._handle(self._classifier.edge(self.edges.get_nowait()))
        self._handle(self._classifier.tick(now))
        self.signals.tick(now)
        self._draw(now)
        self._rest(now)

    def deadline(self) -> float:
        """Return when to pump at the latest, s."""
        glass_at = self.glass.deadline(self._touched_at)
        due = (self._classifier.deadline(), self.signals.deadline(), glass_at, self._idle_at, self._looked_at + LOOK_S)
        return min(at for at in due if at is not None)

    def wait(self, until: float) -> None:
        """Wait for an edge, at most until a time, s, on a clock that goes by itself."""
        with suppress(Empty):
            self._handle(self._classifier.edge(self.edges.get(timeout=max(until - self._clock.now(), 0))))

    def complain(self, error: TavolinoError) -> None:
        """Show what cannot be used."""
        self.desk.complain(error)
        self._renew()

    def act(self, does: Callable[[], None]) -> None:
        """Do something to the desk that no key does, and show what came of it. What goes wrong is the caller's."""
        try:
            does()
        finally:
            self._renew()

    def words(self) -> str:
        """Return what is on the glass as plain text, as the terminal and scripts read it."""
        shown = self.shown
        if shown is None:
            return ""
        return as_text(shown.layout, shown.place.page, shown.place.cursor, shown.chrome, self.catalogue)

    @property
    def shown(self) -> Shown | None:
        """What is on the glass; None while nobody knows."""
        return self.glass.shown

    @property
    def view(self) -> View:
        """The view that is shown."""
        return self.desk.top

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
                self.signals.not_allowed()
                self.desk.complain(error)
            except Exception:
                log.exception("%s on %s", event, self.layout.screen.key)
                self._refuse(FAILED)
            if self.desk.says is not None:
                self._say(self.desk.says)
                self.desk.says = None
            self._renew()

    def _key(self, event: KeyEvent) -> None:
        self._accepted = False
        if self.glass.fault is not None:
            raise Refused(NO_PANEL)
        match event:
            case Turn():
                self._turn(event)
            case Press(key=Key.BACK):
                self._back()
                self._accept()
            case Press():
                self._press(event)
            case Hold():
                self._hold(event.key)
                self._accept()

    def _turn(self, event: Turn) -> None:
        if self.shown is None or self.shown.step != self._step:
            self._too_early()
            return
        before = self.view.place
        self.view.place = turned(self.layout, before, event.n)
        if self.view.place == before:
            return
        self._accept()
        self.glass.turned(event.at)

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
            self.glass.wanted(event.at)
        elif push and isinstance(screen.ask, Marks) and self.layout.pages[view.place.page].options:
            if not self._tick(screen.ask, event.at):
                return
        elif not self._value_seen():
            self._too_early()
            return
        else:
            view.take(value_at(screen.ask, view.place.cursor))
        self._accept()

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
        self.glass.wanted(at)
        if finishes:
            view.take(value_at(ask, cursor))
        return True

    def _back(self) -> None:
        place = read_back(self.layout, self.view.place)
        if place is None:
            self.view.back()
            return
        self.view.place = place
        self.glass.wanted(self._clock.now())

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

    def _accept(self) -> None:
        """Say yes, once a key: an input says it before it is written, since a disk may take longer than an eye."""
        if not self._accepted:
            self._accepted = True
            self.signals.accepted()

    def _too_early(self) -> None:
        """Two flashes say it; without a light or sound, the footer does for one refresh."""
        self.signals.too_early()
        if not self.signals.present:
            self._say(TOO_EARLY)

    def _refuse(self, reason: Text) -> None:
        """Say no at once, and why in the footer for one refresh."""
        self.signals.not_allowed()
        self._say(reason)

    def _say(self, reason: Text) -> None:
        self._refusal = reason
        if self.glass.fault is None:
            self.glass.wanted(self._clock.now())

    # --- frames ---

    def _renew(self) -> None:
        """Notice another step, or that it cannot be shown."""
        try:
            self._look()
        except Exception:
            log.exception("%s cannot be shown", type(self.view).__name__)
            self._way_out()

    def _way_out(self) -> None:
        """Show the way out of a step that cannot be shown. The step would end this process, and the next one again."""
        self.signals.not_allowed()
        self.desk.give_way()
        self._look()

    def _look(self) -> None:
        """Notice another step: another view, or the same one with another screen."""
        self.desk.tell()
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
        self.glass.wanted(self._clock.now())

    def _names(self) -> Names:
        play = self.desk.play
        return Names(Text("Tavolino"), Text("Tavolino")) if play is None else Names(play.engine.title, play.engine.bot)

    def _draw(self, now: float) -> None:
        broken = self.glass.fault
        self.glass.pump(now, self._touched_at, self._picture)
        if self.glass.fault is not None and broken is None:
            self.signals.not_allowed()

    def _picture(self) -> Picture:
        """Return the newest frame, or that of the way out where it cannot be drawn. A refusal stands in it once."""
        try:
            picture = self._drawn()
        except Exception:
            log.exception("%s cannot be drawn", self.layout.screen.key)
            self._way_out()
            picture = self._drawn()
        self._refusal, self.desk.fresh = None, False
        return picture

    def _drawn(self) -> Picture:
        place = self.view.place
        around = chrome(self.view, self.layout, self._names(), refusal=self._refusal, kept=self.desk.store.kept)
        frame = draw(self.layout, place.page, place.cursor, around)
        return Picture(frame, Shown(self._step, place, self.layout, around), self.desk.fresh)

    def _rest(self, now: float) -> None:
        if self._idle_at is not None and now >= self._idle_at:
            self._idle_at = None
            self._tidy_up()
            self._renew()
        if now >= max(self._copy_at, self._touched_at + IDLE_S):
            self._copy_at = now + UPTIME_S
            self.desk.store.back_up()
        self._watch()
        if self.desk.off and self.glass.still:
            self.over = True

    def _tidy_up(self) -> None:
        """Do what can wait. What fails of it is done with a later input."""
        try:
            self.desk.store.idle()
        except Exception:
            log.exception("the store cannot tidy up")
            self._refuse(FAILED)

    def _watch(self) -> None:
        """A part that failed, or an error in a thread of gpiozero, would be silent; here each is said, once."""
        failures, reported = self._failures(), self._reported
        self._reported = failures
        for failure in failures:
            if failure in reported:
                continue
            if isinstance(failure, HwError):  # the play goes on without that part
                log.error("%s", failure)
            else:
                log.error("an edge was lost: %r", failure)
                self._refuse(FAILED)
