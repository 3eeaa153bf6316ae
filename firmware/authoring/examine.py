"""Random plays of a bot file with the laws that every bot keeps: broken laws, unreached parts, the ends.

Levels take turns; other options are random. One play of three has the player's own cards and dice.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from msgspec import Struct

from display.bars import DoesNotFit
from engines.botfile import FileEngine, kinds
from engines.botfile.bot import LEFT, Bot
from engines.kit.contract import Draw, Refused, Result
from engines.kit.options import Choose, Count, Embed, Option, Options
from engines.kit.play import Play
from engines.kit.text import ENGLISH, Catalogue
from engines.kit.turn import EngineError
from engines.kit.versions import supported_sources
from firmware.authoring.fits import FitChecker
from firmware.authoring.random_plays import MAX_INPUTS, fork, has_ended, reply
from firmware.dealer import dealer

UNDO_SHARE = 0.04
"""The share of the steps at which inputs are taken back and given again."""
MAX_MISPLACED = 3
LAST_INPUTS = 200
"""The last inputs of an endless play: the error names the most frequent lines among them."""


class Examination(Struct):
    """The results of plays: `ends` by level; `broken_law` is the first one, which ended them.

    The reached parts are `cards` by deck, ids of `rules`, and the `values` of options. `misplaced` has sentences.
    """

    ends: dict[str, list[Result]] = {}
    broken_law: str = ""
    screens: int = 0
    undo_checks: int = 0
    cards: dict[str, set[str]] = {}
    rules: set[str] = set()
    values: dict[str, set[Any]] = {}
    misplaced: list[str] = []


class _BrokenLaw(Exception):
    """A law does not hold; the message names the law and the line of the file."""


def examine(engine: FileEngine, seeds: Iterable[int], catalogues: dict[str, Catalogue]) -> Examination:
    """Examine a play for each seed, until one breaks a law."""
    examiner = _Examiner(engine, catalogues)
    for seed in seeds:
        try:
            examiner.play(seed)
        except _BrokenLaw as broken:
            examiner.examination.broken_law = f"{engine.file.name}, {broken} (seed {seed})"
            break
    examiner.examination.screens = examiner.fit_checker.screens
    return examiner.examination


def option_values(option: Option) -> list[Any]:
    """Return the values of an option; of a number only its ends and its default."""
    match option:
        case Choose():
            return [choice.id for choice in option.choices]
        case Count():
            return sorted({option.low, option.default, option.high})
    return [False, True]


class _Examiner:
    def __init__(self, engine: FileEngine, catalogues: dict[str, Catalogue]) -> None:
        self.examination = Examination()
        engine.reached.clear()
        engine.added.clear()
        self.fit_checker = FitChecker(engine, catalogues)
        self._engine = engine

    def play(self, seed: int) -> None:
        chance = random.Random(seed)  # noqa: S311 - the same play every time
        options, level = self._options(seed, chance)
        own = dict.fromkeys((one.name for one in self._engine.sources), "own")
        sources: Any = own if seed % 3 == 0 else supported_sources(self._engine, {})
        try:
            play = Play(self._engine, options, dealer(str(seed)), seed=str(seed), sources=sources)
            cards = _CardTracker(self._engine)
            for _ in self._steps(play, chance):
                self._check_step(play, chance)
                self._note_cards(cards.misplaced(play.state))
        except DoesNotFit as error:
            raise _BrokenLaw(f"line {self._engine.line}: {error}") from None
        except (Refused, EngineError) as error:
            words = ENGLISH.words(error.text) if isinstance(error, Refused) else str(error)
            raise _BrokenLaw(f"line {self._engine.line}: a legal answer leads nowhere: {words}") from None
        result = self._engine.result(play.state)
        assert result is not None  # the play is over
        self.examination.ends.setdefault(level, []).append(result)

    def _options(self, seed: int, chance: random.Random) -> tuple[Options, str]:
        """Return options, and the name of the level among them."""
        options: Options = {}
        level = "all plays"
        for option in self._engine.options():
            if isinstance(option, Embed):
                continue
            wanted = option_values(option)
            options[option.name] = chance.choice(wanted) if options else wanted[(seed - 1) % len(wanted)]
            if isinstance(option, Choose) and len(options) == 1:
                level = next(ENGLISH.words(one.text) for one in option.choices if one.id == options[option.name])
            self.examination.values.setdefault(option.name, set()).add(options[option.name])
        return options, level

    def _steps(self, play: Play[Any], chance: random.Random) -> Iterator[None]:
        """Play on, and yield at every step, the first and the last included."""
        lines: Counter[int] = Counter()
        yield
        while not has_ended(play):
            lines[self._engine.line] += play.n > MAX_INPUTS - LAST_INPUTS
            if play.n == MAX_INPUTS:
                often = ", ".join(str(line) for line, _ in lines.most_common(3))
                line = lines.most_common(1)[0][0]
                where = f"after {MAX_INPUTS} inputs it goes round (lines {often})"
                raise _BrokenLaw(f"line {line}: a play does not end: {where}")
            ask, value = play.screen.ask, reply(play, chance)
            if isinstance(ask, Draw):
                self.examination.cards.setdefault(ask.deck, set()).add(value)
            play.give(value)
            yield

    def _check_step(self, play: Play[Any], chance: random.Random) -> None:
        """Note the parts of the file that a step reached, and check the laws there."""
        for dealt in play.dealt:
            self.examination.cards.setdefault(dealt.source, set()).add(str(dealt.value))
        self.examination.rules |= {reason.rule for reason in play.reasons} | {play.screen.rule or ""}
        if broken := self._engine.broken_laws(play.state):
            raise _BrokenLaw(f"line {self._engine.line}: after this {ENGLISH.words(broken[0])}")
        self._engine.score(play.state)
        self.fit_checker.check(play)
        if play.n > play.undo_limit and chance.random() < UNDO_SHARE:
            self._check_undo(play, chance)

    def _note_cards(self, misplaced: Iterable[str]) -> None:
        """Note the misplaced cards of the first step that has any."""
        where = f"{self._engine.file.name}, line {self._engine.line}: after this"
        if not self.examination.misplaced:
            self.examination.misplaced = [f"{where} {one}" for one in misplaced][:MAX_MISPLACED]

    def _check_undo(self, play: Play[Any], chance: random.Random) -> None:
        """Check that undo and redo lead to the same play."""
        other, line = fork(play), self._engine.line
        n = chance.randint(1, min(3, play.n))
        other.undo(n)
        for _ in range(n):
            other.redo()
        self.examination.undo_checks += 1
        if other.state != play.state or other.screen != play.screen:
            raise _BrokenLaw(f"line {line}: what is taken back and given again is another play")


# --- where the cards are ---


class _CardTracker:
    """Finds misplaced cards of one play, step by step."""

    def __init__(self, engine: FileEngine) -> None:
        self._engine = engine
        self._seen: dict[str, set[str]] = {}
        engine.removed.clear()

    def misplaced(self, state: Any) -> Iterator[str]:
        """Yield a sentence for each deck with a card that is in two places, or in no list any more."""
        bot = self._engine.file
        yield from misplaced_cards(bot, state)
        everywhere = {one for deck in bot.faces for name in _lists_of(bot, deck) for one in state.values[name]}
        for deck, faces in bot.faces.items():
            lists = _lists_of(bot, deck)
            found = {one for name in lists for one in state.values[name] if one in faces}
            lost = self._seen.get(deck, set()) - everywhere - self._engine.removed
            self._seen[deck] = found
            for one in sorted(lost)[:1]:
                yield f"the card {faces[one].name} is in none of {', '.join(lists)} any more."


def misplaced_cards(bot: Bot, state: Any) -> Iterator[str]:
    """Yield a sentence for each deck with a card in two places, or with a foreign id in its lists."""
    for deck, faces in bot.faces.items():
        lists = _lists_of(bot, deck)
        found = Counter(one for name in lists for one in state.values[name])
        for one in [one for one, n in found.items() if n > 1 and one in faces][:1]:
            places = [name for name in lists for here in state.values[name] if here == one]
            yield f"the card {faces[one].name} is in {' and '.join(places)}."
        own = [name for name in lists if bot.lists[name] == deck]
        for one, where in [(one, name) for name in own for one in state.values[name] if one not in faces][:1]:
            yield f"{one} is in {where}, and is no card of {deck}."


@lru_cache(maxsize=64)
def _lists_of(bot: Bot, deck: str) -> tuple[str, ...]:
    """Return the lists that can have cards of a deck: its own, those of the file, and those that steps move them to."""
    lists = [name for name, of in bot.lists.items() if of == deck]
    ways = {(step.draw + LEFT, step.to): None for step, _ in bot.steps if isinstance(step, kinds.Draw)}
    ways |= {(step.all or step.from_, step.to): None for step, _ in bot.steps if isinstance(step, kinds.Move)}
    for name in lists:  # it grows meanwhile
        further = dict.fromkeys(to for origin, to in ways if origin == name and to not in ("", *lists))
        lists += [to for to in further if bot.deck_lists.get(to, deck) == deck]
    return tuple(lists)
