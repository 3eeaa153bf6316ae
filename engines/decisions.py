"""Decisions that may need to ask: generators, run from their top again after every answer.

    def fewest_eggs(state):
        nests = [nest for nest in state.nests if nest.eggs == min(...)]
        yield Reason("crow.fewest", facts, outcome)                 # what is known so far
        if len(nests) > 1:
            nest = yield Question("nearest_nest", "crow.tie", ids=names(nests))
        return nest

A decision reads the state and changes nothing, so running it again is exact. Only the answers given to the open
decision are kept; nothing ever stores where it stopped.
"""

from collections.abc import Generator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from engines.contract import Counter, Counters, Reason
from engines.text import Text

T = TypeVar("T")


class Span(Struct, frozen=True):
    """The bounds of a number, both included, and what is likely."""

    low: int
    high: int
    likely: int


class Question(Struct, frozen=True):
    """What a decision must know, without words: the builder `key` in `steps.py` words it.

    `ids` are the legal answers of a pick or of marks, `blocked` those shown with a reason; `low` and `high` bound a
    number or the count of marks; `likely` is what is highlighted first. With `advance` a tick moves the highlight on.
    `counts` are the lines of counters, by id.
    """

    key: str
    rule: str
    ids: tuple[str, ...] = ()
    blocked: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    likely: Any = None
    advance: bool = False
    counts: dict[str, Span] = {}
    facts: dict[str, Any] = {}


def counters(question: Question, texts: Mapping[str, Text]) -> Counters:
    """Return the ask for the counts of a question, each with its words."""
    lines = (Counter(name, texts[name], one.low, one.high, one.likely) for name, one in question.counts.items())
    return Counters(tuple(lines))


Decision = Generator[Question | Reason, Any, T]


class Run(Struct, Generic[T], frozen=True):
    """How far a decision came: the open question, or None and the choice; and the reasons since the last answer."""

    question: Question | None
    choice: T | None
    reasons: tuple[Reason, ...]


def run(decision: Decision[T], answers: Sequence[Any]) -> Run[T]:
    """Run a decision with the answers given so far."""
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
