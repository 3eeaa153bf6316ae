"""The picture on the glass, and the way of the newest frame to it.

picture wanted ──▶ due? ──▶ panel free? ──▶ refresh: partial or full ──▶ shown
│ busy: the newest picture waits
└ fails: once more at once, after a reset, slowly; then reported, and tried every 10 s

A panel that always fails must not flash forever: it has at most three refreshes in ten minutes without a key.
"""

import logging
from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace
from PIL import ImageChops
from PIL.Image import Image

from display.frame import Chrome
from display.layout import Layout
from display.refresh import Policy, Refresh
from firmware.settings.settings import Settings
from firmware.views.position import Position
from hw.errors import PanelFailed
from hw.panel import Mode, Panel

log = logging.getLogger("tavolino.glass")

SETTLE_S = 0.08
"""A turn is drawn this long after the last detent, s,"""
MAX_TURN_DELAY_S = 0.25
"""and how long after the first at the latest, s."""
RETRY_S = 10.0
"""Time between the tries of a panel that failed twice, s."""
MAX_RETRIES, RETRIES_WINDOW_S = 3, 600.0
"""Full refreshes after failures, at most, within this window, s. Each key allows one more."""
SLEEP_S = 45.0
"""The panel's chip sleeps this long after the last key, s."""
FULL_MODES = {"fast": Mode.FULL, "slow": Mode.SLOW}
"""The full refresh of each setting."""


class Shown(Struct, frozen=True):
    """A page of a step with its cursor and the words around it; on the glass since, s."""

    step: int
    place: Position
    layout: Layout
    chrome: Chrome
    since: float = 0.0

    @property
    def options(self) -> tuple[int, ...]:
        """The options that can be seen."""
        return self.layout.pages[self.place.page].options


class Picture(Struct, frozen=True):
    """A frame, what it shows, and whether it begins something new."""

    frame: Image
    shown: Shown
    fresh: bool


