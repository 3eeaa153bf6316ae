"""What `tavolino bot check` says of a file: what is wrong with it, what plays showed, what the language cannot say."""

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from engines.botfile import FileEngine
from engines.rules import load
from engines.text import ENGLISH
from firmware.bot.examine import Examined, values
from firmware.simulate import spread

MOST = 12
"""So many names of a kind are listed; of more, the number."""


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


def told(engine: FileEngine, found: Examined, languages: Iterable[str]) -> Iterator[str]:
    """Yield what plays showed, line by line."""
    plays = sum(map(len, found.ends.values()))
    yield (
        f"{plays} plays ended within the laws. Looked at on every panel in {', '.join(languages)}: "
        f"{found.screens} screens, each sort up to three times. Taken back and given again: {found.undone} times."
    )
    yield ""
    yield from never(engine, found)
    if found.ends:
        yield from spread.told(found.ends)
        yield ""


def never(engine: FileEngine, found: Examined) -> Iterator[str]:
    """Yield what no play reached: cards, steps with their lines, rules, values of options."""
    bot = engine.file
    steps = {(block, at) for block, steps in bot.blocks.items() for at in range(len(steps))}
    lines = sorted({bot.line(*step) for step in steps - engine.reached})
    asked = {name for name, deck in bot.file.decks.items() if found.cards.get(name)}
    cards = [
        f"{deck}.{card}"
        for deck, faces in bot.faces.items()
        for card in faces
        if deck in asked and card not in found.cards[deck]
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
            more = f" and {len(names) - MOST} more" if len(names) > MOST else ""
            yield f"Never reached, {kind}: {', '.join(map(str, names[:MOST]))}{more}."
    if not any(kinds.values()):
        yield "Every card, step, rule and option was reached."
    yield ""


def cannot() -> Iterator[str]:
    """Yield what the language cannot say."""
    yield "What no file can say, this one or another:"
    yield from (f"  {one.what}: {one.why}" for one in borders())


def head(engine: FileEngine) -> str:
    """Return what the file is."""
    lines = len(engine.file.text.splitlines())
    return f"{engine.file.name}: {ENGLISH.words(engine.title)}, {lines} lines, version {engine.version}."
