"""The report of `tavolino bot check`: faults of a file, results of its plays, limits of the language."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from engines.botfile import FileEngine
from engines.botfile.bot import Bot
from engines.botfile.kinds import Counters, Number, Set, outputs
from engines.kit.rules import load
from engines.kit.text import ENGLISH
from firmware.authoring.examine import Examination, option_values

MAX_LISTED_NAMES = 12
"""The most names of a kind that are listed; the number of further ones is given."""
SPREAD = ("min", "25 %", "median", "75 %", "max")


class Limit(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that no bot file can say; `why` also says what to do instead."""

    what: str
    why: str


class _Limits(Struct, frozen=True, forbid_unknown_fields=True):
    limit: tuple[Limit, ...]


@cache
def language_limits() -> tuple[Limit, ...]:
    """Return the limits of the language."""
    return load(Path(__file__).parent / "limits.toml", _Limits).limit


def play_lines(engine: FileEngine, examination: Examination, languages: Iterable[str]) -> Iterator[str]:
    """Yield the results of the plays, line by line."""
    plays = sum(map(len, examination.ends.values()))
    yield (
        f"{_count(plays, 'play')} ended within the laws. Looked at on every panel in {', '.join(languages)}: "
        f"{_count(examination.screens, 'screen')}, each sort up to three times. "
        f"Taken back and given again: {_count(examination.undo_checks, 'time')}."
    )
    yield ""
    yield from unreached_lines(engine, examination)
    computed = is_score_computed(engine.file)
    title = "How the plays ended, and the bot’s final score." if computed else "How the plays ended."
    yield f"{title} All answers were random: this does not show how strong the bot is."
    yield ""
    yield from end_table(examination, SPREAD if computed else ())
    yield ""


def unreached_lines(engine: FileEngine, examination: Examination) -> Iterator[str]:
    """Yield the parts of the file that no play reached: cards, steps with their lines, rules, values of options."""
    bot = engine.file
    steps = {(block, at) for block, steps in bot.blocks.items() for at in range(len(steps))}
    lines = sorted({bot.line(*step) for step in steps - engine.reached})
    placed = {one for value in bot.file.values.values() if isinstance(value.start, list) for one in value.start}
    drawn = {name for name, deck in bot.file.decks.items() if examination.cards.get(name)}
    cards = [
        f"{deck}.{card}"
        for deck, faces in bot.faces.items()
        for card in faces
        if deck in drawn and card not in examination.cards[deck] | placed
    ]
    cards += [f"{deck} (the whole deck)" for deck in bot.file.decks if deck not in drawn]
    does = [name for name, rule in bot.file.rules.items() if not rule.remind]
    rules = [name for name in does if f"{engine.key}.{name}" not in examination.rules]
    options = [
        f"{option.name} = {value}"
        for option in engine.options()
        if option.name in examination.values
        for value in option_values(option)
        if value not in examination.values[option.name]
    ]
    unreached: dict[str, list[Any]] = {"cards": cards, "steps (lines)": lines, "rules": rules, "options": options}
    for kind, names in unreached.items():
        if names:
            more = f" and {len(names) - MAX_LISTED_NAMES} more" if len(names) > MAX_LISTED_NAMES else ""
            yield f"Never reached, {kind}: {', '.join(map(str, names[:MAX_LISTED_NAMES]))}{more}."
    if not any(unreached.values()):
        yield "Every card, step, rule and option was reached."
    yield ""


def is_score_computed(bot: Bot) -> bool:
    """Return whether a bot has a score, and none of its rows is a number that the player types."""
    steps = [step for step, _ in bot.steps]
    typed = {name for step in steps if isinstance(step, Number | Counters) for name in outputs(step)}
    typed |= {name for step in steps if isinstance(step, Set) for name, value in step.set.items() if value in typed}
    read = {name for row in bot.file.score for name in getattr(bot.expressions.get(str(row.value)), "names", ())}
    return bool(bot.file.score) and typed.isdisjoint(read)


def end_table(examination: Examination, spread: Iterable[str]) -> Iterator[str]:
    """Yield the lines of a table: the plays of each level, their winners, and the spread of the bot's score."""
    rows: list[tuple[Any, ...]] = [("", "plays", "you won", "bot won", "neither", *spread)]
    for level, results in examination.ends.items():
        won = Counter(one.winner for one in results)
        scores = sorted(one.bot for one in results if one.bot is not None)
        quartiles = [scores[(len(scores) - 1) * n // 4] if scores else "" for n, _ in enumerate(spread)]
        rows.append((level, won.total(), won["you"], won["bot"], won[None], *quartiles))
    width = max(len(name) for name, *_ in rows)
    for name, *cells in rows:
        yield f"{name:<{width}}{''.join(f'{cell:>8}' for cell in cells)}"


def limit_lines() -> Iterator[str]:
    """Yield the limits of the language, line by line."""
    yield "What no file can say, this one or another:"
    yield from (f"  {one.what}: {one.why}" for one in language_limits())


def heading(engine: FileEngine) -> str:
    """Return the first line of the report: name, title, length and version of the file."""
    lines = _count(len(engine.file.text.splitlines()), "line")
    return f"{engine.file.name}: {ENGLISH.words(engine.title)}, {lines}, version {engine.version}."


def _count(n: int, noun: str) -> str:
    return f"{n} {noun}{'s' * (n != 1)}"