class Glass:
    """Keeps the glass up to date without ever waiting for the panel.

    `shown` is None while nobody knows what is on the glass. `fault` is why the panel cannot be used; it stays until
    a refresh has come to its end. `count` counts refreshes, by name.
    """

    def __init__(self, panel: Panel, settings: Settings, now: float, count: Callable[[str], None]) -> None:
        self.panel = panel
        self.shown: Shown | None = None
        self.fault: PanelFailed | None = None
        self._policy = Policy(settings.full_refresh_after)
        self.apply_settings(settings)
        self._count = count
        self._draw_at: float | None = now
        self._turned_at: float | None = None
        self._drawing: tuple[Shown, Refresh] | None = None
        self._frame: Image | None = None
        self._failures = 0
        self._error = ""  # the sentence of the last failure
        self._retries: list[float] = []  # times of the retries that no key allowed, s
        self._retry_key_at = now  # time of the last key that allowed a retry, s
        self._awake = False

    def apply_settings(self, settings: Settings) -> None:
        """Refresh as the settings say from now on."""
        self._policy.every = settings.full_refresh_after
        self._full = FULL_MODES[settings.full_refresh]

    def request_draw(self, at: float) -> None:
        """Draw the newest picture at the time `at`, s."""
        self._draw_at = at

    def request_draw_after_turn(self, at: float) -> None:
        """Draw the newest picture once the knob rests."""
        self._turned_at = at if self._turned_at is None else self._turned_at
        self._draw_at = min(at + SETTLE_S, self._turned_at + MAX_TURN_DELAY_S)

    @property
    def is_settled(self) -> bool:
        """True if the newest picture is on the glass, or the panel cannot show it."""
        return self.fault is not None or (self._drawing is None and self._draw_at is None)

    def deadline(self, touched_at: float) -> float | None:
        """Return when to call `pump` at the latest, s; `touched_at` is when a key was touched last."""
        due = [self.panel.deadline()]
        if self._drawing is None:
            due += [self._draw_at, None if self.fault else self._policy.full_at(touched_at), self._sleep_at(touched_at)]
        return min((at for at in due if at is not None), default=None)

    def pump(self, now: float, touched_at: float, picture: Callable[[], Picture]) -> None:
        """Finish what the panel has finished, begin what is due, let the chip sleep."""
        try:
            self._finish(now)
            self._begin(now, touched_at, picture)
            self._sleep(now, touched_at)
        except PanelFailed as error:
            self._fail(error, now, touched_at)

    def _finish(self, now: float) -> None:
        if not self.panel.poll(now) or self._drawing is None:
            return
        shown, refresh = self._drawing
        self._drawing, self._failures, self.fault = None, 0, None
        self._error = ""
        self._policy.count(refresh, now)
        self._count(f"refresh.{refresh.value}")
        self._show(shown, now)

    def _begin(self, now: float, touched_at: float, picture: Callable[[], Picture]) -> None:
        """Show the newest picture, unless the panel is busy: then it comes when the panel is done."""
        due = self._policy.full_at(touched_at)
        overdue = due is not None and now >= due
        if self._drawing is not None or not (overdue or (self._draw_at is not None and now >= self._draw_at)):
            return
        if self._failures and not self._retry_allowed(now, touched_at):
            self._draw_at = now + RETRY_S
            return
        new = picture()
        new_step = self.shown is None or self.shown.step != new.shown.step
        refresh = Refresh.FULL if overdue else self._policy.choose(fresh=new.fresh, new_step=new_step)
        self._draw_at = self._turned_at = None
        if refresh is Refresh.PARTIAL and self._frame is not None and _is_same_picture(new.frame, self._frame):
            self._show(new.shown, now)
            return
        self._awake = True
        # After a failure the slow waveform, for the temperature that the chip measures: a cold panel may need it.
        full = Mode.SLOW if self._failures else self._full
        self.panel.start(new.frame, full if refresh is Refresh.FULL else Mode.PARTIAL)
        self._frame = new.frame
        self._drawing = (new.shown, refresh)
        if self._failures:
            self._spend_retry(now, touched_at)

    def _retry_allowed(self, now: float, touched_at: float) -> bool:
        """Return whether a refresh may follow a failure now: for a new key, or without one a few times."""
        lately = [at for at in self._retries if now < at + RETRIES_WINDOW_S]
        return touched_at > self._retry_key_at or len(lately) < MAX_RETRIES

    def _spend_retry(self, now: float, touched_at: float) -> None:
        if touched_at > self._retry_key_at:
            self._retry_key_at = touched_at
        else:
            self._retries = [*self._retries[1 - MAX_RETRIES :], now]

    def _show(self, shown: Shown, now: float) -> None:
        """Note what is on the glass; a page that was there before keeps the time since when."""
        before = self.shown
        same = before is not None and (before.step, before.place.page) == (shown.step, shown.place.page)
        self.shown = replace(shown, since=before.since if same and before else now)

    def _sleep_at(self, touched_at: float) -> float | None:
        return touched_at + SLEEP_S if self._awake else None

    def _sleep(self, now: float, touched_at: float) -> None:
        at = self._sleep_at(touched_at)
        if at is not None and now >= at and self._drawing is None:
            self._awake = False
            self.panel.sleep()

    def _fail(self, error: PanelFailed, now: float, touched_at: float) -> None:
        """Forget what is on the glass. The panel has been reset; the next refresh is a full, slow one."""
        if str(error) != self._error:  # a panel that is tried again for days must not fill the log
            self._error = str(error)
            log.error("%s", error)
        self._count("refresh.panel_failures")
        self._failures += 1
        self._drawing = self._frame = self.shown = self._turned_at = None
        self._awake = False
        self._policy.forget()
        if self._failures > 1 or not self._retry_allowed(now, touched_at):
            self.fault = error
        self._draw_at = now + RETRY_S if self.fault else now


def _is_same_picture(frame: Image, other: Image) -> bool:
    """Return whether two frames of one panel are the same; packing them first would take forty times as long."""
    return ImageChops.difference(frame, other).getbbox() is None
