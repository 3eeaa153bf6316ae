"""Words for reasons, the same for all games: the chain of what followed from what, and the rules behind it."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from engines.kit.contract import TIED, Reason
from engines.kit.rules import DEVICE, RuleBook
from engines.kit.text import Led, Text, Value, sentences

MAX_CHAIN_ROWS = 5
"""Rows of a chain, so that one look takes it in."""
MAX_ROW_VALUES = 3
"""Facts of a row, and outcomes; all of them are behind it."""
MAX_LIST_VALUES = 6
"""Values of a list in a row; of more, the row has the number."""
NOTHING = Text("")


class _Many(int):
    """How many values a list has."""


class Link(Struct, frozen=True):
    """A row of a chain: the reason that it tells; `whole` if it tells all of it."""

    text: Led
    reason: Reason
    whole: bool


class Chain(Struct, frozen=True):
    """What followed from what, in order; `decided` is the place of what decided it. `more` are further reasons."""

    links: tuple[Link, ...]
    decided: int
    more: tuple[Reason, ...]


def chain(book: RuleBook, reasons: Iterable[Reason], *, asks: bool = False) -> Chain:
    """Return reasons as a chain of at most `MAX_CHAIN_ROWS` rows; if it explains a question, the last one `asks`.

    Each fact is told once, but for one that changes on the way. What decided is the question, else the last tie that
    was broken, else what followed last from facts.
    """
    reasons = _without_repeats(reasons)
    weights = [_weight(book, reason, asks=asks and reason is reasons[-1]) for reason in reasons]
    kept = _heaviest(weights, MAX_CHAIN_ROWS if all(weights) and len(weights) <= MAX_CHAIN_ROWS else MAX_CHAIN_ROWS - 1)
    links = _links(book, [reasons[n] for n in kept], asks=asks)
    decided = max(range(len(kept)), key=lambda n: (weights[kept[n]], n), default=0)
    return Chain(links, decided, tuple(reason for n, reason in enumerate(reasons) if n not in kept))


def rules(book: RuleBook, reasons: Iterable[Reason]) -> tuple[Text, ...]:
    """Return the rules of reasons with their places, those of one place joined; then the book, and the device's."""
    places: dict[str, dict[str, Text]] = {}
    for reason in reasons:
        found = book.find(reason.rule)
        places.setdefault(found.heading, {})[found.id] = Text(found.statement)
    joined = {heading: sentences(tuple(said.values())) for heading, said in places.items()}
    own = [_device_rule(joined.pop(DEVICE))] if DEVICE in joined else []
    lines = [
        Text("{statements} (“{heading}”)", statements=statements, heading=Text(heading))
        for heading, statements in joined.items()
    ]
    return (*lines, *([Text("{book}.", book=Text(book.book))] if lines else []), *own)


def place(book: RuleBook, rule: str) -> Text:
    """Return the place of a rule in its book; the device's own have none."""
    heading = book.find(rule).heading
    if heading == DEVICE:
        return Text("Tavolino.")
    return Text("“{heading}”, {book}.", heading=Text(heading), book=Text(book.book))


def statement(book: RuleBook, rule: str) -> Text:
    """Return a rule in our words alone."""
    return Text(book.find(rule).statement)


def facts(book: RuleBook, reason: Reason) -> tuple[Text, ...]:
    """Return what a reason rests on, and what followed from it."""
    lines = []
    if reason.facts:
        lines.append(Text("{facts}.", facts=tuple(_pairs(book, reason.facts))))
    if reason.outcome:
        lines.append(Text("→ {outcome}.", outcome=tuple(_pairs(book, reason.outcome))))
    return tuple(lines)


def words(book: RuleBook, reason: Reason) -> tuple[Text, ...]:
    """Return the sentences of one reason: the rule with its place, the facts used, what followed."""
    found = book.find(reason.rule)
    statement, heading = Text(found.statement), Text(found.heading)
    rule = Text("{statement} ({book}, “{heading}”)", statement=statement, book=Text(book.book), heading=heading)
    return (_device_rule(statement) if found.heading == DEVICE else rule, *facts(book, reason))


def _device_rule(statement: Text) -> Text:
    """Return a rule of the device with its place, which is no book."""
    return Text("{statement} (Tavolino)", statement=statement)


