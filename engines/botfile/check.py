"""What must hold of a bot file before it is played: expressions, sentences, names and references, each in its place.

Every check yields what is wrong as a `Finding`. `doubts.py` has the findings that let a file be played all the same.
"""

from collections.abc import Iterable, Iterator
from keyword import iskeyword
from string import Formatter
from typing import Any, TypeAlias

from engines.botfile.bot import LEFT, SLUG, Bot
from engines.botfile.expressions import MAX_NUMBER
from engines.botfile.kinds import Draw, Move, Roll, Set, Shuffle, Step
from engines.botfile.tables import Leaf, Result, fields, leaves
from engines.botfile.words import names_in
from engines.kit.faults import Path
from engines.kit.text import Icon

Finding: TypeAlias = tuple[Path, str]
"""A place of the file, and what is wrong there."""

IN_RESULTS = ("bot_name", "bot", "you")
"""Further values of the sentences of a result."""
MAX_LABELS = 60
"""Values with a label: they are drawn, and can be corrected."""
MAX_PARTS = 60
"""Parts of the player's own total."""
MAX_CHOICES = 100
"""Choices of a value or an option."""
MAX_REMINDERS = 40
"""Rules that the player keeps: they are read together."""
VISIBLE = str.maketrans("", "", "\u00a0\u202f\u00ad")
"""Takes out what is not printable, and belongs in words all the same: no-break spaces, the soft hyphen."""
NOT_IDS = ("go_on", "not_possible", "score", "your_turn")
"""Names that no id can have, since the device uses them."""
KINDS: dict[type, str] = {bool: "yes or no", int: "a number", str: "an id", list: "a list"}
EMPTY = {
    "expression": "here stands no expression. Write one, or take the key out.",
    "block": "here stands no name of steps. Write one, or the steps themselves.",
}
OPEN_BRACE = "a brace is not closed, or stands alone. Write {coins}."
NO_VALUES = "here stand words alone, without a value in braces. Take the braces out."


def check(bot: Bot) -> None:
    """Raise `BadFile` for the first thing that does not hold."""
    for path, what in _errors(bot):
        raise bot.fault(path, what)


def _errors(bot: Bot) -> Iterator[Finding]:
    plain: list[tuple[Path, str]] = []
    for table, path in bot.roots():
        for leaf in leaves(table, path):
            if leaf.role == "plain":
                plain.append((leaf.path, leaf.value))
            yield from _in_leaf(bot, leaf)
        if isinstance(table, Step):
            yield from _in_step(bot, table, path)
            yield from _in_cards(bot, table, path)
    yield from _in_score(bot)
    for name in bot.file.do:
        if name in bot.draws:
            what = f"{name} is also the card of {bot.draws[name]}, whose steps these would hide. Take another name."
            yield ("do", name), what
    yield from _in_strings(bot.values, ())
    rules = [(("rules", name), rule.text) for name, rule in bot.file.rules.items()]
    yield from _in_plain_words((*plain, *rules))
    yield from _in_translations(bot)
    yield from _in_counts(bot)
    yield from _in_bounds(bot)
    yield from _in_values(bot)
    yield from _in_names(bot)
    yield from _in_entries(bot.file.tables, ("tables",))


def _in_score(bot: Bot) -> Iterator[Finding]:
    for place, row in enumerate(bot.file.score):
        for expression in (row.value, row.if_):
            if isinstance(expression, str) and "score" in bot.expressions[expression].names:
                yield ("score", place), "the score cannot be a part of itself. Take it out of this row."


# --- expressions and sentences --------------------------------------------------------------------------------------


def _in_leaf(bot: Bot, leaf: Leaf) -> Iterator[Finding]:
    if leaf.role == "start":
        yield from _in_start(bot, leaf)
    elif leaf.role == "words":
        yield from _in_words(bot, leaf)
    elif leaf.value == "" and leaf.role in EMPTY and not _may_be_empty(leaf):
        yield leaf.path, EMPTY[leaf.role]
    elif leaf.role == "expression" and isinstance(leaf.value, str) and leaf.value:
        bot.compile(leaf.value, leaf.path)
    elif leaf.value:
        yield from _in_name(bot, leaf.role, leaf.value, leaf.path)


