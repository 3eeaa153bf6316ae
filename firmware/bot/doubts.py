"""What a bot file says that can never be meant, or that nothing uses. The device plays it all the same."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from engines.botfile.bot import LEFT, PLAYED, Bot
from engines.botfile.expressions import ANY, ID, LIST, NUMBER
from engines.botfile.fitting import Fitting
from engines.botfile.kinds import Do, End, Pick, Tell, YourTurn
from engines.botfile.parts import Part, Path, parts, tables
from engines.botfile.side import MOST_PLACES
from engines.contract import GO_ON, NOT_POSSIBLE

_WORD = re.compile(r"[a-z][a-z0-9_]*")
_WANTED = dict.fromkeys(("low", "high", "n", "turn", "at", "value", "minus_from"), NUMBER) | {"move": ID}
"""What the expressions of some fields must give."""


def faults(bot: Bot) -> Iterator[str]:
    """Yield what is surely wrong, a sentence each."""
    found = [*_kinds(bot), *_options(bot), *_reports(bot), *_ends(bot)]
    for path, what in found:
        yield str(bot.fault(path, what))


def doubts(bot: Bot) -> Iterator[str]:
    """Yield what may be meant so, a sentence each."""
    for path, what in (*_unused(bot), *_odd(bot), *_translations(bot)):
        yield str(bot.fault(path, what))


Found = Iterator[tuple[Path, str]]


def _all(bot: Bot) -> Iterator[tuple[Any, Path]]:
    """Yield the file and every step, each with its place."""
    yield bot.file, ()
    for block, path in bot.paths.items():
        yield from ((step, (*path, place)) for place, step in enumerate(bot.blocks[block]))


def _parts(bot: Bot) -> Iterator[Part]:
    for table, path in _all(bot):
        yield from parts(table, path)


# --- surely wrong ---------------------------------------------------------------------------------------------------


def _kinds(bot: Bot) -> Found:
    fitting = Fitting(bot)
    for part in _parts(bot):
        if part.kind in ("expression", "start") and isinstance(part.value, str) and part.value:
            yield from ((part.path, what) for what in fitting.faults(part.value, _wanted(bot, part)))
    for deck, faces in bot.faces.items():
        for face in {face.of: face for face in faces.values()}.values():
            if isinstance(face.if_, str):
                path = ("decks", deck, "cards", face.of, "if")
                yield from ((path, what) for what in fitting.faults(face.if_))


def _wanted(bot: Bot, part: Part) -> str:
    """Return what an expression must give at its place."""
    field = part.path[-1]
    if field == "of":
        return LIST
    value = bot.file.values.get(str(part.path[-2 if part.kind == "start" else -1]))
    if value is not None and (part.kind == "start" or part.path[-2] == "set") and not value.flag:
        return LIST if value.list_ is not None else ID if value.choices else NUMBER
    if field == "likely":
        return ID if isinstance(part.table, Pick) else ANY
    return _WANTED.get(str(field), ANY)


def _options(bot: Bot) -> Found:
    for name, option in bot.file.options.items():
        path, given = ("options", name, "default"), option.default
        if given is None:
            continue
        if option.choices and given not in option.choices:
            yield path, f"{given} is no choice of {name}. There are: {', '.join(option.choices)}."
        elif not option.choices and option.high is None and not isinstance(given, bool):
            yield path, f"{name} is on or off, so its default is true or false."
        elif option.high is not None and (type(given) is not int or not option.low <= given <= option.high):
            yield path, f"{name} goes from {option.low} to {option.high}, and its default is {given}."


def _reports(bot: Bot) -> Found:
    for step, path in _all(bot):
        if isinstance(step, YourTurn):
            seen: Counter[str] = Counter()
            for place, report in enumerate(step.reports):
                seen[report.id] += 1
                if report.id in (GO_ON, NOT_POSSIBLE):
                    yield (*path, "reports", place), f"{report.id} is a word of the device. Take another id."
                elif seen[report.id] > 1 and report.if_ is True:
                    yield (*path, "reports", place), f"{report.id} is the id of a report above. Take another."


def _ends(bot: Bot) -> Found:
    begun = _begun(bot)
    if not any(isinstance(step, End) for block in begun for step in bot.blocks[block]):
        yield ("play",), 'no step ends the play. Add one, as { end = "score", if = "round > 6" }.'


def _begun(bot: Bot) -> set[str]:
    """Return the blocks that some step can begin."""
    wanted, found = ["setup", "play", "finish"], set[str]()
    while wanted:
        name = wanted.pop()
        if name in bot.draws:
            wanted += [face.block for face in bot.faces[bot.draws[name]].values() if face.block]
        elif name in bot.blocks and name not in found:
            found.add(name)
            for step in bot.blocks[name]:
                wanted += [one for one in _begins(step) if one]
    return found


def _begins(step: Any) -> Iterable[str]:
    match step:
        case Do():
            return (step.do, step.else_)
        case Tell():
            return (step.not_possible or "",)
        case YourTurn():
            return [report.do for report in step.reports]
    return ()


# --- what nothing uses ----------------------------------------------------------------------------------------------


def _unused(bot: Bot) -> Found:
    file, used, begun = bot.file, _used(bot), _begun(bot)
    for name in (*file.options, *file.values, *file.tables):
        if name not in used and not (name in file.values and file.values[name].label):
            yield (bot.names[name], name), f"nothing reads {name}."
    yield from ((("names", name), f"nothing uses the id {name}.") for name in file.names if name not in used)
    yield from ((("do", name), f"no step begins {name}.") for name in file.do if name not in begun)
    for where, names in (("decks", file.decks), ("dice", file.dice)):
        yield from (((where, name), f"{name} never comes up.") for name in names if name not in used)
    rules = {getattr(one, "rule", "") for table, _ in _all(bot) for one, _ in tables(table)}
    rules |= {face.rule for faces in bot.faces.values() for face in faces.values()}
    for name, rule in file.rules.items():
        if name not in rules and not rule.remind:
            yield ("rules", name), f"no step follows the rule {name}."


def _used(bot: Bot) -> set[str]:
    """Return the names and ids that something refers to."""
    found: set[str] = set()
    for part in _parts(bot):
        if part.kind in ("expression", "words", "start"):
            found.update(_WORD.findall(" ".join(part.value) if isinstance(part.value, list) else str(part.value)))
    for faces in bot.faces.values():
        for face in faces.values():
            found.update(_WORD.findall(f"{face.if_} {face.fields}"))
    for step, _ in _all(bot):
        found.update(str(getattr(step, field, "")) for field in ("all", "from_", "to", "cards", "draw", "roll"))
        of = getattr(step, "of", "")
        found.update(getattr(one, "id", str(one)) for one in of if isinstance(of, list))
    found |= {name.removesuffix(LEFT).removesuffix(PLAYED) for name in found}
    found.update(_WORD.findall(str(bot.file.tables)))
    return found


# --- what is odd ----------------------------------------------------------------------------------------------------


def _odd(bot: Bot) -> Found:
    for name, value in bot.file.values.items():
        many = value.high - value.low + 1
        if value.track and not value.loop and many > MOST_PLACES:
            yield ("values", name), f"{name} has {many} places; from {MOST_PLACES + 1} on a track is drawn as a number."
    for deck, faces in bot.faces.items():
        for face in {face.of: face for face in faces.values()}.values():
            read = bot.expressions[face.if_].names if isinstance(face.if_, str) else ()
            for name in [name for name in read if bot.names[name] not in ("options", "tables")][:1]:
                what = f"whether a card is in the deck is settled at the start, and {name} changes later."
                yield ("decks", deck, "cards", face.of, "if"), what
    ids: dict[str, Path] = {}
    for step, path in _all(bot):
        if (name := getattr(step, "id", "")) and ids.setdefault(name, path) != path and step.if_ is True:
            yield (*path, "id"), f"a step above has the id {name}, too."


def _translations(bot: Bot) -> Found:
    """Yield the sentences that a language of the file lacks, and its words for a sentence that there is not."""
    texts = [part.value for part in _parts(bot) if part.kind in ("words", "plain")]
    said = dict.fromkeys(text for text in texts if text and isinstance(text, str))  # a card may be a table instead
    said |= dict.fromkeys(face.name for faces in bot.faces.values() for face in faces.values())
    said |= dict.fromkeys(rule.text for rule in bot.file.rules.values())
    plurals = {getattr(one, "plural", "") for table, _ in _all(bot) for one, _ in tables(table)}
    for language, words in bot.file.words.items():
        for sentence in words:
            if sentence.rpartition(":")[0] not in said and sentence not in said:
                yield ("words", language, sentence), f"nothing says “{sentence}”."
        for sentence in said:
            if sentence not in words and sentence not in plurals:
                yield ("words", language), f"“{sentence}” has no words in {language}."
