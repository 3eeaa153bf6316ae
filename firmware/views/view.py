"""The classes of views: a screen, and the effects of keys on it. Steps of a play, menus and texts are all views."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engines.kit.contract import (
    Ask,
    Badge,
    Choice,
    Done,
    Emblem,
    Entry,
    Marks,
    Number,
    Pick,
    Refused,
    Role,
    Screen,
    Who,
)
from engines.kit.drawings import Side
from engines.kit.options import Choose, Count, Switch
from firmware.text import Text
from firmware.views.position import start_position

UNDO = Text("Undo")
BACK = Text("Back")
CLOSE = Text("Close")
WHY = Text("Why?")
LEGEND = Text("Legend")
ADD_UP = Text("Add up with me")


class View:
    """One step of the device. `place` is the player's position in it, kept while other views are above."""

    back_word = BACK
    reading = False
    """True if it is only to be read: then Push closes it."""
    explains = False
    """True if Push explains the highlighted row of a list."""
    push_word: Text | None = None
    """The word for Push on pages to read, if it does not close them."""
    title: Text | None = None
    """The words of the header; without them it says whose turn it is."""
    game: str | None = None
    """The game whose words it shows, if that may differ from the one played."""
    next_words: tuple[Text, ...] | None = None
    """The words for Next on the last page, longest first; None: it gives the answer."""
    keeps_entered = False
    """True if entered numbers and ticks are stored before they are answered."""
    corners = False
    """True if a dot in each corner marks the ends of the glass."""
    on_glass = False
    """True once it was on the glass."""
    just_undone = False
    """True after an undo, until another key comes: then Back undoes the next input on any page."""
    learns = False
    """True if keys of USB devices are learned here and have no other effect."""
    steps = 0
    """The number of steps that this view has shown, even if two of them look alike."""

    def __init__(self, back: Callable[[], None] | None = None) -> None:
        """`back`: what Back does on the first page; None if there is nothing to go back to."""
        self._back = back
        self.place = start_position(self.screen().ask)

    def screen(self) -> Screen:
        """Return what is shown."""
        raise NotImplementedError

    def take(self, value: Any) -> None:
        """Do what Next says: the answer `value` was given. `Refused` if it cannot be."""
        raise NotImplementedError

    def back(self) -> None:
        """Do what Back says, on the first page."""
        if self._back is None:
            raise Refused(Text("Nothing to go back to"))
        self._back()

    def why(self) -> None:
        """Do what Push says on an instruction or a result."""

    def push(self) -> None:
        """Do what Push says on something to read: close it."""
        self.take(True)

    def add_up(self) -> None:
        """Do what Push says on a total that has parts."""

    def learn(self, device: str, code: int) -> None:
        """Learn a key of a USB device. `Refused` if it cannot be."""

    def on_overscroll(self, direction: int) -> bool:
        """Do what turning past the first (-1) or last (1) place says. Return whether it did anything."""
        del direction
        return False

    def offered(self) -> Entry | None:
        """Return the undone input that is offered here."""
        return None


class Pages(View):
    """Text and drawings to read."""

    reading = True
    next_words = (CLOSE,)

    def __init__(
        self,
        headline: Text,
        lines: Iterable[Text],
        close: Callable[[], None],
        back: Callable[[], None] | None = None,
        title: Text | None = None,
        *,
        key: str = "pages",
        side: Side | None = None,
    ) -> None:
        """`back`: what Back does on the first page, if that is not to close; `side` is drawn below the lines."""
        self.title = title
        self._screen = replace(menu_screen(key, headline, tuple(lines), Done()), drawing=side)
        self._close = close
        super().__init__(back or close)

    def screen(self) -> Screen:
        """Return the pages as a screen without a question."""
        return self._screen

    def take(self, _: Any) -> None:
        """Close."""
        self._close()


class Series(View):
    """Screens one after the other. Next and Back lead on and back, and close at the ends."""

    def __init__(self, count: int, close: Callable[[], None]) -> None:
        self._at, self._count = 0, count
        super().__init__(close)

    @property
    def is_last(self) -> bool:
        """True if it shows the last screen."""
        return self._at == self._count - 1

    def take(self, _: Any) -> None:
        """Go on to the next screen."""
        self.go(1)

    def back(self) -> None:
        """Go back to the screen before."""
        self.go(-1)

    def go(self, direction: int) -> None:
        """Go to the next (1) or the previous (-1) screen; past the ends, close."""
        if self._at + direction not in range(self._count):
            super().back()
            return
        self._at += direction
        self.steps += 1
        self.place = start_position(self.screen().ask)