def _in_name(bot: Bot, role: str, name: str, path: Path) -> Iterator[Finding]:
    """Check that there is what a name refers to."""
    match role:
        case "rule" if name not in bot.file.rules:
            yield path, f"there is no rule {name} under [rules]. Add it, or take the rule out here."
        case "block" if name not in bot.blocks and name not in bot.draws:
            yield path, f"there are no steps {name} under [do], and no card of that name is drawn."
        case "deck" | "die" if name not in (bot.file.decks if role == "deck" else bot.file.dice):
            yield path, f"there is no {role} {name}. {bot.like(name)}"
        case "list" if name not in bot.lists:
            yield path, f'{name} is no list. Declare it under [values] with list = "…".'
        case "id" if not bot.is_id(name):
            yield path, f"{name} is no id. Give it words under [names]."
        case "icon" if name not in (names := [icon.value for icon in Icon]):
            yield path, f"there is no icon {name}. There are: {', '.join(names)}."


def _may_be_empty(leaf: Leaf) -> bool:
    """Return whether a leaf is of a field that is empty by default."""
    return any(field.encode_name == leaf.path[-1] and field.default == "" for field in fields(type(leaf.table)))


def _in_start(bot: Bot, leaf: Leaf) -> Iterator[Finding]:
    """Check the start of a value: an expression of options alone, or the ids of a list."""
    if isinstance(leaf.value, list):
        for one in leaf.value:
            yield from _in_name(bot, "id", one, leaf.path)
    elif isinstance(leaf.value, str) and leaf.value:
        for name in bot.compile(leaf.value, leaf.path).names:
            if bot.names[name] not in ("options", "tables"):
                yield leaf.path, f"at the start only options and tables are known, and {name} is neither."


def _in_words(bot: Bot, leaf: Leaf) -> Iterator[Finding]:
    """Check that the values of a sentence are names in braces, and are known."""
    own = (*getattr(leaf.table, "with_", ()), *(IN_RESULTS if isinstance(leaf.table, Result) else ()))
    own += ("icon",) if getattr(leaf.table, "icon", "") else ()
    own += ("n",) if getattr(leaf.table, "plural", "") or getattr(leaf.table, "n", 0) != 0 else ()
    try:
        pieces = list(Formatter().parse(leaf.value))
    except ValueError:
        yield leaf.path, f"“{leaf.value}”: {OPEN_BRACE}"
        return
    for _, name, form, how in pieces:
        if name is None:
            continue
        if form or how or not name.isidentifier() or name == "plural":
            yield leaf.path, f"“{leaf.value}”: in braces stands a name and nothing else, as {{coins}}."
        if name not in own and name not in bot.names and not bot.is_id(name):
            yield leaf.path, f"“{leaf.value}”: there is no {name}. {bot.like(name)}"


def _in_strings(value: Any, path: Path) -> Iterator[Finding]:
    """Check that every string of plain values can be seen, keys included."""
    if isinstance(value, str) and not value.translate(VISIBLE).isprintable():
        yield path, "these words hold a sign that cannot be seen. Write each on one line, in plain signs."
    for place, one in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        if isinstance(place, str):
            yield from _in_strings(place, (*path, place))
        yield from _in_strings(one, (*path, place))


def _in_plain_words(plain: Iterable[tuple[Path, str]]) -> Iterator[Finding]:
    for path, said in plain:
        if not {"{", "}"}.isdisjoint(said):
            yield path, f"“{said}”: {NO_VALUES}"


def _in_translations(bot: Bot) -> Iterator[Finding]:
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


def _in_step(bot: Bot, step: Step, path: Path) -> Iterator[Finding]:
    """Check what a step needs of the names that it refers to."""
    match step:
        case Set(set=values):
            for name in values:
                if bot.names.get(name) not in ("values", "steps"):
                    yield (*path, "set", name), f"there is no value {name} to set. {bot.like(name)}"
        case Draw() if not bot.card_of(step):
            yield path, f"the card of {step.draw} has no name: give the deck a `card`, or the step an `as`."
        case Roll(roll=die, high=int(high)) if high > bot.file.dice[die].high:
            yield (*path, "high"), f"the highest face of {die} is {bot.file.dice[die].high}."


