"""The pending step of a play as a view, and the views that open from it.

side ◀─ turn left ── first row, or page, of an instruction; of a list that asks about a place
     ── turn right on its last page, Next, Back ─▶ back to the step
     ── Push ─▶ the legend of its drawings ── any key ─▶ the side
a total ── Push ─▶ its lines ── Next ─▶ the next step; Back ─▶ the total
result ┬ "Play again" ─▶ the first step of another play ── Back ─▶ result
       └ "Tidy up…" ─▶ the places of the bot's components, step by step ─▶ result, with “Done” highlighted

Entered numbers and ticks are kept when a view is closed, and restored when it is shown again.
"""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from display.layout import options_of
from engines.kit.contract import (
    ENDS_EARLY,
    GO_ON,
    Badge,
    Choice,
    Counters,
    Done,
    Draw,
    Entry,
    Marks,
    Number,
    Part,
    Pick,
    Refused,
    Role,
    Screen,
    Who,
    YesNo,
    add_up,
    check,
)
from engines.kit.drawings import Side, legend
from engines.kit.play import Play
from engines.kit.screens import THE_END
from firmware.text import Text
from firmware.views.corrections import correct_again_words, corrections
from firmware.views.host import Host
from firmware.views.position import cursor_at, start_position, value_at
from firmware.views.view import ADD_UP, CLOSE, LEGEND, UNDO, Pages, Series, View, menu_screen
from firmware.views.why import why_step

CORRECT = "device.correct"
"""The option that the device appends to the bot's instructions. Not of the engine, so never in a journal."""
PUT_AWAY = "device.put_away"
"""The option that the device appends to a result: how to put the bot's things away."""
PLAY_AGAIN = "device.play_again"
"""The option that the device puts first on a result: another play, set up as this one was."""
CORRECT_AGAIN = "device.again"
"""The option that makes an undone correction again; it comes first."""
CONTINUE_WITHOUT = "device.without"
"""The option that continues without an undone correction, if the step has no list."""


