"""The recap: the steps of this turn and the last.

steps ─▶ the words of one ─▶ go back to it
  └─ Push ─▶ why ◀─ Push ─┘
"""

from typing import Any

from msgspec.structs import replace

from display.layout import options_of
from engines.kit.contract import (
    Ask,
    Badge,
    Choice,
    Counters,
    Done,
    Draw,
    Entry,
    Marks,
    Number,
    Pick,
    Refused,
    Role,
    Screen,
    Who,
    add_up,
)
from engines.kit.play import Play
from engines.kit.text import Value
from firmware.text import Text
from firmware.views.host import Host
from firmware.views.view import View, menu_screen
from firmware.views.why import why_step

MAX_RECAP_STEPS = 12
"""The most steps that a recap lists, so that it stays short."""
STEPS = Text("Steps so far")
NO_STEPS = Text("No earlier steps here")


class Recap(View):
    """The inputs of this turn and the last; Next opens the step of the highlighted one, Push asks why it was so."""

    explains = True
    next_words = (Text("Open"),)

    def __init__(self, host: Host, play: Play[Any]) -> None:
        """`Refused` if there is no input yet."""
        self._host = host
        self._play = play
        self._inputs = tuple(_recent_inputs(play))
        if not self._inputs:
            raise Refused(NO_STEPS)
        super().__init__(host.close)

    def screen(self) -> Screen:
        """Return the list."""
        choices = tuple(Choice(str(n), input_line(self._play, n)) for n in self._inputs)
        question = menu_screen("recap", STEPS, (), Pick(choices, choices[0].id))
        return replace(question, badge=self._play.screen.badge)

    def take(self, value: Any) -> None:
        """Open the step that the chosen input answered."""
        self._host.open(EarlierStep(self._host, self._play, int(value) - 1))

    def why(self) -> None:
        """Show why the step of the highlighted row was as it was."""
        self._host.open(why_step(self._host, self._play, self.step))

    @property
    def step(self) -> int:
        """Return the number of inputs before the step of the highlighted row."""
        return self._inputs[self.place.cursor.highlight] - 1


class EarlierStep(View):
    """The words of the step after `step` inputs, and the answer if it asked; Next goes back to it."""

    title = Text("Earlier step")
    next_words = (Text("Go back to here"), Text("Go back"))

    def __init__(self, host: Host, play: Play[Any], step: int) -> None:
        self._host = host
        self._play = play
        self.step = step
        screen, badge = play.screen_before(step + 1), Badge(Who.TABLE)
        headline = input_line(play, step + 1) if screen.role is Role.QUESTION else screen.headline
        lines = (*screen.lines, *_count_lines(screen.ask, play.steps[step + 1].entry))
        self._screen = replace(
            screen, key="device.step", role=Role.INSTRUCTION, headline=headline, lines=lines, badge=badge, ask=Done()
        )
        super().__init__(host.close)

    def screen(self) -> Screen:
        """Return the step without what it asked for."""
        return self._screen

    def take(self, _: Any) -> None:
        """Go back to the step."""
        self._host.commit(self._play.undo(self._play.n - self.step))

    def why(self) -> None:
        """Show why the step was as it was."""
        self._host.open(why_step(self._host, self._play, self.step))


def input_line(play: Play[Any], n: int) -> Text:
    """Return input `n` as one line: the headline that it answered, and the answer."""
    screen, entry = play.screen_before(n), play.steps[n].entry
    assert entry is not None  # only the start has none
    headline, answer = screen.headline, _answer_words(screen, entry)
    if headline.one.endswith("?"):
        return Text("{headline} {answer}", headline=headline, answer=answer)
    return Text("{headline}: {answer}", headline=headline, answer=answer)


def _answer_words(screen: Screen, entry: Entry) -> Value:
    if entry.kind == "correct":
        return Text("corrected")
    ask = screen.ask
    if isinstance(ask, Done):
        return Text("done")
    if isinstance(entry.value, bool):
        return Text("Yes") if entry.value else Text("No")
    if isinstance(ask, Counters):
        return tuple(entry.value[line.id] for line in ask.lines)
    value = add_up(ask.parts, entry.value) if isinstance(ask, Number) and isinstance(entry.value, dict) else entry.value
    names = {option.id: option.text for option in (ask.remaining if isinstance(ask, Draw) else options_of(ask))}
    if isinstance(ask, Marks):
        return tuple(names[mark] for mark in entry.value) or Text("none")
    return names.get(str(value), Text("{value}", value=value))


def _count_lines(ask: Ask, entry: Entry | None) -> tuple[Text, ...]:
    """Return a line for each count with its label, since the row of the recap has only the numbers."""
    if not isinstance(ask, Counters) or entry is None or entry.kind == "correct":
        return ()
    return tuple(Text("{line} {n}", line=line.text, n=entry.value[line.id]) for line in ask.lines)


def _recent_inputs(play: Play[Any]) -> list[int]:
    """Return the inputs since the turn before this one began, newest first."""
    inputs: list[int] = []
    turns = {_turn_of(play.screen)}
    for n in range(play.n, max(play.undo_limit, play.n - MAX_RECAP_STEPS), -1):
        turns.add(_turn_of(play.screen_before(n)))
        if len(turns) > 2 and inputs:  # noqa: PLR2004 - this turn and the one that led to it
            break
        inputs.append(n)
    return inputs


def _turn_of(screen: Screen) -> tuple[Text | None, int | Text | None]:
    return screen.badge.place, screen.badge.turn