class Menu(View):
    """A list as data: each row an id, its words and what it does. It is built each time it is shown."""

    def __init__(
        self, build_page: "Callable[[], MenuPage]", close: Callable[[], None] | None, title: Text | None = None
    ) -> None:
        """`close` goes one level up; None if there is no level above. A `title` replaces the headline."""
        self.title = title
        self._build_page = build_page
        self.back_word = BACK if close else Text("")
        super().__init__(close)

    def screen(self) -> Screen:
        """Return the list."""
        page = self._build_page()
        choices = tuple(
            Choice(item.id, item.text, None, item.blocked, item.note, item.group, item.emblem) for item in page.items
        )
        likely = page.likely or next((choice.id for choice in choices if choice.blocked is None), choices[0].id)
        headline = page.headline if self.title is None else Text("")
        return menu_screen(page.key, headline, page.lines, Pick(choices, likely))

    def take(self, value: Any) -> None:
        """Do what the chosen row does."""
        item = next(item for item in self._build_page().items if item.id == value)
        if item.blocked is not None:
            raise Refused(item.blocked)
        item.do()

    @property
    def only_row(self) -> "Item | None":
        """The row of a list of one choice; a blocked row only informs, and lines are to be read."""
        page = self._build_page()
        row, *others = page.items
        return None if others or page.lines or row.blocked is not None else row


class Item(Struct):
    """A row of a menu. `blocked` is the reason why it cannot be chosen now; the rest is as in `Choice`."""

    id: str
    text: Text
    do: Callable[[], None]
    blocked: Text | None = None
    note: Text | None = None
    group: Text | None = None
    emblem: Emblem | None = None


class MenuPage(Struct):
    """A menu as it is now; `likely` is highlighted first, else the first row that is not blocked."""

    key: str
    headline: Text
    items: Sequence[Item]
    lines: Sequence[Text] = ()
    likely: str | None = None


class Prompt(View):
    """One question of the device itself: an answer calls `on_answer`, Back calls `close`."""

    def __init__(
        self,
        headline: Text,
        ask: Pick | Number | Marks,
        on_answer: Callable[[Any], None],
        close: Callable[[], None],
        lines: Iterable[Text] = (),
    ) -> None:
        self._screen = menu_screen("question", headline, lines, ask)
        self._on_answer = on_answer
        super().__init__(close)

    def screen(self) -> Screen:
        """Return the question."""
        return self._screen

    def take(self, value: Any) -> None:
        """Hand the answer on."""
        self._on_answer(value)


def menu_screen(key: str, headline: Text, lines: Iterable[Text], ask: Pick | Number | Marks | Done) -> Screen:
    """Return a screen of the device itself, which belongs to no play."""
    return Screen(f"device.{key}", Role.QUESTION, headline, tuple(lines), Badge(Who.TABLE), ask, {})


def other_answer(ask: Ask) -> str | int | None:
    """Return the answer that is not highlighted, of a question with two answers; None if it has more or fewer."""
    if isinstance(ask, Pick) and len(ask.options) == 2:  # noqa: PLR2004 - two states
        return next(option.id for option in ask.options if option.id != ask.likely)
    if isinstance(ask, Number) and ask.high - ask.low == 1:
        return ask.low + ask.high - int(ask.likely)
    return None


def option_prompt(
    option: Choose | Count | Switch, value: Any, on_answer: Callable[[Any], None], close: Callable[[], None]
) -> Prompt:
    """Return the question for the value of an option, which is `value` now."""
    match option:
        case Choose():
            return Prompt(option.label, Pick(option.choices, value), on_answer, close)
        case Count():
            return Prompt(option.label, Number(option.low, option.high, value), on_answer, close)
        case Switch():
            switch = (Choice("on", Text("on")), Choice("off", Text("off")))
            likely = "on" if value else "off"
            return Prompt(option.label, Pick(switch, likely), lambda answer: on_answer(answer == "on"), close)