class PlayView(View):
    """The step that a play waits at."""

    keeps_entered = True

    def __init__(self, host: Host, play: Play[Any]) -> None:
        self._host = host
        self._play = play
        self._set_place()

    def renew(self, *, undone: bool = False) -> None:
        """Show the step as it is now, at the old answer if one was `undone`; half-entered lines of a total open."""
        self._set_place()
        self.just_undone = undone
        screen = self._play.screen
        if isinstance(screen.ask, Number) and load_draft(self._host, replace(screen, ask=Counters(screen.ask.parts))):
            self.add_up()

    def _set_place(self) -> None:
        """Set the place to what is half entered, else to the answer undone here, else to the likeliest one."""
        screen = self.screen()
        self.place = start_position(screen.ask, load_draft(self._host, screen) or self.offered())
        self._result_before = self._host.result_before() if self._host and self._play.n == 0 else None
        self.steps += 1

    def screen(self) -> Screen:
        """Return the step; a correction that was undone here is offered first."""
        undone = self._play.offered
        if undone is None or undone.kind != "correct":
            return self._step()
        again = Choice(CORRECT_AGAIN, correct_again_words(self._play, undone.value))
        return _with_again_row(self._step(), again)

    def take(self, value: Any) -> None:
        """Give the answer to the play; on a result, put the play away."""
        play = self._play
        if value == CORRECT:
            self._host.open(corrections(self._host, play))
        elif value == PUT_AWAY:
            self._host.open(PutAway(self._host, play, self._highlight_done))
        elif value == PLAY_AGAIN:
            self._host.play_again(play)
        elif value in (CORRECT_AGAIN, CONTINUE_WITHOUT):
            self._host.commit(play.redo() if value == CORRECT_AGAIN else play.discard_redo())
        elif play.screen.role is Role.RESULT:
            self._host.archive()
        else:
            self._host.commit(play.give(self._answer(value)))

    def _highlight_done(self) -> None:
        self.place = replace(self.place, cursor=cursor_at(self.screen().ask, GO_ON))

    def back(self) -> None:
        """Take back one input; from the first step, go back to the options, or to the result before it."""
        play = self._play
        if play.n == 0:
            self._host.leave_first_step(play, self._result_before)
            return
        if play.n == play.undo_limit:
            raise Refused(Text("Undo stops here"))
        self._host.commit(play.undo())

    @property
    def back_word(self) -> Text:  # type: ignore[override]  # other views say the same all the time
        """What Back does on the first page: nothing if undo stops."""
        if self._play.n == 0:
            return Text("Options") if self._result_before is None else Text("Result")
        return UNDO if self._play.n > self._play.undo_limit else Text("")

    def why(self) -> None:
        """Show why this step is as it is."""
        self._host.open(why_step(self._host, self._play, self._play.n))

    def add_up(self) -> None:
        """Open the lines of the total that is asked for."""
        self._host.open(AddUp(self._host, self._play))

    def on_overscroll(self, direction: int) -> bool:
        """Show the bot's side if the player turns left from the first row or page."""
        opens_side = direction < 0 and has_side(self.screen())
        if opens_side:
            self._host.open(SideView(self._host, self._play))
        return opens_side

    def offered(self) -> Entry | None:
        """Return the undone answer that is offered here, as this view takes it.

        For a `done` with the device's own options it is the first of them, for counts of a total their sum.
        """
        undone, ask = self._play.offered, self._play.screen.ask
        if undone is None or undone.kind == "correct":
            return None
        if isinstance(ask, Number) and isinstance(undone.value, dict):
            return Entry("answer", undone.key, add_up(ask.parts, undone.value), "player")
        if isinstance(ask, Done) and isinstance(self._step().ask, Pick):
            return Entry("answer", undone.key, GO_ON, "player")
        return undone

    def _step(self) -> Screen:
        """Return the step, with “Correct a value…” on what the bot had the player do; on a result, what comes next."""
        screen = self._play.screen
        if screen.role is Role.RESULT:
            tidy_up = (Choice(PUT_AWAY, Text("Tidy up…")),) if self._play.engine.put_away(self._play.state) else ()
            rows = (Choice(PLAY_AGAIN, Text("Play again")), *tidy_up, Choice(GO_ON, Text("Done")))
            return replace(screen, ask=Pick(rows, PLAY_AGAIN))
        if screen.role is not Role.INSTRUCTION or screen.badge.who is Who.TABLE:
            return screen
        options = screen.ask.options if isinstance(screen.ask, Pick) else (Choice(GO_ON, Text("Done")),)
        rows = (*options, Choice(CORRECT, Text("Correct a value…")))
        return replace(screen, ask=Pick((*sorted(rows, key=lambda row: row.id == ENDS_EARLY),), GO_ON))

    def _answer(self, value: Any) -> Any:
        """Return the answer as the engine takes it: for an undone total that was counted, its counts."""
        match self._play.screen.ask:
            case Done():
                return True
            case YesNo():
                return value in (True, "yes")
            case Number():
                undone, total = self._play.offered, self.offered()
                return undone.value if undone is not None and total is not None and total.value == value else value
        return value


class SideView(Pages):
    """The bot's side of the table. The drawing of the step comes first: it may have had no room beside the words.

    Push opens the legend of its drawings.
    """

    def __init__(self, host: Host, play: Play[Any]) -> None:
        self._host = host
        side = _side(play)
        super().__init__(side.title, (), self._leave, title=side.title, key="side", side=side)
        self._screen = replace(self._screen, badge=play.screen.badge)
        self._legend = legend(side)
        self.push_word = LEGEND if self._legend else None

    def push(self) -> None:
        """Open the legend; close if there is nothing to explain."""
        if self._legend is None:
            self._leave()
            return
        side = Side(LEGEND, (self._legend,))
        self._host.open(Pages(LEGEND, (), self._leave, title=LEGEND, key="legend", side=side))

    def _leave(self) -> None:
        self._host.close()

    def on_overscroll(self, direction: int) -> bool:
        """Close, to the right."""
        if direction > 0:
            self._close()
        return direction > 0


