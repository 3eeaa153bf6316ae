"""Random plays: legal answers from a seeded chance, for every bot, level and option."""

import random
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import engines
from engines.botfile import load as load_file
from engines.kit.contract import GO_ON, Ask, Counters, Done, Draw, Marks, Number, Pick, Roll, YesNo
from engines.kit.engine import Engine
from engines.kit.options import Choose, Count, Embed, Option
from engines.kit.play import Play
from engines.registry import KEYS, load_engine
from firmware.authoring import random_plays
from firmware.authoring.random_plays import MAX_INPUTS, answer, fork, has_ended
from firmware.dealer import dealer

CONTINUE_CHANCE = 0.9
"""The chance that a play continues although a report could end it, so that plays reach their last rounds."""

FOLDER_SEEDS = range(10)
FILE_SEEDS = range(3)
LONG_SEEDS = range(300)
"""Seeds of a bot in a folder and of one in a file, for all levels together; in the long run, seeds of each level."""
CORE_SHARE, ALL_SHARE = 1 / 100, 1 / 8
"""The share of the long run's steps at which laws are checked."""

ENGINES = Path(engines.__file__).parent
"""The folder with the folders of all bots."""
TWIN_FILES = {path.stem: path for path in (ENGINES.parent / "tests/botfiles").glob("*.toml")}
"""Bots in files that play what is built in, to show that a file can; one of them is the Magpie."""
FILES = dict(sorted((TWIN_FILES | {path.stem: path for path in (ENGINES.parent / "bots").glob("*.toml")}).items()))
"""Bots in files, by the name of the file: those that come with Tavolino, and the twins."""
TWIN = "magpie-file"
CORE_FILES = ("orleans", "terra-mystica")
"""The bot files that contract tests play in the core; every file also has its own tests there."""
NO_LEVEL = ("level", "none")
BOTS = (*KEYS, *(TWIN if key in KEYS else key for key in FILES))
"""Every bot that the laws are checked on."""


@cache
def engine(key: str) -> Engine[Any]:
    """Return a bot."""
    if key in KEYS:
        return load_engine(key)
    path = FILES["magpie" if key == TWIN else key]
    return load_file(path.read_bytes(), path.name)


def luck(*seed: object) -> random.Random:
    """Return chance that is the same on every run."""
    return random.Random("/".join(map(str, seed)))  # noqa: S311 - a test wants the same numbers again


def levels(key: str) -> list[tuple[str, Any]]:
    """Return name and values of the first option, which is the level of a bot; one pair if it has no option."""
    first = next(iter(engine(key).options()), None)
    return [NO_LEVEL] if first is None else [(first.name, value) for value in option_values(first)]


