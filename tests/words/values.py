"""The values of sentences in random plays, in words."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from engines.kit import why
from engines.kit.drawings import describe
from engines.kit.play import Play
from engines.kit.text import ENGLISH, Text, Value
from tests.contract.walk import Walk, levels

MAX_VALUES_SHOWN = 6


def print_values(game: str, seeds: int) -> None:
    """Print every sentence that had a text as a value in random plays, and a few of these texts."""
    for one, found in sorted(values_in_plays(game, seeds).items()):
        texts = {name: sorted(words) for name, words in found.items() if words}
        if texts:
            print(one)
            for name, words in texts.items():
                more = f" … ({len(words)} in all)" if len(words) > MAX_VALUES_SHOWN else ""
                print(f"    {{{name}}}: {' | '.join(words[:MAX_VALUES_SHOWN])}{more}")


def values_in_plays(game: str, seeds: int) -> dict[str, dict[str, set[str]]]:
    """Return the texts, not numbers, that each value of each sentence had in random plays."""
    values: dict[str, dict[str, set[str]]] = {}
    for level in levels(game):
        for seed in range(seeds):
            for play in Walk(game, level, seed):
                for text in texts_of(play):
                    _note(text, values)
    return values


def _note(text: Text, found: dict[str, dict[str, set[str]]]) -> None:
    values = found.setdefault(text.one, {})
    for name, value in text.values.items():
        words = values.setdefault(name, set())
        for part in _parts(value):
            if isinstance(part, Text):
                words.add(ENGLISH.words(part))
                _note(part, found)
            elif isinstance(part, str):
                words.add(part)


def _parts(value: Value) -> Iterator[Value]:
    if isinstance(value, tuple):
        for part in value:
            yield from _parts(part)
    else:
        yield value


def texts_of(play: Play[Any]) -> Iterator[Text]:
    """Yield every text of a step: its screen, its reasons, the bot's side, score and result, corrections."""
    engine, state = play.engine, play.state
    yield from _within(play.screen)
    yield from _within(engine.side(state))
    for shown in (play.screen.drawing, engine.side(state)):
        if shown is not None:
            yield from describe(shown)
    for reason in play.why():
        yield from why.words(engine.book, reason)
    yield from _within(engine.score(state))
    yield from _within(engine.result(state))
    yield from _within(engine.fields(state))


def _within(value: Any) -> Iterator[Text]:
    """Yield all texts in a value, at any depth."""
    match value:
        case Text():
            yield value
        case Struct():
            for field in value.__struct_fields__:
                yield from _within(getattr(value, field))
        case tuple() | list():
            for part in value:
                yield from _within(part)
