"""The pending step of a play as a view: what each key does to the play."""

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from engines.contract import GO_ON, Choice, Done, Entry, Pick, Refused, Role, Screen, Who
from engines.play import Play
from engines.text import Text
from firmware import menus
from firmware.moves import begin
from firmware.views import UNDO, View

if TYPE_CHECKING:
    from firmware.desk import Desk

CORRECT = "device.correct"
"""The option that the device appends to the bot's instructions. Not of the engine, so never in a journal."""


class PlayView(View):
    """The step that a play waits at."""

    def __init__(self, desk: "Desk", play: Play[Any]) -> None:
        self._desk = desk
        self._play = play
        self.renew()

    def renew(self) -> None:
        """Stand at the likeliest answer of the step, or at the one that was undone here."""
        screen = self.screen()
        self.place = self._start = begin(screen.ask, self._undone(screen))
        self.steps += 1

    def screen(self) -> Screen:
        """Return the step, with “Correct a value…” on what the bot had the player do."""
        screen = self._play.screen
        if screen.role is not Role.INSTRUCTION or screen.badge.who is Who.TABLE:
            return screen
        options = screen.ask.options if isinstance(screen.ask, Pick) else (Choice(GO_ON, Text("Done")),)
        correct = Choice(CORRECT, Text("Correct a value…"))
        return replace(screen, ask=Pick((*options, correct), GO_ON))

    def take(self, value: Any) -> None:
        """Give the answer to the play; on a result, put the play away."""
        play = self._play
        if value == CORRECT:
            self._desk.open(menus.corrections(self._desk, play))
        elif play.screen.role is Role.RESULT:
            self._desk.archive()
        elif self._corrects_again():
            self._desk.keep(play.take())
            self.renew()
        else:
            self._desk.keep(play.give(True if isinstance(play.screen.ask, Done) else value))
            self.renew()
            self._desk.offer_whole(play)

    def back(self) -> None:
        """Take back one input; from the first step, go back to the options."""
        play = self._play
        if play.n == 0:
            self._desk.to_options(play.engine.key)
            return
        if play.n == play.floor:
            raise Refused(Text("Undo stops here"))
        self._desk.keep(play.undo())
        self.renew()

    @property
    def back_word(self) -> Text:  # type: ignore[override]  # other views say the same all the time
        """What Back does on the first page: nothing where undo stops."""
        if self._play.n == 0:
            return Text("Options")
        return UNDO if self._play.n > self._play.floor else Text("")

    def why(self) -> None:
        """Show why this step is as it is."""
        self._desk.open(menus.why(self._desk, self._play.engine, self._play.why()))

    def offered(self) -> Entry | None:
        """Return the undone input offered here; a correction only until the player turns to something else."""
        offered = self._undone(self.screen())
        if offered is not None and offered.kind == "correct" and not self._corrects_again():
            return None
        return offered

    def _corrects_again(self) -> bool:
        offered = self._play.offered
        untouched = self.place.cursor == self._start.cursor
        return offered is not None and offered.kind == "correct" and untouched

    def _undone(self, screen: Screen) -> Entry | None:
        """The device shows a `done` with an option added, so that its undone answer is that option."""
        offered = self._play.offered
        if offered is None or offered.kind == "correct":
            return offered
        if isinstance(self._play.screen.ask, Done) and isinstance(screen.ask, Pick):
            return Entry("answer", offered.key, GO_ON, "player")
        return offered
