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
from firmware.authoring.examine import Examined, values

MAX_LISTED_NAMES = 12
"""The most names of a kind that are listed; of more, the number is."""
SPREAD = ("min", "25 %", "median", "75 %", "max")


class Border(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that no bot file can say: `what`, and `why`, with what to do instead."""

    what: str
    why: str


class _Borders(Struct, frozen=True, forbid_unknown_fields=True):
    border: tuple[Border, ...]


@cache
def borders() -> tuple[Border, ...]:
    """Return what the language cannot say."""
    return load(Path(__file__).parent / "border.toml", _Borders).border


def play_lines(engine: FileEngine, found: Examined, languages: Iterable[str]) -> Iterator[str]:
    """Yield the results of the plays, line by line."""
    plays = sum(map(len, found.ends.values()))
    yield (
        f"{_count(plays, 'play')} ended within the laws. Looked at on every panel in {', '.join(languages)}: "
        f"{_count(found.screens, 'screen')}, each sort up to three times. "
        f"Taken back and given again: {_count(found.undone, 'time')}."
    )
    yield ""
    yield from unreached_lines(engine, found)
    computed = is_score_computed(engine.file)
    what = "How the plays ended, and the bot’s final score." if computed else "How the plays ended."
    yield f"{what} All answers were random: this does not show how strong the bot is."
    yield ""
    yield from end_table(found, SPREAD if computed else ())
    yield ""


def unreached_lines(engine: FileEngine, found: Examined) -> Iterator[str]:
    """Yield the parts of the file that no play reached: cards, steps with their lines, rules, values of options."""
    bot = engine.file
    steps = {(block, at) for block, steps in bot.blocks.items() for at in range(len(steps))}
    lines = sorted({bot.line(*step) for step in steps - engine.reached})
    placed = {one for value in bot.file.values.values() if isinstance(value.start, list) for one in value.start}
    asked = {name for name, deck in bot.file.decks.items() if found.cards.get(name)}
    cards = [
        f"{deck}.{card}"
        for deck, faces in bot.faces.items()
        for card in faces
        if deck in asked and card not in found.cards[deck] | placed
    ]
    cards += [f"{deck} (the whole deck)" for deck in bot.file.decks if deck not in asked]
    does = [name for name, rule in bot.file.rules.items() if not rule.remind]
    rules = [name for name in does if f"{engine.key}.{name}" not in found.rules]
    options = [
        f"{option.name} = {value}"
        for option in engine.options()
        if option.name in found.values
        for value in values(option)
        if value not in found.values[option.name]
    ]
    kinds: dict[str, list[Any]] = {"cards": cards, "steps (lines)": lines, "rules": rules, "options": options}
    for kind, names in kinds.items():
        if names:
            more = f" and {len(names) - MAX_LISTED_NAMES} more" if len(names) > MAX_LISTED_NAMES else ""
            yield f"Never reached, {kind}: {', '.join(map(str, names[:MAX_LISTED_NAMES]))}{more}."
    if not any(kinds.values()):
        yield "Every card, step, rule and option was reached."
    yield ""


def is_score_computed(bot: Bot) -> bool:
    """Return whether a bot has a score, and none of its rows is a number that the player types."""
    steps = [step for step, _ in bot.steps]
    typed = {name for step in steps if isinstance(step, Number | Counters) for name in outputs(step)}
    typed |= {name for step in steps if isinstance(step, Set) for name, value in step.set.items() if value in typed}
    read = {name for row in bot.file.score for name in getattr(bot.expressions.get(str(row.value)), "names", ())}
    return bool(bot.file.score) and typed.isdisjoint(read)


def end_table(found: Examined, spread: Iterable[str]) -> Iterator[str]:
    """Yield a table: how many plays of each level there were, who won them, and the spread of the bot's score."""
    rows: list[tuple[Any, ...]] = [("", "plays", "you won", "bot won", "neither", *spread)]
    for level, results in found.ends.items():
        won = Counter(one.winner for one in results)
        scores = sorted(one.bot for one in results if one.bot is not None)
        quartiles = [scores[(len(scores) - 1) * n // 4] if scores else "" for n, _ in enumerate(spread)]
        rows.append((level, won.total(), won["you"], won["bot"], won[None], *quartiles))
    wide = max(len(name) for name, *_ in rows)
    for name, *cells in rows:
        yield f"{name:<{wide}}{''.join(f'{cell:>8}' for cell in cells)}"


def limit_lines() -> Iterator[str]:
    """Yield what the language cannot say."""
    yield "What no file can say, this one or another:"
    yield from (f"  {one.what}: {one.why}" for one in borders())


def heading(engine: FileEngine) -> str:
    """Return what the file is."""
    lines = _count(len(engine.file.text.splitlines()), "line")
    return f"{engine.file.name}: {ENGLISH.words(engine.title)}, {lines}, version {engine.version}."


def _count(n: int, noun: str) -> str:
    return f"{n} {noun}{'s' * (n != 1)}"
