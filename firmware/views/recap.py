"""Where we were: what was done last, what to do now, and the steps of this turn and the last with the way back."""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from display.layout import options_of
from engines.kit.contract import (
    Choice,
    Counters,
    Done,
    Draw,
    Entry,
    Marks,
    Number,
    Pick,
    Role,
    Screen,
    Who,
    add_up,
)
from engines.kit.play import Play
from engines.kit.text import Value, sentences
from firmware.text import Text
from firmware.views.view import View, menu_screen

MAX_RECAP_STEPS = 12
"""Steps that a recap reaches back, so that it stays a glance."""


class Recap(View):
    """The inputs of this turn and the last; Next goes back to the highlighted one."""

    def __init__(self, play: Play[Any], undo: Callable[[int], None], close: Callable[[], None]) -> None:
        self._play = play
        self._undo = undo
        self._inputs = tuple(_recent(play))
        super().__init__(close)

    def screen(self) -> Screen:
        """Return the list, or the sentence that there is nothing yet."""
        if not self._inputs:
            return menu_screen("recap", Text("This turn"), (Text("Nothing was done yet."),), Done())
        choices = tuple(Choice(str(n), line(self._play.screen_before(n), self._entry(n))) for n in self._inputs)
        asked = menu_screen("recap", Text("Back to which step?"), _summary(self._play), Pick(choices, choices[0].id))
        return replace(asked, badge=self._play.screen.badge)

    def take(self, value: Any) -> None:
        """Go back to the step that the chosen input answered."""
        if not self._inputs:
            self.back()
            return
        self._undo(self._play.n - int(value) + 1)

    @property
    def step(self) -> int:
        """How many inputs were before the step of the highlighted row; without a row, before this one."""
        return self._inputs[self.place.cursor.highlight] - 1 if self._inputs else self._play.n

    def _entry(self, n: int) -> Entry:
        entry = self._play.steps[n].entry
        assert entry is not None  # only the start has none
        return entry


def line(screen: Screen, entry: Entry) -> Text:
    """Return an input as one line: the headline it answered, and the answer."""
    headline, answer = screen.headline, _answer(screen, entry)
    if headline.one.endswith("?"):
        return Text("{headline} {answer}", headline=headline, answer=answer)
    return Text("{headline}: {answer}", headline=headline, answer=answer)


def _summary(play: Play[Any]) -> Iterator[Text]:
    """Say what was done last, what the bot did with the player's help, and what the player was about to do."""
    screen = play.screen
    yours = screen.role is Role.INSTRUCTION and screen.badge.who is Who.YOU
    before = (play.screen_before(n) for n in range(play.n, max(play.undo_limit, play.n - MAX_RECAP_STEPS), -1))
    last = screen if yours else next((one for one in before if _is_deed(one)), None)
    if last is not None:
        said = last.headline
        begin = Text("{headline}.", headline=said) if yours else Text("Last: {headline}.", headline=said)
        yield sentences((begin, *last.lines))
    yield Text("Now: your turn.") if yours else Text("Now: {headline}", headline=screen.headline)


def _is_deed(screen: Screen) -> bool:
    return screen.role is Role.INSTRUCTION and screen.badge.who is not Who.TABLE


def _answer(screen: Screen, entry: Entry) -> Value:
    if entry.kind == "correct":
        return Text("corrected")
    ask = screen.ask
    if isinstance(ask, Done):
        return Text("done")
    if isinstance(entry.value, bool):
        return Text("Yes") if entry.value else Text("No")
    if isinstance(ask, Counters):
        return tuple(Text("{line} {n}", line=line.text, n=entry.value[line.id]) for line in ask.lines)
    value = add_up(ask.parts, entry.value) if isinstance(ask, Number) and isinstance(entry.value, dict) else entry.value
    names = {option.id: option.text for option in (ask.remaining if isinstance(ask, Draw) else options_of(ask))}
    if isinstance(ask, Marks):
        return tuple(names[mark] for mark in entry.value) or Text("none")
    return names.get(str(value), Text("{value}", value=value))


def _recent(play: Play[Any]) -> list[int]:
    """Return the inputs since the turn before this one began, newest first."""
    inputs: list[int] = []
    turns = {_turn(play.screen)}
    for n in range(play.n, max(play.undo_limit, play.n - MAX_RECAP_STEPS), -1):
        turns.add(_turn(play.screen_before(n)))
        if len(turns) > 2 and inputs:  # noqa: PLR2004 - this turn and the one that led to it
            break
        inputs.append(n)
    return inputs


def _turn(screen: Screen) -> tuple[Text | None, int | Text | None]:
    return screen.badge.place, screen.badge.turn
