"""Sentences of a bot file, with the values that they have now."""

from collections.abc import Iterable
from string import Formatter
from typing import Any

from engines.botfile.bot import Bot
from engines.botfile.kinds import Tell
from engines.botfile.state import Frame, Said, Scope
from engines.botfile.words import own
from engines.contract import Order, Refused
from engines.screens import Content
from engines.text import Icon, Text

MAX_SENTENCE = 1_000
"""Letters of a sentence with its values."""
MAX_LETTERS = 12_000
"""Letters of a screen, as `letters` counts them."""
ROW = 10
NAME = 10
"""Work that a value in a sentence is."""


def said(scope: Scope, given: Any) -> Said:
    """Return a sentence with its values; of several, the first whose condition holds."""
    if isinstance(given, list):
        given = next((one for one in given if isinstance(one, str) or scope.value(one.if_)), "")
    if isinstance(given, str):
        return Said(given, values=_values(scope, given, {}))
    further = {name: scope.value(one) for name, one in given.with_.items()}
    if given.plural or given.n != 0:
        further["n"] = scope.number(given.n)
    if given.icon:
        further["icon"] = given.icon
    values = _values(scope, given.say + given.plural, further)
    return Said(given.say, given.plural, {"n": further["n"], **values} if given.plural else values)


def text(bot: Bot, one: Said) -> Text:
    """Return a sentence as it is drawn."""
    icons = {"icon": Icon(one.values["icon"])} if "icon" in one.values else {}
    values = {name: bot.word(value) for name, value in one.values.items() if name not in icons}
    return own(one.say, plural=one.plural or None, **values, **icons)


def line(bot: Bot, one: Said) -> Text | Order:
    """Return a line that was said: an order, unless it was given before."""
    return Order(one.order, text(bot, one)) if one.order else text(bot, one)


def place(frame: Frame) -> str:
    """Return the id of what a step tells the player to do: where it is in the file."""
    return f"{frame.block}#{frame.at + 1}"


def instruction(scope: Scope, step: Tell, frame: Frame) -> tuple[Text | Order, tuple[Order, ...]]:
    """Return headline and lines of an instruction: the lines are orders, without any the headline is one."""
    told = enumerate(lines(scope, step.lines), 1)
    own = tuple(Order(f"{place(frame)}.{n}", line) for n, line in told)
    headline = words(scope, step.tell)
    return headline if own else Order(place(frame), headline), own


def words(scope: Scope, given: Any) -> Text:
    """Return a sentence of the file as it is now."""
    return text(scope.bot, said(scope, given))


def lines(scope: Scope, given: Iterable[Any]) -> tuple[Text, ...]:
    """Return the lines of a step whose conditions hold."""
    return tuple(words(scope, line) for line in given if isinstance(line, str) or scope.value(line.if_))


def checked(content: Content) -> Content:
    """Return what a screen says; `Refused` where it is too much for one."""
    ask: Any = content.ask
    rows = getattr(ask, "options", getattr(ask, "lines", getattr(ask, "left", ())))
    if sum(map(letters, (*content.texts, *(one.text for one in rows)))) > MAX_LETTERS:
        raise Refused(Text("The bot’s file: a screen has more than {n} letters.", n=MAX_LETTERS))
    return content


def letters(said: Any) -> int:
    """Return about how many letters are said; each sentence, and each value in one, is `ROW` more."""
    if isinstance(said, Text):
        return ROW + len(said.one) + sum(map(letters, said.values.values()))
    return sum(map(letters, said)) if isinstance(said, tuple) else len(str(said))


def _values(scope: Scope, sentence: str, further: dict[str, Any]) -> dict[str, Any]:
    names = [name for _, name, _, _ in Formatter().parse(sentence) if name]
    values = {name: further[name] if name in further else _held(scope, name) for name in sorted(set(names))}
    long = len(sentence) + sum(letters(scope.bot.word(values[name])) for name in names)
    scope.spend(NAME * len(names) + long // 4)
    if long > MAX_SENTENCE:
        raise Refused(Text("The bot’s file: “{text}” becomes longer than {n} letters.", text=sentence, n=MAX_SENTENCE))
    return values


def _held(scope: Scope, name: str) -> Any:
    if scope.bot.is_id(name):
        return name
    value = scope(name)
    return list(value) if isinstance(value, dict | tuple) else value
