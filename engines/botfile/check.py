"""The checker of a bot file: every finding has its place, its fault, and the remedy.

check       faults that keep a file from being played: expressions, sentences, names, references, bounds
mistakes    certain faults of a file that can be played         ┐
doubts      possible faults, and unused parts                   ┘ `bot check` prints both
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from keyword import iskeyword
from string import Formatter
from typing import Any, TypeAlias

import msgspec

from engines.botfile.bot import LEFT, PLAYED, Bot
from engines.botfile.expressions import ANY, ID, LIST, MAX_NUMBER, NUMBER
from engines.botfile.kinds import Draw, End, Marks, Move, Pick, Roll, Set, Shuffle, Step, YourTurn, outputs
from engines.botfile.lines import line_of
from engines.botfile.side import MAX_TRACK_PLACES
from engines.botfile.tables import Leaf, is_slug, leaves
from engines.botfile.words import DEFAULT_SENTENCES, is_worded, names_in
from engines.kit.contract import GO_ON, NOT_POSSIBLE
from engines.kit.emblem import fault_in
from engines.kit.faults import Path
from engines.kit.screens import OVER
from engines.kit.text import Icon

Finding: TypeAlias = tuple[Path, str]
"""A place of the file, and the fault there."""

TIE_WINNERS = ("you", "bot", "nobody")
"""The values that `tie` can have."""
RESULT_VALUES = ("bot_name", "bot", "you")
"""Further values of the sentences of a result."""
MAX_LABELS = 60
"""Values with a label: they are drawn, and can be corrected."""
MAX_PARTS = 60
"""Parts of the player's own total."""
MAX_CHOICES = 100
"""Choices of a value or an option."""
MAX_REMINDERS = 40
"""Rules that the player keeps: they are read together."""
UNPRINTABLE_ALLOWED = re.compile("[\u00a0\u202f\u00ad]")
"""Unprintable letters that words may contain: no-break spaces, the soft hyphen."""
NOT_IDS = ("go_on", "not_possible", "score", "your_turn")
"""Names that no id can have, since the device uses them."""
MAX_TITLE_LETTERS = 24
"""Letters of a title for which the header of every panel has room in any language."""
KIND_WORDS: dict[type, str] = {bool: "yes or no", int: "a number", str: "an id", list: "a list"}
FROM_NOWHERE = "this adds a card, and a card is in one place: say from which list it comes, by `from`."
EMPTY_MESSAGES = {
    "expression": "the expression is empty. Write one, or take the key out.",
    "block": "the name of the steps is empty. Write one, or the steps themselves.",
}
OPEN_BRACE = "a brace has no partner. Write {coins}."
NO_VALUES = "these words cannot have values in braces. Take the braces out."
NUMBER_FIELDS = ("low", "high", "n", "turn", "at", "value", "minus_from")
FIELD_KINDS = dict.fromkeys(NUMBER_FIELDS, NUMBER) | {"move": ID, "of": LIST}
"""The kind that the expressions of some fields must have."""
READING_ROLES = ("expression", "tie", "words", "start", "list", "deck", "die", "id", "contents")
"""The roles of values that refer to names and ids."""
_NAME = re.compile(r"[a-z][a-z0-9_]*")


def check(bot: Bot) -> None:
    """Raise `BadFile` for the first error that keeps a file from being played; find its sentences on the way."""
    for path, what in _errors(bot):
        raise bot.fault(path, what)
    for sentence in DEFAULT_SENTENCES:
        bot.sentences.pop(sentence, None)


def mistakes(bot: Bot) -> Iterator[str]:
    """Yield the certain faults of a file that can be played, a sentence each."""
    checks = (_wrong_kinds, _wrong_defaults, _wrong_reports, _missing_end, _misplaced_cards)
    for path, what in chain.from_iterable(find(bot) for find in checks):
        yield str(bot.fault(path, what))


def doubts(bot: Bot) -> Iterator[str]:
    """Yield the possible faults of a file, a sentence each."""
    checks = (_warn_unused, _unlike_ours, _unusual_parts, _translation_gaps)
    for path, what in chain.from_iterable(find(bot) for find in checks):
        yield str(bot.fault(path, what))


