"""A player who answers at random: always within the ask, and seldom with a report.

It makes whole plays for `tavolino bot check` and the tests.
"""

import random
from copy import copy
from typing import Any

from engines.kit.contract import GO_ON, Ask, Counters, Done, Draw, Marks, Number, Pick, Roll, YesNo
from engines.kit.play import Play

MAX_INPUTS = 3_000
"""The most inputs of a play that ends."""
MAX_CONFIRMATIONS = 3
"""The most questions between a report and the end of the play."""
GO_ON_SHARE = 0.6
"""The chance that the highlighted option of an instruction is taken."""


def has_ended(play: Play[Any]) -> bool:
    """Return whether a play has ended."""
    return play.engine.result(play.state) is not None


def fork(play: Play[Any]) -> Play[Any]:
    """Return a copy of a play that continues separately."""
    other = copy(play)
    other.steps = list(play.steps)
    return other


def reply(play: Play[Any], chance: random.Random, going_on: float = 1) -> Any:
    """Return an allowed answer.

    `going_on` is the share of play-ending reports that are not made, so that plays reach their last rounds.
    """
    ask = play.screen.ask
    value = answer(ask, chance)
    if not isinstance(ask, Pick) or ask.likely != GO_ON or value == GO_ON:
        return value
    return GO_ON if _ends_play(play, value) and chance.random() < going_on else value


def _ends_play(play: Play[Any], report: str) -> bool:
    """Return whether a report ends the play, at once or after a yes to the questions that follow."""
    tried = fork(play)
    tried.give(report)
    for _ in range(MAX_CONFIRMATIONS):
        if isinstance(tried.screen.ask, YesNo):
            tried.give(True)
    return has_ended(tried)


def answer(ask: Ask, chance: random.Random) -> Any:  # noqa: PLR0911 - one for each kind of ask
    """Return an answer that is allowed."""
    match ask:
        case Done():
            return True
        case YesNo():
            return chance.random() < 1 / 2
        case Pick():
            open_ids = [option.id for option in ask.options if option.blocked is None]
            goes_on = ask.likely == GO_ON and chance.random() < GO_ON_SHARE
            return GO_ON if goes_on else chance.choice(open_ids)
        case Number() | Roll():
            return chance.randint(ask.low, ask.high)
        case Marks():
            ids = [option.id for option in ask.options if option.blocked is None]
            return chance.sample(ids, chance.randint(ask.low, min(ask.high, len(ids))))
        case Counters():
            return {line.id: chance.randint(line.low, line.high) for line in ask.lines}
        case Draw():
            return chance.choice(ask.remaining).id
