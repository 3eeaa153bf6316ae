"""What must hold of the declarations of a bot file, whatever its steps do: words, bounds, kinds, names."""

from collections.abc import Collection, Iterator
from keyword import iskeyword
from string import Formatter
from typing import Any

from engines.botfile.bot import LEFT, PLAYED, SLUG, Bot
from engines.botfile.expressions import MOST
from engines.botfile.kinds import Counters, Do, Draw, Marks, Number, Pick, Roll, YesNo
from engines.botfile.parts import Path, parts, tables

MAX_LABELS = 60
"""Values with a label: they are drawn, and can be corrected."""
MAX_PARTS = 60
"""Parts of the player's own total."""
MAX_CHOICES = 100
"""Choices of a value or an option."""
MAX_REMINDERS = 40
"""Rules that the player keeps: they are read together."""
INVISIBLE = "\u00a0\u202f\u00ad"
"""Signs that are drawn otherwise than they are read, and belong in words: no-break spaces, the soft hyphen."""
_SEEN = str.maketrans("", "", INVISIBLE)
NOT_IDS = ("go_on", "not_possible", "score", "your_turn")
"""What an id cannot be called, since the device means something by it."""
KINDS: dict[type, str] = {bool: "yes or no", int: "a number", str: "an id", list: "a list"}
NO_VALUES = "here stand words alone, without a value in braces. Take the braces out."


def check_declared(bot: Bot) -> None:
    """Raise `BadFile` for the first declaration that does not hold."""
    for path, words in _strings(bot.values, ()):
        if not (words.isprintable() or words.translate(_SEEN).isprintable()):
            raise bot.fault(
                path, "these words hold a sign that cannot be seen. Write each on one line, in plain signs."
            )
    _check_words(bot)
    _check_counts(bot)
    _check_bounds(bot)
    _check_values(bot)
    _check_names(bot)
    for path, entry in _entries(bot.file.tables, ("tables",)):
        _check_entry(bot, path, entry)


def kind_of(value: Any) -> str:
    """Return the words for what a value is."""
    return KINDS.get(type(value), "nothing that can be kept")


# --- words ----------------------------------------------------------------------------------------------------------


def _strings(value: Any, path: Path) -> Iterator[tuple[Path, str]]:
    """Yield every string of plain values, keys included, with its place."""
    if isinstance(value, str):
        yield path, value
    for place, one in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        if isinstance(place, str):
            yield (*path, place), place
        yield from _strings(one, (*path, place))


def _check_words(bot: Bot) -> None:
    plain = [(part.path, part.value) for part in parts(bot.file) if part.kind == "plain"]
    plain += [(("rules", name), rule.text) for name, rule in bot.file.rules.items()]
    for deck, faces in bot.faces.items():
        plain += [(("decks", deck, "cards", face.of), face.name) for face in faces.values()]
    for path, said in plain:
        if not {"{", "}"}.isdisjoint(said):
            raise bot.fault(path, f"“{said}”: {NO_VALUES}")
    for language, words in bot.file.words.items():
        for sentence, forms in words.items():
            for one in (forms,) if isinstance(forms, str) else forms:
                _check_translation(bot, ("words", language, sentence), sentence, one)


def _check_translation(bot: Bot, path: Path, sentence: str, said: str) -> None:
    """Check that a translation has no values but those of its sentence."""
    try:
        known, found = (
            {name for _, name, _, _ in Formatter().parse(one) if name is not None} for one in (sentence, said)
        )
    except ValueError:
        raise bot.fault(path, f"“{said}”: a brace is not closed, or stands alone. Write {{coins}}.") from None
    if further := sorted(found - known - {"n"}):
        raise bot.fault(path, f"“{said}”: its sentence has no {further[0]}. Take it out.")