def _errors(bot: Bot) -> Iterator[Finding]:
    for table, path in bot.roots():
        for leaf in leaves(table, path):
            yield from _check_leaf(bot, leaf)
        if isinstance(table, Step):
            yield from _check_step(bot, table, path)
            yield from _check_cards(bot, table, path, bot.deck_lists)
    bot.compile(bot.file.result.tie, ("result", "tie"), TIE_WINNERS)
    yield from _check_score(bot)
    for name in bot.file.do:
        if name in bot.draws:
            what = f"{name} is also the card of {bot.draws[name]}, whose steps these would hide. Take another name."
            yield ("do", name), what
    yield from _check_strings(bot)
    if bot.file.emblem and (wrong := fault_in(bot.file.emblem)):
        yield ("emblem",), wrong
    yield from _check_translations(bot)
    yield from _check_counts(bot)
    yield from _check_values(bot)
    yield from _check_names(bot)
    yield from _check_entries(bot.file.tables, ("tables",))


# --- expressions, sentences and references --------------------------------------------------------------------------


def _check_leaf(bot: Bot, leaf: Leaf) -> Iterator[Finding]:
    yield from _check_bound(leaf)
    if leaf.role in ("words", "plain") and leaf.path[-1] != "plural" and leaf.value and isinstance(leaf.value, str):
        bot.sentences.setdefault(leaf.value, leaf)
    if leaf.role == "start":
        yield from _check_start(bot, leaf)
    elif leaf.role == "words":
        yield from _check_words(bot, leaf)
    elif leaf.role == "plain" and not {"{", "}"}.isdisjoint(leaf.value):
        yield leaf.path, f"“{leaf.value}”: {NO_VALUES}"
    elif leaf.value == "" and leaf.role in EMPTY_MESSAGES:
        yield leaf.path, EMPTY_MESSAGES[leaf.role]
    elif leaf.role == "expression" and isinstance(leaf.value, str) and leaf.value:
        bot.compile(leaf.value, leaf.path)
    elif leaf.value:
        yield from _check_name(bot, leaf.role, leaf.value, leaf.path)


def _check_bound(leaf: Leaf) -> Iterator[Finding]:
    """Check a number that bounds others."""
    name, bound = leaf.path[-1], leaf.value
    low, high = getattr(leaf.table, "low", None), getattr(leaf.table, "high", None)
    if name not in ("low", "high") or type(bound) is not int or not hasattr(leaf.table, name):
        return
    if abs(bound) > MAX_NUMBER:
        yield leaf.path, f"{name} is {bound}; no number may leave -{MAX_NUMBER} to {MAX_NUMBER}."
    if type(low) is type(high) is int and low > high and not (high == 0 and isinstance(leaf.table, Marks)):
        yield leaf.path, f"low is {low}, and high is {high}. Low is at most as much as high."


def _check_name(bot: Bot, role: str, name: str, path: Path) -> Iterator[Finding]:
    """Check that a name refers to something that the file declares."""
    match role:
        case "rule" if name not in bot.file.rules:
            yield path, f"there is no rule {name} under [rules]. Add it, or take the rule out here."
        case "block" if name not in bot.blocks and name not in bot.draws:
            yield path, f"there are no steps {name} under [do], and no card of that name is drawn."
        case "deck" | "die" if name not in (bot.file.decks if role == "deck" else bot.file.dice):
            yield path, f"there is no {role} {name}. {bot.suggestion(name)}"
        case "contents" if path[-1] == "of" and not bot.contents(name):
            yield path, f"there is no deck {name}, and no table {name} that is a list of ids with words."
        case "list" if name not in bot.lists:
            yield path, f'{name} is no list. Declare it under [values] with list = "…".'
        case "id" if name not in bot.words:
            yield path, f"{name} is no id. Give it words under [names]."
        case "icon" if name not in (names := [icon.value for icon in Icon]):
            yield path, f"there is no icon {name}. There are: {', '.join(names)}."


