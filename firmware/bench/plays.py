"""Whole random plays: how many one core plays a second, how many inputs that is, and how long such a play is.

Chance plays to the last round: where a report would end the play at once, it goes on instead. The answers are found
before the clock runs; what is timed is the play.
"""

import random
from collections.abc import Iterator
from copy import copy
from statistics import median
from time import process_time
from typing import Any

from engines.contract import GO_ON, Ask, Counters, Draw, Marks, Number, Pick, Roll, YesNo
from engines.play import Play
from engines.registry import GAMES
from firmware.bench.figures import Effort, Figure, Law
from firmware.bench.parts import SEED, new_play

RATES = {"wyrmspan": 150.0}
RATE = 50.0
"""Plays a second, for a game that `RATES` does not name."""
INPUTS_RATE = 3_000
INPUTS = 30
"""Inputs that a play has at least, so that plays a second are plays."""


def figures(effort: Effort) -> Iterator[Figure]:
    """Yield the figures of random plays with the device's cards and dice."""
    for key in GAMES:
        plays = [list(answers(key, str(number))) for number in range(1, effort.plays + 1)]
        _seconds(key, "1", plays[0])  # so that nothing is loaded while the clock runs
        took = [_seconds(key, str(number), play) for number, play in enumerate(plays, 1)]
        inputs = [len(play) for play in plays]
        yield Figure(
            id=f"plays_per_second_{key}",
            what="complete random plays on one core; 1/s of process time",
            ours=1 / median(took),
            law=Law.AT_LEAST,
            budget=RATES.get(key, RATE),
        )
        yield Figure(
            id=f"inputs_per_second_{key}",
            what="inputs of these plays; 1/s of process time",
            ours=sum(inputs) / sum(took),
            law=Law.AT_LEAST,
            budget=INPUTS_RATE,
        )
        yield Figure(
            id=f"inputs_per_play_{key}",
            what="inputs of such a play, from set-up to the result",
            ours=median(inputs),
            law=Law.AT_LEAST,
            budget=INPUTS,
            exact=True,
        )


def answers(key: str, seed: str = SEED) -> Iterator[Any]:
    """Yield the answers of a random play up to its result."""
    play, chance = new_play(key, seed), random.Random(seed)  # noqa: S311 - the same play every time
    while not _is_over(play):
        value = _reply(play, chance)
        play.give(value)
        yield value


def _reply(play: Play[Any], chance: random.Random) -> Any:
    """Return an answer that is allowed; where one would end a play that can go on, it goes on."""
    ask = play.screen.ask
    value = _answer(ask, chance)
    if not isinstance(ask, Pick) or ask.likely != GO_ON or value == GO_ON:
        return value
    tried = copy(play)
    tried.steps = list(play.steps)
    tried.give(value)
    return GO_ON if _is_over(tried) else value


def _answer(ask: Ask, chance: random.Random) -> Any:  # noqa: PLR0911 - one for each kind of ask
    match ask:
        case Pick():
            return chance.choice([one.id for one in ask.options if one.blocked is None])
        case Number() | Roll():
            return chance.randint(ask.low, ask.high)
        case Marks():
            ids = [one.id for one in ask.options if one.blocked is None]
            return chance.sample(ids, chance.randint(ask.low, min(ask.high, len(ids))))
        case Counters():
            return {line.id: chance.randint(line.low, line.high) for line in ask.lines}
        case Draw():
            return chance.choice(ask.left).id
        case YesNo():
            return chance.random() < 1 / 2
        case _:
            return True


def _is_over(play: Play[Any]) -> bool:
    return play.engine.result(play.state) is not None


def _seconds(key: str, seed: str, play: list[Any]) -> float:
    began = process_time()
    played = new_play(key, seed)
    for value in play:
        played.give(value)
    return process_time() - began
