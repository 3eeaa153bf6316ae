"""The options, decks and dice that a bot declares, and the check of given options against them."""

from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct

from engines.kit.contract import Choice, Field, Number, Refused, check
from engines.kit.decks import DeckKind
from engines.kit.rules import BadFile, Rule, RuleBook
from engines.kit.text import Text, Value


class Named(Struct, frozen=True):
    """A declared option, deck or die."""

    name: str
    label: Text


class Conditional(Named, frozen=True, kw_only=True):
    """A declaration that matters only if `option` has one of these `values`; without an option, always.

    `note` explains it while it is highlighted.
    """

    option: str = ""
    values: tuple[str, ...] = ()
    note: Text | None = None


class Choose(Conditional, frozen=True):
    """An option with one of several values, each of which may have a note.

    `rule` names the ruling whose choices they are, for a house rule.
    """

    choices: tuple[Choice, ...]
    default: str
    rule: str | None = None


class Count(Conditional, frozen=True):
    """An option that is a whole number from `low` to `high`."""

    low: int
    high: int
    default: int


class Switch(Conditional, frozen=True):
    """An option that is on or off."""

    default: bool


class Embed(Conditional, frozen=True):
    """An option that holds a whole deck of the kind `deck`, in place of the one that comes with the game.

    `unset` stands for no deck in a list. The first of its `values` is the default of its `option` if the deck is given.
    """

    deck: str
    unset: Text = Text("printed")


Option = Choose | Count | Switch | Embed
Options = dict[str, Any]
BOT_FILE = "bot"
"""The option that holds the text of a bot's file: so a play stands alone."""


class Source(Conditional, frozen=True):
    """A deck or die that can be the player's own. Only one whose faces are `known` can be the device's."""

    kind: Literal["deck", "die"]
    known: bool = True


C = TypeVar("C", bound=Conditional | Rule)


def complete(
    game: str, title: Text, declared: tuple[Option, ...], decks: tuple[DeckKind[Any], ...], given: Options
) -> Options:
    """Return options with defaults for those that are missing; `Refused` names the option, the value, what is allowed.

    Without an `Embed` the game's own deck is played. An `Embed` that would not be played is refused.

    >>> rounds = Count("rounds", Text("Rounds"), 1, 5, 3)
    >>> complete("magpie", Text("The Magpie"), (rounds,), (), {})
    {'rounds': 3}
    >>> complete("magpie", Text("The Magpie"), (rounds,), (), {"rounds": 9})
    Traceback (most recent call last):
    engines.kit.contract.Refused: Text('Option rounds cannot be 9. Allowed: 1 to 5.')
    """
    names = tuple(option.name for option in declared)
    for name in given:
        if name not in names:
            raise Refused(Text("{game} has no option {name}. It has: {names}.", game=title, name=name, names=names))
    values = {}
    for option in declared:
        if option.name in given:
            values[option.name] = _check(game, option, decks, given[option.name])
        elif not isinstance(option, Embed):
            values[option.name] = option.default
    for deck in declared:
        if isinstance(deck, Embed) and deck.option and deck.name in given:
            values[deck.option] = given.get(deck.option, deck.values[0])
            if not _is_active(deck, values):
                only = Text("{option}: {values}", option=deck.option, values=deck.values)
                raise Refused(Text("Option {name} is played only with {only}.", name=deck.name, only=only))
    return values


def house_rule(
    name: str, label: Text, book: RuleBook, ruling: str, option: str = "", values: tuple[str, ...] = ()
) -> Choose:
    """Return a ruling of `rules.toml` as an option, with its choices and its default."""
    found = {one.id: one for one in book.ruling}[ruling]
    choices = tuple(Choice(choice, Text(words)) for choice, words in found.choices.items())
    note = Text(found.statement)
    return Choose(name, label, choices, found.default, found.id, option=option, values=values, note=note)


def complete_decks(
    game: str, declared: tuple[Option, ...], decks: tuple[DeckKind[Any], ...], learned: Options
) -> Options:
    """Return those of the learned options that are decks without an unknown face."""
    found = {}
    for option in declared:
        if isinstance(option, Embed) and option.name in learned:
            kind = _kind_of(option, decks)
            if kind.is_complete(kind.check(game, learned[option.name], option.name)):
                found[option.name] = learned[option.name]
    return found


def _kind_of(option: Embed, decks: tuple[DeckKind[Any], ...]) -> DeckKind[Any]:
    return next(deck for deck in decks if deck.key == option.deck)


def select_active(declared: tuple[C, ...], options: Options) -> tuple[C, ...]:
    """Return those of some options, decks and dice, or rules that matter in a play; `options` lacks none.

    >>> charms = Source("charms", Text("Charms"), "deck", option="expansion", values=("on",))
    >>> [source.name for source in select_active((charms,), {"expansion": "off"})]
    []
    """
    return tuple(one for one in declared if _is_active(one, options))


def _is_active(one: Conditional | Rule, options: Options) -> bool:
    return not one.option or options[one.option] in one.values


def check_field(name: str, value: Any, fields: tuple[Field, ...]) -> None:
    """Raise `Refused` unless `value` can be the value of the field `name`.

    >>> check_field("coins", 12, (Field("coins", Text("Its coins"), 4, 0, 9),))
    Traceback (most recent call last):
    engines.kit.contract.Refused: Text('Its coins: It must be a number from 0 to 9.')
    """
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


def _check(game: str, option: Option, decks: tuple[DeckKind[Any], ...], value: Any) -> Any:
    """Return the value of an option, a deck in plain values; `Refused` if it is not allowed."""
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
            try:
                return msgspec.to_builtins(_kind_of(option, decks).check(game, value, option.name))
            except BadFile as bad:
                raise Refused(bad.text) from None
    if not fits:
        fault = Text("Option {name} cannot be {value}.", name=option.name, value=str(value))
        raise Refused(Text("{found} Allowed: {allowed}.", found=fault, allowed=allowed))
    return value
