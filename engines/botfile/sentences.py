"""Sentences of a bot file, with the values that they have now."""

from collections.abc import Iterable
from string import Formatter
from typing import Any

from engines.botfile.bot import Bot
from engines.botfile.state import Said, Scope
from engines.botfile.tables import Line
from engines.botfile.words import own
from engines.text import Icon, Text


def said(scope: Scope, table: Any, words: str = "") -> Said:
    """Return the sentence of a step or line with its values; `words` where it is not what the table says."""
    sentence = words or getattr(table, "say", "") or getattr(table, "headline", "")
    plural = getattr(table, "plural", "")
    further = {name: scope.value(one) for name, one in getattr(table, "with_", {}).items()}
    if plural:
        further["n"] = int(scope.value(table.n))
    if icon := getattr(table, "icon", ""):
        further["icon"] = icon
    names = {name for one in (sentence, plural) for _, name, _, _ in Formatter().parse(one) if name}
    values = {name: further[name] if name in further else _held(scope, name) for name in sorted(names)}
    if plural:
        values["n"] = further["n"]
    return Said(sentence, plural, values)


def _held(scope: Scope, name: str) -> Any:
    if scope.bot.is_id(name):
        return name
    value = scope(name)
    return list(value) if isinstance(value, dict | tuple) else value


def text(bot: Bot, one: Said) -> Text:
    """Return a sentence as it is drawn."""
    icons = {"icon": Icon(one.values["icon"])} if "icon" in one.values else {}
    values = {name: bot.word(value) for name, value in one.values.items() if name not in icons}
    return own(one.say, plural=one.plural or None, **values, **icons)


def lines(scope: Scope, given: Iterable[Any], table: Any = None) -> tuple[Text, ...]:
    """Return the lines of a step whose conditions hold."""
    found = []
    for line in given:
        if isinstance(line, str):
            found.append(text(scope.bot, said(scope, table, line)))
        elif isinstance(line, Line) and scope.value(line.if_):
            found.append(text(scope.bot, said(scope, line)))
    return tuple(found)


def words(scope: Scope, sentence: str, table: Any = None) -> Text:
    """Return a single sentence of a step as it is now."""
    return text(scope.bot, said(scope, table, sentence))
