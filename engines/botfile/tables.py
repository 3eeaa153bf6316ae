"""The tables of a bot file, with their fields; its steps are in `kinds.py`. `docs/bot-language.md` explains them.

Expressions are `Expr`: words of `expressions.py`, or a plain number. Sentences are `Words`, with values in braces.
A field whose name is a keyword of Python ends with `_` here, but not in the file.
"""

import re
from collections.abc import Iterator
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias, Union, get_args, get_origin

from msgspec import Meta, Struct, structs

from engines.kit.faults import ALLOWED, Path
from engines.kit.text import Text

_NAME = Text("a small letter, then small letters, digits and _, 40 at most")
_KEY = Text("a small letter, then small letters, digits and -, 40 at most")
_SLUG = r"^[a-z][a-z0-9_]{0,39}$"
_IS_SLUG = re.compile(_SLUG)
Slug = Annotated[str, Meta(pattern=_SLUG, extra={ALLOWED: _NAME})]
"""A name: a small letter, then small letters, digits and _."""
Id = Annotated[str, Meta(pattern=_SLUG, extra={ALLOWED: _NAME, "is": "id"})]
DeckName = Annotated[str, Meta(pattern=_SLUG, extra={ALLOWED: _NAME, "is": "deck"})]
DieName = Annotated[str, Meta(pattern=_SLUG, extra={ALLOWED: _NAME, "is": "die"})]
ListName = Annotated[str, Meta(pattern=_SLUG, extra={ALLOWED: _NAME, "is": "list"})]
RuleName = Annotated[str, Meta(extra={"is": "rule"})]
IconName = Annotated[str, Meta(extra={"is": "icon"})]
BlockName = Annotated[str, Meta(extra={"is": "block"})]
"""The names of other declarations in the file; a block is steps with a name, or the steps of a card that is drawn."""
Key = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9-]{0,39}$", extra={ALLOWED: _KEY})]
"""A bot's key, which is part of the names of files."""
Words = Annotated[str, Meta(max_length=300, extra={"is": "words"})]
"""A sentence, with values in braces."""
Plain = Annotated[str, Meta(max_length=80, extra={"is": "plain"})]
"""A name that the player reads, without values."""
Expr = Annotated[str | int | bool, Meta(extra={"is": "expression"})]
Contents = Annotated[str, Meta(extra={"is": "contents"})]
"""The deck or the table of ids whose ids a value holds."""
Bound = Annotated[int, Meta(extra={"is": "bound"})]
"""The lowest or the highest of some numbers."""
Block: TypeAlias = list[dict[str, Any]]
"""Steps, each of one of the kinds of `STEPS`."""
Held: TypeAlias = bool | int | str | list[str]
"""The value of a name or of a field of a card: yes or no, a number, an id, a list of ids."""


def _toml_name(name: str) -> str:
    return name.rstrip("_")


def is_slug(value: Any) -> bool:
    """Return whether a value can be an id, or the name of a field."""
    return isinstance(value, str) and _IS_SLUG.fullmatch(value) is not None


class Table(Struct, frozen=True, forbid_unknown_fields=True, rename=_toml_name, kw_only=True):
    """A table of the file."""


# --- what the bot has -----------------------------------------------------------------------------------------------


class Option(Table, frozen=True, kw_only=True):
    """An option of a play: one of `choices`, a number from `low` to `high`, or on and off (without either).

    `rule` makes it a house rule, whose statement explains it. `notes` explain single choices.
    """

    label: Plain
    choices: dict[Slug, Plain] = {}
    low: Bound = 0
    high: Bound | None = None
    default: int | bool | str | None = None
    note: Plain = ""
    notes: dict[Slug, Plain] = {}
    rule: RuleName = ""

    @property
    def empty(self) -> Held:
        """Its value before the options are known."""
        if self.choices:
            return next(iter(self.choices))
        return False if self.high is None else self.low


class Value(Table, frozen=True, kw_only=True):
    """A value of the play: a number, yes or no (`flag`), one of `choices`, a card or place (`of`), or a list of ids.

    A number goes from `low` to `high`. One with a `label` is drawn and can be corrected, if its `if` holds at the
    start; `track` draws it as a track, `loop` as one whose last place is followed by its first. `of` and `list` name a
    deck or a table of ids; a `list` with any other word is of any ids.
    """

    label: Plain = ""
    word: Plain = ""
    low: Bound = 0
    high: Bound = 99
    start: Annotated[str | int | bool | list[str], Meta(extra={"is": "start"})] = 0
    if_: Expr = True
    flag: bool = False
    choices: dict[Slug, Plain] = {}
    of: Contents = ""
    list_: Contents | None = None
    group: Slug = ""
    track: bool = False
    loop: Annotated[int, Meta(ge=0, le=60)] = 0

    @property
    def empty(self) -> Held:
        """Its value before its start is worked out."""
        if self.flag:
            return False
        if self.list_ is not None:
            return []
        if self.of:
            return ""
        return next(iter(self.choices)) if self.choices else self.low


class Group(Table, frozen=True, kw_only=True):
    """Values that are together on the table, and what the bot does with them."""

    label: Plain
    follows: Annotated[str, Meta(max_length=150, extra={"is": "plain"})] = ""


class Field(Table, frozen=True, kw_only=True):
    """A field of the cards whose faces are not all known: what is asked when such a card comes up."""

    ask: "Sentence"
    lines: "Lines" = []
    low: Bound = 0
    high: Bound = 9
    likely: int = 0


class Card(Table, frozen=True, kw_only=True):
    """A card: its name, how many there are of it, when it is in play, what it does. Other fields are the deck's."""

    name: Plain
    n: Annotated[int, Meta(ge=1, le=40)] = 1
    if_: Expr = True
    rule: RuleName = ""
    do: BlockName = ""