class AddUp(View):
    """The lines of a total as counters. Their sum is the answer; the counts are stored with it."""

    keeps_entered = True

    def __init__(self, host: Host, play: Play[Any]) -> None:
        self._host = host
        self._play = play
        super().__init__(host.close)
        undone = play.offered
        undone_counts = undone if undone is not None and isinstance(undone.value, dict) else None
        screen = self.screen()
        self.place = start_position(screen.ask, load_draft(host, screen) or undone_counts)

    def screen(self) -> Screen:
        """Return the lines."""
        return replace(self._play.screen, headline=ADD_UP, lines=(), ask=Counters(self._parts), drawing=None)

    @property
    def next_words(self) -> tuple[Text, ...]:  # type: ignore[override]  # other views say the same all the time
        """What Next takes: the sum so far."""
        return (Text("Take {n}", n=add_up(self._parts, value_at(self.screen().ask, self.place.cursor))),)

    def take(self, value: Any) -> None:
        """Answer with the counts."""
        self._host.commit(self._play.give(value))

    @property
    def _parts(self) -> tuple[Part, ...]:
        ask = self._play.screen.ask
        assert isinstance(ask, Number)  # a total
        return ask.parts


class PutAway(Series):
    """The steps of putting the bot's components away, to be read; they are no inputs, and the result stays."""

    def __init__(self, host: Host, play: Play[Any], on_end: Callable[[], None]) -> None:
        """`on_end` is called when all steps were read."""
        self._on_end = on_end
        self._steps = play.engine.put_away(play.state)
        super().__init__(len(self._steps), host.close)

    def take(self, value: Any) -> None:
        """Go on to the next step; after the last one, close."""
        if self.is_last:
            self._on_end()
        super().take(value)

    def screen(self) -> Screen:
        """Return the step."""
        headline, *lines = self._steps[self._at].texts
        badge = Badge(Who.TABLE, THE_END.place, step=self._at + 1, steps=self._count)
        return replace(menu_screen("put_away", headline, lines, Done()), badge=badge)

    @property
    def next_words(self) -> tuple[Text, ...]:  # type: ignore[override]  # other views say the same all the time
        """What Next does after the last line of a step."""
        return (CLOSE,) if self.is_last else (Text("Next step"), Text("Next"))


def asks_nothing(screen: Screen) -> bool:
    """Return whether a step of a play asks for no answer: the player's own turn, or the result."""
    return screen.role is Role.RESULT or (screen.role is Role.INSTRUCTION and screen.badge.who is Who.YOU)


def has_side(screen: Screen) -> bool:
    """Return whether turning left shows the side: it must not be needed to count down or to leave a line."""
    if screen.role is Role.QUESTION:
        return screen.drawing is not None and isinstance(screen.ask, Pick | Marks | Draw | YesNo)
    return screen.role is Role.INSTRUCTION


def _side(play: Play[Any]) -> Side:
    """Return the side, with what the step draws as its first part."""
    side, drawing = play.engine.side(play.state), play.screen.drawing
    if drawing is None or isinstance(drawing, Side):
        return side
    return Side(side.title, (drawing, *(part for part in side.parts if part != drawing)))


def load_draft(host: Host | None, screen: Screen) -> Entry | None:
    """Return the stored half-entered answer to a step; None without one, without a host, or if its ask forbids it."""
    ask = replace(screen.ask, low=0) if isinstance(screen.ask, Marks) else screen.ask
    if host is None or not isinstance(ask, Counters | Marks):
        return None
    draft = host.folder.plays.draft(host.number)
    if draft is None or draft.key != screen.key:
        return None
    try:
        check(ask, draft.value)
    except Refused:
        return None
    return draft


def keep_draft(host: Host, view: View) -> None:
    """Store what is half entered in a view of a step of the play."""
    screen = view.screen()
    value = value_at(screen.ask, view.place.cursor)
    host.folder.plays.keep_draft(host.number, Entry("answer", screen.key, value, "player"))


def _with_again_row(step: Screen, again: Choice) -> Screen:
    """Return a step with the row `again` first; before a step without a list, a question of two rows."""
    if isinstance(step.ask, Pick | Draw | YesNo):
        return replace(step, ask=Pick((again, *options_of(step.ask)), again.id))
    rows = (again, Choice(CONTINUE_WITHOUT, Text("Go on without it")))
    question = menu_screen("again", Text("Correct it again?"), (), Pick(rows, again.id))
    return replace(question, badge=step.badge)
