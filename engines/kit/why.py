"""Words for reasons, the same for all games: a sentence for each, and the rules behind them."""

from collections.abc import Iterable
from itertools import accumulate
from string import Formatter
from typing import Any

from msgspec import Struct

from engines.kit.contract import TIED, Reason
from engines.kit.rules import DEVICE, RuleBook, Wording
from engines.kit.text import ENGLISH, Text, Value, sentences

MAX_ROWS = 5
"""Reasons of an explanation, so that one look takes it in."""
MAX_LINES, LINE_LETTERS = 7, 30
"""Lines of an explanation, and letters of a line, in English: so it is one page of 4.2" in any language."""
MAX_LABELS = 3
"""Facts and outcomes in the row of a reason without a sentence."""
MAX_LIST_VALUES = 6
"""Values of a list in such a row; of a longer list it has the number."""
BEFORE_SUFFIX = "_before"
"""The suffix of a fact's name in a sentence, if the reason changes the fact."""


class Row(Struct, frozen=True):
    """A row of an explanation: a reason and its sentence."""

    text: Text
    reason: Reason


class Explanation(Struct, frozen=True):
    """The rows in order, bookkeeping last; `highlighted` is the place of the main reason, `more` are other rules."""

    rows: tuple[Row, ...]
    highlighted: int
    more: tuple[Reason, ...]


def explain(book: RuleBook, reasons: Iterable[Reason], *, asks: bool = False) -> Explanation:
    """Return at most `MAX_ROWS` reasons with their sentences; if it explains a question, the last reason `asks`.

    The main reason is the question. Without one it is the last reason of the first kind that occurs: marked as main,
    broke a tie, given, any other. If there is only bookkeeping, there are no rows.
    """
    reasons = list(reasons)
    asked = reasons[-1:] if asks else []
    reasons = [*(reason for reason in _without_repeats(reasons) if reason not in asked), *asked]
    weights = [_weight(book, reason, asks=reason in asked) for reason in reasons]
    if max(weights, default=0) <= _BOOKKEEPING:
        return Explanation((), 0, tuple(reasons))
    texts = [_row_text(book, reason, asks=weight == _ASKS) for reason, weight in zip(reasons, weights, strict=True)]
    kept = _heaviest(weights, texts)
    rows = tuple(Row(texts[n], reasons[n]) for n in kept)
    highlighted = max(range(len(kept)), key=lambda n: (weights[kept[n]], n))
    return Explanation(rows, highlighted, _further_rules(reasons, kept))


def because(book: RuleBook, reasons: Iterable[Reason]) -> Text | None:
    """Return the main reason of an instruction, and how the only tie was broken; None if none is main, and no tie."""
    reasons = list(reasons)
    main = [reason for reason in reasons if _weight(book, reason) >= _GIVEN]
    if not main:
        return None
    chosen = max(reversed(main), key=lambda reason: _weight(book, reason))
    said = [sentence(book, chosen)]
    ties = {reason.rule: tie for reason in reasons if (tie := _tie_of(book, reason))}
    if len(ties) == 1 and chosen.rule not in ties:
        said.append(_tie_sentence(*ties.values()))
    return Text("Because: {reasons}", reasons=sentences(tuple(said)))


def sentence(book: RuleBook, reason: Reason) -> Text:
    """Return the sentence of a reason: the first that fits, else one of the labels of its values."""
    one = find_wording(book, reason)
    said = _labelled_values(book, reason) if one is None else _fill(book, one, _values(reason))
    tie = _tie_of(book, reason)
    return said if tie is None else sentences((said, _tie_sentence(tie)))


def find_wording(book: RuleBook, reason: Reason) -> str | Wording | None:
    """Return the sentence of a reason; None if none of its sentences fits."""
    values = _values(reason)
    return next((one for one in book.account(reason).why if _fits(one, values)), None)


def value_names(one: str | Wording) -> set[str]:
    """Return the names of the values that a sentence contains or depends on."""
    if isinstance(one, str):
        return _names(one)
    counted = {one.n} if one.plural else set()
    return (_names(one.say) | _names(one.plural)) - ({"n"} if counted else set()) | counted | set(one.when)


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


def words(book: RuleBook, reason: Reason) -> tuple[Text, ...]:
    """Return the sentences of one reason: its own if it has facts, and the rule with its place."""
    found = book.find(reason.rule)
    said = (sentence(book, reason),) if reason.facts or reason.outcome or reason.step else ()
    statement, heading = Text(found.statement), Text(found.heading)
    rule = Text("{statement} ({book}, “{heading}”)", statement=statement, book=Text(book.book), heading=heading)
    return (*said, _device_rule(statement) if found.heading == DEVICE else rule)


def _device_rule(statement: Text) -> Text:
    """Return a rule of the device with its place, which is no book."""
    return Text("{statement} (Tavolino)", statement=statement)


# --- sentences ------------------------------------------------------------------------------------------------------