def _in_cards(bot: Bot, step: Step, path: Path) -> Iterator[Finding]:
    """Check that the cards that go to a deck are its own, as far as the file says which they are."""
    ids, to = _moved(bot, step)
    deck = bot.deck_lists.get(to, "")
    for one in ids:
        if deck and one not in bot.faces[deck]:
            yield path, f"{one} is no card of {deck}: only its own can go there."


def _moved(bot: Bot, step: Step) -> tuple[Iterable[str], str]:
    """Return the cards that a step moves, as far as the file says which they are, and the list that they go to."""
    match step:
        case Draw(draw=deck, to=to):
            return bot.faces[deck], to
        case Shuffle(shuffle=deck, cards=cards):
            return bot.faces.get(bot.lists.get(cards, ""), ()), deck + LEFT
        case Move(all=name, to=to) if name:
            return bot.faces.get(bot.lists.get(name, ""), ()), to
        case Move(move=str(one), to=to) if bot.is_id(one):
            return (one,), to
    return (), ""


# --- bounds, kinds and names ----------------------------------------------------------------------------------------


def _in_counts(bot: Bot) -> Iterator[Finding]:
    """Check that no list on the glass is too long to be read."""
    file = bot.file
    counted: list[tuple[Path, int, int, str]] = [
        (("values",), sum(bool(one.label) for one in file.values.values()), MAX_LABELS, "values with a label"),
        (("rules",), sum(one.remind for one in file.rules.values()), MAX_REMINDERS, "rules with `remind`"),
        (("result", "parts"), len(file.result.parts), MAX_PARTS, "parts"),
    ]
    for where, declared in (("options", file.options), ("values", file.values)):
        for name, one in declared.items():
            counted.append(((where, name, "choices"), len(one.choices), MAX_CHOICES, "choices"))
    for path, n, most, what in counted:
        if n > most:
            yield path, f"there are more than {most} {what}. Take some out."


def _in_bounds(bot: Bot) -> Iterator[Finding]:
    for table, path in bot.all_tables():
        low, high = getattr(table, "low", None), getattr(table, "high", None)
        for name, bound in (("low", low), ("high", high)):
            if type(bound) is int and abs(bound) > MAX_NUMBER:
                yield (*path, name), f"{name} is {bound}; no number may leave -{MAX_NUMBER} to {MAX_NUMBER}."
        if type(low) is int and type(high) is int and low > high and not (high == 0 and hasattr(table, "advance")):
            yield (*path, "low"), f"low is {low}, and high is {high}. Low is at most as much as high."


def _in_values(bot: Bot) -> Iterator[Finding]:
    for name, value in bot.file.values.items():
        path: Path = ("values", name)
        kinds = [kind for kind in ("flag", "choices", "list_") if getattr(value, kind) not in (False, None, {})]
        if len(kinds) > 1:
            both = " and ".join(kind.rstrip("_") for kind in kinds)
            yield path, f"{name} has {both}. A value is a number, a flag, one of choices, or a list."
        if kinds and (value.track or value.loop):
            yield path, f"{name} is drawn as a track, and is no number. Take track and loop out."


def _in_entries(value: Any, path: Path) -> Iterator[Finding]:
    if isinstance(value, dict | list):
        for place, one in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _in_entries(one, (*path, place))
    elif not (abs(value) <= MAX_NUMBER if isinstance(value, int) else isinstance(value, str) and SLUG.fullmatch(value)):
        yield path, f"a table holds whole numbers up to {MAX_NUMBER}, and ids without words around them."


def _in_names(bot: Bot) -> Iterator[Finding]:
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
        for name, empty in bot.given_by(step).items():
            if name in bot.words:
                yield path, f"{name} is also an id (“{bot.words[name]}”). Rename one of them."
            here, elsewhere = KINDS[type(empty)], KINDS[type(known.setdefault(name, empty))]
            if here != elsewhere:
                yield path, f"{name} becomes {here} here, and elsewhere it is {elsewhere}."
            if isinstance(step, Draw) and drawn.setdefault(name, step.draw) != step.draw:
                yield path, f"{name} is the card of {drawn[name]} and of {step.draw}. Name one of them by `as`."


def _place_of(bot: Bot, name: str) -> Path:
    """Return the place of an id's words."""
    for where, declared in (("options", bot.file.options), ("values", bot.file.values)):
        for one, table in declared.items():
            if name in table.choices:
                return (where, one, "choices", name)
    return next((path for face, path in bot.cards() if face.of == name), ("names", name))