def tie_words(book: RuleBook, reasons: Iterable[Reason]) -> Text | None:
    """Return in a few words how the only tie among reasons was broken; None if there was none, or more than one."""
    ties = {reason.rule: words for reason in reasons if (words := _tie_of(book, reason))}
    return next(iter(ties.values())) if len(ties) == 1 else None


def _tie_of(book: RuleBook, reason: Reason) -> Text | None:
    """Return how a reason broke a tie; None if it found none."""
    words = book.find(reason.rule).tie if len(reason.facts.get(TIED, ())) > 1 else ""
    return Text(words) if words else None


def _without_repeats(reasons: Iterable[Reason]) -> list[Reason]:
    """Return the reasons without those that say what one before them has said."""
    joined: list[Reason] = []
    for reason in reasons:
        if reason not in joined:
            joined.append(reason)
    return joined


def _weight(book: RuleBook, reason: Reason, *, asks: bool) -> int:
    """Return how much a reason tells: what it asks, the tie it broke, what followed from facts; 0: nothing followed."""
    if asks:
        return 4
    if not reason.outcome:
        return 0
    return 3 if _tie_of(book, reason) else 2 if reason.facts else 1


def _heaviest(weights: list[int], n: int) -> list[int]:
    """Return the places of the `n` heaviest, in order; of equal ones the first."""
    places = [place for place, weight in enumerate(weights) if weight]
    return sorted(sorted(places, key=lambda place: -weights[place])[:n])


def _links(book: RuleBook, reasons: list[Reason], *, asks: bool) -> tuple[Link, ...]:
    """Return reasons as links. A fact is told once, but for one that changes on the way."""
    values = [{**reason.facts, **reason.outcome} for reason in reasons]
    told: dict[str, Any] = {}
    changing = {name for one in values for name, value in one.items() if told.setdefault(name, value) != value}
    told.clear()
    links = []
    for reason, one in zip(reasons, values, strict=True):
        links.append(_link(book, reason, set(told) - changing, asks=asks and reason is reasons[-1]))
        told |= one
    return tuple(links)


def _link(book: RuleBook, reason: Reason, told: set[str], *, asks: bool) -> Link:
    """Return a reason as a link, without the facts that were `told`."""
    facts = {name: value for name, value in reason.facts.items() if name not in told}
    broken = _tie_of(book, reason)
    tie = () if broken is None else (Text("tie: {tie}", tie=broken),)
    asked = (Text("this question"),) if asks else ()
    few, briefly = _first_values(facts), _first_values(reason.outcome)
    followed = (*(_change(book, name, value, few) for name, value in briefly.items()), *tie, *asked)
    because = Text("{facts}", facts=tuple(_pairs(book, few))) if few else NOTHING
    whole = few == facts and briefly == reason.outcome
    return Link(Led(because, Text("→ {outcome}", outcome=followed)), reason, whole)


def _first_values(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return what of facts or outcomes is told at a glance: the first ones, and of a long list how many it has."""
    few = list(values.items())[:MAX_ROW_VALUES]
    return {name: _Many(len(value)) if _long(value) else value for name, value in few}


def _long(value: Any) -> bool:
    return isinstance(value, list | tuple) and len(value) > MAX_LIST_VALUES


def _change(book: RuleBook, name: str, value: Any, facts: Mapping[str, Any]) -> Text:
    """Return what a value became: without its name if the facts end with what it was."""
    if name in facts and list(facts)[-1] == name:
        return Text("{value}", value=_value(book, value))
    return next(_pairs(book, {name: value}))


def _pairs(book: RuleBook, values: Mapping[str, Any]) -> Iterator[Text]:
    for name, value in values.items():
        yield Text("{name}: {value}", name=book.word(name) or _id_words(name), value=_value(book, value))


def _value(book: RuleBook, value: Any) -> Value:
    if isinstance(value, bool):
        return Text("yes") if value else Text("no")
    if value is None:
        return Text("none")
    if isinstance(value, _Many):
        return Text("{n} in all", n=int(value))
    if isinstance(value, list | tuple):
        return tuple(_value(book, one) for one in value) or Text("none")
    return value if isinstance(value, int) else book.value_word(str(value)) or _id_words(value)


def _id_words(name: str) -> Text:
    """Return an id as it is: that of a card without a name is the number printed on it."""
    return Text("{id}", id=name)
