"""Decisions that may need to ask: generators, run from their top again after every answer.

    def fewest_eggs(state):
        nests = [nest for nest in state.nests if nest.eggs == min(...)]
        yield Reason("crow.fewest", facts, outcome)                 # what is known so far
        if len(nests) > 1:
            nest = yield Question("nearest_nest", "crow.tie", ids=names(nests))
        return nest

A decision reads the state and changes nothing, so running it again is exact. Only the answers given to the open
decision are kept; its position is never stored.
"""

from collections.abc import Generator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from engines.kit.contract import Ask, Choice, Counter, Counters, Marks, Number, Pick, Reason, YesNo
from engines.kit.text import Text

T = TypeVar("T")
K = TypeVar("K", bound=str)


class Span(Struct, frozen=True):
    """The bounds of a number, both included, and what is likely."""

    low: int
    high: int
    likely: int


class Question(Struct, frozen=True):
    """A question of a decision, without words: the builder `key` in `steps.py` words it.

    Its fields decide the ask. `ids` are the rows of a list: the answer is one of them, or `low` to `high` ticks.
    `counts` are several numbers, by id. `low` and `high` alone bound one number; with `minus_from` it is drawn as a
    subtraction. Without any of these it is yes or no. `blocked` are ids shown with a reason, `likely` is highlighted
    first, and with `advance` a tick moves the highlight on.
    """

    key: str
    rule: str
    ids: tuple[str, ...] = ()
    blocked: tuple[str, ...] = ()
    low: int = 0
    high: int | None = None
    likely: Any = None
    minus_from: int | None = None
    advance: bool = False
    counts: Mapping[Any, Span] = {}
    facts: dict[str, Any] = {}


Words = Mapping[str, Text | Choice]
"""The words of ids in a list; a `Choice` if an id has an icon, too, or the reason why it is blocked."""
NO_WORDS: Words = {}


def ask(question: Question, words: Words = NO_WORDS) -> Ask:
    """Return the ask of a question; an id without words is its own name, and a single count is a number.

    >>> ask(Question("lead", "crow.lead"))
    YesNo(likely=None)
    >>> ask(Question("eggs", "crow.eggs", high=4, likely=1))
    Number(low=0, high=4, likely=1, minus_from=None, parts=())
    >>> [one.id for one in ask(Question("nest", "crow.tie", ids=("left", "right"))).options]
    ['left', 'right']
    """
    if question.ids:
        options = tuple(_choice(name, words.get(name)) for name in question.ids)
        if question.high is None:
            return Pick(options, question.likely)
        return Marks(options, question.low, question.high, question.likely or (), advance=question.advance)
    if question.high is not None:
        return Number(question.low, question.high, question.likely, question.minus_from)
    lines = tuple(_counter(_choice(name, words.get(name)), span) for name, span in question.counts.items())
    if len(lines) == 1:
        return Number(lines[0].low, lines[0].high, lines[0].likely)
    return Counters(lines) if lines else YesNo(question.likely)


def _choice(name: str, word: Text | Choice | None) -> Choice:
    return word if isinstance(word, Choice) else Choice(name, word or Text("{id}", id=name))


def _counter(line: Choice, span: Span) -> Counter:
    return Counter(line.id, line.text, span.low, span.high, span.likely)


Decision = Generator[Question | Reason, Any, T]


def ask_numbers(key: str, rule: str, counts: Mapping[K, Span], facts: dict[str, Any]) -> Decision[dict[K, int]]:
    """Ask for several numbers on one screen and return them by id; a single number is a question of its own."""
    if not counts:
        return {}
    answer: Any = yield Question(key, rule, counts=counts, facts=facts)
    return answer if len(counts) > 1 else dict.fromkeys(counts, answer)


class Run(Struct, Generic[T], frozen=True):
    """The progress of a decision: its open question, or None and the choice; and the reasons since the last answer."""

    question: Question | None
    choice: T | None
    reasons: tuple[Reason, ...]


def run(decision: Decision[T], answers: Sequence[Any]) -> Run[T]:
    """Run a decision with the answers given so far.

    >>> def nearest(nests):
    ...     yield Reason("crow.fewest", {"nests": nests})
    ...     nest = nests[0] if len(nests) == 1 else (yield Question("nest", "crow.tie", ids=nests))
    ...     return nest
    >>> run(nearest(("left", "right")), []).question.key
    'nest'
    >>> run(nearest(("left", "right")), ["right"]).choice
    'right'
    >>> run(nearest(("left",)), []).reasons[0].rule
    'crow.fewest'
    """
    given = iter(answers)
    reasons: list[Reason] = []
    sent = None
    while True:
        try:
            asked = decision.send(sent)
        except StopIteration as end:
            return Run(None, end.value, tuple(reasons))
        if isinstance(asked, Reason):
            reasons.append(asked)
            sent = None
            continue
        sent = next(given, _NOTHING)
        if sent is _NOTHING:
            decision.close()
            return Run(asked, None, tuple(reasons))
        reasons.clear()


_NOTHING = object()
