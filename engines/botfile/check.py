"""What must hold of a bot file before it is played: expressions, sentences, names and references, each in its place."""

from collections.abc import Collection, Iterable, Iterator
from keyword import iskeyword
from string import Formatter
from typing import Any

from msgspec import Struct

from engines.botfile.bot import LEFT, PLAYED, SLUG, Bot
from engines.botfile.expressions import MOST
from engines.botfile.kinds import (
    Do,
    Draw,
    Move,
    Roll,
    Set,
    Shuffle,
    Step,
    Tell,
    YourTurn,
)
from engines.botfile.parts import Part, Path, fields, parts, tables
from engines.botfile.tables import Result
from engines.text import Icon

IN_RESULTS = ("bot_name", "bot", "you")
"""What the sentences of a result can hold besides."""
LISTS: dict[type[Step], tuple[str, ...]] = {Move: ("all", "from_", "to"), Draw: ("to",), Shuffle: ("cards",)}
"""Fields of steps that name a list."""


def check(bot: Bot) -> None:
    """Raise `BadFile` for the first thing that does not hold."""
    _check_table(bot, bot.file, ())
    for place, row in enumerate(bot.file.score):
        for field in ("value", "if_"):
            if "score" in getattr(bot.expressions.get(getattr(row, field)), "names", ()):
                raise bot.fault(("score", place), "the score cannot be a part of itself. Take it out of this row.")
    for deck, faces in bot.faces.items():
        for face in faces.values():
            path: Path = ("decks", deck, "cards", face.of)
            _check_expression(bot, face.if_, (*path, "if"))
            _check_rule(bot, face.rule, (*path, "rule"))
            _check_block(bot, face.block, (*path, "do"))
    for block, path in bot.paths.items():
        for place, step in enumerate(bot.blocks[block]):
            _check_table(bot, step, (*path, place))
            _check_step(bot, step, (*path, place))
            _check_cards(bot, step, (*path, place))
    for name in bot.file.do:
        if name in bot.draws:
            what = f"{name} is also the card of {bot.draws[name]}, whose steps these would hide. Take another name."
            raise bot.fault(("do", name), what)
    check_declared(bot)


def _check_table(bot: Bot, table: Struct, path: Path) -> None:
    for part in parts(table, path):
        if part.kind == "expression" and not (part.value == "" and _may_be_empty(part)):
            _check_expression(bot, part.value, part.path)
        elif part.kind == "start":
            _check_start(bot, part)
        elif part.kind == "words" and part.value:
            _check_words(bot, part)
    for one, place in tables(table, path):
        _check_rule(bot, getattr(one, "rule", ""), (*place, "rule"))
        icon = getattr(one, "icon", "")
        if icon and icon not in (names := [one.value for one in Icon]):
            raise bot.fault((*place, "icon"), f"there is no icon {icon}. There are: {', '.join(names)}.")


def _check_expression(bot: Bot, value: Any, path: Path) -> None:
    if value == "":
        raise bot.fault(path, "here stands no expression. Write one, or take the key out.")
    if isinstance(value, str):
        bot.compile(value, path)


def _may_be_empty(part: Part) -> bool:
    """Return whether an expression is that of a field which is empty where nobody writes it."""
    return any(field.encode_name == part.path[-1] and field.default == "" for field in fields(type(part.table)))


def _check_start(bot: Bot, part: Part) -> None:
    """Check what a value is at first: an expression of options alone, or the ids of a list."""
    if isinstance(part.value, list):
        for one in part.value:
            if not bot.is_id(one):
                raise bot.fault(part.path, f"{one} is no id. Give it words under [names].")
    elif isinstance(part.value, str) and part.value:
        for name in bot.compile(part.value, part.path).names:
            if bot.names[name] not in ("options", "tables"):
                raise bot.fault(part.path, f"at the start only options and tables are known, and {name} is neither.")


def _check_words(bot: Bot, part: Part) -> None:
    """Check that the values of a sentence are names in braces, and are known."""
    own = (*getattr(part.table, "with_", ()), *(IN_RESULTS if isinstance(part.table, Result) else ()))
    own += ("icon",) if getattr(part.table, "icon", "") else ()
    own += ("n",) if getattr(part.table, "plural", "") or getattr(part.table, "n", 0) != 0 else ()
    try:
        pieces = list(Formatter().parse(part.value))
    except ValueError:
        raise bot.fault(
            part.path, f"“{part.value}”: a brace is not closed, or stands alone. Write {{coins}}."
        ) from None
    for _, name, form, how in pieces:
        if name is None:
            continue
        if form or how or not name.isidentifier() or name == "plural":
            raise bot.fault(part.path, f"“{part.value}”: in braces stands a name and nothing else, as {{coins}}.")
        if name not in own and name not in bot.names and not bot.is_id(name):
            raise bot.fault(part.path, f"“{part.value}”: there is no {name}. {bot.like(name)}")


