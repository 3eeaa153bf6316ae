"""Values from outside, checked against what a bot declares: options before a play, corrections during it."""

from typing import Any

import msgspec

from engines.contract import (
    Choice,
    Choose,
    Count,
    Embed,
    Field,
    Number,
    Option,
    Options,
    Refused,
    Source,
    Switch,
    check,
)
from engines.decks import DeckKind
from engines.rules import BadFile, Ruling
from engines.text import Text, Value


def complete(
    game: str, title: Text, declared: tuple[Option, ...], decks: tuple[DeckKind[Any], ...], given: Options
) -> Options:
    """Return the given options with defaults for the others; `Refused` names the option, the value, what is allowed.

    An `Embed` that is not given is left out: the game's own deck is played. One that would not be played is refused.
    """
    names = tuple(option.name for option in declared)
    for name in given:
        if name not in names:
            raise Refused(Text("{game} has no option {name}. It has: {names}.", game=title, name=name, names=names))
    values = {}
    for option in declared:
        if option.name in given:
            values[option.name] = _checked(game, option, decks, given[option.name])
        elif not isinstance(option, Embed):
            values[option.name] = option.default
    for deck in declared:
        if isinstance(deck, Embed) and deck.option and deck.name in given:
            values[deck.option] = given.get(deck.option, deck.values[0])
            if not _played(deck, values):
                only = Text("{option}: {values}", option=deck.option, values=deck.values)
                raise Refused(Text("Option {name} is played only with {only}.", name=deck.name, only=only))
    return values


def house_rule(name: str, label: Text, ruling: Ruling, option: str = "", values: tuple[str, ...] = ()) -> Choose:
    """Return a ruling of `rules.toml` as an option: its choices and its default stand there."""
    choices = tuple(Choice(choice, Text(words)) for choice, words in ruling.choices.items())
    return Choose(name, label, choices, ruling.default, ruling.id, option, values)


def whole(game: str, declared: tuple[Option, ...], decks: tuple[DeckKind[Any], ...], learned: Options) -> Options:
    """Return those of the learned options that are decks without an unknown face."""
    found = {}
    for option in declared:
        if isinstance(option, Embed) and option.name in learned:
            kind = next(deck for deck in decks if deck.key == option.deck)
            if kind.whole(kind.check(game, learned[option.name], option.name)):
                found[option.name] = learned[option.name]
    return found


def in_play(sources: tuple[Source, ...], options: Options) -> tuple[Source, ...]:
    """Return the decks and dice that a play with these options has; all options are given."""
    return tuple(one for one in sources if _played(one, options))


def in_effect(declared: tuple[Option, ...], options: Options) -> tuple[Option, ...]:
    """Return the declared options without those that do not matter with these; all options are given."""
    return tuple(one for one in declared if not isinstance(one, Choose | Embed) or _played(one, options))


def _played(one: Source | Choose | Embed, options: Options) -> bool:
    return not one.option or options[one.option] in one.values


def check_field(name: str, value: Any, fields: tuple[Field, ...]) -> None:
    """Raise `Refused` unless `value` can be the value of the field `name`."""
    field = next((field for field in fields if field.name == name), None)
    if field is None:
        names = tuple(field.name for field in fields)
        raise Refused(Text("There is no value {name} to correct. There are: {names}.", name=name, names=names))
    if field.choices:
        ids = tuple(choice.id for choice in field.choices)
        if value not in ids:
            raise Refused(Text("{label} must be one of: {ids}.", label=field.label, ids=ids))
        return
    try:
        check(Number(field.low, field.high, field.low), value)
    except Refused as refused:
        raise Refused(Text("{label}: {reason}", label=field.label, reason=refused.text)) from None


def _checked(game: str, option: Option, decks: tuple[DeckKind[Any], ...], value: Any) -> Any:
    allowed: Value
    match option:
        case Choose():
            allowed = tuple(choice.id for choice in option.choices)
            fits = value in allowed
        case Count():
            allowed = Text("{low} to {high}", low=option.low, high=option.high)
            fits = type(value) is int and option.low <= value <= option.high
        case Switch():
            allowed = Text("true, false")
            fits = isinstance(value, bool)
        case Embed():
            return _deck(game, option, decks, value)
    if not fits:
        found = Text("Option {name} cannot be {value}.", name=option.name, value=str(value))
        raise Refused(Text("{found} Allowed: {allowed}.", found=found, allowed=allowed))
    return value


def _deck(game: str, option: Embed, decks: tuple[DeckKind[Any], ...], value: Any) -> Any:
    kind = next(deck for deck in decks if deck.key == option.deck)
    try:
        return msgspec.to_builtins(kind.check(game, value, option.name))
    except BadFile as bad:
        raise Refused(Text("{sentence}", sentence=str(bad))) from None
