"""What must hold of a bot file before it is played: expressions, sentences, names and references, each in its place."""

from collections.abc import Iterable
from string import Formatter
from typing import Any

from msgspec import Struct

from engines.botfile.bot import LEFT, Bot
from engines.botfile.declared import check_declared
from engines.botfile.kinds import Do, Draw, Move, Roll, Set, Shuffle, Step, Tell, YourTurn
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
        case Draw(draw=deck) if not (step.as_ or bot.file.decks[deck].card):
            raise bot.fault(path, f"the card of {deck} has no name: give the deck a `card`, or the step an `as`.")
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
