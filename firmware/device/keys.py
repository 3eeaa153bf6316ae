"""The effect of a key on the visible view, and whether it counts: a key never confirms the unseen."""

import logging

from display.frame import Cursor
from engines.kit.contract import Ask, Counters, Marks, Refused, Role
from firmware.device.feedback import INPUT_FAILED, Feedback
from firmware.device.frames import Frames
from firmware.device.glass import Glass
from firmware.device.session import Session
from firmware.errors import TavolinoError
from firmware.views.chrome import backward_page
from firmware.views.host import lazy_view
from firmware.views.play_view import PlayView, keep_draft
from firmware.views.position import (
    Position,
    changes_number,
    has_entered,
    has_wide_range,
    is_on_choice,
    note_seen_lines,
    opens_parts,
    read_on,
    toggle_entry,
    toggle_tick,
    turn,
    value_at,
)
from firmware.views.recap import NO_STEPS, Recap
from firmware.views.view import View
from hw.events import Hold, Key, KeyEvent, Press, Turn, UsbEdge
from hw.signals import NOT_ALLOWED

log = logging.getLogger("tavolino.keys")

learn_keys = lazy_view("usb_keys", "LearnKeys")

MIN_SEEN_S = 0.25
"""Time for which a step must have been on the glass when a key for it goes down, s."""
SLIP_S = 0.06
"""A detent within this time of a push, s, is a slip; a hand that means to turn takes longer."""
FAST_DETENTS, FAST_S = 5, 0.25
"""This many detents in one direction within this many seconds are fast."""
FAST_REPEATS_S = 0.65
"""The same of ▲ or ▼, s: only a key that is held repeats so fast."""
FAST_STEP, FASTEST_STEP = 5, 10
"""Steps of a number for a fast detent: for the first `FAST_DETENTS` of them, and for later ones."""


class Keys:
    """Hands keys to the view, and says at once what became of each."""

    def __init__(self, session: Session, frames: Frames, glass: Glass, feedback: Feedback) -> None:
        self._session = session
        self._frames = frames
        self._glass = glass
        self._feedback = feedback
        self._acceleration = Acceleration()
        self._slips = Slips()

    def handle(self, event: KeyEvent | UsbEdge) -> None:
        """Carry out a key. A refusal or an error is reported on the glass, and changes nothing."""
        view = self._session.top
        step, place = view.steps, view.place
        try:
            self._carry_out(event)
            same = view is self._session.top and view.steps == step
            if view.keeps_entered and same and has_entered(place, view.place):
                keep_draft(self._session, view)
        except Refused as refused:
            self._feedback.refuse(refused.text)
        except TavolinoError as error:
            self._feedback.signals.play(NOT_ALLOWED)
            self._session.complain(error)
        except Exception:
            log.exception("%s on %s", event, self._frames.layout.screen.key)
            self._feedback.refuse(INPUT_FAILED)
        if self._session.pending_message is not None:
            self._feedback.say(self._session.pending_message)
            self._session.pending_message = None
        self._frames.renew()

    def _carry_out(self, event: KeyEvent | UsbEdge) -> None:
        self._feedback.begin()
        if self._glass.fault is not None:  # nobody could read why, and the first frame that can be read is no answer
            self._feedback.signals.play(NOT_ALLOWED)
            return
        self._end_undo(event)
        if isinstance(event, Press | Hold) and event.key is Key.PUSH:
            self._forget_slips(event)
        match event:
            case Turn():
                self._turn(event)
            case Press(key=Key.BACK):
                self._back(event.at)
                self._feedback.accept()
            case Press():
                self._press(event)
            case Hold():
                self._hold(event.key)
                self._feedback.accept()
            case UsbEdge():
                self._learn(event)

    def _end_undo(self, event: KeyEvent | UsbEdge) -> None:
        """End the state in which Back undoes at once, unless the key is Back. The footer shows that state."""
        view = self._session.top
        if view.just_undone and not (isinstance(event, Press) and event.key is Key.BACK):
            view.just_undone = False
            self._glass.request_draw_after_turn(event.at)

    def _turn(self, event: Turn) -> None:
        shown, view = self._glass.shown, self._session.top
        if self._slips.follows_a_push(event.at):
            return
        if shown is None or shown.step != self._frames.step:
            self._feedback.signal_too_early()
            return
        before = view.place = self._note_seen(event.at)
        self._slips.note_turn(event.at, view, before)
        n = -event.n if event.vertical and changes_number(self._frames.layout, before) else event.n
        if self._session.settings.acceleration and has_wide_range(self._frames.layout, before):
            n = self._acceleration.distance(n, event.at, FAST_REPEATS_S if event.vertical else FAST_S)
        view.place = turn(self._frames.layout, before, n)
        if view.place == before and not (shown.place == before and view.on_overscroll(1 if n > 0 else -1)):
            return
        self._feedback.accept()
        self._glass.request_draw_after_turn(event.at)

    def _forget_slips(self, event: Press | Hold) -> None:
        """Restore the highlight from before the push that turned it by mistake."""
        view = self._session.top
        before = self._slips.place_before_push(event, view)
        if before is not None:
            view.place = before
            self._glass.request_draw(event.at)

    def _press(self, event: Press) -> None:
        """Next takes what is highlighted; Push looks closer, ticks, or does the same."""
        if not self._page_seen(event.down_at):
            self._feedback.signal_too_early()
            return
        view, layout = self._session.top, self._frames.layout
        screen, push = layout.screen, event.key is Key.PUSH
        view.place = self._note_seen(event.down_at)
        if push and view.reading:
            view.push()
        elif push and (screen.role is not Role.QUESTION or (view.explains and is_on_choice(layout, view.place))):
            view.why()
        elif push and opens_parts(layout, view.place):
            view.add_up()
        elif push and isinstance(screen.ask, Counters) and is_on_choice(layout, view.place):
            view.place = toggle_entry(view.place)
            self._glass.request_draw(event.at)
        elif (place := read_on(layout, view.place)) is not None:
            view.place = place
            self._glass.request_draw(event.at)
        elif push and isinstance(screen.ask, Marks) and is_on_choice(layout, view.place):
            if not self._tick(screen.ask, event.at):
                return
        elif not self._value_seen():
            self._feedback.signal_too_early()
            return
        else:
            view.take(self._chosen_answer(screen.ask, view.place.cursor))
        self._feedback.accept()

    def _chosen_answer(self, ask: Ask, cursor: Cursor) -> object:
        """Return the answer at the cursor; `Refused` if there is none."""
        value = value_at(ask, cursor)
        if value is None:
            raise Refused(self._session.key_set.choose)
        return value

    def _tick(self, ask: Marks, at: float) -> bool:
        """Tick or untick; return whether the key counts. The last tick of a fixed number confirms them all.

        That one counts only if all others were seen.
        """
        view = self._session.top
        place = toggle_tick(self._frames.layout, ask, view.place)
        finishes = ask.low == ask.high == len(place.cursor.ticks)
        if finishes and not self._value_seen():
            self._feedback.signal_too_early()
            return False
        view.place = place
        self._glass.request_draw(at)
        if finishes:
            view.take(value_at(ask, place.cursor))
        return True

    def _back(self, at: float) -> None:
        view = self._session.top
        place = backward_page(view, self._frames.layout)
        if place is None:
            view.back()
            return
        view.place = place
        self._glass.request_draw(at)

    def _hold(self, key: Key) -> None:
        session = self._session
        if key is Key.PUSH:
            session.pause()
        elif session.play is not None and isinstance(session.top, PlayView):
            session.open(Recap(session, session.play))
        else:
            raise Refused(NO_STEPS)

    def _learn(self, edge: UsbEdge) -> None:
        """Learn a key, or open the view for that. Edges before its page was seen are ignored: a knob gives several."""
        view = self._session.top
        if not view.learns:
            self._session.open(learn_keys(self._session))
        elif self._page_seen(edge.at):
            view.learn(edge.device, edge.code)
        else:
            return
        self._feedback.accept()

    # --- never confirm the unseen ---

    def _page_seen(self, down_at: float) -> bool:
        """Return whether this step and page had been on the glass for long enough when the key went down."""
        shown = self._glass.shown
        if shown is None or shown.step != self._frames.step or shown.place.page != self._session.top.place.page:
            return False
        return down_at - shown.since >= MIN_SEEN_S

    def _note_seen(self, at: float) -> Position:
        """Return the place, noting which lines of counters had been on the glass for long enough."""
        shown, place = self._glass.shown, self._session.top.place
        return note_seen_lines(self._frames.layout, place, shown.place) if shown and self._page_seen(at) else place

    def _value_seen(self) -> bool:
        """Return whether the value to be taken is shown; only its highlight may still be drawing."""
        shown, place = self._glass.shown, self._session.top.place
        cursor = place.cursor
        assert shown is not None  # the page was seen
        if cursor.counts:
            return place.seen.issuperset(shown.options)  # those of other pages were seen, or Next would read on
        if shown.options:
            return max(cursor.highlight, 0) in shown.options and cursor.ticks == shown.place.cursor.ticks
        return cursor == shown.place.cursor