def _check_start(bot: Bot, leaf: Leaf) -> Iterator[Finding]:
    """Check the start of a value: an expression of options alone, or the ids of a list."""
    if isinstance(leaf.value, list):
        for one in leaf.value:
            yield from _check_name(bot, "id", one, leaf.path)
    elif isinstance(leaf.value, str) and leaf.value:
        for name in bot.compile(leaf.value, leaf.path).names:
            if bot.names[name] not in ("options", "tables"):
                yield leaf.path, f"at the start only options and tables are known, and {name} is neither."


def _check_words(bot: Bot, leaf: Leaf) -> Iterator[Finding]:
    """Check that the values of a sentence are names in braces, and are known."""
    table = None if isinstance(leaf.table, Step) and "why" in leaf.path[-2:] else leaf.table
    own = (*getattr(table, "with_", ()), *(RESULT_VALUES if leaf.path[0] == "result" else ()))
    own += ("icon",) if getattr(table, "icon", "") else ()
    own += ("n",) if getattr(table, "plural", "") or getattr(table, "n", 0) != 0 else ()
    try:
        pieces = list(Formatter().parse(leaf.value))
    except ValueError:
        yield leaf.path, f"“{leaf.value}”: {OPEN_BRACE}"
        return
    for _, name, form, how in pieces:
        if name is None:
            continue
        if form or how or not name.isidentifier() or name == "plural":
            yield leaf.path, f"“{leaf.value}”: braces hold one name and nothing else, as {{coins}}."
        if name not in own and name not in bot.names and name not in bot.words:
            yield leaf.path, f"“{leaf.value}”: there is no {name}. {bot.suggestion(name)}"


def _check_score(bot: Bot) -> Iterator[Finding]:
    for place, row in enumerate(bot.file.score):
        for expression in (row.value, row.if_):
            if isinstance(expression, str) and "score" in bot.expressions[expression].names:
                yield ("score", place), "the score cannot be a part of itself. Take it out of this row."


def _check_strings(bot: Bot) -> Iterator[Finding]:
    """Check that every string can be seen, keys included; place by place only if one of all may not be."""
    values = {**bot.values, "emblem": ""}
    together = UNPRINTABLE_ALLOWED.sub("", msgspec.json.encode(values).decode().replace('\\"', ""))
    for path, said in () if together.isprintable() and "\\" not in together else strings(values, ()):
        if not UNPRINTABLE_ALLOWED.sub("", said).isprintable():
            yield path, "these words hold a sign that cannot be seen. Write each on one line, in plain signs."


def strings(value: Any, path: Path) -> Iterator[tuple[Path, str]]:
    """Yield the strings of plain values with their places, keys included."""
    if isinstance(value, str):
        yield path, value
    for place, one in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        if isinstance(place, str):
            yield (*path, place), place
        yield from strings(one, (*path, place))


def _check_translations(bot: Bot) -> Iterator[Finding]:
    """Check that a translation has no values but those of its sentence."""
    for language, words in bot.file.words.items():
        for sentence, forms in words.items():
            path = ("words", language, sentence)
            for said in (forms,) if isinstance(forms, str) else forms:
                try:
                    further = sorted(names_in(said) - names_in(sentence) - {"n"})
                except ValueError:
                    yield path, f"“{said}”: {OPEN_BRACE}"
                    return
                if further:
                    yield path, f"“{said}”: its sentence has no {further[0]}. Take it out."


# --- steps ----------------------------------------------------------------------------------------------------------


def _check_step(bot: Bot, step: Step, path: Path) -> Iterator[Finding]:
    """Check the names that a step refers to, beyond their existence."""
    if any(getattr(one, "icon", "") for one in (step.why if isinstance(step.why, list) else [step.why])):
        yield (*path, "why"), "Why has no icons. Take the icon out."
    match step:
        case Set(set=values):
            for name in values:
                if bot.names.get(name) not in ("values", "steps"):
                    yield (*path, "set", name), f"there is no value {name} to set. {bot.suggestion(name)}"
        case Draw() if not step.as_:
            yield path, f"the card of {step.draw} has no name: give the deck a `card`, or the step an `as`."
        case Roll(roll=die, high=int(high)) if high > bot.file.dice[die].high:
            yield (*path, "high"), f"the highest face of {die} is {bot.file.dice[die].high}."