def _values(reason: Reason) -> dict[str, Any]:
    """Return facts and outcomes by their names in a sentence."""
    before = {name + BEFORE_SUFFIX if name in reason.outcome else name: value for name, value in reason.facts.items()}
    return before | reason.outcome


def _fits(one: str | Wording, values: dict[str, Any]) -> bool:
    """Return whether a sentence can be made of values."""
    when = {} if isinstance(one, str) else one.when
    return value_names(one) <= values.keys() and all(values[name] == value for name, value in when.items())


def _names(said: str) -> set[str]:
    return {name.partition(".")[0] for _, name, _, _ in Formatter().parse(said) if name is not None}


def _fill(book: RuleBook, one: str | Wording, values: dict[str, Any]) -> Text:
    """Return a sentence with its values."""
    said: Any = {name: _value_words(book, values[name]) for name in value_names(one)}
    if isinstance(one, str):
        return Text(one, **said)
    if one.plural:
        return Text(one.say, plural=one.plural, **said | {"n": int(values[one.n])})
    return Text(one.say, **said)


def _labelled_values(book: RuleBook, reason: Reason) -> Text:
    """Return the labelled values, outcomes last; the rule itself if no value has a label."""
    followed = [(name, value) for name, value in reason.outcome.items() if book.word(name)]
    known = {name: value for name, value in reason.facts.items() if book.word(name) and name != TIED}
    pairs = tuple(
        Text("{name}: {value}", name=book.word(name) or "", value=_short_value_words(book, value))
        for name, value in (*list(known.items())[:MAX_LABELS], *followed[:MAX_LABELS])
    )
    return Text("{facts}.", facts=pairs) if pairs else statement(book, reason.rule)


def _short_value_words(book: RuleBook, value: Any) -> Value:
    """Return a value in words; of a long list how many it has."""
    if isinstance(value, list | tuple) and len(value) > MAX_LIST_VALUES:
        return Text("{n} in all", n=len(value))
    return _value_words(book, value)


def _value_words(book: RuleBook, value: Any) -> Value:
    if isinstance(value, bool):
        return Text("yes") if value else Text("no")
    if value is None:
        return Text("none")
    if isinstance(value, list | tuple):
        return tuple(_value_words(book, one) for one in value) or Text("none")
    return value if isinstance(value, int) else book.value_word(str(value)) or Text("{id}", id=value)


def _tie_of(book: RuleBook, reason: Reason) -> Text | None:
    """Return the words for how a reason broke a tie; None if there was no tie."""
    tied = reason.facts.get(TIED)
    found = book.find(reason.rule).tie if isinstance(tied, list | tuple) and len(tied) > 1 else ""
    return Text(found) if found else None


def _tie_sentence(tie: Text) -> Text:
    return Text("Tie: {tie}.", tie=tie)


# --- the choice of reasons ------------------------------------------------------------------------------------------

_BOOKKEEPING, _PLAIN, _GIVEN, _TIE, _MAIN, _ASKS = range(1, 7)
_WEIGHTS = {"bookkeeping": _BOOKKEEPING, "": _PLAIN, "given": _GIVEN}


def _weight(book: RuleBook, reason: Reason, *, asks: bool = False) -> int:
    """Return the weight of a reason as a number; 0 if nothing followed from it."""
    weight = book.account(reason).weight
    if asks:
        return _ASKS
    if weight == "main":
        return _MAIN
    if _tie_of(book, reason):
        return _TIE
    return _WEIGHTS[weight] if reason.outcome or reason.step else 0


def _without_repeats(reasons: Iterable[Reason]) -> list[Reason]:
    """Return the reasons without repeated ones."""
    joined: list[Reason] = []
    for reason in reasons:
        if reason not in joined:
            joined.append(reason)
    return joined


def _heaviest(weights: list[int], texts: list[Text]) -> list[int]:
    """Return the places of the heaviest reasons that fit a page, in order, with bookkeeping last."""
    places = sorted((place for place, weight in enumerate(weights) if weight), key=lambda place: -weights[place])
    lines = accumulate(-(-len(ENGLISH.words(texts[place])) // LINE_LETTERS) for place in places)
    kept = [place for place, n in zip(places[:MAX_ROWS], lines, strict=False) if n <= MAX_LINES or place == places[0]]
    return sorted(kept, key=lambda place: (weights[place] == _BOOKKEEPING, place))


def _further_rules(reasons: list[Reason], kept: list[int]) -> tuple[Reason, ...]:
    """Return one reason for each rule that no shown reason has."""
    shown = {reasons[n].rule for n in kept}
    return tuple({reason.rule: reason for reason in reasons if reason.rule not in shown}.values())


def _row_text(book: RuleBook, reason: Reason, *, asks: bool) -> Text:
    """Return a row; a question whose rule has no fitting sentence is "This question"."""
    return Text("This question") if asks and find_wording(book, reason) is None else sentence(book, reason)
