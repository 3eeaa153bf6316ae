"""Words for reasons, the same for all games: statement (book, heading) · facts · → outcome."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engines.contract import Reason
from engines.rules import RuleBook
from engines.text import Text, Value


def statement(book: RuleBook, rule: str) -> Text:
    """Return a rule in our words with its place in the rulebook."""
    found = book.find(rule)
    return Text(
        "{statement} ({book}, “{heading}”)",
        statement=Text(found.statement),
        book=Text(book.book),
        heading=Text(found.heading),
    )


def plain(book: RuleBook, rule: str) -> Text:
    """Return a rule in our words alone."""
    return Text(book.find(rule).statement)


def words(book: RuleBook, reason: Reason) -> tuple[Text, ...]:
    """Return the sentences of one reason: the rule, the facts used, what followed."""
    lines = [statement(book, reason.rule)]
    if reason.facts:
        lines.append(Text("{facts}.", facts=tuple(_pairs(book, reason.facts))))
    if reason.outcome:
        lines.append(Text("→ {outcome}.", outcome=tuple(_pairs(book, reason.outcome))))
    return tuple(lines)


def lines(book: RuleBook, reasons: Iterable[Reason]) -> tuple[Text, ...]:
    """Return the sentences of all reasons of a step, as short as a small panel wants them; the book comes last."""
    lines = [line for reason in reasons for line in _shortly(book, reason)]
    return (*lines, Text("{book}.", book=Text(book.book))) if lines else ()


def _shortly(book: RuleBook, reason: Reason) -> Iterator[Text]:
    found = book.find(reason.rule)
    yield Text("{statement} (“{heading}”)", statement=Text(found.statement), heading=Text(found.heading))
    facts, outcome = tuple(_pairs(book, reason.facts)), tuple(_pairs(book, reason.outcome))
    if facts and outcome:
        yield Text("{facts} → {outcome}.", facts=facts, outcome=outcome)
    elif outcome:
        yield Text("→ {outcome}.", outcome=outcome)
    elif facts:
        yield Text("{facts}.", facts=facts)


def _pairs(book: RuleBook, values: Mapping[str, Any]) -> Iterator[Text]:
    for name, value in values.items():
        yield Text("{name}: {value}", name=book.word(name) or _itself(name), value=_value(book, value))


def _value(book: RuleBook, value: Any) -> Value:
    if isinstance(value, bool):
        return Text("yes") if value else Text("no")
    if value is None:
        return Text("none")
    if isinstance(value, list | tuple):
        return tuple(_value(book, one) for one in value) or Text("none")
    return value if isinstance(value, int) else book.called(str(value)) or _itself(value)


def _itself(name: str) -> Text:
    """Return an id as it is: that of a card without a name is the number printed on it."""
    return Text("{id}", id=name)