def _check_cards(bot: Bot, step: Step, path: Path, lists: dict[str, str]) -> Iterator[Finding]:
    """Check that only a deck's own cards go to its lists, as far as the file shows which cards they are."""
    ids: Iterable[str] = ()
    to = getattr(step, "to", "")
    match step:
        case Draw():
            ids = bot.faces[step.draw]
        case Shuffle():
            ids, to = bot.faces.get(bot.lists.get(step.cards, ""), ()), step.shuffle + LEFT
        case Move() if step.all:
            ids = bot.faces.get(bot.lists.get(step.all, ""), ())
        case Move(move=str(one)) if one in bot.words:
            ids = (one,)
    deck = lists.get(to, "")
    for one in ids:
        if deck in bot.faces and one not in bot.faces[deck]:
            yield path, f"{one} is no card of {deck}: only its own can go there."


# --- amounts, values and names --------------------------------------------------------------------------------------


def _check_counts(bot: Bot) -> Iterator[Finding]:
    """Check that no list on the glass is too long to be read."""
    file = bot.file
    counted: list[tuple[Path, int, int, str]] = [
        (("values",), sum(bool(one.label) for one in file.values.values()), MAX_LABELS, "values with a label"),
        (("rules",), sum(one.remind for one in file.rules.values()), MAX_REMINDERS, "rules with `remind`"),
        (("result", "parts"), len(file.result.parts), MAX_PARTS, "parts"),
        *((path, len(one.choices), MAX_CHOICES, "choices") for path, one in bot.choice_tables()),
    ]
    for path, n, most, what in counted:
        if n > most:
            yield path, f"there are more than {most} {what}. Take some out."


def _check_values(bot: Bot) -> Iterator[Finding]:
    for name, value in bot.file.values.items():
        path: Path = ("values", name)
        declared = {"flag": value.flag, "choices": value.choices, "of": value.of, "list": value.list_ is not None}
        kinds = [kind for kind, given in declared.items() if given]
        if len(kinds) > 1:
            both = " and ".join(kinds)
            yield path, f"{name} has {both}. A value is a number, or one of flag, choices, of and list."
        if kinds and (value.track or value.loop):
            yield path, f"{name} is drawn as a track, and is no number. Take track and loop out."


def _check_entries(value: Any, path: Path) -> Iterator[Finding]:
    if isinstance(value, dict | list):
        for place, one in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _check_entries(one, (*path, place))
    elif not (abs(value) <= MAX_NUMBER if isinstance(value, int) else is_slug(value)):
        yield path, f"a table holds whole numbers up to {MAX_NUMBER}, and ids without words around them."


def _check_names(bot: Bot) -> Iterator[Finding]:
    for name in bot.words:
        if name in NOT_IDS or iskeyword(name):
            yield _place_of(bot, name), f"{name} is a word of the language, and cannot be an id. Rename it."
    for name, where in bot.names.items():
        if iskeyword(name):
            yield (where, name), f"{name} is a word of the language. Take another name."
    known: dict[str, Any] = {name: value.empty for name, value in bot.file.values.items()}
    known |= {name: [] for name in bot.deck_lists}
    drawn: dict[str, str] = {}
    for step, path in bot.steps:
        for name, empty in outputs(step).items():
            if name in bot.words:
                yield path, f"{name} is also an id (“{bot.words[name]}”). Rename one of them."
            kind, other = KIND_WORDS[type(empty)], KIND_WORDS[type(known.setdefault(name, empty))]
            if kind != other:
                yield path, f"{name} becomes {kind} here, and elsewhere it is {other}."
            if isinstance(step, Draw) and drawn.setdefault(name, step.draw) != step.draw:
                yield path, f"{name} is the card of {drawn[name]} and of {step.draw}. Name one of them by `as`."


def _place_of(bot: Bot, name: str) -> Path:
    """Return the place of an id's words."""
    for path, table in bot.choice_tables():
        if name in table.choices:
            return (*path, name)
    return next((path for face, path in bot.cards() if face.of == name), ("names", name))


# --- mistakes -------------------------------------------------------------------------------------------------------