def seeds_of(key: str, level: tuple[str, Any]) -> range:
    """Return the seeds of a level in `test-all`: its share of those of its bot, at least one."""
    place, number = levels(key).index(level), len(levels(key))
    seeds = FOLDER_SEEDS if key in KEYS else FILE_SEEDS
    first, following = (len(seeds) * end // number for end in (place, place + 1))
    return range(first, max(following, first + 1))


def level_params(key: str) -> list[Any]:
    """Return every level of a bot with its seeds: in the core the last one, with one seed."""
    return [pytest.param(one.level, one.seeds, id=one.id, marks=marks) for one, marks in walks_of(key)]


def random_options(key: str, level: tuple[str, Any], chance: random.Random) -> dict[str, Any]:
    """Return the options of a play: the given level, and random values for all others."""
    chosen = {} if level == NO_LEVEL else dict([level])
    for option in engine(key).options():
        if option.name not in chosen and not isinstance(option, Embed):
            chosen[option.name] = chance.choice(option_values(option))
    return chosen


def begin(key: str, given: dict[str, Any], seed: int, own: set[str] | None = None) -> Play[Any]:
    """Start a play in which the decks and dice of `own` are the player's."""
    sources: dict[str, Any] = {source.name: "own" for source in engine(key).sources if source.name in (own or set())}
    return Play(engine(key), given, dealer(str(seed)), seed=str(seed), sources=sources)


class Walk:
    """A random play, and the chance that plays it. Each third seed has own cards and dice, each third some of them."""

    def __init__(self, key: str, level: tuple[str, Any], seed: int) -> None:
        self.chance = luck(key, level, seed)
        names = sorted(source.name for source in engine(key).sources)
        own = [set(), set(names), set(self.chance.sample(names, len(names) // 2))][seed % 3]
        self.play = begin(key, random_options(key, level, self.chance), seed, own)

    def __iter__(self) -> Iterator[Play[Any]]:
        """Yield the play at every step."""
        return moments(self.play, lambda play: reply(play, self.chance))


def moments(play: Play[Any], reply: Callable[[Play[Any]], Any]) -> Iterator[Play[Any]]:
    """Yield a play at every step, the first and the last included, and give it a reply between."""
    yield play
    for _ in range(MAX_INPUTS):
        if has_ended(play):
            return
        play.give(reply(play))
        yield play
    pytest.fail(f"the play has not ended after {MAX_INPUTS} inputs")


def round_trips(played: Iterable[Play[Any]]) -> list[int]:
    """Return, for each of your turns that is followed by another, the inputs from its end to the next one."""
    return [later - n for n, later in pairwise(play.n for play in played if play.screen.key == "your_turn")]


def ended_play(key: str, level: tuple[str, Any], seed: int) -> Play[Any]:
    """Return a random play at its end."""
    *_, play = Walk(key, level, seed)
    return play


@contextmanager
def noting_seed(seed: int, steps: "Steps | None" = None) -> Iterator[None]:
    """Add the seed to an error that is raised, and the step that was checked last."""
    try:
        yield
    except BaseException as error:
        error.add_note(f"seed {seed}" if steps is None else f"seed {seed}{steps.place}")
        raise


class Steps:
    """A play as it was at every step. `place` is the step that was yielded last."""

    def __init__(self, plays: Iterable[Play[Any]]) -> None:
        self._plays = tuple(plays)
        self.place = ""

    def __len__(self) -> int:
        return len(self._plays)

    def __getitem__(self, n: int) -> Play[Any]:
        return self._plays[n]

    def __iter__(self) -> Iterator[Play[Any]]:
        """Yield the play at every step."""
        for play in self._plays:
            self.place = f", after input {play.n}, at {play.screen.key}"
            yield play


class Walks(NamedTuple):
    """Random plays of a bot at a level."""

    key: str
    level: tuple[str, Any]
    seeds: range
    share: float
    """The share of the long run's steps at which a law is checked in this run."""

    @property
    def id(self) -> str:
        """Return its name as a parameter."""
        return f"{self.level[1]}-{len(self.seeds)}seeds"


def walks_of(key: str) -> Iterator[tuple[Walks, Any]]:
    """Yield random plays of a bot, with the marks of each: one for the core, a few at each level, and many.

    Of bots in files the core has only `CORE_FILES`, since they share all code.
    """
    last = levels(key)[-1]
    if key in (*KEYS, TWIN):
        yield Walks(key, last, seeds_of(key, last)[:1], CORE_SHARE), ()
    for level in levels(key):
        yield Walks(key, level, seeds_of(key, level), ALL_SHARE), pytest.mark.all
        yield Walks(key, level, LONG_SEEDS, 1), pytest.mark.long


def each_seed(walks: Walks, law: Callable[[int, Steps], None]) -> None:
    """Check a law on random plays, each as it was at every step; the law must not change them."""
    for seed in walks.seeds:
        steps = _steps_of(walks.key, walks.level, seed)
        steps.place = ""
        with noting_seed(seed, steps):
            law(seed, steps)


@lru_cache(maxsize=len(FOLDER_SEEDS))
def _steps_of(key: str, level: tuple[str, Any], seed: int) -> Steps:
    return Steps(fork(play) for play in Walk(key, level, seed))


def usual_answer(ask: Ask, chance: random.Random) -> Any:
    """Press Next on instructions, and answer questions by chance."""
    return GO_ON if isinstance(ask, Pick) and ask.likely == GO_ON else answer(ask, chance)


def reply(play: Play[Any], chance: random.Random) -> Any:
    """Return an answer that is allowed, seldom a report that ends the play."""
    return random_plays.reply(play, chance, CONTINUE_CHANCE)


def is_allowed(ask: Ask, value: Any) -> bool:  # noqa: PLR0911 - one for each kind of ask
    """Return whether an ask allows a value: an implementation independent of the contract's own check."""
    match ask:
        case Done():
            return value is True
        case YesNo():
            return isinstance(value, bool)
        case Pick():
            return isinstance(value, str) and value in {one.id for one in ask.options if one.blocked is None}
        case Number() | Roll():
            return type(value) is int and ask.low <= value <= ask.high
        case Draw():
            return isinstance(value, str) and value in {card.id for card in ask.remaining}
        case Counters():
            bounds = {line.id: range(line.low, line.high + 1) for line in ask.lines}
            same = isinstance(value, dict) and set(value) == set(bounds)
            return same and all(type(n) is int and n in bounds[name] for name, n in value.items())
        case Marks():
            ids = {one.id for one in ask.options if one.blocked is None}
            words = isinstance(value, list) and all(isinstance(one, str) for one in value)
            return words and ask.low <= len(value) <= ask.high and len(set(value)) == len(value) and set(value) <= ids


def option_values(option: Option) -> list[Any]:
    """Return the values of an option, or the bounds and the default of a count."""
    match option:
        case Choose():
            return [choice.id for choice in option.choices]
        case Count():
            return sorted({option.low, option.default, option.high})
        case Embed():
            return [None]
        case _:
            return [False, True]


LEVELS = [pytest.param(key, level, id=f"{key}-{level[1]}") for key in KEYS for level in levels(key)]
"""Every bot at every level."""
