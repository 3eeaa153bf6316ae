"""Findings that let a bot file be played all the same: mistakes, and what nothing uses. `bot check` tells them."""

import re
from collections import Counter
from collections.abc import Iterator

from engines.botfile.bot import LEFT, PLAYED, Bot
from engines.botfile.check import Finding
from engines.botfile.expressions import ANY, ID, LIST, NUMBER
from engines.botfile.kinds import End, Pick, YourTurn
from engines.botfile.side import MAX_TRACK_PLACES
from engines.botfile.tables import Leaf, leaves
from engines.kit.contract import GO_ON, NOT_POSSIBLE
from engines.kit.faults import Path

_WORD = re.compile(r"[a-z][a-z0-9_]*")
_WANTED = dict.fromkeys(("low", "high", "n", "turn", "at", "value", "minus_from"), NUMBER) | {"move": ID, "of": LIST}
"""The kind that the expressions of some fields must have."""
_READING = ("expression", "words", "start", "list", "deck", "die", "id")
"""The roles of values that refer to names and ids."""


def faults(bot: Bot) -> Iterator[str]:
    """Yield what is surely wrong, a sentence each."""
    for path, what in (*_misfits(bot), *_defaults(bot), *_reports(bot), *_missing_end(bot)):
        yield str(bot.fault(path, what))


def doubts(bot: Bot) -> Iterator[str]:
    """Yield what may be meant so, a sentence each."""
    for path, what in (*_unused(bot), *_odd(bot), *_translations(bot)):
        yield str(bot.fault(path, what))


# --- surely wrong ---------------------------------------------------------------------------------------------------


def _misfits(bot: Bot) -> Iterator[Finding]:
    for leaf in bot.all_leaves():
        if leaf.role in ("expression", "start") and isinstance(leaf.value, str) and leaf.value:
            for what in bot.expressions[leaf.value].misfits(_wanted(bot, leaf)):
                yield leaf.path, what


def _wanted(bot: Bot, leaf: Leaf) -> str:
    """Return the kind that an expression must have at its place."""
    field = leaf.path[-1]
    value = bot.file.values.get(str(leaf.path[-2 if leaf.role == "start" else -1]))
    if value is not None and (leaf.role == "start" or leaf.path[-2] == "set") and not value.flag:
        return LIST if value.list_ is not None else ID if value.choices else NUMBER
    if field == "likely" and isinstance(leaf.table, Pick):
        return ID
    return _WANTED.get(str(field), ANY)


def _defaults(bot: Bot) -> Iterator[Finding]:
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


def _reports(bot: Bot) -> Iterator[Finding]:
    for step, path in bot.steps:
        if isinstance(step, YourTurn):
            seen: Counter[str] = Counter()
            for place, report in enumerate(step.reports):
                seen[report.id] += 1
                if report.id in (GO_ON, NOT_POSSIBLE):
                    yield (*path, "reports", place), f"{report.id} is a word of the device. Take another id."
                elif seen[report.id] > 1 and report.if_ is True:
                    yield (*path, "reports", place), f"{report.id} is the id of a report above. Take another."


def _missing_end(bot: Bot) -> Iterator[Finding]:
    if not any(isinstance(step, End) for block in _begun(bot) for step in bot.blocks[block]):
        yield ("play",), 'no step ends the play. Add one, as { end = "score", if = "round > 6" }.'


def _begun(bot: Bot) -> set[str]:
    """Return the blocks that some step can begin."""
    wanted, found = ["setup", "play", "finish"], set[str]()
    while wanted:
        name = wanted.pop()
        if name in bot.draws:
            wanted += [face.do for face in bot.faces[bot.draws[name]].values()]
        elif name in bot.blocks and name not in found:
            found.add(name)
            wanted += [leaf.value for step in bot.blocks[name] for leaf in leaves(step) if leaf.role == "block"]
    return found


# --- what nothing uses ----------------------------------------------------------------------------------------------


def _unused(bot: Bot) -> Iterator[Finding]:
    file, used, begun = bot.file, _used(bot), _begun(bot)
    for name in (*file.options, *file.values, *file.tables):
        if name not in used and not (name in file.values and file.values[name].label):
            yield (bot.names[name], name), f"nothing reads {name}."
    yield from ((("names", name), f"nothing uses the id {name}.") for name in file.names if name not in used)
    yield from ((("do", name), f"no step begins {name}.") for name in file.do if name not in begun)
    for where, names in (("decks", file.decks), ("dice", file.dice)):
        yield from (((where, name), f"{name} never comes up.") for name in names if name not in used)
    rules = {leaf.value for leaf in bot.all_leaves() if leaf.role == "rule"}
    for name, rule in file.rules.items():
        if name not in rules and not rule.remind:
            yield ("rules", name), f"no step follows the rule {name}."


def _used(bot: Bot) -> set[str]:
    """Return the names and ids that something refers to."""
    found: set[str] = set()
    for leaf in bot.all_leaves():
        if leaf.role in _READING:
            found.update(_WORD.findall(" ".join(leaf.value) if isinstance(leaf.value, list) else str(leaf.value)))
    for face, _ in bot.cards():
        found.update(_WORD.findall(str(face.fields)))
    found |= {name.removesuffix(LEFT).removesuffix(PLAYED) for name in found}
    found.update(_WORD.findall(str(bot.file.tables)))
    return found


# --- what is odd ----------------------------------------------------------------------------------------------------


def _odd(bot: Bot) -> Iterator[Finding]:
    for name, value in bot.file.values.items():
        many, most = value.high - value.low + 1, MAX_TRACK_PLACES
        if value.track and not value.loop and many > most:
            yield ("values", name), f"{name} has {many} places; from {most + 1} on a track is drawn as a number."
    for face, path in bot.cards():
        read = bot.expressions[face.if_].names if isinstance(face.if_, str) else ()
        for name in [name for name in read if bot.names[name] not in ("options", "tables")][:1]:
            what = f"whether a card is in the deck is settled at the start, and {name} changes later."
            yield (*path, "if"), what
    ids: dict[str, Path] = {}
    for step, path in bot.steps:
        if step.id and ids.setdefault(step.id, path) != path and step.if_ is True:
            yield (*path, "id"), f"a step above has the id {step.id}, too."


def _translations(bot: Bot) -> Iterator[Finding]:
    """Yield the sentences that a language of the file lacks, and its words for a sentence that there is not."""
    texts = [leaf.value for leaf in bot.all_leaves() if leaf.role in ("words", "plain")]
    said = dict.fromkeys(text for text in texts if text and isinstance(text, str))  # a card may be a table instead
    said |= dict.fromkeys(rule.text for rule in bot.file.rules.values())
    plurals = {getattr(one, "plural", "") for one, _ in bot.all_tables()}
    for language, words in bot.file.words.items():
        for sentence in words:
            if sentence.rpartition(":")[0] not in said and sentence not in said:
                yield ("words", language, sentence), f"nothing says “{sentence}”."
        for sentence in said:
            if sentence not in words and sentence not in plurals:
                yield ("words", language), f"“{sentence}” has no words in {language}."