class Deck(Table, frozen=True, kw_only=True):
    """Cards that come up one by one. `card` names the card that came up last; unknown `fields` are asked."""

    label: Plain
    card: Slug = ""
    origin: str = "made up"
    confidence: str = "certain"
    known: bool = True
    reshuffle: bool = True
    fields: dict[Slug, Field] = {}
    cards: dict[Slug, Plain | dict[str, Any]]


class Die(Table, frozen=True, kw_only=True):
    """A die with the faces `low` to `high`."""

    label: Plain
    low: Bound = 1
    high: Bound = 6


class Rule(Table, frozen=True, kw_only=True):
    """A rule of the solo book in your words, with its heading there. `tie` says how it breaks ties.

    A rule to `remind` of is one that the player keeps.
    """

    text: Annotated[str, Meta(max_length=300, extra={"is": "plain"})]
    heading: Plain = ""
    tie: Plain = ""
    remind: bool = False


class Badge(Table, frozen=True, kw_only=True):
    """The progress of the play, at the top of the screen."""

    place: "Sentence" = ""
    turn: Expr = ""


# --- sentences ------------------------------------------------------------------------------------------------------


class Line(Table, frozen=True, kw_only=True):
    """A sentence; its count `n` decides between `say` and `plural`. `with` has further values, `icon` the `{icon}`."""

    say: Words
    plural: Words = ""
    n: Expr = 0
    with_: dict[Slug, Expr] = {}
    icon: IconName = ""
    if_: Expr = True


Lines: TypeAlias = list[Words | Line]
Sentence: TypeAlias = Words | Line | Lines
"""Words, or a line with more than words, or several of both: then the first whose `if` holds is said."""


# --- the end --------------------------------------------------------------------------------------------------------


class Row(Table, frozen=True, kw_only=True):
    """A row of the bot's score."""

    id: Slug
    text: Plain
    value: Expr
    if_: Expr = True


class Part(Table, frozen=True, kw_only=True):
    """A part of the player's total: `worth` points for every `per` of it."""

    id: Slug
    text: Plain
    low: Bound = 0
    high: Bound = 99
    likely: Expr = 0
    worth: int = 1
    per: Annotated[int, Meta(ge=1)] = 1


class Result(Table, frozen=True, kw_only=True):
    """The result: the higher total wins; `tie` is the winner of a tie: you, bot or nobody.

    With `count` the parts are asked for at once, and not the total.
    """

    tie: Annotated[str, Meta(extra={"is": "tie"})] = "nobody"
    rule: RuleName = ""
    high: Bound = 999
    count: bool = False
    ask: Words = "What do you have?"
    parts: list[Part] = []
    lost: Sentence = "{bot_name} wins, {bot} to {you}."
    won: Sentence = "You win, {you} to {bot}."
    tied: Sentence = "A tie at {you}."
    kept: Sentence = "{bot_name} has {bot}."


class About(Table, frozen=True, kw_only=True):
    """The sources of the file, for its page; no play reads them. `game` is the title on the box."""

    game: str = ""
    intro: list[str] = []
    source: str = ""
    commit: str = ""
    version: str = ""
    date: str = ""
    licence: str = ""
    compared: list[str] = []
    read: list[str] = []
    silent: list[str] = []


class BotFile(Table, frozen=True, kw_only=True):
    """A bot in a file."""

    format: Literal[1]
    key: Key
    title: Plain
    bot: Plain = "The bot"
    pronoun: Literal["it", "he", "she", "they"] = "it"
    book: Plain = "The solo rules"
    emblem: str = ""
    badge: Badge = Badge()
    options: dict[Slug, Option] = {}
    values: dict[Slug, Value] = {}
    groups: dict[Slug, Group] = {}
    names: dict[Slug, Plain] = {}
    tables: dict[Slug, Any] = {}
    decks: dict[Slug, Deck] = {}
    dice: dict[Slug, Die] = {}
    rules: dict[Slug, Rule] = {}
    do: dict[Slug, Block] = {}
    setup: Block = []
    play: Block
    finish: Block = []
    put_away: Lines = []
    score: list[Row] = []
    result: Result = Result()
    about: About = About()
    words: dict[str, dict[str, str | list[str]]] = {}


# --- walking through tables -----------------------------------------------------------------------------------------

fields = cache(structs.fields)
"""Fields of a table, which are read from its annotations."""


class Leaf(NamedTuple):
    """A value with a role, such as "expression", "words" or "deck"; its place, and the table that has it."""

    role: str
    value: Any
    path: Path
    table: Struct


def leaves(table: Struct, path: Path = ()) -> Iterator[Leaf]:
    """Yield the leaves of a table and of its tables, without default values."""
    for field in fields(type(table)):
        if (value := getattr(table, field.name)) != field.default:
            yield from _leaves(field.type, value, (*path, field.encode_name), table)


def _leaves(hint: Any, value: Any, path: Path, table: Struct) -> Iterator[Leaf]:
    origin, inside = get_origin(hint), get_args(hint)
    if isinstance(value, Struct):
        yield from leaves(value, path)
    elif origin is Annotated:
        roles = (one.extra["is"] for one in inside[1:] if isinstance(one, Meta) and one.extra and "is" in one.extra)
        yield from (Leaf(role, value, path, table) for role in roles)
    elif origin in (Union, UnionType):
        wanted = list if isinstance(value, list) else Annotated
        for one in [one for one in inside if get_origin(one) is wanted][:1]:
            yield from _leaves(one, value, path, table)
    elif origin is list:
        for place, item in enumerate(value):
            yield from _leaves(inside[0], item, (*path, place), table)
    elif origin is dict:
        for name, item in value.items():
            yield from _leaves(inside[1], item, (*path, name), table)