class Slips:
    """Takes back detents that a push made by mistake: turning and pushing share one shaft.

    a slip        pushed            a slip
    ──┬────────────────▼──────▲───────────────────────┬──▶
    │   SLIP_S       down   let go      SLIP_S      │
    """

    def __init__(self) -> None:
        self._turns: list[tuple[float, View, Position]] = []
        self._released_at = -SLIP_S

    def follows_a_push(self, at: float) -> bool:
        """Return whether a detent at a time, s, comes so soon after a push that it means nothing."""
        return 0 <= at - self._released_at < SLIP_S

    def note_turn(self, at: float, view: View, before: Position) -> None:
        """Remember the place in a view before a detent."""
        self._turns = [one for one in self._turns if at - one[0] < 1.0] + [(at, view, before)]

    def place_before_push(self, event: Press | Hold, view: View) -> Position | None:
        """Return the place in a view before the detents that a push made; None if it made none."""
        self._released_at = event.at
        slips = [place for at, turned, place in self._turns if at > event.down_at - SLIP_S and turned is view]
        self._turns = []
        return slips[0] if slips else None


class Acceleration:
    """Moves a wide number further while the knob is turned fast. The clock is that of the events."""

    def __init__(self) -> None:
        self._direction = 0
        self._times: list[float] = []  # of the last detents in that direction, s
        self._fast_run = 0  # how many of them were fast

    def distance(self, n: int, at: float, fast_s: float = FAST_S) -> int:
        """Return how far `n` detents at the time `at`, s, move a number; the sign is the direction.

        `fast_s`: within this many seconds `FAST_DETENTS` of them are fast.
        """
        direction = 1 if n > 0 else -1
        if direction != self._direction:
            self._direction, self._times, self._fast_run = direction, [], 0
        return direction * sum(self._step(at, fast_s) for _ in range(abs(n)))

    def _step(self, at: float, fast_s: float) -> int:
        self._times = [*self._times[1 - FAST_DETENTS :], at]
        if len(self._times) < FAST_DETENTS or at - self._times[0] > fast_s:
            self._fast_run = 0
            return 1
        self._fast_run += 1
        return FAST_STEP if self._fast_run <= FAST_DETENTS else FASTEST_STEP