def _wrong_kinds(bot: Bot) -> Iterator[Finding]:
    for leaf in bot.leaves():
        if leaf.role in ("expression", "start") and isinstance(leaf.value, str) and leaf.value:
            for what in bot.expressions[leaf.value].misfits(_expected_kind(bot, leaf)):
                yield leaf.path, what
    tie = bot.file.result.tie
    if not set(bot.expressions[tie].kind.ids or ("?",)).issubset(TIE_WINNERS):
        yield ("result", "tie"), f"“{tie}”: it must give {', '.join(TIE_WINNERS)}."


def _expected_kind(bot: Bot, leaf: Leaf) -> str:
    """Return the kind that an expression must have at its place."""
    field = leaf.path[-1]
    value = bot.file.values.get(str(leaf.path[-2 if leaf.role == "start" else -1]))
    if value is not None and (leaf.role == "start" or leaf.path[-2] == "set") and not value.flag:
        return LIST if value.list_ is not None else ID if value.choices or value.of else NUMBER
    if field == "likely" and isinstance(leaf.table, Pick):
        return ID
    return FIELD_KINDS.get(str(field), ANY)


def _wrong_defaults(bot: Bot) -> Iterator[Finding]:
    for name, option in bot.file.options.items():
        for one in option.notes:
            if one not in option.choices:
                yield ("options", name, "notes", one), f"{one} is no choice of {name}."
        path, given = ("options", name, "default"), option.default
        if given is None:
            continue
        if option.choices and given not in option.choices:
            yield path, f"{given} is no choice of {name}. There are: {', '.join(option.choices)}."
        elif not option.choices and option.high is None and not isinstance(given, bool):
            yield path, f"{name} is on or off, so its default is true or false."
        elif option.high is not None and (type(given) is not int or not option.low <= given <= option.high):
            yield path, f"{name} goes from {option.low} to {option.high}, and its default is {given}."


def _wrong_reports(bot: Bot) -> Iterator[Finding]:
    for step, path in bot.steps:
        if step.id == OVER:
            yield (*path, "id"), f"{OVER} is the name of the last screen. Take another id."
        seen: Counter[str] = Counter()
        for place, report in enumerate(step.reports if isinstance(step, YourTurn) else ()):
            seen[report.id] += 1
            if report.id in (GO_ON, NOT_POSSIBLE):
                yield (*path, "reports", place), f"{report.id} is a word of the device. Take another id."
            elif seen[report.id] > 1 and report.if_ is True:
                yield (*path, "reports", place), f"{report.id} is the id of a report above. Take another."


def _missing_end(bot: Bot) -> Iterator[Finding]:
    if not any(isinstance(step, End) for block in _reachable(bot) for step in bot.blocks[block]):
        yield ("play",), 'no step ends the play. Add one, as { end = "score", if = "round > 6" }.'


def _reachable(bot: Bot) -> set[str]:
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


def _misplaced_cards(bot: Bot) -> Iterator[Finding]:
    """Yield the steps that put a card into a second place, and the ids that no card of their list is."""
    lists = {name: of for name, of in bot.lists.items() if of in bot.faces}
    for step, path in bot.steps:
        yield from _check_cards(bot, step, path, lists)
        if isinstance(step, Move) and step.move != "" and step.to and not step.from_:
            ids = bot.expressions[str(step.move)].kind.ids
            if step.to in lists or (ids and bot.card_ids.issuperset(ids)):
                yield (*path, "move"), FROM_NOWHERE
    for name, value in bot.file.values.items():
        for one in value.start if isinstance(value.start, list) and value.list_ in bot.faces else ():
            if one not in bot.contents(value.list_ or ""):
                yield ("values", name, "start"), f"{one} is no card of {value.list_}."


def cards_from_nowhere(bot: Bot, steps: Iterable[tuple[str, int]]) -> Iterator[str]:
    """Yield the faults of steps that added a card, by block and place, a sentence each."""
    for block, at in steps:
        yield str(bot.fault((*bot.paths[block], at, "move"), FROM_NOWHERE))


# --- doubts ---------------------------------------------------------------------------------------------------------