def _named(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


# --- bounds and kinds -----------------------------------------------------------------------------------------------


def _check_bounds(bot: Bot) -> None:
    for table, path in (*tables(bot.file), *_of_steps(bot)):
        low, high = getattr(table, "low", None), getattr(table, "high", None)
        for name, bound in (("low", low), ("high", high)):
            if type(bound) is int and abs(bound) > MOST:
                raise bot.fault((*path, name), f"{name} is {bound}; no number may leave -{MOST} to {MOST}.")
        if type(low) is int and type(high) is int and low > high and not (high == 0 and hasattr(table, "advance")):
            raise bot.fault((*path, "low"), f"low is {low}, and high is {high}. Low is at most as much as high.")


def _of_steps(bot: Bot) -> Iterator[tuple[Any, Path]]:
    for block, path in bot.paths.items():
        for place, step in enumerate(bot.blocks[block]):
            yield from tables(step, (*path, place))


def _check_counts(bot: Bot) -> None:
    """Check that there is no more of what stands on the glass together than can be read."""
    file = bot.file
    counted: list[tuple[Path, Collection[Any], int, str]] = [
        (("values",), [one for one in file.values.values() if one.label], MAX_LABELS, "values with a label"),
        (("rules",), [one for one in file.rules.values() if one.remind], MAX_REMINDERS, "rules with `remind`"),
        (("result", "parts"), file.result.parts, MAX_PARTS, "parts"),
        *((("options", name, "choices"), one.choices, MAX_CHOICES, "choices") for name, one in file.options.items()),
        *((("values", name, "choices"), one.choices, MAX_CHOICES, "choices") for name, one in file.values.items()),
    ]
    for path, things, most, what in counted:
        if len(things) > most:
            raise bot.fault(path, f"there are more than {most} {what}. Take some out.")


def _check_values(bot: Bot) -> None:
    for name, value in bot.file.values.items():
        path: Path = ("values", name)
        kinds = [kind for kind in ("flag", "choices", "list_") if getattr(value, kind) not in (False, None, {})]
        if len(kinds) > 1:
            both = " and ".join(kind.rstrip("_") for kind in kinds)
            raise bot.fault(path, f"{name} has {both}. A value is a number, a flag, one of choices, or a list.")
        if kinds and (value.track or value.loop):
            raise bot.fault(path, f"{name} is drawn as a track, and is no number. Take track and loop out.")


def _entries(value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    if isinstance(value, dict | list):
        for place, one in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _entries(one, (*path, place))
    else:
        yield path, value


def _check_entry(bot: Bot, path: Path, entry: Any) -> None:
    number = isinstance(entry, int) and abs(entry) <= MOST
    if not number and not (isinstance(entry, str) and SLUG.fullmatch(entry)):
        raise bot.fault(path, f"a table holds whole numbers up to {MOST}, and ids without words around them.")


# --- names ----------------------------------------------------------------------------------------------------------


def _check_names(bot: Bot) -> None:
    for name in bot.words:
        if name in NOT_IDS or iskeyword(name):
            raise bot.fault(_place_of(bot, name), f"{name} is a word of the language, and cannot be an id. Rename it.")
    for name, where in bot.names.items():
        if iskeyword(name):
            raise bot.fault((where, name), f"{name} is a word of the language. Take another name.")
    given: dict[str, Any] = {name: _example(value) for name, value in bot.file.values.items()}
    given |= {deck + ending: [] for deck in bot.file.decks for ending in (LEFT, PLAYED)}
    drawn: dict[str, str] = {}
    for step, path in _of_steps(bot):
        for name, kind in gives(bot, step):
            if name in bot.words:
                raise bot.fault(path, f"{name} is also an id (“{bot.words[name]}”). Rename one of them.")
            if type(given.setdefault(name, kind)) is not type(kind):
                raise bot.fault(
                    path, f"{name} becomes {kind_of(kind)} here, and elsewhere it is {kind_of(given[name])}."
                )
            if isinstance(step, Draw) and drawn.setdefault(name, step.draw) != step.draw:
                raise bot.fault(
                    path, f"{name} is the card of {drawn[name]} and of {step.draw}. Name one of them by `as`."
                )


def _place_of(bot: Bot, name: str) -> Path:
    """Return where an id has its words."""
    file = bot.file
    for where, has in (("options", file.options), ("values", file.values)):
        for one, table in has.items():
            if name in table.choices:
                return (where, one, "choices", name)
    deck = next((deck for deck, faces in bot.faces.items() if name in faces), None)
    return ("names", name) if deck is None else ("decks", deck, "cards", bot.faces[deck][name].of)


def _example(value: Any) -> Any:
    """Return something of the kind that a declared value is."""
    if value.flag:
        return False
    return [] if value.list_ is not None else "" if value.choices else 0


def gives(bot: Bot, step: Any) -> Iterator[tuple[str, Any]]:
    """Yield the names that a step gives a value to, each with a value of that kind."""
    match step:
        case Counters():
            yield from ((one.as_, 0) for one in step.of)
        case Number():
            yield step.as_, 0
        case Roll():
            yield step.as_ or step.roll, 0
        case YesNo():
            yield step.as_, False
        case Marks():
            yield step.as_, []
        case Pick():
            yield step.as_, ""
        case Do() if step.each:
            yield step.each, ""
        case Draw():
            yield step.as_ or bot.file.decks[step.draw].card, ""
