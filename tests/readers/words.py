"""The words of a screen as they are drawn in English, for a reader; and the value of his answer in words."""

from typing import Any, NamedTuple

from display.layout import options_of
from engines.kit.contract import Ask, Choice, Counters, Done, Draw, Marks, Number, Pick, Roll, Screen, YesNo
from engines.kit.drawings import describe
from engines.kit.engine import Engine
from engines.kit.play import Play
from engines.kit.text import ENGLISH, Text
from firmware.views import chrome
from firmware.views.position import likely_answer


class Seen(NamedTuple):
    """A screen as it is read.

    `who` and `where` are the two sides of the header: `whose` turn it is ("you", "bot", or "table" in set-up and
    upkeep), and the progress of the play. `rows` can be chosen, ticked, drawn or counted, and `blocked` has the reasons
    of those that cannot. `bounds` are the ends of a number. `next` is the row that Next takes at once. `drawn` are the
    sentences of the drawing beside the lines.
    """

    whose: str
    who: str
    where: str
    headline: str
    lines: tuple[str, ...]
    kind: str
    rows: tuple[str, ...]
    blocked: dict[str, str]
    bounds: tuple[int, int] | None
    next: Any
    asks: bool
    """True for a question, which needs an answer from the board; else it is an instruction, or the result."""
    drawn: tuple[str, ...] = ()

    @property
    def yours(self) -> bool:
        """Return whether it is the idle screen: the bot's orders, and your turn."""
        return self.whose == "you" and not self.asks


def read_screen(play: Play[Any]) -> Seen:
    """Return the words of the pending step of a play."""
    screen, words = play.screen, ENGLISH.words
    options = options_of(screen.ask)
    turn, progress = header(play.engine, screen)
    return Seen(
        screen.badge.who.value,
        words(turn),
        words(progress),
        words(screen.headline),
        tuple(words(line) for line in screen.lines),
        str(screen.ask.__struct_config__.tag),
        tuple(words(option.text) for option in options),
        {words(option.text): words(option.blocked) for option in options if option.blocked},
        (screen.ask.low, screen.ask.high) if isinstance(screen.ask, Number | Roll) else None,
        in_words(screen.ask, likely_answer(screen.ask)),
        screen.role.value == "question",
        () if screen.drawing is None else tuple(words(sentence) for sentence in describe(screen.drawing)),
    )


def header(engine: Engine[Any], screen: Screen) -> tuple[Text, Text]:
    """Return both sides of the header, in full."""
    names = chrome.Names(engine.title, engine.bot)
    return chrome._whose_turn(screen.badge, names), chrome._progress(screen.badge)[0]


def in_words(ask: Ask, value: Any) -> Any:
    """Return an answer in words, as a reader gives it."""
    texts = {one.id: ENGLISH.words(one.text) for one in (ask.remaining if isinstance(ask, Draw) else options_of(ask))}
    match ask:
        case Pick() | Draw():
            return texts[value]
        case Marks():
            return [texts[one] for one in value]
        case Counters():
            return {texts[name]: n for name, n in value.items()}
    return value


def as_value(ask: Ask, answer: Any) -> Any:
    """Return the value of an answer in words; AssertionError if the screen does not list it."""
    match ask:
        case Done():
            return True
        case YesNo() | Number() | Roll():
            return answer
        case Pick() | Draw():
            return _id(options_of(ask), answer)
        case Marks():
            return [_id(ask.options, one) for one in answer]
        case Counters():
            return {_id(options_of(ask), one): n for one, n in answer.items()}


def _id(options: tuple[Choice, ...], words: str) -> str:
    ids = {ENGLISH.words(option.text): option.id for option in options}
    assert words in ids, f"the reader answers “{words}”; the screen lists: {', '.join(ids)}"
    return ids[words]