def _warn_unused(bot: Bot) -> Iterator[Finding]:
    file, used, reachable = bot.file, _references(bot), _reachable(bot)
    for name in (*file.options, *file.values, *file.tables):
        if name not in used and not (name in file.values and file.values[name].label):
            yield (bot.names[name], name), f"nothing reads {name}."
    yield from ((("names", name), f"nothing uses the id {name}.") for name in file.names if name not in used)
    yield from ((("do", name), f"no step begins {name}.") for name in file.do if name not in reachable)
    for where, names in (("decks", file.decks), ("dice", file.dice)):
        yield from (((where, name), f"{name} never comes up.") for name in names if name not in used)
    rules = {leaf.value for leaf in bot.leaves() if leaf.role == "rule"}
    for name, rule in file.rules.items():
        if name not in rules and not rule.remind:
            yield ("rules", name), f"no step follows the rule {name}."


def _references(bot: Bot) -> set[str]:
    """Return the names and ids that something refers to."""
    read = [leaf.value for leaf in bot.leaves() if leaf.role in READING_ROLES]
    read += [face.fields for face, _ in bot.cards()]
    found = set(_NAME.findall(" ".join(map(str, read))))
    found |= {name.removesuffix(LEFT).removesuffix(PLAYED) for name in found}
    return found | set(_NAME.findall(str(bot.file.tables)))


def _unlike_ours(bot: Bot) -> Iterator[Finding]:
    """Yield flaws that no bot of Tavolino has: a long title, a value that is set without a sentence of Why."""
    if (letters := len(bot.file.title)) > MAX_TITLE_LETTERS:
        what = f"the title has {letters} letters; the header of small panels has room for {MAX_TITLE_LETTERS}."
        yield ("title",), f"{what} Shorten it, and give the words on the box as `game` under [about]."
    sets = [path for step, path in bot.steps if isinstance(step, Set) and not step.why and step.set.keys() & bot.labels]
    if unexplained := [path for path in sets if path[0] != "finish"]:
        yield (
            unexplained[0],
            f"Why has no sentence for this step, and for {len(unexplained) - 1} more that set values: add a `why`.",
        )


def _unusual_parts(bot: Bot) -> Iterator[Finding]:
    for name, value in bot.file.values.items():
        places, most = value.high - value.low + 1, MAX_TRACK_PLACES
        if value.track and not value.loop and places > most:
            yield ("values", name), f"{name} has {places} places; from {most + 1} on a track is drawn as a number."
    values: list[tuple[Any, Path]] = [(value, ("values", name)) for name, value in bot.file.values.items()]
    for one, path in (*bot.cards(), *values):
        read = bot.expressions[one.if_].names if isinstance(one.if_, str) else ()
        for name in [name for name in read if bot.names[name] not in ("options", "tables")][:1]:
            yield (*path, "if"), f"whether it is in this play is settled at the start, and {name} changes later."
    for name, value in bot.file.values.items():
        if value.label and value.list_ is not None and not bot.contents(value.list_):
            what = f"the player can correct {name} to any id of [names]. Let `list` name a table of those it can have."
            yield ("values", name), what
    ids: dict[str, Path] = {}
    for step, path in bot.steps:
        if step.id and ids.setdefault(step.id, path) != path and step.if_ is True:
            yield (*path, "id"), f"a step above has the id {step.id}, too."


def _translation_gaps(bot: Bot) -> Iterator[Finding]:
    """Yield the sentences that a language of the file lacks, and its words for sentences that the file lacks."""
    said = {*bot.sentences, *DEFAULT_SENTENCES}
    for language, words in bot.file.words.items():
        for sentence in words:
            if sentence.rpartition(":")[0] not in said and sentence not in said:
                yield ("words", language, sentence), f"nothing says “{sentence}”."
        for leaf in untranslated(bot, language):
            if leaf.path != ("title",) and re.search(r"[^\W\d_]{2}", leaf.value):
                yield ("words", language), f"“{leaf.value}” has no words in {language}."


def untranslated(bot: Bot, language: str) -> list[Leaf]:
    """Return the sentences that lack words in a language, by their lines; numbers and letters need none."""
    words = bot.file.words.get(language, {})
    said = [(sentence, leaf) for sentence, leaf in bot.sentences.items() if sentence != sentence.upper()]
    missing = [leaf for sentence, leaf in said if not is_worded(words.get(sentence))]
    return sorted(missing, key=lambda leaf: line_of(bot.text, leaf.path))
