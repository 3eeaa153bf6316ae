"""The ids that may be chosen in a question of a bot file."""

from typing import Any

from engines.botfile.kinds import Candidate, Counters, Roll
from engines.botfile.sentences import words
from engines.botfile.state import Scope
from engines.botfile.words import own
from engines.contract import Choice, Counter

CHOICE = 10
"""Work that a candidate is."""


def candidates(scope: Scope, step: Any) -> tuple[Choice, ...]:
    """Return what a pick or marks offers, in order, with the reasons for what is blocked; the same id stands once."""
    if isinstance(step.of, str):
        ids = dict.fromkeys(scope.ids(step.of))
        scope.spend(CHOICE * len(ids))
        return tuple(Choice(one, scope.bot.word(one)) for one in ids if one)
    scope.spend(CHOICE * len(step.of))
    listed = [Candidate(id=one) if isinstance(one, str) else one for one in step.of]
    found: dict[str, Choice] = {}
    for one in listed:
        if one.id not in found and scope.value(one.if_):
            said = words(scope, one.text) if one.text else scope.bot.word(one.id)
            found[one.id] = Choice(
                one.id, said, blocked=words(scope, one.because) if scope.value(one.blocked) else None
            )
    return tuple(found.values())


def faces(scope: Scope, step: Roll) -> int:
    """Return the highest face of a die that counts in a step."""
    die = scope.bot.file.dice[step.roll]
    return die.high if step.high == "" else min(scope.number(step.high), die.high)


def counted(scope: Scope, step: Counters) -> tuple[Counter, ...]:
    """Return the numbers that counters ask for now."""
    return tuple(_counter(scope, one) for one in step.of if scope.value(one.if_))


def _counter(scope: Scope, one: Any) -> Counter:
    low, high = scope.number(one.low), scope.number(one.high)
    return Counter(one.as_, own(one.text), low, max(low, high), min(max(scope.number(one.likely), low), max(low, high)))
