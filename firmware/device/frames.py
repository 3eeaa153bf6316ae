"""The frames for the glass: the step of the visible view, laid out and drawn."""

import logging

from PIL import Image

from display.frame import draw, push_row
from display.layout import lay_out
from display.off import Off, lay_out_off
from engines.kit.contract import Screen, Who
from firmware.device.feedback import Feedback
from firmware.device.glass import Glass, Picture, Shown
from firmware.device.session import Session
from firmware.settings.settings import Settings
from firmware.text import Text
from firmware.views.chrome import NOTHING_SAVED, SWITCHED_OFF, Names, chrome, off_chrome
from firmware.views.hints import HOLD, caption
from firmware.views.position import Position, answer_place, clamp_to_layout
from firmware.views.progress_label import progress_label, title_and_emblem
from firmware.views.view import View
from hw.clock import Clock
from hw.signals import NOT_ALLOWED

log = logging.getLogger("tavolino.frames")


class Frames:
    """Draws what the session shows. `step` counts the steps that were shown; `layout` is the one that is shown now."""

    def __init__(self, session: Session, glass: Glass, feedback: Feedback, clock: Clock) -> None:
        self.step = 0
        self._session = session
        self._glass = glass
        self._feedback = feedback
        self._clock = clock
        self._known: tuple[View, int, Screen, bool, Settings, str | None, bool] | None = None
        self._hold_hint = False
        self._round: Text | None = None
        self.renew()

    def renew(self) -> None:
        """Lay out another step, if there is one; show the way out if that fails."""
        try:
            self._lay_out_step()
        except Exception:
            log.exception("%s cannot be shown", type(self._session.top).__name__)
            self._way_out()

    def picture(self) -> Picture:
        """Return the newest frame, or the way out if it cannot be drawn."""
        try:
            picture = self._draw()
        except Exception:
            log.exception("%s cannot be drawn", self.layout.screen.key)
            self._way_out()
            picture = self._draw()
        self._session.wants_full_refresh = False
        return picture

    def _lay_out_step(self) -> None:
        """Lay out another step: another view, or the same one with another screen."""
        session = self._session
        session.show_notices()
        view, saved = session.top, session.folder.plays.is_saved
        screen = view.screen()
        known = view, view.steps, screen, saved, session.settings, session.game, session.power_off_requested
        if known == self._known:
            return
        if screen.badge.place is not None and screen.badge.place != self._round:
            self._round = screen.badge.place
            session.wants_full_refresh = True
        self._known = known
        self.step += 1
        notice = None if saved else NOTHING_SAVED
        one_per_page = session.settings.one_action_per_page
        self.layout = lay_out(screen, session.profile, session.catalogue, notice=notice, one_per_page=one_per_page)
        view.place = clamp_to_layout(self.layout, view.place)
        if view.just_undone:
            view.place = answer_place(self.layout, view.place)
        if session.power_off_requested:
            self.layout = lay_out_off(self.layout, notice)
            view.place = Position(min(view.place.page, len(self.layout.pages) - 1))
            self._glass.request_draw(self._clock.now())
            return
        self._hint(view)
        self._hold_hint = session.settings.hints and session.hints.wants_hold_hint(view, screen)
        self._glass.request_draw(self._clock.now())

    def _hint(self, view: View) -> None:
        """Say what the keys do when a kind of screen appears for the first time."""
        new = self._session.hints.next_kind(view, self.layout) if self._session.settings.hints else None
        if new is not None and self._feedback.message is None:
            self._feedback.hint = caption(new, self._session.play, self._session.key_set)
            self._session.hints.note_shown(new)

    def _way_out(self) -> None:
        """Show the way out of a step that cannot be shown. The step would end this process, and the next one again."""
        self._feedback.signals.play(NOT_ALLOWED)
        self._session.show_way_out()
        self._lay_out_step()

    def _draw(self) -> Picture:
        session = self._session
        view, place, play = session.top, session.top.place, session.play
        names = Names(play.engine.title, play.engine.bot) if play else Names(Text("Tavolino"), Text("Tavolino"))
        if session.power_off_requested:
            around = off_chrome(self.layout, names, self._off())
        else:
            said = self._feedback
            around = chrome(
                view,
                self.layout,
                names,
                message=said.message,
                hint=said.hint,
                hold_hint=self._hold_hint,
                keys=session.key_set,
            )
        if around.held and push_row(self.layout, place.page, around):
            session.hints.note_shown(HOLD)
        frame = draw(self.layout, place.page, place.cursor, around)
        shown = Shown(self.step, place, self.layout, around)
        return Picture(turned_frame(frame, session.settings), shown, session.wants_full_refresh)

    def _off(self) -> Off:
        """Return the band of the play that is shown; without one, only that the power is off."""
        play, badge = self._session.play, self.layout.screen.badge
        if play is None:
            return Off(SWITCHED_OFF)
        title, emblem = title_and_emblem(play.engine.key, play.options)
        if badge.place is None and badge.who is Who.TABLE:
            return Off(SWITCHED_OFF, emblem, (title, Text("")))
        where = progress_label(self._session, play.engine.key, badge)
        return Off(SWITCHED_OFF, emblem, (Text("{label}: {value}", label=title, value=where), where))


def turned_frame(frame: Image.Image, settings: Settings) -> Image.Image:
    """Return a frame as the player sees it upright: for the left hand the device is turned round."""
    return frame.transpose(Image.Transpose.ROTATE_180) if settings.hand == "left" else frame