def _check_rule(bot: Bot, rule: str, path: Path) -> None:
    if rule and rule not in bot.file.rules:
        raise bot.fault(path, f"there is no rule {rule} under [rules]. Add it, or take the rule out here.")


def _check_block(bot: Bot, block: str, path: Path) -> None:
    if block and block not in bot.blocks and block not in bot.draws:
        raise bot.fault(path, f"there are no steps {block} under [do], and no card of that name is drawn.")


def _check_list(bot: Bot, name: str, path: Path) -> None:
    if name and not bot.is_list(name):
        raise bot.fault(path, f'{name} is no list. Declare it under [values] with list = "…".')


def _check_step(bot: Bot, step: Step, path: Path) -> None:  # noqa: C901, PLR0912 - one case for each kind
    """Check what a step refers to."""
    for field in LISTS.get(type(step), ()):
        _check_list(bot, getattr(step, field), (*path, field.rstrip("_")))
    match step:
        case Set(set=values):
            for name in values:
                if bot.names.get(name) not in ("values", "steps"):
                    raise bot.fault((*path, "set", name), f"there is no value {name} to set. {bot.like(name)}")
        case Draw(draw=deck) | Shuffle(shuffle=deck) if deck not in bot.file.decks:
            raise bot.fault((*path, "draw"), f"there is no deck {deck}. {bot.like(deck)}")
        case Draw() if not bot.card_of(step):
            raise bot.fault(path, f"the card of {step.draw} has no name: give the deck a `card`, or the step an `as`.")
        case Roll(roll=die) if die not in bot.file.dice:
            raise bot.fault((*path, "roll"), f"there is no die {die}. {bot.like(die)}")
        case Roll(roll=die, high=int(high)) if high > bot.file.dice[die].high:
            raise bot.fault((*path, "high"), f"the highest face of {die} is {bot.file.dice[die].high}.")
        case Do(do="") | Tell(not_possible=""):
            field = "do" if isinstance(step, Do) else "not_possible"
            raise bot.fault((*path, field), "here stands no name of steps. Write one, or the steps themselves.")
        case Do():
            _check_block(bot, step.do, (*path, "do"))
            _check_block(bot, step.else_, (*path, "else"))
        case Tell():
            _check_block(bot, step.not_possible or "", (*path, "not_possible"))
        case YourTurn(reports=reports):
            for place, report in enumerate(reports):
                _check_block(bot, report.do, (*path, "reports", place, "do"))
        case _ if isinstance(getattr(step, "of", None), list):
            _check_candidates(bot, step, path)


def _check_cards(bot: Bot, step: Step, path: Path) -> None:
    """Check that the cards that go to a deck are its own, as far as the file says which they are."""
    ids, to = _moved(bot, step)
    deck = bot.deck_lists.get(to, "")
    for one in ids:
        if deck and one not in bot.faces[deck]:
            raise bot.fault(path, f"{one} is no card of {deck}: only its own can go there.")


def _moved(bot: Bot, step: Step) -> tuple[Iterable[str], str]:
    """Return the cards that a step moves, where the file says which they are, and to which list."""
    match step:
        case Draw(draw=deck, to=to):
            return bot.faces[deck], to
        case Shuffle(shuffle=deck, cards=cards):
            return bot.faces.get(bot.deck_of(cards), ()), deck + LEFT
        case Move(all=name, to=to) if name:
            return bot.faces.get(bot.deck_of(name), ()), to
        case Move(move=str(one), to=to) if bot.is_id(one):
            return (one,), to
    return (), ""


def _check_candidates(bot: Bot, step: Any, path: Path) -> None:
    for place, one in enumerate(step.of):
        name = one if isinstance(one, str) else getattr(one, "id", None)
        if name is not None and not bot.is_id(name):
            raise bot.fault((*path, "of", place), f"{name} is no id. Give it words under [names].")


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
    _check_plain_words(bot)
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


def _check_plain_words(bot: Bot) -> None:
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
        for name, kind in bot.given_by(step).items():
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
