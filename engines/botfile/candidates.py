"""The ids that may be chosen in a question of a bot file."""

from typing import Any

from engines.botfile.kinds import Candidate, Counters
from engines.botfile.sentences import words
from engines.botfile.state import Scope
from engines.botfile.words import own
from engines.contract import Choice, Counter


def candidates(scope: Scope, step: Any) -> tuple[Choice, ...]:
    """Return what a pick or marks offers, in order, with the reasons for what is blocked; the same id stands once."""
    if isinstance(step.of, str):
        ids = scope.value(step.of)
        return tuple(Choice(one, _words(scope, one)) for one in dict.fromkeys(ids) if one)
    listed = [Candidate(id=one) if isinstance(one, str) else one for one in step.of]
    return tuple(
        Choice(
            one.id,
            words(scope, one.text) if one.text else _words(scope, one.id),
            blocked=words(scope, one.because) if scope.value(one.blocked) else None,
        )
        for one in listed
        if scope.value(one.if_)
    )


def counted(scope: Scope, step: Counters) -> tuple[Counter, ...]:
    """Return the numbers that counters ask for now."""
    return tuple(
        Counter(one.as_, own(one.text), scope.value(one.low), scope.value(one.high), scope.value(one.likely))
        for one in step.of
        if scope.value(one.if_)
    )


def _words(scope: Scope, name: str) -> Any:
    return scope.bot.word(name)
